//! Owns what an MCP tool's arguments say it does to files, databases and the network, by common names; it does not know
//! servers.
//!
//! The names are those of the reference servers (modelcontextprotocol/servers, "filesystem") and of editors' tools. A tool
//! whose verb says nothing may read and write what it is given.

use super::scope::Scope;
use super::touch::Touch;
use super::walk::Walk;
use super::{Access, Action, Value};
use crate::call::{Command, ToolCall};
use serde_json::{Map, Value as Json};
use std::borrow::Cow;

/// Arguments that are paths. Keys are compared without `_`, `-` and capitals: `filePath` is `file_path`.
const PATHS: [&str; 25] = [
    "path",
    "filepath",
    "notebookpath",
    "relativepath",
    "absolutepath",
    "fullpath",
    "localpath",
    "targetpath",
    "inputpath",
    "outputpath",
    "pathinproject",
    "file",
    "filename",
    "targetfile",
    "outputfile",
    "directory",
    "paths",
    "files",
    "filepaths",
    "uri",
    "fileurl",
    "inputfile",
    "attachment",
    "attachments",
    "edits",
];
const SOURCES: [&str; 6] = ["source", "src", "from", "oldpath", "sourcepath", "sourcefile"];
const DESTINATIONS: [&str; 7] =
    ["destination", "dest", "dst", "to", "newpath", "destinationpath", "destpath"];

/// Arguments that hold the others.
const HOLDERS: [&str; 8] =
    ["params", "parameters", "args", "arguments", "input", "request", "options", "file"];

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
const STATEMENTS: [&str; 7] =
    ["sql", "statement", "statements", "sqlquery", "sqlstatement", "sqlstatements", "sqltext"];
const QUERIES: [&str; 2] = ["query", "queries"];
const DATABASES: [&str; 23] = [
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
    "planetscale",
    "sqlserver",
    "oracle",
    "cockroachdb",
    "timescale",
    "spanner",
];

/// Arguments that are addresses, and those that are sent there.
const ADDRESSES: [&str; 3] = ["url", "urls", "endpoint"];
const BODIES: [&str; 3] = ["body", "data", "payload"];

/// Arguments that are text to be written.
const TEXTS: [&str; 6] = ["content", "contents", "text", "filetext", "newstring", "newstr"];

/// Words of tools that look at names only, if no verb but `get` says more.
const LOOKS: [&str; 7] = ["list", "tree", "info", "stat", "metadata", "exists", "glob"];

/// Verbs that look into a file, though the tool's name speaks of looking at names as well.
const MORE_THAN_LOOKS: &[&str] = &["read", "view", "open", "cat", "load", "grep", "import"];

