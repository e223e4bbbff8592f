//! Commands and the files they touch: one row a command, its effects on paths as a person would list them.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::Hook;
use serde_json::{Value, json};
use std::os::unix::fs::symlink;
use std::path::Path;

/// The effects of a command on paths, in order. Paths in the project are relative to it; `~` is the home; `*` marks a tree;
/// after `>` stands where links lead; alternatives are joined by `or`.
fn touched(hook: &Hook, command: &str) -> String {
    let home = hook.folder.path().join("home");
    let project = home.join("project");
    let input = json!({ "command": command }).to_string();
    let mut check = hook.build();
    check.args(["--input", &input, "--cwd", project.to_str().unwrap()]);
    let seen = harness::finish(check.spawn().unwrap(), b"");
    let shown: Value =
        serde_json::from_str(&seen.stdout).unwrap_or_else(|_| panic!("{command}: {seen:?}"));
    let effects = shown["effects"].as_array().unwrap().iter();
    let lines: Vec<String> = effects.filter_map(|effect| line(effect, &home, &project)).collect();
    lines.join(", ")
}

fn line(effect: &Value, home: &Path, project: &Path) -> Option<String> {
    let shorten = |path: &Value| {
        let path = path.as_str().unwrap();
        let below = |folder: &Path| {
            Path::new(path).strip_prefix(folder).ok().map(|rest| rest.display().to_string())
        };
        match (below(project), below(home)) {
            (Some(rest), _) if rest.is_empty() => ".".to_owned(),
            (Some(rest), _) => rest,
            (None, Some(rest)) => format!("~/{rest}").trim_end_matches('/').to_owned(),
            (None, None) => path.to_owned(),
        }
    };
    if effect["effect"] == "unknown" {
        return Some("unknown".to_owned());
    }
    let paths: Vec<String> = effect["paths"].as_array()?.iter().map(shorten).collect();
    let resolved: Vec<String> = effect["resolved"].as_array()?.iter().map(shorten).collect();
    let links =
        if resolved.is_empty() { String::new() } else { format!(" > {}", resolved.join(" or ")) };
    let tree = if effect["tree"] == true { "*" } else { "" };
    Some(format!("{}{tree} {}{links}", effect["effect"].as_str()?, paths.join(" or ")))
}

#[test]
fn commands_touch_the_files_that_the_table_says() {
    let hook = Hook::command(&["check", "--no-system", "--json", "--tool", "Bash"])
        .policy("version = 1\n");
    for file in [
        "home/project/.git/HEAD",
        "home/project/.git/objects/a",
        "home/project/.git/refs/a",
        "home/project/src/a.rs",
        "home/project/.env",
        "home/vault/key",
    ] {
        hook.write(file, "");
    }
    let project = hook.folder.path().join("home/project");
    symlink("../vault", project.join("link")).unwrap();
    symlink(".env", project.join("notes.txt")).unwrap();
    symlink("loop", project.join("loop")).unwrap();

    let table = include_str!("paths.table");
    let rows: Vec<&str> =
        table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let wrong: Vec<String> = rows
        .into_iter()
        .filter_map(|row| {
            let (command, want) = row.split_once(" => ").unwrap();
            let command = command.trim().replace('⏎', "\n");
            let got = touched(&hook, &command);
            (got != want.trim()).then(|| format!("{row}\n    got {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// A directory that ignores case leads to one file by two names; here two links stand for that.
#[test]
fn where_a_directory_ignores_case_globs_do_too() {
    let policy = "version = 1\n[rules.env]\ndeny = { touch = \"**/.env\" }\n";
    let hook = Hook::command(&["check", "--no-system", "--tool", "Bash"]).policy(policy);
    let pointer = hook.write("home/project/.git", "gitdir: /nonexistent\n");
    let project = pointer.parent().unwrap();
    let denied = |command: &str| {
        let input = json!({ "command": command }).to_string();
        let mut check = hook.build();
        check.args(["--input", &input, "--cwd", project.to_str().unwrap()]);
        harness::finish(check.spawn().unwrap(), b"").stdout.starts_with("deny")
    };
    assert_eq!([".env", ".ENV"].map(|name| denied(&format!("cat {name}"))), [true, false]);
    std::fs::hard_link(&pointer, project.join(".GIT")).unwrap();
    assert_eq!([".env", ".ENV"].map(|name| denied(&format!("cat {name}"))), [true, true]);
    assert!(!denied("cat .ENVIRONMENT"));
}

#[test]
fn what_changes_the_mode_of_a_tree_concerns_the_files_in_it() {
    let policy = "version = 1\n[rules.settings]\ndeny = { write = \"**/.claude/settings.json\" }\n";
    let hook = Hook::command(&["check", "--no-system", "--tool", "Bash"]).policy(policy);
    let settings = hook.write("home/project/.claude/settings.json", "{}");
    let project = settings.ancestors().nth(2).unwrap();
    std::fs::create_dir(project.join("src")).unwrap();
    let denied = |command: &str| {
        let input = json!({ "command": command }).to_string();
        let mut check = hook.build();
        check.args(["--input", &input, "--cwd", project.to_str().unwrap()]);
        harness::finish(check.spawn().unwrap(), b"").stdout.starts_with("deny")
    };
    for command in ["chmod -R 000 .claude", "chown -R nobody ..", "setfacl -R -m u:x:r .claude"] {
        assert!(denied(command), "{command}");
    }
    // These bring files of their own.
    for command in ["cp -r src .claude", "tar -xf x.tar -C .claude", "chmod -R u+w src"] {
        assert!(!denied(command), "{command}");
    }
}
