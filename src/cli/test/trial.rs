//! Owns the trial of one test: the call is made up, and judged by the same way as the hook judges; it prints nothing.

use super::is_of_project;
use crate::facts::Facts;
use crate::gate::{self, Gate, Setting};
use crate::host::{self, Decoded, Host};
use crate::policy::{Policy, PolicyTest, Source, TestedCall};
use crate::verdict::Verdict;
use serde_json::json;
use std::path::{Path, PathBuf};

/// A test, and what came of it.
pub struct Trial {
    /// The test.
    pub test: PolicyTest,
    /// The verdict, or why there is none, as a sentence.
    pub came: Result<Verdict, String>,
}

/// The directory of calls that name none, below the home directory. It need not be there, so results depend on nothing.
const PROJECT: &str = "project";

impl Trial {
    /// Judges the test's call by its own file alone.
    pub fn run(test: PolicyTest, source: &Source, policy: &Policy, facts: &Facts) -> Self {
        let came = judge(&test, source, policy, facts);
        Trial { test, came }
    }

    /// Whether the verdict is the expected one.
    pub fn passes(&self) -> bool {
        self.came.as_ref().is_ok_and(|verdict| self.test.expected.holds(verdict))
    }

    /// The exit status that it asks for.
    pub fn status(&self) -> u8 {
        match &self.came {
            Err(_) => 2,
            Ok(_) if self.passes() => 0,
            Ok(_) => 1,
        }
    }
}

fn judge(
    test: &PolicyTest,
    source: &Source,
    policy: &Policy,
    facts: &Facts,
) -> Result<Verdict, String> {
    let now = test.instant(policy.timezone.as_deref(), &gate::zones(facts))?;
    let made_up = directory_of(source, facts)?;
    let payload = match &test.call {
        TestedCall::Payload(file) => recorded(file, source)?,
        TestedCall::Run(command) => {
            made(test, "Bash", json!({ "command": command }), source, facts, &made_up)?
        }
        TestedCall::Tool(tool, input) => made(test, tool, input.clone(), source, facts, &made_up)?,
    };
    let expected_host = test.host.filter(|_| matches!(test.call, TestedCall::Payload(_)));
    let decoded = host::decode(&payload, expected_host);
    // A call in the made-up project belongs to it, and one elsewhere to the project there, whichever host makes it.
    let project = match &decoded {
        Ok(Decoded::Call(_, call)) if !Path::new(&call.directory).starts_with(&made_up) => {
            call.directory.clone()
        }
        _ => made_up,
    };
    let setting = Setting { no_system: true, project: Some(project), ..Setting::default() };
    let facts = Facts::new(now);
    let outcome = Gate::of_one(&setting, &facts, source.clone()).judge(decoded);
    match outcome.failures.as_slice() {
        [] => Ok(outcome.verdict),
        failures => Err(failures.join(" ")),
    }
}

/// The directory of calls that name none.
fn directory_of(source: &Source, facts: &Facts) -> Result<String, String> {
    if is_of_project(&source.file) {
        return text(beside(source, "")?);
    }
    let home = facts.home().ok_or("There is no home directory (HOME).")?;
    Ok(format!("{home}/{PROJECT}"))
}

/// A payload as the host would send it.
fn made(
    test: &PolicyTest,
    tool: &str,
    input: serde_json::Value,
    source: &Source,
    facts: &Facts,
    made_up: &str,
) -> Result<Vec<u8>, String> {
    let directory = match &test.cwd {
        None => made_up.to_owned(),
        Some(written) => {
            let below_home = ["~", "{home}"].iter().find_map(|it| written.strip_prefix(it));
            match (below_home, facts.home()) {
                (Some(below), Some(home)) if below.is_empty() || below.starts_with('/') => {
                    format!("{home}{below}")
                }
                _ => text(beside(source, written)?)?,
            }
        }
    };
    let host = test.host.unwrap_or(Host::ClaudeCode);
    Ok(host.example_payload(tool, input, &directory, test.mode.as_deref()).to_string().into_bytes())
}

/// A recorded payload beside the policy.
fn recorded(file: &str, source: &Source) -> Result<Vec<u8>, String> {
    let path = Path::new(&source.file).with_file_name(file);
    std::fs::read(&path)
        .map_err(|error| format!("The payload {} cannot be read: {error}.", path.display()))
}

/// A path relative to the policy.
fn beside(source: &Source, path: &str) -> Result<PathBuf, String> {
    let file = std::path::absolute(&source.file)
        .map_err(|error| format!("There is no current directory: {error}."))?;
    let folder = file.parent().unwrap_or(&file);
    Ok(if path.is_empty() { folder.to_owned() } else { folder.join(path) })
}

fn text(path: PathBuf) -> Result<String, String> {
    path.into_os_string().into_string().map_err(|path| format!("{} is no text.", path.display()))
}
