//! Owns the files and directories that git's commands name beside those of the working tree: what they make, and what they
//! read that git does not keep; it does not know what gets lost.
//!
//! Sources: git-clone(1), git-init(1), git-worktree(1), git-archive(1), git-bundle(1), git-format-patch(1), git-diff(1),
//! git-hash-object(1), git-apply(1), git-grep(1).

use super::context::{Context, unknown};
use super::followed::Git;
use super::new_tree::NewTree;
use crate::effects::programs::diffs;
use crate::effects::programs::files::below;
use crate::effects::scope::Scope;
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value, paths};
use std::rc::Rc;

/// Adds what a command does to the files it names.
pub fn follow(walk: &mut Walk, git: &Git, scope: &Scope) {
    let arguments = &git.arguments;
    let operands = arguments.operands.as_slice();
    let mut touch = |access, tree, path: &Value| walk.path(Touch::tree(access, tree), path, scope);
    match git.command {
        "clone" => {
            if let Some(directory) = cloned(git) {
                touch(Access::Write, true, &directory);
                makes(walk, git, &directory, &["-b", "--branch"], scope);
            }
        }
        // Only its own files are made, not those of a working tree.
        "init" => {
            let here = Value::from(".");
            let directory = operands.first().unwrap_or(&here);
            let own = below(directory, &Value::from(".git"));
            touch(Access::Write, true, if arguments.has(&["--bare"]) { directory } else { &own });
            makes(walk, git, directory, &["-b", "--initial-branch"], scope);
        }
        "archive" => {
            let file = arguments.value(&["-o", "--output"]);
            file.iter().for_each(|it| touch(Access::Write, false, it));
        }
        "bundle" => {
            if let [verb, file, ..] = operands
                && verb.literal() == Some("create")
            {
                touch(Access::Write, false, file);
            }
        }
        "format-patch" => {
            let directory = arguments.value(&["-o", "--output-directory"]);
            directory.iter().for_each(|it| touch(Access::Write, true, it));
        }
        "diff" | "log" | "show" => {
            let file = arguments.value(&["--output"]);
            file.iter().for_each(|it| touch(Access::Write, false, it));
            if arguments.has(&["--no-index"]) {
                operands.iter().for_each(|it| touch(Access::Read, true, it));
            }
        }
        // The first operand is the pattern.
        "grep" if arguments.has(&["--no-index"]) => {
            let pattern = usize::from(!arguments.has(&["-e", "-f"]));
            let named = operands.get(pattern..).unwrap_or_default();
            named.iter().for_each(|it| touch(Access::Read, true, it));
            if named.is_empty() {
                touch(Access::Read, true, &Value::from("."));
            }
        }
        "hash-object" => operands.iter().for_each(|it| touch(Access::Read, false, it)),
        "apply" | "am" => apply(walk, git, scope),
        _ => {}
    }
}

/// Takes note of a repository that is made with its working tree; where there is one, `git init` changes nothing.
fn makes(walk: &mut Walk, git: &Git, path: &Value, names_branch: &[&str], scope: &Scope) {
    if git.arguments.has(&["--bare", "--mirror", "--separate-git-dir"]) {
        return;
    }
    for directory in &scope.directories {
        let top = paths::absolute(path, directory);
        let is_there = |top: &str| walk.facts().is_directory(&format!("{top}/.git"));
        if top.literal().is_some_and(is_there) {
            continue;
        }
        let branch = git.arguments.value(names_branch).cloned();
        let made = NewTree::of_its_own(top, branch.unwrap_or_else(|| unknown("the first branch")));
        Rc::make_mut(&mut walk.git.new_trees).push(made);
    }
}

/// Where `git clone REPOSITORY [DIRECTORY]` puts what it clones.
fn cloned(git: &Git) -> Option<Value> {
    let (repository, after) = git.arguments.operands.split_first()?;
    if let Some(directory) = after.first() {
        return Some(directory.clone());
    }
    let known = repository.literal()?.trim_end_matches('/');
    let known = known.strip_suffix("/.git").unwrap_or(known);
    let name = known.rsplit(['/', ':']).next()?;
    let name = name.strip_suffix(".git").unwrap_or(name);
    let bare = git.arguments.has(&["--bare", "--mirror"]);
    Some(Value::from(if bare { format!("{name}.git") } else { name.to_owned() }))
}

/// `git apply` and `git am` change the files that a patch names, as far as the patch is known.
fn apply(walk: &mut Walk, git: &Git, scope: &Scope) {
    let arguments = &git.arguments;
    for patch in &arguments.operands {
        walk.path(Touch::file(Access::Read), patch, scope);
    }
    if arguments.has(&["--check", "--stat", "--numstat", "--summary", "--cached"]) {
        return;
    }
    let below = arguments.value(&["--directory"]);
    for patch in arguments.operands.iter().filter(|patch| patch.literal() != Some("-")) {
        diffs::in_file(walk, scope.opened_file(patch.clone()), below, scope);
    }
    if arguments.operands.iter().all(|patch| patch.literal() == Some("-")) {
        diffs::on_input(walk, below, scope);
    }
}

/// `git clean -f PATHS` deletes what git does not know of them. What that is of a whole working tree is not looked up.
pub fn clean(walk: &mut Walk, git: &Git, scope: &Scope) {
    let arguments = &git.arguments;
    if !arguments.has(&["-f", "--force"]) || arguments.has(&["-i", "--interactive"]) {
        return;
    }
    let is_whole = |path: &Value| {
        path.literal()
            .is_some_and(|path| path.starts_with(':') || path.trim_matches(['.', '/']).is_empty())
    };
    for path in arguments.operands.iter().filter(|path| !is_whole(path)) {
        walk.path(Touch::tree(Access::Delete, true), path, scope);
    }
}

/// `git worktree add PATH [BRANCH]`: the directory that is made, and the branch that is checked out there.
pub fn worktree(walk: &mut Walk, git: &Git, scope: &Scope) {
    let arguments = &git.arguments;
    let [verb, path, named @ ..] = arguments.operands.as_slice() else { return };
    if verb.literal() != Some("add") {
        return;
    }
    walk.path(Touch::tree(Access::Write, true), path, scope);
    for directory in &scope.directories {
        let place = Context::of(walk, git.run, directory);
        let Some(repository) = place.repository.clone() else { continue };
        let has = |name: &Value| {
            name.literal().and_then(|name| place.has_ref(&format!("refs/heads/{name}")))
        };
        let branch = match (arguments.value(&["-b", "-B"]), named.first()) {
            (Some(created), _) => Some(created.clone()),
            (None, _) if arguments.has(&["-d", "--detach"]) => None,
            (None, None) => Some(paths::name(path)),
            (None, Some(name)) if has(name) == Some(true) => Some(name.clone()),
            (None, Some(_)) => Some(unknown("the branch checked out")),
        };
        let top = paths::absolute(path, directory);
        let made = NewTree::linked(top, &repository, branch);
        Rc::make_mut(&mut walk.git.new_trees).push(made);
    }
}
