//! Owns AppleScript on the command line, as far as it runs programs; it does not read the rest of it.
//!
//! Sources: osascript(1), the AppleScript Language Guide ("do shell script"), Terminal's dictionary ("do script").

use super::Started;
use super::entry::{Entry, Operands, WORDS, shell};
use super::marked::Marked;
use crate::effects::Value;
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;

/// The family.
pub const ENTRIES: &[Entry] = &[Entry {
    names: &["osascript"],
    style: Style::runner("els", &[]),
    operands: Operands::Own(osascript),
    ..WORDS
}];

/// What stands before a text for a shell; in JavaScript it is a method.
const CALLS: &[&str] = &["do shell script", "do script", "doShellScript(", "doScript("];

/// How many calls of one kind are followed.
const MAXIMUM_CALLS: usize = 256;

/// `osascript [-l LANGUAGE] -e LINE… | FILE`, or a script on standard input.
fn osascript(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let lines = arguments.options.iter().filter(|option| option.name == "-e");
    let lines: Vec<&Value> = lines.filter_map(|option| option.value.as_ref()).collect();
    if !lines.is_empty() {
        lines.into_iter().for_each(|line| script(walk, started, line, scope));
        return;
    }
    match (arguments.operands.first(), scope.input()) {
        (Some(file), _) if file.literal() != Some("-") => {
            if let Some(file) = walk.script(file, scope) {
                walk.within_script(&file, scope, |walk, scope| {
                    script(walk, started, &file.text, scope);
                });
            }
        }
        (_, Input::Text(text)) => script(walk, started, &text, scope),
        _ => {}
    }
}

fn script(walk: &mut Walk, started: &Started, text: &Value, scope: &mut Scope) {
    let marked = Marked::new(text);
    for call in CALLS {
        for (at, _) in marked.text.match_indices(call).take(MAXIMUM_CALLS) {
            let after = marked.text.get(at + call.len()..).unwrap_or_default();
            if let Some(text) = quoted(after.trim_start_matches([' ', '(', '\t'])) {
                shell(walk, started, &marked.value(&text), scope);
            }
        }
    }
}

/// The text in quotes at the start; a backslash escapes.
fn quoted(text: &str) -> Option<String> {
    let mut letters = text.chars();
    let quote = letters.next().filter(|quote| matches!(quote, '"' | '\''))?;
    let mut inner = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => inner.extend(letters.next()),
            letter if letter == quote => return Some(inner),
            letter => inner.push(letter),
        }
    }
    None
}
