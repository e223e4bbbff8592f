//! Owns sandboxes and security wrappers, which run a command with fewer or other rights; it does not know the command.
//!
//! Sources: proot(1), firejail(1), capsh(1), newgrp(1), minijail0(1), nsjail(1), sandbox-exec(1), landrun, aa-exec(1),
//! runcon(1), cgexec(1), schedtool(8), uclampset(1), arch(1) of macOS, qemu-user(1), wine(1).

use super::Started;
use super::entry::{Entry, Operands, WORDS, rest, run, run_or_shell};
use crate::effects::Value;
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

const RUNS: Entry =
    Entry { style: Style::runner("", &[]), operands: Operands::Command(0), ..WORDS };

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["proot"],
        style: Style::runner(
            "rbmwqkvRS",
            &["rootfs", "bind", "mount", "pwd", "cwd", "qemu", "kernel-release", "verbose"],
        ),
        operands: Operands::CommandOrShell(0),
        ..RUNS
    },
    // Its options take their value after `=`.
    Entry {
        names: &["firejail"],
        style: Style::runner("c?", &[]),
        operands: Operands::Own(firejail),
        ..WORDS
    },
    Entry { names: &["capsh"], operands: Operands::Own(capsh), ..WORDS },
    Entry { names: &["newgrp"], operands: Operands::Own(newgrp), ..WORDS },
    Entry {
        names: &["minijail0"],
        style: Style::runner("abBcCfgkPRSTuVm?M?", &["mount", "seccomp-bpf-binary"]),
        ..RUNS
    },
    Entry {
        names: &["nsjail"],
        style: Style::runner(
            "McCkpirugtlvRTBDEsHx",
            &["mode", "config", "chroot", "user", "group", "cwd", "bindmount", "time_limit"],
        ),
        ..RUNS
    },
    Entry { names: &["sandbox-exec"], style: Style::runner("fnpD", &[]), ..RUNS },
    Entry {
        names: &["landrun"],
        style: Style::runner(
            "",
            &["ro", "rox", "rw", "rwx", "bind-tcp", "connect-tcp", "env", "log-level"],
        ),
        ..RUNS
    },
    Entry { names: &["aa-exec"], style: Style::runner("pn", &["profile", "namespace"]), ..RUNS },
    Entry {
        names: &["runcon"],
        style: Style::runner("turl", &["type", "user", "role", "range"]),
        operands: Operands::Own(runcon),
        ..RUNS
    },
    Entry {
        names: &["qemu-x86_64", "qemu-i386", "qemu-aarch64", "qemu-arm", "qemu-x86_64-static"],
        style: Style::runner("gLsUErBdpR0", &[]),
        ..RUNS
    },
    Entry { names: &["wine", "wine64", "i386", "uname26"], ..RUNS },
    Entry { names: &["cgexec"], style: Style::runner("g", &[]), ..RUNS },
    Entry { names: &["schedtool"], style: Style::runner("pnMa", &[]), ..RUNS },
    Entry { names: &["uclampset"], style: Style::runner("mMp", &["pid"]), ..RUNS },
    Entry {
        names: &["arch"],
        style: Style::runner("de", &[]),
        operands: Operands::Own(arch),
        ..RUNS
    },
];

/// `firejail [options] COMMAND`; some options only tell of sandboxes, or end them.
fn firejail(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let tells = ["--list", "--tree", "--top", "--netstats", "--shutdown", "--version", "--help"];
    if !started.run.arguments.has(&tells) {
        run_or_shell(walk, started, rest(started, 0), scope);
    }
}

/// `capsh [options] -- [-c TEXT]`, `capsh [options] == …`: what follows are words for a shell.
fn capsh(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut words = started.run.words.iter();
    if words.any(|word| matches!(word.literal(), Some("--" | "-+" | "=="))) {
        run(
            walk,
            started,
            std::iter::once(&Value::from("sh")).chain(words).cloned().collect(),
            scope,
        );
    }
}

/// `newgrp [-] [GROUP]` starts a shell, which reads what comes in.
fn newgrp(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    run(walk, started, vec![Value::from("sh")], scope);
}

/// `runcon CONTEXT COMMAND`, `runcon -t TYPE COMMAND`
fn runcon(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let named =
        ["-t", "--type", "-u", "--user", "-r", "--role", "-l", "--range", "-c", "--compute"];
    let skipped = usize::from(!started.run.arguments.has(&named));
    run(walk, started, rest(started, skipped), scope);
}

/// `arch -x86_64 COMMAND`: architectures are options.
fn arch(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let is_option = |word: &&Value| word.known_start().starts_with('-');
    let words = started.run.words.iter().skip_while(is_option).cloned().collect();
    run(walk, started, words, scope);
}
