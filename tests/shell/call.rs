//! A call that runs a command in a shell, of which nothing else is said.

use hookshim::call::{Command, Request, ToolCall};

pub fn bash_call(command: &str, directory: &str) -> ToolCall {
    ToolCall {
        tool: "Bash".to_owned(),
        request: Request::Shell(Command::Shell(command.to_owned())),
        mcp: false,
        input: serde_json::Value::Null,
        directory: directory.to_owned(),
        mode: None,
        origin: None,
        agent: None,
        session: None,
        turn: None,
        id: None,
    }
}
