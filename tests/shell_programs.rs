//! Small programs with their expected shapes: the tables in `tests/shell/`.
//!
//! A row is `PROGRAM => SHAPE`; in both, `⏎` is a newline, `⇥` a tab and `␍` a carriage return. A shape is written
//! like a program, but only in one way: a statement is followed by `;` or `&` if another follows; words come in the
//! parts the parser saw, unquoted text as it is (blanks in it with a backslash), quoted text in `'…'` or `"…"`,
//! expansions as `${…}`, `$(…)` and `$((…))`; redirections come after the words; a here-document is `<<END{BODY}`,
//! with `…` before the brace if it has no end; `?(WHY: TEXT)` was not understood.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test may fail loudly")]

use std::path::Path;

use hookshim::shell::{Dialect, parse_as};
use shapes::Writer;

#[path = "shell/shapes.rs"]
mod shapes;

/// A control character as Rust writes it, so that tables stay text.
fn visible(character: char) -> String {
    match character.is_control() {
        true => character.escape_default().to_string(),
        false => character.to_string(),
    }
}

fn check(table: &str, dialect: Dialect) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shell").join(table);
    let rows = std::fs::read_to_string(&path).expect("the table is there");
    let mut failures = String::new();
    let mut written = String::new();
    for row in rows.lines() {
        let Some((program, expected)) = row.split_once(" => ") else {
            written += &format!("{row}\n");
            continue;
        };
        let text = program.trim_end().replace('⏎', "\n").replace('⇥', "\t").replace('␍', "\r");
        let shape = Writer(&text).program(&parse_as(&text, dialect));
        let shape = shape.replace('\n', "⏎").replace('\t', "⇥").replace('\r', "␍");
        let shape: String = shape.trim().chars().map(visible).collect();
        written += &format!("{program} => {shape}\n");
        if shape != expected.trim() {
            failures +=
                &format!("\n{program}\n  expected {}\n  read     {shape}\n", expected.trim());
        }
    }
    // What was read replaces the table only on request, to be reviewed like any change.
    if std::env::var_os("HOOKSHIM_WRITE_TABLES").is_some() {
        std::fs::write(path, written).expect("the table can be written");
    }
    assert!(failures.is_empty(), "{table}:\n{failures}");
}

#[test]
fn words_and_quotes_are_read() {
    check("words.txt", Dialect::Bash);
}

#[test]
fn expansions_are_read() {
    check("expansions.txt", Dialect::Bash);
}

#[test]
fn substitutions_are_read() {
    check("substitutions.txt", Dialect::Bash);
}

#[test]
fn redirections_are_read() {
    check("redirections.txt", Dialect::Bash);
}

#[test]
fn here_documents_are_read() {
    check("here_documents.txt", Dialect::Bash);
}

#[test]
fn lists_and_pipelines_are_read() {
    check("lists.txt", Dialect::Bash);
}

#[test]
fn compound_commands_are_read() {
    check("compound.txt", Dialect::Bash);
}

#[test]
fn what_comes_before_an_error_is_kept() {
    check("errors.txt", Dialect::Bash);
}

#[test]
fn zsh_is_read() {
    check("zsh.txt", Dialect::Zsh);
}
