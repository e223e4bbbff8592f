//! Owns what becomes of a call's command under a rule that rewrites; it does not decide whether the rule speaks, nor put
//! the command into the call.

use super::{
    fit::{Situation, Subject},
    rule::Rule,
};
use crate::{
    call::{Command, Request},
    effects::reworded,
    verdict::{Decision, Objection},
};
use std::ops::Range;

impl Situation<'_> {
    /// The command with the rule's words in all that the rule speaks about. `None` if one of the words that it is about
    /// does not stand in the command itself, but in a string, an alias or a script.
    pub(super) fn rewritten(&self, rule: &Rule, subjects: &[Subject]) -> Option<String> {
        let spans: Option<Vec<_>> = subjects.iter().map(|subject| self.span(*subject)).collect();
        reworded(self.command_text()?, &spans?, &rule.with)
    }

    /// The command that the call consists of.
    pub(super) fn command_text(&self) -> Option<&str> {
        match &self.circumstances.call.request {
            Request::Shell(Command::Shell(text)) => Some(text),
            _ => None,
        }
    }

    /// Where in it the simple command stands that leads to a subject, the nearest to it.
    fn span(&self, subject: Subject) -> Option<Range<usize>> {
        let id = subject?;
        let causes = self.effects.causes(id).map(|(id, _)| id);
        let mut chain = std::iter::once(id).chain(causes);
        chain.find_map(|id| self.effects.get(id)?.span.clone())
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
