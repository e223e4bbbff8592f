//! Owns following a shell program statement by statement and collecting effects; it does not know programs.

use super::programs::GitLine;
use super::scope::{Function, Input, OpenedFile, Scope, unknown_parameter};
use super::scripts::{Contents, Readable};
use super::source::Source;
use super::start_up::Definitions;
use super::{Action, Declared, Effect, EffectId, Effects, Feed, Feeds, Hole, Opaque, Piece, Value};
use crate::facts::Facts;
use crate::shell;
use crate::shell::syntax::{
    self, Command, CommandKind, Connector, Pipeline, Program, Statement, Word,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

/// How deep shells, substitutions and functions may lie in each other (design, "Limits").
pub const MAXIMUM_DEPTH: usize = 64;

/// How far a call itself is followed; past that it is not understood.
const CALL: Limits = Limits { effects: 10_000, work: 200_000, expansion: 8 * 1024 * 1024 };

/// How far all scripts that a call runs are followed. A `configure` of 20,000 lines must neither take the time that the
/// call needs nor make it a mystery.
const SCRIPTS: Limits = Limits { effects: 2_000, work: 50_000, expansion: 2 * 1024 * 1024 };

/// How many rounds of a `for` loop over known words are followed one by one.
const MAXIMUM_ROUNDS: usize = 32;

/// How many walks aside may lie in each other.
const MAXIMUM_ASIDES: usize = 3;

/// How far something is followed.
#[derive(Debug)]
struct Limits {
    effects: usize,
    /// How many commands and words. Loops over known words, nested shells and wrappers repeat work.
    work: usize,
    /// How many bytes parameters may expand to in all. `x=$x$x` doubles.
    expansion: usize,
}

/// How far something has been followed.
#[derive(Debug, Clone, Copy)]
struct Spent {
    limits: &'static Limits,
    effects: usize,
    work: usize,
    expansion: usize,
    exhausted: bool,
}

impl Spent {
    const fn nothing(limits: &'static Limits) -> Self {
        Spent { limits, effects: 0, work: 0, expansion: 0, exhausted: false }
    }
}

/// The walk through a call's programs.
pub struct Walk<'f> {
    facts: &'f Facts,
    declared: &'f Declared,
    /// Which files may be read as scripts.
    pub(super) readable: &'f dyn Readable,
    /// What has been found so far.
    pub(super) effects: Effects,
    /// What was spent on what is being followed: the call itself, or its scripts.
    spent: Spent,
    /// What was spent on the other of the two.
    spent_elsewhere: Spent,
    tells_unparsed: bool,
    /// How many walks aside this one lies in.
    asides: usize,
    /// What is read through names such as `<(…)`, by the number in their holes.
    feeds: Vec<Input>,
    /// Assignments that words make while they are expanded (`${x:=y}`).
    assigned: Vec<(String, Value)>,
    /// Files that the line has written, and where what is in them comes from.
    pub(super) written: BTreeMap<String, Feeds>,
    /// Files that the line has written, and what is in them.
    pub(super) contents: BTreeMap<String, Contents>,
    /// The scripts that are being followed.
    pub(super) opened: Vec<PathBuf>,
    /// What the user's start-up files define, once they are read.
    pub(super) start_up: Option<Rc<Definitions>>,
    /// What the line has done to repositories so far.
    pub git: GitLine,
}

impl<'f> Walk<'f> {
    /// A walk that has not begun.
    pub fn new(facts: &'f Facts, declared: &'f Declared, readable: &'f dyn Readable) -> Self {
        Walk {
            facts,
            declared,
            readable,
            effects: Effects::default(),
            spent: Spent::nothing(&CALL),
            spent_elsewhere: Spent::nothing(&SCRIPTS),
            tells_unparsed: true,
            asides: 0,
            feeds: Vec::new(),
            assigned: Vec::new(),
            written: BTreeMap::new(),
            contents: BTreeMap::new(),
            opened: Vec::new(),
            start_up: None,
            git: GitLine::default(),
        }
    }

