//! Owns programs that run a command for items of their input: xargs, parallel, entr; it does not know the commands.
//!
//! Sources: the findutils manual (xargs), POSIX XCU "xargs", xargs(1) of FreeBSD (`-J`), parallel(1), entr(1).

use super::entry::{Entry, Operands, Use, WORDS, rest, run, shell};
use super::files::Files;
use super::{Started, lists};
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Access, Arguments, Feeds, Opt, Piece, Value};

/// How many items are followed one by one.
const MAXIMUM_ITEMS: usize = 32;

/// How many bytes an item may have that is put in place of marks, of which there may be many.
const MAXIMUM_ITEM: usize = 1024;

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["xargs", "gxargs"],
        style: Style::runner(
            "adEe?Ii?JLl?nPRSs",
            &["arg-file", "delimiter", "max-args", "max-procs", "max-chars", "process-slot-var"],
        )
        .flags(&[
            "null",
            "eof",
            "replace",
            "max-lines",
            "open-tty",
            "interactive",
            "no-run-if-empty",
            "show-limits",
            "verbose",
            "exit",
        ]),
        options: &[(&["-a", "--arg-file"], Use::Reads)],
        operands: Operands::Own(xargs),
        ..WORDS
    },
    Entry {
        names: &["parallel", "sem"],
        style: Style::runner(
            "aCdEIi?jlLnNPsST",
            &[
                "arg-file",
                "arg-sep",
                "arg-file-sep",
                "basefile",
                "block",
                "colsep",
                "delay",
                "delimiter",
                "env",
                "halt",
                "jobs",
                "joblog",
                "load",
                "max-args",
                "max-chars",
                "max-lines",
                "max-procs",
                "max-replace-args",
                "memfree",
                "nice",
                "recend",
                "recstart",
                "results",
                "retries",
                "return",
                "sshlogin",
                "sshloginfile",
                "tagstring",
                "timeout",
                "tmpdir",
                "transferfile",
                "workdir",
                "wd",
            ],
        ),
        options: &[(&["-a", "--arg-file"], Use::Reads), (&["--joblog"], Use::Writes)],
        operands: Operands::Own(parallel),
        ..WORDS
    },
    Entry {
        names: &["entr"],
        style: Style::runner("", &[]),
        operands: Operands::Own(entr),
        ..WORDS
    },
];

/// What xargs reads: the items of each line, or all of them where lines do not count.
type Lines = Vec<Vec<Value>>;

/// `xargs [options] COMMAND` with items of its input at the end, so many at a time, or wherever the replacement text
/// stands, one at a time.
fn xargs(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let command = rest(started, 0);
    if command.is_empty() {
        return;
    }
    let arguments = &started.run.arguments;
    let list = arguments.value(&["-a", "--arg-file"]);
    let mut own = scope.clone();
    // What the command reads itself is not what xargs has read (xargs(1), "standard input").
    if list.is_none() {
        own.feed(0, Input::Inherited);
    }
    let list = list.cloned().unwrap_or_else(|| Value::from("-"));
    let unknown = lists::unknown(walk.feeds_of_file(&list, scope));
    let text = walk.text_behind(&list, scope);
    if let Some(mark) = mark(arguments) {
        let items = text.and_then(|text| each_line(&text, arguments));
        let items = items.filter(|items| items.len() <= MAXIMUM_ITEMS);
        for item in items.unwrap_or_else(|| vec![unknown]) {
            let words = command.iter().map(|word| replaced(word, mark, &item)).collect();
            run(walk, started, words, &mut own);
        }
        return;
    }
    let lines =
        text.and_then(|text| lines(&text, arguments)).unwrap_or_else(|| vec![vec![unknown]]);
    if lines.is_empty() && arguments.has(&["-r", "--no-run-if-empty"]) {
        return;
    }
    for items in portions(lines, arguments) {
        run(walk, started, command.iter().cloned().chain(items).collect(), &mut own);
    }
}

/// The text that stands for an item, if there is one.
fn mark(arguments: &Arguments) -> Option<&str> {
    const NAMES: [&str; 4] = ["-I", "-i", "-J", "--replace"];
    let option = arguments.options.iter().rfind(|option| NAMES.contains(&option.name.as_str()))?;
    let mark = option.value.as_ref().and_then(Value::literal).filter(|mark| !mark.is_empty());
    Some(mark.unwrap_or("{}"))
}

/// What parts items, if they are not words: `-0`, `-d`. `Err` if that is not known.
fn separator(arguments: &Arguments) -> Result<Option<char>, ()> {
    if arguments.has(&["-0", "--null"]) {
        return Ok(Some('\0'));
    }
    let Some(separator) = arguments.value(&["-d", "--delimiter"]) else { return Ok(None) };
    let mut characters = separator.literal().ok_or(())?.chars();
    let separator = match (characters.next(), characters.next(), characters.next()) {
        (Some(separator), None, _) => separator,
        (Some('\\'), Some('n'), None) => '\n',
        (Some('\\'), Some('t'), None) => '\t',
        (Some('\\'), Some('0'), None) => '\0',
        (Some('\\'), Some('\\'), None) => '\\',
        _ => return Err(()),
    };
    Ok(Some(separator))
}

