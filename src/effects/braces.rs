//! Owns brace expansion; it does not expand anything else.
//!
//! Bash Reference Manual, section 3.5.1: `a{b,c}d` and `{1..3}` make several words before anything else is expanded.
//! Only unquoted braces and commas count.

use crate::shell::Dialect;
use crate::shell::syntax::{Parameter, Part};

/// More words than a person writes with braces; past that the braces stay as they are.
const MAXIMUM_WORDS: usize = 256;

/// How many braces may follow or lie in each other; each makes two words of one, at least.
const MAXIMUM_DEPTH: usize = 32;

/// A word of this length costs as much as two.
const LONG: usize = 256;

/// A unit that brace expansion moves about whole.
#[derive(Debug, Clone)]
enum Unit {
    /// An unquoted character.
    Character(char),
    /// Anything else: quoted text, a parameter, a substitution.
    Fixed(Part),
}

/// The words that a word's parts expand to; one, if there are no braces to expand.
pub fn expand(parts: &[Part], dialect: Dialect) -> Vec<Vec<Part>> {
    let has_brace = |part: &Part| matches!(part, Part::Literal(text) if text.contains('{'));
    if !parts.iter().any(has_brace) {
        return vec![parts.to_vec()];
    }
    let mut units = Vec::new();
    for part in parts {
        match part {
            Part::Literal(text) => units.extend(text.chars().map(Unit::Character)),
            // zsh expands parameters first.
            Part::Parameter(parameter) if dialect == Dialect::Zsh => {
                let parameter = Parameter { braced: true, ..parameter.clone() };
                units.push(Unit::Fixed(Part::Parameter(parameter)));
            }
            part => units.push(Unit::Fixed(part.clone())),
        }
    }
    let mut fuel = 4 * MAXIMUM_WORDS;
    match alternatives(&units, 0, &mut fuel) {
        Some(words) => words.into_iter().map(|word| parts_of(&word)).collect(),
        None => vec![parts.to_vec()],
    }
}

/// Every word that the units expand to; `None` if there are too many.
fn alternatives(units: &[Unit], depth: usize, fuel: &mut usize) -> Option<Vec<Vec<Unit>>> {
    *fuel = fuel.checked_sub(1 + units.len() / LONG)?;
    if depth > MAXIMUM_DEPTH {
        return None;
    }
    let Some((open, close, choices)) = first_braces(units) else {
        return Some(vec![units.to_vec()]);
    };
    let before = units.get(..open).unwrap_or_default();
    let after = alternatives(units.get(close + 1..).unwrap_or_default(), depth + 1, fuel)?;
    let mut words = Vec::new();
    for choice in choices {
        for middle in alternatives(&choice, depth + 1, fuel)? {
            for end in &after {
                *fuel = fuel.checked_sub(1 + end.len() / LONG)?;
                words.push([before, &middle, end].concat());
            }
        }
    }
    Some(words)
}

/// The first braces that expand: where they open and close, and what may stand in their place.
fn first_braces(units: &[Unit]) -> Option<(usize, usize, Vec<Vec<Unit>>)> {
    let opens = units.iter().enumerate().filter(|(_, unit)| is(unit, '{')).map(|(at, _)| at);
    // `{}` at the start stands for itself.
    let starts_empty = matches!(units, [first, second, ..] if is(first, '{') && is(second, '}'));
    for open in opens.skip(usize::from(starts_empty)).take(MAXIMUM_WORDS) {
        let Some(close) = closing(units, open) else { continue };
        let inner = units.get(open + 1..close).unwrap_or_default();
        if let Some(choices) = listed(inner).or_else(|| ranged(inner)) {
            return Some((open, close, choices));
        }
    }
    None
}

/// Where the braces close that open here: a `}` closes nothing before there was a comma or `..`, so `{a}b,c}` is two
/// words.
fn closing(units: &[Unit], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut separated = false;
    for (at, unit) in units.iter().enumerate().skip(open + 1) {
        let is_at = |at: usize, wanted| units.get(at).is_some_and(|unit| is(unit, wanted));
        match unit {
            unit if is(unit, '{') => depth += 1,
            unit if is(unit, '}') && depth > 0 => depth -= 1,
            unit if is(unit, '}') && separated => return Some(at),
            _ if depth > 0 => {}
            unit if is(unit, ',') => separated = true,
            unit if is(unit, '.') && is_at(at + 1, '.') && !is_at(at + 2, '}') => separated = true,
            _ => {}
        }
    }
    None
}

