//! Owns what an MCP tool's arguments say it does to files, by common names; it does not know servers.
//!
//! The names are those of the reference servers (modelcontextprotocol/servers, "filesystem") and of editors' tools. A tool
//! whose verb says nothing may read and write what it is given.

use super::scope::Scope;
use super::touch::Touch;
use super::walk::Walk;
use super::{Access, Value};
use crate::call::ToolCall;

const PATHS: [&str; 10] = [
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
];
const SOURCES: [&str; 5] = ["source", "src", "from", "old_path", "oldPath"];
const DESTINATIONS: [&str; 6] = ["destination", "dest", "dst", "to", "new_path", "newPath"];

/// A verb in a tool's name, and what it does to the paths in its arguments.
const VERBS: [(&[&str], &[Access]); 4] = [
    (&["list", "tree", "info", "stat", "exists", "glob"], &[]),
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

/// Adds the effects of a call on the paths among its arguments.
pub fn follow(walk: &mut Walk, call: &ToolCall, scope: &Scope) {
    let words = words(&call.tool);
    let has = |verbs: &[&str]| words.iter().any(|word| verbs.contains(&word.as_str()));
    let mut touch = |keys: &[&str], accesses: &[Access], tree: bool| {
        for path in keys.iter().flat_map(|key| texts(call, key)) {
            let path = path.strip_prefix("file://").unwrap_or(path);
            for access in accesses {
                walk.path(Touch::tree(*access, tree), &Value::from(path), &scope.saying(path));
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
    let verb = VERBS.iter().find(|(verbs, _)| has(verbs));
    let accesses = verb.map_or([Access::Read, Access::Write].as_slice(), |(_, accesses)| accesses);
    touch(&PATHS, accesses, accesses == [Access::Delete]);
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

/// The text under a key, or the texts of the array under it.
fn texts<'c>(call: &'c ToolCall, key: &str) -> Vec<&'c str> {
    match call.input.get(key) {
        Some(serde_json::Value::String(text)) => vec![text],
        Some(serde_json::Value::Array(items)) => {
            items.iter().filter_map(|item| item.as_str()).collect()
        }
        _ => Vec::new(),
    }
}
