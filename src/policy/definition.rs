//! Owns what of a project's file waits for a person's trust, in one form whatever its layout; it does not know what is
//! trusted.

use super::document::{Entry, entries};
use serde_json::{Map, Value, json};
use std::{borrow::Cow, collections::BTreeSet, ops::Range};
use toml::{Spanned, de::DeValue};

/// Keys of a project's file that count without trust: what they say can object, or lets more be seen.
const AT_ONCE: [&str; 6] = ["version", "timezone", "windows", "packs", "tests", "wrappers"];

/// Keys that never count in a project's file, so that there is nothing to agree to.
const NEVER: [&str; 4] = ["deadline_ms", "overrides", "enforce", "self_protection"];

/// Keys of a rule that counts without trust. A rule that has any other key waits.
const RULE_AT_ONCE: [&str; 8] =
    ["deny", "ask", "warn", "when", "unless", "because", "instead", "unknown"];

/// What of a project's file waits until a person trusts it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    waits: Value,
    /// The key of each part, and where it stands.
    places: Vec<(String, Vec<Range<usize>>)>,
}

/// A part of a file that waits, as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The key at the top of the file.
    pub key: String,
    /// The lines on which it stands, each with its number.
    pub lines: Vec<(usize, String)>,
}

impl Definition {
    /// What waits among the keys at the top of a project's file, if anything does.
    pub(super) fn of(top: &[Entry]) -> Option<Self> {
        let mut waits = Map::new();
        let mut places = Vec::new();
        for (section, entry) in waiting(top) {
            let table = match section {
                None => &mut waits,
                Some(name) => match waits.entry(name).or_insert_with(|| json!({})) {
                    Value::Object(table) => table,
                    _ => continue,
                },
            };
            table.insert(entry.key.to_owned(), canonical(entry.value));
            let mut spans = vec![entry.key_span.clone(), entry.span.clone()];
            inner_spans(entry.value, &mut spans);
            places.push((section.unwrap_or(entry.key).to_owned(), spans));
        }
        (!places.is_empty()).then(|| Definition { waits: Value::Object(waits), places })
    }

    /// The definition as one line of JSON with its keys in order: what would be trusted, in which file of which project.
    /// Comments, order and layout do not change it, and every value does.
    pub fn text(&self, project: &str, file: &str) -> String {
        let mut whole = json!({ "project": project, "file": file, "waits": self.waits });
        whole.sort_all_objects();
        whole.to_string()
    }

    /// The parts as they are written in the text that the definition was read from.
    pub fn parts(&self, text: &str) -> Vec<Part> {
        let lines: Vec<&str> = text.split('\n').collect();
        let starts: Vec<usize> = lines
            .iter()
            .scan(0, |next, line| Some(std::mem::replace(next, *next + line.len() + 1)))
            .collect();
        let number = |place: usize| starts.partition_point(|start| *start <= place);
        let written = |spans: &[Range<usize>]| -> Vec<(usize, String)> {
            let numbers: BTreeSet<usize> = spans
                .iter()
                .flat_map(|span| number(span.start)..=number(span.end.max(span.start + 1) - 1))
                .collect();
            let line = |number: usize| Some((number, (*lines.get(number - 1)?).to_owned()));
            numbers.into_iter().filter_map(line).collect()
        };
        let part = |(key, spans): &(String, Vec<Range<usize>>)| Part {
            key: key.clone(),
            lines: written(spans),
        };
        self.places.iter().map(part).collect()
    }
}

