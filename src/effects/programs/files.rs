//! Owns the files that a started program names: sources, destinations, trees; it does not know which program does what.

use super::{Started, lists};
use crate::effects::scope::Scope;
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Hole, Piece, Sieve, Value, paths};
use crate::facts::Facts;
use std::path::Path;

/// The files that a program names, and what is needed to say what it does to them.
pub struct Files<'a, 'w, 'f> {
    walk: &'w mut Walk<'f>,
    scope: Scope,
    started: &'a Started<'a>,
    sieve: Sieve,
}

impl<'a, 'w, 'f> Files<'a, 'w, 'f> {
    /// The files of a program that has started.
    pub fn new(walk: &'w mut Walk<'f>, started: &'a Started<'a>, scope: &Scope) -> Self {
        let scope = Scope { cause: Some(started.id), ..scope.clone() };
        Files { walk, scope, started, sieve: Sieve::default() }
    }

    /// Whether the program is given one of these options.
    pub fn has(&self, names: &[&str]) -> bool {
        self.started.run.arguments.has(names)
    }

    /// The program's operands.
    pub fn operands(&self) -> &'a [Value] {
        &self.started.run.arguments.operands
    }

    /// The value of one of these options.
    pub fn value(&self, names: &[&str]) -> Option<&'a Value> {
        self.started.run.arguments.value(names)
    }

    /// Adds what is done to one path.
    pub fn one(&mut self, access: Access, path: &Value, tree: bool) {
        let sifted = tree && access == Access::Read && !self.sieve.is_empty();
        let sieve = if sifted { self.sieve.clone() } else { Sieve::default() };
        self.touch(Touch::tree(access, tree).sifted(sieve), path);
    }

    /// Adds what is done to one path, in full.
    pub fn touch(&mut self, touch: Touch, path: &Value) {
        self.walk.path(touch, path, &self.scope);
    }

    /// What a list names that is read through a name. What is not known of it is a hole.
    pub fn listed(&mut self, list: &Value, separator: char) -> Vec<Value> {
        match self.walk.text_behind(list, &self.scope) {
            Some(text) => {
                let items = lists::items(&text, separator).into_iter();
                items.filter(|item| !item.pieces().is_empty()).collect()
            }
            None => vec![lists::unknown(self.walk.feeds_of_file(list, &self.scope))],
        }
    }

    /// What all lists name that these options give.
    pub fn all_listed(&mut self, names: &[&str], separator: char) -> Vec<Value> {
        let options = self.started.run.arguments.options.iter();
        let options = options.filter(|option| names.contains(&option.name.as_str()));
        let lists: Vec<&Value> = options.filter_map(|option| option.value.as_ref()).collect();
        lists.into_iter().flat_map(|list| self.listed(list, separator)).collect()
    }

    /// Adds what is done to several paths; `-` is standard input or output.
    pub fn all(&mut self, access: Access, paths: &[Value], tree: bool) {
        for path in paths.iter().filter(|path| path.literal() != Some("-")) {
            self.one(access, path, tree);
        }
    }

    /// What can be looked up.
    pub fn facts(&self) -> &'f Facts {
        self.walk.facts()
    }

    /// From here on, this is left out of trees that are read.
    pub fn sift(&mut self, sieve: Sieve) {
        self.sieve = sieve;
    }

    /// The values of one of these options, in order.
    pub fn values(
        &self,
        names: &'static [&'static str],
    ) -> impl Iterator<Item = &'a Value> + use<'a> {
        let options = self.started.run.arguments.options.iter();
        options.filter(|it| names.contains(&it.name.as_str())).filter_map(|it| it.value.as_ref())
    }

    /// From here on, relative paths lie below this directory.
    pub fn enter(&mut self, directory: &Value) {
        self.walk.go_below(directory, &mut self.scope);
    }

    /// The sources and the destination of `cp` and its like; the destination may be a directory they go into.
    pub fn sources_and_destination(&self) -> Option<(Vec<Value>, Value, bool)> {
        if let Some(directory) = self.value(&["-t", "--target-directory"]) {
            return Some((self.operands().to_vec(), directory.clone(), true));
        }
        let (destination, sources) = self.operands().split_last()?;
        let is_directory = sources.len() > 1
            || destination.to_string().ends_with('/')
            || (!self.has(&["-T", "--no-target-directory"]) && self.is_directory(destination));
        Some((sources.to_vec(), destination.clone(), is_directory))
    }

    /// Whether there is such a directory.
    pub fn is_directory(&self, path: &Value) -> bool {
        self.scope.directories.iter().any(|directory| {
            let path = paths::absolute(path, directory);
            let followed = path.literal().and_then(|path| self.walk.links_followed(path, true));
            let followed = followed.as_deref().and_then(Path::to_str);
            followed.is_some_and(|path| self.walk.facts().is_directory(path))
        })
    }

    /// Whether there is such a link.
    pub fn is_link(&self, path: &Value) -> bool {
        self.scope.directories.iter().any(|directory| {
            let path = paths::absolute(path, directory);
            let led = |last| path.literal().and_then(|path| self.walk.links_followed(path, last));
            led(false) != led(true)
        })
    }

    /// Makes a name for a file, which is a link that says so if it is `symbolic`.
    pub fn link(&mut self, name: &Value, target: &Value, symbolic: bool) {
        self.touch(Touch::replaced(), name);
        self.walk.link(name, target, symbolic, &self.scope);
    }

    /// Moves a file or folder to a name, which that replaces.
    pub fn rename(&mut self, from: &Value, name: &Value) {
        let brought = self.walk.brought(from, &self.sieve, &self.scope);
        let whole = !brought.complete && paths::name(name).literal().is_some();
        self.touch(Touch::replaced(), name);
        if whole {
            self.touch(Touch::replaced().with_all_below(), name);
        }
        self.walk.has_copied(from, name, &self.scope);
        self.walk.arrive(&brought.names, from, name, &self.scope);
        self.walk.renamed(from, name, &self.scope);
    }

    /// Writes what the sources bring: each by its name into the destination directory, or the destination itself, and if
    /// folders are taken whole (`tree`), the files in them. Where those cannot all be seen, what has the folder's name may
    /// be written with all that is in it.
    pub fn bring(
        &mut self,
        sources: &[Value],
        destination: &Value,
        is_directory: bool,
        tree: bool,
    ) {
        for source in self.with_expanded(sources) {
            // `SOURCE/.` stands for what is in it.
            let into = is_directory && !is_contents(&source);
            let name = paths::name(&source);
            let target = if into { below(destination, &name) } else { destination.clone() };
            if !tree {
                self.one(Access::Write, &target, false);
                self.walk.has_copied(&source, &target, &self.scope);
                continue;
            }
            let brought = self.walk.brought(&source, &self.sieve, &self.scope);
            let has_name =
                if into { name.literal().is_some() } else { !self.is_directory(&target) };
            self.one(Access::Write, &target, false);
            if !brought.complete && has_name {
                self.one(Access::Write, &target, true);
            } else if !brought.complete && is_contents(&source) {
                self.one(Access::Write, &something_below(&target), false);
            }
            self.walk.has_copied(&source, &target, &self.scope);
            self.walk.arrive(&brought.names, &source, &target, &self.scope);
        }
    }

    /// Writes what lies in the sources into the destination; where that cannot all be seen, all of it may be written.
    pub fn bring_contents(&mut self, sources: &[Value], destination: &Value, tree: bool) {
        for source in sources {
            let brought = self.walk.brought(source, &self.sieve, &self.scope);
            self.one(Access::Write, destination, tree && !brought.complete);
            if tree {
                self.walk.arrive(&brought.names, source, destination, &self.scope);
            }
        }
    }

    /// Sources, and what those with globs stand for.
    pub fn with_expanded(&mut self, sources: &[Value]) -> Vec<Value> {
        let expanded = sources.iter().flat_map(|source| self.walk.sources_of(source, &self.scope));
        sources.iter().cloned().chain(expanded).collect()
    }

    /// Writes each source's name into the destination directory, or the destination itself.
    pub fn arrive(&mut self, sources: &[Value], destination: &Value, is_directory: bool) {
        if !is_directory {
            self.one(Access::Write, destination, false);
            if let [source] = sources {
                self.walk.has_copied(source, destination, &self.scope);
            }
            return;
        }
        for source in sources {
            let target = below(destination, &paths::name(source));
            self.one(Access::Write, &target, false);
            self.walk.has_copied(source, &target, &self.scope);
        }
    }
}

/// Whether a path stands for what is in a directory.
fn is_contents(path: &Value) -> bool {
    let path = path.to_string();
    path == "." || path.ends_with("/.")
}

/// The path of a name below a directory.
pub fn below(directory: &Value, name: &Value) -> Value {
    let mut path = directory.clone();
    if !path.to_string().ends_with('/') {
        path.push(Piece::Text("/".to_owned()));
    }
    path.append(name);
    path
}

/// The path of something whose name is not known, below a directory.
pub fn something_below(directory: &Value) -> Value {
    below(directory, &Value::new(vec![Piece::Hole(Hole::new("…"))]))
}
