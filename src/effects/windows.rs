//! Owns what Windows makes of paths and names: drives, backslashes, devices, the profile; it does not look at the disk.
//!
//! Sources: learn.microsoft.com, "Naming Files, Paths, and Namespaces", "Recognized environment variables".

use super::{Hole, Piece, Value};

/// Whether a path begins with a drive: `C:`, `C:\…`, `C:/…`.
pub fn has_drive(path: &str) -> bool {
    let mut letters = path.chars();
    letters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && letters.next() == Some(':')
        && matches!(letters.next(), None | Some('\\' | '/'))
}

/// The path with `/` for each `\`; both separate names. One at the start stays: it stands for the drive's root.
pub fn slashed(path: &Value) -> Value {
    let start = path.known_start();
    let is_rooted = start.starts_with('\\') && !start.starts_with("\\\\");
    let all = all_slashed(path);
    match all.after(1).filter(|_| is_rooted) {
        Some(rest) => {
            let mut whole = Value::from("\\");
            whole.append(&rest);
            whole
        }
        None => all,
    }
}

/// The path as it is meant in a directory, which has a drive or not.
pub fn in_directory(path: &Value, directory: &Value) -> Value {
    match has_drive(directory.known_start()) {
        true => slashed(path),
        false => all_slashed(path),
    }
}

fn all_slashed(path: &Value) -> Value {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => Piece::Text(text.replace('\\', "/")),
        Piece::Hole(_) => piece.clone(),
    };
    Value::new(path.pieces().iter().map(piece).collect())
}

/// The same path on the drive of a directory: `/c/x` (Git Bash, MSYS) and `\x`. `None` if it is neither.
pub fn on_drive(path: &Value, directory: &str) -> Option<Value> {
    let drive = directory.get(..2).filter(|_| has_drive(directory))?;
    let start = path.known_start();
    let mut letters = start.chars();
    if start.starts_with('\\') && !start.starts_with("\\\\") {
        let mut whole = Value::from(drive);
        whole.append(path);
        return Some(whole);
    }
    let named = (letters.next(), letters.next(), letters.next());
    let (Some('/'), Some(letter), None | Some('/')) = named else { return None };
    if !letter.is_ascii_alphabetic() {
        return None;
    }
    let mut whole = Value::from(format!("{}:/", letter.to_ascii_uppercase()));
    whole.append(&path.after(2).and_then(|rest| rest.after(1)).unwrap_or_default());
    Some(whole)
}

/// The profile of the user whose directory this is: `C:/Users/NAME`.
pub fn profile(directory: &str) -> Option<String> {
    if !has_drive(directory) {
        return None;
    }
    let mut names = directory.split(['/', '\\']).filter(|name| !name.is_empty());
    let (drive, users, name) = (names.next()?, names.next()?, names.next()?);
    users.eq_ignore_ascii_case("Users").then(|| format!("{drive}/{users}/{name}"))
}

/// What a variable of the environment is that Windows sets, where the home directory is this one.
pub fn variable(name: &str, home: &Value) -> Option<Value> {
    let below_home = match name {
        "USERPROFILE" => "",
        "TEMP" | "TMP" => "/AppData/Local/Temp",
        "LOCALAPPDATA" => "/AppData/Local",
        "APPDATA" => "/AppData/Roaming",
        _ => {
            let path = match name {
                "SYSTEMDRIVE" | "HOMEDRIVE" => "C:",
                "SYSTEMROOT" | "WINDIR" => "C:/Windows",
                "PROGRAMFILES" => "C:/Program Files",
                "PROGRAMFILES(X86)" => "C:/Program Files (x86)",
                "PROGRAMDATA" | "ALLUSERSPROFILE" => "C:/ProgramData",
                "PUBLIC" => "C:/Users/Public",
                "COMSPEC" => "C:/Windows/System32/cmd.exe",
                _ => return None,
            };
            return Some(Value::from(path));
        }
    };
    let mut path = home.clone();
    path.append(&Value::from(below_home));
    Some(path)
}

/// Whether it is the name of a device, which is in every directory.
pub fn is_device(path: &str) -> bool {
    ["nul", "nul:", "con", "con:"].iter().any(|device| device.eq_ignore_ascii_case(path))
}

/// The path with its wildcards as such, which programs of Windows fill in themselves; `[…]` is one in PowerShell.
pub fn wild(path: &Value, has_brackets: bool) -> Value {
    let mut pieces = Vec::new();
    for piece in path.pieces() {
        let Piece::Text(text) = piece else {
            pieces.push(piece.clone());
            continue;
        };
        let last = text.rfind(']').filter(|_| has_brackets);
        let mut plain = String::new();
        let mut letters = text.char_indices();
        while let Some((at, letter)) = letters.next() {
            let spelling = match letter {
                '*' | '?' => letter.to_string(),
                '[' if last.is_some_and(|last| last > at) => {
                    let inside = letters.by_ref().map(|(_, it)| it).take_while(|it| *it != ']');
                    format!("[{}]", inside.collect::<String>())
                }
                letter => {
                    plain.push(letter);
                    continue;
                }
            };
            pieces.push(Piece::Text(std::mem::take(&mut plain)));
            pieces.push(Piece::Hole(Hole::glob(spelling)));
        }
        pieces.push(Piece::Text(plain));
    }
    Value::new(pieces)
}
