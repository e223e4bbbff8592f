//! Owns the keys that hosts share and how they are taken out of a payload; it does not know any one host.

use crate::call::{Command, Request, ToolCall};
use serde_json::{Map, Value};

/// The object that came in.
pub struct Payload<'a> {
    object: &'a Map<String, Value>,
}

/// The names under which hosts announce the event before a tool runs. The first is that of the hosts we know; the
/// others (Copilot, Cursor; Gemini) are judged too, since a denial by exit status reaches some of them.
const EVENTS: [&str; 3] = ["PreToolUse", "preToolUse", "BeforeTool"];

/// Arguments that say where a command runs.
const DIRECTORIES: &[&str] = &[
    "workdir",
    "cwd",
    "working_directory",
    "workingDirectory",
    "working_dir",
    "workingDir",
    "workDir",
];

/// Arguments that hold the others.
const HOLDERS: &[&str] = &["params", "parameters", "arguments", "input", "request"];

/// Arguments that are commands.
const COMMANDS: &[&str] = &[
    "command",
    "cmd",
    "commands",
    "shell_command",
    "bash_command",
    "shellCommand",
    "command_line",
    "commandLine",
    "cli_command",
];

impl<'a> Payload<'a> {
    /// The payload in this object.
    pub fn new(object: &'a Map<String, Value>) -> Self {
        Payload { object }
    }

    /// Whether a key is there and not null.
    pub fn has(&self, key: &str) -> bool {
        self.object.get(key).is_some_and(|value| !value.is_null())
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.object.get(key)
    }

    /// The text of a key.
    pub fn text(&self, key: &str) -> Option<String> {
        self.get(key)?.as_str().map(str::to_owned)
    }

    /// Whether it tells of another event than a tool about to run.
    pub fn is_other_event(&self) -> bool {
        self.get("hook_event_name")
            .and_then(Value::as_str)
            .is_some_and(|event| !EVENTS.contains(&event))
    }

    /// The tool's name.
    pub fn tool(&self) -> Result<&'a str, String> {
        match self.get("tool_name").and_then(Value::as_str) {
            Some(name) if !name.is_empty() => Ok(name),
            _ => Err("The payload names no tool (`tool_name`).".to_owned()),
        }
    }

    /// The tool's input.
    pub fn input(&self) -> Input<'a> {
        const NOTHING: &Value = &Value::Null;
        Input { value: self.get("tool_input").unwrap_or(NOTHING) }
    }

    /// The call that asks for this, with all that hosts say in the same words.
    pub fn call(&self, tool: &str, request: Request) -> ToolCall {
        let directory = self.text("cwd").unwrap_or_default();
        let input = self.input();
        // Only tools that take such an argument go there; a host's own `Bash` runs where the payload says.
        let goes =
            tool.starts_with("mcp__") || matches!(request, Request::Shell(Command::Words(_)));
        let directory = match input.text_of(DIRECTORIES) {
            Some(below) if goes => join(&directory, below),
            _ => directory,
        };
        ToolCall {
            tool: tool.to_owned(),
            request: input.in_its_shell(tool, request),
            mcp: tool.starts_with("mcp__"),
            input: input.value.clone(),
            directory,
            mode: self.text("permission_mode"),
            origin: self.text("origin"),
            agent: self.text("agent_type").or_else(|| self.text("agent_id")),
            session: self.text("session_id"),
            turn: self.text("turn_id").or_else(|| self.text("prompt_id")),
            id: self.text("tool_use_id"),
        }
    }
}

/// A path below a directory, unless it is absolute.
fn join(directory: &str, path: &str) -> String {
    match path {
        _ if path.starts_with(['/', '~']) => path.to_owned(),
        _ => format!("{directory}/{path}"),
    }
}

/// A tool's input.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The input as it came.
    pub value: &'a Value,
}

