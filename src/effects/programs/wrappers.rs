//! Owns programs that run the command named by their arguments; it does not know what that one does.
//!
//! Sources: the GNU coreutils manual (nice, nohup, stdbuf, timeout), util-linux (ionice, setsid, flock, script), time(1),
//! faketime(1), watch(1), strace(1), ltrace(1), at(1), hyperfine(1), the Bash Reference Manual (command, builtin, exec, time).

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, rest, run, shell};
use super::files::Files;
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

const RUNS: Entry =
    Entry { style: Style::runner("", &[]), operands: Operands::Command(0), ..WORDS };

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry { names: &["command"], operands: Operands::Own(command), ..RUNS },
    Entry {
        names: &[
            "builtin",
            "nohup",
            "setsid",
            "busybox",
            "toybox",
            "eatmydata",
            "unbuffer",
            "chronic",
            "catchsegv",
            "winpty",
            "torsocks",
            "torify",
            "dbus-launch",
            "linux32",
            "linux64",
            "fakechroot",
            "noglob",
            "nocorrect",
            // zsh's own way to say so (zsh manual, "Precommand Modifiers").
            "-",
        ],
        ..RUNS
    },
    Entry { names: &["proxychains", "proxychains4"], style: Style::runner("f", &[]), ..RUNS },
    Entry { names: &["exec"], style: Style::runner("a", &[]), ..RUNS },
    Entry {
        names: &["time", "gtime"],
        style: Style::runner("fo", &["format", "output"]),
        options: &[(&["-o", "--output"], Use::Writes)],
        ..RUNS
    },
    Entry { names: &["nice", "gnice"], style: Style::runner("n", &["adjustment"]), ..RUNS },
    Entry {
        names: &["ionice"],
        style: Style::runner("cnpPu", &["class", "classdata", "pid", "pgid", "uid"]),
        ..RUNS
    },
    Entry {
        names: &["stdbuf"],
        style: Style::runner("ioe", &["input", "output", "error"]),
        ..RUNS
    },
    Entry {
        names: &["timeout", "gtimeout"],
        style: Style::runner("ks", &["kill-after", "signal"]),
        operands: Operands::Command(1),
        ..RUNS
    },
    Entry {
        names: &["faketime"],
        style: Style::runner("fp", &[]),
        operands: Operands::Command(1),
        ..RUNS
    },
    Entry {
        names: &["flock"],
        style: Style::runner("wE", &["timeout", "wait", "conflict-exit-code"]),
        operands: Operands::Own(flock),
        ..RUNS
    },
    Entry {
        names: &["watch"],
        style: Style::runner("nd?q", &["interval", "equexit"]).flags(&[
            "differences",
            "exec",
            "errexit",
            "precise",
            "color",
        ]),
        operands: Operands::Own(watch),
        ..RUNS
    },
    Entry {
        names: &["strace"],
        style: Style::runner(
            "abeEIoOpPsSuUX",
            &[
                "env",
                "attach",
                "user",
                "detach-on",
                "interruptible",
                "signal",
                "status",
                "trace",
                "trace-path",
                "columns",
                "abbrev",
                "verbose",
                "raw",
                "read",
                "write",
                "kvm",
                "output",
                "string-limit",
                "const-print-style",
                "summary-syscall-overhead",
                "summary-sort-by",
                "summary-columns",
                "inject",
                "fault",
            ],
        ),
        options: &[(&["-o", "--output"], Use::Writes)],
        ..RUNS
    },
    Entry {
        names: &["ltrace"],
        style: Style::runner(
            "aAeDlnopsuwxF",
            &["align", "config", "demangle", "indent", "library", "output", "where"],
        ),
        options: &[(&["-o", "--output"], Use::Writes)],
        ..RUNS
    },
    Entry {
        names: &["script"],
        style: Style::new(
            "BcEIOmTot?",
            &[
                "log-in",
                "log-out",
                "log-io",
                "log-timing",
                "logging-format",
                "command",
                "echo",
                "output-limit",
            ],
        )
        .flags(&["timing", "append", "return", "flush", "force", "quiet"]),
        options: &[
            (&["-c", "--command"], Use::Shell),
            (
                &["-B", "-I", "-O", "-T", "--log-in", "--log-out", "--log-io", "--log-timing"],
                Use::Writes,
            ),
        ],
        operands: Operands::Own(script),
        ..WORDS
    },
    Entry {
        names: &["man"],
        style: Style::new(
            "CRLmMSserPpEHT?X?Z?",
            &[
                "config-file",
                "recode",
                "locale",
                "systems",
                "manpath",
                "sections",
                "extension",
                "pager",
                "prompt",
                "preprocessor",
                "encoding",
            ],
        ),
        options: &[(&["-P", "--pager", "-H", "--html"], Use::Shell)],
        ..WORDS
    },
    Entry { names: &["tmux"], style: TMUX, operands: Operands::Own(tmux), ..WORDS },
    Entry { names: &["screen"], style: SCREEN, operands: Operands::Own(screen), ..WORDS },
    Entry {
        names: &["nodemon", "watchexec"],
        style: Style::runner(
            "xewdif",
            &["exec", "ext", "watch", "delay", "ignore", "exts", "filter"],
        ),
        operands: Operands::Own(watched),
        ..WORDS
    },
    Entry {
        names: &["hyperfine"],
        style: Style::new(
            "wmMrpScNLPDsn",
            &[
                "warmup",
                "min-runs",
                "max-runs",
                "runs",
                "prepare",
                "conclude",
                "setup",
                "cleanup",
                "shell",
                "style",
                "time-unit",
                "export-json",
                "export-csv",
                "export-markdown",
                "export-asciidoc",
                "parameter-list+",
                "command-name",
                "input",
                "output",
                "ignore-failure",
            ],
        ),
        options: &[
            (&["-p", "--prepare", "-s", "--setup", "-c", "--cleanup", "--conclude"], Use::Shell),
            (&["--export-json", "--export-csv", "--export-markdown"], Use::Writes),
        ],
        operands: Operands::Own(texts),
        ..WORDS
    },
    Entry {
        names: &["concurrently"],
        style: Style::new(
            "cnpm",
            &[
                "names",
                "name-separator",
                "prefix",
                "prefix-colors",
                "max-processes",
                "restart-tries",
            ],
        ),
        operands: Operands::Own(texts),
        ..WORDS
    },
];

