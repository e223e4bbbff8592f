//! Owns where `git push` goes: the remote, and each ref that changes there; it does not read repositories.
//!
//! Sources: git-push(1), git-config(1) ("push.*", "branch.*", "remote.*"), and builtin/push.c of git 2.47 for what the
//! manual leaves open.

use super::context::{Context, unknown};
use super::followed::Git;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Action, Force, Piece, Push, Value};
use std::collections::HashSet;

/// What is pushed to one ref, or to several.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Refspec {
    forced: bool,
    deletes: bool,
    destination: Value,
}

/// Follows `git push` and `git send-pack`.
pub fn follow(walk: &mut Walk, git: &Git, scope: &Scope) {
    for directory in &scope.directories {
        let own = Scope { directories: vec![directory.clone()], ..scope.clone() };
        let pushes = Pushing::of(Context::of(walk, git.run, directory), git).pushes();
        for push in pushes {
            walk.add(Action::Push(push), &own);
        }
    }
}

/// `git subtree push --prefix=PATH REMOTE REF` (contrib/subtree)
pub fn subtree(walk: &mut Walk, git: &Git, scope: &Scope) {
    let operands = git.arguments.operands.as_slice();
    let ([verb, ..], [.., remote, name]) = (operands, operands) else { return };
    if verb.literal() != Some("push") || operands.len() < 3 {
        return;
    }
    let name = name.after(usize::from(name.known_start().starts_with('+'))).unwrap_or_default();
    let name = split(&name).map_or(name, |(_, name)| name);
    let known = name.known_start().starts_with("refs/");
    let destination = if known { name } else { below("refs/heads/", &name) };
    let (remote, destinations) = (remote.clone(), vec![destination]);
    let push = Push { remote, destinations, force: Force::No, delete: false, tags: false };
    walk.add(Action::Push(push), scope);
}

/// A push in one repository.
struct Pushing<'w> {
    context: Context<'w>,
    git: &'w Git<'w>,
    branch: Option<Value>,
    remote: Value,
    refspecs: Vec<Refspec>,
    /// Refs that patterns leave out (git-fetch(1), "negative refspecs", which git-push knows as well).
    left_out: Vec<String>,
}

impl<'w> Pushing<'w> {
    fn of(context: Context<'w>, git: &'w Git<'w>) -> Self {
        let branch = context.branch();
        let mut pushing = Pushing {
            context,
            git,
            branch,
            remote: Value::default(),
            refspecs: Vec::new(),
            left_out: Vec::new(),
        };
        let named = git.arguments.operands.first();
        let named = named.or_else(|| git.arguments.value(&["--repo"]));
        pushing.remote = match named {
            Some(named) => named.clone(),
            None => pushing.usual_remote(),
        };
        pushing
    }

    /// The effects: one for each way of pushing.
    fn pushes(mut self) -> Vec<Push> {
        self.read_refspecs();
        let force = self.force();
        let given = |names: &[&str]| self.git.arguments.has(names);
        let follows = self.context.is_told_on("push.followTags") && !given(&["--no-follow-tags"]);
        let tags = follows || given(&["--tags", "--follow-tags", "--mirror"]);
        let mut pushes: Vec<Push> = Vec::new();
        let mut seen = HashSet::new();
        self.refspecs.retain(|refspec| seen.insert(refspec.clone()));
        for Refspec { forced, deletes, destination } in self.refspecs {
            let force = if forced { Force::Plain } else { force };
            let same = pushes.iter_mut().find(|push| push.force == force && push.delete == deletes);
            match same {
                Some(push) => push.destinations.push(destination),
                None => pushes.push(Push {
                    remote: self.remote.clone(),
                    destinations: vec![destination],
                    force,
                    delete: deletes,
                    tags,
                }),
            }
        }
        pushes
    }

