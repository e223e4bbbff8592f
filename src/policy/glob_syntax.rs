//! Owns how a path glob is written; it does not match.

use super::path::has_drive;
use super::wildcard::{Class, Token};

/// The longest glob, in bytes; no path is longer.
const MAX_LENGTH: usize = 4_096;

/// The most globs that the alternatives of one may stand for, and their bytes.
const MAX_ALTERNATIVES: usize = 256;
const MAX_EXPANDED: usize = 64 * 1_024;

/// One glob without alternatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Glob {
    /// What it lies below; the root, if nothing.
    pub place: Option<Place>,
    /// The rest, from the `/` after the place.
    pub tokens: Vec<Token>,
    /// The longest text in it that stands for itself, without a `/` at its end.
    pub literal: String,
    /// How many of its components have text that stands for itself.
    pub names: u8,
}

/// What a placeholder stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Home,
    Project,
    Cwd,
    Temp,
    GitDir,
    Policy,
    Hookshim,
    HostSettings,
}

const PLACEHOLDERS: [(&str, Place); 8] = [
    ("{home}", Place::Home),
    ("{project}", Place::Project),
    ("{cwd}", Place::Cwd),
    ("{temp}", Place::Temp),
    ("{git_dir}", Place::GitDir),
    ("{policy}", Place::Policy),
    ("{hookshim}", Place::Hookshim),
    ("{host_settings}", Place::HostSettings),
];

impl Glob {
    /// `**`
    pub fn everything() -> Self {
        Glob::new(None, vec![Token::Slash, Token::Rest])
    }

    /// Whether it begins with `**/`, so that no part of it has a fixed place.
    pub fn is_floating(&self) -> bool {
        self.place.is_none() && self.tokens.get(1) == Some(&Token::Dirs)
    }

    fn new(place: Option<Place>, tokens: Vec<Token>) -> Self {
        let literal = longest_literal(&tokens);
        let has_letters =
            |component: &&[Token]| component.iter().any(|token| matches!(token, Token::Char(_)));
        let components = tokens.split(|token| matches!(token, Token::Slash | Token::DirsLoop));
        let names = u8::try_from(components.filter(has_letters).count()).unwrap_or(u8::MAX);
        Glob { place, tokens, literal, names }
    }
}

/// Reads one glob; alternatives make several of it.
pub(super) fn parse(text: &str) -> Result<Vec<Glob>, String> {
    if text.is_empty() {
        return Err("expected a glob such as `**/.env`, not an empty one".to_owned());
    }
    if text.len() > MAX_LENGTH {
        return Err(format!("expected a glob of at most {MAX_LENGTH} bytes, not {}", text.len()));
    }
    if text.starts_with('$') {
        return Err("expected `~` or `{home}` for the home directory; variables are not expanded"
            .to_owned());
    }
    if text.starts_with('!') {
        return Err("expected one `!` before an exception, not two".to_owned());
    }
    expand(text)?.iter().map(|text| parse_plain(text)).collect()
}

/// Every text that `{a,b}` stands for. A brace without a comma is a placeholder and stays.
fn expand(text: &str) -> Result<Vec<String>, String> {
    if !text.contains(['{', '}']) {
        return Ok(vec![text.to_owned()]);
    }
    let mut expanded = Vec::new();
    let mut length = 0;
    let mut waiting = vec![text.to_owned()];
    while let Some(text) = waiting.pop() {
        match first_alternatives(&text)? {
            None => {
                length += text.len();
                expanded.push(text);
            }
            Some((before, alternatives, after)) => {
                // The last is expanded first, so the order is kept.
                let texts =
                    alternatives.iter().rev().map(|inner| format!("{before}{inner}{after}"));
                waiting.extend(texts);
            }
        }
        if expanded.len() + waiting.len() > MAX_ALTERNATIVES {
            return Err(format!("expected at most {MAX_ALTERNATIVES} alternatives in a glob"));
        }
        if length > MAX_EXPANDED {
            return Err(format!(
                "expected at most {MAX_EXPANDED} bytes with all alternatives of a glob written out"
            ));
        }
    }
    Ok(expanded)
}

/// What stands before the first `{a,b}`, its alternatives, and what stands after it.
type Alternatives<'a> = (&'a str, Vec<&'a str>, &'a str);

fn first_alternatives(text: &str) -> Result<Option<Alternatives<'_>>, String> {
    // The braces that are open, each with its place and the places of its commas.
    let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut first: Option<(usize, Vec<usize>, usize)> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, letter)) = chars.next() {
        match letter {
            '[' => skip_class(&mut chars),
            '{' => open.push((at, Vec::new())),
            ',' => open.last_mut().into_iter().for_each(|(_, commas)| commas.push(at)),
            '}' => {
                let (start, commas) = open.pop().ok_or("expected a `{` before the `}`")?;
                let is_first = first.as_ref().is_none_or(|(first, ..)| start < *first);
                if is_first && !commas.is_empty() {
                    first = Some((start, commas, at));
                }
            }
            _ => {}
        }
    }
    if !open.is_empty() {
        return Err("expected a `}` that closes the `{`; a literal `{` is written `[{]`".to_owned());
    }
    Ok(first.and_then(|(start, commas, end)| {
        let starts = std::iter::once(start).chain(commas.iter().copied());
        let ends = commas.iter().copied().chain([end]);
        let inner = starts.zip(ends).map(|(start, end)| text.get(start + 1..end));
        Some((text.get(..start)?, inner.collect::<Option<_>>()?, text.get(end + 1..)?))
    }))
}

