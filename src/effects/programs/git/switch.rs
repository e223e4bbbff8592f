//! Owns what a line does to repositories that matters to what comes after it: branches checked out, settings made; it
//! does not know what gets lost.
//!
//! Sources: git-checkout(1), git-switch(1), git-branch(1), git-config(1), git-symbolic-ref(1).

use super::context::{Called, Context, unknown};
use super::followed::Git;
use super::runs;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Arguments, Piece, Run, Value, paths};
use crate::facts::normal_key;
use std::rc::Rc;

/// What `git checkout` or `git switch` is about.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// Files.
    Paths(Vec<Value>),
    /// A branch, by its short name; a hole if that cannot be known.
    Branch(Value),
    /// A commit without a branch.
    Commit,
    /// Nothing that changes.
    Nothing,
}

/// Takes note of a branch that is checked out.
pub fn check_out(walk: &mut Walk, git: &Git, scope: &Scope) {
    for directory in &scope.directories {
        let context = Context::of(walk, git.run, directory);
        let branch = match target(&context, git) {
            Target::Branch(branch) => Some(branch),
            Target::Commit => None,
            Target::Paths(_) | Target::Nothing => continue,
        };
        let start = git.arguments.operands.first();
        let followed = branch
            .as_ref()
            .zip(start)
            .and_then(|(branch, start)| follows_start(&context, &git.arguments, branch, start));
        let Some(repository) = context.repository.clone() else { continue };
        walk.git.configure(Some(&repository.common), followed.into_iter().flatten());
        Rc::make_mut(&mut walk.git.checked_out).insert(repository.directory.clone(), branch);
    }
}

/// What a command checks out.
pub fn target(context: &Context, git: &Git) -> Target {
    let arguments = &git.arguments;
    let switches = git.command == "switch";
    if arguments.has(&["--pathspec-from-file"]) {
        return Target::Paths(vec![Value::from(".")]);
    }
    let files = after_separator(git.called.rest, arguments);
    if !switches && !files.is_empty() {
        return Target::Paths(files.to_vec());
    }
    let created = ["-b", "-B", "-c", "-C", "--create", "--force-create", "--orphan"];
    if let Some(name) = arguments.value(&created) {
        return Target::Branch(name.clone());
    }
    match arguments.operands.as_slice() {
        [_] if arguments.has(&["--detach", "-d"]) => Target::Commit,
        [name] => one(context, name, arguments, switches),
        [_, ..] if switches => Target::Nothing,
        [tree, rest @ ..] if !rest.is_empty() => {
            let first = (!names_commit(context, tree)).then_some(tree);
            Target::Paths(first.into_iter().chain(rest).cloned().collect())
        }
        _ => Target::Nothing,
    }
}

/// The operands after `--`.
pub fn after_separator<'a>(words: &[Value], arguments: &'a Arguments) -> &'a [Value] {
    let separator = words.iter().position(|word| word.literal() == Some("--"));
    let after = separator.map_or(0, |at| words.len() - at - 1);
    let start = arguments.operands.len().saturating_sub(after);
    arguments.operands.get(start..).unwrap_or_default()
}

/// One word may be a branch, one to be made from a remote's, a commit or a file.
fn one(context: &Context, word: &Value, arguments: &Arguments, switches: bool) -> Target {
    let Some(name) = word.literal() else {
        let is_glob = |piece: &Piece| matches!(piece, Piece::Hole(hole) if hole.is_glob());
        let has_glob = word.pieces().iter().any(is_glob);
        return if has_glob {
            Target::Paths(vec![word.clone()])
        } else {
            Target::Branch(word.clone())
        };
    };
    let is_ref = |start: &str| context.has_ref(&format!("{start}{name}")) == Some(true);
    if name == "-" {
        return Target::Branch(unknown("git checkout -"));
    }
    if is_ref("refs/heads/") {
        return Target::Branch(word.clone());
    }
    if !switches && is_path_like(name) {
        return Target::Paths(vec![word.clone()]);
    }
    if is_ref("refs/remotes/") {
        let short = name.split_once('/').map_or(name, |(_, short)| short);
        let tracks = arguments.has(&["-t", "--track"]);
        return if tracks { Target::Branch(Value::from(short)) } else { Target::Commit };
    }
    if is_ref("refs/tags/") || is_commit_name(name) {
        return Target::Commit;
    }
    let file = paths::absolute(word, context.directory);
    let exists = |path: &str| context.facts.is_file(path) || context.facts.is_directory(path);
    if !switches && file.literal().is_some_and(exists) && !is_remote_branch(context, name) {
        return Target::Paths(vec![word.clone()]);
    }
    Target::Branch(word.clone())
}

