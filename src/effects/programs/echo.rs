//! Owns what programs write where that is plain to see: what they repeat, or a place; it does not run them.

use super::find;
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::{Hole, Piece, Value, paths};
use crate::facts::Facts;

/// How many bytes of output are told: a format is used again for all words.
const MAXIMUM_OUTPUT: usize = 1024 * 1024;

/// The programs whose output can be told.
pub const ECHOING: [&str; 18] = [
    "which", "command", "echo", "printf", "pwd", "mktemp", "git", "find", "ls", "pgrep", "pidof",
    ":", "true", "false", "dirname", "basename", "realpath", "readlink",
];

/// What `echo`, `printf`, `pwd`, `mktemp`, `git rev-parse` about places, `find`, `ls` and programs that take paths apart
/// write.
pub fn echoed(words: &[Value], scope: &Scope, facts: &Facts) -> Option<Value> {
    let (program, arguments) = words.split_first()?;
    match program.literal()? {
        "echo" => Some(echo(arguments)),
        ":" | "true" | "false" => Some(Value::default()),
        "printf" => printf(arguments),
        "mktemp" => mktemp(arguments, facts),
        "git" => place(arguments, scope, facts),
        "find" => find::listed(arguments),
        "pgrep" | "pidof" => super::processes::listed(words),
        "which" => located(arguments, facts),
        "command" => match arguments.split_first() {
            Some((option, rest)) if option.literal() == Some("-v") => located(rest, facts),
            _ => None,
        },
        "ls" => listed(arguments, scope, facts),
        "pwd" => match scope.directories.as_slice() {
            [directory] if arguments.iter().all(is_option) => Some(directory.clone()),
            _ => None,
        },
        "dirname" | "basename" | "realpath" | "readlink" => of_path(words, scope, facts),
        _ => None,
    }
}

fn is_option(word: &Value) -> bool {
    word.known_start().starts_with('-')
}

/// `dirname PATH`, `basename PATH [SUFFIX]` (POSIX XCU), `realpath PATH`, `readlink -f PATH` (GNU coreutils).
fn of_path(words: &[Value], scope: &Scope, facts: &Facts) -> Option<Value> {
    let (program, arguments) = words.split_first()?;
    let (options, operands): (Vec<&Value>, Vec<&Value>) =
        arguments.iter().partition(|word| is_option(word));
    let options: Vec<&str> = options.iter().map(|word| word.literal()).collect::<Option<_>>()?;
    let (path, rest) = operands.split_first()?;
    let trimmed = path.literal()?.trim_end_matches('/');
    let (folder, name) = trimmed.rsplit_once('/').unwrap_or((".", trimmed));
    match (program.literal()?, options.as_slice(), rest) {
        _ if trimmed.is_empty() => None,
        ("dirname", [] | ["--"], []) => Some(if folder.is_empty() { "/" } else { folder }.into()),
        ("basename", [] | ["--"], []) => Some(name.into()),
        ("basename", [] | ["--"], [suffix]) => {
            Some(name.strip_suffix(suffix.literal()?).unwrap_or(name).into())
        }
        ("realpath", [] | ["-e" | "-m" | "--"], []) | ("readlink", ["-f" | "-e" | "-m"], []) => {
            let [directory] = scope.directories.as_slice() else { return None };
            let joined = paths::joined(path, directory);
            let followed = facts.follow(joined.literal()?, true)?;
            followed.into_os_string().into_string().ok().map(Value::from)
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

/// The repository's top level, which is the project's root as facts know it, and its other places (git-rev-parse(1)).
fn place(arguments: &[Value], scope: &Scope, facts: &Facts) -> Option<Value> {
    let words: Vec<&str> = arguments.iter().map(Value::literal).collect::<Option<_>>()?;
    let (["rev-parse", asked @ ..], [directory]) = (words.as_slice(), scope.directories.as_slice())
    else {
        return None;
    };
    let directory = directory.literal()?;
    if asked == ["--show-toplevel"] {
        return facts.project_root(directory).to_str().map(Value::from);
    }
    let repository = facts.repository(directory)?;
    let path = match asked {
        ["--git-dir" | "--absolute-git-dir"] => repository.directory.clone(),
        ["--git-common-dir"] => repository.common.clone(),
        // What working trees share lies in the common directory (gitrepository-layout(5)).
        ["--git-path", name] => repository.common.join(name),
        _ => return None,
    };
    path.to_str().map(Value::from)
}

/// `which PROGRAM` and `command -v PROGRAM` write where the program lies.
fn located(arguments: &[Value], facts: &Facts) -> Option<Value> {
    let [program] = arguments else { return None };
    let name = program.literal().filter(|name| !name.starts_with('-') && !name.contains('/'))?;
    // Of this program the directory is known.
    if let Some(own) = facts.own_program().filter(|own| own.ends_with(&format!("/{name}"))) {
        return Some(Value::from(own + "\n"));
    }
    Some(Value::new(vec![Piece::Hole(Hole::new("…")), Piece::Text(format!("/{name}\n"))]))
}

/// The names that `ls` is given, if none of them is a directory, whose content it would list.
fn listed(arguments: &[Value], scope: &Scope, facts: &Facts) -> Option<Value> {
    let arguments = options::parse(&Style::default(), arguments).arguments;
    let plain = |name: &str| ["-1", "-a", "-A", "-d", "-t", "-r"].contains(&name);
    if !arguments.options.iter().all(|option| plain(&option.name)) {
        return None;
    }
    let is_directory = |name: &Value| {
        scope.directories.iter().any(|directory| {
            let path = paths::absolute(name, directory);
            path.literal().is_some_and(|path| facts.is_directory(path))
        })
    };
    if !arguments.has(&["-d"]) && arguments.operands.iter().any(is_directory) {
        return None;
    }
    lines(&arguments.operands, "\n")
}

/// Values, each with an end; nothing if there are none.
pub fn lines(values: &[Value], end: &str) -> Option<Value> {
    let mut text = Value::default();
    for value in values {
        text.append(value);
        text.append(&Value::from(end));
    }
    (!values.is_empty()).then_some(text)
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
    let mut text = Value::joined(arguments.iter().skip_while(is_option), " ");
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
