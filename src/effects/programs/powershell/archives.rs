//! Owns the cmdlets of archives; it does not know their parameters.

use super::super::Started;
use super::super::files::{Files, something_below};
use super::binding::given;
use super::provider::{items, path};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

fn destination(walk: &Walk, started: &Started, scope: &Scope) -> Option<Value> {
    given(started, "DestinationPath").first().and_then(|it| path(it, false, walk, scope))
}

/// Reads trees into an archive.
pub fn compress(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let items = items(walk, started, scope);
    let destination = destination(walk, started, scope);
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Read, &items, true);
    destination.iter().for_each(|it| files.one(Access::Write, it, false));
}

/// Writes what is in an archive below a directory.
pub fn expand(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let items = items(walk, started, scope);
    let destination = destination(walk, started, scope).unwrap_or_else(|| Value::from("."));
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Read, &items, false);
    files.one(Access::Write, &something_below(&destination), false);
}
