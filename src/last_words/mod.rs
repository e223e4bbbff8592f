//! Owns that the hook always answers: on its deadline, a panic or a fatal signal; it does not judge a call.

mod signals;

use crate::host::{Answer, Host, Otherwise, deny};
use crate::streams;
use std::os::fd::AsFd;
use std::process::exit;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

/// How long the hook may take, from its start, until a policy says otherwise. Maka's default timeout is 3,000 ms; after a
/// host's own timeout the call would run.
pub const DEADLINE: Duration = Duration::from_millis(800);

/// How long it may take as of now, in milliseconds.
static DEADLINE_MS: AtomicU64 = AtomicU64::new(DEADLINE.as_millis() as u64);

/// The thread that waits for the deadline.
static WATCHDOG: OnceLock<Thread> = OnceLock::new();

/// How long writing the answer may take once the deadline has passed.
const FAREWELL: Duration = Duration::from_millis(200);

/// Whether someone has begun to answer. The first one answers, the others keep quiet.
static ANSWERED: AtomicBool = AtomicBool::new(false);

/// The exit status to end with, should the process be ended from now on. It is 2 until the host has heard an answer
/// that lets the call go on.
static STATUS: AtomicI32 = AtomicI32::new(2);

/// Whether the host has heard so much of the answer that `STATUS` alone says the rest.
static HEARD: AtomicBool = AtomicBool::new(false);

/// Whether what cannot be judged is let through (`on_error = "allow"`).
static LENIENT: AtomicBool = AtomicBool::new(false);

/// The host that is spoken to, once it is known.
static HOST: OnceLock<Host> = OnceLock::new();

/// Puts the panic hook and the signal handlers in place. From here on the process ends with status 0 or 2.
pub fn install() {
    signals::install();
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        fail(&format!("A bug in hookshim at {place} stopped it. Please report it."));
    }));
}

/// Remembers whose dialect to use, should this end badly.
pub fn speak_to(host: Host) {
    // Set once; a second host does not occur.
    let _ = HOST.set(host);
}

/// Lets through what cannot be judged, as the policy asks.
pub fn be_lenient() {
    LENIENT.store(true, Ordering::Relaxed);
}

/// Starts the thread that answers when the deadline passes while the system holds up the deciding one.
///
/// Only a second thread can: a process that hangs in a file system call does not see timers or signals.
pub fn watch(start: Instant) {
    let watchdog = move || {
        loop {
            let deadline = start + Duration::from_millis(DEADLINE_MS.load(Ordering::SeqCst));
            match deadline.saturating_duration_since(Instant::now()) {
                Duration::ZERO => break,
                rest => std::thread::park_timeout(rest),
            }
        }
        fail(&format!(
            "It could not judge this call within {} ms.",
            DEADLINE_MS.load(Ordering::SeqCst)
        ));
    };
    // Without the thread we are as good as most programs; refusing every call would be worse.
    if let Ok(thread) = std::thread::Builder::new().stack_size(256 * 1024).spawn(watchdog) {
        let _ = WATCHDOG.set(thread.thread().clone());
    }
}

/// Sets how long the hook may take from its start, in milliseconds, as the policy asks (`deadline_ms`).
pub fn allow(milliseconds: u64) {
    DEADLINE_MS.store(milliseconds, Ordering::SeqCst);
    if let Some(watchdog) = WATCHDOG.get() {
        watchdog.unpark();
    }
}

/// Answers that the call could not be judged, and why, and ends the process.
pub fn fail(why: &str) -> ! {
    let host = HOST.get().copied().unwrap_or(Host::Unknown);
    deliver(&failure(host, why), Instant::now() + FAREWELL)
}

/// The answer to a call that could not be judged.
pub fn failure(host: Host, why: &str) -> Answer {
    if LENIENT.load(Ordering::Relaxed) {
        let stderr = format!("hookshim: {why} The policy lets such calls through (on_error).\n");
        return Answer { stderr, ..Answer::default() };
    }
    deny(host, format!("hookshim: {why} So the call is denied (on_error)."))
}

/// Gives the answer and ends the process.
pub fn deliver(answer: &Answer, deadline: Instant) -> ! {
    if ANSWERED.swap(true, Ordering::SeqCst) {
        // Another thread is answering and will end the process; if it cannot, this one does.
        std::thread::sleep(deadline.saturating_duration_since(Instant::now()) + FAREWELL);
        exit(STATUS.load(Ordering::SeqCst));
    }
    match &answer.otherwise {
        Otherwise::DenyOnOutput(object) => stop(&answer.stderr, Some(object), deadline),
        Otherwise::DenyOnError(reason) => ask(&answer.stdout, reason, deadline),
        Otherwise::Nothing if answer.stop => stop(&answer.stderr, None, deadline),
        Otherwise::Nothing => go_on(answer, deadline),
    }
}

/// Lets the call go on; what is said besides is of no consequence.
fn go_on(answer: &Answer, deadline: Instant) -> ! {
    STATUS.store(0, Ordering::SeqCst);
    HEARD.store(true, Ordering::SeqCst);
    say(&std::io::stdout(), &answer.stdout, deadline);
    say(&std::io::stderr(), &answer.stderr, deadline);
    exit(0)
}

/// Asks a person, or denies if the question does not get through whole.
fn ask(question: &str, reason: &str, deadline: Instant) -> ! {
    if say(&std::io::stdout(), question, deadline) == question.len() {
        STATUS.store(0, Ordering::SeqCst);
        HEARD.store(true, Ordering::SeqCst);
        exit(0)
    }
    stop(reason, None, late(deadline))
}

/// Denies, with the reason on standard error, or with an object on standard output where nobody hears that.
fn stop(reason: &str, object: Option<&String>, deadline: Instant) -> ! {
    if say(&std::io::stderr(), reason, deadline) > 0 {
        HEARD.store(true, Ordering::SeqCst);
        exit(2)
    }
    let object = object.map_or("", String::as_str);
    if !object.is_empty() && say(&std::io::stdout(), object, late(deadline)) == object.len() {
        exit(0)
    }
    exit(2)
}

/// A deadline for what must be tried although the first one has passed.
fn late(deadline: Instant) -> Instant {
    deadline.max(Instant::now()) + FAREWELL
}

/// Writes a text, and says how much of it somebody may have heard.
fn say(stream: &impl AsFd, text: &str, deadline: Instant) -> usize {
    match text.is_empty() || streams::is_void(stream.as_fd()) {
        true => 0,
        false => streams::write(stream.as_fd(), text.as_bytes(), deadline),
    }
}
