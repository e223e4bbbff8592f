//! Owns what the line has put into files; it does not know programs, nor what is on the disk.

use super::scope::{Input, Scope};
use super::walk::Walk;
use super::{Action, Effect, Hole, Piece, Value, paths, programs};
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
    /// This text; a hole stands for what was there before.
    Text(Value),
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
        for path in paths.iter().filter_map(Value::literal) {
            if appends {
                let new = || Contents { adds: true, ..Contents::default() };
                let contents = self.contents.entry(path.to_owned()).or_insert_with(new);
                Rc::make_mut(&mut contents.texts).push(None);
            } else {
                let contents = Contents { texts: Rc::new(vec![None]), ..Contents::default() };
                self.contents.insert(path.to_owned(), contents);
            }
        }
    }

    /// Takes note of what was written last to files.
    pub fn has_written(&mut self, paths: &[Value], text: &Rc<Value>) {
        for path in paths.iter().filter_map(Value::literal) {
            if let Some(contents) = self.contents.get_mut(path)
                && let Some(last) = Rc::make_mut(&mut contents.texts).last_mut()
            {
                last.get_or_insert_with(|| text.clone());
            }
        }
    }

    /// Takes note that files have been opened for writing since then, and nothing is written to them.
    pub fn has_emptied(&mut self, from: usize) {
        let nothing = Rc::new(Value::default());
        let opened = self.effects.since(from).iter().filter_map(|effect| match &effect.action {
            Action::Path(path) => Some(path.paths.clone()),
            _ => None,
        });
        let opened: Vec<Vec<Value>> = opened.collect();
        opened.iter().for_each(|paths| self.has_written(paths, &nothing));
        self.effects.write(from, "");
    }

    /// Takes note that a file has become a copy of another, or takes its place.
    pub fn has_copied(&mut self, source: &Value, target: &Value, scope: &Scope) {
        for directory in &scope.directories {
            let from = paths::absolute(source, directory);
            let to = paths::absolute(target, directory);
            let (Some(from), Some(to)) = (from.literal(), to.literal()) else { continue };
            let written = self.contents.get(from).cloned();
            if let Some(contents) = self.contents.get_mut(to) {
                let copy = Contents { copy_of: Some(from.to_owned()), ..Contents::default() };
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
        let mut whole = match contents.adds && self.facts().is_file(path) {
            true => Value::new(vec![Piece::Hole(Hole::new("…")), Piece::Text("\n".to_owned())]),
            false => Value::default(),
        };
        texts.iter().for_each(|text| whole.append(text));
        Some(Content::Text(whole))
    }

    /// The text that the line has written to a file, if it is known; a hole stands for what was there before.
    pub fn text_written(&mut self, name: &Value, scope: &Scope) -> Option<Value> {
        let meant = scope.directories.iter().map(|directory| paths::absolute(name, directory));
        let meant: Vec<Value> = meant.collect();
        meant.iter().find_map(|path| match self.contents_of(path.literal()?)? {
            Content::Text(text) => Some(text),
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
