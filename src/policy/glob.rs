//! Owns sets of path globs and how they match what is done to paths; it does not read globs, nor the disk.

use super::Match;
use super::glob_syntax::{self, Glob, Place};
use super::path::{Path, PathText, normal};
use super::wildcard::{Filling, Reach, Symbol, Token, Wildcard};
use crate::effects::{Access, PathAction};

/// Path globs and their exceptions.
///
/// A path matches when a glob does and no exception does, in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlobSet {
    globs: Vec<Glob>,
    exceptions: Vec<Glob>,
}

/// The directories and files that placeholders stand for, as absolute paths. Where links lead to one, it is there in both
/// forms, as spelt and as resolved, since paths are compared in both.
///
/// A placeholder without a value matches nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    /// `{home}` and `~`.
    pub home: Vec<String>,
    /// `{project}`, under which relative globs lie.
    pub project: Vec<String>,
    /// `{cwd}`: the call's directory.
    pub cwd: Vec<String>,
    /// `{temp}`.
    pub temp: Vec<String>,
    /// `{git_dir}`.
    pub git_dir: Vec<String>,
    /// `{policy}`: hookshim's policy files.
    pub policy: Vec<String>,
    /// `{hookshim}`: the binary.
    pub hookshim: Vec<String>,
    /// Whether the file system ignores case.
    pub case_insensitive: bool,
}

impl Places {
    fn of(&self, place: Place) -> &[String] {
        match place {
            Place::Home => &self.home,
            Place::Project => &self.project,
            Place::Cwd => &self.cwd,
            Place::Temp => &self.temp,
            Place::GitDir => &self.git_dir,
            Place::Policy => &self.policy,
            Place::Hookshim => &self.hookshim,
        }
    }
}

/// How well a glob fits a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Not at all.
    No,
    /// For some fillings of the holes, but nothing that is known takes part: `$x` and `/etc/passwd`.
    Open,
    /// For some fillings, and a known component takes part: `$x/passwd` and `/etc/passwd`; or for all fillings
    /// without `/`: `.env.$x` and `**/.env.*`.
    Can,
    /// For all fillings.
    Must,
}

impl GlobSet {
    /// Reads globs as a person writes them; the error has the index of the bad one and what was expected.
    pub fn parse(patterns: &[&str]) -> Result<GlobSet, (usize, String)> {
        let (mut globs, mut exceptions) = (Vec::new(), Vec::new());
        for (index, pattern) in patterns.iter().enumerate() {
            let (list, pattern) = match pattern.strip_prefix('!') {
                Some(exception) => (&mut exceptions, exception),
                None => (&mut globs, *pattern),
            };
            list.extend(glob_syntax::parse(pattern).map_err(|message| (index, message))?);
        }
        if globs.is_empty() && !exceptions.is_empty() {
            globs.push(Glob::everything());
        }
        Ok(GlobSet { globs, exceptions })
    }

    /// How surely an action concerns a path that the globs match.
    ///
    /// Globs are tried on every path of the action, spelt and resolved; an exception must hold on all of them. An
    /// exception that matches a tree's own path excuses the tree, since all of it lies inside.
    ///
    /// What a glob in a command stands for is all of it: `rm ~/*` is excused only if an exception covers every file
    /// that `*` may be. A hole is taken for text that does not climb: `~/.ssh/$x` lies in `~/.ssh`.
    pub fn matches(&self, action: &PathAction, places: &Places) -> Match {
        let resolved: Vec<_> = action.resolved.iter().map(|path| path.to_string_lossy()).collect();
        let paths: Vec<Path<'_>> = (action.paths.iter().map(Path::of_value))
            .chain(resolved.iter().map(|path| Path::of_text(path)))
            .collect();
        let fit = paths.iter().map(|path| self.fit(path, action.tree, places)).max();
        // All hole: silence, but for what cannot be undone.
        // What is moved is not lost; asking about every `mv "$a" "$b"` would be nagging.
        let open_counts = action.tree && action.access == Access::Delete && !action.moved;
        match fit.unwrap_or(Fit::No) {
            Fit::No => Match::No,
            Fit::Open if !open_counts => Match::No,
            fit => match (fit, self.excuse(&paths, action.tree, places)) {
                (_, Fit::Must) => Match::No,
                (Fit::Must, Fit::No) => Match::Must,
                (Fit::Must, Fit::Open) if !open_counts => Match::No,
                _ => Match::Can,
            },
        }
    }

