//! Owns `apply_patch` as a command, which Codex applies itself; it does not read patches.
//!
//! Measured with codex-cli 0.171.0: the patch comes in a here-document or as the only argument.

use super::{Program, Started};
use crate::effects::options::Style;
use crate::effects::patch;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;

const PLAIN: Style =
    Style { short_values: "", long_values: &[], long_flags: &[], operands_last: true };

/// The family.
pub const PROGRAMS: &[Program] =
    &[Program { names: &["apply_patch", "applypatch"], style: PLAIN, follow: apply }];

fn apply(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let own = Scope { cause: Some(started.id), ..scope.clone() };
    let argument = started.run.arguments.operands.first().cloned();
    let text = match (argument, scope.input()) {
        (Some(argument), _) => Some(argument),
        (None, Input::Text(text)) => Some(text),
        (None, _) => None,
    };
    match text.as_ref().and_then(|text| text.literal()) {
        Some(text) => patch::follow(walk, text, &own),
        None => walk.opaque("the patch is not known", &own),
    }
}
