//! Owns crontab, which makes commands run some time; it does not know the commands.
//!
//! Sources: crontab(1) and crontab(5) of Debian's cron and of cronie, POSIX XCU "crontab".

use super::Started;
use super::entry::{Entry, Operands, WORDS, shell};
use super::files::Files;
use super::marked::Marked;
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Access, Delay, Value};

/// The family.
pub const ENTRIES: &[Entry] = &[Entry {
    names: &["crontab"],
    style: Style::new("unTc", &[]),
    operands: Operands::Own(crontab),
    ..WORDS
}];

/// How many fields say when.
const FIELDS: usize = 5;

/// `crontab [-u USER] [FILE]`: without a file, or with `-`, the table comes on standard input.
fn crontab(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    if arguments.has(&["-l", "-r", "-e", "-T", "-V", "-c"]) {
        return;
    }
    let mut own = scope.started(started.id);
    own.delay = Delay::Unknown;
    let file = arguments.operands.first().filter(|file| file.literal() != Some("-"));
    let input = match file {
        Some(file) => walk.read_through(file, scope),
        None => Some(scope.input()),
    };
    let script = match (input, file) {
        (Some(Input::Text(text)), _) => return table(walk, started, &text, &mut own),
        (Some(Input::Unknown), _) => return walk.opaque("what is to run later is not known", &own),
        (Some(Input::File(file)), _) => walk.opened_script(&file, &own),
        (None, Some(file)) => {
            Files::new(walk, started, scope).one(Access::Read, file, false);
            walk.script(file, &own)
        }
        _ => None,
    };
    if let Some(script) = script {
        walk.within_script(&script, &mut own, |walk, own| table(walk, started, &script.text, own));
    }
}

/// Every line is a comment, an assignment, or a time and a command.
fn table(walk: &mut Walk, started: &Started, text: &Value, scope: &mut Scope) {
    let marked = Marked::new(text);
    scope.feed(0, Input::Inherited);
    for line in marked.text.lines() {
        if let Some(command) = command(line) {
            shell(walk, started, &marked.value(&command), scope);
        }
    }
}

/// The command of a line, up to the first `%`: what follows is its standard input, and `\%` stands for itself.
fn command(line: &str) -> Option<String> {
    let line = line.trim_start();
    if line.is_empty() || line.starts_with('#') || is_assignment(line) {
        return None;
    }
    let fields = if line.starts_with('@') { 1 } else { FIELDS };
    let mut rest = line;
    for _ in 0..fields {
        rest = rest.split_once([' ', '\t'])?.1.trim_start();
    }
    let mut command = String::new();
    let mut letters = rest.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '%' => break,
            '\\' if letters.next_if_eq(&'%').is_some() => command.push('%'),
            letter => command.push(letter),
        }
    }
    Some(command)
}

/// `NAME = VALUE`
fn is_assignment(line: &str) -> bool {
    let Some((name, _)) = line.split_once('=') else { return false };
    let name = name.trim_end().trim_matches(['"', '\'']);
    !name.is_empty() && name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_')
}
