//! Owns debuggers, profilers and tracers, which run the program that they look at; it does not know that program.
//!
//! Sources: gdb(1) and the GDB manual ("Shell Commands", "Python Commands"), gdbserver(1), lldb(1), perf-stat(1),
//! perf-record(1), perf-trace(1), valgrind(1), rr(1), heaptrack(1), uftrace(1), trace-cmd-record(1), bpftrace(8), dtruss(1),
//! truss(1) and ktrace(1) of FreeBSD, memusage(1), the documentation of py-spy.

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, rest, run, shell};
use super::interpreters;
use super::launch::{Launch, launch, own_words};
use super::marked::Marked;
use super::script_file;
use crate::effects::Value;
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;

const RUNS: Entry =
    Entry { style: Style::runner("", &[]), operands: Operands::Command(0), ..WORDS };

const PERF: Style = Style::runner(
    "eptocFrCGmDIMxuNSBw",
    &[
        "event",
        "pid",
        "tid",
        "output",
        "count",
        "freq",
        "repeat",
        "cpu",
        "cgroup",
        "mmap-pages",
        "delay",
        "interval-print",
        "metrics",
        "field-separator",
        "uid",
        "filter",
        "call-graph",
        "control",
        "expr",
        "max-stack",
        "duration",
    ],
);

const LAUNCHES: &[Launch] = &[
    launch(&["perf"], &["stat", "record"], PERF),
    launch(&["perf"], &["stat"], PERF),
    launch(&["perf"], &["record"], PERF),
    launch(&["perf"], &["trace"], PERF),
    launch(&["perf"], &["ftrace"], PERF),
    launch(&["perf"], &["mem", "record"], PERF),
    launch(&["perf"], &["c2c", "record"], PERF),
    launch(&["perf"], &["lock", "record"], PERF),
    launch(&["perf"], &["sched", "record"], PERF),
    launch(&["uftrace"], &["record"], Style::runner("FNTdPDAR", &["data", "filter", "depth"])),
    launch(&["uftrace"], &["live"], Style::runner("FNTdPDAR", &["data", "filter", "depth"])),
    launch(&["trace-cmd"], &["record"], Style::runner("eofplgnPsrNtb", &[])),
    launch(&["py-spy"], &["record"], Style::runner("orfdp", &["output", "rate", "format"])),
    launch(&["rr"], &["record"], Style::runner("cnhoiv", &["env", "output-trace-dir"])),
];

const OWN: Entry = Entry { operands: Operands::Own(launched), ..WORDS };

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["gdb", "rust-gdb"],
        whole_words: Some(GDB),
        operands: Operands::Own(gdb),
        ..WORDS
    },
    Entry {
        names: &["gdbserver"],
        style: Style::runner("", &["wrapper"]),
        operands: Operands::Command(1),
        ..WORDS
    },
    Entry { names: &["lldb", "rust-lldb"], style: LLDB, operands: Operands::Own(lldb), ..WORDS },
    Entry { names: &["perf", "uftrace", "trace-cmd", "py-spy"], ..OWN },
    Entry { names: &["rr"], ..OWN },
    Entry { names: &["valgrind"], ..RUNS },
    Entry {
        names: &["heaptrack"],
        style: Style::runner("opa", &["output", "pid", "analyze"]),
        ..RUNS
    },
    Entry { names: &["memusage"], style: Style::runner("npbdxym", &["progname", "png"]), ..RUNS },
    Entry { names: &["dtruss", "truss"], style: Style::runner("ponsSt", &[]), ..RUNS },
    Entry { names: &["ktrace"], style: Style::runner("fgpt", &[]), ..RUNS },
    Entry {
        names: &["bpftrace"],
        style: Style::new("ecoBfpIl", &["include", "unsafe"]),
        options: &[(&["-c"], Use::Runs)],
        ..WORDS
    },
];

/// `TOOL WORD [options] COMMAND`; `rr COMMAND` is `rr record COMMAND`.
fn launched(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let tool = super::name_of(&started.run.program);
    let words = own_words(started);
    if let Some(launch) = LAUNCHES.iter().find(|launch| launch.fits(tool, words)) {
        run(walk, started, launch.launched(words).command, scope);
    } else if tool == "rr" && !is_own_command(words.first()) {
        run(walk, started, words.to_vec(), scope);
    }
}

/// Whether it is a command of rr itself.
fn is_own_command(word: Option<&Value>) -> bool {
    const COMMANDS: &[&str] = &[
        "replay",
        "ps",
        "ls",
        "rm",
        "dump",
        "events",
        "pack",
        "sources",
        "help",
        "buildid",
        "rerun",
        "traceinfo",
        "cpufeatures",
        "explicit-sources",
    ];
    word.and_then(Value::literal).is_some_and(|word| COMMANDS.contains(&word))
}

