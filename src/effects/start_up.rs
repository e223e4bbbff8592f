//! Owns the aliases and functions of the user's own shell start-up files, which hosts load; it does not read files.
//!
//! Sources: Bash Reference Manual, 6.2; zsh manual, "Startup/Shutdown Files"; measured: Claude Code 2.1.332 runs commands
//! with the user's aliases and functions.

use super::names::Names;
use super::scope::{Function, Scope};
use super::walk::Walk;
use super::{Permission, Place, Value};
use crate::facts::ScriptFile;
use crate::shell::Dialect;
use std::path::Path;
use std::rc::Rc;

/// The start-up files of bash and zsh, below the home directory.
pub const START_UP_FILES: &[&str] = &[
    ".bashrc",
    ".bash_aliases",
    ".bash_profile",
    ".bash_login",
    ".profile",
    ".zshenv",
    ".zprofile",
    ".zshrc",
    ".zlogin",
];

/// The path of a start-up file, and what it says.
pub type StartUpFile = (String, Rc<str>);

/// What start-up files define.
#[derive(Debug, Default)]
pub struct Definitions {
    aliases: Names<String>,
    functions: Names<Function>,
}

impl Walk<'_> {
    /// Gives the shell what the user's start-up files define by this name, and says whether they do. Programs that are
    /// known keep their meaning, so that most calls need not read those files.
    pub fn load_definition(&mut self, name: &str, scope: &mut Scope) -> bool {
        let is_own_shell = scope.loads_start_up && scope.mounts.is_none();
        if !is_own_shell || scope.place != Place::Local || scope.calling.iter().any(|it| it == name)
        {
            return false;
        }
        let files = match self.start_up_files.clone() {
            Some(files) => files,
            None => self.read_start_up_files(),
        };
        self.start_up_files = Some(Rc::clone(&files));
        if !files.iter().any(|(_, text)| text.contains(name)) {
            return false;
        }
        let definitions = match self.start_up.clone() {
            Some(definitions) => definitions,
            None => Rc::new(self.definitions(&files)),
        };
        self.start_up = Some(definitions.clone());
        if let Some(text) = definitions.aliases.get(name) {
            scope.aliases.insert(name, text.clone());
            scope.knows_scripts = true;
            return true;
        }
        if let Some(function) = definitions.functions.get(name) {
            scope.functions.insert(name, function.clone());
            scope.knows_scripts = true;
            return true;
        }
        false
    }

    /// The start-up files of the user's shell that may be read, in the order in which it reads them, and what they say.
    fn read_start_up_files(&self) -> Rc<[StartUpFile]> {
        let Some(home) = self.facts().home().filter(|_| !self.facts().is_impersonal()) else {
            return Rc::default();
        };
        let is_zsh = self.facts().shell_is_zsh();
        let own = START_UP_FILES.iter().filter(|name| name.starts_with(".z") == is_zsh);
        let read = |name: &&str| {
            let path = Path::new(home).join(name);
            let file = self.facts().follow(path.to_str()?, true)?;
            if self.readable.may_be_read(&file) != Permission::Granted {
                return None;
            }
            match self.facts().script(&file) {
                ScriptFile::Text(text) => Some((path.to_str()?.to_owned(), text)),
                _ => None,
            }
        };
        own.filter_map(read).collect()
    }

    /// What these files define, wherever in them. What else they do has been done before the call.
    fn definitions(&mut self, files: &[StartUpFile]) -> Definitions {
        let home = self.facts().home().unwrap_or("/").to_owned();
        let mut shell = Scope::new(Value::from(home), "");
        if self.facts().shell_is_zsh() {
            shell.dialect = Dialect::Zsh;
        }
        shell.loads_start_up = false;
        let mut walk = Walk::new(self.facts(), self.declared(), self.readable);
        for (file, _) in files {
            walk.run_script(&Value::from(file.as_str()), &mut shell);
            shell.go_on();
        }
        Definitions { aliases: shell.aliases, functions: shell.functions }
    }
}
