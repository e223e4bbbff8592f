//! Owns the normal form of paths for matching; it does not follow links, nor know patterns.
//!
//! In normal form a path is empty for the root, or a `/` before each of its components.

use super::wildcard::Symbol;
use crate::effects::{Piece, Value};
use std::borrow::Cow;

/// More than any kernel takes (`PATH_MAX` is 4,096 bytes on Linux); what is longer ends in a hole.
const LIMIT: usize = 8_192;

/// A path as far as it is known.
#[derive(Debug)]
pub(super) struct Path<'a> {
    /// Its text or symbols.
    pub text: PathText<'a>,
    /// Whether it starts with a drive letter, so that case does not count.
    pub drive: bool,
}

/// The text of a path.
#[derive(Debug)]
pub(super) enum PathText<'a> {
    /// All of it is known.
    Known(Cow<'a, str>),
    /// It has holes.
    Partly {
        symbols: Vec<Symbol>,
        /// Whether its start is known. If not, it may be no path at all.
        anchored: bool,
    },
}

impl<'a> Path<'a> {
    /// The path that a value spells.
    pub fn of_value(value: &'a Value) -> Self {
        match value.literal() {
            Some(text) if text.len() <= LIMIT => Path::of_text(text),
            _ => Path::of_pieces(value),
        }
    }

    /// A path that is known.
    pub fn of_text(text: &'a str) -> Self {
        Path { text: PathText::Known(normal(text)), drive: has_drive(text) }
    }

    fn of_pieces(value: &Value) -> Self {
        let start = value.known_start();
        let drive = has_drive(start);
        let anchored = drive || start.starts_with('/');
        let mut components = Components::default();
        let mut room = LIMIT;
        for piece in value.pieces() {
            match piece {
                Piece::Text(text) => {
                    text.chars().take(room).for_each(|letter| components.push_char(letter, drive));
                    room = room.saturating_sub(text.len());
                }
                Piece::Hole(hole) if hole.is_glob() => components.push_hole(true),
                Piece::Hole(_) => components.push_hole(false),
            }
            room = room.saturating_sub(1);
            if room == 0 {
                components.push_hole(false);
                break;
            }
        }
        components.end();
        Path { text: PathText::Partly { symbols: components.symbols(), anchored }, drive }
    }
}

/// A known path in normal form: `/a/./b/../c/` is `/a/c`, `C:\x` is `/C:/x`.
pub(super) fn normal(text: &str) -> Cow<'_, str> {
    let drive = has_drive(text);
    let is_normal = !drive
        && text.starts_with('/')
        && text.split('/').skip(1).all(|component| !matches!(component, "" | "." | ".."));
    if is_normal {
        return Cow::Borrowed(text);
    }
    let mut components = Vec::new();
    for component in text.split(|letter| letter == '/' || (drive && letter == '\\')) {
        match component {
            "" | "." => {}
            ".." => drop(components.pop()),
            component => components.push(component),
        }
    }
    Cow::Owned(components.iter().flat_map(|component| ["/", component]).collect())
}

/// Whether a path starts with a drive letter, as on Windows.
pub(super) fn has_drive(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|letter| letter.is_ascii_alphabetic()) && letters.next() == Some(':')
}

/// The components of a path with holes.
#[derive(Debug, Default)]
struct Components {
    list: Vec<Component>,
    last: Component,
}

/// One component: known letters, holes and globs.
#[derive(Debug, Default)]
struct Component {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Letter(char),
    Hole,
    Glob,
}

impl Components {
    fn push_char(&mut self, letter: char, drive: bool) {
        match letter {
            '/' => self.end(),
            '\\' if drive => self.end(),
            letter => self.last.parts.push(Part::Letter(letter)),
        }
    }

    fn push_hole(&mut self, glob: bool) {
        self.last.parts.push(if glob { Part::Glob } else { Part::Hole });
    }

    fn end(&mut self) {
        let component = std::mem::take(&mut self.last);
        match component.parts.as_slice() {
            [] | [Part::Letter('.')] => {}
            [Part::Letter('.'), Part::Letter('.')] => self.leave(),
            _ => self.list.push(component),
        }
    }

    /// `..`: what a hole's parent is, is as unknown as the hole.
    fn leave(&mut self) {
        if let Some(left) = self.list.pop()
            && left.has_hole()
        {
            self.list.push(Component { parts: vec![Part::Hole] });
        }
    }

    fn symbols(&self) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        let mut after_hole = false;
        let last = self.list.len().saturating_sub(1);
        for (index, component) in self.list.iter().enumerate() {
            let is_hole = component.parts.iter().all(|part| *part == Part::Hole);
            symbols.push(Symbol::Slash { optional: after_hole || (is_hole && index == last) });
            after_hole = is_hole;
            let whole = !component.has_hole();
            symbols.extend(component.parts.iter().enumerate().map(|(place, part)| match *part {
                Part::Letter(letter) => Symbol::Char { letter, whole },
                Part::Hole => Symbol::Hole,
                Part::Glob => Symbol::Glob { start: place == 0 },
            }));
        }
        symbols
    }
}

impl Component {
    fn has_hole(&self) -> bool {
        self.parts.contains(&Part::Hole)
    }
}
