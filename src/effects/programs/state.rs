//! Owns built-ins that change the shell itself: directory and parameters; it does not know programs.
//!
//! Source: Bash Reference Manual, sections 4.1, 4.2 and 6.8.

use super::{Program, Started, nothing};
use crate::effects::options::Style;
use crate::effects::scope::{Scope, unknown_directory, unknown_parameter};
use crate::effects::walk::Walk;
use crate::effects::{Piece, Value};

const PLAIN: Style =
    Style { short_values: "", long_values: &[], long_flags: &[], operands_last: true };

/// The family.
pub const PROGRAMS: &[Program] = &[
    Program { names: &["cd", "chdir"], style: PLAIN, follow: cd },
    Program { names: &["pushd"], style: PLAIN, follow: pushd },
    Program { names: &["popd"], style: PLAIN, follow: popd },
    Program {
        names: &["export", "declare", "typeset", "local", "readonly"],
        style: PLAIN,
        follow: declare,
    },
    Program { names: &["unset"], style: PLAIN, follow: forget },
    Program {
        names: &["read", "mapfile", "readarray", "getopts"],
        style: Style { short_values: "adinNptu", ..PLAIN },
        follow: forget,
    },
    Program { names: &["set"], style: Style { short_values: "o", ..PLAIN }, follow: set },
    Program { names: &["exit", "return", "break", "continue"], style: PLAIN, follow: end },
    Program { names: &[":", "true", "false"], style: PLAIN, follow: nothing },
];

/// `cd DIRECTORY`; without one, home; `-` is the directory before, which is not tracked.
fn cd(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    match started.run.arguments.operands.first() {
        Some(path) if path.literal() == Some("-") => walk.change_directory(None, scope),
        Some(path) => walk.change_directory(Some(path), scope),
        None => {
            let home = walk.facts().home().map(Value::from);
            walk.change_directory(home.as_ref(), scope);
        }
    }
}

/// `pushd DIRECTORY`; without one, or with `+N`, it turns the stack.
fn pushd(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let path = started.run.arguments.operands.first();
    walk.change_directory(path.filter(|path| !path.known_start().starts_with('+')), scope);
}

/// The stack is not tracked: after `popd` the shell may be where it was before, or anywhere else it has been.
fn popd(_: &mut Walk, _: &Started, scope: &mut Scope) {
    scope.directories = vec![unknown_directory()];
}

/// `export NAME=VALUE` and its like.
fn declare(_: &mut Walk, started: &Started, scope: &mut Scope) {
    for word in &started.run.arguments.operands {
        let known = word.known_start();
        if let Some(equals) = known.find('=') {
            let name = known.get(..equals).unwrap_or_default().trim_end_matches('+');
            let value = word.after(equals + 1).unwrap_or_else(|| Value::new(Vec::<Piece>::new()));
            scope.set(name, value);
        }
    }
}

/// `set -e` ends the shell at the first command that fails, such as a `cd`.
fn set(_: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let named = arguments.value(&["-o"]).and_then(Value::literal) == Some("errexit");
    scope.ends_on_failure |= named || arguments.has(&["-e"]);
}

/// What comes after it on the same way does not run, though it may on another.
fn end(_: &mut Walk, _: &Started, scope: &mut Scope) {
    scope.ended = true;
}

/// What is read, or unset, is no longer known.
fn forget(_: &mut Walk, started: &Started, scope: &mut Scope) {
    for name in started.run.arguments.operands.iter().filter_map(Value::literal) {
        scope.set(name, unknown_parameter(name));
    }
}
