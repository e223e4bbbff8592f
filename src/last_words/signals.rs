//! Owns what happens on a fatal signal; it does not decide anything but the exit status.
//!
//! A host takes death by signal for consent: the call runs. So every catchable signal whose default is to end the
//! process ends it here instead, with exit status 2 and a reason.

#![allow(unsafe_code)] // sigaction, and a handler that may use async-signal-safe calls only (POSIX XSH 2.4.3)

use crate::streams;
use nix::libc;
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};

/// The signals whose default action ends a process, except SIGKILL, which nobody catches, SIGPIPE, which Rust ignores so
/// that a closed pipe is an error to handle, and the real-time ones, which nobody sends to a hook.
const FATAL: [Signal; FATAL_COUNT] = [
    Signal::SIGSEGV,
    Signal::SIGBUS,
    Signal::SIGILL,
    Signal::SIGFPE,
    Signal::SIGABRT,
    Signal::SIGSYS,
    Signal::SIGTRAP,
    Signal::SIGTERM,
    Signal::SIGINT,
    Signal::SIGHUP,
    Signal::SIGQUIT,
    Signal::SIGALRM,
    Signal::SIGVTALRM,
    Signal::SIGPROF,
    Signal::SIGXCPU,
    Signal::SIGXFSZ,
    Signal::SIGUSR1,
    Signal::SIGUSR2,
    Signal::SIGIO,
    #[cfg(target_os = "linux")]
    Signal::SIGPWR,
    #[cfg(target_os = "linux")]
    Signal::SIGSTKFLT,
];

const FATAL_COUNT: usize = if cfg!(target_os = "linux") { 21 } else { 19 };

/// The signals that would stop the process until somebody continues it; the host's timeout comes first.
const STOPPING: [Signal; 3] = [Signal::SIGTSTP, Signal::SIGTTIN, Signal::SIGTTOU];

const REASON: &[u8] =
    b"hookshim: it was ended by a signal before it could judge this call, so the call is denied.\n";
const LENIENT: &[u8] = b"hookshim: it was ended by a signal before it could judge this call.\n";
const SPARE: &[u8] = b"{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\",\
\"permissionDecisionReason\":\"hookshim was ended by a signal before it could judge this call.\"}}\n";

/// Whether nobody hears what is written to standard output and standard error, as found at the start.
static VOID_OUTPUT: AtomicBool = AtomicBool::new(false);
static VOID_ERROR: AtomicBool = AtomicBool::new(false);

/// Puts the handler in place.
pub fn install() {
    VOID_OUTPUT.store(streams::is_void(std::io::stdout().as_fd()), Ordering::Relaxed);
    VOID_ERROR.store(streams::is_void(std::io::stderr().as_fd()), Ordering::Relaxed);
    // The alternate stack that Rust sets up for each thread makes this work on stack overflow too.
    let flags = SaFlags::SA_ONSTACK | SaFlags::SA_NODEFER | SaFlags::SA_RESETHAND;
    let action = SigAction::new(SigHandler::Handler(last_word), flags, SigSet::empty());
    for signal in FATAL {
        // SAFETY: the handler uses nothing but poll, write, atomics and _exit. A signal that cannot be caught here
        // keeps its default action, which is no worse than before.
        let _ = unsafe { sigaction(signal, &action) };
    }
    let ignore = SigAction::new(SigHandler::SigIgn, SaFlags::empty(), SigSet::empty());
    for signal in STOPPING {
        // SAFETY: no handler runs.
        let _ = unsafe { sigaction(signal, &ignore) };
    }
}

extern "C" fn last_word(_: libc::c_int) {
    let answered = super::ANSWERED.swap(true, Ordering::SeqCst);
    if answered && super::HEARD.load(Ordering::SeqCst) {
        // What has been said must not be contradicted.
        exit(super::STATUS.load(Ordering::SeqCst));
    }
    // An answer that is stuck on its way out is a question or a denial, whatever the policy says of errors.
    if !answered && super::LENIENT.load(Ordering::Relaxed) {
        say(2, LENIENT);
        exit(0)
    }
    match () {
        () if say(2, REASON) => exit(2),
        () if say(1, SPARE) => exit(0),
        () => exit(2),
    }
}

/// Writes within a tenth of a second, or not at all; says whether somebody may have heard it.
fn say(descriptor: libc::c_int, text: &[u8]) -> bool {
    let void = if descriptor == 1 { &VOID_OUTPUT } else { &VOID_ERROR };
    if void.load(Ordering::Relaxed) {
        return false;
    }
    let mut poll = libc::pollfd { fd: descriptor, events: libc::POLLOUT, revents: 0 };
    // SAFETY: `poll` is one valid pollfd and `text` a valid buffer; both calls are async-signal-safe.
    unsafe {
        libc::poll(&mut poll, 1, 100) == 1
            && libc::write(descriptor, text.as_ptr().cast(), text.len()) > 0
    }
}

fn exit(status: i32) -> ! {
    // SAFETY: async-signal-safe, and does not return.
    unsafe { libc::_exit(status) }
}
