//! Owns patterns over texts that are no paths: a regex between slashes, or text with `*`; it does not know whose texts.

use super::{Match, rule::matches_with_stars};
use regex_lite::RegexBuilder;
use std::{cell::OnceCell, iter::Peekable, str::Chars};

/// The longest regex, in bytes.
const LONGEST_REGEX: usize = 1_024;
/// How large a regex may become when it is compiled: `(a{100}){100}` is long.
const LARGEST_COMPILED: usize = 256 * 1024;
/// How much of a text is searched. Searching 4 KiB takes a million instructions, and nobody waits for more.
const LONGEST_SEARCHED: usize = 256 * 1024;
/// What stands for an unknown part in a text that is searched.
pub(super) const UNKNOWN: char = '\u{fffc}';

/// A regex between slashes, or text in which each `*` stands for any text.
#[derive(Debug)]
pub(super) enum Pattern {
    /// `/regex/`
    Regex(Regex),
    /// Anything else.
    Stars(String),
}

impl Pattern {
    /// Reads a pattern; the error says what is wrong with the regex.
    pub fn parse(text: &str) -> Result<Pattern, String> {
        match between_slashes(text) {
            Some(regex) => Regex::parse(regex, false).map(Pattern::Regex),
            None => Ok(Pattern::Stars(text.to_owned())),
        }
    }

    /// How surely a text fits.
    pub fn matches(&self, text: &str) -> Match {
        match self {
            Pattern::Regex(regex) => regex.finds(text),
            Pattern::Stars(pattern) if matches_with_stars(pattern, text) => Match::Must,
            Pattern::Stars(_) => Match::No,
        }
    }
}

/// The text of `/regex/`.
pub(super) fn between_slashes(text: &str) -> Option<&str> {
    text.strip_prefix('/')?.strip_suffix('/')
}

/// A regex, compiled when a text may fit.
#[derive(Debug)]
pub(super) struct Regex {
    source: String,
    ignore_case: bool,
    /// A text without which nothing fits; empty if there is none.
    required: String,
    compiled: OnceCell<Option<regex_lite::Regex>>,
}

impl Regex {
    /// Reads a regex; the error says what is wrong with it. Compiling one takes as long as reading a small policy, so
    /// one of nothing but plain syntax is not compiled before it is needed.
    pub fn parse(source: &str, ignore_case: bool) -> Result<Regex, String> {
        if source.is_empty() {
            let message = "`//` fits every text; write what is looked for between the slashes";
            return Err(message.to_owned());
        }
        if source.len() > LONGEST_REGEX {
            return Err(format!("a regex may have {LONGEST_REGEX} bytes"));
        }
        let ignore_case = ignore_case || source.starts_with("(?i)");
        let is_plain = is_plain(source);
        let required = if is_plain { required(source) } else { String::new() };
        let regex =
            Regex { source: source.to_owned(), ignore_case, required, compiled: OnceCell::new() };
        if !is_plain {
            let compiled = regex.compile()?;
            regex.compiled.get_or_init(|| Some(compiled));
        }
        Ok(regex)
    }

    fn compile(&self) -> Result<regex_lite::Regex, String> {
        RegexBuilder::new(&self.source)
            .case_insensitive(self.ignore_case)
            .size_limit(LARGEST_COMPILED)
            .build()
            .map_err(|error| match error.to_string() {
                error if error.contains("size limit") => {
                    "this regex is too large; let it repeat less".to_owned()
                }
                error => format!("this is no regex: {error}"),
            })
    }

    /// How surely the regex is found in a text. A text too long to be searched may hold it if it has what is required.
    pub fn finds(&self, text: &str) -> Match {
        if !self.required.is_empty() && !contains(text, &self.required, self.ignore_case) {
            return Match::No;
        }
        let end =
            (0..=LONGEST_SEARCHED.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
        let (searched, rest) = text.split_at_checked(end.unwrap_or(0)).unwrap_or((text, ""));
        match self.compiled.get_or_init(|| self.compile().ok()) {
            Some(regex) if regex.is_match(searched) => Match::Must,
            Some(_)
                if self.required.is_empty()
                    || !contains(rest, &self.required, self.ignore_case) =>
            {
                Match::No
            }
            // It cannot be judged, so a person decides.
            Some(_) | None => Match::Can,
        }
    }
}

fn contains(text: &str, required: &str, ignore_case: bool) -> bool {
    if !ignore_case {
        return text.contains(required);
    }
    let (text, required) = (text.as_bytes(), required.as_bytes());
    text.windows(required.len()).any(|window| window.eq_ignore_ascii_case(required))
}

/// What stands for itself in a regex beside letters and digits.
const PLAIN: &str = " _-<>=;:,\"'/@!%~";
/// What may be escaped, or is a class when it is.
const ESCAPED: &str = "swdSWD./()*$?+|[]{}";

/// Whether a regex surely compiles: letters, digits and what stands for itself, `.`, `|`, `^`, `$`, groups, classes, `\b`,
/// `\s`, `\w`, `\d` and escaped punctuation, each with at most one `*`, `+` or `?`.
fn is_plain(source: &str) -> bool {
    let mut characters = source.strip_prefix("(?i)").unwrap_or(source).chars().peekable();
    let mut depth = 0_usize;
    let mut repeatable = false;
    while let Some(character) = characters.next() {
        repeatable = match character {
            '(' => {
                depth += 1;
                false
            }
            ')' if depth > 0 => {
                depth -= 1;
                true
            }
            '|' | '^' | '$' => false,
            '*' | '+' | '?' if repeatable => false,
            '\\' => match characters.next() {
                Some('b') => false,
                Some(escaped) if ESCAPED.contains(escaped) => true,
                _ => return false,
            },
            '[' if is_plain_class(&mut characters) => true,
            '.' => true,
            _ if character.is_alphanumeric() || PLAIN.contains(character) => true,
            _ => return false,
        };
    }
    depth == 0
}

/// Whether what follows `[` is letters, digits, ranges of them, and plain punctuation, up to its `]`.
fn is_plain_class(characters: &mut Peekable<Chars>) -> bool {
    characters.next_if_eq(&'^');
    let mut is_empty = true;
    loop {
        match characters.next() {
            Some(']') => return !is_empty,
            Some(first) if first.is_ascii_alphanumeric() || "_ .;,\"'/=:@".contains(first) => {
                is_empty = false;
                if characters.next_if_eq(&'-').is_some()
                    && !characters
                        .next()
                        .is_some_and(|it| it.is_ascii_alphanumeric() && it >= first)
                {
                    return false;
                }
            }
            _ => return false,
        }
    }
}

/// The longest text without which nothing fits a plain regex: characters that stand for themselves, side by side,
/// outside of groups and classes. With alternatives there is none.
fn required(source: &str) -> String {
    let source = source.strip_prefix("(?i)").unwrap_or(source);
    if source.contains('|') {
        return String::new();
    }
    let (mut longest, mut current) = (String::new(), String::new());
    let mut depth = 0_usize;
    let mut characters = source.chars().peekable();
    while let Some(character) = characters.next() {
        let stands_for_itself = character.is_alphanumeric() || PLAIN.contains(character);
        let is_optional = matches!(characters.peek(), Some('*' | '?'));
        if depth == 0 && stands_for_itself && !is_optional {
            current.push(character);
            continue;
        }
        if current.len() > longest.len() {
            longest = std::mem::take(&mut current);
        }
        current.clear();
        match character {
            '\\' => _ = characters.next(),
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    if current.len() > longest.len() { current } else { longest }
}
