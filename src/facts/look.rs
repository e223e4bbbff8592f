//! Owns looking what lies below a directory, as far as a bound; it does not judge it.

use super::Facts;
use std::collections::{BTreeMap, VecDeque};
use std::fs::{ReadDir, read_dir, symlink_metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// More than a call looks at in all; what comes after that is not looked at.
const MAXIMUM_IN_ALL: usize = 8_192;

/// What lies below a directory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// The absolute paths of files, directories and links, the nearest first.
    pub files: Vec<String>,
    /// Those of them that are links.
    pub links: Vec<String>,
    /// Whether that is all.
    pub complete: bool,
}

/// What has been looked at in this call.
#[derive(Debug, Default)]
pub(super) struct Looks {
    listings: BTreeMap<String, Rc<Listing>>,
    files: usize,
}

impl Facts {
    /// What lies below a directory, breadth first and at most `limit` paths. Links are not followed, and nothing lies
    /// below a link. A directory is looked at once, by the first limit.
    pub fn below(&self, directory: &str, limit: usize) -> Rc<Listing> {
        let mut looks = self.looks.borrow_mut();
        if let Some(known) = looks.listings.get(directory) {
            return Rc::clone(known);
        }
        let limit = limit.min(MAXIMUM_IN_ALL.saturating_sub(looks.files));
        let listing = Rc::new(look(Path::new(directory), limit));
        looks.files += listing.files.len();
        looks.listings.insert(directory.to_owned(), Rc::clone(&listing));
        listing
    }
}

fn look(directory: &Path, limit: usize) -> Listing {
    let mut listing = Listing { complete: true, ..Listing::default() };
    let is_directory = symlink_metadata(directory).is_ok_and(|metadata| metadata.is_dir());
    let mut waiting: VecDeque<PathBuf> =
        is_directory.then(|| directory.to_owned()).into_iter().collect();
    while let Some(directory) = waiting.pop_front() {
        match read_dir(&directory) {
            Ok(entries) => listing.add(entries, limit, &mut waiting),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(_) => listing.complete = false,
        }
        if listing.files.len() >= limit {
            listing.complete &= waiting.is_empty();
            break;
        }
    }
    listing
}

impl Listing {
    fn add(&mut self, entries: ReadDir, limit: usize, waiting: &mut VecDeque<PathBuf>) {
        for entry in entries {
            if self.files.len() >= limit {
                self.complete = false;
                return;
            }
            let Ok(entry) = entry else {
                self.complete = false;
                return;
            };
            let path = entry.path();
            let spelt = path.to_string_lossy().into_owned();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => waiting.push_back(path),
                Ok(kind) if kind.is_symlink() => self.links.push(spelt.clone()),
                _ => {}
            }
            self.files.push(spelt);
        }
    }
}
