//! Owns what cmdlets write where that is plain to see: values, the paths of items, names of processes; it does not run
//! them. What goes through a pipe from one to the next is a list of these.

use super::super::files::below;
use super::super::{Started, name_of};
use super::binding::{bind, given};
use super::cmdlets::cmdlet;
use super::list;
use super::members;
use super::provider::{path, selected};
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{EffectId, Feeds, Hole, Piece, Run, Value};

/// Cmdlets that pass on some of what they get, in some order.
const PASSING: &[&str] =
    &["sort-object", "sort", "select-object", "select", "tee-object", "get-unique", "out-string"];

/// What a command writes for the next one, if that is plain to see.
pub fn output(walk: &Walk, words: &[Value], spelling: &str, scope: &Scope) -> Option<Value> {
    let (program, arguments) = words.split_first()?;
    let spelt = program.literal()?;
    if spelt.starts_with(['[', '.']) {
        return members::output(walk, spelt, arguments, scope);
    }
    let name = name_of(program).to_ascii_lowercase();
    if PASSING.contains(&name.as_str()) {
        return match scope.input() {
            Input::Text(text) => Some(text),
            _ => None,
        };
    }
    if let ("new-object", [kind, path, ..]) = (name.as_str(), arguments) {
        return members::of_path(kind.literal()?).then(|| path.clone());
    }
    let cmdlet = cmdlet(&name)?;
    let bound = bind(cmdlet, arguments);
    let run = Run {
        program: Value::from(cmdlet.name),
        words: Vec::new(),
        arguments: bound.arguments,
        environment: Vec::new(),
        harmless: false,
        fed_by: Feeds::NONE,
    };
    let started = Started { id: EffectId::default(), run: &run };
    match cmdlet.name {
        "Write-Output" => Some(list(&given(&started, "InputObject"))),
        "Get-Location" => match scope.directories.as_slice() {
            [directory] => Some(directory.clone()),
            _ => None,
        },
        "Join-Path" => {
            let parts = [given(&started, "Path"), given(&started, "ChildPath")].concat();
            parts.into_iter().reduce(|whole, part| below(&whole, &part))
        }
        "Get-Item" | "Resolve-Path" | "Convert-Path" => Some(list(&named(walk, &started, scope))),
        "Get-ChildItem" => Some(list(&listed(walk, &started, scope))),
        "Get-Process" => processes(&started),
        "Where-Object" => passed(spelling, scope),
        _ => None,
    }
}

fn named(walk: &Walk, started: &Started, scope: &Scope) -> Vec<Value> {
    let paths = given(started, "Path").into_iter().map(|it| path(&it, true, walk, scope));
    let literal = given(started, "LiteralPath").into_iter().map(|it| path(&it, false, walk, scope));
    paths.chain(literal).flatten().collect()
}

/// The items in a directory, or those below it of the names that are meant.
fn listed(walk: &Walk, started: &Started, scope: &Scope) -> Vec<Value> {
    let mut above = named(walk, started, scope);
    if above.is_empty() {
        above.push(Value::from("."));
    }
    let is_selected = ["Include", "Filter"].iter().any(|it| !given(started, it).is_empty());
    if is_selected {
        return selected(started, above);
    }
    let has_glob = |path: &Value| path.literal().is_none();
    let inside = |path: &Value| match has_glob(path) {
        true => path.clone(),
        false => below(path, &Value::new(vec![Piece::Hole(Hole::glob("*"))])),
    };
    // `Get-ChildItem a.txt` is about that file itself.
    let is_file = |path: &&Value| {
        let name = path.literal().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
        name.contains('.') && !name.ends_with('.')
    };
    let files = above.iter().filter(is_file).cloned();
    above.iter().map(inside).chain(files).collect()
}

/// The names of processes; without one it is all of them, with an id it is one.
fn processes(started: &Started) -> Option<Value> {
    if started.run.arguments.has(&["-Id"]) {
        return None;
    }
    let names = given(started, "Name");
    Some(if names.is_empty() { Value::from("*") } else { list(&names) })
}

/// What `Where-Object` lets through is some of what it gets: of all that a glob stands for, something. Of all processes it
/// is those of a name, if it looks at names, or one that is meant.
fn passed(spelling: &str, scope: &Scope) -> Option<Value> {
    let Input::Text(text) = scope.input() else { return None };
    if text.literal() == Some("*") {
        let lower = spelling.to_ascii_lowercase();
        let by_name = [".name", ".processname", " name ", " processname "];
        return by_name.iter().any(|it| lower.contains(it)).then_some(text);
    }
    let some = |piece: &Piece| match piece {
        Piece::Hole(hole) if hole.is_glob() => Piece::Hole(Hole::new("…")),
        piece => piece.clone(),
    };
    Some(Value::new(text.pieces().iter().map(some).collect()))
}
