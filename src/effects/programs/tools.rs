//! Owns cargo: its options that take a value, where it puts what it makes, and the programs that it is told to run; it does
//! not know what those do.
//!
//! Sources: cargo(1), The Cargo Book ("Configuration"), `cargo watch --help`.

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, run, shell};
use crate::effects::Value;
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["cargo"],
        style: CARGO,
        options: &[(&["--target-dir", "--root"], Use::Fills)],
        operands: Operands::Own(cargo),
        ..WORDS
    },
    Entry { names: &["cargo-watch"], style: WATCH, operands: Operands::Own(cargo_watch), ..WORDS },
];

const CARGO: Style = Style::new(
    "pFZCj",
    &[
        "package",
        "features",
        "manifest-path",
        "target",
        "target-dir",
        "root",
        "path",
        "config",
        "color",
        "index",
        "registry",
        "token",
        "jobs",
        "profile",
    ],
);
const WATCH: Style = Style::runner(
    "xsdwiBCLE",
    &["exec", "shell", "delay", "watch", "ignore", "features", "workdir", "use-shell", "env"],
);

/// Settings that name a program that cargo runs (The Cargo Book, "Configuration"); a `*` stands for any part.
const SETTINGS: &[(&str, &str)] = &[
    ("build.rustc", ""),
    ("build.rustc-wrapper", ""),
    ("build.rustc-workspace-wrapper", ""),
    ("build.rustdoc", ""),
    ("target.", ".runner"),
    ("target.", ".linker"),
];

/// `cargo watch …` is `cargo-watch …`, `cargo --config KEY=VALUE` may name programs, and `cargo nextest`, `cargo flamegraph`
/// and their like run what was built.
fn cargo(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    // `cargo +nightly COMMAND` is `cargo COMMAND` of another toolchain (rustup, "Toolchain override shorthand").
    if let Some((first, rest)) = started.run.words.split_first()
        && first.known_start().starts_with('+')
    {
        let cargo = std::iter::once(started.run.program.clone());
        return run(walk, started, cargo.chain(rest.iter().cloned()).collect(), scope);
    }
    let arguments = &started.run.arguments;
    for option in arguments.options.iter().filter(|option| option.name == "--config") {
        let setting = option.value.as_ref().map(Value::to_string).unwrap_or_default();
        let Some((key, value)) = setting.split_once('=') else { continue };
        let key = key.trim();
        let names_program = |(start, end): &(&str, &str)| match end.is_empty() {
            true => key == *start,
            false => key.starts_with(start) && key.ends_with(end),
        };
        if SETTINGS.iter().any(names_program) {
            // A text, or a list of words, in TOML.
            let marks = ['[', ']', '"', '\'', ' '];
            let text = value.trim_matches(marks).replace(['"', ','], " ");
            shell(walk, started, &Value::from(text), scope);
        }
    }
    let first = options::leading(&CARGO, &started.run.words).first_operand;
    let words = started.run.words.get(first..).unwrap_or_default();
    if let Some((word, rest)) = words.split_first()
        && word.literal() == Some("watch")
    {
        watch(walk, started, rest, scope);
    }
}

/// `cargo-watch [watch] …`
fn cargo_watch(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = &started.run.words;
    let skipped = usize::from(words.first().and_then(Value::literal) == Some("watch"));
    watch(walk, started, words.get(skipped..).unwrap_or_default(), scope);
}

/// `-x COMMAND` is a command of cargo, `-s TEXT` one for a shell, and so are the words at the end.
fn watch(walk: &mut Walk, started: &Started, words: &[Value], scope: &mut Scope) {
    let leading = options::leading(&WATCH, words);
    for option in &leading.arguments.options {
        let Some(value) = &option.value else { continue };
        match option.name.as_str() {
            "-s" | "--shell" => shell(walk, started, value, scope),
            "-x" | "--exec" => {
                let mut command = vec![Value::from("cargo")];
                command.extend(walk.words_of(&value.shell_text(), scope));
                run(walk, started, command, scope);
            }
            _ => {}
        }
    }
    let command = words.get(leading.first_operand..).unwrap_or_default();
    run(walk, started, command.to_vec(), scope);
}
