//! What looks like a secret is hidden in all that hookshim says, and nothing else is.

#![allow(clippy::unwrap_used)] // a test may fail loudly

use hookshim::text::secrets::mask;

const TABLE: &str = include_str!("secrets.table");

#[test]
fn what_looks_like_a_secret_is_hidden() {
    let mut failures = Vec::new();
    for row in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (text, shown) = match row.strip_suffix("==") {
            Some(text) => (text.trim(), text.trim()),
            None => {
                row.rsplit_once(" => ").map(|(text, shown)| (text.trim(), shown.trim())).unwrap()
            }
        };
        let came = mask(&text.replace('⏎', "\n")).replace('\n', "⏎");
        if came != shown {
            failures.push(format!("{text}\n    came {came}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_is_hidden_stays_hidden_wherever_a_text_begins() {
    for row in TABLE.lines() {
        for (at, _) in row.char_indices() {
            let part = row.get(at..).unwrap();
            assert_eq!(mask(&mask(part)), mask(part), "{part}");
        }
    }
}
