//! Owns one span of a window, from its text to its days and minutes; it does not know zones or instants.

use time::Date;

/// A span of wall-clock time: days of the week with hours, a part of the week, or dates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {}

impl Span {
    /// Reads a span as a person writes it; the error is one sentence that says what was expected.
    pub fn parse(_text: &str) -> Result<Span, String> {
        Err("not yet".to_owned())
    }

    /// Whether a day and a second of it lie inside.
    pub fn contains(&self, _date: Date, _second: u32) -> bool {
        false
    }
}
