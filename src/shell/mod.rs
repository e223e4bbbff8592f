//! Owns the shell language: from text to its shape; it does not run, expand or judge anything.
//!
//! One recursive-descent parser over bytes, spread over files by what each part of the language needs:
//!
//! ```text
//! programs ▶ commands ▶ compound, conditions, functions ▶ assignments, redirections, here_documents
//!                                                       ▶ words ▶ quotes, parameters, substitutions, arithmetic
//! ```
//!
//! It never fails. After a syntax error a shell does not run later lines, so the rest of the text becomes one
//! [`syntax::Opaque`] command at the end of the program; what came before is kept, because a shell has run it by then.

#![deny(clippy::disallowed_methods)]

pub mod syntax;

mod arithmetic;
mod assignments;
mod cmd;
mod commands;
mod compound;
mod conditions;
mod escapes;
mod functions;
mod here_bodies;
mod here_documents;
mod parameters;
mod parser;
mod parts;
mod powershell;
mod programs;
mod quotes;
mod redirections;
mod resuming;
mod substitutions;
mod words;

pub use powershell::LIST;
pub use syntax::*;

use parser::Parser;

/// Whose reading of the shell language is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// bash 5.3, which also reads what a POSIX shell does.
    Bash,
    /// zsh with its default options.
    Zsh,
    /// PowerShell 7 and Windows PowerShell 5.1.
    PowerShell,
    /// cmd.exe.
    Cmd,
}

impl Dialect {
    /// Whether it is a shell of Windows, where `\` separates the names of a path.
    pub fn is_of_windows(self) -> bool {
        matches!(self, Dialect::PowerShell | Dialect::Cmd)
    }
}

/// Parses a program as bash reads it.
pub fn parse(text: &str) -> Program {
    parse_as(text, Dialect::Bash)
}

/// Parses a program as the given shell reads it.
pub fn parse_as(text: &str, dialect: Dialect) -> Program {
    match dialect {
        Dialect::PowerShell => return powershell::parse(text),
        Dialect::Cmd => return cmd::parse(text),
        Dialect::Bash | Dialect::Zsh => {}
    }
    let mut parser = Parser::new(text, dialect);
    let mut program = parser.resumed_program();
    here_bodies::put_in_place(&mut program, &mut parser.bodies);
    program
}
