//! Owns finding git's top levels above a directory; it does not read git's files beyond what tells them apart.

use super::Facts;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// More directories than any project lies deep.
const MAXIMUM_DEPTH: usize = 256;

impl Facts {
    /// The directory at or above this one that is the top level of a repository, or the directory itself.
    pub fn project_root(&self, directory: &str) -> PathBuf {
        self.project_roots(directory).0
    }

    /// The same, and the outermost directory around this one that is the top level of a repository, or the directory
    /// itself. A repository that somebody makes inside of a project does not end the project.
    pub fn project_roots(&self, directory: &str) -> (PathBuf, PathBuf) {
        let tops = self.top_levels(directory);
        let or_own = |top: Option<&PathBuf>| top.cloned().unwrap_or_else(|| directory.into());
        (or_own(tops.first()), or_own(tops.last()))
    }

    /// The top levels at or above a directory, the nearest first. The home directory and those above it are none: a
    /// repository there (for dotfiles, or planted) would make everything part of one project.
    fn top_levels(&self, directory: &str) -> Vec<PathBuf> {
        let home = self.home().map(Path::new);
        let above = Path::new(directory).ancestors().take(MAXIMUM_DEPTH);
        above
            .take_while(|folder| !home.is_some_and(|home| home.starts_with(folder)))
            .filter(|folder| is_top_level(folder))
            .map(Path::to_owned)
            .collect()
    }
}

/// Whether git would take it for one: `.git` is a directory with a HEAD, or a file that says where that is (worktrees
/// and submodules; gitrepository-layout(5)). Anybody can make an empty `.git`.
fn is_top_level(folder: &Path) -> bool {
    let git = folder.join(".git");
    match std::fs::metadata(&git) {
        Ok(metadata) if metadata.is_dir() => std::fs::symlink_metadata(git.join("HEAD")).is_ok(),
        Ok(metadata) if metadata.is_file() => {
            let mut start = [0; 8];
            File::open(&git).is_ok_and(|mut file| file.read_exact(&mut start).is_ok())
                && start == *b"gitdir: "
        }
        _ => false,
    }
}
