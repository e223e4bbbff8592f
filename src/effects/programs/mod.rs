//! Owns the table of programs that are understood, one file a family; it does not follow the shell language.

mod apple_script;
mod archives;
mod callbacks;
mod changers;
mod client_commands;
mod clouds;
mod cmd;
mod confinement;
mod container_files;
mod containers;
mod copies;
mod cron;
mod cryptography;
mod curl;
mod database;
mod database_files;
mod debuggers;
mod delays;
mod diffs;
mod dotenv;
mod downloads;
mod echo;
mod editors;
mod entry;
mod environment;
mod ex_commands;
mod files;
mod filters;
mod find;
mod fish;
mod formatters;
mod git;
mod harmless;
mod httpie;
mod infra;
mod interpreters;
mod just;
mod launch;
mod launchers;
mod lisp;
mod lists;
mod machines;
mod make;
mod makefile;
mod makers;
mod marked;
mod metadata;
mod narrowing;
mod one_liners;
mod package_scripts;
mod packages;
mod patches;
mod powershell;
mod privileges;
pub mod process_lists;
mod processes;
mod readers;
mod remote_calls;
mod requests;
mod sandboxes;
mod script_file;
mod sed;
mod senders;
mod set_up;
mod shells;
mod sources;
mod state;
mod stores;
mod tcl;
mod terminals;
mod toolchains;
mod tools;
mod variables;
mod windows;
mod wrappers;
mod xargs;

pub use echo::{ECHOING, echoed};
pub use git::{GitLine, NewTree, assignments as git_assignments, new_tree, shown_branch};
pub use interpreters::{Script, script};
pub use powershell::output as cmdlet_output;
pub use set_up::prints_set_up;
pub use sources::{Output, fetched_by_itself, source};
pub use variables::follow as follow_variables;

use super::options::{self, Style};
use super::scope::Scope;
use super::walk::Walk;
use super::{Arguments, EffectId, Piece, Run, Value};
use crate::shell::Dialect;
use entry::Entry;

/// A program that is understood by what its function follows.
pub struct Program {
    /// The names it goes by.
    pub names: &'static [&'static str],
    /// How it reads its arguments.
    pub style: Style,
    /// Follows what it does beyond running.
    pub follow: Follow,
}

/// Follows what a program that has started does.
pub type Follow = fn(&mut Walk, &Started, &mut Scope);

/// A program that has started: its effect is already there.
pub struct Started<'a> {
    /// The effect.
    pub id: EffectId,
    /// What the effect says.
    pub run: &'a Run,
}

/// What the tables say about one program with its arguments.
#[derive(Default)]
pub struct Described {
    /// The arguments in the program's own grammar.
    pub arguments: Arguments,
    /// Whether it only shows help or tries a dry run.
    pub harmless: bool,
    /// The directory it goes to before it does anything.
    pub directory: Option<Value>,
    /// Follows what it does.
    pub follow: Option<Follow>,
    /// The program and words that this is another spelling of: `git-push` is `git push`.
    pub program: Option<(Value, Vec<Value>)>,
}

/// What the shell does itself, shells, and clients.
const PROGRAMS: &[&[Program]] = &[
    shells::PROGRAMS,
    state::PROGRAMS,
    patches::PROGRAMS,
    delays::PROGRAMS,
    database::PROGRAMS,
    infra::PROGRAMS,
];

/// Programs that a row of a table describes.
const FAMILIES: &[&[Entry]] = &[
    wrappers::ENTRIES,
    confinement::ENTRIES,
    readers::ENTRIES,
    metadata::ENTRIES,
    changers::ENTRIES,
    editors::ENTRIES,
    cryptography::ENTRIES,
    copies::ENTRIES,
    filters::ENTRIES,
    sed::ENTRIES,
    xargs::ENTRIES,
    environment::ENTRIES,
    privileges::ENTRIES,
    packages::ENTRIES,
    containers::ENTRIES,
    curl::ENTRIES,
    downloads::ENTRIES,
    httpie::ENTRIES,
    archives::ENTRIES,
    tools::ENTRIES,
    make::ENTRIES,
    just::ENTRIES,
    clouds::ENTRIES,
    senders::ENTRIES,
    stores::ENTRIES,
    dotenv::ENTRIES,
    makers::ENTRIES,
    formatters::ENTRIES,
    debuggers::ENTRIES,
    launchers::ENTRIES,
    sandboxes::ENTRIES,
    toolchains::ENTRIES,
    machines::ENTRIES,
    remote_calls::ENTRIES,
    tcl::ENTRIES,
    lisp::ENTRIES,
    apple_script::ENTRIES,
    cron::ENTRIES,
    callbacks::ENTRIES,
    one_liners::ENTRIES,
    terminals::ENTRIES,
];

