//! Owns reading an instant from the command line; it does not know the clock.

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Seconds since 1970 of an instant such as `2026-11-30T09:00:00+01:00`.
///
/// # Errors
/// What was expected, as a sentence.
pub fn parse(text: &str) -> Result<i64, String> {
    OffsetDateTime::parse(text, &Rfc3339).map(OffsetDateTime::unix_timestamp).map_err(|_| {
        format!(
            "--now {text}: expected an instant with its offset, such as 2026-11-30T09:00:00+01:00."
        )
    })
}
