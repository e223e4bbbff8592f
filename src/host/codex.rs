//! Owns Codex's payload; it does not judge a call. Measured with codex-cli 0.171.0.

use super::Setting;
use super::payload::{Input, Payload};
use crate::call::{Command, Patch, Request, ToolCall};

/// Whether the payload has the keys by which Codex's are known.
pub fn sent(payload: &Payload) -> bool {
    payload.has("turn_id") && payload.has("model")
}

/// Reads the call.
pub fn decode(payload: &Payload) -> Result<ToolCall, String> {
    let tool = payload.tool()?;
    let input = payload.input();
    let request = match tool {
        "Bash" => input.shell(tool)?,
        // Gone in 0.171; older clients send the program and its arguments.
        "shell" | "local_shell" => words(input, tool)?,
        "apply_patch" => Request::Patch(Patch::Text(input.required(tool, "command")?)),
        "view_image" => Request::Read { path: Some(input.required(tool, "path")?) },
        _ if tool.starts_with("mcp__") => input.mcp(),
        _ => input.unlisted(),
    };
    Ok(payload.call(tool, request))
}

/// The files that say which hooks are called, and which are trusted: the user's, a project's and the organisation's.
pub fn settings(user: &Setting, project: &str) -> Vec<String> {
    let folder = (user.variable)("CODEX_HOME").unwrap_or(format!("{}/.codex", user.home));
    let mut files = vec!["/etc/codex".to_owned()];
    for folder in [folder, format!("{project}/.codex")] {
        files.push(format!("{folder}/config.toml"));
        files.push(format!("{folder}/hooks.json"));
    }
    files
}

fn words(input: Input, tool: &str) -> Result<Request, String> {
    match input.texts("command") {
        Some(words) if !words.is_empty() => Ok(Request::Shell(Command::Words(words))),
        _ => input.shell(tool),
    }
}