/// `command -v` and `-V` only say what would run.
fn command(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if !started.run.arguments.has(&["-v", "-V"]) {
        run(walk, started, rest(started, 0), scope);
    }
}

const TMUX: Style = Style::runner("cfLSTF", &[]);
const TMUX_COMMAND: Style = Style::runner("cdeFnstxylpXYN", &[]);
const SCREEN: Style = Style::runner("cehprSsTtX?", &[]);

/// `tmux new-session [options] [TEXT]` runs it by a shell; `tmux send-keys [options] KEYS` types it into one.
fn tmux(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = rest(started, 0);
    let Some((command, words)) = words.split_first() else { return };
    let style = match command.literal() {
        // Here `-d` takes no value, and in `send-keys` neither do `-l` and `-X`.
        Some("new-session" | "new") => Style::runner("cefFnstxy", &[]),
        Some(
            "new-window" | "neww" | "split-window" | "splitw" | "respawn-pane" | "respawn-window",
        ) => Style::runner("ceFlnptS", &[]),
        Some("send-keys" | "send") => Style::runner("ctN", &[]),
        Some("run-shell" | "run" | "if-shell" | "if" | "display-popup" | "popup") => TMUX_COMMAND,
        _ => return,
    };
    let first = options::leading(&style, words).first_operand;
    let is_key = |word: &Value| matches!(word.literal(), Some("Enter" | "C-m" | "KPEnter"));
    let words = words.iter().skip(first).filter(|word| !is_key(word));
    let words: Vec<Value> = words.cloned().collect();
    if !words.is_empty() {
        shell(walk, started, &joined(&words), scope);
    }
}

/// `screen [options] COMMAND`; `screen -X stuff TEXT` types it into a shell.
fn screen(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = rest(started, 0);
    match (words.first().and_then(Value::literal), words.get(1)) {
        (Some("stuff"), Some(text)) => shell(walk, started, text, scope),
        _ if started.run.arguments.has(&["-X"]) => {}
        _ => run(walk, started, words, scope),
    }
}

/// `nodemon --exec TEXT`, of which the words after it are a part; `watchexec COMMAND`.
fn watched(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = rest(started, 0);
    match started.run.arguments.value(&["-x", "--exec"]) {
        Some(text) => {
            let words: Vec<Value> = std::iter::once(text.clone()).chain(words).collect();
            shell(walk, started, &joined(&words), scope);
        }
        None => run(walk, started, words, scope),
    }
}

/// Every operand is a text for a shell.
fn texts(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    for text in &started.run.arguments.operands {
        shell(walk, started, text, scope);
    }
}

/// `flock FILE COMMAND` or `flock FILE -c TEXT`.
fn flock(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = rest(started, 1);
    match words.split_first() {
        Some((option, texts)) if matches!(option.literal(), Some("-c" | "--command")) => {
            texts.iter().take(1).for_each(|text| shell(walk, started, text, scope));
        }
        _ => run(walk, started, words, scope),
    }
}

/// `watch WORDS`: joined by blanks, a text for a shell; with `-x` a command.
fn watch(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = rest(started, 0);
    if started.run.arguments.has(&["-x", "--exec"]) {
        run(walk, started, words, scope);
    } else if !words.is_empty() {
        shell(walk, started, &joined(&words), scope);
    }
}

/// Words joined by blanks.
pub fn joined(words: &[Value]) -> Value {
    Value::joined(words, " ")
}

/// `script [FILE [COMMAND…]]` writes down what happens; `typescript` is the usual file.
fn script(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let logs = ["-B", "-O", "-I", "--log-in", "--log-out", "--log-io"];
    let style = Style::runner(
        "BcEIOmTot?",
        &["command", "log-in", "log-out", "log-io", "log-timing", "echo"],
    );
    let first = options::leading(&style, &started.run.words).first_operand;
    let words: Vec<Value> = started.run.words.iter().skip(first).cloned().collect();
    let (file, command) = words.split_at_checked(1).unwrap_or_default();
    let usual = Value::from("typescript");
    if !started.run.arguments.has(&logs) {
        let mut files = Files::new(walk, started, scope);
        files.one(Access::Write, file.first().unwrap_or(&usual), false);
    }
    let command = command.iter().skip_while(|word| word.literal() == Some("--"));
    // BSD's `script FILE COMMAND`; to util-linux, options may follow the file.
    let command: Vec<Value> = command.cloned().collect();
    if command.first().is_some_and(|word| !word.known_start().starts_with('-')) {
        run(walk, started, command, scope);
    } else if !started.run.arguments.has(&["-c", "--command", "-V", "--version", "--help"]) {
        run(walk, started, vec![Value::from("sh")], scope);
    }
}
