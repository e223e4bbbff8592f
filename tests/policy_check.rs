//! `hookshim policy check` shows what is wrong with policies and what is probably not meant, and cries no wolf.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::{Hook, Seen};
use std::path::{Path, PathBuf};

fn check(directory: &str, arguments: &[&str]) -> Seen {
    let command = Hook::command(&["policy", "check"]).arguments(arguments);
    command.in_directory(Path::new(directory)).run("")
}

#[test]
fn every_kind_of_doubt_is_shown_with_its_place_and_what_to_do() {
    let seen = check("tests/doubtful", &["each.toml"]);
    assert_eq!(seen.status, Some(0), "{seen:?}");
    insta::assert_snapshot!(seen.stdout);
}

#[test]
fn what_may_be_meant_is_not_warned_about() {
    let seen = check("tests/doubtful", &["--strict", "nothing.toml"]);
    assert_eq!((seen.status, seen.stdout.as_str()), (Some(0), "nothing.toml: no errors\n"));
}

/// Policies that are in use: ours, those of the corpus, and those under which real hosts are tested.
#[test]
fn no_policy_here_is_warned_about() {
    for folder in ["policies", "examples", "tests/corpus/policies", "tests/e2e/policies"] {
        for file in policies_in(folder) {
            let seen = check(".", &["--strict", file.to_str().unwrap()]);
            assert_eq!(seen.status, Some(0), "{}", seen.stdout);
        }
    }
}

fn policies_in(folder: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|it| it == "toml")).collect();
    assert!(!files.is_empty(), "{folder} has no policies");
    files
}

#[test]
fn errors_of_policies_and_of_their_tests_are_shown_together() {
    let hook = Hook::command(&["policy", "check", "policy.toml"]);
    let text =
        "version = 1\n[rules.push]\ndenny = { run = \"git push\" }\n[[tests]]\nrun = \"x\"\n";
    hook.write("policy.toml", text);
    let seen = hook.run("");
    assert_eq!(seen.status, Some(1), "{seen:?}");
    insta::assert_snapshot!(seen.stdout);
}

/// What waits for trust is no mistake, and tests may speak of it.
#[test]
fn tests_of_a_project_may_expect_rules_that_wait_for_trust() {
    let hook = Hook::command(&["policy", "check", ".hookshim.toml"]);
    hook.write(
        ".hookshim.toml",
        "version = 1\n[rules.pnpm]\nrewrite = { run = \"npm\" }\nwith = { npm = \"pnpm\" }\n\
         [[tests]]\nrun = \"npm test\"\nexpect = { rewrite = \"pnpm\", to = \"pnpm test\" }\n\
         [[tests]]\nrun = \"ls\"\nexpect = \"silence\"\n",
    );
    let seen = hook.run("");
    assert_eq!(seen.status, Some(0), "{seen:?}");
    assert!(seen.stdout.contains("note: "), "{seen:?}");
}

#[test]
fn the_exit_status_says_whether_there_are_errors() {
    let hook = Hook::command(&["policy", "check", "a.toml", "b.toml"]);
    let strict = Hook::command(&["policy", "check", "--strict", "a.toml"]);
    let rows = [
        ("version = 1\n", 0, 0),
        ("version = 1\n[windows]\nidle = \"18:00-20:00\"\n", 0, 1),
        ("version = 2\n", 1, 1),
    ];
    for (text, status, when_strict) in rows {
        hook.write("a.toml", text);
        hook.write("b.toml", "version = 1\n");
        strict.write("a.toml", text);
        assert_eq!(hook.run("").status, Some(status), "{text}");
        assert_eq!(strict.run("").status, Some(when_strict), "{text}");
    }
    let seen = Hook::command(&["policy", "check", "missing.toml"]).run("");
    assert_eq!(
        (seen.status, seen.stdout.as_str()),
        (Some(2), "There is no policy file missing.toml.\n")
    );
}

#[test]
fn without_a_file_all_that_are_in_force_are_checked() {
    let hook = Hook::command(&["policy", "check", "--no-system"]);
    let seen = hook.run("");
    assert_eq!(seen.status, Some(0));
    assert!(
        seen.stdout.starts_with("There is no policy here, so the pack `recommended` holds."),
        "{seen:?}"
    );
    hook.write("home/.config/hookshim/policy.toml", "version = 1\n");
    hook.write("home/work/.git/HEAD", "ref: refs/heads/main\n");
    hook.write("home/work/.hookshim.toml", "version = 1\nunknown = \"allow\"\n");
    hook.write("home/work/sub/.hookshim.toml", "version = 2\n");
    let below = hook.folder.path().join("home/work/sub");
    let seen = hook.in_directory(&below).run("");
    assert_eq!(seen.status, Some(1), "{seen:?}");
    let last: Vec<&str> = seen.stdout.lines().filter(|line| line.starts_with('/')).collect();
    let [user, project, nested] = last.as_slice() else { panic!("{seen:?}") };
    assert!(user.ends_with("/home/.config/hookshim/policy.toml: no errors"), "{user}");
    assert!(project.ends_with("/home/work/.hookshim.toml: no errors"), "{project}");
    assert!(nested.ends_with("/home/work/sub/.hookshim.toml: 1 error"), "{nested}");
    let note = "note: `unknown` waits until the project's policy is trusted\n";
    assert!(seen.stdout.contains(note), "{}", seen.stdout);
}
