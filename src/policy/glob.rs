//! Owns sets of path globs and how they match what is done to paths; it does not read globs, nor the disk.

use super::Match;
use super::glob_fit::{Fit, Reading};
use super::glob_syntax::{self, Glob};
use super::path::Path;
use super::places::Places;
use super::plain;
use super::target::Target;
use super::trees::Trees;
use crate::effects::{Access, PathAction, Value};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// How many files are looked at below a tree.
pub(super) const BOUND: usize = 256;

/// The most characters that globs may have with all alternatives written out: as many as a policy file without
/// alternatives may have.
pub(super) const LONGEST: usize = 1024 * 1024;

/// Path globs and their exceptions.
///
/// A path matches when a glob does and no exception does, in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlobSet {
    texts: Vec<String>,
    /// Whether they are made of names and stars.
    plain: bool,
    /// What they say, once somebody asks; `None` if one of them is no glob.
    read: OnceCell<Option<Globs>>,
}

/// Globs that have been read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Globs {
    globs: Vec<Glob>,
    exceptions: Vec<Glob>,
}

/// What a look finds below a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Below {
    /// Nothing that is meant.
    Nothing,
    /// More than was looked at.
    Beyond,
    /// This file, which is meant.
    File(String),
}

impl GlobSet {
    /// Reads globs as a person writes them; the error has the index of the bad one and what was expected.
    pub fn parse(patterns: &[&str]) -> Result<GlobSet, (usize, String)> {
        if patterns.iter().all(|pattern| plain::is_glob(pattern)) {
            return Ok(GlobSet { plain: true, ..GlobSet::later(patterns) });
        }
        let read = OnceCell::from(Some(Globs::parse(patterns)?));
        Ok(GlobSet { texts: Vec::new(), plain: false, read })
    }

    /// How much there is of the globs that had to be read at once, with all alternatives written out.
    pub(super) fn length(&self) -> usize {
        let globs = self.read.get().and_then(Option::as_ref);
        let all = globs.into_iter().flat_map(|it| it.globs.iter().chain(&it.exceptions));
        all.map(|glob| glob.tokens.len()).sum()
    }

    /// Globs that are known to be some; they are read when a path comes.
    pub(super) fn later(patterns: &[&str]) -> GlobSet {
        let texts = patterns.iter().map(|text| (*text).to_owned()).collect();
        GlobSet { texts, plain: false, read: OnceCell::new() }
    }

    /// How surely an action concerns a path that the globs match.
    ///
    /// Globs are tried on every path of the action, spelt and resolved; an exception must hold on all of them. An
    /// exception that matches a tree's own path excuses the tree, since all of it lies inside.
    ///
    /// What a glob in a command stands for is all of it: `rm ~/*` is excused only if an exception covers every file
    /// that `*` may be. A hole is taken for text that does not climb: `~/.ssh/$x` lies in `~/.ssh`.
    pub fn matches(&self, action: &PathAction, places: &Places, trees: &dyn Trees) -> Match {
        self.concerns(&Target::of(action), places, trees)
    }

    /// How surely the globs match a target.
    pub(super) fn concerns(&self, target: &Target, places: &Places, trees: &dyn Trees) -> Match {
        if self.plain && self.are_elsewhere(target, places) {
            return Match::No;
        }
        self.read().map_or(Match::Can, |globs| globs.concerns(target, places, trees))
    }

    /// Whether the paths lack what each glob has, as far as that is quickly seen.
    fn are_elsewhere(&self, target: &Target, places: &Places) -> bool {
        if target.tree || places.case_insensitive {
            return false;
        }
        let mut needed = self.texts.iter().filter(|text| !text.starts_with('!')).peekable();
        let is_elsewhere = |text: &String| {
            let needed = plain::longest_name(text);
            let lacks = |path: &Path| path.known().is_some_and(|path| !path.contains(needed));
            target.paths.iter().all(lacks)
        };
        // Exceptions alone are exceptions to everything.
        needed.peek().is_some() && needed.all(is_elsewhere)
    }

    /// Whether a glob matches the target and an exception excuses it.
    pub(super) fn excepts(&self, target: &Target, places: &Places) -> bool {
        self.read().is_some_and(|globs| {
            globs.fit(target, places) > Fit::Open
                && globs.excuse(&target.paths, target.tree, places) == Fit::Must
        })
    }

