//! Owns following a shell program statement by statement: lists, pipelines, compound commands; it does not follow simple
//! commands, nor know programs.

use super::scope::{Ended, Function, Input, Scope, unknown_parameter};
use super::walk::{MAXIMUM_DEPTH, Walk};
use super::{Feed, Feeds, Piece, Value};
use crate::shell::syntax::{Command, CommandKind, Connector, Pipeline, Program, Statement, Word};
use crate::shell::{self, Dialect};
use std::rc::Rc;

/// How many rounds of a loop over known words are followed one by one.
pub(super) const MAXIMUM_ROUNDS: usize = 32;

impl Walk<'_> {
    /// Follows a program.
    pub fn program(&mut self, program: &Program, scope: &mut Scope) {
        self.statements(program, scope, |_, _| {});
    }

    /// Follows a program; something is told after each statement.
    pub(super) fn statements(
        &mut self,
        program: &Program,
        scope: &mut Scope,
        mut told: impl FnMut(&mut Self, &Statement),
    ) {
        if scope.depth > MAXIMUM_DEPTH {
            self.opaque("commands are nested too deeply", scope);
            return;
        }
        for statement in &program.statements {
            if statement.background {
                self.statement(statement, &mut scope.deeper());
            } else {
                let fallen = self.statement(statement, scope);
                scope.settle();
                fallen.into_iter().for_each(|fallen| scope.merge(fallen));
            }
            told(self, statement);
        }
    }

    /// Follows pipelines joined by `&&` and `||`. The scope becomes what the shell is if the last one that runs
    /// succeeds; what it is where one before it failed is returned.
    fn statement(&mut self, statement: &Statement, scope: &mut Scope) -> Option<Scope> {
        let mut fallen: Option<Fallen> = None;
        self.pipeline(&statement.first, scope);
        for (connector, pipeline) in &statement.rest {
            match connector {
                Connector::And => {
                    fallen = Fallen::and(fallen, scope.failed());
                    scope.after_failure = None;
                    self.pipeline(pipeline, scope);
                }
                Connector::Or => {
                    let mut way = scope.surely_failed();
                    fallen.take().into_iter().for_each(|fallen| way.merge(fallen.merged));
                    self.pipeline(pipeline, &mut way);
                    scope.after_failure = None;
                    scope.merge(way);
                }
            }
        }
        fallen.map(|fallen| fallen.merged)
    }

    fn pipeline(&mut self, pipeline: &Pipeline, scope: &mut Scope) {
        if let [command] = pipeline.commands.as_slice() {
            self.command(command, scope);
            if pipeline.negated
                && let Some(failed) = &mut scope.after_failure
            {
                std::mem::swap(&mut scope.directories, &mut failed.directories);
                failed.likely = true;
            }
            return;
        }
        // Each command of a pipeline runs in a shell of its own (Bash Reference Manual, 3.2.3). zsh runs the last
        // one in the shell itself, which matters for nothing but `cd` and assignments there.
        let mut input = None;
        for command in &pipeline.commands {
            let mut own = scope.deeper();
            if let Some((input, feeds)) = input {
                own.feed_from(0, input, Feeds::with(feeds, Feed::Pipe));
            }
            let (from, feeds) = (self.effects.len(), own.fed(0));
            self.command(command, &mut own);
            let output = self.printed.take().unwrap_or(Input::Unknown);
            input = Some((output, self.produced(from, feeds)));
        }
    }

    /// Follows one command with its redirections.
    pub fn command(&mut self, command: &Command, scope: &mut Scope) {
        self.printed = None;
        if !self.spend(1, scope) {
            return;
        }
        // A substitution may lie in a word that ends the shell.
        let fatal = std::mem::take(&mut self.fatal);
        let spelling = scope.source.quote(&command.span);
        let spelling = spelling.unwrap_or_else(|| scope.spelling.clone());
        let spelling = std::mem::replace(&mut scope.spelling, spelling);
        let span = std::mem::replace(&mut scope.span, scope.source.place(&command.span));
        let inputs = scope.inputs.clone();
        let fed = scope.fed.clone();
        if let CommandKind::Simple(simple) = &command.kind {
            let from = self.effects.len();
            self.simple(simple, &command.redirections, scope);
            self.remember_written(from, scope);
        } else {
            let from = self.effects.len();
            self.redirections(&command.redirections, scope);
            let opened = self.effects.len();
            self.compound(&command.kind, scope);
            self.has_written_between(from, opened);
        }
        if !command.writes_to_standard_output() {
            self.printed = None;
        }
        if std::mem::replace(&mut self.fatal, fatal) {
            scope.ended = Ended::Exit;
        }
        self.assign(scope);
        scope.spelling = spelling;
        scope.span = span;
        // `exec` without a program redirects the shell itself.
        if !command.is_bare_exec() {
            scope.inputs = inputs;
            scope.fed = fed;
        }
    }

    fn compound(&mut self, kind: &CommandKind, scope: &mut Scope) {
        match kind {
            CommandKind::Simple(_) => {}
            CommandKind::Group(program) => self.printed = self.group(program, scope),
            CommandKind::Subshell(program) => {
                let mut own = scope.deeper();
                let printed = self.group(program, &mut own);
                self.end(&mut own);
                self.printed = printed;
            }
            CommandKind::If { branches, otherwise } => {
                let mut ways = Vec::new();
                for (condition, body) in branches {
                    let mut holds = self.condition(condition, scope);
                    self.program(body, &mut holds);
                    ways.push(holds);
                }
                if let Some(program) = otherwise {
                    self.program(program, scope);
                }
                ways.into_iter().for_each(|way| scope.merge(way));
            }
            CommandKind::While { condition, body } => self.while_loop(condition, body, scope),
            CommandKind::For { name, words, body } => {
                self.for_loop(name, words.as_deref(), body, scope);
            }
            CommandKind::ArithmeticFor { header, body } => {
                let header = self.value(header, scope);
                self.evaluated(&header, scope);
                self.maybe(body, scope);
            }
            CommandKind::Case { subject, arms } => {
                self.value(subject, scope);
                for arm in arms {
                    for pattern in &arm.patterns {
                        self.value(pattern, scope);
                    }
                    self.maybe(&arm.body, scope);
                }
            }
            CommandKind::Test(words) => {
                for word in words {
                    let value = self.value(word, scope);
                    self.evaluated(&value, scope);
                }
            }
            CommandKind::Expression(words) => {
                let mut values = Value::default();
                for (index, word) in words.iter().enumerate() {
                    if index > 0 {
                        values.push(Piece::Text(shell::LIST.to_string()));
                    }
                    values.append(&self.value(word, scope));
                }
                self.printed = self.may_expand(values.length()).then_some(Input::Text(values));
            }
            CommandKind::Arithmetic(word) => {
                let expression = self.value(word, scope);
                self.evaluated(&expression, scope);
            }
            CommandKind::Function { name, body } => self.define(name.as_ref(), body, scope),
            CommandKind::Coprocess(command) => self.command(command, &mut scope.deeper()),
            CommandKind::Time(pipeline) => self.pipeline(pipeline, scope),
            CommandKind::Opaque(opaque) => self.unparsed(opaque, scope),
        }
    }

    /// Follows a condition; the scope becomes what it is if that fails, and what it is if it holds is returned.
    pub(super) fn condition(&mut self, program: &Program, scope: &mut Scope) -> Scope {
        let Some((last, before)) = program.statements.split_last() else { return scope.clone() };
        for statement in before {
            let fallen = self.statement(statement, scope);
            scope.settle();
            fallen.into_iter().for_each(|fallen| scope.merge(fallen));
        }
        let fallen = self.statement(last, scope);
        let holds = Scope { after_failure: None, ..scope.clone() };
        *scope = scope.surely_failed();
        fallen.into_iter().for_each(|fallen| scope.merge(fallen));
        holds
    }

    /// Follows a program that may run or not.
    fn maybe(&mut self, program: &Program, scope: &mut Scope) {
        let mut way = scope.clone();
        self.program(program, &mut way);
        scope.merge(way);
    }

    /// Follows a loop round by round where its words are known, else once with a hole.
    fn for_loop(&mut self, name: &str, words: Option<&[Word]>, body: &Program, scope: &mut Scope) {
        let values = match words {
            Some(words) => self.fields(words, scope),
            None => scope.positional.iter().flat_map(|all| all.iter().skip(1)).cloned().collect(),
        };
        // Words that are known run it once at least.
        let runs = values.iter().any(|value| !value.is_all_hole());
        let values = match values.len() {
            0 => vec![unknown_parameter(name)],
            count if count > MAXIMUM_ROUNDS => vec![unknown_parameter(name)],
            _ => values,
        };
        let before = scope.clone();
        let mut left = false;
        for value in values {
            scope.set(name, value);
            self.program(body, scope);
            left |= scope.go_on();
        }
        if left {
            // Which round was the last is not known.
            scope.forget(name);
        }
        if !runs {
            scope.merge(before);
        }
    }

    fn define(&mut self, name: Option<&Word>, body: &Command, scope: &mut Scope) {
        match name.map(Word::literal) {
            // zsh's anonymous function runs at once.
            None => self.command(body, &mut scope.deeper()),
            Some(Some(name)) => {
                if scope.dialect == Dialect::Zsh && calls_by_itself(&name) {
                    self.command(body, &mut scope.deeper());
                }
                let function =
                    Function { body: Rc::new(body.clone()), source: scope.source.clone() };
                scope.define(&name, function);
            }
            // A name that is not known may be any: what it would do may happen.
            Some(None) => self.command(body, &mut scope.deeper()),
        }
    }
}

/// Whether zsh calls a function of this name by itself (zsh manual, "Special Functions").
fn calls_by_itself(name: &str) -> bool {
    name.starts_with("TRAP")
        || ["chpwd", "periodic", "precmd", "preexec", "zshaddhistory", "zshexit"].contains(&name)
}

/// The ways on which a command before the last one of a list has failed.
struct Fallen {
    /// All of them.
    merged: Scope,
    /// The last one of them.
    last: Scope,
}

impl Fallen {
    /// These ways and one more.
    fn and(fallen: Option<Fallen>, way: Option<Scope>) -> Option<Fallen> {
        match (fallen, way) {
            (Some(mut fallen), Some(way)) => {
                fallen.merged.merge_after(way.clone(), &fallen.last);
                fallen.last = way;
                Some(fallen)
            }
            (None, Some(way)) => Some(Fallen { merged: way.clone(), last: way }),
            (fallen, None) => fallen,
        }
    }
}
