//! Owns the promises about which rules speak, when and in which order; it does not test how effects are found.

// Functions that tests share may fail as loudly as the tests themselves; clippy.toml reaches only the tests.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "policy/notation.rs"]
mod notation;

use hookshim::{
    policy::{OnError, packs},
    verdict::Layer,
};
use notation::{Row, TestZones, read, read_layer, words};

const HEAD: &str = "version = 1
timezone = \"Europe/Berlin\"
[windows]
evening = \"mon-fri 18:00-23:30\"
freeze = \"2026-12-24..2027-01-02\"
";

/// Judges every row of a table; `expected` is compared with the start of the verdict's words.
fn check(table: &str, policy: impl Fn(&str) -> String) {
    let mut wrong = Vec::new();
    let (mut rule, mut fresh) = (String::new(), true);
    for (index, line) in table.lines().enumerate() {
        if line.trim().is_empty() || line.trim().starts_with('#') {
            continue;
        }
        let Some((effects, expected)) =
            line.strip_prefix("    ").and_then(|it| it.rsplit_once("=>"))
        else {
            rule = if fresh { format!("{rule}{line}\n") } else { format!("{line}\n") };
            fresh = true;
            continue;
        };
        fresh = false;
        let policies = [read(&policy(&rule))];
        let found = words(&Row::parse(effects.trim()).judge(&policies, &TestZones::default()));
        let expected = expected.trim();
        if found != expected && found.strip_suffix(" rule") != Some(expected) {
            wrong.push(format!("line {}: {}\n    found {found}", index + 1, line.trim()));
        }
    }
    assert!(wrong.is_empty(), "{} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_rule_speaks_when_one_effect_fits_all_of_it() {
    check(include_str!("policy/rules.table"), |rule| format!("{HEAD}[rules.rule]\n{rule}"));
}

#[test]
fn the_recommended_pack_stops_what_did_damage_and_is_silent_on_ordinary_days() {
    check(include_str!("policy/recommended.table"), |_| packs::DEFAULT_USER_POLICY.to_owned());
}

#[test]
fn the_work_hours_pack_lets_a_push_wait_for_the_evening() {
    let policies = [read("version = 1\ntimezone = \"Europe/Berlin\"\npacks = [\"work-hours\"]")];
    let verdict = |row: &str| words(&Row::parse(row).judge(&policies, &TestZones::default()));
    assert_eq!(verdict("run git push"), "deny work-hours/push-in-the-evening");
    assert_eq!(verdict("[now=2026-11-30T19:00:00+01:00] run git push"), "silence");
    assert_eq!(verdict("run git commit"), "silence");
}

#[test]
fn a_file_can_replace_the_window_of_a_pack_it_lists() {
    let policies = [read(
        "version = 1
         packs = [\"work-hours\"]
         [windows]
         \"work-hours/evening\" = { spans = \"08:00-10:00\", timezone = \"Europe/Berlin\" }",
    )];
    let verdict = |row: &str| words(&Row::parse(row).judge(&policies, &TestZones::default()));
    assert_eq!(verdict("run git push"), "silence");
    assert_eq!(
        verdict("[now=2026-11-30T19:00:00+01:00] run git push"),
        "deny work-hours/push-in-the-evening"
    );
}

#[test]
fn layers_speak_in_order_and_the_strictest_wins() {
    let policies = [
        read_layer("version = 1\n[rules.p]\nwarn = { run = \"git push\" }", Layer::Project),
        read_layer(
            "version = 1
             packs = [\"recommended\"]
             [rules.b]
             ask = { run = \"git push\" }
             [rules.a]
             deny = { run = \"git push\" }",
            Layer::User,
        ),
        read_layer("version = 1\n[rules.o]\nask = { run = \"git push\" }", Layer::Organisation),
    ];
    let judgement = Row::parse("run git push --force > push origin refs/heads/a forced")
        .judge(&policies, &TestZones::default());
    let spoken = judgement.verdict.objections().iter();
    let spoken: Vec<_> = spoken
        .map(|it| format!("{} {} {}", it.layer.name(), it.decision.name(), it.rule))
        .collect();
    assert_eq!(
        spoken,
        [
            "organisation ask o",
            "user ask b",
            "user deny a",
            "user ask recommended/force-push",
            "project warn p",
        ]
    );
    assert_eq!(words(&judgement), "deny a");
}

#[test]
fn a_rule_speaks_once_about_the_effect_that_surely_fits() {
    let policies = [read("version = 1\n[rules.home]\ndeny = { delete = \"~\", tree = true }")];
    let row =
        Row::parse("delete-tree $A ; run rm -rf ~ > delete-tree /home/user ; delete-tree /home");
    let judgement = row.judge(&policies, &TestZones::default());
    assert_eq!(judgement.verdict.objections().len(), 1);
    assert_eq!(judgement.verdict.objections()[0].part, "rm -rf ~");
}

#[test]
fn zones_are_read_only_where_the_rest_of_a_rule_fits() {
    let policies = [read(&format!(
        "{HEAD}[rules.push]
         deny = {{ run = \"git push\" }}
         unless = [{{ during = \"evening\" }}, {{ mode = \"plan\" }}]"
    ))];
    let zones = TestZones::default();
    Row::parse("run git commit ; read /etc/passwd").judge(&policies, &zones);
    Row::parse("[mode=plan] run git push").judge(&policies, &zones);
    assert!(zones.read.borrow().is_empty());
    Row::parse("run git push").judge(&policies, &zones);
    assert_eq!(*zones.read.borrow(), ["Europe/Berlin"]);
}

#[test]
fn a_zone_that_cannot_be_read_is_a_failure_beside_the_verdict() {
    let policies = [read(
        "version = 1
         timezone = \"Mars/Olympus\"
         [windows]
         evening = \"mon-fri 18:00-23:30\"
         [rules.push]
         deny = { run = \"git push\" }
         unless = { during = \"evening\" }
         [rules.force]
         deny = { run = \"git push --force\" }",
    )];
    let judgement = Row::parse("run git push --force > push origin refs/heads/a forced")
        .judge(&policies, &TestZones::default());
    assert_eq!(words(&judgement), "deny force failed:push");
    assert_eq!(
        judgement.failures[0].message,
        "the time zone `Mars/Olympus` cannot be read (no such file): install the package tzdata, \
         or correct the name"
    );
    assert_eq!(words(&Row::parse("run ls").judge(&policies, &TestZones::default())), "silence");
}

#[test]
fn an_untrusted_project_can_only_object() {
    let text = "version = 1\non_error = \"allow\"\nunknown = \"allow\"\ndeadline_ms = 5000
        [rules.push]\ndeny = { run = \"git push\" }";
    let project = read_layer(text, Layer::Project);
    assert_eq!((project.on_error, project.deadline_ms), (None, None));
    assert_eq!(project.waiting.len(), 3, "{:?}", project.waiting);
    let unknown = Row::parse("opaque if").judge(&[project], &TestZones::default());
    assert_eq!(words(&unknown), "ask push");

    let user = read_layer(text, Layer::User);
    assert_eq!((user.on_error, user.deadline_ms), (Some(OnError::Allow), Some(5000)));
    assert!(user.waiting.is_empty());
    assert_eq!(words(&Row::parse("opaque if").judge(&[user], &TestZones::default())), "silence");
}

#[test]
fn on_error_is_deny_unless_every_file_that_says_something_says_allow() {
    let policies = |said: &[&str]| -> Vec<_> {
        said.iter().map(|said| read(&format!("version = 1\n{said}"))).collect()
    };
    let (allow, deny) = ("on_error = \"allow\"", "on_error = \"deny\"");
    let rows = [
        (vec![], OnError::Deny),
        (vec![""], OnError::Deny),
        (vec![allow], OnError::Allow),
        (vec![allow, ""], OnError::Allow),
        (vec![allow, deny], OnError::Deny),
        (vec![deny], OnError::Deny),
    ];
    for (said, expected) in rows {
        assert_eq!(OnError::of(&policies(&said)), expected, "{said:?}");
    }
}

/// What the model and the person read, whole.
#[test]
fn reasons_say_what_why_what_instead_and_when() {
    let policies = [read(include_str!("policy/reasons.toml"))];
    let rows = [
        "run git push origin HEAD",
        "[now=2026-12-25T09:00:00+01:00] run git push",
        "run git tag v1",
        "write /home/user/project/.env",
        "run cat .env > read /home/user/project/.env",
        "run rm -rf ~ > delete-tree /home/user",
        "run rm -rf $A/$B > delete-tree $A/$B",
        "read $DIR/.env",
        "opaque if then",
        "[tool=mcp__x__y] call",
    ];
    let told = rows.map(|row| {
        let judgement = Row::parse(row).judge(&policies, &TestZones::default());
        let objections = judgement.verdict.objections().iter();
        let objections = objections.map(|it| {
            format!("  {} {} `{}`\n    {}\n", it.decision.name(), it.rule, it.part, it.reason)
        });
        format!("{row}\n{}", objections.collect::<String>())
    });
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn an_untrusted_project_says_who_it_is_and_is_cut_short() {
    let because = "x".repeat(500);
    let text = format!(
        "version = 1\n[rules.push]\ndeny = {{ run = \"git push\" }}\nbecause = \"{because}\""
    );
    let judgement = Row::parse("run git push")
        .judge(&[read_layer(&text, Layer::Project)], &TestZones::default());
    let reason = &judgement.verdict.objections()[0].reason;
    assert!(reason.starts_with("project policy (untrusted): xxx"), "{reason}");
    assert_eq!(reason.chars().count(), 300);
}
