//! Owns what SQL statements do, as far as policies ask: without comments and string literals; it does not know any
//! database's dialect beyond its comments and quotes.
//!
//! Sources: the PostgreSQL manual (4.1, "Lexical Structure"), the MySQL manual (11.7, "Comments"), SQLite's "SQL Comment
//! Syntax". Where dialects differ, the reading counts in which more is a statement: MySQL runs what stands in `/*! … */`.

use super::{
    Match,
    pattern::{Regex, UNKNOWN, between_slashes},
};
use crate::effects::{Piece, Value};
use std::{iter::Peekable, str::Chars};

/// How much of a text is read.
const LONGEST: usize = 4 * 1024 * 1024;

/// What a rule asks about a statement.
#[derive(Debug)]
pub(super) enum Sql {
    /// It drops a table, a database or anything else.
    Drop,
    /// It empties a table by TRUNCATE.
    Truncate,
    /// It deletes or changes all rows.
    DeleteAll,
    /// Its text fits.
    Text(Regex),
}

impl Sql {
    /// The words for it in policies.
    pub const NAMES: [&'static str; 3] = ["drop", "truncate", "delete-all"];

    /// Reads a value of `sql`; the error says what is wrong with it.
    pub fn parse(text: &str) -> Result<Sql, String> {
        match text {
            "drop" => Ok(Sql::Drop),
            "truncate" => Ok(Sql::Truncate),
            "delete-all" => Ok(Sql::DeleteAll),
            _ => match between_slashes(text) {
                Some(regex) => Regex::parse(regex, true).map(Sql::Text),
                None => Err(format!(
                    "`sql` must be `{}` or a /regex/, not `{text}`",
                    Sql::NAMES.join("`, `")
                )),
            },
        }
    }

    /// How surely one of the statements in a text is what is asked about.
    pub fn matches(&self, text: &Value) -> Match {
        let statements = statements(text);
        let matches = statements.iter().map(|statement| match self {
            Sql::Text(regex) => regex.finds(statement),
            Sql::Drop => Words::of(statement).starts(&["DROP"]),
            Sql::Truncate => Words::of(statement).starts(&["TRUNCATE"]),
            Sql::DeleteAll => Words::of(statement).loses_all_rows(),
        });
        matches.max().unwrap_or(Match::No)
    }
}

/// The statements in a text: without comments, string literals emptied, blanks made one.
fn statements(text: &Value) -> Vec<String> {
    let mut whole = String::new();
    for piece in text.pieces() {
        match piece {
            Piece::Text(text) => whole.push_str(text),
            Piece::Hole(_) => whole.push(UNKNOWN),
        }
    }
    let end = (0..=LONGEST.min(whole.len())).rev().find(|at| whole.is_char_boundary(*at));
    let read = whole.get(..end.unwrap_or(0)).unwrap_or_default();
    let mut statements = Reader::read(read, Dialect::Standard);
    // Only there do the dialects differ.
    if read.contains('\\') || read.contains("/*") {
        statements.extend(Reader::read(read, Dialect::MySql));
    }
    statements
}

/// How comments and literals end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// Comments lie in comments, and a backslash in a literal is a character.
    Standard,
    /// A comment ends at its first `*/`, and a backslash in a literal escapes what follows.
    MySql,
}

struct Reader<'t> {
    characters: Peekable<Chars<'t>>,
    statements: Vec<String>,
    dialect: Dialect,
}

