//! Owns finding what looks like a secret in a text, and hiding it; it does not know every secret.

use super::secret_forms::{
    is_harmless, is_header, is_name, is_scheme, is_token, is_user, short_option, webhook,
};

/// What stands in the place of a secret.
const MASK: &str = "***";

/// What an unquoted value ends with.
const ENDS: [char; 10] = ['\'', '"', '`', ';', '&', '|', '<', '>', '(', ')'];

/// The most characters of a key's first line that are looked at (RFC 7468 has none near that).
const LONGEST_HEADER: usize = 80;

/// The text with what looks like a secret replaced by `***`.
///
/// ```
/// use hookshim::text::secrets::mask;
///
/// assert_eq!(mask("curl -u me:hunter2 https://x"), "curl -u me:*** https://x");
/// assert_eq!(mask("git clone https://u:p@host/r"), "git clone https://u:***@host/r");
/// assert_eq!(mask("PGPASSWORD=x psql"), "PGPASSWORD=*** psql");
/// ```
pub fn mask(text: &str) -> String {
    let mut reader = Reader { rest: text, shown: String::new(), ..Reader::default() };
    while let Some(next) = reader.rest.chars().next() {
        if !reader.hides() {
            reader.step(next);
        }
    }
    reader.shown
}

/// What is expected of what comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Expected {
    /// Nothing.
    #[default]
    Anything,
    /// `=` or `:`, since a secret's name came.
    Sign(Name),
    /// The secret.
    Value(Value),
    /// `USER:PASSWORD`
    User,
}

/// A name that came, and what came since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Name {
    /// Whether all of a header is secret.
    is_header: bool,
    /// Whether it is `--NAME`, after which a blank is as good as `=`.
    is_option: bool,
    /// Whether it is `<NAME`, after which `>` is.
    is_element: bool,
    /// Whether a blank has come.
    is_apart: bool,
}

/// How a value stands to its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Value {
    /// Whether all to the end of the quotes or the line is the value.
    is_header: bool,
    /// Whether it may follow a blank.
    may_be_apart: bool,
    /// Whether it is the next word of a command, so not one with a dash.
    is_word: bool,
    /// Whether a comma ends it.
    ends_with_comma: bool,
}

#[derive(Default)]
struct Reader<'t> {
    rest: &'t str,
    shown: String,
    expected: Expected,
    /// The quotes that are open.
    quote: Option<char>,
    /// The option for a password that the program of this command has.
    option: Option<(&'static str, bool)>,
}

impl<'t> Reader<'t> {
    /// Shows so many bytes.
    fn show(&mut self, bytes: usize) -> &'t str {
        let (shown, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.shown.push_str(shown);
        self.rest = rest;
        shown
    }

