//! Owns a walk through a call's programs: what it has found, how far it has come, what it has to remember; it does not
//! follow statements, nor know programs.

use super::bounds::{CALL, SCRIPTS, Spent};
use super::contents::Contents;
use super::links::Links;
use super::programs::GitLine;
use super::scope::{Input, Scope};
use super::scripts::Readable;
use super::source::Source;
use super::start_up::{Definitions, StartUpFile};
use super::{
    Action, Declared, Effect, EffectId, Effects, Feeds, Hole, Opaque, Piece, Value, paths,
};
use crate::facts::Facts;
use crate::shell;
use crate::shell::syntax::{self, Program};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

/// How deep shells, substitutions and functions may lie in each other (design, "Limits").
pub const MAXIMUM_DEPTH: usize = 64;

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
    /// What is read through names such as `<(…)`, by the number in their holes.
    feeds: Vec<Input>,
    /// What the command followed last writes to standard output, if that is plain to see.
    pub(super) printed: Option<Input>,
    /// Whether a word that was expanded ends the shell (`${x:?}`).
    pub(super) fatal: bool,
    /// Assignments that words make while they are expanded (`${x:=y}`).
    assigned: Vec<(String, Value)>,
    /// Files that the line has written, and where what is in them comes from.
    pub(super) written: BTreeMap<String, Feeds>,
    /// Files that the line has written, and what is in them.
    pub(super) contents: BTreeMap<String, Contents>,
    /// How many files have been told that folders bring to where they are copied.
    pub(super) arrived: usize,
    /// The scripts that are being followed.
    pub(super) opened: Vec<PathBuf>,
    /// The user's start-up files and what they say, once they are read.
    pub(super) start_up_files: Option<Rc<[StartUpFile]>>,
    /// What the user's start-up files define, once they are read.
    pub(super) start_up: Option<Rc<Definitions>>,
    /// Links that the line has made.
    pub(super) links: Links,
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
            printed: None,
            fatal: false,
            feeds: Vec::new(),
            assigned: Vec::new(),
            written: BTreeMap::new(),
            contents: BTreeMap::new(),
            arrived: 0,
            opened: Vec::new(),
            start_up_files: None,
            start_up: None,
            links: Links::default(),
            git: GitLine::default(),
        }
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
        if !self.spent.effect() {
            return self.exhaust(scope);
        }
        self.effects.add(self.effect(action, scope))
    }

    /// Adds an effect that a script has, of which nothing is known but that it runs.
    pub fn add_in_script(&mut self, action: Action, scope: &Scope) {
        if self.spent.effect() {
            self.effects.add(Effect { in_script: true, ..self.effect(action, scope) });
        }
    }

    fn effect(&self, action: Action, scope: &Scope) -> Effect {
        Effect {
            action,
            cause: scope.cause,
            directories: self.directories(scope),
            spelling: scope.spelling.clone(),
            span: scope.span.clone(),
            delay: scope.delay,
            place: scope.place,
            checked_out: self.git.checked_out.clone(),
            new_trees: self.git.new_trees.clone(),
            in_script: scope.source.is_file(),
            from_script: scope.knows_scripts,
        }
    }

    /// Takes note of work to be done; says whether there is enough left for it.
    pub fn spend(&mut self, work: usize, scope: &Scope) -> bool {
        let enough = self.spent.work(work);
        if !enough {
            self.exhaust(scope);
        }
        enough
    }

    /// Whether parameters may expand to more at all.
    pub fn may_expand_more(&mut self) -> bool {
        self.spent.expansion(0)
    }

    /// Whether a parameter may expand to this many more bytes.
    pub fn may_expand(&mut self, bytes: usize) -> bool {
        self.spent.expansion(bytes)
    }

    /// A hole through which this is read.
    pub fn fed_hole(&mut self, spelling: &str, input: Input) -> Hole {
        self.feeds.push(input);
        Hole::fed(spelling, self.feeds.len() - 1)
    }

    /// What is read through a hole.
    pub fn fed_by(&self, hole: &Hole) -> Option<&Input> {
        self.feeds.get(hole.feed()?)
    }

    /// What is read through a name that a command gives to a shell: standard input, a descriptor, or `<(…)`. `None` if
    /// it names a file.
    pub fn read_through(&self, name: &Value, scope: &Scope) -> Option<Input> {
        if let [Piece::Hole(hole)] = name.pieces() {
            return self.fed_by(hole).cloned();
        }
        let number = paths::descriptor(name.literal()?)?;
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
        self.spent.is_exhausted()
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
        if self.spent.exhaust() {
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
        self.source(scope.source.within(text, !scope.knows_scripts), scope);
    }

    /// Follows a shell program.
    pub fn source(&mut self, source: Source, scope: &mut Scope) {
        let program = shell::parse_as(source.text(), scope.dialect);
        let outer = std::mem::replace(&mut scope.source, source);
        self.program(&program, scope);
        scope.source = outer;
    }

    /// Follows the command that the call consists of, and what it has promised to run at its end.
    pub fn payload(&mut self, text: &str, scope: &mut Scope) {
        self.source(Source::payload(text), scope);
        self.end(scope);
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
    pub(super) fn end(&mut self, scope: &mut Scope) {
        for trap in std::mem::take(&mut scope.traps).iter() {
            self.text(&trap.shell_text(), &mut scope.deeper());
        }
    }

    /// Follows a program in a shell of its own, as substitutions run it, and says what it writes to standard output if
    /// that is plain to see.
    pub fn nested(&mut self, program: &Program, scope: &Scope) -> Option<Input> {
        let mut own = scope.deeper();
        self.program(program, &mut own);
        let printed = self.printed.take().filter(|_| program.writes_at_its_end());
        self.end(&mut own);
        printed
    }
}
