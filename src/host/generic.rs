//! Owns reading the payload of a host we do not know, by the words most hosts share; it does not judge a call.

use super::payload::Payload;
use crate::call::{Command, Patch, Request, ToolCall};

/// Reads the call. Where a tool's name says nothing to us, its arguments do.
pub fn decode(payload: &Payload) -> Result<ToolCall, String> {
    let tool = payload.tool()?;
    let input = payload.input();
    let path = || input.text_of(&["file_path", "path", "notebook_path"]).map(str::to_owned);
    let text = || input.text_of(&["content"]).map(str::to_owned).or_else(|| input.edited());
    let request = match tool {
        "apply_patch" => match input.value.as_str() {
            Some(patch) => Request::Patch(Patch::Text(patch.to_owned())),
            None => Request::Patch(Patch::Text(input.required(tool, "command")?)),
        },
        "PowerShell" | "powershell" => {
            Request::Shell(Command::PowerShell(input.required(tool, "command")?))
        }
        _ if tool.starts_with("mcp__") => input.mcp(),
        _ if is_shell(tool) || input.value.get("command").is_some() => {
            match input.texts("command") {
                Some(words) if !words.is_empty() => Request::Shell(Command::Words(words)),
                _ => input.shell(tool)?,
            }
        }
        _ => match (tool.to_ascii_lowercase().as_str(), path()) {
            ("write" | "write_file" | "create", Some(path)) => {
                Request::Write { path, text: text() }
            }
            ("edit" | "multiedit" | "notebookedit" | "replace", Some(path)) => {
                Request::Edit { path, text: text() }
            }
            ("read" | "read_file" | "view", path) => Request::Read { path },
            ("grep", _) => input.search(),
            ("glob" | "ls" | "find", path) => input.look(path),
            ("webfetch" | "web_fetch" | "fetch", _) => {
                Request::Fetch { url: input.text_of(&["url"]).map(str::to_owned) }
            }
            _ => Request::Other,
        },
    };
    Ok(payload.call(tool, request))
}

/// Tool names that run commands in the hosts whose documentation we have read.
fn is_shell(tool: &str) -> bool {
    ["bash", "shell", "run_shell_command", "execute", "terminal"]
        .iter()
        .any(|name| tool.eq_ignore_ascii_case(name))
}
