//! Owns which files a unified diff changes, and where programs that apply one find it; it does not apply diffs.
//!
//! Sources: the GNU diffutils manual ("Detailed Unified"), git-diff(1) ("Generating patch text with -p").

use super::files::below;
use crate::effects::scope::{Input, OpenedFile, Scope};
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

/// Follows the diff in a file, where that may be read, below this directory or as it names its files; says whether it is
/// known.
pub fn in_file(
    walk: &mut Walk,
    file: Option<OpenedFile>,
    directory: Option<&Value>,
    scope: &Scope,
) -> bool {
    let mut is_known = false;
    if let Some(file) = file {
        walk.within_data(&file, &mut scope.clone(), |walk, text, scope| {
            is_known = true;
            follow(walk, text, directory, scope);
        });
    }
    is_known
}

/// Follows the diff on standard input.
pub fn on_input(walk: &mut Walk, directory: Option<&Value>, scope: &Scope) -> bool {
    match scope.input() {
        Input::Text(text) => follow(walk, &text, directory, scope),
        Input::File(file) => return in_file(walk, Some(file), directory, scope),
        Input::Inherited | Input::Unknown => return false,
    }
    true
}

fn follow(walk: &mut Walk, text: &Value, directory: Option<&Value>, scope: &Scope) {
    for Patched { path, touch } in patched(&text.to_string()) {
        let path = directory.map_or_else(|| path.clone(), |directory| below(directory, &path));
        walk.path(touch, &path, scope);
    }
}

/// A file that a diff says it changes.
struct Patched {
    /// The file, without the first component if that is the one that `-p1` takes off.
    path: Value,
    /// What is done to it.
    touch: Touch,
}

/// The files that a diff says it changes: with the lines that it puts in, or removed, or renamed.
fn patched(text: &str) -> Vec<Patched> {
    const NOTHING: &str = "/dev/null";
    let mut patched: Vec<Patched> = Vec::new();
    let mut add = |name: &str, touch| patched.push(Patched { path: Value::from(name), touch });
    // The name before the change, and the one after it with what is put in.
    let mut before = NOTHING;
    let mut changed: Option<(&str, String)> = None;
    let mut compared = None;
    for line in text.lines() {
        let is_header = !line.is_empty() && !line.starts_with([' ', '+', '-', '@', '\\']);
        let after = line.strip_prefix("+++ ").map(own_name);
        if is_header || after.is_some() {
            changed
                .take()
                .into_iter()
                .for_each(|(name, text)| add(name, Touch::written(Some(text))));
        }
        if let Some(name) = line.strip_prefix("--- ") {
            before = own_name(name);
        }
        match after {
            Some(NOTHING) if before != NOTHING => add(before, Touch::file(Access::Delete)),
            Some(NOTHING) => {}
            Some(name) => changed = Some((name, String::new())),
            None => {
                if let (Some(added), Some((_, text))) = (line.strip_prefix('+'), &mut changed) {
                    text.push_str(added);
                    text.push('\n');
                }
            }
        }
        if let Some(names) = line.strip_prefix("diff --git ") {
            compared = names.rsplit_once(" b/").map(|(_, name)| name);
        } else if let Some(name) = line.strip_prefix("rename from ") {
            add(name, Touch::moved(false));
        } else if let Some(name) =
            ["rename to ", "copy to "].iter().find_map(|start| line.strip_prefix(start))
        {
            add(name, Touch::file(Access::Write));
        } else if line == "GIT binary patch" {
            compared.into_iter().for_each(|name| add(name, Touch::file(Access::Write)));
        }
    }
    changed.into_iter().for_each(|(name, text)| add(name, Touch::written(Some(text))));
    patched
}

/// A file as a header names it, before the date and without `a/` or `b/`.
fn own_name(header: &str) -> &str {
    let name = header.split('\t').next().unwrap_or(header).trim();
    let inside = name.split_once('/').filter(|(first, _)| ["a", "b"].contains(first));
    inside.map_or(name, |(_, rest)| rest)
}
