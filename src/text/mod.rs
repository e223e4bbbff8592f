//! Owns showing text that others wrote: escaped, masked and shortened; it does not know what the text is about.

#![deny(clippy::disallowed_methods)]

mod secret_forms;
pub mod secrets;

use secrets::mask;
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

/// The same of a text by somebody whom nobody trusts. Hosts speak to models in tags such as `<system-reminder>`, so that it
/// has none.
pub fn stranger(text: &str, limit: usize) -> String {
    excerpt(text, limit).replace('<', "‹").replace('>', "›")
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
