//! Owns what an MCP tool's arguments say it does to files, by common names; it does not know servers.
//!
//! The names are those of the reference servers (modelcontextprotocol/servers, "filesystem") and of editors' tools. A tool
//! whose verb says nothing may read and write what it is given.

use super::scope::Scope;
use super::touch::Touch;
use super::walk::Walk;
use super::{Access, Value};
use crate::call::ToolCall;
use serde_json::Value as Json;
use std::borrow::Cow;

const PATHS: [&str; 13] = [
    "path",
    "file_path",
    "filepath",
    "filePath",
    "notebook_path",
    "file",
    "filename",
    "directory",
    "paths",
    "files",
    "uri",
    "edits",
    "file_paths",
];
const SOURCES: [&str; 6] = ["source", "src", "from", "old_path", "oldPath", "sourcePath"];
const DESTINATIONS: [&str; 7] =
    ["destination", "dest", "dst", "to", "new_path", "newPath", "destinationPath"];

/// Verbs in a tool's name, and what they do to the paths in its arguments.
const VERBS: [(&[&str], &[Access]); 3] = [
    (&["delete", "remove", "rm", "unlink", "trash"], &[Access::Delete]),
    (
        &[
            "write", "create", "edit", "update", "append", "save", "insert", "replace", "patch",
            "put", "set", "mkdir", "touch", "upload", "export", "format",
        ],
        &[Access::Write],
    ),
    (
        &["read", "get", "view", "open", "cat", "load", "search", "grep", "find", "import"],
        &[Access::Read],
    ),
];

/// Words of tools that look at names only, if no verb says more.
const LOOKS: [&str; 6] = ["list", "tree", "info", "stat", "exists", "glob"];

/// Adds the effects of a call on the paths among its arguments.
pub fn follow(walk: &mut Walk, call: &ToolCall, scope: &Scope) {
    let words = words(&call.tool);
    let has = |verbs: &[&str]| words.iter().any(|word| verbs.contains(&word.as_str()));
    let mut touch = |keys: &[&str], accesses: &[Access], tree: bool| {
        for path in keys.iter().flat_map(|key| texts(&call.input, key)) {
            let path = local_path(path);
            for access in accesses {
                walk.path(
                    Touch::tree(*access, tree),
                    &Value::from(path.as_ref()),
                    &scope.saying(&path),
                );
            }
        }
    };
    if has(&["move", "rename", "mv"]) {
        touch(&SOURCES, &[Access::Delete], true);
        touch(&DESTINATIONS, &[Access::Write], false);
    } else if has(&["copy", "cp"]) {
        touch(&SOURCES, &[Access::Read], true);
        touch(&DESTINATIONS, &[Access::Write], false);
    }
    let said: Vec<Access> =
        VERBS.iter().filter(|(verbs, _)| has(verbs)).flat_map(|(_, done)| *done).copied().collect();
    match said.as_slice() {
        [] if has(&LOOKS) => {}
        [] => touch(&PATHS, &[Access::Read, Access::Write], false),
        accesses => touch(&PATHS, accesses, accesses == [Access::Delete]),
    }
}

/// The path that a `file:` address means (RFC 8089), or the path itself.
fn local_path(path: &str) -> Cow<'_, str> {
    let Some(address) = path.strip_prefix("file://") else { return Cow::Borrowed(path) };
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escape = after.get(..2).filter(|_| *first == b'%');
        let code = escape.and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

/// The words of the tool's own name, without its server's.
fn words(tool: &str) -> Vec<String> {
    let own = tool.rsplit("__").next().unwrap_or(tool);
    let mut words = vec![String::new()];
    for character in own.chars() {
        let starts = character.is_uppercase() || !character.is_alphanumeric();
        if starts {
            words.push(String::new());
        }
        if character.is_alphanumeric()
            && let Some(last) = words.last_mut()
        {
            last.extend(character.to_lowercase());
        }
    }
    words
}

/// The text under a key, or the texts of the array under it; of objects in it, the texts of their own paths.
fn texts<'c>(input: &'c Json, key: &str) -> Vec<&'c str> {
    match input.get(key) {
        Some(Json::String(text)) => vec![text],
        Some(Json::Array(items)) => {
            let path = |item: &'c Json| item.as_str().or_else(|| item.get("path")?.as_str());
            items.iter().filter_map(path).collect()
        }
        _ => Vec::new(),
    }
}
