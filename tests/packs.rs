//! Owns what the packs promise by how they are put together; what each stops stands in its own tests (`hookshim test --pack`).

#![allow(clippy::unwrap_used, clippy::panic)] // a test may fail loudly

use hookshim::policy::{self, Source, packs};
use hookshim::verdict::Layer;
use std::collections::BTreeSet;

/// The rules that a policy with these packs has, in their order.
fn rules(listed: &[&str]) -> Vec<String> {
    let text = format!("version = 1\npacks = {listed:?}\n");
    let source = Source { file: "policy.toml".into(), text, layer: Layer::User, trusted: true };
    let read = policy::read(source).unwrap_or_else(|errors| panic!("{}", policy::report(&errors)));
    read.rules.into_iter().map(|rule| rule.id).collect()
}

/// The keys at the top of a text.
fn keys(text: &str) -> Vec<String> {
    let table = toml::de::DeTable::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    table.get_ref().keys().map(|key| key.get_ref().to_string()).collect()
}

/// The hook reads a pack up to its first test, so a rule after that would hold for nobody.
#[test]
fn nothing_but_tests_stands_after_a_packs_first_test() {
    for name in packs::names() {
        let (whole, read) = (packs::whole(name).unwrap(), packs::find(name).unwrap());
        assert!(!keys(read).contains(&"tests".to_owned()), "{name} has a test before its rules");
        assert_eq!(keys(whole.strip_prefix(read).unwrap()), ["tests"], "{name}");
    }
}

#[test]
fn the_pack_all_has_the_rules_of_every_pack_but_work_hours() {
    let others = packs::names().into_iter().filter(|name| !["all", "work-hours"].contains(name));
    let each: BTreeSet<String> = others.flat_map(|name| rules(&[name])).collect();
    let all = rules(&["all"]);
    assert_eq!(all.iter().cloned().collect::<BTreeSet<_>>(), each);
    assert_eq!(all.len(), each.len(), "a rule is read twice");
}

#[test]
fn a_pack_that_comes_in_twice_is_read_once() {
    let all = rules(&["all"]);
    for listed in [["all", "git"], ["git", "all"]] {
        let mut both = rules(&listed);
        both.sort();
        let mut once = all.clone();
        once.sort();
        assert_eq!(both, once, "{listed:?}");
    }
}

#[test]
fn a_rule_of_a_pack_in_a_pack_is_named_by_its_own_pack() {
    let text = "version = 1\npacks = [\"all\"]\n[overrides.\"git/reset-hard\"]\nverb = \"ask\"\n";
    let source =
        Source { file: "policy.toml".into(), text: text.into(), layer: Layer::User, trusted: true };
    let mut read = [policy::read(source).unwrap()];
    policy::settle(&mut read);
    let rule = read.iter().flat_map(|it| &it.rules).find(|rule| rule.id == "git/reset-hard");
    assert_eq!(rule.unwrap().decision, hookshim::verdict::Decision::Ask);
}
