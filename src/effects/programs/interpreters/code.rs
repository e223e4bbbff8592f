//! Owns cutting code of scripting languages into tokens, far enough to see calls with literal arguments; it does not know
//! what calls do.
//!
//! Sources: the lexical chapters of the Python, ECMAScript, Ruby, Perl (perlop), PHP, POSIX awk, Lua, R, Julia, Elixir
//! and Vim script references. What is rare in one-liners (here-documents, formats) is not told apart.

use crate::effects::programs::marked::Marked;
use crate::effects::{Hole, Piece, Value};

/// A language, as far as its tokens differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Python,
    JavaScript,
    Ruby,
    Perl,
    Php,
    Awk,
    Lua,
    R,
    Julia,
    Elixir,
    Vim,
}

/// A token of code.
#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    /// A string.
    Text(Value),
    /// A string that the language gives to a shell, such as `` `ls` `` in Ruby.
    Command(Value),
    /// A name, with its sigil.
    Word(String),
    /// Anything else; a newline ends a statement.
    Mark(char),
}

/// The tokens of a code.
pub fn tokens(language: Language, code: &Value) -> Vec<Token> {
    let marked = Marked::new(code);
    let letters: Vec<char> = marked.text.chars().collect();
    let mut scanner =
        Scanner { language, letters: &letters, at: 0, tokens: Vec::new(), marked: &marked };
    while scanner.at < letters.len() {
        scanner.token();
    }
    scanner.tokens
}

struct Scanner<'c> {
    language: Language,
    letters: &'c [char],
    at: usize,
    tokens: Vec<Token>,
    marked: &'c Marked,
}

/// How the text of a string is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Backslashes escape the delimiter only.
    Plain,
    /// Escapes are decoded.
    Escaped,
    /// Escapes are decoded and expressions put in.
    Filled,
}

