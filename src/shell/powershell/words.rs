//! Owns PowerShell's words: bare text, quotes, here-strings, variables; it does not know operators or members.

use super::super::syntax::{Parameter, Part, Word};
use super::reader::{Reader, is_double_quote, is_single_quote};

/// The parts of a word while it is read.
#[derive(Default)]
pub(super) struct Parts {
    pub list: Vec<Part>,
    text: String,
}

impl Parts {
    /// Adds a character that stands unquoted.
    pub fn letter(&mut self, letter: char) {
        self.text.push(letter);
    }

    /// Adds a part.
    pub fn push(&mut self, part: Part) {
        self.end_text();
        self.list.push(part);
    }

    /// Ends bare text. `~` at the start and wildcards are active for programs that are no cmdlets; braces are not.
    fn end_text(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.text);
        let is_home = self.list.is_empty()
            && (text == "~" || text.starts_with("~/") || text.starts_with("~\\"));
        let text = if is_home { text.replacen("~\\", "~/", 1) } else { text };
        // `?` alone is a cmdlet's alias.
        let is_plain =
            text == "?" || text.contains(['{', '}']) || (text.starts_with('~') && !is_home);
        self.list.push(if is_plain { Part::Quoted(text) } else { Part::Literal(text) });
    }

    /// All parts.
    pub fn end(mut self) -> Vec<Part> {
        self.end_text();
        self.list
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.text.is_empty()
    }
}

impl Reader<'_> {
    /// One argument, up to a blank or a sign that ends it.
    pub fn word(&mut self) -> Word {
        let start = self.at;
        let mut parts = Parts::default();
        while let Some(next) = self.next() {
            match next {
                '(' | '{' if !parts.is_empty() => break,
                '$' | '(' | '{' => parts.list_extend(self.operand_of_argument()),
                '@' if parts.is_empty()
                    && matches!(self.second(), Some('(' | '{' | '\'' | '"')) =>
                {
                    parts.list_extend(self.operand_of_argument());
                }
                '@' if parts.is_empty()
                    && self.second().is_some_and(|it| it.is_alphabetic() || it == '_') =>
                {
                    self.skip();
                    let name = self.take_while(|it| it.is_alphanumeric() || it == '_');
                    let name = format!("@{}", name.to_ascii_lowercase());
                    parts.push(Part::DoubleQuoted(vec![parameter(&name)]));
                }
                _ if next.is_whitespace() => break,
                ';' | '|' | '&' | ')' | '}' | ',' | '<' | '>' => break,
                '`' => {
                    if matches!(self.second(), Some('\n' | '\r')) {
                        break;
                    }
                    self.skip();
                    if let Some(letter) = self.escaped() {
                        parts.push(Part::Quoted(letter.to_string()));
                    }
                }
                _ if is_single_quote(next) || is_double_quote(next) => {
                    parts.push(self.quoted());
                }
                _ => {
                    self.skip();
                    parts.letter(next);
                }
            }
        }
        Word { parts: parts.end(), span: self.span(start) }
    }

    /// What stands for a character after a backtick (about_Special_Characters).
    fn escaped(&mut self) -> Option<char> {
        Some(match self.skip()? {
            '0' => '\0',
            'a' => '\u{7}',
            'b' => '\u{8}',
            'e' => '\u{1b}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            'u' if self.next() == Some('{') => {
                self.skip();
                let digits = self.take_while(|letter| letter.is_ascii_hexdigit());
                self.take("}");
                u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)?
            }
            letter => letter,
        })
    }

    /// A text in quotes, which is next.
    pub fn quoted(&mut self) -> Part {
        match self.skip() {
            Some(quote) if is_double_quote(quote) => self.expandable(is_double_quote, false),
            _ => Part::Quoted(self.verbatim()),
        }
    }

    /// The text after `'`; two quotes are one.
    fn verbatim(&mut self) -> String {
        let mut text = String::new();
        while let Some(letter) = self.skip() {
            if is_single_quote(letter) {
                if !self.next().is_some_and(is_single_quote) {
                    break;
                }
                self.skip();
            }
            text.push(letter);
        }
        text
    }

    /// The text after `"`, in which variables and subexpressions are filled in. A here-string ends elsewhere, and quotes
    /// are plain in it.
    fn expandable(&mut self, is_quote: fn(char) -> bool, here: bool) -> Part {
        let mut parts = Vec::new();
        let mut text = String::new();
        while let Some(next) = self.next() {
            match next {
                '\n' if here && ends_here(self.rest(), is_quote) => {
                    self.skip();
                    self.skip();
                    self.skip();
                    break;
                }
                '$' if self.begins_variable() => {
                    parts.push(Part::Quoted(std::mem::take(&mut text)));
                    parts.push(self.variable());
                }
                '`' => {
                    self.skip();
                    text.extend(self.escaped());
                }
                _ if !here && is_quote(next) => {
                    self.skip();
                    if !self.next().is_some_and(is_quote) {
                        break;
                    }
                    self.skip();
                    text.push(next);
                }
                _ => {
                    self.skip();
                    text.push(next);
                }
            }
        }
        parts.push(Part::Quoted(text));
        Part::DoubleQuoted(parts)
    }

    /// `@'…'@` or `@"…"@`, which is next: from the line after it to a line that begins with its end.
    pub fn here_string(&mut self) -> Part {
        self.skip();
        let quote = self.skip().unwrap_or('\'');
        self.take_while(|letter| letter != '\n');
        if is_double_quote(quote) {
            // An empty one ends at once.
            if ends_here(self.rest(), is_double_quote) {
                return self.expandable(is_double_quote, true);
            }
            self.skip();
            return self.expandable(is_double_quote, true);
        }
        let mut text = String::new();
        let mut is_first = true;
        while !self.is_at_end() {
            if ends_here(self.rest(), is_single_quote) {
                self.skip();
                self.skip();
                self.skip();
                break;
            }
            match self.skip() {
                Some('\n') if std::mem::take(&mut is_first) => {}
                letter => text.extend(letter),
            }
        }
        Part::Quoted(text)
    }

    /// Whether `$` begins something that is filled in.
    pub fn begins_variable(&self) -> bool {
        let second = self.second();
        second.is_some_and(|it| it.is_alphanumeric() || "_({^$?:".contains(it))
    }

    /// `$NAME`, `${NAME}` or `$(…)`, which is next.
    pub fn variable(&mut self) -> Part {
        self.skip();
        match self.next() {
            Some('(') => {
                self.skip();
                let program = self.program();
                self.take(")");
                Part::Substitution(program)
            }
            Some('{') => {
                self.skip();
                let name = self.take_while(|letter| letter != '}');
                self.take("}");
                named(name)
            }
            _ => {
                let start = self.at;
                let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
                if self.take_while(is_letter).is_empty() {
                    self.skip();
                }
                let after = self.rest().strip_prefix(':').and_then(|rest| rest.chars().next());
                if after.is_some_and(is_letter) && is_scope(self.since(start)) {
                    self.skip();
                    self.take_while(is_letter);
                }
                named(self.since(start))
            }
        }
    }
}

