//! Owns the words for what a call would do; it does not find effects, nor judge them.

use super::programs::{NewTree, git_assignments};
use super::{Arguments, Feeds, Sieve, Value};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;

/// Everything a call would do, as far as it can be known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Effects {
    list: Vec<Effect>,
}

/// The place of an effect in its [`Effects`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct EffectId(usize);

/// One thing a call would do.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// What it is.
    pub action: Action,
    /// The program that does it, which is a [`Action::Run`] before it in the list.
    pub cause: Option<EffectId>,
    /// The directories in which it may happen; more than one after a `cd` that may fail.
    pub directories: Vec<Value>,
    /// The part of the call that says so, as the call spells it.
    pub spelling: Rc<str>,
    /// Where in the command that the call consists of this part stands, in bytes; absent for what stands in a string, an
    /// alias or a script.
    pub span: Option<Range<usize>>,
    /// How long after the call it happens.
    pub delay: Delay,
    /// Where it happens.
    pub place: Place,
    /// What the call itself has checked out before, by the directory of git's own files.
    pub checked_out: CheckedOut,
    /// The working trees that the call itself has made before, which need not be there yet.
    pub new_trees: Rc<Vec<NewTree>>,
    /// Whether a script does it, of which nothing but the line is told.
    pub in_script: bool,
    /// Whether what it names may come from a script, so that it is not told either.
    pub from_script: bool,
}

/// How long after a call something happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delay {
    /// So many seconds, as the call says itself (`sleep 60`); 0 is at once.
    Seconds(i64),
    /// Some time later, which cannot be known.
    Unknown,
}

impl Default for Delay {
    fn default() -> Self {
        Delay::Seconds(0)
    }
}

impl Delay {
    /// This delay and then another.
    pub fn then(self, other: Delay) -> Delay {
        match (self, other) {
            (Delay::Seconds(one), Delay::Seconds(other)) => {
                Delay::Seconds(one.saturating_add(other))
            }
            _ => Delay::Unknown,
        }
    }
}

/// Where an effect happens. Paths elsewhere are not this machine's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Place {
    /// On this machine.
    #[default]
    Local,
    /// In a container.
    Container,
    /// On another machine.
    Remote,
}

impl Place {
    /// Every place, in the order of the documentation.
    pub const ALL: [Place; 3] = [Place::Local, Place::Container, Place::Remote];

    /// The word for it in policies and in output.
    pub fn name(self) -> &'static str {
        match self {
            Place::Local => "local",
            Place::Container => "container",
            Place::Remote => "remote",
        }
    }
}

/// Branches by the directory of git's own files; one of which nothing is known is a hole, and a commit without a branch
/// is absent.
pub type CheckedOut = Rc<BTreeMap<PathBuf, Option<Value>>>;

/// The kinds of effect.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// A program runs.
    Run(Run),
    /// A file is read, written or removed.
    Path(PathAction),
    /// The network is used.
    Connect {
        /// The address.
        url: Value,
        /// The method of HTTP, in capitals, if it is known.
        method: Option<String>,
        /// What is sent, if the call says so.
        body: Option<Value>,
    },
    /// A database is asked or told something.
    Sql {
        /// The text, which may be several statements.
        statement: Value,
    },
    /// Refs are pushed to another repository.
    Push(Push),
    /// Something is lost that git keeps.
    Discard(Discard),
    /// A tool that is none of the other kinds is called.
    Call,
    /// Something happens that cannot be known.
    Opaque(Opaque),
}

/// A program that runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The program as spelt: a name or a path.
    pub program: Value,
    /// Its arguments.
    pub words: Vec<Value>,
    /// The same arguments in the program's own grammar.
    pub arguments: Arguments,
    /// Assignments in force for it alone.
    pub environment: Vec<(String, Value)>,
    /// Whether it only shows help or tries a dry run, so that it changes nothing.
    pub harmless: bool,
    /// For an interpreter, where the program that it runs comes from.
    pub fed_by: Feeds,
}

impl Run {
    /// The configuration that git is given for this run alone: by `-c`, `--config-env` or its environment.
    pub fn git_config(&self) -> Vec<(String, Value)> {
        git_assignments(self)
    }
}

/// Refs that are pushed. A command that forces one ref and not another makes two of these.
#[derive(Debug, Clone, PartialEq)]
pub struct Push {
    /// The remote, by name or address.
    pub remote: Value,
    /// The full names of the refs that change there (`refs/heads/main`); one that cannot be known is a hole.
    pub destinations: Vec<Value>,
    /// Whether what is there may be overwritten.
    pub force: Force,
    /// Whether refs are removed.
    pub delete: bool,
    /// Whether all tags, or those on the way, are pushed.
    pub tags: bool,
}

/// Whether a push overwrites what others have pushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Force {
    /// It does not.
    No,
    /// Only what has been seen before (`--force-with-lease`).
    Leased,
    /// Whatever is there.
    Plain,
}

