//! Owns the commands of line editors that run programs or name files: `!TEXT`, `r !TEXT`, `w FILE` and their
//! like; it does not edit.
//!
//! Sources: POSIX XCU (ed, ex, vi), various.txt, change.txt, insert.txt and eval.txt of Vim's reference manual.

use super::Started;
use super::entry::shell;
use super::files::Files;
use super::interpreters;
use super::marked::Marked;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

/// Words before a command that leave it as it is.
const MODIFIERS: &[&str] = &[
    "silent",
    "sil",
    "sil!",
    "silent!",
    "noautocmd",
    "noa",
    "keepalt",
    "keepjumps",
    "vertical",
    "vert",
    "tab",
    "belowright",
    "bel",
    "botright",
    "bo",
    "topleft",
    "to",
    "verbose",
    "unsilent",
    "confirm",
    "windo",
    "bufdo",
    "argdo",
    "tabdo",
    "sandbox",
    "execute",
    "exe",
    "exec",
    "normal",
    "norm",
];

/// Commands that take `!TEXT` in the place of a file.
const THROUGH: &[&str] =
    &["r", "re", "rea", "read", "w", "wr", "wri", "writ", "write", "e", "f", "edit", "P"];

/// How many modifiers and global commands may stand before a command.
const MAXIMUM_PREFIXES: usize = 16;

/// Commands after which lines of text follow, up to a single dot.
const INSERTING: &[&str] = &["a", "append", "c", "change", "i", "insert"];

/// Follows a script of such commands, one a line.
pub fn script(walk: &mut Walk, started: &Started, text: &Value, scope: &mut Scope) {
    let marked = Marked::new(text);
    let mut is_text = false;
    for line in marked.text.lines() {
        if is_text {
            is_text = line != ".";
            continue;
        }
        let plain = without_address(line.trim_start_matches([':', ' ', '\t'])).trim();
        is_text = INSERTING.contains(&plain.trim_end_matches('!'));
        command(walk, started, &marked.value(line), scope);
    }
}

/// Follows one command, as far as it runs a program.
pub fn command(walk: &mut Walk, started: &Started, command: &Value, scope: &mut Scope) {
    let marked = Marked::new(command);
    let mut rest = marked.text.as_str();
    for _ in 0..MAXIMUM_PREFIXES {
        let before = rest;
        rest = without_address(rest.trim_start_matches([':', ' ', '\t']));
        rest = rest.trim_start();
        if let Some(after) = without_global(rest) {
            rest = after;
        }
        let word = rest.split([' ', '\t']).next().unwrap_or_default();
        if MODIFIERS.contains(&word) {
            // `execute '!TEXT'`
            rest = rest.get(word.len()..).unwrap_or_default().trim_start();
            rest = rest.trim_matches(['\'', '"']);
        }
        if rest == before {
            break;
        }
    }
    if let Some(text) = run_by_shell(rest) {
        return shell(walk, started, &marked.value(text), scope);
    }
    let (word, after) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
    match word {
        "lua" | "luado" => interpreters::lua(walk, started, &marked.value(after), scope),
        "py" | "python" | "py3" | "python3" | "pyx" | "pythonx" => {
            interpreters::python(walk, started, &marked.value(after), scope);
        }
        "call" | "cal" | "let" | "echo" | "ec" | "echom" | "echomsg" | "eval" | "put"
        | "return" => {
            interpreters::vim(walk, started, &marked.value(after), scope);
        }
        "so" | "source" | "luafile" | "pyfile" => {
            touch(walk, started, Access::Read, &marked, after, scope)
        }
        _ => {
            let plain = word.trim_end_matches('!');
            let writes = ["w", "wr", "write", "wq", "x", "xit", "sav", "saveas", "W"];
            if writes.contains(&plain) {
                touch(walk, started, Access::Write, &marked, after, scope);
            } else if ["r", "re", "read", "e", "edit", "E", "tabe", "sp", "split"].contains(&plain)
            {
                touch(walk, started, Access::Read, &marked, after, scope);
            }
        }
    }
}

/// A file that a command names.
fn touch(
    walk: &mut Walk,
    started: &Started,
    access: Access,
    marked: &Marked,
    name: &str,
    scope: &Scope,
) {
    let name =
        name.trim_start_matches([' ', '\t', '>']).split('|').next().unwrap_or_default().trim();
    if !name.is_empty() {
        Files::new(walk, started, scope).one(access, &marked.value(name), false);
    }
}

/// The text that a command gives to a shell.
fn run_by_shell(command: &str) -> Option<&str> {
    if let Some(text) = command.strip_prefix('!') {
        return Some(text);
    }
    let letters = command.len() - command.trim_start_matches(char::is_alphabetic).len();
    let (word, after) = command.split_at_checked(letters)?;
    let bang = after.trim_start().strip_prefix('!');
    match word {
        // `w!` and `e!` overwrite; only after a blank is it a shell's text.
        "w" | "wr" | "wri" | "writ" | "write" | "e" | "edit" if after.starts_with('!') => None,
        word if THROUGH.contains(&word) => bang,
        "ter" | "term" | "terminal" => Some(after.strip_prefix('!').unwrap_or(after).trim_start()),
        _ => None,
    }
}

/// The command after line numbers, patterns and marks.
fn without_address(command: &str) -> &str {
    let mut rest = command;
    loop {
        let plain = rest.trim_start_matches(|one: char| {
            one.is_ascii_digit() || matches!(one, '.' | '$' | ',' | ';' | '%' | '+' | '-' | '*')
        });
        let next = match plain.chars().next() {
            Some(quote @ ('/' | '?')) => after_pattern(plain, quote),
            Some('\'') => {
                let mark = plain.char_indices().nth(2).map_or(plain.len(), |(at, _)| at);
                plain.get(mark..).unwrap_or_default()
            }
            _ => plain,
        };
        if next.len() == rest.len() {
            return rest;
        }
        rest = next;
    }
}

/// What follows a pattern between two delimiters.
fn after_pattern(text: &str, delimiter: char) -> &str {
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' {
            letters.next();
        } else if letter == delimiter {
            return text.get(at + delimiter.len_utf8()..).unwrap_or_default();
        }
    }
    ""
}

/// `g/PATTERN/COMMAND`, `v/PATTERN/COMMAND`
fn without_global(command: &str) -> Option<&str> {
    let rest = ["global!", "global", "vglobal", "g!", "g", "v"]
        .iter()
        .find_map(|word| command.strip_prefix(word))?;
    let delimiter = rest.chars().next().filter(|one| one.is_ascii_punctuation() && *one != '!')?;
    Some(after_pattern(rest, delimiter))
}
