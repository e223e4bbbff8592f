//! Owns the escapes of `$'…'` (Bash manual 3.1.2.4); it does not find where the quotes end.

use super::Dialect;

/// The text that stands between the quotes of `$'…'`, decoded.
pub(super) fn decode(text: &str, dialect: Dialect) -> String {
    let mut rest = text.as_bytes();
    let mut decoded = Vec::with_capacity(rest.len());
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            decoded.push(byte);
            continue;
        }
        let length = decoded.len();
        rest = escape(rest, &mut decoded);
        // bash keeps strings as C does: a NUL ends this one.
        if dialect == Dialect::Bash && decoded.get(length) == Some(&0) {
            decoded.truncate(length);
            break;
        }
    }
    String::from_utf8(decoded)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Decodes one escape, after its backslash; returns what follows it.
fn escape<'text>(text: &'text [u8], decoded: &mut Vec<u8>) -> &'text [u8] {
    let Some((&letter, after)) = text.split_first() else {
        decoded.push(b'\\');
        return text;
    };
    let simple = match letter {
        b'a' => 0x07,
        b'b' => 0x08,
        b'e' | b'E' => 0x1b,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        b'\\' | b'\'' | b'"' | b'?' => letter,
        b'0'..=b'7' => {
            let (value, after) = number(text, 8, 3);
            decoded.push(value.to_le_bytes()[0]);
            return after;
        }
        b'x' | b'u' | b'U' => return hexadecimal(letter, after, text, decoded),
        b'c' => {
            let Some((&control, after)) = after.split_first() else {
                decoded.extend(b"\\c");
                return after;
            };
            // `\c\\` is one control character written with an escaped backslash.
            let after = match after.split_first() {
                Some((b'\\', after)) if control == b'\\' => after,
                _ => after,
            };
            decoded.push(if control == b'?' { 0x7f } else { control & 0x1f });
            return after;
        }
        _ => {
            decoded.extend([b'\\', letter]);
            return after;
        }
    };
    decoded.push(simple);
    after
}

/// Decodes `\xHH`, `\x{H…}`, `\uHHHH` and `\UHHHHHHHH`; without digits they stand for themselves.
fn hexadecimal<'text>(
    letter: u8,
    after: &'text [u8],
    text: &'text [u8],
    decoded: &mut Vec<u8>,
) -> &'text [u8] {
    let braced = after.strip_prefix(b"{").filter(|_| letter == b'x');
    let most = match letter {
        b'x' if braced.is_some() => 8,
        b'x' => 2,
        b'u' => 4,
        _ => 8,
    };
    let digits = braced.unwrap_or(after);
    let (value, rest) = number(digits, 16, most);
    // `\x{` without digits is NUL.
    if rest.len() == digits.len() && braced.is_none() {
        decoded.extend([b'\\', letter]);
        return text.get(1..).unwrap_or_default();
    }
    if letter == b'x' {
        decoded.push(value.to_le_bytes()[0]);
        return if braced.is_some() { rest.strip_prefix(b"}").unwrap_or(rest) } else { rest };
    }
    let character = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
    decoded.extend(character.encode_utf8(&mut [0; 4]).bytes());
    rest
}

/// At most `most` digits, and what follows them.
fn number(text: &[u8], radix: u32, most: usize) -> (u32, &[u8]) {
    let mut value = 0u32;
    let mut rest = text;
    for _ in 0..most {
        let Some((&byte, after)) = rest.split_first() else { break };
        let Some(digit) = char::from(byte).to_digit(radix) else { break };
        value = value.wrapping_mul(radix).wrapping_add(digit);
        rest = after;
    }
    (value, rest)
}
