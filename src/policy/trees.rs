//! Owns what judging asks of the disk about what a path stands for; it does not look.

use crate::facts::Listing;
use std::rc::Rc;

/// Where the files below a directory are listed.
pub trait Trees {
    /// What lies below a directory, the nearest first, at most so many files and directories. Links are listed and not
    /// followed. What cannot be read counts as not complete.
    fn below(&self, directory: &str, limit: usize) -> Rc<Listing>;

    /// Where a path leads with links followed.
    fn followed(&self, path: &str) -> Option<String>;
}