    /// Whether what is there may be overwritten, by options: `--force` is stronger than a lease.
    fn force(&self) -> Force {
        let last = |names: &[&str]| {
            let mut options = self.git.arguments.options.iter().rev();
            options.find(|option| names.contains(&option.name.as_str())).map(|it| it.name.clone())
        };
        let given = |yes: &[&str], no: &str| {
            let names: Vec<&str> = yes.iter().copied().chain([no]).collect();
            last(&names).is_some_and(|name| name != no)
        };
        if given(&["-f", "--force", "--mirror"], "--no-force") || self.is_mirror() {
            Force::Plain
        } else if given(&["--force-with-lease"], "--no-force-with-lease") {
            Force::Leased
        } else {
            Force::No
        }
    }

    fn is_mirror(&self) -> bool {
        let remote = self.remote.literal();
        self.git.arguments.has(&["--mirror"])
            || remote.is_some_and(|remote| self.context.is_on(&format!("remote.{remote}.mirror")))
    }

    /// Where a push goes that names nothing: for the branch, for all, where the branch comes from, `origin`.
    fn usual_remote(&self) -> Value {
        let branch = self.branch.as_ref().and_then(Value::literal);
        let own = |key: &str| self.context.setting(&format!("branch.{}.{key}", branch?));
        own("pushRemote")
            .or_else(|| self.context.setting("remote.pushDefault"))
            .or_else(|| own("remote"))
            .unwrap_or_else(|| Value::from("origin"))
    }

