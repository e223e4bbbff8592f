//! Owns the words that hosts are known to send, for telling a person which were probably misspelt; no call is judged by
//! them.
//!
//! Measured with Claude Code 2.1.332 and codex-cli 0.171.0; Maka's from apache/maka#2910 and its main branch of 2026-08.

use super::Host;
use crate::call::Kind;

impl Host {
    /// Every name that a rule can meet.
    pub const NAMES: [&'static str; 4] =
        [Host::ClaudeCode.name(), Host::Codex.name(), Host::Maka.name(), Host::Unknown.name()];

    /// The permission modes that the host sends. Of hosts that we do not know, Qwen Code's documentation names some.
    pub fn modes(self) -> &'static [&'static str] {
        match self {
            Host::ClaudeCode => {
                &["default", "acceptEdits", "plan", "bypassPermissions", "dontAsk", "auto"]
            }
            Host::Codex => &["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"],
            Host::Maka => &["explore", "ask", "execute", "bypass"],
            Host::Unknown => &["default", "plan", "auto_edit", "yolo"],
        }
    }

    /// The origins of calls that any host sends: Maka alone does.
    pub const ORIGINS: [&'static str; 2] = ["provider", "code_mode"];

    /// The tools of the hosts that can be named, as far as they are of a kind, with their kinds.
    pub const TOOLS: [(&'static str, Kind); 17] = [
        ("Bash", Kind::Shell),
        ("Monitor", Kind::Shell),
        ("PowerShell", Kind::Shell),
        ("Write", Kind::Write),
        ("Edit", Kind::Edit),
        ("MultiEdit", Kind::Edit),
        ("NotebookEdit", Kind::Edit),
        ("FormatJson", Kind::Edit),
        ("apply_patch", Kind::Patch),
        ("Read", Kind::Read),
        ("view_image", Kind::Read),
        ("Grep", Kind::Search),
        ("Glob", Kind::Search),
        ("LS", Kind::Search),
        ("WebFetch", Kind::Fetch),
        ("WebSearch", Kind::Fetch),
        ("Agent", Kind::Other),
    ];
}
