//! Owns the texts that are followed and how a part of them is quoted; it does not parse them.

use crate::shell::syntax::Span;
use std::rc::Rc;

/// A text that is followed.
#[derive(Debug, Clone)]
pub struct Source {
    text: Rc<str>,
    origin: Origin,
}

/// Where a text stands.
#[derive(Debug, Clone)]
enum Origin {
    /// It is the command that the call consists of.
    Payload,
    /// In the call, so that it may be quoted.
    Call,
    /// In a file. What that says is not for whoever made the call to see, only the line (design, "Scripts").
    File(Rc<Lines>),
    /// In a part of a file, such as the text of a `bash -c` in it.
    Within,
    /// In the call, made from what a file says, as `eval "$X"` after `. file`.
    Made,
}

/// The lines of a file.
#[derive(Debug)]
struct Lines {
    /// The file, as the command spells it.
    file: String,
    /// Where each line begins, in bytes.
    starts: Vec<usize>,
}

impl Source {
    /// The command that the call consists of.
    pub fn payload(text: &str) -> Self {
        Source { text: text.into(), origin: Origin::Payload }
    }

    /// A text that stands in the call.
    pub fn call(text: &str) -> Self {
        Source { text: text.into(), origin: Origin::Call }
    }

    /// The text of a file.
    pub fn file(file: &str, text: Rc<str>) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        let lines = Lines { file: file.to_owned(), starts };
        Source { text, origin: Origin::File(Rc::new(lines)) }
    }

    /// A text that is part of this one, or made from it; `tells` says whether parts of it may be told.
    #[must_use]
    pub fn within(&self, text: &str, tells: bool) -> Self {
        let origin = match (self.is_file(), tells) {
            (true, _) => Origin::Within,
            (false, true) => Origin::Call,
            (false, false) => Origin::Made,
        };
        Source { text: text.into(), origin }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How the text as a whole may be told.
    pub fn start(&self) -> Rc<str> {
        match &self.origin {
            Origin::File(lines) => lines.file.as_str().into(),
            _ => "".into(),
        }
    }

    /// Whether it stands in a file.
    pub fn is_file(&self) -> bool {
        matches!(self.origin, Origin::File(_) | Origin::Within)
    }

    /// Where a part of the text stands in the command that the call consists of, if it is a part of that.
    pub fn place(&self, span: &Span) -> Option<Span> {
        matches!(self.origin, Origin::Payload).then(|| span.clone())
    }

    /// How a part of the text may be told: as it stands there, or by its file and line. `None` if it is told by what is
    /// around it.
    pub fn quote(&self, span: &Span) -> Option<Rc<str>> {
        match &self.origin {
            Origin::Payload | Origin::Call => Some(slice(&self.text, span).into()),
            Origin::File(lines) => Some(lines.place(span.start).into()),
            Origin::Within | Origin::Made => None,
        }
    }
}

impl Lines {
    fn place(&self, byte: usize) -> String {
        let line = self.starts.partition_point(|start| *start <= byte).max(1);
        format!("{}:{line}", self.file)
    }
}

/// The part of a text that a span names.
pub fn slice(text: &str, span: &Span) -> String {
    text.get(span.clone()).unwrap_or_default().trim().to_owned()
}