    fn fit(&self, path: &Path<'_>, tree: bool, places: &Places) -> Fit {
        let reading = Reading { tree, exception: false, places };
        self.globs.iter().map(|glob| reading.fit(glob, path)).max().unwrap_or(Fit::No)
    }

    fn excuse(&self, paths: &[Path<'_>], tree: bool, places: &Places) -> Fit {
        let reading = Reading { tree, exception: true, places };
        let best = |path| self.exceptions.iter().map(|glob| reading.fit(glob, path)).max();
        paths.iter().map(|path| best(path).unwrap_or(Fit::No)).min().unwrap_or(Fit::No)
    }
}

/// How a glob is to be read for an action.
struct Reading<'a> {
    tree: bool,
    exception: bool,
    places: &'a Places,
}

impl Reading<'_> {
    fn fit(&self, glob: &Glob, path: &Path<'_>) -> Fit {
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
                let tokens: Vec<Token> = directory
                    .chars()
                    .map(Token::literal)
                    .chain(glob.tokens.iter().cloned())
                    .collect();
                let wildcard = Wildcard { tokens: &tokens, ignore_case };
                match text {
                    PathText::Known(text) => self.fit_known(wildcard, glob, text),
                    PathText::Partly { symbols, anchored } => {
                        self.fit_partly(wildcard, glob, symbols, *anchored)
                    }
                }
            }
        }
    }

    /// The usual case, without building anything.
    fn fit_text(&self, directory: &str, glob: &Glob, text: &str) -> Fit {
        if let Some(rest) = below(text, directory) {
            if !self.tree && !rest.contains(&glob.literal) {
                return Fit::No;
            }
            return self.fit_known(
                Wildcard { tokens: &glob.tokens, ignore_case: false },
                glob,
                rest,
            );
        }
        let contains_directory = self.tree && !self.exception && below(directory, text).is_some();
        if contains_directory { Fit::Must } else { Fit::No }
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
        symbols: &[Symbol],
        anchored: bool,
    ) -> Fit {
        let reach = |holes, globs| {
            let accepts = self.accepting(wildcard.tokens, glob);
            wildcard.reach(symbols.iter().copied(), holes, globs, accepts)
        };
        // An exception that covers some of what a glob stands for does not excuse the rest.
        let globs = if self.exception { Filling::Every } else { Filling::Some };
        let some = reach(Filling::Some, globs);
        if some == Reach::Not {
            Fit::No
        } else if anchored && reach(Filling::Every, Filling::Every) != Reach::Not {
            Fit::Must
        } else if some == Reach::Known || reach(Filling::EveryName, Filling::Every) == Reach::Known
        {
            Fit::Can
        } else {
            Fit::Open
        }
    }

    /// Where in a glob a path may end.
    ///
    /// `X/**` takes the tree X, and a tree takes whatever has its path as the start of the fixed part, so that
    /// deleting `~` concerns `~/.ssh/**`. What begins with `**/` has no fixed part: only the disk could tell.
    fn accepting(&self, tokens: &[Token], glob: &Glob) -> impl Fn(usize) -> bool {
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
        move |at| {
            at == end
                || Some(at) == contents
                || (at < fixed && tokens.get(at) == Some(&Token::Slash))
        }
    }
}

/// What of a path lies below a directory, with the `/` before it; empty for the directory itself.
fn below<'a>(path: &'a str, directory: &str) -> Option<&'a str> {
    path.strip_prefix(directory).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}
