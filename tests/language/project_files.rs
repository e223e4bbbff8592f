//! Projects' files: which count, and what they may say.

use crate::asking::{Policies, policy, project};
use crate::home::text;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const PUSH: &str = "rules.push.deny = { run = 'git push' }";
const BROKEN: &str = "rules.push.denny = { run = 'git push' }";
const LEASE: &str = "rules.lease.rewrite = { run = 'git push --force' }
    rules.lease.with = { '--force' = '--force-with-lease' }";

/// The projects' policies, after a person has agreed to what waits in the project's.
fn agreed(policies: Policies) -> Policies {
    assert_eq!(policies.home.agree(&[]).status, 0);
    policies
}

/// Project root = Claude Code `CLAUDE_PROJECT_DIR`.
#[test]
fn the_project_root_of_claude_code_is_claude_project_dir() {
    let push = project(PUSH).and_file("elsewhere/a", "").started_in("elsewhere");
    push.judges("git push").from("elsewhere").is_silent();
    let push = push.and_variable_for("CLAUDE_PROJECT_DIR", "project");
    push.judges("git push").from("elsewhere").denies("push");
    push.judges("git push").from("elsewhere").by("codex").is_silent();
    push.judges("git push").from("elsewhere").by("maka").is_silent();
}

/// Project root = … Codex the hook process's own cwd.
#[test]
fn the_project_root_of_codex_is_the_hooks_own_directory() {
    let push = project(PUSH).and_file("elsewhere/a", "");
    push.judges("git push").by("codex").from("elsewhere").denies("push");
    let elsewhere = push.started_in("elsewhere");
    elsewhere.judges("git push").by("codex").from("elsewhere").is_silent();
    elsewhere.judges("git push").by("codex").from("project").is_silent();
}

/// Project root = … Maka payload cwd.
#[test]
fn the_project_root_of_maka_is_the_payloads_directory() {
    let push = project(PUSH).and_file("elsewhere/a", "").started_in("elsewhere");
    push.judges("git push").by("maka").from("project").denies("push");
    push.judges("git push").by("maka").from("elsewhere").is_silent();
}

/// Each then up to the enclosing git top level.
///
/// Up to the outermost one, so that nobody ends a project by making a repository in it. The home is none.
#[test]
fn the_project_begins_at_the_enclosing_git_top_level() {
    let push = project(PUSH).and_file(".hookshim.toml", BROKEN);
    push.judges("git push").from("project/packages/api").denies("push");
    push.home.write("project/packages/.git/HEAD", "ref: refs/heads/main\n");
    push.judges("git push").from("project/packages/api").denies("push");
    // Without git it is the directory itself.
    let loose = project("").and_file("loose/.hookshim.toml", &format!("version = 1\n{PUSH}\n"));
    loose.judges("git push").from("loose").denies("push");
    loose.judges("git push").from("loose/packages").is_silent();
}

/// Every `.hookshim.toml` from there down to the effect's directory is merged.
#[test]
fn every_file_from_the_root_down_to_the_effects_directory_is_merged() {
    let api = "version = 1
        rules.make.deny = { run = 'make' }
        rules.schema.deny = { write = '**/schema.sql' }
        ";
    let both = project(PUSH).and_file("project/packages/api/.hookshim.toml", api);
    both.judges("git push").from("project/packages/api/src").denies("push");
    both.judges("make").from("project/packages/api/src").denies("make");
    both.judges("cd packages/api && make").denies("make");
    both.judges("echo x > packages/api/schema.sql").denies("schema");
    both.judges("make; echo x > schema.sql").is_silent();
    both.judges("cd packages && make").is_silent();
}

/// A nested one adds, never replaces.
#[test]
fn a_nested_project_file_adds_and_never_replaces() {
    let lenient =
        "version = 1\nrules.push.warn = { run = 'git push' }\noverrides.push.verb = 'off'\n";
    let nested = project(PUSH).and_file("project/sub/.hookshim.toml", lenient);
    nested.judges("git push").from("project/sub").denies("push");
    let strict = project("rules.push.warn = { run = 'git push' }")
        .and_file("project/sub/.hookshim.toml", &format!("version = 1\n{PUSH}\n"));
    strict.judges("git push").from("project/sub").denies("push");
    strict.judges("git push").warns("push");
}

/// Untrusted, a project file may hold only `version`, `timezone`, `windows`, `packs`, `[[tests]]` and rules with deny, ask,
/// warn.
///
/// And `wrappers`, which only let more be seen.
#[test]
fn untrusted_a_project_file_may_hold_rules_that_object_and_what_they_need() {
    let objecting = project(
        "timezone = 'UTC'
        packs = ['recommended']
        wrappers = ['rtk']
        windows.w = '08:00-10:00'
        rules.d.deny = { run = 'd', during = 'w' }
        rules.a.ask = { run = 'a' }
        rules.w.warn = { run = 'w' }
        [[tests]]
        run = 'a'
        expect = 'ask'",
    );
    objecting.judges("rtk d").denies("d");
    objecting.judges("rtk d").at("2026-11-30T12:00:00Z").is_silent();
    objecting.judges("a").asks("a");
    objecting.judges("w").warns("w");
    objecting.judges("rm -rf /srv/data").denies("recommended/delete-trees");
    assert_eq!(objecting.judges("ls").shown()["notes"], json!([]));
}

