//! Owns programs that run a command as another user; it does not know the command.
//!
//! Sources: sudo(8) 1.9, doas(1), su(1) and runuser(1) of util-linux, pkexec(1), run0(1), gosu and su-exec.

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, assignment, rest, run, shell, with_assignments};
use super::files::Files;
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Piece, Value};

const SUDO: Style = Style::runner(
    "aCcDghpRrTtUu",
    &[
        "auth-type",
        "close-from",
        "login-class",
        "chdir",
        "group",
        "host",
        "prompt",
        "chroot",
        "role",
        "type",
        "command-timeout",
        "other-user",
        "user",
    ],
)
.flags(&[
    "askpass",
    "background",
    "bell",
    "edit",
    "help",
    "list",
    "login",
    "no-update",
    "non-interactive",
    "preserve-env",
    "preserve-groups",
    "remove-timestamp",
    "reset-timestamp",
    "set-home",
    "shell",
    "stdin",
    "validate",
    "version",
]);

const SU: Style = Style::new(
    "cgGsuw",
    &[
        "command",
        "session-command",
        "group",
        "supp-group",
        "shell",
        "user",
        "whitelist-environment",
    ],
)
.flags(&["login", "preserve-environment", "fast", "pty"]);

const SHELL_TEXT: &[(&[&str], Use)] = &[(&["-c", "--command", "--session-command"], Use::Shell)];

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry { names: &["sudo"], style: SUDO, operands: Operands::Own(sudo), ..WORDS },
    Entry { names: &["sudoedit"], style: SUDO, operands: Operands::Own(edit), ..WORDS },
    Entry {
        names: &["doas"],
        style: Style::runner("aCu", &[]),
        operands: Operands::Own(doas),
        ..WORDS
    },
    Entry { names: &["su"], style: SU, options: SHELL_TEXT, operands: Operands::Own(su), ..WORDS },
    Entry {
        names: &["runuser"],
        style: SU,
        options: SHELL_TEXT,
        operands: Operands::Own(runuser),
        ..WORDS
    },
    Entry {
        names: &["pkexec", "run0"],
        style: Style::runner(
            "ugD",
            &[
                "user",
                "group",
                "unit",
                "property",
                "description",
                "slice",
                "nice",
                "chdir",
                "setenv",
                "background",
            ],
        ),
        operands: Operands::Command(0),
        ..WORDS
    },
    Entry {
        names: &["gosu", "su-exec", "setuidgid", "chpst"],
        style: Style::runner("", &[]),
        operands: Operands::Command(1),
        ..WORDS
    },
    Entry {
        names: &["sg"],
        style: Style::new("c", &[]),
        options: SHELL_TEXT,
        operands: Operands::Own(group),
        ..WORDS
    },
];

/// `sudo [options | NAME=VALUE]… [COMMAND]`; with `-D` in another directory.
fn sudo(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    // Options and assignments may stand in any order before the command (sudo's parse_args.c).
    let mut words = started.run.words.as_slice();
    let mut assignments = Vec::new();
    let mut options = Vec::new();
    loop {
        let leading = options::leading(&SUDO, words);
        options.extend(leading.arguments.options);
        words = words.get(leading.first_operand..).unwrap_or_default();
        match words.split_first() {
            Some((first, rest)) if assignment(first).is_some() => {
                assignments.push(first.clone());
                words = rest;
            }
            _ => break,
        }
    }
    let given = crate::effects::Arguments { options, ..Default::default() };
    if given.has(&["-e", "--edit"]) {
        edit(walk, started, scope);
        return;
    }
    if given.has(&["-l", "--list", "-v", "--validate", "-V", "--version"]) {
        return;
    }
    let mut own = scope.clone();
    if let Some(directory) = given.value(&["-D", "--chdir"]) {
        walk.go_below(directory, &mut own);
    }
    if given.has(&["-s", "--shell", "-i", "--login"]) {
        by_shell(walk, started, words, &mut own);
        return;
    }
    let words = assignments.into_iter().chain(words.iter().cloned()).collect();
    with_assignments(walk, started, words, &mut own);
}

/// A shell runs the words as they stand, or reads what comes in if there are none.
fn by_shell(walk: &mut Walk, started: &Started, words: &[Value], scope: &mut Scope) {
    if words.is_empty() {
        run(walk, started, vec![Value::from("sh")], scope);
        return;
    }
    let mut text = Value::default();
    for word in words {
        if !text.pieces().is_empty() {
            text.append(&Value::from(" "));
        }
        for piece in word.pieces() {
            text.push(match piece {
                Piece::Text(known) => Piece::Text(escaped(known)),
                hole @ Piece::Hole(_) => hole.clone(),
            });
        }
    }
    shell(walk, started, &text, scope);
}

/// The text with a backslash before all that is not a letter, a digit, `_`, `-` or `$` (sudo(8), `--shell`).
fn escaped(text: &str) -> String {
    let is_plain = |letter: &char| letter.is_alphanumeric() || "_-$".contains(*letter);
    text.chars()
        .flat_map(|letter| (!is_plain(&letter)).then_some('\\').into_iter().chain([letter]))
        .collect()
}

/// `sudo -e FILES`
fn edit(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let named = rest(started, 0);
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Read, &named, false);
    files.all(Access::Write, &named, false);
}

/// `doas [options] COMMAND`; `-s` starts a shell.
fn doas(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = rest(started, 0);
    match started.run.arguments.has(&["-s"]) && words.is_empty() {
        true => by_shell(walk, started, &[], scope),
        false => with_assignments(walk, started, words, scope),
    }
}

/// `su [options] [-] [USER [WORDS]]`: a shell that is given the words, and reads what comes in without any.
fn su(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    if arguments.has(&["-c", "--command", "--session-command"]) {
        return;
    }
    let operands = arguments.operands.iter().filter(|word| word.literal() != Some("-"));
    let words = std::iter::once(Value::from("sh")).chain(operands.skip(1).cloned()).collect();
    run(walk, started, words, scope);
}

/// `sg GROUP TEXT`
fn group(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    for text in started.run.arguments.operands.iter().skip(1).take(1) {
        shell(walk, started, text, scope);
    }
}

/// `runuser -u USER COMMAND`, or as `su`.
fn runuser(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let style = Style { operands_last: true, ..SU };
    let parsed = options::leading(&style, &started.run.words);
    if !parsed.arguments.has(&["-u", "--user"]) {
        su(walk, started, scope);
        return;
    }
    let words = started.run.words.iter().skip(parsed.first_operand).cloned().collect();
    run(walk, started, words, scope);
}
