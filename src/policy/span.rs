//! Owns one span of a window, from its text to its days and minutes; it does not know zones or instants.

use time::{Date, Month, Weekday};

const DAY: u16 = 24 * 60;
const WEEK: u16 = 7 * DAY;

/// The longest span that is read, in bytes.
const MAX_LENGTH: usize = 200;

/// A span of wall-clock time, half-open: days of the week with hours, a part of the week, or dates.
///
/// ```
/// use hookshim::policy::Span;
///
/// assert!(Span::parse("mon-fri 18:00-23:30").is_ok());
/// assert!(Span::parse("fri 12:00 - mon 09:00").is_ok());
/// assert!(Span::parse("2026-12-24..2027-01-02").is_ok());
/// assert!(Span::parse("mon-fri 6pm-11pm").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span(Extent);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Extent {
    /// Minutes of each of these days. An end beyond 24:00 lies in the day after, and still belongs to its start's.
    Daily { days: Days, start: u16, end: u16 },
    /// Minutes of the week, from Monday 00:00. An end before the start lies in the week after.
    Weekly { start: u16, end: u16 },
    /// Whole days, both included.
    Dates { first: Date, last: Date },
}

/// A set of weekdays, one bit each from Monday.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Days(u8);

impl Days {
    const NONE: Days = Days(0);
    const ALL: Days = Days(0b111_1111);

    /// From one day to another, around the week's end if need be.
    fn add_range(&mut self, first: Weekday, last: Weekday) {
        let mut day = first;
        self.add(day);
        while day != last {
            day = day.next();
            self.add(day);
        }
    }

    fn add(&mut self, day: Weekday) {
        self.0 |= 1 << day.number_days_from_monday();
    }

    fn has(self, day: Weekday) -> bool {
        self.0 & (1 << day.number_days_from_monday()) != 0
    }
}

impl Span {
    /// Reads a span as a person writes it; the error is one sentence that says what was expected.
    pub fn parse(text: &str) -> Result<Span, String> {
        if text.len() > MAX_LENGTH {
            return Err(format!(
                "expected a span of at most {MAX_LENGTH} bytes, not {}",
                text.len()
            ));
        }
        let text = text.trim().to_ascii_lowercase();
        let extent = if starts_with_year(&text) { parse_dates(&text) } else { parse_days(&text) };
        extent.map(Span)
    }

    /// Whether a second of a day lies inside.
    pub(super) fn contains(&self, date: Date, second: u32) -> bool {
        let minute = second / 60;
        let today = date.weekday();
        match &self.0 {
            Extent::Daily { days, start, end } => {
                let hours = u32::from(*start)..u32::from(*end);
                (days.has(today) && hours.contains(&minute))
                    || (days.has(today.previous()) && hours.contains(&(minute + u32::from(DAY))))
            }
            Extent::Weekly { start, end } => {
                let day = u32::from(today.number_days_from_monday());
                let minute = day * u32::from(DAY) + minute;
                let (begun, ended) = (minute >= u32::from(*start), minute >= u32::from(*end));
                if start < end { begun && !ended } else { begun || !ended }
            }
            Extent::Dates { first, last } => (*first..=*last).contains(&date),
        }
    }

    /// Whether it is one of dates, the last of which lies before a day.
    pub(super) fn is_over(&self, today: Date) -> bool {
        matches!(self.0, Extent::Dates { last, .. } if last < today)
    }

    /// Whether it is one of dates.
    pub(super) fn is_of_dates(&self) -> bool {
        matches!(self.0, Extent::Dates { .. })
    }

    /// The minutes of a day at which it may start or end, whatever the day.
    pub(super) fn boundaries(&self) -> [u16; 2] {
        match self.0 {
            Extent::Daily { start, end, .. } | Extent::Weekly { start, end } => {
                [start % DAY, end % DAY]
            }
            Extent::Dates { .. } => [0, 0],
        }
    }
}

fn unreadable(text: &str) -> String {
    format!(
        "expected a span such as `mon-fri 18:00-23:30`, `fri 12:00 - mon 09:00` or \
         `2026-12-24..2027-01-02`, not `{text}`"
    )
}

/// `mon-fri 18:00-23:30`, either half of it, or `fri 12:00 - mon 09:00`.
fn parse_days(text: &str) -> Result<Extent, String> {
    let digit = text.find(|letter: char| letter.is_ascii_digit()).unwrap_or(text.len());
    let (days, times) = text.split_at_checked(digit).ok_or_else(|| unreadable(text))?;
    let days = days.trim();
    if times.is_empty() {
        return Ok(Extent::Daily { days: parse_weekdays(days, text)?, start: 0, end: DAY });
    }
    let (start, end) = times.split_once('-').ok_or_else(|| unreadable(text))?;
    let start = parse_time(start, 0..DAY)?;
    let end = end.trim();
    if end.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return parse_week_end(days, start, end, text);
    }
    let end = parse_time(end, 0..DAY + 1)?;
    if start == end {
        return Err(format!(
            "expected an end that differs from the start, not `{times}`; a whole day is `00:00-24:00`"
        ));
    }
    let end = if end < start { end + DAY } else { end };
    let days = if days.is_empty() { Days::ALL } else { parse_weekdays(days, text)? };
    Ok(Extent::Daily { days, start, end })
}

