//! Owns what a call would do: from a tool call to its effects; it does not judge them.
//!
//! A shell command is parsed and followed statement by statement (`walk`), each program by the table of its family
//! (`programs`). What is not known is a hole in a [`Value`] or an [`Opaque`] effect, never a guess.

#![deny(clippy::disallowed_methods)]

mod arguments;
mod arithmetic;
mod arrivals;
mod bounds;
mod braces;
mod command;
mod contents;
mod declared;
mod effect;
mod expand;
mod feed;
mod feeding;
mod fields;
mod file_types;
mod groups;
mod lines;
mod links;
mod mcp;
mod mounts;
mod names;
mod operators;
mod options;
mod patch;
mod paths;
mod programs;
mod recursion;
mod redirect;
mod rewording;
mod scope;
mod scripts;
mod sieve;
mod source;
mod start_up;
mod statements;
mod tildes;
mod touch;
mod value;
mod walk;
mod windows;

pub use arguments::{Arguments, Opt};
pub use declared::{Declared, ToolArguments};
pub use effect::{
    Access, Action, CheckedOut, Delay, Discard, Effect, EffectId, Effects, Force, Lost, Opaque,
    PathAction, Place, Push, Run,
};
pub use feed::{Feed, Feeds};
pub use programs::{NewTree, is_known as is_known_program, new_tree};
pub use rewording::reworded;
pub use scripts::{NoScripts, Permission, Readable};
pub use sieve::Sieve;
pub use start_up::START_UP_FILES;
pub use value::{Hole, Piece, Value};
pub use windows::profile as windows_profile;

use crate::call::{Command, FileOperation, Kind, Patch, Request, ToolCall};
use crate::facts::Facts;
use crate::shell::{self, Dialect};
use command::Invocation;
use scope::{Scope, unknown_directory};
use std::borrow::Cow;
use touch::Touch;
use walk::Walk;

/// Everything a call would do, without reading the scripts that it runs.
pub fn of(call: &ToolCall, facts: &Facts) -> Effects {
    of_declared(call, facts, Declared::NONE, &NoScripts)
}

/// Everything a call would do, where policies declare wrappers and arguments of tools, and say which scripts may be read.
pub fn of_declared(
    call: &ToolCall,
    facts: &Facts,
    declared: &Declared,
    readable: &dyn Readable,
) -> Effects {
    let directory = match call.directory.as_str() {
        "" => unknown_directory(),
        directory => paths::absolute(&Value::from(directory), &Value::from("/")),
    };
    let mut walk = Walk::new(facts, declared, readable);
    let scope = Scope::new(directory, "");
    let scope_of_paths = scope.clone();
    match &call.request {
        Request::Shell(command) => run(&mut walk, command, scope),
        Request::Write { path, text } => touch(&mut walk, &[Access::Write], path, text, &scope),
        Request::Edit { path, text } => touch(&mut walk, CHANGE, path, text, &scope),
        Request::Patch(patch) => apply(&mut walk, patch, &scope),
        Request::Read { path: Some(path) } => {
            touch(&mut walk, &[Access::Read], path, &None, &scope)
        }
        Request::Search { path, content: true, names, file_type } => {
            let path = path.as_deref().unwrap_or(".");
            let mut sieve = searched(names, file_type);
            // A glob takes ignored files, too (measured: Grep of Claude Code 2.1.332; so does rg).
            let folder = paths::absolute(
                &Value::from(path),
                scope.directories.first().unwrap_or(&Value::from("/")),
            );
            if let (None, Some(folder)) = (names, folder.literal()) {
                sieve.ignore(facts.ignored(folder));
            }
            let touch = Touch::tree(Access::Read, true).sifted(sieve);
            walk.path(touch, &Value::from(path), &scope.saying(path));
        }
        Request::Fetch { url: Some(url) } => {
            let url_value = Value::from(url.as_str());
            let action = Action::Connect { url: url_value, method: None, body: None };
            _ = walk.add(action, &scope.saying(url));
        }
        Request::Mcp => {
            walk.add(Action::Call, &scope);
            mcp::follow(&mut walk, call, &scope);
        }
        Request::Read { path: None }
        | Request::Search { content: false, .. }
        | Request::Fetch { url: None }
        | Request::Other => _ = walk.add(Action::Call, &scope),
    }
    declared
        .tool(&call.tool)
        .for_each(|tool| follow_declared(&mut walk, tool, call, &scope_of_paths));
    // A tool that runs a command may take paths as well.
    if call.mcp && call.kind() == Kind::Shell {
        mcp::follow(&mut walk, call, &scope_of_paths);
    }
    walk.finish()
}

