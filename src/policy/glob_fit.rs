//! Owns how well one glob fits one path; it does not know sets of globs, nor what is done to paths.

use super::glob_syntax::Glob;
use super::path::{Partly, Path, PathText, normal};
use super::places::Places;
use super::wildcard::{Filling, Reach, Symbol, Token, Wildcard};

/// How well a glob fits a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Not at all.
    No,
    /// For some fillings of the holes, but too little of it is known: `$x/passwd` and `/etc/passwd`.
    Open,
    /// For some fillings, and enough of it is known (see [`Reading::fit`]); or for all fillings without `/`: `.env.$x` and
    /// `**/.env.*`.
    Can,
    /// For all fillings.
    Must,
}

/// How a glob is to be read for an action.
pub(super) struct Reading<'a> {
    /// Whether it is for all below a path, too.
    pub tree: bool,
    /// Whether the glob is an exception.
    pub exception: bool,
    /// Whether the directory itself stays, and what begins with a dot in it.
    pub emptied: bool,
    /// What placeholders stand for.
    pub places: &'a Places,
}

impl Reading<'_> {
    /// How well a glob fits a path.
    ///
    /// A path with holes fits almost every glob somehow. It is worth a question if whole components of it, without holes,
    /// are met by letters of the glob. The place of a glob counts as one: the root, or what its placeholder stands for. So
    /// many must be known:
    ///
    /// | components with letters after the place | needed | fits | is let pass |
    /// | --- | --- | --- | --- |
    /// | none: `~`, `{project}/*` | the place | `~/$x` | `$x` |
    /// | one: `~/.npmrc`, `**/.env` | that one | `$x/.npmrc`, `$(pwd)/.env` | `~/$x`, `$x.env` |
    /// | several: `~/.kube/config` | two, of these and the place | `$x/.kube/config`, `~/.kube/$x` | `$x/config` |
    ///
    /// One name such as `config` is that of many files. But a path whose only holes are globs stands for what is
    /// there, so it is worth a question by itself: `~/*` and `~/notes`.
    pub fn fit(&self, glob: &Glob, path: &Path<'_>) -> Fit {
        match glob.place {
            None => self.fit_below("", glob, path),
            Some(place) => (self.places.of(place).iter())
                .map(|directory| self.fit_below(&normal(directory), glob, path))
                .max()
                .unwrap_or(Fit::No),
        }
    }

    fn fit_below(&self, directory: &str, glob: &Glob, path: &Path<'_>) -> Fit {
        let ignore_case = self.places.case_insensitive || path.drive;
        match &path.text {
            PathText::Known(text) if !ignore_case => self.fit_text(directory, glob, text),
            text => {
                let place = directory.chars().map(Token::literal);
                let tokens: Vec<Token> = place.chain(glob.tokens.iter().cloned()).collect();
                let counted_from = tokens.len() - glob.tokens.len();
                let wildcard = Wildcard { tokens: &tokens, ignore_case, counted_from };
                match text {
                    PathText::Known(text) => self.fit_known(wildcard, glob, text),
                    PathText::Partly(partly) => self.fit_partly(wildcard, glob, partly, directory),
                }
            }
        }
    }

    /// The usual case, without building anything.
    fn fit_text(&self, directory: &str, glob: &Glob, text: &str) -> Fit {
        if let Some(rest) = below(text, directory) {
            let may_contain = self.tree && !self.exception && !glob.is_floating();
            if !may_contain && !rest.contains(&glob.literal) {
                return Fit::No;
            }
            let wildcard = Wildcard { tokens: &glob.tokens, ignore_case: false, counted_from: 0 };
            return self.fit_known(wildcard, glob, rest);
        }
        let inside = below(directory, text).filter(|_| self.tree && !self.exception);
        match inside {
            Some(inside) if !(self.emptied && inside.starts_with("/.")) => Fit::Must,
            _ => Fit::No,
        }
    }

    fn fit_known(&self, wildcard: Wildcard<'_>, glob: &Glob, text: &str) -> Fit {
        let symbols = text.chars().map(Symbol::known);
        let accepts = self.accepting(wildcard.tokens, glob);
        match wildcard.reach(symbols, Filling::Every, Filling::Every, accepts) {
            Reach::Not => Fit::No,
            _ => Fit::Must,
        }
    }

    fn fit_partly(
        &self,
        wildcard: Wildcard<'_>,
        glob: &Glob,
        path: &Partly,
        directory: &str,
    ) -> Fit {
        let reach = |wildcard: &Wildcard, holes, globs| {
            let accepts = self.accepting(wildcard.tokens, glob);
            wildcard.reach(path.symbols.iter().copied(), holes, globs, accepts)
        };
        // An exception that covers some of what a glob stands for does not excuse the rest.
        let globs = if self.exception { Filling::Every } else { Filling::Some };
        let whole = Wildcard { counted_from: 0, ..wildcard };
        let some = reach(&wildcard, Filling::Some, globs);
        let is_enough = || {
            if self.exception {
                // That it could be excused is doubt enough.
                return reach(&whole, Filling::Some, globs).components() > 0;
            }
            let in_place = !glob.is_floating() && path.anchored && self.lies_in(path, directory);
            let known = usize::from(some.components()) + usize::from(in_place);
            match glob.names {
                _ if path.expands && !glob.is_floating() => true,
                0 => in_place,
                1 => some.components() > 0,
                _ => known >= 2,
            }
        };
        let for_all_names = || reach(&whole, Filling::EveryName, Filling::Every).components() > 0;
        if some == Reach::Not {
            Fit::No
        } else if path.anchored && reach(&wildcard, Filling::Every, Filling::Every) != Reach::Not {
            Fit::Must
        } else if is_enough() || for_all_names() {
            Fit::Can
        } else {
            Fit::Open
        }
    }

    /// Whether the known start of a path lies in a directory.
    fn lies_in(&self, path: &Partly, directory: &str) -> bool {
        if self.places.case_insensitive || directory.chars().any(char::is_uppercase) {
            below(&path.start.to_lowercase(), &directory.to_lowercase()).is_some()
        } else {
            below(&path.start, directory).is_some()
        }
    }

    /// Where in a glob a path may end.
    ///
    /// `X/**` takes the tree X, and a tree takes whatever has its path as the start of the fixed part, so that
    /// deleting `~` concerns `~/.ssh/**`. What begins with `**/` has no fixed part: only the disk could tell.
    fn accepting<'t>(
        &'t self,
        tokens: &'t [Token],
        glob: &Glob,
    ) -> impl Fn(usize) -> bool + use<'t> {
        let end = tokens.len();
        let contents = match tokens {
            [.., Token::Slash, Token::Rest] if self.tree => end.checked_sub(2),
            _ => None,
        };
        let moving = tokens.iter().position(|token| matches!(token, Token::Dirs | Token::Rest));
        let fixed = if self.tree && !self.exception && !glob.is_floating() {
            moving.unwrap_or(end)
        } else {
            0
        };
        // `*` stands for no name that begins with a dot (POSIX XCU 2.14.3).
        let stays = move |at: usize| self.emptied && tokens.get(at + 1) == Some(&Token::Char('.'));
        move |at| {
            at == end
                || Some(at) == contents
                || (at < fixed && tokens.get(at) == Some(&Token::Slash) && !stays(at))
        }
    }
}

/// What of a path lies below a directory, with the `/` before it; empty for the directory itself.
fn below<'a>(path: &'a str, directory: &str) -> Option<&'a str> {
    path.strip_prefix(directory).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}
