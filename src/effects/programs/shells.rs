//! Owns programs that run text as a shell program: shells, `eval`, `source`, `trap`; it does not parse that text.
//!
//! Sources: POSIX XCU "sh", Bash Reference Manual (sections 4.1, 6.1, 6.2), zsh manual ("Invocation"), fish(1),
//! csh(1), nu, xonsh. Other languages than that of sh are read as far as they look like it.

use super::{Program, Started, nothing};
use crate::effects::options::Style;
use crate::effects::scope::{Function, Input, Scope};
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Piece, Run, Value};
use crate::shell::Dialect;
use crate::shell::syntax::CommandKind;
use std::rc::Rc;

const SHELL: Style = Style {
    short_values: "oO",
    long_values: &["rcfile", "init-file", "emulate"],
    long_flags: &[
        "login",
        "norc",
        "noprofile",
        "posix",
        "restricted",
        "verbose",
        "version",
        "help",
    ],
    operands_last: true,
};
const BUILT_IN: Style =
    Style { short_values: "", long_values: &[], long_flags: &[], operands_last: true };

/// The family.
pub const PROGRAMS: &[Program] = &[
    Program {
        names: &[
            "bash", "sh", "zsh", "dash", "ksh", "mksh", "ash", "rbash", "ksh93", "rksh", "yash",
            "posh", "oksh", "loksh", "hush", "osh", "ysh", "csh", "tcsh", "fish", "xonsh", "nu",
            "elvish",
        ],
        style: SHELL,
        follow: shell,
    },
    // zsh's `emulate SHELL -c TEXT` runs the text in the shell itself.
    Program {
        names: &["emulate"],
        style: Style { short_values: "c", operands_last: false, ..BUILT_IN },
        follow: emulate,
    },
    Program { names: &["eval"], style: BUILT_IN, follow: eval },
    Program { names: &["source", "."], style: BUILT_IN, follow: source },
    Program { names: &["trap"], style: BUILT_IN, follow: trap },
    Program { names: &["alias"], style: BUILT_IN, follow: alias },
    Program { names: &["unalias"], style: BUILT_IN, follow: unalias },
    Program { names: &["hash"], style: Style { short_values: "p", ..BUILT_IN }, follow: hash },
    Program { names: &["shopt"], style: BUILT_IN, follow: nothing },
];

/// Shells whose language is another than that of sh.
const FOREIGN: &[&str] = &["fish", "csh", "tcsh", "xonsh", "nu", "elvish"];

/// How a shell was called.
#[derive(Debug, Default)]
struct Called {
    /// Whether `-c` says that the first operand is the program.
    has_text: bool,
    /// Whether `-s` says that the program comes on standard input.
    reads_input: bool,
    /// Whether `-n` says that commands are read and none is run (POSIX XCU "set").
    only_reads: bool,
    /// Whether `-i` says that a person types.
    is_interactive: bool,
    /// What fish runs before its program.
    first: Vec<Value>,
    /// Whether it is a login shell. That and an interactive one load the user's start-up files.
    loads_start_up: bool,
    /// The file of `--rcfile`.
    start_up: Option<Value>,
    /// What follows the options.
    operands: Vec<Value>,
}

/// Reads a shell's words: `+x` switches an option off, `-` ends the options like `--`, and `-c` is no option with a value.
fn called(run: &Run) -> Called {
    let mut called = Called::default();
    let is_fish = super::name_of(&run.program) == "fish";
    let mut rest = run.words.iter();
    while let Some(word) = rest.next() {
        let text = word.known_start();
        match text {
            "-" | "--" if word.literal().is_some() => break,
            "--rcfile" | "--init-file" => called.start_up = rest.next().cloned(),
            // fish and nu take a value with their `-c` in this spelling, and fish one for its start.
            "--command" | "--commands" => called.has_text = true,
            _ if text.starts_with("--command=") || text.starts_with("--commands=") => {
                let value = text.find('=').and_then(|at| word.after(at + 1));
                called.has_text = true;
                called.operands.extend(value);
                break;
            }
            "-C" | "--init-command" if is_fish => called.first.extend(rest.next().cloned()),
            _ if is_fish && text.starts_with("--init-command=") => {
                called.first.extend(word.after("--init-command=".len()));
            }
            _ if text.starts_with("--") => {}
            _ if text.starts_with(['-', '+']) && text.len() > 1 => {
                let sets = text.starts_with('-');
                for letter in text.chars().skip(1) {
                    match letter {
                        'c' => called.has_text |= sets,
                        's' => called.reads_input |= sets,
                        'n' => called.only_reads |= sets,
                        'l' => called.loads_start_up |= sets,
                        'o' | 'O' => {
                            let name = rest.next().and_then(Value::literal);
                            called.only_reads |= sets && name == Some("noexec");
                        }
                        'i' => called.is_interactive |= sets,
                        _ => {}
                    }
                }
            }
            _ => {
                called.operands.push(word.clone());
                break;
            }
        }
    }
    called.operands.extend(rest.cloned());
    called
}