    /// How surely a directory is meant, given in all its spellings; `X/**` means X, too. As with what is done to paths, globs
    /// are tried on every spelling, and an exception must hold on all of them.
    pub(super) fn hold(&self, spellings: &[Value], places: &Places) -> Match {
        let spellings: Vec<Path> = spellings.iter().map(Path::of_value).collect();
        self.read().map_or(Match::Can, |globs| globs.hold(&spellings, places))
    }

    /// What lies below a tree whose own path says nothing.
    pub(super) fn below(&self, target: &Target, places: &Places, trees: &dyn Trees) -> Below {
        self.read().map_or(Below::Nothing, |globs| globs.below(target, places, trees))
    }

    fn read(&self) -> Option<&Globs> {
        let parse = || {
            let texts: Vec<&str> = self.texts.iter().map(String::as_str).collect();
            Globs::parse(&texts).ok()
        };
        self.read.get_or_init(parse).as_ref()
    }
}

impl Globs {
    fn parse(patterns: &[&str]) -> Result<Globs, (usize, String)> {
        let (mut globs, mut exceptions) = (Vec::new(), Vec::new());
        let mut length = 0;
        for (index, pattern) in patterns.iter().enumerate() {
            let (list, pattern) = match pattern.strip_prefix('!') {
                Some(exception) => (&mut exceptions, exception),
                None => (&mut globs, *pattern),
            };
            let parsed = glob_syntax::parse(pattern).map_err(|message| (index, message))?;
            length += parsed.iter().map(|glob| glob.tokens.len()).sum::<usize>();
            if length > LONGEST {
                let message = "expected fewer alternatives in all globs of a list together";
                return Err((index, message.to_owned()));
            }
            list.extend(parsed);
        }
        if globs.is_empty() && !exceptions.is_empty() {
            globs.push(Glob::everything());
        }
        Ok(Globs { globs, exceptions })
    }

    fn hold(&self, spellings: &[Path], places: &Places) -> Match {
        // As an exception is: X is in `X/**`, and what holds X is not.
        let reading = Reading { tree: true, exception: true, emptied: false, places };
        let fit = |glob| spellings.iter().map(|path| reading.fit(glob, path)).max();
        let surest = self.globs.iter().filter_map(fit).max().unwrap_or(Fit::No);
        match (surest, self.excuse(spellings, true, places)) {
            _ if spellings.iter().any(Path::is_all_hole) => Match::Can,
            (Fit::No, _) | (_, Fit::Must) => Match::No,
            (Fit::Must, Fit::No) => Match::Must,
            _ => Match::Can,
        }
    }

    fn concerns(&self, target: &Target, places: &Places, trees: &dyn Trees) -> Match {
        let named = self.concerns_named(target, places, trees);
        if named == Match::Must {
            return named;
        }
        let behind = target.behind_links(trees).into_iter();
        behind.map(|behind| self.concerns_named(&behind, places, trees)).fold(named, Match::max)
    }

    /// The same, without what lies behind links for which a glob in the command stands.
    fn concerns_named(&self, target: &Target, places: &Places, trees: &dyn Trees) -> Match {
        let fit = self.fit(target, places);
        let searched = self.is_searched(target);
        if fit == Fit::No && !searched {
            return Match::No;
        }
        let excuse = self.excuse(&target.paths, target.tree, places);
        let sure = match (fit, excuse) {
            (_, Fit::Must) => return Match::No,
            (Fit::No | Fit::Open, _) => Match::No,
            (Fit::Must, Fit::No) => Match::Must,
            (Fit::Must, Fit::Open) if !target.lost => Match::No,
            _ => Match::Can,
        };
        if sure != Match::No
            && let Some(seen) = self.expanded(target, places, trees)
        {
            return seen;
        }
        if searched && sure != Match::Must {
            return sure.max(match self.search(target, places, trees) {
                Below::Nothing => Match::No,
                Below::Beyond => Match::Can,
                Below::File(_) => Match::Must,
            });
        }
        sure
    }

