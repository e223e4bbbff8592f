//! Layers: organisation, user, project; and what one may say of another's rules.
//!
//! The place of the first is in `/etc`, so it is read as a text here; `tests/organisation.rs` has it in its place.

use crate::asking::{no_policy, policy};
use crate::notation::{Row, TestZones, read_layer, words};
use hookshim::policy;
use hookshim::verdict::Layer;

const DENY: &str = "rules.x.deny = { run = 'x' }\n";
const ASK: &str = "rules.x.ask = { run = 'x' }\n";
const WARN: &str = "rules.x.warn = { run = 'x' }\n";

/// What is said of the program `x` under a policy of each layer.
fn verdict(organisation: &str, user: &str, project: &str) -> String {
    let layers =
        [(Layer::Organisation, organisation), (Layer::User, user), (Layer::Project, project)];
    let mut policies =
        layers.map(|(layer, text)| read_layer(&format!("version = 1\n{text}"), layer));
    policy::settle(&mut policies);
    words(&Row::parse("run x").judge(&policies, &TestZones::default()))
}

fn with_override(rule: &str, verb: &str) -> String {
    format!("{rule}overrides.x.verb = '{verb}'\n")
}

/// Organisation, user, project; merged, strictest wins.
#[test]
fn organisation_user_and_project_are_merged_and_the_strictest_wins() {
    assert_eq!(verdict("", "", ""), "silence");
    for place in 0..3 {
        let mut said = [WARN, WARN, WARN];
        said[place] = DENY;
        assert_eq!(verdict(said[0], said[1], said[2]), "deny x");
        said[place] = ASK;
        assert_eq!(verdict(said[0], said[1], said[2]), "ask x");
    }
}

/// With neither organisation nor user policy, the user layer *is* `packs = ["recommended"]`, whatever the project has.
#[test]
fn with_neither_organisation_nor_user_policy_the_user_layer_is_the_recommended_pack() {
    let rule = "recommended/delete-trees";
    no_policy().judges("rm -rf /srv/data").denies(rule);
    no_policy().and_project("packs = []").judges("rm -rf /srv/data").denies(rule);
    policy("").judges("rm -rf /srv/data").is_silent();
    policy("packs = ['recommended']").judges("rm -rf /srv/data").denies(rule);
}

/// `[overrides."git/reset-hard"] verb = "ask"` (or `"off"`).
#[test]
fn an_override_gives_a_rule_another_verb_or_switches_it_off() {
    let pack = |verb: &str| {
        policy(&format!(
            "packs = ['recommended']\noverrides.\"recommended/delete-trees\".verb = '{verb}'"
        ))
    };
    pack("ask").judges("rm -rf /srv/data").asks("recommended/delete-trees");
    pack("warn").judges("rm -rf /srv/data").warns("recommended/delete-trees");
    pack("off").judges("rm -rf /srv/data").is_silent();
    pack("off").judges("git push --force origin a").asks("recommended/force-push");
}

/// `enforce = false` (observe only: everything runs, …).
#[test]
fn without_enforcement_everything_runs() {
    policy(DENY).judges("x").denies("x");
    policy(&format!("enforce = true\n{DENY}")).judges("x").denies("x");
    policy(&format!("enforce = false\n{DENY}")).judges("x").is_silent();
    policy(&format!("enforce = false\n{DENY}")).and_project(DENY).judges("x").is_silent();
}

/// `on_error = "allow"`.
#[test]
fn on_error_allow_lets_through_what_cannot_be_judged() {
    let unreadable = |text: &str| policy(text).judges("x").with("tool_input", "no object").words();
    assert_eq!(unreadable(""), "deny on_error");
    assert_eq!(unreadable("on_error = 'deny'"), "deny on_error");
    assert_eq!(unreadable("on_error = 'allow'"), "silence");
}

/// … count only in the organisation's or user's file.
#[test]
fn overrides_enforce_and_on_error_count_only_in_the_organisations_or_users_file() {
    for loosening in ["overrides.x.verb = 'off'", "enforce = false"] {
        assert_eq!(verdict("", "", &format!("{loosening}\n{DENY}")), "deny x", "{loosening}");
        assert_eq!(verdict("", &format!("{loosening}\n{DENY}"), ""), "silence", "{loosening}");
        assert_eq!(verdict(&format!("{loosening}\n{DENY}"), "", ""), "silence", "{loosening}");
    }
    let project = policy("").and_project("on_error = 'allow'");
    project.judges("x").with("tool_input", "no object").denies("on_error");
}

/// … for their own or weaker layers' rules.
#[test]
fn an_override_counts_for_rules_of_its_own_and_of_weaker_layers() {
    assert_eq!(verdict("", &with_override(DENY, "ask"), DENY), "ask x x");
    assert_eq!(verdict(&with_override("", "warn"), DENY, DENY), "warn x x");
    assert_eq!(verdict(DENY, &with_override(DENY, "off"), DENY), "deny x");
    assert_eq!(verdict(DENY, "enforce = false", DENY), "deny x");
}

/// The organisation can `lock` its own.
///
/// `lock` is a key of an override: no other file's override of that rule counts then.
#[test]
fn the_organisation_can_lock_its_own_override() {
    let locked = format!("{}overrides.x.lock = true\n", with_override("", "ask"));
    assert_eq!(verdict(&with_override("", "ask"), &with_override(DENY, "off"), ""), "silence");
    assert_eq!(verdict(&locked, &with_override(DENY, "off"), ""), "ask x");
    // Nobody else can.
    let user = format!("{}overrides.x.lock = true\n", with_override(DENY, "off"));
    assert_eq!(verdict(&with_override("", "ask"), &user, ""), "silence");
    assert_eq!(verdict(&locked, &user, ""), "ask x");
}
