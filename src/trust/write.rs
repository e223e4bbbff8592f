//! Owns changing the file of agreements, one process at a time and never by halves; it does not ask anybody.

use super::Store;
use super::store::MAXIMUM_BYTES;
use crate::facts::Facts;
use nix::errno::Errno;
use nix::fcntl::{Flock, FlockArg};
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long another process may take for its own change.
const PATIENCE: Duration = Duration::from_secs(10);

/// Changes the agreements.
///
/// # Errors
/// What stands in the way, as a phrase; then nothing has changed.
pub fn update<T>(
    state: &Path,
    facts: &Facts,
    change: impl FnOnce(&mut Store) -> T,
) -> Result<T, String> {
    let _lock = lock(state)?;
    let mut store = Store::read(state, facts)?;
    let before = store.clone();
    let result = change(&mut store);
    if store != before {
        write(state, &store)?;
    }
    Ok(result)
}

/// Takes back all agreements, whatever the file holds and is.
///
/// # Errors
/// What stands in the way, as a phrase.
pub fn clear(state: &Path) -> Result<(), String> {
    let _lock = lock(state)?;
    write(state, &Store::default())
}

/// Waits for the lock, which is a file of its own: the file of agreements is replaced with every change.
fn lock(state: &Path) -> Result<Flock<File>, String> {
    let say = |what: &Path, error: io::Error| format!("{}: {error}", what.display());
    make_folder(state)?;
    let path = state.join("trust.lock");
    let mut file = open(&path, OpenOptions::new().create(true).truncate(false))
        .map_err(|error| say(&path, error))?;
    let end = Instant::now() + PATIENCE;
    loop {
        match Flock::lock(file, FlockArg::LockExclusiveNonblock) {
            Ok(lock) => return Ok(lock),
            Err((same, Errno::EWOULDBLOCK | Errno::EINTR)) if Instant::now() < end => {
                file = same;
                std::thread::sleep(Duration::from_millis(5));
            }
            Err((_, error)) => {
                return Err(format!("{}: another hookshim holds it ({error})", path.display()));
            }
        }
    }
}

/// Makes the folder of records, or sees that nobody else can put files into the one that is there.
fn make_folder(state: &Path) -> Result<(), String> {
    let say = |why: String| format!("{}: {why}", state.display());
    let made = DirBuilder::new().recursive(true).mode(0o700).create(state);
    let status = made.and_then(|()| state.metadata()).map_err(|error| say(error.to_string()))?;
    if status.uid() != nix::unistd::geteuid().as_raw() {
        return Err(say(format!("it belongs to user {}, not to you", status.uid())));
    }
    if status.mode() & 0o022 != 0 {
        return Err(say("others can write to it; run chmod go-w on it".to_owned()));
    }
    Ok(())
}

/// Puts a whole new file in the place of the old one, so that a reader sees one or the other, even after a crash.
fn write(state: &Path, store: &Store) -> Result<(), String> {
    let text = store.text();
    if text.len() > MAXIMUM_BYTES {
        return Err(format!("the agreements would take more than {MAXIMUM_BYTES} bytes"));
    }
    let path = Store::path(state);
    let beside = state.join("trust.json.new");
    let replace = || {
        // Under the lock nobody else is at it; one that is there was left by a process that died.
        match std::fs::remove_file(&beside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = open(&beside, OpenOptions::new().create_new(true))?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, &path)?;
        File::open(state)?.sync_all()
    };
    replace().map_err(|error| format!("{}: {error}", path.display()))
}

/// Opens a file of the user's alone, and no link.
fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    options.write(true).mode(0o600).custom_flags(nix::libc::O_NOFOLLOW).open(path)
}
