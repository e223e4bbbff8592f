//! Every payload that was recorded from a real client decodes to the call that the client was about to make.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::{Hook, fixtures};
use serde_json::Value;

/// The neutral call and its effects for every fixture of a host, one a line.
fn calls(host: &str) -> String {
    let mut lines = String::new();
    for fixture in fixtures().into_iter().filter(|fixture| fixture.host == host) {
        let check = Hook::command(&["check", "--payload", "-", "--json", "--no-system"])
            .policy("version = 1\n")
            .variable("HOME", "/home/user");
        let seen = check.run(&fixture.payload);
        assert_eq!(seen.status, Some(0), "{}: {}", fixture.name, seen.stderr);
        let shown: Value = serde_json::from_str(&seen.stdout).unwrap();
        assert_eq!(shown["verdict"], "silence", "{}", fixture.name);
        lines += &format!("{}\n", fixture.name);
        if shown["call"].is_null() {
            assert!(!is_pre_tool_use(&fixture.payload), "{}", fixture.name);
            lines += "  another event\n";
            continue;
        }
        assert_eq!(shown["host"], host, "{}", fixture.name);
        let call = shown["call"].as_object().unwrap();
        let told = call.iter().filter(|(_, value)| !value.is_null());
        let told: Vec<String> =
            told.map(|(key, value)| format!("{key}={}", plain(value))).collect();
        lines += &format!("  {}\n", told.join(" "));
        for effect in shown["effects"].as_array().unwrap() {
            lines += &format!("  {}\n", summary(effect));
        }
    }
    lines
}

fn is_pre_tool_use(payload: &[u8]) -> bool {
    String::from_utf8_lossy(payload).contains(r#""hook_event_name":"PreToolUse""#)
}

fn summary(effect: &Value) -> String {
    let what = effect["words"].as_array().or(effect["paths"].as_array());
    let what: Vec<String> = what.into_iter().flatten().map(plain).collect();
    let tree = if effect["tree"] == true { " tree" } else { "" };
    format!("{} {:?}{tree}", plain(&effect["effect"]), what)
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[test]
fn claude_code_payloads_decode_to_their_calls() {
    insta::assert_snapshot!(calls("claude-code"));
}

#[test]
fn codex_payloads_decode_to_their_calls() {
    insta::assert_snapshot!(calls("codex"));
}

#[test]
fn maka_payloads_decode_to_their_calls() {
    insta::assert_snapshot!(calls("maka"));
}

#[test]
fn every_fixture_is_answered_with_silence_by_an_empty_policy() {
    for fixture in fixtures() {
        let seen = Hook::new()
            .policy("version = 1\n")
            .arguments(&["--host", fixture.host])
            .run(&fixture.payload);
        assert_eq!(
            (seen.status, seen.stdout.as_str(), seen.stderr.as_str()),
            (Some(0), "", ""),
            "{}",
            fixture.name
        );
    }
}
