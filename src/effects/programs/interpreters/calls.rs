//! Owns what calls in scripting languages do to files and run, where their arguments are literal; it does not cut code
//! into tokens, nor know the functions.
//!
//! Sources: the library references of Python (os, shutil, pathlib, subprocess), Node.js (fs, child_process), Ruby (File,
//! FileUtils, Kernel), Perl (perlfunc, File::Path), PHP (Filesystem, Program execution).

use super::code::{Language, Token};
use super::deeds::{Argument, Deed, exec, opened, perl_open, perl_open_list, run};
use super::functions::{Does, METHODS, find, find_in, of_language};
use crate::effects::programs::files::below;
use crate::effects::{Hole, Piece, Value};
use std::cell::Cell;
use std::collections::HashMap;

/// How deep expressions are read into each other, and how many arguments of a call.
const MAXIMUM_DEPTH: usize = 8;
const MAXIMUM_ARGUMENTS: usize = 32;

/// How many tokens are passed over in search of the next argument.
const MAXIMUM_SCAN: usize = 256;

/// How many bytes are put together in all. `p = p + p` doubles.
const MAXIMUM_WORK: usize = 256 * 1024;

/// Everything that the code visibly does.
pub fn deeds(language: Language, tokens: &[Token], home: Option<&str>) -> Vec<Deed> {
    let mut reader = Reader {
        language,
        tokens,
        closings: closings(tokens),
        home,
        known: HashMap::new(),
        deeds: Vec::new(),
        spent: Cell::new(0),
    };
    let mut at = 0;
    while at < tokens.len() {
        at = reader.statement(at);
    }
    reader.deeds
}

/// Where each bracket that opens is closed.
fn closings(tokens: &[Token]) -> HashMap<usize, usize> {
    let mut closings = HashMap::new();
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Mark('(' | '[' | '{') => open.push(at),
            Token::Mark(')' | ']' | '}') => {
                if let Some(opened) = open.pop() {
                    closings.insert(opened, at);
                }
            }
            _ => {}
        }
    }
    closings
}

struct Reader<'t> {
    language: Language,
    tokens: &'t [Token],
    closings: HashMap<usize, usize>,
    home: Option<&'t str>,
    known: HashMap<&'t str, Value>,
    deeds: Vec<Deed>,
    /// How many bytes have been put together.
    spent: Cell<usize>,
}

