//! Owns small programs that start the command named by their arguments: under a limit, in a terminal, through a proxy, as a
//! service, when something changes; it does not know the command.
//!
//! Sources: the manuals of cpulimit, tsocks, rlwrap, dumb-init, tini, moreutils (ifne, pee, mispipe, lckdo), daemontools
//! (setlock, softlimit, envdir, envuidgid), s6 (s6-setuidgid), task-spooler (tsp), nq, pueue, socat, zellij, wezterm,
//! start-stop-daemon(8), daemonize, reflex, onchange, chokidar, pm2, foreman, honcho, overmind, Slurm (srun, sbatch,
//! salloc), Open MPI (mpirun), systemd-cat(1), logsave(8), gum, sshpass(1), wait-for-it, dockerize, ip-netns(8), launchctl(1),
//! hookshim's own design.

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, run, shell};
use super::launch::{Launch, launch, own_words};
use super::wrappers::joined;
use crate::effects::Value;
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

const RUNS: Entry =
    Entry { style: Style::runner("", &[]), operands: Operands::Command(0), ..WORDS };
const TEXTS: Entry = Entry { operands: Operands::Own(texts), ..WORDS };
const NONE: Style = Style::runner("", &[]);

const LAUNCHES: &[Launch] = &[
    launch(
        &["pueue"],
        &["add"],
        Style::runner("wagopdl", &["working-directory", "group", "after"]),
    ),
    launch(&["zellij"], &["run"], Style::runner("dnxy", &["cwd", "direction", "name"])),
    launch(
        &["zellij"],
        &["action", "new-pane"],
        Style::runner("dnxy", &["cwd", "direction", "name"]),
    ),
    launch(&["wezterm"], &["start"], Style::runner("", &["cwd", "class", "workspace"])),
    launch(&["foreman"], &["run"], Style::runner("edf", &["env", "root", "procfile"])),
    launch(&["honcho"], &["run"], Style::runner("edf", &["env", "app-root", "procfile"])),
    launch(&["overmind"], &["run"], NONE),
    launch(&["gum"], &["spin"], Style::runner("s", &["spinner", "title", "align", "timeout"])),
    launch(&["launchctl"], &["submit"], Style::runner("lpoe", &[])),
    Launch { skipped: 1, ..launch(&["launchctl"], &["asuser"], NONE) },
    launch(&["coresched"], &["new"], Style::runner("t", &["dest-type"])),
    Launch { skipped: 1, ..launch(&["ip"], &["netns", "exec"], NONE) },
    Launch { skipped: 1, ..launch(&["ip"], &["vrf", "exec"], NONE) },
];

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &[
            "tsocks",
            "graftcp",
            "dumb-init",
            "catatonit",
            "ifne",
            "nq",
            "primusrun",
            "optirun",
            "gamemoderun",
            "mangohud",
            "xinit",
            "startx",
            "cage",
            "steam-run",
            "nixGL",
            "with-contenv",
            "cronic",
            "shx",
        ],
        ..RUNS
    },
    Entry {
        names: &["cpulimit"],
        style: Style::runner("pelPcs", &["pid", "exe", "limit", "path", "cpu", "signal"]),
        ..RUNS
    },
    Entry {
        names: &["rlwrap"],
        style: Style::runner(
            "a?bCDfFgHlmM?oOpPqsStwz",
            &[
                "break-chars",
                "command-name",
                "history-no-dupes",
                "file",
                "history-format",
                "forget-matching",
                "history-filename",
                "logfile",
                "prompt-colour",
                "pre-given",
                "quote-characters",
                "histsize",
                "substitute-prompt",
                "set-term-name",
                "wait-before-prompt",
                "filter",
            ],
        ),
        ..RUNS
    },
    Entry { names: &["tini"], style: Style::runner("pe", &[]), ..RUNS },
    Entry {
        names: &[
            "setlock",
            "envdir",
            "envuidgid",
            "s6-setuidgid",
            "s6-envdir",
            "s6-setlock",
            "lckdo",
        ],
        operands: Operands::Command(1),
        ..RUNS
    },
    Entry {
        names: &["softlimit", "s6-softlimit"],
        style: Style::runner("admstlopcfrh", &[]),
        ..RUNS
    },
    Entry { names: &["tsp"], style: Style::runner("ENDWLOTGHa", &[]), ..RUNS },
    Entry { names: &["pee", "mispipe"], ..TEXTS },
    Entry { names: &["sshpass"], style: Style::runner("fdpP", &[]), ..RUNS },
    Entry {
        names: &["wait-for-it", "wait-for-it.sh"],
        style: Style::new("htp", &["host", "port", "timeout"]),
        operands: Operands::Own(after_dashes),
        ..WORDS
    },
    Entry {
        names: &["srun", "salloc"],
        style: Style::runner(
            "nNpcAtJweoiDGmMqxCdbB",
            &[
                "ntasks",
                "nodes",
                "partition",
                "cpus-per-task",
                "account",
                "time",
                "job-name",
                "nodelist",
                "error",
                "output",
                "input",
                "chdir",
                "gres",
                "gpus",
                "mem",
                "mem-per-cpu",
                "qos",
                "constraint",
                "jobid",
            ],
        ),
        ..RUNS
    },
    Entry {
        names: &["sbatch"],
        style: Style::new("nNpcAtJweoiDGM", &["wrap", "ntasks", "nodes", "time", "output"]),
        options: &[(&["--wrap"], Use::Shell)],
        ..WORDS
    },
    Entry {
        names: &["mpirun", "mpiexec", "orterun"],
        style: Style::runner("ncHNx", &["np", "host", "hostfile", "map-by", "bind-to", "wdir"]),
        operands: Operands::Own(mpirun),
        ..WORDS
    },
    Entry {
        names: &["systemd-cat"],
        style: Style::runner("tp", &["identifier", "priority", "stderr-priority"]),
        ..RUNS
    },
    Entry {
        names: &["systemd-socket-activate"],
        style: Style::runner("lE", &["listen", "setenv", "fdname"]),
        ..RUNS
    },
    Entry { names: &["logsave"], operands: Operands::Command(1), ..RUNS },
    Entry { names: &["reflex"], style: Style::runner("gGrRdt", &["glob", "regex"]), ..RUNS },
    Entry {
        names: &["onchange"],
        style: Style::new("deikjp", &["delay", "exclude", "initial"]),
        operands: Operands::Own(after_dashes),
        ..WORDS
    },
    Entry {
        names: &["chokidar", "watchman-make"],
        style: Style::new("cdtipsr", &["command", "debounce", "ignore", "run", "pattern"]),
        options: &[(&["-c", "--command", "--run"], Use::Shell)],
        ..WORDS
    },
    Entry {
        names: &["start-stop-daemon"],
        style: Style::new(
            "xapunsgkcdrNPImR",
            &["exec", "startas", "pidfile", "user", "name", "signal", "chuid", "chdir", "retry"],
        )
        .flags(&[
            "start",
            "stop",
            "status",
            "background",
            "make-pidfile",
            "oknodo",
            "quiet",
        ]),
        operands: Operands::Own(start_stop_daemon),
        ..WORDS
    },
    Entry { names: &["daemonize"], style: Style::runner("cepluEo", &[]), ..RUNS },
    Entry { names: &["dockerize"], operands: Operands::Own(dockerize), ..WORDS },
    Entry { names: &["socat"], operands: Operands::Own(socat), ..WORDS },
    Entry {
        names: &["pm2"],
        style: Style::new("nic", &["name", "instances", "cron", "interpreter", "cwd"]),
        operands: Operands::Own(pm2),
        ..WORDS
    },
    Entry { names: &["hookshim"], operands: Operands::Own(hookshim), ..WORDS },
    Entry {
        names: &["launchctl", "pueue", "zellij", "wezterm", "foreman", "honcho", "overmind", "gum"],
        operands: Operands::Own(launched),
        ..WORDS
    },
    Entry {
        names: &["ip", "coresched"],
        style: Style::new("fnbrl", &["family", "netns", "batch", "rcvbuf", "loops"]),
        operands: Operands::Own(launched),
        ..WORDS
    },
];

