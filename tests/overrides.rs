//! Whose rule has which verb: `overrides`, `lock` and `enforce`, across layers.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

use hookshim::{
    policy::{self, Policy, Source},
    verdict::Layer,
};

const RULE: &str = "\n[rules.push]\ndeny = { run = \"git push\" }\n";

fn read(layer: Layer, text: &str) -> Policy {
    let file = format!("{}.toml", layer.name());
    let trusted = layer != Layer::Project;
    let source = Source { file, text: format!("version = 1\n{text}"), layer, trusted };
    policy::read(source).unwrap_or_else(|errors| panic!("{}", policy::report(&errors)))
}

fn as_override(verb: &str, more: &str) -> String {
    format!("[overrides.push]\nverb = \"{verb}\"\n{more}\n")
}

/// The verb that the rule `push` of each policy has, or `-` where it is not enforced.
fn settled(mut policies: Vec<Policy>) -> String {
    policy::settle(&mut policies);
    let verb = |policy: &Policy| {
        let rule = policy.rules.iter().find(|rule| rule.id == "push")?;
        Some(if policy.enforced { rule.decision.name() } else { "-" })
    };
    policies.iter().filter_map(verb).collect::<Vec<_>>().join(" ")
}

/// The same for one policy of each layer, which has the rule and says this beside it.
fn all(organisation: &str, user: &str, project: &str) -> String {
    let layers =
        [(Layer::Organisation, organisation), (Layer::User, user), (Layer::Project, project)];
    let each = layers.into_iter().map(|(layer, said)| read(layer, &format!("{said}{RULE}")));
    settled(each.collect())
}

#[test]
fn an_override_counts_for_rules_of_its_own_and_of_weaker_layers() {
    assert_eq!(all("", "", ""), "deny deny deny");
    assert_eq!(all("", &as_override("ask", ""), ""), "deny ask ask");
    assert_eq!(all("", &as_override("off", ""), ""), "deny silence silence");
    assert_eq!(all(&as_override("warn", ""), "", ""), "warn warn warn");
    // A project's overrides never count.
    assert_eq!(all("", "", &as_override("off", "")), "deny deny deny");
    // The nearest to the rule counts, unless the organisation locks its own.
    assert_eq!(all(&as_override("ask", ""), &as_override("off", ""), ""), "ask silence silence");
    assert_eq!(all(&as_override("ask", "lock = true"), &as_override("off", ""), ""), "ask ask ask");
    // Nobody else can lock.
    assert_eq!(
        all(&as_override("ask", ""), &as_override("off", "lock = true"), ""),
        "ask silence silence"
    );
}

#[test]
fn within_a_layer_the_strictest_override_counts() {
    let one = |verb| read(Layer::User, &as_override(verb, ""));
    let rule = || read(Layer::Project, RULE);
    assert_eq!(settled(vec![one("off"), one("ask"), one("warn"), rule()]), "ask");
}

#[test]
fn what_is_not_enforced_is_its_own_and_weaker_layers_rules() {
    assert_eq!(all("", "enforce = false", ""), "deny - -");
    assert_eq!(all("enforce = false", "", ""), "- - -");
    assert_eq!(all("", "", "enforce = false"), "deny deny deny");
    assert_eq!(all("", "enforce = true", ""), "deny deny deny");
}

#[test]
fn what_a_file_may_not_say_is_told() {
    let said = "enforce = false\nself_protection = \"off\"\n[overrides.push]\nverb = \"off\"\n";
    let waiting = read(Layer::Project, said).waiting;
    for key in ["overrides", "enforce", "self_protection"] {
        let told = format!("`{key}` counts only in the user's or organisation's policy");
        assert!(waiting.contains(&told), "{waiting:?}");
    }
    let waiting = read(Layer::User, &as_override("off", "lock = true")).waiting;
    assert_eq!(waiting, ["`lock` counts only in the organisation's policy"]);
}

#[test]
fn an_override_that_a_lock_makes_void_is_told() {
    let mut policies = vec![
        read(Layer::Organisation, &as_override("deny", "lock = true")),
        read(Layer::User, &format!("{}{RULE}", as_override("off", ""))),
    ];
    policy::settle(&mut policies);
    policy::settle(&mut policies);
    let told = ["the override of `push` is void: the organisation's is locked"];
    assert_eq!(policies[1].waiting, told);
    assert!(policies[0].waiting.is_empty());
}
