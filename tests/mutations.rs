//! Following a command never panics, and takes no more than a fixed number of steps for each byte of it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

use std::panic::catch_unwind;

use hookshim::call::{Command, Request, ToolCall};
use hookshim::effects::{self, Effects};
use hookshim::facts::Facts;
use mutations::{Random, TABLES, mutate, programs};

#[path = "shell/mutations.rs"]
mod mutations;

/// How many mutations the default run follows; `HOOKSHIM_MUTATIONS` asks for more.
const MUTATIONS: usize = 200_000;

/// What mutations put into programs.
const PIECES: &[&str] = &[
    " ",
    "\n",
    ";",
    "&",
    "|",
    "(",
    ")",
    "{ ",
    "}",
    "'",
    "\"",
    "`",
    "$",
    "$(",
    "${",
    "\\",
    "#",
    "<",
    ">",
    "<<E\n",
    "if ",
    "then ",
    "fi",
    "do ",
    "done",
    "case ",
    "esac",
    "in ",
    "a",
    "x=",
    "((",
    "))",
    "[[ ",
    "]]",
    "!",
    "\\\n",
    "=(",
    "&&",
    "||",
    ";;",
    "f() { ",
    "<(",
    "*",
    "[",
    "]",
    "{a,b}",
    "{1..9}",
    "~",
    "$x",
    "${x%",
    "${x:-",
    "$@",
    "\"${a[@]}\"",
    "cd ",
    "eval ",
    "bash -c '",
    "sudo ",
    "env ",
    "xargs ",
    "git push ",
    "rm -rf ",
    "x=$x$x; ",
    "set -- ",
    "shift;",
    "IFS=,;",
    "export ",
    "alias f=",
    "trap ",
    "break;",
    "return;",
    "$((",
    "1<<",
    "é",
    "\0",
    "${x/",
    "${x:1:",
    "/",
    "-",
    "=",
    "read x",
    "<<< ",
    "2>&1",
    "exec ",
    "> f",
    "printf -v ",
    "f;",
    "unset ",
    "find . -exec ",
];

fn effects_of(command: &str) -> Effects {
    let call = ToolCall {
        tool: "Bash".to_owned(),
        request: Request::Shell(Command::Shell(command.to_owned())),
        mcp: false,
        input: serde_json::Value::Null,
        directory: "/nowhere/project".to_owned(),
        mode: None,
        origin: None,
        agent: None,
        session: None,
        turn: None,
        id: None,
    };
    effects::of(&call, &Facts::new(Some(0)))
}

/// The commands of every table there is.
fn commands() -> Vec<String> {
    let rows =
        |text: &'static str| text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let pushes = rows(include_str!("commands.table")).filter_map(|row| row.split_once('|'));
    let paths = rows(include_str!("paths.table")).filter_map(|row| row.split_once(" => "));
    let tables = pushes.map(|(_, command)| command).chain(paths.map(|(command, _)| command));
    let tables = tables.map(|command| command.trim().replace('⏎', "\n").replace('⇥', "\t"));
    tables.chain(TABLES.iter().flat_map(|table| programs(table))).collect()
}

