//! Owns what becomes of a call's command under a rule that rewrites; it does not decide whether the rule speaks, nor put
//! the command into the call.

use super::{
    Match,
    fit::{Situation, Subject},
    rule::Rule,
};
use crate::{
    call::{Command, Request},
    effects::{EffectId, Run, reworded},
    verdict::{Decision, Objection},
};
use std::{collections::BTreeMap, ops::Range};

impl Situation<'_> {
    /// The command with the rule's words in all programs that the rule speaks about. `None` if the words of one of them do
    /// not stand in the command itself, but in a string, an alias or a script.
    pub(super) fn rewritten(&self, rule: &Rule, subjects: &[Subject]) -> Option<String> {
        let places: Option<BTreeMap<_, _>> =
            subjects.iter().map(|subject| self.place(rule, *subject)).collect();
        let places: Vec<_> = places?.into_values().collect();
        reworded(self.command_text()?, &places, &rule.with)
    }

    /// The command that the call consists of.
    pub(super) fn command_text(&self) -> Option<&str> {
        match &self.circumstances.call.request {
            Request::Shell(Command::Shell(text)) => Some(text),
            _ => None,
        }
    }

    /// The program on account of which a rule speaks about a subject, and where in the command the simple command stands
    /// that starts it.
    fn place(&self, rule: &Rule, subject: Subject) -> Option<(EffectId, (Range<usize>, &Run))> {
        let tables = rule.what.iter().chain(&rule.when);
        let patterns: Vec<_> =
            tables.filter_map(|table| table.commands.as_ref()).flatten().collect();
        let is_meant = |run: &Run| {
            patterns.is_empty() || patterns.iter().any(|it| it.matches(run) == Match::Must)
        };
        let (id, run) = self.effects.causes(subject?).find(|(_, run)| is_meant(run))?;
        let mut causes = self.effects.causes(id);
        let span = causes.find_map(|(id, _)| self.effects.get(id)?.span.clone())?;
        Some((id, (span, run)))
    }
}

/// What a rule puts in the place of what, in words.
pub(super) fn exchange(rule: &Rule) -> String {
    let each = rule.with.iter().map(|(word, instead)| match instead.as_str() {
        "" => format!("nothing in the place of `{word}`"),
        _ => format!("`{instead}` in the place of `{word}`"),
    });
    each.collect::<Vec<_>>().join(", ")
}

/// Denies what several rules would write in several ways: a call is rewritten once.
pub(super) fn deny_if_disputed(objections: &mut [Objection]) {
    let rewrites = || objections.iter().filter(|it| it.decision == Decision::Rewrite);
    let first = rewrites().next().and_then(|it| it.command.clone());
    if rewrites().all(|it| it.command == first) {
        return;
    }
    let rules: Vec<String> = rewrites().map(|it| it.rule.clone()).collect();
    let disputed =
        format!(" Several rules rewrite this call ({}), which is not done.", rules.join(", "));
    for objection in objections.iter_mut().filter(|it| it.decision == Decision::Rewrite) {
        objection.decision = Decision::Deny;
        objection.reason.push_str(&disputed);
    }
}