/// Skips a class after its `[`; an unclosed one is found when its tokens are read.
fn skip_class(chars: &mut std::iter::Peekable<std::str::CharIndices<'_>>) {
    chars.next_if(|(_, letter)| matches!(letter, '!' | '^'));
    chars.next_if(|(_, letter)| *letter == ']');
    for (_, letter) in chars.by_ref() {
        if letter == ']' {
            return;
        }
    }
}

/// Reads a glob without alternatives.
fn parse_plain(text: &str) -> Result<Glob, String> {
    let (place, rest) = split_place(text)?;
    let drive = place.is_none() && has_drive(rest);
    let rest = if drive { rest.replace('\\', "/") } else { rest.to_owned() };
    if rest.contains('\\') {
        return Err(
            "expected `/` between directories and `[*]` for a literal `*`, not `\\`".to_owned()
        );
    }
    let absolute = place.is_some() || drive || rest.starts_with('/');
    let floating = rest == "**" || rest.starts_with("**/");
    let place = if absolute || floating { place } else { Some(Place::Project) };
    let tokens = parse_components(&rest)?;
    Ok(Glob::new(place, tokens))
}

/// Takes a placeholder or `~` off the start.
fn split_place(text: &str) -> Result<(Option<Place>, &str), String> {
    let (place, rest, name) = if let Some(rest) = text.strip_prefix('~') {
        (Place::Home, rest, "~")
    } else if text.starts_with('{') {
        let found = PLACEHOLDERS
            .iter()
            .find_map(|(name, place)| Some((*place, text.strip_prefix(name)?, *name)));
        found.ok_or_else(|| unknown_placeholder(text))?
    } else {
        return Ok((None, text));
    };
    if rest.is_empty() || rest.starts_with('/') {
        Ok((Some(place), rest))
    } else {
        Err(format!("expected `/` or nothing after `{name}`, not `{rest}`"))
    }
}

fn unknown_placeholder(text: &str) -> String {
    let name = text.split_inclusive('}').next().unwrap_or(text);
    let known: Vec<_> = PLACEHOLDERS.iter().map(|(name, _)| *name).collect();
    format!("expected one of {}, or alternatives such as `{{a,b}}`, not `{name}`", known.join(" "))
}

fn parse_components(text: &str) -> Result<Vec<Token>, String> {
    if text.len() > 1 && text.ends_with('/') {
        return Err("expected no `/` at the end; a directory's contents are `name/**`".to_owned());
    }
    let mut tokens = Vec::new();
    let mut components = text.split('/').peekable();
    while let Some(component) = components.next() {
        let is_last = components.peek().is_none();
        match component {
            "" | "." => {}
            ".." => return Err("expected a path without `..`".to_owned()),
            "**" => {
                push_slash(&mut tokens);
                let rest: &[Token] =
                    if is_last { &[Token::Rest] } else { &[Token::Dirs, Token::DirsLoop] };
                tokens.extend_from_slice(rest);
            }
            component if component.contains("**") => {
                return Err(format!("expected `**` as a whole component, not `{component}`"));
            }
            component => {
                push_slash(&mut tokens);
                parse_component(component, &mut tokens)?;
            }
        }
    }
    Ok(tokens)
}

/// A `/` before the next component, unless `**/` has brought it.
fn push_slash(tokens: &mut Vec<Token>) {
    if tokens.last() != Some(&Token::DirsLoop) {
        tokens.push(Token::Slash);
    }
}

fn parse_component(component: &str, tokens: &mut Vec<Token>) -> Result<(), String> {
    let mut chars = component.chars().peekable();
    while let Some(letter) = chars.next() {
        tokens.push(match letter {
            '*' => Token::Star,
            '?' => Token::AnyChar,
            '[' => Token::Class(Box::new(Class::parse(&mut chars)?)),
            '{' => return Err("expected a placeholder only at the start of a glob".to_owned()),
            letter => Token::Char(letter),
        });
    }
    Ok(())
}

/// A path without this text cannot match, which is quickly seen.
fn longest_literal(tokens: &[Token]) -> String {
    let is_literal = |token: &Token| matches!(token, Token::Char(_) | Token::Slash);
    let longest = tokens.split(|token| !is_literal(token)).max_by_key(|run| run.len());
    let letters = longest.unwrap_or_default().iter().map(|token| match token {
        Token::Char(letter) => *letter,
        _ => '/',
    });
    let literal: String = letters.collect();
    literal.trim_end_matches('/').to_owned()
}
