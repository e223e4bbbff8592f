//! Owns programs that take code of a language that is read elsewhere, or of one of which only calls of a shell are read; it
//! does not cut code into tokens.
//!
//! Sources: rake(1), the Rails guides ("The Rails Command Line"), pry, Crystal, the Django and SageMath documentation, Blender's
//! command-line arguments, `mix help run`, octave(1), erl(1), groovy, raku(1).

use super::callbacks::values;
use super::entry::{Entry, Operands, WORDS, shell};
use super::interpreters;
use super::marked::Marked;
use super::{Started, database};
use crate::effects::Value;
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["rake", "rails", "pry", "irb", "crystal"],
        style: Style::new("efrIRCT", &["execute", "exec", "require", "environment"]),
        operands: Operands::Own(ruby),
        ..WORDS
    },
    Entry {
        names: &["django-admin", "manage.py", "sage", "blender"],
        style: Style::new("c", &["command", "settings", "python-expr"]),
        operands: Operands::Own(python),
        ..WORDS
    },
    Entry {
        names: &["mix"],
        style: Style::new("er", &["eval", "require"]),
        operands: Operands::Own(elixir),
        ..WORDS
    },
    Entry {
        names: &["octave", "octave-cli"],
        style: Style::runner("p", &["eval", "path", "exec-path"]),
        operands: Operands::Own(calls),
        ..WORDS
    },
    Entry {
        names: &["erl"],
        style: Style::new("", &[]),
        whole_words: Some(&["-eval"]),
        operands: Operands::Own(calls),
        ..WORDS
    },
    Entry {
        names: &["groovy", "raku", "perl6"],
        style: Style::runner("e", &[]),
        operands: Operands::Own(calls),
        ..WORDS
    },
];

/// `rake -e CODE`, `rails runner CODE`, `crystal eval CODE`
fn ruby(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    database::send(walk, started, scope);
    let operands = &started.run.arguments.operands;
    let is_evaluated =
        matches!(operands.first().and_then(Value::literal), Some("runner" | "r" | "eval"));
    let code = operands.get(1).filter(|_| is_evaluated);
    for code in values(started, &["-e", "--execute", "--exec"]).into_iter().chain(code) {
        interpreters::ruby(walk, started, code, scope);
    }
}

/// `django-admin shell -c CODE`, `sage -c CODE`, `blender --python-expr CODE`
fn python(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    database::send(walk, started, scope);
    for code in values(started, &["-c", "--command", "--python-expr"]) {
        interpreters::python(walk, started, code, scope);
    }
}

/// `mix run -e CODE`
fn elixir(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    for code in values(started, &["-e", "--eval"]) {
        interpreters::elixir(walk, started, code, scope);
    }
}

/// Calls whose first argument is a text for a shell, in languages of which no more is read.
fn calls(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    const CALLS: &[&str] =
        &["system(", "os:cmd(", "shell_cmd(", "unix(", "shell(", "shell ", "run(", "run "];
    for code in values(started, &["-e", "-eval", "--eval"]) {
        let marked = Marked::new(code);
        let mut found: Vec<Value> = Vec::new();
        for call in CALLS {
            for (at, _) in marked.text.match_indices(call).take(64) {
                let after = marked.text.get(at + call.len()..).unwrap_or_default().trim_start();
                found.extend(quoted(after).map(|text| marked.value(text)));
            }
        }
        // Groovy: `"TEXT".execute()`
        let parts = marked.text.split(['"', '\'']).collect::<Vec<_>>();
        for pair in parts.windows(2) {
            if let [text, after] = pair
                && after.starts_with(".execute(")
            {
                found.push(marked.value(text));
            }
        }
        found.iter().for_each(|text| shell(walk, started, text, scope));
    }
}

/// The text in quotes at the start.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    text.get(1..)?.split(quote).next()
}
