//! Owns arithmetic: where it ends, and the expansions in it; it does not read the expressions.

use std::ops::Range;

use super::parser::Parser;
use super::parts::{Parts, Quoting};
use super::syntax::{Part, Program, Word};

/// What `((` turned out to begin.
enum DoubleParenthesis {
    /// Arithmetic, with the place of its text.
    Arithmetic(Range<usize>),
    /// A parenthesis in a parenthesis, with the place of the text in the outer one.
    Nested(Range<usize>),
    /// No parenthesis closes it.
    Unfinished,
}

impl Parser<'_> {
    /// `$((…))` or `$(…)`, from the parenthesis on.
    pub fn parenthesized_expansion(&mut self) -> Part {
        let unfinished = "an unfinished command substitution";
        if !self.looking_at("((") {
            return Part::Substitution(self.parenthesized_program(unfinished));
        }
        match self.double_parenthesis() {
            DoubleParenthesis::Arithmetic(inside) => {
                let end = self.token_end(inside.end, "))").unwrap_or(self.end);
                let parts = self.expansions(inside);
                self.advance_to(end);
                Part::Arithmetic(parts)
            }
            // bash cuts the text out first, so an error in it ends the substitution, not the program around it.
            DoubleParenthesis::Nested(inside) => {
                let end = inside.end + 1;
                let program = self
                    .deeper(|parser| parser.within(inside, Self::whole_program))
                    .unwrap_or_default();
                self.advance_to(end);
                Part::Substitution(program)
            }
            DoubleParenthesis::Unfinished => {
                self.fail("unfinished arithmetic", self.at);
                Part::Substitution(Program::default())
            }
        }
    }

    /// The text of `((…))` as a word, if the parentheses that come next hold arithmetic and not two subshells.
    pub fn arithmetic_command(&mut self) -> Option<Word> {
        if !self.looking_at("((") {
            return None;
        }
        let DoubleParenthesis::Arithmetic(inside) = self.double_parenthesis() else {
            return None;
        };
        let end = self.token_end(inside.end, "))").unwrap_or(self.end);
        let span = self.place(inside.start)..self.place(inside.end);
        let parts = self.expansions(inside);
        self.advance_to(end);
        Some(Word { parts, span })
    }

    /// Decides what the `((` that comes next begins: it is arithmetic if the inner parenthesis closes right before
    /// the outer one (Bash manual 3.5.5). Only the text is looked at; parsing it twice would take exponential time.
    fn double_parenthesis(&mut self) -> DoubleParenthesis {
        let outer = self.at + 1;
        let inner = self.after_continuations(outer) + 1;
        let Some(inner_end) = self.closing_parenthesis(inner) else {
            return DoubleParenthesis::Unfinished;
        };
        if self.token_end(inner_end, "))").is_some() {
            return DoubleParenthesis::Arithmetic(inner..inner_end);
        }
        match self.closing_parenthesis(inner_end + 1) {
            Some(outer_end) => DoubleParenthesis::Nested(outer..outer_end),
            None => DoubleParenthesis::Unfinished,
        }
    }

    /// The place of the `)` that closes a parenthesis whose text starts at a place.
    fn closing_parenthesis(&mut self, start: usize) -> Option<usize> {
        let mut open = 0usize;
        let mut quote = None;
        let mut place = start;
        let mut close = None;
        while let Some(byte) = self.byte_at(place) {
            match (quote, byte) {
                (None | Some(b'"' | b'`'), b'\\') => place += 1,
                (Some(opened), _) if byte == opened => quote = None,
                (Some(_), _) => {}
                (None, b'\'' | b'"' | b'`') => quote = Some(byte),
                (None, b'(') => open += 1,
                (None, b')') if open > 0 => open -= 1,
                (None, b')') => {
                    close = Some(place);
                    break;
                }
                _ => {}
            }
            place += 1;
        }
        if self.spend(place.saturating_sub(start)) { close } else { None }
    }

    /// The text of arithmetic with its expansions.
    fn expansions(&mut self, window: Range<usize>) -> Vec<Part> {
        let read = |parser: &mut Self| {
            let mut parts = Parts::default();
            while let Some(byte) = parser.peek() {
                match byte {
                    b'"' => parts.push(parser.double_quoted()),
                    _ => parser.quoted_piece(&mut parts, Quoting::Double, b"$`\"\\"),
                }
            }
            if let Some(opaque) = parser.take_failure() {
                parts.push(Part::Opaque(opaque));
            }
            parts.into_vec()
        };
        self.deeper(|parser| parser.within(window, read)).unwrap_or_default()
    }

    /// The text between `[` and its `]`, from the bracket on: a subscript, or the old arithmetic `$[…]`.
    pub fn bracketed(&mut self) -> Vec<Part> {
        self.deeper(|parser| parser.bracketed_text(false)).unwrap_or_default()
    }

    /// The same inside `${…}`, where a brace ends it, too.
    pub fn bracketed_in_braces(&mut self) -> Vec<Part> {
        self.deeper(|parser| parser.bracketed_text(true)).unwrap_or_default()
    }

    fn bracketed_text(&mut self, in_braces: bool) -> Vec<Part> {
        let start = self.at;
        self.advance(1);
        let mut open = 0usize;
        let mut parts = Parts::default();
        loop {
            match self.peek() {
                Some(b']') if open == 0 => {
                    self.advance(1);
                    break;
                }
                Some(b'}') if in_braces => break,
                Some(byte @ (b'[' | b']')) => {
                    open = if byte == b'[' { open + 1 } else { open - 1 };
                    parts.quoted(self.character());
                }
                Some(b'\'') => parts.push(self.single_quoted()),
                Some(b'"') => parts.push(self.double_quoted()),
                Some(b'\\') => self.escaped_character(&mut parts),
                Some(_) => self.quoted_piece(&mut parts, Quoting::Double, b""),
                None => {
                    self.fail("an unfinished subscript", start);
                    break;
                }
            }
        }
        parts.into_vec()
    }
}
