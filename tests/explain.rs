//! `hookshim check --explain` tells which rules came near, and the keys that kept them silent.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::{Hook, Seen};
use serde_json::Value;
use std::collections::BTreeSet;

/// Everybody's directory, which is on no machine.
const PROJECT: &str = "/nowhere/user/project";

fn explain(policy: &str, arguments: &[&str]) -> Seen {
    let fixed = ["--explain", "--no-system", "--cwd", PROJECT, "--now", "2026-11-30T12:00:00Z"];
    let check = Hook::command(&["check"]).policy(policy).arguments(&fixed);
    check.variable("HOME", "/nowhere/user").arguments(arguments).run("")
}

fn near(policy: &str, call: &str) -> Value {
    let tool = call.split_once(' ').filter(|(_, input)| input.starts_with('{'));
    let mut arguments = match tool {
        Some((tool, input)) => vec!["--tool", tool, "--input", input],
        None => vec![call],
    };
    arguments.push("--json");
    let seen = explain(policy, &arguments);
    let shown: Value = serde_json::from_str(&seen.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", seen.stdout, seen.stderr));
    shown["near"].clone()
}

/// The rows of the table: the rule, the call and the keys.
fn rows() -> Vec<(String, String, String)> {
    let lines = include_str!("explain.table").lines();
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let columns = |row: &str| {
        let row = row.replace(r"\|", "\u{1}");
        let mut columns = row.split('|').map(|it| it.trim().replace('\u{1}', "|"));
        [columns.next(), columns.next(), columns.next()].map(Option::unwrap)
    };
    rows.map(|row| columns(row).into()).collect()
}

#[test]
fn the_key_that_keeps_a_rule_silent_is_named() {
    let mut wrong = Vec::new();
    for (rule, call, keys) in rows() {
        let rule = rule.replace("; ", "\n");
        let policy = format!(
            "version = 1\ntimezone = \"UTC\"\n[windows]\nnight = \"22:00-06:00\"\n[rules.rule]\n{rule}\n"
        );
        let near = near(&policy, &call);
        let named = near.as_array().unwrap().iter().flat_map(|miss| {
            assert_eq!(miss["rule"], "rule");
            miss["keys"].as_array().unwrap().clone()
        });
        let named: Vec<String> = named
            .map(|key| {
                let name = key["key"].as_str().unwrap();
                let failed = name.contains('.') && key["holds"] == false;
                format!("{}{name}", if failed { "!" } else { "" })
            })
            .collect();
        if named.join(" ") != keys {
            wrong.push(format!("{rule} | {call} | {keys}   got {near:#}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_key_of_a_table_can_be_named() {
    let schema: Value = serde_json::from_str(include_str!("../docs/policy.schema.json")).unwrap();
    let keys = schema["definitions"]["conditions"]["properties"].as_object().unwrap();
    let named: BTreeSet<String> = rows()
        .into_iter()
        .flat_map(|(.., keys)| keys.split(' ').map(str::to_owned).collect::<Vec<_>>())
        .filter_map(|key| key.strip_prefix("!deny.").map(str::to_owned))
        .collect();
    assert_eq!(named, keys.keys().cloned().collect());
}

#[test]
fn people_read_this() {
    let policy = "version = 1\ntimezone = \"Europe/Berlin\"\npacks = [\"recommended\"]\n\
        [windows]\nevening = \"mon-fri 12:00-23:30\"\n\
        [rules.evening]\ndeny = { run = \"git push\" }\nunless = { during = \"evening\" }\n\
        [rules.not-to-main]\ndeny = { push = { branch = \"main\" } }\nwhen = { mode = \"auto\" }\n\
        [rules.stay-inside]\ndeny = { write = [\"**\", \"!{project}/**\"] }\n\
        [rules.no-deploy]\nask = { run = \"kubectl apply|delete|scale|drain\" }\n\
        [overrides.no-deploy]\nverb = \"off\"\n";
    let mut shown = String::new();
    for command in [
        "cd app && git push origin main",
        "sleep 7200; git push",
        "echo x > src/a.rs",
        "kubectl apply -f x.yaml && kubectl get pods",
        "ls -la",
    ] {
        let seen = explain(policy, &[command]);
        shown += &format!("$ hookshim check --explain {command:?}\n{}\n", seen.stdout);
    }
    for line in shown.lines().filter(|line| !line.starts_with('$')) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    insta::assert_snapshot!(shown);
}

/// What is explained is no other judgement.
#[test]
fn the_verdict_is_the_same_with_and_without_an_explanation() {
    let policy = "version = 1\npacks = [\"all\"]\n";
    for command in ["git push -f origin main", "rm -rf ~", "ls", "cat .env", "git $X", "make"] {
        let explained: Value =
            serde_json::from_str(&explain(policy, &[command, "--json"]).stdout).unwrap();
        let fixed = ["--no-system", "--cwd", PROJECT, "--now", "2026-11-30T12:00:00Z", "--json"];
        let check = Hook::command(&["check"]).policy(policy).arguments(&fixed);
        let plain = check.variable("HOME", "/nowhere/user").arguments(&[command]).run("");
        let plain: Value = serde_json::from_str(&plain.stdout).unwrap();
        let spoke: Vec<&Value> =
            explained["rules"].as_array().unwrap().iter().map(|it| &it["rule"]).collect();
        for miss in explained["near"].as_array().unwrap() {
            assert!(!spoke.contains(&&miss["rule"]), "{command}: {miss}");
        }
        let mut rest = explained.clone();
        rest.as_object_mut().unwrap().remove("near");
        assert_eq!(rest, plain, "{command}");
    }
}
