//! Owns putting other words into the command that a call consists of; it does not decide which, nor judge what comes of it.

use super::{Run, Value};
use crate::shell;
use crate::shell::syntax::{CommandKind, Part, Span, Word};

/// The command with other words in the programs that it starts, each with where in it the simple command stands that
/// starts it.
///
/// Only words that stand there literally are replaced, as POSIX XCU 2.3 cuts them: not `"--force"`, not `-$x`, nothing in a
/// string; and only those of the program itself: not those of `sudo -u npm` before it. An option is replaced wherever the
/// program reads it as one, any other word once: in `npm run npm` the first is the program. `None` if one of the programs
/// has none of the words.
pub fn reworded(
    command: &str,
    programs: &[(Span, &Run)],
    with: &[(String, String)],
) -> Option<String> {
    let mut edits: Vec<(Span, &str)> = Vec::new();
    for (span, run) in programs {
        let found = edits_in(command, span, run, with);
        if found.is_empty() {
            return None;
        }
        edits.extend(found);
    }
    edits.sort_by_key(|(span, _)| span.start);
    edits.dedup();
    let mut text = command.to_owned();
    for (span, replacement) in edits.into_iter().rev() {
        text.get(span.clone())?;
        text.replace_range(span, replacement);
    }
    Some(text)
}

fn edits_in<'w>(
    command: &str,
    span: &Span,
    run: &Run,
    with: &'w [(String, String)],
) -> Vec<(Span, &'w str)> {
    let text = command.get(span.clone()).unwrap_or_default();
    let words = own_words(text, run);
    let mut edits = Vec::new();
    for (word, replacement) in with {
        let is_option = word.starts_with('-');
        let stands = |(place, value): &&(Span, &Value)| {
            text.get(place.clone()) == Some(word) && !(is_option && is_no_option(run, value))
        };
        let most = if is_option { words.len() } else { 1 };
        for (place, _) in words.iter().filter(stands).take(most) {
            let (mut start, end) = (span.start + place.start, span.start + place.end);
            if replacement.is_empty() {
                // The blanks before a word that goes away go with it.
                let before = command.get(..start).unwrap_or_default();
                start = before.trim_end_matches([' ', '\t']).len();
            }
            edits.push((start..end, replacement.as_str()));
        }
    }
    edits
}

/// Whether the program reads a word as an operand or as an option's value, or is it itself.
fn is_no_option(run: &Run, word: &Value) -> bool {
    let values = run.arguments.options.iter().filter_map(|option| option.value.as_ref());
    let mut others = std::iter::once(&run.program).chain(&run.arguments.operands).chain(values);
    others.any(|other| other.is_same(word))
}

/// Where the words of a program stand, itself first, in a text that is one simple command. Other programs' words may come
/// before them (`sudo`) and after them (`find -exec`). Where it cannot be told which words are its own, there are none.
fn own_words<'r>(text: &str, run: &'r Run) -> Vec<(Span, &'r Value)> {
    let written = simple_words(text);
    let own: Vec<&Value> = std::iter::once(&run.program).chain(&run.words).collect();
    let fits = |from: &usize| {
        let is_program = |word: &Word| word.literal().as_deref() == run.program.literal();
        let here = written.get(*from..).unwrap_or_default();
        here.first().is_some_and(is_program)
            && here.iter().zip(&own).all(|(word, value)| may_be(word, value))
    };
    let is_whole = |from: &usize| written.len() - from >= own.len();
    // What is written once may become several words (`"$@"`), and `xargs` adds some.
    let (whole, cut): (Vec<usize>, Vec<usize>) =
        (0..written.len()).filter(fits).partition(is_whole);
    match if whole.is_empty() { cut } else { whole }.as_slice() {
        [from] => written.iter().skip(*from).map(|word| word.span.clone()).zip(own).collect(),
        _ => Vec::new(),
    }
}

/// Whether a word that is written may be one that a program is given. What becomes of `{}` and of what the shell expands
/// is not looked at.
fn may_be(word: &Word, given: &Value) -> bool {
    let is_active = |part: &Part| match part {
        Part::Literal(text) => text.contains(['*', '?', '[', '{', '~']),
        _ => false,
    };
    match word.literal() {
        Some(text) => given.literal() == Some(&text) || word.parts.iter().any(is_active),
        None => true,
    }
}

/// The words of a text that is one simple command.
fn simple_words(text: &str) -> Vec<Word> {
    let program = shell::parse(text);
    let first = program.statements.first().and_then(|it| it.first.commands.first());
    match first.map(|command| &command.kind) {
        Some(CommandKind::Simple(simple)) => simple.words.clone(),
        _ => Vec::new(),
    }
}
