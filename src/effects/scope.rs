//! Owns what a shell knows at one point of a line: directory, parameters, functions; it does not change itself.

use super::{EffectId, Hole, Piece, Value};
use crate::shell::syntax::Command;
use std::collections::BTreeMap;
use std::rc::Rc;

/// More directories than a line can plausibly be in; past that it is anywhere.
const MAXIMUM_DIRECTORIES: usize = 8;

/// The state of a shell between two commands.
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
    pub parameters: BTreeMap<String, Value>,
    /// `$0`, `$1`, …; absent where they are unknown.
    pub positional: Option<Vec<Value>>,
    /// Functions defined so far.
    pub functions: BTreeMap<String, Function>,
    /// The program that runs this shell.
    pub cause: Option<EffectId>,
    /// What comes in on standard input, if a command before or a here-document says so.
    pub input: Input,
    /// How many shells, substitutions and functions this one lies in.
    pub depth: usize,
    /// The text that the spans of the program being walked point into.
    pub source: Rc<str>,
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
    /// A shell at the start of a line.
    pub fn new(directory: Value, source: &str) -> Self {
        Scope {
            directories: vec![directory],
            after_failure: None,
            ends_on_failure: false,
            ended: false,
            parameters: BTreeMap::new(),
            positional: None,
            functions: BTreeMap::new(),
            cause: None,
            input: Input::Inherited,
            depth: 0,
            source: source.into(),
        }
    }

    /// The same shell one level deeper, for a substitution, a subshell or a function.
    pub fn deeper(&self) -> Scope {
        Scope { depth: self.depth + 1, after_failure: None, ended: false, ..self.clone() }
    }

    /// A new shell that this one starts: it inherits parameters (they may be exported) but reads its own text.
    pub fn started(&self, cause: EffectId, source: &str) -> Scope {
        Scope { cause: Some(cause), source: source.into(), ..self.deeper() }
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
        for (name, value) in other.parameters {
            match self.parameters.get(&name) {
                Some(own) if *own == value => {}
                _ => _ = self.parameters.insert(name.clone(), unknown_parameter(&name)),
            }
        }
        // A function that is defined on one of the ways may be called.
        self.functions.extend(other.functions);
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
