//! Owns a window of time and the instants at which it opens and closes; it does not know the clock.

use super::zone::within_calendar;
use super::{LocalTime, Span, Zone};

const DAY: i64 = 86_400;

/// How many days ahead is looked for an opening.
const HORIZON: i64 = 366;

/// The union of spans, by the wall clock of one zone.
///
/// An instant has exactly one local time, so whether a window is open is never ambiguous: the clock's skipped hour
/// never comes, and its repeated hour comes twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The spans; being in any of them is being in the window.
    pub spans: Vec<Span>,
    /// The zone, where it is not the policy's own.
    pub timezone: Option<String>,
}

impl Window {
    /// The most spans a window should have; whoever builds one sees to it.
    pub const MAX_SPANS: usize = 64;

    /// Whether the window is open at a local time.
    pub fn contains(&self, local: &LocalTime) -> bool {
        self.spans.iter().any(|span| span.contains(local.date, local.second))
    }

    /// Every instant after `after`, ascending and within 366 days, at which the window opens or closes.
    pub fn changes(&self, zone: &Zone, after: i64) -> impl Iterator<Item = i64> {
        let after = within_calendar(after);
        let mut minutes: Vec<u16> = self.spans.iter().flat_map(Span::boundaries).collect();
        minutes.sort_unstable();
        minutes.dedup();
        (0..HORIZON).flat_map(move |day| {
            let from = after + day * DAY;
            let candidates = candidates(zone, &minutes, from, from + DAY);
            candidates
                .into_iter()
                .filter(|instant| self.is_open(zone, *instant) != self.is_open(zone, *instant - 1))
        })
    }

    fn is_open(&self, zone: &Zone, instant: i64) -> bool {
        let (date, second) = zone.date_and_second(instant);
        self.spans.iter().any(|span| span.contains(date, second))
    }
}

/// The instants after `from` and up to `to` at which the clock shows one of the minutes, or is set.
fn candidates(zone: &Zone, minutes: &[u16], from: i64, to: i64) -> Vec<i64> {
    let mut found = Vec::new();
    match zone.transition_between(from, to) {
        None => add_candidates(&mut found, minutes, zone.offset(from), from + 1..=to),
        Some(set) => {
            add_candidates(&mut found, minutes, zone.offset(from), from + 1..=set - 1);
            found.push(set);
            add_candidates(&mut found, minutes, zone.offset(set), set + 1..=to);
        }
    }
    found
}

/// While the clock's offset stays the same, it shows each minute of each day exactly once.
fn add_candidates(
    found: &mut Vec<i64>,
    minutes: &[u16],
    offset: i32,
    instants: std::ops::RangeInclusive<i64>,
) {
    let offset = i64::from(offset);
    let first_day = (instants.start() + offset).div_euclid(DAY);
    let last_day = (instants.end() + offset).div_euclid(DAY);
    for day in first_day..=last_day {
        let on_day = minutes.iter().map(|minute| day * DAY + i64::from(*minute) * 60 - offset);
        found.extend(on_day.filter(|instant| instants.contains(instant)));
    }
}
