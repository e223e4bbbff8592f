//! An agent cannot edit, disable or approve its own gate, and is not kept from anything else.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::{Hook, Seen};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Command;

const TABLE: &str = include_str!("self_protection.table");

/// A home with a project in it that is a repository, and a policy of the user's that says nothing. In `tmpl` lie settings of a
/// host, in `template` none.
fn home() -> (Hook, PathBuf) {
    let hook = Hook::new();
    hook.write("home/.config/hookshim/policy.toml", "version = 1\n");
    hook.write("home/.claude/settings.json", "{}");
    hook.write("home/project/.hookshim.toml", "version = 1\n");
    hook.write("home/project/tmpl/.claude/settings.json", "{}");
    for (file, diff) in [
        (
            "evil.patch",
            "--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ -1 +1 @@\n-{}\n+{ }\n",
        ),
        ("settings.patch", "--- a/settings.json\n+++ b/settings.json\n@@ -1 +1 @@\n-{}\n+{ }\n"),
        ("gone.patch", "--- a/.claude/settings.json\n+++ /dev/null\n@@ -1 +0,0 @@\n-{}\n"),
        (
            "moved.patch",
            "diff --git a/x b/.claude/settings.json\nrename from x\nrename to .claude/settings.json\n",
        ),
        (
            "fine.patch",
            "--- a/notes.md\n+++ b/notes.md\n@@ -1,2 +1,2 @@\n .claude/settings.json\n-a\n+.claude/settings.json\n",
        ),
    ] {
        hook.write(&format!("home/project/{file}"), diff);
    }
    hook.write("home/project/template/src/a.rs", "");
    hook.write("home/project/template/.gitignore", "");
    let project = hook.folder.path().join("home/project");
    let git = Command::new("git").args(["init", "-q"]).current_dir(&project).status().unwrap();
    assert!(git.success());
    (hook, project)
}

fn call(project: &std::path::Path, tool: &str, input: Value) -> String {
    json!({
        "session_id": "s", "transcript_path": "/t", "cwd": project, "permission_mode": "default",
        "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input,
    })
    .to_string()
}

fn stopped_by(seen: &Seen) -> Option<&str> {
    let (_, rest) = seen.stderr.split_once("rule self-protection/")?;
    (seen.status == Some(2)).then(|| rest.split(' ').next())?
}

#[test]
fn an_agent_cannot_edit_disable_or_approve_its_own_gate() {
    let (hook, project) = home();
    let mut failures = Vec::new();
    for row in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (command, expected) = row.rsplit_once("=>").unwrap();
        let command = command.trim().replace("{hookshim}", env!("CARGO_BIN_EXE_hookshim"));
        let seen = hook.run(call(&project, "Bash", json!({ "command": command })));
        let expected = Some(expected.trim()).filter(|it| !it.is_empty());
        let silent = seen.status == Some(0) && seen.stdout.is_empty();
        if stopped_by(&seen) != expected || expected.is_none() != silent {
            failures.push(format!("{row}\n    came: {seen:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn tools_that_write_are_held_as_commands_are() {
    let (hook, project) = home();
    let patch = "*** Begin Patch\n*** Delete File: .hookshim.toml\n*** End Patch";
    for (tool, input, rule) in [
        (
            "Write",
            json!({ "file_path": "~/.claude/settings.json", "content": "{}" }),
            "host-settings",
        ),
        (
            "Edit",
            json!({ "file_path": ".hookshim.toml", "old_string": "a", "new_string": "b" }),
            "own-files",
        ),
        (
            "mcp__fs__write_file",
            json!({ "path": ".claude/settings.json", "content": "{}" }),
            "host-settings",
        ),
        ("Bash", json!({ "command": format!("apply_patch <<'E'\n{patch}\nE") }), "own-files"),
    ] {
        let seen = hook.run(call(&project, tool, input));
        assert_eq!(stopped_by(&seen), Some(rule), "{tool}: {seen:?}");
    }
}

#[test]
fn only_the_organisation_and_the_user_can_switch_it_off() {
    let off = "version = 1\nself_protection = \"off\"\n";
    let (hook, project) = home();
    let payload = call(&project, "Bash", json!({ "command": "rm ~/.claude/settings.json" }));
    hook.write("home/project/.hookshim.toml", off);
    assert_eq!(stopped_by(&hook.run(&payload)), Some("host-settings"));
    hook.write("home/.config/hookshim/policy.toml", off);
    assert_eq!(hook.run(&payload).status, Some(0));
}

#[test]
fn it_holds_where_nothing_else_is_enforced() {
    let (hook, project) = home();
    let observing = "version = 1\nenforce = false\n[rules.no]\ndeny = { run = \"ls\" }\n";
    hook.write("home/.config/hookshim/policy.toml", observing);
    let run = |command| hook.run(call(&project, "Bash", json!({ "command": command })));
    assert_eq!(run("ls").status, Some(0));
    assert_eq!(stopped_by(&run("rm .hookshim.toml")), Some("own-files"));
}

#[test]
fn the_rules_are_well_written() {
    use hookshim::policy::{self, Source};
    let text = std::fs::read_to_string("policies/self-protection.toml").unwrap();
    let file = "self-protection.toml".to_owned();
    let source = Source { file, text, layer: hookshim::verdict::Layer::User, trusted: true };
    let policy =
        policy::read(source).unwrap_or_else(|errors| panic!("{}", policy::report(&errors)));
    assert!(policy.rules.len() >= 5);
}
