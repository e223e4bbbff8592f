//! Owns what happens on a fatal signal; it does not decide anything but the exit status.
//!
//! A host takes death by signal for consent: the call runs. So every catchable signal whose default is to end the
//! process ends it here instead, with exit status 2 and a reason.

#![allow(unsafe_code)] // sigaction, and a handler that may use async-signal-safe calls only (POSIX XSH 2.4.3)

use nix::libc;
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};
use std::sync::atomic::Ordering;

/// The signals whose default action ends a process, except SIGKILL, which nobody catches, and SIGPIPE, which Rust
/// ignores so that a closed pipe is an error to handle.
const FATAL: [Signal; 17] = [
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
];

const REASON: &[u8] =
    b"hookshim: it was ended by a signal before it could judge this call, so the call is denied.\n";
const LENIENT: &[u8] = b"hookshim: it was ended by a signal before it could judge this call.\n";
const SPARE: &[u8] = b"{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\",\
\"permissionDecisionReason\":\"hookshim was ended by a signal before it could judge this call.\"}}\n";

/// Puts the handler in place.
pub fn install() {
    // The alternate stack that Rust sets up for each thread makes this work on stack overflow too.
    let flags = SaFlags::SA_ONSTACK | SaFlags::SA_NODEFER | SaFlags::SA_RESETHAND;
    let action = SigAction::new(SigHandler::Handler(last_word), flags, SigSet::empty());
    for signal in FATAL.into_iter().chain([Signal::SIGUSR2]) {
        // SAFETY: the handler uses nothing but poll, write, atomics and _exit. A signal that cannot be caught here
        // keeps its default action, which is no worse than before.
        let _ = unsafe { sigaction(signal, &action) };
    }
}

extern "C" fn last_word(_: libc::c_int) {
    let stop = !super::LENIENT.load(Ordering::Relaxed);
    if super::ANSWERED.swap(true, Ordering::SeqCst) {
        // The answer is on its way out or has been given; its status must not be contradicted.
        exit(super::STATUS.load(Ordering::SeqCst));
    }
    match stop {
        false => {
            say(2, LENIENT);
            exit(0)
        }
        true if say(2, REASON) => exit(2),
        true if say(1, SPARE) => exit(0),
        true => exit(2),
    }
}

/// Writes within a tenth of a second, or not at all.
fn say(descriptor: libc::c_int, text: &[u8]) -> bool {
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
