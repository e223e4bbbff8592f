//! Every verdict is said so that the host it is said to does what is meant, and nothing more.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::acceptance::{Taken, maka, taken};
use harness::{Hook, Seen, payload};
use serde_json::{Value, json};

/// One rule for each verdict; the command says which one is meant.
const POLICY: &str = r#"
version = 1

[rules.no]
deny = { run = "say deny" }
because = "The answer is no."

[rules.perhaps]
ask = { run = "say ask" }
because = "The answer is perhaps."

[rules.careful]
warn = { run = "say warn" }
because = "The answer is careful."
"#;

const VERDICTS: [&str; 4] = ["silence", "warn", "ask", "deny"];

/// Each host and permission mode, with what becomes of a question there.
const MODES: [(&str, Option<&str>, &str); 17] = [
    ("claude-code", Some("default"), "asks"),
    ("claude-code", Some("acceptEdits"), "asks"),
    ("claude-code", Some("plan"), "asks"),
    ("claude-code", Some("auto"), "asks"),
    ("claude-code", Some("dontAsk"), "stops"),
    ("claude-code", Some("bypassPermissions"), "stops"),
    ("claude-code", Some("aModeOfNextYear"), "stops"),
    ("claude-code", None, "stops"),
    ("codex", Some("default"), "stops"),
    ("codex", Some("plan"), "stops"),
    ("codex", Some("bypassPermissions"), "stops"),
    ("maka", Some("explore"), "stops"),
    ("maka", Some("ask"), "stops"),
    ("maka", Some("execute"), "stops"),
    ("maka", Some("bypass"), "stops"),
    ("unknown", Some("default"), "stops"),
    ("unknown", None, "stops"),
];

fn answer(host: &str, mode: Option<&str>, verdict: &str) -> Seen {
    let input = json!({ "command": format!("say {verdict}") });
    Hook::new().policy(POLICY).run(payload(host, mode, input).to_string())
}

