//! What a rule that speaks says.

use crate::asking::policy;

/// The reason of a rule on writing files that has this `because`.
fn reason(because: &str) -> String {
    let text = format!(
        "timezone = 'UTC'\nwindows.w = '18:00-19:00'\n\
         rules.files = {{ deny = {{ write = 'a' }}, unless = {{ during = 'w' }}, because = '{because}' }}"
    );
    let policies = policy(&text);
    let reason = policies.judges("cd sub; echo x > ../a").reason();
    reason.replace(policies.home.path.to_str().unwrap(), "~")
}

/// `because`: `{rule} {command} {path} {opens} {now}`.
#[test]
fn because_has_the_placeholders_rule_command_path_opens_and_now() {
    let rows = [
        ("{rule}", "files Possible again from Mon 2026-11-30 18:00 UTC."),
        ("{command} {opens}", "echo x > ../a Mon 2026-11-30 18:00 UTC"),
        ("{path} {opens}", "~/project/a Mon 2026-11-30 18:00 UTC"),
        ("{now} {opens}", "Mon 2026-11-30 09:00 UTC Mon 2026-11-30 18:00 UTC"),
        ("{{rule}} {opens}", "{rule} Mon 2026-11-30 18:00 UTC"),
    ];
    for (because, expected) in rows {
        assert_eq!(reason(because), expected);
    }
    let unknown = policy("rules.x = { deny = { run = 'x' }, because = '{file}' }");
    assert!(unknown.checked().contains("`{file}` is no placeholder"));
}

/// `instead = "…"` names the alternative.
#[test]
fn instead_names_the_alternative() {
    let with = policy("rules.x = { deny = { run = 'x' }, because = 'No.', instead = 'run y.' }");
    assert_eq!(with.judges("x").reason(), "No. Instead: run y.");
    let without = policy("rules.x = { deny = { run = 'x' }, because = 'No.' }");
    assert_eq!(without.judges("x").reason(), "No.");
}
