//! Owns `hookshim check`: what would happen to a call, shown to a person; it judges by the same way as the hook.

use super::{effect_tree, instant, lines::fill, near_misses};
use crate::facts::Facts;
use crate::gate::{Gate, Outcome, Setting};
use crate::host::{self, Host};
use crate::policy::NearMiss;
use crate::text::{excerpt, visible};
use crate::verdict::{Decision, Objection, words};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How wide texts are beside their labels, in characters; with those it makes 80.
const TEXT_WIDTH: usize = 67;

/// The options of `hookshim check`.
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(group = clap::ArgGroup::new("what").required(true))]
pub struct Options {
    /// The shell command to judge; quote it as for the shell that it is for
    #[arg(group = "what", conflicts_with_all = ["payload", "tool"])]
    command: Vec<String>,
    /// A recorded payload to judge, or - for standard input
    #[arg(long, value_name = "FILE", group = "what", conflicts_with = "tool")]
    payload: Option<PathBuf>,
    /// A tool to judge, with --input
    #[arg(long, value_name = "NAME", group = "what", requires = "input")]
    tool: Option<String>,
    /// The tool's input as JSON
    #[arg(long, value_name = "JSON", requires = "tool")]
    input: Option<String>,
    /// The host whose answer is shown
    #[arg(long, value_parser = ["claude-code", "codex", "maka"])]
    host: Option<String>,
    /// The permission mode, in the host's own word
    #[arg(long, value_name = "MODE", conflicts_with = "payload")]
    mode: Option<String>,
    /// The directory of the call, instead of this one
    #[arg(long, value_name = "DIRECTORY", conflicts_with = "payload")]
    cwd: Option<PathBuf>,
    /// A policy file that stands in for the user's and the project's (may be repeated)
    #[arg(long, value_name = "FILE")]
    policy: Vec<PathBuf>,
    /// The user's policy file, instead of ~/.config/hookshim/policy.toml
    #[arg(long, value_name = "FILE")]
    user_policy: Option<PathBuf>,
    /// The directory of hookshim's records, instead of ~/.local/state/hookshim
    #[arg(long, value_name = "DIRECTORY")]
    state: Option<PathBuf>,
    /// Leave out the organisation's policy
    #[arg(long)]
    no_system: bool,
    /// Judge as of this instant, such as 2026-11-30T09:00:00+01:00
    #[arg(long, value_name = "INSTANT")]
    now: Option<String>,
    /// Also tell which rules came near, and what kept them silent
    #[arg(long)]
    explain: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Shows what would happen; the exit status is 0 if no rule speaks, 1 if one does, 2 if the call cannot be judged.
pub fn run(options: &Options) -> ExitCode {
    let judged = setting(options).and_then(|setting| {
        let payload = payload(options)?;
        let facts = Facts::new(setting.now);
        Ok(Gate::open(&setting, &facts).judge(host::decode(&payload, setting.host)))
    });
    match judged {
        Ok(outcome) => {
            let near = options.explain.then_some(outcome.near.as_slice());
            super::print(&match options.json {
                true => machine(&outcome, near),
                false => people(&outcome) + &near.map_or(String::new(), near_misses::show),
            });
            ExitCode::from(status(&outcome))
        }
        Err(why) => {
            eprintln!("hookshim: {why}");
            ExitCode::from(2)
        }
    }
}

fn status(outcome: &Outcome) -> u8 {
    match outcome.verdict.decision() {
        _ if !outcome.failures.is_empty() => 2,
        Decision::Silence => 0,
        _ => 1,
    }
}

fn setting(options: &Options) -> Result<Setting, String> {
    let absolute = |path: &PathBuf| {
        std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))
    };
    Ok(Setting {
        host: options.payload.as_ref().and(options.host.as_deref()).and_then(Host::named),
        policies: options.policy.iter().map(absolute).collect::<Result<_, _>>()?,
        user_policy: options.user_policy.as_ref().map(absolute).transpose()?,
        no_system: options.no_system,
        now: options.now.as_deref().map(instant::parse).transpose()?,
        state: options.state.as_ref().map(absolute).transpose()?,
        explain: options.explain,
        ..Setting::default()
    })
}

/// The payload to judge: a recorded one, or the one that the host would send.
fn payload(options: &Options) -> Result<Vec<u8>, String> {
    match &options.payload {
        Some(path) if path == Path::new("-") => {
            std::io::read_to_string(std::io::stdin()).map(String::into_bytes)
        }
        Some(path) => std::fs::read(path),
        None => return made_payload(options).map(|payload| payload.to_string().into_bytes()),
    }
    .map_err(|error| format!("The payload cannot be read: {error}."))
}

