//! Owns the hosts: their payloads in, their dialects out; it does not judge a call.
//!
//! One file a host; nothing outside this folder names one. What the hosts send and take is measured; each file names
//! the version.

#![deny(clippy::disallowed_methods)]

mod claude_code;
mod codex;
mod generic;
mod json;
mod known_words;
mod maka;
mod payload;
mod rewriting;

pub use json::MAXIMUM_BYTES as MAXIMUM_PAYLOAD;

use crate::call::{Command, Request, ToolCall};
use crate::text::quote;
use crate::verdict::{Decision, Verdict, words};
use payload::Payload;
use serde_json::json;

/// A program that runs agents and calls hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// Claude Code.
    ClaudeCode,
    /// Codex.
    Codex,
    /// Maka.
    Maka,
    /// Any other; it gets silence or a denial by exit status, nothing cleverer.
    Unknown,
}

impl Host {
    /// The hosts that can be named.
    pub const NAMED: [Host; 3] = [Host::ClaudeCode, Host::Codex, Host::Maka];

    /// The name in policies, on the command line and in output.
    pub const fn name(self) -> &'static str {
        match self {
            Host::ClaudeCode => "claude-code",
            Host::Codex => "codex",
            Host::Maka => "maka",
            Host::Unknown => "unknown",
        }
    }

    /// The host of this name.
    pub fn named(name: &str) -> Option<Host> {
        Host::NAMED.into_iter().find(|host| host.name() == name)
    }

    /// The variable that names the project root in the hook's environment, where the host sets one.
    pub fn project_variable(self) -> Option<&'static str> {
        matches!(self, Host::ClaudeCode).then_some(claude_code::PROJECT_VARIABLE)
    }

    /// Whether the hook process itself starts in the project, wherever the call runs.
    pub fn starts_hooks_in_project(self) -> bool {
        matches!(self, Host::Codex)
    }
}

/// Where a user's hosts keep their settings.
pub struct Setting<'a> {
    /// The home directory.
    pub home: &'a str,
    /// A variable by which the user has moved them: an absolute path.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
}

/// The files and folders of all hosts that say which hooks are called, for a user and a project.
pub fn settings(user: &Setting, project: &str) -> Vec<String> {
    let of_each = [claude_code::settings, codex::settings, maka::settings];
    of_each.iter().flat_map(|of| of(user, project)).collect()
}

impl Host {
    /// A payload as this host sends it, for a call that nobody made.
    pub fn example_payload(
        self,
        tool: &str,
        input: serde_json::Value,
        directory: &str,
        mode: Option<&str>,
    ) -> serde_json::Value {
        let mut payload = json!({
            "session_id": "example",
            "cwd": directory,
            "hook_event_name": "PreToolUse",
            "permission_mode": mode,
            "tool_name": tool,
            "tool_input": input,
            "tool_use_id": "example",
        });
        let own = match self {
            Host::ClaudeCode => {
                json!({ "transcript_path": "", "permission_mode": mode.unwrap_or("default") })
            }
            Host::Codex => json!({
                "turn_id": "example",
                "model": "example",
                "permission_mode": mode.unwrap_or("default"),
            }),
            Host::Maka => json!({
                "schema_version": 1,
                "turn_id": "example",
                "run_id": "example",
                "origin": "provider",
                "permission_mode": mode.unwrap_or("ask"),
            }),
            Host::Unknown => json!({}),
        };
        if let (Some(payload), serde_json::Value::Object(own)) = (payload.as_object_mut(), own) {
            payload.extend(own);
        }
        payload
    }
}

/// What a payload turned out to be.
#[derive(Debug, Clone, PartialEq)]
pub enum Decoded {
    /// A tool call to judge.
    Call(Host, Box<ToolCall>),
    /// Another event, which hookshim has nothing to say to.
    OtherEvent,
}

/// The key under which every host that we know gives its shell the command.
const COMMAND: &str = "command";

/// A payload that cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodeError {
    /// The host, as far as it could be told.
    pub host: Host,
    /// The permission mode, as far as it could be read.
    pub mode: Option<String>,
    /// What is wrong and what to do.
    pub message: String,
}

/// Reads a payload; `expected` is the host that the command line names.
///
/// # Errors
/// If the payload is not one JSON object, contradicts `expected`, or does not say what the call is.
///
/// ```
/// use hookshim::host::{Decoded, Host, decode};
///
/// let payload = br#"{"session_id": "s", "transcript_path": "/t", "cwd": "/home/user", "permission_mode": "plan",
///     "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}"#;
/// let Ok(Decoded::Call(host, call)) = decode(payload, None) else { unreachable!() };
/// assert_eq!(host, Host::ClaudeCode);
/// assert_eq!(call.mode.as_deref(), Some("plan"));
/// ```
pub fn decode(bytes: &[u8], expected: Option<Host>) -> Result<Decoded, DecodeError> {
    let unreadable =
        |message| DecodeError { host: expected.unwrap_or(Host::Unknown), mode: None, message };
    let value = json::read(bytes)
        .map_err(|why| unreadable(format!("The payload cannot be read: {why}.")))?;
    let Some(object) = value.as_object() else {
        return Err(unreadable("The payload is not a JSON object.".to_owned()));
    };
    let payload = Payload::new(object);
    if payload.is_other_event() {
        return Ok(Decoded::OtherEvent);
    }
    let detected = detect(&payload);
    let host = match (expected, detected) {
        (Some(expected), Host::Unknown) => expected,
        (Some(expected), detected) if expected != detected => {
            return Err(unreadable(format!(
                "The payload is one of {}, but the hook is installed with --host {}. Correct the hook's command.",
                detected.name(),
                expected.name()
            )));
        }
        (_, detected) => detected,
    };
    let call = match host {
        Host::ClaudeCode => claude_code::decode(&payload),
        Host::Codex => codex::decode(&payload),
        Host::Maka => maka::decode(&payload),
        Host::Unknown => generic::decode(&payload),
    };
    call.map(|call| Decoded::Call(host, Box::new(call))).map_err(|message| DecodeError {
        host,
        mode: payload.text("permission_mode"),
        message,
    })
}

