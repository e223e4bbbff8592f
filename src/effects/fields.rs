//! Owns the last steps of expanding a word: splitting at separators, and finding globs; it does not know parameters.
//!
//! Bash Reference Manual, sections 3.5.7 (word splitting) and 3.5.8.1 (pattern matching). A glob stands for text without
//! `/`; extended globs (`@(…)`) are taken for active, since `shopt -s extglob` may have been said anywhere.

use super::{Hole, Piece, Value};

/// A piece of an expanded word, and what may still be done to it.
#[derive(Debug, Clone)]
pub struct Expanded {
    /// The piece.
    pub piece: Piece,
    /// Whether separators in it end a word.
    pub splits: bool,
    /// Whether glob characters in it are active.
    pub globs: bool,
}

/// A character of a word, or what is unknown in it.
#[derive(Debug, Clone)]
enum Unit {
    Character { character: char, active: bool },
    Hole(Hole),
}

/// The fields that expanded pieces make, appended to those before.
pub fn split(pieces: Vec<Expanded>, separators: &str, fields: &mut Vec<Value>) {
    let mut field: Vec<Unit> = Vec::new();
    for Expanded { piece, splits, globs } in pieces {
        let text = match piece {
            Piece::Text(text) => text,
            Piece::Hole(hole) => {
                field.push(Unit::Hole(hole));
                continue;
            }
        };
        for character in text.chars() {
            if !splits || !separators.contains(character) {
                field.push(Unit::Character { character, active: globs });
            } else if !field.is_empty() {
                fields.push(value(&std::mem::take(&mut field)));
            }
        }
    }
    if !field.is_empty() {
        fields.push(value(&field));
    }
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
