//! Owns running a program at a terminal, as a person does; it does not say what is right.

use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::openpty;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

/// How long a program may be silent.
const PATIENCE_MS: u16 = 30_000;

/// What a person saw at a terminal, and the program's exit status.
#[derive(Debug)]
pub struct Session {
    pub status: i32,
    pub shown: String,
}

/// Runs a command at a terminal of its own, and types what `answer` says to what is shown, once.
///
/// Whoever started the tests, be it a coding agent, is no ancestor of the command: its parent ends before it begins, so
/// that it is left to the system's first process.
pub fn at_terminal(command: &Command, answer: impl Fn(&str) -> Option<String>) -> Session {
    let terminal = openpty(None, None).unwrap();
    let mut master = File::from(terminal.master);
    let mut shell = Command::new("/bin/sh");
    // The status cannot be had from a process that is no child, so the shell says it.
    shell.args(["-c", "\"$@\"; echo \"exit $?.\"", "sh"]);
    shell.arg(command.get_program()).args(command.get_args()).env_clear();
    shell.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    shell.current_dir(command.get_current_dir().unwrap());
    shell.stdin(Stdio::from(terminal.slave.try_clone().unwrap()));
    shell.stdout(Stdio::from(terminal.slave.try_clone().unwrap()));
    shell.stderr(Stdio::from(terminal.slave));
    alone_at_its_terminal(&mut shell);
    let parent = shell.spawn().unwrap().wait().unwrap();
    assert!(parent.success());
    drop(shell);

    let mut shown = String::new();
    let mut answered = false;
    let mut bytes = [0; 4096];
    loop {
        if let Some(status) = exit_status(&shown) {
            return Session { status, shown };
        }
        let fd = PollFd::new(master.as_fd(), PollFlags::POLLIN);
        assert_ne!(poll(&mut [fd], PollTimeout::from(PATIENCE_MS)).unwrap(), 0, "silent: {shown}");
        let count = master.read(&mut bytes).unwrap_or_else(|error| panic!("{error}: {shown}"));
        shown.push_str(&String::from_utf8_lossy(&bytes[..count]).replace("\r\n", "\n"));
        if let (false, Some(answer)) = (answered, answer(&shown)) {
            master.write_all(answer.as_bytes()).unwrap();
            answered = true;
        }
    }
}

fn exit_status(shown: &str) -> Option<i32> {
    shown.trim_end().rsplit_once("exit ")?.1.strip_suffix('.')?.parse().ok()
}

/// Makes the command an orphan, and its standard input its controlling terminal (setsid(2), tty_ioctl(4)).
#[allow(unsafe_code, reason = "std has no safe way to leave a session or to fork")]
fn alone_at_its_terminal(command: &mut Command) {
    let detach = || {
        // SAFETY: all calls are async-signal-safe (POSIX XSH 2.4.3), as they must be after a fork.
        unsafe {
            match libc::fork() {
                -1 => return Err(std::io::Error::last_os_error()),
                0 => {}
                _ => libc::_exit(0),
            }
            if libc::setsid() == -1 || libc::ioctl(0, libc::TIOCSCTTY as _, 0) == -1 {
                return Err(std::io::Error::last_os_error());
            }
        }
        Ok(())
    };
    // SAFETY: see above.
    unsafe { command.pre_exec(detach) };
}
