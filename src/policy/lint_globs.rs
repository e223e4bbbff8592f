//! Owns warnings about exceptions that except nothing, since no glob beside them reaches what they name; it matches no path.

use super::{
    command_syntax,
    document::{Document, Entry, Text},
    glob_syntax::{self, Glob},
    wildcard::Token,
};
use std::collections::BTreeSet;
use toml::de::DeValue;

/// Keys whose values are globs of paths.
const PATHS: [&str; 5] = ["read", "write", "delete", "touch", "cwd"];

/// The most pairs of positions that are looked at for a list; longer ones are not checked.
const MOST_PAIRS: usize = 1_000_000;

/// Notes exceptions of a table's lists that except nothing.
pub(super) fn exceptions(document: &mut Document, keys: &[Entry]) {
    for key in keys {
        match (key.key, key.value) {
            (name, _) if PATHS.contains(&name) => list(document, key, paths),
            ("on_branch", _) => list(document, key, names),
            ("push", DeValue::Table(table)) => {
                let keys = super::document::entries(table);
                let are_names = |key: &&Entry| ["branch", "remote"].contains(&key.key);
                keys.iter().filter(are_names).for_each(|key| list(document, key, names));
            }
            _ => {}
        }
    }
}

/// Notes the exceptions of one list that except nothing; `read` says what a text of it stands for.
fn list(document: &mut Document, key: &Entry, read: fn(&str) -> Vec<Pattern>) {
    let texts = document.strings(key);
    let (exceptions, positives): (Vec<Text>, Vec<Text>) =
        texts.into_iter().partition(|(text, _)| text.starts_with('!'));
    let is_excepted = |text: &str| {
        exceptions.iter().any(|(it, _)| it.get(1..).is_some_and(|it| it == text || it == "**"))
    };
    if !positives.is_empty() && positives.iter().all(|(text, _)| is_excepted(text)) {
        let message = format!("nothing fits `{}`: all of the list is excepted", key.key);
        document.warning(&key.span, &message, "leave the exception out, or narrow it");
        return;
    }
    let reached: Vec<Pattern> = positives.iter().flat_map(|(text, _)| read(text)).collect();
    let mut pairs = 0;
    for (text, span) in &exceptions {
        let meets = read(text.trim_start_matches('!')).iter().any(|exception| {
            reached.iter().any(|positive| {
                pairs += exception.tokens.len() * positive.tokens.len();
                pairs > MOST_PAIRS || exception.meets(positive)
            })
        });
        // Exceptions alone are exceptions to everything.
        if !meets && !positives.is_empty() {
            let message = format!("`{text}` excepts nothing: no other item of the list reaches it");
            document.warning(span, &message, "leave it out, or correct one of them");
        }
    }
}

/// One glob or name.
struct Pattern {
    glob: Option<Glob>,
    tokens: Vec<Token>,
}

fn paths(text: &str) -> Vec<Pattern> {
    let globs = glob_syntax::parse(text).unwrap_or_default().into_iter();
    globs.map(|glob| Pattern { tokens: glob.tokens.clone(), glob: Some(glob) }).collect()
}

fn names(text: &str) -> Vec<Pattern> {
    let text = command_syntax::Text::wildcard(text).ok().into_iter();
    text.map(|text| Pattern { glob: None, tokens: text.tokens }).collect()
}

