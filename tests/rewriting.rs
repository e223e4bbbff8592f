//! A call is rewritten only where its host runs that and says so, and as the rule says; elsewhere it is denied with the call
//! to make instead.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::acceptance::{Taken, taken};
use harness::{Hook, Seen, fixtures, payload};
use serde_json::{Value, json};

const POLICY: &str = include_str!("rewriting.toml");
const TABLE: &str = include_str!("rewriting.table");

/// The hosts and modes that are declared able; exactly these.
const ABLE: [(&str, &str); 4] = [
    ("claude-code", "default"),
    ("claude-code", "acceptEdits"),
    ("claude-code", "dontAsk"),
    ("claude-code", "bypassPermissions"),
];

const MODES: [&str; 11] = [
    "default",
    "acceptEdits",
    "plan",
    "auto",
    "dontAsk",
    "bypassPermissions",
    "ask",
    "execute",
    "Default",
    "",
    "aModeOfNextYear",
];

fn run(policy: &str, payload: &Value) -> Seen {
    Hook::new().policy(policy).run(payload.to_string())
}

fn in_default_mode(command: &str) -> Taken {
    let payload = payload("claude-code", Some("default"), json!({ "command": command }));
    taken("claude-code", &run(POLICY, &payload))
}

/// What is wrong with a row, if anything is.
fn failure(row: &str) -> Option<String> {
    let signs = [" => ", " =| ", " =? ", " =="];
    let (at, sign) = signs.iter().find_map(|sign| Some((row.rfind(sign)?, *sign))).unwrap();
    let (command, expected) = (row[..at].trim(), row[at + sign.len()..].trim());
    let came = in_default_mode(command);
    let right = match (sign, &came) {
        (" => ", Taken::Rewritten { input, told }) => {
            input["command"] == expected && told.contains(expected)
        }
        (" =| ", Taken::Stopped(why)) => why.contains(expected),
        (" =? ", Taken::Asks(why)) => why.contains(expected),
        (" ==", Taken::Runs { told: None }) => true,
        _ => false,
    };
    (!right).then(|| format!("{row}\n    came: {came:?}"))
}

