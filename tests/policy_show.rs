//! `hookshim policy show` and `policy packs` say which rules hold, where each comes from, and what comes with hookshim.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::{Hook, Seen};
use hookshim::policy::packs;
use serde_json::Value;

const USER: &str = r#"version  = 1
timezone = "UTC"
packs    = ["work-hours"]
unknown  = "deny"
self_protection = "off"

[tools."mcp__db__query"]
sql = "/sql"

[rules.env-files]
deny = { touch = ["**/.env", "!**/.env.example"] }

[rules.lease]
rewrite = { run = "git push --force" }
with    = { "--force" = "--force-with-lease" }

[overrides."work-hours/push-in-the-evening"]
verb = "ask"

[overrides.drafts]
verb = "off"
"#;

const PROJECT: &str = r#"version    = 1
timezone   = "Europe/Berlin"
on_error   = "allow"
unknown    = "allow"
wrappers   = ["rtk"]

[windows]
freeze = "2026-12-24..2027-01-02"

[rules.freeze]
ask    = [{ push = { branch = ["main", "release/*"] } }, { run = "deploy", tree = true }]
when   = { during = "freeze" }
unless = { agent = "release" }
unknown = "deny"

[rules.drafts]
warn = { write = "drafts/**" }

[rules.pnpm]
rewrite = { run = "npm install" }
with    = { npm = "pnpm" }
"#;

/// `hookshim policy show` in a folder of a project, with the temporary folder's name taken out of what it says.
fn show(arguments: &[&str], files: &[(&str, &str)]) -> Seen {
    let hook = Hook::command(&["policy", "show", "--no-system"]).arguments(arguments);
    hook.write("home/work/.git/HEAD", "ref: refs/heads/main\n");
    files.iter().for_each(|(name, text)| _ = hook.write(name, text));
    let below = hook.folder.path().join("home/work/sub");
    std::fs::create_dir_all(&below).unwrap();
    let folder = hook.folder.path().to_str().unwrap().to_owned();
    let seen = hook.in_directory(&below).run("");
    Seen { stdout: seen.stdout.replace(&folder, ""), ..seen }
}

const FILES: [(&str, &str); 2] =
    [("home/.config/hookshim/policy.toml", USER), ("home/work/.hookshim.toml", PROJECT)];

#[test]
fn people_read_this() {
    let seen = show(&[], &FILES);
    assert_eq!(seen.status, Some(0), "{seen:?}");
    insta::assert_snapshot!(seen.stdout);
}

#[test]
fn programs_read_this() {
    let seen = show(&["--json"], &FILES);
    assert_eq!(seen.status, Some(0), "{seen:?}");
    insta::assert_snapshot!(seen.stdout);
}

/// The rules that are shown, by their names.
fn rules(files: &[(&str, &str)]) -> (Option<i32>, Vec<String>) {
    let seen = show(&["--json"], files);
    let shown: Value = serde_json::from_str(&seen.stdout).unwrap();
    let rules = shown["rules"].as_array().unwrap().iter();
    (seen.status, rules.map(|rule| rule["id"].as_str().unwrap().to_owned()).collect())
}

#[test]
fn the_recommended_pack_and_self_protection_are_shown_where_they_hold() {
    let has = |files: &[(&str, &str)], pack: &str| {
        rules(files).1.iter().any(|rule| rule.starts_with(&format!("{pack}/")))
    };
    let user = |text| vec![("home/.config/hookshim/policy.toml", text)];
    let rows = [
        (vec![], true, true),
        (vec![("home/work/.hookshim.toml", PROJECT)], true, true),
        (user("version = 1\n"), false, true),
        (user("version = 1\nself_protection = \"off\"\n"), false, false),
        (user("version = 2\n"), false, true),
        (
            vec![("home/work/.hookshim.toml", "version = 1\nself_protection = \"off\"\n")],
            true,
            true,
        ),
    ];
    for (files, recommended, own) in rows {
        assert_eq!(has(&files, "recommended"), recommended, "{files:?}");
        assert_eq!(has(&files, "self-protection"), own, "{files:?}");
    }
}

#[test]
fn a_file_that_cannot_be_used_is_shown_as_such() {
    let broken = "version = 1\n[rules.x]\ndenny = { run = \"x\" }\n";
    let seen = show(&[], &[("home/work/.hookshim.toml", broken)]);
    assert_eq!(seen.status, Some(2), "{seen:?}");
    let line = "  project      The policy is broken: /home/work/.hookshim.toml:3:1: rule `x`: unknown key `denny`";
    assert!(seen.stdout.contains(line), "{}", seen.stdout);
}

#[test]
fn what_is_only_observed_is_shown_as_such() {
    let text = "version = 1\nenforce = false\n[rules.x]\ndeny = { run = \"x\" }\n";
    let seen = show(&[], &[("home/.config/hookshim/policy.toml", text)]);
    assert!(seen.stdout.contains("     3  deny    x, only observed\n"), "{}", seen.stdout);
}

#[test]
fn packs_are_listed_and_printed_as_they_are() {
    let seen = Hook::command(&["policy", "packs"]).run("");
    for name in packs::names() {
        let printed = Hook::command(&["policy", "packs", name]).run("").stdout;
        let file = std::fs::read_to_string(format!("policies/{name}.toml")).unwrap();
        assert_eq!(printed, file);
        let entry = seen.stdout.split("\n\n").find(|it| it.starts_with(&format!("{name} (")));
        // All that is said of a pack fits its first lines.
        let about = file.lines().next().unwrap().trim_start_matches("# ");
        let first_words = about.split(' ').take(5).collect::<Vec<_>>().join(" ");
        assert!(entry.unwrap().contains(&first_words), "{}", seen.stdout);
    }
    let missing = Hook::command(&["policy", "packs", "missing"]).run("");
    assert_eq!(missing.status, Some(2));
    assert!(missing.stderr.contains("hookshim has recommended"), "{}", missing.stderr);
}
