//! Owns reading what rules say about git; it does not match it.

use super::{
    document::{Document, Entry, entries},
    error::ErrorKind,
    git_terms::{AssignmentPattern, ForcePattern, Losses, Names, PushPattern},
    words,
};
use crate::effects::Lost;
use toml::de::DeValue;

/// Reads `push`: `true`, a table, or a list of tables.
pub(super) fn pushes(document: &mut Document, key: &Entry) -> Option<Vec<PushPattern>> {
    if is_all(document, key, "true or a table")? {
        return Some(vec![PushPattern::default()]);
    }
    let tables = match key.value {
        DeValue::Table(table) => vec![entries(table)],
        _ => document.tables(key).into_iter().map(|(keys, _)| keys).collect(),
    };
    if tables.iter().any(Vec::is_empty) {
        let message = "`push` has an empty table, which every push fits";
        document.error(ErrorKind::NeverMatches, &key.span, message, "write push = true");
    }
    Some(tables.iter().map(|keys| push(document, keys)).collect())
}

fn push(document: &mut Document, keys: &[Entry]) -> PushPattern {
    const FORCES: [(&str, ForcePattern); 2] =
        [("any", ForcePattern::Any), ("unleased", ForcePattern::Unleased)];
    let mut pattern = PushPattern::default();
    for key in keys {
        match key.key {
            "remote" => pattern.remote = names(document, key),
            "branch" => pattern.branch = branches(document, key),
            "force" => pattern.force = document.choice(key, &FORCES),
            "delete" => pattern.delete = document.boolean(key),
            "tags" => pattern.tags = document.boolean(key),
            _ => document.unexpected_key(key, "`push`", words::PUSH, &[]),
        }
    }
    pattern
}

/// Reads `discard`: `true`, or the kinds of what is lost.
pub(super) fn losses(document: &mut Document, key: &Entry) -> Option<Losses> {
    if is_all(document, key, "true, a string or a list of strings")? {
        return Some(Lost::ALL.iter().map(|(_, lost)| *lost).collect());
    }
    Some(document.choices(key, &Lost::ALL))
}

/// Whether a key is `true`; noted as an error, and nothing, if it is of a type that fits neither.
fn is_all(document: &mut Document, key: &Entry, expected: &str) -> Option<bool> {
    match (key.key, key.value) {
        (_, DeValue::Boolean(true)) => Some(true),
        ("push", DeValue::Table(_) | DeValue::Array(_)) => Some(false),
        ("discard", DeValue::String(_) | DeValue::Array(_)) => Some(false),
        (_, DeValue::Boolean(false)) => {
            let message = format!("`{}` must be {expected}, not false", key.key);
            document.error(ErrorKind::BadValue, &key.span, &message, "leave the key out");
            None
        }
        _ => {
            document.wrong_type(key, expected);
            None
        }
    }
}

/// Reads names of branches, which may be written in full: `refs/heads/main`.
pub(super) fn branches(document: &mut Document, key: &Entry) -> Option<Names> {
    names_without(document, key, "refs/heads/")
}

/// Reads names with wildcards and exceptions.
fn names(document: &mut Document, key: &Entry) -> Option<Names> {
    names_without(document, key, "")
}

fn names_without(document: &mut Document, key: &Entry, start: &str) -> Option<Names> {
    let texts = document.strings(key);
    let patterns: Vec<&str> = texts.iter().map(|(text, _)| *text).collect();
    match Names::parse(&patterns, start) {
        Ok(names) => Some(names),
        Err((index, message)) => {
            let span = texts.get(index).map_or(&key.span, |(_, span)| span);
            document.error(ErrorKind::Glob, span, &message, "");
            None
        }
    }
}

/// Reads assignments.
pub(super) fn assignments(document: &mut Document, key: &Entry) -> Vec<AssignmentPattern> {
    document.parsed(key, AssignmentPattern::parse)
}

/// Reads `repo`, which knows one word.
pub(super) fn repo(document: &mut Document, key: &Entry) -> bool {
    document.choice(key, &[("worktree", true)]).unwrap_or(false)
}
