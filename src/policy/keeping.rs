//! Owns which files policies keep from being read at all; it does not judge calls.

use super::{
    Match, Places, Policy, Trees,
    question::Question,
    rule::{Conditions, Rule},
    target::Target,
};
use crate::{
    effects::{Access, PathAction, Sieve, Value},
    verdict::{Decision, Layer},
};

/// Whether a rule keeps an absolute path from being read without a question, whoever reads it: what it is for is better not
/// read at all.
///
/// A rule that also asks who reads (`run`), or when, is about that and not about the file. A project's rules keep nothing:
/// what a script does would be hidden from the rules of others, and of what is read only the line is told.
pub fn keeps_from_reading(
    policies: &[Policy],
    path: &str,
    places: &Places,
    trees: &dyn Trees,
) -> bool {
    let action = PathAction {
        access: Access::Read,
        spelt: Value::from(path),
        paths: vec![Value::from(path)],
        resolved: Vec::new(),
        tree: false,
        sieve: Sieve::default(),
        moved: false,
        appended: false,
        only_attributes: false,
        text: None,
    };
    let target = Target::of(&action);
    let keeps = |rule: &Rule| {
        let what = rule.what.iter().filter(|table| rule.when.is_empty() && asks_for_paths(table));
        what.flat_map(|table| &table.paths).any(|(access, globs)| {
            access.is_none_or(|access| access == Access::Read)
                && globs.concerns(&target, places, trees) != Match::No
        })
    };
    let counting = policies.iter().filter(|policy| policy.layer != Layer::Project);
    let mut rules = counting.flat_map(|policy| &policy.rules);
    rules.any(|rule| rule.decision >= Decision::Ask && keeps(rule))
}

/// Whether a table asks for a path of one file, and nothing else.
fn asks_for_paths(table: &Conditions) -> bool {
    let others = |question: Question| question != Question::Path && question.is_asked(table);
    table.tree != Some(true) && table.during.is_none() && !Question::all().any(others)
}
