//! Owns what programs write where that is plain to see: what they repeat, or a place; it does not run them.

use crate::effects::options::{self, Style};
use crate::effects::scope::{Input, Scope};
use crate::effects::{Hole, Piece, Value};
use crate::facts::Facts;

/// How many bytes of output are told: a format is used again for all words.
const MAXIMUM_OUTPUT: usize = 1024 * 1024;

/// The programs whose output can be told.
pub const ECHOING: [&str; 12] = [
    "echo", "printf", "pwd", "cat", "mktemp", "git", "find", "pgrep", "pidof", ":", "true", "false",
];

/// What `echo`, `printf`, `pwd`, `cat` without files, `mktemp`, `find` or `git rev-parse --show-toplevel` writes.
pub fn echoed(words: &[Value], scope: &Scope, facts: &Facts) -> Option<Value> {
    let (program, arguments) = words.split_first()?;
    match program.literal()? {
        "echo" => Some(echo(arguments)),
        ":" | "true" | "false" => Some(Value::default()),
        "printf" => printf(arguments),
        "mktemp" => mktemp(arguments, facts),
        "git" => top_level(arguments, scope, facts),
        "find" => super::find::listed(arguments),
        "pgrep" | "pidof" => super::processes::listed(words),
        "pwd" => match scope.directories.as_slice() {
            [directory] if arguments.is_empty() => Some(directory.clone()),
            _ => None,
        },
        "cat" if !arguments.is_empty() && arguments.iter().all(is_null) => Some(Value::default()),
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

fn is_null(path: &Value) -> bool {
    path.literal() == Some("/dev/null")
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

/// `echo -neE WORDS`: options may be joined and repeated; `-e` decodes escapes (Bash Reference Manual, 4.2).
fn echo(arguments: &[Value]) -> Value {
    let is_option = |word: &&Value| {
        word.literal().and_then(|word| word.strip_prefix('-')).is_some_and(|letters| {
            !letters.is_empty() && letters.chars().all(|letter| "neE".contains(letter))
        })
    };
    let options = arguments.iter().take_while(is_option);
    let letters: String = options.filter_map(Value::literal).collect();
    let decodes = letters.rfind('e') > letters.rfind('E');
    let mut text = Value::default();
    for (index, word) in arguments.iter().skip_while(is_option).enumerate() {
        if index > 0 {
            text.append(&Value::from(" "));
        }
        text.append(word);
    }
    if !letters.contains('n') {
        text.append(&Value::from("\n"));
    }
    if decodes { decoded(&text) } else { text }
}

/// The text with its escapes decoded. `\c` ends it.
fn decoded(text: &Value) -> Value {
    let mut decoded = Value::default();
    for piece in text.pieces() {
        let Piece::Text(text) = piece else {
            decoded.push(piece.clone());
            continue;
        };
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once('\\') {
            decoded.append(&Value::from(before));
            let (letter, length) = escape(after);
            match letter {
                Some(letter) => decoded.append(&Value::from(letter.to_string())),
                None if after.starts_with('c') => return decoded,
                None => decoded.append(&Value::from("\\")),
            }
            rest = after.get(length..).unwrap_or_default();
        }
        decoded.append(&Value::from(rest));
    }
    decoded
}

/// The character that stands behind a backslash, and how many bytes name it.
fn escape(after: &str) -> (Option<char>, usize) {
    let plain = |letter| (Some(letter), 1);
    match after.chars().next() {
        Some('n') => plain('\n'),
        Some('t') => plain('\t'),
        Some('r') => plain('\r'),
        Some('a') => plain('\u{7}'),
        Some('b') => plain('\u{8}'),
        Some('f') => plain('\u{c}'),
        Some('v') => plain('\u{b}'),
        Some('e' | 'E') => plain('\u{1b}'),
        Some('\\') => plain('\\'),
        Some('x') => number(after, 1, 16, 2),
        Some('u') => number(after, 1, 16, 4),
        Some('U') => number(after, 1, 16, 8),
        Some('0') => number(after, 1, 8, 3),
        Some('1'..='7') => number(after, 0, 8, 3),
        _ => (None, 0),
    }
}

/// The character whose number stands from `start` on, in at most so many digits.
fn number(after: &str, start: usize, radix: u32, most: usize) -> (Option<char>, usize) {
    let digits = after.get(start..).unwrap_or_default();
    let length = digits.chars().take(most).take_while(|digit| digit.is_digit(radix)).count();
    let digits = digits.get(..length).unwrap_or_default();
    let value = u32::from_str_radix(digits, radix).ok();
    match value.or((radix == 8).then_some(0)).and_then(char::from_u32) {
        Some(letter) => (Some(letter), start + length),
        None => (None, 0),
    }
}

/// `printf FORMAT WORDS`: `%s`, `%b`, `%d`, `%%` and escapes are followed; the format is used again while words are left.
fn printf(arguments: &[Value]) -> Option<Value> {
    let dashes = usize::from(arguments.first()?.literal() == Some("--"));
    let (format, values) = arguments.get(dashes..)?.split_first()?;
    if format.literal()?.starts_with("-v") {
        return Some(Value::default());
    }
    let mut text = Value::default();
    let mut values = values.iter();
    loop {
        let left = values.len();
        formatted(format, &mut values, &mut text)?;
        if text.length() > MAXIMUM_OUTPUT {
            return None;
        }
        if values.len() == 0 || values.len() == left {
            return Some(text);
        }
    }
}

/// Adds one round of a format.
fn formatted<'v>(
    format: &Value,
    values: &mut impl Iterator<Item = &'v Value>,
    text: &mut Value,
) -> Option<()> {
    let mut rest = format.literal()?;
    while let Some((before, after)) = rest.split_once('%') {
        text.append(&decoded(&Value::from(before)));
        let letter = after.chars().next()?;
        match letter {
            '%' => text.append(&Value::from("%")),
            's' | 'd' | 'i' => text.append(&values.next().cloned().unwrap_or_default()),
            'b' => text.append(&decoded(&values.next().cloned().unwrap_or_default())),
            _ => return None,
        }
        rest = after.get(letter.len_utf8()..)?;
    }
    text.append(&decoded(&Value::from(rest)));
    Some(())
}