impl<'a> Input<'a> {
    /// The text of the first of these keys that has one.
    pub fn text_of(&self, keys: &[&str]) -> Option<&'a str> {
        keys.iter().find_map(|key| self.value.get(key)?.as_str())
    }

    /// The text that an edit puts in, or all that several edits of one file do.
    pub fn edited(&self) -> Option<String> {
        let one = self.text_of(&["new_string", "new_source"]).map(str::to_owned);
        one.or_else(|| {
            let edits = self.value.get("edits")?.as_array()?;
            let texts = edits.iter().filter_map(|edit| edit.get("new_string")?.as_str());
            Some(texts.flat_map(|text| [text, "\n"]).collect())
        })
    }

    /// The text of a key without which the call cannot be judged.
    pub fn required(&self, tool: &str, key: &str) -> Result<String, String> {
        self.text_of(&[key])
            .map(str::to_owned)
            .ok_or_else(|| format!("The call of {tool} has no text in `tool_input.{key}`."))
    }

    /// What a tool asks for that is not known by name: a command if it carries one, since hosts gain tools faster than
    /// we learn of them.
    pub fn unlisted(&self) -> Request {
        match self.text_of(&["command", "cmd"]) {
            Some(command) => Request::Shell(Command::Shell(command.to_owned())),
            None => Request::Other,
        }
    }

    /// A search in the content of files below a path.
    pub fn search(&self) -> Request {
        let text = |key: &str| self.text_of(&[key]).map(str::to_owned);
        let (names, file_type) = (text("glob").or_else(|| text("include")), text("type"));
        Request::Search { path: text("path"), content: true, names, file_type }
    }

    /// A search for the names of files below a path.
    pub fn look(&self, path: Option<String>) -> Request {
        Request::Search { path, content: false, names: None, file_type: None }
    }

    /// A shell command under `command`.
    pub fn shell(&self, tool: &str) -> Result<Request, String> {
        self.required(tool, "command").map(|text| Request::Shell(Command::Shell(text)))
    }

    /// The same request, where the tool's name or its argument `shell` says that another shell than a POSIX one reads it.
    fn in_its_shell(&self, tool: &str, request: Request) -> Request {
        let Request::Shell(Command::Shell(text)) = request else { return request };
        let shell = self.text_of(&["shell"]).unwrap_or_default().to_ascii_lowercase();
        let is_power_shell = |name: &str| name.contains("powershell") || name.contains("pwsh");
        let name = shell.rsplit(['/', '\\']).next().unwrap_or_default();
        Request::Shell(if is_power_shell(name) || is_power_shell(&tool.to_ascii_lowercase()) {
            Command::PowerShell(text)
        } else if matches!(name, "cmd" | "cmd.exe") {
            Command::Words(vec![name.to_owned(), "/c".to_owned(), text])
        } else {
            Command::Shell(text)
        })
    }

    /// The texts of an array, if it is one and holds nothing else.
    pub fn texts(&self, key: &str) -> Option<Vec<String>> {
        let items = self.value.get(key)?.as_array()?;
        items.iter().map(|item| item.as_str().map(str::to_owned)).collect()
    }

    /// What an MCP tool asks for: a command, where it carries one in the usual words, or its own affair.
    pub fn mcp(&self) -> Request {
        let held = HOLDERS.iter().filter_map(|key| self.value.get(key));
        let inputs = held.filter(|value| value.is_object()).map(|value| Input { value });
        let mut commands: Vec<Command> = std::iter::once(*self)
            .chain(inputs)
            .flat_map(|input| COMMANDS.iter().filter_map(move |key| input.command(key)))
            .collect();
        if commands.len() > 1 {
            // It cannot be known which of them is meant, so all are judged.
            let texts: Vec<String> = commands.drain(..).map(shell_text).collect();
            return Request::Shell(Command::Shell(texts.join("\n")));
        }
        commands.pop().map_or(Request::Mcp, Request::Shell)
    }

    /// The command under a key: a text for a shell, a list of words, or a program whose arguments stand elsewhere.
    fn command(&self, key: &str) -> Option<Command> {
        match self.value.get(key)? {
            // Several commands, one after the other.
            Value::Array(_) if key == "commands" => {
                self.texts(key).map(|texts| Command::Shell(texts.join("\n")))
            }
            Value::Array(words) if !words.is_empty() => {
                Some(Command::Words(words.iter().map(word).collect()))
            }
            Value::String(program) => {
                let arguments = ["args", "arguments", "argv"];
                let list = arguments.iter().find_map(|key| self.value.get(key)?.as_array());
                Some(match list {
                    Some(list) => Command::Words(
                        std::iter::once(program.clone()).chain(list.iter().map(word)).collect(),
                    ),
                    None => Command::Shell(program.clone()),
                })
            }
            _ => None,
        }
    }
}

/// A word of a command; numbers and the like are given to programs as they are written.
fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A command as a shell would need it.
fn shell_text(command: Command) -> String {
    match command {
        Command::Shell(text) | Command::PowerShell(text) => text,
        Command::Words(words) => {
            let quoted = words.iter().map(|word| format!("'{}'", word.replace('\'', r"'\''")));
            quoted.collect::<Vec<_>>().join(" ")
        }
    }
}
