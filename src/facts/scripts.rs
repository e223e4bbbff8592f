//! Owns reading files that a call would run as scripts, as far as a bound; it does not know which of them may be read.

use super::Facts;
use super::files::open;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The largest script that is read, in bytes.
const MAXIMUM_BYTES: usize = 256 * 1024;

/// How many bytes of scripts are read for a call in all.
const MAXIMUM_BYTES_IN_ALL: usize = 1024 * 1024;

/// How many scripts are read for a call.
const MAXIMUM_FILES: usize = 64;

/// A file that is run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScriptFile {
    /// It says this. Bytes that are not UTF-8 are replaced, as they can only stand in data.
    Text(Rc<str>),
    /// There is no such file.
    Absent,
    /// It is a compiled program.
    Binary,
    /// It is not read; why, as a short phrase.
    Unread(&'static str),
}

/// What has been read for this call.
#[derive(Debug, Default)]
pub(super) struct Scripts {
    files: BTreeMap<PathBuf, ScriptFile>,
    bytes: usize,
}

impl Facts {
    /// What a script says: a regular file, which is no link, of at most 256 KiB. Of all scripts of a call at most 64
    /// files and 1 MiB are read, each once.
    pub fn script(&self, path: &Path) -> ScriptFile {
        let mut scripts = self.scripts.borrow_mut();
        if let Some(known) = scripts.files.get(path) {
            return known.clone();
        }
        if scripts.files.len() >= MAXIMUM_FILES || scripts.bytes >= MAXIMUM_BYTES_IN_ALL {
            return ScriptFile::Unread("too many scripts are run");
        }
        let file = read(path);
        if let ScriptFile::Text(text) = &file {
            scripts.bytes += text.len();
        }
        scripts.files.insert(path.to_owned(), file.clone());
        file
    }
}

/// What a file says, if it is a regular one of at most 256 KiB.
pub(super) fn read(path: &Path) -> ScriptFile {
    let handle = match open(path, nix::libc::O_NOFOLLOW) {
        Ok(Some(handle)) => handle,
        Ok(None) => return ScriptFile::Absent,
        Err(_) => return ScriptFile::Unread("it cannot be opened"),
    };
    if !handle.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return ScriptFile::Unread("it is no regular file");
    }
    let most = u64::try_from(MAXIMUM_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    if handle.take(most).read_to_end(&mut bytes).is_err() {
        return ScriptFile::Unread("it cannot be read");
    }
    if bytes.contains(&0) {
        return ScriptFile::Binary;
    }
    if bytes.len() > MAXIMUM_BYTES {
        return ScriptFile::Unread("it is longer than 256 KiB");
    }
    ScriptFile::Text(String::from_utf8_lossy(&bytes).into())
}