/// Whether a word names a commit rather than a file.
fn names_commit(context: &Context, word: &Value) -> bool {
    let Some(name) = word.literal() else { return true };
    let starts = ["refs/heads/", "refs/remotes/", "refs/tags/", ""];
    is_commit_name(name)
        || starts.iter().any(|start| context.has_ref(&format!("{start}{name}")) == Some(true))
}

/// `HEAD`, `main~2`, `@{u}`, an object's name (gitrevisions(7)).
fn is_commit_name(name: &str) -> bool {
    let is_object = name.len() >= 7 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_object || matches!(name, "HEAD" | "@") || name.contains(['~', '^']) || name.contains("@{")
}

/// A word that no ref can be (git-check-ref-format(1)), or that nobody would call one.
fn is_path_like(name: &str) -> bool {
    name == "."
        || name.starts_with(['.', ':', '/'])
        || name.ends_with('/')
        || name.contains(['*', '?'])
}

/// Whether a remote has a branch of this name, from which git makes one.
fn is_remote_branch(context: &Context, name: &str) -> bool {
    let refs = context.refs("refs/remotes/").unwrap_or_default();
    refs.iter().any(|full| {
        full.strip_prefix("refs/remotes/").and_then(|rest| rest.split_once('/')).map(|(_, it)| it)
            == Some(name)
    })
}

/// `git branch -m NEW`, `git branch -u UPSTREAM`
pub fn branch(walk: &mut Walk, git: &Git, scope: &Scope) {
    let arguments = &git.arguments;
    let upstream = arguments.value(&["-u", "--set-upstream-to"]).cloned();
    let moves = arguments.has(&["-m", "-M", "--move"]);
    let others = ["-d", "-D", "--delete", "-c", "-C", "--copy", "-l", "--list", "-r", "-a"];
    let makes = !moves && upstream.is_none() && !arguments.has(&others);
    let new = match arguments.operands.as_slice() {
        [name, start] if makes => Some((name, start)),
        _ if !moves && upstream.is_none() => return,
        _ => None,
    };
    for directory in &scope.directories {
        let context = Context::of(walk, git.run, directory);
        let (Some(repository), current) = (context.repository.clone(), context.branch()) else {
            continue;
        };
        if let Some((name, start)) = new {
            let settings = follows_start(&context, arguments, name, start);
            walk.git.configure(Some(&repository.common), settings.into_iter().flatten());
            continue;
        }
        match (arguments.operands.as_slice(), &upstream) {
            (operands, Some(upstream)) => {
                let name = operands.first().cloned().or(current);
                let settings = follows(name.as_ref(), upstream);
                walk.git.configure(Some(&repository.common), settings.into_iter().flatten());
            }
            ([old, new], None) if current.as_ref() == Some(old) => {
                Rc::make_mut(&mut walk.git.checked_out)
                    .insert(repository.directory.clone(), Some(new.clone()));
            }
            ([new], None) => {
                Rc::make_mut(&mut walk.git.checked_out)
                    .insert(repository.directory.clone(), Some(new.clone()));
            }
            _ => {}
        }
    }
}

/// The settings of a new branch that follows the remote's branch from which it is made (git-branch(1), "--track";
/// git-config(1), "branch.autoSetupMerge").
fn follows_start(
    context: &Context,
    arguments: &Arguments,
    name: &Value,
    start: &Value,
) -> Option<[(String, Value); 2]> {
    let known = start.literal()?;
    let known = known.strip_prefix("refs/").unwrap_or(known);
    let known = known.strip_prefix("remotes/").unwrap_or(known);
    let is_remote = context.has_ref(&format!("refs/remotes/{known}"));
    let is_told = arguments.has(&["-t", "--track"]);
    if is_remote == Some(false) || (is_remote.is_none() && !is_told) {
        return None;
    }
    let setting = context.setting("branch.autoSetupMerge");
    let (_, short) = known.split_once('/')?;
    let is_wanted = match setting.as_ref().and_then(Value::literal) {
        Some("simple") => name.literal() == Some(short),
        Some("false" | "no" | "off" | "0") => false,
        _ => true,
    };
    let is_wanted = is_wanted && !arguments.has(&["--no-track"]);
    (is_told || is_wanted).then(|| follows(Some(name), &Value::from(known))).flatten()
}

