//! Owns reading one of git's small files, as far as a bound; it does not know what it says.

use super::files::open;
use std::io::Read;
use std::path::Path;

/// The largest file that is read, in bytes.
const MAXIMUM_BYTES: u64 = 1024 * 1024;

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contents {
    /// There is no such file.
    Missing,
    /// Its text.
    Text(String),
    /// It is there, but no regular file, too long, or not to be read.
    Unreadable,
}

/// What a file holds.
pub fn contents(path: &Path) -> Contents {
    let file = match open(path, 0) {
        Ok(Some(file)) => file,
        Ok(None) => return Contents::Missing,
        Err(_) => return Contents::Unreadable,
    };
    if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Contents::Unreadable;
    }
    let mut bytes = Vec::new();
    match file.take(MAXIMUM_BYTES + 1).read_to_end(&mut bytes) {
        Ok(length) if u64::try_from(length).is_ok_and(|length| length <= MAXIMUM_BYTES) => {
            Contents::Text(String::from_utf8_lossy(&bytes).into_owned())
        }
        _ => Contents::Unreadable,
    }
}
