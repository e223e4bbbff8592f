//! Owns tildes: where words have some, and the directories that they stand for; it does not expand anything else.
//!
//! Bash Reference Manual, section 3.5.2 (tilde expansion).

use super::fields::Expanded;
use super::scope::Scope;
use super::walk::Walk;
use super::{Hole, Piece, Value};
use crate::shell::Dialect;

/// Whether words that look like assignments have tildes where those would: bash does that, and not in POSIX mode, under the
/// name sh.
pub fn are_assigned_by_words(scope: &Scope) -> bool {
    scope.dialect == Dialect::Bash && !scope.posix
}

/// The `NAME=` of a word that looks like an assignment, and the paths that follow, if there is a tilde in them.
pub fn assigned(word: &str) -> Option<(&str, &str)> {
    let (name, paths) = word.split_at_checked(word.find('=')? + 1)?;
    let letters = name.trim_end_matches('=').trim_end_matches('+').as_bytes();
    let is_name = letters.first().is_some_and(|first| !first.is_ascii_digit())
        && letters.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    (is_name && paths.contains('~')).then_some((name, paths))
}

impl Walk<'_> {
    /// Expands the tildes of paths with `:` between them, and returns the text after the last one.
    pub fn tildes<'t>(
        &self,
        mut paths: &'t str,
        whole: bool,
        scope: &Scope,
        pieces: &mut Vec<Expanded>,
    ) -> &'t str {
        while let Some((path, rest)) = paths.split_once(':') {
            let path = self.tilde(path, true, scope, pieces);
            pieces.push(Expanded::literal(&format!("{path}:")));
            paths = rest;
        }
        self.tilde(paths, whole, scope, pieces)
    }

    /// Expands a tilde at the start and returns the text after it.
    pub fn tilde<'t>(
        &self,
        text: &'t str,
        whole: bool,
        scope: &Scope,
        pieces: &mut Vec<Expanded>,
    ) -> &'t str {
        let Some(rest) = text.strip_prefix('~') else { return text };
        let (user, path) = match rest.find('/') {
            Some(slash) => rest.split_at(slash),
            // `~"x"` is no tilde expansion.
            None if whole => (rest, ""),
            None => return text,
        };
        let home = match (user, scope.directories.as_slice()) {
            ("", _) => Some(self.home(scope)),
            ("+", [directory]) => Some(directory.clone()),
            ("+" | "-", _) => None,
            (user, _) => self.facts().home_of(user).map(Value::from),
        };
        let home =
            home.unwrap_or_else(|| Value::new(vec![Piece::Hole(Hole::new(format!("~{user}")))]));
        pieces.extend(home.pieces().iter().cloned().map(Expanded::quoted));
        path
    }
}
