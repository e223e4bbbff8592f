//! Owns what a policy says in short, with the lines where it stands; it does not read it for judging.

use super::{
    document::{Document, Entry, entries},
    lint_rules::strings,
    packs,
    reader::{self, find},
    rule::Policy,
    rule_reader::VERBS,
};
use crate::verdict::Layer;
use toml::de::DeValue;

/// A policy in short.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    /// The packs that it lists.
    pub packs: Vec<String>,
    /// What it sets for all its rules, or for all policies.
    pub settings: Vec<Setting>,
    /// Its own rules.
    pub rules: Vec<Summary>,
}

/// One setting of a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The key.
    pub key: String,
    /// The value, as TOML.
    pub value: String,
    /// The line, counted from 1.
    pub line: usize,
}

/// One rule of a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Its name, without that of its pack.
    pub name: String,
    /// What it is about, in a line.
    pub about: String,
    /// The line, counted from 1.
    pub line: usize,
}

/// Keys at the top of a file that are no settings.
const NO_SETTINGS: [&str; 6] = ["version", "packs", "windows", "rules", "tests", "overrides"];

/// A policy in short; what is no policy has nothing in it.
pub fn outline(file: &str, text: &str) -> Outline {
    let mut document = Document::new(file, text);
    let Some(table) = reader::parse(&mut document) else { return Outline::default() };
    let top = entries(&table);
    let packs = find(&top, "packs").map(|packs| strings(packs.value)).unwrap_or_default();
    let settings = top.iter().filter(|entry| !NO_SETTINGS.contains(&entry.key));
    let rules = find(&top, "rules").and_then(|rules| document.table(rules)).unwrap_or_default();
    Outline {
        packs: packs.into_iter().map(str::to_owned).collect(),
        settings: settings
            .map(|entry| Setting {
                key: entry.key.to_owned(),
                value: written(entry.value),
                line: document.line(entry.key_span.start),
            })
            .collect(),
        rules: rules
            .iter()
            .map(|rule| Summary {
                name: rule.key.to_owned(),
                about: about(rule),
                line: document.line(rule.key_span.start),
            })
            .collect(),
    }
}

/// The name and the text of the rules that a rule of this name stands among, if it comes with hookshim:
/// `recommended/home` stands in the pack `recommended`.
pub fn pack_of(rule: &str) -> Option<(&str, &'static str)> {
    let (name, _) = rule.split_once('/')?;
    let (built_in, text) = packs::BUILT_IN;
    let text = if name == built_in { text } else { packs::find(name)? };
    Some((name, text))
}

/// Whether a setting counts in a policy: a project's may only say what takes nothing away.
pub fn counts(policy: &Policy, key: &str) -> bool {
    match key {
        _ if policy.layer != Layer::Project => true,
        "timezone" | "wrappers" => true,
        "unknown" | "scripts" | "tools" => policy.trusted,
        "on_error" => policy.on_error.is_some(),
        _ => false,
    }
}

/// What a rule is about: `run git push; unless during evening`.
fn about(rule: &Entry) -> String {
    let DeValue::Table(keys) = rule.value else { return String::new() };
    let parts = entries(keys).into_iter().filter_map(|key| match key.key {
        verb if VERBS.iter().any(|(name, _)| *name == verb) => Some(tables(key.value)),
        "with" => Some(format!("with {}", tables(key.value))),
        "when" | "unless" => Some(format!("{} {}", key.key, tables(key.value))),
        "unknown" => Some(format!("unknown {}", said(key.value))),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// A table or several of them, any of which may fit.
fn tables(value: &DeValue) -> String {
    match value {
        DeValue::Array(items) => {
            items.iter().map(|item| tables(item.get_ref())).collect::<Vec<_>>().join(" or ")
        }
        DeValue::Table(table) => {
            let each = entries(table).into_iter();
            each.map(|key| format!("{} {}", key.key, said(key.value)))
                .collect::<Vec<_>>()
                .join(" & ")
        }
        value => said(value),
    }
}

/// A value in few words.
fn said(value: &DeValue) -> String {
    match value {
        DeValue::String(text) => text.clone().into_owned(),
        DeValue::Array(items) => {
            items.iter().map(|item| said(item.get_ref())).collect::<Vec<_>>().join(", ")
        }
        DeValue::Table(_) => format!("({})", tables(value)),
        value => written(value),
    }
}

/// A value as TOML.
fn written(value: &DeValue) -> String {
    let key = |key: &str| {
        let is_bare = |it: char| it.is_ascii_alphanumeric() || "-_".contains(it);
        if key.chars().all(is_bare) { key.to_owned() } else { format!("{key:?}") }
    };
    match value {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(integer) => integer.to_string(),
        DeValue::Float(float) => float.to_string(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(value) => value.to_string(),
        DeValue::Array(items) => {
            let items = items.iter().map(|item| written(item.get_ref()));
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        DeValue::Table(table) => {
            let each = entries(table).into_iter();
            let each = each.map(|it| format!("{} = {}", key(it.key), written(it.value)));
            format!("{{ {} }}", each.collect::<Vec<_>>().join(", "))
        }
    }
}
