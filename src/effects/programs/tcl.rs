//! Owns Tcl and Expect code on the command line or standard input, as far as it runs programs or touches files; it does not
//! evaluate it.
//!
//! Sources: Tcl(n) (the rules of the language), exec(n), open(n), file(n), tclsh(1), expect(1).

use super::Started;
use super::entry::{Entry, Operands, WORDS, run, shell};
use super::files::Files;
use super::marked::Marked;
use super::script_file;
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::{MAXIMUM_DEPTH, Walk};
use crate::effects::{Access, Hole, Piece, Value};

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["tclsh", "wish", "jimsh"],
        style: Style::runner("", &[]),
        operands: Operands::Own(interpret),
        ..WORDS
    },
    Entry {
        names: &["expect"],
        style: Style::runner("cfb", &[]),
        operands: Operands::Own(interpret),
        ..WORDS
    },
];

/// How deep scripts in braces and brackets are read.
const MAXIMUM_NESTING: usize = 8;

/// Commands whose arguments in braces are scripts.
const CONTROL: &[&str] = &[
    "if",
    "else",
    "elseif",
    "while",
    "for",
    "foreach",
    "proc",
    "catch",
    "eval",
    "try",
    "on",
    "finally",
    "switch",
    "after",
    "namespace",
    "expect",
    "uplevel",
    "time",
    "apply",
];

/// `expect -c TEXT`, `tclsh FILE`, or a script on standard input.
fn interpret(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let mut told = false;
    for option in &arguments.options {
        match (option.name.as_str(), &option.value) {
            ("-c", Some(text)) => script(walk, started, text, scope),
            ("-f" | "-b", Some(file)) => {
                script_file::in_file(walk, started, file, scope, |walk, text, scope| {
                    script(walk, started, text, scope);
                });
            }
            _ => continue,
        }
        told = true;
    }
    if told {
        return;
    }
    script_file::named_or_input(walk, started, scope, |walk, text, scope| {
        script(walk, started, text, scope);
    });
}

fn script(walk: &mut Walk, started: &Started, text: &Value, scope: &mut Scope) {
    let marked = Marked::new(text);
    let mut reader = Reader { marked: &marked, commands: Vec::new() };
    reader.script(&marked.text, 0);
    for command in reader.commands {
        follow(walk, started, &command, scope);
    }
}

/// Follows one command.
fn follow(walk: &mut Walk, started: &Started, command: &[Value], scope: &mut Scope) {
    if scope.depth > MAXIMUM_DEPTH {
        return;
    }
    let Some((name, words)) = command.split_first() else { return };
    let is_option = |word: &&Value| word.known_start().starts_with('-');
    let words: Vec<Value> = words.iter().skip_while(is_option).cloned().collect();
    match (name.literal().unwrap_or_default(), words.as_slice()) {
        ("exec" | "spawn", _) => run(walk, started, words, scope),
        ("system", words) => shell(walk, started, &super::wrappers::joined(words), scope),
        ("open", [file, mode @ ..]) => {
            if let Some(command) = file.after(1).filter(|_| file.known_start().starts_with('|')) {
                return shell(walk, started, &command, scope);
            }
            let mode = mode.first().and_then(Value::literal).unwrap_or("r");
            let access = if mode.contains(['w', 'a', '+']) { Access::Write } else { Access::Read };
            Files::new(walk, started, scope).one(access, file, false);
        }
        ("file", [action, files @ ..]) => {
            let files: Vec<Value> = files.iter().skip_while(is_option).cloned().collect();
            let access = match action.literal() {
                Some("delete") => Access::Delete,
                Some("mkdir") => Access::Write,
                _ => return,
            };
            Files::new(walk, started, scope).all(access, &files, access == Access::Delete);
        }
        ("source", [file, ..]) => Files::new(walk, started, scope).one(Access::Read, file, false),
        _ => {}
    }
}

struct Reader<'m> {
    marked: &'m Marked,
    commands: Vec<Vec<Value>>,
}

