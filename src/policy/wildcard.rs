//! Owns wildcards and how they match text of which parts are unknown; it does not tell paths from words.
//!
//! A set of positions in the wildcard moves along the text, one symbol at a time. That takes the product of both
//! lengths at most, whatever stands in them: there is nothing to go back to.

use std::iter::Peekable;
use std::str::Chars;

/// One step of a wildcard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// This character.
    Char(char),
    /// `?`: one character but `/`.
    AnyChar,
    /// `[…]`: one character of a class.
    Class(Box<Class>),
    /// `*` in a path: any text without `/`.
    Star,
    /// `/`
    Slash,
    /// The start of `**/`: no directories, or those that [`Token::DirsLoop`] takes. The two stand together.
    Dirs,
    /// The rest of `**/`: text that ends in `/`.
    DirsLoop,
    /// `**` at the end of a path, or `*` in a word: any text.
    Rest,
}

/// `[abc]`, `[a-z]`, `[!a-z]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Class {
    negated: bool,
    ranges: Vec<(char, char)>,
}

/// One step of the text that is matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A known character; `whole` if its path component has no hole but globs.
    Char { letter: char, whole: bool },
    /// `/`; `optional` beside a component that is a hole, since an empty one takes its `/` along.
    Slash { optional: bool },
    /// Any text.
    Hole,
    /// Any text without `/`; `start` where it begins a component.
    Glob { start: bool },
}

/// Which texts a hole stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Filling {
    /// There is one that matches.
    Some,
    /// All of them match that have no `/`.
    EveryName,
    /// All of them match.
    Every,
}

/// How a position was reached. Ordered: the best way to a position counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    /// Not at all.
    Not,
    /// With so many components of the text of which known characters stand in the wildcard.
    By {
        /// How many.
        components: u8,
        /// Whether the present one is not among them, so that it may still come to be.
        fresh: bool,
    },
}

/// A wildcard, ready to be matched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wildcard<'a> {
    /// Its steps.
    pub tokens: &'a [Token],
    /// Whether upper and lower case are the same.
    pub ignore_case: bool,
    /// The first step that counts as a known part of the text.
    pub counted_from: usize,
}

impl Symbol {
    /// A character of a text without holes.
    pub fn known(letter: char) -> Self {
        match letter {
            '/' => Symbol::Slash { optional: false },
            letter => Symbol::Char { letter, whole: true },
        }
    }
}

impl Reach {
    /// The beginning.
    const START: Reach = Reach::By { components: 0, fresh: true };

    /// How many components of the text are met.
    pub fn components(self) -> u8 {
        match self {
            Reach::Not => 0,
            Reach::By { components, .. } => components,
        }
    }

    /// With the present component among those that are met.
    fn met(self) -> Reach {
        match self {
            Reach::By { components, fresh: true } => {
                Reach::By { components: components.saturating_add(1), fresh: false }
            }
            known => known,
        }
    }

    /// At the start of the next component.
    fn next_component(self) -> Reach {
        match self {
            Reach::Not => Reach::Not,
            Reach::By { components, .. } => Reach::By { components, fresh: true },
        }
    }
}

impl Token {
    /// A character that stands for itself.
    pub fn literal(letter: char) -> Self {
        match letter {
            '/' => Token::Slash,
            letter => Token::Char(letter),
        }
    }
}

impl Class {
    /// Reads a class after its `[`.
    pub fn parse(chars: &mut Peekable<Chars<'_>>) -> Result<Class, String> {
        let unclosed =
            || "expected a `]` that closes the `[`; a literal `[` is written `[[]`".to_owned();
        let negated = chars.next_if(|&next| next == '!' || next == '^').is_some();
        let mut ranges = Vec::new();
        loop {
            let first = match chars.next().ok_or_else(unclosed)? {
                // A `]` that comes first is a member (POSIX XBD 9.3.5).
                ']' if !ranges.is_empty() => return Ok(Class { negated, ranges }),
                '/' => return Err("expected no `/` between `[` and `]`".to_owned()),
                first => first,
            };
            let mut ahead = chars.clone();
            let last = match (ahead.next(), ahead.next()) {
                (Some('-'), Some(last)) if last != ']' => {
                    *chars = ahead;
                    last
                }
                _ => first,
            };
            if last < first {
                return Err(format!("expected a range from low to high, not `{first}-{last}`"));
            }
            ranges.push((first, last));
        }
    }

    fn contains(&self, letter: char, ignore_case: bool) -> bool {
        let listed = |letter: char| {
            self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&letter))
        };
        let found = listed(letter)
            || (ignore_case && letter.to_lowercase().chain(letter.to_uppercase()).any(listed));
        found != self.negated
    }
}

