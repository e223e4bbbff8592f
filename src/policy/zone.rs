//! Owns the time zone of a policy and what the clocks show in it; it does not read zone files.

use time::{Date, Weekday};
use tz::{LocalTimeType, TimeZone};

const DAY: i64 = 86_400;

/// 1970-01-01 as a Julian day, the way `time` counts.
const EPOCH: i64 = 2_440_588;

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
    /// Seconds from 00:00:00 to what the clock shows.
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

    /// Whole minutes from 00:00 to what the clock shows.
    pub fn minute(&self) -> u32 {
        self.second / 60
    }
}

impl Zone {
    /// A zone out of the bytes of its zoneinfo file (RFC 9636).
    pub fn from_tzif(name: &str, bytes: &[u8]) -> Result<Zone, String> {
        match TimeZone::from_tz_data(bytes) {
            Ok(rules) => Ok(Zone { name: name.to_owned(), rules }),
            Err(error) => {
                Err(format!("expected a zoneinfo file for the time zone `{name}`: {error}"))
            }
        }
    }

    /// Coordinated Universal Time, which needs no file.
    pub fn utc() -> Zone {
        Zone { name: "UTC".to_owned(), rules: TimeZone::utc() }
    }

    /// The name by which the zone was asked for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the clocks show at an instant, in seconds since 1970-01-01T00:00:00Z.
    pub fn local(&self, instant: i64) -> LocalTime {
        let (date, second) = self.date_and_second(instant);
        let designation = self.local_type(instant).map(LocalTimeType::time_zone_designation);
        // UTC without a file has no designation.
        let abbreviation = designation.filter(|letters| !letters.is_empty()).unwrap_or("UTC");
        LocalTime {
            date,
            second,
            offset: self.offset(instant),
            abbreviation: abbreviation.to_owned(),
        }
    }

    /// An instant for people, in this zone and in UTC: `Mon 2026-11-30 18:00 CET (17:00 UTC)`.
    pub fn describe(&self, instant: i64) -> String {
        let local = self.local(instant);
        let utc = Zone::utc().local(instant);
        let clock =
            |time: &LocalTime| format!("{:02}:{:02}", time.minute() / 60, time.minute() % 60);
        let weekday: String = local.weekday().to_string().chars().take(3).collect();
        let here = format!("{weekday} {} {} {}", local.date, clock(&local), local.abbreviation);
        if local == utc {
            here
        } else if local.date == utc.date {
            format!("{here} ({} UTC)", clock(&utc))
        } else {
            format!("{here} ({} {} UTC)", utc.date, clock(&utc))
        }
    }

    /// How far the clock is ahead of UTC, in seconds.
    pub(super) fn offset(&self, instant: i64) -> i32 {
        self.local_type(instant).map_or(0, LocalTimeType::ut_offset)
    }

    /// The date and the second of the day that the clock shows.
    pub(super) fn date_and_second(&self, instant: i64) -> (Date, u32) {
        let local = within_calendar(instant) + i64::from(self.offset(instant));
        let date = i32::try_from(local.div_euclid(DAY) + EPOCH)
            .ok()
            .and_then(|day| Date::from_julian_day(day).ok())
            .unwrap_or(Date::MAX);
        (date, u32::try_from(local.rem_euclid(DAY)).unwrap_or(0))
    }

    /// The first instant at which the clock shows a date and a second of the day; `None` if it never does.
    pub(super) fn instant(&self, date: Date, second: u32) -> Option<i64> {
        let shown = (i64::from(date.to_julian_day()) - EPOCH) * DAY + i64::from(second);
        // Whatever the offset is then, a day before and a day after it is the one before or after any change.
        let offsets = [shown - DAY, shown + DAY].map(|near| i64::from(self.offset(near)));
        let instants = offsets.map(|offset| shown - offset);
        instants.into_iter().filter(|at| self.date_and_second(*at) == (date, second)).min()
    }

    /// The first instant after `from` and up to `to` at which the clock is set to another offset.
    ///
    /// The two must be so near each other that no more than one such instant lies between them.
    pub(super) fn transition_between(&self, from: i64, to: i64) -> Option<i64> {
        let before = self.offset(from);
        if self.offset(to) == before {
            return None;
        }
        let (mut before_it, mut after_it) = (from, to);
        while after_it - before_it > 1 {
            let middle = before_it + (after_it - before_it) / 2;
            if self.offset(middle) == before {
                before_it = middle;
            } else {
                after_it = middle;
            }
        }
        Some(after_it)
    }

    fn local_type(&self, instant: i64) -> Option<&LocalTimeType> {
        let rules = self.rules.as_ref();
        // Files without a rule for the future end with their last transition, which then stays in force.
        self.rules.find_local_time_type(within_calendar(instant)).ok().or_else(|| {
            let last = rules.transitions().last()?;
            rules.local_time_types().get(last.local_time_type_index())
        })
    }
}

/// The nearest instant within the years 1 to 9,998, where all arithmetic is safe.
pub(super) fn within_calendar(instant: i64) -> i64 {
    instant.clamp(-62_135_596_800, 253_370_764_799)
}

/// Whether a name may be looked up among the zoneinfo files: it cannot lead out of their directory.
pub fn is_valid_zone_name(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'-');
    name.len() <= 255
        && name.split('/').all(|part| !part.is_empty() && part.bytes().all(is_allowed))
}
