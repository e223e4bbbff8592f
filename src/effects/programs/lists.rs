//! Owns lists of names that programs read, and what parts their items; it does not know what is done to what they name.
//!
//! Sources: the findutils manual (xargs), POSIX XCU "xargs".

use crate::effects::{Feeds, Hole, Piece, Value};

/// An item of which nothing is known, from these sources.
pub fn unknown(sources: Feeds) -> Value {
    Value::new(vec![Piece::Hole(Hole::new("…").from_sources(sources))])
}

/// The items that separators end; the last one may lack it.
pub fn items(text: &Value, separator: char) -> Vec<Value> {
    let mut items = text.split(separator);
    items.pop_if(|item| item.pieces().is_empty());
    items
}

/// The words of each line as xargs reads them: quotes group, but no further than a line, and a backslash takes the next
/// character as it is. `None` where a quote does not end, which is an error to xargs.
pub fn words(text: &Value) -> Option<Vec<Vec<Value>>> {
    Reader::new(text, true).read()
}

/// The lines as `xargs -I` reads them: each is one item, without blanks before it; quotes and backslashes count.
pub fn lines(text: &Value) -> Option<Vec<Value>> {
    let lines = Reader::new(text, false).read()?;
    Some(lines.into_iter().flatten().collect())
}

struct Reader<'t> {
    text: &'t Value,
    /// Whether blanks part words.
    parts: bool,
    lines: Vec<Vec<Value>>,
    /// The word that has begun.
    word: Option<Value>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t Value, parts: bool) -> Self {
        Reader { text, parts, lines: vec![Vec::new()], word: None }
    }

    fn read(mut self) -> Option<Vec<Vec<Value>>> {
        let mut quote: Option<char> = None;
        let mut escaped = false;
        for piece in self.text.pieces() {
            let Piece::Text(text) = piece else {
                self.add(piece.clone());
                continue;
            };
            for character in text.chars() {
                match (character, quote) {
                    _ if std::mem::take(&mut escaped) => self.add_character(character),
                    ('\n', Some(_)) => return None,
                    (end, Some(start)) if end == start => quote = None,
                    (_, Some(_)) => self.add_character(character),
                    ('\'' | '"', None) => {
                        quote = Some(character);
                        self.word.get_or_insert_default();
                    }
                    ('\\', None) => escaped = true,
                    ('\n', None) => {
                        // A line that ends in blanks goes on (xargs(1), `-L`).
                        let goes_on = self.word.is_none();
                        self.end_word();
                        if !goes_on {
                            self.lines.push(Vec::new());
                        }
                    }
                    (' ' | '\t', None) if self.parts || self.word.is_none() => self.end_word(),
                    _ => self.add_character(character),
                }
            }
        }
        self.end_word();
        self.lines.retain(|line| !line.is_empty());
        (quote.is_none()).then_some(self.lines)
    }

    fn add(&mut self, piece: Piece) {
        self.word.get_or_insert_default().push(piece);
    }

    fn add_character(&mut self, character: char) {
        self.add(Piece::Text(character.to_string()));
    }

    fn end_word(&mut self) {
        if let (Some(word), Some(line)) = (self.word.take(), self.lines.last_mut()) {
            line.push(word);
        }
    }
}
