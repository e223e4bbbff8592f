//! Owns the command line: which command is meant; it does not do any command's work.

mod check;
mod effect_tree;
mod here;
mod hook;
mod instant;
mod lines;
mod near_misses;
mod people;
mod policy;
mod test;
mod trust;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

/// Runs the command that the arguments name.
///
/// The hook is started once for every tool call, so it is found without the parser that serves people.
pub fn run() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    match arguments.split_first() {
        Some((command, rest)) if command == "hook" => hook::run(rest),
        // Hosts give a hook its payload; a person at a terminal wants help.
        None if !std::io::stdin().is_terminal() => hook::run(&[]),
        _ => people::run(),
    }
}

/// Prints for people; a reader that has gone away is no failure.
fn print(text: &str) {
    use std::io::Write;
    let _ = std::io::stdout().write_all(text.as_bytes());
}
