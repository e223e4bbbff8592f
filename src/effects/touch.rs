//! Owns effects on paths: resolving what a command spells to what it may mean; it does not know which programs touch
//! what.

use super::scope::Scope;
use super::walk::Walk;
use super::{Access, Action, PathAction, Value, paths};
use std::path::PathBuf;

/// What is done to a path.
#[derive(Debug, Clone)]
pub struct Touch {
    access: Access,
    tree: bool,
    moved: bool,
    text: Option<String>,
}

impl Touch {
    /// Done to one file.
    pub fn file(access: Access) -> Self {
        Touch { access, tree: false, moved: false, text: None }
    }

    /// Done to a path and everything below it, if `whole`.
    pub fn tree(access: Access, whole: bool) -> Self {
        Touch { tree: whole, ..Touch::file(access) }
    }

    /// Moved away, with everything below it if `whole`.
    pub fn moved(whole: bool) -> Self {
        Touch { moved: true, ..Touch::tree(Access::Delete, whole) }
    }

    /// Written with this text.
    pub fn written(text: Option<String>) -> Self {
        Touch { text, ..Touch::file(Access::Write) }
    }
}

impl Walk<'_> {
    /// Adds an effect on a path, whose cause is the scope's.
    pub fn path(&mut self, touch: Touch, spelt: &Value, scope: &Scope) {
        if is_descriptor(spelt) || self.is_exhausted() {
            return;
        }
        if let Some(place) = &scope.elsewhere {
            let here = Scope { elsewhere: None, ..scope.clone() };
            for path in place.here(spelt, &scope.directories, (touch.access, touch.tree)) {
                self.path(touch.clone(), &path, &here);
            }
            return;
        }
        let Touch { access, mut tree, moved, text } = touch;
        let mut absolute: Vec<Value> = Vec::new();
        let mut resolved: Vec<PathBuf> = Vec::new();
        for directory in &scope.directories {
            let path = paths::absolute(spelt, directory);
            if let Some(followed) = self.followed(access, spelt, directory, &path)
                && !resolved.contains(&followed)
            {
                resolved.push(followed);
            }
            // `rm -rf DIRECTORY/*` empties the directory.
            let emptied = paths::emptied(&path).filter(|_| tree && access == Access::Delete);
            for path in std::iter::once(path).chain(emptied) {
                if !absolute.contains(&path) {
                    absolute.push(path);
                }
            }
        }
        // A plain file has nothing below it. What cannot be looked at may have.
        let is_file = |path: &Value| path.literal().is_some_and(|path| self.facts().is_file(path));
        tree = tree && !absolute.iter().all(is_file);
        let spelt = spelt.clone();
        let action = PathAction { access, spelt, paths: absolute, resolved, tree, moved, text };
        self.add(Action::Path(action), scope);
    }

    /// The path with links followed, if it is known and differs.
    fn followed(
        &self,
        access: Access,
        spelt: &Value,
        directory: &Value,
        lexical: &Value,
    ) -> Option<PathBuf> {
        // Not normalised before links are followed: `link/..` is the parent of the link's target.
        let joined = paths::joined(spelt, directory);
        let followed = self.facts().follow(joined.literal()?, access != Access::Delete)?;
        (followed.to_str() != lexical.literal()).then_some(followed)
    }
}

/// Whether the path names an open descriptor or a terminal rather than a file.
fn is_descriptor(path: &Value) -> bool {
    path.literal().is_some_and(|path| {
        path.starts_with("/dev/fd/")
            || ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", ""].contains(&path)
    })
}
