//! Owns showing text that others wrote: escaped, masked and shortened; it does not know what the text is about.

#![deny(clippy::disallowed_methods)]

use std::fmt::Write;

/// The text with control and bidirectional characters escaped, so that it shows what it holds (CVE-2021-42574).
pub fn visible(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            '\t' => result.push_str("\\t"),
            _ if is_deceptive(character) => {
                // Writing to a String cannot fail.
                let _ = write!(result, "\\u{{{:x}}}", u32::from(character));
            }
            _ => result.push(character),
        }
    }
    result
}

/// Control characters, and those that change how the text around them is shown.
fn is_deceptive(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// The text as one visible line of at most `limit` characters, without secrets.
pub fn excerpt(text: &str, limit: usize) -> String {
    // Masking comes first: a secret cut in two would no longer be known as one.
    let window: String = text.chars().take(limit * 4).collect();
    let shown = visible(&mask(&window));
    let cut = shown.chars().count() > limit || window.len() < text.len();
    match cut {
        false => shown,
        true => shown.chars().take(limit.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// A short text in backquotes, for use inside a sentence.
pub fn quote(text: &str) -> String {
    format!("`{}`", excerpt(text, 80))
}

/// The text cut to `limit` UTF-16 units, with `…` where it was cut.
pub fn shorten_utf16(text: &str, limit: usize) -> String {
    if text.encode_utf16().count() <= limit {
        return text.to_owned();
    }
    let mut units = 1;
    let kept = text.chars().take_while(|character| {
        units += character.len_utf16();
        units <= limit
    });
    kept.chain(['…']).collect()
}

/// Beginnings of tokens that are secrets by their form alone, as their issuers document them.
const TOKENS: [&str; 16] = [
    "sk-",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "AKIA",
    "ASIA",
    "xoxb-",
    "xoxp-",
    "xapp-",
    "npm_",
    "AIza",
    "eyJ",
];

/// Names whose values are secrets, wherever `NAME=VALUE`, `NAME: VALUE` or `--NAME VALUE` stands.
const NAMES: [&str; 9] = [
    "password",
    "passwd",
    "secret",
    "token",
    "api_key",
    "apikey",
    "api-key",
    "access_key",
    "authorization",
];

/// The text with what looks like a secret replaced by `***`.
pub fn mask(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut hide_next = false;
    for piece in text.split_inclusive(|character: char| {
        character.is_whitespace() || "'\"`;&|<>()=:,".contains(character)
    }) {
        let word = piece.trim_end_matches(|character: char| {
            character.is_whitespace() || "'\"`;&|<>()=:,".contains(character)
        });
        let end = piece.get(word.len()..).unwrap_or_default();
        if word.is_empty() {
            // Between a name and its value stand only blanks, quotes and `=` or `:`.
            hide_next &= !end.contains([';', '&', '|', '\n']);
            result.push_str(end);
            continue;
        }
        let scheme = hide_next && ["bearer", "basic"].contains(&word.to_ascii_lowercase().as_str());
        match word.rsplit_once('@') {
            _ if scheme => result.push_str(word),
            _ if hide_next || is_token(word) => result.push_str("***"),
            // The password of `https://user:password@host`, whose colon ended the piece before.
            Some((_, host)) if result.ends_with(':') => {
                result.push_str("***@");
                result.push_str(host);
            }
            _ => result.push_str(word),
        }
        result.push_str(end);
        let named = word.to_ascii_lowercase();
        let is_name = NAMES.iter().any(|name| named.ends_with(name));
        let assigns = end.starts_with(['=', ':']) || word.starts_with("--");
        hide_next = scheme || (is_name && assigns);
    }
    result
}

/// Whether a word is long enough after a token's beginning to be one.
fn is_token(word: &str) -> bool {
    TOKENS.iter().any(|start| {
        word.strip_prefix(start).is_some_and(|rest| {
            rest.len() >= 12
                && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
        })
    })
}
