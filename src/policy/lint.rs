//! Owns what in a policy can be read and is probably not meant; it reports no errors, and the hook never asks it.
//!
//! A false warning is worse than none: each says something that is so whatever the call is.

use super::{
    document::{Document, Entry, entries},
    error::PolicyError,
    judge::Zones,
    lint_commands, lint_globs, lint_rules, lint_windows, lint_words,
    reader::{self, Source, find},
    rule::Policy,
    rule_reader::VERBS,
};
use crate::verdict::Decision;
use std::ops::Range;
use toml::de::DeValue;

/// A table of a verb, `when` or `unless`, and where it stands.
pub(super) type Table<'d> = (Vec<Entry<'d>>, Range<usize>);

/// A rule as it is written.
pub(super) struct WrittenRule<'d> {
    /// Its name, and where it stands.
    pub entry: Entry<'d>,
    /// Its keys.
    pub keys: Vec<Entry<'d>>,
    /// Its verb.
    pub verb: Entry<'d>,
    /// What it asks for.
    pub decision: Decision,
    /// The verb's tables.
    pub what: Vec<Table<'d>>,
    /// The tables of `when`.
    pub when: Vec<Table<'d>>,
    /// The tables of `unless`.
    pub unless: Vec<Table<'d>>,
}

impl<'d> WrittenRule<'d> {
    /// All its tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table<'d>> {
        self.what.iter().chain(&self.when).chain(&self.unless)
    }

    /// Its key of this name.
    pub fn key(&self, name: &str) -> Option<&Entry<'d>> {
        find(&self.keys, name)
    }
}

/// Warnings about a policy that has no errors, in the order of its file. `now` is in seconds since 1970; `policy` is
/// what the source was read to, with its overrides settled.
pub fn lint(source: &Source, policy: &Policy, zones: &dyn Zones, now: i64) -> Vec<PolicyError> {
    let mut document = Document::new(&source.file, &source.text);
    let Some(table) = reader::parse(&mut document) else { return Vec::new() };
    let top = entries(&table);
    let rules = written_rules(&mut document, &top, policy);
    for rule in &rules {
        document.rule = Some(rule.entry.key.to_owned());
        lint_rules::contradictions(&mut document, rule);
        lint_rules::messages(&mut document, rule);
        for (keys, _) in rule.tables() {
            lint_words::words(&mut document, keys);
            lint_commands::commands(&mut document, keys);
            lint_globs::exceptions(&mut document, keys);
        }
        document.rule = None;
    }
    lint_rules::shadowed(&mut document, &rules);
    lint_rules::switched_off(&mut document, &rules, &top);
    lint_windows::windows(&mut document, &rules, &top, now);
    lint_windows::zones(&mut document, &top, zones);
    document.finish(()).err().unwrap_or_default()
}

fn written_rules<'d>(
    document: &mut Document,
    top: &[Entry<'d>],
    policy: &Policy,
) -> Vec<WrittenRule<'d>> {
    let rules = find(top, "rules").and_then(|rules| document.table(rules)).unwrap_or_default();
    let mut written = Vec::new();
    for entry in rules {
        let DeValue::Table(keys) = entry.value else { continue };
        let keys = entries(keys);
        let is_verb = |key: &&Entry| VERBS.iter().any(|(verb, _)| *verb == key.key);
        let Some(verb) = keys.iter().find(is_verb).cloned() else { continue };
        // A rule that the file may not make is not among them.
        let Some(read) = policy.rules.iter().find(|rule| rule.id == entry.key) else { continue };
        let decision = read.decision;
        let mut of = |name| find(&keys, name).map(|it| document.tables(it)).unwrap_or_default();
        let (what, when, unless) = (of(verb.key), of("when"), of("unless"));
        written.push(WrittenRule { entry, keys, verb, decision, what, when, unless });
    }
    written
}
