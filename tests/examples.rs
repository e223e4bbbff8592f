//! What the README and the examples promise is what happens.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::{Hook, Seen};
use serde_json::Value;
use std::path::Path;

fn push(host: &str, time: &str) -> Seen {
    let policy = std::fs::read_to_string("examples/policy.toml").unwrap();
    let payload = std::fs::read(format!("examples/payloads/{host}-push.json")).unwrap();
    let now = format!("2026-11-30T{time}:00Z");
    Hook::new().policy(&policy).arguments(&["--now", &now, "--host", host]).run(payload)
}

#[test]
fn a_push_at_nine_is_denied_and_one_at_nineteen_is_not() {
    for host in ["claude-code", "codex", "maka"] {
        let morning = push(host, "09:00");
        assert_eq!((morning.status, morning.stdout.as_str()), (Some(2), ""), "{host}");
        assert!(morning.stderr.contains("Mon 2026-11-30 18:00 UTC"), "{host}: {}", morning.stderr);
        let evening = push(host, "19:00");
        assert_eq!(
            (evening.status, evening.stdout, evening.stderr),
            (Some(0), String::new(), String::new()),
            "{host}"
        );
    }
}

/// The command lines that the example configurations have hosts start.
fn configured() -> Vec<(String, Vec<String>)> {
    let read = |name: &str| -> Value {
        serde_json::from_slice(&std::fs::read(Path::new("examples").join(name)).unwrap()).unwrap()
    };
    let hook = |file: &Value| file["hooks"]["PreToolUse"][0]["hooks"][0].clone();
    let arguments = |hook: &Value| -> Vec<String> {
        hook["args"]
            .as_array()
            .unwrap()
            .iter()
            .map(|argument| argument.as_str().unwrap().to_owned())
            .collect()
    };
    let (claude, codex, maka) = (
        hook(&read("claude-code.settings.json")),
        hook(&read("codex.hooks.json")),
        hook(&read("maka.hooks.json")),
    );
    let line: Vec<String> =
        codex["command"].as_str().unwrap().split(' ').map(str::to_owned).collect();
    assert_eq!(claude["onFailure"], "block");
    vec![
        (claude["command"].as_str().unwrap().to_owned(), arguments(&claude)),
        (line[0].clone(), line[1..].to_vec()),
        (maka["command"].as_str().unwrap().to_owned(), arguments(&maka)),
    ]
}

#[test]
fn the_example_configurations_start_a_hook_that_works() {
    for (program, arguments) in configured() {
        assert!(Path::new(&program).is_absolute(), "{program}");
        // The same options, for a user whose home is the test's.
        let hook = Hook::command(&[]);
        let home = hook.folder.path().join("home");
        let own = |argument: &String| argument.replace("/home/user", home.to_str().unwrap());
        let arguments: Vec<String> = arguments.iter().map(own).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let policy = std::fs::read_to_string("examples/policy.toml").unwrap();
        hook.write("home/.config/hookshim/policy.toml", &policy);
        let hook =
            hook.arguments(&arguments).arguments(&["--no-system", "--now", "2026-11-30T09:00:00Z"]);
        let seen = hook.run(std::fs::read("examples/payloads/codex-push.json").unwrap());
        assert_eq!(seen.status, Some(2), "{arguments:?}: {seen:?}");
        assert!(seen.stderr.contains("push-in-the-evening"), "{arguments:?}: {seen:?}");
    }
}

#[test]
fn the_policy_in_the_readme_does_what_the_readme_says() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let policy = readme.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    // The policy gives no zone; this makes the machine's own not matter.
    let policy = policy.replace("version = 1", "version = 1\ntimezone = \"UTC\"");
    for (command, stopped) in [
        ("git push", true),
        ("cd x && command git -C y push", true),
        ("bash -c \"git push\"", true),
        ("git commit -m \"git push\"", false),
        ("cat .env", true),
        ("echo x > .env", true),
        ("cat .env.example", false),
    ] {
        let arguments = ["check", command, "--no-system", "--now", "2026-11-30T09:00:00Z"];
        let seen = Hook::command(&arguments).policy(&policy).run("");
        assert_eq!(seen.status, Some(i32::from(stopped)), "{command}: {seen:?}");
    }
    for tool in ["Write", "mcp__files__write_file"] {
        let arguments = [
            "check",
            "--no-system",
            "--tool",
            tool,
            "--input",
            r#"{"file_path":".env","path":".env"}"#,
        ];
        let seen = Hook::command(&arguments).policy(&policy).run("");
        assert_eq!(seen.status, Some(1), "{tool}: {seen:?}");
    }
}

#[test]
fn the_checks_in_the_readme_print_what_the_readme_shows() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let policy = std::fs::read_to_string("examples/policy.toml").unwrap();
    let fixed = ["check", "--cwd", "/home/user/project", "--no-system"];
    for (command, arguments) in [
        ("check 'cat .env | base64' --policy examples/policy.toml\n", vec!["cat .env | base64"]),
        (
            "--now 2026-11-30T19:00:00+01:00\n",
            vec!["git push origin dev", "--explain", "--now", "2026-11-30T19:00:00+01:00"],
        ),
    ] {
        let (_, rest) = readme.split_once(command).unwrap();
        let shown = rest.lines().take_while(|line| line.is_empty() || line.starts_with("    "));
        let shown: Vec<&str> = shown.map(|line| line.get(4..).unwrap_or_default()).collect();
        let seen = Hook::command(&fixed).policy(&policy).arguments(&arguments).run("");
        assert_eq!(shown.join("\n").trim(), seen.stdout.trim(), "{command}");
    }
}

#[test]
fn every_file_that_the_documents_name_is_there() {
    for document in
        ["README.md", "docs/threat-model.md", "examples/README.md", "tests/e2e/README.md"]
    {
        let text = std::fs::read_to_string(document).unwrap();
        let roots = ["tests/", "examples/", "policies/", "docs/", "src/", ".ci/"];
        let words = text
            .split(|character: char| character.is_whitespace() || "`()[],;\"".contains(character));
        for word in words {
            let word = word.trim_start_matches("../").trim_end_matches(['.', ':', '/']);
            if roots.iter().any(|root| word.starts_with(root)) && !word.contains(['*', '{', '$']) {
                assert!(Path::new(word).exists(), "{document} names {word}");
            }
        }
    }
}
