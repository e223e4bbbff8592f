//! Owns a TOML text with the place of every value, and the errors found in it; it does not know the policy language.

use super::{
    error::{ErrorKind, PolicyError, shown},
    words::{self, nearest, synonym},
};
use std::ops::Range;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// More errors than anybody reads; the rest of a broken file is not looked at.
const MOST_ERRORS: usize = 100;

/// A text being read, and what is wrong with it so far.
pub(super) struct Document<'t> {
    /// The file as shown to people.
    pub file: &'t str,
    /// Its text.
    pub text: &'t str,
    /// The rule being read.
    pub rule: Option<String>,
    /// How much there is of globs that had to be read, with all alternatives written out.
    pub globs: usize,
    errors: Vec<PolicyError>,
}

/// A key of a table with its value, and the bytes where both stand.
#[derive(Clone)]
pub(super) struct Entry<'d> {
    /// The key.
    pub key: &'d str,
    /// Where the key stands.
    pub key_span: Range<usize>,
    /// The value.
    pub value: &'d DeValue<'d>,
    /// Where the value stands.
    pub span: Range<usize>,
}

/// A string with the bytes where it stands.
pub(super) type Text<'d> = (&'d str, Range<usize>);

/// The entries of a table in the order of the file; the `toml` crate sorts them by name.
pub(super) fn entries<'d>(table: &'d DeTable<'d>) -> Vec<Entry<'d>> {
    let mut entries: Vec<_> = table
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref(),
            key_span: key.span(),
            value: value.get_ref(),
            span: value.span(),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_span.start);
    entries
}

impl<'t> Document<'t> {
    /// A text that nothing is known to be wrong with.
    pub fn new(file: &'t str, text: &'t str) -> Self {
        Document { file, text, rule: None, globs: 0, errors: Vec::new() }
    }

    /// Notes an error; `help` says what to do.
    pub fn error(&mut self, kind: ErrorKind, span: &Range<usize>, message: &str, help: &str) {
        if self.errors.len() >= MOST_ERRORS {
            return;
        }
        self.errors.push(PolicyError {
            rule: self.rule.clone(),
            message: shown(message),
            help: (!help.is_empty()).then(|| shown(help)),
            ..PolicyError::new(kind, self.file, self.text, span.clone())
        });
    }

    /// Notes what can be read and is probably not meant.
    pub fn warning(&mut self, span: &Range<usize>, message: &str, help: &str) {
        self.error(ErrorKind::Doubtful, span, message, help);
    }

    /// The line of a byte, counted from 1.
    pub fn line(&self, byte: usize) -> usize {
        1 + self.text.bytes().take(byte).filter(|byte| *byte == b'\n').count()
    }

    /// Notes the errors of a text that was read apart from this one.
    pub fn adopt(&mut self, errors: Vec<PolicyError>) {
        self.errors.extend(errors);
    }

    /// `value` if nothing is wrong, else the errors in the order of the file.
    pub fn finish<T>(mut self, value: T) -> Result<T, Vec<PolicyError>> {
        self.errors.sort_by_key(|error| (error.line, error.column));
        // A value that is read for two purposes is wrong once.
        self.errors.dedup();
        if self.errors.is_empty() { Ok(value) } else { Err(self.errors) }
    }

    /// Notes a key that `table` does not take: one of `later` hookshim versions, or one of none.
    pub fn unexpected_key(&mut self, entry: &Entry, table: &str, known: &[&str], later: &[&str]) {
        let key = entry.key;
        if later.contains(&key) {
            let message = format!("`{key}` is not supported by this version of hookshim");
            let help = "remove it, or update hookshim";
            return self.error(ErrorKind::NotSupported, &entry.key_span, &message, help);
        }
        let help = match synonym(key, known).or_else(|| nearest(key, known)) {
            Some(known) => format!("did you mean `{known}`?"),
            None if key == "allow" => {
                "no rule grants anything: what no rule objects to, the host's own permissions decide".to_owned()
            }
            None => format!("{table} takes {}", known.join(", ")),
        };
        let message = format!("unknown key `{key}` in {table}");
        self.error(ErrorKind::UnknownKey, &entry.key_span, &message, &help);
    }

    /// Notes a value of the wrong type.
    pub fn wrong_type(&mut self, entry: &Entry, expected: &str) {
        let message = format!("`{}` must be {expected}, not {}", entry.key, type_name(entry.value));
        self.error(ErrorKind::WrongType, &entry.span, &message, words::example(entry.key));
    }

    /// Notes an item of a list that is of the wrong type.
    fn wrong_item(&mut self, entry: &Entry, expected: &str, item: &Spanned<DeValue>) {
        let found = type_name(item.get_ref());
        let message = format!("each item of `{}` must be {expected}, not {found}", entry.key);
        self.error(ErrorKind::WrongType, &item.span(), &message, "");
    }

    /// Notes a text that is none of the choices.
    pub fn no_choice(&mut self, entry: &Entry, names: &[&str], (text, span): Text) {
        let key = entry.key;
        let message = match names {
            [only] => format!("`{key}` must be `{only}`, not `{text}`"),
            names => format!("`{key}` must be one of `{}`, not `{text}`", names.join("`, `")),
        };
        let help = nearest(text, names).map(|name| format!("did you mean `{name}`?"));
        self.error(ErrorKind::BadValue, &span, &message, &help.unwrap_or_default());
    }