    /// What the files say that a glob in a command stands for: `cat .e*`. `None` if they cannot all be seen, or if there
    /// are none.
    fn expanded(&self, target: &Target, places: &Places, trees: &dyn Trees) -> Option<Match> {
        // What is written need not be there yet.
        if target.tree || target.access == Access::Write {
            return None;
        }
        let reading = Reading { tree: false, exception: false, emptied: false, places };
        let mut seen = None;
        for path in &target.paths {
            if path.known().is_some() {
                return None;
            }
            let directory = path.directory()?;
            let listing = trees.below(if directory.is_empty() { "/" } else { directory }, BOUND);
            let depth = path.depth()?;
            let deep = |file: &String| file.matches('/').count();
            // The nearest are listed first, so that something deeper tells that nothing of this depth is left out.
            if !listing.complete && listing.files.last().is_none_or(|last| deep(last) <= depth) {
                return None;
            }
            let meant = listing.files.iter().filter(|file| deep(file) == depth && path.holds(file));
            for file in meant {
                let file = Path::of_text(file);
                let fits = self.globs.iter().any(|glob| reading.fit(glob, &file) == Fit::Must);
                let excuse = self.excuse(std::slice::from_ref(&file), false, places);
                if fits && excuse != Fit::Must {
                    return Some(Match::Must);
                }
                seen = Some(Match::No);
            }
        }
        seen
    }

    fn below(&self, target: &Target, places: &Places, trees: &dyn Trees) -> Below {
        if self.is_searched(target) && self.fit(target, places) < Fit::Can {
            self.search(target, places, trees)
        } else {
            Below::Nothing
        }
    }

    fn fit(&self, target: &Target, places: &Places) -> Fit {
        let best = |path: &Path, emptied| {
            // Whether what is meant is left out of the tree, only a look can tell.
            let tree = target.tree && target.sieve.is_empty();
            let reading = Reading { tree, exception: false, emptied, places };
            self.globs.iter().map(|glob| reading.fit(glob, path)).max().unwrap_or(Fit::No)
        };
        let named = target.paths.iter().map(|path| match best(path, false) {
            // All hole: silence, but for what cannot be undone. What is moved is not lost, so `mv "$a" "$b"` is none.
            Fit::Open if target.lost && path.is_all_hole() => Fit::Can,
            fit => fit,
        });
        let further =
            target.further.iter().map(|further| match best(&further.path, further.emptied) {
                Fit::Must if further.sure => Fit::Must,
                Fit::Must | Fit::Can => Fit::Can,
                Fit::Open | Fit::No => Fit::No,
            });
        named.chain(further).max().unwrap_or(Fit::No)
    }

    fn excuse(&self, paths: &[Path<'_>], tree: bool, places: &Places) -> Fit {
        let reading = Reading { tree, exception: true, emptied: false, places };
        let best = |path| self.exceptions.iter().map(|glob| reading.fit(glob, path)).max();
        paths.iter().map(|path| best(path).unwrap_or(Fit::No)).min().unwrap_or(Fit::No)
    }

    /// Whether only a look can tell what of a tree is meant: a glob that begins with `**/` has no place of its own.
    ///
    fn is_searched(&self, target: &Target) -> bool {
        let any_meant = !target.sieve.is_empty() || self.globs.iter().any(Glob::is_floating);
        target.tree && target.to_what_is_there && any_meant
    }

    /// Looks for files below a tree that the globs match. What lies beyond the bound of the look matters only where the
    /// tree would be lost.
    fn search(&self, target: &Target, places: &Places, trees: &dyn Trees) -> Below {
        let reading = Reading { tree: true, exception: false, emptied: false, places };
        let sifted = !target.sieve.is_empty();
        let mut found = Below::Nothing;
        for tree in &target.paths {
            let Some(directory) = tree.directory() else { continue };
            let listing = trees.below(if directory.is_empty() { "/" } else { directory }, BOUND);
            let folder = |file: &String| Some(file.rsplit_once('/')?.0.to_owned());
            let folders: BTreeSet<String> = listing.files.iter().filter_map(folder).collect();
            let taken = |file: &&String| {
                let below = file.get(directory.len() + 1..).unwrap_or_default();
                tree.holds(file) && target.sieve.takes(below, folders.contains(*file))
            };
            for file in listing.files.iter().filter(taken) {
                let path = Path::of_text(file);
                let is_meant = |glob: &Glob| {
                    (glob.is_floating() || sifted) && reading.fit(glob, &path) == Fit::Must
                };
                if self.globs.iter().any(is_meant)
                    && self.excuse(std::slice::from_ref(&path), true, places) != Fit::Must
                {
                    return Below::File(file.clone());
                }
            }
            if !listing.complete && target.lost {
                found = Below::Beyond;
            }
        }
        found
    }
}
