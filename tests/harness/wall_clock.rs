//! Owns when windows are open by an independent zone library and a reading of spans of its own; it does not use hookshim.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use std::ops::Range;

const MINUTES_OF_DAY: i64 = 24 * 60;

/// Spans, as a person writes them, against what the clocks of a zone show at each full minute.
pub struct WallClock {
    zone: TimeZone,
    spans: Vec<Span>,
    stretch: Stretch,
}

/// Instants in a row through which the date stays the same and no clock is set.
struct Stretch {
    instants: Range<i64>,
    /// When the clock shows 00:00, were it never set.
    midnight: i64,
    /// Minutes after midnight.
    open: Vec<Range<i64>>,
}

enum Span {
    /// On each of these days, Monday being 1, so many minutes from a minute of the day on.
    Days { days: Vec<i64>, start: i64, length: i64 },
    /// Whole days.
    Dates { first: Date, last: Date },
}

impl WallClock {
    /// `mon-fri 18:00-23:30; sat-sun` in a zone.
    pub fn new(zone: &str, spans: &str) -> Self {
        let zone = TimeZone::get(zone).unwrap_or_else(|error| panic!("{zone}: {error}"));
        let spans = spans.split(';').map(|span| Span::parse(span.trim())).collect();
        let stretch = Stretch { instants: 0..0, midnight: 0, open: Vec::new() };
        WallClock { zone, spans, stretch }
    }

    /// Whether what the clock shows lies in a span. Asked minute by minute, it asks the library once or twice a day.
    pub fn is_open(&mut self, instant: i64) -> bool {
        if !self.stretch.instants.contains(&instant) {
            self.stretch = self.stretch_from(instant);
        }
        let minute = (instant - self.stretch.midnight) / 60;
        self.stretch.open.iter().any(|open| open.contains(&minute))
    }

    fn stretch_from(&self, instant: i64) -> Stretch {
        let at = Timestamp::from_second(instant).unwrap();
        let shown = self.zone.to_datetime(at);
        let since_midnight = shown.duration_since(shown.date().at(0, 0, 0, 0)).as_secs();
        let midnight = instant - since_midnight;
        let next_day = midnight + MINUTES_OF_DAY * 60;
        let set = self.zone.following(at).next().map(|set| set.timestamp().as_second());
        Stretch {
            instants: instant..set.map_or(next_day, |set| set.min(next_day)),
            midnight,
            open: self.spans.iter().flat_map(|span| span.minutes(shown.date())).collect(),
        }
    }
}

impl Span {
    fn parse(text: &str) -> Span {
        if !text.contains(':') && text.starts_with(|it: char| it.is_ascii_digit()) {
            let (first, last) = text.split_once("..").unwrap_or((text, text));
            return Span::Dates { first: first.parse().unwrap(), last: last.parse().unwrap() };
        }
        if let Some((start, end)) = text.split_once(" - ") {
            let minute_of_week = |text: &str| {
                let (day, time) = text.split_once(' ').unwrap();
                weekday(day) * MINUTES_OF_DAY + minute(time)
            };
            let length = minute_of_week(end) - minute_of_week(start);
            return Span::Days {
                days: vec![weekday(&start[..3])],
                start: minute(&start[4..]),
                length: length.rem_euclid(7 * MINUTES_OF_DAY),
            };
        }
        let (days, hours) = match text.split_once(' ') {
            Some((days, hours)) => (days, hours),
            None if text.contains(':') => ("mon-sun", text),
            None => (text, "00:00-24:00"),
        };
        let (start, end) = hours.split_once('-').unwrap();
        let (start, end) = (minute(start), minute(end));
        let length = if end > start { end - start } else { end - start + MINUTES_OF_DAY };
        Span::Days { days: days.split(',').flat_map(weekdays).collect(), start, length }
    }

    /// The minutes of a date that lie inside, counted from its midnight: what began on it, or up to a week before.
    fn minutes(&self, date: Date) -> Vec<Range<i64>> {
        match self {
            Span::Dates { first, last } => {
                let inside = (*first..=*last).contains(&date);
                inside.then_some(0..MINUTES_OF_DAY).into_iter().collect()
            }
            Span::Days { days, start, length } => (0..=7)
                .filter(|ago| {
                    let begun = date.saturating_sub(ago.days()).weekday();
                    days.contains(&i64::from(begun.to_monday_one_offset()))
                })
                .map(|ago| start - ago * MINUTES_OF_DAY)
                .map(|start| start..start + length)
                .collect(),
        }
    }
}

/// `mon`, or `fri-mon`, which may pass the end of a week.
fn weekdays(text: &str) -> Vec<i64> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (weekday(first), weekday(last));
    (first..=last + if last < first { 7 } else { 0 }).map(|day| (day - 1) % 7 + 1).collect()
}

fn weekday(text: &str) -> i64 {
    let known = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    1 + i64::try_from(known.iter().position(|it| *it == text).expect(text)).unwrap()
}

/// `24:00` is the end of a day.
fn minute(text: &str) -> i64 {
    if text == "24:00" {
        return MINUTES_OF_DAY;
    }
    let time: Time =
        format!("{text:0>5}").parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    i64::from(time.hour()) * 60 + i64::from(time.minute())
}

/// The full minutes after an instant, within 366 days.
pub fn minutes_after(instant: i64) -> impl Iterator<Item = i64> {
    let first = instant.div_euclid(60) * 60 + 60;
    (first..=instant + 366 * MINUTES_OF_DAY * 60).step_by(60)
}
