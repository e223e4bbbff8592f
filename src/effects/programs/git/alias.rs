//! Owns git's aliases: finding what a word stands for, and following that; it does not know git's commands.
//!
//! Source: git-config(1), "alias.*"; git(1) lists the commands that no alias can replace.

use super::context::{Context, split};
use super::followed::Git;
use crate::effects::command::Invocation;
use crate::effects::scope::Scope;
use crate::effects::walk::{MAXIMUM_DEPTH, Walk};
use crate::effects::{Value, paths};
use std::path::Path;

/// What `git --list-cmds=main` says, without helpers that nobody types. An alias of such a name is not looked at.
const COMMANDS: &str = "add am annotate apply archive bisect blame branch bugreport bundle cat-file check-attr \
    check-ignore check-mailmap check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column \
    commit commit-graph commit-tree config count-objects credential daemon describe diagnose diff diff-files \
    diff-index diff-tree difftool fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg for-each-ref \
    for-each-repo format-patch fsck gc get-tar-commit-id grep gui hash-object help hook http-backend http-fetch \
    http-push imap-send index-pack init init-db instaweb interpret-trailers log ls-files ls-remote ls-tree mailinfo \
    mailsplit maintenance merge merge-base merge-file merge-index merge-tree mergetool mktag mktree multi-pack-index \
    mv name-rev notes p4 pack-objects pack-redundant pack-refs patch-id prune prune-packed pull push quiltimport \
    range-diff read-tree rebase receive-pack reflog remote repack replace replay request-pull rerere reset restore \
    rev-list rev-parse revert rm send-email send-pack shell shortlog show show-branch show-index show-ref \
    sparse-checkout stage stash status stripspace submodule svn switch symbolic-ref tag unpack-file unpack-objects \
    update-index update-ref update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag \
    version whatchanged worktree write-tree";

/// Whether git has a command of this name, so that it is no alias.
pub fn is_command(name: &str) -> bool {
    COMMANDS.split(' ').any(|command| command == name)
}

/// Follows what a word stands for that is no command of git's.
pub fn follow(walk: &mut Walk, git: &Git, name: &str, scope: &mut Scope) {
    let own_name = format!("git {name}");
    // Git refuses an alias that leads to itself.
    if scope.depth > MAXIMUM_DEPTH || scope.calling.contains(&own_name) {
        return;
    }
    let mut followed: Vec<Value> = Vec::new();
    let directories = scope.directories.clone();
    for from in &directories {
        let directory = match git.called.directory() {
            Some(path) => paths::absolute(&path, from),
            None => from.clone(),
        };
        let context = Context::of(walk, git.run, &directory);
        let Some(text) = context.setting(&format!("alias.{name}")) else { continue };
        let top = context.repository.as_ref().and_then(|repository| repository.top.clone());
        if followed.contains(&text) {
            continue;
        }
        followed.push(text.clone());
        let mut own = Scope { cause: Some(git.id), ..scope.deeper() };
        own.directories = vec![from.clone()];
        own.calling = scope.calling.iter().cloned().chain([own_name.clone()]).collect();
        match text.literal().and_then(|text| text.strip_prefix('!')) {
            Some(program) => run_shell(walk, git, program, top.as_deref(), &directory, &mut own),
            None => run_git(walk, git, &text, &mut own),
        }
    }
}

/// An alias is words that stand in the place of the command. One that is not known may be any.
fn run_git(walk: &mut Walk, git: &Git, text: &Value, scope: &mut Scope) {
    let expanded = match text.literal() {
        Some(text) => split(text).unwrap_or_default().into_iter().map(Value::from).collect(),
        None => vec![text.clone()],
    };
    let words = std::iter::once(Value::from("git"))
        .chain(git.called.before.iter().cloned())
        .chain(expanded)
        .chain(git.called.rest.iter().cloned());
    let environment = git.run.environment.clone();
    walk.start(Invocation { words: words.collect(), environment }, &[], scope);
}

/// After `!`, a shell program that runs at the top level, with the words that follow as its arguments.
fn run_shell(
    walk: &mut Walk,
    git: &Git,
    program: &str,
    top: Option<&Path>,
    directory: &Value,
    scope: &mut Scope,
) {
    let mut own = scope.started(git.id);
    own.calling = scope.calling.clone();
    let top = top.and_then(Path::to_str).map(Value::from);
    own.directories = vec![top.unwrap_or_else(|| directory.clone())];
    let arguments = git.called.rest.iter().cloned();
    own.positional = Some(std::iter::once(Value::from(program)).chain(arguments).collect());
    walk.whole_shell(&format!("{program} \"$@\""), &mut own);
}
