//! Owns asking about one call under small policies, in the words of a sentence; it does not say what is right.

use crate::harness::{self, finish};
use crate::home::{Home, text};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Stdio;

/// Monday, 30 November 2026, 9 o'clock.
const MONDAY_MORNING: &str = "2026-11-30T09:00:00Z";

/// A home with a project in it, and the policies there.
pub struct Policies {
    pub home: Home,
    variables: Vec<(String, String)>,
    started_in: Option<PathBuf>,
}

/// The user's policy, below `version = 1`.
pub fn policy(text: &str) -> Policies {
    no_policy().and_file(".config/hookshim/policy.toml", &format!("version = 1\n{text}\n"))
}

/// A user's policy that says nothing, and a project's.
pub fn project(text: &str) -> Policies {
    policy("").and_project(text)
}

/// Neither a user's policy nor a project's.
pub fn no_policy() -> Policies {
    Policies { home: Home::new(), variables: Vec::new(), started_in: None }
}

impl Policies {
    /// The project's policy beside it, below `version = 1`.
    pub fn and_project(self, text: &str) -> Self {
        self.and_file("project/.hookshim.toml", &format!("version = 1\n{text}\n"))
    }

    /// A file below the home.
    pub fn and_file(self, name: &str, text: &str) -> Self {
        self.home.write(name, text);
        self
    }

    /// A repository below the home, on this branch, with this in its configuration.
    pub fn and_repository(self, directory: &str, branch: &str, configuration: &str) -> Self {
        for folder in ["objects", "refs"] {
            let folder = self.home.path.join(directory).join(".git").join(folder);
            std::fs::create_dir_all(folder).unwrap();
        }
        let head = format!("ref: refs/heads/{branch}\n");
        self.and_file(&format!("{directory}/.git/HEAD"), &head)
            .and_file(&format!("{directory}/.git/config"), configuration)
    }

    /// A link below the home.
    pub fn and_link(self, name: &str, target: &str) -> Self {
        std::os::unix::fs::symlink(target, self.home.path.join(name)).unwrap();
        self
    }

    /// A variable of the hook's environment.
    pub fn and_variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// A variable of the hook's environment that names a directory below the home, or with `""` the home.
    pub fn and_variable_for(self, name: &str, directory: &str) -> Self {
        let directory = self.home.path.join(directory);
        self.and_variable(name, text(&directory))
    }

    /// A directory below the home in which the host starts the hook.
    pub fn started_in(mut self, directory: &str) -> Self {
        self.started_in = Some(self.home.path.join(directory));
        self
    }

    /// A call of the host's shell.
    pub fn judges(&self, command: &str) -> Call<'_> {
        self.judges_tool("Bash", json!({ "command": command }))
    }

    /// A call of any tool.
    pub fn judges_tool(&self, tool: &str, input: Value) -> Call<'_> {
        let call = Call {
            policies: self,
            host: "claude-code",
            now: MONDAY_MORNING,
            said: json!({ "permission_mode": "default", "tool_name": tool, "tool_input": input }),
        };
        call.from("project")
    }

    /// What `hookshim policy check` shows of the user's policy.
    pub fn checked(&self) -> String {
        let file = self.home.path.join(".config/hookshim/policy.toml");
        let seen = self.home.run(&["policy", "check", text(&file)]);
        // Lines are broken at 80 columns, wherever the home is.
        let shown = seen.stdout.replace(text(&file), "policy.toml");
        shown.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// A call that is about to be made.
pub struct Call<'p> {
    policies: &'p Policies,
    host: &'static str,
    now: &'static str,
    said: Value,
}

impl Call<'_> {
    /// By another host than Claude Code.
    pub fn by(mut self, host: &'static str) -> Self {
        self.host = host;
        self
    }

    /// In another permission mode than `default`.
    pub fn in_mode(self, mode: &str) -> Self {
        self.with("permission_mode", mode)
    }

    /// In another directory below the home than the project.
    pub fn from(self, directory: &str) -> Self {
        let directory = self.policies.home.path.join(directory);
        self.with("cwd", text(&directory))
    }

    /// At another instant than Monday morning.
    pub fn at(mut self, now: &'static str) -> Self {
        self.now = now;
        self
    }

    /// With a key beside the input, as hosts send it.
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.said[key] = value.into();
        self
    }

    /// All that hookshim says of it.
    pub fn shown(&self) -> Value {
        let Policies { home, variables, started_in } = self.policies;
        let mut payload = harness::payload(self.host, None, Value::Null);
        payload.as_object_mut().unwrap().extend(self.said.as_object().unwrap().clone());
        let arguments = ["check", "--json", "--no-system", "--now", self.now, "--payload", "-"];
        let mut command = home.command(&arguments);
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = started_in {
            command.current_dir(directory);
        }
        let seen = finish(command.spawn().unwrap(), payload.to_string().as_bytes());
        serde_json::from_str(&seen.stdout).unwrap_or_else(|_| panic!("{seen:?}"))
    }

    /// The verdict and the rules that made it, each once: `deny push`.
    pub fn words(&self) -> String {
        words(&self.shown())
    }

    /// Why the call is not let through as it is.
    pub fn reason(&self) -> String {
        let shown = self.shown();
        deciding(&shown).map(|rule| rule["reason"].as_str().unwrap()).collect()
    }

    #[track_caller]
    pub fn denies(&self, rule: &str) {
        assert_eq!(self.words(), format!("deny {rule}"), "{}", self.said);
    }

    #[track_caller]
    pub fn asks(&self, rule: &str) {
        assert_eq!(self.words(), format!("ask {rule}"), "{}", self.said);
    }

    #[track_caller]
    pub fn warns(&self, rule: &str) {
        assert_eq!(self.words(), format!("warn {rule}"), "{}", self.said);
    }

    #[track_caller]
    pub fn is_silent(&self) {
        assert_eq!(self.words(), "silence", "{}", self.said);
    }

    /// The call is made in other words: these.
    #[track_caller]
    pub fn rewrites_to(&self, command: &str) {
        let shown = self.shown();
        assert_eq!(shown["verdict"], "rewrite", "{}: {shown}", self.said);
        let answer: Value =
            serde_json::from_str(shown["answer"]["stdout"].as_str().unwrap()).unwrap();
        assert_eq!(answer["hookSpecificOutput"]["updatedInput"]["command"], command);
    }

    /// The call is denied, and the reason has this in it.
    #[track_caller]
    pub fn denies_saying(&self, part: &str) {
        let shown = self.shown();
        let answer = shown["answer"]["stderr"].as_str().unwrap();
        assert!(shown["answer"]["exit"] == 2 && answer.contains(part), "{}: {answer}", self.said);
    }
}

fn deciding(shown: &Value) -> impl Iterator<Item = &Value> {
    let rules = shown["rules"].as_array().unwrap().iter();
    rules.filter(|rule| rule["decision"] == shown["verdict"])
}

fn words(shown: &Value) -> String {
    let mut words = vec![shown["verdict"].as_str().unwrap()];
    for rule in deciding(shown).map(|rule| rule["rule"].as_str().unwrap()) {
        if !words.contains(&rule) {
            words.push(rule);
        }
    }
    words.join(" ")
}
