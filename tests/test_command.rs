//! `hookshim test` says of each test of a policy whether it holds, as the hook would judge it.

// a test may fail loudly
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod harness;
#[path = "policy/notation.rs"]
mod notation;

use harness::{Hook, Seen};
use hookshim::policy::{self, Source, packs};
use hookshim::verdict::Layer;
use notation::TestZones;
use std::path::Path;

/// `hookshim test` on files beside `tests/tested`, for a user whose home is on no machine.
fn test(arguments: &[&str]) -> Seen {
    test_in("tests/tested", arguments)
}

fn test_in(directory: &str, arguments: &[&str]) -> Seen {
    let command = Hook::command(&["test"]).arguments(arguments).variable("HOME", "/nowhere/user");
    command.in_directory(Path::new(directory)).run("")
}

#[test]
fn people_read_this() {
    let seen = test(&["each.toml"]);
    assert_eq!(seen.status, Some(2), "{seen:?}");
    insta::assert_snapshot!(seen.stdout);
}

#[test]
fn programs_read_this() {
    let seen = test(&["--tap", "each.toml"]);
    assert_eq!(seen.status, Some(2), "{seen:?}");
    insta::assert_snapshot!(seen.stdout);
}

#[test]
fn every_mistake_of_tests_is_shown_with_its_place_and_what_to_do() {
    let seen = test(&["broken.toml"]);
    assert_eq!(seen.status, Some(2), "{seen:?}");
    insta::assert_snapshot!(seen.stdout);
    let first = "Bail out! broken.toml:9:1: the test makes two calls, `run` and `tool` \
                 (make it two tests), and 22 more\n";
    assert_eq!(test(&["--tap", "broken.toml"]).stdout, format!("TAP version 14\n{first}"));
}

/// The hook never looks at what tests say, only that they are tables.
#[test]
fn mistakes_of_tests_do_not_concern_the_hook() {
    let text = std::fs::read_to_string("tests/tested/broken.toml").unwrap();
    assert!(policy::read(source("broken.toml", &text)).is_ok());
}

const PUSH: &str = "version = 1\n[rules.push]\ndeny = { run = \"git push\" }\n";
const HOLDS: &str = "[[tests]]\nrun = \"git push\"\nexpect = \"deny\"\n";
const FAILS: &str = "[[tests]]\nrun = \"git push\"\nexpect = \"silence\"\n";

#[test]
fn the_exit_status_says_whether_all_hold() {
    let hook = Hook::command(&["test", "--tap", "policy.toml"]);
    let rows = [
        (PUSH.to_owned(), 0, "1..0 # there are no tests\n"),
        (format!("{PUSH}{HOLDS}"), 0, "1..1\nok 1 - policy.toml:4 git push\n"),
        (format!("{PUSH}{FAILS}"), 1, "1..1\nnot ok 1 - policy.toml:4 git push\n"),
        ("version = 2".to_owned(), 2, "Bail out!"),
    ];
    for (text, status, starts) in rows {
        hook.write("policy.toml", &text);
        let seen = hook.run("");
        assert_eq!(seen.status, Some(status), "{text}\n{seen:?}");
        assert!(seen.stdout.starts_with(&format!("TAP version 14\n{starts}")), "{}", seen.stdout);
    }
    let without = Hook::command(&["test", "policy.toml"]);
    without.write("policy.toml", PUSH);
    assert_eq!(without.run("").stdout, "policy.toml has no tests\n");
    for wrong in [vec!["missing.toml"], vec!["--pack", "missing"], vec![]] {
        let seen = Hook::command(&["test"]).arguments(&wrong).run("");
        assert_eq!(seen.status, Some(2), "{seen:?}");
    }
}

#[test]
fn without_a_file_the_users_and_the_projects_policies_are_tested() {
    let hook = Hook::command(&["test"]);
    hook.write("home/.config/hookshim/policy.toml", &format!("{PUSH}{HOLDS}"));
    hook.write("home/work/.git/HEAD", "ref: refs/heads/main\n");
    hook.write("home/work/.hookshim.toml", PUSH);
    hook.write("home/work/sub/.hookshim.toml", &format!("{PUSH}{FAILS}"));
    hook.write("home/work/beside/.hookshim.toml", "version = 2");
    let below = hook.folder.path().join("home/work/sub/below");
    std::fs::create_dir(&below).unwrap();
    let seen = hook.in_directory(&below).run("");
    assert_eq!(seen.status, Some(1), "{seen:?}");
    let lines: Vec<&str> = seen.stdout.lines().filter(|line| !line.starts_with(' ')).collect();
    let [user, "", root, "", failing, project] = lines.as_slice() else { panic!("{seen:?}") };
    assert!(user.ends_with("/home/.config/hookshim/policy.toml: 1 test, 1 passed"), "{user}");
    assert!(root.ends_with("/home/work/.hookshim.toml has no tests"), "{root}");
    let line = "/work/sub/.hookshim.toml:4: expected silence, got deny by push: git push";
    assert!(failing.ends_with(line), "{failing}");
    assert!(project.ends_with("/sub/.hookshim.toml: 1 test, 0 passed, 1 failed"), "{project}");
}

