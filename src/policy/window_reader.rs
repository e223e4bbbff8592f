//! Owns reading `[windows]` and the names of zones; it does not know what a span means.

use super::{
    Span, Window,
    document::{Document, Entry, Text},
    error::ErrorKind,
    is_valid_zone_name, words,
};
use std::{collections::BTreeMap, sync::Arc};

/// The longest name of a rule or window; names stand in messages and in the audit.
const LONGEST_NAME: usize = 64;

/// The windows of a file by their names.
pub(super) type Windows = BTreeMap<String, Arc<Window>>;

/// Whether a rule or a window may be called this; `/` stands between a pack and what is in it.
pub(super) fn is_name(name: &str) -> bool {
    let allowed = |character: char| character.is_alphanumeric() || "-_.".contains(character);
    !name.is_empty() && name.chars().count() <= LONGEST_NAME && name.chars().all(allowed)
}

/// Reads the windows of a file; `timezone` is the zone of those that name none.
pub(super) fn read_windows(
    document: &mut Document,
    windows: &Entry,
    timezone: Option<&str>,
) -> Windows {
    let entries = document.table(windows).unwrap_or_default();
    let mut windows = Windows::new();
    for entry in &entries {
        let mut window = read_window(document, entry);
        window.timezone = window.timezone.or_else(|| timezone.map(str::to_owned));
        windows.insert(entry.key.to_owned(), Arc::new(window));
    }
    windows
}

/// Reads one window: a span, a list of spans, or a table of spans and a zone.
fn read_window(document: &mut Document, entry: &Entry) -> Window {
    let mut window = Window { spans: Vec::new(), timezone: None };
    if !matches!(entry.value, toml::de::DeValue::Table(_)) {
        let texts = document.strings(entry);
        window.spans = read_spans(document, entry, texts);
        return window;
    }
    let table = document.table(entry).unwrap_or_default();
    for key in &table {
        match key.key {
            "spans" => {
                let texts = document.strings(key);
                window.spans = read_spans(document, key, texts);
            }
            "timezone" => window.timezone = zone_name(document, key),
            _ => document.unexpected_key(key, "a window", words::WINDOW, &[]),
        }
    }
    if !table.iter().any(|key| key.key == "spans") {
        let message = format!("the window `{}` has no `spans`", entry.key);
        let help = "for example spans = [\"mon-fri 18:00-23:30\"]";
        document.error(ErrorKind::NeverMatches, &entry.key_span, &message, help);
    }
    window
}

/// Reads spans, each as a person writes it.
fn read_spans(document: &mut Document, entry: &Entry, texts: Vec<Text>) -> Vec<Span> {
    if texts.len() > Window::MAX_SPANS {
        let message = format!("a window may have {} spans", Window::MAX_SPANS);
        let help = "split it: `during` takes a list of windows";
        document.error(ErrorKind::BadValue, &entry.span, &message, help);
    }
    let mut spans = Vec::new();
    for (text, place) in texts.into_iter().take(Window::MAX_SPANS) {
        match Span::parse(text) {
            Ok(span) => spans.push(span),
            Err(message) => {
                let help = "spans are `mon-fri 18:00-23:30`, `fri 12:00 - mon 09:00` or \
                            `2026-12-24..2027-01-02`";
                document.error(ErrorKind::Span, &place, &message, help);
            }
        }
    }
    spans
}

/// Reads the name of a zone.
pub(super) fn zone_name(document: &mut Document, entry: &Entry) -> Option<String> {
    let (name, span) = document.string(entry)?;
    if !is_valid_zone_name(name) {
        let message = format!("`{name}` cannot be the name of a time zone");
        let help = "zones are named as in `Europe/Berlin` or `UTC`";
        document.error(ErrorKind::Timezone, &span, &message, help);
    }
    Some(name.to_owned())
}
