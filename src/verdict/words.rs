//! Owns putting a verdict into words for the model and the person; it does not know how a host takes them.

use super::{Decision, Layer, Objection, Verdict};
use crate::text::{excerpt, shorten_utf16};

/// The longest reason, in UTF-16 units. Maka cuts at this length (apache/maka#2910); the others take more.
pub const MAXIMUM_REASON: usize = 4_000;

/// How much of the call's own text is quoted, in characters.
const MAXIMUM_PART: usize = 200;

/// The longest command that is named as the one to run instead, in characters.
const MAXIMUM_COMMAND: usize = 1_500;

/// Why the verdict is what it is: which rules decide, about which part of the call, why, and what to do instead.
///
/// The rules that decide come first; the other rules that spoke follow, so that nothing is found out only at the
/// next try.
pub fn reason(verdict: &Verdict) -> String {
    let lines: Vec<String> = grouped(verdict).iter().map(|group| sentence(group)).collect();
    shorten_utf16(&lines.join("\n"), MAXIMUM_REASON)
}

/// The objections, those that decide first. Rules that speak for the same doubt about the same part of the call go
/// together: they have one thing to say.
pub fn grouped(verdict: &Verdict) -> Vec<Vec<&Objection>> {
    let decision = verdict.decision();
    let others = verdict.objections().iter().filter(|objection| objection.decision != decision);
    // What is certain says more than what may be.
    let (certain, doubtful): (Vec<_>, Vec<_>) =
        verdict.deciding().partition(|objection| objection.doubt.is_none());
    let mut groups: Vec<Vec<&Objection>> = Vec::new();
    for objection in certain.into_iter().chain(doubtful).chain(others) {
        let alike = |group: &&mut Vec<&Objection>| {
            let first = group.first();
            objection.doubt.is_some()
                && first.is_some_and(|first| {
                    (&first.doubt, &first.part, first.decision, first.layer)
                        == (&objection.doubt, &objection.part, objection.decision, objection.layer)
                })
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.push(objection),
            None => groups.push(vec![objection]),
        }
    }
    groups
}

/// The reason of an `ask` that becomes a denial because nobody can be asked there: "in Codex", "in `dontAsk` mode".
pub fn unasked(verdict: &Verdict, there: &str) -> String {
    let advice = format!(
        "A person must decide this, and a hook cannot ask one {there}: stop, and ask the person to run it themselves \
         or to change the rule."
    );
    shorten_utf16(&format!("{}\n{advice}", reason(verdict)), MAXIMUM_REASON)
}

/// The reason of a rewrite that becomes a denial because it cannot be done there: "in Codex", "in `auto` mode".
pub fn instead(verdict: &Verdict, there: &str) -> String {
    let advice = match verdict.replacement() {
        Some(it) if it.command.chars().count() <= MAXIMUM_COMMAND => {
            format!(
                "Nothing was run, and a hook cannot change a call {there}. Make this call instead:\n{}",
                it.command
            )
        }
        _ => {
            format!("Nothing was run, and a hook cannot change a call {there}: make it like that.")
        }
    };
    // The advice is what the model acts on, so the reason is what is cut.
    let room = MAXIMUM_REASON.saturating_sub(advice.encode_utf16().count() + 1);
    format!("{}\n{advice}", shorten_utf16(&reason(verdict), room))
}

/// What the model is told of a call that is made in other words.
pub fn replaced(verdict: &Verdict) -> String {
    let ran = verdict.replacement().map_or("", |it| it.command.as_str());
    let told = format!(
        "{}\nhookshim changed this call before it ran. What ran is:\n{}",
        reason(verdict),
        excerpt(ran, MAXIMUM_COMMAND)
    );
    shorten_utf16(&told, MAXIMUM_REASON)
}

fn sentence(group: &[&Objection]) -> String {
    let Some(Objection { decision, rule, layer, part, .. }) = group.first() else {
        return String::new();
    };
    let reason = why(group);
    if part.is_empty() && *layer == Layer::BuiltIn {
        return format!("hookshim: {reason}");
    }
    let verdict = match decision {
        Decision::Deny => "denied by",
        Decision::Ask => "needs a person's decision under",
        Decision::Rewrite => "must be called in other words under",
        Decision::Warn => "draws a warning from",
        Decision::Silence => "draws no objection from",
    };
    let part = match part.as_str() {
        "" => "this call".to_owned(),
        part => format!("`{}`", excerpt(part, MAXIMUM_PART)),
    };
    let whose = layer.whose();
    let rules = match group {
        [_] => format!("rule {rule}"),
        _ => format!("rules {}", names(group)),
    };
    format!("hookshim: {part} {verdict} {rules} ({whose}): {reason}")
}

/// Why the rules of a group object.
pub fn why(group: &[&Objection]) -> String {
    match group {
        [Objection { doubt: Some(doubt), .. }, _, ..] => {
            format!("{doubt}, so these rules may apply. Instead: write it so that it is known.")
        }
        [only, ..] => only.reason.trim().to_owned(),
        [] => String::new(),
    }
}

/// The rules of a group by name.
pub fn names(group: &[&Objection]) -> String {
    let names: Vec<&str> = group.iter().map(|objection| objection.rule.as_str()).collect();
    names.join(", ")
}
