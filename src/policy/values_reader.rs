//! Owns reading what keys of a verb, `when` and `unless` say of requests, statements, texts and inputs; it does not apply
//! it.

use super::{
    document::{Document, Entry},
    error::ErrorKind,
    pattern::{Pattern, Regex, between_slashes},
    request::Request,
    rule_reader::filled_strings,
    statement::Sql,
    words,
};
use crate::effects::{Feed, Place};
use std::ops::Range;
use toml::de::DeValue;

/// `fed_by`
pub(super) fn feeds(document: &mut Document, entry: &Entry) -> Vec<Feed> {
    document.choices(entry, &Feed::ALL.map(|feed| (feed.name(), feed)))
}

/// `place`
pub(super) fn places(document: &mut Document, entry: &Entry) -> Vec<Place> {
    document.choices(entry, &Place::ALL.map(|place| (place.name(), place)))
}

/// `sql`
pub(super) fn statements(document: &mut Document, entry: &Entry) -> Vec<Sql> {
    document.parsed(entry, Sql::parse)
}

/// `content`, which takes regexes alone: no person knows the whole text of a file.
pub(super) fn texts(document: &mut Document, entry: &Entry) -> Vec<Regex> {
    let mut regexes = Vec::new();
    for (text, span) in document.strings(entry) {
        let read = between_slashes(text).map(|regex| Regex::parse(regex, false));
        match read {
            Some(Ok(regex)) => regexes.push(regex),
            Some(Err(message)) => document.error(ErrorKind::BadValue, &span, &message, ""),
            None => {
                let message = format!("`{}` must be a regex between slashes", entry.key);
                let help = match with_flags(text) {
                    Some((regex, flags)) => format!("write \"/(?{flags}){regex}/\""),
                    None => format!("write \"/{text}/\""),
                };
                document.error(ErrorKind::BadValue, &span, &message, &help);
            }
        }
    }
    regexes
}

/// The parts of `/regex/flags`, as other languages write it.
fn with_flags(text: &str) -> Option<(&str, &str)> {
    let (regex, flags) = text.strip_prefix('/')?.rsplit_once('/')?;
    flags.chars().all(|flag| "imsx".contains(flag)).then_some((regex, flags))
}

/// `connect`: globs of hosts, or a table.
pub(super) fn requests(document: &mut Document, entry: &Entry) -> Vec<Request> {
    let is_table = matches!(entry.value, DeValue::Table(_))
        || matches!(entry.value, DeValue::Array(items)
            if items.first().is_some_and(|it| matches!(it.get_ref(), DeValue::Table(_))));
    if !is_table && !matches!(entry.value, DeValue::String(_) | DeValue::Array(_)) {
        document.wrong_type(entry, "a host, a list of hosts, or a table");
        return Vec::new();
    }
    if !is_table {
        return vec![Request { hosts: Some(hosts(document, entry)), ..Request::default() }];
    }
    let tables = document.tables(entry);
    tables.into_iter().map(|(keys, span)| request(document, entry, &keys, &span)).collect()
}

fn request(document: &mut Document, table: &Entry, keys: &[Entry], span: &Range<usize>) -> Request {
    let mut request = Request::default();
    if keys.is_empty() {
        let message = format!("`{}` has an empty table, which says nothing", table.key);
        let help = "name a host, for example { host = \"*.example.com\", method = \"POST\" }";
        document.error(ErrorKind::NeverMatches, span, &message, help);
    }
    for key in keys {
        match key.key {
            "host" => request.hosts = Some(hosts(document, key)),
            "method" => {
                let methods = filled_strings(document, key).into_iter();
                request.methods =
                    Some(methods.map(|(text, _)| text.to_ascii_uppercase()).collect());
            }
            "url" => request.urls = Some(patterns(document, key)),
            "body" => request.bodies = Some(patterns(document, key)),
            _ => document.unexpected_key(key, "`connect`", words::CONNECT, &[]),
        }
    }
    request
}

/// Globs of hosts. An address is none.
fn hosts(document: &mut Document, entry: &Entry) -> Vec<String> {
    let mut hosts = Vec::new();
    for (text, span) in filled_strings(document, entry) {
        if text.contains('/') {
            let message = format!("`{text}` is no host");
            let help = "a host is written like `*.example.com`; for addresses there is { url = … }";
            document.error(ErrorKind::BadValue, &span, &message, help);
        }
        hosts.push(text.to_owned());
    }
    hosts
}

/// Regexes, and texts with `*`.
pub(super) fn patterns(document: &mut Document, entry: &Entry) -> Vec<Pattern> {
    document.parsed(entry, Pattern::parse)
}

/// `input`: JSON pointers, each with what stands there.
pub(super) fn input(document: &mut Document, entry: &Entry) -> Vec<(String, Vec<Pattern>)> {
    let keys = document.table(entry).unwrap_or_default();
    if keys.is_empty() && matches!(entry.value, DeValue::Table(_)) {
        let message = "`input` has an empty table, which says nothing";
        let help = "name a part of the input by its JSON pointer: { \"/owner\" = \"acme\" }";
        document.error(ErrorKind::NeverMatches, &entry.span, message, help);
    }
    let mut input = Vec::new();
    for key in &keys {
        pointer(document, key.key, &key.key_span);
        input.push((key.key.to_owned(), patterns(document, key)));
    }
    input
}

/// Notes what is no JSON pointer (RFC 6901).
pub(super) fn pointer(document: &mut Document, text: &str, span: &Range<usize>) {
    if !text.starts_with('/') {
        let message = format!("`{text}` is no JSON pointer");
        let help = format!("write `/{text}` for the key at the top of the input");
        document.error(ErrorKind::BadValue, span, &message, &help);
    } else if text.split('~').skip(1).any(|after| !after.starts_with(['0', '1'])) {
        let message = format!("`{text}` is no JSON pointer");
        let help = "write `~0` for a `~` in a key, and `~1` for a `/`";
        document.error(ErrorKind::BadValue, span, &message, help);
    }
}
