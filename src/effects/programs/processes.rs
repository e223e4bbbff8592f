//! Owns the grammar of programs that send signals: a signal may be an option of its own; it does not end anything.
//!
//! Sources: POSIX XCU "kill", procps (pkill, pgrep, skill), killall(1) of psmisc.

use super::{Described, harmless};
use crate::effects::options::{self, Style};
use crate::effects::{Hole, Opt, Piece, Value};

const PROGRAMS: &[(&[&str], Style)] = &[
    (&["kill"], Style::runner("snqL?l?", &["signal", "queue"])),
    (
        &["pkill", "pgrep", "pidwait"],
        Style::new(
            "dFgGPrstuUqO",
            &[
                "signal",
                "queue",
                "delimiter",
                "pidfile",
                "pgroup",
                "group",
                "parent",
                "runstates",
                "session",
                "terminal",
                "euid",
                "uid",
                "older",
                "ns",
                "nslist",
                "cgroup",
            ],
        )
        .flags(&[
            "full",
            "ignore-case",
            "exact",
            "inverse",
            "newest",
            "oldest",
            "count",
            "echo",
            "list-name",
        ]),
    ),
    (
        &["killall"],
        Style::new("osuynZcdt", &["older-than", "signal", "user", "younger-than", "ns", "context"])
            .flags(&["exact", "ignore-case", "interactive", "process-group", "regexp", "wait"]),
    ),
    (&["skill", "snice"], Style::new("tucp", &["command", "pid", "tty", "user"])),
];

/// The grammar of a program that sends signals; `None` for another one.
pub fn describe(name: &str, words: &[Value]) -> Option<Described> {
    if name == "kill"
        && let Some((program, words)) = by_name(words)
    {
        let described = describe("pkill", &words)?;
        return Some(Described { program: Some((program, words)), ..described });
    }
    let (_, style) = PROGRAMS.iter().find(|(names, _)| names.contains(&name))?;
    let mut rest: Vec<Value> = Vec::new();
    let mut signal = None;
    let mut ended = false;
    for word in words {
        if word.literal() == Some("--") {
            // It may stand already: behind a signal there are no options.
            if !std::mem::replace(&mut ended, true) {
                rest.push(word.clone());
            }
            continue;
        }
        match word.literal().filter(|word| signal.is_none() && is_signal(word)) {
            // To `kill`, a signal is one only in front: `kill -9 -1`.
            Some(name_of_signal) if name != "kill" || rest.is_empty() => {
                signal = Some(Opt { name: name_of_signal.to_owned(), value: None });
                if name == "kill" {
                    ended = true;
                    rest.push(Value::from("--"));
                }
            }
            // `kill -s TERM -1`: a group, or every process.
            Some(_) if !ended => {
                ended = true;
                rest.extend([Value::from("--"), word.clone()]);
            }
            _ => rest.push(word.clone()),
        }
    }
    let mut arguments = options::parse(style, &rest).arguments;
    arguments.options.splice(0..0, signal);
    let harmless = harmless::by_arguments(name, &arguments);
    Some(Described { arguments, harmless, ..Described::default() })
}

/// The ids of processes that are looked up by name, as one hole that says how: `$(pgrep node)`. `None` if a word is not
/// known.
pub fn listed(words: &[Value]) -> Option<Value> {
    let words: Option<Vec<String>> = words.iter().map(|word| spelt(word.literal()?)).collect();
    let spelling = format!("$({})", words?.join(" "));
    Some(Value::new(vec![Piece::Hole(Hole::new(spelling))]))
}

/// A word as `words_of` reads it: between quotes, if there is a blank in it.
fn spelt(word: &str) -> Option<String> {
    match (word.contains('\''), word.contains(' ')) {
        (true, _) => None,
        (false, true) => Some(format!("'{word}'")),
        (false, false) => Some(word.to_owned()),
    }
}

/// The words of a line in which only single quotes join anything.
fn words_of(line: &str) -> Vec<Value> {
    let mut quoted = false;
    let words = line.split(|character| {
        quoted ^= character == '\'';
        character == ' ' && !quoted
    });
    words.map(|word| Value::from(word.trim_matches('\''))).collect()
}

/// `kill $(pgrep node)` is another spelling of `pkill node`.
fn by_name(words: &[Value]) -> Option<(Value, Vec<Value>)> {
    let asks_only = |word: &Value| matches!(word.literal(), Some("-0" | "-l" | "-L"));
    if words.iter().any(asks_only) {
        return None;
    }
    let holes = words.iter().flat_map(Value::pieces).filter_map(|piece| match piece {
        Piece::Hole(hole) => Some(hole.spelling()),
        Piece::Text(_) => None,
    });
    let asked = |spelling: &str| {
        let words = words_of(spelling.strip_prefix("$(")?.strip_suffix(')')?);
        let (program, words) = words.split_first()?;
        ["pgrep", "pidof"].contains(&program.literal()?).then(|| words.to_vec())
    };
    Some((Value::from("pkill"), holes.into_iter().find_map(asked)?))
}

/// `-9`, `-HUP`, `-SIGTERM`, `-RTMIN+1`
fn is_signal(word: &str) -> bool {
    let Some(name) = word.strip_prefix('-').filter(|name| !name.is_empty()) else { return false };
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let name = name.strip_prefix("SIG").unwrap_or(name);
    is_number || name.starts_with("RTM") || SIGNALS.contains(&name)
}

const SIGNALS: &[&str] = &[
    "ABRT", "ALRM", "BUS", "CHLD", "CONT", "EXIT", "FPE", "HUP", "ILL", "INFO", "INT", "IO", "IOT",
    "KILL", "PIPE", "POLL", "PROF", "PWR", "QUIT", "SEGV", "STKFLT", "STOP", "SYS", "TERM", "TRAP",
    "TSTP", "TTIN", "TTOU", "URG", "USR1", "USR2", "VTALRM", "WINCH", "XCPU", "XFSZ",
];
