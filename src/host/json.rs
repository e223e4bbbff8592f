//! Owns reading JSON the way JavaScript hosts do; it does not know what a payload means.
//!
//! A host runs what *it* read, so the hook must read the same: the last of two equal keys wins, a lone surrogate is no
//! error, numbers have any size. `serde_json` agrees except for lone surrogates, which are replaced beforehand by
//! U+FFFD: that is what a JavaScript host hands to the command it starts (WHATWG Encoding, "UTF-8 encode").

use serde_json::Value;
use serde_json::de::Deserializer;
use std::borrow::Cow;

/// The largest payload, in bytes (design, "Limits").
pub const MAXIMUM_BYTES: usize = 64 * 1024 * 1024;

/// How deep arrays and objects may lie in each other. Deeper ones would overflow the stack.
pub const MAXIMUM_DEPTH: usize = 1024;

/// Reads one JSON document.
///
/// # Errors
/// What is wrong with the text, as a phrase: it is no UTF-8, not one whole document, or too deep.
pub fn read(bytes: &[u8]) -> Result<Value, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("it is not UTF-8 from byte {} on", error.valid_up_to()))?;
    if depth(text.as_bytes()) > MAXIMUM_DEPTH {
        return Err(format!("it is nested more than {MAXIMUM_DEPTH} deep"));
    }
    let text = without_lone_surrogates(text);
    let mut deserializer = Deserializer::from_str(&text);
    deserializer.disable_recursion_limit();
    let document = serde::Deserialize::deserialize(&mut deserializer);
    document
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| format!("it is not one whole JSON document: {error}"))
}

/// The greatest number of brackets open at once, outside of strings.
fn depth(text: &[u8]) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    let mut in_string = false;
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if in_string => _ = bytes.next(),
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                open += 1;
                deepest = deepest.max(open);
            }
            b']' | b'}' if !in_string => open = open.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// The text with every escaped surrogate that has no partner replaced by `\ufffd`.
fn without_lone_surrogates(text: &str) -> Cow<'_, str> {
    let mut result = String::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('\\')) {
        let escape = at + found;
        let unit = utf16_escape(text, escape);
        let length = match unit {
            Some(0xd800..=0xdbff) => match utf16_escape(text, escape + 6) {
                Some(0xdc00..=0xdfff) => 12,
                _ => 6,
            },
            Some(_) => 6,
            // Any other escape is a backslash and one character, which may itself be a backslash.
            None => 2,
        };
        if length == 6 && matches!(unit, Some(0xd800..=0xdfff)) {
            result.push_str(text.get(kept..escape).unwrap_or_default());
            result.push_str("\\ufffd");
            kept = escape + 6;
        }
        at = escape + length;
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    result.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(result)
}

/// The number of a `\uXXXX` escape that stands at this byte.
fn utf16_escape(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(())?;
    u16::from_str_radix(digits, 16).ok()
}
