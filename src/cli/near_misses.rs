//! Owns showing the rules that came near a call, and what kept them silent; it does not find them.

use super::lines::fill;
use crate::policy::{NearMiss, Silencer};
use crate::text::excerpt;
use serde_json::{Value, json};

/// How wide texts are beside their labels, in characters; with those it makes 80.
const TEXT_WIDTH: usize = 67;
/// The most rules that people are shown.
const MOST: usize = 12;

/// What a person reads.
pub fn show(near: &[NearMiss]) -> String {
    if near.is_empty() {
        return "\nNo rule came near.\n".to_owned();
    }
    let mut text = "\nRules that came near:\n".to_owned();
    for miss in near.iter().take(MOST) {
        let (decision, whose) = (miss.decision.name(), miss.layer.whose());
        text += &format!("\n  {decision} by {} ({whose})\n", miss.rule);
        text += &format!("    about    {}\n", excerpt(&miss.part, TEXT_WIDTH));
        for silencer in &miss.keys {
            let lines = fill(&said(silencer), TEXT_WIDTH);
            text += &format!("    silent   {}\n", lines.join("\n             "));
        }
    }
    if near.len() > MOST {
        text += &format!("\n  and {} more; --json lists all\n", near.len() - MOST);
    }
    text
}

/// What a program reads.
pub fn list(near: &[NearMiss]) -> Value {
    let one = |miss: &NearMiss| {
        let keys = miss.keys.iter();
        let keys = keys.map(|it| json!({ "key": it.key, "holds": it.holds, "why": it.why }));
        json!({
            "rule": miss.rule,
            "layer": miss.layer.name(),
            "decision": miss.decision.name(),
            "part": miss.part,
            "keys": keys.collect::<Vec<_>>(),
        })
    };
    near.iter().map(one).collect()
}

/// What kept a rule silent, in a sentence.
pub fn why(miss: &NearMiss) -> String {
    format!(
        "{} is silent: {}",
        miss.rule,
        miss.keys.iter().map(said).collect::<Vec<_>>().join("; ")
    )
}

/// `deny.push does not hold: it pushes \`topic\` of \`origin\``
fn said(Silencer { key, holds, why }: &Silencer) -> String {
    match (key.contains('.'), holds) {
        (false, _) => format!("{key}: {why}"),
        (true, true) => format!("{key} holds: {why}"),
        (true, false) => format!("{key} does not hold: {why}"),
    }
}
