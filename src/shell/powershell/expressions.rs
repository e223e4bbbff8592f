//! Owns PowerShell's expressions: operands, members, operators; it does not compute them.
//!
//! Sources: "about_Operators", "about_Arrays", "about_Hash_Tables". What two texts joined by `+` are is known, and so are
//! the elements of a list; other operators give what is not known.

use super::super::syntax::{Command, CommandKind, Part, Program, Word};
use super::reader::{Reader, is_dash, is_double_quote, is_single_quote};
use super::{LIST, alone};

impl Reader<'_> {
    /// A list of values, each a word. Inside of brackets it may go on in the next line.
    pub fn expression(&mut self, in_brackets: bool) -> Vec<Word> {
        self.deeper(|reader| reader.values(in_brackets))
    }

    fn values(&mut self, in_brackets: bool) -> Vec<Word> {
        let mut words: Vec<Word> = Vec::new();
        let mut joins = false;
        while let Some((word, operator)) = self.operand_and_operator(in_brackets) {
            let start = word.span.start;
            match words.last_mut().filter(|_| joins) {
                Some(last) => {
                    last.parts.extend(word.parts);
                    last.span.end = word.span.end;
                }
                None => words.push(word),
            }
            match operator {
                Operator::None => break,
                Operator::Comma => joins = false,
                Operator::Plus => joins = true,
                Operator::Other => {
                    // All that is left makes one value with the last.
                    let mut operands: Vec<Word> = words.pop().into_iter().collect();
                    self.operands(in_brackets, &mut operands);
                    words.push(Word { parts: vec![unknown(operands)], span: self.span(start) });
                    break;
                }
            }
        }
        words
    }

    /// The operands that are left, whatever joins them.
    fn operands(&mut self, in_brackets: bool, operands: &mut Vec<Word>) {
        while let Some((word, operator)) = self.operand_and_operator(in_brackets) {
            operands.push(word);
            if let Operator::None = operator {
                return;
            }
        }
    }

    /// An operand if one is next, and the operator after it.
    fn operand_and_operator(&mut self, in_brackets: bool) -> Option<(Word, Operator)> {
        self.skip_before(in_brackets);
        let start = self.at;
        let parts = self.operand();
        if self.at == start {
            return None;
        }
        let word = Word { parts, span: self.span(start) };
        self.skip_before(in_brackets);
        Some((word, self.operator()))
    }

    /// Skips what may stand before an operand or operator.
    fn skip_before(&mut self, in_brackets: bool) {
        match in_brackets {
            true => self.skip_space(),
            false => self.skip_blanks(),
        }
    }

    /// Takes the operator that is next.
    fn operator(&mut self) -> Operator {
        let rest = self.rest();
        let (Some(next), second) = (self.next(), self.second()) else { return Operator::None };
        let has_name = is_dash(next) && second.is_some_and(char::is_alphabetic);
        if self.assigns() {
            return Operator::None;
        }
        if has_name {
            self.skip();
            self.take_while(char::is_alphanumeric);
            return Operator::Other;
        }
        match next {
            ',' => {
                self.skip();
                self.skip_space();
                Operator::Comma
            }
            '+' => {
                self.skip();
                self.skip_space();
                Operator::Plus
            }
            '*' | '/' | '%' | '?' | ':' | '-' => {
                self.skip();
                self.take("?");
                self.skip_space();
                Operator::Other
            }
            '.' if rest.starts_with("..") => {
                self.at += 2;
                Operator::Other
            }
            _ => Operator::None,
        }
    }

    /// Whether `=`, `+=` or the like is next.
    pub fn assigns(&self) -> bool {
        let rest = self.rest();
        ["=", "+=", "-=", "*=", "/=", "%=", "??="].iter().any(|sign| rest.starts_with(sign))
    }

    /// An operand of an argument: `$x.Name`, `(…)`, `{…}`, `@(…)`.
    pub fn operand_of_argument(&mut self) -> Vec<Part> {
        let start = self.at;
        let parts = self.operand();
        if self.at == start {
            return self.skip().map(|sign| Part::Quoted(sign.to_string())).into_iter().collect();
        }
        parts
    }

    /// One operand with the signs before it and the members after it; nothing is taken if none is next.
    pub fn operand(&mut self) -> Vec<Part> {
        self.deeper(|reader| {
            let start = reader.at;
            let mut is_changed = false;
            while let Some(next) = reader.next() {
                let second = reader.second();
                let is_word = is_dash(next) && second.is_some_and(char::is_alphabetic);
                if is_word {
                    reader.skip();
                    reader.take_while(char::is_alphanumeric);
                } else if matches!(next, '!' | '+' | ',') || is_dash(next) {
                    reader.skip();
                } else {
                    break;
                }
                is_changed = true;
                reader.skip_space();
            }
            let mut parts = reader.plain_operand();
            parts = reader.members(parts);
            if is_changed && reader.at > start {
                let span = reader.span(start);
                return vec![unknown(vec![Word { parts, span }])];
            }
            parts
        })
    }

    fn plain_operand(&mut self) -> Vec<Part> {
        let Some(next) = self.next() else { return Vec::new() };
        match next {
            _ if is_single_quote(next) || is_double_quote(next) => vec![self.quoted()],
            '$' if self.begins_variable() => vec![Part::DoubleQuoted(vec![self.variable()])],
            '(' => {
                self.skip();
                self.bracketed()
            }
            '{' => vec![self.block()],
            '@' => match self.second() {
                Some('(') => {
                    self.skip();
                    self.skip();
                    self.bracketed()
                }
                Some('{') => {
                    self.skip();
                    self.skip();
                    vec![self.hash_table()]
                }
                Some('\'' | '"') => vec![self.here_string()],
                _ => Vec::new(),
            },
            '[' => self.of_type(),
            _ if next.is_alphanumeric() || next == '_' || next == '\\' => {
                let text = self
                    .take_while(|it| it.is_alphanumeric() || it == '_' || it == '\\')
                    .to_owned();
                vec![Part::Quoted(text)]
            }
            _ => Vec::new(),
        }
    }

    /// What stands in brackets up to `)`: the values of an expression, or what a program writes.
    fn bracketed(&mut self) -> Vec<Part> {
        let program = self.program();
        self.take(")");
        value_of(program)
    }

    /// `{ … }`, which is next.
    pub fn block(&mut self) -> Part {
        self.skip();
        let program = self.program();
        self.take("}");
        Part::Block(program)
    }

    /// What stands between `@{` and `}`: names and values.
    fn hash_table(&mut self) -> Part {
        let mut program = Program::default();
        loop {
            self.skip_separators();
            let start = self.at;
            if self.is_at_end() || self.take("}") {
                break;
            }
            self.operand();
            self.skip_blanks();
            if self.take("=") {
                self.skip_space();
                self.statement(&mut program.statements);
            }
            if self.at == start {
                self.skip();
            }
        }
        Part::Block(program)
    }
}

