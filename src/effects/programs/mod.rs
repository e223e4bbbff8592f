//! Owns the table of programs that are understood, one file a family; it does not follow the shell language.

mod archives;
mod changers;
mod containers;
mod copies;
mod delays;
mod echo;
mod entry;
mod environment;
mod files;
mod filters;
mod find;
mod git;
mod git_runs;
mod interpreters;
mod marked;
mod packages;
mod patches;
mod privileges;
mod processes;
mod readers;
mod sed;
mod set_up;
mod shells;
mod state;
mod tools;
mod transfers;
mod windows;
mod wrappers;
mod xargs;

pub use echo::{ECHOING, echoed};
pub use set_up::prints_set_up;

use super::options::{self, Style};
use super::scope::Scope;
use super::walk::Walk;
use super::{Arguments, EffectId, Piece, Run, Value};
use entry::Entry;

/// A program of the shell itself that is understood.
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

/// What the shell does itself, and shells.
const PROGRAMS: [&[Program]; 4] =
    [shells::PROGRAMS, state::PROGRAMS, patches::PROGRAMS, delays::PROGRAMS];

/// Programs that a row of a table describes.
const FAMILIES: [&[Entry]; 14] = [
    wrappers::ENTRIES,
    readers::ENTRIES,
    changers::ENTRIES,
    copies::ENTRIES,
    filters::ENTRIES,
    sed::ENTRIES,
    xargs::ENTRIES,
    environment::ENTRIES,
    privileges::ENTRIES,
    packages::ENTRIES,
    containers::ENTRIES,
    transfers::ENTRIES,
    archives::ENTRIES,
    tools::ENTRIES,
];

/// What a grammar of its own says of a program; `None` for another program.
type Grammar = fn(&str, &[Value]) -> Option<Described>;

/// Programs with a grammar of their own.
const GRAMMARS: [Grammar; 6] = [
    git::describe,
    find::describe,
    archives::describe,
    processes::describe,
    windows::describe,
    interpreters::describe,
];

/// Looks a program up and tells its arguments apart.
pub fn describe(program: &Value, words: &[Value]) -> Described {
    let name = known_name(program);
    if let Some(described) = GRAMMARS.iter().find_map(|grammar| grammar(name, words)) {
        return described;
    }
    if let Some(entry) = entry(name) {
        return entry.describe(words);
    }
    let known = PROGRAMS.iter().copied().flatten().find(|program| program.names.contains(&name));
    Described {
        arguments: match known {
            Some(program) => options::parse(&program.style, words).arguments,
            None => options::guess(words),
        },
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

/// A program's name, if that is known: of `/???/rm` it is, of `$X` it is not.
pub fn known_name(program: &Value) -> &str {
    match program.pieces() {
        [Piece::Text(text)] => name_of(text),
        [.., Piece::Text(text)] if text.contains('/') => name_of(text),
        _ => "",
    }
}

/// A program's name without its directory.
pub fn name_of(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// Follows nothing: the program only needs its style.
fn nothing(_: &mut Walk, _: &Started, _: &mut Scope) {}
