//! Owns expanding words to values: quotes, parameters, tildes, substitutions; it does not split words or know globs.
//!
//! The order is the shell's own: braces, tilde, parameters and substitutions, splitting, globs (Bash Reference Manual,
//! section 3.5). What is not known becomes a hole.

use super::fields::{Expanded, SEPARATORS, split};
use super::scope::{Input, Scope, unknown_parameter};
use super::tildes;
use super::walk::Walk;
use super::{Feed, Feeds, Hole, Piece, Value};
use super::{arithmetic, braces, operators, windows};
use crate::shell::Dialect;
use crate::shell::syntax::{Parameter, Part, ProcessDirection, Program, Word};

impl Walk<'_> {
    /// The values that words expand to, in order.
    pub fn fields(&mut self, words: &[Word], scope: &Scope) -> Vec<Value> {
        let separators = separators(scope);
        let mut fields = Vec::new();
        for word in words {
            let alternatives = braces::expand(&word.parts, scope.dialect);
            // Not in words that braces make (measured: bash 5.2).
            let assigns = tildes::are_assigned_by_words(scope) && alternatives.len() == 1;
            for parts in alternatives {
                let expanded = self.expanded(&parts, assigns, scope);
                split(expanded, &separators, &mut fields);
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
        let piece = |expanded| match expanded {
            Expanded::Piece { piece, .. } => piece,
            Expanded::Break => Piece::Text(" ".to_owned()),
        };
        Value::new(self.expanded(parts, false, scope).into_iter().map(piece).collect())
    }

    /// The elements that a parameter lists: all of them, or those from an offset on (`${@:2}`).
    fn listed(&mut self, parameter: &Parameter, quoted: bool, scope: &Scope) -> Option<Vec<Value>> {
        let subscript = parameter.subscript.as_deref().map(|parts| self.joined(parts, scope));
        // In zsh `$x` is all of an array x (zsh manual, "Array Parameters").
        let is_array = scope.dialect == Dialect::Zsh && scope.arrays.get(&parameter.name).is_some();
        let subscript = subscript.or_else(|| is_array.then(|| Value::from("@")));
        let (elements, list, first) = match (&parameter.name, subscript) {
            (name, None) => (scope.positional.clone(), name.clone(), 1),
            (name, Some(subscript)) => {
                (scope.arrays.get(name).cloned(), subscript.literal()?.to_owned(), 0)
            }
        };
        // `"$*"` is one word.
        let lists = list == "@" || (list == "*" && !quoted);
        let elements = elements.filter(|_| lists)?;
        let offset = match parameter.operator.as_deref() {
            None => first,
            Some(":") => {
                let word = self.joined(&parameter.word, scope);
                word.literal()?.trim().parse::<usize>().ok()?
            }
            Some(_) => return None,
        };
        let values: Vec<Value> = elements.iter().skip(offset).cloned().collect();
        let bytes = values.iter().map(|value| value.length() + 1).sum();
        self.may_expand(bytes).then_some(values)
    }

    /// What parts stand for. If the word `assigns`, `NAME=~/a:~/b` is expanded as if it were an assignment (Bash Reference
    /// Manual, 3.5.2).
    fn expanded(&mut self, parts: &[Part], assigns: bool, scope: &Scope) -> Vec<Expanded> {
        let mut all = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            match part {
                Part::Literal(text) => {
                    let whole = parts.len() == 1;
                    let rest = match (index, tildes::assigned(text).filter(|_| assigns)) {
                        (0, Some((name, paths))) => {
                            all.push(Expanded::literal(name));
                            self.tildes(paths, whole, scope, &mut all)
                        }
                        (0, None) => self.tilde(text, whole, scope, &mut all),
                        _ => text.as_str(),
                    };
                    all.push(Expanded::literal(rest));
                }
                Part::Quoted(text) => all.push(Expanded::quoted(Piece::Text(text.clone()))),
                Part::DoubleQuoted(inner) => self.double_quoted(inner, scope, &mut all),
                _ => self.unquoted(part, scope, &mut all),
            }
        }
        all
    }

    /// `"…"` is a word even if it is empty, unless it is `"$@"` and there are no arguments.
    fn double_quoted(&mut self, inner: &[Part], scope: &Scope, all: &mut Vec<Expanded>) {
        let before = all.len();
        let mut vanishes = !inner.is_empty();
        for part in inner {
            let listed = match part {
                Part::Parameter(parameter) => self.listed(parameter, true, scope),
                _ => None,
            };
            let Some(values) = listed else {
                vanishes = false;
                let inner = match part {
                    Part::Literal(text) | Part::Quoted(text) => Value::from(text.as_str()),
                    Part::Parameter(parameter) => self.parameter(parameter, true, scope),
                    part => self.substituted(part, scope),
                };
                all.extend(inner.pieces().iter().cloned().map(Expanded::quoted));
                continue;
            };
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    all.push(Expanded::Break);
                }
                all.push(Expanded::quoted(Piece::Text(String::new())));
                all.extend(value.pieces().iter().cloned().map(Expanded::quoted));
            }
        }
        if !vanishes {
            all.insert(before, Expanded::quoted(Piece::Text(String::new())));
        }
    }

    /// A parameter or substitution without quotes, whose value is split.
    fn unquoted(&mut self, part: &Part, scope: &Scope, all: &mut Vec<Expanded>) {
        let listed = match part {
            Part::Parameter(parameter) => self.listed(parameter, false, scope),
            _ => None,
        };
        let values = listed.unwrap_or_else(|| vec![self.substituted(part, scope)]);
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                all.push(Expanded::Break);
            }
            all.extend(value.pieces().iter().cloned().map(|piece| Expanded::Piece {
                piece,
                splits: true,
                globs: true,
            }));
        }
    }

    /// What a parameter or substitution stands for.
    fn substituted(&mut self, part: &Part, scope: &Scope) -> Value {
        match part {
            Part::Parameter(parameter) => self.parameter(parameter, false, scope),
            Part::Substitution(program) => {
                let from = self.effects.len();
                let known = self.nested(program, scope);
                let filled = || {
                    let sources = self.produced(from, Feeds::NONE);
                    Value::new(vec![Piece::Hole(Hole::new("$(…)").from_sources(sources))])
                };
                // The shell drops newlines at the end (POSIX XCU 2.6.3).
                match known {
                    Some(Input::Text(text)) => text.without_final_newlines(),
                    _ => filled(),
                }
            }
            Part::Block(program) => {
                let from = self.effects.len();
                let mut own = scope.clone();
                // What comes through the pipe is `$_` in a block.
                if let Input::Text(text) = scope.input() {
                    own.set("_", text);
                }
                self.nested(program, &own);
                let sources = self.produced(from, Feeds::NONE);
                Value::new(vec![Piece::Hole(Hole::new("{…}").from_sources(sources))])
            }
            Part::Process(direction, program) => self.process(*direction, program, scope),
            Part::Arithmetic(parts) => {
                let expression = self.joined(parts, scope);
                self.evaluated(&expression, scope);
                let value = expression.literal().and_then(arithmetic::worked_out);
                value.map_or_else(|| hole("$((…))"), |value| Value::from(value.to_string()))
            }
            Part::Opaque(opaque) => {
                self.unparsed(opaque, scope);
                hole("…")
            }
            Part::Literal(_) | Part::Quoted(_) | Part::DoubleQuoted(_) => Value::default(),
        }
    }

    /// A process substitution: a name, through which a program reads what another writes, or the other way round.
    fn process(&mut self, direction: ProcessDirection, program: &Program, scope: &Scope) -> Value {
        if direction == ProcessDirection::Output {
            let mut own = scope.deeper();
            own.feed_from(0, Input::Unknown, self.passed_on(scope).with(Feed::Pipe));
            self.program(program, &mut own);
            return hole(">(…)");
        }
        let from = self.effects.len();
        let output = self.nested(program, scope).unwrap_or(Input::Unknown);
        let sources = self.produced(from, Feeds::NONE).with(Feed::Pipe);
        Value::new(vec![Piece::Hole(self.fed_hole("<(…)", output).from_sources(sources))])
    }

    /// Follows what an arithmetic expression runs: values of parameters are expressions themselves, and subscripts in
    /// them are expanded (Bash Reference Manual, 6.5).
    pub fn evaluated(&mut self, expression: &Value, scope: &Scope) {
        let text = expression.to_string();
        let names = text.split(|character: char| !character.is_alphanumeric() && character != '_');
        let values: Vec<&str> =
            names.filter_map(|name| scope.parameters.get(name)?.literal()).collect();
        for value in values.into_iter().chain([text.as_str()]) {
            self.expanded_again(value, scope);
        }
    }

    /// Follows a text that the shell expands although it was quoted: prompts, subscripts, `${x@P}`.
    pub fn expanded_again(&mut self, text: &str, scope: &Scope) {
        if text.contains("$(") || text.contains('`') {
            // As a word of a command that does nothing, the text is expanded and no more.
            self.text(&format!(": \"{}\"", text.replace('"', "\\\"")), &mut scope.deeper());
        }
    }

    fn parameter(&mut self, parameter: &Parameter, quoted: bool, scope: &Scope) -> Value {
        let subscript = parameter.subscript.as_ref().map(|parts| self.joined(parts, scope));
        if let Some(subscript) = &subscript {
            self.evaluated(subscript, scope);
        }
        let word = self.joined(&parameter.word, scope);
        let name = parameter.name.as_str();
        let set = match &subscript {
            None => self.known_parameter(name, scope),
            Some(subscript) => {
                let index =
                    subscript.literal().and_then(|index| index.trim().parse::<usize>().ok());
                let array = scope.arrays.get(name);
                match (array, index, subscript.literal()) {
                    (Some(array), Some(index), _) => array.get(index).cloned(),
                    (Some(array), None, Some("*" | "@")) => Some(list_joined(array.iter(), scope)),
                    _ => None,
                }
            }
        };
        // An operator changes each element of a list.
        let lists = matches!(name, "@" | "*")
            || subscript.as_ref().is_some_and(|one| matches!(one.literal(), Some("@" | "*")));
        let set = set.filter(|_| !lists || parameter.operator.is_none());
        if set.is_none() && is_unset_argument(name, scope) {
            let unset = parameter.operator.as_deref();
            return if matches!(unset, Some(":-" | "-")) { word } else { Value::default() };
        }
        // Set or not, it is a directory for temporary files.
        if set.is_none()
            && name == "TMPDIR"
            && matches!(parameter.operator.as_deref(), Some(":-" | "-"))
        {
            return word;
        }
        let is_empty = |value: &Value| value.literal() == Some("");
        match (parameter.operator.as_deref(), set) {
            (None, Some(value)) => value,
            (None, None) => unknown_parameter(name),
            // A default is what an unset parameter stands for; one that we do not know may be set.
            (Some(":-" | ":="), Some(value)) if !is_empty(&value) => value,
            // An empty parameter ends the shell.
            (Some(":?"), Some(value)) => {
                self.fatal |= is_empty(&value);
                value
            }
            (Some("-" | "=" | "?"), Some(value)) => value,
            (Some(":-"), Some(_)) => word,
            (Some(":="), Some(_)) => {
                self.assign_later(name, word.clone());
                word
            }
            (Some(":=" | "="), None) => {
                self.assign_later(name, unknown_parameter(name));
                hole(&format!("${{{name}:={word}}}"))
            }
            (Some("@"), Some(value)) => {
                self.expanded_again(&value.to_string(), scope);
                hole(&format!("${{{name}@{word}}}"))
            }
            (Some(":+"), Some(value)) if is_empty(&value) => Value::default(),
            (Some(":+" | "+"), Some(value)) if value.literal().is_some() => word,
            (Some(operator), set) => {
                let known = set.and_then(|value| {
                    operators::applied(operator, &parameter.word, &value, quoted)
                });
                known.unwrap_or_else(|| hole(&format!("${{{name}{operator}{word}}}")))
            }
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
        if let Some(pointer) = name.strip_prefix('!').filter(|pointer| !pointer.is_empty()) {
            let target = scope.parameters.get(pointer)?.literal()?.to_owned();
            return scope.parameters.get(&target).cloned();
        }
        if let Some(measured) = name.strip_prefix('#').filter(|measured| !measured.is_empty()) {
            let length = scope.parameters.get(measured)?.literal()?.chars().count();
            return Some(Value::from(length.to_string()));
        }
        match (name, scope.directories.as_slice()) {
            ("#", _) => {
                let count = scope.positional.as_ref()?.len().saturating_sub(1);
                Some(Value::from(count.to_string()))
            }
            ("PWD", [directory]) => Some(directory.clone()),
            // Unless it is assigned in the line, blanks separate words.
            ("IFS", _) => Some(Value::from(SEPARATORS)),
            ("@" | "*", _) => {
                let all = scope.positional.as_ref()?;
                Some(list_joined(all.iter().skip(1), scope))
            }
            ("HOME", [_]) => Some(self.home(scope)),
            (name, [directory]) if is_on_windows(directory, scope) => {
                windows::variable(name, &self.home(scope))
            }
            _ => self.facts().shell_variable(name).map(Value::from),
        }
    }

    /// The home directory: `HOME` may have been assigned in the line. On a drive it is the profile around.
    pub fn home(&self, scope: &Scope) -> Value {
        let assigned = scope.parameters.get("HOME").cloned();
        let around = match scope.directories.as_slice() {
            [directory] => windows::profile(directory.known_start()).map(Value::from),
            _ => None,
        };
        assigned
            .or(around)
            .or_else(|| self.facts().home().map(Value::from))
            .unwrap_or_else(|| hole("~"))
    }
}

/// Whether it is an argument past the last one (`$3` of two).
fn is_unset_argument(name: &str, scope: &Scope) -> bool {
    let index = name.parse::<usize>().ok().filter(|index| *index > 0);
    let count = scope.positional.as_ref().map(|all| all.len());
    index.zip(count).is_some_and(|(index, count)| index >= count)
}

/// Whether the environment is that of Windows.
fn is_on_windows(directory: &Value, scope: &Scope) -> bool {
    scope.dialect.is_of_windows() || windows::has_drive(directory.known_start())
}

fn hole(spelling: &str) -> Value {
    Value::new(vec![Piece::Hole(Hole::new(spelling))])
}

/// What separates words.
fn separators(scope: &Scope) -> String {
    scope.parameters.get("IFS").and_then(Value::literal).unwrap_or(SEPARATORS).to_owned()
}

/// Elements as the one word that `"$*"` makes of them, with the first separator between them.
fn list_joined<'v>(values: impl Iterator<Item = &'v Value>, scope: &Scope) -> Value {
    let separator: String = separators(scope).chars().take(1).collect();
    Value::joined(values, &separator)
}
