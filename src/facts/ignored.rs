//! Owns what a repository's `.gitignore` files leave out; it does not know who heeds them.
//!
//! Source: gitignore(5). Only patterns for names are read, which hold at any depth; others leave nothing out.

use super::Facts;
use super::scripts::{self, ScriptFile};
use std::path::Path;

/// How many directories above one may have an ignore file.
const MAXIMUM_DEPTH: usize = 16;

/// The names that ignore files speak of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ignored {
    /// Patterns of names that are left out.
    pub left_out: Vec<String>,
    /// Patterns of names that are not, whatever else is said.
    pub let_in: Vec<String>,
}

impl Facts {
    /// What is left out in a directory of a repository: by its own ignore file and by those above it, up to the top.
    pub fn ignored(&self, directory: &str) -> Ignored {
        let mut ignored = Ignored::default();
        let top = self.project_root(directory);
        if top.join(".git").symlink_metadata().is_err() {
            return ignored;
        }
        let above = Path::new(directory).ancestors().take(MAXIMUM_DEPTH);
        for folder in above.take_while(|folder| folder.starts_with(&top)) {
            if let ScriptFile::Text(text) = scripts::read(&folder.join(".gitignore")) {
                text.lines().for_each(|line| ignored.add(line));
            }
        }
        ignored
    }
}

impl Ignored {
    fn add(&mut self, line: &str) {
        let line = line.trim_end();
        let (list, pattern) = match line.strip_prefix('!') {
            Some(pattern) => (&mut self.let_in, pattern.trim_start_matches('/')),
            None => (&mut self.left_out, line),
        };
        let name = pattern.strip_suffix('/').unwrap_or(pattern);
        let is_name = !name.is_empty() && !name.contains(['/', '\\', '[']);
        if is_name && !name.starts_with('#') {
            list.push(name.to_owned());
        }
    }
}
