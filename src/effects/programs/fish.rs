//! Owns rewriting a text of fish so that it can be read as one of sh: blocks without their words, `$(…)` for `(…)`; it does
//! not follow it.
//!
//! Source: the fish documentation ("The fish language").

use super::marked::Marked;
use crate::effects::Value;

/// Words at the start of a statement before a command.
const BEFORE: &[&str] =
    &["if", "else", "while", "begin", "and", "or", "not", "end", "command", "builtin", "exec"];

/// Words at the start of a statement that runs nothing but what is substituted in it.
const INSTEAD: &[&str] = &["for", "function", "switch", "case", "set"];

/// The text as sh would have it, as far as commands go.
pub fn as_sh(text: &Value) -> Value {
    let marked = Marked::new(text);
    let mut written = String::new();
    let mut word = String::new();
    let mut is_start = true;
    let mut quote = None;
    let mut letters = marked.text.chars().peekable();
    while let Some(letter) = letters.next() {
        if quote.is_some() || !is_start || !letter.is_alphabetic() {
            is_start = match letter {
                '\'' | '"' if quote.is_none() => {
                    quote = Some(letter);
                    false
                }
                letter if quote == Some(letter) => {
                    quote = None;
                    false
                }
                ';' | '\n' | '|' | '&' if quote.is_none() => true,
                '(' if quote.is_none() => {
                    written.push_str(if written.ends_with('$') { "" } else { "$" });
                    true
                }
                letter => is_start && letter.is_whitespace(),
            };
            // An empty statement is none in sh.
            written.push(if letter == ';' && is_start { '\n' } else { letter });
            if letter == '\\' {
                written.extend(letters.next());
            }
            continue;
        }
        word.clear();
        word.push(letter);
        while let Some(more) = letters.next_if(|one| one.is_alphanumeric() || "_-./".contains(*one))
        {
            word.push(more);
        }
        if BEFORE.contains(&word.as_str()) {
            continue;
        }
        is_start = false;
        if INSTEAD.contains(&word.as_str()) {
            written.push_str(": ");
        } else {
            written.push_str(&word);
        }
    }
    marked.value(&written)
}
