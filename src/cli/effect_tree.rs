//! Owns showing effects, as a tree under the programs that cause them or as a list; it does not find or judge them.

use crate::effects::{Action, Effect, EffectId, Effects, Feed, Force, PathAction, Push, Run};
use crate::text::{excerpt, visible};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The longest line for people, in characters.
const WIDTH: usize = 80;

/// The effects as lines, each below the program that causes it.
pub fn show(effects: &Effects) -> String {
    let mut by_cause = Branches::new();
    for (id, effect) in effects.iter() {
        by_cause.entry(effect.cause).or_default().push((id, effect));
    }
    let mut text = String::new();
    branch(&by_cause, None, 1, &mut text);
    text
}

/// Effects by the program that causes them.
type Branches<'e> = BTreeMap<Option<EffectId>, Vec<(EffectId, &'e Effect)>>;

fn branch(
    by_cause: &Branches,
    cause: Option<(EffectId, &Effect)>,
    depth: usize,
    text: &mut String,
) {
    for (id, effect) in by_cause.get(&cause.map(|(id, _)| id)).into_iter().flatten() {
        let indent = "  ".repeat(depth.min(16));
        // What a script does is told with its line, once for all that follows from it.
        let is_told = cause.is_some_and(|(_, outer)| outer.spelling == effect.spelling);
        let line = match effect.in_script && !is_told {
            true => format!("  [{}]", visible(&effect.spelling)),
            false => String::new(),
        };
        let room = WIDTH.saturating_sub(indent.len() + line.len()).max(WIDTH / 4);
        text.push_str(&indent);
        text.push_str(&excerpt(&describe(effect), room));
        text.push_str(&line);
        text.push('\n');
        branch(by_cause, Some((*id, effect)), depth + 1, text);
    }
}

/// One effect in a few words.
fn describe(effect: &Effect) -> String {
    match &effect.action {
        Action::Run(run) => {
            let words: Vec<String> = words(run).iter().map(|word| shell_word(word)).collect();
            format!("run     {}{}", words.join(" "), fed_by(run))
        }
        Action::Path(action) => {
            let tree = if action.tree { " and all below it" } else { "" };
            format!(
                "{:<7} {}{tree}{}",
                action.access.name(),
                places(action).join(" or "),
                links(action)
            )
        }
        Action::Connect { url, method, .. } => match method.as_deref() {
            None | Some("GET") => format!("connect {url}"),
            Some(method) => format!("connect {url} with {method}"),
        },
        Action::Sql { statement } => format!("sql     {statement}"),
        Action::Push(push) => {
            format!("push    {} {}{}", push.remote, refs(push).join(" "), how(push))
        }
        Action::Discard(discard) => {
            let lost: Vec<&str> = discard.lost.iter().map(|lost| lost.describe()).collect();
            let tree = if discard.tree { ", all of it" } else { "" };
            format!("lose    {}{tree}", lost.join(", "))
        }
        Action::Call => "call    the tool itself".to_owned(),
        Action::Opaque(opaque) => format!("unknown {}", opaque.why),
    }
}

/// What feeds the program, in parentheses.
fn fed_by(run: &Run) -> String {
    let feeds: Vec<&str> = run.fed_by.iter().map(Feed::name).collect();
    if feeds.is_empty() { String::new() } else { format!(" (fed by: {})", feeds.join(", ")) }
}

fn refs(push: &Push) -> Vec<String> {
    push.destinations.iter().map(ToString::to_string).collect()
}

/// The word for whether what is there may be overwritten.
fn force(push: &Push) -> &'static str {
    match push.force {
        Force::No => "no",
        Force::Leased => "leased",
        Force::Plain => "plain",
    }
}

fn how(push: &Push) -> String {
    let forced = match push.force {
        Force::No => None,
        Force::Leased => Some("forced with a lease"),
        Force::Plain => Some("forced"),
    };
    let said: Vec<&str> = forced.into_iter().chain(push.delete.then_some("deleted")).collect();
    if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) }
}

fn words(run: &Run) -> Vec<String> {
    std::iter::once(&run.program).chain(&run.words).map(ToString::to_string).collect()
}

/// The word as a shell would need it, so that `bash -c 'a b'` shows where its words end.
pub(super) fn shell_word(word: &str) -> String {
    let plain =
        |character: char| character.is_alphanumeric() || "-_./:=@%+,~$*?[]{}…".contains(character);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn places(action: &PathAction) -> Vec<String> {
    action.paths.iter().map(ToString::to_string).collect()
}

fn links(action: &PathAction) -> String {
    let resolved: Vec<String> =
        action.resolved.iter().map(|path| path.display().to_string()).collect();
    if resolved.is_empty() { String::new() } else { format!(" -> {}", resolved.join(" or ")) }
}

/// The effects as JSON, in order; a cause is the index of the program's own entry.
pub fn list(effects: &Effects) -> Vec<Value> {
    let index = |wanted: EffectId| effects.iter().position(|(id, _)| id == wanted);
    let entry = |(_, effect): (EffectId, &Effect)| {
        let mut object = match &effect.action {
            Action::Run(run) => json!({
                "effect": "run",
                "words": words(run),
                "harmless": run.harmless,
                "fed_by": run.fed_by.iter().map(Feed::name).collect::<Vec<_>>(),
            }),
            Action::Path(action) => json!({
                "effect": action.access.name(),
                "path": action.spelt.to_string(),
                "paths": places(action),
                "resolved": action.resolved,
                "tree": action.tree,
            }),
            Action::Connect { url, method, body } => json!({
                "effect": "connect",
                "url": url.to_string(),
                "method": method,
                "body": body.as_ref().map(ToString::to_string),
            }),
            Action::Sql { statement } => {
                json!({ "effect": "sql", "statement": statement.to_string() })
            }
            Action::Push(push) => json!({
                "effect": "push",
                "remote": push.remote.to_string(),
                "destinations": refs(push),
                "force": force(push),
                "delete": push.delete,
                "tags": push.tags,
            }),
            Action::Discard(discard) => json!({
                "effect": "discard",
                "lost": discard.lost.iter().map(|lost| lost.name()).collect::<Vec<_>>(),
                "tree": discard.tree,
            }),
            Action::Call => json!({ "effect": "call" }),
            Action::Opaque(opaque) => json!({ "effect": "unknown", "why": opaque.why }),
        };
        if let Some(object) = object.as_object_mut() {
            object.insert("cause".to_owned(), json!(effect.cause.and_then(index)));
            let directories = effect.directories.iter().map(ToString::to_string);
            object.insert("directories".to_owned(), directories.collect());
            object.insert("place".to_owned(), effect.place.name().into());
            object.insert("in_script".to_owned(), effect.in_script.into());
            object.insert("spelling".to_owned(), visible(&effect.spelling).into());
        }
        object
    };
    effects.iter().map(entry).collect()
}
