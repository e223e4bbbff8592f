//! Owns what a path means in a directory: joined, without `.`, `..` and doubled `/`; it does not look at the disk.

use super::{Hole, Piece, Value, windows};

/// The absolute path that `path` means in `directory`. It begins with a hole where that cannot be known.
pub fn absolute(path: &Value, directory: &Value) -> Value {
    normal(&joined(path, directory))
}

/// The path below the directory unless it is absolute, exactly as the system would be given it.
pub fn joined(path: &Value, directory: &Value) -> Value {
    if let Some(path) = windows::on_drive(path, directory.known_start()) {
        return path;
    }
    let start = path.known_start();
    if start.starts_with('/') || windows::has_drive(start) || begins_unknown(path) {
        return path.clone();
    }
    let mut whole = directory.clone();
    whole.push(Piece::Text("/".to_owned()));
    whole.append(path);
    whole
}

/// Whether the path begins with a hole that may hold a `/`, so that it may be absolute or not.
fn begins_unknown(path: &Value) -> bool {
    matches!(path.pieces().first(), Some(Piece::Hole(hole)) if !hole.is_glob())
}

/// The path without `.`, `..` and doubled `/`. A `..` after an unknown component leaves the unknown one: its parent is
/// as unknown as it was.
fn normal(path: &Value) -> Value {
    let rooted = path.known_start().starts_with('/');
    let on_drive = windows::has_drive(path.known_start());
    let slashed = on_drive.then(|| windows::slashed(path));
    let mut kept: Vec<Value> = Vec::new();
    for component in components(slashed.as_ref().unwrap_or(path)) {
        match component.literal() {
            Some("" | ".") => {}
            Some("..") => match kept.last() {
                Some(last) if spans_components(last) => {}
                // Above a drive there is nothing.
                Some(_) if on_drive && kept.len() == 1 => {}
                Some(_) => _ = kept.pop(),
                None if rooted => {}
                None => kept.push(component),
            },
            _ => kept.push(component),
        }
    }
    let mut whole = Value::default();
    for (index, component) in kept.iter().enumerate() {
        if rooted || index > 0 {
            whole.push(Piece::Text("/".to_owned()));
        }
        whole.append(component);
    }
    if whole.pieces().is_empty() && rooted {
        return Value::from("/");
    }
    whole
}

/// Whether a component has a hole that may stand for several components.
fn spans_components(component: &Value) -> bool {
    component.pieces().iter().any(|piece| matches!(piece, Piece::Hole(hole) if !hole.is_glob()))
}

/// The parts between `/`; a hole belongs to the part in which it stands.
pub fn components(path: &Value) -> Vec<Value> {
    path.split('/')
}

/// The number, as it is spelt, of the open descriptor that a path names (proc(5)).
pub fn descriptor(path: &str) -> Option<&str> {
    match path {
        "/dev/stdin" => Some("0"),
        _ => path.strip_prefix("/dev/fd/").or_else(|| path.strip_prefix("/proc/self/fd/")),
    }
}

/// The last component of a path, which is its name in another directory. `.` and `..` have none that is known.
pub fn name(path: &Value) -> Value {
    let last = components(path).into_iter().rev().find(|part| part.literal() != Some(""));
    match last {
        Some(last) if !matches!(last.literal(), Some("." | "..")) => last,
        _ => Value::new(vec![Piece::Hole(Hole::new(path.to_string()))]),
    }
}
