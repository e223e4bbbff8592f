//! Owns the bodies of here-documents (POSIX XCU 2.7.4); it does not read the redirections that announce them.

use super::parser::Parser;
use super::parts::{Parts, Quoting};
use super::syntax::{HereDocument, Part};

/// A here-document whose body has not begun.
#[derive(Debug)]
pub(super) struct WaitingDocument {
    /// Where its redirection stands.
    pub place: usize,
    /// What ends it.
    pub delimiter: String,
    /// Whether nothing in it is expanded.
    pub quoted: bool,
    /// Whether tabs at the start of its lines are removed.
    pub strip: bool,
}

impl Parser<'_> {
    /// Moves over a newline and the here-documents that waited for it.
    pub fn newline(&mut self) {
        self.advance(1);
        for waiting in std::mem::take(&mut self.waiting) {
            self.here_document(waiting);
        }
    }

    fn here_document(&mut self, waiting: WaitingDocument) {
        let start = self.at;
        let mut line = start;
        let mut closing = None;
        while line < self.end {
            closing = self.closing_line(line, &waiting);
            if closing.is_some() {
                break;
            }
            line = self.next_line(line, waiting.quoted);
        }
        let body_end = line.min(self.end);
        if !self.spend(body_end.saturating_sub(start)) {
            return;
        }
        let body = self
            .deeper(|parser| parser.within(start..body_end, |parser| parser.body(&waiting)))
            .unwrap_or_default();
        let document = HereDocument {
            delimiter: waiting.delimiter,
            quoted: waiting.quoted,
            body,
            terminated: closing.is_some(),
            span: self.place(start)..self.place(body_end),
        };
        self.bodies.insert(waiting.place, document);
        if !self.failed() {
            self.advance_to(closing.unwrap_or(self.end));
        }
    }

    /// The place after the delimiter and its newline, if this line is the delimiter. Inside `$(…)`, bash 5.2 is content
    /// with a line that begins with the delimiter and has a parenthesis in it: it goes on after the delimiter.
    fn closing_line(&self, mut line: usize, waiting: &WaitingDocument) -> Option<usize> {
        let skip = |place| if waiting.quoted { place } else { self.after_continuations(place) };
        while waiting.strip && self.byte_at(skip(line)) == Some(b'\t') {
            line = skip(line) + 1;
        }
        let end = if waiting.quoted {
            let text = self.slice(line..self.end);
            text.starts_with(&waiting.delimiter).then_some(line + waiting.delimiter.len())?
        } else {
            self.after_continuations(self.token_end(line, &waiting.delimiter)?)
        };
        match self.byte_at(end) {
            None => Some(end),
            Some(b'\n') => Some(end + 1),
            Some(_) if self.in_substitution && !self.zsh() => {
                let rest = self.slice(end..self.end);
                rest.lines().next().is_some_and(|line| line.contains(')')).then_some(end)
            }
            Some(_) => None,
        }
    }

    /// Where the next line begins; in an unquoted document a backslash joins lines.
    fn next_line(&self, mut place: usize, quoted: bool) -> usize {
        while let Some(byte) = self.byte_at(place) {
            match byte {
                b'\n' => return place + 1,
                b'\\' if !quoted => place += 2,
                _ => place += 1,
            }
        }
        self.end
    }

    /// The window as a body.
    fn body(&mut self, waiting: &WaitingDocument) -> Vec<Part> {
        let mut parts = Parts::default();
        let mut line_starts = true;
        while let Some(byte) = if waiting.quoted { self.byte() } else { self.peek() } {
            match byte {
                b'\t' if line_starts && waiting.strip => {
                    self.run(|byte| byte == b'\t');
                    continue;
                }
                b'\n' => parts.quoted(self.character()),
                _ if waiting.quoted => parts.quoted(self.run(|byte| byte != b'\n')),
                _ => self.quoted_piece(&mut parts, Quoting::Document, b"$`\\"),
            }
            line_starts = byte == b'\n';
        }
        if let Some(opaque) = self.take_failure() {
            parts.push(Part::Opaque(opaque));
        }
        parts.into_vec()
    }
}
