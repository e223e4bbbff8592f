//! Owns PowerShell's statements: programs, and what begins with a keyword; it does not read commands.
//!
//! Source: "about_Language_Keywords" and the page of each keyword.

use super::super::syntax::{CaseArm, Command, CommandKind, Part, Program, Span, Statement, Word};
use super::alone;
use super::reader::Reader;

impl Reader<'_> {
    /// Statements up to a bracket that closes, or the end.
    pub fn program(&mut self) -> Program {
        self.deeper(|reader| {
            let mut program = Program::default();
            loop {
                reader.skip_separators();
                let start = reader.at;
                if matches!(reader.next(), None | Some(')' | '}')) {
                    return program;
                }
                reader.statement(&mut program.statements);
                if reader.at == start {
                    reader.skip();
                }
            }
        })
    }

    /// One statement; `return VALUE` is two.
    pub fn statement(&mut self, statements: &mut Vec<Statement>) {
        self.skip_space();
        let start = self.at;
        let word = self.take_while(|letter| letter.is_ascii_alphabetic()).to_ascii_lowercase();
        let ends = self.next().is_none_or(|it| it.is_whitespace() || "({;})[".contains(it));
        if ends && let Some(kind) = self.keyword(&word, statements) {
            let span = self.span(start);
            statements.push(alone(Command { kind, redirections: Vec::new(), span }));
            return;
        }
        self.at = start;
        statements.extend(self.chain());
    }

    /// What a keyword begins; `None`, and nothing taken, if the word is none.
    fn keyword(&mut self, word: &str, statements: &mut Vec<Statement>) -> Option<CommandKind> {
        Some(match word {
            "if" => self.branches(),
            "while" => CommandKind::While { condition: self.condition(), body: self.body() },
            "for" => CommandKind::While { condition: self.condition(), body: self.body() },
            "do" => {
                let body = self.body();
                self.skip_space();
                self.take_while(|letter| letter.is_ascii_alphabetic());
                CommandKind::While { condition: body, body: self.condition() }
            }
            "foreach" => self.each(),
            "switch" => self.choice(),
            "try" => self.attempt(),
            "function" | "filter" => self.function(),
            "param" => CommandKind::Group(self.condition()),
            "begin" | "process" | "end" | "clean" => CommandKind::Group(self.body()),
            "return" | "throw" => {
                self.skip_blanks();
                if !matches!(self.next(), None | Some('\n' | ';' | '}' | ')')) {
                    self.deeper(|reader| reader.statement(statements));
                }
                CommandKind::Group(Program::default())
            }
            _ => return None,
        })
    }

    /// `( … )`, as a program.
    fn condition(&mut self) -> Program {
        self.program_between("(", ")")
    }

    /// `{ … }`, as a program.
    fn body(&mut self) -> Program {
        self.program_between("{", "}")
    }

    fn program_between(&mut self, open: &str, close: &str) -> Program {
        self.skip_space();
        if !self.take(open) {
            return Program::default();
        }
        let program = self.program();
        self.take(close);
        program
    }

    /// Takes a word if it is next after blanks and newlines.
    fn follows(&mut self, word: &str) -> bool {
        let here = self.at;
        self.skip_space();
        let next = self.take_while(|letter| letter.is_ascii_alphabetic());
        let is_next = next.eq_ignore_ascii_case(word);
        if !is_next {
            self.at = here;
        }
        is_next
    }

    fn branches(&mut self) -> CommandKind {
        let mut branches = vec![(self.condition(), self.body())];
        while self.follows("elseif") {
            branches.push((self.condition(), self.body()));
        }
        let otherwise = self.follows("else").then(|| self.body());
        CommandKind::If { branches, otherwise }
    }

    /// `foreach ($x in VALUES) { … }`
    fn each(&mut self) -> CommandKind {
        self.skip_space();
        self.take("(");
        self.skip_space();
        let name = match self.next() {
            Some('$') => match self.variable() {
                Part::Parameter(parameter) => parameter.name,
                _ => String::new(),
            },
            _ => String::new(),
        };
        self.follows("in");
        let start = self.at;
        let program = self.program();
        self.take(")");
        let span = self.span(start);
        let words = values(program, span);
        CommandKind::For { name, words: Some(words), body: self.body() }
    }

    /// `switch (VALUE) { PATTERN { … } … }`
    fn choice(&mut self) -> CommandKind {
        // Options: `-Regex`, `-Wildcard`, `-File PATH`.
        let start = self.at;
        self.take_while(|letter| !matches!(letter, '(' | '{' | ';' | '\n'));
        let subject = self.condition();
        let subject = Word { parts: vec![Part::Block(subject)], span: self.span(start) };
        let mut arms = Vec::new();
        self.skip_space();
        if self.take("{") {
            loop {
                self.skip_separators();
                let start = self.at;
                if self.is_at_end() || self.take("}") {
                    break;
                }
                let pattern = self.word();
                arms.push(CaseArm { patterns: vec![pattern], body: self.body() });
                if self.at == start {
                    self.skip();
                }
            }
        }
        CommandKind::Case { subject, arms }
    }

    /// `try { … } catch [TYPES] { … } finally { … }`: what is caught may run or not.
    fn attempt(&mut self) -> CommandKind {
        let mut program = self.body();
        while self.follows("catch") {
            self.take_while(|letter| letter != '{' && letter != ';');
            let maybe = (Program::default(), self.body());
            let kind = CommandKind::If { branches: vec![maybe], otherwise: None };
            let span = self.at..self.at;
            program.statements.push(alone(Command { kind, redirections: Vec::new(), span }));
        }
        if self.follows("finally") {
            program.statements.extend(self.body().statements);
        }
        CommandKind::Group(program)
    }

    /// `function NAME(PARAMETERS) { … }`
    fn function(&mut self) -> CommandKind {
        self.skip_blanks();
        let start = self.at;
        let is_name = |letter: char| !letter.is_whitespace() && !"({;".contains(letter);
        let name = self.take_while(is_name).to_ascii_lowercase();
        let name = name.strip_prefix("global:").unwrap_or(&name).to_owned();
        let span = self.span(start);
        let mut program = self.condition();
        program.statements.extend(self.body().statements);
        let body = Command {
            kind: CommandKind::Group(program),
            redirections: Vec::new(),
            span: self.span(start),
        };
        let name = Word { parts: vec![Part::Quoted(name)], span };
        CommandKind::Function { name: Some(name), body: Box::new(body) }
    }
}

/// The words that a loop goes over: those of an expression, or what a program writes.
fn values(mut program: Program, span: Span) -> Vec<Word> {
    if let [statement] = program.statements.as_mut_slice()
        && statement.rest.is_empty()
        && let [Command { kind: CommandKind::Expression(words), .. }] =
            statement.first.commands.as_mut_slice()
    {
        return std::mem::take(words);
    }
    vec![Word { parts: vec![Part::DoubleQuoted(vec![Part::Substitution(program)])], span }]
}
