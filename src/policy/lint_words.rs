//! Owns warnings about words that no host sends; it does not judge calls.

use super::{
    document::{Document, Entry},
    reader::find,
    words::nearest,
};
use crate::{call::Kind, host::Host};

/// Notes words of a table that are probably not what is meant.
pub(super) fn words(document: &mut Document, keys: &[Entry]) {
    for key in keys {
        match key.key {
            "mode" => modes(document, key, find(keys, "host")),
            "host" => {
                unsent(document, key, &Host::NAMES, "no call comes from the host");
            }
            "origin" => unsent(document, key, &Host::ORIGINS, "no host sends the origin"),
            "tool" => tools(document, key),
            _ => {}
        }
    }
}

/// Notes modes that the hosts which the table names do not send, or no host that is known.
fn modes(document: &mut Document, key: &Entry, host: Option<&Entry>) {
    let named = host.map(|host| document.strings(host)).unwrap_or_default();
    let named: Option<Vec<Host>> = named.iter().map(|(name, _)| Host::named(name)).collect();
    let named = named.filter(|named| !named.is_empty());
    let all = || Host::NAMED.into_iter().chain([Host::Unknown]).collect();
    let message = match &named {
        Some(_) => "the host of this table does not send the mode",
        None => "no host that is known sends the mode",
    };
    let hosts: Vec<Host> = named.unwrap_or_else(all);
    let mut known: Vec<&str> = hosts.iter().flat_map(|host| host.modes()).copied().collect();
    known.sort_unstable();
    known.dedup();
    unsent(document, key, &known, message);
}

/// Notes words that are not among those that are sent.
fn unsent(document: &mut Document, key: &Entry, known: &[&str], message: &str) {
    for (word, span) in document.strings(key) {
        if known.contains(&word) {
            continue;
        }
        let help = match alike(word, known) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("known are {}", known.join(", ")),
        };
        document.warning(&span, &format!("{message} `{word}`"), &help);
    }
}

/// The known word that is meant: in other letters, misspelt, or cut short (`claude`).
fn alike<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let same = |known: &&&str| known.eq_ignore_ascii_case(word);
    let longer = |known: &&&str| word.len() > 2 && known.starts_with(word);
    let found = known.iter().find(same).copied().or_else(|| nearest(word, known));
    found.or_else(|| known.iter().find(longer).copied())
}

/// Notes names of tools that are a host's name, or a kind's, but for upper and lower case.
fn tools(document: &mut Document, key: &Entry) {
    for (name, span) in document.strings(key) {
        let is_kind = Kind::ALL.iter().any(|kind| kind.name() == name);
        let is_tool = Host::TOOLS.iter().any(|(tool, _)| *tool == name);
        if is_kind || is_tool {
            continue;
        }
        let tool = Host::TOOLS.iter().find(|(tool, _)| tool.eq_ignore_ascii_case(name));
        let kind = Kind::ALL.iter().find(|kind| kind.name().eq_ignore_ascii_case(name));
        let help = match (tool, kind) {
            (Some((tool, Kind::Other)), _) => format!("write `{tool}`"),
            (Some((tool, kind)), _) => {
                format!("write `{tool}`, or `{}` for all tools of that kind", kind.name())
            }
            (None, Some(kind)) => format!("write `{}` for all tools of that kind", kind.name()),
            (None, None) => continue,
        };
        let message = format!("no host that is known has a tool `{name}`");
        document.warning(&span, &message, &help);
    }
}
