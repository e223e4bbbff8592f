//! Owns what redirections do: files read and written, and what comes in on standard input; it does not know programs.

use super::scope::{Input, Scope};
use super::touch::Touch;
use super::walk::Walk;
use super::{Access, Action, Feeds, Value};
use crate::shell::syntax::{Descriptor, Redirection, RedirectionKind, Word};

impl Walk<'_> {
    /// Follows redirections; here-documents and files replace what the scope has on standard input.
    pub fn redirections(&mut self, list: &[Redirection], scope: &mut Scope) {
        for redirection in list {
            let (input, feeds) = match &redirection.kind {
                RedirectionKind::Read(word) => self.read_from(word, &[Access::Read], scope),
                RedirectionKind::ReadWrite(word) => {
                    self.read_from(word, &[Access::Read, Access::Write], scope)
                }
                RedirectionKind::Write(word) | RedirectionKind::WriteBoth(word) => {
                    self.opened(word, &Touch::file(Access::Write), scope);
                    continue;
                }
                RedirectionKind::Append(word) | RedirectionKind::AppendBoth(word) => {
                    self.opened(word, &Touch::appended(), scope);
                    continue;
                }
                RedirectionKind::Duplicate(word) => {
                    let value = self.value(word, scope);
                    let from =
                        value.literal().and_then(|text| text.trim_end_matches('-').parse().ok());
                    match from.and_then(|from: u32| scope.input_of(from)) {
                        Some(input) => (input, from.map(|it| scope.fed(it)).unwrap_or_default()),
                        None => continue,
                    }
                }
                RedirectionKind::HereDocument(document) => {
                    (Input::Text(self.joined(&document.body, scope)), Feeds::NONE)
                }
                RedirectionKind::HereString(word) => {
                    let mut text = self.value(word, scope);
                    text.append(&Value::from("\n"));
                    (Input::Text(text), Feeds::NONE)
                }
            };
            match redirection.descriptor {
                None => scope.feed_from(0, input, feeds),
                Some(Descriptor::Number(number)) => scope.feed_from(number, input, feeds),
                // Which number `{NAME}` gets is not known.
                Some(Descriptor::Named(_)) => {}
            }
        }
    }

    /// Opens a file, or what stands behind a name such as `<(…)`, and says what comes from it.
    fn read_from(&mut self, word: &Word, accesses: &[Access], scope: &Scope) -> (Input, Feeds) {
        let fields = self.fields(std::slice::from_ref(word), scope);
        let through = fields.first().and_then(|name| self.read_through(name, scope));
        let feeds = fields.first().map(|name| self.feeds_of_file(name, scope));
        let input = through.unwrap_or_else(|| {
            accesses.iter().for_each(|access| self.touched(&fields, &Touch::file(*access), scope));
            // The line may have just written it.
            let written = fields.first().and_then(|name| match name.literal() {
                Some("/dev/null") => Some(Value::default()),
                _ => self.text_written(name, scope),
            });
            let file = fields.into_iter().next().and_then(|name| scope.opened_file(name));
            match (written, file) {
                (Some(text), _) => Input::Text(text),
                (None, Some(file)) => Input::File(file),
                (None, None) => Input::Inherited,
            }
        });
        (input, feeds.unwrap_or_default())
    }

    fn opened(&mut self, word: &Word, touch: &Touch, scope: &Scope) {
        let fields = self.fields(std::slice::from_ref(word), scope);
        self.touched(&fields, touch, scope);
    }

    fn touched(&mut self, paths: &[Value], touch: &Touch, scope: &Scope) {
        for path in paths {
            match connection(path) {
                Some(url) => {
                    self.add(Action::Connect { url, method: None, body: None }, scope);
                }
                None => self.path(touch.clone(), path, scope),
            }
        }
    }
}

/// `/dev/tcp/HOST/PORT` and `/dev/udp/HOST/PORT` are no files to bash, but connections (Bash Reference Manual, 3.6).
fn connection(path: &Value) -> Option<Value> {
    let scheme = ["tcp", "udp"].into_iter().find(|scheme| {
        let rest = path.known_start().strip_prefix("/dev/");
        rest.and_then(|rest| rest.strip_prefix(*scheme)).is_some_and(|rest| rest.starts_with('/'))
    })?;
    let mut url = Value::from(format!("{scheme}:/"));
    url.append(&path.after("/dev/tcp".len())?);
    Some(url)
}
