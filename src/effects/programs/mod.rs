//! Owns the table of programs that are understood, one file a family; it does not follow the shell language.

mod echo;
mod files;
mod git;
mod git_alias;
mod git_discard;
mod git_place;
mod git_push;
mod git_switch;
mod patches;
mod set_up;
mod shells;
mod state;
mod tools;
mod wrappers;

pub use echo::{ECHOING, echoed};
pub use git_place::{GitLine, assignments as git_assignments};
pub use git_switch::shown_branch;
pub use set_up::prints_set_up;

use super::options::{self, Style};
use super::scope::Scope;
use super::walk::Walk;
use super::{Arguments, EffectId, Piece, Run, Value};

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
const FAMILIES: [&[Program]; 6] = [
    wrappers::PROGRAMS,
    shells::PROGRAMS,
    state::PROGRAMS,
    files::PROGRAMS,
    patches::PROGRAMS,
    tools::PROGRAMS,
];

/// Looks a program up and tells its arguments apart.
pub fn describe(program: &Value, words: &[Value]) -> Described {
    let name = match program.literal() {
        Some(program) => name_of(program),
        None => last_name(program),
    };
    if let Some(described) = git::describe(name, words) {
        return described;
    }
    let known = FAMILIES.iter().copied().flatten().find(|program| program.names.contains(&name));
    Described {
        arguments: match known {
            Some(program) => options::parse(&program.style, words).arguments,
            None => options::guess(words),
        },
        harmless: false,
        directory: None,
        follow: known.map(|program| program.follow),
        program: None,
    }
}

/// Whether there is a table for a program of this name.
pub fn is_known(name: &str) -> bool {
    git::describe(name, &[]).is_some()
        || FAMILIES.iter().copied().flatten().any(|program| program.names.contains(&name))
}

/// A program's name without its directory.
pub fn name_of(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// The name at the end of a path whose directory is not known: `$(git --exec-path)/git-push`.
fn last_name(program: &Value) -> &str {
    match program.pieces().last() {
        Some(Piece::Text(text)) => text.rsplit_once('/').map_or("", |(_, name)| name),
        _ => "",
    }
}

/// Follows nothing: the program only needs its style.
fn nothing(_: &mut Walk, _: &Started, _: &mut Scope) {}
