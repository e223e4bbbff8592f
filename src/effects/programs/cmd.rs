//! Owns how cmd.exe is started, and what it does itself; it does not read its language.
//!
//! Source: learn.microsoft.com, Windows Commands, "cmd": what follows `/c` or `/k` is one text.

use super::{Described, Started, windows};
use crate::effects::options;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Piece, Value};
use crate::shell::Dialect;

/// `cmd`; `None` for another program.
pub fn describe(name: &str, words: &[Value]) -> Option<Described> {
    if !name.eq_ignore_ascii_case("cmd") {
        return None;
    }
    let follow: super::Follow = follow;
    Some(Described {
        arguments: options::guess(words),
        follow: Some(follow),
        ..Described::default()
    })
}

/// What cmd makes of a command; `None` for a program.
pub fn built_in(program: &Value, words: &[Value]) -> Option<Described> {
    windows::built_in(program.literal()?, words)
}

fn follow(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = &started.run.words;
    let is_switch = |word: &Value| {
        let switch = word.known_start().to_ascii_lowercase();
        ["/c", "/k", "/r", "//c", "//k"].contains(&switch.as_str())
    };
    let mut own = Scope { dialect: Dialect::Cmd, ..scope.started(started.id) };
    let text = match words.iter().position(is_switch) {
        Some(at) => joined(words.get(at + 1..).unwrap_or_default()),
        None => match scope.input() {
            Input::Text(text) => text,
            Input::File(file) => return walk.run_opened_script(&file, &mut own),
            Input::Unknown => return walk.opaque("what the shell reads is not known", &own),
            Input::Inherited => return,
        },
    };
    if text.is_all_hole() {
        walk.opaque(&format!("the text {text} that a shell runs is not known"), &own);
        return;
    }
    own.feed(0, Input::Inherited);
    walk.whole_shell(&command_text(&text), &mut own);
}

/// The text of a command line: words with blanks get their quotes back, unless one word is all of it.
fn joined(words: &[Value]) -> Value {
    if let [only] = words {
        return only.clone();
    }
    let mut text = Value::default();
    for (index, word) in words.iter().enumerate() {
        let blank =
            |piece: &Piece| matches!(piece, Piece::Text(text) if text.contains([' ', '\t']));
        let quote = if word.pieces().iter().any(blank) { "\"" } else { "" };
        text.append(&Value::from(if index > 0 { " " } else { "" }));
        text.append(&Value::from(quote));
        text.append(word);
        text.append(&Value::from(quote));
    }
    text
}

/// The text with what is unknown in it as an unset variable.
fn command_text(text: &Value) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Hole(hole) if hole.is_glob() => hole.spelling().to_owned(),
        Piece::Hole(_) => "%UNKNOWN%".to_owned(),
    };
    text.pieces().iter().map(piece).collect()
}