    fn read_refspecs(&mut self) {
        let arguments = &self.git.arguments;
        let words: Vec<Value> = arguments.operands.iter().skip(1).map(plain).collect();
        let words = self.without_negative(words);
        if self.is_mirror() {
            return self.push_all(&["refs/heads/", "refs/tags/"], true);
        }
        if arguments.has(&["--all", "--branches"]) {
            self.push_all(&["refs/heads/"], false);
        }
        if arguments.has(&["--prune"]) {
            self.add(true, false, unknown("what --prune removes"));
        }
        if arguments.has(&["--tags"]) {
            self.add(false, false, Value::from("refs/tags/*"));
        }
        let deletes = arguments.has(&["--delete", "-d"]);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.literal() {
                Some("tag") => {
                    let name = words.next().cloned().unwrap_or_default();
                    self.add(deletes, false, below("refs/tags/", &name));
                }
                _ if deletes => {
                    let destination = self.remote_name(word);
                    self.add(true, false, destination);
                }
                _ => self.refspec(word, true),
            }
        }
        // A lone word that is not known may be a remote and refs.
        let open = arguments.operands.first().is_some_and(Value::is_all_hole);
        if open {
            self.add(false, false, arguments.operands.first().cloned().unwrap_or_default());
        }
        if self.refspecs.is_empty() {
            self.usual();
        }
    }

    /// The refspecs that push something; the others are taken note of.
    fn without_negative(&mut self, refspecs: Vec<Value>) -> Vec<Value> {
        let (negative, rest): (Vec<Value>, Vec<Value>) =
            refspecs.into_iter().partition(|refspec| refspec.known_start().starts_with('^'));
        let known = negative.iter().filter_map(Value::literal);
        self.left_out.extend(known.map(|refspec| refspec.trim_start_matches('^').to_owned()));
        rest
    }

    fn is_left_out(&self, name: &str) -> bool {
        self.left_out.iter().any(|pattern| match pattern.split_once('*') {
            Some((start, end)) => name.strip_prefix(start).is_some_and(|rest| rest.ends_with(end)),
            None => pattern == name,
        })
    }

    fn add(&mut self, deletes: bool, forced: bool, destination: Value) {
        self.refspecs.push(Refspec { forced, deletes, destination });
    }

    /// Every ref that begins so. Where they are mirrored, those that are gone here go there, too.
    fn push_all(&mut self, starts: &[&str], mirrored: bool) {
        for start in starts {
            match self.context.refs(start) {
                Some(names) => {
                    for name in names {
                        self.add(false, mirrored, Value::from(name));
                    }
                }
                None => self.add(false, mirrored, unknown("every branch")),
            }
        }
        if mirrored {
            self.add(true, true, unknown("what is not here"));
        }
    }

    /// What a push does that names no refs.
    fn usual(&mut self) {
        let remote = self.remote.literal().unwrap_or_default().to_owned();
        let configured = self.context.settings(&format!("remote.{remote}.push"));
        if !configured.is_empty() {
            let configured = self.without_negative(configured);
            return configured.iter().for_each(|refspec| self.refspec(refspec, false));
        }
        let way = self.context.setting("push.default");
        let way = match &way {
            None => "simple",
            Some(way) => match way.literal() {
                Some(way) => way,
                None => return self.add(false, false, unknown("push.default")),
            },
        };
        match (way, self.branch.clone()) {
            ("nothing", _) => {}
            ("matching", _) => self.refspec(&Value::from(":"), false),
            // Git pushes nothing without a branch.
            (_, None) => {}
            ("upstream" | "tracking", Some(branch)) => {
                let upstream = self.upstream(&branch);
                self.add(false, false, upstream.unwrap_or_else(|| below("refs/heads/", &branch)));
            }
            // `simple` refuses to push to another name.
            (_, Some(branch)) => self.add(false, false, below("refs/heads/", &branch)),
        }
    }

    /// The ref that a branch follows.
    fn upstream(&self, branch: &Value) -> Option<Value> {
        self.context.setting(&format!("branch.{}.merge", branch.literal()?))
    }

    /// Reads one refspec; one that is `typed` without a destination gets the one that is configured for it.
    fn refspec(&mut self, word: &Value, typed: bool) {
        let (forced, word) = match word.known_start().strip_prefix('+') {
            Some(_) => (true, word.after(1).unwrap_or_default()),
            None => (false, word.clone()),
        };
        if let Some(pattern) = word.literal().filter(|word| *word == ":" || word.contains('*')) {
            return self.pattern(pattern, forced);
        }
        match split(&word) {
            None => {
                let destination = self.own_name(&word, typed && !forced);
                destination.into_iter().for_each(|it| self.add(false, forced, it));
            }
            Some((source, destination)) => {
                let deletes = source.pieces().is_empty();
                let destination = match is_tag(&self.context, &source) {
                    true => self.tag_name(&destination),
                    false => self.remote_name(&destination),
                };
                self.add(deletes, forced, destination);
            }
        }
    }

    /// Where a ref goes that is pushed under its own name, or the name configured for it.
    fn own_name(&self, source: &Value, mapped: bool) -> Option<Value> {
        let branch = || self.branch.as_ref().map(|branch| below("refs/heads/", branch));
        if matches!(source.literal(), Some("HEAD" | "@")) {
            return branch();
        }
        let full = match is_tag(&self.context, source) {
            // A name with holes is this tag's if it is spelt as that.
            true if source.literal().is_none() => Value::new(
                [Piece::Text("refs/tags/".to_owned())]
                    .into_iter()
                    .chain(source.pieces().iter().cloned())
                    .collect(),
            ),
            true if source.known_start().starts_with("refs/") => source.clone(),
            true => below("refs/tags/", source),
            false => self.remote_name(source),
        };
        if !mapped || self.context.has_ref(full.literal().unwrap_or_default()) != Some(true) {
            return Some(full);
        }
        let remote = self.remote.literal().unwrap_or_default();
        let configured = self.context.settings(&format!("remote.{remote}.push"));
        let found = configured.iter().find_map(|refspec| map(refspec, &full));
        let follows = self.context.setting("push.default");
        let follows = follows.as_ref().and_then(Value::literal);
        let upstream = || {
            let short = full.known_start().strip_prefix("refs/heads/")?;
            self.upstream(&Value::from(short))
                .filter(|_| matches!(follows, Some("upstream" | "tracking")))
        };
        found.or_else(upstream).or(Some(full))
    }

    /// The full name of a ref on the other side: a branch, if nothing else is said.
    fn remote_name(&self, name: &Value) -> Value {
        let known = name.known_start();
        if known.starts_with("refs/") || name.is_all_hole() {
            return name.clone();
        }
        if known.starts_with("heads/") || known.starts_with("tags/") {
            return below("refs/", name);
        }
        if is_tag(&self.context, name) {
            return self.tag_name(name);
        }
        below("refs/heads/", name)
    }

    /// The name that a tag gets: a branch's, if the other side has one of that name.
    fn tag_name(&self, name: &Value) -> Value {
        let known = name.known_start();
        if known.starts_with("refs/") || name.is_all_hole() {
            return name.clone();
        }
        let remote = self.remote.literal().unwrap_or_default();
        let branch = format!("refs/remotes/{remote}/{name}");
        match self.context.has_ref(&branch) {
            Some(true) => below("refs/heads/", name),
            _ => below("refs/tags/", name),
        }
    }

    /// `:` and refspecs with `*`: all that fit.
    fn pattern(&mut self, pattern: &str, forced: bool) {
        let (source, destination) = match pattern {
            // What both sides have.
            ":" => ("refs/heads/*", "refs/heads/*"),
            pattern => pattern.split_once(':').unwrap_or((pattern, pattern)),
        };
        let (start, end) = source.split_once('*').unwrap_or((source, ""));
        let listed = if start.starts_with("refs/") { start } else { "refs/" };
        let Some(names) = self.context.refs(listed) else {
            return self.add(false, forced, unknown(pattern));
        };
        for name in names.into_iter().filter(|name| !self.is_left_out(name)).collect::<Vec<_>>() {
            let middle = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
            if let Some(middle) = middle {
                self.add(false, forced, Value::from(destination.replacen('*', middle, 1)));
            }
        }
    }
}

