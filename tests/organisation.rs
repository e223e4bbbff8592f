//! The organisation's policy holds beside every other, and no option but `--no-system` drops it.
//!
//! Its place, /etc/hookshim/policy.toml, is the machine's; so the hook runs in a mount namespace of its own, where a copy of
//! /etc with such a file stands in for the real one.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::{Hook, Seen, finish};
use std::process::{Command, Stdio};

const ORGANISATION: &str = "version = 1\n[rules.push]\ndeny = { run = \"git push\" }\n";

/// Runs the hook where this is the organisation's policy. `None` where no namespace may be made.
fn under(organisation: &str, hook: &Hook, payload: &str) -> Option<Seen> {
    hook.write("etc/hookshim/policy.toml", organisation);
    hook.write("etc/passwd", "user:x:0:0::/nowhere:/bin/sh\n");
    let built = hook.build();
    let namespaces: &[&str] =
        if nix::unistd::geteuid().is_root() { &["--mount"] } else { &["-Urm"] };
    let unshare = |script: &str| {
        let mut command = Command::new("unshare");
        command
            .args(namespaces)
            .args(["sh", "-c", script, "sh"])
            .arg(hook.folder.path().join("etc"));
        command
    };
    let mount = "mount --bind \"$1\" /etc";
    if !unshare(mount).stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: no mount namespace may be made here");
        return None;
    }
    let mut command = unshare(&format!("{mount} && shift && exec \"$@\""));
    command.arg(built.get_program()).args(built.get_args());
    command
        .env("HOME", "/nowhere")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    Some(finish(command.spawn().unwrap(), payload.as_bytes()))
}

fn call(command: &str) -> String {
    format!(
        r#"{{"schema_version":1,"hook_event_name":"PreToolUse","cwd":"/","tool_name":"Bash","tool_input":{{"command":"{command}"}}}}"#
    )
}

#[test]
fn the_organisations_policy_holds_beside_a_named_one() {
    let hook = Hook::command(&["hook"])
        .policy("version = 1\n[rules.pull]\ndeny = { run = \"git pull\" }\n");
    let Some(push) = under(ORGANISATION, &hook, &call("git push")) else { return };
    assert_eq!(push.status, Some(2));
    assert!(push.stderr.contains("rule push (organisation policy)"), "{}", push.stderr);
    let pull = under(ORGANISATION, &hook, &call("git pull")).unwrap();
    assert!(pull.stderr.contains("rule pull (user policy)"), "{}", pull.stderr);
    let without = hook.arguments(&["--no-system"]);
    assert_eq!(under(ORGANISATION, &without, &call("git push")).unwrap().status, Some(0));
}

#[test]
fn with_an_organisations_policy_the_recommended_pack_is_not_assumed() {
    let hook = Hook::command(&["hook"]);
    let Some(seen) = under("version = 1\n", &hook, &call("rm -rf /srv/data")) else { return };
    assert_eq!(seen.status, Some(0), "{seen:?}");
}

#[test]
fn a_user_cannot_let_through_what_the_organisation_would_not() {
    let hook = Hook::command(&["hook"]).policy("version = 1\non_error = \"allow\"\n");
    let Some(strict) = under("version = 1\non_error = \"deny\"\n", &hook, "{") else { return };
    assert_eq!(strict.status, Some(2), "{strict:?}");
    let silent = under("version = 1\n", &hook, "{").unwrap();
    assert_eq!(silent.status, Some(2), "{silent:?}");
    let both = under("version = 1\non_error = \"allow\"\n", &hook, "{").unwrap();
    assert_eq!(both.status, Some(0), "{both:?}");
}

#[test]
fn a_broken_organisation_policy_denies_everything() {
    let hook = Hook::command(&["hook"]).policy("version = 1\non_error = \"allow\"\n");
    let Some(seen) = under("version = 2\n", &hook, &call("ls")) else { return };
    assert_eq!(seen.status, Some(2));
    assert!(seen.stderr.contains("/etc/hookshim/policy.toml:1"), "{}", seen.stderr);
}
