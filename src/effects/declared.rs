//! Owns what policies declare of programs and tools that hookshim does not know; it does not read policies.

/// What policies declare.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Declared {
    /// Programs that run their arguments, by name.
    pub wrappers: Vec<String>,
    /// Tools by the host's name for them, with what their arguments mean.
    pub tools: Vec<(String, ToolArguments)>,
}

/// Which argument of a tool is what, each as a JSON pointer (RFC 6901).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ToolArguments {
    /// A command for a shell.
    pub command: Option<String>,
    /// The directory in which it is done.
    pub cwd: Option<String>,
    /// A path that may be read and written.
    pub path: Option<String>,
    /// An address that may be connected to.
    pub url: Option<String>,
    /// SQL.
    pub sql: Option<String>,
}

impl Declared {
    /// Nothing.
    pub const NONE: &'static Declared = &Declared { wrappers: Vec::new(), tools: Vec::new() };

    /// Adds what another policy declares.
    pub fn extend(&mut self, other: &Declared) {
        self.wrappers.extend(other.wrappers.iter().cloned());
        self.tools.extend(other.tools.iter().cloned());
    }

    /// Whether nothing is declared.
    pub fn is_empty(&self) -> bool {
        self.wrappers.is_empty() && self.tools.is_empty()
    }

    /// What is declared of a tool.
    pub fn tool(&self, name: &str) -> impl Iterator<Item = &ToolArguments> {
        self.tools.iter().filter(move |(tool, _)| tool == name).map(|(_, arguments)| arguments)
    }
}
