//! Owns compound commands; it does not read `[[ … ]]`, arithmetic or functions.

use super::parser::Parser;
use super::syntax::{CaseArm, CommandKind, Program, Word};
use super::words::Position;

impl Parser<'_> {
    /// The command that a reserved word begins, after the word.
    pub fn compound_command(&mut self, word: &str, start: usize) -> CommandKind {
        match word {
            "{" => self.group(start),
            "[[" => self.test_command(start),
            "if" => self.if_command(start),
            "while" | "until" => self.while_command(start),
            "for" | "select" | "foreach" => self.for_command(start),
            "repeat" => self.repeat_command(start),
            "case" => self.case_command(start),
            "function" => self.function_keyword(start),
            _ => self.coprocess(),
        }
    }

    /// Moves over the reserved word that must come next.
    fn close(&mut self, word: &str, unfinished: &'static str, start: usize) {
        if !self.eat_reserved(word) {
            match self.peek() {
                None => self.fail(unfinished, start),
                Some(_) => self.unexpected(),
            }
        }
    }

    fn group(&mut self, start: usize) -> CommandKind {
        let mut program = self.braced_program(start);
        self.skip_blanks();
        if self.zsh() && self.eat_reserved("always") {
            self.skip_newlines();
            self.close("{", "an unfinished `always`", start);
            program.statements.extend(self.braced_program(start).statements);
        }
        CommandKind::Group(program)
    }

    /// `PROGRAM }`
    fn braced_program(&mut self, start: usize) -> Program {
        let brace_closes = std::mem::take(&mut self.brace_closes);
        let program = self.filled_program();
        self.brace_closes = brace_closes;
        self.close("}", "an unfinished `{`", start);
        program
    }

    fn if_command(&mut self, start: usize) -> CommandKind {
        let unfinished = "an unfinished `if`";
        let mut branches = Vec::new();
        let mut otherwise = None;
        let mut braces;
        loop {
            let condition = self.filled_program();
            braces = self.zsh() && self.eat_reserved("{");
            let body = if braces {
                self.braced_program(start)
            } else {
                self.close("then", unfinished, start);
                self.filled_program()
            };
            branches.push((condition, body));
            self.skip_spaces();
            if !self.eat_reserved("elif") {
                break;
            }
        }
        if self.eat_reserved("else") {
            self.skip_spaces();
            braces = self.zsh() && self.eat_reserved("{");
            let body = if braces { self.braced_program(start) } else { self.filled_program() };
            otherwise = Some(body);
        }
        if !braces {
            self.close("fi", unfinished, start);
        }
        CommandKind::If { branches, otherwise }
    }

    fn while_command(&mut self, start: usize) -> CommandKind {
        let condition = self.filled_program();
        let body = self.loop_body("an unfinished `while`", start);
        CommandKind::While { condition, body }
    }

    /// `do … done`, or `{ … }`; in zsh also one statement.
    fn loop_body(&mut self, unfinished: &'static str, start: usize) -> Program {
        self.skip_newlines();
        if self.eat_reserved("{") {
            return self.braced_program(start);
        }
        if self.zsh() && !self.at_reserved("do") {
            let statement = self.statement();
            if statement.is_none() {
                self.unexpected();
            }
            return Program { statements: statement.into_iter().collect() };
        }
        self.close("do", unfinished, start);
        let body = self.filled_program();
        self.close("done", unfinished, start);
        body
    }

    /// `for`, `select` and zsh's `foreach`, after the word.
    fn for_command(&mut self, start: usize) -> CommandKind {
        let unfinished = "an unfinished `for`";
        self.skip_blanks();
        if let Some(header) = self.arithmetic_command() {
            self.skip_blanks();
            if self.byte() == Some(b';') {
                self.advance(1);
            }
            let body = self.loop_body(unfinished, start);
            return CommandKind::ArithmeticFor { header, body };
        }
        let name = match self.word(Position::First) {
            Some(name) => name.literal().unwrap_or_default(),
            None => {
                self.unexpected();
                String::new()
            }
        };
        // zsh: several names.
        while self.zsh() && !self.at_for_words() && self.word(Position::First).is_some() {}
        self.skip_blanks();
        let words = self.for_words();
        let body = if self.zsh() && !self.at_reserved("do") && !self.at_reserved("{") {
            self.foreach_body(unfinished, start)
        } else {
            self.loop_body(unfinished, start)
        };
        CommandKind::For { name, words, body }
    }

    fn at_for_words(&mut self) -> bool {
        self.skip_blanks();
        self.at_reserved("in") || matches!(self.peek(), Some(b'(' | b';' | b'\n') | None)
    }

    /// The words of a `for`, and what separates them from the body.
    fn for_words(&mut self) -> Option<Vec<Word>> {
        if self.zsh() && self.byte() == Some(b'(') {
            self.advance(1);
            let words = self.words_in_parentheses();
            self.skip_blanks();
            if self.byte() == Some(b';') {
                self.advance(1);
            }
            return Some(words);
        }
        if self.byte() == Some(b';') && !self.at_closing() {
            self.advance(1);
            self.skip_newlines();
            return None;
        }
        self.skip_newlines();
        if !self.eat_reserved("in") {
            return None;
        }
        let words = self.words();
        match self.byte() {
            Some(b';') if !self.at_closing() => self.advance(1),
            Some(b'\n') => {}
            _ => self.unexpected(),
        }
        self.skip_newlines();
        Some(words)
    }

    /// Words on one line.
    pub fn words(&mut self) -> Vec<Word> {
        let mut words = Vec::new();
        self.skip_blanks();
        while let Some(word) = self.word(Position::Argument) {
            words.push(word);
            self.skip_blanks();
        }
        words
    }

    /// zsh: `… end`, or one statement.
    fn foreach_body(&mut self, unfinished: &'static str, start: usize) -> Program {
        let is_foreach = self.token_end(start, "foreach").is_some();
        if !is_foreach {
            return self.loop_body(unfinished, start);
        }
        let body = self.program();
        self.close("end", unfinished, start);
        body
    }

    /// zsh: `repeat WORD BODY`. The word is arithmetic; what runs is the body, over and over.
    fn repeat_command(&mut self, start: usize) -> CommandKind {
        self.skip_blanks();
        let count = self.word(Position::Argument);
        if count.is_none() {
            self.unexpected();
        }
        self.skip_blanks();
        if self.byte() == Some(b';') && !self.at_closing() {
            self.advance(1);
        }
        let body = self.loop_body("an unfinished `repeat`", start);
        CommandKind::For { name: String::new(), words: Some(count.into_iter().collect()), body }
    }

    fn case_command(&mut self, start: usize) -> CommandKind {
        let unfinished = "an unfinished `case`";
        self.skip_blanks();
        let subject = self.word(Position::Argument);
        if subject.is_none() {
            self.unexpected();
        }
        self.skip_newlines();
        let closing = if self.zsh() && self.eat_reserved("{") { "}" } else { "esac" };
        if closing == "esac" {
            self.close("in", unfinished, start);
        }
        let mut arms = Vec::new();
        loop {
            self.skip_newlines();
            if self.byte().is_none() || self.at_reserved(closing) {
                break;
            }
            arms.push(self.case_arm());
            let mut tokens = [";;&", ";;", ";&", ";|"].iter();
            if !tokens.any(|token| self.eat(token)) {
                break;
            }
        }
        self.close(closing, unfinished, start);
        let subject = subject.unwrap_or_else(|| self.empty_word());
        CommandKind::Case { subject, arms }
    }

    /// `[(] PATTERN [| PATTERN]… ) PROGRAM`
    fn case_arm(&mut self) -> CaseArm {
        let mut patterns = Vec::new();
        self.eat("(");
        loop {
            self.skip_blanks();
            match self.word(Position::Argument) {
                Some(pattern) => patterns.push(pattern),
                None => self.unexpected(),
            }
            self.skip_blanks();
            if !self.eat("|") {
                break;
            }
        }
        if !self.eat(")") {
            self.unexpected();
        }
        CaseArm { patterns, body: self.program() }
    }
}
