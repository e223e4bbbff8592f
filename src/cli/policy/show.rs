//! Owns `hookshim policy show`: the rules and settings that are in force here, as people and programs read them; it judges
//! nothing.

use super::{
    Files,
    in_force::{InForce, SettingInForce},
};
use crate::cli::lines::fill;
use crate::facts::Facts;
use crate::policy::{Policy, Rule};
use crate::text::{excerpt, visible};
use crate::verdict::{Decision, Layer};
use serde_json::{Value, json};
use std::process::ExitCode;

/// The options of `hookshim policy show`.
#[derive(Debug, clap::Args)]
pub struct Options {
    #[command(flatten)]
    here: Files,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// How wide texts are behind their indent; with that it makes 80 columns.
const TEXT_WIDTH: usize = 64;

/// Shows them; the exit status is 2 if a file cannot be used.
pub fn run(options: &Options) -> Result<ExitCode, String> {
    let facts = Facts::new(None);
    let all = InForce::read(&options.here.here(&facts)?, &options.here.agreed()?, &facts);
    crate::cli::print(&if options.json { machine(&all) } else { people(&all) });
    Ok(ExitCode::from(if all.broken.is_empty() { 0 } else { 2 }))
}

/// What a person reads.
fn people(all: &InForce) -> String {
    let mut text = "Policies\n".to_owned();
    for policy in files(all) {
        text += &format!("  {:<12} {}", policy.layer.name(), visible(&policy.file));
        text += if policy.trusted { "\n" } else { " (untrusted)\n" };
        let packs = all.packs(policy);
        if !packs.is_empty() {
            text += &format!("  {:<12}   with the packs {}\n", "", visible(&packs.join(", ")));
        }
    }
    for (layer, why) in &all.broken {
        text += &format!("  {:<12} {}\n", layer.name(), visible(why));
    }
    text += "\nSettings\n";
    for SettingInForce { key, value, place } in all.settings() {
        let place = place.map_or("default".to_owned(), |(file, line)| format!("{file}:{line}"));
        let value = excerpt(&value, TEXT_WIDTH);
        text += &format!("  {key:<16} {value:<18} {}\n", visible(&place));
    }
    let mut above = String::new();
    for (policy, rule) in rules(all) {
        let (file, line, about) = all.rule(policy, rule);
        let heading = format!("\nRules ({}, {})\n", policy.layer.name(), visible(&file));
        if heading != above {
            text += &heading;
            above = heading;
        }
        let changed = changed(policy, rule);
        text += &format!("{line:>6}  {:<7} {}{changed}\n", verb(rule), visible(&rule.id));
        text += &format!("                {}\n", excerpt(&about, TEXT_WIDTH));
    }
    for policy in files(all).filter(|policy| !policy.waiting.is_empty()) {
        text += &format!("\nWithout effect ({}, {})\n", policy.layer.name(), visible(&policy.file));
        for waiting in &policy.waiting {
            text += &format!("  {}\n", fill(&visible(waiting), 78).join("\n  "));
        }
    }
    for note in &all.notes {
        text += &format!("\nnote: {}\n", fill(&visible(note), 74).join("\n      "));
    }
    text
}

/// The policies that are files, or stand in for one.
fn files(all: &InForce) -> impl Iterator<Item = &Policy> {
    all.policies.iter().filter(|policy| policy.layer != Layer::BuiltIn)
}

fn rules(all: &InForce) -> impl Iterator<Item = (&Policy, &Rule)> {
    all.policies.iter().flat_map(|policy| policy.rules.iter().map(move |rule| (policy, rule)))
}

/// What a rule asks for, under the overrides that count for it.
fn verb(rule: &Rule) -> &'static str {
    if rule.decision == Decision::Silence { "off" } else { rule.decision.name() }
}

/// What is otherwise about a rule than it says itself.
fn changed(policy: &Policy, rule: &Rule) -> String {
    let overridden = (rule.verb != rule.decision)
        .then(|| format!("by an override; it says {}", rule.verb.name()));
    let observed = (!policy.enforced).then(|| "only observed".to_owned());
    let said: Vec<String> = overridden.into_iter().chain(observed).collect();
    if said.is_empty() { String::new() } else { format!(", {}", said.join(", ")) }
}

/// What a program reads.
fn machine(all: &InForce) -> String {
    let files = files(all).map(|policy| {
        json!({
            "file": policy.file,
            "layer": policy.layer.name(),
            "trusted": policy.trusted,
            "enforced": policy.enforced,
            "packs": all.packs(policy),
            "waiting": policy.waiting,
        })
    });
    let broken = all.broken.iter();
    let broken = broken.map(|(layer, why)| json!({ "layer": layer.name(), "why": why }));
    let settings = all.settings().into_iter().map(|SettingInForce { key, value, place }| {
        let (file, line) = place.unzip();
        json!({ "key": key, "value": value, "file": file, "line": line })
    });
    let rules = rules(all).map(|(policy, rule)| {
        let (file, line, about) = all.rule(policy, rule);
        json!({
            "id": rule.id,
            "verb": rule.verb.name(),
            "decision": verb(rule),
            "enforced": policy.enforced,
            "layer": policy.layer.name(),
            "file": file,
            "line": line,
            "about": about,
        })
    });
    let object = json!({
        "files": files.collect::<Vec<Value>>(),
        "broken": broken.collect::<Vec<Value>>(),
        "notes": all.notes,
        "settings": settings.collect::<Vec<Value>>(),
        "rules": rules.collect::<Vec<Value>>(),
    });
    format!("{object:#}\n")
}
