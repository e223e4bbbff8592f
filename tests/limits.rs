//! Everything that faces input is bounded: what is too long, too deep or too much is asked about or denied, in time.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::{Hook, Seen};
use serde_json::json;
use std::time::{Duration, Instant};

const POLICY: &str = r#"
version = 1
[rules.push]
deny = { run = "git push" }
[rules.home]
deny = { delete = "~", tree = true }
"#;

/// What Codex, which cannot ask, is told about a command.
fn judged(command: &str) -> (Seen, Duration) {
    let began = Instant::now();
    let seen = Hook::new().policy(POLICY).run(payload(command));
    (seen, began.elapsed())
}

fn payload(command: &str) -> String {
    let payload = json!({
        "session_id": "s", "turn_id": "1", "model": "m", "cwd": "/", "hook_event_name": "PreToolUse",
        "tool_name": "Bash", "tool_input": { "command": command },
    });
    payload.to_string()
}

/// A shell that reads a shell that reads a shell.
fn shells(depth: usize) -> String {
    let open: String = (0..depth).map(|level| format!("bash <<'E{level}'\n")).collect();
    let close: String = (0..depth).rev().map(|level| format!("\nE{level}")).collect();
    format!("{open}git push{close}")
}

/// `deadline_ms` is kept to, shorter and longer than what holds without it.
#[test]
fn the_policys_deadline_is_kept_to() {
    // Slow, and yet within all bounds.
    let command = "for i in 1 2 3 4 5 6 7 8 9; do ".repeat(5) + "git status" + &"; done".repeat(5);
    let told = |deadline: &str| {
        let policy =
            format!("version = 1\n{deadline}\n[rules.push]\ndeny = {{ run = \"git push\" }}\n");
        Hook::new().policy(&policy).run(payload(&command)).stderr
    };
    assert!(told("deadline_ms = 50").contains("within 50 ms"), "{}", told("deadline_ms = 50"));
    let told = told("deadline_ms = 10_000");
    assert!(!told.contains("within 50 ms") && !told.contains("within 800 ms"), "{told}");
}

#[test]
fn hostile_commands_are_stopped_within_the_deadline() {
    let nested = |open: &str, inner: &str, close: &str, count: usize| {
        format!("{}{inner}{}", open.repeat(count), close.repeat(count))
    };
    for (name, command) in [
        ("substitutions", nested("$(", "git push", ")", 100)),
        ("substitutions, very deep", nested("$(", "git push", ")", 100_000)),
        ("substitutions, unfinished", "$(".repeat(200_000)),
        ("subshells", nested("( ", "git push", " )", 10_000)),
        ("groups", nested("{ ", "git push", "; }", 10_000)),
        ("conditions", nested("if ", "git push", "; then :; fi", 10_000)),
        ("shells in shells", shells(80)),
        ("wrappers", format!("{}git push", "sudo ".repeat(20_000))),
        ("eval", format!("{}git push", "eval ".repeat(20_000))),
        ("a function that calls itself", "f() { f; f; }; f".to_owned()),
        ("two that call each other", "f() { g; g; }; g() { f; f; }; f; git push".to_owned()),
        ("loops in loops", nested("for i in 1 2 3 4 5 6 7 8 9; do ", "git push", "; done", 8)),
        ("many commands", "ls;".repeat(100_000) + "git push"),
        ("many words", format!("git push {}", "x ".repeat(300_000))),
        ("braces in braces", format!("git push {}", "{a,b}".repeat(1_000))),
        ("a parameter that doubles", format!("x=aaaaaaaa;{}git push $x", "x=$x$x;".repeat(60))),
        ("an option of a megabyte", format!("git push -{}", "f".repeat(1 << 20))),
    ] {
        let (seen, took) = judged(&command);
        assert_eq!(seen.status, Some(2), "{name}: {seen:?}");
        // A loaded machine is slow; a host's own timeout is at least three seconds.
        assert!(took < Duration::from_millis(2_500), "{name}: {took:?}");
        assert!(!seen.stderr.contains("bug in hookshim"), "{name}: {}", seen.stderr);
    }
}

#[test]
fn long_harmless_commands_are_no_trouble() {
    for (name, command) in [
        (
            "a here-document of a megabyte",
            format!("cat > x <<'EOF'\n{}\nEOF", "git push; rm -rf ~\n".repeat(60_000)),
        ),
        ("an argument of a megabyte", format!("echo '{}'", "git push ".repeat(110_000))),
        ("a thousand commands", "ls -la src | head -3;".repeat(1_000)),
        ("sixty levels", format!("{}ls{}", "$(".repeat(60), ")".repeat(60))),
        (
            "a loop over many words",
            format!("for x in {}; do echo $x; done", "a b c ".repeat(5_000)),
        ),
    ] {
        let (seen, took) = judged(&command);
        assert_eq!(seen.status, Some(0), "{name}: {seen:?}");
        assert!(took < Duration::from_millis(2_500), "{name}: {took:?}");
    }
}

#[test]
fn a_payload_beyond_64_mib_is_denied_after_it_was_read() {
    let payload =
        format!(r#"{{"tool_name":"Bash","tool_input":{{"command":"{}"}}}}"#, "x".repeat(64 << 20));
    let seen = Hook::new().policy(POLICY).run(payload);
    assert_eq!(seen.status, Some(2));
    // A slow machine may reach the deadline first; either is said.
    assert!(
        seen.stderr.contains("longer than") || seen.stderr.contains("within 800 ms"),
        "{}",
        seen.stderr
    );
}