/// What of git's is lost.
#[derive(Debug, Clone, PartialEq)]
pub struct Discard {
    /// The kinds of things.
    pub lost: Vec<Lost>,
    /// Whether it is all of them, or all in a directory, rather than files that are named.
    pub tree: bool,
}

/// The kinds of things that git can lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lost {
    /// Changes in files that git knows.
    Worktree,
    /// Changes that are staged.
    Index,
    /// Files that git does not know.
    Untracked,
    /// Changes that were put aside.
    Stash,
    /// A branch.
    Branch,
    /// A ref.
    Ref,
    /// The records by which lost commits are found again.
    Reflog,
}

impl Lost {
    /// Every kind, each with the word for it in policies and in output.
    pub const ALL: [(&'static str, Lost); 7] = [
        ("worktree", Lost::Worktree),
        ("index", Lost::Index),
        ("untracked", Lost::Untracked),
        ("stash", Lost::Stash),
        ("branch", Lost::Branch),
        ("ref", Lost::Ref),
        ("reflog", Lost::Reflog),
    ];

    /// What it is, in a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Lost::Worktree => "changes in the working tree",
            Lost::Index => "staged changes",
            Lost::Untracked => "untracked files",
            Lost::Stash => "stashed changes",
            Lost::Branch => "a branch",
            Lost::Ref => "a ref",
            Lost::Reflog => "what lost commits are found by",
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, lost)| *lost == self).map_or("", |(name, _)| name)
    }
}

/// Something done to a path.
#[derive(Debug, Clone, PartialEq)]
pub struct PathAction {
    /// What is done.
    pub access: Access,
    /// The path as spelt.
    pub spelt: Value,
    /// The absolute paths it may mean, without `.` and `..`, links not followed. One for each directory.
    pub paths: Vec<Value>,
    /// The absolute paths with links followed, where that differs.
    pub resolved: Vec<PathBuf>,
    /// Whether it concerns everything below the path too.
    pub tree: bool,
    /// What of the tree is left out.
    pub sieve: Sieve,
    /// Whether what is removed goes to another place.
    pub moved: bool,
    /// Whether what is written comes after what is there.
    pub appended: bool,
    /// Whether only its mode, owner or times are written.
    pub only_attributes: bool,
    /// The text written, if known. One text may go to many files.
    pub text: Option<Rc<str>>,
}

/// What is done to a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Its content is read.
    Read,
    /// Its content is made or changed.
    Write,
    /// It is removed.
    Delete,
}

impl Access {
    /// The word for it in policies and in output.
    pub fn name(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::Write => "write",
            Access::Delete => "delete",
        }
    }
}

/// A part of a call that cannot be known, and what it could hide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opaque {
    /// Why it cannot be known, as a short phrase.
    pub why: String,
    /// Whether it could run any program at all.
    pub runs: bool,
}

impl Effects {
    /// Adds an effect and says where it is.
    pub fn add(&mut self, effect: Effect) -> EffectId {
        self.list.push(effect);
        EffectId(self.list.len() - 1)
    }

    /// Says what feeds the program of an effect.
    pub(super) fn feed(&mut self, id: EffectId, feeds: Feeds) {
        if let Some(Effect { action: Action::Run(run), .. }) = self.list.get_mut(id.0) {
            run.fed_by = feeds;
        }
    }

    /// Says what is written to the files of the effects from a place in the list on, where that is not known yet.
    pub(super) fn write(&mut self, from: usize, text: &str) {
        let text: Rc<str> = text.into();
        for effect in self.list.iter_mut().skip(from) {
            if let Action::Path(PathAction {
                access: Access::Write, appended, text: unknown, ..
            }) = &mut effect.action
                && !(*appended && text.is_empty())
            {
                unknown.get_or_insert_with(|| Rc::clone(&text));
            }
        }
    }

    /// The effects from a place in the list on.
    pub(super) fn since(&self, from: usize) -> &[Effect] {
        self.list.get(from..).unwrap_or_default()
    }

    /// The effect added last.
    pub fn last(&self) -> Option<EffectId> {
        self.list.len().checked_sub(1).map(EffectId)
    }

    /// The effects in the order in which the call spells them.
    pub fn iter(&self) -> impl Iterator<Item = (EffectId, &Effect)> {
        self.list.iter().enumerate().map(|(index, effect)| (EffectId(index), effect))
    }

    /// One effect.
    pub fn get(&self, id: EffectId) -> Option<&Effect> {
        self.list.get(id.0)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The programs that lead to an effect, the nearest first; a program begins its own chain.
    pub fn causes(&self, id: EffectId) -> impl Iterator<Item = (EffectId, &Run)> {
        let mut next = Some(id);
        std::iter::from_fn(move || {
            while let Some(id) = next {
                let effect = self.get(id)?;
                // A cause stands before its effect, so the chain ends.
                next = effect.cause.filter(|cause| cause.0 < id.0);
                if let Action::Run(run) = &effect.action {
                    return Some((id, run));
                }
            }
            None
        })
    }
}
