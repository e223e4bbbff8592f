//! Owns the links that the line itself makes, and following paths through them; it does not know which programs make
//! links.

use super::paths;
use super::scope::Scope;
use super::touch::Followed;
use super::walk::Walk;
use super::{Piece, Value};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

/// Links that the line has made so far. Where one name is given twice, the last link counts. There are no more of them than
/// effects, since each is one.
#[derive(Debug, Default)]
pub struct Links {
    /// Where they lead, as written, by their own paths with links followed.
    known: BTreeMap<PathBuf, PathBuf>,
    /// Where those lead whose path or target has holes, both absolute.
    open: HashMap<Value, Value>,
}

impl Links {
    fn is_empty(&self) -> bool {
        self.known.is_empty() && self.open.is_empty()
    }
}

impl Walk<'_> {
    /// Takes note of a link. What a symbolic link says counts from where it lies, what a hard link is from where it is
    /// made.
    pub fn link(&mut self, name: &Value, target: &Value, symbolic: bool, scope: &Scope) {
        if scope.mounts.is_some() {
            return;
        }
        for directory in &scope.directories {
            let target = if symbolic { target.clone() } else { paths::absolute(target, directory) };
            let joined = paths::joined(name, directory);
            // What is in it is what is in the other file.
            joined.literal().and_then(|path| self.contents.remove(path));
            let own = joined.literal().and_then(|path| self.links_followed(path, false));
            match (own, target.literal()) {
                (Some(own), Some(target)) => _ = self.links.known.insert(own, target.into()),
                _ => {
                    let own = paths::absolute(name, directory);
                    let folder = paths::absolute(&Value::from(".."), &own);
                    self.links.open.insert(own, paths::absolute(&target, &folder));
                }
            }
        }
    }

    /// Takes note that something gets another name. A link that does leads where it led.
    pub fn renamed(&mut self, from: &Value, name: &Value, scope: &Scope) {
        for directory in &scope.directories {
            let known = |path: &Value| {
                let path = paths::joined(path, directory);
                self.links_followed(path.literal()?, false)
            };
            if let (Some(from), Some(to)) = (known(from), known(name))
                && let Some(target) = self.links.known.get(&from).cloned()
            {
                self.links.known.insert(to, target);
            }
            let absolute = |path| paths::absolute(path, directory);
            if let Some(target) = self.links.open.get(&absolute(from)).cloned() {
                self.links.open.insert(absolute(name), target);
            }
        }
    }

    /// Goes to a directory, as an option of a program says: if that fails, the program does not run. Unlike `cd`, the
    /// system takes `link/..` for the directory above that to which the link leads.
    pub fn go_below(&self, path: &Value, scope: &mut Scope) {
        let reach = |from: &Value| {
            let spelt = paths::absolute(path, from);
            let follow = |path: &Value| self.links_followed(path.literal()?, true);
            let reached = follow(&paths::joined(path, from)).filter(|_| scope.mounts.is_none());
            match reached.as_ref().and_then(|reached| reached.to_str()) {
                Some(text) if follow(&spelt) != reached => Value::from(text),
                _ => spelt,
            }
        };
        scope.directories = match climbs(path) {
            true => scope.directories.iter().map(reach).collect(),
            false => scope.meant(path),
        };
    }

    /// The directories in which a shell may be, and where those lie behind links of the line: the disk does not know that
    /// `ln -s X link; cd link` leads to X.
    pub fn directories(&self, scope: &Scope) -> Vec<Value> {
        let mut all = scope.directories.clone();
        if self.links.is_empty() || scope.mounts.is_some() {
            return all;
        }
        for directory in &scope.directories {
            let followed = match self.followed(directory, true) {
                Some(Followed::Known(path)) => path.to_str().map(Value::from),
                Some(Followed::Partly(path)) => Some(path),
                None => None,
            };
            all.extend(followed.filter(|it| !scope.directories.contains(it)));
        }
        all
    }

    /// A known path with links followed, those of the line and those on disk.
    pub fn links_followed(&self, path: &str, last: bool) -> Option<PathBuf> {
        self.facts().follow_through(path, last, &self.links.known)
    }

    /// The path through a link of the line of which parts are not known. `last` says whether one at the very end is
    /// followed too.
    pub fn followed_openly(&self, path: &Value, last: bool) -> Option<Value> {
        if self.links.open.is_empty() {
            return None;
        }
        let last =
            last || matches!(path.pieces().last(), Some(Piece::Text(text)) if text.ends_with('/'));
        let path = paths::absolute(path, &Value::from("/"));
        let components = paths::components(&path);
        let mut way = Value::default();
        for (index, component) in components.iter().enumerate() {
            if index > 0 {
                way.push(Piece::Text("/".to_owned()));
            }
            way.append(component);
            let rest = components.get(index + 1..).unwrap_or_default();
            let Some(target) = self.links.open.get(&way).filter(|_| last || !rest.is_empty())
            else {
                continue;
            };
            let mut through = target.clone();
            for component in rest {
                through.push(Piece::Text("/".to_owned()));
                through.append(component);
            }
            return Some(through);
        }
        None
    }
}

/// Whether `..` is a part of a path.
fn climbs(path: &Value) -> bool {
    paths::components(path).iter().any(|component| component.literal() == Some(".."))
}