#[test]
fn commands_are_rewritten_as_the_rules_say() {
    let rows = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let failures: Vec<String> = rows.filter_map(failure).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn only_the_command_of_the_input_changes() {
    let input = json!({
        "command": "git push --force", "constructor": "x", "__proto__": { "a": [null, 1.50] },
        "timeout": 120000, "description": "Push", "run_in_background": false,
    });
    let payload = payload("claude-code", Some("default"), input.clone());
    let Taken::Rewritten { input: new, told } = taken("claude-code", &run(POLICY, &payload)) else {
        panic!("it is not rewritten");
    };
    let mut expected = input;
    expected["command"] = "git push --force-with-lease".into();
    assert_eq!(new.to_string(), expected.to_string(), "all other keys, as they came");
    for part in ["rule lease", "Others may have pushed.", "git push --force-with-lease"] {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn where_a_call_cannot_be_rewritten_it_is_denied_with_the_call_to_make() {
    let hosts = ["claude-code", "codex", "maka", "unknown"];
    for host in hosts {
        for mode in MODES.map(Some).into_iter().chain([None]) {
            let payload = payload(host, mode, json!({ "command": "cd x; git push --force" }));
            let seen = run(POLICY, &payload);
            if mode.is_some_and(|mode| ABLE.contains(&(host, mode))) {
                assert!(matches!(taken(host, &seen), Taken::Rewritten { .. }), "{host} {mode:?}");
                continue;
            }
            let Taken::Stopped(why) = taken(host, &seen) else {
                panic!("{host} {mode:?}: {seen:?}")
            };
            assert!(why.ends_with("\ncd x; git push --force-with-lease"), "{host} {mode:?}: {why}");
            assert!(why.contains("Others may have pushed."), "{why}");
        }
    }
}

#[test]
fn two_rules_that_differ_rewrite_nothing() {
    let mut payload = payload("claude-code", Some("default"), json!({ "command": "npm test" }));
    payload["agent_type"] = "yarn-lover".into();
    let Taken::Stopped(why) = taken("claude-code", &run(POLICY, &payload)) else { panic!() };
    assert!(why.contains("Several rules rewrite this call (pnpm, yarn)"), "{why}");
}

#[test]
fn a_rule_that_its_own_result_falls_under_rewrites_nothing() {
    let policy =
        "version = 1\n[rules.again]\nrewrite = { run = \"make\" }\nwith = { \"a\" = \"b\" }\n";
    let payload = payload("claude-code", Some("default"), json!({ "command": "make a" }));
    let Taken::Stopped(why) = taken("claude-code", &run(policy, &payload)) else { panic!() };
    assert!(why.contains("Rewritten to `make b`, the call is no better"), "{why}");
}

#[test]
fn tools_without_a_command_of_their_own_are_denied_instead() {
    let policy = "version = 1\n[rules.a]\nrewrite = { tool = \"*\" }\nwith = { \"a\" = \"b\" }\n";
    for (tool, input) in [
        ("Write", json!({ "file_path": "/a", "content": "a" })),
        ("PowerShell", json!({ "command": "a" })),
        ("mcp__x__run", json!({ "cmd": "a" })),
    ] {
        let mut payload = payload("claude-code", Some("default"), input);
        payload["tool_name"] = tool.into();
        let seen = run(policy, &payload);
        assert!(matches!(taken("claude-code", &seen), Taken::Stopped(_)), "{tool}: {seen:?}");
    }
}

/// Policies that rewrite whatever they can.
const EAGER: [&str; 3] = [
    "version = 1\n[rules.a]\nrewrite = { tool = \"*\" }\nwith = { \"echo\" = \"printf\", \"git\" = \"hub\", \"-f\" = \"\" }\n",
    "version = 1\nunknown = \"deny\"\n[rules.a]\nrewrite = { run = \"*\" }\nwith = { \"echo\" = \"true\" }\n",
    "version = 1\n[rules.a]\nrewrite = { run = \"echo\" }\nwith = { \"echo\" = \"true\" }\n[rules.b]\nwarn = { tool = \"*\" }\n",
];

#[test]
fn no_fixture_in_any_mode_host_and_policy_is_rewritten_where_that_is_not_declared() {
    let mut rewritten = 0;
    for fixture in fixtures() {
        let Ok(Value::Object(recorded)) = serde_json::from_slice(&fixture.payload) else {
            continue;
        };
        for (policy, mode) in EAGER.iter().flat_map(|policy| MODES.map(|mode| (policy, mode))) {
            let mut payload = recorded.clone();
            payload.insert("permission_mode".to_owned(), mode.into());
            let seen = Hook::new().policy(policy).run(Value::Object(payload).to_string());
            let is_rewritten = seen.stdout.contains("updatedInput");
            let may = ABLE.contains(&(fixture.host, mode));
            assert!(may || !is_rewritten, "{} {mode}: {seen:?}", fixture.name);
            assert!(
                !matches!(taken(fixture.host, &seen), Taken::Failed(_)),
                "{}: {seen:?}",
                fixture.name
            );
            rewritten += usize::from(is_rewritten);
        }
    }
    assert!(rewritten > 20, "the policies do rewrite: {rewritten}");
}

/// The encoders of hosts that may not rewrite have no way to write one: only one file of the source says it.
#[test]
fn one_file_alone_can_say_updated_input() {
    let mut saying = Vec::new();
    let mut folders = vec![std::path::PathBuf::from("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            if text.contains("\"updatedInput\"") {
                saying.push(path.to_str().unwrap().to_owned());
            }
        }
    }
    assert_eq!(saying, ["src/host/rewriting.rs"]);
}
