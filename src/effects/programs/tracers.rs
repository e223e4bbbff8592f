//! Owns programs that run a command to watch, measure or debug it, or in another runtime; it does not know the command.
//!
//! Sources: valgrind(1), perf(1), gdb(1), ld.so(8), firejail(1), proot(1), flatpak-spawn(1), distrobox-host-exec(1), `wsl --help`,
//! ssh-agent(1).

use super::entry::{Entry, Operands, WORDS, rest, run};
use super::{Started, interpreters};
use crate::effects::Value;
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

const RUNS: Entry =
    Entry { style: Style::runner("", &[]), operands: Operands::Command(0), ..WORDS };

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &[
            "valgrind",
            "firejail",
            "flatpak-spawn",
            "distrobox-host-exec",
            "host-spawn",
            "heaptrack",
            "rr",
            "shx",
        ],
        ..RUNS
    },
    Entry { names: &["ssh-agent"], style: Style::runner("aEPOt", &[]), ..RUNS },
    Entry {
        names: &["proot"],
        style: Style::runner("rbwqkmv", &["rootfs", "bind", "cwd"]),
        ..RUNS
    },
    Entry { names: &["wsl"], style: Style::runner("du", &["distribution", "user", "cd"]), ..RUNS },
    Entry {
        names: &["ld.so", "ld-linux.so.2", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"],
        style: Style::runner("", &["library-path", "preload", "argv0", "inhibit-rpath", "audit"]),
        ..RUNS
    },
    Entry {
        names: &["osascript"],
        style: Style::new("els", &[]),
        operands: Operands::Own(interpreters::osascript),
        ..WORDS
    },
    Entry { names: &["perf"], operands: Operands::Own(perf), ..RUNS },
    Entry { names: &["gdb", "lldb"], operands: Operands::Own(gdb), ..WORDS },
];

/// `perf stat|record|trace [options] COMMAND`
fn perf(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let style = Style::runner(
        "eoFcpCGIMruDdjk",
        &["event", "output", "freq", "count", "pid", "cpu", "repeat", "call-graph", "delay"],
    );
    let words = rest(started, 0);
    let Some((command, words)) = words.split_first() else { return };
    if matches!(command.literal(), Some("stat" | "record" | "trace")) {
        let first = options::leading(&style, words).first_operand;
        run(walk, started, words.iter().skip(first).cloned().collect(), scope);
    }
}

/// `gdb [options] --args COMMAND`, `lldb -- COMMAND`
fn gdb(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = started.run.words.iter();
    let begins = |word: &&Value| !matches!(word.literal(), Some("--args" | "-args" | "--"));
    let command: Vec<Value> = words.skip_while(begins).skip(1).cloned().collect();
    if !command.is_empty() {
        run(walk, started, command, scope);
    }
}
