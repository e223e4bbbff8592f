//! Owns programs that run a command for items of their input: xargs, parallel, entr; it does not know the commands.
//!
//! Sources: the findutils manual (xargs), POSIX XCU "xargs", xargs(1) of FreeBSD (`-J`), parallel(1), entr(1).

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, rest, run, shell};
use super::files::Files;
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Access, Hole, Piece, Value};

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

/// A word that is not known.
fn unknown() -> Value {
    Value::new(vec![Piece::Hole(Hole::new("…"))])
}

/// A word that is not known, from what comes in.
fn unknown_from(scope: &Scope) -> Value {
    Value::new(vec![Piece::Hole(Hole::new("…").from_sources(scope.fed(0)))])
}

/// `xargs [options] COMMAND` with words from its input at the end, or wherever the replacement text stands.
fn xargs(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let command = rest(started, 0);
    if command.is_empty() {
        return;
    }
    let arguments = &started.run.arguments;
    let replaces = arguments
        .options
        .iter()
        .rev()
        .find(|option| ["-I", "-i", "-J", "--replace"].contains(&option.name.as_str()));
    let mark = replaces.map(|option| match option.value.as_ref().and_then(Value::literal) {
        Some(mark) if !mark.is_empty() => mark,
        _ => "{}",
    });
    let reads_lines = arguments.has(&["-a", "--arg-file", "-0", "--null", "-d", "--delimiter"]);
    let items = if reads_lines { None } else { items(&scope.input(), mark.is_some()) };
    // What the command reads itself is not what xargs has read (xargs(1), "standard input").
    let mut own = scope.clone();
    own.feed(0, Input::Inherited);
    match (mark, items) {
        (Some(mark), items) => {
            for item in items.unwrap_or_else(|| vec![unknown_from(scope)]) {
                let words = command.iter().map(|word| replaced(word, mark, &item)).collect();
                run(walk, started, words, &mut own);
            }
        }
        (None, items) => {
            let mut words = command;
            words.extend(items.unwrap_or_else(|| vec![unknown_from(scope)]));
            run(walk, started, words, &mut own);
        }
    }
}

/// The items that the input says plainly: lines, or words. Quotes and backslashes are left alone.
fn items(input: &Input, lines: bool) -> Option<Vec<Value>> {
    let Input::Text(text) = input else { return None };
    let text = text.literal()?;
    if text.contains(['\'', '"', '\\']) {
        return None;
    }
    let items: Vec<Value> = match lines {
        true => text.lines().map(str::trim_start).map(Value::from).collect(),
        false => text.split_whitespace().map(Value::from).collect(),
    };
    (!items.is_empty() && items.len() <= MAXIMUM_ITEMS).then_some(items)
}

/// A word in which an item stands for every mark. Past a length the item is left unknown.
pub fn replaced(word: &Value, mark: &str, item: &Value) -> Value {
    if item.length() > MAXIMUM_ITEM {
        return replaced(word, mark, &unknown());
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
    let mut from_files = command.len() == words.len();
    let mut separator = ":::";
    for word in words.iter().skip(command.len()) {
        match word.literal() {
            Some(":::" | ":::+") => separator = ":::",
            Some("::::" | "::::+") => (separator, from_files) = ("::::", true),
            _ if separator == "::::" => {
                Files::new(walk, started, scope).one(Access::Read, word, false);
            }
            _ => items.push(word.clone()),
        }
    }
    if from_files || items.len() > MAXIMUM_ITEMS {
        items = vec![unknown_from(scope)];
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
    let words = words.iter().map(|word| replaced(word, "/_", &unknown())).collect();
    run(walk, started, words, scope);
}
