//! Owns text that is partly unknown: literals and holes; it does not say where holes come from.

use super::Feeds;
use std::fmt;
use std::rc::Rc;

/// A string of which some parts may be unknown until the command runs. Copies share their text: what a line exports is
/// given to each of its programs.
///
/// ```
/// use hookshim::effects::{Hole, Piece, Value};
///
/// let home = Value::from("/home/user");
/// assert_eq!(home.literal(), Some("/home/user"));
///
/// let partly = Value::new(vec![Piece::Hole(Hole::new("$DIR")), Piece::Text("/.env".into())]);
/// assert_eq!(partly.literal(), None);
/// assert_eq!(partly.to_string(), "$DIR/.env");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Value {
    pieces: Rc<Vec<Piece>>,
}

/// A piece of a [`Value`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Known text.
    Text(String),
    /// Text that cannot be known beforehand.
    Hole(Hole),
}

/// A part that is not known: an unset variable, a substitution, a glob.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Hole {
    spelling: String,
    glob: bool,
    feed: Option<usize>,
    sources: Feeds,
}

impl Hole {
    /// A hole that may stand for any text; `spelling` is how the command writes it.
    pub fn new(spelling: impl Into<String>) -> Self {
        Self { spelling: spelling.into(), glob: false, feed: None, sources: Feeds::NONE }
    }

    /// A glob character or bracket, which stands for text without a `/`.
    pub fn glob(spelling: impl Into<String>) -> Self {
        Self { spelling: spelling.into(), glob: true, feed: None, sources: Feeds::NONE }
    }

    /// A name through which something is read that the walk keeps under this number, as `<(…)` makes one.
    pub fn fed(spelling: impl Into<String>, feed: usize) -> Self {
        Self { spelling: spelling.into(), glob: false, feed: Some(feed), sources: Feeds::NONE }
    }

    /// The same hole, filled from these sources.
    #[must_use]
    pub fn from_sources(self, sources: Feeds) -> Self {
        Self { sources, ..self }
    }

    /// The number under which the walk keeps what is read through it.
    pub fn feed(&self) -> Option<usize> {
        self.feed
    }

    /// How the command writes it.
    pub fn spelling(&self) -> &str {
        &self.spelling
    }

    /// Whether it stands for text without a `/`.
    pub fn is_glob(&self) -> bool {
        self.glob
    }
}

impl Value {
    /// A value of these pieces; neighbouring texts are joined, empty ones dropped.
    pub fn new(pieces: Vec<Piece>) -> Self {
        let mut value = Value::default();
        for piece in pieces {
            value.push(piece);
        }
        value
    }

    /// Adds a piece at the end.
    pub fn push(&mut self, piece: Piece) {
        if matches!(&piece, Piece::Text(text) if text.is_empty()) {
            return;
        }
        let pieces = Rc::make_mut(&mut self.pieces);
        match (pieces.last_mut(), piece) {
            (Some(Piece::Text(last)), Piece::Text(text)) => last.push_str(&text),
            (_, piece) => pieces.push(piece),
        }
    }

    /// Adds another value at the end.
    pub fn append(&mut self, other: &Value) {
        if self.pieces.is_empty() {
            *self = other.clone();
            return;
        }
        for piece in other.pieces() {
            self.push(piece.clone());
        }
    }

