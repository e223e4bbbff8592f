//! Owns effects on paths: resolving what a command spells to what it may mean; it does not know which programs touch
//! what.

use super::scope::Scope;
use super::walk::Walk;
use super::{Access, Action, Hole, PathAction, Piece, Sieve, Value, paths, windows};
use std::path::PathBuf;
use std::rc::Rc;

/// The longest path, in bytes; the system takes no longer one (limits.h, PATH_MAX).
pub const LONGEST_PATH: usize = 4_096;

/// What is done to a path.
#[derive(Debug, Clone)]
pub struct Touch {
    access: Access,
    tree: bool,
    sieve: Sieve,
    moved: bool,
    /// Whether a link at the end of the path is what it is done to, rather than where that leads.
    link: bool,
    appended: bool,
    text: Option<Rc<str>>,
}

impl Touch {
    /// Done to one file.
    pub fn file(access: Access) -> Self {
        let link = access == Access::Delete;
        let sieve = Sieve::default();
        Touch { access, tree: false, sieve, moved: false, link, appended: false, text: None }
    }

    /// Done to a path and everything below it, if `whole`.
    pub fn tree(access: Access, whole: bool) -> Self {
        Touch { tree: whole, ..Touch::file(access) }
    }

    /// The same, done to everything below it too.
    pub fn with_all_below(self) -> Self {
        Touch { tree: true, ..self }
    }

    /// The same without what is left out of the tree.
    pub fn sifted(self, sieve: Sieve) -> Self {
        Touch { sieve, ..self }
    }

    /// Moved away, with everything below it if `whole`.
    pub fn moved(whole: bool) -> Self {
        Touch { moved: true, ..Touch::tree(Access::Delete, whole) }
    }

    /// Written at its end.
    pub fn appended() -> Self {
        Touch { appended: true, ..Touch::file(Access::Write) }
    }

    /// Replaced by something that is made or moved there.
    pub fn replaced() -> Self {
        Touch { link: true, ..Touch::file(Access::Write) }
    }

    /// Written with this text.
    pub fn written(text: Option<String>) -> Self {
        Touch { text: text.map(Rc::from), ..Touch::file(Access::Write) }
    }
}