/// `TOOL WORD [options] [--] COMMAND`
fn launched(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let tool = super::name_of(&started.run.program);
    let words = own_words(started);
    let Some(launch) = LAUNCHES.iter().find(|launch| launch.fits(tool, words)) else { return };
    let command = launch.launched(words).command;
    // pueue gives its words to a shell.
    match command.as_slice() {
        _ if tool != "pueue" => run(walk, started, command, scope),
        [] => {}
        words => shell(walk, started, &joined(words), scope),
    }
}

/// Every operand is a text for a shell.
fn texts(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    for text in &started.run.arguments.operands {
        shell(walk, started, text, scope);
    }
}

/// `hookshim wrap [options] -- COMMAND`: what it starts is judged as if it stood alone.
fn hookshim(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if started.run.words.first().and_then(Value::literal) == Some("wrap") {
        after_dashes(walk, started, scope);
    }
}

/// What follows `--`.
fn after_dashes(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut words = started.run.words.iter();
    if words.any(|word| word.literal() == Some("--")) {
        run(walk, started, words.cloned().collect(), scope);
    }
}

/// `dockerize -wait ADDRESS -timeout 10s COMMAND`: every option but a few takes the next word.
fn dockerize(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut words = started.run.words.as_slice();
    while let Some((first, after)) = words.split_first() {
        let known = first.known_start();
        if !known.starts_with('-') {
            break;
        }
        let is_flag = known.contains('=') || ["-version", "-no-overwrite"].contains(&known);
        words = after.get(usize::from(!is_flag)..).unwrap_or_default();
    }
    run(walk, started, words.to_vec(), scope);
}

