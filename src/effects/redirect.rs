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
            let feeds_input = matches!(redirection.descriptor, None | Some(Descriptor::Number(0)));
            let input = match &redirection.kind {
                RedirectionKind::Read(word) => {
                    self.opened(word, &[Access::Read], scope);
                    Input::Unknown
                }
                RedirectionKind::ReadWrite(word) => {
                    self.opened(word, &[Access::Read, Access::Write], scope);
                    Input::Unknown
                }
                RedirectionKind::Write(word)
                | RedirectionKind::Append(word)
                | RedirectionKind::WriteBoth(word)
                | RedirectionKind::AppendBoth(word) => {
                    self.opened(word, &[Access::Write], scope);
                    continue;
                }
                RedirectionKind::Duplicate(word) => {
                    self.value(word, scope);
                    continue;
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
            if feeds_input {
                scope.input = input;
            }
        }
    }

    fn opened(&mut self, word: &Word, accesses: &[Access], scope: &Scope) {
        for path in self.fields(std::slice::from_ref(word), scope) {
            for access in accesses {
                self.path(Touch::file(*access), &path, scope);
            }
        }
    }
}
