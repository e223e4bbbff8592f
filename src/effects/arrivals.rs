//! Owns which files a folder or a glob brings to the place where it is copied or moved; it does not copy, nor know programs.

use super::contents::Content;
use super::scope::Scope;
use super::touch::Touch;
use super::walk::Walk;
use super::{Access, Piece, Place, Sieve, Value, paths, sieve};
use std::collections::BTreeSet;

/// How many entries of a folder are looked at; policies look at as many.
const MAXIMUM_ENTRIES: usize = 256;

/// How many files that arrive are told one by one for a call in all.
const MAXIMUM_IN_ALL: usize = 512;

/// What a source brings.
#[derive(Debug)]
pub struct Brought {
    /// The files in it, relative to it.
    pub names: BTreeSet<String>,
    /// Whether that is all. A plain file has none.
    pub complete: bool,
}

impl Walk<'_> {
    /// What lies in a source that is copied or moved whole, of what the sieve takes. A repository is copied with what git
    /// keeps in it, which is no change of git's own files.
    pub fn brought(&mut self, source: &Value, sieve: &Sieve, scope: &Scope) -> Brought {
        let mut brought = Brought { names: BTreeSet::new(), complete: is_local(scope) };
        if !brought.complete {
            return brought;
        }
        for directory in &scope.directories {
            let absolute = paths::absolute(source, directory).to_string();
            let mut seen = matches!(self.contents_of(&absolute), Some(Content::Text { .. }));
            let joined = paths::joined(source, directory);
            let followed = joined.literal().and_then(|path| self.links_followed(path, true));
            if let Some(folder) = followed.as_deref().and_then(|path| path.to_str()) {
                seen |= self.facts().is_file(folder);
                if self.facts().is_directory(folder) {
                    let listing = self.facts().below(folder, MAXIMUM_ENTRIES);
                    let names = listing.files.iter().filter_map(|file| name_below(file, folder));
                    brought.names.extend(names);
                    seen = listing.complete;
                }
            }
            let written = self.contents.range(format!("{absolute}/")..);
            let written = written.map_while(|(file, _)| name_below(file, &absolute));
            brought.names.extend(written.take(MAXIMUM_ENTRIES));
            brought.complete &= seen;
        }
        let folder = |name: &String| Some(name.rsplit_once('/')?.0.to_owned());
        let folders: BTreeSet<String> = brought.names.iter().filter_map(folder).collect();
        brought.names.retain(|name| {
            !folders.contains(name)
                && !name.split('/').any(|part| part == ".git")
                && sieve.takes(name, false)
        });
        let left = MAXIMUM_IN_ALL.saturating_sub(self.arrived);
        brought.complete &= brought.names.len() <= left;
        while brought.names.len() > left {
            brought.names.pop_last();
        }
        self.arrived += brought.names.len();
        brought
    }

    /// Adds that such files arrive at a target.
    pub fn arrive(&mut self, names: &BTreeSet<String>, from: &Value, to: &Value, scope: &Scope) {
        for name in names {
            let below = |folder: &Value| {
                let mut path = folder.clone();
                path.push(Piece::Text(format!("/{name}")));
                path
            };
            self.path(Touch::file(Access::Write), &below(to), scope);
            self.has_copied(&below(from), &below(to), scope);
        }
    }

    /// What is there, or is made by the line, of what a source with globs stands for. None of a source without.
    pub fn sources_of(&mut self, source: &Value, scope: &Scope) -> Vec<Value> {
        let is_glob = |piece: &Piece| !matches!(piece, Piece::Hole(hole) if !hole.is_glob());
        if source.literal().is_some() || !source.pieces().iter().all(is_glob) || !is_local(scope) {
            return Vec::new();
        }
        let start = source.known_start().rfind('/').map_or(0, |slash| slash + 1);
        let (Some(folder), Some(rest)) = (source.known_start().get(..start), source.after(start))
        else {
            return Vec::new();
        };
        let patterns: Vec<String> = paths::components(&rest).iter().map(pattern).collect();
        let mut found = BTreeSet::new();
        for directory in &scope.directories {
            let here = if folder.is_empty() { "." } else { folder };
            let absolute = paths::absolute(&Value::from(here), directory);
            let Some(absolute) = absolute.literal() else { continue };
            let followed = self.links_followed(absolute, true);
            let followed = followed.as_deref().and_then(|path| path.to_str()).unwrap_or(absolute);
            let listing = self.facts().below(followed, MAXIMUM_ENTRIES);
            let there = listing.files.iter().filter_map(|file| name_below(file, followed));
            let written = self.contents.range(format!("{absolute}/")..);
            let written = written.map_while(|(file, _)| name_below(file, absolute));
            let names = there.chain(written.take(MAXIMUM_ENTRIES));
            found.extend(names.filter(|name| fits(&patterns, name)));
        }
        let left = MAXIMUM_IN_ALL.saturating_sub(self.arrived);
        self.arrived += found.len().min(left);
        found.iter().take(left).map(|name| Value::from(format!("{folder}{name}"))).collect()
    }
}

/// Whether paths are those of this machine.
fn is_local(scope: &Scope) -> bool {
    scope.mounts.is_none() && scope.place == Place::Local
}

fn name_below(file: &str, folder: &str) -> Option<String> {
    let name = file.strip_prefix(folder)?.strip_prefix('/')?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// A component as a pattern: what is not known of it may be any text.
fn pattern(component: &Value) -> String {
    let pieces = component.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => text.as_str(),
        Piece::Hole(_) => "*",
    });
    pieces.collect()
}

/// Whether each component of a path fits its pattern; `*` stands for no name that begins with a dot (POSIX XCU 2.14.3).
fn fits(patterns: &[String], path: &str) -> bool {
    let names: Vec<&str> = path.split('/').collect();
    let fits = |(pattern, name): (&String, &&str)| {
        sieve::fits(pattern, name) && (!name.starts_with('.') || pattern.starts_with('.'))
    };
    names.len() == patterns.len() && patterns.iter().zip(&names).all(fits)
}