/// `a,b,c`: split at the commas that lie in no inner braces.
fn listed(inner: &[Unit]) -> Option<Vec<Vec<Unit>>> {
    let mut choices = vec![Vec::new()];
    let mut depth = 0_usize;
    for unit in inner {
        if depth == 0 && is(unit, ',') {
            choices.push(Vec::new());
            continue;
        }
        depth = (depth + usize::from(is(unit, '{'))).saturating_sub(usize::from(is(unit, '}')));
        choices.last_mut()?.push(unit.clone());
    }
    (choices.len() > 1).then_some(choices)
}

/// `1..5`, `01..10..3` or `a..e`.
fn ranged(inner: &[Unit]) -> Option<Vec<Vec<Unit>>> {
    let characters = inner.iter().map(|unit| match unit {
        Unit::Character(character) => Some(*character),
        Unit::Fixed(_) => None,
    });
    let text: String = characters.collect::<Option<_>>()?;
    let mut ends = text.split("..");
    let (first, last, step) = (ends.next()?, ends.next()?, ends.next());
    if ends.next().is_some() {
        return None;
    }
    let step = step.map_or(Some(1), |step| step.parse::<i64>().ok())?.unsigned_abs().max(1);
    let step = usize::try_from(step).ok()?;
    let values: Vec<String> = match (first.parse::<i64>(), last.parse::<i64>()) {
        (Ok(from), Ok(to)) => {
            let padded = |end: &str| end.trim_start_matches('-').starts_with('0') && end.len() > 1;
            let width = if padded(first) || padded(last) { first.len().max(last.len()) } else { 0 };
            between(from, to, step)?.into_iter().map(|number| format!("{number:0width$}")).collect()
        }
        _ => {
            let letter = |end: &str| {
                let mut letters = end.chars();
                letters
                    .next()
                    .filter(|letter| letters.next().is_none() && letter.is_ascii_alphabetic())
            };
            let (from, to) =
                (i64::from(u32::from(letter(first)?)), u32::from(letter(last)?).into());
            let codes = between(from, to, step)?.into_iter();
            codes
                .filter_map(|code| char::from_u32(u32::try_from(code).ok()?))
                .map(String::from)
                .collect()
        }
    };
    Some(values.iter().map(|value| value.chars().map(Unit::Character).collect()).collect())
}

/// The numbers from one to the other, both included, in either direction.
fn between(from: i64, to: i64, step: usize) -> Option<Vec<i64>> {
    let count = from.abs_diff(to) / u64::try_from(step).ok()?;
    if usize::try_from(count).ok()? >= MAXIMUM_WORDS {
        return None;
    }
    Some(if from <= to {
        (from..=to).step_by(step).collect()
    } else {
        (to..=from).rev().step_by(step).collect()
    })
}

fn is(unit: &Unit, wanted: char) -> bool {
    matches!(unit, Unit::Character(character) if *character == wanted)
}

/// Whether a character that comes to stand behind a parameter belongs to its name.
fn goes_on(parameter: &Parameter, character: char) -> bool {
    let is_name =
        parameter.name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let belongs = character.is_ascii_alphanumeric() || character == '_';
    is_name && belongs && !parameter.braced
}

fn parts_of(units: &[Unit]) -> Vec<Part> {
    let mut parts = Vec::new();
    for unit in units {
        match (unit, parts.last_mut()) {
            (Unit::Character(character), Some(Part::Literal(text))) => text.push(*character),
            // Braces are expanded before parameters: `$x{a,b}` is `$xa $xb`.
            (Unit::Character(character), Some(Part::Parameter(parameter)))
                if goes_on(parameter, *character) =>
            {
                parameter.name.push(*character);
            }
            (Unit::Character(character), _) => parts.push(Part::Literal(character.to_string())),
            (Unit::Fixed(part), _) => parts.push(part.clone()),
        }
    }
    parts
}
