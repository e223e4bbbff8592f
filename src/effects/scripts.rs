//! Owns the scripts that a call runs: which of them are read, and how they are followed; it does not know which programs
//! run scripts.

use super::contents::Content;
use super::scope::{OpenedFile, Scope};
use super::source::Source;
use super::touch::Touch;
use super::walk::Walk;
use super::{Access, Action, Opaque, Value};
use crate::facts::ScriptFile;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// How many scripts may run each other.
const MAXIMUM_OPENED: usize = 8;

/// How many bytes of a script take as much work to read as a command to follow.
const BYTES_OF_WORK: usize = 32;

/// How many directories above are looked into.
const MAXIMUM_ABOVE: usize = 32;

/// How often a script may run itself: `$(MAKE) other` in a makefile runs another part of it.
const MAXIMUM_RECURSION: usize = 3;

/// Which files may be read to judge what they do (design, "Scripts").
pub trait Readable {
    /// Whether this file may be: an absolute path with links followed.
    fn may_be_read(&self, path: &Path) -> Permission;
}

/// Whether a file may be read to judge what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// It may.
    Granted,
    /// It lies neither in the project nor in a directory for temporary files.
    Outside,
    /// A rule keeps it from being read.
    Kept,
}

/// No file may be read.
pub struct NoScripts;

impl Readable for NoScripts {
    fn may_be_read(&self, _: &Path) -> Permission {
        Permission::Outside
    }
}

/// A script.
#[derive(Debug, Clone)]
pub struct Script {
    /// What it says.
    pub text: Value,
    source: Source,
    /// The file that was read; `None` if the line itself says what is in it.
    file: Option<PathBuf>,
}

impl Script {
    /// A script that is part of the call.
    pub fn of_call(text: Value) -> Self {
        let source = Source::call(&text.shell_text());
        Script { text, source, file: None }
    }

    /// The script with more at its end.
    fn with(mut self, more: &Value, spelt: &Value) -> Self {
        self.text.append(&Value::from("\n"));
        self.text.append(more);
        self.source = Source::file(&spelt.to_string(), self.text.shell_text().into());
        self
    }

    /// How the part of it that begins at this byte may be told.
    pub fn place(&self, at: usize) -> Rc<str> {
        let line = self.source.text().get(at..).and_then(|rest| rest.lines().next());
        let end = at + line.unwrap_or_default().len();
        self.source.quote(&(at..end)).unwrap_or_else(|| self.source.start())
    }

    /// The text as that of a shell program.
    pub fn source(&self) -> Source {
        self.source.clone()
    }
}

/// What came of looking for a script.
enum Found {
    Script(Script),
    /// There is none, or a compiled program.
    Nothing,
    /// It lies where scripts are not read.
    Outside,
    /// A rule keeps it.
    Kept,
    /// It cannot be read; why.
    Unread(&'static str),
}

impl Walk<'_> {
    /// The script in a file that a program interprets. That it is not read is an effect, which policies may ask about.
    pub fn script(&mut self, file: &Value, scope: &Scope) -> Option<Script> {
        self.opened_script(&scope.opened_file(file.clone())?, scope)
    }

    /// The script in a file that a program is given to read.
    pub fn opened_script(&mut self, file: &OpenedFile, scope: &Scope) -> Option<Script> {
        match self.find(file) {
            Found::Script(script) => return Some(script),
            // The file need not be a script to begin with.
            _ if file.passed_on => {}
            Found::Nothing => {}
            Found::Outside => {
                self.unread(&file.spelt, "it lies outside of project and temp", scope);
            }
            Found::Kept => self.unread(&file.spelt, "a rule keeps it from being read", scope),
            Found::Unread(why) => self.unread(&file.spelt, why, scope),
        }
        None
    }

    /// The nearest script of one of these names, at or above the directory. The scope goes to where it lies.
    pub fn nearest_script(&mut self, names: &[&str], scope: &mut Scope) -> Option<Script> {
        for _ in 0..MAXIMUM_ABOVE {
            let found = names.iter().find_map(|name| self.script(&Value::from(*name), scope));
            if found.is_some() {
                return found;
            }
            let before = scope.directories.clone();
            self.go_below(&Value::from(".."), scope);
            if scope.directories == before {
                break;
            }
        }
        None
    }

    /// The script that runs as a program of its own. Where files may not be looked into, it is a program like any other.
    pub fn executable(&mut self, file: &Value, scope: &Scope) -> Option<Script> {
        match self.find(&scope.opened_file(file.clone())?) {
            Found::Script(script) => return Some(script),
            Found::Outside | Found::Nothing => {}
            // The interpreter that the system starts would read it.
            Found::Kept => self.path(Touch::file(Access::Read), file, scope),
            Found::Unread(why) => self.unread(file, why, scope),
        }
        None
    }

