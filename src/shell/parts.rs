//! Owns how the parts of a word are put together; it does not read any text.

use super::syntax::{Part, Word};

/// Who quotes the text that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    /// Nobody: text is active.
    None,
    /// Double quotes, an arithmetic expression or a subscript.
    Double,
    /// A here-document's body.
    Document,
}

/// The parts of a word so far; text of one kind is joined.
#[derive(Debug, Default)]
pub(super) struct Parts(Vec<Part>);

impl Parts {
    pub fn literal(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(Part::Literal(last)) => last.push_str(text),
            _ => self.0.push(Part::Literal(text.to_owned())),
        }
    }

    pub fn quoted(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(Part::Quoted(last)) => last.push_str(text),
            _ => self.0.push(Part::Quoted(text.to_owned())),
        }
    }

    pub fn text(&mut self, text: &str, quoting: Quoting) {
        match quoting {
            Quoting::None => self.literal(text),
            Quoting::Double | Quoting::Document => self.quoted(text),
        }
    }

    pub fn push(&mut self, part: Part) {
        match part {
            Part::Literal(text) => self.literal(&text),
            Part::Quoted(text) => self.quoted(&text),
            part => self.0.push(part),
        }
    }

    pub fn append(&mut self, parts: Vec<Part>) {
        for part in parts {
            self.push(part);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the last piece of text is unquoted and ends in one of the bytes.
    pub fn ends_in(&self, bytes: &[u8]) -> bool {
        match self.0.last() {
            Some(Part::Literal(text)) => {
                text.bytes().last().is_some_and(|last| bytes.contains(&last))
            }
            _ => false,
        }
    }

    pub fn into_vec(self) -> Vec<Part> {
        self.0
    }

    pub fn into_word(self, span: super::syntax::Span) -> Word {
        Word { parts: self.0, span }
    }
}
