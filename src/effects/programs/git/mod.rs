//! Owns git's grammar: options before and after the command's name; it does not read repositories.
//!
//! Source: git(1) and the manual page of each command, git 2.47.

mod alias;
mod commands;
mod context;
mod discard;
mod files;
mod followed;
mod history;
mod new_tree;
mod push;
mod runs;
mod switch;

pub use context::{GitLine, assignments};
pub use new_tree::{NewTree, new_tree};
pub use switch::shown_branch;

use super::{Described, Follow, Started};
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Arguments, Value};
use commands::{CHANGING, Subcommand};
use context::Called;
use history::COMMANDS;

/// Options before the command's name.
const GLOBAL: Style = Style {
    short_values: "Cc",
    long_values: &[
        "git-dir",
        "work-tree",
        "namespace",
        "super-prefix",
        "config-env",
        "attr-source",
    ],
    long_flags: &[
        "exec-path",
        "paginate",
        "no-pager",
        "bare",
        "no-replace-objects",
        "literal-pathspecs",
    ],
    operands_last: true,
};

/// What git's own grammar says about the words; `None` for another program.
pub fn describe(name: &str, words: &[Value]) -> Option<Described> {
    // `git-push` is how git itself names its programs (git(1), --exec-path).
    let (split, words) = match name.strip_prefix("git-") {
        Some(command) => {
            (true, std::iter::once(Value::from(command)).chain(words.iter().cloned()).collect())
        }
        None => (false, words.to_vec()),
    };
    if !split && name != "git" {
        return None;
    }
    let called = Called::of(&words);
    let directory = called.directory();
    let mut arguments = called.global.clone();
    let mut harmless = arguments.has(&["--help", "-h", "--version"]);
    if let Some(command) = called.command {
        let (known, own) = own_arguments(command, called.rest);
        harmless |= own.has(&["--help"])
            || is_usage(called.rest)
            || known.is_some_and(|known| is_dry_run(known, &own));
        arguments.operands = std::iter::once(command.clone()).chain(own.operands).collect();
        arguments.options.extend(own.options);
    }
    let follow: Option<Follow> = Some(follow);
    let program = split.then(|| (Value::from("git"), words.clone()));
    Some(Described { arguments, harmless, directory, follow, program })
}

fn follow(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    runs::follow(walk, started, scope);
    followed::follow(walk, started, scope);
}

/// What follows a command, in its own grammar, and the command if that is known.
fn own_arguments(command: &Value, rest: &[Value]) -> (Option<&'static Subcommand>, Arguments) {
    let known = command
        .literal()
        .and_then(|name| CHANGING.iter().chain(COMMANDS).find(|one| one.names.contains(&name)));
    let rest = plainly_ended(rest);
    let arguments = match known {
        Some(known) => options::parse(&known.style, &rest).arguments,
        None => options::guess(&rest),
    };
    (known, arguments)
}

/// `--end-of-options` is to git what `--` is to others (gitcli(7)).
fn plainly_ended(words: &[Value]) -> Vec<Value> {
    let end = words.iter().position(|word| word.literal() == Some("--end-of-options"));
    let mut words = words.to_vec();
    if let Some(word) = end.and_then(|end| words.get_mut(end)) {
        *word = Value::from("--");
    }
    words
}

/// `git push -h` shows the command's usage and does nothing else, if `-h` stands alone.
fn is_usage(rest: &[Value]) -> bool {
    matches!(rest, [only] if only.literal() == Some("-h"))
}

/// Whether the last of the options that switch a dry run on or off switches it on.
fn is_dry_run(command: &Subcommand, arguments: &Arguments) -> bool {
    let switches = arguments.options.iter().rev().map(|option| option.name.as_str());
    let mut relevant =
        switches.filter(|name| command.dry_run.contains(name) || *name == "--no-dry-run");
    relevant.next().is_some_and(|name| name != "--no-dry-run")
}
