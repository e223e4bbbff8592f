//! What hookshim says that commands start is what the real bash starts, for many thousands of generated commands.
//!
//! Half of the commands are straight: every part of them runs. There, what is known must be exactly what was run, each
//! program with its words and its directory. In the other half branches are taken or not. hookshim judges both, so that
//! there everything that was run must be among what is claimed. A command counts as known if every program, word and
//! directory of the claim is known and nothing in it is opaque; of the straight ones that must be 95 in a hundred.
//!
//! Not generated, because bash 5.2 alone does it or a signal decides it: `${x}a$` (a last `$` keeps the word from being
//! split), a continuation at the end of what `eval` reads, escapes in arrays inside of `<(…)`, `$x{a,b}` (which is `$xa $xb`), and coprocesses whose shell ends.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

use std::collections::BTreeMap;

use bash::Bash;
use claim::{Claim, Outcome};
use generate::Generator;
use tree::Tree;

#[path = "differential/bash.rs"]
mod bash;
#[path = "shell/call.rs"]
mod call;
#[path = "differential/claim.rs"]
mod claim;
#[path = "differential/compound.rs"]
mod compound;
#[path = "differential/generate.rs"]
mod generate;
#[path = "shell/mutations.rs"]
#[allow(dead_code)]
mod mutations;
#[path = "differential/shells.rs"]
mod shells;
#[path = "differential/tree.rs"]
mod tree;
#[path = "differential/words.rs"]
mod words;

/// How many commands the default run tries; `HOOKSHIM_COMMANDS` asks for more.
const COMMANDS: usize = 20_000;

/// How many commands one bash runs.
const BATCH: usize = 500;

/// How many times a counterexample is made smaller.
const STEPS: usize = 200;

/// How many counterexamples are shown.
const SHOWN: usize = 5;

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// Whether the order in which a command starts programs is certain: nothing runs side by side, and no redirection runs
/// anything.
fn is_in_order(command: &str) -> bool {
    let command = command.replace("&&", "").replace("||", "");
    !command.contains(['|', '&', '<', '>']) && !command.contains("coproc")
}

fn outcome(
    command: &str,
    bash: &Bash,
    ran: Option<&Vec<bash::Ran>>,
    straight: bool,
) -> Option<Outcome> {
    let ran = ran?;
    Some(Claim::of(command, &bash.directory()).compare(ran, straight, is_in_order(command)))
}

/// The smallest command found that is wrong in the same way.
fn smallest(tree: &Tree, bash: &Bash, straight: bool) -> Tree {
    let mut tree = tree.clone();
    for _ in 0..STEPS {
        let mut all = tree.smaller();
        all.sort_by_key(|tree| tree.written().len());
        all.truncate(60);
        let commands: Vec<String> = all.iter().map(Tree::written).collect();
        let ran = bash.run(&commands);
        let wrong = commands.iter().zip(&ran).position(|(command, ran)| {
            outcome(command, bash, ran.as_ref(), straight) == Some(Outcome::Wrong)
        });
        match wrong {
            Some(at) => tree = all.swap_remove(at),
            None => break,
        }
    }
    tree
}

/// What one worker has found.
#[derive(Default)]
struct Found {
    known: usize,
    tried: usize,
    wrong: Vec<String>,
    unknown: Vec<String>,
}

fn work(seed: u64, count: usize, straight: bool) -> Found {
    let bash = Bash::new();
    let mut generator = Generator::new(seed, straight);
    let mut found = Found::default();
    while found.tried < count {
        let trees: Vec<Tree> = (0..BATCH).map(|_| generator.command_line()).collect();
        let commands: Vec<String> = trees.iter().map(Tree::written).collect();
        let ran = bash.run(&commands);
        for ((tree, command), ran) in trees.iter().zip(&commands).zip(&ran) {
            let Some(outcome) = outcome(command, &bash, ran.as_ref(), straight) else { continue };
            found.tried += 1;
            match outcome {
                Outcome::Known => found.known += 1,
                Outcome::Partly => found.unknown.push(command.clone()),
                Outcome::Wrong if found.wrong.len() < SHOWN => {
                    found.wrong.push(shown(&smallest(tree, &bash, straight), &bash));
                }
                Outcome::Wrong => found.wrong.push(String::new()),
            }
        }
    }
    found
}

/// A counterexample with both sides.
fn shown(tree: &Tree, bash: &Bash) -> String {
    let command = tree.written();
    let ran = bash.run(std::slice::from_ref(&command)).remove(0);
    let ran: String = ran
        .iter()
        .flatten()
        .map(|ran| format!("    {:?} in {:?}\n", ran.words, ran.directory))
        .collect();
    let claim = Claim::of(&command, &bash.directory());
    format!("{command}\n  bash ran\n{ran}  hookshim says\n{claim}")
}

/// Tries commands in two workers and returns in how many of a hundred all was known.
fn try_commands(straight: bool) -> f64 {
    let seed = number("HOOKSHIM_SEED").unwrap_or(0x5eed) as u64;
    let count = number("HOOKSHIM_COMMANDS").unwrap_or(COMMANDS) / 4;
    let found: Vec<Found> = std::thread::scope(|scope| {
        let start = |worker: u64| {
            scope.spawn(move || {
                work(
                    (seed << 3 | worker << 1 | 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
                    count,
                    straight,
                )
            })
        };
        let workers = [start(u64::from(straight)), start(2 + u64::from(straight))];
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let tried: usize = found.iter().map(|found| found.tried).sum();
    let known: usize = found.iter().map(|found| found.known).sum();
    let wrong: Vec<&String> = found.iter().flat_map(|found| &found.wrong).collect();
    let rate = 100.0 * known as f64 / tried as f64;
    println!("straight {straight}: {tried} tried, {} wrong, {rate:.2} % known", wrong.len());
    if std::env::var_os("HOOKSHIM_UNKNOWN").is_some() {
        for command in found.iter().flat_map(|found| &found.unknown).take(60) {
            println!("not known: {command:?}");
        }
    }
    let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
    wrong.iter().for_each(|wrong| *shown.entry(wrong).or_default() += 1);
    let shown: Vec<&str> = shown.into_keys().filter(|wrong| !wrong.is_empty()).collect();
    assert!(wrong.is_empty(), "{} of {tried}:\n\n{}", wrong.len(), shown.join("\n"));
    rate
}

#[test]
fn straight_commands_start_exactly_what_is_claimed() {
    let rate = try_commands(true);
    assert!(rate >= 95.0, "only {rate:.2} % known");
}

#[test]
fn commands_with_branches_start_nothing_but_what_is_claimed() {
    try_commands(false);
}
