//! Owns effects on paths: resolving what a command spells to what it may mean; it does not know which programs touch
//! what.

use super::scope::Scope;
use super::walk::Walk;
use super::{Access, Action, PathAction, Value, paths};
use std::path::PathBuf;

impl Walk<'_> {
    /// Adds an effect on a path, whose cause is the scope's.
    pub fn path(
        &mut self,
        access: Access,
        spelt: &Value,
        tree: bool,
        text: Option<String>,
        scope: &Scope,
    ) {
        if is_descriptor(spelt) || self.is_exhausted() {
            return;
        }
        let mut absolute: Vec<Value> = Vec::new();
        let mut resolved: Vec<PathBuf> = Vec::new();
        for directory in &scope.directories {
            let path = paths::absolute(spelt, directory);
            if let Some(followed) = self.followed(access, spelt, directory, &path)
                && !resolved.contains(&followed)
            {
                resolved.push(followed);
            }
            if !absolute.contains(&path) {
                absolute.push(path);
            }
        }
        let action =
            PathAction { access, spelt: spelt.clone(), paths: absolute, resolved, tree, text };
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