/// `bash -c TEXT NAME ARGS…`, `bash FILE ARGS…`, or a program on standard input.
fn shell(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let called = called(started.run);
    let mut own = scope.started(started.id);
    own.posix = !matches!(super::name_of(&started.run.program), "bash" | "rbash");
    own.dialect = match super::name_of(&started.run.program) {
        "zsh" => Dialect::Zsh,
        _ => Dialect::Bash,
    };
    if called.only_reads {
        if !called.has_text && !called.reads_input {
            called.operands.iter().take(1).for_each(|script| {
                walk.path(Touch::file(Access::Read), script, &own);
            });
        }
        return;
    }
    own.loads_start_up = called.loads_start_up || called.is_interactive;
    start_up(walk, started.run, &called, &mut own);
    let mut operands = called.operands.into_iter();
    if called.has_text {
        let Some(text) = operands.next() else { return };
        own.positional = Some(operands.collect());
        let name = super::name_of(&started.run.program);
        if !FOREIGN.contains(&name) {
            return run_text(walk, &text, &mut own);
        }
        let text = if name == "fish" { super::fish::as_sh(&text) } else { text };
        // What is no command of sh may well be one of this language.
        let tells = walk.tell_unparsed(false);
        run_text(walk, &text, &mut own);
        walk.tell_unparsed(tells);
        return;
    }
    let script = if called.reads_input { None } else { operands.next() };
    let input = match &script {
        None => Some(scope.input()),
        Some(script) => walk.read_through(script, scope),
    };
    let name = script.clone().unwrap_or_else(|| started.run.program.clone());
    own.positional = Some(std::iter::once(name).chain(operands).collect());
    match (input, script) {
        (Some(input), _) => run_input(walk, input, &mut own),
        (None, Some(script)) => {
            own.set_array("BASH_SOURCE", vec![script.clone()]);
            walk.path(Touch::file(Access::Read), &script, &own);
            walk.run_script(&script, &mut own);
        }
        (None, None) => {}
    }
}

/// What a shell reads before its program: files that its environment or options name, and functions in its environment
/// (Bash Reference Manual, 6.2; bash exports functions as `BASH_FUNC_name%%`).
fn start_up(walk: &mut Walk, run: &Run, called: &Called, own: &mut Scope) {
    for name in ["BASH_ENV", "ENV"] {
        if let Some(file) = own.parameters.get(name).cloned() {
            // The value is expanded to the file's name.
            walk.expanded_again(&file.to_string(), own);
            read_file(walk, &file, own);
        }
    }
    for text in &called.first {
        run_text(walk, text, own);
    }
    for (name, value) in &run.environment {
        let function = name.strip_prefix("BASH_FUNC_").and_then(|name| name.strip_suffix("%%"));
        if let Some(function) = function {
            define(function, value, own);
        }
        match name.as_str() {
            "PS4" => walk.expanded_again(&value.to_string(), own),
            "PS0" | "PS1" | "PS2" | "RPROMPT" | "RPS1" if called.is_interactive => {
                walk.expanded_again(&value.to_string(), own);
            }
            // It is run before every prompt (Bash Reference Manual, 6.9).
            "PROMPT_COMMAND" if !value.is_all_hole() => {
                walk.whole_shell(&value.shell_text(), &mut own.deeper());
            }
            _ => {}
        }
    }
    if let Some(file) = &called.start_up {
        read_file(walk, file, own);
    }
}

/// Defines a function that comes as text: `() { …; }`.
fn define(name: &str, value: &Value, own: &mut Scope) {
    let source = own.source.within(&format!("{name} {}", value.shell_text()), !own.knows_scripts);
    let program = crate::shell::parse(source.text());
    let first = program.statements.first().and_then(|statement| statement.first.commands.first());
    if let Some(CommandKind::Function { body, .. }) = first.map(|command| &command.kind) {
        let body = Rc::new((**body).clone());
        own.define(name, Function { body, source });
        Rc::make_mut(&mut own.exported).insert(name.to_owned());
    }
}

