//! Owns commands: which kind begins here, and simple commands; it does not read compound commands or functions.

use super::assignments::Beginning;
use super::parser::Parser;
use super::syntax::{Command, CommandKind, SimpleCommand, Word};
use super::words::{Position, ends_word};

/// Reserved words that begin a compound command (Bash manual 3.2.5).
const OPENING: &[&str] =
    &["{", "[[", "if", "while", "until", "for", "case", "select", "function", "coproc"];

/// zsh's own (zsh manual 6.3).
const OPENING_IN_ZSH: &[&str] = &["repeat", "foreach"];

/// Builtins whose arguments may be array assignments (Bash manual 4.2).
const DECLARATIONS: &[&str] =
    &["alias", "declare", "eval", "export", "let", "local", "readonly", "typeset"];

impl Parser<'_> {
    /// Whether a reserved word comes next, as a whole and unquoted.
    pub fn at_reserved(&mut self, word: &str) -> bool {
        self.reserved_end(word).is_some()
    }

    /// Moves over a reserved word if it comes next.
    pub fn eat_reserved(&mut self, word: &str) -> bool {
        let end = self.reserved_end(word);
        if let Some(end) = end {
            self.advance_to(end);
        }
        end.is_some()
    }

    fn reserved_end(&self, word: &str) -> Option<usize> {
        let end = self.token_end(self.at, word)?;
        let next = self.byte_at(self.after_continuations(end));
        next.is_none_or(ends_word).then_some(end)
    }

    /// A command of any kind with its redirections, if one begins here.
    pub fn command(&mut self) -> Option<Command> {
        self.skip_blanks();
        let start = self.at;
        if self.at_closing() {
            return None;
        }
        let kind = match self.peek() {
            Some(b'(') => self.deeper(|parser| parser.parenthesized_command(start))?,
            Some(b'{' | b'[' | b'i' | b'w' | b'u' | b'f' | b'c' | b's' | b'r') => {
                let Some(word) = self.opening_word() else { return self.simple_command() };
                self.eat(word);
                self.deeper(|parser| parser.compound_command(word, start))?
            }
            _ => return self.simple_command(),
        };
        Some(self.redirected(kind, start))
    }

    /// zsh: whether a brace comes next that closes a program even among a command's words.
    fn at_closing_brace(&mut self) -> bool {
        self.at_reserved("}") || (self.brace_closes && self.looking_at("}"))
    }

    fn opening_word(&mut self) -> Option<&'static str> {
        let zsh = if self.zsh() { OPENING_IN_ZSH } else { &[] };
        OPENING.iter().chain(zsh).find(|word| self.at_reserved(word)).copied()
    }

    /// Whether a compound command comes next.
    pub fn at_compound(&mut self) -> bool {
        self.peek() == Some(b'(') || self.opening_word().is_some()
    }

    /// A compound command with the redirections after it.
    fn redirected(&mut self, kind: CommandKind, start: usize) -> Command {
        let start = self.place(start);
        let mut end = self.place(self.at).max(start);
        let mut redirections = Vec::new();
        self.skip_blanks();
        while let Some(redirection) = self.redirection() {
            end = redirection.span.end;
            redirections.push(redirection);
            self.skip_blanks();
        }
        Command { kind, redirections, span: start..end }
    }

    /// Assignments, words and redirections in any order, or a function definition `NAME ()`.
    pub fn simple_command(&mut self) -> Option<Command> {
        let start = self.at;
        let mut end = self.place(start);
        let mut simple = SimpleCommand::default();
        let mut redirections = Vec::new();
        let mut declares = false;
        loop {
            self.skip_blanks();
            if let Some(redirection) = self.redirection() {
                end = redirection.span.end;
                redirections.push(redirection);
                continue;
            }
            if self.zsh() && self.at_closing_brace() {
                break;
            }
            if !simple.words.is_empty() {
                let Some(word) = self.argument(declares) else { break };
                end = word.span.end;
                simple.words.push(word);
                continue;
            }
            match self.assignment_or_word() {
                Some(Beginning::Assignment(assignment)) => {
                    end = assignment.span.end;
                    simple.assignments.push(assignment);
                }
                Some(Beginning::Word(word)) => {
                    let alone = simple.assignments.is_empty() && redirections.is_empty();
                    if alone && self.eat_parentheses() {
                        return Some(self.function(word, start));
                    }
                    let name = word.literal();
                    declares = name.is_some_and(|name| DECLARATIONS.contains(&name.as_str()));
                    end = word.span.end;
                    simple.words.push(word);
                }
                None => break,
            }
        }
        let empty =
            simple.words.is_empty() && simple.assignments.is_empty() && redirections.is_empty();
        let span = self.place(start)..end.max(self.place(start));
        (!empty).then_some(Command { kind: CommandKind::Simple(simple), redirections, span })
    }

    fn argument(&mut self, declares: bool) -> Option<Word> {
        let array = if declares { self.array_word() } else { None };
        array.or_else(|| self.word(Position::Argument))
    }

    /// `( … )`, `(( … ))`, or zsh's `() BODY`.
    fn parenthesized_command(&mut self, start: usize) -> CommandKind {
        if self.zsh() && self.eat_parentheses() {
            return self.anonymous_function(start);
        }
        if let Some(word) = self.arithmetic_command() {
            return CommandKind::Arithmetic(word);
        }
        self.advance(1);
        let program = self.filled_program();
        if !self.eat(")") {
            self.fail("an unfinished subshell", start);
        }
        CommandKind::Subshell(program)
    }

    /// `coproc [NAME] COMMAND`; only a compound command can have a name (Bash manual 3.2.6).
    pub fn coprocess(&mut self) -> CommandKind {
        self.skip_blanks();
        let before_name = self.at;
        if !self.at_compound() {
            self.run(|byte| !ends_word(byte));
            self.skip_spaces();
            if !self.at_compound() {
                self.back_to(before_name);
            }
        }
        match self.command() {
            Some(command) => CommandKind::Coprocess(Box::new(command)),
            None => {
                self.unexpected();
                CommandKind::Simple(SimpleCommand::default())
            }
        }
    }
}
