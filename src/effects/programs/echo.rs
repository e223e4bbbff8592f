//! Owns what programs write that only repeat their arguments or input; it does not know any other program's output.

use crate::effects::Value;
use crate::effects::scope::{Input, Scope};

/// The programs whose output can be told.
pub const ECHOING: [&str; 4] = ["echo", "printf", "pwd", "cat"];

/// What `echo`, `printf`, `pwd` or `cat` without files writes.
pub fn echoed(words: &[Value], scope: &Scope) -> Option<Value> {
    let (program, arguments) = words.split_first()?;
    match program.literal()? {
        "echo" => Some(echo(arguments)),
        "printf" => printf(arguments),
        "pwd" => match scope.directories.as_slice() {
            [directory] if arguments.is_empty() => Some(directory.clone()),
            _ => None,
        },
        "cat"
            if arguments.is_empty() || matches!(arguments, [one] if one.literal() == Some("-")) =>
        {
            match &scope.input {
                Input::Text(text) => Some(text.clone()),
                _ => None,
            }
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
