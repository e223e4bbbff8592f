//! Owns the host-neutral tool call; it does not know any host's payload, nor what a call would do.

#![deny(clippy::disallowed_methods)]

use serde_json::Value;

/// One tool call as a host is about to make it, in words that all hosts share.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// The tool's name as the host says it, for example `Bash` or `mcp__github__create_issue`.
    pub tool: String,
    /// What the tool is asked to do.
    pub request: Request,
    /// Whether the tool belongs to an MCP server.
    pub mcp: bool,
    /// The tool's input exactly as received.
    pub input: Value,
    /// The directory the call starts in; empty if the host did not say.
    pub directory: String,
    /// The permission mode in the host's own word.
    pub mode: Option<String>,
    /// Where the call comes from in the host's own word, for example Maka's `code_mode`.
    pub origin: Option<String>,
    /// The subagent that makes the call.
    pub agent: Option<String>,
    /// The host's session.
    pub session: Option<String>,
    /// The host's turn.
    pub turn: Option<String>,
    /// The host's id of this call.
    pub id: Option<String>,
}

/// What a tool is asked to do, with the parts of its input that say so.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// Run a command.
    Shell(Command),
    /// Write a whole file; the text is absent where the host gives none.
    Write {
        /// The file as the call spells it.
        path: String,
        /// The text the file will hold.
        text: Option<String>,
    },
    /// Change part of a file, which is read and written.
    Edit {
        /// The file as the call spells it.
        path: String,
        /// The text put in.
        text: Option<String>,
    },
    /// Apply a patch to files.
    Patch(Patch),
    /// Read a file.
    Read {
        /// The file as the call spells it; absent for what is no file (Maka's `ref`).
        path: Option<String>,
    },
    /// Look for names or text below a directory.
    Search {
        /// The file or directory searched; absent means the call's directory.
        path: Option<String>,
        /// Whether the content of files is looked into, or only their names.
        content: bool,
        /// Patterns for the names of the files that are searched, separated by blanks; `!` leaves out.
        names: Option<String>,
        /// A type of files that alone is searched, as ripgrep names it.
        file_type: Option<String>,
    },
    /// Fetch from the network.
    Fetch {
        /// The address, if the input names one.
        url: Option<String>,
    },
    /// An MCP tool that carries no shell command.
    Mcp,
    /// Anything else.
    Other,
}

/// A command, and the language it is written in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A program in the shell's language (bash, sh or zsh).
    Shell(String),
    /// A program for PowerShell.
    PowerShell(String),
    /// A program and its arguments, started without a shell (older Codex clients).
    Words(Vec<String>),
}

/// The two forms in which hosts send patches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Patch {
    /// The whole text, from `*** Begin Patch` to `*** End Patch`.
    Text(String),
    /// One file operation, already taken apart by the host (Maka).
    Operation {
        /// What happens to the file.
        operation: FileOperation,
        /// The file as the call spells it.
        path: String,
        /// The change as a diff, if given.
        diff: Option<String>,
    },
}

/// What a structured patch does to one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileOperation {
    /// The file is made.
    Create,
    /// The file is changed.
    Update,
    /// The file is removed.
    Delete,
}

/// The kinds of tool that a policy can name instead of a tool's own name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Runs commands.
    Shell,
    /// Writes whole files.
    Write,
    /// Changes parts of files.
    Edit,
    /// Applies patches.
    Patch,
    /// Reads files.
    Read,
    /// Searches names or text.
    Search,
    /// Fetches from the network.
    Fetch,
    /// Belongs to an MCP server.
    Mcp,
    /// None of these.
    Other,
}

impl Kind {
    /// Every kind, in the order of the documentation.
    pub const ALL: [Kind; 9] = [
        Kind::Shell,
        Kind::Write,
        Kind::Edit,
        Kind::Patch,
        Kind::Read,
        Kind::Search,
        Kind::Fetch,
        Kind::Mcp,
        Kind::Other,
    ];

    /// The kind's name in policies and in output.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Shell => "shell",
            Kind::Write => "write",
            Kind::Edit => "edit",
            Kind::Patch => "patch",
            Kind::Read => "read",
            Kind::Search => "search",
            Kind::Fetch => "fetch",
            Kind::Mcp => "mcp",
            Kind::Other => "other",
        }
    }
}

impl ToolCall {
    /// What kind of tool is called.
    pub fn kind(&self) -> Kind {
        match self.request {
            Request::Shell(_) => Kind::Shell,
            Request::Write { .. } => Kind::Write,
            Request::Edit { .. } => Kind::Edit,
            Request::Patch(_) => Kind::Patch,
            Request::Read { .. } => Kind::Read,
            Request::Search { .. } => Kind::Search,
            Request::Fetch { .. } => Kind::Fetch,
            Request::Mcp => Kind::Mcp,
            Request::Other => Kind::Other,
        }
    }

    /// Whether the call is of this kind; an MCP tool that runs a command is of two.
    pub fn is(&self, kind: Kind) -> bool {
        self.kind() == kind || (kind == Kind::Mcp && self.mcp)
    }
}
