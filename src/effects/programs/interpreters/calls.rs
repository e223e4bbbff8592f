//! Owns what calls in scripting languages do to files and run, where their arguments are literal; it does not cut code
//! into tokens, nor know the functions.
//!
//! Sources: the library references of Python (os, shutil, pathlib, subprocess), Node.js (fs, child_process), Ruby (File,
//! FileUtils, Kernel), Perl (perlfunc, File::Path), PHP (Filesystem, Program execution).

use super::code::{Language, Token};
use super::deeds::{Argument, Deed, exec, opened, perl_open, perl_open_list, run};
use super::functions::{Does, METHODS, find, find_in, of_language};
use crate::effects::Value;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};

/// How many tokens are passed over in search of the next argument.
pub(super) const MAXIMUM_SCAN: usize = 256;

/// How many bytes the elements of a list may have together that a loop is followed through.
const MAXIMUM_ROUNDS_LENGTH: usize = 4_096;

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

/// Code, as far as it has been read.
pub(super) struct Reader<'t> {
    pub(super) language: Language,
    pub(super) tokens: &'t [Token],
    pub(super) closings: HashMap<usize, usize>,
    pub(super) home: Option<&'t str>,
    pub(super) known: HashMap<&'t str, Value>,
    /// What modules and functions are called here (`import shutil as s`).
    names: HashMap<&'t str, &'t str>,
    /// Functions of the code's own.
    defined: HashSet<&'t str>,
    /// What the variables of loops stand for, round by round.
    rounds: HashMap<&'t str, Vec<Value>>,
    deeds: Vec<Deed>,
    /// How many bytes have been put together.
    pub(super) spent: Cell<usize>,
}

impl<'t> Reader<'t> {
    pub(super) fn token(&self, at: usize) -> Option<&'t Token> {
        self.tokens.get(at)
    }

    pub(super) fn is_mark(&self, at: usize, mark: char) -> bool {
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
        let Some(first) = values.first() else { return };
        self.known.insert(name, first.clone());
        // Each call in the loop is read once for each of them.
        if values.iter().map(Value::length).sum::<usize>() <= MAXIMUM_ROUNDS_LENGTH {
            self.rounds.insert(name, values);
        } else {
            self.rounds.remove(name.as_str());
        }
    }

    /// A name with dots, `::` or `->`, and where it ends.
    pub(super) fn chain(&self, at: usize) -> (Vec<&'t str>, usize) {
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
        if ["require", "import", "__import__", "import_module"].contains(last) {
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
        } else if let Some(does) = find_in(self.language, chain)
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
