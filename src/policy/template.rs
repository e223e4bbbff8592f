//! Owns messages with placeholders; it does not know what fills them.

/// The placeholders that `because` knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placeholder {
    /// The rule's name.
    Rule,
    /// The command that does it.
    Command,
    /// The path it is done to.
    Path,
    /// When the rule falls silent.
    Opens,
    /// The present time.
    Now,
}

const PLACEHOLDERS: [(&str, Placeholder); 5] = [
    ("rule", Placeholder::Rule),
    ("command", Placeholder::Command),
    ("path", Placeholder::Path),
    ("opens", Placeholder::Opens),
    ("now", Placeholder::Now),
];

/// A message; `{{` and `}}` in its text stand for one brace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Template {
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Placeholder(Placeholder),
}

impl Template {
    /// Reads a message; the error is the placeholder that is not known.
    pub fn parse(text: &str) -> Result<Template, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(brace) = rest.find(['{', '}']) {
            let (before, braced) = rest.split_at(brace);
            pieces.push(Piece::Text(before.to_owned()));
            if let Some(after) = braced.strip_prefix("{{").or_else(|| braced.strip_prefix("}}")) {
                pieces.push(Piece::Text(braced.chars().take(1).collect()));
                rest = after;
                continue;
            }
            let Some((name, after)) = braced.strip_prefix('{').and_then(|it| it.split_once('}'))
            else {
                return Err(braced.chars().take(1).collect());
            };
            let known = PLACEHOLDERS.iter().find(|(known, _)| *known == name);
            let Some((_, placeholder)) = known else { return Err(format!("{{{name}}}")) };
            pieces.push(Piece::Placeholder(*placeholder));
            rest = after;
        }
        pieces.push(Piece::Text(rest.to_owned()));
        Ok(Template { pieces })
    }

    /// Whether the message has this placeholder.
    pub fn mentions(&self, placeholder: Placeholder) -> bool {
        self.pieces.contains(&Piece::Placeholder(placeholder))
    }

    /// The message with its placeholders filled.
    pub fn fill(&self, value: impl Fn(Placeholder) -> String) -> String {
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Placeholder(placeholder) => value(*placeholder),
            })
            .collect()
    }
}
