//! Owns what PowerShell runs that is no program of its own: cmdlets by name and alias, calls of .NET; it does not parse.
//!
//! Source: learn.microsoft.com, PowerShell, the reference page of each cmdlet, "about_Aliases",
//! "about_CommonParameters".

mod archives;
mod binding;
mod cmdlets;
mod encoded;
mod files;
mod host;
mod members;
mod network;
mod outputs;
mod provider;
mod runs;

pub use host::describe as host;
pub use outputs::output;

use super::{Described, name_of};
use crate::effects::{Value, windows};
use crate::shell::LIST;
use binding::bind;
use cmdlets::cmdlet;

/// Names that are programs on other systems and aliases on Windows. Where the words are no cmdlet's, the program is meant.
const BOTH: &[&str] = &[
    "cat", "cd", "cp", "curl", "diff", "echo", "kill", "ls", "man", "mount", "mv", "ps", "pwd",
    "rm", "rmdir", "sleep", "sort", "tee", "wget",
];

/// Commands of the program `sc`.
const SERVICE_COMMANDS: &[&str] = &[
    "config",
    "create",
    "delete",
    "description",
    "failure",
    "qc",
    "query",
    "queryex",
    "start",
    "stop",
];

/// What PowerShell makes of a command: a cmdlet under its full name, a call of .NET, or `None` for a program. The words
/// of a program are those of its lists, too.
pub fn describe(program: &Value, words: &[Value]) -> Option<Described> {
    let name = name_of(program).to_ascii_lowercase();
    let name = name.as_str();
    let spelt = program.known_start();
    if spelt.to_ascii_lowercase().ends_with(".exe") {
        return None;
    }
    let is_method = spelt.strip_prefix('.').is_some_and(|it| it.starts_with(char::is_alphabetic));
    if spelt.starts_with('[') || is_method {
        return members::describe(program, words);
    }
    // `sc` is a program of Windows, too; Windows PowerShell takes it for the cmdlet.
    let first = words.first().and_then(Value::literal).unwrap_or_default().to_ascii_lowercase();
    if name == "sc" && SERVICE_COMMANDS.contains(&first.as_str()) {
        return None;
    }
    let cmdlet = cmdlet(name)?;
    let bound = bind(cmdlet, words);
    // A letter is what the program takes: PowerShell would not know which parameter is meant.
    let has_letter = bound.lettered && ["curl", "wget"].contains(&name);
    if (!bound.fits || has_letter) && BOTH.contains(&name) {
        return None;
    }
    let harmless = bound.arguments.has(&["-WhatIf"]);
    Some(Described {
        harmless,
        arguments: bound.arguments,
        follow: (!harmless).then_some(cmdlet.follow),
        program: Some((Value::from(cmdlet.name), words.iter().flat_map(elements).collect())),
        ..Described::default()
    })
}

/// A program that a shell of Windows starts: case does not count in its name, and lists are words of their own.
pub fn plain(program: &Value, words: &[Value]) -> (Value, Vec<Value>) {
    let program = match program.literal() {
        // A cmdlet that is not known here keeps its capitals, by which policies know it.
        Some(name) if name.contains('-') => program.clone(),
        Some(name) if !name.contains(['/', '\\']) => Value::from(name.to_ascii_lowercase()),
        _ => windows::slashed(program),
    };
    (program, words.iter().flat_map(elements).collect())
}

/// Values as one list.
pub(super) fn list(values: &[Value]) -> Value {
    Value::joined(values, LIST.encode_utf8(&mut [0; 4]))
}

/// The elements of a list, which stands in one word.
pub(super) fn elements(value: &Value) -> Vec<Value> {
    value.split(LIST)
}
