//! Owns awk programs, as far as they run programs or touch files; it does not evaluate them.
//!
//! Source: POSIX XCU "awk".

use super::code::{self, Language, Token};
use crate::effects::programs::Started;
use crate::effects::programs::entry::{assignment, shell};
use crate::effects::programs::files::Files;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};
use std::collections::HashMap;

/// How long a text may be to which another one is put, and how many bytes are put in the place of names in all.
const MAXIMUM_TEXT: usize = 4_096;
const MAXIMUM_WORK: usize = 256 * 1024;

const GETLINE: &[&str] = &["getline"];

/// What an awk program runs and writes, where it says so plainly: `system("…")`, `print > "…"`, `print | "…"`,
/// `"…" | getline`, `getline < "…"`.
pub fn awk(walk: &mut Walk, started: &Started, program: &Value, scope: &mut Scope) {
    // `-v NAME=VALUE`
    let options = started.run.arguments.options.iter();
    let given = options.filter(|option| ["-v", "--assign"].contains(&option.name.as_str()));
    let given = given.filter_map(|option| assignment(option.value.as_ref()?));
    let tokens = concatenated(code::tokens(Language::Awk, program), given.collect());
    let is_word = |at: Option<usize>, names: &[&str]| {
        let token = at.and_then(|at| tokens.get(at));
        matches!(token, Some(Token::Word(word)) if names.contains(&word.as_str()))
    };
    let is_mark = |at: Option<usize>, mark: char| {
        at.and_then(|at| tokens.get(at)) == Some(&Token::Mark(mark))
    };
    let mut prints = false;
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1);
        match token {
            Token::Word(word) if word.starts_with("print") => prints = true,
            Token::Mark(';' | '{' | '}' | '\n') => prints = false,
            Token::Text(text) => {
                let called = is_mark(before, '(') && is_word(at.checked_sub(2), &["system"]);
                let piped = is_mark(before, '|')
                    || (is_mark(Some(at + 1), '|') && is_word(Some(at + 2), GETLINE));
                if called || piped {
                    let mut own = scope.clone();
                    if is_mark(before, '|') {
                        // What is printed comes in.
                        let printed = match at.checked_sub(3).and_then(|at| tokens.get(at..=at + 1))
                        {
                            Some([Token::Word(print), Token::Text(text)]) if print == "print" => {
                                Input::Text(text.clone())
                            }
                            _ => Input::Unknown,
                        };
                        own.feed(0, printed);
                    }
                    shell(walk, started, text, &mut own);
                } else if prints && is_mark(before, '>') {
                    Files::new(walk, started, scope).one(Access::Write, text, false);
                } else if is_mark(before, '<')
                    && (is_word(at.checked_sub(2), GETLINE) || is_word(at.checked_sub(3), GETLINE))
                {
                    Files::new(walk, started, scope).one(Access::Read, text, false);
                }
            }
            _ => {}
        }
    }
}

/// The tokens of an awk program with texts side by side put together, which concatenates them, and names of which a
/// text is given, by an option or the program, replaced by it.
fn concatenated(tokens: Vec<Token>, given: HashMap<String, Value>) -> Vec<Token> {
    let mut known = given;
    let mut all: Vec<Token> = Vec::new();
    let mut spent = 0;
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        let is_assigned = rest.peek() == Some(&Token::Mark('='));
        let text = match &token {
            Token::Text(text) => Some(text.clone()),
            Token::Word(name) if !is_assigned && spent < MAXIMUM_WORK => {
                let text = known.get(name).cloned();
                spent += text.as_ref().map_or(0, Value::length);
                text
            }
            _ => None,
        };
        let Some(text) = text else {
            all.push(token);
            continue;
        };
        match all.as_mut_slice() {
            [.., Token::Word(name), Token::Mark('='), Token::Text(before)]
                if before.length() < MAXIMUM_TEXT =>
            {
                before.append(&text);
                if let Some(held) = known.get_mut(name) {
                    held.append(&text);
                }
            }
            [.., Token::Text(before)] if before.length() < MAXIMUM_TEXT => before.append(&text),
            [.., Token::Word(name), Token::Mark('=')] => {
                known.insert(name.clone(), text.clone());
                all.push(Token::Text(text));
            }
            _ => all.push(Token::Text(text)),
        }
    }
    all
}
