//! Owns the language of cmd.exe: from text to the shape of a shell program; it does not know commands, nor expand anything.
//!
//! Sources: learn.microsoft.com, Windows Commands: "cmd", "if", "for", "set", "call", "Using command redirection
//! operators". Names of variables are in capitals, since case does not count in them.

mod keywords;
mod words;

use super::syntax::{
    Command, CommandKind, Connector, Opaque, Part, Pipeline, Program, SimpleCommand, Span,
    Statement, Word,
};

/// How deep brackets and the commands of `if` and `for` may be nested.
const DEPTH: usize = 48;

/// Parses a program as cmd reads it.
pub(super) fn parse(text: &str) -> Program {
    let mut reader = Reader { text, at: 0, depth: 0, failure: None };
    let mut program = reader.program(false);
    if let Some(opaque) = reader.failure.take() {
        let span = opaque.span.clone();
        let kind = CommandKind::Opaque(opaque);
        program.statements.push(alone(Command { kind, redirections: Vec::new(), span }));
    }
    program
}

struct Reader<'text> {
    text: &'text str,
    at: usize,
    depth: usize,
    failure: Option<Opaque>,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The place from a byte to here, without what could not be read.
    fn span(&self, start: usize) -> Span {
        let end = self.failure.as_ref().map_or(self.at, |opaque| opaque.span.start);
        start..end.min(self.at).max(start)
    }

    fn skip(&mut self) -> Option<char> {
        let next = self.next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn take(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        if is_next {
            self.at += text.len();
        }
        is_next
    }

    /// Reads no more, because too much lies in each other.
    fn fail(&mut self) {
        let span = self.at..self.text.len();
        self.failure.get_or_insert(Opaque { why: "nested too deeply", span });
        self.at = self.text.len();
    }

    /// Blanks, and the signs that count as such between words.
    fn skip_blanks(&mut self) {
        while matches!(self.next(), Some(' ' | '\t' | ',' | ';' | '=' | '\r')) {
            self.skip();
        }
    }

    /// Statements to the end, or to a `)` inside of brackets.
    fn program(&mut self, in_brackets: bool) -> Program {
        let mut program = Program::default();
        if self.depth >= DEPTH {
            self.fail();
            return program;
        }
        self.depth += 1;
        loop {
            let start = self.at;
            match self.next() {
                None => break,
                Some(')') if in_brackets => break,
                Some('&' | '\n' | '\r' | ' ' | '\t' | '@' | ')' | '|') => _ = self.skip(),
                _ => program.statements.extend(self.chain(in_brackets)),
            }
            if self.at == start {
                self.skip();
            }
        }
        self.depth -= 1;
        program
    }

    fn chain(&mut self, in_brackets: bool) -> Option<Statement> {
        let first = self.pipeline(in_brackets)?;
        let mut statement = Statement { first, rest: Vec::new(), background: false };
        loop {
            let connector = if self.take("&&") {
                Connector::And
            } else if self.take("||") {
                Connector::Or
            } else {
                return Some(statement);
            };
            self.skip_blanks();
            match self.pipeline(in_brackets) {
                Some(pipeline) => statement.rest.push((connector, pipeline)),
                None => return Some(statement),
            }
        }
    }

    fn pipeline(&mut self, in_brackets: bool) -> Option<Pipeline> {
        let mut commands = vec![self.command(in_brackets)?];
        while self.next() == Some('|') && !self.rest().starts_with("||") {
            self.skip();
            commands.extend(self.command(in_brackets));
        }
        Some(Pipeline { commands, negated: false })
    }

    fn command(&mut self, in_brackets: bool) -> Option<Command> {
        self.skip_blanks();
        let start = self.at;
        self.take("@");
        let mut redirections = Vec::new();
        let kind = if self.take("(") {
            let program = self.program(true);
            self.take(")");
            self.skip_blanks();
            while let Some(redirection) = self.redirection(in_brackets) {
                redirections.push(redirection);
                self.skip_blanks();
            }
            CommandKind::Group(program)
        } else {
            let mut words = Vec::new();
            let name = self.bare_name();
            match name.as_str() {
                "if" => self.condition(in_brackets),
                "for" => self.each(in_brackets),
                "rem" => {
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                    CommandKind::Group(Program::default())
                }
                "set" => self.setting(in_brackets),
                "call" | "" => {
                    self.words(&mut words, &mut redirections, in_brackets);
                    simple(words)
                }
                name => {
                    let span = self.at - name.len()..self.at;
                    let parts = vec![Part::Quoted(name.to_owned())];
                    words.push(Word { parts, span });
                    self.words(&mut words, &mut redirections, in_brackets);
                    simple(words)
                }
            }
        };
        (self.at > start).then(|| Command { kind, redirections, span: self.span(start) })
    }
}

fn simple(words: Vec<Word>) -> CommandKind {
    CommandKind::Simple(SimpleCommand { assignments: Vec::new(), words })
}

fn alone(command: Command) -> Statement {
    Statement {
        first: Pipeline { commands: vec![command], negated: false },
        rest: Vec::new(),
        background: false,
    }
}
