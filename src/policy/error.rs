//! Owns what can be wrong with a policy file and how it is shown; it does not find it.

use std::{fmt, ops::Range};

/// One thing that is wrong with a policy file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyError {
    /// Which kind of mistake it is.
    pub kind: ErrorKind,
    /// The file as shown to people.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, in characters, counted from 1.
    pub column: usize,
    /// The rule it stands in.
    pub rule: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The line, safe to print and shortened around the mistake.
    pub excerpt: String,
    /// The characters of the excerpt that are meant.
    pub mark: Range<usize>,
}

/// The kinds of mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorKind {
    /// It is no TOML.
    Syntax,
    /// The file is larger than a policy may be.
    TooLong,
    /// There are more rules than a policy may have.
    TooManyRules,
    /// `version` is missing, or of another language.
    Version,
    /// A key that the language does not have.
    UnknownKey,
    /// A key that a later version of hookshim will have.
    NotSupported,
    /// A value of another type than the key takes.
    WrongType,
    /// A value that the key does not take.
    BadValue,
    /// A rule without a verb, or with several.
    Verb,
    /// A table that nothing can fit, or everything does.
    NeverMatches,
    /// A path pattern that cannot be read.
    Glob,
    /// A command pattern that cannot be read.
    Command,
    /// A window that the file does not have.
    UnknownWindow,
    /// A span of time that cannot be read.
    Span,
    /// A time zone that cannot be a zone's name.
    Timezone,
    /// A pack that hookshim does not have, or one listed twice.
    Pack,
    /// A `{placeholder}` that messages do not have.
    Placeholder,
    /// A rule's or window's name with characters that names do not have.
    Name,
    /// What can be read and is probably not meant: a warning, which the reader does not report.
    Doubtful,
}

impl ErrorKind {
    /// Every kind that the reader reports, each with its name.
    pub const ALL: [(ErrorKind, &'static str); 18] = [
        (ErrorKind::Syntax, "syntax"),
        (ErrorKind::TooLong, "too-long"),
        (ErrorKind::TooManyRules, "too-many-rules"),
        (ErrorKind::Version, "version"),
        (ErrorKind::UnknownKey, "unknown-key"),
        (ErrorKind::NotSupported, "not-supported"),
        (ErrorKind::WrongType, "wrong-type"),
        (ErrorKind::BadValue, "bad-value"),
        (ErrorKind::Verb, "verb"),
        (ErrorKind::NeverMatches, "never-matches"),
        (ErrorKind::Glob, "glob"),
        (ErrorKind::Command, "command"),
        (ErrorKind::UnknownWindow, "unknown-window"),
        (ErrorKind::Span, "span"),
        (ErrorKind::Timezone, "timezone"),
        (ErrorKind::Pack, "pack"),
        (ErrorKind::Placeholder, "placeholder"),
        (ErrorKind::Name, "name"),
    ];
}

/// How much of a line is shown; policies of untrusted projects may have lines of a megabyte.
const EXCERPT_WIDTH: usize = 88;
/// How many columns advice takes.
const WIDTH: usize = 80;
/// How much of a message is shown; the longest of our own is half of it.
const LONGEST_MESSAGE: usize = 400;
/// How much of the line before the mistake is kept when the line is cut.
const EXCERPT_BEFORE: usize = 32;

impl PolicyError {
    /// An error at these bytes of the file's text.
    pub(super) fn new(kind: ErrorKind, file: &str, text: &str, span: Range<usize>) -> Self {
        let start = floor_boundary(text, span.start);
        let end = floor_boundary(text, span.end).max(start);
        let before = text.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text.get(start..).and_then(|rest| rest.find('\n'));
        let line_end = line_end.map_or(text.len(), |newline| start + newline);
        let characters = |range: Range<usize>| text.get(range).unwrap_or_default().chars().count();
        let column = characters(line_start..start);
        let width = characters(start..end.min(line_end)).max(1);
        let line = text.get(line_start..line_end).unwrap_or_default().trim_end_matches('\r');
        let (excerpt, mark) = cut(line, column, width);
        PolicyError {
            kind,
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: column + 1,
            rule: None,
            message: String::new(),
            help: None,
            excerpt,
            mark,
        }
    }

