//! Owns programs, statements and pipelines: what joins commands; it does not read the commands.

use super::parser::Parser;
use super::syntax::{
    Command, CommandKind, Connector, Descriptor, Part, Pipeline, Program, Redirection,
    RedirectionKind, Statement, Word,
};

/// Reserved words that end the program before them (POSIX XCU 2.4).
const CLOSING: &[&str] = &["then", "elif", "else", "fi", "do", "done", "esac", "}"];

impl Parser<'_> {
    /// The whole window as a program; if it fails, the rest of it is the last statement.
    pub fn whole_program(&mut self) -> Program {
        let mut program = self.program();
        if self.at < self.end {
            self.unexpected();
        }
        if let Some(opaque) = self.take_failure() {
            let span = opaque.span.clone();
            let command =
                Command { kind: CommandKind::Opaque(opaque), redirections: Vec::new(), span };
            program.statements.push(Statement {
                first: Pipeline { commands: vec![command], negated: false },
                rest: Vec::new(),
                background: false,
            });
        }
        program
    }

    /// Statements up to something that cannot begin one; who called knows what must come there.
    pub fn program(&mut self) -> Program {
        let mut statements = Vec::new();
        loop {
            self.skip_newlines();
            if self.at_closing() {
                break;
            }
            match self.statement() {
                Some(statement) => statements.push(statement),
                None => {
                    self.unexpected();
                    break;
                }
            }
            if !self.separator(statements.last_mut()) {
                break;
            }
        }
        Program { statements }
    }

    /// A program that must not be empty; zsh allows it.
    pub fn filled_program(&mut self) -> Program {
        let program = self.program();
        // At the end of the text, what is unfinished is a better reason.
        if program.statements.is_empty() && self.byte().is_some() && !self.zsh() {
            self.unexpected();
        }
        program
    }

    /// What ends a statement; whether another one may follow.
    fn separator(&mut self, statement: Option<&mut Statement>) -> bool {
        self.skip_blanks();
        match self.byte() {
            None | Some(b')') => false,
            Some(b'\n') => true,
            Some(b';') if self.at_closing() => false,
            Some(b';') => {
                self.advance(1);
                true
            }
            Some(b'&') if !self.looking_at("&&") => {
                self.advance(1);
                if self.zsh() && !self.eat("|") {
                    self.eat("!");
                }
                if let Some(statement) = statement {
                    statement.background = true;
                }
                true
            }
            _ if self.at_closing() => false,
            // zsh: `if [[ … ]] { … }`.
            Some(b'{') if self.zsh() && self.at_reserved("{") => false,
            _ => {
                self.unexpected();
                false
            }
        }
    }

    /// Whether something comes next that ends the program here.
    pub fn at_closing(&mut self) -> bool {
        match self.peek() {
            None | Some(b')') => true,
            Some(b';') => {
                [";;", ";&"].iter().any(|token| self.looking_at(token))
                    || (self.zsh() && self.looking_at(";|"))
            }
            Some(b'}') if self.brace_closes => true,
            Some(b't' | b'e' | b'f' | b'd' | b'}') => {
                CLOSING.iter().any(|word| self.at_reserved(word))
                    || (self.zsh() && self.at_reserved("end"))
            }
            _ => false,
        }
    }

    pub fn statement(&mut self) -> Option<Statement> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            self.skip_blanks();
            let connector = if self.eat("&&") {
                Connector::And
            } else if self.eat("||") {
                Connector::Or
            } else {
                break;
            };
            self.skip_newlines();
            let Some(pipeline) = self.pipeline() else {
                self.unexpected();
                break;
            };
            rest.push((connector, pipeline));
        }
        Some(Statement { first, rest, background: false })
    }

    /// A pipeline with the `!` before it.
    pub fn pipeline(&mut self) -> Option<Pipeline> {
        let mut negated = false;
        let mut empty = true;
        self.skip_blanks();
        // `!(…)` is a pattern only with `extglob`, which is off unless a script turns it on.
        while self.eat_reserved("!") || (self.looking_at("!(") && self.eat("!")) {
            negated = !negated;
            empty = false;
            self.skip_blanks();
        }
        let mut commands = Vec::new();
        loop {
            match self.timed_or_command() {
                Some(command) => commands.push(command),
                None if commands.is_empty() => break,
                None => {
                    self.unexpected();
                    break;
                }
            }
            self.skip_blanks();
            if self.looking_at("||") || !self.pipe(commands.last_mut()) {
                break;
            }
            self.skip_newlines();
        }
        if commands.is_empty() && empty { None } else { Some(Pipeline { commands, negated }) }
    }

    /// Moves over `|` or `|&`, which is short for `2>&1 |` (Bash manual 3.2.3).
    fn pipe(&mut self, command: Option<&mut Command>) -> bool {
        let start = self.at;
        if !self.eat("|") {
            return false;
        }
        if self.eat("&")
            && let Some(command) = command
        {
            let span = self.span(start);
            let one = Word { parts: vec![Part::Literal("1".to_owned())], span: span.clone() };
            command.redirections.push(Redirection {
                descriptor: Some(Descriptor::Number(2)),
                kind: RedirectionKind::Duplicate(one),
                span,
            });
        }
        true
    }

    fn timed_or_command(&mut self) -> Option<Command> {
        self.skip_blanks();
        let start = self.at;
        if !self.eat_reserved("time") {
            return self.command();
        }
        self.skip_blanks();
        if self.eat_reserved("-p") {
            self.skip_blanks();
        }
        if self.eat_reserved("--") {
            self.skip_blanks();
        }
        // With any other option it is the program, as in shells that do not reserve the word.
        if self.byte() == Some(b'-') {
            self.back_to(start);
            return self.simple_command();
        }
        let empty = Pipeline { commands: Vec::new(), negated: false };
        let pipeline = self.deeper(Self::pipeline).flatten().unwrap_or(empty);
        let span = self.span(start);
        let kind = CommandKind::Time(Box::new(pipeline));
        Some(Command { kind, redirections: Vec::new(), span })
    }

    /// Fails at what comes next.
    pub fn unexpected(&mut self) {
        let why = match self.peek() {
            None => "an unexpected end",
            Some(b'(') => "an unexpected `(`",
            Some(b')') => "an unexpected `)`",
            Some(b'}') => "an unexpected `}`",
            Some(b';') => "an unexpected `;`",
            Some(b'&') => "an unexpected `&`",
            Some(b'|') => "an unexpected `|`",
            Some(b'\n') => "an unexpected newline",
            _ => "an unexpected word",
        };
        self.fail(why, self.at);
    }
}
