//! Owns text with holes as plain text that can be cut up and put together again; it does not know any language.

use crate::effects::{Piece, Value};

/// Private characters stand for holes, the first for the first hole and so on.
const FIRST: u32 = 0xE000;
const LAST: u32 = 0xF8FF;

/// A value as plain text, in which a private character stands for each hole.
pub struct Marked {
    /// The text.
    pub text: String,
    holes: Vec<Piece>,
}

impl Marked {
    /// The text of a value. Holes past the number of private characters are left out.
    pub fn new(value: &Value) -> Self {
        let mut marked = Marked { text: String::new(), holes: Vec::new() };
        for piece in value.pieces() {
            match piece {
                Piece::Text(text) => marked.text.push_str(text),
                Piece::Hole(_) => {
                    let number = u32::try_from(marked.holes.len()).unwrap_or(LAST);
                    let mark = FIRST.checked_add(number).filter(|mark| *mark <= LAST);
                    if let Some(mark) = mark.and_then(char::from_u32) {
                        marked.text.push(mark);
                        marked.holes.push(piece.clone());
                    }
                }
            }
        }
        marked
    }

    /// The lines of the text.
    pub fn lines(&self) -> impl Iterator<Item = Value> + '_ {
        self.text.lines().map(|line| self.value(line))
    }

    /// The value of a part of the text.
    pub fn value(&self, text: &str) -> Value {
        let piece = |letter: char| {
            let number = u32::from(letter).checked_sub(FIRST)?;
            self.holes.get(usize::try_from(number).ok()?).cloned()
        };
        Value::new(
            text.chars()
                .map(|letter| piece(letter).unwrap_or_else(|| Piece::Text(letter.to_string())))
                .collect(),
        )
    }
}