/// Whether a here-string ends with the newline that is next.
fn ends_here(rest: &str, is_quote: fn(char) -> bool) -> bool {
    let mut letters = rest.chars();
    letters.next() == Some('\n')
        && letters.next().is_some_and(is_quote)
        && letters.next() == Some('@')
}

/// What may stand before the `:` in a variable's name (about_Scopes, about_Environment_Provider).
fn is_scope(name: &str) -> bool {
    let scopes = ["env", "global", "script", "local", "private", "using", "variable", "function"];
    scopes.iter().any(|scope| scope.eq_ignore_ascii_case(name))
}

/// What a variable of this name stands for.
fn named(name: &str) -> Part {
    let lower = name.to_ascii_lowercase();
    let name = match lower.split_once(':') {
        Some(("env", name)) => match name {
            // The profile is the home directory.
            "userprofile" | "homepath" => "HOME".to_owned(),
            name => name.to_ascii_uppercase(),
        },
        Some((_, name)) => name.to_owned(),
        None => lower,
    };
    match name.as_str() {
        "true" => Part::Quoted("True".to_owned()),
        "false" => Part::Quoted("False".to_owned()),
        "null" => Part::Quoted(String::new()),
        "home" => parameter("HOME"),
        "pwd" => parameter("PWD"),
        "psitem" => parameter("_"),
        name => parameter(name),
    }
}

fn parameter(name: &str) -> Part {
    Part::Parameter(Parameter {
        braced: true,
        name: name.to_owned(),
        subscript: None,
        operator: None,
        word: Vec::new(),
    })
}

impl Parts {
    /// Adds the parts of an operand.
    fn list_extend(&mut self, parts: Vec<Part>) {
        parts.into_iter().for_each(|part| self.push(part));
    }
}
