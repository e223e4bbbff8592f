//! Owns the trial of one test: the call is made up, and judged by the same way as the hook judges; it prints nothing.

use super::is_of_project;
use crate::facts::Facts;
use crate::gate::{self, Gate, Outcome, Setting};
use crate::host::{self, Decoded, Host};
use crate::policy::{NearMiss, Policy, PolicyTest, Source, TestedCall};
use crate::verdict::Verdict;
use serde_json::{Value, json};
use std::path::Path;

/// A test, and what came of it.
pub struct Trial {
    /// The test.
    pub test: PolicyTest,
    /// The verdict, or why there is none, as a sentence.
    pub came: Result<Verdict, String>,
    /// The rules that came near without speaking.
    near: Vec<NearMiss>,
}

/// The directory of calls that name none, below the home directory. It need not be there, so results depend on nothing.
const PROJECT: &str = "project";

impl Trial {
    /// Judges the test's call by its own file alone.
    pub fn run(test: PolicyTest, source: &Source, policy: &Policy, facts: &Facts) -> Self {
        match judge(&test, source, policy, facts) {
            Ok(Outcome { verdict, near, .. }) => Trial { test, came: Ok(verdict), near },
            Err(why) => Trial { test, came: Err(why), near: Vec::new() },
        }
    }

    /// What kept the rules silent that were expected to speak.
    pub fn silent(&self) -> impl Iterator<Item = &NearMiss> {
        let is_expected = |miss: &&NearMiss| self.test.expected.rules.contains(&miss.rule);
        self.near.iter().filter(is_expected)
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
) -> Result<Outcome, String> {
    let now = test.instant(policy.timezone.as_deref(), &gate::zones(facts))?;
    let usual = usual_directory(source, facts)?;
    let (payload, host) = match &test.call {
        TestedCall::Payload(file) => (recorded(file, source)?, test.host),
        TestedCall::Run(command) => {
            let directory = directory(test, source, facts, &usual)?;
            (made(test, "Bash", json!({ "command": command }), &directory), None)
        }
        TestedCall::Tool(tool, input) => {
            let directory = directory(test, source, facts, &usual)?;
            (made(test, tool, input.clone(), &directory), None)
        }
    };
    let decoded = host::decode(&payload, host);
    // A call below the usual directory belongs to that project, and one elsewhere to the project there, whichever host
    // makes it.
    let project = match &decoded {
        Ok(Decoded::Call(_, call)) if !Path::new(&call.directory).starts_with(&usual) => {
            call.directory.clone()
        }
        _ => usual,
    };
    let setting =
        Setting { no_system: true, project: Some(project), explain: true, ..Setting::default() };
    let facts = Facts::impersonal(now);
    let outcome = Gate::of_one(&setting, &facts, source.clone()).judge(decoded);
    match outcome.failures.as_slice() {
        [] => Ok(outcome),
        failures => Err(failures.join(" ")),
    }
}

/// The directory of calls that name none: a project's own, or one that need not be there.
fn usual_directory(source: &Source, facts: &Facts) -> Result<String, String> {
    if is_of_project(&source.file) {
        return beside(source, "");
    }
    let home = facts.home().ok_or("There is no home directory (HOME).")?;
    Ok(format!("{home}/{PROJECT}"))
}

/// The directory of a test's call.
fn directory(
    test: &PolicyTest,
    source: &Source,
    facts: &Facts,
    usual: &str,
) -> Result<String, String> {
    let Some(written) = &test.cwd else { return Ok(usual.to_owned()) };
    let below_home = ["~", "{home}"].iter().find_map(|it| written.strip_prefix(it));
    match (below_home, facts.home()) {
        (Some(below), Some(home)) if below.is_empty() || below.starts_with('/') => {
            Ok(format!("{home}{below}"))
        }
        _ => beside(source, written),
    }
}

/// A payload as the host would send it.
fn made(test: &PolicyTest, tool: &str, input: Value, directory: &str) -> Vec<u8> {
    let host = test.host.unwrap_or(Host::ClaudeCode);
    let payload = host.example_payload(tool, input, directory, test.mode.as_deref());
    payload.to_string().into_bytes()
}

/// A recorded payload beside the policy.
fn recorded(file: &str, source: &Source) -> Result<Vec<u8>, String> {
    let path = Path::new(&source.file).with_file_name(file);
    std::fs::read(&path)
        .map_err(|error| format!("The payload {} cannot be read: {error}.", path.display()))
}

/// A directory relative to the policy's own.
fn beside(source: &Source, path: &str) -> Result<String, String> {
    let file = std::path::absolute(&source.file)
        .map_err(|error| format!("There is no current directory: {error}."))?;
    let folder = file.parent().unwrap_or(&file);
    let directory = if path.is_empty() { folder.to_owned() } else { folder.join(path) };
    let text = directory.into_os_string().into_string();
    text.map_err(|path| format!("The directory {} is no text.", path.display()))
}
