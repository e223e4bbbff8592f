//! Owns following symbolic links and telling what names stand for; it does not read what files hold.

use super::Facts;
use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

/// As many links as Linux follows before it says ELOOP (path_resolution(7)).
const MAXIMUM_LINKS: usize = 40;

/// More components than any path that the system takes (PATH_MAX is 4,096 bytes).
const MAXIMUM_COMPONENTS: usize = 2_048;

impl Facts {
    /// The path with links followed, as the system would: `link/..` is the parent of the link's target. What does not
    /// exist is taken as it stands. `last` says whether a link at the very end is followed too; removing or renaming
    /// a link concerns the link itself, unless a `/` follows it.
    ///
    /// `None` if the path is not absolute or its links do not end.
    pub fn follow(&self, path: &str, last: bool) -> Option<PathBuf> {
        self.follow_through(path, last, &BTreeMap::new())
    }

    /// The same where these links will be there as well, or instead: where they lead, by their own paths.
    pub fn follow_through(
        &self,
        path: &str,
        last: bool,
        made: &BTreeMap<PathBuf, PathBuf>,
    ) -> Option<PathBuf> {
        let follow_last = last || path.ends_with('/');
        let mut rest = components(Path::new(path.strip_prefix('/')?));
        let mut reached = PathBuf::from("/");
        let mut links = 0;
        let mut steps = 0;
        while let Some(component) = rest.pop_front() {
            steps += 1;
            if steps > MAXIMUM_COMPONENTS {
                return None;
            }
            if component == ".." {
                reached.pop();
                continue;
            }
            let next = reached.join(&component);
            let target = match rest.is_empty() && !follow_last {
                true => None,
                false => made.get(&next).cloned().or_else(|| self.link(&next)),
            };
            let Some(target) = target else {
                reached = next;
                continue;
            };
            links += 1;
            if links > MAXIMUM_LINKS {
                return None;
            }
            if target.is_absolute() {
                reached = PathBuf::from("/");
            }
            let mut through = components(&target);
            through.append(&mut rest);
            rest = through;
        }
        Some(reached)
    }

    /// Where a link leads. Each path is looked at once in a call, as the same folders lead to most of what it touches.
    fn link(&self, path: &Path) -> Option<PathBuf> {
        let mut links = self.links.borrow_mut();
        // As bytes, since paths are compared component by component.
        if let Some(known) = links.get(path.as_os_str()) {
            return known.clone();
        }
        let target = std::fs::read_link(path).ok();
        links.insert(path.as_os_str().to_owned(), target.clone());
        target
    }

    /// Whether there is a plain file of this path; a link is none.
    pub fn is_file(&self, path: &str) -> bool {
        std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
    }

    /// Whether there is a directory of this path, links followed.
    pub fn is_directory(&self, path: &str) -> bool {
        std::fs::metadata(path).is_ok_and(|metadata| metadata.is_dir())
    }
}

impl Facts {
    /// Whether a directory ignores case, as those of macOS and of Windows disks do, and on Linux those with the attribute
    /// `F` (chattr(1)): whether one of its own entries, or the directory itself, goes by its name in the other case too.
    pub fn ignores_case(&self, directory: &str) -> bool {
        let directory = Path::new(directory);
        let entry = directory.join(".git");
        [entry.as_path(), directory].into_iter().any(has_another_case)
    }
}

/// Whether a path leads to the same file with its last name in the other case.
fn has_another_case(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let other: String = name
        .chars()
        .map(|letter| match letter {
            letter if letter.is_ascii_lowercase() => letter.to_ascii_uppercase(),
            letter => letter.to_ascii_lowercase(),
        })
        .collect();
    if other == name {
        return false;
    }
    let identity = |path: &Path| {
        let status = std::fs::symlink_metadata(path).ok()?;
        Some((status.dev(), status.ino()))
    };
    let found = identity(&path.with_file_name(other));
    found.is_some() && found == identity(path)
}

fn components(path: &Path) -> VecDeque<OsString> {
    let named = path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    });
    named.collect()
}
