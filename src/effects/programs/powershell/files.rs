//! Owns what cmdlets do to files; it does not know their parameters.
//!
//! Source: the reference pages of Get-Content, Set-Content, Out-File, Remove-Item, Copy-Item, Move-Item, Rename-Item,
//! New-Item.

use super::super::Started;
use super::super::files::{Files, below};
use super::binding::given;
use super::provider::{items, path};
use crate::effects::scope::{Input, Scope};
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value, paths};

/// Reads the items.
pub fn read(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let items = items(walk, started, scope);
    // What comes through a pipe is the content of variables as often as it is paths.
    let items: Vec<Value> = items.into_iter().filter(|item| !item.is_all_hole()).collect();
    Files::new(walk, started, scope).all(Access::Read, &items, false);
}

/// Reads the items that are named; what comes through the pipe is text.
pub fn read_named(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let is_named = ["Path", "LiteralPath"].iter().any(|name| !given(started, name).is_empty());
    // `Get-ChildItem | Select-String X` looks into the files.
    let has_files =
        matches!(&scope.input(), Input::Text(text) if text.to_string().contains(['/', '\\']));
    if is_named || has_files {
        read(walk, started, scope);
    }
}

/// Writes the items with what `-Value` says, or what comes through the pipe.
pub fn write(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let named: Vec<Value> = given(started, "Path")
        .iter()
        .filter_map(|value| path(value, true, walk, scope))
        .chain(given(started, "LiteralPath").iter().filter_map(|it| path(it, false, walk, scope)))
        .collect();
    let value = given(started, "Value").into_iter().chain(given(started, "InputObject")).next();
    let text = match (value, scope.input()) {
        (Some(value), _) => value.literal().map(str::to_owned),
        (None, Input::Text(text)) => {
            text.literal().map(|text| text.replace(crate::shell::LIST, "\n"))
        }
        _ => None,
    };
    for item in named {
        Files::new(walk, started, scope).touch(Touch::written(text.clone()), &item);
    }
}

/// Removes the items; `-Recurse` takes all that is below.
pub fn remove(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let items = items(walk, started, scope);
    let mut files = Files::new(walk, started, scope);
    // What `@parameters` says is not known.
    let is_splat = |value: &Value| value.is_all_hole() && value.to_string().starts_with("$@");
    let tree = files.has(&["-Recurse"]) || files.operands().iter().any(is_splat);
    files.all(Access::Delete, &items, tree);
}

/// The destination of a cmdlet, which is the current directory if none is given, and whether items go into it.
fn destination(walk: &mut Walk, started: &Started, scope: &Scope, many: bool) -> (Value, bool) {
    let given = given(started, "Destination");
    let spelt = given.first().cloned().unwrap_or_else(|| Value::from("."));
    let destination = path(&spelt, false, walk, scope).unwrap_or(spelt);
    let into = many
        || destination.to_string().ends_with(['/', '.'])
        || Files::new(walk, started, scope).is_directory(&destination);
    (destination, into)
}

/// Copies the items.
pub fn copy(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let items = items(walk, started, scope);
    let (destination, into) = destination(walk, started, scope, items.len() > 1);
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Read, &items, files.has(&["-Recurse"]));
    files.arrive(&items, &destination, into);
}

/// Moves the items, with all that is below.
pub fn rename(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let items = items(walk, started, scope);
    let (destination, into) = destination(walk, started, scope, items.len() > 1);
    let mut files = Files::new(walk, started, scope);
    items.iter().for_each(|item| files.touch(Touch::moved(true), item));
    files.arrive(&items, &destination, into);
}

/// Gives the items a new name where they are.
pub fn rename_here(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let items = items(walk, started, scope);
    let names = given(started, "NewName");
    let mut files = Files::new(walk, started, scope);
    for item in &items {
        files.touch(Touch::moved(true), item);
        for name in &names {
            // `a/b` becomes `a/NAME`.
            let directory = below(item, &Value::from(".."));
            let target = below(&directory, &paths::name(name));
            files.one(Access::Write, &target, false);
        }
    }
}

/// Makes files, directories and links: `-Name` lies below `-Path`.
pub fn create(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut items: Vec<Value> =
        given(started, "Path").iter().filter_map(|it| path(it, false, walk, scope)).collect();
    if let [name, ..] = given(started, "Name").as_slice() {
        items = match items.is_empty() {
            true => vec![name.clone()],
            false => items.iter().map(|item| below(item, name)).collect(),
        };
    }
    let is_link = given(started, "ItemType").first().and_then(Value::literal).is_some_and(|kind| {
        let kind = kind.to_ascii_lowercase();
        kind.ends_with("link") || kind == "junction"
    });
    let value = given(started, "Value").into_iter().next().filter(|_| !is_link);
    let text = value.as_ref().and_then(Value::literal).map(str::to_owned);
    let mut files = Files::new(walk, started, scope);
    items.iter().for_each(|item| files.touch(Touch::written(text.clone()), item));
}
