//! Owns Maka's payload (PreToolUse hooks version 1); it does not judge a call. Read and run at apache/maka#2910.

use super::Setting;
use super::payload::{Input, Payload};
use crate::call::{FileOperation, Patch, Request, ToolCall};

/// Whether the payload has the key by which Maka's are known.
pub fn sent(payload: &Payload) -> bool {
    payload.has("schema_version")
}

/// Reads the call. Maka's file tools take `path`; extra keys such as `file_path` are passed on but mean nothing.
pub fn decode(payload: &Payload) -> Result<ToolCall, String> {
    check_version(payload)?;
    let tool = payload.tool()?;
    let input = payload.input();
    let text = |key: &str| input.text_of(&[key]).map(str::to_owned);
    let request = match tool {
        "Bash" => input.shell(tool)?,
        "Write" => Request::Write { path: input.required(tool, "path")?, text: text("content") },
        "Edit" => Request::Edit { path: input.required(tool, "path")?, text: input.edited() },
        "FormatJson" => Request::Edit { path: input.required(tool, "path")?, text: None },
        "apply_patch" => Request::Patch(patch(input)?),
        // A `ref` reads the output of a background task, which is no file.
        "Read" => Request::Read { path: text("path") },
        "Grep" => input.search(),
        "Glob" => input.look(text("cwd")),
        "WebFetch" => Request::Fetch { url: text("url") },
        "WebSearch" => Request::Fetch { url: None },
        _ if tool.starts_with("mcp__") => input.mcp(),
        _ => input.unlisted(),
    };
    Ok(payload.call(tool, request))
}

/// The files that say which hooks are called, and which are trusted: those in the state root, and the project's.
pub fn settings(user: &Setting, project: &str) -> Vec<String> {
    let home = user.home;
    let configuration =
        (user.variable)("XDG_CONFIG_HOME").unwrap_or_else(|| format!("{home}/.config"));
    let roots =
        [format!("{configuration}/Maka"), format!("{home}/Library/Application Support/Maka")];
    let of_user = roots.iter().flat_map(|root| {
        ["hooks.json", "hook-trust.json"].map(|file| format!("{root}/workspaces/default/{file}"))
    });
    of_user.chain([format!("{project}/.maka/hooks.json")]).collect()
}

fn check_version(payload: &Payload) -> Result<(), String> {
    // As in JavaScript, 1.0 is 1 and "1" is not.
    match payload.get("schema_version").filter(|version| version.is_number()) {
        Some(version) if version.as_f64() == Some(1.0) => Ok(()),
        _ => {
            let version = payload.get("schema_version").map(ToString::to_string);
            Err(format!(
                "The payload's schema_version is {}; this hookshim reads version 1. Update hookshim.",
                version.as_deref().unwrap_or("missing")
            ))
        }
    }
}

/// A patch in one of two forms: the whole text, or one operation.
fn patch(input: Input) -> Result<Patch, String> {
    if let Some(text) = input.value.as_str() {
        return Ok(Patch::Text(text.to_owned()));
    }
    let part = |key: &str| input.value.get("operation")?.get(key)?.as_str();
    let operation = match part("type") {
        Some("create_file") => FileOperation::Create,
        Some("update_file") => FileOperation::Update,
        Some("delete_file") => FileOperation::Delete,
        _ => return Err("The call of apply_patch names no known operation.".to_owned()),
    };
    let path = part("path").ok_or("The call of apply_patch names no path.")?.to_owned();
    Ok(Patch::Operation { operation, path, diff: part("diff").map(str::to_owned) })
}