impl Reader<'_> {
    /// Reads the commands of a script, and of those in its braces and brackets.
    fn script(&mut self, text: &str, depth: usize) {
        if depth > MAXIMUM_NESTING {
            return;
        }
        let mut words: Vec<Value> = Vec::new();
        let mut blocks: Vec<&str> = Vec::new();
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches([' ', '\t', '\r']);
            rest = rest.strip_prefix("\\\n").unwrap_or(rest);
            match rest.chars().next() {
                None | Some('\n' | ';') => {
                    self.end(std::mem::take(&mut words), std::mem::take(&mut blocks), depth);
                    let Some(after) = rest.get(1..) else { return };
                    rest = after;
                }
                Some('#') if words.is_empty() => {
                    rest = rest.find('\n').and_then(|end| rest.get(end..)).unwrap_or_default();
                }
                Some('{') => {
                    let (inner, after) = enclosed(rest, '{', '}');
                    words.push(self.marked.value(inner));
                    blocks.push(inner);
                    rest = after;
                }
                Some('"') => {
                    let end = end_of_quotes(rest);
                    let inner = rest.get(1..end).unwrap_or_default();
                    words.push(self.word(inner, depth));
                    rest = rest.get(end + 1..).unwrap_or_default();
                }
                Some(_) => {
                    let end = end_of_word(rest);
                    let (word, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
                    words.push(self.word(word, depth));
                    rest = after;
                }
            }
        }
    }

    /// Ends a command.
    fn end(&mut self, words: Vec<Value>, blocks: Vec<&str>, depth: usize) {
        let Some(name) = words.first() else { return };
        if name.literal().is_some_and(|name| CONTROL.contains(&name)) {
            blocks.into_iter().for_each(|block| self.script(block, depth + 1));
        } else {
            self.commands.push(words);
        }
    }

    /// A word in which variables and commands in brackets are put in.
    fn word(&mut self, text: &str, depth: usize) -> Value {
        let mut value = Value::default();
        let mut known = String::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let mut after = rest.get(letter.len_utf8()..).unwrap_or_default();
            match letter {
                '[' => {
                    let (inner, behind) = enclosed(rest, '[', ']');
                    self.script(inner, depth + 1);
                    after = behind;
                }
                '$' => {
                    let is_name = |one: char| one.is_alphanumeric() || "_:{}()".contains(one);
                    after = after.trim_start_matches(is_name);
                }
                '\\' => {
                    let escaped = after.chars().next();
                    known.extend(escaped);
                    after = after.get(escaped.map_or(0, char::len_utf8)..).unwrap_or_default();
                }
                letter => known.push(letter),
            }
            if matches!(letter, '[' | '$') {
                value.append(&self.marked.value(&std::mem::take(&mut known)));
                value.push(Piece::Hole(Hole::new("…")));
            }
            rest = after;
        }
        value.append(&self.marked.value(&known));
        value
    }
}

/// What is enclosed at the start of a text, and what follows.
fn enclosed(text: &str, open: char, close: char) -> (&str, &str) {
    let mut depth = 0usize;
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' {
            letters.next();
        } else if letter == open {
            depth += 1;
        } else if letter == close {
            depth -= 1;
            if depth == 0 {
                let inner = text.get(1..at).unwrap_or_default();
                return (inner, text.get(at + 1..).unwrap_or_default());
            }
        }
    }
    (text.get(1..).unwrap_or_default(), "")
}

/// Where the quotes at the start of a text are closed.
fn end_of_quotes(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => _ = letters.next(),
            '"' => return at,
            _ => {}
        }
    }
    text.len()
}

/// Where the word at the start of a text ends.
fn end_of_word(text: &str) -> usize {
    let mut brackets = 0usize;
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => _ = letters.next(),
            '[' => brackets += 1,
            ']' => brackets = brackets.saturating_sub(1),
            ' ' | '\t' | '\r' | '\n' | ';' if brackets == 0 => return at,
            _ => {}
        }
    }
    text.len()
}
