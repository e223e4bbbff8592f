//! Owns expanding words to values: quotes, parameters, tildes, braces, globs; it does not run substitutions.
//!
//! The order is the shell's own: braces, tilde, parameters and substitutions, splitting, globs (Bash Reference Manual,
//! section 3.5). What is not known becomes a hole.

use super::braces;
use super::scope::{Scope, unknown_parameter};
use super::walk::Walk;
use super::{Hole, Piece, Value};
use crate::shell::syntax::{Parameter, Part, Word};

/// A piece of an expanded word, and what may still be done to it.
#[derive(Debug, Clone)]
struct Expanded {
    piece: Piece,
    /// Whether blanks in it separate words.
    splits: bool,
    /// Whether glob characters in it are active.
    globs: bool,
}

impl Walk<'_> {
    /// The values that words expand to, in order.
    pub fn fields(&mut self, words: &[Word], scope: &Scope) -> Vec<Value> {
        let mut fields = Vec::new();
        for word in words {
            for parts in braces::expand(&word.parts) {
                let before = fields.len();
                if let Some(all) = self.positional(&parts, scope) {
                    fields.extend(all);
                    continue;
                }
                let pieces = self.pieces(&parts, scope);
                split(pieces, &mut fields);
                // `''` is a word; an unset `$x` is none, but what is unset here may be set there.
                if fields.len() == before && is_quoted(&parts) {
                    fields.push(Value::default());
                }
            }
        }
        fields
    }

    /// The value of a word that is neither split nor globbed: an assignment, a here-string, the subject of `case`.
    pub fn value(&mut self, word: &Word, scope: &Scope) -> Value {
        self.joined(&word.parts, scope)
    }

    /// The value of parts side by side.
    pub fn joined(&mut self, parts: &[Part], scope: &Scope) -> Value {
        Value::new(self.pieces(parts, scope).into_iter().map(|expanded| expanded.piece).collect())
    }

    /// `$@` or `$*` as a word of its own, which stands for many.
    fn positional(&mut self, parts: &[Part], scope: &Scope) -> Option<Vec<Value>> {
        let [part] = parts else { return None };
        let parameter = match part {
            Part::DoubleQuoted(inner) => match inner.as_slice() {
                [Part::Parameter(parameter)] if parameter.name == "@" => parameter,
                _ => return None,
            },
            Part::Parameter(parameter) => parameter,
            _ => return None,
        };
        let all = matches!(parameter.name.as_str(), "@" | "*") && parameter.operator.is_none();
        let values = scope.positional.as_ref().filter(|_| all)?;
        let bytes = values.iter().map(|value| value.length() + 1).sum();
        self.may_expand(bytes).then(|| values.iter().skip(1).cloned().collect())
    }

    fn pieces(&mut self, parts: &[Part], scope: &Scope) -> Vec<Expanded> {
        let mut pieces = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            match part {
                Part::Literal(text) => {
                    let rest = match index {
                        0 => self.tilde(text, parts.len() == 1, &mut pieces),
                        _ => text.as_str(),
                    };
                    pieces.push(text_piece(rest, false, true));
                }
                Part::Quoted(text) => pieces.push(text_piece(text, false, false)),
                Part::DoubleQuoted(inner) => {
                    let inner = self.pieces(inner, scope);
                    let fixed = inner.into_iter();
                    pieces.extend(fixed.map(|part| Expanded {
                        splits: false,
                        globs: false,
                        ..part
                    }));
                }
                _ => {
                    let value = self.substituted(part, scope);
                    let unquoted = value.pieces().iter().cloned();
                    pieces.extend(unquoted.map(|piece| Expanded {
                        piece,
                        splits: true,
                        globs: true,
                    }));
                }
            }
        }
        pieces
    }

    /// What a parameter or substitution stands for.
    fn substituted(&mut self, part: &Part, scope: &Scope) -> Value {
        match part {
            Part::Parameter(parameter) => self.parameter(parameter, scope),
            Part::Substitution(program) => {
                let known = self.output(program, scope);
                self.nested(program, scope);
                // The shell drops newlines at the end (POSIX XCU 2.6.3).
                known.map_or_else(|| hole("$(…)"), |value| value.without_final_newlines())
            }
            Part::Process(_, program) => {
                self.nested(program, scope);
                hole("<(…)")
            }
            Part::Arithmetic(parts) => {
                self.joined(parts, scope);
                hole("$((…))")
            }
            Part::Opaque(opaque) => {
                self.unparsed(opaque, scope);
                hole("…")
            }
            Part::Literal(_) | Part::Quoted(_) | Part::DoubleQuoted(_) => Value::default(),
        }
    }

    fn parameter(&mut self, parameter: &Parameter, scope: &Scope) -> Value {
        if let Some(subscript) = &parameter.subscript {
            self.joined(subscript, scope);
        }
        let word = self.joined(&parameter.word, scope);
        let set = match parameter.subscript {
            None => self.known_parameter(&parameter.name, scope),
            Some(_) => None,
        };
        match (parameter.operator.as_deref(), set) {
            (None, Some(value)) => value,
            // A default is what an unset parameter stands for; one that we do not know may be set.
            (Some(":-" | "-" | ":=" | "="), Some(value)) if value.literal() != Some("") => value,
            (Some(":?" | "?"), Some(value)) => value,
            (Some(operator), _) => hole(&format!("${{{}{operator}{word}}}", parameter.name)),
            (None, None) => unknown_parameter(&parameter.name),
        }
    }

    fn known_parameter(&mut self, name: &str, scope: &Scope) -> Option<Value> {
        let value = self.set_parameter(name, scope)?;
        self.may_expand(value.length()).then_some(value)
    }

    fn set_parameter(&self, name: &str, scope: &Scope) -> Option<Value> {
        if let Some(value) = scope.parameters.get(name) {
            return Some(value.clone());
        }
        if let Ok(index) = name.parse::<usize>() {
            return scope.positional.as_ref()?.get(index).cloned();
        }
        match (name, scope.directories.as_slice()) {
            ("PWD", [directory]) => Some(directory.clone()),
            // Unless it is assigned in the line, blanks separate words.
            ("IFS", _) => Some(Value::from(" \t\n")),
            _ => self.facts().shell_variable(name).map(Value::from),
        }
    }

    /// Expands a tilde at the start and returns the text after it.
    fn tilde<'t>(&self, text: &'t str, whole: bool, pieces: &mut Vec<Expanded>) -> &'t str {
        let Some(rest) = text.strip_prefix('~') else { return text };
        let (user, path) = match rest.find('/') {
            Some(slash) => rest.split_at(slash),
            // `~"x"` is no tilde expansion.
            None if whole => (rest, ""),
            None => return text,
        };
        let home = match user {
            "" => self.facts().home().map(str::to_owned),
            "+" | "-" => None,
            user => self.facts().home_of(user),
        };
        let piece = match home {
            Some(home) => Piece::Text(home),
            None => Piece::Hole(Hole::new(format!("~{user}"))),
        };
        pieces.push(Expanded { piece, splits: false, globs: false });
        path
    }
}

