//! Owns the promise that a broken policy says everything that is wrong with it, and where; it does not test rules.

// Functions that tests share may fail as loudly as the tests themselves; clippy.toml reaches only the tests.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod harness;

use harness::Hook;
use hookshim::{
    policy::{self, ErrorKind, Policy, PolicyError, Source, packs},
    verdict::Layer,
};
use std::{collections::BTreeSet, fs, path::Path};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/policy/broken");

fn read(file: &str, text: impl Into<String>, layer: Layer) -> Result<Policy, Vec<PolicyError>> {
    let trusted = layer != Layer::Project;
    policy::read(Source { file: file.to_owned(), text: text.into(), layer, trusted })
}

/// The names of the broken policies: that of a kind of mistake, and perhaps which of its messages it is about.
fn fixtures() -> Vec<String> {
    let files = fs::read_dir(FIXTURES).unwrap().map(|entry| entry.unwrap().file_name());
    let names = files.map(|file| file.to_str().unwrap().strip_suffix(".toml").unwrap().to_owned());
    names.collect()
}

fn text_of(fixture: &str) -> String {
    fs::read_to_string(Path::new(FIXTURES).join(format!("{fixture}.toml"))).unwrap()
}

fn fixture(name: &str) -> Vec<PolicyError> {
    let file = format!("{name}.toml");
    read(&file, text_of(name), Layer::User).expect_err(&file)
}

#[test]
fn every_mistake_is_shown_with_its_place_and_what_to_do() {
    for name in fixtures() {
        let kind = name.split('.').next().unwrap();
        let Some((kind, _)) = ErrorKind::ALL.iter().find(|(_, known)| *known == kind) else {
            panic!("{name}.toml is named after no kind of mistake")
        };
        let errors = fixture(&name);
        let others: Vec<_> = errors.iter().filter(|error| error.kind != *kind).collect();
        assert!(others.is_empty(), "{name}.toml has other mistakes, too: {others:#?}");
        insta::assert_snapshot!(name.as_str(), policy::report(&errors));
    }
}

#[test]
fn every_kind_of_mistake_is_shown() {
    // Policies of these kinds are too long to be files; they are made below.
    let made = ["too-long", "too-many-rules"];
    let shown: BTreeSet<String> =
        fixtures().iter().map(|name| name.split('.').next().unwrap().to_owned()).collect();
    for (_, kind) in ErrorKind::ALL {
        assert_ne!(shown.contains(kind), made.contains(&kind), "{kind}");
    }
}

/// What a person reads in `hookshim policy check`, the model is told in short: the same place, words and advice.
#[test]
fn the_hook_denies_with_the_same_text() {
    let payload = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"/"}"#;
    for name in fixtures() {
        let hook = Hook::new().policy(&text_of(&name));
        let file = hook.folder.path().join("policy-2.toml").to_str().unwrap().to_owned();
        let errors = read(&file, text_of(&name), Layer::User).unwrap_err();
        let seen = hook.run(payload);
        assert_eq!(seen.status, Some(2), "{name}: {seen:?}");
        assert_eq!(seen.stderr.lines().count(), 1, "{name}: {}", seen.stderr);
        let told = policy::summary(&errors);
        assert!(seen.stderr.contains(&told), "{name}: {}\n{told}", seen.stderr);
        let first = &errors[0];
        let report = policy::report(&errors);
        assert!(report.contains(&first.message) && told.contains(&first.message), "{name}: {told}");
    }
}

#[test]
fn every_pack_is_read_without_a_mistake() {
    for name in packs::names() {
        let policy = read("policy.toml", format!("version = 1\npacks = [\"{name}\"]"), Layer::User);
        let policy = policy.unwrap_or_else(|errors| panic!("{}", policy::report(&errors)));
        assert!(!policy.rules.is_empty(), "{name} has no rules");
        let prefix = format!("{name}/");
        let is_own = policy.rules.iter().all(|rule| rule.id.starts_with(&prefix));
        assert!(is_own || name == "all", "{:?}", policy.rules);
        // A pack's patterns are read when they are needed. As a file of its own it is read at once.
        let own = read(name, packs::find(name).unwrap().to_owned(), Layer::User);
        own.unwrap_or_else(|errors| panic!("{}", policy::report(&errors)));
    }
}

#[test]
fn a_policy_over_a_mebibyte_is_refused() {
    let text = format!("version = 1\n#{}", "x".repeat(1024 * 1024));
    let errors = read("policy.toml", text, Layer::User).unwrap_err();
    assert_eq!(errors[0].kind, ErrorKind::TooLong);
    assert_eq!(
        policy::summary(&errors),
        "policy.toml:1:1: a policy may have 1 MiB (split it, or shorten its lists)"
    );
}

