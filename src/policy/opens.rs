//! Owns when a rule that speaks falls silent; it does not say so to people.

use super::{
    fit::{Situation, Subject, Time},
    rule::Rule,
};
use crate::verdict::Decision;
use std::{collections::BTreeSet, iter::Peekable};

/// The most instants that are tried for one rule. A window changes about twice a day, and a year is looked at.
const MOST_INSTANTS: usize = 10_000;

/// The first instant after now at which a rule has nothing to say about any subject; none within a year is `None`.
pub(super) fn opens(
    situation: &Situation,
    rule: &Rule,
    subjects: &[Subject],
    decision: impl Fn(super::Match) -> Decision,
) -> Result<Option<i64>, String> {
    let now = situation.circumstances.now;
    let mut zoned = Vec::new();
    for window in rule.windows() {
        zoned.push((window, situation.clock.zone(window.timezone.as_deref())?));
    }
    let mut changes: Vec<_> =
        zoned.iter().map(|(window, zone)| window.changes(zone, now).peekable()).collect();
    for instant in ascending(&mut changes).take(MOST_INSTANTS) {
        let mut silent = true;
        for &subject in subjects {
            let sure = situation.speaks(rule, subject, Time::At(instant))?;
            silent &= decision(sure) == Decision::Silence;
        }
        if silent {
            return Ok(Some(instant));
        }
    }
    Ok(None)
}

/// The instants of ascending iterators, ascending and each once.
fn ascending<I: Iterator<Item = i64>>(iterators: &mut [Peekable<I>]) -> impl Iterator<Item = i64> {
    std::iter::from_fn(move || {
        let heads: BTreeSet<i64> =
            iterators.iter_mut().filter_map(|it| it.peek().copied()).collect();
        let first = heads.first().copied()?;
        for iterator in iterators.iter_mut() {
            while iterator.next_if_eq(&first).is_some() {}
        }
        Some(first)
    })
}
