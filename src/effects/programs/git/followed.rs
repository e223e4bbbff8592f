//! Owns who follows which of git's commands; it does not tell arguments apart.

use super::context::Called;
use super::{alias, discard, files, push, switch};
use crate::effects::programs::Started;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Arguments, EffectId, Run};

/// A command of git that runs.
pub struct Git<'a> {
    /// The effect.
    pub id: EffectId,
    /// What the effect says.
    pub run: &'a Run,
    /// The words, told apart.
    pub called: &'a Called<'a>,
    /// The command.
    pub command: &'a str,
    /// What follows it, in its own grammar.
    pub arguments: Arguments,
}

/// Follows what a command of git does, in the directories where git runs.
type FollowCommand = fn(&mut Walk, &Git, &Scope);

/// Who follows which command. One that two follow stands here twice.
const FOLLOWED: &[(&str, FollowCommand)] = &[
    ("push", push::follow),
    ("send-pack", push::follow),
    ("subtree", push::subtree),
    ("reset", discard::follow),
    ("checkout", discard::follow),
    ("checkout", switch::check_out),
    ("switch", discard::follow),
    ("switch", switch::check_out),
    ("restore", discard::follow),
    ("clean", discard::follow),
    ("clean", files::clean),
    ("stash", discard::follow),
    ("branch", discard::follow),
    ("branch", switch::branch),
    ("worktree", discard::follow),
    ("worktree", files::worktree),
    ("clone", files::follow),
    ("init", files::follow),
    ("archive", files::follow),
    ("bundle", files::follow),
    ("format-patch", files::follow),
    ("diff", files::follow),
    ("log", files::follow),
    ("show", files::follow),
    ("grep", files::follow),
    ("hash-object", files::follow),
    ("apply", files::follow),
    ("am", files::follow),
    ("update-ref", discard::follow),
    ("submodule", discard::follow),
    ("symbolic-ref", discard::follow),
    ("symbolic-ref", switch::symbolic_ref),
    ("reflog", discard::follow),
    ("gc", discard::follow),
    ("prune", discard::follow),
    ("filter-branch", discard::follow),
    ("filter-repo", discard::follow),
    ("rm", discard::remove),
    ("mv", discard::rename),
    ("checkout-index", discard::follow),
    ("read-tree", discard::follow),
    ("config", switch::config),
    ("tag", switch::tag),
];

/// Follows a command, or the alias that it is.
pub fn follow(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let run = started.run;
    let called = Called::of(&run.words);
    let Some(word) = called.command else { return };
    let Some(command) = word.literal().filter(|_| !run.harmless) else { return };
    let (_, arguments) = super::own_arguments(word, called.rest);
    let git = Git { id: started.id, run, called: &called, command, arguments };
    if !FOLLOWED.iter().any(|(name, _)| *name == command) {
        if !alias::is_command(command) {
            alias::follow(walk, &git, command, scope);
        }
        return;
    }
    // Repositories are looked at, which costs more than words.
    if !walk.spend(8 * scope.directories.len(), scope) {
        return;
    }
    let mut there = Scope { cause: Some(started.id), ..scope.clone() };
    if let Some(directory) = called.directory() {
        walk.go_below(&directory, &mut there);
    }
    for (_, follow) in FOLLOWED.iter().filter(|(name, _)| *name == command) {
        follow(walk, &git, &there);
    }
}
