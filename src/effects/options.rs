//! Owns telling options from operands by a program's style; it does not know which program has which style.
//!
//! The rules are POSIX XBD 12.2 ("Utility Syntax Guidelines") with GNU's additions: long options, values joined by
//! `=`, unambiguous abbreviations, options after operands.

use super::{Arguments, Opt, Value};

/// How a program reads its arguments.
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    /// Short options that take a value, in the same word or the next.
    pub short_values: &'static str,
    /// Long options that take a value after `=` or in the next word.
    pub long_values: &'static [&'static str],
    /// Long options without a value (or with one after `=` only); the list serves to complete abbreviations.
    pub long_flags: &'static [&'static str],
    /// Whether the first operand ends the options, as for programs that run another command.
    pub operands_last: bool,
}

/// Arguments told apart, and where the first operand stands.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parsed {
    /// The arguments.
    pub arguments: Arguments,
    /// The index of the first operand among the words; their number if there is none.
    pub first_operand: usize,
}

/// Tells the arguments of a program of this style apart.
pub fn parse(style: &Style, words: &[Value]) -> Parsed {
    let mut parsed = Parsed { first_operand: words.len(), ..Parsed::default() };
    parsed.arguments.known = true;
    let mut rest = words.iter().enumerate();
    let mut options_ended = false;
    while let Some((index, word)) = rest.next() {
        let text = word.known_start();
        if options_ended || !text.starts_with('-') || word.literal() == Some("-") {
            parsed.first_operand = parsed.first_operand.min(index);
            parsed.arguments.operands.push(word.clone());
            options_ended |= style.operands_last;
        } else if word.literal() == Some("--") {
            options_ended = true;
            if style.operands_last {
                parsed.first_operand = parsed.first_operand.min(index + 1);
            }
        } else if text.starts_with("--") {
            let mut next = || rest.next().map(|(_, value)| value.clone());
            parsed.arguments.options.push(long(style, word, &mut next));
        } else {
            let mut next = || rest.next().map(|(_, value)| value.clone());
            shorts(style, word, &mut next, &mut parsed.arguments.options);
        }
    }
    parsed
}

/// Tells the arguments of a program without a table apart: options are words with a dash, anywhere.
pub fn guess(words: &[Value]) -> Arguments {
    let mut arguments = Arguments::default();
    let mut options_ended = false;
    for word in words {
        match word.literal() {
            Some("--") if !options_ended => options_ended = true,
            Some("-") => arguments.operands.push(word.clone()),
            _ if !options_ended && word.known_start().starts_with('-') => {
                let (name, value) = split(word);
                arguments.options.push(Opt { name, value });
            }
            _ => arguments.operands.push(word.clone()),
        }
    }
    arguments
}

/// `--name`, `--name=value` or `--name value`.
fn long(style: &Style, word: &Value, next: &mut dyn FnMut() -> Option<Value>) -> Opt {
    let (name, value) = split(word);
    let name = complete(style, &name);
    let takes_value = name.get(2..).is_some_and(|name| style.long_values.contains(&name));
    let value = value.or_else(|| takes_value.then(next).flatten());
    Opt { name, value }
}

/// `-a`, `-abc`, `-ovalue` or `-o value`.
fn shorts(
    style: &Style,
    word: &Value,
    next: &mut dyn FnMut() -> Option<Value>,
    options: &mut Vec<Opt>,
) {
    let known = word.known_start();
    for (index, letter) in known.char_indices().skip(1) {
        let name = format!("-{letter}");
        if !style.short_values.contains(letter) {
            options.push(Opt { name, value: None });
            continue;
        }
        let joined = word.after(index + letter.len_utf8());
        let value = joined.or_else(&mut *next);
        options.push(Opt { name, value });
        return;
    }
}

/// The name before `=` and the value after it.
fn split(word: &Value) -> (String, Option<Value>) {
    let known = word.known_start();
    match known.find('=') {
        Some(at) => {
            let value = word.after(at + 1).unwrap_or_default();
            (known.get(..at).unwrap_or(known).to_owned(), Some(value))
        }
        None => (known.to_owned(), None),
    }
}

/// The full name of a long option that may be abbreviated, if that is unambiguous (getopt_long(3)).
fn complete(style: &Style, name: &str) -> String {
    let short = name.trim_start_matches("--");
    let all = || style.long_values.iter().chain(style.long_flags);
    if all().any(|full| *full == short) {
        return name.to_owned();
    }
    let mut longer = all().filter(|full| full.starts_with(short));
    match (longer.next(), longer.next()) {
        (Some(full), None) => format!("--{full}"),
        _ => name.to_owned(),
    }
}
