//! Owns how far the tests of find narrow what it finds; it does not know what is done to that.
//!
//! Sources: POSIX XCU "find", the findutils manual 4.9.

use crate::effects::{Hole, Piece, Value};

/// Arguments that narrow nothing.
const NOT_NARROWING: &[&str] = &["-maxdepth", "-mindepth", "-regextype", "-files0-from"];

/// How many names are told apart.
const MAXIMUM_NAMES: usize = 32;

/// How far the tests before an action narrow what is found.
#[derive(Debug, Clone, Default)]
pub struct Narrowed {
    /// The names it may have, if a test says.
    pub names: Option<Vec<Value>>,
    /// Whether a test lets only some through.
    pub some: bool,
    /// Whether a test lets all files through, and only those.
    pub files: bool,
    /// Whether only the start itself, or little, is left out.
    pub below: bool,
}

impl Narrowed {
    /// What is let through by this and another test.
    pub fn and(self, other: Narrowed) -> Narrowed {
        Narrowed {
            names: self.names.or(other.names),
            some: self.some || other.some,
            files: self.files || other.files,
            below: self.below || other.below,
        }
    }

    /// What is let through by this or another test.
    pub fn or(self, other: Narrowed) -> Narrowed {
        let names = self.names.zip(other.names).map(|(mut names, others)| {
            names.extend(others);
            names
        });
        let names = names.filter(|names| names.len() <= MAXIMUM_NAMES);
        Narrowed {
            names,
            some: self.some && other.some,
            files: self.files && other.files,
            below: self.below && other.below,
        }
    }
}

/// What is let through by tests before `-o` or by those behind it.
pub fn either(others: Option<Narrowed>, narrowed: Narrowed) -> Narrowed {
    match others {
        Some(others) => others.or(narrowed),
        None => narrowed,
    }
}

/// What one test lets through.
pub fn test(name: &str, argument: Option<&Value>, negated: bool) -> Narrowed {
    let argument_is = |text: &str| argument.and_then(Value::literal) == Some(text);
    match name {
        // These always hold, or say how to go.
        "-depth"
        | "-d"
        | "-true"
        | "-xdev"
        | "-mount"
        | "-follow"
        | "-a"
        | "-and"
        | "-daystart"
        | "-noleaf"
        | "-quit"
        | "-warn"
        | "-nowarn"
        | "-ignore_readdir_race" => Narrowed::default(),
        "-mindepth" => Narrowed { below: !argument_is("0"), ..Narrowed::default() },
        name if NOT_NARROWING.contains(&name) => Narrowed::default(),
        // Directories are found with all that is in them, and what is left out is little.
        "-type" if argument_is("d") => Narrowed { below: true, ..Narrowed::default() },
        "-type" if argument_is("f") && !negated => {
            Narrowed { files: true, below: true, ..Narrowed::default() }
        }
        "-prune" | "-path" | "-wholename" if negated => {
            Narrowed { below: true, ..Narrowed::default() }
        }
        _ if negated => Narrowed { below: true, ..Narrowed::default() },
        "-name" | "-iname" => Narrowed {
            names: argument.map(|pattern| vec![from_pattern(pattern)]),
            some: !argument_is("*"),
            below: true,
            ..Narrowed::default()
        },
        _ => Narrowed { some: true, below: true, ..Narrowed::default() },
    }
}

/// The names that a pattern fits: its wildcards are holes.
pub fn from_pattern(pattern: &Value) -> Value {
    let mut name = Value::default();
    for piece in pattern.pieces() {
        let Piece::Text(text) = piece else {
            name.push(piece.clone());
            continue;
        };
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            name.push(match letter {
                // Any directories, in a glob of another language.
                '*' if letters.next_if_eq(&'*').is_some() => Piece::Hole(Hole::new("…")),
                '*' | '?' => Piece::Hole(Hole::glob(letter.to_string())),
                '[' => {
                    let mut spelling = String::from("[");
                    spelling.extend(letters.by_ref().take_while(|one| *one != ']'));
                    spelling.push(']');
                    Piece::Hole(Hole::glob(spelling))
                }
                '\\' => Piece::Text(letters.next().map(String::from).unwrap_or_default()),
                other => Piece::Text(other.to_string()),
            });
        }
    }
    name
}