impl Wildcard<'_> {
    /// How well a text reaches a position that `accepts` likes, with holes and globs filled as asked.
    pub fn reach(
        &self,
        text: impl IntoIterator<Item = Symbol>,
        holes: Filling,
        globs: Filling,
        accepts: impl Fn(usize) -> bool,
    ) -> Reach {
        let mut here = Positions::new(self.tokens.len() + 1);
        let mut next = here.clone();
        here.raise(0, Reach::START);
        self.skip_empty(&mut here);
        for symbol in text {
            next.clear();
            match symbol {
                Symbol::Char { letter, whole } => {
                    // Names alone make no components, so all that is known counts.
                    let counts = whole || holes == Filling::EveryName;
                    self.take_char(&here, &mut next, letter, counts);
                }
                Symbol::Slash { optional } => {
                    self.take_slash(&here, &mut next);
                    if optional && holes == Filling::Some {
                        next.keep(&here, |at| self.starts_component(at) || accepts(at));
                    }
                }
                Symbol::Hole => match holes {
                    Filling::Some => here.spread(&mut next),
                    Filling::EveryName => self.take_name(&here, &mut next),
                    Filling::Every => self.take_hole(&here, &mut next),
                },
                Symbol::Glob { start } => match globs {
                    Filling::Some => self.fill_glob(&here, &mut next, start),
                    Filling::EveryName | Filling::Every => self.take_name(&here, &mut next),
                },
            }
            self.skip_empty(&mut next);
            if next.is_empty() {
                return Reach::Not;
            }
            std::mem::swap(&mut here, &mut next);
        }
        here.iter()
            .filter(|(at, _)| accepts(*at))
            .map(|(_, reach)| reach)
            .max()
            .unwrap_or(Reach::Not)
    }

    /// Moves on over tokens that may stand for no text.
    fn skip_empty(&self, positions: &mut Positions) {
        for (at, token) in self.tokens.iter().enumerate() {
            let reach = positions.get(at);
            match token {
                Token::Star | Token::Rest => positions.raise(at + 1, reach),
                Token::Dirs => {
                    positions.raise(at + 1, reach);
                    positions.raise(at + 2, reach);
                }
                _ => {}
            }
        }
    }

    /// The reached positions, each with what stands there; the end has nothing.
    fn reached<'b>(
        &'b self,
        here: &'b Positions,
    ) -> impl Iterator<Item = (usize, Option<&'b Token>, Reach)> {
        here.iter().map(|(at, reach)| (at, self.tokens.get(at), reach))
    }

    fn take_char(&self, here: &Positions, next: &mut Positions, letter: char, counts: bool) {
        for (at, token, reach) in self.reached(here) {
            let known = if counts && at >= self.counted_from { reach.met() } else { reach };
            match token {
                Some(Token::Char(expected)) if self.same(*expected, letter) => {
                    next.raise(at + 1, known)
                }
                Some(Token::Class(class)) if class.contains(letter, self.ignore_case) => {
                    next.raise(at + 1, if class.negated { reach } else { known });
                }
                Some(Token::AnyChar) => next.raise(at + 1, reach),
                Some(Token::Star | Token::DirsLoop | Token::Rest) => next.raise(at, reach),
                _ => {}
            }
        }
    }

    fn take_slash(&self, here: &Positions, next: &mut Positions) {
        for (at, token, reach) in self.reached(here) {
            let reach = reach.next_component();
            match token {
                Some(Token::Slash) => next.raise(at + 1, reach),
                Some(Token::Rest) => next.raise(at, reach),
                Some(Token::DirsLoop) => {
                    next.raise(at, reach);
                    next.raise(at + 1, reach);
                }
                _ => {}
            }
        }
    }

    /// All fillings of a hole must match, so only what takes any text can take it.
    fn take_hole(&self, here: &Positions, next: &mut Positions) {
        for (at, token, reach) in self.reached(here) {
            match token {
                Some(Token::Rest) => next.raise(at, reach),
                Some(Token::DirsLoop) => {
                    next.raise(at, reach);
                    // `**/*` takes any text too: directories, then the start of a name.
                    if self.tokens.get(at + 1) == Some(&Token::Star) {
                        next.raise(at + 1, reach);
                    }
                }
                _ => {}
            }
        }
    }

    /// All fillings without `/` must match.
    fn take_name(&self, here: &Positions, next: &mut Positions) {
        for (at, token, reach) in self.reached(here) {
            if let Some(Token::Star | Token::DirsLoop | Token::Rest) = token {
                next.raise(at, reach);
            }
        }
    }

    /// Some filling of a glob may reach whatever comes before the next `/`.
    fn fill_glob(&self, here: &Positions, next: &mut Positions, start: bool) {
        next.keep(here, |_| true);
        for (at, token) in self.tokens.iter().enumerate() {
            let reach = next.get(at);
            match token {
                Token::Slash | Token::DirsLoop => {}
                Token::Dirs => next.raise(at + 2, reach),
                // A glob does not stand for a dot at the start of a name (POSIX XCU 2.14.3).
                Token::Char('.') if start && self.starts_component(at) => {}
                _ => next.raise(at + 1, reach),
            }
        }
    }

    fn starts_component(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        matches!(before, Some(Token::Slash | Token::DirsLoop))
    }

    fn same(&self, one: char, other: char) -> bool {
        one == other || (self.ignore_case && one.to_lowercase().eq(other.to_lowercase()))
    }
}

/// How well each position of a wildcard was reached.
#[derive(Debug, Clone)]
struct Positions(Vec<Reach>);

impl Positions {
    fn new(count: usize) -> Self {
        Positions(vec![Reach::Not; count])
    }

    fn clear(&mut self) {
        self.0.fill(Reach::Not);
    }

    fn get(&self, at: usize) -> Reach {
        self.0.get(at).copied().unwrap_or(Reach::Not)
    }

    fn raise(&mut self, at: usize, reach: Reach) {
        if let Some(known) = self.0.get_mut(at) {
            *known = reach.max(*known);
        }
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|reach| *reach == Reach::Not)
    }

    fn iter(&self) -> impl Iterator<Item = (usize, Reach)> {
        self.0.iter().copied().enumerate().filter(|(_, reach)| *reach != Reach::Not)
    }

    /// Takes over the positions of another set that are liked.
    fn keep(&mut self, other: &Positions, likes: impl Fn(usize) -> bool) {
        other.iter().filter(|(at, _)| likes(*at)).for_each(|(at, reach)| self.raise(at, reach));
    }

    /// Reaches everything after a reached position.
    fn spread(&self, next: &mut Positions) {
        let mut best = Reach::Not;
        for (known, reach) in next.0.iter_mut().zip(&self.0) {
            best = best.max(*reach);
            *known = best;
        }
    }
}
