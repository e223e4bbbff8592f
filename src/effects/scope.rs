//! Owns what a shell knows at one point of a line: directory, parameters, functions; it does not change itself.

use super::mounts::Mounts;
use super::names::Names;
use super::source::Source;
use super::{Delay, EffectId, Feeds, Hole, Piece, Place, Value, paths};
use crate::shell::Dialect;
use crate::shell::syntax::{Command, Span};
use std::collections::BTreeSet;
use std::rc::Rc;

/// More directories than a line can plausibly be in; past that it is anywhere.
const MAXIMUM_DIRECTORIES: usize = 8;

/// The state of a shell between two commands. It is copied at every substitution and branch, so what rarely changes is
/// shared.
#[derive(Debug, Clone)]
pub struct Scope {
    /// The directories it may be in.
    pub directories: Vec<Value>,
    /// Where it is if the last command failed, where that differs.
    pub after_failure: Option<AfterFailure>,
    /// Whether a command that fails ends it (`set -e`).
    pub ends_on_failure: bool,
    /// Whether it goes on to the next command.
    pub ended: Ended,
    /// The directories in which the loop or function around may have been left.
    pub left_in: Vec<Value>,
    /// Parameters whose value is known, or known to be a hole; of an array, the first element.
    pub parameters: Names<Value>,
    /// Arrays whose elements are known.
    pub arrays: Names<Rc<[Value]>>,
    /// `$0`, `$1`, …; absent where they are unknown.
    pub positional: Option<Rc<[Value]>>,
    /// Functions defined so far.
    pub functions: Names<Function>,
    /// The functions (`export -f`) and variables that programs started from here have too.
    pub exported: Rc<BTreeSet<String>>,
    /// Aliases, and programs remembered by `hash -p`: the text that a first word stands for.
    pub aliases: Names<String>,
    /// Whether it is the shell that the host starts, with the user's start-up files loaded.
    pub loads_start_up: bool,
    /// Whether it has run a script itself (`source`), so that its variables and functions hold what that says.
    pub knows_scripts: bool,
    /// The functions being called and the aliases being expanded, the outermost first.
    pub calling: Rc<[String]>,
    /// What runs when this shell ends or gets a signal (`trap`).
    pub traps: Rc<Vec<Value>>,
    /// The program that runs this shell.
    pub cause: Option<EffectId>,
    /// What comes in on open descriptors, if a command before or a here-document says so.
    pub inputs: Names<Input>,
    /// Whose reading of the shell language is followed.
    pub dialect: Dialect,
    /// Whether that is a POSIX shell other than bash.
    pub posix: bool,
    /// What of this machine is there where it runs, if that is another machine or a container.
    pub mounts: Option<Mounts>,
    /// How long after the call it gets here.
    pub delay: Delay,
    /// Where that comes from.
    pub fed: Names<Feeds>,
    /// The machine it runs on.
    pub place: Place,
    /// How many shells, substitutions and functions this one lies in.
    pub depth: usize,
    /// The text that the spans of the program being walked point into.
    pub source: Source,
    /// The command being followed, as the call spells it.
    pub spelling: Rc<str>,
    /// Where that stands in the command that the call consists of, if it is a part of that.
    pub span: Option<Span>,
}

/// Whether a shell goes on, on the way that was followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// It goes on.
    No,
    /// It leaves the loop or function (`break`, `continue`, `return`), and goes on after that.
    Jump,
    /// It goes no further (`exit`).
    Exit,
}

/// The directories of a shell whose `cd` has failed.
#[derive(Debug, Clone)]
pub struct AfterFailure {
    /// The directories, which are those before.
    pub directories: Vec<Value>,
    /// Whether it may well have failed: nobody has seen the directory.
    pub likely: bool,
}

/// A function, with the text it was written in.
#[derive(Debug, Clone)]
pub struct Function {
    /// What it runs.
    pub body: Rc<Command>,
    /// The text that the spans of the body point into.
    pub source: Source,
}

impl PartialEq for Function {
    /// Whether it is the same definition.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.body, &other.body)
    }
}

/// What a program gets on standard input.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Input {
    /// Whatever the host gives, which is nothing that the line says.
    #[default]
    Inherited,
    /// This text.
    Text(Value),
    /// What this file on this machine holds.
    File(OpenedFile),
    /// What another program writes.
    Unknown,
}

/// A file that a shell has opened for a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedFile {
    /// Its path, as the command spells it.
    pub spelt: Value,
    /// The absolute paths that it may have.
    pub paths: Vec<Value>,
    /// Whether another program opens it and passes it on, as `cat` does. If it is no script that can be read, what comes
    /// is not known.
    pub passed_on: bool,
}

