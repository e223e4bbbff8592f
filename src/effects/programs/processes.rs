//! Owns the grammars of programs that end processes, which no common style has; it does not know which processes there
//! are.
//!
//! Sources: POSIX XCU "kill", kill(1), pkill(1), killall(1) of psmisc, and Microsoft's reference of taskkill and tskill.

use super::{Described, options, options::Style};
use crate::effects::{Arguments, Opt, Value};

const PKILL: Style = Style {
    short_values: "dgGPrstuUF",
    long_values: &[
        "signal",
        "queue",
        "pgroup",
        "group",
        "parent",
        "session",
        "terminal",
        "euid",
        "uid",
        "pidfile",
        "runstates",
        "cgroup",
        "ns",
        "nslist",
        "older",
    ],
    long_flags: &["full", "exact", "newest", "oldest", "inverse", "ignore-case", "echo", "count"],
    operands_last: false,
};
const KILLALL: Style = Style {
    short_values: "suoynZ",
    long_values: &["signal", "user", "older-than", "younger-than", "ns", "context"],
    long_flags: &[
        "exact",
        "ignore-case",
        "process-group",
        "interactive",
        "list",
        "quiet",
        "regexp",
    ],
    operands_last: false,
};

/// Options that only list something.
const LISTS: &[&str] = &["-l", "-L", "--list", "--table", "--help", "--version", "-V", "/?"];

/// The arguments of `kill`, `pkill`, `killall` and `taskkill`.
pub fn describe(name: &str, words: &[Value]) -> Option<Described> {
    let lower = name.to_ascii_lowercase();
    let arguments = match lower.strip_suffix(".exe").unwrap_or(&lower) {
        "kill" => kill(words),
        "pkill" | "skill" => signalled(&PKILL, words),
        "killall" | "killall5" => signalled(&KILLALL, words),
        "taskkill" | "tskill" => slashed(words),
        _ => return None,
    };
    let harmless = arguments.has(LISTS);
    Some(Described { arguments, harmless, directory: None, follow: None, program: None })
}

/// `kill [-SIGNAL | -s SIGNAL | -n NUMBER] [--] PROCESS…`: a first word with a dash is the signal, and any later one a
/// group of processes; `-1` means all. Alone, `-1` can only be meant as one.
fn kill(words: &[Value]) -> Arguments {
    let mut arguments = Arguments { known: true, ..Arguments::default() };
    let mut rest = words.iter().peekable();
    while let Some(word) = rest.next_if(|word| word.known_start().starts_with('-')) {
        match word.literal() {
            Some("--") => break,
            Some(name @ ("-s" | "-n" | "--signal")) => {
                arguments.options.push(Opt { name: name.to_owned(), value: rest.next().cloned() });
            }
            Some(name @ ("-l" | "-L" | "--list" | "--table" | "--help")) => {
                arguments.options.push(Opt { name: name.to_owned(), value: None });
            }
            _ if arguments.options.is_empty() && rest.peek().is_some() => {
                arguments.options.push(Opt { name: word.to_string(), value: None });
            }
            _ => {
                arguments.operands.push(word.clone());
                break;
            }
        }
    }
    // What is wholly unknown is what another program has printed: the id of a process.
    arguments.operands.extend(rest.filter(|word| !word.is_all_hole()).cloned());
    arguments
}

/// `pkill -9 NAME`, `-KILL`, `-SIGTERM`: the signal is one option, not several of one letter.
fn signalled(style: &Style, words: &[Value]) -> Arguments {
    let is_signal = |word: &Value| {
        let name = word.literal().and_then(|word| word.strip_prefix('-')).unwrap_or_default();
        let letters = name.len() > 2 && name.bytes().all(|it| it.is_ascii_uppercase());
        let name_and_number = name.starts_with("SIG") || name.starts_with("USR");
        let number = !name.is_empty() && name.bytes().all(|it| it.is_ascii_digit());
        letters || name_and_number || number
    };
    let (signals, others): (Vec<_>, Vec<_>) = words.iter().cloned().partition(is_signal);
    let mut arguments = options::parse(style, &others).arguments;
    let signals = signals.iter().map(|signal| Opt { name: signal.to_string(), value: None });
    arguments.options.splice(0..0, signals);
    arguments
}

/// `taskkill /F /IM NAME`; in Git Bash `//IM`, because it takes `/IM` for a path, and `-IM` will do.
fn slashed(words: &[Value]) -> Arguments {
    const WITH_VALUES: [&str; 6] = ["/IM", "/PID", "/FI", "/S", "/U", "/P"];
    let mut arguments = Arguments { known: true, ..Arguments::default() };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let text = word.known_start();
        if !text.starts_with(['/', '-']) || word.literal().is_none() {
            arguments.operands.push(word.clone());
            continue;
        }
        let name = format!("/{}", text.trim_start_matches(['/', '-']).to_ascii_uppercase());
        let value = if WITH_VALUES.contains(&name.as_str()) { rest.next().cloned() } else { None };
        arguments.options.push(Opt { name, value });
    }
    arguments
}
