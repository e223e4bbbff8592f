//! Owns Claude Code's payload and what it can be told; it does not judge a call. Measured with 2.1.332.

use super::Setting;
use super::payload::Payload;
use crate::call::{Command, Request, ToolCall};

/// The project root; unlike the payload's `cwd` it does not follow the session's `cd`.
pub const PROJECT_VARIABLE: &str = "CLAUDE_PROJECT_DIR";

/// Whether the payload has the keys by which Claude Code's are known.
pub fn sent(payload: &Payload) -> bool {
    payload.has("session_id") && payload.has("transcript_path") && payload.has("hook_event_name")
}

/// Reads the call. Claude Code validates inputs before it calls hooks, so a missing argument is an error.
pub fn decode(payload: &Payload) -> Result<ToolCall, String> {
    let tool = payload.tool()?;
    let input = payload.input();
    let text = |keys: &[&str]| input.text_of(keys).map(str::to_owned);
    let request = match tool {
        // Monitor runs a shell command too and reports its lines.
        "Bash" | "Monitor" => input.shell(tool)?,
        "PowerShell" => Request::Shell(Command::PowerShell(input.required(tool, "command")?)),
        "Write" => {
            Request::Write { path: input.required(tool, "file_path")?, text: text(&["content"]) }
        }
        "Edit" | "MultiEdit" => {
            Request::Edit { path: input.required(tool, "file_path")?, text: input.edited() }
        }
        "NotebookEdit" => {
            Request::Edit { path: input.required(tool, "notebook_path")?, text: input.edited() }
        }
        "Read" => Request::Read { path: Some(input.required(tool, "file_path")?) },
        "Grep" => input.search(),
        "Glob" | "LS" => input.look(text(&["path"])),
        "WebFetch" => Request::Fetch { url: text(&["url"]) },
        "WebSearch" => Request::Fetch { url: None },
        _ if tool.starts_with("mcp__") => input.mcp(),
        // The command of these is a text for the model.
        "SlashCommand" | "Skill" => Request::Other,
        _ => input.unlisted(),
    };
    Ok(payload.call(tool, request))
}

/// The files that say which hooks are called: the user's, a project's and the organisation's. A project's `env` does not
/// reach CLAUDE_CONFIG_DIR.
pub fn settings(user: &Setting, project: &str) -> Vec<String> {
    let folder = (user.variable)("CLAUDE_CONFIG_DIR").unwrap_or(format!("{}/.claude", user.home));
    let mut files =
        vec!["/etc/claude-code".to_owned(), "/Library/Application Support/ClaudeCode".to_owned()];
    for folder in [folder, format!("{project}/.claude")] {
        files.push(format!("{folder}/settings.json"));
        files.push(format!("{folder}/settings.local.json"));
    }
    files
}

/// Whether a hook's `ask` is put before a person in this mode. Headless, the client turns it into a denial with our
/// reason. Older clients ran the call in `bypassPermissions`, and a mode we do not know may do anything.
pub fn can_ask(mode: &str) -> bool {
    matches!(mode, "default" | "acceptEdits" | "plan" | "auto")
}