/// Nothing but the file itself and what it lists decides: not the machine's policies, not the host's idea of the project,
/// not where the command is run.
#[test]
fn a_test_depends_on_its_own_file_alone() {
    let inside = "version = 1\n[rules.inside]\ndeny = { write = [\"**\", \"!{project}/**\"] }\n";
    let place = |cwd: &str, file: &str, expect: &str| {
        format!("[[tests]]\nrun = \"touch {file}\"\n{cwd}\nexpect = \"{expect}\"\n")
    };
    let made_up = [
        place("", "x", "silence"),
        place("", "~/project/x", "silence"),
        place("", "~/x", "deny"),
        place("cwd = \"~/project/sub\"", "../x", "silence"),
        place("cwd = \"{home}/work\"", "x", "silence"),
        place("cwd = \"~/work\"", "~/project/x", "deny"),
        place("cwd = \"/srv\"\nhost = \"codex\"", "x", "silence"),
        place("host = \"maka\"", "../x", "deny"),
    ];
    let hook = Hook::command(&["test", "work/policy.toml", "work/.hookshim.toml"]);
    hook.write(
        "home/.config/hookshim/policy.toml",
        "version = 1\n[rules.all]\ndeny = { write = \"**\" }\n",
    );
    hook.write("work/policy.toml", &format!("{inside}{}", made_up.concat()));
    let own = [
        place("", "x", "silence"),
        place("cwd = \"sub\"", "../x", "silence"),
        place("", "../x", "deny"),
        place("", "~/project/x", "deny"),
    ];
    hook.write("work/.hookshim.toml", &format!("{inside}{}", own.concat()));
    let seen = hook.variable("CLAUDE_PROJECT_DIR", "/elsewhere").run("");
    assert_eq!(seen.status, Some(0), "{}", seen.stdout);
}

/// What this user's shell and git are set to is somebody's alone.
#[test]
fn a_test_does_not_depend_on_who_runs_it() {
    let hook = Hook::command(&["test", "policy.toml"]);
    hook.write("home/.bashrc", "alias gp='git push'\n");
    hook.write("home/.zshrc", "alias gp='git push'\n");
    hook.write("home/.gitconfig", "[alias]\nship = push\n");
    let silent = |run: &str| format!("[[tests]]\nrun = \"{run}\"\nexpect = \"silence\"\n");
    hook.write("policy.toml", &format!("{PUSH}{}{}", silent("gp"), silent("git ship")));
    for shell in ["/bin/bash", "/bin/zsh"] {
        let mut command = hook.build();
        let seen = command.env("SHELL", shell).output().unwrap();
        assert!(seen.status.success(), "{}", String::from_utf8_lossy(&seen.stdout));
    }
}

/// What a policy only observes is tested all the same.
#[test]
fn a_policy_that_is_not_enforced_can_be_tested() {
    let hook = Hook::command(&["test", "policy.toml"]);
    hook.write("policy.toml", &format!("enforce = false\n{PUSH}{HOLDS}"));
    assert_eq!(hook.run("").status, Some(0));
}

fn source(file: &str, text: &str) -> Source {
    Source { file: file.to_owned(), text: text.to_owned(), layer: Layer::User, trusted: true }
}

/// The hour that comes twice is meant when it comes first, and an offset says which. The hour that never comes is none.
#[test]
fn local_times_are_those_of_the_policys_zone_across_changes_of_the_clock() {
    let rows = [
        ("Europe/Berlin", "2026-11-30T09:00:00", Some(1_796_025_600)),
        ("Europe/Berlin", "2026-06-30T09:00:00", Some(1_782_802_800)),
        ("Europe/Berlin", "2026-06-30T09:00:00Z", Some(1_782_810_000)),
        ("Europe/Berlin", "2026-03-29T01:59:59", Some(1_774_745_999)),
        ("Europe/Berlin", "2026-03-29T02:00:00", None),
        ("Europe/Berlin", "2026-03-29T02:59:59", None),
        ("Europe/Berlin", "2026-03-29T03:00:00", Some(1_774_746_000)),
        ("Europe/Berlin", "2026-10-25T01:59:59", Some(1_792_886_399)),
        ("Europe/Berlin", "2026-10-25T02:30:00", Some(1_792_888_200)),
        ("Europe/Berlin", "2026-10-25T02:30:00+01:00", Some(1_792_891_800)),
        ("Europe/Berlin", "2026-10-25T03:00:00", Some(1_792_893_600)),
        ("Australia/Lord_Howe", "2026-10-04T02:15:00", None),
        ("Australia/Lord_Howe", "2026-10-04T02:30:00", Some(1_791_041_400)),
        ("UTC", "2026-11-30T09:00:00.5", Some(1_796_029_200)),
    ];
    for (zone, at, expected) in rows {
        let text = format!("{PUSH}[[tests]]\nrun = \"x\"\nat = {at}\nexpect = \"silence\"\n");
        let (_, tests) = policy::read_with_tests(source("policy.toml", &text)).unwrap();
        let instant = tests[0].instant(Some(zone), &TestZones::default());
        assert_eq!(instant.ok().flatten(), expected, "{at} in {zone}");
    }
}

#[test]
fn the_tests_of_every_policy_here_hold_and_reach_all_of_its_rules() {
    let files = std::fs::read_dir("policies").unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.map(|path| path.to_str().unwrap().to_owned()).collect();
    files.push("examples/policy.toml".to_owned());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        // A pack of packs has nothing of its own to test.
        if !text.contains("\n[rules.") {
            continue;
        }
        let seen = test_in(".", &[&file]);
        assert_eq!(seen.status, Some(0), "{}", seen.stdout);
        assert!(!seen.stdout.contains("has no tests"), "{file} has no tests");
        assert!(!seen.stdout.contains("note:"), "{}", seen.stdout);
    }
}

#[test]
fn a_packs_own_tests_can_be_run() {
    for name in packs::names() {
        let seen = test(&["--pack", name]);
        assert_eq!(seen.status, Some(0), "{}", seen.stdout);
        assert!(seen.stdout.starts_with(&format!("pack {name}")), "{}", seen.stdout);
    }
}