impl Reader<'_> {
    fn read(text: &str, dialect: Dialect) -> Vec<String> {
        let characters = text.chars().peekable();
        let mut reader = Reader { characters, statements: vec![String::new()], dialect };
        reader.read_all();
        reader.statements.retain(|statement| !statement.is_empty());
        reader.statements
    }

    fn read_all(&mut self) {
        while let Some(character) = self.characters.next() {
            match character {
                '-' if self.characters.next_if_eq(&'-').is_some() => self.line(),
                '#' if self.starts_line() => self.line(),
                '/' if self.characters.next_if_eq(&'*').is_some() => self.comment(),
                // The end of a `/*! … */`.
                '*' if self.characters.next_if_eq(&'/').is_some() => self.push(' '),
                '\'' => self.literal(),
                '"' | '`' => self.name(character),
                '$' => self.dollar(),
                // A client's own command.
                '\\' | '.' if self.starts_line() => self.line(),
                ';' => self.statements.push(String::new()),
                _ if character.is_whitespace() => {
                    self.push(if character == '\n' { '\n' } else { ' ' })
                }
                _ => self.push(character),
            }
        }
        for statement in &mut self.statements {
            *statement = statement.split_whitespace().collect::<Vec<_>>().join(" ");
        }
    }

    fn push(&mut self, character: char) {
        if let Some(statement) = self.statements.last_mut() {
            statement.push(character);
        }
    }

    fn starts_line(&self) -> bool {
        let last = self.statements.last().map(|it| it.trim_end_matches(' '));
        last.is_none_or(|it| it.is_empty() || it.ends_with('\n'))
    }

    /// Skips the rest of a line.
    fn line(&mut self) {
        _ = self.characters.by_ref().find(|it| *it == '\n');
        self.push('\n');
    }

    /// Skips a comment, in PostgreSQL with comments in it; of `/*!50000 … */` only the number.
    fn comment(&mut self) {
        self.push(' ');
        if self.characters.next_if_eq(&'!').is_some() {
            while self.characters.next_if(char::is_ascii_digit).is_some() {}
            return;
        }
        let mut depth = 1_usize;
        while let Some(character) = self.characters.next() {
            match character {
                '*' if self.characters.next_if_eq(&'/').is_some() => depth -= 1,
                '/' if self.dialect == Dialect::Standard
                    && self.characters.next_if_eq(&'*').is_some() =>
                {
                    depth += 1
                }
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// Skips a string literal; `''` in it is a quote.
    fn literal(&mut self) {
        self.push('\'');
        while let Some(character) = self.characters.next() {
            if character == '\\' && self.dialect == Dialect::MySql {
                self.characters.next();
            }
            if character == '\'' && self.characters.next_if_eq(&'\'').is_none() {
                break;
            }
        }
        self.push('\'');
    }

    /// A quoted name. MySQL and others take double quotes for strings, too: what has blanks in it is one.
    fn name(&mut self, quote: char) {
        let mut name = String::new();
        for character in self.characters.by_ref().take_while(|it| *it != quote) {
            name.push(character);
        }
        if name.contains(char::is_whitespace) {
            name.clear();
        }
        self.push(quote);
        name.chars().for_each(|character| self.push(character));
        self.push(quote);
    }

    /// `$tag$ … $tag$`: a body that DO runs, and CREATE FUNCTION keeps.
    fn dollar(&mut self) {
        let mut tag = String::new();
        while let Some(letter) = self.characters.next_if(|it| it.is_alphanumeric() || *it == '_') {
            tag.push(letter);
        }
        if self.characters.next_if_eq(&'$').is_none() {
            self.push('$');
            tag.chars().for_each(|letter| self.push(letter));
            return;
        }
        let first = self.statements.last().and_then(|it| it.split_whitespace().next());
        let runs = first.is_some_and(|it| it.eq_ignore_ascii_case("do"));
        if runs {
            // What begins in it is a statement of its own, as after `;`.
            self.statements.push(String::new());
            return;
        }
        let end = format!("${tag}$");
        let mut seen = String::new();
        for character in self.characters.by_ref() {
            seen.push(character);
            if character == '$' && seen.ends_with(&end) {
                break;
            }
        }
        self.push(' ');
    }
}

/// The words of a statement in capitals.
struct Words(Vec<String>);

/// Words that may stand before a statement in a body.
const BEFORE: [&str; 6] = ["BEGIN", "THEN", "ELSE", "LOOP", "DECLARE", "EXPLAIN"];

impl Words {
    fn of(statement: &str) -> Words {
        let mut words = Vec::new();
        let is_part = |it: char| it.is_alphanumeric() || it == '_' || it == UNKNOWN;
        for word in statement.split(|it: char| !is_part(it)).filter(|word| !word.is_empty()) {
            words.push(word.to_uppercase());
        }
        // `EXPLAIN DROP` shows a plan, `EXPLAIN ANALYZE DELETE` deletes.
        if words.first().is_some_and(|it| it == "EXPLAIN")
            && !words.iter().any(|it| it == "ANALYZE")
        {
            words.clear();
        }
        let skipped =
            words.iter().take_while(|it| BEFORE.contains(&it.as_str()) || *it == "ANALYZE");
        let skipped = skipped.count();
        words.drain(..skipped);
        Words(words)
    }

    fn first(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    fn starts(&self, with: &[&str]) -> Match {
        let starts =
            self.0.len() >= with.len() && self.0.iter().zip(with).all(|(word, it)| word == it);
        if starts { Match::Must } else { Match::No }
    }

    /// Whether all rows are deleted or changed: without WHERE, or with one that always holds. What is unknown behind may
    /// be a WHERE.
    fn loses_all_rows(&self) -> Match {
        let verb = match self.first() {
            // `WITH gone AS (DELETE FROM t RETURNING *) …`
            "WITH" => self.0.iter().position(|it| it == "DELETE" || it == "UPDATE"),
            "DELETE" | "UPDATE" => Some(0),
            _ => None,
        };
        let Some(rest) = verb.and_then(|at| self.0.get(at..)) else { return Match::No };
        let is_update = rest.first().is_some_and(|it| it == "UPDATE");
        if is_update && !rest.iter().any(|it| it == "SET") {
            return Match::No;
        }
        let condition = rest.iter().position(|it| it == "WHERE").and_then(|at| rest.get(at + 1..));
        let always: [&[&str]; 2] = [&["1", "1"], &["TRUE"]];
        match condition {
            Some(condition) if always.iter().any(|it| condition == *it) => Match::Must,
            Some(_) => Match::No,
            // `$TABLE` is no condition, what follows it may be one.
            None if rest
                .iter()
                .skip(if is_update { 3 } else { 2 })
                .any(|it| it.contains(UNKNOWN))
                && !self.ends_plainly(is_update) =>
            {
                Match::Can
            }
            None => Match::Must,
        }
    }

    /// Whether the unknown part is the table's name and nothing follows it: `DELETE FROM $TABLE`.
    fn ends_plainly(&self, is_update: bool) -> bool {
        !is_update && self.0.len() == 3
    }
}
