//! Owns finding what feeds a program: through pipes, substitutions, and files that the same line has written; it does
//! not know programs.

use super::programs::{self, Output, Script};
use super::scope::{Input, Scope};
use super::walk::Walk;
use super::{Access, Action, Feed, Feeds, Hole, PathAction, Piece, Run, Value, paths};
use std::rc::Rc;

/// How many effects are looked back through for a file's text, so that the work stays linear.
const NEAR: usize = 256;

impl Walk<'_> {
    /// What feeds the program that an interpreter runs; nothing for any other program.
    pub fn feeds_of(&self, run: &Run, scope: &Scope) -> Feeds {
        match programs::script(run) {
            Some(Script::Input) => scope.fed(0),
            Some(Script::Text(text)) => {
                let own = text.program_sources().and(programs::fetched_by_itself(text));
                // Words of which nothing is known are what `xargs` or `read` have taken from standard input.
                if own.is_empty() && text.is_all_hole() { scope.fed(0) } else { own }
            }
            Some(Script::File(file)) => self.feeds_of_file(file, scope),
            Some(Script::Encoded) => Feeds::NONE.with(Feed::Decoded),
            None if run.program.known_start().contains('/') => {
                self.feeds_written(&run.program, scope)
            }
            None => run.program.program_sources(),
        }
    }

    /// Where what is read through a name comes from: a file, an address, a descriptor, `<(…)`.
    pub fn feeds_of_file(&self, name: &Value, scope: &Scope) -> Feeds {
        let sources = name.sources();
        if !sources.is_empty() {
            return sources;
        }
        let descriptor = match name.literal() {
            Some("/dev/stdin" | "-") => Some("0"),
            Some(path) => {
                path.strip_prefix("/dev/fd/").or_else(|| path.strip_prefix("/proc/self/fd/"))
            }
            None => None,
        };
        if let Some(descriptor) = descriptor.and_then(|number| number.parse().ok()) {
            return scope.fed(descriptor);
        }
        if ["http://", "https://"].iter().any(|start| name.known_start().starts_with(start)) {
            return Feeds::NONE.with(Feed::Download);
        }
        self.feeds_written(name, scope).with(Feed::File)
    }

    /// Where what the line has written to a file comes from.
    fn feeds_written(&self, name: &Value, scope: &Scope) -> Feeds {
        if self.written.is_empty() {
            return Feeds::NONE;
        }
        let meant = scope.directories.iter().map(|directory| paths::absolute(name, directory));
        meant.fold(Feeds::NONE, |feeds, path| feeds.and(self.written_to(&path)))
    }

    fn written_to(&self, path: &Value) -> Feeds {
        path.literal().and_then(|path| self.written.get(path)).copied().unwrap_or_default()
    }

    /// Where what commands write to standard output comes from: the effects since `from` are theirs, and whatever they
    /// get they may pass on, as `tee`, `sed` and `tr` do.
    pub fn produced(&self, from: usize, incoming: Feeds) -> Feeds {
        self.made(from, incoming, |output| output == Output::Standard)
    }

    fn made(&self, from: usize, incoming: Feeds, counts: fn(Output) -> bool) -> Feeds {
        let mut feeds = incoming;
        for effect in self.effects.since(from) {
            match &effect.action {
                Action::Run(run) => {
                    let made = programs::source(run).filter(|(_, output)| counts(*output));
                    feeds = made.map_or(feeds, |(feed, _)| feeds.with(feed));
                }
                Action::Path(PathAction { access, paths, moved, .. })
                    if *access == Access::Read || *moved =>
                {
                    feeds = feeds.with(Feed::File);
                    feeds =
                        paths.iter().fold(feeds, |feeds, path| feeds.and(self.written_to(path)));
                }
                _ => {}
            }
        }
        feeds
    }

    /// Where what a program passes on comes from while its words are expanded.
    pub fn passed_on(&self, scope: &Scope) -> Feeds {
        let own = scope.cause.and_then(|cause| self.effects.get(cause));
        let made = match own.map(|effect| &effect.action) {
            Some(Action::Run(run)) => programs::source(run),
            _ => None,
        };
        made.map_or(scope.fed(0), |(feed, _)| scope.fed(0).with(feed))
    }

    /// Takes note of files to which a command has written what was downloaded or decoded.
    pub fn remember_written(&mut self, from: usize, scope: &Scope) {
        let feeds = self.made(from, scope.fed(0), |_| true).without(Feed::Pipe).without(Feed::File);
        if feeds.is_empty() {
            return;
        }
        for effect in self.effects.since(from) {
            if let Action::Path(PathAction { access: Access::Write, paths, .. }) = &effect.action {
                for path in paths.iter().filter_map(Value::literal) {
                    let known = self.written.entry(path.to_owned()).or_default();
                    *known = known.and(feeds);
                }
            }
        }
    }

    /// The text that the line has written to a file, if it is known.
    pub fn text_written(&mut self, name: &Value, scope: &Scope) -> Option<Value> {
        self.written_and_whole(name, scope).map(|(text, _)| text)
    }

    /// The same, and whether that is all there is in the file.
    fn written_and_whole(&mut self, name: &Value, scope: &Scope) -> Option<(Value, bool)> {
        let meant = scope.directories.iter().map(|directory| paths::absolute(name, directory));
        let meant: Vec<Value> = meant.collect();
        let from = self.effects.len().saturating_sub(NEAR);
        let mut texts: Vec<Rc<str>> = Vec::new();
        let mut whole = false;
        for effect in self.effects.since(from).iter().rev() {
            match &effect.action {
                Action::Path(PathAction {
                    access: Access::Write, paths, text, appended, ..
                }) if paths.iter().any(|path| meant.contains(path)) => {
                    texts.push(text.clone()?);
                    whole = !appended;
                }
                _ => continue,
            }
            if whole {
                break;
            }
        }
        texts.last()?;
        // What it was before may lie further back.
        if !whole && from > 0 {
            return None;
        }
        if !self.may_expand(texts.iter().map(|text| text.len()).sum()) {
            return None;
        }
        let is_there = |path: &Value| path.literal().is_none_or(|path| self.facts().is_file(path));
        let whole = whole || !meant.iter().any(is_there);
        let mut written = Value::default();
        texts.iter().rev().for_each(|text| written.append(&Value::from(&**text)));
        Some((written, whole))
    }

    /// The text that a program reads through a name, if the line says it: its standard input, `<(…)`, or a file that the
    /// line has written. A hole stands for what was in that before.
    pub fn text_behind(&mut self, name: &Value, scope: &Scope) -> Option<Value> {
        let input = match name.literal() {
            Some("-") => Some(scope.input()),
            _ => self.read_through(name, scope),
        };
        match input {
            Some(Input::Text(text)) => Some(text),
            Some(Input::Inherited | Input::Unknown) => None,
            None => self.written_and_whole(name, scope).map(|(text, whole)| {
                let before = [Piece::Hole(Hole::new("…")), Piece::Text("\n".to_owned())];
                let mut all = Value::new(if whole { Vec::new() } else { before.to_vec() });
                all.append(&text);
                all
            }),
        }
    }

    /// Says what a program has written to the files it opened since `from`, if that is plain to see: what `tee` is
    /// given, or what the program repeats.
    pub fn wrote(&mut self, from: usize, run: &Run, repeated: Option<Value>, scope: &Scope) {
        let is_unknown_write = |action: &Action| {
            matches!(action, Action::Path(PathAction { access: Access::Write, text: None, .. }))
        };
        if !self.effects.since(from).iter().any(|effect| is_unknown_write(&effect.action)) {
            return;
        }
        let text = match (programs::name_of(&run.program), scope.input()) {
            ("tee", Input::Text(text)) => Some(text),
            ("tee", _) => None,
            _ => repeated,
        };
        if let Some(text) = text.as_ref().and_then(Value::literal) {
            self.effects.write(from, text);
        }
    }
}