/// Options of gdb with a value in the next word.
const GDB: &[&str] = &[
    "-ex",
    "-eval-command",
    "-iex",
    "-init-eval-command",
    "-x",
    "-command",
    "-ix",
    "-init-command",
    "-p",
    "-pid",
    "-c",
    "-core",
    "-s",
    "-symbols",
    "-e",
    "-exec",
    "-se",
    "-d",
    "-directory",
    "-cd",
    "-D",
    "-data-directory",
    "-b",
    "-l",
    "-tty",
    "-i",
    "-interpreter",
];

/// `gdb [-ex COMMAND] [-x FILE] [--args] PROGRAM ARGUMENTS`: it runs what stands after `--args`, and its own commands.
fn gdb(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = &started.run.words;
    let dashes = words.iter().position(|word| matches!(word.literal(), Some("--args" | "-args")));
    if let Some(dashes) = dashes {
        run(walk, started, words.iter().skip(dashes + 1).cloned().collect(), scope);
    }
    let arguments = &started.run.arguments;
    let program = arguments.operands.first().filter(|_| dashes.is_none());
    for option in &arguments.options {
        let Some(value) = &option.value else { continue };
        match option.name.as_str() {
            "-ex" | "-eval-command" | "-iex" | "-init-eval-command" => {
                debugger_command(walk, started, value, program, scope);
            }
            "-x" | "-command" | "-ix" | "-init-command" => {
                commands_in_file(walk, started, value, program, scope);
            }
            _ => {}
        }
    }
    commands_of_input(walk, started, program, scope);
}

const LLDB: Style = Style::runner(
    "acfknoOpPsSQK",
    &[
        "arch",
        "attach-name",
        "attach-pid",
        "core",
        "file",
        "one-line",
        "one-line-before-file",
        "one-line-on-crash",
        "source",
        "source-before-file",
        "source-on-crash",
        "script-language",
        "wait-for",
    ],
);

/// `lldb [-o COMMAND] [-s FILE] [-f] PROGRAM [--] ARGUMENTS`
fn lldb(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let words = rest(started, 0).into_iter().filter(|word| word.literal() != Some("--"));
    let program = arguments.value(&["-f", "--file"]).cloned();
    let command: Vec<Value> = program.into_iter().chain(words).collect();
    run(walk, started, command.clone(), scope);
    for option in &arguments.options {
        let Some(value) = &option.value else { continue };
        match option.name.as_str() {
            "-o" | "-O" | "--one-line" | "--one-line-before-file" => {
                debugger_command(walk, started, value, command.first(), scope);
            }
            "-s" | "-S" | "--source" | "--source-before-file" => {
                commands_in_file(walk, started, value, command.first(), scope);
            }
            _ => {}
        }
    }
    commands_of_input(walk, started, command.first(), scope);
}

fn commands_in_file(
    walk: &mut Walk,
    started: &Started,
    file: &Value,
    program: Option<&Value>,
    scope: &mut Scope,
) {
    if let Some(input) = walk.read_through(file, scope) {
        let mut own = scope.clone();
        own.feed(0, input);
        return commands_of_input(walk, started, program, &mut own);
    }
    script_file::in_file(walk, started, file, scope, |walk, text, scope| {
        debugger_commands(walk, started, text, program, scope);
    });
}

fn commands_of_input(
    walk: &mut Walk,
    started: &Started,
    program: Option<&Value>,
    scope: &mut Scope,
) {
    if let Input::Text(text) = scope.input() {
        debugger_commands(walk, started, &text, program, scope);
    }
}

fn debugger_commands(
    walk: &mut Walk,
    started: &Started,
    text: &Value,
    program: Option<&Value>,
    scope: &mut Scope,
) {
    for line in Marked::new(text).lines() {
        debugger_command(walk, started, &line, program, scope);
    }
}

/// A command of gdb or lldb: `shell TEXT`, `!TEXT`, `python CODE`, `run ARGUMENTS`.
fn debugger_command(
    walk: &mut Walk,
    started: &Started,
    command: &Value,
    program: Option<&Value>,
    scope: &mut Scope,
) {
    let known = command.known_start();
    let start = known.len() - known.trim_start().len();
    let line = known.trim_start();
    let after = |word: &str| command.after(start + word.len());
    let shells = ["!", "platform shell ", "shell ", "make ", "pipe "];
    if let Some(word) = shells.iter().find(|word| line.starts_with(*word)) {
        let kept = if *word == "make " { "" } else { word };
        if let Some(text) = after(kept) {
            shell(walk, started, &text, scope);
        }
        return;
    }
    let pythons = ["python-interactive ", "python ", "py ", "pi ", "script "];
    if let Some(word) = pythons.iter().find(|word| line.starts_with(*word))
        && let Some(code) = after(word)
    {
        return interpreters::python(walk, started, &code, scope);
    }
    let runs = ["run ", "r ", "start ", "process launch -- "];
    if let (Some(word), Some(program)) = (runs.iter().find(|word| line.starts_with(*word)), program)
        && let Some(text) = after(word)
    {
        let words = walk.words_of(&text.shell_text(), scope);
        run(walk, started, std::iter::once(program.clone()).chain(words).collect(), scope);
    }
}
