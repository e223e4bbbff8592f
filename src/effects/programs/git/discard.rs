//! Owns what git's commands throw away that is nowhere else; it does not know what there is to lose.
//!
//! Sources: the manual page of each command, git 2.47. What a commit, a reflog or a remote still has is not lost.

use super::context::Context;
use super::followed::Git;
use super::switch::{Target, after_separator, target};
use crate::effects::programs::files::below;
use crate::effects::scope::{Input, Scope};
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Action, Discard, Lost, Sieve, Value, paths};
use std::path::Path;

/// Changes in files and in the index.
const CHANGES: [Lost; 2] = [Lost::Worktree, Lost::Index];

/// What a command loses.
#[derive(Debug, Default)]
struct Loss {
    lost: Vec<Lost>,
    /// The files it is about; all of them, if nothing.
    paths: Option<Vec<Value>>,
}

impl Loss {
    fn of(lost: &[Lost]) -> Self {
        Loss { lost: lost.to_vec(), paths: None }
    }

    fn of_if(holds: bool, lost: &[Lost]) -> Self {
        if holds { Loss::of(lost) } else { Loss::default() }
    }
}

/// Adds what a command loses, and the files that it overwrites by name.
pub fn follow(walk: &mut Walk, git: &Git, scope: &Scope) {
    for directory in &scope.directories {
        let own = Scope { directories: vec![directory.clone()], ..scope.clone() };
        let context = Context::of(walk, git.run, directory);
        let Loss { lost, paths } = loss(&context, git, &scope.input());
        if lost.is_empty() {
            continue;
        }
        let (whole, named): (Vec<Value>, Vec<Value>) =
            paths.iter().flatten().cloned().partition(|path| is_whole(&context, path));
        let tree = paths.is_none() || !whole.is_empty();
        walk.add(Action::Discard(Discard { lost, tree }), &own);
        // What holds the directory itself (`.`, `:/`) is about much that is not changed.
        let folders = whole.iter().filter(|path| is_elsewhere(path, directory));
        for path in &named {
            walk.path(Touch::file(Access::Write), path, &own);
        }
        // What is not there may come back as a folder.
        let is_file = |path: &Value| {
            let path = paths::absolute(path, directory);
            path.literal().is_some_and(|path| walk.facts().is_file(path))
        };
        let brings = matches!(git.command, "checkout" | "restore");
        let absent =
            named.iter().filter(|it| brings && is_elsewhere(it, directory) && !is_file(it));
        let trees: Vec<&Value> = folders.chain(absent).collect();
        for path in trees {
            walk.path(Touch::tree(Access::Write, true), path, &own);
        }
    }
}

fn loss(context: &Context, git: &Git, input: &Input) -> Loss {
    let arguments = &git.arguments;
    let has = |names: &[&str]| arguments.has(names);
    let verb = arguments.operands.first().and_then(Value::literal).unwrap_or_default();
    match git.command {
        "reset" => reset(git),
        "checkout" => checkout(context, git),
        "restore" => restore(git),
        "switch" => switch(context, git),
        "clean" => clean(context, git),
        "stash" => Loss::of_if(matches!(verb, "drop" | "clear"), &[Lost::Stash]),
        "branch" => branch(context, git),
        "worktree" => Loss::of_if(
            verb == "remove" && has(&["-f", "--force"]),
            &[Lost::Worktree, Lost::Index, Lost::Untracked],
        ),
        "update-ref" | "symbolic-ref" => Loss::of_if(
            has(&["-d", "--delete"]) || (has(&["--stdin"]) && deletes(input)),
            &[Lost::Ref],
        ),
        // With `-f` the submodule's working tree goes, whatever is changed there.
        "submodule" => Loss::of_if(verb == "deinit" && has(&["-f", "--force"]), &CHANGES),
        "reflog" => Loss::of_if(matches!(verb, "expire" | "delete" | "drop"), &[Lost::Reflog]),
        "gc" => {
            let prunes = arguments.value(&["--prune"]).and_then(Value::literal);
            Loss::of_if(matches!(prunes, Some("now" | "all")), &[Lost::Reflog])
        }
        "prune" => Loss::of(&[Lost::Reflog]),
        "filter-branch" | "filter-repo" => Loss::of(&[Lost::Branch, Lost::Ref, Lost::Reflog]),
        "rm" => {
            let loses = has(&["-f", "--force"]) && !has(&["--cached"]);
            Loss { paths: Some(arguments.operands.clone()), ..Loss::of_if(loses, &CHANGES) }
        }
        "checkout-index" => {
            let named = (!has(&["-a", "--all"])).then(|| arguments.operands.clone());
            Loss { paths: named, ..Loss::of_if(has(&["-f", "--force"]), &[Lost::Worktree]) }
        }
        "read-tree" => Loss::of_if(has(&["--reset"]) && has(&["-u"]), &CHANGES),
        _ => Loss::default(),
    }
}

