//! Owns programs that run the program named by their arguments; it does not know what that one does.
//!
//! Sources: sudo(8), doas(1), the GNU coreutils manual (env, nice, nohup, stdbuf, timeout), findutils (xargs),
//! util-linux (ionice, setsid), time(1), faketime(1), npm (npx), the Bash Reference Manual (command, builtin, exec, time).

use super::{Program, Started};
use crate::effects::command::Invocation;
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::walk::{MAXIMUM_DEPTH, Walk};
use crate::effects::{Hole, Piece, Value};

const fn style(short_values: &'static str, long_values: &'static [&'static str]) -> Style {
    Style { short_values, long_values, long_flags: &[], operands_last: true }
}

const SUDO: Style = style(
    "aCcDghpRrTtUu",
    &[
        "close-from",
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
);
const ENV: Style = Style {
    long_flags: &["ignore-environment", "null", "debug", "list-signal-handling"],
    ..style("uCSPa", &["unset", "chdir", "split-string", "argv0"])
};
const XARGS: Style = style(
    "aEdILnPs",
    &["arg-file", "delimiter", "max-args", "max-procs", "max-chars", "process-slot-var"],
);

/// The family.
pub const PROGRAMS: &[Program] = &[
    Program { names: &["sudo"], style: SUDO, follow: sudo },
    Program { names: &["doas"], style: style("aCu", &[]), follow: assignments_first },
    Program { names: &["env"], style: ENV, follow: env },
    Program { names: &["command"], style: style("", &[]), follow: command },
    Program {
        names: &["builtin", "nohup", "setsid", "busybox", "noglob", "nocorrect"],
        style: style("", &[]),
        follow: first,
    },
    Program { names: &["exec"], style: style("a", &[]), follow: first },
    Program { names: &["time"], style: style("fo", &["format", "output"]), follow: first },
    Program { names: &["nice"], style: style("n", &["adjustment"]), follow: first },
    Program {
        names: &["ionice"],
        style: style("cnpPu", &["class", "classdata", "pid"]),
        follow: first,
    },
    Program {
        names: &["stdbuf"],
        style: style("ioe", &["input", "output", "error"]),
        follow: first,
    },
    Program { names: &["timeout"], style: style("ks", &["kill-after", "signal"]), follow: second },
    Program { names: &["faketime"], style: style("fp", &[]), follow: second },
    Program { names: &["xargs"], style: XARGS, follow: xargs },
    Program {
        names: &["npx", "bunx", "pnpx"],
        style: style("pcw", &["package", "call", "workspace"]),
        follow: first,
    },
];

/// The words from the operand of this number on.
fn words_from(run: &Started, style: &Style, skipped: usize) -> Vec<Value> {
    let first = options::parse(style, &run.run.words).first_operand;
    run.run.words.iter().skip(first + skipped).cloned().collect()
}

fn style_of(started: &Started) -> Style {
    let name = started.run.program.literal().map(super::name_of).unwrap_or_default();
    let own = PROGRAMS.iter().find(|program| program.names.contains(&name));
    own.map(|program| program.style).unwrap_or_default()
}

/// Follows the command that the words make, caused by the wrapper.
fn run(walk: &mut Walk, started: &Started, words: Vec<Value>, scope: &mut Scope) {
    if scope.depth > MAXIMUM_DEPTH {
        walk.opaque("commands are nested too deeply", scope);
        return;
    }
    let environment = started.run.environment.clone();
    let invocation = Invocation { words, environment };
    // Built-ins behind these two act on the shell itself.
    if ["command", "builtin"].contains(&super::name_of(started.run.program.known_start())) {
        let cause = scope.cause.replace(started.id);
        walk.start(invocation, &[], scope);
        scope.cause = cause;
        return;
    }
    let mut own = Scope { cause: Some(started.id), ..scope.deeper() };
    walk.start(invocation, &[], &mut own);
}

fn first(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = words_from(started, &style_of(started), 0);
    run(walk, started, words, scope);
}

fn second(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = words_from(started, &style_of(started), 1);
    run(walk, started, words, scope);
}

/// `command -v` and `-V` only say what would run.
fn command(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if !started.run.arguments.has(&["-v", "-V"]) {
        first(walk, started, scope);
    }
}

/// `sudo [options] [NAME=VALUE]… COMMAND`; with `-D` in another directory.
fn sudo(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut own = scope.clone();
    if let Some(directory) = started.run.arguments.value(&["-D", "--chdir"]) {
        own.go_below(directory);
    }
    assignments_first(walk, started, &mut own);
}

fn assignments_first(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = words_from(started, &style_of(started), 0);
    with_assignments(walk, started, words, scope);
}

/// `env [options] [NAME=VALUE]… COMMAND`; `-S` holds words in one, `-C` a directory.
fn env(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut own = scope.clone();
    let arguments = &started.run.arguments;
    if let Some(directory) = arguments.value(&["-C", "--chdir"]) {
        own.go_below(directory);
    }
    let mut words = words_from(started, &ENV, 0);
    if let Some(text) = arguments.value(&["-S", "--split-string"]) {
        // Its quoting is close to the shell's (GNU coreutils manual, "env -S").
        let split = walk.words_of(&text.shell_text(), &own);
        words.splice(0..0, split);
    }
    with_assignments(walk, started, words, &mut own);
}

fn with_assignments(walk: &mut Walk, started: &Started, words: Vec<Value>, scope: &mut Scope) {
    let mut environment = started.run.environment.clone();
    let mut rest = words.into_iter().peekable();
    while let Some(assignment) = rest.peek().and_then(assignment) {
        environment.push(assignment);
        rest.next();
    }
    let run_with = crate::effects::Run { environment, ..started.run.clone() };
    run(walk, &Started { run: &run_with, ..*started }, rest.collect(), scope);
}

/// `NAME=VALUE`
fn assignment(word: &Value) -> Option<(String, Value)> {
    let known = word.known_start();
    let equals = known.find('=')?;
    let name = known.get(..equals)?.to_owned();
    Some((name, word.after(equals + 1).unwrap_or_default()))
}

/// `xargs [options] COMMAND` with words from its input at the end, or wherever the replacement text stands.
fn xargs(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let item = Value::new(vec![Piece::Hole(Hole::new("…"))]);
    let mut words = words_from(started, &XARGS, 0);
    let arguments = &started.run.arguments;
    match arguments.value(&["-I", "--replace"]).and_then(Value::literal) {
        Some(mark) if !mark.is_empty() => {
            for word in &mut words {
                *word = replaced(word, mark, &item);
            }
        }
        _ => words.push(item),
    }
    run(walk, started, words, scope);
}

fn replaced(word: &Value, mark: &str, item: &Value) -> Value {
    let mut result = Value::default();
    for piece in word.pieces() {
        let Piece::Text(text) = piece else {
            result.push(piece.clone());
            continue;
        };
        for (index, part) in text.split(mark).enumerate() {
            if index > 0 {
                result.append(item);
            }
            result.push(Piece::Text(part.to_owned()));
        }
    }
    result
}
