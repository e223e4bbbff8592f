//! Owns finding what feeds a program: through pipes, substitutions, and files that the same line has written; it does
//! not know programs.

use super::programs::{self, Output, Script};
use super::scope::{Input, Scope};
use super::walk::Walk;
use super::{Access, Action, Effect, Feed, Feeds, PathAction, Run, Value, paths};

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
            Some("-") => Some("0"),
            path => path.and_then(paths::descriptor),
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
        let meant = scope.meant(name);
        meant.iter().fold(Feeds::NONE, |feeds, path| feeds.and(self.written_to(path)))
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

    /// Says what a program has written to the files it opened since `from`, if that is plain to see: what `tee` is
    /// given, or what the program repeats.
    pub fn wrote(&mut self, from: usize, run: &Run, repeated: Option<Value>, scope: &Scope) {
        let is_unknown = |path: &PathAction| path.access == Access::Write && path.text.is_none();
        let is_unknown_write =
            |effect: &Effect| matches!(&effect.action, Action::Path(path) if is_unknown(path));
        if !self.effects.since(from).iter().any(is_unknown_write) {
            return;
        }
        let text = match (programs::name_of(&run.program), scope.input()) {
            ("tee", Input::Text(text)) => Some(text),
            ("tee", _) => None,
            _ => repeated,
        };
        let Some(text) = text else { return };
        self.has_written(from..self.effects.len(), &text, is_unknown);
        if let Some(text) = text.literal() {
            self.effects.write(from, text);
        }
    }
}