/// A glob with alternatives stands for many, and many of those would fill the memory.
#[test]
fn all_alternatives_together_are_bounded() {
    let glob = format!("\"{}{}\", ", "{a,b}".repeat(8), "x".repeat(200));
    let list = format!("  {{ read = [{}] }},\n", glob.repeat(10));
    let text = |count| format!("version = 1\n[rules.a]\ndeny = [\n{}]", list.repeat(count));
    assert!(read("policy.toml", text(1), Layer::Project).is_ok());
    let errors = read("policy.toml", text(10), Layer::Project).unwrap_err();
    assert_eq!(
        policy::summary(&errors),
        "policy.toml:5:12: rule `a`: the alternatives of all globs in this file stand for too many \
         (use `*` for some of them)"
    );
}

#[test]
fn two_thousand_rules_are_read_and_one_more_is_refused() {
    let rules = |count: usize| -> String {
        let rules = (0..count).map(|rule| format!("[rules.r{rule}]\ndeny = {{ run = \"x\" }}\n"));
        format!("version = 1\n{}", rules.collect::<String>())
    };
    assert_eq!(read("policy.toml", rules(2_000), Layer::User).unwrap().rules.len(), 2_000);
    let errors = read("policy.toml", rules(2_001), Layer::User).unwrap_err();
    assert_eq!(errors[0].kind, ErrorKind::TooManyRules);
    assert_eq!(errors[0].line, 4_002);
}

/// Whatever has a limit says it.
#[test]
fn limits_are_told() {
    let x = "x".repeat(9_000);
    let spans = vec!["\"sat-sun\""; 200].join(", ");
    let policies = [
        format!("[windows]\nw = [{spans}]"),
        format!("[rules.r]\ndeny = {{ run = \"{x}\" }}"),
        format!("[rules.r]\ndeny = {{ read = \"{x}\" }}"),
        format!("[rules.r]\ndeny = {{ content = \"/{x}/\" }}"),
        format!("[rules.{}]\ndeny = {{ run = \"x\" }}", &x[..100]),
    ];
    let told = policies.map(|policy| {
        let policy = format!("version = 1\n{policy}");
        policy::summary(&read("policy.toml", policy, Layer::User).unwrap_err()).replace(&x, "x…")
    });
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn the_reason_of_a_denial_names_the_first_mistake_and_counts_the_rest() {
    assert_eq!(
        policy::summary(&fixture("pack")),
        "pack.toml:2:10: there is no pack `recomended` (did you mean `recommended`?), and 5 more"
    );
}

#[test]
fn an_excerpt_is_short_and_cannot_speak_to_the_terminal() {
    let text =
        format!("version = 1\n{} = 1 # \u{202e}\u{1b}[31m\t{}", "k".repeat(90), "x".repeat(9_000));
    let errors = read("policy.toml", text, Layer::Project).unwrap_err();
    insta::assert_snapshot!(policy::report(&errors));
}

#[test]
fn a_message_is_short_and_cannot_speak_to_the_terminal() {
    let text = format!("version = 1\npacks = [\"\\u001b[31m\\u202e\\n{}\"]", "x".repeat(9_000));
    let message = policy::summary(&read("policy.toml", text, Layer::Project).unwrap_err());
    assert!(message.starts_with("policy.toml:2:10: there is no pack `�[31m��xxx"), "{message}");
    assert!(message.chars().count() < 600, "{message}");
}

#[test]
fn a_file_of_nothing_but_mistakes_reports_a_hundred() {
    let text: String = (0..5_000).map(|key| format!("key{key} = 1\n")).collect();
    let errors = read("policy.toml", format!("version = 1\n{text}"), Layer::User).unwrap_err();
    assert_eq!(errors.len(), 100);
}

/// TOML that is nested too deeply for the reader's stack must be an error of the file, not an abort.
#[test]
fn deep_nesting_is_a_mistake_like_any_other() {
    let depth = 100_000;
    let nested = [
        format!("version = 1\nx = {}{}", "[".repeat(depth), "]".repeat(depth)),
        format!("version = 1\nx = {}1{}", "{a=".repeat(depth), "}".repeat(depth)),
        format!("version = 1\n{}x = 1", "a.".repeat(depth)),
        format!("version = 1\n[{}x]", "a.".repeat(depth)),
    ];
    for text in nested {
        assert!(!read("policy.toml", text, Layer::Project).unwrap_err().is_empty());
    }
}