    /// Hides so many bytes, if they may be a secret.
    fn hide(&mut self, bytes: usize) {
        let (hidden, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        let shown = if hidden.is_empty() || is_harmless(hidden) { hidden } else { MASK };
        self.shown.push_str(shown);
        self.rest = rest;
    }

    /// Hides what is a secret by its place in the text, whatever is expected.
    fn hides(&mut self) -> bool {
        if self.shown.ends_with("://") {
            let end = self.until(|next| next.is_whitespace() || "/?#'\"`<>|".contains(next));
            let user = self.rest.get(..end).unwrap_or_default();
            if let Some(at) = user.rfind('@') {
                match user.find(':').filter(|colon| *colon < at) {
                    Some(colon) => {
                        self.show(colon + 1);
                        self.hide(at - colon - 1);
                    }
                    None if user.get(..at).is_some_and(is_token) => self.hide(at),
                    None => _ = self.show(at),
                }
                self.show("@".len());
                self.expected = Expected::Anything;
                return true;
            }
        }
        if self.rest.starts_with("-----BEGIN ") {
            let header = self.rest.chars().take(LONGEST_HEADER);
            let header = header.take_while(|next| *next != '\n' && *next != '\\');
            let line = header.map(char::len_utf8).sum::<usize>();
            if self.rest.get(..line).is_some_and(|line| line.contains("PRIVATE KEY")) {
                let end = self.rest.find("-----END").unwrap_or(self.rest.len());
                self.show(line.min(end));
                self.hide(end.saturating_sub(line));
                return true;
            }
        }
        false
    }

    /// Reads one sign or word.
    fn step(&mut self, next: char) {
        match self.expected {
            Expected::Value(value) => self.value(value, next),
            Expected::User if !next.is_whitespace() && !"='\"".contains(next) => self.user(),
            _ if is_plain(next) => self.word(),
            _ => self.sign(next),
        }
    }

    fn word(&mut self) {
        let length = self.until(|next| !is_plain(next));
        let word = self.rest.get(..length).unwrap_or_default();
        self.expected = Expected::Anything;
        if let Some(open) = webhook(self.rest) {
            self.show(open);
            return self.hide(self.until(ends_value));
        }
        if is_token(word) {
            return self.hide(length);
        }
        let begins = self.shown.ends_with(|before: char| before.is_whitespace());
        if let Some((option, may_be_next)) = self.option
            && begins
            && word.starts_with(option)
        {
            self.show(option.len());
            let joined = self.until(|next| next.is_whitespace() || ";&|".contains(next));
            if may_be_next && joined == 0 {
                self.expected = Expected::Value(Value::WORD);
            }
            return self.hide(joined);
        }
        let is_element = self.shown.ends_with('<');
        self.show(length);
        self.option = short_option(word).or(self.option);
        if is_user(word) {
            self.expected = Expected::User;
        } else if is_name(word) {
            self.expected = Expected::Sign(Name {
                is_header: is_header(word),
                is_option: word.starts_with("--"),
                is_element,
                is_apart: false,
            });
        }
    }

    /// A character between words.
    fn sign(&mut self, next: char) {
        let is_escaped = self.shown.ends_with('\\');
        self.show(next.len_utf8());
        if ['\'', '"'].contains(&next) && !is_escaped {
            self.quote = if self.quote == Some(next) { None } else { self.quote.or(Some(next)) };
        }
        if ";&|\n(".contains(next) {
            self.option = None;
        }
        let Expected::Sign(name) = self.expected else { return };
        let is_equals = next == '=' && !self.rest.starts_with('=');
        self.expected = match next {
            '=' if is_equals => Expected::Value(Value {
                is_header: false,
                may_be_apart: name.is_apart,
                is_word: false,
                ends_with_comma: false,
            }),
            ':' => Expected::Value(Value {
                is_header: name.is_header,
                may_be_apart: true,
                is_word: false,
                ends_with_comma: true,
            }),
            '>' if name.is_element => Expected::Value(Value { is_word: false, ..Value::WORD }),
            _ if next.is_whitespace() && name.is_option => Expected::Value(Value::WORD),
            ' ' | '\t' => Expected::Sign(Name { is_apart: true, ..name }),
            '"' | '\'' | '\\' | ']' => self.expected,
            _ => Expected::Anything,
        };
    }

    fn value(&mut self, value: Value, next: char) {
        let (escape, after) = match self.rest.strip_prefix('\\') {
            Some(after) => ("\\", after),
            None => ("", self.rest),
        };
        let quote = after.chars().next().filter(|it| ['\'', '"'].contains(it));
        match quote {
            // What closes quotes that were open before the name ends the value, too.
            Some(quote) if !escape.is_empty() || self.quote != Some(quote) => {
                let opening = escape.len() + quote.len_utf8();
                self.show(opening);
                let closing = format!("{escape}{quote}");
                let length = self.rest.find(&closing);
                self.expected = Expected::Anything;
                self.hide(length.unwrap_or_else(|| self.until(ends_value)));
                if length.is_some() {
                    self.show(opening);
                }
            }
            _ if next == '\n' && !value.is_word => self.nothing(next),
            _ if next.is_whitespace() && value.may_be_apart => _ = self.show(next.len_utf8()),
            _ if ends_value(next) || (value.is_word && next == '-') => self.nothing(next),
            _ => {
                let scheme = self.until(|next| !is_plain(next));
                let word = self.rest.get(..scheme).unwrap_or_default();
                let is_apart = self.rest.get(scheme..).is_some_and(|rest| rest.starts_with(' '));
                if value.is_header && is_scheme(word) && is_apart {
                    self.show(scheme);
                    return;
                }
                let is_apart = self.shown.ends_with([' ', '\t']);
                let quote = self.quote;
                let length = match value.is_header && (is_apart || quote.is_some()) {
                    true => self.until(|next| next == '\n' || Some(next) == quote),
                    false => self.until(|next| {
                        ends_value(next) || (value.ends_with_comma && ",}".contains(next))
                    }),
                };
                self.expected = Expected::Anything;
                self.hide(length);
            }
        }
    }

    /// There is no value.
    fn nothing(&mut self, next: char) {
        self.expected = Expected::Anything;
        self.step(next);
    }

    fn user(&mut self) {
        self.expected = Expected::Anything;
        let quote = self.quote.filter(|quote| self.shown.ends_with(*quote));
        let length = self.until(|next| quote.map_or(ends_value(next), |quote| next == quote));
        let both = self.rest.get(..length).unwrap_or_default();
        let Some((user, password)) = both.split_once(':') else { return };
        // `-u` has other meanings, too: `docker run -u 1000:1000`, `rsync -u host:path`.
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_path = password.starts_with(['/', '~', '.']);
        if !(is_path || is_number(user) && is_number(password)) {
            self.show(user.len() + 1);
            self.hide(password.len());
        }
    }

    /// How many bytes there are before a character of this kind.
    fn until(&self, ends: impl Fn(char) -> bool) -> usize {
        self.rest.find(ends).unwrap_or(self.rest.len())
    }
}

impl Value {
    /// The next word of a command.
    const WORD: Value =
        Value { is_header: false, may_be_apart: true, is_word: true, ends_with_comma: false };
}

/// What names and tokens consist of.
fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-_.".contains(character)
}

fn ends_value(character: char) -> bool {
    character.is_whitespace() || ENDS.contains(&character)
}
