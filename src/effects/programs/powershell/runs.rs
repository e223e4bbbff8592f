//! Owns the cmdlets that run something or change the shell itself; it does not know their parameters.
//!
//! Source: the reference pages of Invoke-Expression, Invoke-Command, Start-Process, Stop-Process, Set-Location,
//! Set-Alias, Set-Variable. The blocks that a cmdlet is given have run before it, as far as effects go.

use super::super::Started;
use super::super::entry::run;
use super::super::files::Files;
use super::binding::given;
use super::elements;
use super::provider::path;
use crate::effects::scope::{Input, Scope, unknown_directory};
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};
use crate::shell::Dialect;

/// Set-Location and Push-Location.
pub fn go(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let named = given(started, "Path").into_iter().chain(given(started, "LiteralPath")).next();
    let target = match named {
        Some(target) if target.literal() == Some("-") => None,
        Some(target) => path(&target, false, walk, scope),
        None => Some(walk.home(scope)),
    };
    let reached = match target {
        Some(path) => scope.meant(&path),
        None => vec![unknown_directory()],
    };
    walk.change_directory(reached, false, scope);
}

/// Pop-Location: the stack is not tracked.
pub fn go_back(_: &mut Walk, _: &Started, scope: &mut Scope) {
    scope.directories = vec![unknown_directory()];
}

/// Invoke-Expression runs a text in the shell itself.
pub fn expression(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let text = match (given(started, "Command").into_iter().next(), scope.input()) {
        (Some(text), _) | (None, Input::Text(text)) => text,
        (None, Input::Unknown) => return walk.opaque("the text that is run is not known", scope),
        (None, Input::Inherited | Input::File(_)) => return,
    };
    let cause = scope.cause.replace(started.id);
    scope.depth += 1;
    follow_text(walk, &text, scope);
    scope.depth -= 1;
    scope.cause = cause;
}

/// Follows a text as PowerShell; one of which nothing is known may do anything.
pub fn follow_text(walk: &mut Walk, text: &Value, scope: &mut Scope) {
    if text.is_all_hole() {
        walk.opaque(&format!("the text {text} that a shell runs is not known"), scope);
        return;
    }
    scope.dialect = Dialect::PowerShell;
    let text = text.shell_text().replace(crate::shell::LIST, "\n");
    walk.whole_shell(&text, scope);
}

/// A script that is named is read.
pub fn script_file(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let files: Vec<Value> =
        given(started, "FilePath").iter().filter_map(|it| path(it, false, walk, scope)).collect();
    Files::new(walk, started, scope).all(Access::Read, &files, false);
}

/// Start-Process: the arguments are a text that the program's own reader takes apart.
pub fn process(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let Some(program) = given(started, "FilePath").into_iter().next() else { return };
    let mut words = vec![program];
    for argument in given(started, "ArgumentList") {
        words.extend(argument_words(&argument));
    }
    let written: Vec<Value> = ["RedirectStandardOutput", "RedirectStandardError"]
        .iter()
        .flat_map(|name| given(started, name))
        .filter_map(|it| path(&it, false, walk, scope))
        .collect();
    Files::new(walk, started, scope).all(Access::Write, &written, false);
    let mut own = scope.clone();
    if let Some(directory) = given(started, "WorkingDirectory").first() {
        walk.go_below(&crate::effects::windows::slashed(directory), &mut own);
    }
    run(walk, started, words, &mut own);
}

/// The words of a command line as programs on Windows take it apart: `"` quotes ("Parsing C command-line arguments").
pub fn argument_words(text: &Value) -> Vec<Value> {
    let Some(known) = text.literal() else { return vec![text.clone()] };
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for letter in known.chars() {
        match letter {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_with(String::new);
            }
            letter if letter.is_whitespace() && !quoted => words.extend(word.take()),
            letter => word.get_or_insert_with(String::new).push(letter),
        }
    }
    words.extend(word);
    words.into_iter().map(Value::from).collect()
}

/// `Get-Process NAME | Stop-Process` and `Stop-Process (Get-Process NAME)` end the processes of a name.
pub fn stop(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut meant = given(started, "InputObject");
    meant.extend(given(started, "Id"));
    if let (true, Input::Text(piped)) = (meant.is_empty(), scope.input()) {
        meant.extend(elements(&piped));
    }
    let is_name =
        |it: &Value| it.literal().is_some_and(|it| !it.is_empty() && it.parse::<u64>().is_err());
    let names: Vec<Value> = meant.into_iter().filter(is_name).collect();
    if names.is_empty() || !given(started, "Name").is_empty() {
        return;
    }
    let mut words = vec![Value::from("Stop-Process"), Value::from("-Name")];
    words.push(super::list(&names));
    let mut own = scope.clone();
    own.feed(0, Input::Inherited);
    run(walk, started, words, &mut own);
}

/// Set-Alias: a name stands for a program.
pub fn alias(_: &mut Walk, started: &Started, scope: &mut Scope) {
    if let ([name, ..], [value, ..]) =
        (given(started, "Name").as_slice(), given(started, "Value").as_slice())
    {
        scope.aliases.insert(&name.to_string().to_ascii_lowercase(), value.shell_text());
    }
}

/// Set-Variable
pub fn variable(_: &mut Walk, started: &Started, scope: &mut Scope) {
    if let ([name, ..], [value, ..]) =
        (given(started, "Name").as_slice(), given(started, "Value").as_slice())
    {
        scope.set(&name.to_string().to_ascii_lowercase(), value.clone());
    }
}

/// Reads a script and runs it.
pub fn read_script(walk: &mut Walk, started: &Started, script: &Value, scope: &Scope) {
    Files::new(walk, started, scope).one(Access::Read, script, false);
    let dialect = Dialect::PowerShell;
    let mut own = Scope { cause: Some(started.id), dialect, ..scope.deeper() };
    walk.run_script(script, &mut own);
}
