//! Owns `env`, and how its `-S` splits a text into words; it does not know the command that it runs.
//!
//! Source: the GNU coreutils manual 9.1, "env invocation" and "-S/--split-string usage in scripts"; env(1) of FreeBSD.

use super::Started;
use super::entry::{Entry, Operands, WORDS, with_assignments};
use super::marked::Marked;
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Hole, Piece, Value};

const ENV: Style = Style::runner("uCSPa", &["unset", "chdir", "split-string", "argv0"]).flags(&[
    "ignore-environment",
    "null",
    "debug",
    "list-signal-handling",
    "block-signal",
    "default-signal",
    "ignore-signal",
]);

/// How many texts may hold `-S` again. Each may double what is read, so only a few are followed.
const MAXIMUM_SPLITS: usize = 8;

/// The family.
pub const ENTRIES: &[Entry] =
    &[Entry { names: &["env", "genv"], style: ENV, operands: Operands::Own(env), ..WORDS }];

/// `env [options] [-] [NAME=VALUE]… COMMAND`; `-S` holds words in one, `-C` a directory.
fn env(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut words = started.run.words.clone();
    let mut splits = 0;
    while let Some(next) = unsplit(&words) {
        splits += 1;
        if splits > MAXIMUM_SPLITS {
            walk.opaque("env splits its words too often", scope);
            return;
        }
        words = next;
    }
    let parsed = options::parse(&ENV, &words);
    let mut own = scope.clone();
    if let Some(directory) = parsed.arguments.value(&["-C", "--chdir"]) {
        walk.go_below(directory, &mut own);
    }
    let mut rest: Vec<Value> = words.iter().skip(parsed.first_operand).cloned().collect();
    // A lone `-` means `-i`.
    if rest.first().and_then(Value::literal) == Some("-") {
        rest.remove(0);
    }
    with_assignments(walk, started, rest, &mut own);
}

/// The words with the first `-S` replaced by what it holds; `None` if there is none among the options.
fn unsplit(words: &[Value]) -> Option<Vec<Value>> {
    const TAKE_VALUE: &[&str] = &["-u", "-C", "-P", "-a", "--unset", "--chdir", "--argv0"];
    let mut rest = words.iter().enumerate();
    while let Some((index, word)) = rest.next() {
        // Taken alone, an option whose value is in the next word has none. An operand ends the options.
        let alone = options::parse(&ENV, std::slice::from_ref(word)).arguments;
        let option = alone.options.last()?;
        if ["-S", "--split-string"].contains(&option.name.as_str()) {
            let text = option.value.as_ref().or_else(|| rest.next().map(|(_, next)| next))?;
            let before = words.iter().take(index).cloned();
            let after = rest.map(|(_, word)| word.clone());
            return Some(before.chain(split_words(text)).chain(after).collect());
        }
        if option.value.is_none() && TAKE_VALUE.contains(&option.name.as_str()) {
            rest.next();
        }
    }
    None
}

/// Splits as `env -S` does: quotes as in a shell, `\_` for a blank, `\c` for the end, `${NAME}` for a variable.
fn split_words(text: &Value) -> Vec<Value> {
    let marked = Marked::new(text);
    let mut words: Vec<Value> = Vec::new();
    let mut word: Option<Value> = None;
    let mut quote = None;
    let mut letters = marked.text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}') => words.extend(word.take()),
            (None, '#') if word.is_none() => break,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (Some(open), close) if open == close => quote = None,
            (Some('\''), '\\') => match letters.next_if(|next| matches!(next, '\'' | '\\')) {
                Some(escaped) => push(&mut word, escaped),
                None => push(&mut word, '\\'),
            },
            (_, '\\') => match letters.next() {
                Some('c') if quote.is_none() => break,
                Some('_') if quote.is_none() => words.extend(word.take()),
                Some('_') => push(&mut word, ' '),
                Some('n') => push(&mut word, '\n'),
                Some('t') => push(&mut word, '\t'),
                Some('r') => push(&mut word, '\r'),
                Some(escaped) => push(&mut word, escaped),
                None => {}
            },
            (None | Some('"'), '$') if letters.next_if_eq(&'{').is_some() => {
                let name: String = letters.by_ref().take_while(|one| *one != '}').collect();
                word.get_or_insert_default().push(Piece::Hole(Hole::new(format!("${name}"))));
            }
            (_, letter) => word.get_or_insert_default().append(&marked.value(&letter.to_string())),
        }
    }
    words.extend(word);
    words
}

fn push(word: &mut Option<Value>, letter: char) {
    word.get_or_insert_default().push(Piece::Text(letter.to_string()));
}
