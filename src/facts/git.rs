//! Owns what a repository's own files say: where it is, what is checked out, which refs there are; it does not read
//! its configuration.
//!
//! Sources: gitrepository-layout(5), git-worktree(1), gitformat-pack-refs, git 2.47. Refs in a reftable are not read.

use super::Facts;
use super::git_files::{Contents, contents};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// More directories than any repository lies deep.
const MAXIMUM_DEPTH: usize = 256;

/// More branches than are looked at; with more, which there are is not known.
const MAXIMUM_BRANCHES: usize = 4_096;

/// More repositories than one call looks at.
const MAXIMUM_REPOSITORIES: usize = 64;

/// A repository, or a working tree linked to one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    /// Where this working tree's own files are: `.git`, or `.git/worktrees/NAME`.
    pub directory: PathBuf,
    /// Where what all its working trees share is.
    pub common: PathBuf,
    /// The top level of the working tree; none in a bare repository.
    pub top: Option<PathBuf>,
}

/// What is checked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Head {
    /// A branch, by its short name.
    Branch(String),
    /// A commit without a branch.
    Detached,
    /// It cannot be told.
    Unknown,
}

impl Facts {
    /// The repository that git finds from this directory, links followed; none if there is none, or no such directory.
    pub fn repository(&self, directory: &str) -> Option<Rc<Repository>> {
        if let Some(known) = self.repositories.borrow().get(directory) {
            return known.clone();
        }
        if self.repositories.borrow().len() >= MAXIMUM_REPOSITORIES {
            return None;
        }
        let found = self.find_repository(directory).map(Rc::new);
        self.repositories.borrow_mut().insert(directory.to_owned(), found.clone());
        found
    }

    /// The repository whose own files are in this directory (`--git-dir`).
    pub fn repository_in(&self, git_directory: &str) -> Option<Repository> {
        let directory = self.follow(git_directory, true)?;
        match contents(&directory) {
            Contents::Text(text) => linked(&text, directory.parent()?, None),
            _ => at(&directory, None),
        }
    }

    fn find_repository(&self, directory: &str) -> Option<Repository> {
        let real = self.follow(directory, true)?;
        if !real.is_dir() {
            return None;
        }
        real.ancestors().take(MAXIMUM_DEPTH).find_map(|folder| {
            let git = folder.join(".git");
            match contents(&git) {
                Contents::Text(text) => linked(&text, folder, Some(folder.to_owned())),
                _ => at(&git, Some(folder.to_owned())).or_else(|| at(folder, None)),
            }
        })
    }
}

/// What a `.git` file leads to.
fn linked(text: &str, folder: &Path, top: Option<PathBuf>) -> Option<Repository> {
    let path = text.strip_prefix("gitdir: ")?.trim_end_matches(['\n', '\r']);
    at(&folder.join(path), top)
}

/// The repository whose files are here, if git would take them for one.
fn at(directory: &Path, top: Option<PathBuf>) -> Option<Repository> {
    directory.join("HEAD").symlink_metadata().ok()?;
    let common = match contents(&directory.join("commondir")) {
        Contents::Text(path) => directory.join(path.trim_end_matches(['\n', '\r'])),
        Contents::Missing => directory.to_owned(),
        Contents::Unreadable => return None,
    };
    let is_repository = common.join("objects").is_dir() && common.join("refs").is_dir();
    is_repository.then(|| Repository { directory: directory.to_owned(), common, top })
}

impl Repository {
    /// Whether this is a working tree beside the first one (`git worktree add`).
    pub fn is_linked(&self) -> bool {
        self.directory != self.common
    }

    /// What is checked out.
    pub fn head(&self) -> Head {
        let path = self.directory.join("HEAD");
        if self.has_reftable() {
            return Head::Unknown;
        }
        // Once it was a link (gitrepository-layout(5)).
        let text = match std::fs::read_link(&path) {
            Ok(target) => target.to_str().map(|target| format!("ref: {target}")),
            Err(_) => match contents(&path) {
                Contents::Text(text) => Some(text),
                _ => None,
            },
        };
        let Some(text) = text else { return Head::Unknown };
        match text.strip_prefix("ref:").map(str::trim) {
            Some(name) => match name.strip_prefix("refs/heads/") {
                Some(branch) => Head::Branch(branch.to_owned()),
                None => Head::Unknown,
            },
            None => Head::Detached,
        }
    }

    /// Whether there is a ref of this full name; `None` if that cannot be told.
    pub fn has_ref(&self, name: &str) -> Option<bool> {
        if self.has_reftable() {
            return None;
        }
        let is_name = !name.split('/').any(|part| matches!(part, "" | "." | ".."));
        if is_name && self.common.join(name).is_file() {
            return Some(true);
        }
        self.packed(|packed| packed == name).map(|found| !found.is_empty())
    }

    /// The full names of all refs that begin so; `None` if that cannot be told.
    pub fn refs(&self, start: &str) -> Option<Vec<String>> {
        if self.has_reftable() {
            return None;
        }
        let mut names = self.packed(|name| name.starts_with(start))?;
        let folder = start.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut waiting = vec![(self.common.join(folder), folder.to_owned())];
        while let Some((folder, name)) = waiting.pop() {
            let Ok(entries) = std::fs::read_dir(folder) else { continue };
            for entry in entries {
                let entry = entry.ok()?;
                let name = format!("{name}/{}", entry.file_name().to_str()?);
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => waiting.push((entry.path(), name)),
                    _ if name.starts_with(start) && !name.ends_with(".lock") => names.push(name),
                    _ => {}
                }
                if names.len() + waiting.len() > MAXIMUM_BRANCHES {
                    return None;
                }
            }
        }
        names.sort();
        names.dedup();
        Some(names)
    }

    /// The names in `packed-refs` that are liked.
    fn packed(&self, likes: impl Fn(&str) -> bool) -> Option<Vec<String>> {
        let text = match contents(&self.common.join("packed-refs")) {
            Contents::Text(text) => text,
            Contents::Missing => return Some(Vec::new()),
            Contents::Unreadable => return None,
        };
        let names = text.lines().filter(|line| !line.starts_with(['#', '^']));
        let names = names.filter_map(|line| line.split_once(' ').map(|(_, name)| name));
        Some(names.filter(|name| likes(name)).map(str::to_owned).collect())
    }

    fn has_reftable(&self) -> bool {
        self.common.join("reftable").is_dir()
    }
}
