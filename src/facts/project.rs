//! Owns finding the project: git's top level above a directory; it does not read git's files.

use super::Facts;
use std::path::{Path, PathBuf};

/// More directories than any project lies deep.
const MAXIMUM_DEPTH: usize = 256;

impl Facts {
    /// The directory at or above this one that holds `.git` (a directory, or a file in worktrees and submodules), or
    /// the directory itself.
    pub fn project_root(&self, directory: &str) -> PathBuf {
        let directory = Path::new(directory);
        let mut above = directory.ancestors().take(MAXIMUM_DEPTH);
        above.find(|folder| folder.join(".git").exists()).unwrap_or(directory).to_owned()
    }
}
