//! Owns the time zone of a policy and what the clocks show in it; it does not read zone files.

use time::{Date, Weekday};
use tz::TimeZone;

/// A time zone with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    name: String,
    rules: TimeZone,
}

/// What the clocks and calendars of a zone show at an instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalTime {
    /// The date.
    pub date: Date,
    /// Seconds since the clock showed 00:00:00, by the clock.
    pub second: u32,
    /// How far the clock is ahead of UTC, in seconds.
    pub offset: i32,
    /// The zone's abbreviation at that time, such as `CET` or `+0545`.
    pub abbreviation: String,
}

impl LocalTime {
    /// The day of the week.
    pub fn weekday(&self) -> Weekday {
        self.date.weekday()
    }
}

impl Zone {
    /// A zone out of the bytes of its zoneinfo file (RFC 9636).
    pub fn from_tzif(name: &str, bytes: &[u8]) -> Result<Zone, String> {
        let rules = TimeZone::from_tz_data(bytes).map_err(|error| error.to_string())?;
        Ok(Zone { name: name.to_owned(), rules })
    }

    /// Coordinated Universal Time, which needs no file.
    pub fn utc() -> Zone {
        Zone { name: "UTC".to_owned(), rules: TimeZone::utc() }
    }

    /// The name the zone was asked for by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the clocks show at an instant, in seconds since 1970-01-01T00:00:00Z.
    pub fn local(&self, _instant: i64) -> LocalTime {
        let _ = &self.rules;
        LocalTime { date: Date::MIN, second: 0, offset: 0, abbreviation: String::new() }
    }

    /// An instant for people, in this zone and in UTC: `Mon 2026-11-30 18:00 CET (17:00 UTC)`.
    pub fn describe(&self, _instant: i64) -> String {
        String::new()
    }
}

/// Whether a name may be looked up among the zoneinfo files: it cannot lead out of their directory.
pub fn is_valid_zone_name(_name: &str) -> bool {
    false
}