/// The items that are put in place of the mark.
fn each_line(text: &Value, arguments: &Arguments) -> Option<Vec<Value>> {
    let items = match separator(arguments).ok()? {
        Some(separator) => lists::items(text, separator),
        None => lists::lines(text)?,
    };
    Some(before_end(items, arguments))
}

/// The items that are put at the end.
fn lines(text: &Value, arguments: &Arguments) -> Option<Lines> {
    let lines = match separator(arguments).ok()? {
        Some(separator) => lists::items(text, separator).into_iter().map(|it| vec![it]).collect(),
        None => lists::words(text)?,
    };
    if !arguments.has(END) {
        return Some(lines);
    }
    Some(vec![before_end(lines.into_iter().flatten().collect(), arguments)])
}

/// Options that name an item after which nothing is read.
const END: &[&str] = &["-E", "-e", "--eof"];

fn before_end(mut items: Vec<Value>, arguments: &Arguments) -> Vec<Value> {
    let end = arguments.value(END);
    let length = items.iter().take_while(|item| Some(*item) != end).count();
    items.truncate(length);
    items
}

/// How many items each run gets: so many lines (`-L`) or so many items (`-n`), whichever is said last; else all.
fn portions(lines: Lines, arguments: &Arguments) -> Lines {
    const LINES: [&str; 3] = ["-L", "-l", "--max-lines"];
    const ITEMS: [&str; 2] = ["-n", "--max-args"];
    let is_limit =
        |option: &&Opt| LINES.iter().chain(&ITEMS).any(|name| *name == option.name.as_str());
    let all = |lines: Lines| vec![lines.into_iter().flatten().collect()];
    let Some(limit) = arguments.options.iter().rfind(is_limit) else { return all(lines) };
    let count = match &limit.value {
        Some(count) => count.literal().and_then(|count| count.parse().ok()),
        None => Some(1),
    };
    let Some(count) = count.filter(|count: &usize| *count > 0) else { return all(lines) };
    let portions: Lines = match LINES.contains(&limit.name.as_str()) {
        true => lines.chunks(count).map(<[_]>::concat).collect(),
        false => lines.concat().chunks(count).map(<[_]>::to_vec).collect(),
    };
    // Too many to follow are followed as one.
    if (1..=MAXIMUM_ITEMS).contains(&portions.len()) { portions } else { all(portions) }
}

/// A word in which an item stands for every mark. Past a length the item is left unknown.
pub fn replaced(word: &Value, mark: &str, item: &Value) -> Value {
    if item.length() > MAXIMUM_ITEM {
        return replaced(word, mark, &lists::unknown(Feeds::NONE));
    }
    let mut result = Value::default();
    for piece in word.pieces() {
        let Piece::Text(text) = piece else {
            result.push(piece.clone());
            continue;
        };
        for (index, part) in text.split(mark).enumerate() {
            if index > 0 {
                result.append(item);
            }
            result.push(Piece::Text(part.to_owned()));
        }
    }
    result
}

/// `parallel COMMAND ::: ITEMS :::: FILES`: the words are a text for a shell, in which `{}` stands for an item. Without
/// a command the items are commands.
fn parallel(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = rest(started, 0);
    let is_separator =
        |word: &&Value| matches!(word.literal(), Some(":::" | ":::+" | "::::" | "::::+"));
    let command: Vec<&Value> = words.iter().take_while(|word| !is_separator(word)).collect();
    let mut items = Vec::new();
    let mut read = Vec::new();
    if command.len() == words.len() {
        read.push(started.run.arguments.value(&["-a", "--arg-file"]).cloned());
    }
    let mut separator = ":::";
    for word in words.iter().skip(command.len()) {
        match word.literal() {
            Some(":::" | ":::+") => separator = ":::",
            Some("::::" | "::::+") => separator = "::::",
            _ if separator == "::::" => {
                Files::new(walk, started, scope).one(Access::Read, word, false);
                read.push(Some(word.clone()));
            }
            _ => items.push(word.clone()),
        }
    }
    for list in read {
        let list = list.unwrap_or_else(|| Value::from("-"));
        items.extend(Files::new(walk, started, scope).listed(&list, '\n'));
    }
    if items.len() > MAXIMUM_ITEMS {
        items = vec![lists::unknown(scope.fed(0))];
    }
    let text = command.iter().fold(Value::default(), |mut text, word| {
        if !text.pieces().is_empty() {
            text.append(&Value::from(" "));
        }
        text.append(word);
        text
    });
    for item in items {
        let mut text = replaced(&text, "{}", &item);
        if !has_mark(&command) {
            if !text.pieces().is_empty() {
                text.append(&Value::from(" "));
            }
            text.append(&item);
        }
        let mut own = scope.clone();
        own.feed(0, Input::Inherited);
        shell(walk, started, &text, &mut own);
    }
}

/// Whether a command says where an item goes: `{}`, `{.}`, `{1}`, ….
fn has_mark(command: &[&Value]) -> bool {
    command.iter().any(|word| word.to_string().contains('{'))
}

/// `entr COMMAND` runs it when a file changes; `/_` is that file; `-s` takes a text for a shell.
fn entr(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = rest(started, 0);
    if started.run.arguments.has(&["-s"]) {
        words.iter().take(1).for_each(|text| shell(walk, started, text, scope));
        return;
    }
    let words =
        words.iter().map(|word| replaced(word, "/_", &lists::unknown(Feeds::NONE))).collect();
    run(walk, started, words, scope);
}
