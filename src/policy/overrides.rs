//! Owns what `overrides` and `enforce` do to the rules of a file and of weaker layers; it does not judge calls.

use super::{
    document::{Document, Entry},
    error::ErrorKind,
    packs,
    rule::{Policy, Rule},
    words::{self, nearest},
};
use crate::verdict::{Decision, Layer};

/// Another verb for a rule.
#[derive(Debug, Clone)]
pub(super) struct Override {
    /// The rule's name, with its pack where it comes from one.
    pub rule: String,
    /// What it asks for instead; [`Decision::Silence`] is `off`.
    pub decision: Decision,
    /// Whether no other file's override of this rule counts.
    pub locked: bool,
}

const VERBS: [(&str, Decision); 4] = [
    ("deny", Decision::Deny),
    ("ask", Decision::Ask),
    ("warn", Decision::Warn),
    ("off", Decision::Silence),
];

/// Reads `overrides`; `rules` are those of the file and of the packs it lists.
pub(super) fn read(document: &mut Document, entry: &Entry, rules: &[Rule]) -> Vec<Override> {
    let tables = document.table(entry).unwrap_or_default();
    let mut overrides = Vec::new();
    for table in &tables {
        document.rule = Some(table.key.to_owned());
        named(document, table, rules);
        overrides.extend(one(document, table));
        document.rule = None;
    }
    overrides
}

fn one(document: &mut Document, table: &Entry) -> Option<Override> {
    let keys = document.table(table)?;
    let mut locked = false;
    let mut verb = None;
    for key in &keys {
        match key.key {
            "verb" => verb = Some(key),
            "lock" => locked = document.boolean(key).unwrap_or(false),
            _ => document.unexpected_key(key, "an override", words::OVERRIDE, &[]),
        }
    }
    let Some(verb) = verb else {
        let help = "write verb = \"ask\", or \"deny\", \"warn\", \"off\"";
        let message = "the override does not say what the rule's verb is to be";
        document.error(ErrorKind::Verb, &table.key_span, message, help);
        return None;
    };
    let decision = document.choice(verb, &VERBS)?;
    Some(Override { rule: table.key.to_owned(), decision, locked })
}

/// Notes a name that no rule can have. A rule of a project's file, or of a pack that a project lists, is not known here.
fn named(document: &mut Document, table: &Entry, rules: &[Rule]) {
    let Some((pack, _)) = table.key.split_once('/') else { return };
    if pack == packs::BUILT_IN.0 {
        let message = "rules of self-protection cannot be overridden one by one";
        let help = "`self_protection = \"off\"` switches all of them off";
        document.error(ErrorKind::Pack, &table.key_span, message, help);
        return;
    }
    let is_listed = rules.iter().any(|rule| rule.id.starts_with(&format!("{pack}/")));
    let known: Vec<&str> = match is_listed {
        true => rules.iter().map(|rule| rule.id.as_str()).collect(),
        false => packs::names(),
    };
    if known.contains(if is_listed { &table.key } else { &pack }) {
        return;
    }
    let message = match is_listed {
        true => format!("the pack `{pack}` has no rule `{}`", table.key),
        false => format!("there is no pack `{pack}`"),
    };
    let wanted = if is_listed { table.key } else { pack };
    let help = nearest(wanted, &known).map(|known| format!("did you mean `{known}`?"));
    document.error(ErrorKind::Pack, &table.key_span, &message, &help.unwrap_or_default());
}

/// Gives every rule the verb that it has under the overrides of all policies, and says whose rules decide anything.
///
/// An override counts for rules of its own layer and of weaker ones. Of several the organisation's locked one counts, else
/// the one of the layer nearest to the rule, and within a layer the strictest.
pub fn settle(policies: &mut [Policy]) {
    let overrides: Vec<(Layer, Override)> = policies
        .iter()
        .flat_map(|policy| policy.overrides.iter().map(|it| (policy.layer, it.clone())))
        .collect();
    for policy in policies.iter_mut() {
        for own in policy.overrides.iter().filter(|own| !own.locked) {
            if overrides.iter().any(|(_, it)| it.locked && it.rule == own.rule) {
                let void =
                    format!("the override of `{}` is void: the organisation's is locked", own.rule);
                if !policy.waiting.contains(&void) {
                    policy.waiting.push(void);
                }
            }
        }
    }
    let observes: Vec<Layer> =
        policies.iter().filter(|it| !it.enforce).map(|policy| policy.layer).collect();
    for policy in policies.iter_mut().filter(|policy| policy.layer != Layer::BuiltIn) {
        let layer = policy.layer;
        policy.enforced = !observes.iter().any(|observes| *observes <= layer);
        for rule in &mut policy.rules {
            let meant = overrides.iter().filter(|(from, it)| *from <= layer && it.rule == rule.id);
            let chosen = meant.max_by_key(|(from, it)| (it.locked, *from, it.decision));
            rule.decision = chosen.map_or(rule.verb, |(_, it)| it.decision);
        }
    }
}
