//! Owns what calls in scripting languages do to files and run, where their arguments are literal; it does not cut code
//! into tokens, nor know the functions.
//!
//! Sources: the library references of Python (os, shutil, pathlib, subprocess), Node.js (fs, child_process), Ruby (File,
//! FileUtils, Kernel), Perl (perlfunc, File::Path), PHP (Filesystem, Program execution).

use super::code::{Language, Token};
use super::deeds::{Argument, Deed, opened, perl_open, run};
use super::functions::{Does, METHODS, find, of_language};
use crate::effects::programs::files::{below, something_below};
use crate::effects::programs::find::from_pattern;
use crate::effects::{Hole, Piece, Value};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};

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
        names: HashMap::new(),
        defined: HashSet::new(),
        rounds: HashMap::new(),
        deeds: Vec::new(),
        spent: Cell::new(0),
    };
    // The loop of a comprehension stands behind what it does.
    for at in 1..tokens.len() {
        let is_for = matches!(reader.token(at), Some(Token::Word(word)) if word == "for");
        if is_for && !reader.is_mark(at - 1, '\n') && !reader.is_mark(at - 1, ';') {
            reader.loop_over(at + 1);
        }
    }
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
    /// What modules and functions are called here (`import shutil as s`).
    names: HashMap<&'t str, &'t str>,
    /// Functions of the code's own.
    defined: HashSet<&'t str>,
    /// What the variables of loops stand for, round by round.
    rounds: HashMap<&'t str, Vec<Value>>,
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
        self.method_of_path(at);
        match self.token(at) {
            Some(Token::Command(text)) => self.deeds.push(Deed::Shell(text.clone())),
            Some(Token::Word(word)) if word == "as" => self.rename(at),
            Some(Token::Word(word)) if ["def", "function", "sub"].contains(&word.as_str()) => {
                if let Some(Token::Word(name)) = self.token(at + 1) {
                    self.defined.insert(name);
                }
                return at + 2;
            }
            Some(Token::Word(word)) if word == "for" && self.language == Language::Python => {
                self.loop_over(at + 1);
            }
            Some(Token::Word(name))
                if !at.checked_sub(1).is_some_and(|before| self.is_mark(before, '.')) =>
            {
                if self.is_mark(at + 1, '=') && !self.is_mark(at + 2, '=') {
                    let value = self.expression(at + 2, 0).0;
                    self.known.insert(name, value);
                    if let Some(module) = self.required(at + 2) {
                        self.names.insert(name, module);
                    }
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

    /// `import shutil as s`, `from shutil import rmtree as r`
    fn rename(&mut self, at: usize) {
        let before = at.checked_sub(1).and_then(|before| self.token(before));
        if let (Some(Token::Word(name)), Some(Token::Word(new))) = (before, self.token(at + 1)) {
            self.names.insert(new, name);
        }
    }

    /// The module of `require('fs')`.
    fn required(&self, at: usize) -> Option<&'t str> {
        let (Token::Word(require), Token::Text(module)) = (self.token(at)?, self.token(at + 2)?)
        else {
            return None;
        };
        let module = module.literal().filter(|_| require == "require")?;
        let module = module.strip_prefix("node:").unwrap_or(module);
        Some(module.split('/').next().unwrap_or(module))
    }

    /// `for NAME in WHAT`: the elements of a list, or whatever stands for all of them.
    fn loop_over(&mut self, at: usize) {
        let (Some(Token::Word(name)), Some(Token::Word(within))) =
            (self.token(at), self.token(at + 1))
        else {
            return;
        };
        if within != "in" {
            return;
        }
        let listed = match self.closings.get(&(at + 2)) {
            Some(close) if self.is_mark(at + 2, '(') => self.list(at + 2, *close).0,
            _ => self.argument(at + 2).0,
        };
        let values = match listed {
            Argument::List(values) => values,
            Argument::Text(value) => vec![value],
        };
        if let Some(first) = values.first() {
            self.known.insert(name, first.clone());
            self.rounds.insert(name, values);
        }
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
        if let Some(first) = chain.first_mut()
            && let Some(name) = self.names.get(first)
        {
            *first = name;
        }
        (chain, at)
    }

    /// Follows a call whose name ends before `end`.
    fn call(&mut self, chain: &[&'t str], end: usize) {
        let Some((last, before)) = chain.split_last() else { return };
        // `require('fs').rmSync(…)`: the module is named by an argument, and the function stands behind.
        if ["require", "import", "__import__"].contains(last) {
            return self.method(end);
        }
        // In a loop over a list, the call is made for each of its elements.
        if let Some(Token::Word(name)) = self.token(end + 1)
            && let Some(values) = self.rounds.get(name.as_str()).cloned()
            && values.len() > 1
            && (self.is_mark(end + 2, ',') || self.is_mark(end + 2, ')'))
        {
            for value in values {
                self.known.insert(name, value);
                self.called(last, before, chain, end);
            }
            return;
        }
        self.called(last, before, chain, end);
    }

    fn called(&mut self, last: &str, before: &[&str], chain: &[&str], end: usize) {
        let Some(arguments) = self.arguments(end) else { return };
        let receiver = match before {
            [variable] => self.known.get(variable).cloned(),
            _ => None,
        };
        if let Some(receiver) = receiver
            && let Some(does) = find(METHODS, &[last])
            // `text.replace(a, b)` is a method of texts.
            && !(matches!(does, Does::Move) && arguments.len() != 1)
        {
            let arguments = std::iter::once(Argument::Text(receiver)).chain(arguments).collect();
            self.perform(does, arguments);
        } else if let Some(does) = find(of_language(self.language), chain)
            && !(before.is_empty() && self.defined.contains(last))
        {
            self.perform(self.as_asked(does, end), arguments);
        }
    }

    /// `fs.rmdirSync('x', {recursive: true})` removes more than an empty directory.
    fn as_asked(&self, does: Does, open: usize) -> Does {
        let close = self.closings.get(&open).copied().unwrap_or(open);
        let says = |at| matches!(self.token(at), Some(Token::Word(it)) if it == "recursive");
        let is_tree = (open..close).take(MAXIMUM_SCAN).any(says);
        if matches!(does, Does::Delete) && is_tree { Does::DeleteTree } else { does }
    }

    /// `Path('x').unlink()` and `(Path.home() / 'x').unlink()`: what is done to the path that an operand makes.
    fn method_of_path(&mut self, at: usize) {
        let before = at.checked_sub(1).and_then(|before| self.token(before));
        let goes_on = matches!(before, Some(Token::Mark('.' | ')' | ']')));
        let is_call = self.is_mark(at, '(') && matches!(before, Some(Token::Word(_)));
        if self.language != Language::Python || goes_on || is_call {
            return;
        }
        let (path, end) = match self.token(at) {
            Some(Token::Word(_) | Token::Mark('(')) => self.operand(at, 0),
            _ => return,
        };
        let Some(Token::Word(name)) = self.token(end + 1).filter(|_| self.is_mark(end, '.')) else {
            return;
        };
        let Some(does) = find(METHODS, &[name]).filter(|_| !path.is_all_hole()) else { return };
        if let Some(mut arguments) = self.arguments(end + 2) {
            arguments.insert(0, Argument::Text(path));
            self.perform(does, arguments);
        }
    }

    /// `require('fs').rmSync('x')`, `require('fs').promises.rm('x')`: what stands behind the first call.
    fn method(&mut self, open: usize) {
        let Some(close) = self.closings.get(&open).copied() else { return };
        if !self.is_mark(close + 1, '.') {
            return;
        }
        let (chain, end) = self.chain(close + 2);
        let Some(name) = chain.last() else { return };
        let Some(arguments) = self.arguments(end) else { return };
        let Some(does) = find(of_language(self.language), &[name]) else { return };
        self.perform(self.as_asked(does, end), arguments);
    }

    /// The arguments in brackets, or without them as Ruby and Perl allow.
    fn arguments(&self, at: usize) -> Option<Vec<Argument>> {
        let bare = matches!(self.language, Language::Ruby | Language::Perl | Language::Php);
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
        let Some(close) = self.closings.get(&at).copied().filter(|_| self.is_mark(at, '[')) else {
            let (value, next) = self.expression(at, 0);
            return (Argument::Text(value), next);
        };
        self.list(at, close)
    }

    fn list(&self, at: usize, close: usize) -> (Argument, usize) {
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
    fn expression(&self, at: usize, depth: usize) -> (Value, usize) {
        let (mut value, mut at) = self.operand(at, depth);
        if self.spent.get() > MAXIMUM_WORK {
            return (unknown(), at);
        }
        loop {
            let joined = match self.token(at) {
                Some(Token::Mark('+')) => false,
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

    fn perform(&mut self, does: Does, arguments: Vec<Argument>) {
        let text = |argument: Option<&Argument>| match argument {
            Some(Argument::Text(text)) => Some(text.clone()),
            _ => None,
        };
        let first = text(arguments.first());
        let second = text(arguments.get(1));
        let deeds = match (does, first) {
            (Does::Run, first) => run(first, &arguments).into_iter().collect(),
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
