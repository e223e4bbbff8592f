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

/// Whether a call is denied by a policy in a project with a `.env`, and links to a key outside.
fn is_denied(policy: &str) -> impl Fn(&str, Value) -> bool {
    let hook = Hook::command(&["check", "--no-system"]).policy(policy);
    for file in ["project/.git/HEAD", "project/.env", "project/src/a.json", "project/docs/a.md"] {
        hook.write(&format!("home/{file}"), "");
    }
    hook.write("home/.ssh/key", "");
    let project = hook.folder.path().join("home/project");
    for (name, target) in
        [("docs/notes.md", "../../.ssh/key"), ("conf.txt", ".env"), ("home", ".."), ("all", "..")]
    {
        symlink(target, project.join(name)).unwrap();
    }
    move |tool, input| {
        let mut check = hook.build();
        check.args(["--tool", tool, "--input", &input.to_string()]);
        check.args(["--cwd", project.to_str().unwrap()]);
        harness::finish(check.spawn().unwrap(), b"").stdout.starts_with("deny")
    }
}

#[test]
fn globs_of_a_command_lead_through_links() {
    let policy = "version = 1\n[rules.r]\ndeny = { touch = [\"~/.ssh/**\", \"!**/*.pub\"] }\n";
    let denied = is_denied(policy);
    let runs = |command: &str| denied("Bash", json!({ "command": command }));
    for command in [
        "cat docs/*",
        "cat docs/n*",
        "cat */notes.md",
        "for f in docs/*; do cat \"$f\"; done",
        "cat h*/.ssh/key",
        "grep -r x docs/*",
        "rm h*/.ssh/key",
        "rm -rf h*/.ssh",
        "cat ho?e/.ssh/*",
    ] {
        assert!(runs(command), "{command}");
    }
    // A link that is removed is removed itself; `a*` is no link, and `*` stands for no name that begins with a dot.
    for command in [
        "rm docs/*",
        "rm -rf docs/*",
        "cat docs/a*",
        "cat h*/*/key",
        "cat h*/.cache/*",
        "ls docs/*",
    ] {
        assert!(!runs(command), "{command}");
    }
}

#[test]
fn what_a_search_names_is_a_file() {
    let policy =
        "version = 1\n[rules.env]\ndeny = { read = [\"**/.env\", \"**/*.json\"], tree = false }\n";
    let denied = is_denied(policy);
    let runs = |command: &str| denied("Bash", json!({ "command": command }));
    for command in [
        "grep -rh '' --include=.env .",
        "grep -rn KEY . --include='.env*'",
        "grep -rn KEY --include='*.env' --include='*.ts' .",
        "rg KEY -g .env",
        "grep -r x --include=a.json .",
        "grep -r KEY conf.txt",
    ] {
        assert!(runs(command), "{command}");
    }
    for command in [
        "grep -rn KEY .",
        "grep -rn KEY --include='*.json' .",
        "rg KEY -g '*.{json,ts}'",
        "rg KEY -g '!.env'",
        "grep -rn KEY --include=.env.example .",
        "grep -r x --include='*' .",
        "grep -r x --include=.env src",
    ] {
        assert!(!runs(command), "{command}");
    }
    let greps = |input: Value| denied("Grep", input);
    for glob in [".env", ".env*", "**/.env", "*.env", "{.env,.env.local}"] {
        assert!(greps(json!({ "pattern": "KEY", "glob": glob })), "{glob}");
    }
    assert!(greps(json!({ "pattern": "KEY", "path": "conf.txt" })));
    for glob in ["*.json", "*.ts", ".env.example", "!.env", "*"] {
        assert!(!greps(json!({ "pattern": "KEY", "glob": glob })), "{glob}");
    }
}

#[test]
fn what_a_search_leaves_out_is_not_read() {
    let policy = "version = 1\n[rules.env]\ndeny = { read = [\"**/.env\", \"**/*.key\"] }\n";
    let hook = Hook::command(&["check", "--no-system", "--tool", "Bash"]).policy(policy);
    hook.write("home/project/.git/HEAD", "ref: refs/heads/main\n");
    hook.write(
        "home/project/.gitignore",
        "# secrets\n.env*\n!.env.example\n*.key\n!shown.key\n/root.key\n",
    );
    for file in [".env", ".env.example", "a.key", "src/a.rs", "src/b.key"] {
        hook.write(&format!("home/project/{file}"), "");
    }
    let project = hook.folder.path().join("home/project");
    let denied = |command: &str| {
        let input = json!({ "command": command }).to_string();
        let mut check = hook.build();
        check.args(["--input", &input, "--cwd", project.to_str().unwrap()]);
        harness::finish(check.spawn().unwrap(), b"").stdout.starts_with("deny")
    };
    for command in ["rg x", "rg --hidden x", "rg x src", "ag x"] {
        assert!(!denied(command), "{command}");
    }
    for command in
        ["rg -uu x", "rg --hidden --no-ignore x", "rg -g '*.key' x", "grep -r x .", "rg x .env"]
    {
        assert!(denied(command), "{command}");
    }
    hook.write("home/project/src/shown.key", "");
    assert!(denied("rg x"), "an exception of an ignore file is read");
}

/// Measured with Claude Code 2.1.332: what `.gitignore` names is found by Grep only where a glob or a path asks for it.
#[test]
fn the_grep_tool_heeds_ignore_files() {
    let policy = "version = 1\n[rules.env]\ndeny = { read = [\"**/.env\", \"build/**\"] }\n";
    let hook = Hook::command(&["check", "--no-system", "--tool", "Grep"]).policy(policy);
    hook.write("home/project/.git/HEAD", "ref: refs/heads/main\n");
    hook.write("home/project/.gitignore", ".env\nbuild/\n");
    hook.write("home/project/.env", "");
    hook.write("home/project/build/out.txt", "");
    let project = hook.folder.path().join("home/project");
    let denied = |input: Value| {
        let mut check = hook.build();
        check.args(["--input", &input.to_string(), "--cwd", project.to_str().unwrap()]);
        harness::finish(check.spawn().unwrap(), b"").stdout.starts_with("deny")
    };
    assert!(!denied(json!({ "pattern": "x" })));
    assert!(!denied(json!({ "pattern": "x", "output_mode": "content" })));
    assert!(denied(json!({ "pattern": "x", "glob": ".env" })));
    assert!(denied(json!({ "pattern": "x", "glob": "*" })));
    assert!(denied(json!({ "pattern": "x", "path": ".env" })));
    assert!(denied(json!({ "pattern": "x", "path": "build" })));
}
