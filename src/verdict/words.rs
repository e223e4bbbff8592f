//! Owns putting a verdict into words for the model and the person; it does not know how a host takes them.

use super::{Decision, Layer, Objection, Verdict};
use crate::text::{excerpt, quote, shorten_utf16};

/// The longest reason, in UTF-16 units. Maka cuts at this length (apache/maka#2910); the others take more.
pub const MAXIMUM_REASON: usize = 4_000;

/// How much of the call's own text is quoted, in characters.
const MAXIMUM_PART: usize = 200;

/// Why the verdict is what it is: which rules decide, about which part of the call, why, and what to do instead.
///
/// The rules that decide come first; the other rules that spoke follow, so that nothing is found out only at the
/// next try.
pub fn reason(verdict: &Verdict) -> String {
    let decision = verdict.decision();
    let deciding = verdict.deciding();
    let others = verdict.objections().iter().filter(|objection| objection.decision != decision);
    let lines: Vec<String> = deciding.chain(others).map(sentence).collect();
    shorten_utf16(&lines.join("\n"), MAXIMUM_REASON)
}

/// The reason of an `ask` that becomes a denial, because this host or mode cannot put it before a person.
pub fn degraded(verdict: &Verdict, host: &str, mode: Option<&str>) -> String {
    let place = match (host, mode) {
        ("unknown", _) => "here".to_owned(),
        (host, Some(mode)) if host == "claude-code" => format!("in {} mode", quote(mode)),
        (host, _) => format!("in {host}"),
    };
    let advice = format!(
        "A person must decide this, and a hook cannot ask one {place}: stop, and ask the person to run it \
         themselves or to change the rule."
    );
    shorten_utf16(&format!("{}\n{advice}", reason(verdict)), MAXIMUM_REASON)
}

fn sentence(objection: &Objection) -> String {
    let verdict = match objection.decision {
        Decision::Deny => "denied by",
        Decision::Ask => "needs a person's decision under",
        Decision::Warn => "draws a warning from",
        Decision::Silence => "draws no objection from",
    };
    let reason = objection.reason.trim();
    if objection.layer == Layer::BuiltIn {
        return format!("hookshim: {reason}");
    }
    let about = match objection.part.as_str() {
        "" => "this call".to_owned(),
        part => format!("`{}`", excerpt(part, MAXIMUM_PART)),
    };
    let Objection { rule, layer, .. } = objection;
    format!("hookshim: {about} {verdict} rule {rule} ({} policy): {reason}", layer.name())
}