/// The entries that wait, each with the table at the top in which it stands.
fn waiting<'d>(top: &[Entry<'d>]) -> Vec<(Option<&'static str>, Entry<'d>)> {
    let never = |entry: &Entry| {
        let lets_through = || matches!(entry.value, DeValue::String(value) if value == "allow");
        NEVER.contains(&entry.key) || entry.key == "on_error" && lets_through()
    };
    let mut waiting: Vec<_> = top
        .iter()
        .filter(|entry| entry.key != "rules" && !AT_ONCE.contains(&entry.key) && !never(entry))
        .map(|entry| (None, entry.clone()))
        .collect();
    let rules: Vec<Entry> = table(top, "rules").into_iter().filter(rule_waits).collect();
    if rules.is_empty() {
        return waiting;
    }
    // When a rule speaks is a part of what it says.
    let mut named = BTreeSet::new();
    rules.iter().for_each(|rule| windows_named(rule.value, &mut named));
    let windows = table(top, "windows").into_iter().filter(|window| named.contains(window.key));
    let timezone = top.iter().filter(|entry| entry.key == "timezone" && !named.is_empty());
    waiting.extend(timezone.map(|entry| (None, entry.clone())));
    waiting.extend(windows.map(|window| (Some("windows"), window)));
    waiting.extend(rules.into_iter().map(|rule| (Some("rules"), rule)));
    waiting
}

/// The entries of a table at the top of the file.
fn table<'d>(top: &[Entry<'d>], key: &str) -> Vec<Entry<'d>> {
    match top.iter().find(|entry| entry.key == key).map(|entry| entry.value) {
        Some(DeValue::Table(table)) => entries(table),
        _ => Vec::new(),
    }
}

/// Whether a rule does more than object.
fn rule_waits(rule: &Entry) -> bool {
    match rule.value {
        DeValue::Table(keys) => {
            keys.iter().any(|(key, _)| !RULE_AT_ONCE.contains(&key.get_ref().as_ref()))
        }
        _ => false,
    }
}

/// Collects the windows that `during` names anywhere in a rule.
fn windows_named<'d>(value: &'d DeValue<'d>, names: &mut BTreeSet<&'d str>) {
    match value {
        DeValue::Table(table) => {
            for (key, value) in table {
                match value.get_ref() {
                    DeValue::String(name) if key.get_ref() == "during" => _ = names.insert(name),
                    DeValue::Array(items) if key.get_ref() == "during" => {
                        names.extend(items.iter().filter_map(|item| item.get_ref().as_str()));
                    }
                    value => windows_named(value, names),
                }
            }
        }
        DeValue::Array(items) => {
            items.iter().for_each(|item| windows_named(item.get_ref(), names));
        }
        _ => {}
    }
}

/// Where all that lies inside of a value stands. The tables of a file need not lie together.
fn inner_spans(value: &DeValue, spans: &mut Vec<Range<usize>>) {
    match value {
        DeValue::Table(table) => {
            for (key, value) in table {
                spans.extend([key.span(), value.span()]);
                inner_spans(value.get_ref(), spans);
            }
        }
        DeValue::Array(items) => {
            for item in items {
                spans.push(item.span());
                inner_spans(item.get_ref(), spans);
            }
        }
        _ => {}
    }
}

/// The value as JSON. What JSON does not have becomes a table with the one key `$toml`; in a key of the file a `$` at the
/// start is written twice, so that no two values look alike.
fn canonical(value: &DeValue) -> Value {
    let foreign = |text: String| json!({ "$toml": text });
    match value {
        DeValue::String(text) => json!(text),
        DeValue::Boolean(value) => json!(value),
        DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
            .map_or_else(|_| foreign(integer.to_string()), Value::from),
        DeValue::Float(float) => foreign(float.to_string()),
        DeValue::Datetime(datetime) => foreign(datetime.to_string()),
        DeValue::Array(items) => items.iter().map(|item| canonical(item.get_ref())).collect(),
        DeValue::Table(table) => {
            let entry = |(key, value): (&Spanned<Cow<str>>, &Spanned<DeValue>)| {
                let dollar = if key.get_ref().starts_with('$') { "$" } else { "" };
                (format!("{dollar}{}", key.get_ref()), canonical(value.get_ref()))
            };
            Value::Object(table.iter().map(entry).collect())
        }
    }
}
