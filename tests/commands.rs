//! One rule on `git push` finds every push, and nothing else, however the command is written.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::Hook;
use serde_json::{Value, json};

const POLICY: &str = "version = 1\n[rules.push]\ndeny = { run = \"git push\" }\n";

/// What the rule says about a command: `push`, `ask` or `-`.
fn judged(command: &str) -> String {
    let input = json!({ "command": command }).to_string();
    let check =
        Hook::command(&["check", "--no-system", "--json", "--tool", "Bash", "--input", &input])
            .policy(POLICY);
    let seen = check.run("");
    let shown: Value =
        serde_json::from_str(&seen.stdout).unwrap_or_else(|_| panic!("{command}: {seen:?}"));
    match shown["verdict"].as_str().unwrap() {
        "deny" => "push".to_owned(),
        "silence" => "-".to_owned(),
        other => other.to_owned(),
    }
}

#[test]
fn pushes_are_found_and_mentions_are_not() {
    let table = include_str!("commands.table");
    let rows: Vec<&str> =
        table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(rows.len() >= 150, "{} rows", rows.len());
    let wrong: Vec<String> = rows
        .into_iter()
        .filter_map(|row| {
            let (want, command) = row.split_once('|').unwrap();
            let command = command.trim().replace('⏎', "\n").replace('⇥', "\t");
            let got = judged(&command);
            (got != want.trim()).then(|| format!("{row}   got {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
