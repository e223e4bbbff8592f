//! Owns the place in a PowerShell text, its bounds, and what is skipped; it does not know the grammar.

use super::super::syntax::{Opaque, Span};

/// How deep programs and expressions may be nested.
const DEPTH: usize = 48;

/// A text that is being read. Past the bound of nesting the place moves to the end, so that every loop ends.
pub(super) struct Reader<'text> {
    text: &'text str,
    /// The next byte.
    pub at: usize,
    depth: usize,
    /// What could not be read.
    pub failure: Option<Opaque>,
}

impl<'text> Reader<'text> {
    pub fn new(text: &'text str) -> Self {
        Reader { text, at: 0, depth: 0, failure: None }
    }

    /// The text that is left.
    pub fn rest(&self) -> &'text str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The text from a byte to the place.
    pub fn since(&self, start: usize) -> &'text str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// The place from a byte to here, without what could not be read.
    pub fn span(&self, start: usize) -> Span {
        let end = self.failure.as_ref().map_or(self.at, |opaque| opaque.span.start);
        start..end.min(self.at).max(start)
    }

    pub fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// The next character.
    pub fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The character after the next one.
    pub fn second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    /// Takes the next character.
    pub fn skip(&mut self) -> Option<char> {
        let next = self.next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Takes this text if it is next.
    pub fn take(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        if is_next {
            self.at += text.len();
        }
        is_next
    }

    /// Takes characters as long as they are meant.
    pub fn take_while(&mut self, is_meant: impl Fn(char) -> bool) -> &'text str {
        let rest = self.rest();
        let end = rest.find(|letter| !is_meant(letter)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    /// Reads one level deeper; past the limit nothing more is read.
    pub fn deeper<T: Default>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= DEPTH {
            self.fail();
            return T::default();
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// Reads no more, because too much lies in each other.
    pub fn fail(&mut self) {
        let span = self.at..self.text.len();
        self.failure.get_or_insert(Opaque { why: "nested too deeply", span });
        self.at = self.text.len();
    }

    /// Skips blanks, comments, and a newline after a backtick.
    pub fn skip_blanks(&mut self) {
        loop {
            self.take_while(|letter| letter != '\n' && letter.is_whitespace());
            let rest = self.rest();
            if rest.starts_with("`\n") || rest.starts_with("`\r\n") {
                self.take_while(|letter| letter != '\n');
                self.skip();
            } else if rest.starts_with("<#") {
                self.at += rest.find("#>").map_or(rest.len(), |end| end + 2);
            } else if rest.starts_with('#') {
                self.take_while(|letter| letter != '\n');
                return;
            } else {
                return;
            }
        }
    }

    /// Skips blanks and newlines.
    pub fn skip_space(&mut self) {
        self.skip_blanks();
        while self.next() == Some('\n') {
            self.skip();
            self.skip_blanks();
        }
    }

    /// Skips blanks, newlines and `;`.
    pub fn skip_separators(&mut self) {
        self.skip_space();
        while self.take(";") {
            self.skip_space();
        }
    }
}

/// `'` and what an editor makes of it, which is the same to PowerShell.
pub(super) fn is_single_quote(letter: char) -> bool {
    matches!(letter, '\'' | '\u{2018}'..='\u{201b}')
}

/// `"` and what an editor makes of it.
pub(super) fn is_double_quote(letter: char) -> bool {
    matches!(letter, '"' | '\u{201c}'..='\u{201e}')
}

/// `-` and what an editor makes of it.
pub(super) fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '\u{2013}'..='\u{2015}')
}
