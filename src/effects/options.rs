//! Owns telling options from operands by a program's style; it does not know which program has which style.
//!
//! The rules are POSIX XBD 12.2 ("Utility Syntax Guidelines") with GNU's additions: long options, values joined by
//! `=`, unambiguous abbreviations, options after operands.

use super::{Arguments, Opt, Value};

/// How a program reads its arguments.
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    /// Short options that take a value, in the same word or the next. A letter with `?` after it takes one in the same
    /// word only, as `-i` does in `sed -i.bak`. A `=` before them all means Go's pflag ("Command line flag syntax"): one may
    /// stand before such a value, too (`kubectl -n=prod`), and nothing is abbreviated.
    pub short_values: &'static str,
    /// Long options that take a value after `=` or in the next word. One with `+` after it takes two words, of which the
    /// second is the value, as `jq --rawfile NAME FILE` does.
    pub long_values: &'static [&'static str],
    /// Long options without a value (or with one after `=` only); the list serves to complete abbreviations.
    pub long_flags: &'static [&'static str],
    /// Whether the first operand ends the options, as for programs that run another command.
    pub operands_last: bool,
}

impl Style {
    /// A program that takes these options with a value, and others without.
    pub const fn new(short_values: &'static str, long_values: &'static [&'static str]) -> Self {
        Style { short_values, long_values, long_flags: &[], operands_last: false }
    }

    /// The same for a program that runs another one: its options end at the first operand.
    pub const fn runner(short_values: &'static str, long_values: &'static [&'static str]) -> Self {
        Style { operands_last: true, ..Style::new(short_values, long_values) }
    }

    /// These long options may be abbreviated too.
    pub const fn flags(self, long_flags: &'static [&'static str]) -> Self {
        Style { long_flags, ..self }
    }

    fn is_pflag(&self) -> bool {
        self.short_values.starts_with('=')
    }

    /// How many words after it an option takes that has no value of its own.
    fn words_after(&self, name: &str) -> usize {
        let Some(long) = name.strip_prefix("--") else {
            let letter = name.chars().nth(1).and_then(|letter| self.short_value(letter));
            return usize::from(letter == Some(NextWord::Yes));
        };
        let taken = self.long_values.iter().find(|one| one.trim_end_matches('+') == long);
        taken.map_or(0, |one| if one.ends_with('+') { 2 } else { 1 })
    }

    /// Whether a short option takes a value, and whether that may stand in the next word.
    fn short_value(&self, letter: char) -> Option<NextWord> {
        if letter == '?' {
            return None;
        }
        let (_, after) = self.short_values.split_once(letter)?;
        Some(if after.starts_with('?') { NextWord::No } else { NextWord::Yes })
    }
}

/// Whether an option's value may stand in the next word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NextWord {
    Yes,
    No,
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

/// Tells only the options before the first operand apart, without looking at what follows.
pub fn leading(style: &Style, words: &[Value]) -> Parsed {
    let mut length = 0;
    while let Some(word) = words.get(length) {
        let start = word.known_start();
        if !start.starts_with('-') || word.literal() == Some("-") {
            break;
        }
        if word.literal() == Some("--") {
            length += 1;
            break;
        }
        // Alone, an option whose value stands in the next word has none.
        let alone = parse(style, std::slice::from_ref(word)).arguments;
        let missing = alone.options.last().filter(|option| option.value.is_none());
        length += 1 + missing.map_or(0, |option| style.words_after(&option.name));
    }
    let before = words.get(..length).unwrap_or(words);
    Parsed { first_operand: before.len(), ..parse(style, before) }
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

/// Tells the arguments of a program apart whose options are whole words with one dash, such as `find -name X` or
/// `openssl enc -in X`; two dashes are taken for one. `values` lists those that take the next word.
pub fn whole_words(values: &[&str], words: &[Value]) -> Arguments {
    let mut arguments = Arguments { known: true, ..Arguments::default() };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let start = word.known_start();
        if !start.starts_with('-') || word.literal() == Some("-") {
            arguments.operands.push(word.clone());
            continue;
        }
        let (name, mut value) = split(word);
        let name = name.strip_prefix('-').filter(|name| name.starts_with('-')).unwrap_or(&name);
        if value.is_none() && values.contains(&name) {
            value = rest.next().cloned();
        }
        arguments.options.push(Opt { name: name.to_owned(), value });
    }
    arguments
}

/// `--name`, `--name=value` or `--name value`.
fn long(style: &Style, word: &Value, next: &mut dyn FnMut() -> Option<Value>) -> Opt {
    let (name, value) = split(word);
    let name = complete(style, &name);
    let taken =
        style.long_values.iter().find(|one| Some(one.trim_end_matches('+')) == name.get(2..));
    let value = value.or_else(|| {
        let first = taken.and_then(|_| next())?;
        if taken.is_some_and(|one| one.ends_with('+')) { next() } else { Some(first) }
    });
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
        let Some(next_word) = style.short_value(letter) else {
            options.push(Opt { name, value: None });
            continue;
        };
        let after = index + letter.len_utf8();
        let skips = style.is_pflag() && known.get(after..).is_some_and(|it| it.starts_with('='));
        let joined = word.after(after + usize::from(skips));
        let value = match next_word {
            NextWord::Yes => joined.or_else(&mut *next),
            NextWord::No => joined,
        };
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
    if style.is_pflag() {
        return name.to_owned();
    }
    let short = name.trim_start_matches("--");
    let all =
        || style.long_values.iter().chain(style.long_flags).map(|one| one.trim_end_matches('+'));
    if all().any(|full| full == short) {
        return name.to_owned();
    }
    let mut longer = all().filter(|full| full.starts_with(short));
    match (longer.next(), longer.next()) {
        (Some(full), None) => format!("--{full}"),
        _ => name.to_owned(),
    }
}
