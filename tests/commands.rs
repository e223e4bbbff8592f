//! One rule on `git push` finds every push, and nothing else, however the command is written; so does one on ending
//! processes by name.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::Hook;
use serde_json::{Value, json};

const POLICY: &str = "version = 1\n[rules.push]\ndeny = { run = \"git push\" }\n";

const KILLS: &str = include_str!("corpus/policies/kill-by-name.toml");

/// What the rule says about a command in this shell: `push`, `ask` or `-`.
fn judged(command: &str, shell: &str, policy: &str) -> String {
    let input = json!({ "command": command }).to_string();
    let arguments = ["check", "--no-system", "--json", "--tool", "Bash", "--input", &input];
    let seen = Hook::command(&arguments).policy(policy).variable("SHELL", shell).run("");
    let shown: Value =
        serde_json::from_str(&seen.stdout).unwrap_or_else(|_| panic!("{command}: {seen:?}"));
    match shown["verdict"].as_str().unwrap() {
        "deny" if policy == POLICY => "push".to_owned(),
        "silence" => "-".to_owned(),
        other => other.to_owned(),
    }
}

/// The rows of a table that are judged otherwise than it says.
fn wrong(table: &str, shell: &str, policy: &str) -> Vec<String> {
    let rows = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let wrong = rows.filter_map(|row| {
        let (want, command) = row.split_once('|').unwrap();
        let command = command.trim().replace('⏎', "\n").replace('⇥', "\t");
        let got = judged(&command, shell, policy);
        (got != want.trim()).then(|| format!("{row}   got {got}"))
    });
    wrong.collect()
}

#[test]
fn pushes_are_found_and_mentions_are_not() {
    let wrong = wrong(include_str!("commands.table"), "/bin/bash", POLICY);
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn programs_that_run_another_command_are_seen_through() {
    let wrong = wrong(include_str!("runners.table"), "/bin/bash", POLICY);
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_user_of_zsh_has_both_readings_judged() {
    let wrong = wrong(include_str!("zsh.table"), "/usr/bin/zsh", POLICY);
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn processes_are_ended_by_name_or_by_id() {
    let wrong = wrong(include_str!("kills.table"), "/bin/bash", KILLS);
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