fn text_piece(text: &str, splits: bool, globs: bool) -> Expanded {
    Expanded { piece: Piece::Text(text.to_owned()), splits, globs }
}

fn hole(spelling: &str) -> Value {
    Value::new(vec![Piece::Hole(Hole::new(spelling))])
}

fn is_quoted(parts: &[Part]) -> bool {
    parts.iter().any(|part| matches!(part, Part::Quoted(_) | Part::DoubleQuoted(_)))
}

/// Splits expanded pieces into fields at unquoted blanks, and makes holes of active glob characters.
fn split(pieces: Vec<Expanded>, fields: &mut Vec<Value>) {
    let mut field = Value::default();
    for Expanded { piece, splits, globs } in pieces {
        let Piece::Text(text) = piece else {
            field.push(piece);
            continue;
        };
        if !splits {
            append(&text, globs, &mut field);
            continue;
        }
        for (index, part) in text.split([' ', '\t', '\n']).enumerate() {
            if index > 0 && !field.pieces().is_empty() {
                fields.push(std::mem::take(&mut field));
            }
            append(part, globs, &mut field);
        }
    }
    if !field.pieces().is_empty() {
        fields.push(field);
    }
}

/// Adds text to a field; `*`, `?` and `[…]` in it become holes where they are active.
fn append(text: &str, globs: bool, field: &mut Value) {
    let mut rest = text;
    while let Some(at) = rest.find(['*', '?', '[']).filter(|_| globs) {
        let (before, from) = rest.split_at(at);
        let length = match from.find(']') {
            Some(end) if from.starts_with('[') && end > 1 => end + 1,
            // A `[` without its `]` stands for itself.
            _ if from.starts_with('[') => 0,
            _ => from.find(|character| !matches!(character, '*' | '?')).unwrap_or(from.len()),
        };
        field.push(Piece::Text(before.to_owned()));
        match length {
            0 => {
                field.push(Piece::Text("[".to_owned()));
                rest = from.get(1..).unwrap_or_default();
            }
            length => {
                let (glob, after) = from.split_at(length);
                field.push(Piece::Hole(Hole::glob(glob)));
                rest = after;
            }
        }
    }
    field.push(Piece::Text(rest.to_owned()));
}
