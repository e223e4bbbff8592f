//! Owns the table of programs that are understood, one file a family; it does not follow the shell language.

mod database;
mod echo;
mod files;
mod git;
mod infra;
mod interpreters;
mod network;
mod patches;
mod processes;
mod set_up;
mod shells;
mod sources;
mod state;
mod tools;
mod wrappers;

pub use echo::{ECHOING, echoed};
pub use interpreters::{Script, script};
pub use set_up::prints_set_up;
pub use sources::{Output, fetched_by_itself, source};

use super::options::{self, Style};
use super::scope::Scope;
use super::walk::Walk;
use super::{Arguments, EffectId, Run, Value};

/// A program that is understood.
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

/// What the table says about one program with its arguments.
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

/// Every program that is understood by its table alone. Git has a grammar of its own.
const FAMILIES: [&[Program]; 9] = [
    wrappers::PROGRAMS,
    shells::PROGRAMS,
    state::PROGRAMS,
    files::PROGRAMS,
    patches::PROGRAMS,
    database::PROGRAMS,
    infra::PROGRAMS,
    network::PROGRAMS,
    tools::PROGRAMS,
];

/// Looks a program up and tells its arguments apart.
pub fn describe(program: &Value, words: &[Value]) -> Described {
    let name = program.literal().map(name_of).unwrap_or_default();
    if let Some(described) = git::describe(name, words).or_else(|| processes::describe(name, words))
    {
        return described;
    }
    let known = FAMILIES.iter().copied().flatten().find(|program| program.names.contains(&name));
    Described {
        arguments: match known {
            Some(program) => options::parse(&program.style, words).arguments,
            None => options::guess(words),
        },
        harmless: infra::is_harmless(name, words),
        directory: None,
        follow: known.map(|program| program.follow),
        program: None,
    }
}

/// Whether there is a table for a program of this name.
pub fn is_known(name: &str) -> bool {
    git::describe(name, &[]).is_some()
        || processes::describe(name, &[]).is_some()
        || FAMILIES.iter().copied().flatten().any(|program| program.names.contains(&name))
}

/// A program's name without its directory.
pub fn name_of(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// Follows nothing: the program only needs its style.
fn nothing(_: &mut Walk, _: &Started, _: &mut Scope) {}
