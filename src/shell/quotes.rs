//! Owns what stands in quotes; it does not decode `$'…'`.

use super::escapes;
use super::parser::Parser;
use super::parts::{Parts, Quoting};
use super::syntax::Part;

impl Parser<'_> {
    /// `'…'`
    pub fn single_quoted(&mut self) -> Part {
        let start = self.at;
        self.advance(1);
        let text = self.run(|byte| byte != b'\'').to_owned();
        if !self.eat("'") {
            self.fail("an unfinished single quote", start);
        }
        Part::Quoted(text)
    }

    /// `$'…'`, from its quote on.
    pub fn escaped_string(&mut self) -> Part {
        let start = self.at;
        self.advance(1);
        let from = self.at;
        loop {
            self.run(|byte| byte != b'\'' && byte != b'\\');
            match self.byte() {
                Some(b'\\') => self.advance(2),
                _ => break,
            }
        }
        let text = escapes::decode(self.slice(from..self.at), self.dialect);
        if self.byte() == Some(b'\'') {
            self.advance(1);
        } else {
            self.fail("an unfinished single quote", start);
        }
        Part::Quoted(text)
    }

    /// `"…"`
    pub fn double_quoted(&mut self) -> Part {
        let start = self.at;
        self.advance(1);
        let mut parts = Parts::default();
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.advance(1);
                    break;
                }
                Some(_) => self.quoted_piece(&mut parts, Quoting::Double, b"$`\"\\"),
                None => {
                    self.fail("an unfinished double quote", start);
                    break;
                }
            }
        }
        Part::DoubleQuoted(parts.into_vec())
    }

    /// One piece of text in which only `$`, a backtick and some escapes are active (POSIX XCU 2.2.3): the text of
    /// double quotes and of here-documents. A backslash escapes only the bytes in `escapable`.
    pub fn quoted_piece(&mut self, parts: &mut Parts, quoting: Quoting, escapable: &[u8]) {
        match self.byte() {
            Some(b'\\') => {
                self.advance(1);
                match self.byte() {
                    Some(byte) if escapable.contains(&byte) => {
                        parts.quoted(self.character());
                    }
                    _ => parts.text("\\", quoting),
                }
            }
            Some(b'$') => self.dollar(parts, quoting, false),
            Some(b'`') => parts.push(self.backquoted(quoting)),
            _ => {
                let first = self.character();
                parts.text(first, quoting);
                let more = self.run(|byte| {
                    !matches!(byte, b'$' | b'`' | b'\\' | b'"' | b'\'' | b'}' | b']' | b'[' | b'\n')
                });
                parts.text(more, quoting);
            }
        }
    }
}
