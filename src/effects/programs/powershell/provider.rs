//! Owns what a path means to a cmdlet: the home directory, wildcards, drives that hold no files; it does not resolve it.
//!
//! Sources: "about_Path_Syntax", "about_Wildcards", "about_Providers".

use super::super::Started;
use super::super::files::something_below;
use super::binding::given;
use super::elements;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Hole, Piece, Value, windows};

/// Drives whose items are no files, and the registry's.
const NO_FILES: &[&str] = &[
    "env",
    "variable",
    "function",
    "alias",
    "hklm",
    "hkcu",
    "hkcr",
    "hku",
    "hkcc",
    "cert",
    "wsman",
    "registry",
    "ad",
    "iis",
    "sqlserver",
];

/// The path of files that a cmdlet is given; `None` if it is none of files.
pub fn path(value: &Value, has_wildcards: bool, walk: &Walk, scope: &Scope) -> Option<Value> {
    let mut path = windows::slashed(value);
    if let Some((provider, _)) = path.known_start().split_once("::") {
        let is_files = provider.to_ascii_lowercase().ends_with("filesystem");
        path = is_files.then(|| path.after(provider.len() + 2)).flatten()?;
    }
    if let Some((drive, _)) = path.known_start().split_once(':') {
        match drive.to_ascii_lowercase().as_str() {
            "temp" => {
                let rest = path.after("temp:".len()).unwrap_or_default();
                path = windows::variable("TEMP", &walk.home(scope))?;
                path.append(&rest);
            }
            drive if NO_FILES.contains(&drive) => return None,
            _ => {}
        }
    }
    let start = path.known_start();
    if start == "~" || start.starts_with("~/") {
        let mut home = walk.home(scope);
        home.append(&path.after(1).unwrap_or_default());
        path = home;
    }
    Some(if has_wildcards { windows::wild(&path, true) } else { path })
}

/// The items that a cmdlet is about: those of `-Path` and `-LiteralPath`, or those that come through the pipe. With
/// `-Include` or `-Filter` they are those of such a name below.
pub fn items(walk: &Walk, started: &Started, scope: &Scope) -> Vec<Value> {
    let mut items: Vec<Value> = Vec::new();
    for value in given(started, "Path") {
        items.extend(path(&value, true, walk, scope));
    }
    for value in given(started, "LiteralPath") {
        items.extend(path(&value, false, walk, scope));
    }
    if given(started, "Path").is_empty() && given(started, "LiteralPath").is_empty() {
        items.extend(piped(walk, scope));
    }
    selected(started, items)
}

/// Of the items below some, those that `-Include` and `-Filter` name.
pub fn selected(started: &Started, items: Vec<Value>) -> Vec<Value> {
    let mut names = given(started, "Include");
    names.extend(given(started, "Filter"));
    let names: Vec<Value> = names
        .iter()
        .filter(|it| it.literal() != Some("*"))
        .map(|it| windows::wild(it, true))
        .collect();
    if names.is_empty() {
        return items;
    }
    let below = |item: &Value| {
        let above = something_below(item);
        names.iter().map(move |name| super::super::files::below(&above, name)).collect::<Vec<_>>()
    };
    items.iter().flat_map(below).collect()
}

/// The items that come through the pipe; one that may be any, if they are not known.
pub fn piped(walk: &Walk, scope: &Scope) -> Vec<Value> {
    match scope.input() {
        Input::Text(text) => {
            elements(&text).iter().filter_map(|item| path(item, false, walk, scope)).collect()
        }
        Input::Unknown => vec![Value::new(vec![Piece::Hole(Hole::new("$_"))])],
        Input::Inherited | Input::File(_) => Vec::new(),
    }
}
