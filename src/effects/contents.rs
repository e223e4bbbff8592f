//! Owns what the line has put into files; it does not know programs, nor what is on the disk.

use super::scope::{Input, Scope};
use super::walk::Walk;
use super::{Action, Effect, Hole, PathAction, Piece, Value, paths, programs};
use std::ops::Range;
use std::rc::Rc;

/// What the line has put into a file.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    /// What was written, one text after the other; absent where it is not known.
    texts: Rc<Vec<Option<Rc<Value>>>>,
    /// Whether that stands after what was there before.
    adds: bool,
    /// The file that it is a copy of.
    copy_of: Option<String>,
}

/// What is in a file, as far as the line says so.
pub enum Content {
    /// This text; whether it stands behind what was there before.
    Text {
        /// The text.
        text: Value,
        /// Whether it is added.
        adds: bool,
    },
    /// The same as in another file.
    CopyOf(String),
    /// Something that is not known.
    Unknown,
}

/// Programs that write to a file and leave its content as it is.
const KEEPING: &[&str] = &["chmod", "chown", "chgrp", "chattr", "setfacl", "touch"];

impl Walk<'_> {
    /// Whether the program that writes leaves the content of files as it is.
    pub fn writes_only_attributes(&self, scope: &Scope) -> bool {
        let writer = scope.cause.and_then(|cause| self.effects.get(cause));
        matches!(writer, Some(Effect { action: Action::Run(run), .. })
            if KEEPING.contains(&programs::name_of(&run.program)))
    }

    /// Takes note that files are opened for writing.
    pub fn writes_to(&mut self, paths: &[Value], appends: bool) {
        // A name with holes, as `mktemp` makes one, is the same where it is spelt the same.
        for path in paths.iter().map(Value::to_string) {
            if appends {
                let new = || Contents { adds: true, ..Contents::default() };
                let contents = self.contents.entry(path).or_insert_with(new);
                Rc::make_mut(&mut contents.texts).push(None);
            } else {
                let contents = Contents { texts: Rc::new(vec![None]), ..Contents::default() };
                self.contents.insert(path, contents);
            }
        }
    }

    /// Takes note of what was written last to the files of such effects, which lie in this range.
    pub fn has_written(
        &mut self,
        effects: Range<usize>,
        text: &Value,
        is_such: impl Fn(&PathAction) -> bool,
    ) {
        let text = Rc::new(text.clone());
        for effect in self.effects.since(effects.start).iter().take(effects.len()) {
            let Action::Path(action) = &effect.action else { continue };
            if !is_such(action) {
                continue;
            }
            for path in action.paths.iter().map(Value::to_string) {
                if let Some(contents) = self.contents.get_mut(&path)
                    && let Some(last) = Rc::make_mut(&mut contents.texts).last_mut()
                {
                    last.get_or_insert_with(|| Rc::clone(&text));
                }
            }
        }
    }

    /// Takes note that what a group of commands writes went to the files that were opened between these effects.
    pub fn has_written_between(&mut self, from: usize, opened: usize) {
        if let Some(Input::Text(text)) = self.printed.clone() {
            self.has_written(from..opened, &text, |_| true);
        }
    }

    /// Takes note that files have been opened for writing since then, and nothing is written to them.
    pub fn has_emptied(&mut self, from: usize) {
        self.has_written(from..self.effects.len(), &Value::default(), |_| true);
        self.effects.write(from, "");
    }

    /// Takes note that a file has become a copy of another, or takes its place.
    pub fn has_copied(&mut self, source: &Value, target: &Value, scope: &Scope) {
        for directory in &scope.directories {
            let from = paths::absolute(source, directory);
            let to = paths::absolute(target, directory);
            let (from, to) = (from.to_string(), to.to_string());
            let written = self.contents.get(&from).cloned();
            if let Some(contents) = self.contents.get_mut(&to) {
                let copy = Contents { copy_of: Some(from), ..Contents::default() };
                *contents = written.unwrap_or(copy);
            }
        }
    }

    /// What is in a file of this path; `None` if the line has not written to it.
    pub fn contents_of(&mut self, path: &str) -> Option<Content> {
        let contents = self.contents.get(path)?.clone();
        if let Some(original) = contents.copy_of {
            return Some(Content::CopyOf(original));
        }
        let Some(texts) = contents.texts.iter().cloned().collect::<Option<Vec<_>>>() else {
            return Some(Content::Unknown);
        };
        if !self.may_expand(texts.iter().map(|text| text.length()).sum()) {
            return Some(Content::Unknown);
        }
        let mut text = Value::default();
        texts.iter().for_each(|more| text.append(more));
        Some(Content::Text { text, adds: contents.adds && self.facts().is_file(path) })
    }

    /// The text that the line has written to a file, if it is known; a hole stands for what was there before.
    pub fn text_written(&mut self, name: &Value, scope: &Scope) -> Option<Value> {
        scope.meant(name).iter().find_map(|path| match self.contents_of(&path.to_string())? {
            Content::Text { text, adds: false } => Some(text),
            Content::Text { text, adds: true } => {
                let before = [Piece::Hole(Hole::new("…")), Piece::Text("\n".to_owned())];
                let mut whole = Value::new(before.to_vec());
                whole.append(&text);
                Some(whole)
            }
            Content::CopyOf(_) | Content::Unknown => None,
        })
    }

    /// The text that a program reads through a name, if the line says it: its standard input, `<(…)`, or a file that the
    /// line has written.
    pub fn text_behind(&mut self, name: &Value, scope: &Scope) -> Option<Value> {
        let input = match name.literal() {
            Some("-") => Some(scope.input()),
            Some("/dev/null") => Some(Input::Text(Value::default())),
            _ => self.read_through(name, scope),
        };
        match input {
            Some(Input::Text(text)) => Some(text),
            Some(Input::Inherited | Input::Unknown | Input::File(_)) => None,
            None => self.text_written(name, scope),
        }
    }
}
