//! Owns editors and patch, which change the files they are given; it does not edit.
//!
//! Sources: POSIX XCU (ed, ex, vi, patch), patch(1) of GNU patch 2.7, vim(1).

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, shell};
use super::files::{Files, something_below};
use crate::effects::fields::parts;
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["patch"],
        style: Style::new(
            "BDdFgiopVrYz",
            &[
                "prefix",
                "ifdef",
                "directory",
                "fuzz",
                "get",
                "input",
                "output",
                "strip",
                "version-control",
                "reject-file",
                "basename-prefix",
                "suffix",
                "quoting-style",
                "reject-format",
                "read-only",
            ],
        )
        .flags(&["dry-run", "reverse", "forward", "force", "binary", "backup"]),
        options: &[
            (&["-i", "--input"], Use::Reads),
            (&["-o", "--output", "-r", "--reject-file"], Use::Writes),
        ],
        operands: Operands::Own(patch),
        ..WORDS
    },
    Entry {
        names: &["ed", "red"],
        style: Style::new("p", &["prompt"]),
        operands: Operands::Own(edit),
        ..WORDS
    },
    Entry {
        names: &[
            "ex",
            "vi",
            "vim",
            "nvim",
            "nano",
            "emacs",
            "pico",
            "micro",
            "hx",
            "notepad",
            "notepad++",
        ],
        style: Style::new("ciSTtUuwW", &["cmd"]),
        operands: Operands::Own(edit),
        ..WORDS
    },
    Entry {
        names: &["view", "vimdiff", "nvimdiff", "gvimdiff", "meld", "kdiff3"],
        style: Style::new("ciSTtUuwW", &["cmd"]),
        operands: Operands::Files(Access::Read),
        ..WORDS
    },
];

/// `patch [FILE [PATCH]]`; without a file, the patch names those it changes, below the directory of `-d`.
fn patch(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let (original, patch) = files.operands().split_at_checked(1).unwrap_or_default();
    files.all(Access::Read, patch, false);
    if files.has(&["--dry-run"]) {
        return;
    }
    if let Some(directory) = files.value(&["-d", "--directory"]) {
        files.enter(directory);
    }
    if !original.is_empty() {
        files.all(Access::Write, original, false);
        return;
    }
    if let Input::Text(text) = scope.input() {
        for path in patched(&text.to_string()) {
            files.one(Access::Write, &Value::from(path), false);
        }
        return;
    }
    files.one(Access::Write, &something_below(&Value::from(".")), false);
}

/// The files that a unified diff says it changes, without the first component as `-p1` has it and with it.
pub fn patched(text: &str) -> Vec<String> {
    let headers = text.lines().filter_map(|line| line.strip_prefix("+++ "));
    let named = headers.map(|name| name.split('\t').next().unwrap_or(name).trim().to_owned());
    named
        .filter(|name| name != "/dev/null")
        .map(|name| match name.split_once('/') {
            Some(("a" | "b", rest)) => rest.to_owned(),
            _ => name,
        })
        .collect()
}

/// An editor may read and write what it is given.
fn edit(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let named = files.operands().iter().filter(|word| !word.known_start().starts_with('+'));
    let named: Vec<Value> = named.cloned().collect();
    files.all(Access::Read, &named, false);
    if !files.has(&["-R", "-M", "--readonly"]) {
        files.all(Access::Write, &named, false);
    }
    let arguments = &started.run.arguments;
    let options = arguments.options.iter().filter(|it| ["-c", "--cmd"].contains(&it.name.as_str()));
    let mut commands: Vec<Value> = options.filter_map(|option| option.value.clone()).collect();
    commands.extend(
        arguments
            .operands
            .iter()
            .filter_map(|word| word.after(1).filter(|_| word.known_start().starts_with('+'))),
    );
    // `ed` and `ex -s` read their commands from standard input.
    if let Input::Text(text) = scope.input() {
        commands.extend(parts(&text, "\n"));
    }
    for command in commands {
        if let Some(text) = escaped(&command) {
            shell(walk, started, &text, scope);
        }
    }
}

/// The text for a shell in an editor's command: `!TEXT`, `:%!TEXT`, `:r !TEXT` (POSIX XCU "ex", "ed").
fn escaped(command: &Value) -> Option<Value> {
    let known = command.known_start();
    let before = known.split('!').next()?;
    let verb = before.trim_start_matches([':', ' ', '%', ',', '.', '$', '\'', '<', '>']);
    let verb = verb.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_end();
    // `:q!` and `:w! FILE` only insist.
    let insists = !verb.is_empty() && !before.ends_with(' ');
    let runs = ["", "r", "read", "w", "write", "sil", "silent", "e"].contains(&verb);
    command.after(before.len() + 1).filter(|_| runs && !insists && known.contains('!'))
}