/// What has to come of a verdict, in a word.
fn expected(host: &str, verdict: &str, question: &'static str) -> &'static str {
    match (verdict, host) {
        ("silence", _) => "runs",
        ("warn", "claude-code" | "codex") => "runs, and the person is told",
        ("warn", _) => "runs",
        ("ask", _) => question,
        _ => "stops",
    }
}

#[test]
fn each_verdict_is_taken_as_meant_in_each_host_and_mode() {
    let mut wrong = Vec::new();
    for (host, mode, question) in MODES {
        for verdict in VERDICTS {
            let seen = answer(host, mode, verdict);
            let got = match taken(host, &seen) {
                Taken::Runs { told: None } => "runs",
                Taken::Runs { told: Some(_) } => "runs, and the person is told",
                Taken::Asks(_) => "asks",
                Taken::Rewritten { .. } => "is rewritten",
                Taken::Stopped(_) => "stops",
                Taken::Failed(_) => "failed",
            };
            if got != expected(host, verdict, question) {
                wrong.push(format!("{host} {mode:?} {verdict}: {got}: {seen:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn silence_is_empty() {
    for (host, mode, _) in MODES {
        let seen = answer(host, mode, "silence");
        assert_eq!((seen.stdout.as_str(), seen.stderr.as_str()), ("", ""), "{host} {mode:?}");
    }
}

#[test]
fn a_denial_has_empty_output_and_names_rule_and_reason() {
    for (host, mode, _) in MODES {
        let seen = answer(host, mode, "deny");
        assert_eq!((seen.status, seen.stdout.as_str()), (Some(2), ""), "{host} {mode:?}");
        for part in ["`say deny`", "rule no", "The answer is no."] {
            assert!(seen.stderr.contains(part), "{host} {mode:?}: {}", seen.stderr);
        }
    }
}

#[test]
fn the_answers_read_like_this() {
    let mut shown = String::new();
    for (host, mode) in [
        ("claude-code", Some("default")),
        ("claude-code", Some("bypassPermissions")),
        ("codex", Some("default")),
        ("maka", Some("ask")),
        ("unknown", None),
    ] {
        for verdict in VERDICTS {
            let Seen { status, stdout, stderr } = answer(host, mode, verdict);
            shown +=
                &format!("{host} {}, {verdict}: exit {}\n", mode.unwrap_or("-"), status.unwrap());
            shown += &format!("{stdout}{stderr}\n");
        }
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn the_reading_of_maka_agrees_with_makas_own() {
    let file = std::fs::read("tests/fixtures/maka/vectors/result-vectors.json").unwrap();
    let file: Value = serde_json::from_slice(&file).unwrap();
    let mut read = 0;
    for vector in file["vectors"].as_array().unwrap() {
        let result = &vector["result"];
        let text = |key: &str| result[key].as_str().unwrap_or_default();
        // Long texts are only described, and a host's own failures are not about the answer.
        if result.get("note").is_some()
            || ["timedOut", "aborted", "spawnError"].iter().any(|key| result.get(key).is_some())
        {
            continue;
        }
        read += 1;
        let status = result["exitCode"].as_i64().map(|status| i32::try_from(status).unwrap());
        let expected = match (vector["status"].as_str().unwrap(), vector["reason"].as_str()) {
            ("denied", Some(reason)) => Taken::Stopped(reason.to_owned()),
            ("allowed", _) => Taken::Runs { told: None },
            _ => Taken::Failed(String::new()),
        };
        let got = match maka(status, text("stdout"), text("stderr")) {
            Taken::Failed(_) => Taken::Failed(String::new()),
            got => got,
        };
        assert_eq!(got, expected, "{}", vector["name"]);
    }
    assert_eq!(read, 30, "the vectors that say something about an answer");
}

#[test]
fn maka_takes_every_verdict_as_it_is_meant() {
    for (verdict, stops) in [("silence", false), ("warn", false), ("ask", true), ("deny", true)] {
        for mode in ["explore", "ask", "execute", "bypass"] {
            let seen = answer("maka", Some(mode), verdict);
            match maka(seen.status, &seen.stdout, &seen.stderr) {
                Taken::Runs { told: None } => assert!(!stops, "{verdict} {mode}"),
                Taken::Stopped(reason) => {
                    assert!(stops, "{verdict} {mode}");
                    // Nothing of the reason is lost on the way.
                    assert_eq!(reason, seen.stderr.trim(), "{verdict} {mode}");
                }
                other => panic!("{verdict} {mode}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_reason_is_at_most_4000_utf16_units_and_ends_whole() {
    let because = "\u{1f980}".repeat(3_000);
    let policy =
        format!("version = 1\n[rules.long]\ndeny = {{ run = \"x\" }}\nbecause = \"{because}\"\n");
    for host in ["claude-code", "codex", "maka", "unknown"] {
        let seen = Hook::new()
            .policy(&policy)
            .run(payload(host, None, json!({ "command": "x" })).to_string());
        let reason = seen.stderr.trim_end();
        assert!(reason.encode_utf16().count() <= 4_000, "{host}");
        assert!(reason.ends_with("\u{1f980}…"), "{host}");
    }
}

#[test]
fn what_the_call_spells_is_shown_without_control_characters_or_secrets() {
    let command = "say deny \u{1b}[2J\u{202e} --token ghp_0123456789abcdefghijABCDEFGHIJ012345";
    let seen = Hook::new()
        .policy(POLICY)
        .run(payload("codex", None, json!({ "command": command })).to_string());
    assert_eq!(seen.status, Some(2));
    assert!(!seen.stderr.contains(['\u{1b}', '\u{202e}']), "{}", seen.stderr);
    assert!(!seen.stderr.contains("ghp_0123456789"), "{}", seen.stderr);
    assert!(seen.stderr.contains("\\u{1b}[2J\\u{202e}"), "{}", seen.stderr);
}
