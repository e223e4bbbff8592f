//! Owns reading `with`, the words that a rule which rewrites puts in the place of others; it does not put them there.

use super::{
    document::{Document, Entry},
    error::ErrorKind,
};
use crate::verdict::Decision;

/// Reads `with`, which a rule has if and only if its verb is `rewrite`.
pub(super) fn with(
    document: &mut Document,
    verb: (Decision, &Entry),
    with: Option<&Entry>,
) -> Vec<(String, String)> {
    let entry = match (verb.0, with) {
        (Decision::Rewrite, Some(entry)) => entry,
        (Decision::Rewrite, None) => {
            let help = "write with = { \"--force\" = \"--force-with-lease\" }";
            let message = "the rule does not say what it puts in the place of what";
            document.error(ErrorKind::Verb, &verb.1.key_span, message, help);
            return Vec::new();
        }
        (_, Some(entry)) => {
            let message = format!("`with` goes with `rewrite`, not with `{}`", verb.1.key);
            let help = "leave it out, or make the verb `rewrite`";
            document.error(ErrorKind::Verb, &entry.key_span, &message, help);
            return Vec::new();
        }
        (_, None) => return Vec::new(),
    };
    let pairs = document.table(entry).unwrap_or_default();
    if pairs.is_empty() {
        let help = "write with = { \"--force\" = \"--force-with-lease\" }";
        document.error(ErrorKind::NeverMatches, &entry.span, "`with` changes nothing", help);
    }
    pairs.iter().filter_map(|pair| words(document, pair)).collect()
}

/// A word, and the words that stand in its place; with none of them it goes away.
fn words(document: &mut Document, pair: &Entry) -> Option<(String, String)> {
    let (text, span) = document.string(pair)?;
    if pair.key.is_empty() || pair.key.contains(' ') || !is_plain(pair.key) {
        let message = format!("`{}` is no word that stands for itself in a command", pair.key);
        let help = "name one word as a person writes it, without quotes, `$` or `*`";
        document.error(ErrorKind::BadValue, &pair.key_span, &message, help);
        return None;
    }
    if !is_plain(text) {
        let message = format!("`{text}` are no words that stand for themselves in a command");
        let help = "write the words as in a command, without quotes, `$` or `*`; \
                    what needs those is a `deny` with `instead`";
        document.error(ErrorKind::BadValue, &span, &message, help);
        return None;
    }
    if text == pair.key {
        let message = format!("`{text}` in the place of `{text}` changes nothing");
        document.error(ErrorKind::NeverMatches, &span, &message, "");
        return None;
    }
    Some((pair.key.to_owned(), text.trim().to_owned()))
}

/// Whether no shell reads anything into a text but the blanks between its words (POSIX XCU 2.2).
fn is_plain(text: &str) -> bool {
    text.chars().all(|it| it.is_alphanumeric() || " -_=./:@+,%~".contains(it))
}
