//! Every example in `docs/policy.md` is run, and every key and word of the language stands in one of them.
//!
//! A block marked `toml` is a policy with its own tests; `version = 1` is put in front where it is left out. `toml project`
//! is a project's file, `toml organisation` the organisation's, `toml broken` one with mistakes. A block marked `text` that
//! begins with `$ hookshim …` shows what that prints about the policy before it, in `policy.toml`.

// a test may fail loudly
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod harness;
#[path = "policy/notation.rs"]
mod notation;

use harness::Hook;
use hookshim::policy::{self, Source};
use hookshim::verdict::{Decision, Layer};
use notation::TestZones;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use toml::de::{DeTable, DeValue};

const REFERENCE: &str = "docs/policy.md";

/// Monday, 30 November 2026, 8 o'clock UTC. Windows of dates that are over by the machine's clock are no mistake here.
const NOW: i64 = 1_796_025_600;

/// A fenced block of the reference.
struct Block {
    /// What stands behind the fence: `toml project`.
    mark: String,
    /// The line of the fence.
    line: usize,
    text: String,
}

fn blocks() -> Vec<Block> {
    let reference = std::fs::read_to_string(REFERENCE).unwrap();
    let mut blocks = Vec::new();
    let mut lines = reference.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(mark) = line.strip_prefix("```") else { continue };
        let inner = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
        let text = inner.map(|line| format!("{line}\n")).collect();
        blocks.push(Block { mark: mark.to_owned(), line: number + 1, text });
    }
    blocks
}

impl Block {
    /// Whether it is a policy that can be used.
    fn is_policy(&self) -> bool {
        self.mark.starts_with("toml") && self.mark != "toml broken"
    }

    fn source(&self) -> Source {
        let layer = match self.mark.as_str() {
            "toml organisation" => Layer::Organisation,
            "toml project" => Layer::Project,
            "toml" => Layer::User,
            mark => panic!("{REFERENCE}:{}: there are no blocks marked `{mark}`", self.line),
        };
        let file = if layer == Layer::Project { "project/.hookshim.toml" } else { "policy.toml" };
        Source { file: file.to_owned(), text: self.whole(), layer, trusted: true }
    }

    /// The text as a whole policy.
    fn whole(&self) -> String {
        let has_version = self.text.lines().any(|line| line.starts_with("version"));
        if has_version { self.text.clone() } else { format!("version = 1\n{}", self.text) }
    }
}

/// A home in which `~/project` is a repository with `main` checked out, which follows `origin`, and `~/topic` a working
/// tree of it on the branch `topic`.
fn home() -> Hook {
    let hook = Hook::command(&[]);
    let git = "home/project/.git";
    let config = "[remote \"origin\"]\n\turl = git@example.com:acme/web\n\
                  [branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n";
    let files = [
        ("HEAD", "ref: refs/heads/main\n"),
        ("config", config),
        ("objects/info/packs", ""),
        ("refs/heads/main", "1111111111111111111111111111111111111111\n"),
        ("refs/heads/topic", "1111111111111111111111111111111111111111\n"),
        ("worktrees/topic/HEAD", "ref: refs/heads/topic\n"),
        ("worktrees/topic/commondir", "../..\n"),
        ("worktrees/topic/gitdir", "../../../../topic/.git\n"),
    ];
    for (name, text) in files {
        hook.write(&format!("{git}/{name}"), text);
    }
    hook.write("home/topic/.git", "gitdir: ../project/.git/worktrees/topic\n");
    let mut reviewer = harness::payload("claude-code", None, json!({ "file_path": "x" }));
    reviewer["tool_name"] = "Write".into();
    reviewer["agent_type"] = "reviewer".into();
    let mut code_mode = harness::payload("maka", None, json!({ "command": "true" }));
    code_mode["origin"] = "code_mode".into();
    for (name, payload) in [("reviewer", reviewer), ("code-mode", code_mode)] {
        hook.write(&format!("home/payloads/{name}.json"), &payload.to_string());
    }
    let push = std::fs::read_to_string("examples/payloads/codex-push.json").unwrap();
    hook.write("home/payloads/codex-push.json", &push);
    hook
}

