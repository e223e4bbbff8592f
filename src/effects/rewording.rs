//! Owns putting other words into the command that a call consists of; it does not decide which, nor judge what comes of it.

use crate::shell;
use crate::shell::syntax::{CommandKind, Span, Word};

/// The command with other words in some of its simple commands.
///
/// Only words that stand there literally are replaced, as POSIX XCU 2.3 cuts them: not `"--force"`, not `-$x`, nothing in a
/// string. An option is replaced wherever it stands in the command, any other word once: in `npm run npm` the first is the
/// program. `None` if one of the simple commands has none of the words.
///
/// ```
/// use hookshim::effects::reworded;
///
/// let with = [("--force".to_owned(), "--force-with-lease".to_owned())];
/// let command = "git fetch && git push --force";
/// assert_eq!(reworded(command, &[13..29], &with).unwrap(), "git fetch && git push --force-with-lease");
/// assert_eq!(reworded("git push '--force'", &[0..18], &with), None);
/// ```
pub fn reworded(command: &str, spans: &[Span], with: &[(String, String)]) -> Option<String> {
    let mut edits: Vec<(Span, &str)> = Vec::new();
    for span in spans {
        let found = edits_in(command, span, with);
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

fn edits_in<'w>(command: &str, span: &Span, with: &'w [(String, String)]) -> Vec<(Span, &'w str)> {
    let text = command.get(span.clone()).unwrap_or_default();
    let words = simple_words(text);
    let mut edits = Vec::new();
    for (word, replacement) in with {
        let stands = |it: &&Span| text.get((*it).clone()) == Some(word);
        let most = if word.starts_with('-') { words.len() } else { 1 };
        for place in words.iter().filter(stands).take(most) {
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

/// Where the words of a text that is one simple command stand.
fn simple_words(text: &str) -> Vec<Span> {
    let program = shell::parse(text);
    let first = program.statements.first().and_then(|it| it.first.commands.first());
    match first.map(|command| &command.kind) {
        Some(CommandKind::Simple(simple)) => {
            simple.words.iter().map(|Word { span, .. }| span.clone()).collect()
        }
        _ => Vec::new(),
    }
}
