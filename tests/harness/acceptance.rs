//! Owns what each host takes an answer for, as measured; it does not run hookshim.
//!
//! Claude Code 2.1.332, codex-cli 0.171.0 and Maka (apache/maka#2910). Each reading is stricter than the host where that
//! costs nothing, and is itself held against what was recorded from the host where there is a record.

use super::Seen;
use serde_json::Value;

/// What a host does with a call after a hook's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// The call goes on; the person may be told something.
    Runs { told: Option<String> },
    /// The call goes on with this input instead, and the model is told.
    Rewritten { input: Value, told: String },
    /// A person is asked.
    Asks(String),
    /// The call is stopped, for this reason.
    Stopped(String),
    /// The answer is of no use to the host, which lets the call run.
    Failed(String),
}

/// What a host takes an answer for.
pub fn taken(host: &str, seen: &Seen) -> Taken {
    match host {
        "claude-code" => claude_code(seen),
        "codex" => codex(seen),
        "maka" => maka(seen.status, &seen.stdout, &seen.stderr),
        _ => unknown(seen),
    }
}

fn stopped_by_status(seen: &Seen) -> Option<Taken> {
    let reason = seen.stderr.trim();
    match (seen.status, reason.is_empty()) {
        (Some(2), false) => Some(Taken::Stopped(reason.to_owned())),
        (Some(2), true) => Some(Taken::Failed("exit 2 without a reason".to_owned())),
        (Some(0), _) => None,
        (status, _) => Some(Taken::Failed(format!("exit status {status:?}"))),
    }
}

fn object(seen: &Seen) -> Result<Value, Taken> {
    match serde_json::from_str(&seen.stdout) {
        Ok(Value::Object(object)) => Ok(Value::Object(object)),
        _ => Err(Taken::Failed(format!("not one JSON object: {:?}", seen.stdout))),
    }
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect()
}

fn reason(own: &Value) -> Option<String> {
    let reason = own["permissionDecisionReason"].as_str()?;
    (!reason.trim().is_empty()).then(|| reason.to_owned())
}

fn claude_code(seen: &Seen) -> Taken {
    if let Some(taken) = stopped_by_status(seen) {
        return taken;
    }
    if seen.stdout.is_empty() {
        return Taken::Runs { told: None };
    }
    let answer = match object(seen) {
        Ok(answer) => answer,
        Err(failed) => return failed,
    };
    let own = &answer["hookSpecificOutput"];
    match (keys(&answer).as_slice(), own["permissionDecision"].as_str(), reason(own)) {
        (["systemMessage"], None, None) => {
            Taken::Runs { told: answer["systemMessage"].as_str().map(str::to_owned) }
        }
        (["hookSpecificOutput"], Some(decision), Some(reason))
            if own["hookEventName"] == "PreToolUse" && keys(own).len() == 3 =>
        {
            match decision {
                "ask" => Taken::Asks(reason),
                "deny" => Taken::Stopped(reason),
                other => Taken::Failed(format!("permissionDecision {other}")),
            }
        }
        // Without a decision, so that the user's permissions judge the new input.
        (["hookSpecificOutput"], None, None)
            if own["hookEventName"] == "PreToolUse"
                && keys(own) == ["hookEventName", "updatedInput", "additionalContext"] =>
        {
            let told = own["additionalContext"].as_str().unwrap_or_default().to_owned();
            Taken::Rewritten { input: own["updatedInput"].clone(), told }
        }
        _ => Taken::Failed(answer.to_string()),
    }
}

/// Codex takes a deny object or a system message; `ask` and any key it does not know make it run the call.
fn codex(seen: &Seen) -> Taken {
    match claude_code(seen) {
        Taken::Asks(_) => Taken::Failed("Codex cannot ask".to_owned()),
        Taken::Rewritten { .. } => Taken::Failed("Codex must not be given an input".to_owned()),
        taken => taken,
    }
}

/// A host we do not know understands exit statuses only.
fn unknown(seen: &Seen) -> Taken {
    stopped_by_status(seen).unwrap_or_else(|| match seen.stdout.is_empty() {
        true => Taken::Runs { told: None },
        false => Taken::Failed("unknown hosts get no output".to_owned()),
    })
}

/// Maka's own reading of a result, which `result-vectors.json` records.
pub fn maka(status: Option<i32>, stdout: &str, stderr: &str) -> Taken {
    match status {
        Some(2) => {
            let reason = js_trim(stderr);
            let reason = if reason.is_empty() { "Hook p denied this tool call." } else { reason };
            return Taken::Stopped(cut(reason));
        }
        Some(0) => {}
        other => return Taken::Failed(format!("exit status {other:?}")),
    }
    let text = js_trim(stdout);
    if text.is_empty() {
        return Taken::Runs { told: None };
    }
    match maka_decision(text) {
        Some((true, reason)) => Taken::Stopped(cut(&reason.unwrap_or_default())),
        Some((false, _)) => Taken::Runs { told: None },
        None => Taken::Failed(format!("no structured output: {text}")),
    }
}

/// Whether the one object that Maka takes denies, and its reason.
fn maka_decision(text: &str) -> Option<(bool, Option<String>)> {
    let answer: Value = serde_json::from_str(text).ok()?;
    let own = answer.get("hookSpecificOutput")?;
    let known = ["hookEventName", "permissionDecision", "permissionDecisionReason"];
    let exact = keys(&answer) == ["hookSpecificOutput"]
        && keys(own).iter().all(|key| known.contains(key))
        && own["hookEventName"] == "PreToolUse";
    let reason = match own.get("permissionDecisionReason") {
        None => None,
        Some(reason) => Some(reason.as_str()?.to_owned()),
    };
    match own["permissionDecision"].as_str() {
        Some("deny") if exact => {
            let reason = reason.filter(|reason| !reason.is_empty());
            Some((true, Some(reason.unwrap_or("Hook p denied this tool call.".to_owned()))))
        }
        Some("allow") if exact => Some((false, reason)),
        _ => None,
    }
}

/// JavaScript's `trim` takes away a byte order mark too (ECMA-262, WhiteSpace).
fn js_trim(text: &str) -> &str {
    text.trim_matches(|character: char| character.is_whitespace() || character == '\u{feff}')
}

/// Maka's bound of 4,000 UTF-16 units.
fn cut(reason: &str) -> String {
    let units: Vec<u16> = reason.encode_utf16().collect();
    match units.get(..3_999) {
        Some(start) if units.len() > 4_000 => String::from_utf16_lossy(start) + "…",
        _ => reason.to_owned(),
    }
}