/// Anything else waits for `hookshim trust`.
///
/// Only that part waits: what objects in the same file counts at once.
#[test]
fn anything_else_waits_for_trust() {
    let text = format!("scripts = 'ask'\n{LEASE}\nrules.pull.deny = {{ run = 'git pull' }}");
    let waiting = || project(&text).and_file("project/x.sh", "git $PULL\n");
    let before = waiting();
    before.judges("git pull").denies("pull");
    before.judges("git push --force").is_silent();
    before.judges("bash x.sh").is_silent();
    let notes = before.judges("ls").shown()["notes"].to_string();
    assert!(notes.contains("`scripts` waits until"), "{notes}");
    assert!(notes.contains("the rule `lease` rewrites, which waits until"), "{notes}");

    let after = agreed(waiting());
    after.judges("git pull").denies("pull");
    after.judges("git push --force").rewrites_to("git push --force-with-lease");
    after.judges("bash x.sh").asks("pull");
    assert_eq!(after.judges("ls").shown()["notes"], json!([]));
}

/// Trust is of the SHA-256 of the normalised definition + canonical project root.
///
/// And of the file's place in the project.
#[test]
fn trust_is_of_the_hash_of_the_normalised_definition_and_the_project_root() {
    let trusted = agreed(project("scripts = 'ask'"));
    let root = trusted.home.path.join("project");
    let definition =
        json!({ "file": ".hookshim.toml", "project": text(&root), "waits": { "scripts": "ask" } });
    let hash: String =
        Sha256::digest(definition.to_string()).iter().map(|byte| format!("{byte:02x}")).collect();
    let store: Value =
        serde_json::from_str(&std::fs::read_to_string(trusted.home.store()).unwrap()).unwrap();
    assert!(store.to_string().contains(&hash), "{hash} {store}");
    // The same by another way, and not the same in another place.
    let trusted = trusted
        .and_link("link", "project")
        .and_file("copy/.hookshim.toml", "version = 1\nscripts = 'ask'\n");
    assert!(trusted.home.holds("link"));
    assert!(!trusted.home.holds("copy"));
}

/// Any edit of that part un-trusts it.
#[test]
fn any_edit_of_that_part_ends_trust() {
    let trusted = agreed(project(&format!("scripts = 'ask'\n{PUSH}")));
    let after = |text: &str| {
        trusted.home.policy(&format!("version = 1\n{text}\n"));
        trusted.home.holds("project")
    };
    assert!(after(&format!("# A comment\n{PUSH}\nscripts   =   \"ask\"")));
    assert!(after("rules.pull.deny = { run = 'git pull' }\nscripts = 'ask'"));
    assert!(!after(&format!("scripts = 'silent'\n{PUSH}")));
    assert!(!after(&format!("scripts = 'ask'\nunknown = 'deny'\n{PUSH}")));
}

/// Its reasons are prefixed `project policy (untrusted):` and cut at 300 characters.
#[test]
fn its_reasons_are_prefixed_and_cut_at_300_characters() {
    let rule =
        |because: &str| format!("rules.x = {{ deny = {{ run = 'x' }}, because = '{because}' }}");
    let short = project(&rule("Not here.")).judges("x").reason();
    assert_eq!(short, "project policy (untrusted): Not here.");
    let long = project(&rule(&"a".repeat(500))).judges("x").reason();
    assert!(long.starts_with("project policy (untrusted): aaa") && long.ends_with('…'), "{long}");
    assert_eq!(long.chars().count(), 300);
    assert_eq!(policy(&rule("Not here.")).judges("x").reason(), "Not here.");
}

/// A broken project file denies everything but read and search calls.
#[test]
fn a_broken_project_file_denies_everything_but_read_and_search_calls() {
    let broken = project(BROKEN);
    broken.judges("ls").denies("on_error");
    broken.judges_tool("Write", json!({ "file_path": "a", "content": "" })).denies("on_error");
    broken.judges_tool("WebFetch", json!({ "url": "https://a.test" })).denies("on_error");
    broken.judges_tool("mcp__a__b", json!({})).denies("on_error");
    broken.judges_tool("Read", json!({ "file_path": "a" })).is_silent();
    broken.judges_tool("Grep", json!({ "pattern": "a" })).is_silent();
}

/// A broken user or organisation file denies all.
#[test]
fn a_broken_user_or_organisation_file_denies_all() {
    let broken = policy(BROKEN);
    broken.judges("ls").denies("on_error");
    broken.judges_tool("Read", json!({ "file_path": "a" })).denies("on_error");
    broken.judges_tool("Grep", json!({ "pattern": "a" })).denies("on_error");
    policy(PUSH).judges_tool("Read", json!({ "file_path": "a" })).is_silent();
}
