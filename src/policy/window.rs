//! Owns a window of time and the instants at which it opens and closes; it does not know the clock.

use super::{LocalTime, Span, Zone};

/// The union of spans, by the wall clock of one zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The spans; being in any of them is being in the window.
    pub spans: Vec<Span>,
    /// The zone, where it is not the policy's own.
    pub timezone: Option<String>,
}

impl Window {
    /// The most spans one window may have; whoever builds a window checks it.
    pub const MAX_SPANS: usize = 64;

    /// Whether the window is open at a local time.
    pub fn contains(&self, local: &LocalTime) -> bool {
        self.spans.iter().any(|span| span.contains(local.date, local.second))
    }

    /// Every instant after `after`, ascending and within 366 days, at which the window opens or closes.
    pub fn changes(&self, _zone: &Zone, _after: i64) -> impl Iterator<Item = i64> {
        std::iter::empty()
    }
}
