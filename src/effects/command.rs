//! Owns following one simple command: its assignments, its function or built-in, its program; it does not know what
//! particular programs do.

use super::programs;
use super::scope::{AfterFailure, Function, Scope, unknown_directory, unknown_parameter};
use super::walk::{MAXIMUM_DEPTH, Walk, slice};
use super::{Action, Run, Value, paths};
use crate::shell::syntax::{
    AssignedValue, Assignment, Command, CommandKind, Redirection, RedirectionKind, SimpleCommand,
};

/// How many calls of a function by itself are followed.
const MAXIMUM_RECURSION: usize = 3;

/// A program about to run, as its words say.
#[derive(Debug, Clone)]
pub struct Invocation {
    /// The program and its arguments.
    pub words: Vec<Value>,
    /// Assignments for it alone.
    pub environment: Vec<(String, Value)>,
}

impl Walk<'_> {
    /// Follows a simple command.
    pub fn simple(
        &mut self,
        simple: &SimpleCommand,
        redirections: &[Redirection],
        scope: &mut Scope,
    ) {
        let words = self.fields(&simple.words, scope);
        let environment: Vec<(String, Value)> = simple
            .assignments
            .iter()
            .map(|one| (one.name.clone(), self.assigned(one, scope)))
            .collect();
        if words.is_empty() {
            self.redirections(redirections, scope);
            environment.into_iter().for_each(|(name, value)| scope.set(&name, value));
            return;
        }
        for word in &simple.words {
            self.subscripts(word, scope);
        }
        let invocation = Invocation { words, environment };
        self.invoke(invocation, redirections, scope);
    }

    fn assigned(&mut self, assignment: &Assignment, scope: &Scope) -> Value {
        if let Some(subscript) = &assignment.subscript {
            self.value(subscript, scope);
        }
        let value = match &assignment.value {
            AssignedValue::Word(word) => self.value(word, scope),
            AssignedValue::Array(words) => {
                // `$name` is an array's first element.
                let all = self.fields(words, scope);
                all.into_iter().next().unwrap_or_default()
            }
        };
        match (assignment.append, &assignment.subscript) {
            (false, None) => value,
            (true, None) => {
                let mut whole = scope.parameters.get(&assignment.name).cloned();
                let known = whole.get_or_insert_with(|| unknown_parameter(&assignment.name));
                known.append(&value);
                known.clone()
            }
            (_, Some(_)) => unknown_parameter(&assignment.name),
        }
    }

    /// Follows what the words name: a function of the line, or a program or built-in.
    fn invoke(&mut self, invocation: Invocation, redirections: &[Redirection], scope: &mut Scope) {
        let function = invocation.words.first().and_then(Value::literal);
        let function = function.and_then(|name| scope.functions.get(name).cloned());
        if let Some(function) = function {
            self.redirections(redirections, scope);
            self.call(&function, invocation.words, scope);
            return;
        }
        self.start(invocation, redirections, scope);
    }

    fn call(&mut self, function: &Function, words: Vec<Value>, scope: &mut Scope) {
        let name = words.first().and_then(Value::literal).unwrap_or_default().to_owned();
        let rounds = scope.calling.iter().filter(|calling| **calling == name).count();
        if rounds >= MAXIMUM_RECURSION {
            self.opaque("a function calls itself", scope);
            return;
        }
        let mut own = scope.deeper();
        own.calling = scope.calling.iter().cloned().chain([name]).collect();
        own.positional = Some(words.into());
        own.source = function.source.clone();
        if own.depth > MAXIMUM_DEPTH {
            self.opaque("functions are nested too deeply", scope);
            return;
        }
        self.command(&function.body, &mut own);
        // A function runs in the shell itself: where it leaves the shell, the shell is.
        scope.directories = own.directories;
        scope.parameters = own.parameters;
        scope.functions = own.functions;
    }

    /// Follows a program that starts, by the shell or by another program.
    pub fn start(
        &mut self,
        invocation: Invocation,
        redirections: &[Redirection],
        scope: &mut Scope,
    ) {
        let Some((program, arguments)) = invocation.words.split_first() else { return };
        if !self.spend(invocation.words.len(), scope) {
            return;
        }
        let described = programs::describe(program, arguments);
        let spelt = || (program.clone(), arguments.to_vec());
        let (program, words) = described.program.unwrap_or_else(spelt);
        let run = Run {
            program,
            words,
            arguments: described.arguments,
            environment: invocation.environment,
            harmless: described.harmless,
        };
        let id = match &described.directory {
            None => self.add(Action::Run(run.clone()), scope),
            Some(path) => {
                let mut there = scope.clone();
                there.directories =
                    scope.directories.iter().map(|from| paths::absolute(path, from)).collect();
                self.add(Action::Run(run.clone()), &there)
            }
        };
        // Redirections are the shell's own work, but they happen for this program.
        let outer = scope.cause.replace(id);
        self.redirections(redirections, scope);
        scope.cause = outer;
        if let Some(follow) = described.follow {
            follow(self, &programs::Started { id, run: &run }, scope);
        }
    }

    /// What a command writes to standard output, if that is plain to see.
    pub fn command_output(&mut self, command: &Command, scope: &Scope) -> Option<Value> {
        let CommandKind::Simple(simple) = &command.kind else { return None };
        let redirected = command.redirections.iter().any(|redirection| {
            !matches!(
                redirection.kind,
                RedirectionKind::HereDocument(_) | RedirectionKind::HereString(_)
            )
        });
        if redirected || !simple.assignments.is_empty() {
            return None;
        }
        let name = simple.words.first()?.literal()?;
        if !programs::ECHOING.contains(&name.as_str()) || scope.functions.contains_key(&name) {
            return None;
        }
        // Expanding a word runs its substitutions; they are followed where the command itself is.
        let mut aside = Walk::new(self.facts());
        let words = aside.fields(&simple.words, scope);
        let mut own = scope.clone();
        aside.redirections(&command.redirections, &mut own);
        programs::echoed(&words, &own, self.facts())
    }

    /// Goes to a directory, as `cd` does: if that fails, the shell stays where it is.
    pub fn change_directory(&mut self, path: Option<&Value>, scope: &mut Scope) {
        let reached: Vec<Value> = match path {
            Some(path) => {
                scope.directories.iter().map(|directory| paths::absolute(path, directory)).collect()
            }
            None => vec![unknown_directory()],
        };
        let certain = reached
            .iter()
            .all(|path| path.literal().is_some_and(|path| self.facts().is_directory(path)));
        let before = std::mem::replace(&mut scope.directories, reached);
        scope.after_failure = Some(AfterFailure { directories: before, likely: !certain });
    }

    /// The words of the first simple command in a text.
    pub fn words_of(&mut self, text: &str, scope: &Scope) -> Vec<Value> {
        let program = crate::shell::parse(text);
        let first =
            program.statements.first().and_then(|statement| statement.first.commands.first());
        match first.map(|command| &command.kind) {
            Some(CommandKind::Simple(simple)) => {
                let assignments = simple.assignments.iter().map(|one| slice(text, &one.span));
                let assignments: Vec<Value> = assignments.map(Value::from).collect();
                assignments.into_iter().chain(self.fields(&simple.words, scope)).collect()
            }
            _ => Vec::new(),
        }
    }
}
