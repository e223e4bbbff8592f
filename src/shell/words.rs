//! Owns words and their unquoted text; it does not read what stands in quotes or after a dollar sign.

use super::parser::Parser;
use super::parts::{Parts, Quoting};
use super::syntax::{Part, ProcessDirection, Word};

/// Where a word stands, which decides what its parentheses mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// The first word of a command: `()` after it defines a function.
    First,
    /// Any other word.
    Argument,
    /// The right-hand side of `=~`: `(`, `)` and `|` belong to it.
    Regex,
}

/// Whether a byte ends an unquoted word (POSIX XCU 2.3).
pub(super) fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>')
}

impl Parser<'_> {
    /// Moves over blanks and a comment; a `#` is a comment only where a word could begin.
    pub fn skip_blanks(&mut self) {
        self.skip_spaces();
        if self.byte() == Some(b'#') {
            self.run(|byte| byte != b'\n');
        }
    }

    /// Moves over spaces and tabs.
    pub fn skip_spaces(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.run(|byte| byte == b' ' || byte == b'\t');
        }
    }

    /// Moves over blanks, comments and newlines; here-documents that wait for a newline are read.
    pub fn skip_newlines(&mut self) {
        self.skip_blanks();
        while self.byte() == Some(b'\n') {
            self.newline();
            self.skip_blanks();
        }
    }

    /// A word, if one stands here.
    pub fn word(&mut self, position: Position) -> Option<Word> {
        self.peek();
        self.word_from(self.at, Parts::default(), position)
    }

    /// A word of which the first parts were read already.
    pub fn word_from(
        &mut self,
        start: usize,
        mut parts: Parts,
        position: Position,
    ) -> Option<Word> {
        let mut parentheses = 0usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' if parentheses > 0 || self.opens_pattern(&parts, position) => {
                    parentheses += 1;
                    parts.literal(self.character());
                }
                b')' if parentheses > 0 => {
                    parentheses -= 1;
                    parts.literal(self.character());
                }
                b'<' | b'>' if self.process_substitution(&mut parts) => {}
                b'=' if self.zsh() && parts.is_empty() && self.process_substitution(&mut parts) => {
                }
                b'<' if self.zsh() && self.numeric_range_end().is_some() => {
                    let end = self.numeric_range_end().unwrap_or(self.end);
                    parts.literal(self.slice(self.at..end));
                    self.advance_to(end);
                }
                b'|' if position == Position::Regex => parts.literal(self.character()),
                _ if ends_word(byte) && parentheses == 0 => break,
                _ if ends_word(byte) => parts.literal(self.character()),
                _ => self.piece(&mut parts),
            }
        }
        if parentheses > 0 {
            self.fail("an unfinished pattern", start);
        }
        if parts.is_empty() {
            return None;
        }
        Some(parts.into_word(self.span(start)))
    }

    /// Whether the `(` that comes next opens a pattern inside the word: an extended glob (Bash manual 3.5.8.1), a
    /// group in a regular expression, zsh's alternatives or glob qualifiers.
    fn opens_pattern(&self, parts: &Parts, position: Position) -> bool {
        match position {
            Position::Regex => true,
            Position::First if parts.is_empty() || self.looking_at("()") => false,
            _ if self.zsh() => true,
            _ => parts.ends_in(b"@?*+!"),
        }
    }

    /// One piece of unquoted text, or one quoted or expanded part.
    pub fn piece(&mut self, parts: &mut Parts) {
        match self.byte() {
            Some(b'\'') => parts.push(self.single_quoted()),
            Some(b'"') => parts.push(self.double_quoted()),
            Some(b'\\') => self.escaped_character(parts),
            Some(b'$') => self.dollar(parts, Quoting::None, true),
            Some(b'`') => parts.push(self.backquoted(Quoting::None)),
            _ => {
                let text = self.run(|byte| {
                    !ends_word(byte) && !matches!(byte, b'\'' | b'"' | b'\\' | b'$' | b'`')
                });
                let text = if text.is_empty() { self.character() } else { text };
                parts.literal(text);
            }
        }
    }

    /// `\x` outside of quotes; a backslash at the very end stands for itself.
    pub fn escaped_character(&mut self, parts: &mut Parts) {
        self.advance(1);
        match self.byte() {
            Some(_) => parts.quoted(self.character()),
            None => parts.literal("\\"),
        }
    }

    /// `<(…)`, `>(…)` or zsh's `=(…)`, if one comes next.
    pub fn process_substitution(&mut self, parts: &mut Parts) -> bool {
        let direction = match self.byte() {
            Some(b'<') => ProcessDirection::Input,
            Some(b'>') => ProcessDirection::Output,
            _ => ProcessDirection::File,
        };
        if !["<(", ">(", "=("].iter().any(|token| self.looking_at(token)) {
            return false;
        }
        self.advance(1);
        self.peek();
        let program = self.parenthesized_program("an unfinished process substitution");
        parts.push(Part::Process(direction, program));
        true
    }

    /// Where zsh's `<1-9>`, a glob over numbers, ends if one comes next.
    pub fn numeric_range_end(&self) -> Option<usize> {
        let after_digits = |mut place: usize| {
            while self.byte_at(place).is_some_and(|byte| byte.is_ascii_digit()) {
                place += 1;
            }
            place
        };
        let dash = self.token_end(self.at, "<").map(after_digits)?;
        let close = self.token_end(dash, "-").map(after_digits)?;
        self.token_end(close, ">")
    }
}
