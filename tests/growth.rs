//! The work for a text grows with its length and no faster, at 1 KB, 10 KB, 100 KB and 1 MB, in every room that it passes.
//! `HOOKSHIM_TIMINGS` prints what was measured.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

use families::{FAMILIES, Family, grown};
use hookshim::{
    call::{Command, Request, ToolCall},
    effects::{self, Effects},
    facts::Facts,
    policy::Policy,
    shell::{Dialect, parse_as},
};
use hostile::{HOSTILE, repeated};
use notation::{Row, TestZones};
use work::{SIZES, Work, grows, shown};

#[path = "growth/families.rs"]
mod families;
#[path = "shell/hostile.rs"]
mod hostile;
#[path = "policy/notation.rs"]
mod notation;
#[path = "growth/work.rs"]
mod work;

/// Measures each item of a list, on two threads, and says which of them grow too fast.
fn check<T: Sync>(list: &[T], measure: impl Fn(&T) -> Vec<(String, [Work; 4])> + Sync) {
    let told = std::env::var_os("HOOKSHIM_TIMINGS").is_some();
    let check = |half: usize| {
        let mut wrong = Vec::new();
        for (name, measured) in list.iter().skip(half).step_by(2).flat_map(&measure) {
            if told {
                println!("{name}: {}", shown(&measured));
            }
            wrong.extend(grows(&measured).map(|how| format!("{name}: {how}")));
        }
        wrong
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let workers = [0, 1].map(|half| scope.spawn(move || check(half)));
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn parsing_grows_with_the_text_and_no_faster() {
    check(HOSTILE, |(piece, end)| {
        let dialects = [Dialect::Bash, Dialect::Zsh];
        let measured = dialects.map(|dialect| {
            let measured = SIZES.map(|size| {
                let text = repeated(piece, end, size);
                Work::of(|| drop(parse_as(&text, dialect))).1
            });
            (format!("{piece:?} … {end:?} in {dialect:?}"), measured)
        });
        measured.into()
    });
}

#[test]
fn following_and_judging_grow_with_the_command_and_no_faster() {
    check(FAMILIES, |family: &Family| {
        let policies = [notation::read(include_str!("growth/policy.toml"))];
        let measured = SIZES.map(|size| {
            let command = grown(family, size);
            let (effects, followed) = Work::of(|| effects_of(&command));
            (followed, Work::of(|| judge(&policies, effects)).1)
        });
        let [followed, judged] = [measured.map(|both| both.0), measured.map(|both| both.1)];
        vec![(format!("following {family:?}"), followed), (format!("judging {family:?}"), judged)]
    });
}

fn effects_of(command: &str) -> Effects {
    let request = Request::Shell(Command::Shell(command.to_owned()));
    let call = ToolCall { request, ..notation::call() };
    effects::of(&call, &Facts::new(Some(0)))
}

fn judge(policies: &[Policy], effects: Effects) {
    let row = Row { effects, ..Row::parse("") };
    row.judge(policies, &TestZones::default());
}
