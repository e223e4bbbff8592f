//! Owns what one-liners of interpreters visibly do: literal paths and commands; it does not run or understand them.

use super::entry::shell;
use super::{Described, Started};
use crate::effects::Value;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

/// The grammar of an interpreter; `None` for another program.
pub fn describe(_: &str, _: &[Value]) -> Option<Described> {
    None
}

/// What an awk program runs and writes, where it says so plainly.
pub fn awk(walk: &mut Walk, started: &Started, program: &Value, scope: &mut Scope) {
    let _ = (walk, started, program, scope, shell);
}
