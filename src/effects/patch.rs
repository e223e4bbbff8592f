//! Owns what a patch does to files; it does not apply patches.
//!
//! The format is Codex's `apply_patch` (V4A): `*** Add File:`, `*** Update File:` with an optional `*** Move to:`, and
//! `*** Delete File:`, each with a path relative to the call's directory. Codex and Maka trim blanks around paths.

use super::scope::Scope;
use super::touch::Touch;
use super::walk::Walk;
use super::{Access, Value};

const HEADERS: [(&str, &[Access]); 4] = [
    ("*** Add File:", &[Access::Write]),
    ("*** Update File:", &[Access::Read, Access::Write]),
    ("*** Delete File:", &[Access::Delete]),
    ("*** Move to:", &[Access::Write]),
];

/// Adds the effects of a patch text.
pub fn follow(walk: &mut Walk, text: &str, scope: &Scope) {
    let mut updated: Option<&str> = None;
    let mut updating = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        // Inside an update a leading blank marks a line of context; elsewhere blanks before a header are ignored.
        let line = if updating { line.trim_end() } else { line.trim() };
        let header = HEADERS.iter().find_map(|(header, accesses)| {
            line.strip_prefix(header).map(|path| (*header, *accesses, path.trim()))
        });
        let Some((header, accesses, path)) = header else { continue };
        let added = match header {
            "*** Add File:" => Some(added_lines(&mut lines)),
            "*** Update File:" | "*** Move to:" => Some(changed_lines(lines.clone())),
            _ => None,
        };
        if header == "*** Move to:"
            && let Some(from) = updated.take()
        {
            // The file leaves its old place.
            walk.path(Touch::moved(false), &Value::from(from), &scope.saying(line));
        }
        updating = matches!(header, "*** Update File:" | "*** Move to:");
        updated = (header == "*** Update File:").then_some(path);
        for access in accesses {
            let touch = match access {
                Access::Write => Touch::written(added.clone()),
                access => Touch::file(*access),
            };
            walk.path(touch, &Value::from(path), &scope.saying(line));
        }
    }
}

/// What an update puts in: its lines that begin with `+`, up to the next header.
fn changed_lines(mut lines: std::iter::Peekable<std::str::Lines>) -> String {
    lines.next_if(|line| line.starts_with("*** Move to:"));
    let is_header = |line: &&str| line.starts_with("*** ") && !line.starts_with("*** End of File");
    let own = lines.take_while(|line| !is_header(line));
    own.filter_map(|line| line.strip_prefix('+')).flat_map(|line| [line, "\n"]).collect()
}

/// The text of a new file: the lines that begin with `+`.
fn added_lines(lines: &mut std::iter::Peekable<std::str::Lines>) -> String {
    let mut text = String::new();
    while let Some(line) = lines.next_if(|line| line.starts_with('+')) {
        text.push_str(line.get(1..).unwrap_or_default());
        text.push('\n');
    }
    text
}
