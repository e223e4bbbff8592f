//! Owns PowerShell's language: from text to the shape of a shell program; it does not know cmdlets, nor expand anything.
//!
//! Sources: learn.microsoft.com, PowerShell, "about_Parsing", "about_Quoting_Rules", "about_Special_Characters",
//! "about_Variables", "about_Redirection", "about_Language_Keywords", "about_Pipeline_Chain_Operators".
//!
//! ```text
//! statements ▶ commands ▶ expressions ▶ members ▶ words ▶ reader
//! ```
//!
//! It reads tolerantly: PowerShell runs nothing of a text with a syntax error, so whatever is read of one is harmless.
//! Names of variables are in small letters, those of the environment in capitals, since case does not count in either.

mod commands;
mod expressions;
mod members;
mod reader;
mod statements;
mod words;

use super::syntax::{Command, CommandKind, Pipeline, Program, Statement};
use reader::Reader;

/// What stands between the elements of a list in one word: `a, b` is one argument of a cmdlet. It is the separator that
/// ASCII has for this, which no path and no name holds.
pub const LIST: char = '\u{1f}';

/// Parses a program as PowerShell reads it.
pub(super) fn parse(text: &str) -> Program {
    let mut reader = Reader::new(text);
    let mut program = reader.program();
    while !reader.is_at_end() {
        // A bracket that closes nothing.
        reader.skip();
        program.statements.extend(reader.program().statements);
    }
    if let Some(opaque) = reader.failure.take() {
        let span = opaque.span.clone();
        let command = Command { kind: CommandKind::Opaque(opaque), redirections: Vec::new(), span };
        program.statements.push(alone(command));
    }
    program
}

/// The statement that one command makes.
fn alone(command: Command) -> Statement {
    Statement {
        first: Pipeline { commands: vec![command], negated: false },
        rest: Vec::new(),
        background: false,
    }
}
