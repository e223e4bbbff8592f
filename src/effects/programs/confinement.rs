//! Owns programs that run a command in another namespace, session, architecture or schedule; it does not know the command.
//!
//! Sources: the GNU coreutils manual (chroot), util-linux (unshare, nsenter, setpriv, prlimit, taskset, chrt, choom, setarch),
//! systemd-run(1), dbus-run-session(1), ssh-agent(1), fakeroot(1), xvfb-run(1), bwrap(1), numactl(8), caffeinate(8).

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, rest, run, run_or_shell};
use crate::effects::Value;
use crate::effects::mounts::{Mount, Mounts};
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

const RUNS: Entry =
    Entry { style: Style::runner("", &[]), operands: Operands::Command(0), ..WORDS };

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["chroot"],
        style: Style::runner("", &["groups", "userspec"]),
        operands: Operands::Own(chroot),
        ..RUNS
    },
    Entry {
        names: &["unshare"],
        style: Style::runner(
            "m?u?i?n?p?U?C?T?RwSG",
            &[
                "map-user",
                "map-group",
                "map-users",
                "map-groups",
                "propagation",
                "setgroups",
                "root",
                "wd",
                "setuid",
                "setgid",
                "monotonic",
                "boottime",
            ],
        )
        .flags(&["mount", "uts", "ipc", "net", "pid", "user", "cgroup", "time", "fork"]),
        operands: Operands::CommandOrShell(0),
        ..RUNS
    },
    Entry {
        names: &["nsenter"],
        style: Style::runner("tSGm?u?i?n?p?C?U?T?r?w?", &["target", "setuid", "setgid"]).flags(&[
            "all", "mount", "uts", "ipc", "net", "pid", "cgroup", "user", "time", "root", "wd",
        ]),
        operands: Operands::CommandOrShell(0),
        ..RUNS
    },
    Entry {
        names: &["setpriv"],
        style: Style::runner(
            "",
            &[
                "ambient-caps",
                "inh-caps",
                "bounding-set",
                "ruid",
                "euid",
                "rgid",
                "egid",
                "reuid",
                "regid",
                "groups",
                "securebits",
                "pdeathsig",
                "selinux-label",
                "apparmor-profile",
            ],
        ),
        ..RUNS
    },
    Entry {
        names: &["prlimit"],
        style: Style::runner("poc?d?e?f?i?l?m?n?q?r?s?t?u?v?x?y?", &["pid", "output"]),
        ..RUNS
    },
    Entry { names: &["taskset"], operands: Operands::Own(after_number), ..RUNS },
    Entry {
        names: &["chrt"],
        style: Style::runner("TPD", &["sched-runtime", "sched-period", "sched-deadline"]),
        operands: Operands::Own(after_number),
        ..RUNS
    },
    Entry { names: &["choom"], style: Style::runner("np", &["adjust", "pid"]), ..RUNS },
    Entry {
        names: &["numactl"],
        style: Style::runner(
            "imNCpPlsw",
            &["interleave", "membind", "cpunodebind", "physcpubind", "preferred", "localalloc"],
        ),
        ..RUNS
    },
    Entry { names: &["setarch"], operands: Operands::Own(setarch), ..RUNS },
    Entry {
        names: &["systemd-run"],
        style: Style::runner(
            "MpEHuP",
            &[
                "machine",
                "unit",
                "property",
                "description",
                "slice",
                "service-type",
                "uid",
                "gid",
                "nice",
                "working-directory",
                "setenv",
                "path-property",
                "socket-property",
                "on-active",
                "on-boot",
                "on-startup",
                "on-unit-active",
                "on-unit-inactive",
                "on-calendar",
                "timer-property",
                "host",
                "background",
            ],
        )
        .flags(&[
            "user",
            "scope",
            "wait",
            "pty",
            "pipe",
            "shell",
            "collect",
            "on-timezone-change",
        ]),
        ..RUNS
    },
    Entry {
        names: &["systemd-inhibit"],
        style: Style::runner("", &["what", "who", "why", "mode"]),
        ..RUNS
    },
    Entry {
        names: &["dbus-run-session"],
        style: Style::runner("", &["config-file", "dbus-daemon"]),
        ..RUNS
    },
    Entry { names: &["ssh-agent"], style: Style::runner("aEOPt", &[]), ..RUNS },
    Entry {
        names: &["fakeroot"],
        style: Style::runner("lsib", &["lib", "faked"]),
        options: &[(&["-s"], Use::Writes), (&["-i"], Use::Reads)],
        ..RUNS
    },
    Entry {
        names: &["xvfb-run"],
        style: Style::runner(
            "efnpsw",
            &["error-file", "auth-file", "server-num", "xauth-protocol", "server-args", "wait"],
        ),
        ..RUNS
    },
    Entry { names: &["caffeinate"], style: Style::runner("tw", &[]), ..RUNS },
    Entry {
        names: &["bwrap"],
        style: Style::runner(
            "",
            &[
                "bind+",
                "ro-bind+",
                "dev-bind+",
                "bind-try+",
                "ro-bind-try+",
                "dev-bind-try+",
                "symlink+",
                "setenv+",
                "file+",
                "bind-data+",
                "ro-bind-data+",
                "chmod+",
                "unsetenv",
                "proc",
                "dev",
                "tmpfs",
                "dir",
                "chdir",
                "uid",
                "gid",
                "hostname",
                "seccomp",
                "cap-add",
                "cap-drop",
                "args",
                "argv0",
                "perms",
                "size",
                "lock-file",
                "sync-fd",
                "info-fd",
                "remount-ro",
                "mqueue",
            ],
        ),
        ..RUNS
    },
];

/// `setarch ARCHITECTURE [options] COMMAND`
fn setarch(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = rest(started, 1);
    let first = options::leading(&Style::runner("", &[]), &words).first_operand;
    run(walk, started, words.into_iter().skip(first).collect(), scope);
}

/// `chroot DIRECTORY COMMAND`: its paths lie below the directory.
fn chroot(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let mut own = scope.clone();
    if let Some(root) = arguments.operands.first().filter(|root| root.literal() != Some("/"))
        && scope.mounts.is_none()
    {
        let there = |here| Mount { here, there: "/".to_owned(), read_only: false };
        let mounts = scope.meant(root).into_iter().map(there).collect();
        own.mounts = Some(Mounts::new(mounts));
        own.directories = vec![Value::from("/")];
    }
    run_or_shell(walk, started, rest(started, 1), &mut own);
}

/// `taskset MASK COMMAND`, `chrt PRIORITY COMMAND`: newer versions can do without the number. With `-p` it is about a
/// process that runs already.
fn after_number(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    if arguments.has(&["-p", "--pid"]) {
        return;
    }
    let is_number = |word: &Value| {
        word.known_start().starts_with(|first: char| first.is_ascii_hexdigit())
            && word.known_start().chars().all(|one| one.is_ascii_hexdigit() || ",-x:".contains(one))
    };
    let numbers = usize::from(arguments.operands.first().is_some_and(is_number));
    run(walk, started, rest(started, numbers), scope);
}
