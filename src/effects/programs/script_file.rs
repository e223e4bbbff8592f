//! Owns how programs come to a script in a language of their own: from a file or from standard input; it does not know any
//! of the languages.

use super::Started;
use super::files::Files;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

/// Follows the script in a file, which is read.
pub fn in_file(
    walk: &mut Walk,
    started: &Started,
    file: &Value,
    scope: &mut Scope,
    follow: impl FnOnce(&mut Walk, &Value, &mut Scope),
) {
    Files::new(walk, started, scope).one(Access::Read, file, false);
    if let Some(script) = walk.script(file, scope) {
        walk.within_script(&script, scope, |walk, scope| follow(walk, &script.text, scope));
    }
}

/// Follows the script in the file that is the first operand, or else on standard input.
pub fn named_or_input(
    walk: &mut Walk,
    started: &Started,
    scope: &mut Scope,
    follow: impl FnOnce(&mut Walk, &Value, &mut Scope),
) {
    match (started.run.arguments.operands.first(), scope.input()) {
        (Some(file), _) if file.literal() != Some("-") => {
            in_file(walk, started, file, scope, follow);
        }
        (_, Input::Text(text)) => follow(walk, &text, scope),
        _ => {}
    }
}