impl Scope {
    /// A shell that has not read anything yet; `spelling` is what the call says of itself.
    pub fn new(directory: Value, spelling: &str) -> Self {
        Scope {
            directories: vec![directory],
            after_failure: None,
            ends_on_failure: false,
            ended: Ended::No,
            left_in: Vec::new(),
            parameters: Names::default(),
            arrays: Names::default(),
            positional: None,
            functions: Names::default(),
            exported: Rc::default(),
            aliases: Names::default(),
            loads_start_up: true,
            knows_scripts: false,
            calling: Rc::default(),
            traps: Rc::default(),
            cause: None,
            inputs: Names::default(),
            dialect: Dialect::Bash,
            posix: false,
            mounts: None,
            delay: Delay::default(),
            fed: Names::default(),
            place: Place::Local,
            depth: 0,
            source: Source::call(""),
            spelling: spelling.into(),
            span: None,
        }
    }

    /// The same shell one level deeper, for a substitution, a subshell or a function.
    pub fn deeper(&self) -> Scope {
        Scope {
            depth: self.depth + 1,
            after_failure: None,
            ended: Ended::No,
            left_in: Vec::new(),
            traps: Rc::default(),
            ..self.clone()
        }
    }

    /// The same shell, where the call spells what happens like this. What a file says is not told.
    pub fn saying(&self, spelling: &str) -> Scope {
        let told = !self.source.is_file();
        let spelling = if told { spelling.into() } else { self.spelling.clone() };
        Scope { spelling, ..self.clone() }
    }

    /// The shell that a program starts. It inherits parameters, since they may be exported, and exported functions.
    pub fn started(&self, cause: EffectId) -> Scope {
        let mut own = Scope {
            cause: Some(cause),
            positional: None,
            arrays: Names::default(),
            aliases: Names::default(),
            ends_on_failure: false,
            loads_start_up: false,
            ..self.deeper()
        };
        own.functions = Names::default();
        for name in self.exported.iter() {
            if let Some(function) = self.functions.get(name) {
                own.functions.insert(name, function.clone());
            }
        }
        own
    }

    /// What comes in on standard input.
    pub fn input(&self) -> Input {
        self.input_of(0).unwrap_or_default()
    }

    /// What comes in on a descriptor, if anything in the line says so.
    pub fn input_of(&self, descriptor: u32) -> Option<Input> {
        self.inputs.get(&descriptor.to_string()).cloned()
    }

    /// A file that this shell opens, if it is one of this machine.
    pub fn opened_file(&self, spelt: Value) -> Option<OpenedFile> {
        if self.mounts.is_some() || self.place != Place::Local {
            return None;
        }
        Some(OpenedFile { paths: self.meant(&spelt), spelt, passed_on: false })
    }

    /// The absolute paths that a path may mean: one for each directory in which the shell may be.
    pub fn meant(&self, path: &Value) -> Vec<Value> {
        self.directories.iter().map(|from| paths::absolute(path, from)).collect()
    }

    /// Gives a descriptor something to read.
    pub fn feed(&mut self, descriptor: u32, input: Input) {
        self.feed_from(descriptor, input, Feeds::NONE);
    }

    /// Gives a descriptor something to read that comes from somewhere.
    pub fn feed_from(&mut self, descriptor: u32, input: Input, feeds: Feeds) {
        self.inputs.insert(&descriptor.to_string(), input);
        self.fed.insert(&descriptor.to_string(), feeds);
    }

    /// Where what comes in on a descriptor comes from.
    pub fn fed(&self, descriptor: u32) -> Feeds {
        let text = match self.input_of(descriptor) {
            Some(Input::Text(text)) => text.program_sources(),
            _ => Feeds::NONE,
        };
        self.fed.get(&descriptor.to_string()).copied().unwrap_or_default().and(text)
    }

    /// The shell after one of two ways was taken, this or the other.
    pub fn merge(&mut self, other: Scope) {
        let own = self.clone();
        self.merge_after(other, &own);
    }

    /// The shell after one of several ways was taken: those merged here, of which `last` was the last, or the other. What
    /// differs among ways differs between neighbours, so that only what has changed since the last is looked at.
    pub fn merge_after(&mut self, other: Scope, last: &Scope) {
        match (self.ended, other.ended) {
            (_, Ended::Exit) => return,
            (Ended::Exit, _) => {
                *self = other;
                return;
            }
            // The way that jumps does not come to where this one goes on, but what it has set is set.
            (Ended::No, Ended::Jump) => {}
            (Ended::Jump, Ended::No) => {
                self.directories.clone_from(&other.directories);
                self.ended = Ended::No;
            }
            _ => self.may_be_in(&other.directories),
        }
        self.knows_scripts |= other.knows_scripts;
        add_directories(&mut self.left_in, &other.left_in);
        self.merge_parameters(&other, last);
        // A function or alias that is defined on one of the ways may be called.
        for name in last.functions.differing(&other.functions) {
            if let Some(function) = other.functions.get(&name) {
                self.functions.insert(&name, function.clone());
            }
        }
        for name in last.aliases.differing(&other.aliases) {
            if let Some(text) = other.aliases.get(&name) {
                self.aliases.insert(&name, text.clone());
            }
        }
        if self.delay != other.delay {
            self.delay = Delay::Unknown;
        }
        if self.positional != other.positional {
            self.positional = None;
        }
    }