/// What a command line prints in that home.
fn printed(hook: &Hook, line: &str) -> (Option<i32>, String) {
    let binary = Path::new(env!("CARGO_BIN_EXE_hookshim"));
    let home = hook.folder.path().join("home");
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", line]).env_clear().env("HOME", &home).current_dir(&home);
    let output = shell.env("PATH", binary.parent().unwrap()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text.into_owned())
}

#[test]
fn every_example_does_what_its_tests_say() {
    let examples: Vec<Block> = blocks().into_iter().filter(Block::is_policy).collect();
    assert!(examples.len() > 30, "{} examples", examples.len());
    let hook = home();
    let mut wrong = Vec::new();
    for example in examples {
        let source = example.source();
        hook.write(&format!("home/{}", source.file), &source.text);
        let (status, text) = printed(&hook, &format!("hookshim test {}", source.file));
        if status != Some(0) || text.contains("note:") {
            wrong.push(format!("{REFERENCE}:{}\n{text}", example.line));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_example_shows_a_call_that_a_rule_speaks_about_and_one_that_none_does() {
    for example in blocks().iter().filter(|block| block.is_policy()) {
        let (_, tests) = policy::read_with_tests(example.source()).unwrap();
        let expected = |silence| {
            let mut tests = tests.iter();
            tests.any(|test| (test.expected.decision == Decision::Silence) == silence)
        };
        let place = format!("{REFERENCE}:{}", example.line);
        assert!(expected(false), "{place}: no test speaks");
        assert!(expected(true), "{place}: no test is silent");
    }
}

/// Nothing that an example says is without effect in its layer, or probably not meant.
#[test]
fn every_example_means_what_it_says() {
    for example in blocks().iter().filter(|block| block.is_policy()) {
        let place = format!("{REFERENCE}:{}", example.line);
        let source = example.source();
        let mut policy = policy::read(source.clone()).unwrap();
        assert_eq!(policy.waiting, [""; 0], "{place}");
        policy::settle(std::slice::from_mut(&mut policy));
        let warnings = policy::lint(&source, &policy, &TestZones::default(), NOW);
        assert!(warnings.is_empty(), "{place}\n{}", policy::report(&warnings));
    }
}

#[test]
fn what_hookshim_prints_is_what_the_reference_shows() {
    let hook = home();
    let blocks = blocks();
    let mut shown = 0;
    for (block, before) in blocks.iter().skip(1).zip(&blocks) {
        let Some((line, text)) =
            block.text.strip_prefix("$ ").and_then(|text| text.split_once('\n'))
        else {
            continue;
        };
        hook.write("home/policy.toml", &before.whole());
        let (_, printed) = printed(&hook, line);
        assert_eq!(text.trim(), printed.trim(), "{REFERENCE}:{}: {line}", block.line);
        shown += 1;
    }
    assert!(shown >= 2, "{shown} outputs");
    let broken = blocks.iter().filter(|block| block.mark == "toml broken");
    for block in broken {
        assert!(policy::read_with_tests(Source { text: block.whole(), ..stand_in() }).is_err());
    }
}

fn stand_in() -> Source {
    Source {
        file: "policy.toml".to_owned(),
        text: String::new(),
        layer: Layer::User,
        trusted: true,
    }
}

#[test]
fn every_key_of_the_language_stands_in_an_example() {
    let schema = policy::schema().unwrap();
    let mut known = BTreeSet::new();
    keys(&schema, "", &mut known);
    assert!(known.len() > 70, "{} keys", known.len());
    let mut shown = BTreeSet::new();
    for example in blocks().iter().filter(|block| block.is_policy()) {
        let text = example.whole();
        let table = DeValue::Table(DeTable::parse(&text).unwrap().into_inner());
        used(&schema, "", &table, &mut shown);
    }
    let missing: Vec<&String> = known.difference(&shown).collect();
    assert!(missing.is_empty(), "{REFERENCE} has no example of {missing:?}");
}

/// What may be one of several words is named, each of them.
#[test]
fn every_word_of_a_choice_is_named() {
    fn words(schema: &Value, found: &mut BTreeSet<String>) {
        match schema {
            Value::Object(object) => {
                let choices = object.get("enum").and_then(Value::as_array).into_iter().flatten();
                found.extend(choices.filter_map(Value::as_str).map(str::to_owned));
                object.values().for_each(|value| words(value, found));
            }
            Value::Array(items) => items.iter().for_each(|value| words(value, found)),
            _ => {}
        }
    }
    // The README's table says which packs there are.
    let mut schema = policy::schema().unwrap();
    schema["definitions"]["pack"] = Value::Null;
    let mut found = BTreeSet::new();
    words(&schema, &mut found);
    assert!(found.len() > 30, "{found:?}");
    let reference = std::fs::read_to_string(REFERENCE).unwrap();
    let is_named = |word: &String| {
        [format!("`{word}`"), format!("\"{word}\"")].iter().any(|it| reference.contains(it))
    };
    let missing: Vec<&String> = found.iter().filter(|word| !is_named(word)).collect();
    assert!(missing.is_empty(), "{REFERENCE} does not name {missing:?}");
}

#[test]
fn every_link_leads_somewhere() {
    let slug = |heading: &str| {
        let kept = heading.trim_start_matches(['#', ' ']).to_lowercase().replace(' ', "-");
        kept.replace(|it: char| !it.is_alphanumeric() && !"-_".contains(it), "")
    };
    let headings = |file: &str| -> BTreeSet<String> {
        let text = std::fs::read_to_string(file).unwrap();
        text.lines().filter(|line| line.starts_with('#')).map(slug).collect()
    };
    let reference = std::fs::read_to_string(REFERENCE).unwrap();
    let mut links = 0;
    for link in reference.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let file = if file.is_empty() { REFERENCE.to_owned() } else { format!("docs/{file}") };
        assert!(Path::new(&file).exists(), "{REFERENCE} links to {link}");
        assert!(heading.is_empty() || headings(&file).contains(heading), "there is no {link}");
        links += 1;
    }
    assert!(links > 20, "{links} links");
}

/// The keys of all tables that the schema describes, each with the place of its table.
fn keys(schema: &Value, place: &str, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get("properties") {
                found.extend(properties.keys().map(|key| format!("{place} {key}")));
            }
            object.iter().for_each(|(key, value)| keys(value, &format!("{place}/{key}"), found));
        }
        Value::Array(items) => {
            let each = items.iter().enumerate();
            each.for_each(|(index, value)| keys(value, &format!("{place}/{index}"), found));
        }
        _ => {}
    }
}

/// The keys of these tables that a value uses which the place describes.
fn used(schema: &Value, place: &str, value: &DeValue, found: &mut BTreeSet<String>) {
    let Some(Value::Object(description)) = schema.pointer(place) else { return };
    if let Some(Value::String(other)) = description.get("$ref") {
        return used(schema, other.trim_start_matches('#'), value, found);
    }
    for several in ["allOf", "anyOf", "oneOf"] {
        let count = description.get(several).and_then(Value::as_array).map_or(0, Vec::len);
        (0..count).for_each(|it| used(schema, &format!("{place}/{several}/{it}"), value, found));
    }
    match value {
        DeValue::Array(items) => {
            for item in items {
                used(schema, &format!("{place}/items"), item.get_ref(), found);
            }
        }
        DeValue::Table(table) => {
            for (key, value) in table {
                let key = key.get_ref();
                let own = format!("{place}/properties/{key}");
                if schema.pointer(&own).is_some() {
                    found.insert(format!("{place} {key}"));
                    used(schema, &own, value.get_ref(), found);
                } else {
                    used(schema, &format!("{place}/additionalProperties"), value.get_ref(), found);
                }
            }
        }
        _ => {}
    }
}
