//! Owns assignments and arrays; it does not know which parameters exist.

use super::parameters::is_name_start;
use super::parser::Parser;
use super::parts::Parts;
use super::syntax::{AssignedValue, Assignment, Word};
use super::words::{Position, ends_word};

/// What a simple command begins with.
pub(super) enum Beginning {
    Assignment(Assignment),
    Word(Word),
}

impl Parser<'_> {
    /// What a command begins with. After a name, `[` begins a subscript, blanks and all, whether or not an
    /// assignment comes of it; it is read once, because reading it twice would take exponential time when nested.
    pub fn assignment_or_word(&mut self) -> Option<Beginning> {
        let start = self.at;
        if !self.peek().is_some_and(is_name_start) {
            return self.word(Position::First).map(Beginning::Word);
        }
        let name = self.name();
        let mut subscript = None;
        if self.peek() == Some(b'[') {
            let place = self.at + 1;
            let parts = self.bracketed();
            // The brackets are not part of the subscript.
            let span = self.place(place)..self.place(self.at.saturating_sub(1).max(place));
            subscript = Some(Word { parts, span });
        }
        let append = self.eat("+=");
        if append || self.eat("=") {
            let value = self.assigned_value();
            let span = self.span(start);
            return Some(Beginning::Assignment(Assignment {
                name,
                subscript,
                append,
                value,
                span,
            }));
        }
        let mut parts = Parts::default();
        parts.literal(&name);
        if let Some(subscript) = subscript {
            parts.literal("[");
            parts.append(subscript.parts);
            parts.literal("]");
        }
        self.word_from(start, parts, Position::First).map(Beginning::Word)
    }

    fn assigned_value(&mut self) -> AssignedValue {
        let start = self.at;
        if self.eat("(") {
            let words = self.words_in_parentheses();
            if self.peek().is_none_or(ends_word) {
                return AssignedValue::Array(words);
            }
            // `a=(b)c` assigns the text `(b)c`.
            let mut parts = Parts::default();
            parenthesize(&mut parts, words);
            let word = self.word_from(start, parts, Position::Argument);
            return AssignedValue::Word(word.unwrap_or_else(|| self.empty_word()));
        }
        let word = self.word(Position::Argument);
        AssignedValue::Word(word.unwrap_or_else(|| self.empty_word()))
    }

    /// A word without parts at this place.
    pub fn empty_word(&self) -> Word {
        Word { parts: Vec::new(), span: self.span(self.at) }
    }

    /// `NAME=(…)` as one word, if it comes next.
    pub fn array_word(&mut self) -> Option<Word> {
        let start = self.at;
        let name = self.name();
        let operator = if self.eat("+=(") {
            "+="
        } else if self.eat("=(") {
            "="
        } else {
            self.back_to(start);
            return None;
        };
        let mut parts = Parts::default();
        parts.literal(&name);
        parts.literal(operator);
        parenthesize(&mut parts, self.words_in_parentheses());
        self.word_from(start, parts, Position::Argument)
    }

    /// Words, blanks, newlines and comments up to the `)` that closes them.
    pub fn words_in_parentheses(&mut self) -> Vec<Word> {
        let start = self.at.saturating_sub(1);
        let mut words = Vec::new();
        loop {
            self.skip_newlines();
            if self.eat(")") {
                break;
            }
            if self.byte().is_none() {
                self.fail("an unfinished array", start);
                break;
            }
            match self.element() {
                Some(word) => words.push(word),
                None => {
                    self.unexpected();
                    break;
                }
            }
        }
        words
    }

    /// One word of an array; what is between `[` and `]` at its start is a subscript, blanks and all.
    fn element(&mut self) -> Option<Word> {
        if self.peek() != Some(b'[') || self.zsh() {
            return self.word(Position::Argument);
        }
        let start = self.at;
        let mut parts = Parts::default();
        parts.literal("[");
        parts.append(self.bracketed());
        parts.literal("]");
        self.word_from(start, parts, Position::Argument)
    }
}

/// Writes an array as a part of a word.
fn parenthesize(parts: &mut Parts, words: Vec<Word>) {
    parts.literal("(");
    for (index, word) in words.into_iter().enumerate() {
        if index > 0 {
            parts.literal(" ");
        }
        parts.append(word.parts);
    }
    parts.literal(")");
}