/// Adds the effects of a tool's arguments as policies declare them.
fn follow_declared(walk: &mut Walk, tool: &ToolArguments, call: &ToolCall, scope: &Scope) {
    let text = |pointer: &Option<String>| call.input.pointer(pointer.as_deref()?)?.as_str();
    let mut scope = scope.clone();
    if let Some(directory) = text(&tool.cwd) {
        walk.go_below(&Value::from(directory), &mut scope);
    }
    if let Some(command) = text(&tool.command) {
        run(walk, &Command::Shell(command.to_owned()), scope.clone());
    }
    if let Some(path) = text(&tool.path) {
        touch(walk, CHANGE, path, &None, &scope);
    }
    if let Some(url) = text(&tool.url) {
        let action = Action::Connect { url: Value::from(url), method: None, body: None };
        walk.add(action, &scope.saying(url));
    }
    if let Some(statement) = text(&tool.sql) {
        walk.add(Action::Sql { statement: Value::from(statement) }, &scope.saying(statement));
    }
}

/// What a search tool leaves out.
fn searched(names: &Option<String>, file_type: &Option<String>) -> Sieve {
    let mut sieve = Sieve::default();
    for pattern in names.iter().flat_map(|names| names.split_whitespace()) {
        match pattern.strip_prefix('!') {
            Some(pattern) => sieve.leave_out(&Value::from(pattern)),
            None => sieve.take_only(&Value::from(pattern)),
        }
    }
    let endings = file_type.iter().flat_map(|kind| file_types::endings(kind));
    endings.for_each(|it| sieve.take_only(&Value::from(*it)));
    sieve
}

/// What changing a part of a file does to it.
const CHANGE: &[Access] = &[Access::Read, Access::Write];

fn run(walk: &mut Walk, command: &Command, mut scope: Scope) {
    match command {
        Command::Shell(text) => {
            for reading in readings(text) {
                in_each_dialect(walk, &reading, &scope);
            }
        }
        Command::PowerShell(text) => {
            scope.dialect = Dialect::PowerShell;
            walk.whole_shell(text, &mut scope);
        }
        Command::Words(words) => {
            let mut scope = scope.saying(&words.join(" "));
            let words = words.iter().map(|word| Value::from(word.as_str())).collect();
            walk.start(Invocation { words, environment: Vec::new() }, &[], &mut scope);
        }
    }
}

/// Follows a text as bash reads it, and as zsh does where that is the user's shell (design, "Dialect"). What bash cannot
/// read is no mystery if zsh can.
fn in_each_dialect(walk: &mut Walk, text: &str, scope: &Scope) {
    let is_zsh = walk.facts().shell_is_zsh();
    let zsh_reads_it = is_zsh && shell::parse_as(text, Dialect::Zsh).is_whole();
    walk.tell_unparsed(!zsh_reads_it);
    walk.payload(text, &mut scope.clone());
    walk.tell_unparsed(true);
    if is_zsh {
        walk.payload(text, &mut Scope { dialect: Dialect::Zsh, ..scope.clone() });
    }
}

/// The texts that a shell may be given: a NUL ends a C string, or is dropped by the shell that reads it. Every one is
/// judged.
fn readings(text: &str) -> Vec<String> {
    match text.split_once('\0') {
        None => vec![text.to_owned()],
        Some((before, _)) => vec![before.to_owned(), text.replace('\0', "")],
    }
}

fn touch(walk: &mut Walk, accesses: &[Access], path: &str, text: &Option<String>, scope: &Scope) {
    for access in accesses {
        let touch = match access {
            Access::Write => Touch::written(text.clone()),
            access => Touch::file(*access),
        };
        let named = Value::from(at_home(walk, path).as_ref());
        walk.path(touch, &named, &scope.saying(path));
    }
}

/// Tools that are no shells take `~/` for the home directory as well, as people write it.
fn at_home<'p>(walk: &Walk, path: &'p str) -> Cow<'p, str> {
    match (path.strip_prefix("~/"), walk.facts().home()) {
        (Some(rest), Some(home)) => Cow::Owned(format!("{home}/{rest}")),
        _ => Cow::Borrowed(path),
    }
}

fn apply(walk: &mut Walk, patch: &Patch, scope: &Scope) {
    match patch {
        Patch::Text(text) => patch::follow(walk, text, scope),
        Patch::Operation { operation, path, diff } => {
            let accesses = match operation {
                FileOperation::Create => &[Access::Write],
                FileOperation::Update => CHANGE,
                FileOperation::Delete => &[Access::Delete],
            };
            touch(walk, accesses, path, diff, scope);
        }
    }
}
