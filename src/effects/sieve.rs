//! Owns which names below a tree a program leaves out, as its options say; it does not look at the disk.

use super::{Piece, Value};
use crate::facts::Ignored;

/// Patterns for names below a tree. Nothing is left out where there are none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sieve {
    only: Vec<String>,
    except: Vec<String>,
    /// The same, of directories alone.
    except_directories: Vec<String>,
    /// The same, of what lies directly in the tree.
    except_at_top: Vec<String>,
    /// What is taken although it is among the exceptions.
    again: Vec<String>,
}

impl Sieve {
    /// Only files of such names are taken. A pattern that is not known may be any; `--include=*.py` is one that the shell
    /// leaves as it is, since no file is called so.
    pub fn take_only(&mut self, pattern: &Value) {
        let is_known = |piece: &Piece| match piece {
            Piece::Text(_) => true,
            Piece::Hole(hole) => hole.is_glob(),
        };
        match pattern.pieces().iter().all(is_known) {
            true => alternatives(&pattern.to_string(), &mut self.only),
            false => self.only.push("*".to_owned()),
        }
    }

    /// Files and directories of such names are left out. A pattern that is not known leaves out nothing.
    pub fn leave_out(&mut self, pattern: &Value) {
        if let Some(text) = pattern.literal() {
            // What begins with a slash is left out at the top alone.
            if let Some(name) = text.strip_prefix('/') {
                return alternatives(name.trim_end_matches('/'), &mut self.except_at_top);
            }
            // Leaving out all that is in a directory leaves out the directory.
            let text =
                ["/**", "/*", "/"].iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text);
            alternatives(text, &mut self.except);
        }
    }

    /// Directories of such names are left out.
    pub fn leave_out_directories(&mut self, pattern: &Value) {
        if let Some(text) = pattern.literal() {
            alternatives(text.trim_end_matches('/'), &mut self.except_directories);
        }
    }

    /// What ignore files name is left out.
    pub fn ignore(&mut self, ignored: Ignored) {
        self.except.extend(ignored.left_out);
        self.again.extend(ignored.let_in);
    }

    /// Whether nothing is left out.
    pub fn is_empty(&self) -> bool {
        let lists = [&self.only, &self.except, &self.except_directories, &self.except_at_top];
        lists.iter().all(|list| list.is_empty())
    }

    /// The same for the files alone that it names: `.env`, `.env*`, or the one that `*.env` is if its star is nothing. `None`
    /// if it names none, as `*.ts` hardly does.
    pub fn of_names(&self) -> Option<Sieve> {
        let named = self.only.iter().map(|pattern| pattern.trim_start_matches(['*', '?', '.']));
        let has_name = |named: &str| named.starts_with(|letter: char| letter.is_alphanumeric());
        let only: Vec<String> = (self.only.iter().zip(named))
            .filter(|(_, named)| has_name(named))
            .map(|(pattern, _)| pattern.trim_start_matches('*').to_owned())
            .collect();
        (!only.is_empty()).then(|| Sieve { only, ..self.clone() })
    }

    /// Whether a file or directory is taken; its path is relative to the tree.
    pub fn takes(&self, path: &str, is_directory: bool) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        let wanted = |pattern: &String| fits(pattern, name) || fits(pattern, path);
        let unwanted = |pattern: &String| {
            fits(pattern, path) || path.split('/').any(|component| fits(pattern, component))
        };
        let folders = match is_directory {
            true => path,
            false => path.rsplit_once('/').map_or("", |(folders, _)| folders),
        };
        let folder_unwanted =
            |pattern: &String| folders.split('/').any(|component| fits(pattern, component));
        let top = path.split('/').next().unwrap_or(path);
        let left_out = self.except.iter().any(unwanted) && !self.again.iter().any(wanted)
            || self.except_directories.iter().any(folder_unwanted)
            || self.except_at_top.iter().any(|pattern| fits(pattern, top) || fits(pattern, path));
        (self.only.is_empty() || self.only.iter().any(wanted)) && !left_out
    }
}

/// More alternatives than these are not written out.
const MAXIMUM_ALTERNATIVES: usize = 64;

/// `*.{ts,tsx}` is two patterns (rg(1), "GLOB"). Where a pattern begins does not count: `./x`, `/x` and `**/x` are `x`.
fn alternatives(pattern: &str, patterns: &mut Vec<String>) {
    if patterns.len() >= MAXIMUM_ALTERNATIVES {
        return;
    }
    if let Some((before, rest)) = pattern.split_once('{')
        && let Some((inside, after)) = rest.split_once('}')
        && !inside.contains('{')
    {
        inside.split(',').for_each(|one| alternatives(&format!("{before}{one}{after}"), patterns));
        return;
    }
    let mut pattern = pattern;
    while let Some(rest) = ["./", "**/", "/"].iter().find_map(|start| pattern.strip_prefix(start)) {
        pattern = rest;
    }
    patterns.push(pattern.to_owned());
}

/// Whether a pattern of letters, `*` and `?` fits a whole text. A bracket fits nothing but itself, so that it leaves out
/// too little rather than too much.
pub(super) fn fits(pattern: &str, text: &str) -> bool {
    let mut pattern_at = pattern.chars();
    let mut text_at = text.chars();
    // Where to go on if what follows the last `*` does not fit.
    let mut again = None;
    loop {
        let (mut pattern_next, mut text_next) = (pattern_at.clone(), text_at.clone());
        match (pattern_next.next(), text_next.next()) {
            (Some('*'), _) => {
                again = Some((pattern_next.clone(), text_at.clone()));
                pattern_at = pattern_next;
            }
            (None, None) => return true,
            (Some('?'), Some(_)) => (pattern_at, text_at) = (pattern_next, text_next),
            (Some(one), Some(other)) if one == other => {
                (pattern_at, text_at) = (pattern_next, text_next);
            }
            _ => {
                let Some((pattern, mut text)) = again.take() else { return false };
                if text.next().is_none() {
                    return false;
                }
                again = Some((pattern.clone(), text.clone()));
                (pattern_at, text_at) = (pattern, text);
            }
        }
    }
}
