//! Owns what a call in a scripting language does, given its arguments; it does not read code.
//!
//! Sources: the Python library reference ("open", "subprocess"), perlfunc ("open", "system").

use crate::effects::Value;

/// What code does.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// It reads a file.
    Read(Value),
    /// It writes a file.
    Write(Value),
    /// It removes a file.
    Delete(Value),
    /// It removes a directory and all below.
    DeleteTree(Value),
    /// It gives a text to a shell.
    Shell(Value),
    /// It runs a program with arguments.
    Run(Vec<Value>),
}

/// An argument: a text, or a list of them.
#[derive(Debug, Clone)]
pub enum Argument {
    /// A text.
    Text(Value),
    /// A list of texts.
    List(Vec<Value>),
}

impl Argument {
    fn words(&self) -> &[Value] {
        match self {
            Argument::Text(text) => std::slice::from_ref(text),
            Argument::List(words) => words,
        }
    }
}

/// `open(path, mode)`: reading is the usual mode.
pub fn opened(path: Value, mode: Option<&Value>) -> Vec<Deed> {
    let mode = mode.and_then(Value::literal).unwrap_or("r");
    let writes = mode.contains(['w', 'a', 'x', '+']);
    let reads = mode.contains(['r', '+']) || !writes;
    let read = reads.then(|| Deed::Read(path.clone()));
    read.into_iter().chain(writes.then(|| Deed::Write(path.clone()))).collect()
}

/// `open(HANDLE, MODE, PATH)` and `open(HANDLE, "> PATH")`; a bar runs a command (perlfunc, "open").
pub fn perl_open(mode: Option<&Value>, path: Option<&Value>) -> Vec<Deed> {
    let Some(mode) = mode else { return Vec::new() };
    if let Some(command) = mode.literal().and_then(|mode| mode.trim_end().strip_suffix('|'))
        && path.is_none()
    {
        return vec![Deed::Shell(Value::from(command))];
    }
    let known = mode.known_start();
    let marks = known.len() - known.trim_start_matches(['+', '<', '>', '|', '-', ' ']).len();
    let named = match path {
        Some(path) => path.clone(),
        None => mode.after(marks).unwrap_or_default(),
    };
    let signs = known.get(..marks).unwrap_or_default();
    match (signs.contains('|'), signs.contains('>'), named.pieces().is_empty()) {
        (_, _, true) => Vec::new(),
        (true, ..) => vec![Deed::Shell(named)],
        (_, true, _) => vec![Deed::Write(named)],
        _ => vec![Deed::Read(named)],
    }
}

/// `open(HANDLE, "-|", PROGRAM, ARGUMENTS)` runs without a shell.
pub fn perl_open_list(arguments: &[Argument]) -> Option<Deed> {
    let [_, Argument::Text(mode), words @ ..] = arguments else { return None };
    if !mode.known_start().contains('|') {
        return None;
    }
    Some(Deed::Run(words.iter().flat_map(Argument::words).cloned().collect()))
}

/// `execvp(PROGRAM, [NAME, ARGUMENTS])`, `execlp(PROGRAM, NAME, ARGUMENTS)`, after so many other arguments. What stands
/// first in the list is only the name by which the program calls itself.
pub fn exec(arguments: &[Argument], before: usize) -> Option<Deed> {
    let (program, words) = arguments.get(before..)?.split_first()?;
    let [program] = program.words() else { return None };
    let words = words.iter().flat_map(Argument::words).skip(1);
    let words = std::iter::once(program).chain(words).cloned().collect();
    (!program.is_all_hole()).then_some(Deed::Run(words))
}

/// A list of words, words one by one, or a text for a shell.
pub fn run(first: Option<Value>, arguments: &[Argument]) -> Option<Deed> {
    let words = match (first, arguments) {
        (None, [Argument::List(words), ..]) => words.clone(),
        (Some(program), [_, Argument::List(words), ..]) => {
            std::iter::once(program).chain(words.iter().cloned()).collect()
        }
        (Some(_), [_, Argument::Text(_), ..]) => {
            let text = |argument: &Argument| match argument {
                Argument::Text(text) => Some(text.clone()),
                Argument::List(_) => None,
            };
            arguments.iter().map_while(text).collect()
        }
        (Some(text), _) if !text.is_all_hole() => return Some(Deed::Shell(text)),
        _ => return None,
    };
    let is_known = words.first().is_some_and(|program| !program.is_all_hole());
    is_known.then_some(Deed::Run(words))
}
