//! What commands for the shells of Windows do: one row a command, its effects as a person would list them.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::Hook;
use serde_json::{Value, json};

const PROJECT: &str = "C:/Users/dev/project";
const HOME: &str = "C:/Users/dev";

/// The effects of a command in the project C:\Users\dev\project but for programs that run, in order. Paths in it are
/// relative to it; `~` is the profile; `*` marks a tree; alternatives are joined by `or`.
fn effects(tool: &str, command: &str) -> String {
    let payload = json!({
        "session_id": "s",
        "transcript_path": "/t",
        "cwd": "C:\\Users\\dev\\project",
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_input": { "command": command },
    });
    let check = Hook::command(&["check", "--no-system", "--json", "--payload", "-"])
        .policy("version = 1\n")
        .variable("HOME", "/nowhere");
    let seen = check.run(payload.to_string());
    let shown: Value =
        serde_json::from_str(&seen.stdout).unwrap_or_else(|_| panic!("{command}: {seen:?}"));
    let lines = shown["effects"].as_array().unwrap().iter().filter_map(line);
    lines.collect::<Vec<_>>().join(", ")
}

fn line(effect: &Value) -> Option<String> {
    let shorten = |path: &Value| {
        let path = path.as_str().unwrap();
        match (path.strip_prefix(PROJECT), path.strip_prefix(HOME)) {
            (Some(""), _) => ".".to_owned(),
            (Some(rest), _) if rest.starts_with('/') => rest.trim_start_matches('/').to_owned(),
            (_, Some(rest)) => format!("~{rest}"),
            _ => path.to_owned(),
        }
    };
    let kind = effect["effect"].as_str()?;
    if kind == "run" {
        // Which processes end is what matters of this one.
        let words: Vec<&str> =
            effect["words"].as_array()?.iter().filter_map(Value::as_str).collect();
        let ends = words.first() == Some(&"Stop-Process");
        return ends.then(|| words.join(" "));
    }
    let paths: Vec<String> =
        effect["paths"].as_array().into_iter().flatten().map(shorten).collect();
    let tree = if effect["tree"] == true { "*" } else { "" };
    let address = effect["url"].as_str().unwrap_or_default();
    let text = format!("{kind}{tree} {}{address}", paths.join(" or "));
    Some(text.trim_end().to_owned())
}

fn wrong(table: &str, tool: &str) -> Vec<String> {
    let rows = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let wrong = rows.filter_map(|row| {
        let (command, want) = row.split_once(" => ").unwrap();
        let got = effects(tool, &command.trim().replace('⏎', "\n"));
        (got != want.trim()).then(|| format!("{row}\n    got {got}"))
    });
    wrong.collect()
}

#[test]
fn powershell_does_what_the_table_says() {
    let wrong = wrong(include_str!("powershell.table"), "PowerShell");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn cmd_does_what_the_table_says() {
    let wrong = wrong(include_str!("cmd.table"), "Bash");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