impl<'t> Reader<'t> {
    fn token(&self, at: usize) -> Option<&'t Token> {
        self.tokens.get(at)
    }

    fn is_mark(&self, at: usize, mark: char) -> bool {
        self.token(at) == Some(&Token::Mark(mark))
    }

    /// Looks at one token and what follows; says where to look next.
    fn statement(&mut self, at: usize) -> usize {
        match self.token(at) {
            Some(Token::Command(text)) => self.deeds.push(Deed::Shell(text.clone())),
            Some(Token::Word(name))
                if !at.checked_sub(1).is_some_and(|before| self.is_mark(before, '.')) =>
            {
                if self.is_mark(at + 1, '=') && !self.is_mark(at + 2, '=') {
                    let value = self.expression(at + 2, 0).0;
                    self.known.insert(name, value);
                    return at + 2;
                }
                let (chain, end) = self.chain(at);
                self.call(&chain, end);
                return end.max(at + 1);
            }
            _ => {}
        }
        at + 1
    }

    /// A name with dots, `::` or `->`, and where it ends.
    fn chain(&self, at: usize) -> (Vec<&'t str>, usize) {
        let mut chain = Vec::new();
        let mut at = at;
        while let Some(Token::Word(name)) = self.token(at) {
            chain.push(name.as_str());
            at += 1;
            let next = match (self.token(at), self.token(at + 1)) {
                (Some(Token::Mark('.')), Some(Token::Word(_))) => at + 1,
                (Some(Token::Mark(':')), Some(Token::Mark(':'))) => at + 2,
                (Some(Token::Mark('-')), Some(Token::Mark('>'))) => at + 2,
                (Some(Token::Mark('?')), Some(Token::Mark('.'))) => at + 2,
                _ => break,
            };
            if !matches!(self.token(next), Some(Token::Word(_))) {
                break;
            }
            at = next;
        }
        (chain, at)
    }

    /// Follows a call whose name ends before `end`.
    fn call(&mut self, chain: &[&'t str], end: usize) {
        let Some((last, before)) = chain.split_last() else { return };
        // `require('fs').rmSync(…)`: the module is named by an argument, and the function stands behind.
        if ["require", "Path", "import", "__import__", "import_module"].contains(last) {
            self.method(end, *last == "Path");
            if *last != "Path" {
                return;
            }
        }
        let Some(arguments) = self.arguments(end) else { return };
        let receiver = match before {
            [variable] => self.known.get(variable).cloned(),
            _ => None,
        };
        if let Some(receiver) = receiver
            && let Some(does) = find(METHODS, &[last])
        {
            let arguments = std::iter::once(Argument::Text(receiver)).chain(arguments).collect();
            self.perform(does, arguments);
        } else if let Some(does) = find_in(self.language, chain) {
            self.perform(does, arguments);
        }
    }

    /// `Path('x').unlink()` and `require('fs').rmSync('x')`: what stands behind the first call.
    fn method(&mut self, open: usize, of_path: bool) {
        let Some(close) = self.closings.get(&open).copied() else { return };
        let Some(Token::Word(name)) =
            self.token(close + 2).filter(|_| self.is_mark(close + 1, '.'))
        else {
            return;
        };
        let Some(mut arguments) = self.arguments(close + 3) else { return };
        let functions = if of_path { METHODS } else { of_language(self.language) };
        let Some(does) = find(functions, &[name]) else { return };
        if of_path {
            arguments.insert(0, Argument::Text(self.expression(open + 1, 0).0));
        }
        self.perform(does, arguments);
    }

    /// The arguments in brackets, or without them as Ruby and Perl allow.
    fn arguments(&self, at: usize) -> Option<Vec<Argument>> {
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

    fn argument(&self, at: usize) -> (Argument, usize) {
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
        let mut words = Vec::new();
        let mut inner = open + 1;
        while inner < close && words.len() < MAXIMUM_ARGUMENTS {
            let (value, next) = self.expression(inner, 1);
            words.push(value);
            inner = self.next_argument(next, close);
        }
        (Argument::List(words), close + 1)
    }

    /// The text that an expression stands for, and where it ends. What is not known is a hole.
    fn expression(&self, at: usize, depth: usize) -> (Value, usize) {
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

    fn operand(&self, at: usize, depth: usize) -> (Value, usize) {
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
                    ([.., "join"], Some(close)) => self.path_of(end + 1, close, depth + 1),
                    ([.., "environ" | "ENV"], None) if self.is_home_key(end) => {
                        return (home(), end + 3);
                    }
                    ([variable], None) => self.known.get(variable).cloned().unwrap_or_else(unknown),
                    _ => unknown(),
                };
                (value, after)
            }
            Some(Token::Mark('(')) if depth < MAXIMUM_DEPTH => {
                let close = self.closings.get(&at).map_or(at + 1, |close| close + 1);
                (self.expression(at + 1, depth + 1).0, close)
            }
            _ => (unknown(), at),
        }
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

    fn perform(&mut self, does: Does, arguments: Vec<Argument>) {
        let text = |argument: Option<&Argument>| match argument {
            Some(Argument::Text(text)) => Some(text.clone()),
            _ => None,
        };
        let first = text(arguments.first());
        let second = text(arguments.get(1));
        let deeds = match (does, first) {
            (Does::Run, first) => run(first, &arguments).into_iter().collect(),
            (Does::Exec(before), _) => exec(&arguments, before).into_iter().collect(),
            (_, None) => Vec::new(),
            (Does::Read, Some(path)) => vec![Deed::Read(path)],
            (Does::Write, Some(path)) => vec![Deed::Write(path)],
            (Does::Delete, Some(path)) => vec![Deed::Delete(path)],
            (Does::DeleteTree, Some(path)) => vec![Deed::DeleteTree(path)],
            (Does::Move, Some(from)) => {
                std::iter::once(Deed::Delete(from)).chain(second.map(Deed::Write)).collect()
            }
            (Does::Copy, Some(from)) => {
                std::iter::once(Deed::Read(from)).chain(second.map(Deed::Write)).collect()
            }
            (Does::Shell, Some(text)) if !text.is_all_hole() => vec![Deed::Shell(text)],
            (Does::Shell, Some(_)) => Vec::new(),
            (Does::Open, Some(_)) if self.language == Language::Perl && arguments.len() > 3 => {
                perl_open_list(&arguments).into_iter().collect()
            }
            (Does::Open, Some(_)) if self.language == Language::Perl => {
                perl_open(second.as_ref(), text(arguments.get(2)).as_ref())
            }
            (Does::Open, Some(path)) => opened(path, second.as_ref()),
        };
        self.deeds.extend(deeds);
    }
}

/// A text that is not known.
fn unknown() -> Value {
    Value::new(vec![Piece::Hole(Hole::new("…"))])
}