impl Scanner<'_> {
    fn peek(&self, ahead: usize) -> char {
        self.letters.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn token(&mut self) {
        let letter = self.peek(0);
        match letter {
            '\n' => self.mark(),
            _ if letter.is_whitespace() => self.at += 1,
            '#' if self.hash_comments() => self.skip_line(),
            '-' if self.language == Language::Lua && self.peek(1) == '-' => self.skip_line(),
            '[' if self.language == Language::Lua && self.peek(1) == '[' => {
                self.at += 2;
                let text = self.text_until(&[']', ']'], Kind::Plain);
                self.tokens.push(Token::Text(text));
            }
            '/' if self.slashes_comment() => self.skip_comment(),
            '/' if self.may_be_regex() => {
                self.at += 1;
                self.skip_until('/');
            }
            '\'' | '"' | '`' => self.string(""),
            '%' if self.language == Language::Ruby && self.is_percent_text() => {
                let word = format!("q{}", self.peek(1));
                self.at += 2;
                self.delimited(&word);
            }
            _ if is_word_start(letter) => self.word(),
            _ => self.mark(),
        }
    }

    fn mark(&mut self) {
        self.tokens.push(Token::Mark(self.peek(0)));
        self.at += 1;
    }

    fn hash_comments(&self) -> bool {
        !matches!(self.language, Language::JavaScript | Language::Lua | Language::Vim)
    }

    fn slashes_comment(&self) -> bool {
        matches!(self.language, Language::JavaScript | Language::Php)
            && matches!(self.peek(1), '/' | '*')
    }

    fn skip_line(&mut self) {
        while self.at < self.letters.len() && self.peek(0) != '\n' {
            self.at += 1;
        }
    }

    fn skip_comment(&mut self) {
        if self.peek(1) == '/' {
            self.skip_line();
            return;
        }
        self.at += 2;
        while self.at < self.letters.len() && (self.peek(0), self.peek(1)) != ('*', '/') {
            self.at += 1;
        }
        self.at += 2;
    }

    /// A slash begins a pattern where no value stands before it.
    fn may_be_regex(&self) -> bool {
        let has_none = !matches!(
            self.language,
            Language::JavaScript | Language::Ruby | Language::Perl | Language::Awk
        );
        if has_none {
            return false;
        }
        match self.tokens.last() {
            None => true,
            Some(Token::Mark(mark)) => "(,=:[!&|?{};~\n".contains(*mark),
            Some(_) => false,
        }
    }

    fn skip_until(&mut self, close: char) {
        while self.at < self.letters.len() {
            let letter = self.peek(0);
            self.at += if letter == '\\' { 2 } else { 1 };
            if letter == close || letter == '\n' {
                return;
            }
        }
    }

    fn word(&mut self) {
        let start = self.at;
        self.at += 1;
        while is_word_letter(self.peek(0)) {
            self.at += 1;
        }
        let word: String = self.letters.get(start..self.at).unwrap_or_default().iter().collect();
        let is_prefix = word.len() <= 2 && word.chars().all(|one| "rRbBfFuU".contains(one));
        match (self.language, word.as_str(), self.peek(0)) {
            (Language::Python, prefix, '\'' | '"') if is_prefix => {
                let prefix = prefix.to_ascii_lowercase();
                self.string(&prefix);
            }
            (Language::Perl, "q" | "qq" | "qx" | "qw", open) if is_delimiter(open) => {
                self.delimited(&word);
            }
            (Language::Perl, "s" | "m" | "y" | "tr" | "qr", open)
                if is_delimiter(open) && !matches!(open, ',' | ';' | '=' | ')') =>
            {
                self.at += 1;
                self.skip_until(closing(open));
                if matches!(word.as_str(), "s" | "y" | "tr") {
                    self.skip_until(closing(open));
                }
            }
            _ => self.tokens.push(Token::Word(word)),
        }
    }

    /// Ruby's `%x(…)` and its like.
    fn is_percent_text(&self) -> bool {
        matches!(self.peek(1), 'x' | 'q' | 'Q' | 'w') && is_delimiter(self.peek(2))
    }

    /// perl's `q(…)` and its like.
    fn delimited(&mut self, word: &str) {
        let close = closing(self.peek(0));
        self.at += 1;
        let kind = if word == "q" { Kind::Plain } else { Kind::Filled };
        let text = self.text_until(&[close], kind);
        self.tokens.push(if word == "qx" { Token::Command(text) } else { Token::Text(text) });
    }

    fn string(&mut self, prefix: &str) {
        let quote = self.peek(0);
        let is_triple =
            self.language == Language::Python && self.peek(1) == quote && self.peek(2) == quote;
        let close = vec![quote; if is_triple { 3 } else { 1 }];
        self.at += close.len();
        let kind = match (self.language, quote) {
            (Language::Python, _) if prefix.contains('f') => Kind::Filled,
            (Language::Python, _) if prefix.contains('r') => Kind::Plain,
            (Language::Vim, '\'') => Kind::Plain,
            (
                Language::Python
                | Language::Awk
                | Language::Lua
                | Language::R
                | Language::Julia
                | Language::Vim,
                _,
            ) => Kind::Escaped,
            (Language::JavaScript, '`') => Kind::Filled,
            (Language::JavaScript, _) => Kind::Escaped,
            (_, '\'') => Kind::Plain,
            _ => Kind::Filled,
        };
        let text = self.text_until(&close, kind);
        let runs = quote == '`'
            && matches!(
                self.language,
                Language::Ruby | Language::Perl | Language::Php | Language::Julia
            );
        self.tokens.push(if runs { Token::Command(text) } else { Token::Text(text) });
    }

    /// The text up to the closing delimiter.
    fn text_until(&mut self, close: &[char], kind: Kind) -> Value {
        let mut text = Value::default();
        let mut known = String::new();
        while self.at < self.letters.len() {
            if self.letters.get(self.at..).is_some_and(|rest| rest.starts_with(close)) {
                self.at += close.len();
                break;
            }
            let letter = self.peek(0);
            self.at += 1;
            if letter == '\\' {
                self.escape(kind, &mut known);
            } else if kind == Kind::Filled && self.skip_filling(letter) {
                text.append(&self.marked.value(&std::mem::take(&mut known)));
                text.push(Piece::Hole(Hole::new("…")));
            } else {
                known.push(letter);
            }
        }
        text.append(&self.marked.value(&known));
        text
    }

    fn escape(&mut self, kind: Kind, known: &mut String) {
        let letter = self.peek(0);
        self.at += 1;
        match (kind, letter) {
            (Kind::Plain, '\'' | '"' | '\\') => known.push(letter),
            (Kind::Plain, _) => known.extend(['\\', letter]),
            (_, 'n') => known.push('\n'),
            (_, 't') => known.push('\t'),
            (_, '\n') => {}
            (_, 'x') => {
                let digits: String =
                    self.letters.get(self.at..self.at + 2).unwrap_or_default().iter().collect();
                match u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32) {
                    Some(decoded) => {
                        known.push(decoded);
                        self.at += 2;
                    }
                    None => known.push('x'),
                }
            }
            (_, letter) => known.push(letter),
        }
    }

    /// Skips an expression put into a string; `letter` is the one just read.
    fn skip_filling(&mut self, letter: char) -> bool {
        let opens = match self.language {
            Language::Python => letter == '{' && self.peek(0) != '{',
            Language::JavaScript => letter == '$' && self.peek(0) == '{',
            Language::Ruby | Language::Elixir => letter == '#' && self.peek(0) == '{',
            Language::Perl | Language::Php => {
                (letter == '$' || (letter == '{' && self.peek(0) == '$'))
                    && (is_word_start(self.peek(0)) || self.peek(0) == '{')
            }
            Language::Awk | Language::Lua | Language::R | Language::Julia | Language::Vim => false,
        };
        if !opens {
            return false;
        }
        if letter == '{' || self.peek(0) == '{' {
            while self.at < self.letters.len() && !matches!(self.peek(0), '}' | '\n') {
                self.at += 1;
            }
            self.at += 1;
        } else {
            while is_word_letter(self.peek(0)) {
                self.at += 1;
            }
        }
        true
    }
}

fn is_word_start(letter: char) -> bool {
    letter.is_alphabetic() || matches!(letter, '_' | '$' | '@')
}

fn is_word_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn is_delimiter(letter: char) -> bool {
    letter.is_ascii_punctuation() && letter != '_'
}

fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        other => other,
    }
}
