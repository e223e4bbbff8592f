//! Owns a home with a project in it, and a person who agrees to its policies at a terminal; it does not say what is right.

#![allow(dead_code)] // each test file uses its own part

#[path = "../harness/terminal.rs"]
pub mod terminal;

use crate::harness::{Seen, finish};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;
use terminal::{Session, at_terminal};

/// A policy of a project that has something to agree to.
pub const SCRIPTS: &str = "version = 1
scripts = \"ask\"

[rules.push]
deny = { run = \"git push\" }
";

/// A home, and in it the project `project`, a repository.
pub struct Home {
    folder: TempDir,
    /// The home's path, without links in it.
    pub path: PathBuf,
}

impl Home {
    pub fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let path = folder.path().canonicalize().unwrap();
        let home = Home { folder, path };
        home.write("project/.git/HEAD", "ref: refs/heads/main\n");
        home
    }

    /// Writes a file below the home.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// The project's policy.
    pub fn policy(&self, text: &str) -> PathBuf {
        self.write("project/.hookshim.toml", text)
    }

    /// The file of agreements.
    pub fn store(&self) -> PathBuf {
        self.path.join(".local/state/hookshim/trust.json")
    }

    /// `hookshim`, started in the project.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hookshim"));
        command.args(arguments).current_dir(self.path.join("project"));
        self.at_home(command)
    }

    /// The command in this home.
    pub fn at_home(&self, mut command: Command) -> Command {
        command.env_clear().env("HOME", &self.path);
        if command.get_current_dir().is_none() {
            command.current_dir(self.path.join("project"));
        }
        command
    }

    /// Runs it without a terminal.
    pub fn run(&self, arguments: &[&str]) -> Seen {
        self.feed(arguments, "")
    }

    /// Runs it without a terminal, with this on standard input.
    pub fn feed(&self, arguments: &[&str], input: &str) -> Seen {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        finish(command.spawn().unwrap(), input.as_bytes())
    }

    /// `hookshim trust add` at a terminal, where a person types what is asked for.
    pub fn agree(&self, arguments: &[&str]) -> Session {
        let arguments = [&["trust", "add"], arguments].concat();
        at_terminal(&self.command(&arguments), as_asked)
    }

    /// What `hookshim check --json` says of a call.
    pub fn check(&self, arguments: &[&str]) -> Value {
        let arguments = [&["check", "--json", "--no-system"], arguments].concat();
        let seen = self.run(&arguments);
        serde_json::from_str(&seen.stdout).unwrap_or_else(|_| panic!("{seen:?}"))
    }

    /// Whether nothing of a project's policies waits for trust, when something is done in this directory of it.
    pub fn holds(&self, directory: &str) -> bool {
        let directory = self.path.join(directory);
        let shown = self.check(&["--cwd", directory.to_str().unwrap(), "ls"]);
        assert!(shown["failures"].as_array().unwrap().is_empty(), "{shown}");
        shown["notes"].as_array().unwrap().is_empty()
    }
}

/// What a person types who agrees, once the question stands there.
pub fn as_asked(shown: &str) -> Option<String> {
    let (_, question) = shown.split_once("Type ")?;
    let (word, _) = question.split_once(" to trust it, or anything else to leave it: ")?;
    Some(format!("{word}\n"))
}

/// A path as text.
pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
