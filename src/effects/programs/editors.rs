//! Owns editors and patch, which change the files they are given; it does not edit.
//!
//! Sources: POSIX XCU (ed, ex, vi, patch), patch(1) of GNU patch 2.7, vim(1), nano(1).

use super::diffs;
use super::entry::{Entry, Operands, Use, WORDS};
use super::ex_commands;
use super::files::{Files, something_below};
use super::script_file;
use super::{Started, name_of};
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::touch::Touch;
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
        names: &["ed"],
        style: Style::new("p", &["prompt"]),
        operands: Operands::Own(line_editor),
        ..WORDS
    },
    // The restricted editor refuses `!`.
    Entry {
        names: &["red"],
        style: Style::new("p", &["prompt"]),
        operands: Operands::Own(edit),
        ..WORDS
    },
    Entry {
        names: &[
            "ex", "vi", "vim", "nvim", "view", "vimdiff", "nvimdiff", "gvimdiff", "gvim", "mvim",
            "nvi", "elvis", "rvim",
        ],
        style: Style::new("ciSTtUuwW", &["cmd", "startuptime", "listen", "server"]),
        operands: Operands::Own(visual_editor),
        ..WORDS
    },
    Entry {
        names: &["nano", "pico"],
        style: Style::new("cQrsTo", &["speller", "quotestr", "fill", "tabsize", "operatingdir"]),
        options: &[(&["-s", "--speller"], Use::Runs)],
        operands: Operands::Own(edit),
        ..WORDS
    },
    Entry {
        names: &["micro", "hx", "notepad", "notepad++"],
        operands: Operands::Own(edit),
        ..WORDS
    },
    Entry { names: &["meld", "kdiff3"], operands: Operands::Files(Access::Read), ..WORDS },
];

/// `patch [FILE [PATCH]]`; without a file, the patch names those it changes, below the directory of `-d`.
fn patch(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let (original, patch) = files.operands().split_at_checked(1).unwrap_or_default();
    files.all(Access::Read, patch, false);
    if files.has(&["--dry-run"]) {
        return;
    }
    let given = files.value(&["-i", "--input"]);
    let mut own = Scope { cause: Some(started.id), ..scope.clone() };
    if let Some(directory) = files.value(&["-d", "--directory"]) {
        walk.go_below(directory, &mut own);
    }
    if let [original] = original {
        return walk.path(Touch::file(Access::Write), original, &own);
    }
    let is_known = match given {
        Some(file) => diffs::in_file(walk, own.opened_file(file.clone()), None, &own),
        None => diffs::on_input(walk, None, &own),
    };
    if !is_known {
        walk.path(Touch::file(Access::Write), &something_below(&Value::from(".")), &own);
    }
}

/// `ed [FILE]` takes its commands from standard input.
fn line_editor(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    edit(walk, started, scope);
    if let Input::Text(text) = scope.input() {
        ex_commands::script(walk, started, &text, scope);
    }
}

/// `vim [-c COMMAND | +COMMAND | --cmd COMMAND | -S FILE] FILES`. Only `ex`, `-e` and `-E` take commands from standard
/// input.
fn visual_editor(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    edit(walk, started, scope);
    let name = name_of(&started.run.program);
    let arguments = &started.run.arguments;
    for option in &arguments.options {
        let Some(value) = &option.value else { continue };
        match option.name.as_str() {
            "-c" | "--cmd" => ex_commands::command(walk, started, value, scope),
            "-S" => script_file::in_file(walk, started, value, scope, |walk, text, scope| {
                ex_commands::script(walk, started, text, scope);
            }),
            _ => {}
        }
    }
    for word in &arguments.operands {
        if word.known_start().starts_with('+')
            && let Some(command) = word.after(1)
        {
            ex_commands::command(walk, started, &command, scope);
        }
    }
    if let Input::Text(text) = scope.input()
        && (name == "ex" || arguments.has(&["-e", "-E"]))
    {
        ex_commands::script(walk, started, &text, scope);
    }
}

/// An editor may read and write what it is given.
fn edit(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let named = files.operands().iter().filter(|word| !word.known_start().starts_with('+'));
    let named: Vec<Value> = named.cloned().collect();
    files.all(Access::Read, &named, false);
    let shows = ["view", "vimdiff", "nvimdiff", "gvimdiff"];
    if !files.has(&["-R", "-M", "--readonly"]) && !shows.contains(&name_of(&started.run.program)) {
        files.all(Access::Write, &named, false);
    }
}