#[test]
fn no_mutation_of_a_command_panics() {
    let commands = commands();
    assert!(commands.len() >= 600, "only {} commands", commands.len());
    let asked = std::env::var("HOOKSHIM_MUTATIONS").ok().and_then(|asked| asked.parse().ok());
    let count = asked.unwrap_or(MUTATIONS);
    let failures: Vec<String> = std::thread::scope(|scope| {
        let follow = |worker: u64| {
            let commands = &commands;
            scope.spawn(move || {
                let mut random = Random(0x5eed_0bad_cafe_f00d + worker);
                let texts = (0..count / 2).map(|_| mutated(commands, &mut random));
                let panics = |text: &String| catch_unwind(|| effects_of(text)).is_err();
                texts.filter(panics).take(10).collect::<Vec<String>>()
            })
        };
        let workers = [follow(0), follow(1)];
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(failures.is_empty(), "{failures:#?}");
}

fn mutated(commands: &[String], random: &mut Random) -> String {
    let mut text: Vec<char> = commands[random.next(commands.len())].chars().collect();
    let other: Vec<char> = commands[random.next(commands.len())].chars().collect();
    for _ in 0..=random.next(4) {
        mutate(&mut text, &other, PIECES, random);
    }
    text.into_iter().collect()
}

/// Families of commands that grow: what is repeated with its number for `N`, and what comes before and after.
const FAMILIES: &[(&str, &str, &str)] = &[
    ("", "alpha N --x=N 'N' \"N\"; ", ""),
    ("alpha ", "'N'\"N\"\\N ", ""),
    ("", "alpha N && ", "beta"),
    ("", "alpha N || ", "beta"),
    ("", "alpha N | ", "beta"),
    ("", "vN=1; ", "ls && v3=;"),
    ("", "aN=1 && ", "ls"),
    ("", "aN=1 || ", "ls"),
    ("", "x=$x$N; alpha $x; ", ""),
    ("", "cat <<E\ntext N $x\nE\n", ""),
    ("", "alpha $(beta N) `beta N`; ", ""),
    ("", "alpha N $(cat <<E1\n", ""),
    ("alpha ", "$(beta N ", ""),
    ("a=(", "N ", "); alpha \"${a[@]}\""),
    ("", "a+=(N); ", "alpha \"${a[@]}\""),
    ("", "fN() { alpha N; }; ", "f1"),
    ("", "fN() { fN; }; fN; ", ""),
    ("", "cd dN; alpha; ", ""),
    ("", "cd dN && alpha N > fN; ", ""),
    ("", "if alpha N; then x=N; else y=N; fi; ", "ls $x"),
    ("", "for i in 1 2 3; do alpha $i N; done; ", ""),
    ("", "while alpha; do x=N; break; done; ", ""),
    ("", "case N in N) xN=1;; esac; ", ""),
    ("", "( xN=1; alpha ); ", ""),
    ("", "xN=1 alpha; ", ""),
    ("", "bash -c 'alpha N'; ", ""),
    ("", "eval 'vN=1; alpha'; ", ""),
    ("", "export vN=N; ", "bash -c alpha"),
    ("", "alias aN=alpha; ", ""),
    ("", "{N,a,b} ", ""),
    ("alpha ", "{N..9}", ""),
    ("", "trap 'alpha N' EXIT; ", ""),
    ("", "exec N<<< x; ", ""),
    ("set -- ", "N ", "; shift; shift; alpha $@"),
    ("", "read xN <<< N; ", ""),
    ("", "{ vN=1; } && ", "ls"),
];

fn grown((start, piece, end): &(&str, &str, &str), size: usize) -> String {
    let mut text = (*start).to_owned();
    for number in 1.. {
        if text.len() >= size {
            break;
        }
        text.push_str(&piece.replace('N', &number.to_string()));
    }
    text + end
}

/// How long this thread has worked, in milliseconds; what others do does not count (proc(5), schedstat).
fn worked() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    text.split(' ').next().expect("a number").parse::<f64>().expect("a number") / 1e6
}

/// Work that grows with the square takes a hundred times as long for ten times the size. `HOOKSHIM_TIMINGS` prints all.
#[test]
#[cfg(target_os = "linux")]
fn work_grows_with_the_size_and_no_faster() {
    const GROWTH: f64 = 30.0;
    /// Below this, what is measured is noise.
    const LEAST: f64 = 20.0;
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let follow = |families: &'static [(&str, &str, &str)]| {
            scope.spawn(move || {
                let measured = families.iter().map(|family| (family, times(family)));
                let measured = measured.inspect(|(family, times)| {
                    if std::env::var_os("HOOKSHIM_TIMINGS").is_some() {
                        println!("{:?}: {times:.1?} ms", family.1);
                    }
                });
                let grows = |times: &[f64]| {
                    times.windows(2).any(|pair| pair[1] > GROWTH * pair[0].max(LEAST))
                };
                let wrong = measured.filter(|(_, times)| grows(times));
                wrong.map(|(family, times)| format!("{:?}: {times:.1?} ms", family.1)).collect()
            })
        };
        let (ones, others) = FAMILIES.split_at(FAMILIES.len() / 2);
        let workers = [follow(ones), follow(others)];
        workers.into_iter().flat_map(|worker| -> Vec<String> { worker.join().unwrap() }).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn times(family: &(&str, &str, &str)) -> [f64; 4] {
    [1_000, 10_000, 100_000, 1_000_000].map(|size| {
        let text = grown(family, size);
        let start = worked();
        drop(effects_of(&text));
        worked() - start
    })
}
