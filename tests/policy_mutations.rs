//! Owns the promise that no text makes the policy reader panic, or fail without saying why; it does not test rules.

// Functions that tests share may fail as loudly as the tests themselves; clippy.toml reaches only the tests.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "policy/notation.rs"]
mod notation;
mod random;

use hookshim::{
    policy::{self, Policy, Source, packs},
    verdict::Layer,
};
use notation::{Row, TestZones};
use random::Random;
use std::{collections::BTreeSet, fs};
use toml::de::DeValue;

const MUTATIONS: u64 = 10_000;

/// What is put in where the dice say so: the language's own marks and words, and text that readers stumble over.
const INSERTED: [&str; 24] = [
    "\"",
    "'",
    "\"\"\"",
    "[",
    "]",
    "[[",
    "{",
    "}",
    "=",
    ",",
    ".",
    "!",
    "*",
    "|",
    "-",
    "\n",
    "\\",
    "é",
    "\u{202e}",
    "2026-12-24",
    "18:00",
    "deny",
    "during = \"x\"",
    "{opens}",
];

/// Takes out, repeats, puts in and moves a few pieces of a text.
fn mutate(text: &str, seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.next(4) {
        let start = random.next(characters.len());
        let end = (start + 1 + random.next(12)).min(characters.len());
        let piece: Vec<char> = characters[start..end].to_vec();
        match random.next(4) {
            0 => drop(characters.splice(start..end, [])),
            1 => drop(characters.splice(start..start, piece)),
            2 => {
                let inserted = INSERTED[random.next(INSERTED.len())];
                drop(characters.splice(start..start, inserted.chars()));
            }
            _ => {
                characters.splice(start..end, []);
                let target = random.next(characters.len());
                characters.splice(target..target, piece);
            }
        }
    }
    characters.into_iter().collect()
}

/// Policies that are whole and policies that are broken, in turn.
fn originals() -> Vec<String> {
    let broken = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/policy/broken")).unwrap();
    let mut files: Vec<_> = broken.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut whole: Vec<_> = packs::names().into_iter().filter_map(packs::find).collect();
    whole.extend([include_str!("policy/reasons.toml"), include_str!("rewriting.toml")]);
    let broken = files.iter().map(|file| fs::read_to_string(file).unwrap());
    let whole = whole.into_iter().cycle().map(str::to_owned);
    broken.zip(whole).flat_map(|(broken, whole)| [broken, whole]).collect()
}

/// The rules that a policy has of its own.
fn own_rules(policy: &Policy) -> BTreeSet<String> {
    let own = policy.rules.iter().filter(|rule| !rule.id.contains('/'));
    own.map(|rule| rule.id.clone()).collect()
}

/// The rules that stand in a text. Those that wait for trust are left out, all of them or none.
fn rules_in(text: &str, trusted: bool) -> BTreeSet<String> {
    let table = toml::de::DeTable::parse(text).unwrap();
    let Some(DeValue::Table(rules)) = table.get_ref().get("rules").map(|it| it.get_ref()) else {
        return BTreeSet::new();
    };
    let waits = |rule: &DeValue| !trusted && rule.get("rewrite").is_some();
    let rules = rules.iter().filter(|(_, rule)| !waits(rule.get_ref()));
    rules.map(|(name, _)| name.get_ref().to_string()).collect()
}

#[test]
fn a_mutated_policy_is_read_or_says_why_not() {
    let texts = originals();
    let rows =
        ["run sudo rm -rf $A > delete-tree $A/x", "run git push", "opaque if", "write /etc/hosts"];
    let rows = rows.map(Row::parse);
    let (mut read, mut refused) = (0, 0);
    for seed in 1..=MUTATIONS {
        let text = mutate(&texts[seed as usize % texts.len()], seed);
        let (file, layer) = ("policy.toml".to_owned(), Layer::Project);
        let trusted = seed % 2 == 0;
        match policy::read(Source { file, text: text.clone(), layer, trusted }) {
            Ok(policy) => {
                read += 1;
                assert_eq!(
                    own_rules(&policy),
                    rules_in(&text, trusted),
                    "mutation {seed} is half read"
                );
                let policies = [policy];
                for row in &rows {
                    row.judge(&policies, &TestZones::default());
                }
            }
            Err(errors) => {
                refused += 1;
                assert!(!errors.is_empty(), "mutation {seed} is refused without a reason");
                let told = format!("{}{}", policy::report(&errors), policy::summary(&errors));
                assert!(
                    told.contains("policy.toml:"),
                    "mutation {seed} does not say where: {told}"
                );
            }
        }
    }
    assert!(
        read > 100 && refused > 100,
        "the mutations are too tame or too wild: {read}, {refused}"
    );
}
