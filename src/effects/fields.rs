//! Owns the last steps of expanding a word: splitting at separators, and finding globs; it does not know parameters.
//!
//! Bash Reference Manual, sections 3.5.7 (word splitting) and 3.5.8.1 (pattern matching). A glob stands for text without
//! `/`; extended globs (`@(…)`) are taken for active, since `shopt -s extglob` may have been said anywhere.

use super::{Hole, Piece, Value};

/// What separates words where `IFS` is not assigned, and what counts as blank in it (POSIX XCU 2.6.5).
pub const SEPARATORS: &str = " \t\n";

/// What a word has become once it is expanded, piece by piece.
#[derive(Debug, Clone)]
pub enum Expanded {
    /// Text or a hole.
    Piece {
        /// The piece.
        piece: Piece,
        /// Whether separators in it end a word.
        splits: bool,
        /// Whether glob characters in it are active.
        globs: bool,
    },
    /// An end of a word that `$@` makes between its elements.
    Break,
}

impl Expanded {
    /// A piece that is neither split nor globbed. Even an empty one makes a word.
    pub fn quoted(piece: Piece) -> Self {
        Expanded::Piece { piece, splits: false, globs: false }
    }

    /// Text that stands in the word itself without quotes.
    pub fn literal(text: &str) -> Self {
        Expanded::Piece { piece: Piece::Text(text.to_owned()), splits: false, globs: true }
    }
}

/// A character of a word, or what is unknown in it.
#[derive(Debug, Clone)]
enum Unit {
    Character { character: char, active: bool },
    Hole(Hole),
}

/// The fields that expanded pieces make, appended to those before. A separator that is no blank ends a field even if that
/// is empty; blanks around it count as part of it (POSIX XCU 2.6.5).
pub fn split(expanded: Vec<Expanded>, separators: &str, fields: &mut Vec<Value>) {
    let mut field: Option<Vec<Unit>> = None;
    let mut ended_by_blank = false;
    for expanded in expanded {
        let Expanded::Piece { piece, splits, globs } = expanded else {
            fields.extend(field.take().map(|field| value(&field)));
            continue;
        };
        let text = match piece {
            Piece::Text(text) => text,
            Piece::Hole(hole) => {
                field.get_or_insert_default().push(Unit::Hole(hole));
                continue;
            }
        };
        if !splits && !globs {
            field.get_or_insert_default();
        }
        for character in text.chars() {
            if !splits || !separators.contains(character) {
                field.get_or_insert_default().push(Unit::Character { character, active: globs });
                ended_by_blank = false;
            } else if let Some(field) = field.take() {
                fields.push(value(&field));
                ended_by_blank = SEPARATORS.contains(character);
            } else if !SEPARATORS.contains(character) && !std::mem::take(&mut ended_by_blank) {
                fields.push(Value::default());
            }
        }
    }
    fields.extend(field.map(|field| value(&field)));
}

/// The parts of a text between separators, unknown parts left whole: its lines, or its words.
pub fn parts(text: &Value, separators: &str) -> Vec<Value> {
    let expanded = text.pieces().iter().cloned();
    let expanded = expanded.map(|piece| Expanded::Piece { piece, splits: true, globs: false });
    let mut parts = Vec::new();
    split(expanded.collect(), separators, &mut parts);
    parts
}

/// The value of one field, with its globs as holes.
fn value(units: &[Unit]) -> Value {
    let mut value = Value::default();
    let mut text = String::new();
    let mut at = 0;
    // The ends of brackets and parentheses that have none are not looked for again and again.
    let mut open_ended = [false; 2];
    while let Some(unit) = units.get(at) {
        let length = glob_length(units, at, &mut open_ended);
        match unit {
            _ if length > 0 => {
                value.push(Piece::Text(std::mem::take(&mut text)));
                value.push(Piece::Hole(Hole::glob(spelling(units, at, length))));
            }
            Unit::Character { character, .. } => text.push(*character),
            Unit::Hole(hole) => {
                value.push(Piece::Text(std::mem::take(&mut text)));
                value.push(Piece::Hole(hole.clone()));
            }
        }
        at += length.max(1);
    }
    value.push(Piece::Text(text));
    value
}

fn spelling(units: &[Unit], at: usize, length: usize) -> String {
    let spelt = units.iter().skip(at).take(length).map(|unit| match unit {
        Unit::Character { character, .. } => character.to_string(),
        Unit::Hole(hole) => hole.spelling().to_owned(),
    });
    spelt.collect()
}

/// How many units the glob that begins here takes; 0 if none does.
fn glob_length(units: &[Unit], at: usize, open_ended: &mut [bool; 2]) -> usize {
    let active = |at: usize, characters: &str| matches!(units.get(at), Some(Unit::Character { character, active: true }) if characters.contains(*character));
    let [brackets, parentheses] = open_ended;
    if active(at, "@!+?*") && active(at + 1, "(") && !*parentheses {
        match parenthesis_end(units, at + 1) {
            Some(end) => return end + 1 - at,
            None => *parentheses = true,
        }
    }
    if active(at, "*?") {
        let run = (at..).take_while(|at| active(*at, "*?")).count();
        // The last of them may begin an extended glob.
        return if active(at + run, "(") && run > 1 { run - 1 } else { run };
    }
    // zsh's own group and qualifier, `(a|b)` and `(N)`, stands anywhere; no other shell lets it (zsh manual, "Glob Operators").
    if at > 0 && active(at, "(") && !*parentheses {
        match parenthesis_end(units, at) {
            Some(end) => return end + 1 - at,
            None => *parentheses = true,
        }
    }
    if active(at, "[") && !*brackets {
        match bracket_end(units, at) {
            Some(end) => return end + 1 - at,
            None => *brackets = true,
        }
    }
    0
}

/// Where a bracket expression ends: at the first `]` that is not its first character and lies in no `[:class:]`.
fn bracket_end(units: &[Unit], open: usize) -> Option<usize> {
    let is = |at: usize, wanted: &str| matches!(units.get(at), Some(Unit::Character { character, .. }) if wanted.contains(*character));
    let quoted = |at: usize| matches!(units.get(at), Some(Unit::Character { active: false, .. }));
    let mut at = open + 1;
    at += usize::from(is(at, "!^") && !quoted(at));
    // A `]` that comes first stands for itself, and so does a quoted one.
    at += usize::from(is(at, "]"));
    while at < units.len() {
        match () {
            () if is(at, "/") => return None,
            () if is(at, "[") && is(at + 1, ":=.") => {
                let inner = at + 2;
                at = (inner..units.len()).find(|at| is(*at, ":=.") && is(at + 1, "]"))? + 2;
            }
            () if is(at, "]") && !quoted(at) => return Some(at),
            () => at += 1,
        }
    }
    None
}

fn parenthesis_end(units: &[Unit], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, unit) in units.iter().enumerate().skip(open) {
        match unit {
            Unit::Character { character: '(', active: true } => depth += 1,
            Unit::Character { character: ')', active: true } => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
