//! Owns what the operators of a parameter expansion make of a known value (`${x%.c}`, `${x^^}`); it does not know
//! parameters.
//!
//! Bash Reference Manual, section 3.5.3. A pattern is read if it holds no brackets and no extended globs.

use super::Value;
use crate::shell::syntax::Part;

/// More characters than a value has that patterns are tried on: matching takes as many steps as the square of them.
const MAXIMUM_CHARACTERS: usize = 256;

/// A piece of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Character(char),
    /// `?`
    One,
    /// `*`
    Any,
}

/// What an operator makes of a value; `None` where that is not worked out. `quoted` says whether it stands between double
/// quotes, where the text of the word is active although it is not split.
pub fn applied(operator: &str, word: &[Part], value: &Value, quoted: bool) -> Option<Value> {
    let active;
    let word = match word {
        [Part::Quoted(text)] if quoted => {
            active = [Part::Literal(text.clone())];
            active.as_slice()
        }
        [_, _, ..] if quoted => return None,
        word => word,
    };
    let value = value.literal()?;
    if value.len() > MAXIMUM_CHARACTERS {
        return None;
    }
    let changed = match operator {
        ":" => part_of(value, &plain(word)?)?,
        "^^" if word.is_empty() => value.to_uppercase(),
        ",," if word.is_empty() => value.to_lowercase(),
        "^" if word.is_empty() => first_changed(value, |first| first.to_uppercase().collect()),
        "," if word.is_empty() => first_changed(value, |first| first.to_lowercase().collect()),
        "#" | "##" | "%" | "%%" => removed(operator, &pattern(word)?, value),
        "/" | "//" | "/#" | "/%" => replaced(operator, word, value)?,
        _ => return None,
    };
    Some(Value::from(changed))
}

fn plain(word: &[Part]) -> Option<String> {
    let text = |part: &Part| match part {
        Part::Literal(text) | Part::Quoted(text) => Some(text.clone()),
        Part::DoubleQuoted(inner) => plain(inner),
        _ => None,
    };
    word.iter().map(text).collect()
}

fn first_changed(value: &str, change: impl Fn(char) -> String) -> String {
    let mut rest = value.chars();
    rest.next().map(change).unwrap_or_default() + rest.as_str()
}

/// `${x:OFFSET}` and `${x:OFFSET:LENGTH}`; a negative number counts from the end.
fn part_of(value: &str, numbers: &str) -> Option<String> {
    let characters: Vec<char> = value.chars().collect();
    let count = i64::try_from(characters.len()).ok()?;
    let mut numbers = numbers.split(':').map(|number| number.trim().parse::<i64>());
    let start = numbers.next()?.ok()?;
    let start = if start < 0 { count + start } else { start };
    let end = match numbers.next() {
        None => count,
        Some(length) => match length.ok()? {
            length if length < 0 => count + length,
            length => start.checked_add(length)?.min(count),
        },
    };
    if numbers.next().is_some() || start < 0 || start > count || end < start {
        return (start < 0 || start > count).then(String::new);
    }
    let range = usize::try_from(start).ok()?..usize::try_from(end).ok()?;
    Some(characters.get(range)?.iter().collect())
}

fn pattern(word: &[Part]) -> Option<Vec<Unit>> {
    let mut units = Vec::new();
    for part in word {
        match part {
            Part::Literal(text) if text.contains(['[', '(', '\\', '~']) => return None,
            Part::Literal(text) => units.extend(text.chars().map(|character| match character {
                '*' => Unit::Any,
                '?' => Unit::One,
                character => Unit::Character(character),
            })),
            part => {
                let text = plain(std::slice::from_ref(part))?;
                units.extend(text.chars().map(Unit::Character));
            }
        }
    }
    Some(units)
}

/// Whether a pattern fits a whole text.
fn fits(pattern: &[Unit], text: &[char]) -> bool {
    let (mut unit, mut at) = (0, 0);
    // Where to go on if what follows the last `*` does not fit.
    let mut again: Option<(usize, usize)> = None;
    loop {
        match (pattern.get(unit), text.get(at)) {
            (Some(Unit::Any), _) => {
                again = Some((unit + 1, at));
                unit += 1;
                continue;
            }
            (None, None) => return true,
            (Some(Unit::One), Some(_)) => (unit, at) = (unit + 1, at + 1),
            (Some(Unit::Character(one)), Some(other)) if one == other => {
                (unit, at) = (unit + 1, at + 1);
            }
            _ => match again {
                Some((next, from)) if from < text.len() => {
                    again = Some((next, from + 1));
                    (unit, at) = (next, from + 1);
                }
                _ => return false,
            },
        }
    }
}

/// `${x#PATTERN}` and its like: without the shortest or longest start or end that fits.
fn removed(operator: &str, pattern: &[Unit], value: &str) -> String {
    let characters: Vec<char> = value.chars().collect();
    let count = characters.len();
    let (head, tail) = (operator.starts_with('#'), operator.starts_with('%'));
    let mut lengths: Vec<usize> = (0..=count).collect();
    if operator.len() == 2 {
        lengths.reverse();
    }
    for length in lengths {
        let (start, end) = characters.split_at(if head { length } else { count - length });
        if head && fits(pattern, start) {
            return end.iter().collect();
        }
        if tail && fits(pattern, end) {
            return start.iter().collect();
        }
    }
    value.to_owned()
}

/// `${x/PATTERN/TEXT}`: the first longest match replaced, or all, or the one at the start or end.
fn replaced(operator: &str, word: &[Part], value: &str) -> Option<String> {
    let (wanted, put) = halves(word)?;
    let wanted = pattern(&wanted)?;
    // What `&` stands for depends on an option (patsub_replacement).
    if wanted.is_empty() || put.contains(['&', '\\']) {
        return None;
    }
    let characters: Vec<char> = value.chars().collect();
    let count = characters.len();
    let mut text = String::new();
    let mut at = 0;
    let mut done = false;
    while at < count {
        let from = characters.get(at..)?;
        let here = !done && (operator != "/#" || at == 0);
        let shortest = if operator == "/%" { from.len() } else { 1 };
        let length = (shortest..=from.len())
            .rev()
            .find(|length| here && from.get(..*length).is_some_and(|start| fits(&wanted, start)));
        match length {
            Some(length) => {
                text.push_str(&put);
                at += length;
                done = operator != "//";
            }
            None => {
                text.push(*from.first()?);
                at += 1;
            }
        }
    }
    Some(text)
}

/// The parts before the first unquoted `/`, and the text after it.
fn halves(word: &[Part]) -> Option<(Vec<Part>, String)> {
    let mut before = Vec::new();
    for (index, part) in word.iter().enumerate() {
        if let Part::Literal(text) = part
            && let Some((start, end)) = text.split_once('/')
        {
            before.push(Part::Literal(start.to_owned()));
            let rest = plain(word.get(index + 1..)?)?;
            return Some((before, format!("{end}{rest}")));
        }
        before.push(part.clone());
    }
    Some((before, String::new()))
}
