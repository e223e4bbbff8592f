//! Owns the parser's place in the text, its bounds and its failure; it does not know the grammar.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Dialect;
use super::here_documents::WaitingDocument;
use super::syntax::{HereDocument, Opaque, Span};

/// How deep programs, substitutions and expansions may be nested.
const DEPTH: usize = 64;

/// Why something is given up that is nested deeper.
pub const TOO_DEEP: &str = "nested too deeply";

/// Steps that every text may take, however short.
const FUEL: usize = 20_000;

/// Steps that each byte of the text adds.
const FUEL_PER_BYTE: usize = 16;

/// A window of the text that is being read.
///
/// A failure moves the place to the window's end, so that every loop of the grammar sees the end of the input and
/// what was built so far is returned.
pub(super) struct Parser<'text> {
    text: &'text str,
    /// Where each byte stood in the text that the caller gave, if that is another text.
    origins: Option<&'text [usize]>,
    /// The next byte.
    pub at: usize,
    /// The window's end.
    pub end: usize,
    /// Whose grammar is read.
    pub dialect: Dialect,
    fuel: usize,
    depth: usize,
    failure: Option<Opaque>,
    /// Here-documents whose bodies begin after the next newline.
    pub waiting: Vec<WaitingDocument>,
    /// Here-documents that were read, by the place of their redirections.
    pub bodies: BTreeMap<usize, HereDocument>,
    /// Whether a `)` may close a here-document together with the substitution around it.
    pub in_substitution: bool,
    /// Whether `}` closes the program in command position, whatever follows it.
    pub brace_closes: bool,
}

impl<'text> Parser<'text> {
    pub fn new(text: &'text str, dialect: Dialect) -> Self {
        Parser {
            text,
            origins: None,
            at: 0,
            end: text.len(),
            dialect,
            fuel: FUEL.saturating_add(text.len().saturating_mul(FUEL_PER_BYTE)),
            depth: 0,
            failure: None,
            waiting: Vec::new(),
            bodies: BTreeMap::new(),
            in_substitution: false,
            brace_closes: false,
        }
    }

