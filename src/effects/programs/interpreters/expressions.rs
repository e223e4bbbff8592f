//! Owns what expressions in scripting languages stand for, where that is plain to see; it does not know what is done with
//! them.
//!
//! Sources: as in `calls`; the Python library reference (pathlib, glob, os.path).

use super::calls::{MAXIMUM_SCAN, Reader};
use super::code::{Language, Token};
use super::deeds::Argument;
use crate::effects::programs::files::{below, something_below};
use crate::effects::programs::narrowing::from_pattern;
use crate::effects::{Hole, Piece, Value};

/// How deep expressions are read into each other, and how many arguments of a call.
const MAXIMUM_DEPTH: usize = 8;
const MAXIMUM_ARGUMENTS: usize = 32;

/// How many bytes are put together in all. `p = p + p` doubles.
const MAXIMUM_WORK: usize = 256 * 1024;

impl Reader<'_> {
    /// The arguments in brackets, or without them as Ruby and Perl allow.
    pub(super) fn arguments(&self, at: usize) -> Option<Vec<Argument>> {
        let bare = matches!(
            self.language,
            Language::Ruby | Language::Perl | Language::Php | Language::Lua | Language::Elixir
        );
        let (mut at, end) = match self.token(at)? {
            Token::Mark('(') => {
                (at + 1, self.closings.get(&at).copied().unwrap_or(self.tokens.len()))
            }
            Token::Text(_) if bare => (at, self.tokens.len()),
            // `open my $file, '>', 'x'`
            Token::Word(_) if self.language == Language::Perl => (at, self.tokens.len()),
            _ => return None,
        };
        let mut arguments = Vec::new();
        while at < end && arguments.len() < MAXIMUM_ARGUMENTS {
            // `mode='w'` in Python.
            let named = matches!(self.token(at), Some(Token::Word(_))) && self.is_mark(at + 1, '=');
            let (argument, next) = self.argument(if named { at + 2 } else { at });
            let is_mode = matches!(self.token(at), Some(Token::Word(name)) if name == "mode");
            if !named || is_mode {
                arguments.push(argument);
            }
            // What cannot be read is passed over up to the next argument.
            at = self.next_argument(next, end);
            if at >= end || (bare && self.is_end(at - 1)) {
                break;
            }
        }
        Some(arguments)
    }

    fn is_end(&self, at: usize) -> bool {
        matches!(self.token(at), Some(Token::Mark(';' | '}' | ')')))
    }

    fn next_argument(&self, mut at: usize, end: usize) -> usize {
        for _ in 0..MAXIMUM_SCAN {
            if at >= end {
                break;
            }
            match self.token(at) {
                Some(Token::Mark(',')) => return at + 1,
                Some(Token::Mark(';' | ')' | '}')) => return at + 1,
                Some(Token::Mark('(' | '[' | '{')) => {
                    at = self.closings.get(&at).map_or(end, |close| close + 1);
                }
                _ => at += 1,
            }
        }
        end
    }

    pub(super) fn argument(&self, at: usize) -> (Argument, usize) {
        // `c("a", "b")` is a list in R.
        let is_vector = self.language == Language::R
            && self.token(at) == Some(&Token::Word("c".to_owned()))
            && self.is_mark(at + 1, '(');
        let open = if is_vector { at + 1 } else { at };
        let is_list = is_vector || self.is_mark(at, '[');
        let Some(close) = self.closings.get(&open).copied().filter(|_| is_list) else {
            let (value, next) = self.expression(at, 0);
            return (Argument::Text(value), next);
        };
        self.list(open, close)
    }

    pub(super) fn list(&self, at: usize, close: usize) -> (Argument, usize) {
        let mut words = Vec::new();
        let mut inner = at + 1;
        while inner < close && words.len() < MAXIMUM_ARGUMENTS {
            let (value, next) = self.expression(inner, 1);
            words.push(value);
            inner = self.next_argument(next, close);
        }
        (Argument::List(words), close + 1)
    }

    /// The text that an expression stands for, and where it ends. What is not known is a hole.
    pub(super) fn expression(&self, at: usize, depth: usize) -> (Value, usize) {
        let (mut value, mut at) = self.operand(at, depth);
        if self.spent.get() > MAXIMUM_WORK {
            return (unknown(), at);
        }
        loop {
            let joined = match self.token(at) {
                Some(Token::Mark('+')) => false,
                Some(Token::Mark('.'))
                    if matches!(self.language, Language::Lua | Language::Vim)
                        && self.is_mark(at + 1, '.') =>
                {
                    at += 1;
                    false
                }
                Some(Token::Mark('.'))
                    if matches!(self.language, Language::Perl | Language::Php) =>
                {
                    false
                }
                Some(Token::Mark('/')) if self.language == Language::Python => true,
                _ => return (value, at),
            };
            let (right, next) = self.operand(at + 1, depth);
            let spent = self.spent.get() + value.length() + right.length();
            self.spent.set(spent);
            if spent > MAXIMUM_WORK {
                value = unknown();
            } else if joined {
                value = below(&value, &right);
            } else {
                value.append(&right);
            }
            at = next;
        }
    }

    pub(super) fn operand(&self, at: usize, depth: usize) -> (Value, usize) {
        let home = || self.home.map_or_else(unknown, Value::from);
        match self.token(at) {
            Some(Token::Text(text)) => (text.clone(), at + 1),
            Some(Token::Word(_)) if depth < MAXIMUM_DEPTH => {
                let (chain, end) = self.chain(at);
                let close = self.closings.get(&end).copied().filter(|_| self.is_mark(end, '('));
                let after = close.map_or(end, |close| close + 1);
                let inner = || self.expression(end + 1, depth + 1).0;
                let value = match (chain.as_slice(), close) {
                    ([.., "expanduser" | "expand_path"], Some(_)) => self.expanded(inner()),
                    ([.., "Path" | "str" | "abspath" | "realpath" | "resolve"], Some(_)) => inner(),
                    ([.., "home" | "homedir"], Some(_)) | ([.., "env", "HOME"], None) => home(),
                    ([.., "glob" | "iglob"], Some(_)) => from_pattern(&inner()),
                    ([.., "join"], Some(close)) => self.path_of(end + 1, close, depth + 1),
                    ([.., "environ" | "ENV"], None) if self.is_home_key(end) => {
                        return (home(), end + 3);
                    }
                    ([variable], None) => self.known.get(variable).cloned().unwrap_or_else(unknown),
                    _ => unknown(),
                };
                self.suffixed(value, after, depth)
            }
            Some(Token::Mark('(')) if depth < MAXIMUM_DEPTH => {
                let close = self.closings.get(&at).map_or(at + 1, |close| close + 1);
                self.suffixed(self.expression(at + 1, depth + 1).0, close, depth)
            }
            _ => (unknown(), at),
        }
    }

    /// What stands behind a path and makes another one of it: `.rglob('*.pyc')`, `.joinpath('x')`, `.resolve()`.
    fn suffixed(&self, value: Value, at: usize, depth: usize) -> (Value, usize) {
        let (mut value, mut at) = (value, at);
        for _ in 0..MAXIMUM_DEPTH {
            let (Some(Token::Mark('.')), Some(Token::Word(name))) =
                (self.token(at), self.token(at + 1))
            else {
                break;
            };
            let Some(close) = self.closings.get(&(at + 2)).copied() else { break };
            let inner = || self.expression(at + 3, depth + 1).0;
            value = match name.as_str() {
                "expanduser" => self.expanded(value),
                "resolve" | "absolute" => value,
                "joinpath" => below(&value, &self.path_of(at + 3, close, depth + 1)),
                "glob" => below(&value, &from_pattern(&inner())),
                "rglob" => below(&something_below(&value), &from_pattern(&inner())),
                "iterdir" => below(&value, &Value::new(vec![Piece::Hole(Hole::glob("*"))])),
                _ => break,
            };
            at = close + 1;
        }
        (value, at)
    }

    fn is_home_key(&self, at: usize) -> bool {
        matches!(self.token(at + 1), Some(Token::Text(key)) if key.literal() == Some("HOME"))
    }

    /// `os.path.join('a', 'b')`
    fn path_of(&self, mut at: usize, end: usize, depth: usize) -> Value {
        let mut path: Option<Value> = None;
        let mut count = 0;
        while at < end && count < MAXIMUM_ARGUMENTS {
            let (part, next) = self.expression(at, depth);
            path = Some(match path {
                Some(path) if !part.known_start().starts_with('/') => below(&path, &part),
                _ => part,
            });
            at = self.next_argument(next, end);
            count += 1;
        }
        path.unwrap_or_default()
    }

    /// A `~` at the start is the home directory.
    fn expanded(&self, path: Value) -> Value {
        let known = path.known_start();
        let Some(home) = self.home.filter(|_| known == "~" || known.starts_with("~/")) else {
            return path;
        };
        let mut whole = Value::from(home);
        if let Some(rest) = path.after(1) {
            whole.append(&rest);
        }
        whole
    }
}

/// A text that is not known.
fn unknown() -> Value {
    Value::new(vec![Piece::Hole(Hole::new("…"))])
}