impl Walk<'_> {
    /// Adds an effect on a path, whose cause is the scope's.
    pub fn path(&mut self, touch: Touch, spelt: &Value, scope: &Scope) {
        if is_descriptor(spelt) || spelt.length() > LONGEST_PATH || self.is_exhausted() {
            return;
        }
        if scope.dialect.is_of_windows() && windows::is_device(&spelt.to_string()) {
            return;
        }
        if let Some(mounts) = &scope.mounts {
            let here = Scope { mounts: None, ..scope.clone() };
            for path in mounts.here(spelt, &scope.directories, (touch.access, touch.tree)) {
                self.path(touch.clone(), &path, &here);
            }
            return;
        }
        let Touch { access, mut tree, sieve, moved, link, appended, text } = touch;
        let mut candidates: Vec<Value> = Vec::new();
        let mut resolved: Vec<PathBuf> = Vec::new();
        for directory in &scope.directories {
            let on_windows = scope.dialect.is_of_windows();
            let own = on_windows.then(|| windows::in_directory(spelt, directory));
            let joined = paths::joined(own.as_ref().unwrap_or(spelt), directory);
            let joined = process_paths(&joined, directory);
            let path = paths::absolute(&joined, directory);
            let spelt_as = path.literal().map(str::to_owned);
            candidates.push(path);
            // `/proc/self` leads to another process here than there.
            let is_own = OWN.iter().any(|own| joined.known_start().starts_with(own));
            match self.followed(&joined, !link).filter(|_| !is_own) {
                Some(Followed::Known(followed)) if followed.to_str() != spelt_as.as_deref() => {
                    resolved.push(followed);
                }
                Some(Followed::Partly(followed)) => candidates.push(followed),
                _ => {}
            }
        }
        let mut paths: Vec<Value> = Vec::new();
        candidates.into_iter().for_each(|path| {
            if !paths.contains(&path) {
                paths.push(path);
            }
        });
        resolved.dedup();
        // A plain file has nothing below it. What cannot be looked at may have.
        let is_file = |path: &Value| {
            let leads_to_file = |path: &str| {
                let followed = self.links_followed(path, true).filter(|_| !link);
                followed
                    .as_ref()
                    .and_then(|it| it.to_str())
                    .is_some_and(|it| self.facts().is_file(it))
            };
            path.literal().is_some_and(|path| self.facts().is_file(path) || leads_to_file(path))
        };
        tree = tree && !paths.iter().all(is_file);
        let only_attributes = access == Access::Write && self.writes_only_attributes(scope);
        if access == Access::Write && !only_attributes {
            self.writes_to(&paths, appended);
        }
        let spelt = spelt.clone();
        self.add(
            Action::Path(PathAction {
                access,
                spelt,
                paths,
                resolved,
                tree,
                sieve,
                moved,
                appended,
                only_attributes,
                text,
            }),
            scope,
        );
    }

    /// The path with links followed, as far as it is known. Not normalised before: `link/..` is the parent of the link's
    /// target.
    pub(super) fn followed(&self, joined: &Value, last: bool) -> Option<Followed> {
        let joined = &match self.followed_openly(joined, last) {
            Some(path) if path.literal().is_none() => return Some(Followed::Partly(path)),
            Some(path) => path,
            None => joined.clone(),
        };
        if let Some(path) = joined.literal() {
            return self.links_followed(path, last).map(Followed::Known);
        }
        // Of `link/*` the link is known.
        let (folder, _) = joined.known_start().rsplit_once('/')?;
        let followed = self.links_followed(folder, true)?.into_os_string().into_string().ok()?;
        let mut path = Value::from(followed);
        path.append(&joined.after(folder.len())?);
        Some(Followed::Partly(paths::absolute(&path, &Value::from("/"))))
    }
}

/// A path with links followed.
pub(super) enum Followed {
    /// All of it is known.
    Known(PathBuf),
    /// It has holes, of which nothing can be followed.
    Partly(Value),
}

/// Whether the path names an open descriptor or a terminal rather than a file.
fn is_descriptor(path: &Value) -> bool {
    path.literal().is_some_and(|path| {
        paths::descriptor(path).is_some_and(|number| {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        }) || ["/dev/stdout", "/dev/stderr", "/dev/tty", ""].contains(&path)
    })
}

/// Directories that are another to each process (proc(5)).
const OWN: [&str; 2] = ["/proc/self/", "/proc/thread-self/"];

/// Names that mean something else to each process (proc(5)): the program's, not ours. What lies behind a descriptor is
/// not known.
fn process_paths(path: &Value, directory: &Value) -> Value {
    // `/dev/fd` is a link to `/proc/self/fd`, so `/dev/fd/../cwd` is a directory of the process.
    let (start, place) = match OWN.iter().find(|own| path.known_start().starts_with(**own)) {
        Some(own) => (own.len(), path.known_start().get(own.len()..).unwrap_or_default()),
        None => match path.known_start().strip_prefix("/dev/fd/../") {
            Some(rest) => ("/dev/fd/../".len(), rest),
            None if path.known_start().starts_with("/dev/fd/") => {
                return unknown(path, "/dev/fd".len());
            }
            None => return path.clone(),
        },
    };
    let name = place.split('/').next().unwrap_or_default();
    match name {
        "cwd" => {
            let mut known = directory.clone();
            known.append(&path.after(start + name.len()).unwrap_or_default());
            known
        }
        "root" => path.after(start + name.len()).unwrap_or_else(|| Value::from("/")),
        // No links, but files that tell of the process.
        "environ" | "cmdline" | "mem" | "maps" => path.clone(),
        _ => unknown(path, start + name.len()),
    }
}

/// The path from a byte on, below something unknown.
fn unknown(path: &Value, from: usize) -> Value {
    let mut below = Value::new(vec![Piece::Hole(Hole::new("…"))]);
    below.append(&path.after(from).unwrap_or_default());
    below
}