/// `eval WORDS` runs its words, joined by blanks, in the shell itself.
fn eval(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let text = Value::joined(&started.run.arguments.operands, " ");
    within(started, scope, |scope| run_text(walk, &text, scope));
}

fn emulate(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if let Some(text) = started.run.arguments.value(&["-c"]) {
        within(started, scope, |scope| run_text(walk, text, scope));
    }
}

/// `source FILE ARGS…` reads a file and runs it in the shell itself. `return` leaves the file.
fn source(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let Some((file, arguments)) = started.run.arguments.operands.split_first() else { return };
    let left_in = std::mem::take(&mut scope.left_in);
    let positional = scope.positional.clone();
    if !arguments.is_empty() {
        let name = positional.as_ref().and_then(|all| all.first()).cloned().unwrap_or_default();
        scope.positional = Some(std::iter::once(name).chain(arguments.iter().cloned()).collect());
    }
    let outer = scope.parameters.get("BASH_SOURCE").cloned();
    scope.set_array("BASH_SOURCE", vec![file.clone()]);
    within(started, scope, |scope| read_file(walk, file, scope));
    scope.set_array("BASH_SOURCE", outer.into_iter().collect());
    if !arguments.is_empty() {
        scope.positional = positional;
    }
    scope.go_on();
    scope.left_in = left_in;
}

/// Does something in the shell itself that a built-in causes.
fn within(started: &Started, scope: &mut Scope, follow: impl FnOnce(&mut Scope)) {
    let cause = scope.cause.replace(started.id);
    scope.depth += 1;
    follow(scope);
    scope.depth -= 1;
    scope.cause = cause;
}

/// Runs what is read through a name, or notes that a file is read.
fn read_file(walk: &mut Walk, file: &Value, scope: &mut Scope) {
    match walk.read_through(file, scope) {
        Some(input) => run_input(walk, input, scope),
        None => {
            walk.path(Touch::file(Access::Read), file, scope);
            walk.run_script(file, scope);
        }
    }
}

/// `trap TEXT SIGNALS` runs the text later, in the shell itself.
fn trap(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if let [text, _, ..] = started.run.arguments.operands.as_slice() {
        run_text(walk, text, &mut scope.started(started.id));
        Rc::make_mut(&mut scope.traps).push(text.clone());
    }
}

/// `alias NAME=TEXT`
fn alias(_: &mut Walk, started: &Started, scope: &mut Scope) {
    for word in &started.run.arguments.operands {
        if let Some((name, text)) = word.to_string().split_once('=') {
            scope.aliases.insert(name, text.to_owned());
        }
    }
}

fn unalias(_: &mut Walk, started: &Started, scope: &mut Scope) {
    for name in started.run.arguments.operands.iter().filter_map(Value::literal) {
        scope.aliases.remove(name);
    }
}

/// `hash -p PROGRAM NAME` makes a name mean a program.
fn hash(_: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    if let (Some(program), [name, ..]) = (arguments.value(&["-p"]), arguments.operands.as_slice()) {
        scope.aliases.insert(&name.to_string(), program.shell_text());
    }
}

fn run_input(walk: &mut Walk, input: Input, scope: &mut Scope) {
    match input {
        Input::Text(text) => {
            scope.feed(0, Input::Inherited);
            if text.pieces().iter().any(|piece| is_written_unseen(walk, piece)) {
                walk.opaque("not all that the shell reads is known", scope);
            }
            run_text(walk, &text, scope);
        }
        Input::File(file) => {
            scope.feed(0, Input::Inherited);
            walk.run_opened_script(&file, scope);
        }
        Input::Unknown => walk.opaque("what the shell reads is not known", scope),
        Input::Inherited => {}
    }
}

/// Follows text of which parts may be unknown; text of which nothing is known may do anything.
fn run_text(walk: &mut Walk, text: &Value, scope: &mut Scope) {
    if text.is_all_hole() {
        walk.opaque(&format!("the text {text} that a shell runs is not known"), scope);
        return;
    }
    walk.whole_shell(&text.shell_text(), scope);
}

/// Whether a part stands for what a command writes, of which nothing is known.
fn is_written_unseen(walk: &Walk, piece: &Piece) -> bool {
    matches!(piece, Piece::Hole(hole) if matches!(walk.fed_by(hole), Some(Input::Unknown)))
}