    /// The entry's string.
    pub fn string<'d>(&mut self, entry: &Entry<'d>) -> Option<Text<'d>> {
        match entry.value {
            DeValue::String(text) => Some((text, entry.span.clone())),
            _ => {
                self.wrong_type(entry, "a string");
                None
            }
        }
    }

    /// The entry's string or strings; an empty list is an error, because nothing fits it.
    pub fn strings<'d>(&mut self, entry: &Entry<'d>) -> Vec<Text<'d>> {
        if matches!(entry.value, DeValue::Array(items) if items.is_empty()) {
            let message = format!("`{}` is an empty list, which nothing fits", entry.key);
            self.error(ErrorKind::NeverMatches, &entry.span, &message, "fill it, or remove it");
        }
        self.strings_if_any(entry)
    }

    /// The entry's string or strings, of which there may be none.
    pub fn strings_if_any<'d>(&mut self, entry: &Entry<'d>) -> Vec<Text<'d>> {
        let items = match entry.value {
            DeValue::String(text) => return vec![(text, entry.span.clone())],
            DeValue::Array(items) => items,
            _ => {
                self.wrong_type(entry, "a string or a list of strings");
                return Vec::new();
            }
        };
        let mut strings = Vec::new();
        for item in items {
            match item.get_ref() {
                DeValue::String(text) => strings.push((text.as_ref(), item.span())),
                _ => self.wrong_item(entry, "a string", item),
            }
        }
        strings
    }

    /// The entry's boolean.
    pub fn boolean(&mut self, entry: &Entry) -> Option<bool> {
        match entry.value {
            DeValue::Boolean(value) => Some(*value),
            _ => {
                self.wrong_type(entry, "true or false");
                None
            }
        }
    }

    /// The entry's integer, if it is within `range`.
    pub fn integer(&mut self, entry: &Entry, range: Range<u64>) -> Option<u64> {
        let DeValue::Integer(integer) = entry.value else {
            self.wrong_type(entry, "an integer");
            return None;
        };
        let value = u64::from_str_radix(integer.as_str(), integer.radix()).ok();
        let value = value.filter(|value| range.contains(value));
        if value.is_none() {
            let (least, most) = (range.start, range.end - 1);
            let key = entry.key;
            let said = integer.as_str();
            let message = format!("`{key}` must lie between {least} and {most}, not be {said}");
            self.error(ErrorKind::BadValue, &entry.span, &message, "");
        }
        value
    }

    /// The value that goes with the entry's string.
    pub fn choice<T: Copy>(&mut self, entry: &Entry, choices: &[(&str, T)]) -> Option<T> {
        let (text, span) = self.string(entry)?;
        let chosen = choices.iter().find(|(name, _)| *name == text);
        if chosen.is_none() {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.no_choice(entry, &names, (text, span));
        }
        chosen.map(|(_, value)| *value)
    }

    /// The entry's string or strings, each of which must be one of the choices.
    pub fn choices<T: Copy>(&mut self, entry: &Entry, choices: &[(&str, T)]) -> Vec<T> {
        let mut chosen = Vec::new();
        for (text, span) in self.strings(entry) {
            match choices.iter().find(|(name, _)| *name == text) {
                Some((_, value)) => chosen.push(*value),
                None => {
                    let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
                    self.no_choice(entry, &names, (text, span));
                }
            }
        }
        chosen
    }

    /// What the entry's string or strings mean. What means nothing is noted where it stands.
    pub fn parsed<T>(
        &mut self,
        entry: &Entry,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Vec<T> {
        let mut parsed = Vec::new();
        for (text, span) in self.strings(entry) {
            match parse(text) {
                Ok(meant) => parsed.push(meant),
                Err(message) => self.error(ErrorKind::BadValue, &span, &message, ""),
            }
        }
        parsed
    }

    /// The entry's table, as its entries.
    pub fn table<'d>(&mut self, entry: &Entry<'d>) -> Option<Vec<Entry<'d>>> {
        match entry.value {
            DeValue::Table(table) => Some(entries(table)),
            _ => {
                self.wrong_type(entry, "a table");
                None
            }
        }
    }

    /// The entry's table or list of tables, each with its place.
    pub fn tables<'d>(&mut self, entry: &Entry<'d>) -> Vec<(Vec<Entry<'d>>, Range<usize>)> {
        let items = match entry.value {
            DeValue::Table(table) => return vec![(entries(table), entry.span.clone())],
            DeValue::Array(items) => items,
            _ => {
                self.wrong_type(entry, "a table or a list of tables");
                return Vec::new();
            }
        };
        if items.is_empty() {
            let message = format!("`{}` is an empty list, which nothing fits", entry.key);
            self.error(ErrorKind::NeverMatches, &entry.span, &message, "fill it, or remove it");
        }
        let mut tables = Vec::new();
        for item in items {
            match item.get_ref() {
                DeValue::Table(table) => tables.push((entries(table), item.span())),
                _ => self.wrong_item(entry, "a table", item),
            }
        }
        tables
    }
}

/// What a person calls a value of this type.
fn type_name(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
