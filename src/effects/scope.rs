//! Owns what a shell knows at one point of a line: directory, parameters, functions; it does not change itself.

use super::place::Place;
use super::{EffectId, Hole, Piece, Value};
use crate::shell::syntax::Command;
use std::collections::BTreeMap;
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
    /// Whether it has been told to go no further (`exit`, `return`).
    pub ended: bool,
    /// Parameters whose value is known, or known to be a hole.
    pub parameters: Rc<BTreeMap<String, Value>>,
    /// `$0`, `$1`, …; absent where they are unknown.
    pub positional: Option<Rc<[Value]>>,
    /// Functions defined so far.
    pub functions: Rc<BTreeMap<String, Function>>,
    /// The functions being called, the outermost first.
    pub calling: Rc<[String]>,
    /// The program that runs this shell.
    pub cause: Option<EffectId>,
    /// What comes in on standard input, if a command before or a here-document says so.
    pub input: Input,
    /// The place where it runs, if that is another machine or a container.
    pub elsewhere: Option<Place>,
    /// How many shells, substitutions and functions this one lies in.
    pub depth: usize,
    /// The text that the spans of the program being walked point into.
    pub source: Rc<str>,
    /// The command being followed, as the call spells it.
    pub spelling: Rc<str>,
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
    pub source: Rc<str>,
}

/// What a program gets on standard input.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Input {
    /// Whatever the host gives, which is nothing that the line says.
    #[default]
    Inherited,
    /// This text.
    Text(Value),
    /// What another program writes, or a file holds.
    Unknown,
}

impl Scope {
    /// A shell that has not read anything yet; `spelling` is what the call says of itself.
    pub fn new(directory: Value, spelling: &str) -> Self {
        Scope {
            directories: vec![directory],
            after_failure: None,
            ends_on_failure: false,
            ended: false,
            parameters: Rc::default(),
            positional: None,
            functions: Rc::default(),
            calling: Rc::default(),
            cause: None,
            input: Input::Inherited,
            elsewhere: None,
            depth: 0,
            source: "".into(),
            spelling: spelling.into(),
        }
    }

    /// The same shell one level deeper, for a substitution, a subshell or a function.
    pub fn deeper(&self) -> Scope {
        Scope { depth: self.depth + 1, after_failure: None, ended: false, ..self.clone() }
    }

    /// The same shell, where the call spells what happens like this.
    pub fn saying(&self, spelling: &str) -> Scope {
        Scope { spelling: spelling.into(), ..self.clone() }
    }

    /// The shell that a program starts: it inherits parameters, since they may be exported.
    pub fn started(&self, cause: EffectId) -> Scope {
        Scope { cause: Some(cause), ..self.deeper() }
    }

    /// The shell after one of two ways was taken, this or the other.
    pub fn merge(&mut self, other: Scope) {
        if other.ended {
            return;
        }
        if self.ended {
            *self = other;
            return;
        }
        for directory in other.directories {
            if !self.directories.contains(&directory) {
                self.directories.push(directory);
            }
        }
        if self.directories.len() > MAXIMUM_DIRECTORIES {
            self.directories = vec![unknown_directory()];
        }
        if !Rc::ptr_eq(&self.parameters, &other.parameters) {
            let (own, others) = (self.parameters.clone(), other.parameters);
            let names = own.keys().chain(others.keys());
            for name in names.filter(|name| own.get(*name) != others.get(*name)) {
                self.set(name, unknown_parameter(name));
            }
        }
        if !Rc::ptr_eq(&self.functions, &other.functions) {
            // A function that is defined on one of the ways may be called.
            let more =
                other.functions.iter().map(|(name, function)| (name.clone(), function.clone()));
            Rc::make_mut(&mut self.functions).extend(more);
        }
    }

    /// Gives a parameter a value.
    pub fn set(&mut self, name: &str, value: Value) {
        Rc::make_mut(&mut self.parameters).insert(name.to_owned(), value);
    }

    /// Defines a function.
    pub fn define(&mut self, name: String, function: Function) {
        Rc::make_mut(&mut self.functions).insert(name, function);
    }

    /// Settles in which directories the shell is once it no longer matters whether the last command failed.
    pub fn settle(&mut self) {
        let failed =
            self.after_failure.take().filter(|failed| failed.likely && !self.ends_on_failure);
        if let Some(AfterFailure { directories, .. }) = failed {
            let other = Scope { directories, ..self.clone() };
            self.merge(other);
        }
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
