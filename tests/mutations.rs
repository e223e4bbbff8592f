//! Following a command never panics.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

use std::panic::catch_unwind;

use call::bash_call;
use hookshim::effects::{self, Effects};
use hookshim::facts::Facts;
use mutations::{Random, TABLES, mutate, programs};

#[path = "shell/call.rs"]
mod call;
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
    let call = bash_call(command, "/nowhere/project");
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
