//! Owns which paths of another machine or of a container are ours; it does not start anything.

use super::{Access, Value, paths};
use std::rc::Rc;

/// The directories of this machine that a container has; another machine has none.
#[derive(Debug, Clone, Default)]
pub struct Mounts {
    all: Rc<[Mount]>,
}

/// A directory of this machine that a container has at a path of its own.
#[derive(Debug, Clone)]
pub struct Mount {
    /// The path on this machine, absolute.
    pub here: Value,
    /// The path in the container.
    pub there: String,
    /// Whether it is mounted for reading only.
    pub read_only: bool,
}

impl Mounts {
    /// These directories.
    pub fn new(mounts: Vec<Mount>) -> Self {
        Mounts { all: mounts.into() }
    }

    /// The paths on this machine that a path there stands for. What is done to a tree is done to mounts below it, too.
    pub fn here(
        &self,
        spelt: &Value,
        directories: &[Value],
        (access, tree): (Access, bool),
    ) -> Vec<Value> {
        let mut found = Vec::new();
        for directory in directories {
            let path = paths::absolute(spelt, directory);
            let usable = |mount: &&Mount| access == Access::Read || !mount.read_only;
            for mount in self.all.iter().filter(usable) {
                let there = mount.there.trim_end_matches('/');
                let known = path.known_start();
                if let Some(rest) = known.strip_prefix(there)
                    && (rest.is_empty() || rest.starts_with('/'))
                {
                    let mut ours = mount.here.clone();
                    if let Some(rest) = path.after(there.len()) {
                        ours.append(&rest);
                    }
                    found.push(ours);
                } else if tree && path.literal().is_some_and(|path| is_above(path, there)) {
                    found.push(mount.here.clone());
                }
            }
        }
        found
    }
}

fn is_above(path: &str, there: &str) -> bool {
    there.strip_prefix(path.trim_end_matches('/')).is_some_and(|rest| rest.starts_with('/'))
}