/// What stands between two operands.
enum Operator {
    None,
    Comma,
    Plus,
    Other,
}

/// A value that is made of others and not known.
pub(super) fn unknown(words: Vec<Word>) -> Part {
    let span = words.first().map_or(0..0, |word| word.span.clone());
    let kind = CommandKind::Expression(words);
    let command = Command { kind, redirections: Vec::new(), span };
    Part::Block(Program { statements: vec![alone(command)] })
}

/// The parts of the value that a program gives: that of its only expression, or what it writes.
pub(super) fn value_of(program: Program) -> Vec<Part> {
    let is_expression = matches!(program.statements.as_slice(), [only]
        if only.rest.is_empty()
            && matches!(only.first.commands.as_slice(), [Command { kind: CommandKind::Expression(_), redirections, .. }]
                if redirections.is_empty()));
    if !is_expression {
        return vec![Part::DoubleQuoted(vec![Part::Substitution(program)])];
    }
    let commands = program.statements.into_iter().flat_map(|statement| statement.first.commands);
    let words = commands.flat_map(|command| match command.kind {
        CommandKind::Expression(words) => words,
        _ => Vec::new(),
    });
    let mut parts = Vec::new();
    for (index, word) in words.enumerate() {
        if index > 0 {
            parts.push(Part::Quoted(LIST.to_string()));
        }
        parts.extend(word.parts);
    }
    if parts.is_empty() {
        parts.push(Part::Quoted(String::new()));
    }
    parts
}
