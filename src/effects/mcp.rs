//! Owns what an MCP tool's arguments say it does to files, databases and the network, by common names; it does not know
//! servers.
//!
//! The names are those of the reference servers (modelcontextprotocol/servers, "filesystem") and of editors' tools. A tool
//! whose verb says nothing may read and write what it is given.

use super::scope::Scope;
use super::touch::Touch;
use super::walk::Walk;
use super::{Access, Action, Value};
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

/// Arguments that are SQL, and those that are if the tool's name speaks of a database.
const STATEMENTS: [&str; 3] = ["sql", "statement", "statements"];
const QUERIES: [&str; 2] = ["query", "queries"];
const DATABASES: [&str; 17] = [
    "sql",
    "postgres",
    "mysql",
    "mariadb",
    "sqlite",
    "database",
    "databases",
    "db",
    "bigquery",
    "clickhouse",
    "supabase",
    "neon",
    "snowflake",
    "duckdb",
    "redshift",
    "d1",
    "turso",
];

/// Arguments that are addresses, and those that are sent there.
const ADDRESSES: [&str; 3] = ["url", "urls", "endpoint"];
const BODIES: [&str; 3] = ["body", "data", "payload"];

/// Arguments that are text to be written.
const TEXTS: [&str; 6] = ["content", "contents", "text", "file_text", "new_string", "new_str"];

/// Words of tools that look at names only, if no verb says more.
const LOOKS: [&str; 6] = ["list", "tree", "info", "stat", "exists", "glob"];

/// Adds the effects of a call on the paths among its arguments.
pub fn follow(walk: &mut Walk, call: &ToolCall, scope: &Scope) {
    let words = words(&call.tool);
    let has = |verbs: &[&str]| words.iter().any(|word| verbs.contains(&word.as_str()));
    ask_database(walk, call, scope);
    connect(walk, call, scope);
    let written = TEXTS.iter().find_map(|key| call.input.get(key)?.as_str()).map(str::to_owned);
    let mut touch = |keys: &[&str], accesses: &[Access], tree: bool| {
        for path in keys.iter().flat_map(|key| texts(&call.input, key)) {
            let path = local_path(path);
            for access in accesses {
                let touch = match (access, &written) {
                    (Access::Write, Some(text)) => Touch::written(Some(text.clone())),
                    _ => Touch::tree(*access, tree),
                };
                walk.path(touch, &Value::from(path.as_ref()), &scope.saying(&path));
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

/// Adds the statements among the arguments.
fn ask_database(walk: &mut Walk, call: &ToolCall, scope: &Scope) {
    let name = call.tool.to_lowercase();
    let mut words = name.split(|it: char| !it.is_alphanumeric());
    let is_database = words.any(|word| {
        DATABASES.contains(&word) || word.ends_with("sql") || word.starts_with("postgres")
    });
    let keys = STATEMENTS.iter().chain(QUERIES.iter().filter(|_| is_database));
    for statement in keys.flat_map(|key| texts(&call.input, key)) {
        let action = Action::Sql { statement: Value::from(statement) };
        walk.add(action, &scope.saying(statement));
    }
}

/// Adds the requests among the arguments.
fn connect(walk: &mut Walk, call: &ToolCall, scope: &Scope) {
    let text = |key: &str| call.input.get(key).and_then(Json::as_str);
    let method = text("method").map(str::to_ascii_uppercase);
    let body = BODIES
        .iter()
        .find_map(|key| call.input.get(key))
        .map(|body| Value::from(body.as_str().map_or_else(|| body.to_string(), str::to_owned)));
    for url in ADDRESSES.iter().flat_map(|key| texts(&call.input, key)) {
        let url_value = Value::from(url);
        let action = Action::Connect { url: url_value, method: method.clone(), body: body.clone() };
        walk.add(action, &scope.saying(url));
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
