//! Owns what redirections do: files read and written, and what comes in on standard input; it does not know programs.

use super::scope::{Input, Scope};
use super::touch::Touch;
use super::walk::Walk;
use super::{Access, Value};
use crate::shell::syntax::{Descriptor, Redirection, RedirectionKind, Word};

impl Walk<'_> {
    /// Follows redirections; here-documents and files replace what the scope has on standard input.
    pub fn redirections(&mut self, list: &[Redirection], scope: &mut Scope) {
        for redirection in list {
            let input = match &redirection.kind {
                RedirectionKind::Read(word) => self.read_from(word, &[Access::Read], scope),
                RedirectionKind::ReadWrite(word) => {
                    self.read_from(word, &[Access::Read, Access::Write], scope)
                }
                RedirectionKind::Write(word)
                | RedirectionKind::Append(word)
                | RedirectionKind::WriteBoth(word)
                | RedirectionKind::AppendBoth(word) => {
                    self.opened(word, &[Access::Write], scope);
                    continue;
                }
                RedirectionKind::Duplicate(word) => {
                    let value = self.value(word, scope);
                    let from =
                        value.literal().and_then(|text| text.trim_end_matches('-').parse().ok());
                    match from.and_then(|from: u32| scope.input_of(from)) {
                        Some(input) => input,
                        None => continue,
                    }
                }
                RedirectionKind::HereDocument(document) => {
                    Input::Text(self.joined(&document.body, scope))
                }
                RedirectionKind::HereString(word) => {
                    let mut text = self.value(word, scope);
                    text.append(&Value::from("\n"));
                    Input::Text(text)
                }
            };
            match redirection.descriptor {
                None => scope.feed(0, input),
                Some(Descriptor::Number(number)) => scope.feed(number, input),
                // Which number `{NAME}` gets is not known.
                Some(Descriptor::Named(_)) => {}
            }
        }
    }

    /// Opens a file, or what stands behind a name such as `<(…)`, and says what comes from it.
    fn read_from(&mut self, word: &Word, accesses: &[Access], scope: &Scope) -> Input {
        let fields = self.fields(std::slice::from_ref(word), scope);
        let through = fields.first().and_then(|name| self.read_through(name, scope));
        through.unwrap_or_else(|| {
            self.touched(&fields, accesses, scope);
            // What a file holds is as unknown as a script's content: `bash < x.sh` is `bash x.sh`.
            Input::Inherited
        })
    }

    fn opened(&mut self, word: &Word, accesses: &[Access], scope: &Scope) {
        let fields = self.fields(std::slice::from_ref(word), scope);
        self.touched(&fields, accesses, scope);
    }

    fn touched(&mut self, paths: &[Value], accesses: &[Access], scope: &Scope) {
        for path in paths {
            for access in accesses {
                self.path(Touch::file(*access), path, scope);
            }
        }
    }
}
