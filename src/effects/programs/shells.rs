//! Owns programs that run text as a shell program: shells, `eval`, `source`, `trap`; it does not parse that text.
//!
//! Sources: POSIX XCU "sh", Bash Reference Manual (sections 4.1, 6.1), zsh manual ("Invocation").

use super::{Program, Started};
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

const SHELL: Style = Style {
    short_values: "oO",
    long_values: &["rcfile", "init-file", "emulate"],
    long_flags: &[],
    operands_last: true,
};
const BUILT_IN: Style =
    Style { short_values: "", long_values: &[], long_flags: &[], operands_last: true };

/// The family.
pub const PROGRAMS: &[Program] = &[
    Program {
        names: &["bash", "sh", "zsh", "dash", "ksh", "mksh", "ash", "rbash"],
        style: SHELL,
        follow: shell,
    },
    Program { names: &["eval"], style: BUILT_IN, follow: eval },
    Program { names: &["source", "."], style: BUILT_IN, follow: source },
    Program { names: &["trap"], style: BUILT_IN, follow: trap },
];

/// `bash -c TEXT NAME ARGS…`, `bash FILE ARGS…`, or text on standard input.
fn shell(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    // `+x` switches an option off.
    let is_option = |word: &&Value| word.known_start().starts_with('+');
    let mut operands = arguments.operands.iter().skip_while(is_option);
    if arguments.has(&["-c"]) {
        if let Some(text) = operands.next() {
            let mut own = scope.started(started.id);
            own.positional = Some(operands.cloned().collect());
            run_text(walk, text, &mut own);
        }
        return;
    }
    let mut own = scope.started(started.id);
    match operands.next().filter(|_| !arguments.has(&["-s"])) {
        Some(script) => walk.path(Touch::file(Access::Read), script, &own),
        None => match scope.input.clone() {
            Input::Text(text) => {
                own.input = Input::Inherited;
                run_text(walk, &text, &mut own);
            }
            Input::Unknown => {
                walk.opaque("what the shell reads is not known", &own);
            }
            Input::Inherited => {}
        },
    }
}

/// `eval WORDS` runs its words, joined by blanks, in the shell itself.
fn eval(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut text = Value::default();
    for (index, word) in started.run.arguments.operands.iter().enumerate() {
        if index > 0 {
            text.append(&Value::from(" "));
        }
        text.append(word);
    }
    let (cause, source) = (scope.cause, scope.source.clone());
    scope.cause = Some(started.id);
    scope.depth += 1;
    run_text(walk, &text, scope);
    scope.depth -= 1;
    scope.cause = cause;
    scope.source = source;
}

/// `source FILE` reads a file and runs it in the shell itself.
fn source(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if let Some(file) = started.run.arguments.operands.first() {
        let own = Scope { cause: Some(started.id), ..scope.clone() };
        walk.path(Touch::file(Access::Read), file, &own);
    }
}

/// `trap TEXT SIGNALS` runs the text later, in the shell itself.
fn trap(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if let [text, _, ..] = started.run.arguments.operands.as_slice() {
        run_text(walk, text, &mut scope.started(started.id));
    }
}

/// Follows text of which parts may be unknown; text of which nothing is known may do anything.
fn run_text(walk: &mut Walk, text: &Value, scope: &mut Scope) {
    if text.is_all_hole() {
        let why = format!("the text {text} that a shell runs is not known");
        walk.opaque(&why, scope);
        return;
    }
    walk.text(&text.shell_text(), scope);
}
