//! Owns starting the hookshim binary as a host would; it does not say what is right.

#![allow(dead_code)] // each test file uses its own part

pub mod acceptance;

use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A home, a project and a policy of their own, and the command that is about to run.
pub struct Hook {
    pub folder: TempDir,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    directory: Option<PathBuf>,
}

/// What a host sees of a hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Hook {
    /// `hookshim hook` without policies of this machine.
    pub fn new() -> Self {
        Hook::command(&["hook", "--no-system"])
    }

    /// Another command.
    pub fn command(arguments: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("home")).unwrap();
        Hook {
            folder,
            arguments: arguments.iter().map(ToString::to_string).collect(),
            environment: Vec::new(),
            directory: None,
        }
    }

    /// A policy, by its text, that stands in for the user's and the project's.
    pub fn policy(self, text: &str) -> Self {
        let count = self.arguments.len();
        let path = self.write(&format!("policy-{count}.toml"), text);
        self.arguments(&["--policy", path.to_str().unwrap()])
    }

    /// More arguments.
    pub fn arguments(mut self, more: &[&str]) -> Self {
        self.arguments.extend(more.iter().map(ToString::to_string));
        self
    }

    /// A variable in the hook's environment.
    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The directory in which the host starts the hook.
    pub fn in_directory(mut self, directory: &Path) -> Self {
        self.directory = Some(directory.to_owned());
        self
    }

    /// A file in the temporary folder.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// The command, ready to start.
    pub fn build(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hookshim"));
        command
            .args(&self.arguments)
            .env_clear()
            .env("HOME", self.folder.path().join("home"))
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .current_dir(self.directory.as_deref().unwrap_or(self.folder.path()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs it on a payload.
    pub fn run(&self, payload: impl AsRef<[u8]>) -> Seen {
        finish(self.build().spawn().unwrap(), payload.as_ref())
    }
}

/// Gives a started hook its payload and waits for it.
pub fn finish(mut child: Child, payload: &[u8]) -> Seen {
    let mut stdin = child.stdin.take().unwrap();
    let payload = payload.to_owned();
    let writer = std::thread::spawn(move || {
        // A hook that has died does not read; that shows in its status.
        let _ = stdin.write_all(&payload);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Seen {
        status: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A payload as the host sends it for a shell call with this input.
pub fn payload(host: &str, mode: Option<&str>, input: Value) -> Value {
    let mut payload = json!({
        "session_id": "s", "cwd": "/home/user/project", "hook_event_name": "PreToolUse",
        "tool_name": "Bash", "tool_input": input, "tool_use_id": "t",
    });
    let own = match host {
        "claude-code" => json!({ "transcript_path": "/home/user/t.jsonl" }),
        "codex" => json!({ "turn_id": "1", "model": "m", "transcript_path": null }),
        "maka" => {
            json!({ "schema_version": 1, "turn_id": "1", "run_id": "1", "origin": "provider" })
        }
        _ => json!({}),
    };
    payload.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
    if let Some(mode) = mode {
        payload["permission_mode"] = mode.into();
    }
    payload
}

/// A recorded payload.
pub struct Fixture {
    /// The host that sent it.
    pub host: &'static str,
    /// The file's name.
    pub name: String,
    /// The bytes as the hook got them.
    pub payload: Vec<u8>,
}

/// Every recorded payload, host by host, in the order of their names.
pub fn fixtures() -> Vec<Fixture> {
    let folders = [
        ("claude-code", "tests/fixtures/claude-code"),
        ("codex", "tests/fixtures/codex"),
        ("maka", "tests/fixtures/maka/captured"),
    ];
    folders.into_iter().flat_map(|(host, folder)| fixtures_in(host, folder)).collect()
}

fn fixtures_in(host: &'static str, folder: &str) -> Vec<Fixture> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        // Maka's log of the capture is no payload.
        .filter(|path| !path.file_name().unwrap().to_str().unwrap().starts_with('_'))
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let mut payload = std::fs::read(&path).unwrap();
        if host == "claude-code" {
            // These keep what surrounds the payload beside it.
            let record: serde_json::Value = serde_json::from_slice(&payload).unwrap();
            payload = record["stdin"].as_str().unwrap().as_bytes().to_owned();
        }
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        Fixture { host, name, payload }
    };
    paths.into_iter().map(read).collect()
}
