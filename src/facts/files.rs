//! Owns reading text files that decide something; it does not know what they say.

use super::Facts;
use nix::sys::stat::{FileStat, Mode, SFlag, fstat};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// A file's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// Where it was found, as shown to people.
    pub file: String,
    /// What it says.
    pub text: String,
}

/// Why a file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError {
    /// Where it was looked for.
    pub file: String,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.file, self.message)
    }
}

impl Facts {
    /// Reads a policy file: a regular file (after links) of at most `limit` bytes that only its owner, who is the user
    /// or root, can change. `None` if there is no such file.
    ///
    /// # Errors
    /// If there is something by that name that is not such a file.
    pub fn policy_file(&self, path: &Path, limit: usize) -> Result<Option<TextFile>, FileError> {
        let file = path.display().to_string();
        let fail = |message: String| FileError { file: file.clone(), message };
        let mut handle = match open(path, 0) {
            Ok(Some(handle)) => handle,
            Ok(None) => return Ok(None),
            Err(error) => return Err(fail(format!("it cannot be opened: {error}"))),
        };
        let status =
            fstat(&handle).map_err(|error| fail(format!("it cannot be examined: {error}")))?;
        check_owner(&status).map_err(fail)?;
        let text = read_text(&mut handle, limit).map_err(fail)?;
        Ok(Some(TextFile { file, text }))
    }

    /// Reads a file of hookshim's own records: a regular file of at most `limit` bytes, no link, that belongs to the user
    /// and that nobody else can change. `None` if there is no such file.
    ///
    /// # Errors
    /// If there is something by that name that is not such a file.
    pub fn record(&self, path: &Path, limit: usize) -> Result<Option<String>, FileError> {
        let fail = |message: String| FileError { file: path.display().to_string(), message };
        let mut handle = match open(path, nix::libc::O_NOFOLLOW) {
            Ok(Some(handle)) => handle,
            Ok(None) => return Ok(None),
            Err(error) if error.raw_os_error() == Some(nix::libc::ELOOP) => {
                return Err(fail("it is a link".to_owned()));
            }
            Err(error) => return Err(fail(format!("it cannot be opened: {error}"))),
        };
        let status =
            fstat(&handle).map_err(|error| fail(format!("it cannot be examined: {error}")))?;
        check_own(&status).map_err(fail)?;
        read_text(&mut handle, limit).map(Some).map_err(fail)
    }
}

/// Opens a file for reading, with more flags of open(2); `None` if there is none.
///
/// # Errors
/// If it is there and cannot be opened.
pub(super) fn open(path: &Path, flags: i32) -> io::Result<Option<File>> {
    // O_NONBLOCK: opening a FIFO must not wait for a writer, and the file may be anybody's.
    let flags = nix::libc::O_NONBLOCK | nix::libc::O_NOCTTY | flags;
    match OpenOptions::new().read(true).custom_flags(flags).open(path) {
        Ok(handle) => Ok(Some(handle)),
        // A component that is a file means that there is no such file either.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Whether the file is the user's alone.
fn check_own(status: &FileStat) -> Result<(), String> {
    check_owner(status)?;
    if status.st_uid != nix::unistd::geteuid().as_raw() {
        return Err("it belongs to root, not to you; change its owner".to_owned());
    }
    if Mode::from_bits_truncate(status.st_mode).contains(Mode::S_IWGRP) {
        return Err("its group can write to it; run chmod g-w on it".to_owned());
    }
    Ok(())
}

fn check_owner(status: &FileStat) -> Result<(), String> {
    if SFlag::from_bits_truncate(status.st_mode & SFlag::S_IFMT.bits()) != SFlag::S_IFREG {
        return Err("it is not a regular file".to_owned());
    }
    let user = nix::unistd::geteuid().as_raw();
    if status.st_uid != 0 && status.st_uid != user {
        return Err(format!(
            "it belongs to user {}, not to you (user {user}) or root; change its owner",
            status.st_uid
        ));
    }
    if Mode::from_bits_truncate(status.st_mode).contains(Mode::S_IWOTH) {
        return Err("everyone can write to it; run chmod o-w on it".to_owned());
    }
    Ok(())
}

fn read_text(handle: &mut File, limit: usize) -> Result<String, String> {
    let mut bytes = Vec::new();
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    handle
        .take(most)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("it cannot be read: {error}"))?;
    if bytes.len() > limit {
        return Err(format!("it is longer than {limit} bytes"));
    }
    String::from_utf8(bytes).map_err(|error| {
        format!("it is not UTF-8 from byte {} on", error.utf8_error().valid_up_to())
    })
}