/// Whose payload it is, by the keys that only this host sends.
fn detect(payload: &Payload) -> Host {
    if maka::sent(payload) {
        Host::Maka
    } else if codex::sent(payload) {
        Host::Codex
    } else if claude_code::sent(payload) {
        Host::ClaudeCode
    } else {
        Host::Unknown
    }
}

/// An answer in a host's dialect. It can end in two ways only: exit status 0 or 2.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// Whether the call is stopped by exit status 2; otherwise the status is 0.
    pub stop: bool,
    /// What goes to standard output: nothing, or one JSON object and a newline.
    pub stdout: String,
    /// What goes to standard error.
    pub stderr: String,
    /// What to do should the stream that matters not take it.
    pub otherwise: Otherwise,
}

/// What to do when an answer cannot be written where it belongs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Otherwise {
    /// Nothing is lost.
    #[default]
    Nothing,
    /// Standard error does not take the reason of a denial: say this object on standard output, with exit status 0.
    /// (Codex runs the call on exit status 2 with nothing on standard error.)
    DenyOnOutput(String),
    /// Standard output does not take a question: deny, with this reason on standard error.
    DenyOnError(String),
}

/// Says a verdict so that this host acts on it (design, "The answers").
pub fn encode(host: Host, mode: Option<&str>, verdict: &Verdict) -> Answer {
    match verdict.decision() {
        Decision::Silence => Answer::default(),
        Decision::Warn if matches!(host, Host::ClaudeCode | Host::Codex) => {
            say(json!({ "systemMessage": words::reason(verdict) }))
        }
        Decision::Warn => Answer::default(),
        Decision::Rewrite => match (verdict.replacement(), rewriting::ability(host, mode)) {
            (Some(replacement), Some(ability)) => {
                let said = ability.replace(&replacement.input, &words::replaced(verdict));
                let denial = words::instead(verdict, "now") + "\n";
                Answer { otherwise: Otherwise::DenyOnError(denial), ..say(said) }
            }
            _ => deny(host, words::instead(verdict, &there(host, mode))),
        },
        Decision::Ask if can_ask(host, mode) => {
            let reason = words::reason(verdict);
            let question = say(decision("ask", &reason));
            Answer { otherwise: Otherwise::DenyOnError(reason + "\n"), ..question }
        }
        Decision::Ask => deny(host, words::unasked(verdict, &there(host, mode))),
        Decision::Deny => deny(host, words::reason(verdict)),
    }
}

/// A denial: exit status 2 with the reason on standard error, which every host takes.
pub fn deny(host: Host, reason: String) -> Answer {
    let otherwise = match host {
        Host::ClaudeCode | Host::Codex | Host::Maka => {
            Otherwise::DenyOnOutput(line(decision("deny", &reason)))
        }
        Host::Unknown => Otherwise::Nothing,
    };
    Answer { stop: true, stdout: String::new(), stderr: reason + "\n", otherwise }
}

/// Whether an `ask` reaches a person in this host and mode.
fn can_ask(host: Host, mode: Option<&str>) -> bool {
    host == Host::ClaudeCode && mode.is_some_and(claude_code::can_ask)
}

/// The same call with another command, for the hosts' tools that take one. `None` if its command is not simply there.
pub fn reworded(call: &ToolCall, command: &str) -> Option<ToolCall> {
    let Request::Shell(Command::Shell(before)) = &call.request else { return None };
    let mut input = call.input.clone();
    let place = input.get_mut(COMMAND).filter(|value| value.as_str() == Some(before.as_str()))?;
    *place = command.into();
    let request = Request::Shell(Command::Shell(command.to_owned()));
    Some(ToolCall { input, request, ..call.clone() })
}

/// Where a person cannot be asked, in words.
fn there(host: Host, mode: Option<&str>) -> String {
    match (host, mode) {
        (Host::ClaudeCode, Some(mode)) => format!("in {} mode", quote(mode)),
        (Host::ClaudeCode, None) => "in Claude Code without a permission mode".to_owned(),
        (Host::Codex, _) => "in Codex".to_owned(),
        (Host::Maka, _) => "in Maka".to_owned(),
        (Host::Unknown, _) => "here".to_owned(),
    }
}

fn decision(word: &str, reason: &str) -> serde_json::Value {
    json!({ "hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": word,
        "permissionDecisionReason": reason,
    }})
}

fn say(object: serde_json::Value) -> Answer {
    Answer { stdout: line(object), ..Answer::default() }
}

fn line(object: serde_json::Value) -> String {
    format!("{object}\n")
}
