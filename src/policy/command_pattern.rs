//! Owns command patterns and how they match programs that run; it does not know any program's grammar.

use super::Match;
use crate::effects::Run;

/// A command as a person writes it, to be matched with what runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandPattern {}

impl CommandPattern {
    /// Reads a pattern; the error is one sentence that says what was expected.
    pub fn parse(_text: &str) -> Result<CommandPattern, String> {
        Ok(CommandPattern {})
    }

    /// How surely a program that runs is such a command.
    pub fn matches(&self, _run: &Run) -> Match {
        Match::No
    }
}
