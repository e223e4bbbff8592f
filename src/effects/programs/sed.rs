//! Owns sed: the files it is given and what its script reads, writes and runs; it does not edit.
//!
//! Sources: POSIX XCU "sed", the GNU sed manual 4.9 (`e`, `w`, `W`, `r`, `R`, and the flags `e` and `w` of `s`).

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, shell};
use super::files::Files;
use super::marked::Marked;
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};
use std::iter::Peekable;
use std::str::Chars;

/// The family.
pub const ENTRIES: &[Entry] = &[Entry {
    names: &["sed", "gsed"],
    style: Style::new("efi?l", &["expression", "file", "line-length"]).flags(&[
        "in-place",
        "quiet",
        "silent",
        "regexp-extended",
        "separate",
        "sandbox",
        "null-data",
        "unbuffered",
        "debug",
        "posix",
    ]),
    options: &[(&["-f", "--file"], Use::Reads)],
    operands: Operands::Own(sed),
    ..WORDS
}];

fn sed(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let mut operands = arguments.operands.as_slice();
    // BSD's `sed -i '' SCRIPT`: the suffix is a word of its own.
    if arguments.has(&["-i", "--in-place"])
        && let Some((first, rest)) = operands.split_first()
        && first.literal() == Some("")
    {
        operands = rest;
    }
    let mut scripts: Vec<&Value> = Vec::new();
    for option in &arguments.options {
        if ["-e", "--expression"].contains(&option.name.as_str()) {
            scripts.extend(option.value.as_ref());
        }
    }
    if !arguments.has(&["-e", "-f", "--expression", "--file"])
        && let Some((script, rest)) = operands.split_first()
    {
        scripts.push(script);
        operands = rest;
    }
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Read, operands, false);
    if files.has(&["-i", "--in-place"]) {
        files.all(Access::Write, operands, false);
    }
    if !arguments.has(&["--sandbox"]) {
        // Several scripts are one, line by line.
        let mut whole = Value::default();
        for script in scripts {
            whole.append(script);
            whole.append(&Value::from("\n"));
        }
        follow_script(walk, started, &whole, scope);
        for option in arguments.options.iter().filter(|it| ["-f", "--file"].contains(&&*it.name)) {
            if let Some(file) = option.value.clone().and_then(|file| scope.opened_file(file)) {
                walk.within_data(&file, scope, |walk, text, scope| {
                    follow_script(walk, started, text, scope);
                });
            }
        }
    }
}

fn follow_script(walk: &mut Walk, started: &Started, script: &Value, scope: &mut Scope) {
    let marked = Marked::new(script);
    for action in (Script { rest: marked.text.chars().peekable() }).actions() {
        match action {
            Action::File(access, name) => {
                Files::new(walk, started, scope).one(access, &marked.value(&name), false);
            }
            Action::Run(text) => shell(walk, started, &marked.value(&text), scope),
            Action::RunLine => walk.opaque("sed runs the lines it reads", scope),
        }
    }
}

/// What a script does beyond editing.
enum Action {
    File(Access, String),
    Run(String),
    /// Runs whatever a line says.
    RunLine,
}

/// A script, read command by command.
struct Script<'t> {
    rest: Peekable<Chars<'t>>,
}

impl Script<'_> {
    fn actions(mut self) -> Vec<Action> {
        let mut actions = Vec::new();
        while let Some(command) = self.command() {
            match command {
                '#' | ':' => _ = self.line(),
                'a' | 'i' | 'c' => self.text(),
                'r' | 'R' => actions.push(Action::File(Access::Read, self.line())),
                'w' | 'W' => actions.push(Action::File(Access::Write, self.line())),
                'e' => match self.line() {
                    text if text.is_empty() => actions.push(Action::RunLine),
                    text => actions.push(Action::Run(text)),
                },
                's' => self.substitution(&mut actions),
                'y' => {
                    if let Some(delimiter) = self.rest.next() {
                        self.until(delimiter);
                        self.until(delimiter);
                    }
                }
                _ => {}
            }
        }
        actions
    }

    /// The letter of the next command, behind its addresses.
    fn command(&mut self) -> Option<char> {
        loop {
            match self.rest.next()? {
                '/' => self.until('/'),
                '\\' => {
                    let delimiter = self.rest.next()?;
                    self.until(delimiter)
                }
                letter if letter.is_ascii_digit() || letter.is_whitespace() => continue,
                ';' | ',' | '!' | '$' | '+' | '~' | '{' | '}' | 'I' | 'M' => continue,
                letter => return Some(letter),
            };
        }
    }

    /// The rest of the line, without blanks at its start.
    fn line(&mut self) -> String {
        let line: String = std::iter::from_fn(|| self.rest.next_if(|one| *one != '\n')).collect();
        line.trim_start().to_owned()
    }

    /// The text of `a`, `i` and `c`: a line, and more as long as a backslash ends it.
    fn text(&mut self) {
        let mut escaped = false;
        for letter in self.rest.by_ref() {
            if letter == '\n' && !escaped {
                return;
            }
            escaped = letter == '\\' && !escaped;
        }
    }

    /// What stands before the next delimiter, which may be escaped or stand in brackets.
    fn until(&mut self, delimiter: char) -> String {
        let mut text = String::new();
        while let Some(letter) = self.rest.next() {
            if letter == delimiter {
                break;
            }
            if letter == '\\' {
                match self.rest.next() {
                    Some(escaped) if escaped == delimiter => text.push(delimiter),
                    Some(escaped) => text.extend(['\\', escaped]),
                    None => {}
                }
                continue;
            }
            text.push(letter);
        }
        text
    }

    /// `s/REGEX/REPLACEMENT/FLAGS`
    fn substitution(&mut self, actions: &mut Vec<Action>) {
        let Some(delimiter) = self.rest.next() else { return };
        self.until(delimiter);
        let replacement = self.until(delimiter);
        while let Some(flag) = self.rest.next_if(|one| !matches!(*one, '\n' | ';' | '}')) {
            match flag {
                'e' => actions.push(Action::Run(substituted(&replacement))),
                'w' => {
                    actions.push(Action::File(Access::Write, self.line()));
                    return;
                }
                _ => {}
            }
        }
    }
}

/// The text that a replacement puts in place; what it takes from the line stands in it as an unset parameter.
fn substituted(replacement: &str) -> String {
    let mut text = String::new();
    let mut letters = replacement.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '&' => text.push_str("${line}"),
            '\\' => match letters.next() {
                Some('n') => text.push('\n'),
                Some(number) if number.is_ascii_digit() => text.push_str("${line}"),
                Some(case) if "LUlEu".contains(case) => {}
                Some(other) => text.push(other),
                None => {}
            },
            other => text.push(other),
        }
    }
    text
}