    /// Adds directories that it may be in too.
    fn may_be_in(&mut self, directories: &[Value]) {
        add_directories(&mut self.directories, directories);
    }

    fn merge_parameters(&mut self, other: &Scope, last: &Scope) {
        for name in last.parameters.differing(&other.parameters) {
            self.parameters.insert(&name, unknown_parameter(&name));
        }
        for name in last.arrays.differing(&other.arrays) {
            self.arrays.remove(&name);
        }
    }

    /// Leaves the loop or function around.
    pub fn leave(&mut self) {
        if self.ended == Ended::No {
            self.ended = Ended::Jump;
        }
        add_directories(&mut self.left_in, &self.directories);
    }

    /// Goes on after a loop or function, wherever that was left; says whether it may have been left before its end.
    pub fn go_on(&mut self) -> bool {
        if self.ended == Ended::Jump {
            self.ended = Ended::No;
        }
        let left_in = std::mem::take(&mut self.left_in);
        self.may_be_in(&left_in);
        !left_in.is_empty()
    }

    /// Gives a parameter a value.
    pub fn set(&mut self, name: &str, value: Value) {
        self.parameters.insert(name, value);
        self.arrays.remove(name);
    }

    /// Makes a parameter an array.
    pub fn set_array(&mut self, name: &str, values: Vec<Value>) {
        self.set(name, values.first().cloned().unwrap_or_default());
        self.arrays.insert(name, values.into());
    }

    /// Forgets what a parameter holds.
    pub fn forget(&mut self, name: &str) {
        self.set(name, unknown_parameter(name));
    }

    /// Sets parameters to what they were before in another scope.
    pub fn restore<'n>(&mut self, names: impl Iterator<Item = &'n str>, before: &Scope) {
        for name in names {
            match before.parameters.get(name) {
                Some(value) => self.set(name, value.clone()),
                None => self.parameters.remove(name),
            }
        }
    }

    /// The assignments in force for a program: its own, and those that the line has exported before.
    pub fn environment(&self, mut own: Vec<(String, Value)>) -> Vec<(String, Value)> {
        let exported = self.exported.iter().filter(|name| self.functions.get(name).is_none());
        let named: Vec<_> = exported
            .filter(|name| !own.iter().any(|(given, _)| given == *name))
            .filter_map(|name| Some((name.clone(), self.parameters.get(name)?.clone())))
            .collect();
        own.splice(0..0, named);
        own
    }

    /// Defines a function.
    pub fn define(&mut self, name: &str, function: Function) {
        self.functions.insert(name, function);
    }

    /// Settles in which directories the shell is once it no longer matters whether the last command failed.
    pub fn settle(&mut self) {
        let failed =
            self.after_failure.take().filter(|failed| failed.likely && !self.ends_on_failure);
        if let Some(AfterFailure { directories, .. }) = failed {
            self.may_be_in(&directories);
        }
    }

    /// The shell if the last command has failed; `None` if it has not, as far as can be seen.
    pub fn failed(&self) -> Option<Scope> {
        match &self.after_failure {
            Some(failed) if !failed.likely => None,
            _ => Some(self.surely_failed()),
        }
    }

    /// The shell if the last command has failed, however unlikely that is.
    pub fn surely_failed(&self) -> Scope {
        let mut failed = self.clone();
        if let Some(after) = failed.after_failure.take() {
            failed.directories = after.directories;
        }
        failed
    }
}

/// Adds directories to those before; too many are any.
fn add_directories(all: &mut Vec<Value>, more: &[Value]) {
    for directory in more {
        if !all.contains(directory) {
            all.push(directory.clone());
        }
    }
    if all.len() > MAXIMUM_DIRECTORIES {
        *all = vec![unknown_directory()];
    }
}

/// A directory of which nothing is known.
pub fn unknown_directory() -> Value {
    Value::new(vec![Piece::Hole(Hole::new("$PWD"))])
}

/// The value of a parameter of which nothing is known.
pub fn unknown_parameter(name: &str) -> Value {
    Value::new(vec![Piece::Hole(Hole::new(format!("${name}")))])
}