/// `mpirun -np 4 COMMAND`: long options may have one dash.
fn mpirun(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    const VALUES: &[&str] = &[
        "-n",
        "-np",
        "-c",
        "-H",
        "-host",
        "-hostfile",
        "-machinefile",
        "-N",
        "-x",
        "-wdir",
        "-map-by",
        "-bind-to",
        "-mca",
    ];
    let mut words = started.run.words.as_slice();
    while let Some((first, after)) = words.split_first() {
        let known = first.known_start();
        let Some(name) = known.strip_prefix('-') else { break };
        let name = name.strip_prefix('-').unwrap_or(name);
        let takes = VALUES.iter().any(|value| value.get(1..) == Some(name));
        let values = if name == "mca" { 2 } else { usize::from(takes) };
        words = after.get(values..).unwrap_or_default();
    }
    run(walk, started, words.to_vec(), scope);
}

/// `start-stop-daemon --start --exec PROGRAM -- ARGUMENTS`
fn start_stop_daemon(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let program = arguments.value(&["-a", "--startas"]).or(arguments.value(&["-x", "--exec"]));
    if let Some(program) = program.filter(|_| arguments.has(&["-S", "--start"])) {
        let words = std::iter::once(program).chain(&arguments.operands).cloned().collect();
        run(walk, started, words, scope);
    }
}

/// `socat - EXEC:COMMAND,options`, `SYSTEM:TEXT`
fn socat(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    for address in &started.run.arguments.operands {
        let known = address.known_start();
        let Some((kind, rest)) = known.split_once(':') else { continue };
        let kind = kind.to_ascii_lowercase();
        if !["exec", "system", "shell"].contains(&kind.as_str()) {
            continue;
        }
        // Options stand after a comma.
        let command = match address.literal() {
            Some(_) => rest.split(',').next().map(Value::from),
            None => address.after(kind.len() + 1),
        };
        if let Some(command) = command {
            shell(walk, started, &command, scope);
        }
    }
}

/// `pm2 start TEXT`, `pm2 start PROGRAM -- ARGUMENTS`
fn pm2(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let [word, rest @ ..] = started.run.arguments.operands.as_slice() else { return };
    match (word.literal(), rest) {
        (Some("start"), [text]) => shell(walk, started, text, scope),
        (Some("start"), words) => run(walk, started, words.to_vec(), scope),
        _ => {}
    }
}
