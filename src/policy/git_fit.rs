//! Owns whether what rules say about git holds for one effect; it does not know commands.

use super::{
    CommandPattern, Match,
    asked::AskedTable,
    fit::{Situation, Subject, sure},
    git_terms::{AssignmentPattern, Names, PushPattern},
    rule::Conditions,
};
use crate::effects::{Action, Effect, Run, Value, new_tree};
use std::path::{Path, PathBuf};

/// Where repositories are looked at.
pub trait Repositories {
    /// The repository that git finds from a directory; `None` if there is none or it cannot be told.
    fn at(&self, directory: &str) -> Option<Checkout>;
}

/// A working tree of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    /// The directory of git's own files for it.
    pub git_directory: PathBuf,
    /// The branch that is checked out, a hole if that cannot be told; nothing if there is none.
    pub branch: Option<Value>,
    /// Whether it is one beside the first (`git worktree add`).
    pub linked: bool,
}

impl Situation<'_> {
    /// How surely `env` holds.
    pub fn assigns(&self, asked: &AskedTable, subject: Subject) -> Match {
        let patterns = asked.table.env.as_deref().unwrap_or_default();
        let fits = |run: &Run| matches(patterns, &run.environment, false);
        subject.map_or(Match::No, |id| asked.env.surest(self.effects, id, fits))
    }

    /// How surely `git_config` holds.
    pub fn configures(&self, asked: &AskedTable, subject: Subject) -> Match {
        let patterns = asked.table.git_config.as_deref().unwrap_or_default();
        let fits = |run: &Run| matches(patterns, &run.git_config(), true);
        subject.map_or(Match::No, |id| asked.git_config.surest(self.effects, id, fits))
    }

    /// What the subject is.
    pub(super) fn action(&self, subject: Subject) -> Option<&Action> {
        subject.and_then(|id| self.effects.get(id)).map(|effect| &effect.action)
    }

    /// How surely a push is meant. A program that cannot be known may push anything.
    pub(super) fn pushes(&self, table: &Conditions, subject: Subject) -> Match {
        let patterns = table.pushes.as_deref().unwrap_or_default();
        match self.action(subject) {
            Some(Action::Push(push)) => {
                patterns.iter().map(|pattern| pattern.matches(push)).max().unwrap_or(Match::No)
            }
            Some(Action::Opaque(opaque)) if opaque.runs => Match::Can,
            // `git $X` says nothing of force: a rule on that alone would nag.
            Some(Action::Run(run)) if patterns.iter().any(PushPattern::takes_any_way) => {
                may_push(run)
            }
            _ => Match::No,
        }
    }

    /// How surely something is lost that is meant. A program that cannot be known may lose it.
    pub(super) fn loses(&self, table: &Conditions, subject: Subject) -> Match {
        let losses = table.losses.as_deref().unwrap_or_default();
        match self.action(subject) {
            Some(Action::Discard(discard)) => {
                sure(losses.iter().any(|loss| discard.lost.contains(loss)))
            }
            Some(Action::Opaque(opaque)) if opaque.runs => Match::Can,
            Some(Action::Run(run)) if run.program.literal().is_none() => may_be(run, LOSING),
            _ => Match::No,
        }
    }

    /// How surely an effect happens in such a working tree, of all places where it may.
    pub(super) fn happens_at(&self, asked: &AskedTable, subject: Subject) -> Match {
        let Some(effect) = subject.and_then(|id| self.effects.get(id)) else { return Match::No };
        let each = places(effect).into_iter().map(|place| match place {
            Some(directory) => self.is_at(asked.table, effect, &directory),
            None => Match::Can,
        });
        asked.anywhere(each)
    }

    fn is_at(&self, table: &Conditions, effect: &Effect, directory: &str) -> Match {
        // What the call itself has made and checked out before counts.
        let made = new_tree(&effect.new_trees, &Value::from(directory)).map(|made| Checkout {
            git_directory: made.git_directory().to_owned(),
            branch: made.branch.clone(),
            linked: made.linked,
        });
        let Some(checkout) = made.or_else(|| self.circumstances.repositories.at(directory)) else {
            return Match::No;
        };
        if table.linked && !checkout.linked {
            return Match::No;
        }
        let Some(names) = &table.on_branch else { return Match::Must };
        match effect.checked_out.get(&checkout.git_directory).unwrap_or(&checkout.branch) {
            None => Match::No,
            Some(branch) => on_branch(names, branch),
        }
    }
}

/// How surely any of the patterns means any of these assignments.
fn matches(patterns: &[AssignmentPattern], given: &[(String, Value)], ignore_case: bool) -> Match {
    let each = given.iter().flat_map(|(name, value)| {
        patterns.iter().map(move |it| it.matches(name, value, ignore_case))
    });
    each.max().unwrap_or(Match::No)
}

fn on_branch(names: &Names, branch: &Value) -> Match {
    if branch.is_all_hole() { Match::Can } else { names.matches(branch) }
}

/// Whether a run may be a push, because its program or its command is not known. One that is known to push has an effect
/// of its own for that.
fn may_push(run: &Run) -> Match {
    let is_open = |value: &Value| value.literal().is_none();
    let first = run.arguments.operands.first();
    if !is_open(&run.program) && !first.is_some_and(is_open) {
        return Match::No;
    }
    may_be(run, &["git push"])
}

/// What loses work if the program turns out to be git.
const LOSING: &[&str] =
    &["git reset --hard", "git clean --force|-f", "git stash drop|clear", "git branch -D"];

/// Whether a run may be one of these, without surely being one.
fn may_be(run: &Run, patterns: &[&str]) -> Match {
    let patterns = patterns.iter().filter_map(|pattern| CommandPattern::parse(pattern).ok());
    let matches: Vec<Match> = patterns.map(|pattern| pattern.matches(run)).collect();
    if matches.contains(&Match::Can) { Match::Can } else { Match::No }
}

/// The directories in which an effect happens, a file's own where it has one; nothing stands for one that is not known.
fn places(effect: &Effect) -> Vec<Option<String>> {
    let known = |value: &Value| value.literal().map(str::to_owned);
    match &effect.action {
        Action::Path(action) => action.paths.iter().map(parent).collect(),
        _ => effect.directories.iter().map(known).collect(),
    }
}

fn parent(path: &Value) -> Option<String> {
    let (folder, _) = path.known_start().rsplit_once('/')?;
    Some(Path::new(if folder.is_empty() { "/" } else { folder }).to_str()?.to_owned())
}