    /// Follows something without adding its effects. What it costs counts: words that are expanded both here and there,
    /// level by level, cost twice as much on each.
    pub fn aside<T>(&mut self, follow: impl FnOnce(&mut Walk<'f>) -> T) -> T {
        let mut aside = Walk::new(self.facts, self.declared, self.readable);
        let spent = |spent: Spent| Spent { effects: 0, exhausted: false, ..spent };
        aside.spent = spent(self.spent);
        aside.spent_elsewhere = spent(self.spent_elsewhere);
        aside.asides = self.asides + 1;
        aside.start_up.clone_from(&self.start_up);
        aside.opened.clone_from(&self.opened);
        let value = follow(&mut aside);
        for (own, theirs) in
            [(&mut self.spent, aside.spent), (&mut self.spent_elsewhere, aside.spent_elsewhere)]
        {
            (own.work, own.expansion) = (theirs.work, theirs.expansion);
        }
        value
    }

    /// Whether so much is looked at aside that no more is.
    pub fn is_far_aside(&self) -> bool {
        self.asides >= MAXIMUM_ASIDES
    }

    /// What can be looked up.
    pub fn facts(&self) -> &'f Facts {
        self.facts
    }

    /// What policies declare.
    pub fn declared(&self) -> &'f Declared {
        self.declared
    }

    /// What was found.
    pub fn finish(self) -> Effects {
        self.effects
    }

    /// Adds an effect.
    pub fn add(&mut self, action: Action, scope: &Scope) -> EffectId {
        if self.spent.exhausted || self.spent.effects >= self.spent.limits.effects {
            return self.exhaust(scope);
        }
        self.spent.effects += 1;
        self.effects.add(self.effect(action, scope))
    }

    /// Adds an effect that a script has, of which nothing is known but that it runs.
    pub fn add_in_script(&mut self, action: Action, scope: &Scope) {
        let effect = Effect { in_script: true, ..self.effect(action, scope) };
        if !self.spent.exhausted && self.spent.effects < self.spent.limits.effects {
            self.effects.add(effect);
        }
    }

    fn effect(&self, action: Action, scope: &Scope) -> Effect {
        Effect {
            action,
            cause: scope.cause,
            directories: scope.directories.clone(),
            spelling: scope.spelling.clone(),
            delay: scope.delay,
            place: scope.place,
            checked_out: self.git.checked_out.clone(),
            in_script: scope.source.is_file(),
        }
    }

    /// Takes note of work to be done; says whether there is enough left for it.
    pub fn spend(&mut self, work: usize, scope: &Scope) -> bool {
        self.spent.work = self.spent.work.saturating_add(work);
        let enough = !self.spent.exhausted && self.spent.work <= self.spent.limits.work;
        if !enough {
            self.exhaust(scope);
        }
        enough
    }

    /// Whether a parameter may expand to this many more bytes.
    pub fn may_expand(&mut self, bytes: usize) -> bool {
        self.spent.expansion = self.spent.expansion.saturating_add(bytes);
        self.spent.expansion <= self.spent.limits.expansion
    }

    /// A hole through which this is read.
    pub fn fed_hole(&mut self, spelling: &str, input: Input) -> Hole {
        self.feeds.push(input);
        Hole::fed(spelling, self.feeds.len() - 1)
    }

    /// What is read through a name that a command gives to a shell: standard input, a descriptor, or `<(…)`. `None` if
    /// it names a file.
    pub fn read_through(&self, name: &Value, scope: &Scope) -> Option<Input> {
        if let [Piece::Hole(hole)] = name.pieces() {
            return self.feeds.get(hole.feed()?).cloned();
        }
        let path = name.literal()?;
        let number = match path {
            "/dev/stdin" => "0",
            path => {
                path.strip_prefix("/dev/fd/").or_else(|| path.strip_prefix("/proc/self/fd/"))?
            }
        };
        Some(scope.input_of(number.parse().ok()?).unwrap_or_default())
    }

    /// Takes note of an assignment that a word makes.
    pub fn assign_later(&mut self, name: &str, value: Value) {
        self.assigned.push((name.to_owned(), value));
    }

    /// Makes the assignments that words have made.
    pub fn assign(&mut self, scope: &mut Scope) {
        for (name, value) in std::mem::take(&mut self.assigned) {
            scope.set(&name, value);
        }
    }

    /// Whether so much has been found that the rest is not followed.
    pub fn is_exhausted(&self) -> bool {
        self.spent.exhausted
    }

    /// Follows a script. What it spends is not the call's, and the call goes on after a script that is too long.
    pub fn on_scripts_account<T>(&mut self, follow: impl FnOnce(&mut Walk<'f>) -> T) -> T {
        if !self.opened.is_empty() {
            return follow(self);
        }
        std::mem::swap(&mut self.spent, &mut self.spent_elsewhere);
        let value = follow(self);
        std::mem::swap(&mut self.spent, &mut self.spent_elsewhere);
        value
    }

    /// Adds, once, that the rest was not understood.
    fn exhaust(&mut self, scope: &Scope) -> EffectId {
        let why = "the command does more than can be followed".to_owned();
        if !std::mem::replace(&mut self.spent.exhausted, true) {
            self.effects.add(self.effect(Action::Opaque(Opaque { why, runs: true }), scope));
        }
        self.effects.last().unwrap_or_default()
    }

    /// Adds a part that cannot be known and could run anything.
    pub fn opaque(&mut self, why: &str, scope: &Scope) {
        let action = Action::Opaque(Opaque { why: why.to_owned(), runs: true });
        let last = self.effects.last().and_then(|id| self.effects.get(id));
        if last.is_none_or(|last| last.action != action || last.spelling != scope.spelling) {
            self.add(action, scope);
        }
    }

    /// Says whether parts that cannot be parsed are told of. Where another reading of the same text is whole, they are
    /// not: what this one cannot read is judged in that one. Returns whether they were before.
    pub fn tell_unparsed(&mut self, tell: bool) -> bool {
        std::mem::replace(&mut self.tells_unparsed, tell)
    }

    /// Adds a part that could not be parsed.
    pub fn unparsed(&mut self, opaque: &syntax::Opaque, scope: &Scope) {
        if !self.tells_unparsed {
            return;
        }
        let spelling = scope.source.quote(&opaque.span).unwrap_or_else(|| scope.spelling.clone());
        self.opaque(opaque.why, &Scope { spelling, ..scope.clone() });
    }

    /// Follows the text of a shell program that another program starts, such as that of `bash -c`.
    pub fn text(&mut self, text: &str, scope: &mut Scope) {
        if scope.depth > MAXIMUM_DEPTH {
            self.opaque("shells are nested too deeply", scope);
            return;
        }
        self.source(scope.source.within(text), scope);
    }

    /// Follows a shell program.
    pub fn source(&mut self, source: Source, scope: &mut Scope) {
        let program = shell::parse_as(source.text(), scope.dialect);
        let outer = std::mem::replace(&mut scope.source, source);
        self.program(&program, scope);
        scope.source = outer;
    }

    /// Follows the text of a shell that starts, and what it has promised to run at its end.
    pub fn whole_shell(&mut self, text: &str, scope: &mut Scope) {
        self.text(text, scope);
        self.end(scope);
    }

    /// Follows a script, and what it has promised to run at its end.
    pub fn whole_source(&mut self, source: Source, scope: &mut Scope) {
        if scope.depth > MAXIMUM_DEPTH {
            self.opaque("shells are nested too deeply", scope);
            return;
        }
        self.source(source, scope);
        self.end(scope);
    }

    /// Follows what a shell runs when it ends (`trap`): functions may have been defined since.
    fn end(&mut self, scope: &mut Scope) {
        for trap in std::mem::take(&mut scope.traps).iter() {
            self.text(&trap.shell_text(), &mut scope.deeper());
        }
    }

    /// Follows a program in a shell of its own, as substitutions run it.
    pub fn nested(&mut self, program: &Program, scope: &Scope) {
        let mut own = scope.deeper();
        self.program(program, &mut own);
        self.end(&mut own);
    }

    /// Follows a program.
    pub fn program(&mut self, program: &Program, scope: &mut Scope) {
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
            let output = self.written_by(command, &own);
            let (from, feeds) = (self.effects.len(), own.fed(0));
            self.command(command, &mut own);
            input = Some((output, self.produced(from, feeds)));
        }
    }

    /// What a program that reads from this command gets.
    fn written_by(&mut self, command: &Command, scope: &Scope) -> Input {
        match self.command_output(command, scope) {
            Some(text) => Input::Text(text),
            None => self.file_passed_on(command, scope).map_or(Input::Unknown, Input::File),
        }
    }

    /// What a program that reads from this one gets.
    pub fn written_by_program(&mut self, program: &Program, scope: &Scope) -> Input {
        if let Some(text) = self.output(program, scope) {
            return Input::Text(text);
        }
        let file = program.only_command().and_then(|only| self.file_passed_on(only, scope));
        file.map_or(Input::Unknown, Input::File)
    }

    /// The file that `cat FILE` passes on.
    fn file_passed_on(&mut self, command: &Command, scope: &Scope) -> Option<OpenedFile> {
        let CommandKind::Simple(simple) = &command.kind else { return None };
        let [program, file] = simple.words.as_slice() else { return None };
        if program.literal().as_deref() != Some("cat") || self.is_far_aside() {
            return None;
        }
        let file = self.aside(|aside| aside.value(file, scope));
        Some(OpenedFile { passed_on: true, ..scope.opened_file(file)? })
    }

    /// Follows one command with its redirections.
    pub fn command(&mut self, command: &Command, scope: &mut Scope) {
        if !self.spend(1, scope) {
            return;
        }
        let spelling = scope.source.quote(&command.span);
        let spelling = spelling.unwrap_or_else(|| scope.spelling.clone());
        let outer = (scope.inputs.clone(), std::mem::replace(&mut scope.spelling, spelling));
        let fed = scope.fed.clone();
        if let CommandKind::Simple(simple) = &command.kind {
            let from = self.effects.len();
            self.simple(simple, &command.redirections, scope);
            self.remember_written(from, scope);
        } else {
            self.redirections(&command.redirections, scope);
            self.compound(&command.kind, scope);
        }
        self.assign(scope);
        let (inputs, spelling) = outer;
        scope.spelling = spelling;
        // `exec` without a program redirects the shell itself.
        if !command.is_bare_exec() {
            scope.inputs = inputs;
            scope.fed = fed;
        }
    }

    fn compound(&mut self, kind: &CommandKind, scope: &mut Scope) {
        match kind {
            CommandKind::Simple(_) => {}
            CommandKind::Group(program) => self.program(program, scope),
            CommandKind::Subshell(program) => self.nested(program, scope),
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
            CommandKind::While { condition, body } => {
                let mut holds = self.condition(condition, scope);
                self.program(body, &mut holds);
                holds.go_on();
                scope.merge(holds);
            }
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
    fn condition(&mut self, program: &Program, scope: &mut Scope) -> Scope {
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
                let function =
                    Function { body: Rc::new(body.clone()), source: scope.source.clone() };
                scope.define(&name, function);
            }
            // A name that is not known may be any: what it would do may happen.
            Some(None) => self.command(body, &mut scope.deeper()),
        }
    }

    /// What a program writes to standard output, if that is plain to see: one command does, perhaps after some `cd`, as
    /// in `$(cd "$(dirname "$0")" && pwd)`.
    pub fn output(&mut self, program: &Program, scope: &Scope) -> Option<Value> {
        let mut pipelines = Vec::new();
        for Statement { first, rest, .. } in &program.statements {
            pipelines.push(first);
            for (connector, pipeline) in rest {
                pipelines.push(Some(pipeline).filter(|_| *connector == Connector::And)?);
            }
        }
        let commands = pipelines.iter().map(|pipeline| match pipeline.commands.as_slice() {
            [command] => Some(command),
            _ => None,
        });
        let commands: Vec<&Command> = commands.collect::<Option<_>>()?;
        let (last, before) = commands.split_last()?;
        if before.is_empty() {
            return self.command_output(last, scope);
        }
        if self.is_far_aside() || !before.iter().all(|command| is_cd(command)) {
            return None;
        }
        let mut own = scope.deeper();
        before.iter().for_each(|command| self.aside(|aside| aside.command(command, &mut own)));
        own.after_failure = None;
        self.command_output(last, &own)
    }
}

/// Whether a command is `cd`, which writes nothing of its own but to a terminal's user.
fn is_cd(command: &Command) -> bool {
    let CommandKind::Simple(simple) = &command.kind else { return false };
    simple.words.first().and_then(Word::literal).as_deref() == Some("cd")
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
