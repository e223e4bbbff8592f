//! Owns whether a person is there, and asking them; it does not know what they are asked about.

use super::{Process, agent, ancestors};
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};

/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: u64 = 256;

/// Why nobody is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Standard input or output is no terminal, so that a program may be at its other end.
    NoTerminal,
    /// A coding agent started this, by way of other programs or none.
    Agent {
        /// The agent's name.
        name: &'static str,
        /// The number of its process.
        process: i32,
    },
}

/// Why nobody can be asked here, if that is so.
pub fn refusal() -> Option<Refusal> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Some(Refusal::NoTerminal);
    }
    let agent_of =
        |process: &Process| agent(process).map(|name| Refusal::Agent { name, process: process.id });
    ancestors().iter().find_map(agent_of)
}

/// Asks at the terminal itself, whatever the standard streams are, and gives the answer without space around it.
///
/// # Errors
/// If there is no terminal, or it cannot be read.
pub fn ask(question: &str) -> io::Result<String> {
    let mut terminal = OpenOptions::new().read(true).write(true).open("/dev/tty")?;
    terminal.write_all(question.as_bytes())?;
    let mut answer = Vec::new();
    BufReader::new(terminal.take(LONGEST_ANSWER)).read_until(b'\n', &mut answer)?;
    Ok(String::from_utf8_lossy(&answer).trim().to_owned())
}