/// The end of `fri 12:00 - mon 09:00`.
fn parse_week_end(days: &str, start: u16, end: &str, text: &str) -> Result<Extent, String> {
    let (last_day, end) = end.split_once(' ').ok_or_else(|| unreadable(text))?;
    if days.is_empty() || days.contains(['-', ',']) {
        return Err(format!(
            "expected one weekday before the first time, as in `fri 12:00 - mon 09:00`, not `{text}`"
        ));
    }
    let start = minute_of_week(parse_weekday(days, text)?) + start;
    let end = minute_of_week(parse_weekday(last_day, text)?) + parse_time(end, 0..DAY + 1)?;
    let end = end % WEEK;
    if start == end {
        return Err(format!("expected an end that differs from the start, not `{text}`"));
    }
    Ok(Extent::Weekly { start, end })
}

fn minute_of_week(day: Weekday) -> u16 {
    u16::from(day.number_days_from_monday()) * DAY
}

/// `mon`, `mon-fri`, `fri-mon`, or several of them with commas.
fn parse_weekdays(text: &str, whole: &str) -> Result<Days, String> {
    let mut days = Days::NONE;
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        days.add_range(parse_weekday(first, whole)?, parse_weekday(last, whole)?);
    }
    Ok(days)
}

const WEEKDAYS: [(&str, &str, Weekday); 7] = [
    ("mon", "monday", Weekday::Monday),
    ("tue", "tuesday", Weekday::Tuesday),
    ("wed", "wednesday", Weekday::Wednesday),
    ("thu", "thursday", Weekday::Thursday),
    ("fri", "friday", Weekday::Friday),
    ("sat", "saturday", Weekday::Saturday),
    ("sun", "sunday", Weekday::Sunday),
];

fn parse_weekday(text: &str, whole: &str) -> Result<Weekday, String> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|letter| letter.is_ascii_alphabetic()) {
        return Err(unreadable(whole));
    }
    let known = WEEKDAYS.iter().find(|(short, long, _)| text == *short || text == *long);
    if let Some((.., day)) = known {
        return Ok(*day);
    }
    // Two letters tell all days apart, which is enough for `tues`, `mo` and `wensday`.
    let similar = text.get(..2).and_then(|start| {
        WEEKDAYS.iter().find(|(short, ..)| short.starts_with(start)).map(|(short, ..)| short)
    });
    Err(match similar {
        Some(short) => format!("expected a weekday, not `{text}`; did you mean `{short}`?"),
        None => format!("expected one of mon tue wed thu fri sat sun, not `{text}`"),
    })
}

/// A time as minutes of the day. Digits are decimal, `08` and `09` too.
fn parse_time(text: &str, allowed: std::ops::Range<u16>) -> Result<u16, String> {
    let text = text.trim();
    let number = |digits: &str, lengths: std::ops::RangeInclusive<usize>| {
        let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
        (is_number && lengths.contains(&digits.len())).then(|| digits.parse::<u16>().ok()).flatten()
    };
    let (hour, minute) = text
        .split_once(':')
        .and_then(|(hour, minute)| Some((number(hour, 1..=2)?, number(minute, 2..=2)?)))
        .ok_or_else(|| format!("expected a time such as `18:00`, not `{text}`"))?;
    let time = hour * 60 + minute;
    if minute > 59 {
        return Err(format!("expected minutes from 00 to 59, not `{text}`"));
    }
    if time > DAY {
        return Err(format!("expected a time from 00:00 to 24:00, not `{text}`"));
    }
    if !allowed.contains(&time) {
        return Err("expected a start before 24:00; the next day starts at 00:00".to_owned());
    }
    Ok(time)
}

/// Whether it starts as a date does: four digits and a dash.
fn starts_with_year(text: &str) -> bool {
    text.split_once('-').is_some_and(|(year, _)| {
        year.len() == 4 && year.bytes().all(|digit| digit.is_ascii_digit())
    })
}

/// `2026-12-24` or `2026-12-24..2027-01-02`.
fn parse_dates(text: &str) -> Result<Extent, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (parse_date(first)?, parse_date(last)?);
    if last < first {
        return Err(format!("expected the earlier date first, not `{text}`"));
    }
    Ok(Extent::Dates { first, last })
}

fn parse_date(text: &str) -> Result<Date, String> {
    let text = text.trim();
    let mut parts = text.split('-').map(|part| {
        let is_number = part.bytes().all(|digit| digit.is_ascii_digit());
        is_number.then(|| part.parse::<u16>().ok()).flatten()
    });
    let (Some(Some(year)), Some(Some(month)), Some(Some(day)), None, 10) =
        (parts.next(), parts.next(), parts.next(), parts.next(), text.len())
    else {
        return Err(format!("expected a date such as `2026-12-24`, without times, not `{text}`"));
    };
    let month = u8::try_from(month).ok().and_then(|month| Month::try_from(month).ok());
    month
        .zip(u8::try_from(day).ok())
        .and_then(|(month, day)| Date::from_calendar_date(i32::from(year), month, day).ok())
        .ok_or_else(|| format!("expected a date that is in the calendar, not `{text}`"))
}
