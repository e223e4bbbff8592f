//! `hookshim trust`: what a person sees and agrees to, and who cannot agree.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;
#[path = "trust/mod.rs"]
mod home;

use home::terminal::at_terminal;
use home::{Home, SCRIPTS, as_asked, text};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Everything that can wait, with comments, a window of its own, and text that would speak to the terminal.
const MUCH: &str = r#"version = 1 # of the language
timezone = "Europe/Berlin"
on_error = "deny"
scripts  = "ask"   # most of ours are known
unknown  = "deny"
deadline_ms = 900

[windows]
evening = ["mon-fri 18:00-23:30"]
nights  = ["22:00-06:00"]

[rules.push]
deny = { run = "git push" }

# Below are our own tools.
[tools.mcp__db__query]
# It has no other argument.
sql = "/sql"

[rules.lease]
rewrite = { run = "git push --force" }
with    = { "--force" = "--force-with-lease" }
unless  = { during = "evening" }
because = "Say RLOnothingZWSP."

[tools."mcp__x__\u001b[2J"]
command = "/c"
path    = "/p"
"#;

/// The text with what differs from run to run replaced.
fn steady(shown: &str, home: &Home) -> String {
    let shown = shown.replace(text(&home.path), "/home/user");
    let hexadecimal =
        |word: &str| [8, 64].contains(&word.len()) && word.chars().all(|it| it.is_ascii_hexdigit());
    let line = |line: &str| {
        let words: Vec<&str> =
            line.split(' ').map(|word| if hexadecimal(word) { "HASH" } else { word }).collect();
        match words.join(" ").split_once("20") {
            Some((before, after)) if after.contains(" UTC") => {
                let (_, after) = after.split_once(" UTC").unwrap();
                format!("{before}WHEN{after}")
            }
            _ => words.join(" "),
        }
    };
    shown.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn people_read_this() {
    let home = Home::new();
    let much = MUCH.replace("RLO", "\u{202e}").replace("ZWSP", "\u{200b}");
    home.policy(&much);
    home.write("project/api/.hookshim.toml", "version = 1\n[rules.a]\nask = { run = \"a\" }\n");
    let mut shown = String::new();
    let mut add = |what: &str, seen: String| shown += &format!("# {what}\n{seen}\n\n");
    let review = || home.run(&["trust", "review", "api"]).stdout;
    add("before", review());
    add("at a terminal", home.agree(&[]).shown);
    add("afterwards", review());
    let changed = much
        .replace("18:00-23:30", "19:00-23:30")
        .replace("\"/sql\"", "\"/statement\"\nurl = \"/\\u0007\"")
        .replace("unknown  = \"deny\"\n", "");
    home.policy(&changed);
    add("changed", review());
    add("list", home.run(&["trust", "list"]).stdout);
    home.policy("version = 1\nscripts = \"no\"\n");
    let seen = home.run(&["trust", "review"]);
    assert_eq!(seen.status, Some(2));
    add("broken", seen.stderr);
    let shown = steady(&shown, &home);
    assert!(!shown.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{200b}']), "{shown}");
    insta::assert_snapshot!(shown);
}

#[test]
fn a_person_agrees_at_a_terminal() {
    let home = Home::new();
    home.policy(SCRIPTS);
    let session = home.agree(&[]);
    assert_eq!(session.status, 0, "{}", session.shown);
    assert!(session.shown.contains("scripts = \"ask\""), "{}", session.shown);
    assert!(home.holds("project"));
    // Who agrees twice is not asked twice.
    let again = home.run(&["trust", "add"]);
    assert_eq!(again.status, Some(0), "{again:?}");
}

#[test]
fn another_word_leaves_it() {
    for typed in ["yes\n", "\n", "00000000\n", "\u{4}"] {
        let home = Home::new();
        home.policy(SCRIPTS);
        let answer = |shown: &str| as_asked(shown).map(|_| typed.to_owned());
        let session = at_terminal(&home.command(&["trust", "add"]), answer);
        assert_eq!(session.status, 1, "{typed:?}: {}", session.shown);
        assert!(session.shown.contains("Nothing was trusted"), "{}", session.shown);
        assert!(!home.store().exists());
    }
}

#[test]
fn without_a_terminal_nobody_is_asked() {
    let home = Home::new();
    home.policy(SCRIPTS);
    let refused = |status, shown: &str| {
        assert_eq!(status, 1, "{shown}");
        assert!(shown.contains("not both a terminal. Run it at a terminal: hookshim"), "{shown}");
        assert!(!home.store().exists());
    };
    let seen = home.run(&["trust", "add"]);
    refused(seen.status.unwrap(), &seen.stderr);
    assert!(seen.stdout.contains("scripts = \"ask\""), "{}", seen.stdout);
    // At a terminal, with one of the two streams elsewhere.
    for script in ["echo | \"$0\" trust add", "\"$0\" trust add > shown; exit $?"] {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_hookshim")]);
        let session = at_terminal(&home.at_home(command), as_asked);
        refused(session.status, &session.shown);
    }
}

#[test]
fn an_agent_does_not_agree_for_a_person() {
    let home = Home::new();
    home.policy(SCRIPTS);
    for name in ["claude", "codex", "cursor-agent"] {
        // As an agent does it: its own process stays, and starts a shell that starts hookshim.
        let script = home.write(
            &format!("bin/{name}"),
            "#!/bin/sh\n/bin/sh -c '\"$0\" trust add; exit $?' \"$1\"\nexit $?\n",
        );
        std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
        let mut command = Command::new(script);
        command.arg(env!("CARGO_BIN_EXE_hookshim"));
        let session = at_terminal(&home.at_home(command), as_asked);
        assert_eq!(session.status, 1, "{}", session.shown);
        let why = format!("this was started by the agent `{name}` (process ");
        assert!(session.shown.contains(&why), "{}", session.shown);
        assert!(!home.store().exists());
    }
}

#[test]
fn nothing_is_added_of_a_file_with_mistakes_or_with_nothing_that_waits() {
    let home = Home::new();
    for (policy, status, why) in [
        ("version = 1\nscripts = \"ask\"\nscript = 1\n", 2, "did you mean `scripts`?"),
        ("version = 1\nscripts = \"ask\"\n[rules.a]\n", 2, "the rule has no verb"),
        ("version = 1\n[rules.a]\ndeny = { run = \"a\" }\n", 1, "Nothing waits for trust in "),
        ("version = 1\non_error = \"allow\"\nenforce = false\n", 1, "Nothing waits for trust in "),
    ] {
        home.policy(policy);
        let session = home.agree(&[]);
        assert_eq!(session.status, status, "{policy}: {}", session.shown);
        assert!(session.shown.contains(why), "{policy}: {}", session.shown);
    }
    std::fs::remove_file(home.path.join("project/.hookshim.toml")).unwrap();
    for arguments in [&[][..], &[".hookshim.toml"]] {
        let session = home.agree(arguments);
        assert_eq!(session.status, 1, "{}", session.shown);
        assert!(session.shown.contains("There is no .hookshim.toml."), "{}", session.shown);
    }
    // A file that the hook would never read is none.
    home.write("project/policy.toml", SCRIPTS);
    assert_eq!(home.agree(&["policy.toml"]).status, 2);
    assert!(!home.store().exists());
}

#[test]
fn of_several_files_one_must_be_named() {
    let home = Home::new();
    let root = home.policy(SCRIPTS);
    let api = home.write("project/api/.hookshim.toml", SCRIPTS);
    let add = |arguments: &[&str]| {
        let arguments = [&["trust", "add"], arguments].concat();
        let mut command = home.command(&arguments);
        command.current_dir(home.path.join("project/api"));
        at_terminal(&command, as_asked)
    };
    let session = add(&[]);
    assert_eq!(session.status, 2, "{}", session.shown);
    let named = |path: &Path| session.shown.contains(text(path));
    assert!(named(&root) && named(&api), "{}", session.shown);
    assert_eq!(add(&["../.hookshim.toml"]).status, 0);
    assert!(home.holds("project") && !home.holds("project/api"));
    // The other is the only one left.
    assert_eq!(add(&[]).status, 0);
    assert!(home.holds("project/api"));
}

#[test]
fn trust_is_taken_back_without_a_terminal() {
    let home = Home::new();
    let root = home.policy(SCRIPTS);
    let other = home.write("other/.hookshim.toml", SCRIPTS);
    assert_eq!(home.run(&["trust", "list"]).status, Some(1));
    assert_eq!(home.run(&["trust", "remove"]).status, Some(1));
    let agree = || {
        for path in [&root, &other] {
            let session = home.agree(&[text(path)]);
            assert_eq!(session.status, 0, "{}", session.shown);
        }
        assert!(home.holds("project") && home.holds("other"));
    };
    agree();
    // Without a name: all of the project that one is in.
    assert_eq!(home.run(&["trust", "remove"]).status, Some(0));
    assert!(!home.holds("project") && home.holds("other"));
    // A file that is gone can still be named.
    std::fs::remove_file(&other).unwrap();
    let listed = home.run(&["trust", "list"]);
    assert!(listed.stdout.starts_with("gone     "), "{listed:?}");
    assert_eq!(home.run(&["trust", "remove", text(&other)]).status, Some(0));
    assert_eq!(home.run(&["trust", "remove", text(&other)]).status, Some(1));
    assert_eq!(home.run(&["trust", "list"]).status, Some(1));

    home.write("other/.hookshim.toml", SCRIPTS);
    agree();
    assert_eq!(home.run(&["trust", "remove", "--all"]).status, Some(0));
    assert!(!home.holds("project") && !home.holds("other"));
}

#[test]
fn records_may_lie_elsewhere() {
    let home = Home::new();
    home.policy(SCRIPTS);
    let records = home.path.join("records");
    assert_eq!(home.agree(&["--state", text(&records)]).status, 0);
    assert!(records.join("trust.json").exists() && !home.store().exists());
    assert!(!home.holds("project"));
    let shown = home.check(&["--state", text(&records), "ls"]);
    assert!(shown["notes"].as_array().unwrap().is_empty(), "{shown}");
    assert_eq!(home.run(&["trust", "--state", text(&records), "list"]).status, Some(0));
}
