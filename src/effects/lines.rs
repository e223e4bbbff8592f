//! Owns loops over lines that are known: `while read`; it does not know what is done with them.

use super::Value;
use super::fields::parts;
use super::scope::{Input, Scope};
use super::statements::MAXIMUM_ROUNDS;
use super::walk::Walk;
use crate::shell::syntax::{CommandKind, Program};

impl Walk<'_> {
    /// Follows `while` and `until`: round by round where they read lines that are known, else once.
    pub(super) fn while_loop(&mut self, condition: &Program, body: &Program, scope: &mut Scope) {
        let lines = if reads_a_line(condition) { lines(&scope.input()) } else { Vec::new() };
        for line in &lines {
            scope.feed_from(0, Input::Text(line.clone()), scope.fed(0));
            self.round(condition, body, scope);
        }
        if lines.is_empty() {
            self.round(condition, body, scope);
        }
    }

    fn round(&mut self, condition: &Program, body: &Program, scope: &mut Scope) {
        let mut holds = self.condition(condition, scope);
        self.program(body, &mut holds);
        holds.go_on();
        scope.merge(holds);
    }
}

/// Whether the condition is `read`, or ends with it.
fn reads_a_line(condition: &Program) -> bool {
    let last = condition.statements.last().and_then(|statement| statement.first.commands.last());
    let CommandKind::Simple(simple) = (match last {
        Some(command) => &command.kind,
        None => return false,
    }) else {
        return false;
    };
    simple.words.first().and_then(|word| word.literal()).as_deref() == Some("read")
}

/// The lines that come in, or what `find -print0` ends like lines.
fn lines(input: &Input) -> Vec<Value> {
    let Input::Text(text) = input else { return Vec::new() };
    let lines = parts(text, "\n\0");
    if lines.len() > MAXIMUM_ROUNDS { Vec::new() } else { lines }
}
