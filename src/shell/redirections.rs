//! Owns redirections; it does not read the bodies of here-documents.

use super::here_documents::WaitingDocument;
use super::parameters::{is_name, is_name_start};
use super::parser::Parser;
use super::syntax::{Descriptor, HereDocument, Part, Redirection, RedirectionKind, Word};
use super::words::Position;

/// What an operator makes of its word.
#[derive(Debug, Clone, Copy)]
enum Operator {
    Read,
    Write,
    Append,
    ReadWrite,
    WriteBoth,
    AppendBoth,
    DuplicateInput,
    DuplicateOutput,
    HereDocument { strip: bool },
    HereString,
}

/// The operators (Bash manual 3.6), the longer before the shorter.
const OPERATORS: &[(&str, Operator)] = &[
    ("<<<", Operator::HereString),
    ("<<-", Operator::HereDocument { strip: true }),
    ("<<", Operator::HereDocument { strip: false }),
    ("<>", Operator::ReadWrite),
    ("<&", Operator::DuplicateInput),
    ("<", Operator::Read),
    (">>", Operator::Append),
    (">|", Operator::Write),
    (">&", Operator::DuplicateOutput),
    (">", Operator::Write),
    ("&>>", Operator::AppendBoth),
    ("&>", Operator::WriteBoth),
];

/// zsh's own: those above with `|` or `!`, which write over files in spite of `noclobber` (zsh manual 7).
const OPERATORS_IN_ZSH: &[(&str, Operator)] = &[
    ("&>>|", Operator::AppendBoth),
    ("&>>!", Operator::AppendBoth),
    ("&>|", Operator::WriteBoth),
    ("&>!", Operator::WriteBoth),
    (">>&|", Operator::AppendBoth),
    (">>&!", Operator::AppendBoth),
    (">>&", Operator::AppendBoth),
    (">&|", Operator::WriteBoth),
    (">&!", Operator::WriteBoth),
    (">>|", Operator::Append),
    (">>!", Operator::Append),
    (">!", Operator::Write),
];

impl Parser<'_> {
    /// A redirection with what stands before it, if one comes next.
    pub fn redirection(&mut self) -> Option<Redirection> {
        if !matches!(self.peek(), Some(b'<' | b'>' | b'&' | b'{' | b'0'..=b'9')) {
            return None;
        }
        if self.zsh() && self.numeric_range_end().is_some() {
            return None;
        }
        let start = self.at;
        let (descriptor, end) = self.descriptor();
        let (operator, end) = self.redirection_operator(end)?;
        if descriptor.is_some() && matches!(operator, Operator::WriteBoth | Operator::AppendBoth) {
            return None;
        }
        self.advance_to(end);
        self.skip_blanks();
        let written = self.at;
        let Some(word) = self.word(Position::Argument) else {
            self.fail("a redirection without a target", start);
            return None;
        };
        let span = self.span(start);
        let kind = match operator {
            Operator::HereDocument { strip } => {
                let (delimiter, quoted) = delimiter(&word, self.slice(written..self.at));
                self.announce(WaitingDocument { place: span.start, delimiter, quoted, strip })
            }
            _ => redirection_kind(operator, word, descriptor.as_ref()),
        };
        Some(Redirection { descriptor, kind, span })
    }

    /// The descriptor that comes next and where it ends; it counts only if an operator touches it.
    fn descriptor(&self) -> (Option<Descriptor>, usize) {
        let (digits, end) = self.run_from(self.at, |byte| byte.is_ascii_digit());
        if let Ok(number) = digits.parse() {
            return (Some(Descriptor::Number(number)), end);
        }
        if let Some(open) = self.token_end(self.at, "{") {
            let (name, end) = self.run_from(open, is_name);
            if name.bytes().next().is_some_and(is_name_start)
                && let Some(end) = self.token_end(end, "}")
            {
                return (Some(Descriptor::Named(name)), end);
            }
        }
        (None, self.at)
    }

    /// The bytes at a place for which `belongs` holds, without line continuations, and where they end.
    fn run_from(&self, mut place: usize, belongs: fn(u8) -> bool) -> (String, usize) {
        let mut text = String::new();
        while let Some(byte) = self.byte_at(place).filter(|byte| belongs(*byte)) {
            text.push(char::from(byte));
            place = self.after_continuations(place + 1);
        }
        (text, place)
    }

    fn redirection_operator(&self, place: usize) -> Option<(Operator, usize)> {
        let zsh = if self.zsh() { OPERATORS_IN_ZSH } else { &[] };
        let found = zsh
            .iter()
            .chain(OPERATORS)
            .find_map(|(operator, kind)| self.token_end(place, operator).map(|end| (*kind, end)));
        let process = ["<(", ">("].iter().any(|token| self.token_end(place, token).is_some());
        found.filter(|_| !process)
    }

    /// Lets a here-document wait for its body; until then it is empty.
    fn announce(&mut self, document: WaitingDocument) -> RedirectionKind {
        let end = self.place(self.end);
        let empty = HereDocument {
            delimiter: document.delimiter.clone(),
            quoted: document.quoted,
            body: Vec::new(),
            terminated: false,
            span: end..end,
        };
        self.waiting.push(document);
        RedirectionKind::HereDocument(empty)
    }
}

fn redirection_kind(
    operator: Operator,
    word: Word,
    descriptor: Option<&Descriptor>,
) -> RedirectionKind {
    match operator {
        Operator::Read => RedirectionKind::Read(word),
        Operator::Write => RedirectionKind::Write(word),
        Operator::Append => RedirectionKind::Append(word),
        Operator::ReadWrite => RedirectionKind::ReadWrite(word),
        Operator::WriteBoth => RedirectionKind::WriteBoth(word),
        Operator::AppendBoth => RedirectionKind::AppendBoth(word),
        Operator::DuplicateInput => RedirectionKind::Duplicate(word),
        Operator::DuplicateOutput if names_descriptor(&word) => RedirectionKind::Duplicate(word),
        // With a descriptor other than 1, bash calls it ambiguous; other shells write the file.
        Operator::DuplicateOutput
            if descriptor.is_none_or(|which| *which == Descriptor::Number(1)) =>
        {
            RedirectionKind::WriteBoth(word)
        }
        Operator::DuplicateOutput => RedirectionKind::Write(word),
        Operator::HereString | Operator::HereDocument { .. } => RedirectionKind::HereString(word),
    }
}

/// The delimiter of a here-document after quote removal, and whether it was quoted. Nothing in it is expanded: `<<$x`
/// ends at a line `$x` (Bash manual 3.6.6).
fn delimiter(word: &Word, written: &str) -> (String, bool) {
    if let Some(text) = word.literal() {
        let quotes = |part: &Part| matches!(part, Part::Quoted(_) | Part::DoubleQuoted(_));
        return (text, word.parts.iter().any(quotes));
    }
    let plain = written.replace(['\'', '"', '\\'], "");
    let quoted = plain.len() != written.len();
    (plain, quoted)
}

/// Whether the word after `>&` or `<&` is a descriptor: digits or `-`, or nothing but expansions.
fn names_descriptor(word: &Word) -> bool {
    fn holds(parts: &[Part]) -> bool {
        parts.iter().all(|part| match part {
            Part::Literal(text) | Part::Quoted(text) => {
                text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
            }
            Part::DoubleQuoted(parts) => holds(parts),
            _ => true,
        })
    }
    holds(&word.parts)
}