    fn find(&mut self, file: &OpenedFile) -> Found {
        let mut found = file.paths.iter().map(|path| self.look(path, &file.spelt));
        found.find(|found| !matches!(found, Found::Nothing)).unwrap_or(Found::Nothing)
    }

    fn look(&mut self, path: &Value, spelt: &Value) -> Found {
        let mut name = path.to_string();
        let mut contents = self.contents_of(&name);
        if let Some(Content::CopyOf(original)) = contents {
            contents = self.contents_of(&original);
            name = original;
        }
        let is_known = path.literal().is_some();
        let file = self.links_followed(&name, true).filter(|_| is_known);
        let followed = file.as_deref().and_then(Path::to_str);
        if contents.is_none()
            && let Some(followed) = followed
        {
            contents = self.contents_of(followed);
        }
        // What was there before is gone.
        if let Some(Content::Text { text, adds: false }) = contents {
            return Found::Script(Script::of_call(text));
        }
        let there = file.map_or(Found::Nothing, |file| self.look_on_disk(file, spelt));
        match (contents, there) {
            // What was there before is run as well.
            (Some(Content::Text { text, adds: true }), Found::Script(script)) => {
                Found::Script(script.with(&text, spelt))
            }
            (Some(Content::Text { text, .. }), _) => Found::Script(Script::of_call(text)),
            // The command changes it: what it said may be left.
            (Some(_), Found::Script(script)) => Found::Script(script),
            (Some(_), _) => Found::Unread("the command itself writes it"),
            (None, there) => there,
        }
    }

    fn look_on_disk(&mut self, file: PathBuf, spelt: &Value) -> Found {
        // A script that runs itself again and again is being judged already.
        if self.opened.iter().filter(|opened| **opened == file).count() >= MAXIMUM_RECURSION {
            return Found::Nothing;
        }
        let is_there = || file.to_str().is_some_and(|file| self.facts().is_file(file));
        match self.readable.may_be_read(&file) {
            Permission::Granted => {}
            _ if !is_there() => return Found::Nothing,
            Permission::Outside => return Found::Outside,
            Permission::Kept => return Found::Kept,
        }
        if self.opened.len() >= MAXIMUM_OPENED {
            return Found::Unread("too many scripts run each other");
        }
        match self.facts().script(&file) {
            ScriptFile::Text(text) => Found::Script(Script {
                text: Value::from(&*text),
                source: Source::file(&spelt.to_string(), text),
                file: Some(file),
            }),
            ScriptFile::Absent | ScriptFile::Binary => Found::Nothing,
            ScriptFile::Unread(why) => Found::Unread(why),
        }
    }

    /// Follows what a script does. The scope is the one in which it runs.
    pub fn within_script(
        &mut self,
        script: &Script,
        scope: &mut Scope,
        follow: impl FnOnce(&mut Self, &mut Scope),
    ) {
        let Some(file) = &script.file else { return follow(self, scope) };
        let outer = std::mem::replace(&mut scope.source, script.source.clone());
        let spelling = std::mem::replace(&mut scope.spelling, script.source.start());
        self.on_scripts_account(|walk| {
            walk.opened.push(file.clone());
            // A script that runs a thousand times is read as often.
            if walk.spend(script.text.length() / BYTES_OF_WORK, scope) {
                follow(walk, scope);
            }
            walk.opened.pop();
        });
        scope.source = outer;
        scope.spelling = spelling;
        scope.knows_scripts = true;
    }

    /// Follows what a file says that is no script of commands, if it is read: that it is not is no mystery.
    pub fn within_data(
        &mut self,
        file: &OpenedFile,
        scope: &mut Scope,
        follow: impl FnOnce(&mut Self, &Value, &mut Scope),
    ) {
        if let Found::Script(script) = self.find(file) {
            self.within_script(&script, scope, |walk, scope| follow(walk, &script.text, scope));
        }
    }

    /// Follows a script that a shell runs.
    pub fn run_script(&mut self, file: &Value, scope: &mut Scope) {
        if let Some(file) = scope.opened_file(file.clone()) {
            self.run_opened_script(&file, scope);
        }
    }

    /// Follows a script that a shell is given to read.
    pub fn run_opened_script(&mut self, file: &OpenedFile, scope: &mut Scope) {
        match self.opened_script(file, scope) {
            Some(script) => self.within_script(&script, scope, |walk, scope| {
                walk.whole_source(script.source(), scope);
            }),
            None if file.passed_on => self.opaque("what the shell reads is not known", scope),
            None => {}
        }
    }

    /// Adds that a script is not read.
    fn unread(&mut self, file: &Value, why: &str, scope: &Scope) {
        let why = format!("what {file} does: {why}");
        self.add_in_script(Action::Opaque(Opaque { why, runs: true }), scope);
    }
}
