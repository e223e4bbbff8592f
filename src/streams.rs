//! Owns reading standard input and writing an answer, each within a deadline; it does not know what is said.
//!
//! Hosts give hooks pipes (Codex) or sockets (Claude Code, Maka). Neither may stall us: a hook that outlives the
//! host's own timeout is ignored, and the call runs.

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::socket::{MsgFlags, send};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::time::{Duration, Instant};

/// How much is read or written at once. A pipe that is ready takes this much without blocking (POSIX, PIPE_BUF).
const CHUNK: usize = 4096;

/// Why standard input could not be had whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadError {
    /// It did not end in time.
    Deadline,
    /// It is longer than allowed. It was read to its end all the same, since a host may not survive a writer's error.
    TooLong,
    /// The system refused.
    Failed(Errno),
}

/// How much is read at once to begin with, in bytes: most payloads are no longer.
const USUAL_INPUT: usize = 4 * 1024;

/// How much is read at once of a longer payload, in bytes: as much as a pipe holds (pipe(7)).
const LONGEST_READ: usize = 64 * 1024;

/// Reads standard input to its end.
///
/// # Errors
/// If it does not end before the deadline, is longer than `limit` bytes, or cannot be read.
pub fn read_input(limit: usize, deadline: Instant) -> Result<Vec<u8>, ReadError> {
    let stdin = std::io::stdin();
    let input = stdin.as_fd();
    let mut bytes = Vec::new();
    let mut length = 0_usize;
    let mut chunk = vec![0; USUAL_INPUT];
    loop {
        if !ready(input, PollFlags::POLLIN, deadline) {
            return Err(ReadError::Deadline);
        }
        match nix::unistd::read(input, &mut chunk) {
            Ok(0) => break,
            Ok(count) => {
                length = length.saturating_add(count);
                if length <= limit {
                    bytes.extend_from_slice(chunk.get(..count).unwrap_or_default());
                }
                if count == chunk.len() {
                    chunk.resize(LONGEST_READ, 0);
                }
            }
            Err(Errno::EINTR | Errno::EAGAIN) => {}
            Err(error) => return Err(ReadError::Failed(error)),
        }
    }
    if length > limit { Err(ReadError::TooLong) } else { Ok(bytes) }
}

/// Writes as much as the other side takes before the deadline, and says how many bytes that was.
pub fn write(output: BorrowedFd, bytes: &[u8], deadline: Instant) -> usize {
    let mut written = 0;
    while let Some(rest) = bytes.get(written..).filter(|rest| !rest.is_empty()) {
        if !ready(output, PollFlags::POLLOUT, deadline) {
            break;
        }
        let chunk = rest.get(..CHUNK).unwrap_or(rest);
        // A socket may be ready and still block on a long write; only `send` can be told not to.
        let result = match send(output.as_raw_fd(), chunk, MsgFlags::MSG_DONTWAIT) {
            Err(Errno::ENOTSOCK) => nix::unistd::write(output, chunk),
            result => result,
        };
        match result {
            Ok(count) => written += count,
            Err(Errno::EINTR | Errno::EAGAIN) => {}
            Err(_) => break,
        }
    }
    written
}

/// Whether nobody can hear what is written there: it leads to `/dev/null`. Rust opens `/dev/null` in place of a
/// closed standard stream, so this is also what a closed one looks like.
pub fn is_void(output: BorrowedFd) -> bool {
    let null = nix::sys::stat::stat("/dev/null");
    match (nix::sys::stat::fstat(output), null) {
        (Ok(output), Ok(null)) => (output.st_mode, output.st_rdev) == (null.st_mode, null.st_rdev),
        _ => false,
    }
}

/// Waits until the stream is ready, an error is to be fetched from it, or the time is up.
fn ready(stream: BorrowedFd, flags: PollFlags, deadline: Instant) -> bool {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        // Rounded up, so that the last millisecond is not spent spinning.
        let milliseconds = left.as_millis() + u128::from(left > Duration::ZERO);
        let timeout = PollTimeout::try_from(milliseconds).unwrap_or(PollTimeout::ZERO);
        match poll(&mut [PollFd::new(stream, flags)], timeout) {
            Ok(count) if count > 0 => return true,
            Ok(_) if left == Duration::ZERO => return false,
            Ok(_) | Err(Errno::EINTR) => {}
            Err(_) => return false,
        }
    }
}
