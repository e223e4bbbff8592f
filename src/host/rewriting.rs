//! Owns which hosts may be given another input for a call, and the one way to give it; it does not decide whether to.
//!
//! A rewrite that reaches only the program that runs makes the model's history, the audit record and what the person saw
//! lie, and auto mode refuses the call together with those beside it. So the ability is declared per host and mode, each
//! with a measurement, absent means no, and nothing but this file can say `updatedInput`.

use super::Host;
use serde_json::{Value, json};

/// Where a rewritten input is what runs, and the model is told of it. Measured with Claude Code 2.1.332: in `auto` and
/// `plan` it refuses the call ("a hook changed this call's input after …"). Codex runs the original without `allow`, and
/// its model's history keeps it; Maka takes `updatedInput` for invalid output and runs the original.
const ABLE: [(Host, &str); 4] = [
    (Host::ClaudeCode, "default"),
    (Host::ClaudeCode, "acceptEdits"),
    (Host::ClaudeCode, "dontAsk"),
    (Host::ClaudeCode, "bypassPermissions"),
];

/// That this host, in this mode, may be given another input. Only [`ability`] makes one.
pub struct Ability(());

/// The ability of a host in a mode, if it is declared.
pub fn ability(host: Host, mode: Option<&str>) -> Option<Ability> {
    ABLE.iter().any(|(able, word)| *able == host && mode == Some(*word)).then_some(Ability(()))
}

impl Ability {
    /// The answer by which the host runs this input, the whole of it, and tells the model so. It grants nothing: without
    /// a `permissionDecision` the host's own permissions judge the new input.
    pub fn replace(self, input: &Value, told: &str) -> Value {
        json!({ "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "updatedInput": input,
            "additionalContext": told,
        }})
    }
}