/// Whether a line of what `update-ref --stdin` reads deletes a ref.
fn deletes(input: &Input) -> bool {
    let Input::Text(text) = input else { return false };
    text.to_string().lines().any(|line| line.starts_with("delete "))
}

/// `git reset`: of several ways the last one counts.
fn reset(git: &Git) -> Loss {
    const WAYS: [&str; 5] = ["--soft", "--mixed", "--hard", "--merge", "--keep"];
    let options = git.arguments.options.iter().rev();
    let way = options.map(|option| option.name.as_str()).find(|name| WAYS.contains(name));
    match way {
        Some("--hard") => Loss::of(&CHANGES),
        Some("--merge") => Loss::of(&[Lost::Index]),
        _ => Loss::default(),
    }
}

fn checkout(context: &Context, git: &Git) -> Loss {
    let arguments = &git.arguments;
    if arguments.has(&["-p", "--patch"]) {
        return Loss::default();
    }
    match target(context, git) {
        Target::Paths(paths) => Loss { lost: vec![Lost::Worktree], paths: Some(paths) },
        _ if arguments.has(&["-f", "--force"]) => Loss::of(&CHANGES),
        _ => Loss::of_if(overwrites(context, arguments.value(&["-B"])), &[Lost::Branch]),
    }
}

/// `git restore` takes files from the index, unless it is told to change nothing but the index.
fn restore(git: &Git) -> Loss {
    let has = |names: &[&str]| git.arguments.has(names);
    let staged = has(&["-S", "--staged"]);
    let worktree = has(&["-W", "--worktree"]) || !staged;
    if !worktree || has(&["-p", "--patch"]) {
        return Loss::default();
    }
    let lost = if staged { CHANGES.to_vec() } else { vec![Lost::Worktree] };
    let listed = has(&["--pathspec-from-file"]);
    Loss { lost, paths: (!listed).then(|| git.arguments.operands.clone()) }
}

fn switch(context: &Context, git: &Git) -> Loss {
    let arguments = &git.arguments;
    if arguments.has(&["-f", "--force", "--discard-changes"]) {
        return Loss::of(&CHANGES);
    }
    let forced = arguments.value(&["-C", "--force-create"]);
    Loss::of_if(overwrites(context, forced), &[Lost::Branch])
}

/// `git clean` does nothing without `-f`, unless it is configured to.
fn clean(context: &Context, git: &Git) -> Loss {
    let forced = git.arguments.has(&["-f", "--force"]);
    if git.arguments.has(&["-i", "--interactive"]) {
        return Loss::default();
    }
    let free = || {
        let required = context.setting("clean.requireForce");
        let required = required.as_ref().and_then(Value::literal);
        required.is_some_and(|value| !crate::facts::is_true(value))
    };
    Loss::of_if(forced || free(), &[Lost::Untracked])
}

