//! What is an error of a policy, and how it is told.

use crate::asking::policy;

/// What `hookshim policy check` shows of a policy must have this in it, and nothing be wrong with the other.
#[track_caller]
fn refuses(wrong: &str, message: &str, right: &str) {
    let shown = policy(wrong).checked();
    assert!(shown.contains(message), "{wrong}: {shown}");
    policy(wrong).judges("ls").denies("on_error");
    let shown = policy(right).checked();
    assert!(shown.contains("policy.toml: no errors"), "{right}: {shown}");
}

/// Unknown keys … : errors.
#[test]
fn unknown_keys_are_errors() {
    let right = "rules.x.deny = { run = 'x' }";
    refuses("ruls.x.deny = { run = 'x' }", "unknown key `ruls` in a policy", right);
    refuses("rules.x.denny = { run = 'x' }", "unknown key `denny` in a rule", right);
    refuses("rules.x.deny = { runn = 'x' }", "unknown key `runn` in a verb", right);
}

/// … bad globs … : errors.
#[test]
fn bad_globs_are_errors() {
    let right = "rules.x.deny = { read = '{home}/[ab]' }";
    refuses("rules.x.deny = { read = '{hom}/a' }", "hom", right);
    refuses("rules.x.deny = { read = 'a/[b' }", "[", right);
}

/// … zones … : errors.
///
/// A name that no zone can have is an error, one that this machine does not have a warning: a policy is shared.
#[test]
fn bad_zones_are_errors() {
    refuses(
        "timezone = '../Berlin'",
        "`../Berlin` cannot be the name of a time zone",
        "timezone = 'UTC'",
    );
    let unknown = policy("timezone = 'Mars/Olympus'").checked();
    assert!(unknown.contains("policy.toml: 1 warning"), "{unknown}");
}

/// … and spans … : errors.
#[test]
fn bad_spans_are_errors() {
    let right = "windows.w = 'mon 18:00-20:00'\nrules.x.deny = { run = 'x', during = 'w' }";
    refuses("windows.w = 'mon 6pm-8pm'", "6pm", right);
    refuses("windows.w = '2026-02-30'", "2026-02-30", right);
    refuses("rules.x.deny = { run = 'x', during = 'w' }", "this file has no window `w`", right);
}

/// … rules that can never match: errors.
///
/// Those of which it takes more than their own keys to know it are warnings.
#[test]
fn rules_that_can_never_match_are_errors() {
    let right = "rules.x.deny = [{ read = 'a' }, { write = 'a' }]";
    refuses("rules.x.deny = { read = 'a', write = 'a' }", "no effect is of two kinds", right);
    refuses("rules.x.deny = {}", "an empty table, which says nothing", right);
    refuses("rules.x.deny = { tool = '' }", "an empty name, which nothing fits", right);
    let excused = policy("rules.x = { deny = { run = 'x' }, unless = { run = 'x' } }").checked();
    assert!(excused.contains("so the rule never speaks"), "{excused}");
    assert!(excused.contains("policy.toml: 1 warning"), "{excused}");
}

/// With file, line, column and excerpt.
#[test]
fn errors_have_file_line_column_and_excerpt() {
    let shown = policy("\nrules.x.denny = { run = 'x' }").checked();
    assert!(
        shown.contains("error: unknown key `denny` in a rule --> policy.toml:3:9, in rule `x`"),
        "{shown}"
    );
    assert!(shown.contains("3 | rules.x.denny = { run = 'x' } | ^^^^^"), "{shown}");
}

/// All at once.
#[test]
fn errors_are_told_all_at_once() {
    let shown =
        policy("ruls = 1\ntimezone = '../x'\nrules.x.deny = { read = '[' }\nwindows.w = 'x'")
            .checked();
    for place in ["policy.toml:2:1", "policy.toml:3:12", "policy.toml:4:25", "policy.toml:5:13"] {
        assert!(shown.contains(place), "{place}: {shown}");
    }
    assert!(shown.contains("policy.toml: 4 errors"), "{shown}");
}
