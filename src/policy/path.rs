//! Owns the normal form of paths for matching; it does not follow links, nor know patterns.
//!
//! In normal form a path is empty for the root, or a `/` before each of its components.

use super::wildcard::{Filling, Reach, Symbol, Token, Wildcard};
use crate::effects::{Hole, Piece, Value};
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
    Partly(Partly),
}

/// A path with holes.
#[derive(Debug)]
pub(super) struct Partly {
    components: Vec<Component>,
    /// The same, ready to be matched.
    pub symbols: Vec<Symbol>,
    /// The components before the first hole, in normal form.
    pub start: String,
    /// Whether its start is known. If not, it may be no path at all.
    pub anchored: bool,
    /// Whether it has no other holes than globs, so that it stands for what is there.
    pub expands: bool,
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

    /// A path that the system gave, of which what is not UTF-8 has been replaced.
    pub fn of_system(text: Cow<'a, str>) -> Self {
        match text {
            Cow::Borrowed(text) => Path::of_text(text),
            Cow::Owned(text) => {
                let path = normal(&text).into_owned();
                Path { text: PathText::Known(Cow::Owned(path)), drive: has_drive(&text) }
            }
        }
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
                Piece::Hole(hole) => components.last.parts.push(Part::of_hole(hole)),
            }
            room = room.saturating_sub(1);
            if room == 0 {
                components.last.parts.push(Part::Hole);
                break;
            }
        }
        components.end();
        Path::of_components(components.list, anchored, drive)
    }

    fn of_components(components: Vec<Component>, anchored: bool, drive: bool) -> Self {
        let known = components.iter().map_while(Component::known);
        let start: String = known.flat_map(|name| ["/".to_owned(), name]).collect();
        let all_known = components.iter().all(|component| component.known().is_some());
        let text = if anchored && all_known {
            PathText::Known(Cow::Owned(start))
        } else {
            let symbols = symbols(&components);
            let expands = anchored && !components.iter().any(Component::has_hole);
            PathText::Partly(Partly { components, symbols, start, anchored, expands })
        };
        Path { text, drive }
    }

    /// The directory that `DIRECTORY/*` or `DIRECTORY/**/*` empties.
    pub fn emptied(&self) -> Option<Path<'static>> {
        let PathText::Partly(partly) = &self.text else { return None };
        let (last, above) = partly.components.split_last()?;
        let is_star = last.parts.iter().all(|part| matches!(part, Part::Glob { .. }))
            && last.parts.iter().any(|part| matches!(part, Part::Glob { star: true, .. }));
        let is_deep = |parts: &[Part]| matches!(parts, [Part::Glob { deep: true, .. }]);
        let above = match above.split_last() {
            Some((deep, above)) if is_deep(&deep.parts) => above,
            _ => above,
        };
        is_star.then(|| Path::of_components(above.to_vec(), partly.anchored, self.drive))
    }

    /// The path with nothing in its holes: `$x/build` is `/build`. `None` if nothing is left, or it would begin anywhere.
    pub fn with_empty_holes(&self) -> Option<Path<'static>> {
        let PathText::Partly(partly) = &self.text else { return None };
        let first = partly.components.first()?;
        let has_hole = partly.components.iter().any(Component::has_hole);
        if !has_hole || self.is_all_hole() || (!partly.anchored && !first.is_hole()) {
            return None;
        }
        let filled = partly.components.iter().filter(|component| !component.is_hole());
        let filled = filled.map(Component::without_holes).collect();
        Some(Path::of_components(filled, true, self.drive))
    }

    /// Whether nothing is known of it.
    pub fn is_all_hole(&self) -> bool {
        match &self.text {
            PathText::Known(_) => false,
            PathText::Partly(partly) => {
                !partly.anchored && partly.components.iter().all(Component::is_hole)
            }
        }
    }

    /// Its text, if all of it is known and case counts.
    pub fn known(&self) -> Option<&str> {
        match &self.text {
            PathText::Known(text) if !self.drive => Some(text),
            _ => None,
        }
    }

    /// Takes the last hole for no empty one.
    pub fn fill_last(&mut self) {
        if let PathText::Partly(partly) = &mut self.text
            && let Some(Symbol::Slash { optional }) =
                partly.symbols.iter_mut().rfind(|symbol| matches!(symbol, Symbol::Slash { .. }))
        {
            *optional = false;
        }
    }

    /// The directory in which all of it lies, if no hole could lead out of it.
    pub fn directory(&self) -> Option<&str> {
        match &self.text {
            PathText::Known(text) => Some(text),
            PathText::Partly(partly) if partly.expands => Some(&partly.start),
            PathText::Partly(_) => None,
        }
    }

    /// How many names it has, if that is known.
    pub fn depth(&self) -> Option<usize> {
        match &self.text {
            PathText::Partly(partly) if partly.expands => Some(partly.components.len()),
            _ => None,
        }
    }

    /// The path below a link for which its first names stand, as spelt and as resolved: of `*/a` that is `LINK/a`. `None` if
    /// they stand for others.
    pub fn below(
        &self,
        link: &str,
        followed: impl Fn(&str) -> Option<String>,
    ) -> Option<[Path<'static>; 2]> {
        let PathText::Partly(partly) = &self.text else { return None };
        let names: Vec<&str> = link.split('/').skip(1).collect();
        let (first, rest) = partly.components.split_at_checked(names.len())?;
        if !first.iter().zip(names).all(|(component, name)| component.matches(name)) {
            return None;
        }
        let known: Vec<String> = rest.iter().map_while(Component::known).collect();
        let open = rest.get(known.len()..).unwrap_or_default();
        let spelt = known.iter().fold(link.to_owned(), |path, name| format!("{path}/{name}"));
        let resolved = followed(&spelt)?;
        Some([spelt, resolved].map(|path| {
            let letters =
                |name: &str| Component { parts: name.chars().map(Part::Letter).collect() };
            let names = path.split('/').filter(|name| !name.is_empty()).map(letters);
            Path::of_components(names.chain(open.iter().cloned()).collect(), true, false)
        }))
    }

    /// Whether a file in its directory is what it stands for, or lies below that.
    pub fn holds(&self, file: &str) -> bool {
        let PathText::Partly(partly) = &self.text else { return true };
        let mut names = file.split('/').skip(1);
        partly.components.iter().all(|it| names.next().is_some_and(|name| it.matches(name)))
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
#[derive(Debug, Clone, Default)]
struct Component {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Letter(char),
    Hole,
    /// A glob; `star` if it takes more than one character.
    Glob {
        star: bool,
        /// Whether it is `**`, which may stand for several directories.
        deep: bool,
    },
}

impl Part {
    fn of_hole(hole: &Hole) -> Part {
        if !hole.is_glob() {
            return Part::Hole;
        }
        // `!(x)` is all but x.
        let spelling = hole.spelling();
        Part::Glob {
            star: spelling.contains('*') || spelling.starts_with("!("),
            deep: spelling.starts_with("**"),
        }
    }
}

impl Components {
    fn push_char(&mut self, letter: char, drive: bool) {
        match letter {
            '/' => self.end(),
            '\\' if drive => self.end(),
            letter => self.last.parts.push(Part::Letter(letter)),
        }
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
}

fn symbols(components: &[Component]) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    let mut after_hole = false;
    let last = components.len().saturating_sub(1);
    for (index, component) in components.iter().enumerate() {
        let is_hole = component.is_hole();
        symbols.push(Symbol::Slash { optional: after_hole || (is_hole && index == last) });
        after_hole = is_hole;
        let whole = !component.has_hole();
        symbols.extend(component.parts.iter().enumerate().map(|(place, part)| match *part {
            Part::Letter(letter) => Symbol::Char { letter, whole },
            Part::Hole => Symbol::Hole,
            Part::Glob { .. } => Symbol::Glob { start: place == 0 },
        }));
    }
    symbols
}

impl Component {
    fn has_hole(&self) -> bool {
        self.parts.contains(&Part::Hole)
    }

    fn is_hole(&self) -> bool {
        self.parts.iter().all(|part| *part == Part::Hole)
    }

    fn without_holes(&self) -> Component {
        let parts = self.parts.iter().filter(|part| **part != Part::Hole);
        Component { parts: parts.copied().collect() }
    }

    /// Its text, if all of it is known.
    fn known(&self) -> Option<String> {
        let letter = |part: &Part| match part {
            Part::Letter(letter) => Some(*letter),
            _ => None,
        };
        self.parts.iter().map(letter).collect()
    }

    /// Whether it stands for a file's name, as the shell expands it.
    fn matches(&self, name: &str) -> bool {
        // A glob does not stand for a dot at the start of a name (POSIX XCU 2.14.3).
        if name.starts_with('.') && matches!(self.parts.first(), Some(Part::Glob { .. })) {
            return false;
        }
        let token = |part: &Part| match part {
            Part::Letter(letter) => Token::Char(*letter),
            Part::Hole | Part::Glob { .. } => Token::Star,
        };
        let tokens: Vec<Token> = self.parts.iter().map(token).collect();
        let wildcard = Wildcard { tokens: &tokens, ignore_case: false, counted_from: 0 };
        let letters = name.chars().map(Symbol::known);
        let end = tokens.len();
        wildcard.reach(letters, Filling::Every, Filling::Every, |at| at == end) != Reach::Not
    }
}
