//! Owns what is left of a list of processes behind the usual filters: `ps aux | grep node | awk '{print $2}'` is a spelling
//! of `pgrep -f node`; it does not end processes.
//!
//! Sources: ps(1) of procps, POSIX XCU "grep".

use crate::effects::scope::Input;
use crate::effects::{Hole, Piece, Value};

/// The program that lists them all, and those that take lines and words from its list.
pub const LISTING: [&str; 11] =
    ["ps", "grep", "egrep", "awk", "gawk", "mawk", "cut", "tr", "sort", "uniq", "head"];

/// All processes.
const ALL: &str = "$(ps)";
/// What stands around the pattern of those that are looked up.
const FOUND: (&str, &str) = ("$(pgrep -f '", "')");

/// What one of `LISTING` writes, if its input is such a list.
pub fn left(name: &str, words: &[Value], input: &Input) -> Option<Value> {
    if name == "ps" {
        return Some(Value::new(vec![Piece::Hole(Hole::new(ALL))]));
    }
    let Input::Text(list) = input else { return None };
    let [Piece::Hole(hole)] = list.pieces() else { return None };
    let spelling = hole.spelling();
    let sought = spelling.strip_prefix(FOUND.0).and_then(|rest| rest.strip_suffix(FOUND.1));
    if spelling != ALL && sought.is_none() {
        return None;
    }
    let words: Vec<&str> = words.iter().map(Value::literal).collect::<Option<_>>()?;
    let inverted = words.iter().any(|word| word.starts_with('-') && word.contains('v'));
    let operand = words.iter().find(|word| !word.starts_with('-'));
    let pattern = match name {
        "grep" | "egrep" if !inverted => Some(*operand?),
        // `awk '/node/ {print $2}'`
        "awk" | "gawk" | "mawk" => {
            operand.and_then(|it| Some(it.strip_prefix('/')?.split_once('/')?.0))
        }
        _ => None,
    };
    let Some(pattern) = pattern else { return Some(list.clone()) };
    // `[n]ode` does not find itself.
    let pattern = pattern.replace(['[', ']'], "");
    if pattern.contains('\'') {
        return None;
    }
    // What is sought twice is narrower.
    let sought = sought.map_or(pattern.clone(), |before| format!("{before} {pattern}"));
    let spelling = format!("{}{sought}{}", FOUND.0, FOUND.1);
    Some(Value::new(vec![Piece::Hole(Hole::new(spelling))]))
}
