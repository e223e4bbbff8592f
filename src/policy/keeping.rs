//! Owns which files policies keep from being read at all; it does not judge calls.

use super::{Match, Places, Policy, Trees, rule::Rule, target::Target};
use crate::{
    effects::{Access, PathAction, Sieve, Value},
    verdict::Decision,
};

/// Whether a rule keeps an absolute path from being read without a question, whatever else it asks about the call: what
/// the rule is for is better not read at all.
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
        rule.what.iter().flat_map(|table| &table.paths).any(|(access, globs)| {
            access.is_none_or(|access| access == Access::Read)
                && globs.concerns(&target, places, trees) != Match::No
        })
    };
    let mut rules = policies.iter().flat_map(|policy| &policy.rules);
    rules.any(|rule| rule.decision >= Decision::Ask && keeps(rule))
}
