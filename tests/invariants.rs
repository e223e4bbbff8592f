//! What always holds, whatever comes in: exit status 0 or 2; a denial has a reason; output is empty or one document that
//! this host takes; nothing is ever rewritten or granted.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;
mod random;

use harness::acceptance::{Taken, taken};
use harness::{Fixture, Hook, Seen, fixtures};
use proptest::prelude::*;
use random::Random;
use std::process::Command;

/// A policy that has something to say about nearly everything, in every way it can be said.
const POLICY: &str = r#"
version = 1

[windows]
never = "2001-01-01"

[rules.deny-pushes]
deny = { run = ["git push", "rm -rf"] }
unless = { during = "never" }

[rules.ask-about-writes]
ask = { write = "**" }

[rules.warn-about-the-rest]
warn = { tool = "*" }
because = "{command} {path} {now} {opens}"
"#;

const MODES: [&str; 8] = [
    "default",
    "acceptEdits",
    "plan",
    "auto",
    "dontAsk",
    "bypassPermissions",
    "explore",
    "\u{202e}",
];

const HOSTS: [Option<&str>; 4] = [None, Some("claude-code"), Some("codex"), Some("maka")];

/// What is wrong with an answer, if anything. `host` is the one that is forced; without it any that the payload may be
/// of has to take the answer.
fn wrong(host: Option<&str>, seen: &Seen) -> Option<String> {
    if !matches!(seen.status, Some(0 | 2)) {
        return Some(format!("exit status {:?}", seen.status));
    }
    if seen.stdout.contains("updatedInput") || seen.stdout.contains("\"allow\"") {
        return Some("it rewrites or grants".to_owned());
    }
    let hosts = match host {
        Some(host) => vec![host],
        None => vec!["claude-code", "codex", "maka", "unknown"],
    };
    let takes = |host: &&str| !matches!(taken(host, seen), Taken::Failed(_));
    (!hosts.iter().any(takes)).then(|| "no host takes it".to_owned())
}

/// A command that is started again and again.
fn start(hook: &Hook, host: Option<&str>, payload: &[u8]) -> Seen {
    let mut command: Command = hook.build();
    if let Some(host) = host {
        command.args(["--host", host]);
    }
    harness::finish(command.spawn().unwrap(), payload)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..400), host in 0..4_usize) {
        let hook = Hook::new().policy(POLICY);
        let seen = start(&hook, HOSTS[host], &bytes);
        prop_assert_eq!(wrong(HOSTS[host], &seen), None, "{:?}", seen);
        // Bytes that are no JSON object cannot be judged, so they are denied.
        prop_assert_eq!(seen.status, Some(2));
    }

    #[test]
    fn arbitrary_commands_are_answered(command in "\\PC{0,120}", host in 0..4_usize, mode in 0..8_usize) {
        let hook = Hook::new().policy(POLICY);
        let own = ["", r#""transcript_path":"/t","#, r#""turn_id":"1","model":"m","#, r#""schema_version":1,"#][host];
        let payload = format!(
            r#"{{"session_id":"s",{own}"cwd":"/","hook_event_name":"PreToolUse","permission_mode":{},"tool_name":"Bash","tool_input":{{"command":{}}}}}"#,
            serde_json::json!(MODES[mode]), serde_json::json!(command)
        );
        let seen = start(&hook, HOSTS[host], payload.as_bytes());
        prop_assert_eq!(wrong(HOSTS[host].or(Some("unknown")), &seen), None, "{:?}", seen);
    }
}

/// Pieces that change what a payload means when they get into it.
const PIECES: [&str; 16] = [
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\ud800",
    "\\u0000",
    "null",
    "\"command\":1,",
    "git push; ",
    "\"tool_input\":\"x\",",
    "1e999",
    "\u{feff}",
];

/// The payload with a few bytes changed, taken out, doubled or put in, or with its end cut off.
fn mutated(payload: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = payload.to_vec();
    for _ in 0..=random.next(3) {
        let at = random.next(bytes.len());
        let until = (at + random.next(24)).min(bytes.len());
        match random.next(6) {
            0 if at < bytes.len() => bytes[at] = u8::try_from(random.next(256)).unwrap(),
            1 => _ = bytes.drain(at..until),
            2 => bytes.truncate(at),
            3 => {
                let doubled = bytes[at..until].to_vec();
                bytes.splice(at..at, doubled);
            }
            _ => _ = bytes.splice(at..at, PIECES[random.next(PIECES.len())].bytes()),
        }
    }
    bytes
}

/// The payload with another permission mode.
fn in_mode(payload: &[u8], mode: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(payload).into_owned();
    let key = "\"permission_mode\":\"";
    let Some(at) = text.find(key) else { return text.into_bytes() };
    let (before, after) = text.split_at(at + key.len());
    let end = after.find('"').unwrap();
    format!("{before}{mode}{}", &after[end..]).into_bytes()
}

#[test]
fn mutations_of_every_fixture_in_every_mode_and_host_are_answered() {
    let all: Vec<Fixture> = fixtures();
    let check = |fixtures: &[Fixture]| {
        let hook = Hook::new().policy(POLICY);
        let mut complaints = Vec::new();
        for (index, fixture) in fixtures.iter().enumerate() {
            let mut random = Random(0x9e37_79b9 + u64::try_from(index).unwrap());
            for mode in MODES {
                let payload = in_mode(&fixture.payload, mode);
                for host in HOSTS {
                    let payload = mutated(&payload, &mut random);
                    let seen = start(&hook, host, &payload);
                    if let Some(why) = wrong(host, &seen) {
                        let payload = String::from_utf8_lossy(&payload).into_owned();
                        complaints.push(format!(
                            "{} {mode} {host:?}: {why}: {seen:?}\n{payload}",
                            fixture.name
                        ));
                    }
                }
            }
        }
        complaints
    };
    let complaints: Vec<String> = std::thread::scope(|scope| {
        let halves = all.chunks(all.len().div_ceil(2));
        let threads: Vec<_> = halves.map(|half| scope.spawn(move || check(half))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_fixture_in_every_mode_is_taken_by_its_own_host() {
    let hook = Hook::new().policy(POLICY);
    for fixture in fixtures() {
        for mode in MODES {
            let seen = start(&hook, None, &in_mode(&fixture.payload, mode));
            assert_eq!(wrong(Some(fixture.host), &seen), None, "{} {mode}: {seen:?}", fixture.name);
        }
    }
}
