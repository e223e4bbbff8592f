//! Owns what an action is done to, read in every way that matters to globs; it does not match.

use super::path::Path;
use crate::effects::{Access, PathAction, Piece, Sieve, Value};
use std::borrow::Cow;

/// The paths of an action.
#[derive(Debug)]
pub(super) struct Target<'a> {
    /// What is done to them.
    pub access: Access,
    /// Whether it is done to all below them, too.
    pub tree: bool,
    /// What of the tree is left out.
    pub sieve: Cow<'a, Sieve>,
    /// Whether a tree is lost. That cannot be undone, so there doubts count.
    pub lost: bool,
    /// Whether it is done to what is there: not to what the command brings, as `cp -r` and `tar -x` do.
    pub to_what_is_there: bool,
    /// The paths, as spelt and as resolved.
    pub paths: Vec<Path<'a>>,
    /// What else they come to.
    pub further: Vec<Further>,
}

/// A path that an action comes to beside those that it names.
#[derive(Debug)]
pub(super) struct Further {
    /// The path.
    pub path: Path<'static>,
    /// Whether it stays, and only what lies in it is concerned, without names that begin with a dot.
    pub emptied: bool,
    /// Whether it surely comes to that.
    pub sure: bool,
}

impl<'a> Target<'a> {
    /// What an action is done to.
    ///
    /// `rm -rf X/*` empties X. And most trees that were lost by a hole were lost by an empty one: `rm -rf "$x/build"` may
    /// be `rm -rf /build`, `rm -rf ~/$x` may be `rm -rf ~/`. But rm does not remove `./` (POSIX XCU rm), so `./$x` stands
    /// for something in the directory.
    pub fn of(action: &'a PathAction) -> Self {
        let PathAction { access, tree, .. } = *action;
        let lost = tree && access == Access::Delete && !action.moved;
        let mut paths: Vec<Path> = action.paths.iter().map(Path::of_value).collect();
        let in_directory = names_something_here(&action.spelt);
        if in_directory {
            paths.iter_mut().for_each(Path::fill_last);
        }
        paths.extend(action.resolved.iter().map(|path| Path::of_system(path.to_string_lossy())));
        let mut further = Vec::new();
        if tree {
            let emptied = paths.iter().filter_map(Path::emptied);
            further.extend(emptied.map(|path| Further::new(path, true, true)));
        }
        if lost && !in_directory {
            for path in paths.iter().filter_map(Path::with_empty_holes) {
                further.extend(path.emptied().map(|path| Further::new(path, true, false)));
                further.push(Further::new(path, false, false));
            }
        }
        let to_what_is_there = access != Access::Write || action.only_attributes;
        let sieve = Cow::Borrowed(&action.sieve);
        Target { access, tree, sieve, lost, to_what_is_there, paths, further }
    }

    /// The files that a search names below a tree, `grep -r --include=.env`: to rules they are files, not a tree.
    pub fn of_names(action: &'a PathAction) -> Option<Self> {
        let is_search = action.tree && action.access == Access::Read;
        let sieve = action.sieve.of_names().filter(|_| is_search)?;
        Some(Target { sieve: Cow::Owned(sieve), ..Target::of(action) })
    }
}

/// Whether it is `./` and a hole.
fn names_something_here(spelt: &Value) -> bool {
    let mut holes = spelt.pieces().iter().skip(1);
    spelt.known_start() == "./" && holes.all(|piece| matches!(piece, Piece::Hole(_)))
}

impl Further {
    fn new(path: Path<'static>, emptied: bool, sure: bool) -> Self {
        Further { path, emptied, sure }
    }
}
