//! Owns warnings about windows that are of no use and zones that the machine does not have; it does not know the clock.

use super::{
    Span,
    clock::Clock,
    document::{Document, Entry},
    judge::Zones,
    lint::WrittenRule,
    lint_rules::strings,
    reader::find,
    words::nearest,
};
use std::collections::BTreeSet;
use time::{Date, Duration, OffsetDateTime};
use toml::de::DeValue;

/// Notes windows that never open again, that never close, and that no rule looks at.
pub(super) fn windows(document: &mut Document, rules: &[WrittenRule], top: &[Entry], now: i64) {
    let keys = rules.iter().flat_map(WrittenRule::tables).flat_map(|(keys, _)| keys);
    let used: BTreeSet<&str> =
        keys.filter(|key| key.key == "during").flat_map(|key| strings(key.value)).collect();
    // Wherever it is still today.
    let today = OffsetDateTime::from_unix_timestamp(now).ok();
    let today = today.and_then(|now| now.date().checked_sub(Duration::DAY));
    for (name, entry, spans) in spans(document, top) {
        let spans: Vec<Span> =
            strings(spans.value).into_iter().filter_map(|text| Span::parse(text).ok()).collect();
        if today.is_some_and(|today| spans.iter().all(|span| span.is_over(today))) {
            let message = format!("the window `{name}` is over and never opens again");
            document.warning(&entry.key_span, &message, "give it new dates, or remove it");
        }
        if is_always_open(&spans) {
            let message = format!("the window `{name}` is always open");
            let help =
                "a rule with it in `when` needs no window; with it in `unless` it never speaks";
            document.warning(&entry.key_span, &message, help);
        }
        if !used.contains(name) && !name.contains('/') {
            let message = format!("no rule of this file looks at the window `{name}`");
            let help =
                "name it in `during`; that of a pack is replaced under the name \"pack/window\"";
            document.warning(&entry.key_span, &message, help);
        }
    }
}

/// Each window with its name and its spans.
fn spans<'d>(document: &mut Document, top: &[Entry<'d>]) -> Vec<(&'d str, Entry<'d>, Entry<'d>)> {
    let windows = find(top, "windows").and_then(|it| document.table(it)).unwrap_or_default();
    let mut spans = Vec::new();
    for window in windows {
        let own = match window.value {
            DeValue::Table(_) => {
                let keys = document.table(&window).unwrap_or_default();
                find(&keys, "spans").cloned()
            }
            _ => Some(window.clone()),
        };
        spans.extend(own.map(|spans| (window.key, window, spans)));
    }
    spans
}

/// Whether the spans leave out no minute of any week.
fn is_always_open(spans: &[Span]) -> bool {
    let weekly: Vec<&Span> = spans.iter().filter(|span| !span.is_of_dates()).collect();
    // Any seven days in a row will do.
    let days = (0..7).filter_map(|day| Date::MIN.checked_add(Duration::days(7 + day)));
    let minutes = days.flat_map(|date| (0..24 * 60).map(move |minute| (date, minute * 60)));
    !weekly.is_empty()
        && minutes
            .into_iter()
            .all(|(date, second)| weekly.iter().any(|it| it.contains(date, second)))
}

/// Notes zones that cannot be read: a rule with such a window denies what it is about.
pub(super) fn zones(document: &mut Document, top: &[Entry], zones: &dyn Zones) {
    let clock = Clock::new(zones);
    let windows = find(top, "windows").and_then(|it| document.table(it)).unwrap_or_default();
    let mut named: Vec<Entry> = find(top, "timezone").cloned().into_iter().collect();
    for window in windows.iter().filter(|window| window.value.is_table()) {
        let keys = document.table(window).unwrap_or_default();
        named.extend(find(&keys, "timezone").cloned());
    }
    for entry in named {
        let name = entry.value.as_str();
        if let (Some(name), Err(why)) = (name, clock.zone(name)) {
            let known = zones.names();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let help = match nearest(name, &known) {
                Some(known) => format!("did you mean `{known}`?"),
                None => "until then rules that need it cannot be judged".to_owned(),
            };
            document.warning(&entry.span, &why, &help);
        }
    }
}