    /// The text that is read.
    pub fn text(&self) -> &'text str {
        self.text
    }

    /// Reads another text whose bytes stood at `origins`, with the bounds of this parser.
    pub fn reading<T>(
        &mut self,
        text: &str,
        origins: &[usize],
        read: impl FnOnce(&mut Parser<'_>) -> T,
    ) -> T {
        let mut inner = Parser::new(text, self.dialect);
        inner.origins = Some(origins);
        inner.fuel = self.fuel;
        inner.depth = self.depth;
        inner.bodies = std::mem::take(&mut self.bodies);
        let value = read(&mut inner);
        self.fuel = inner.fuel;
        self.bodies = inner.bodies;
        value
    }

    /// Reads a window of the text as if it were alone; a failure inside stays inside.
    pub fn within<T>(&mut self, window: Range<usize>, read: impl FnOnce(&mut Self) -> T) -> T {
        let at = std::mem::replace(&mut self.at, window.start);
        let inner_end = window.end.min(self.end);
        let end = std::mem::replace(&mut self.end, inner_end);
        let failure = self.failure.take();
        let waiting = std::mem::take(&mut self.waiting);
        let in_substitution = std::mem::take(&mut self.in_substitution);
        let brace_closes = std::mem::take(&mut self.brace_closes);
        let value = read(self);
        (self.at, self.end) = (at, end);
        self.failure = failure;
        self.waiting = waiting;
        self.in_substitution = in_substitution;
        self.brace_closes = brace_closes;
        value
    }

    /// Reads one level deeper; past the limit nothing is read and the window fails.
    pub fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= DEPTH {
            self.fail(TOO_DEEP, self.at);
            return None;
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        Some(value)
    }

    /// Gives up the rest of the window, from `start` on. Only the first failure counts.
    pub fn fail(&mut self, why: &'static str, start: usize) {
        if self.failure.is_none() {
            self.failure = Some(Opaque { why, span: self.place(start)..self.place(self.end) });
        }
        self.at = self.end;
    }

    /// The window's failure, which then no longer counts.
    pub fn take_failure(&mut self) -> Option<Opaque> {
        self.failure.take()
    }

    /// Whether the window was given up.
    pub fn failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Spends work that is done without moving; `false` if none is left.
    pub fn spend(&mut self, steps: usize) -> bool {
        match self.fuel.checked_sub(steps) {
            Some(rest) => {
                self.fuel = rest;
                true
            }
            None => {
                self.fuel = 0;
                self.fail("too much work", self.at);
                false
            }
        }
    }

    /// Moves over the next bytes.
    pub fn advance(&mut self, bytes: usize) {
        self.advance_to(self.at.saturating_add(bytes));
    }

    /// Moves on to a place.
    pub fn advance_to(&mut self, place: usize) {
        if self.spend(place.saturating_sub(self.at).max(1)) {
            self.at = place.min(self.end);
        }
    }

    /// Moves back to a place, unless the window was given up.
    pub fn back_to(&mut self, place: usize) {
        if !self.failed() {
            self.at = place;
        }
    }

    /// The byte at a place of the window.
    pub fn byte_at(&self, place: usize) -> Option<u8> {
        if place < self.end { self.text.as_bytes().get(place).copied() } else { None }
    }

    /// The next byte, as it stands.
    pub fn byte(&self) -> Option<u8> {
        self.byte_at(self.at)
    }

    /// The next byte after line continuations, which are moved over.
    pub fn peek(&mut self) -> Option<u8> {
        let place = self.after_continuations(self.at);
        if place != self.at {
            self.advance_to(place);
        }
        self.byte()
    }

    /// The place after the line continuations at a place (POSIX XCU 2.2.1).
    pub fn after_continuations(&self, mut place: usize) -> usize {
        while self.byte_at(place) == Some(b'\\') && self.byte_at(place + 1) == Some(b'\n') {
            place += 2;
        }
        place
    }

    /// Where a token that stands at a place ends; line continuations in it do not count.
    pub fn token_end(&self, mut place: usize, token: &str) -> Option<usize> {
        for expected in token.bytes() {
            place = self.after_continuations(place);
            if self.byte_at(place) != Some(expected) {
                return None;
            }
            place += 1;
        }
        Some(place)
    }

    /// Whether a token comes next.
    pub fn looking_at(&self, token: &str) -> bool {
        self.token_end(self.at, token).is_some()
    }

    /// Moves over a token if it comes next.
    pub fn eat(&mut self, token: &str) -> bool {
        let end = self.token_end(self.at, token);
        if let Some(end) = end {
            self.advance_to(end);
        }
        end.is_some()
    }

    /// The text between two places; both must stand next to ASCII bytes or come from this parser.
    pub fn slice(&self, range: Range<usize>) -> &'text str {
        self.text.get(range).unwrap_or_default()
    }

    /// Moves over the next character and returns it.
    pub fn character(&mut self) -> &'text str {
        let rest = self.slice(self.at..self.end);
        let length = rest.chars().next().map_or(0, char::len_utf8);
        let character = rest.get(..length).unwrap_or_default();
        self.advance(length);
        character
    }

    /// Moves over the bytes for which `belongs` holds and returns them. It must hold for all bytes of a character
    /// beyond ASCII, or for none.
    pub fn run(&mut self, belongs: impl Fn(u8) -> bool) -> &'text str {
        let window = self.text.as_bytes().get(self.at..self.end).unwrap_or_default();
        let length = window.iter().position(|byte| !belongs(*byte)).unwrap_or(window.len());
        let start = self.at;
        if length > 0 {
            self.advance(length);
        }
        self.slice(start..start + length)
    }

    /// Where a place of this text stood in the text that the caller gave.
    pub fn place(&self, place: usize) -> usize {
        match self.origins {
            Some(origins) => {
                origins.get(place).or_else(|| origins.last()).copied().unwrap_or_default()
            }
            None => place,
        }
    }

    /// From a place to the next byte.
    pub fn span(&self, start: usize) -> Span {
        let end = self.place(self.at);
        self.place(start).min(end)..end
    }

    /// Whether zsh's grammar is read.
    pub fn zsh(&self) -> bool {
        self.dialect == Dialect::Zsh
    }
}
