//! Owns function definitions; it does not know which functions exist.

use super::parser::Parser;
use super::syntax::{
    Command, CommandKind, Part, Pipeline, Program, SimpleCommand, Statement, Word,
};
use super::words::Position;

impl Parser<'_> {
    /// `()`, with blanks between.
    pub fn eat_parentheses(&mut self) -> bool {
        let start = self.at;
        self.skip_spaces();
        if self.eat("(") {
            self.skip_spaces();
            if self.eat(")") {
                return true;
            }
        }
        self.back_to(start);
        false
    }

    /// `NAME ()` was read; its body comes next.
    pub fn function(&mut self, name: Word, start: usize) -> Command {
        let body = Box::new(self.function_body(start));
        let span = self.place(start)..body.span.end;
        let kind = CommandKind::Function { name: Some(name), body };
        Command { kind, redirections: Vec::new(), span }
    }

    /// `function NAME [()] BODY`, after the word; zsh allows no name.
    pub fn function_keyword(&mut self, start: usize) -> CommandKind {
        self.skip_blanks();
        if self.zsh() && self.at_compound() {
            self.eat_parentheses();
            return self.anonymous_function(start);
        }
        let name = self.word(Position::First).unwrap_or_else(|| {
            self.unexpected();
            self.empty_word()
        });
        self.eat_parentheses();
        self.function(name, start).kind
    }

    /// A compound command; zsh allows any.
    fn function_body(&mut self, start: usize) -> Command {
        self.skip_newlines();
        let mut body = None;
        if self.zsh() || self.at_compound() {
            body = self.deeper(Self::command).flatten();
        }
        body.unwrap_or_else(|| {
            self.fail("a function without a body", start);
            let kind = CommandKind::Simple(SimpleCommand::default());
            Command { kind, redirections: Vec::new(), span: self.span(self.at) }
        })
    }

    /// zsh: `() BODY ARGUMENTS`, which runs at once. With arguments it is read as a function of a name that nothing
    /// else can have, and a call of it.
    pub fn anonymous_function(&mut self, start: usize) -> CommandKind {
        let body = Box::new(self.function_body(start));
        let arguments = self.words();
        let Some(last) = arguments.last() else {
            return CommandKind::Function { name: None, body };
        };
        let span = self.place(start)..last.span.end;
        let place = self.place(start);
        let name = Word { parts: vec![Part::Literal("()".to_owned())], span: place..place };
        let words = std::iter::once(name.clone()).chain(arguments).collect();
        let call = SimpleCommand { assignments: Vec::new(), words };
        let kinds = [CommandKind::Function { name: Some(name), body }, CommandKind::Simple(call)];
        let statements = kinds.map(|kind| {
            let command = Command { kind, redirections: Vec::new(), span: span.clone() };
            let first = Pipeline { commands: vec![command], negated: false };
            Statement { first, rest: Vec::new(), background: false }
        });
        CommandKind::Group(Program { statements: Vec::from(statements) })
    }
}
