//! Owns how what waits for trust is shown to a person; it does not decide anything.
//!
//! All of it is shown, however long, and so that it cannot speak to the terminal: it is what the person agrees to.

use super::shown;
use super::subject::Subject;
use crate::cli::lines::fill;
use crate::text::visible;
use crate::trust::Entry;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// How wide an explanation is, in characters; with its indent it makes 80.
const WIDTH: usize = 74;

/// What waits in a file; `earlier` is what of it was agreed to before.
pub fn show(subject: &Subject, earlier: Option<&Entry>) -> String {
    let Subject { path, text, definition, entry } = subject;
    let (state, changes) = match earlier {
        None => ("waits for trust".to_owned(), String::new()),
        Some(earlier) if earlier.sha256 == entry.sha256 => {
            (format!("is trusted since {}", moment(&earlier.when)), String::new())
        }
        Some(earlier) => {
            ("has changed, and waits for trust again".to_owned(), changes(earlier, entry))
        }
    };
    let mut shown = format!("{} {state}\n", shown(path));
    for part in definition.parts(text) {
        shown.push('\n');
        for (number, line) in &part.lines {
            // Writing to a String cannot fail.
            let _ = writeln!(shown, "{number:>4} | {}", visible(line.trim_end_matches('\r')));
        }
        for line in fill(change(&part.key), WIDTH) {
            let _ = writeln!(shown, "      {line}");
        }
    }
    let project = visible(&entry.place.project);
    let _ = writeln!(shown, "{changes}\nproject {project}\nsha256  {}", entry.sha256);
    shown
}

/// What a part changes where it is trusted.
fn change(key: &str) -> &'static str {
    match key {
        "unknown" => "says what the file's rules do where it cannot be known whether they apply",
        "on_error" => {
            "denies what hookshim cannot judge in this project, even if your own policy lets that through"
        }
        "scripts" => {
            "says whether the file's rules ask about scripts that are not read or cannot be known"
        }
        "tools" => "says what arguments of these tools are, for all rules and yours too",
        "windows" | "timezone" => "says when the rules below rewrite calls",
        "rules" => "lets this rule rewrite calls",
        _ => "counts",
    }
}

/// What has been taken away and what has come since a person agreed.
fn changes(earlier: &Entry, entry: &Entry) -> String {
    let (before, after) = (settings(earlier), settings(entry));
    let differ = |left: &BTreeMap<String, String>, right: &BTreeMap<String, String>, sign| {
        let gone = left.iter().filter(|(key, value)| right.get(*key) != Some(value));
        gone.map(|(key, value)| format!("    {sign} {key} = {value}\n")).collect::<String>()
    };
    format!(
        "\nSince you trusted it on {}:\n{}{}",
        moment(&earlier.when),
        differ(&before, &after, '-'),
        differ(&after, &before, '+')
    )
}

/// Every setting of what was agreed to, by the path of its keys.
fn settings(entry: &Entry) -> BTreeMap<String, String> {
    let mut settings = BTreeMap::new();
    flatten(&entry.waits().unwrap_or_default(), "", &mut settings);
    settings
}

fn flatten(value: &Value, path: &str, settings: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(table) if !table.is_empty() => {
            for (key, value) in table {
                let is_bare = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
                let key = match !key.is_empty() && key.chars().all(is_bare) {
                    true => key.clone(),
                    false => Value::from(key.as_str()).to_string(),
                };
                let dot = if path.is_empty() { "" } else { "." };
                flatten(value, &format!("{path}{dot}{key}"), settings);
            }
        }
        value => _ = settings.insert(visible(path), visible(&value.to_string())),
    }
}

/// An instant of RFC 3339 as people read it: `2026-11-30 09:00 UTC`.
pub fn moment(instant: &str) -> String {
    match instant.split_once('T').and_then(|(date, time)| Some((date, time.get(..5)?))) {
        Some((date, time)) => format!("{} {} UTC", visible(date), visible(time)),
        None => visible(instant),
    }
}