/// `git tag NAME`
pub fn tag(walk: &mut Walk, git: &Git, scope: &Scope) {
    let looks = [
        "-l",
        "--list",
        "-d",
        "--delete",
        "-v",
        "--verify",
        "-n",
        "--contains",
        "--no-contains",
        "--merged",
        "--no-merged",
        "--points-at",
    ];
    let Some(name) = git.arguments.operands.first().filter(|_| !git.arguments.has(&looks)) else {
        return;
    };
    for directory in &scope.directories {
        let context = Context::of(walk, git.run, directory);
        let place = context.repository.as_ref().map(|repository| repository.common.clone());
        walk.git.tags.push((place, name.clone()));
    }
}

/// The settings that make a branch follow `REMOTE/BRANCH`.
fn follows(name: Option<&Value>, upstream: &Value) -> Option<[(String, Value); 2]> {
    let name = name?.literal()?;
    let (remote, branch) = match upstream.literal().and_then(|upstream| upstream.split_once('/')) {
        Some((remote, branch)) => {
            (Value::from(remote), Value::from(format!("refs/heads/{branch}")))
        }
        None => (upstream.clone(), upstream.clone()),
    };
    Some([
        (normal_key(&format!("branch.{name}.remote")), remote),
        (normal_key(&format!("branch.{name}.merge")), branch),
    ])
}

/// `git config [set] KEY VALUE`
pub fn config(walk: &mut Walk, git: &Git, scope: &Scope) {
    let arguments = &git.arguments;
    let words: Vec<&Value> = arguments.operands.iter().collect();
    let words = match words.as_slice() {
        [set, rest @ ..] if set.literal() == Some("set") && rest.len() > 1 => rest,
        all => all,
    };
    let [key, value, ..] = words else { return };
    let Some(key) = key.literal().filter(|key| key.contains('.')) else { return };
    let looks = ["--get", "--get-all", "--get-regexp", "--unset", "--unset-all", "-f", "--file"];
    if arguments.has(&looks) {
        return;
    }
    let everywhere = arguments.has(&["--global", "--system"]);
    for directory in &scope.directories {
        let context = Context::of(walk, git.run, directory);
        let repository = context.repository.clone();
        let common = repository.map(|repository| repository.common.clone());
        let place = if everywhere { None } else { common };
        walk.git.configured.push((place, normal_key(key), (*value).clone()));
    }
    runs::configured(walk, normal_key(key), value);
}

/// `git symbolic-ref HEAD refs/heads/NAME`
pub fn symbolic_ref(walk: &mut Walk, git: &Git, scope: &Scope) {
    let [name, target] = git.arguments.operands.as_slice() else { return };
    if name.literal() != Some("HEAD") {
        return;
    }
    let short = target.literal().and_then(|target| target.strip_prefix("refs/heads/"));
    let branch = short.map_or_else(|| unknown(target.to_string()), Value::from);
    for directory in &scope.directories {
        let context = Context::of(walk, git.run, directory);
        let Some(repository) = context.repository.clone() else { continue };
        Rc::make_mut(&mut walk.git.checked_out)
            .insert(repository.directory.clone(), Some(branch.clone()));
    }
}

/// How commands ask for the branch that is checked out.
const SHOWING: [&[&str]; 5] = [
    &["branch", "--show-current"],
    &["rev-parse", "--abbrev-ref", "HEAD"],
    &["symbolic-ref", "--short", "HEAD"],
    &["symbolic-ref", "--short", "-q", "HEAD"],
    &["symbolic-ref", "-q", "--short", "HEAD"],
];

/// What git writes if it is asked for the branch that is checked out, and that is known.
pub fn shown_branch(walk: &Walk, words: &[Value], scope: &Scope) -> Option<Value> {
    let called = Called::of(words);
    let asked: Option<Vec<&str>> =
        called.command.into_iter().chain(called.rest).map(Value::literal).collect();
    let ([directory], true) = (scope.directories.as_slice(), SHOWING.contains(&asked?.as_slice()))
    else {
        return None;
    };
    let directory = match called.directory() {
        Some(path) => paths::absolute(&path, directory),
        None => directory.clone(),
    };
    let run = Run {
        fed_by: crate::effects::Feeds::NONE,
        program: Value::from("git"),
        words: words.to_vec(),
        arguments: Arguments::default(),
        environment: scope.environment(Vec::new()),
        harmless: false,
    };
    let branch = Context::of(walk, &run, &directory).branch();
    branch.filter(|branch| branch.literal().is_some())
}