/// Deleting with force; moving, copying or setting a branch over another one.
fn branch(context: &Context, git: &Git) -> Loss {
    let arguments = &git.arguments;
    let has = |names: &[&str]| arguments.has(names);
    let forced = has(&["-f", "--force"]);
    let remote = has(&["-r", "--remotes"]);
    if has(&["-D"]) || (forced && has(&["-d", "--delete"])) {
        return Loss::of_if(!remote, &[Lost::Branch]);
    }
    let moves = has(&["-m", "--move", "-c", "--copy"]);
    let overwritten = if has(&["-M", "-C"]) || (forced && moves) {
        arguments.operands.last()
    } else if forced {
        arguments.operands.first()
    } else {
        None
    };
    let own = context.branch();
    let other = overwritten.filter(|name| own.as_ref() != Some(*name));
    Loss::of_if(overwrites(context, other), &[Lost::Branch])
}

/// Whether there is a branch of this name already.
fn overwrites(context: &Context, name: Option<&Value>) -> bool {
    let name = name.and_then(Value::literal);
    name.is_some_and(|name| context.has_ref(&format!("refs/heads/{name}")) == Some(true))
}

/// Whether a pathspec is a whole directory rather than a file or files of a kind: `.`, `:/`, `'*'`, `:(top)`, or one that
/// is there (gitglossary(7), "pathspec"). One that only leaves something out is about all the rest.
fn is_whole(context: &Context, path: &Value) -> bool {
    let spelt = path.to_string();
    let inner = match spelt.strip_prefix(":(").and_then(|rest| rest.split_once(')')) {
        Some((magic, _)) if magic.contains("exclude") => return true,
        Some((_, inner)) => inner,
        None if spelt.starts_with(":!") || spelt.starts_with(":^") => return true,
        None => spelt.strip_prefix(':').unwrap_or(&spelt),
    };
    let names_nothing = inner.chars().all(|letter| matches!(letter, '.' | '/' | '*'));
    let file = paths::absolute(path, context.directory);
    names_nothing || file.literal().is_some_and(|file| context.facts.is_directory(file))
}

/// Whether a pathspec is plainly that of a folder which does not hold the directory.
fn is_elsewhere(path: &Value, directory: &Value) -> bool {
    let is_plain = |path: &&str| !path.starts_with(':') && !path.contains(['*', '?', '[']);
    let folder = path.literal().filter(is_plain).map(|_| paths::absolute(path, directory));
    match (folder.as_ref().and_then(Value::literal), directory.literal()) {
        (Some(folder), Some(directory)) => !Path::new(directory).starts_with(folder),
        _ => false,
    }
}

/// `git rm` and `git mv` do to files what `rm` and `mv` do.
pub fn remove(walk: &mut Walk, git: &Git, scope: &Scope) {
    let arguments = &git.arguments;
    if !arguments.has(&["--cached"]) {
        let whole = arguments.has(&["-r"]);
        for path in &arguments.operands {
            walk.path(Touch::tree(Access::Delete, whole), path, scope);
        }
    }
    follow(walk, git, scope);
}

/// `git mv A… B`
pub fn rename(walk: &mut Walk, git: &Git, scope: &Scope) {
    let all = after_separator(git.called.rest, &git.arguments);
    let all = if all.is_empty() { git.arguments.operands.as_slice() } else { all };
    let Some((to, from)) = all.split_last() else { return };
    for path in from {
        walk.path(Touch::moved(true), path, scope);
    }
    let is_directory = from.len() > 1
        || to.to_string().ends_with('/')
        || scope.directories.iter().any(|directory| {
            let path = paths::absolute(to, directory);
            path.literal().is_some_and(|path| walk.facts().is_directory(path))
        });
    for path in from {
        let name = if is_directory { below(to, &paths::name(path)) } else { to.clone() };
        let brought = walk.brought(path, &Sieve::default(), scope);
        walk.path(Touch::file(Access::Write), &name, scope);
        walk.arrive(&brought.names, path, &name, scope);
    }
}