/// Tells the arguments of a program apart, if it is one whose grammar it is.
type Grammar = fn(&str, &[Value]) -> Option<Described>;

/// Programs with a grammar of their own.
const GRAMMARS: &[Grammar] = &[
    git::describe,
    find::describe,
    archives::describe,
    containers::describe,
    processes::describe,
    windows::describe,
    cmd::describe,
    powershell::host,
    interpreters::describe,
];

/// Looks a program up that a shell of this language starts, and tells its arguments apart.
pub fn describe_in(dialect: Dialect, program: &Value, words: &[Value]) -> Described {
    let own = match dialect {
        Dialect::PowerShell => powershell::describe(program, words),
        Dialect::Cmd => cmd::built_in(program, words),
        Dialect::Bash | Dialect::Zsh => return describe(program, words),
    };
    own.unwrap_or_else(|| {
        let (program, words) = powershell::plain(program, words);
        let described = describe(&program, &words);
        let spelt = described.program.unwrap_or((program, words));
        Described { program: Some(spelt), ..described }
    })
}

/// Looks a program up and tells its arguments apart.
fn describe(program: &Value, words: &[Value]) -> Described {
    let name = name_of(program);
    let is_unknown = name.is_empty() && program.literal().is_none();
    if let Some(described) = changers::perhaps_removes(words).filter(|_| is_unknown) {
        return described;
    }
    if let Some(described) = GRAMMARS.iter().find_map(|grammar| grammar(name, words)) {
        return described;
    }
    let harmless = harmless::by_words(name, words);
    if let Some(entry) = entry(name) {
        return Described { harmless, ..entry.describe(words) };
    }
    let known = PROGRAMS.iter().copied().flatten().find(|program| program.names.contains(&name));
    Described {
        arguments: match known {
            Some(program) => options::parse(&program.style, words).arguments,
            None => options::guess(words),
        },
        harmless,
        follow: known.map(|program| program.follow),
        ..Described::default()
    }
}

/// Whether there is a table for a program of this name.
pub fn is_known(name: &str) -> bool {
    entry(name).is_some()
        || GRAMMARS.iter().any(|grammar| grammar(name, &[]).is_some())
        || PROGRAMS.iter().copied().flatten().any(|program| program.names.contains(&name))
}

/// The row for a program.
fn entry(name: &str) -> Option<&'static Entry> {
    FAMILIES.iter().copied().flatten().find(|entry| entry.names.contains(&name))
}

/// A program's name without its directory, which need not be known: `$(git --exec-path)/git-push`. On Windows it may
/// have a drive and end in `.exe`.
pub fn name_of(program: &Value) -> &str {
    let known = match program.pieces() {
        [Piece::Text(text)] => text,
        [.., Piece::Text(text)] if text.contains(['/', '\\']) => text,
        _ => return "",
    };
    let name = known.rsplit(['/', '\\']).next().unwrap_or(known);
    let stem = name.len().checked_sub(".exe".len()).and_then(|end| name.split_at_checked(end));
    match stem {
        Some((stem, end)) if end.eq_ignore_ascii_case(".exe") => stem,
        _ => name,
    }
}

/// Follows nothing: the program only needs its style.
fn nothing(_: &mut Walk, _: &Started, _: &mut Scope) {}

/// Whether a name is one that a pattern means, in which a `*` stands for one letter or more.
pub fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => {
            name.len() > before.len() + after.len()
                && name.starts_with(before)
                && name.ends_with(after)
        }
    }
}