impl Pattern {
    /// Whether an exception may name something that a positive pattern reaches.
    fn meets(&self, positive: &Pattern) -> bool {
        let is_path = self.glob.is_some();
        let place = |pattern: &Pattern| pattern.glob.as_ref().and_then(|glob| glob.place);
        // Where two places lie to each other is not known here, so each may be anywhere.
        let apart = place(self) != place(positive);
        let tokens = |pattern: &Pattern| {
            let anywhere = apart && place(pattern).is_some();
            let start = anywhere.then_some(Token::Rest).into_iter();
            start.chain(pattern.tokens.iter().cloned()).collect::<Vec<Token>>()
        };
        // A directory may hold what is meant, but who writes `!**/.env.example` beside `**/.env` means files.
        let holds = is_path && !self.is_longer_name_than(positive);
        let (mut exception, positive) = (tokens(self), tokens(positive));
        if meet(&exception, &positive, holds) {
            return true;
        }
        // `name/**` excuses the tree `name`, too.
        let is_inside = is_path && exception.ends_with(&[Token::Slash, Token::Rest]);
        exception.truncate(exception.len().saturating_sub(2));
        is_inside && meet(&exception, &positive, holds)
    }

    /// Whether the last name is the other's with more behind it.
    fn is_longer_name_than(&self, other: &Pattern) -> bool {
        let name = |pattern: &Pattern| -> Vec<Token> {
            let is_end = |token: &Token| matches!(token, Token::Slash | Token::DirsLoop);
            pattern.tokens.rsplit(is_end).next().unwrap_or_default().to_vec()
        };
        let (own, other) = (name(self), name(other));
        let is_literal = other.iter().all(|token| matches!(token, Token::Char(_)));
        is_literal && !other.is_empty() && own.len() > other.len() && own.starts_with(&other)
    }
}

/// What a step of a wildcard takes.
#[derive(Clone, Copy)]
enum Takes {
    One(char),
    Slash,
    NoSlash,
    Any,
}

/// Whether some text fits both wildcards; where that `holds`, a directory is enough that has what the second names in it:
/// an exception that names a tree excuses it, with all that lies inside.
fn meet(exception: &[Token], positive: &[Token], holds: bool) -> bool {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![(0, 0)];
    while let Some((one, other)) = waiting.pop() {
        if !seen.insert((one, other)) {
            continue;
        }
        let (from_one, from_other) = (steps(exception, one), steps(positive, other));
        let goes_below = || from_other.1.iter().any(|(takes, _)| meets(*takes, Takes::Slash));
        if one == exception.len() && (other == positive.len() || holds && goes_below()) {
            return true;
        }
        waiting.extend(from_one.0.iter().map(|next| (*next, other)));
        waiting.extend(from_other.0.iter().map(|next| (one, *next)));
        for (takes, next) in &from_one.1 {
            let both = from_other.1.iter().filter(|(other, _)| meets(*takes, *other));
            waiting.extend(both.map(|(_, after)| (*next, *after)));
        }
    }
    false
}

/// Where a position leads without any text, and with which.
fn steps(tokens: &[Token], at: usize) -> (Vec<usize>, Vec<(Takes, usize)>) {
    match tokens.get(at) {
        None => (vec![], vec![]),
        Some(Token::Char(letter)) => (vec![], vec![(Takes::One(*letter), at + 1)]),
        // What a class leaves out is not looked at.
        Some(Token::AnyChar | Token::Class(_)) => (vec![], vec![(Takes::NoSlash, at + 1)]),
        Some(Token::Star) => (vec![at + 1], vec![(Takes::NoSlash, at)]),
        Some(Token::Slash) => (vec![], vec![(Takes::Slash, at + 1)]),
        Some(Token::Dirs) => (vec![at + 1, at + 2], vec![]),
        Some(Token::DirsLoop) => (vec![], vec![(Takes::Any, at), (Takes::Slash, at + 1)]),
        Some(Token::Rest) => (vec![at + 1], vec![(Takes::Any, at)]),
    }
}

fn meets(one: Takes, other: Takes) -> bool {
    match (one, other) {
        // A file system may ignore case.
        (Takes::One(one), Takes::One(other)) => one.to_lowercase().eq(other.to_lowercase()),
        (Takes::One(_) | Takes::NoSlash, Takes::Slash)
        | (Takes::Slash, Takes::One(_) | Takes::NoSlash) => false,
        _ => true,
    }
}