/// Adds the effects of a call on the paths among its arguments.
pub fn follow(walk: &mut Walk, call: &ToolCall, scope: &Scope) {
    let words = words(&call.tool);
    let has = |verbs: &[&str]| words.iter().any(|word| verbs.contains(&word.as_str()));
    let input = Arguments::of(&call.input);
    ask_database(walk, call, &input, scope);
    connect(walk, &input, scope);
    push(walk, &words, &input, scope);
    let written = input.texts(&TEXTS).next().map(str::to_owned);
    let mut touch = |keys: &[&str], accesses: &[Access], tree: bool| {
        for path in input.texts(keys) {
            let path = local_path(path);
            for access in accesses {
                let touch = match (access, &written) {
                    (Access::Write, Some(text)) => Touch::written(Some(text.clone())),
                    _ => Touch::tree(*access, tree),
                };
                let named = Value::from(super::at_home(walk, &path).as_ref());
                walk.path(touch, &named, &scope.saying(&path));
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
        [Access::Read] if has(&LOOKS) && !has(MORE_THAN_LOOKS) => {}
        [] => touch(&PATHS, &[Access::Read, Access::Write], false),
        accesses => touch(&PATHS, accesses, accesses == [Access::Delete]),
    }
}

/// Adds the statements among the arguments.
fn ask_database(walk: &mut Walk, call: &ToolCall, input: &Arguments, scope: &Scope) {
    let name = call.tool.to_lowercase();
    let mut words = name.split(|it: char| !it.is_alphanumeric());
    let is_database = words.any(|word| {
        DATABASES.contains(&word) || word.ends_with("sql") || word.starts_with("postgres")
    });
    let queries = input.texts(&QUERIES).filter(|_| is_database);
    for statement in input.texts(&STATEMENTS).chain(queries) {
        let action = Action::Sql { statement: Value::from(statement) };
        walk.add(action, &scope.saying(statement));
    }
}

/// Adds the requests among the arguments. `file:` asks nobody and reads a file.
fn connect(walk: &mut Walk, input: &Arguments, scope: &Scope) {
    let method = input.texts(&["method"]).next().map(str::to_ascii_uppercase);
    let body = input
        .under(&BODIES)
        .next()
        .map(|body| Value::from(body.as_str().map_or_else(|| body.to_string(), str::to_owned)));
    for url in input.texts(&ADDRESSES) {
        let scope = scope.saying(url);
        if url.starts_with("file://") {
            let path = local_path(url);
            walk.path(Touch::file(Access::Read), &Value::from(path.as_ref()), &scope);
            continue;
        }
        let url = Value::from(url);
        walk.add(Action::Connect { url, method: method.clone(), body: body.clone() }, &scope);
    }
}

/// `git_push` and `push` of a server for git do what `git push` does (modelcontextprotocol/servers, "git", and others
/// like it).
fn push(walk: &mut Walk, words: &[String], input: &Arguments, scope: &Scope) {
    if words != ["git", "push"] && words != ["push"] {
        return;
    }
    let one = |keys: &[&str]| input.texts(keys).next().map(str::to_owned);
    let mut command = vec!["git".to_owned()];
    if let Some(directory) = one(&["repopath", "repository", "repo", "path", "cwd"]) {
        command.extend(["-C".to_owned(), directory]);
    }
    command.push("push".to_owned());
    for (key, option) in [("force", "--force"), ("forcewithlease", "--force-with-lease")] {
        if input.under(&[key]).any(|it| it == &Json::Bool(true)) {
            command.push(option.to_owned());
        }
    }
    let refspec = one(&["branch", "refspec", "ref"]);
    let remote = one(&["remote"]).or_else(|| refspec.as_ref().map(|_| "origin".to_owned()));
    command.extend(remote);
    command.extend(refspec);
    super::run(walk, &Command::Words(command), scope.clone());
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

/// The arguments of a tool, with those that others hold.
struct Arguments<'c> {
    objects: Vec<&'c Map<String, Json>>,
}

impl<'c> Arguments<'c> {
    fn of(input: &'c Json) -> Self {
        let mut objects: Vec<&Map<String, Json>> = input.as_object().into_iter().collect();
        let held = objects.iter().flat_map(|object| object.iter());
        let held = held.filter(|(key, _)| HOLDERS.contains(&plain(key).as_str()));
        let held: Vec<_> = held.filter_map(|(_, value)| value.as_object()).collect();
        objects.extend(held);
        Arguments { objects }
    }

    /// What stands under these keys.
    fn under<'k>(&'k self, keys: &'k [&str]) -> impl Iterator<Item = &'c Json> + use<'k, 'c> {
        let all = self.objects.iter().flat_map(|object| object.iter());
        all.filter(|(key, _)| keys.contains(&plain(key).as_str())).map(|(_, value)| value)
    }

    /// The texts under these keys, and those of arrays; of objects in them, the texts of their own paths.
    fn texts<'k>(&'k self, keys: &'k [&str]) -> impl Iterator<Item = &'c str> + use<'k, 'c> {
        self.under(keys).flat_map(|value| match value {
            Json::String(text) => vec![text.as_str()],
            Json::Array(items) => items.iter().filter_map(text_or_path).collect(),
            _ => Vec::new(),
        })
    }
}

fn text_or_path(item: &Json) -> Option<&str> {
    let paths = ["path", "file_path", "filePath", "relative_path", "sql", "query"];
    item.as_str().or_else(|| paths.iter().find_map(|key| item.get(key)?.as_str()))
}

/// A key without what its spelling may differ in.
fn plain(key: &str) -> String {
    key.chars().filter(|it| !matches!(it, '_' | '-')).flat_map(char::to_lowercase).collect()
}
