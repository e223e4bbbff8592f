//! Owns when a rule that speaks falls silent; it does not say so to people.

use super::{
    Match,
    fit::{Fits, Situation, Time},
    rule::Rule,
};
use crate::verdict::Decision;
use std::{collections::BTreeSet, iter::Peekable};

/// The most instants that are tried for one rule. A window changes about twice a day, and a year is looked at.
const MOST_INSTANTS: usize = 10_000;

/// When a rule that speaks falls silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// At this instant, in seconds since 1970.
    At(i64),
    /// Not before this instant. Its windows change too often to look further.
    NotBefore(i64),
    /// Not within a year, though it looks at windows.
    NotInSight,
    /// Never: no window has to do with what it objects to.
    Never,
}

/// The first instant after another at which a rule has nothing to say about any subject, however its tables fit.
pub(super) fn opens(
    situation: &Situation,
    rule: &Rule,
    fits: &BTreeSet<Fits>,
    after: i64,
    decision: impl Fn(Match) -> Decision,
) -> Result<Opening, String> {
    let is_silent = |time: Time| {
        fits.iter().try_fold(true, |silent, fits| {
            let sure = situation.speaks(rule, fits, time)?;
            Ok::<bool, String>(silent && decision(sure) == Decision::Silence)
        })
    };
    if !is_silent(Time::Worst)? {
        return Ok(Opening::Never);
    }
    let mut zoned = Vec::new();
    for window in rule.windows() {
        zoned.push((window, situation.clock.zone(window.timezone.as_deref())?));
    }
    let mut changes: Vec<_> =
        zoned.iter().map(|(window, zone)| window.changes(zone, after).peekable()).collect();
    let mut instants = ascending(&mut changes);
    for instant in instants.by_ref().take(MOST_INSTANTS) {
        if is_silent(Time::At(instant))? {
            return Ok(Opening::At(instant));
        }
    }
    Ok(instants.next().map_or(Opening::NotInSight, Opening::NotBefore))
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
