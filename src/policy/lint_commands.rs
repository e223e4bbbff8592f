//! Owns warnings about commands that are probably not those that are meant; it does not match them.

use super::{
    command_syntax::{self, Flag, Parsed, Term},
    document::{Document, Entry, Text},
};
use crate::effects::is_known_program;

/// Notes commands of `run` that nothing is, or not what they seem to be.
pub(super) fn commands(document: &mut Document, keys: &[Entry]) {
    for key in keys.iter().filter(|key| key.key == "run") {
        let texts = document.strings(key);
        let read = texts.into_iter().filter_map(|it| Some((command_syntax::parse(it.0).ok()?, it)));
        let commands: Vec<(Parsed, Text)> = read.collect();
        for ((programs, terms), (text, span)) in &commands {
            regex(document, text, span);
            if let Some(name) = contradiction(terms) {
                let message = format!("`{text}` asks for `{name}` and against it");
                document.warning(span, &message, "leave one of them out");
            }
            for name in programs.iter().filter_map(|it| it.literal.as_deref()) {
                let small = name.to_lowercase();
                let is_meant = |(programs, _): &(Parsed, Text)| {
                    programs.0.iter().any(|it| it.literal.as_ref() == Some(&small))
                };
                if name.contains('/')
                    || is_known_program(name)
                    || !is_known_program(&small)
                    || commands.iter().any(is_meant)
                {
                    continue;
                }
                let message = format!("`{name}` is another program than `{small}`");
                document.warning(
                    span,
                    &message,
                    &format!("upper and lower case count; write `{small}`"),
                );
            }
        }
    }
}

/// Notes a command that was probably meant to be a regex: between slashes, with no other one.
fn regex(document: &mut Document, text: &str, span: &std::ops::Range<usize>) {
    let inner = text.strip_prefix('/').and_then(|text| text.strip_suffix('/'));
    if inner.is_some_and(|inner| !inner.is_empty() && !inner.contains('/')) {
        let message = format!("`{text}` is the path of a program here, not a regex");
        let help = "write the command as in `git push --force|-f`; `*` stands for any text";
        document.warning(span, &message, help);
    }
}

/// An option that has to be given and must not be.
fn contradiction(terms: &[Term]) -> Option<&str> {
    let refused: Vec<&Flag> = terms
        .iter()
        .filter_map(|term| if let Term::NoOption(flags) = term { Some(flags) } else { None })
        .flatten()
        .collect();
    let is_refused = |flag: &Flag| {
        let mut same = refused.iter().filter(|refused| refused.name == flag.name);
        same.any(|refused| refused.value.is_none() || refused.value == flag.value)
    };
    terms.iter().find_map(|term| match term {
        Term::Option(flags) if flags.iter().all(is_refused) => Some(flags.first()?.name.as_str()),
        _ => None,
    })
}