    /// The error in one line: where, what, and what to do.
    pub fn one_line(&self) -> String {
        let mut line = format!("{}:{}:{}: ", self.file, self.line, self.column);
        if let Some(rule) = &self.rule {
            line.push_str(&format!("rule `{rule}`: "));
        }
        line.push_str(&self.message);
        if let Some(help) = &self.help {
            line.push_str(&format!(" ({help})"));
        }
        line
    }
}

/// The error for people: where it is, the line with a caret under it, and what to do.
impl fmt::Display for PolicyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let severity = if self.kind == ErrorKind::Doubtful { "warning" } else { "error" };
        writeln!(formatter, "{severity}: {}", self.message)?;
        write!(formatter, "{margin}--> {}:{}:{}", self.file, self.line, self.column)?;
        if let Some(rule) = &self.rule {
            write!(formatter, ", in rule `{rule}`")?;
        }
        let indent = " ".repeat(self.mark.start);
        let carets = "^".repeat(self.mark.len().max(1));
        write!(formatter, "\n{margin} |\n{number} | {}\n", self.excerpt)?;
        write!(formatter, "{margin} | {indent}{carets}")?;
        match &self.help {
            Some(help) => {
                let lines = wrapped(help, WIDTH.saturating_sub(margin.len() + 3));
                write!(formatter, "\n{margin} = {}", lines.join(&format!("\n{margin}   ")))
            }
            None => Ok(()),
        }
    }
}

/// All errors of a file in one line, for the reason of a denial: the first one, and how many more.
pub fn summary(errors: &[PolicyError]) -> String {
    match errors {
        [] => String::new(),
        [only] => only.one_line(),
        [first, rest @ ..] => format!("{}, and {} more", first.one_line(), rest.len()),
    }
}

/// All errors of a file, for people.
pub fn report(errors: &[PolicyError]) -> String {
    errors.iter().map(|error| format!("{error}\n")).collect::<Vec<_>>().join("\n")
}

/// A text in lines of so many characters, as far as its words allow.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in text.split(' ') {
        let longer = length + 1 + word.chars().count();
        match lines.last_mut() {
            Some(line) if length > 0 && longer <= width => {
                line.push(' ');
                line.push_str(word);
                length = longer;
            }
            Some(line) if line.is_empty() => {
                line.push_str(word);
                length = longer - 1;
            }
            _ => {
                lines.push(word.to_owned());
                length = word.chars().count();
            }
        }
    }
    lines
}

/// The nearest place at or before `index` where a character starts.
fn floor_boundary(text: &str, index: usize) -> usize {
    let index = index.min(text.len());
    (0..=index).rev().find(|&place| text.is_char_boundary(place)).unwrap_or(0)
}

/// The part of a line around the marked characters, and where the mark is in it.
fn cut(line: &str, column: usize, width: usize) -> (String, Range<usize>) {
    let skipped = if line.chars().count() <= EXCERPT_WIDTH {
        0
    } else {
        column.saturating_sub(EXCERPT_BEFORE)
    };
    let mut excerpt = String::from(if skipped > 0 { "…" } else { "" });
    let start = column - skipped + usize::from(skipped > 0);
    excerpt.extend(line.chars().skip(skipped).take(EXCERPT_WIDTH).map(printable));
    if line.chars().count() > skipped + EXCERPT_WIDTH {
        excerpt.push('…');
    }
    let end = (start + width).min(excerpt.chars().count().max(start + 1));
    (excerpt.trim_end().to_owned(), start..end)
}

/// A message that is safe to print and not too long, whatever names of the file it quotes.
pub(super) fn shown(message: &str) -> String {
    match message.char_indices().nth(LONGEST_MESSAGE) {
        None => message.chars().map(printable).collect(),
        Some(_) => message.chars().take(LONGEST_MESSAGE).map(printable).chain(['…']).collect(),
    }
}

/// What stands for a character on a terminal: controls and characters that reorder text could make the excerpt of
/// somebody else's file say something else than it does (CVE-2021-42574).
fn printable(character: char) -> char {
    match character {
        '\t' => ' ',
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '�',
        _ if character.is_control() => '�',
        _ => character,
    }
}