fn made_payload(options: &Options) -> Result<Value, String> {
    let here = || {
        std::env::current_dir().map_err(|error| format!("There is no current directory: {error}."))
    };
    let directory = match &options.cwd {
        Some(directory) => std::path::absolute(directory).map_err(|error| error.to_string())?,
        None => here()?,
    };
    let input = match (options.command.as_slice(), &options.input) {
        (words @ [_, ..], _) => json!({ "command": words.join(" ") }),
        ([], Some(input)) => serde_json::from_str(input).map_err(|error| {
            format!("--input is not JSON: {error}. Example: '{{\"file_path\": \"/etc/hosts\"}}'")
        })?,
        ([], None) => Value::Null,
    };
    let host = options.host.as_deref().and_then(Host::named).unwrap_or(Host::ClaudeCode);
    let tool = options.tool.as_deref().unwrap_or("Bash");
    Ok(host.example_payload(tool, input, &directory.to_string_lossy(), options.mode.as_deref()))
}

/// What a person reads.
fn people(outcome: &Outcome) -> String {
    let decision = outcome.verdict.decision();
    let unable = match decision {
        Decision::Rewrite => ", which is a denial here: the call cannot be changed",
        Decision::Ask => ", which is a denial here: nobody can be asked",
        _ => "",
    };
    let unable = if outcome.answer().stop { unable } else { "" };
    let mut text = format!("{}{unable}\n", decision.name());
    for group in words::grouped(&outcome.verdict) {
        text += &rules(&group, "");
    }
    for objection in outcome.verdict.observed() {
        text += &rules(&[objection], ", only observed");
    }
    if let Some(replacement) = outcome.verdict.replacement() {
        text += &format!("\nThe call to make instead:\n  {}\n", visible(&replacement.command));
    }
    if !outcome.effects.is_empty() {
        text += "\nWhat it would do:\n";
        text += &effect_tree::show(&outcome.effects);
    }
    let let_through =
        outcome.failures.iter().filter(|_| outcome.verdict.decision() != Decision::Deny);
    for note in let_through.chain(&outcome.notes) {
        text += &format!("\nnote: {note}\n");
    }
    text
}

/// The rules that say the same, how they count, and what they say.
fn rules(group: &[&Objection], counting: &str) -> String {
    let Some(Objection { decision, layer, part, .. }) = group.first() else { return String::new() };
    let names = words::names(group);
    let head = format!("{} by {names} ({}){counting}", decision.name(), layer.whose());
    let mut text = format!("\n  {}\n", fill(&head, TEXT_WIDTH).join("\n    "));
    if !part.is_empty() {
        text += &format!("    about    {}\n", excerpt(part, TEXT_WIDTH));
    }
    let because = fill(&words::why(group), TEXT_WIDTH).join("\n             ");
    text + &format!("    because  {because}\n")
}

/// What a program reads.
fn machine(outcome: &Outcome, near: Option<&[NearMiss]>) -> String {
    let objections = outcome.verdict.objections().iter().map(|objection| {
        json!({
            "rule": objection.rule,
            "layer": objection.layer.name(),
            "decision": objection.decision.name(),
            "part": objection.part,
            "reason": objection.reason,
        })
    });
    let observed = outcome.verdict.observed().iter().map(|objection| {
        json!({
            "rule": objection.rule,
            "verb": objection.decision.name(),
            "reason": objection.reason,
        })
    });
    let answer = outcome.answer();
    let mut object = json!({
        "verdict": outcome.verdict.decision().name(),
        "host": outcome.host.name(),
        "call": outcome.call.as_ref().map(|call| json!({
            "tool": call.tool,
            "kind": call.kind().name(),
            "mcp": call.mcp,
            "directory": call.directory,
            "mode": call.mode,
            "origin": call.origin,
            "agent": call.agent,
            "session": call.session,
            "turn": call.turn,
            "id": call.id,
        })),
        "rules": objections.collect::<Vec<_>>(),
        "observed": observed.collect::<Vec<_>>(),
        "rewritten": outcome.verdict.replacement().map(|replacement| &replacement.command),
        "effects": effect_tree::list(&outcome.effects),
        "failures": outcome.failures,
        "notes": outcome.notes,
        "answer": {
            "exit": if answer.stop { 2 } else { 0 },
            "stdout": answer.stdout,
            "stderr": answer.stderr,
        },
    });
    if let (Some(near), Some(object)) = (near, object.as_object_mut()) {
        object.insert("near".to_owned(), near_misses::list(near));
    }
    format!("{object:#}\n")
}
