//! Owns what programs write where that is plain to see: what they repeat, or a place; it does not run them.

use crate::effects::options::{self, Style};
use crate::effects::scope::{Input, Scope};
use crate::effects::{Hole, Piece, Value};
use crate::facts::Facts;

/// The programs whose output can be told.
pub const ECHOING: [&str; 9] =
    ["echo", "printf", "pwd", "cat", "mktemp", "git", ":", "true", "false"];

/// What `echo`, `printf`, `pwd`, `cat` without files, `mktemp` or `git rev-parse --show-toplevel` writes.
pub fn echoed(words: &[Value], scope: &Scope, facts: &Facts) -> Option<Value> {
    let (program, arguments) = words.split_first()?;
    match program.literal()? {
        "echo" => Some(echo(arguments)),
        ":" | "true" | "false" => Some(Value::default()),
        "printf" => printf(arguments),
        "mktemp" => mktemp(arguments, facts),
        "git" => top_level(arguments, scope, facts),
        "pwd" => match scope.directories.as_slice() {
            [directory] if arguments.is_empty() => Some(directory.clone()),
            _ => None,
        },
        "cat"
            if arguments.is_empty() || matches!(arguments, [one] if one.literal() == Some("-")) =>
        {
            match scope.input() {
                Input::Text(text) => Some(text),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A new name in the directory for temporary files (mktemp(1)), or below the one that `-p` names.
fn mktemp(arguments: &[Value], facts: &Facts) -> Option<Value> {
    const STYLE: Style = Style {
        short_values: "p",
        long_values: &["suffix"],
        long_flags: &["directory", "dry-run", "quiet", "tmpdir"],
        operands_last: false,
    };
    let arguments = options::parse(&STYLE, arguments).arguments;
    let is_relative = |template: &Value| !template.known_start().contains('/');
    let templates_stay = arguments.operands.iter().all(is_relative) || arguments.has(&["-t"]);
    if !templates_stay {
        return None;
    }
    let named = arguments.value(&["-p", "--tmpdir"]).cloned();
    let usual = || facts.shell_variable("TMPDIR").unwrap_or_else(|| "/tmp".to_owned()).into();
    let mut path =
        match (named, arguments.operands.is_empty(), arguments.has(&["-t", "-p", "--tmpdir"])) {
            (Some(named), _, _) => named,
            (None, true, _) | (None, false, true) => usual(),
            // `mktemp NAME.XXXXXX` makes it in the current directory.
            (None, false, false) => return None,
        };
    path.push(Piece::Text("/".to_owned()));
    path.push(Piece::Hole(Hole::glob("…")));
    Some(path)
}

/// The repository's top level, which is the project's root as facts know it.
fn top_level(arguments: &[Value], scope: &Scope, facts: &Facts) -> Option<Value> {
    let words: Vec<&str> = arguments.iter().map(Value::literal).collect::<Option<_>>()?;
    match (words.as_slice(), scope.directories.as_slice()) {
        (["rev-parse", "--show-toplevel"], [directory]) => {
            let root = facts.project_root(directory.literal()?);
            root.to_str().map(Value::from)
        }
        _ => None,
    }
}

fn echo(arguments: &[Value]) -> Value {
    let is_option =
        |word: &&Value| matches!(word.literal(), Some("-n" | "-e" | "-ne" | "-en" | "-E"));
    let mut text = Value::default();
    for (index, word) in arguments.iter().skip_while(is_option).enumerate() {
        if index > 0 {
            text.append(&Value::from(" "));
        }
        text.append(word);
    }
    text.append(&Value::from("\n"));
    text
}

/// `printf '%s\n' WORDS` and `printf TEXT`; any other format is not followed.
fn printf(arguments: &[Value]) -> Option<Value> {
    let (format, values) = arguments.split_first()?;
    let format = format.literal()?.replace("\\n", "\n").replace("\\t", "\t");
    if !format.contains(['%', '\\']) {
        return Some(Value::from(format));
    }
    let (before, after) = format.split_once("%s")?;
    if before.contains(['%', '\\']) || after.contains(['%', '\\']) {
        return None;
    }
    let mut text = Value::default();
    for value in values {
        text.append(&Value::from(before));
        text.append(value);
        text.append(&Value::from(after));
    }
    Some(text)
}
