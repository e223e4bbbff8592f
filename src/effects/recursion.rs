//! Owns whether a function surely calls itself again; it does not follow what else the function does.

use crate::shell::syntax::{Command, CommandKind, Pipeline, Program};

/// How a function calls itself, whatever its arguments are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Again {
    /// Not at all, or only on a condition.
    Perhaps,
    /// Each time, so that it never ends.
    Surely,
    /// Each time in processes that run beside it: a fork bomb.
    Beside,
}

/// How the function of this name and body calls itself. Calls behind `if`, `case`, `&&`, `||` or in loops may end.
pub fn again(body: &Command, name: &str) -> Again {
    match &body.kind {
        CommandKind::Simple(simple) => {
            let called = simple.words.first().and_then(|word| word.literal());
            if called.as_deref() == Some(name) { Again::Surely } else { Again::Perhaps }
        }
        CommandKind::Group(program) | CommandKind::Subshell(program) => in_program(program, name),
        CommandKind::Time(pipeline) => in_pipeline(pipeline, name),
        _ => Again::Perhaps,
    }
}

fn in_program(program: &Program, name: &str) -> Again {
    let statements = program.statements.iter().map(|statement| {
        let called = in_pipeline(&statement.first, name);
        if statement.background && called != Again::Perhaps { Again::Beside } else { called }
    });
    statements.max().unwrap_or(Again::Perhaps)
}

fn in_pipeline(pipeline: &Pipeline, name: &str) -> Again {
    let calls = pipeline.commands.iter().map(|command| again(command, name));
    let calls: Vec<Again> = calls.filter(|call| *call != Again::Perhaps).collect();
    match calls.as_slice() {
        [] => Again::Perhaps,
        [call] => *call,
        _ => Again::Beside,
    }
}