    /// Values with a text between each two.
    pub fn joined<'v>(values: impl IntoIterator<Item = &'v Value>, separator: &str) -> Value {
        let mut joined = Value::default();
        for (index, value) in values.into_iter().enumerate() {
            if index > 0 {
                joined.push(Piece::Text(separator.to_owned()));
            }
            joined.append(value);
        }
        joined
    }

    /// The parts between separators; a hole belongs to the part in which it stands.
    pub fn split(&self, separator: char) -> Vec<Value> {
        let mut parts = vec![Value::default()];
        for piece in self.pieces() {
            let Piece::Text(text) = piece else {
                if let Some(last) = parts.last_mut() {
                    last.push(piece.clone());
                }
                continue;
            };
            for (index, part) in text.split(separator).enumerate() {
                if index > 0 {
                    parts.push(Value::default());
                }
                if let Some(last) = parts.last_mut() {
                    last.push(Piece::Text(part.to_owned()));
                }
            }
        }
        parts
    }

    /// The pieces in order; no two texts are neighbours and none is empty.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Whether both are copies of one value.
    pub fn is_same(&self, other: &Value) -> bool {
        Rc::ptr_eq(&self.pieces, &other.pieces)
    }

    /// The text, if all of it is known.
    pub fn literal(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// How much room it takes, in bytes; a hole counts as much as a short text.
    pub fn length(&self) -> usize {
        let length = |piece: &Piece| match piece {
            Piece::Text(text) => text.len(),
            Piece::Hole(_) => 32,
        };
        self.pieces.iter().map(length).sum()
    }

    /// The known text at the start, up to the first hole.
    pub fn known_start(&self) -> &str {
        match self.pieces.first() {
            Some(Piece::Text(text)) => text,
            _ => "",
        }
    }

    /// What follows the first `bytes` bytes, which must lie in the known start; `None` if that is nothing.
    pub fn after(&self, bytes: usize) -> Option<Value> {
        let rest = self.known_start().get(bytes..)?.to_owned();
        let later = self.pieces.iter().skip(usize::from(!self.known_start().is_empty()));
        let value = Value::new(std::iter::once(Piece::Text(rest)).chain(later.cloned()).collect());
        (!value.pieces.is_empty()).then_some(value)
    }

    /// The value without newlines at its end.
    pub fn without_final_newlines(mut self) -> Value {
        let pieces = Rc::make_mut(&mut self.pieces);
        if let Some(Piece::Text(text)) = pieces.last_mut() {
            text.truncate(text.trim_end_matches('\n').len());
        }
        pieces.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
        self
    }

    /// The value as text of a shell program: what is unknown stands in it as an unset parameter.
    pub fn shell_text(&self) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Hole(hole) if hole.glob || is_parameter(&hole.spelling) => hole.spelling.clone(),
            Piece::Hole(_) => "${unknown}".to_owned(),
        };
        self.pieces.iter().map(piece).collect()
    }

    /// Where its unknown parts come from.
    pub fn sources(&self) -> Feeds {
        let sources = self.pieces.iter().map(|piece| match piece {
            Piece::Text(_) => Feeds::NONE,
            Piece::Hole(hole) => hole.sources,
        });
        sources.fold(Feeds::NONE, Feeds::and)
    }

    /// Where those unknown parts come from that are programs if the value is one: those where a command begins, at the
    /// start or after `;`, `&&`, `|` and the like. In `bash -c "echo $TOKEN"` the token is data.
    pub fn program_sources(&self) -> Feeds {
        let mut sources = Feeds::NONE;
        let mut begins = true;
        for piece in self.pieces() {
            match piece {
                Piece::Text(text) => {
                    let before = text.trim_end_matches([' ', '\t', '"']);
                    begins = match before.chars().last() {
                        Some(last) => ";&|({\n`".contains(last),
                        None => begins,
                    };
                }
                Piece::Hole(hole) => {
                    if begins {
                        sources = sources.and(hole.sources);
                    }
                    begins = false;
                }
            }
        }
        sources
    }

    /// Whether nothing at all is known of it.
    pub fn is_all_hole(&self) -> bool {
        !self.pieces.is_empty() && self.pieces.iter().all(|piece| matches!(piece, Piece::Hole(_)))
    }
}

/// Whether a hole is spelt `$NAME`.
fn is_parameter(spelling: &str) -> bool {
    spelling.strip_prefix('$').is_some_and(|name| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::new(vec![Piece::Text(text.to_owned())])
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::new(vec![Piece::Text(text)])
    }
}

/// The value as the command spells it.
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| match piece {
            Piece::Text(text) => formatter.write_str(text),
            Piece::Hole(hole) => formatter.write_str(&hole.spelling),
        })
    }
}
