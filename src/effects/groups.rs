//! Owns what the commands of a group write one after the other; it does not follow them.

use super::scope::{Input, Scope};
use super::walk::Walk;
use super::{Piece, Value};
use crate::shell::syntax::{
    CommandKind, Descriptor, Program, Redirection, RedirectionKind, Statement,
};

/// Commands that write nothing to standard output by themselves.
const SILENT: &[&str] = &[
    ":", "true", "false", "cd", "set", "unset", "export", "readonly", "local", "shift", "sleep",
    "wait", "mkdir", "touch", "rm", "trap",
];

impl Walk<'_> {
    /// Follows the commands of a group, and says what they write to standard output if that of some is plain to see:
    /// `(crontab -l; echo x)`. For what is not known of a command a line stands of which nothing is known.
    pub fn group(&mut self, program: &Program, scope: &mut Scope) -> Option<Input> {
        if program.writes_at_its_end() {
            self.program(program, scope);
            return self.printed.take();
        }
        let (mut written, mut is_any_known) = (Value::default(), false);
        self.statements(program, scope, |walk, statement| {
            let printed = walk.printed.take().filter(|_| is_alone(statement));
            if is_silent(statement) {
                return;
            }
            let known = match printed {
                Some(Input::Text(text)) => Some(text),
                _ => None,
            };
            is_any_known |= known.is_some();
            written.append(&known.unwrap_or_else(|| walk.unknown_line()));
        });
        (is_any_known && self.may_expand(written.length())).then_some(Input::Text(written))
    }

    fn unknown_line(&mut self) -> Value {
        let hole = self.fed_hole("…", Input::Unknown);
        Value::new(vec![Piece::Hole(hole), Piece::Text("\n".to_owned())])
    }
}

/// Whether a statement is one command, which has ended when the next one begins.
fn is_alone(statement: &Statement) -> bool {
    statement.rest.is_empty() && !statement.background && statement.first.commands.len() == 1
}

fn is_silent(statement: &Statement) -> bool {
    let [command] = statement.first.commands.as_slice() else { return false };
    let CommandKind::Simple(simple) = &command.kind else { return false };
    let name = simple.words.first().map(|word| word.literal().unwrap_or_default());
    let is_silent = name.is_none_or(|name| SILENT.contains(&name.as_str()))
        || command.redirections.iter().any(leads_to_a_file);
    statement.rest.is_empty() && is_silent
}

/// Whether it takes standard output elsewhere.
fn leads_to_a_file(redirection: &Redirection) -> bool {
    matches!(redirection.descriptor, None | Some(Descriptor::Number(1)))
        && matches!(
            redirection.kind,
            RedirectionKind::Write(_)
                | RedirectionKind::Append(_)
                | RedirectionKind::WriteBoth(_)
                | RedirectionKind::AppendBoth(_)
        )
}
