//! Owns the commands of cmd that hold others: `if`, `for`, and `set`; it does not read words.

use super::super::syntax::{
    AssignedValue, Assignment, CommandKind, Part, Program, SimpleCommand, Statement, Word,
};
use super::words::known_text;
use super::{DEPTH, Reader, alone};

impl Reader<'_> {
    /// `if [/i] [not] CONDITION COMMAND [else COMMAND]`
    pub fn condition(&mut self, in_brackets: bool) -> CommandKind {
        let mut count = 0;
        loop {
            self.skip_blanks();
            let start = self.at;
            let word = self.word(in_brackets);
            let literal = known_text(&word).to_ascii_lowercase();
            match literal.as_str() {
                "not" | "/i" => continue,
                "exist" | "defined" | "errorlevel" | "cmdextversion" => {
                    self.skip_blanks();
                    self.word(in_brackets);
                    break;
                }
                "equ" | "neq" | "lss" | "leq" | "gtr" | "geq" => {
                    self.skip_blanks();
                    self.word(in_brackets);
                    break;
                }
                // `a==b`, `a ==b`, `a == b`: `=` counts as a blank.
                text if text.contains("==") => {
                    if text.ends_with("==") {
                        self.skip_blanks();
                        self.word(in_brackets);
                    }
                    break;
                }
                _ => count += 1,
            }
            if count == 2 || self.at == start {
                break;
            }
        }
        let then = self.one(in_brackets);
        self.skip_blanks();
        let is_else = self.rest().get(..4).is_some_and(|it| it.eq_ignore_ascii_case("else"));
        let otherwise = is_else.then(|| {
            self.at += 4;
            self.one(in_brackets)
        });
        CommandKind::If { branches: vec![(Program::default(), then)], otherwise }
    }

    /// The command of an `if` or `for`, which goes on to the end of the line.
    pub fn one(&mut self, in_brackets: bool) -> Program {
        if self.depth >= DEPTH {
            self.fail();
            return Program::default();
        }
        self.depth += 1;
        self.skip_blanks();
        let mut program = Program::default();
        if self.next() == Some('(') {
            program.statements.extend(self.command(in_brackets).map(alone));
        } else {
            while let Some(statement) = self.chain(in_brackets) {
                program.statements.push(statement);
                if !self.take("&") {
                    break;
                }
            }
        }
        self.depth -= 1;
        program
    }

    /// `for [/d /r /l /f] %i in (SET) do COMMAND`
    pub fn each(&mut self, in_brackets: bool) -> CommandKind {
        let mut name = String::new();
        let mut is_text = false;
        while !matches!(self.next(), None | Some('(' | '\n' | '&' | '|')) {
            self.skip_blanks();
            if self.next() == Some('(') {
                break;
            }
            let start = self.at;
            let word = self.word(in_brackets);
            is_text |= word
                .literal()
                .is_some_and(|it| it.eq_ignore_ascii_case("/f") || it.eq_ignore_ascii_case("/l"));
            if let [.., Part::DoubleQuoted(inner), _] = word.parts.as_slice()
                && let [Part::Parameter(parameter)] = inner.as_slice()
            {
                name.clone_from(&parameter.name);
            }
            if self.at == start {
                self.skip();
            }
        }
        let mut words = Vec::new();
        let start = self.at;
        if self.take("(") {
            self.words(&mut words, &mut Vec::new(), true);
            self.take(")");
        }
        let span = start..self.at;
        if is_text {
            // What a file or a command says, line by line; a command stands in quotes.
            let text = self.text.get(span.clone()).unwrap_or_default();
            let command = text.trim_matches(['(', ')', ' ']);
            let command =
                command.strip_prefix(['\'', '`']).and_then(|it| it.strip_suffix(['\'', '`']));
            let part = match command {
                Some(command) if self.depth < DEPTH => {
                    Part::Block(Program { statements: parse_at(command, self.depth + 1) })
                }
                _ => Part::Block(Program::default()),
            };
            words = vec![Word { parts: vec![part], span }];
        }
        self.skip_blanks();
        if self.rest().get(..2).is_some_and(|it| it.eq_ignore_ascii_case("do")) {
            self.at += 2;
        }
        CommandKind::For { name, words: Some(words), body: self.one(in_brackets) }
    }

    /// `set NAME=VALUE` or `set "NAME=VALUE"`; `/a` and `/p` give what is not known.
    pub fn setting(&mut self, in_brackets: bool) -> CommandKind {
        self.skip_blanks();
        let start = self.at;
        let mut words = Vec::new();
        while !matches!(self.next(), None | Some('&' | '|' | '\n')) {
            let begin = self.at;
            let mut word = self.word(in_brackets);
            if self.at == begin {
                match self.skip() {
                    Some(')') if in_brackets => {
                        self.at = begin;
                        break;
                    }
                    Some(letter) => word.parts.push(Part::Quoted(letter.to_string())),
                    None => break,
                }
            }
            words.extend(word.parts);
        }
        let span = start..self.at;
        let first = words.iter().find_map(|part| match part {
            Part::Quoted(text) if !text.is_empty() => Some(text.clone()),
            _ => None,
        });
        let Some((name, value)) = first.as_deref().and_then(|it| it.split_once('=')) else {
            return CommandKind::Group(Program::default());
        };
        let at = words
            .iter()
            .position(|part| matches!(part, Part::Quoted(text) if Some(text) == first.as_ref()));
        let mut parts = vec![Part::Quoted(value.to_owned())];
        parts.extend(words.into_iter().skip(at.map_or(0, |at| at + 1)));
        let assignment = Assignment {
            name: name.trim().to_ascii_uppercase(),
            subscript: None,
            append: false,
            value: AssignedValue::Word(Word { parts, span: span.clone() }),
            span,
        };
        CommandKind::Simple(SimpleCommand { assignments: vec![assignment], words: Vec::new() })
    }
}

/// The statements of a text inside of another, which are not pointed into.
fn parse_at(text: &str, depth: usize) -> Vec<Statement> {
    let mut reader = Reader { text, at: 0, depth, failure: None };
    reader.program(false).statements
}
