//! Owns the working trees that a line itself makes, which need not be there yet; it does not make them.
//!
//! Sources: git-worktree(1), git-init(1), git-clone(1).

use crate::effects::Value;
use crate::facts::Repository;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A working tree that a line has made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTree {
    top: Value,
    pub(super) repository: Rc<Repository>,
    /// The branch that is checked out, a hole if that is not known; nothing if there is none.
    pub branch: Option<Value>,
    /// Whether it stands beside the first one of its repository (`git worktree add`).
    pub linked: bool,
}

impl NewTree {
    /// A working tree beside the first one of a repository.
    pub(super) fn linked(top: Value, repository: &Repository, branch: Option<Value>) -> Self {
        let path = top.literal().map(PathBuf::from);
        // Where git will keep what is its own, but for a number if the name is taken (git-worktree(1), "DETAILS").
        let name = path.as_ref().and_then(|path| path.file_name()).unwrap_or_default();
        let directory = repository.common.join("worktrees").join(name);
        let common = repository.common.clone();
        let repository = Rc::new(Repository { directory, common, top: path });
        NewTree { top, repository, branch, linked: true }
    }

    /// The working tree of a repository that is made with it.
    pub(super) fn of_its_own(top: Value, branch: Value) -> Self {
        let path = top.literal().map(PathBuf::from);
        let directory = path.clone().unwrap_or_default().join(".git");
        let common = directory.clone();
        let repository = Rc::new(Repository { directory, common, top: path });
        NewTree { top, repository, branch: Some(branch), linked: false }
    }

    /// The directory of git's own files for it.
    pub fn git_directory(&self) -> &Path {
        &self.repository.directory
    }

    /// Whether a directory is in it.
    fn holds(&self, directory: &Value) -> bool {
        let rest = match (self.top.literal(), directory.literal()) {
            (Some(top), Some(directory)) => directory.strip_prefix(top),
            _ => return self.top == *directory,
        };
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// The one that was made last of those that a directory is in.
pub fn new_tree<'t>(trees: &'t [NewTree], directory: &Value) -> Option<&'t NewTree> {
    trees.iter().rev().find(|tree| tree.holds(directory))
}