/// A name below a folder of refs.
fn below(folder: &str, name: &Value) -> Value {
    if name.is_all_hole() {
        return name.clone();
    }
    let mut full = Value::from(folder);
    full.append(name);
    full
}

/// Whether a name is a tag's and no branch's.
fn is_tag(context: &Context, name: &Value) -> bool {
    let Some(text) = name.literal() else { return context.makes_tag(name) };
    let is_branch = || context.has_ref(&format!("refs/heads/{text}"));
    text.starts_with("refs/tags/")
        || (context.makes_tag(name) && is_branch() != Some(true))
        || (context.has_ref(&format!("refs/tags/{text}")) == Some(true)
            && is_branch() == Some(false))
}

/// Where a configured refspec sends a ref.
fn map(refspec: &Value, full: &Value) -> Option<Value> {
    let (refspec, full) = (refspec.literal()?, full.literal()?);
    let (source, destination) = refspec.trim_start_matches('+').split_once(':')?;
    match source.split_once('*') {
        Some((start, end)) => {
            let middle = full.strip_prefix(start)?.strip_suffix(end)?;
            Some(Value::from(destination.replacen('*', middle, 1)))
        }
        None => (source == full).then(|| Value::from(destination)),
    }
}

/// Both sides of a refspec, which its last `:` parts.
fn split(word: &Value) -> Option<(Value, Value)> {
    let pieces = word.pieces();
    let parted = |piece: &Piece| matches!(piece, Piece::Text(text) if text.contains(':'));
    let at = pieces.iter().rposition(parted)?;
    let Some(Piece::Text(text)) = pieces.get(at) else { return None };
    let (left, right) = text.rsplit_once(':')?;
    let piece = |text: &str| Piece::Text(text.to_owned());
    let before = pieces.get(..at)?.iter().cloned().chain([piece(left)]).collect();
    let after =
        std::iter::once(piece(right)).chain(pieces.get(at + 1..)?.iter().cloned()).collect();
    Some((Value::new(before), Value::new(after)))
}

/// A word in which globs stand for themselves, since there hardly are files of such names.
fn plain(word: &Value) -> Value {
    let piece = |piece: &Piece| match piece {
        Piece::Hole(hole) if hole.is_glob() => Piece::Text(hole.spelling().to_owned()),
        piece => piece.clone(),
    };
    Value::new(word.pieces().iter().map(piece).collect())
}
