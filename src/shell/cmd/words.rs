//! Owns the words of cmd: quotes, escapes, variables, redirections; it does not know statements.

use super::super::syntax::{Descriptor, Parameter, Part, Redirection, RedirectionKind, Word};
use super::Reader;

/// Names that take what follows as it stands, without a blank between: `cd..`, `rd/s`, `echo.`.
const JOINED: &[&str] = &[
    "cd", "chdir", "copy", "del", "dir", "echo", "erase", "md", "mkdir", "move", "rd", "ren",
    "rename", "rmdir", "type",
];

impl Reader<'_> {
    /// Takes a name that is known for what may follow it without a blank, and keywords; nothing otherwise.
    pub fn bare_name(&mut self) -> String {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (name, after) = rest.split_at(length);
        let name = name.to_ascii_lowercase();
        let after = after.chars().next();
        let ends = after.is_none_or(|it| it.is_whitespace() || "&|<>()".contains(it));
        let is_keyword = ["if", "for", "rem", "set", "call"].contains(&name.as_str()) && ends;
        // `echo.` and `echo:` print an empty line or what follows.
        let is_joined = JOINED.contains(&name.as_str())
            && after.is_some_and(|it| matches!(it, '/' | '.' | '\\' | ':' | '"'));
        if !is_keyword && !is_joined {
            return String::new();
        }
        self.at += length;
        if name == "echo" {
            self.skip();
        }
        name
    }

    pub fn words(
        &mut self,
        words: &mut Vec<Word>,
        redirections: &mut Vec<Redirection>,
        in_brackets: bool,
    ) {
        loop {
            self.skip_blanks();
            let start = self.at;
            match self.next() {
                None | Some('&' | '|' | '\n') => return,
                Some(')') if in_brackets => return,
                _ => {}
            }
            if let Some(redirection) = self.redirection(in_brackets) {
                redirections.push(redirection);
                continue;
            }
            words.push(self.word(in_brackets));
            if self.at == start {
                self.skip();
            }
        }
    }

    /// `>`, `>>`, `2>`, `<`, `2>&1`, if one is next.
    pub fn redirection(&mut self, in_brackets: bool) -> Option<Redirection> {
        let start = self.at;
        let rest = self.rest();
        let digit = rest.chars().next().and_then(|it| it.to_digit(10));
        let sign = rest.get(usize::from(digit.is_some())..)?.chars().next()?;
        if !matches!(sign, '<' | '>') {
            return None;
        }
        self.at += usize::from(digit.is_some()) + 1;
        let appends = self.take(">");
        let duplicates = self.take("&");
        self.skip_blanks();
        let word = self.word(in_brackets);
        let kind = match (sign, duplicates) {
            (_, true) => RedirectionKind::Duplicate(word),
            ('<', _) => RedirectionKind::Read(word),
            _ if appends => RedirectionKind::Append(word),
            _ => RedirectionKind::Write(word),
        };
        let descriptor = digit.map(Descriptor::Number);
        Some(Redirection { descriptor, kind, span: start..self.at })
    }

    /// One word: `"` quotes, `^` takes the next character as it is, `%NAME%` is filled in.
    pub fn word(&mut self, in_brackets: bool) -> Word {
        let start = self.at;
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut quoted = false;
        while let Some(next) = self.next() {
            match next {
                '\n' => break,
                '"' => quoted = !quoted,
                '%' | '!' => {
                    if let Some(part) = self.variable(next) {
                        parts.push(Part::Quoted(std::mem::take(&mut text)));
                        parts.push(Part::DoubleQuoted(vec![part]));
                        continue;
                    }
                    text.push(next);
                }
                _ if quoted => text.push(next),
                '^' => {
                    self.skip();
                    // A newline after it goes on in the next line.
                    self.take("\r");
                    if let Some(letter) = self.next().filter(|letter| *letter != '\n') {
                        text.push(letter);
                    }
                }
                ' ' | '\t' | '\r' | '&' | '|' | '<' | '>' | ',' | ';' => break,
                ')' if in_brackets => break,
                _ => text.push(next),
            }
            self.skip();
        }
        parts.push(Part::Quoted(text));
        Word { parts, span: start..self.at }
    }

    /// `%NAME%`, `%NAME:…%`, `!NAME!`, `%%i`, `%i` or `%1`, which is next; `None`, and nothing taken, if it is none.
    fn variable(&mut self, sign: char) -> Option<Part> {
        let rest = self.rest().get(1..)?;
        let is_name = |letter: char| letter.is_alphanumeric() || "_()-.".contains(letter);
        let length = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(length);
        if !name.is_empty() && after.starts_with(sign) {
            let part = parameter(name, None);
            self.at += length + 2;
            return Some(part);
        }
        if !name.is_empty() && after.starts_with(':') {
            let line = after.split('\n').next().unwrap_or(after);
            let end = line.find(sign)?;
            let operator = after.get(..end).unwrap_or_default().to_owned();
            let part = parameter(name, Some(operator));
            self.at += length + end + 2;
            return Some(part);
        }
        if sign == '!' {
            return None;
        }
        // Variables of `for` and arguments, with modifiers: `%%~dpi`, `%~1`.
        let bare = rest.strip_prefix('%').unwrap_or(rest);
        let name = bare
            .strip_prefix('~')
            .map_or(bare, |it| it.trim_start_matches(|c: char| "fdpnxsatz".contains(c)));
        let letter = name.chars().next().filter(|it| it.is_alphanumeric() || *it == '*')?;
        let taken = 1 + rest.len() - name.len() + letter.len_utf8();
        self.at += taken;
        Some(parameter(&format!("%{letter}"), None))
    }
}

/// What is known of a word.
pub fn known_text(word: &Word) -> String {
    let text = |part: &Part| match part {
        Part::Quoted(text) => text.clone(),
        _ => "%".to_owned(),
    };
    word.parts.iter().map(text).collect()
}

fn parameter(name: &str, operator: Option<String>) -> Part {
    let name = match name.to_ascii_uppercase().as_str() {
        "USERPROFILE" | "HOMEPATH" => "HOME".to_owned(),
        "CD" => "PWD".to_owned(),
        name => name.to_owned(),
    };
    Part::Parameter(Parameter { name, braced: true, subscript: None, operator, word: Vec::new() })
}
