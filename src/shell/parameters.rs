//! Owns `${…}`; it does not expand anything.

use super::parser::Parser;
use super::parts::{Parts, Quoting};
use super::syntax::{Opaque, Parameter, Part};

/// Whether a name may start with this byte (POSIX XBD 3.216).
pub(super) fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Whether this byte may belong to a name.
pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether this byte is a special parameter (POSIX XCU 2.5.2).
pub(super) fn is_special(byte: u8) -> bool {
    matches!(byte, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')
}

/// What may follow the name (Bash manual 3.5.3), the longer before the shorter; whether single quotes and
/// backslashes quote in its word as if there were no double quotes around it, because the word is a pattern.
const OPERATORS: &[(&str, bool)] = &[
    (":-", false),
    (":=", false),
    (":?", false),
    (":+", false),
    ("-", false),
    ("=", false),
    ("?", false),
    ("+", false),
    ("##", true),
    ("#", true),
    ("%%", true),
    ("%", true),
    ("//", true),
    ("/#", true),
    ("/%", true),
    ("/", true),
    ("^^", true),
    ("^", true),
    (",,", true),
    (",", true),
    ("~~", true),
    ("~", true),
    ("@", false),
    ("*", false),
    (":", false),
];

impl<'text> Parser<'text> {
    /// `${…}`, from the brace on; `start` is the place of the `$`.
    pub fn braced_expansion(&mut self, start: usize, quoting: Quoting) -> Part {
        self.advance(1);
        match self.peek() {
            Some(b' ' | b'\t' | b'\n' | b'|') => self.function_substitution(start),
            _ => self
                .deeper(|parser| parser.braced_parameter(start, quoting))
                .unwrap_or(Part::Literal(String::new())),
        }
    }

    fn braced_parameter(&mut self, start: usize, quoting: Quoting) -> Part {
        let flags = if self.zsh() { self.zsh_flags() } else { "" };
        let mut parts = Parts::default();
        let mut name = String::new();
        if !(self.zsh() && self.nested_expansion(&mut parts, quoting)) {
            name = self.parameter_name();
        }
        let known = !(name.is_empty() && parts.is_empty());
        // `P` takes the value for a name, as `!` does in bash.
        if flags.contains('P') {
            name.insert(0, '!');
        }
        let subscripted = known && self.peek() == Some(b'[');
        let subscript = subscripted.then(|| self.bracketed_in_braces());
        let closed = !subscripted || self.byte_at(self.at.saturating_sub(1)) == Some(b']');
        let operator = OPERATORS.iter().find(|(operator, _)| self.looking_at(operator));
        let understood = known && closed && (operator.is_some() || self.peek() == Some(b'}'));
        if let Some((operator, _)) = operator {
            self.eat(operator);
        }
        let quotes_work = quoting == Quoting::None || operator.is_some_and(|(_, pattern)| *pattern);
        self.braced_word(&mut parts, start, quoting, quotes_work);
        if understood && flags.contains('e') {
            return self.opaque_part("a value that is expanded again", start);
        }
        if understood || self.failed() {
            let operator = operator.map(|(operator, _)| (*operator).to_owned());
            return Part::Parameter(Parameter {
                name,
                braced: true,
                subscript,
                operator,
                word: parts.into_vec(),
            });
        }
        // The shell finds out when it expands the word: the command fails, the program goes on.
        self.opaque_part("a bad substitution", start)
    }

    fn opaque_part(&self, why: &'static str, start: usize) -> Part {
        Part::Opaque(Opaque { why, span: self.span(start) })
    }

    /// zsh: an expansion in the place of the name, if one comes next.
    fn nested_expansion(&mut self, parts: &mut Parts, quoting: Quoting) -> bool {
        if self.looking_at("\"") {
            parts.push(self.double_quoted());
        } else if self.looking_at("${") || self.looking_at("$(") {
            self.dollar(parts, quoting, false);
        } else {
            return false;
        }
        true
    }

    /// The name with the `!` or `#` before it; empty if there is none.
    fn parameter_name(&mut self) -> String {
        let mut name = String::new();
        let first = self.peek();
        if let Some(byte @ (b'!' | b'#')) = first
            && self.prefixes_a_name(byte)
        {
            name.push_str(self.character());
        }
        match self.peek() {
            Some(byte) if is_name_start(byte) => name.push_str(&self.name()),
            Some(byte) if byte.is_ascii_digit() => {
                name.push_str(self.run(|byte| byte.is_ascii_digit()));
            }
            Some(b'$') if self.looking_at("${") || self.looking_at("$(") => {}
            Some(byte) if is_special(byte) => name.push_str(self.character()),
            _ => {}
        }
        name
    }

    /// Whether the `!` or `#` that comes next stands before a name, and is not a parameter itself: `${#x}` and
    /// `${#-}` are lengths, `${#-x}` and `${#}` are the number of arguments.
    fn prefixes_a_name(&self, prefix: u8) -> bool {
        let place = self.after_continuations(self.at + 1);
        let after = self.byte_at(self.after_continuations(place + 1));
        match self.byte_at(place) {
            Some(byte) if is_name(byte) => true,
            Some(b'@' | b'*') => true,
            Some(byte) if is_special(byte) => {
                after == Some(b'}') || (prefix == b'#' && byte == b'#' && after == Some(b'['))
            }
            _ => false,
        }
    }

    /// zsh's flags before a name, and switches, which change the value but name nothing.
    fn zsh_flags(&mut self) -> &'text str {
        let mut flags = "";
        if self.eat("(") {
            flags = self.run(|byte| !matches!(byte, b')' | b'}' | b'\n'));
            self.eat(")");
        }
        while matches!(self.peek(), Some(b'=' | b'~' | b'^' | b'+')) {
            self.advance(1);
        }
        flags
    }

    /// The word up to the `}` that closes it.
    fn braced_word(
        &mut self,
        parts: &mut Parts,
        start: usize,
        quoting: Quoting,
        quotes_work: bool,
    ) {
        loop {
            match self.peek() {
                Some(b'}') => {
                    self.advance(1);
                    return;
                }
                Some(b'\'') if quotes_work => parts.push(self.single_quoted()),
                Some(b'"') => parts.push(self.double_quoted()),
                Some(b'$') => self.dollar(parts, quoting, true),
                Some(b'\\') if quotes_work => self.escaped_character(parts),
                Some(b'<' | b'>')
                    if quoting == Quoting::None && self.process_substitution(parts) => {}
                Some(_) => self.braced_piece(parts, quoting),
                None => {
                    self.fail("an unfinished `${`", start);
                    return;
                }
            }
        }
    }

    fn braced_piece(&mut self, parts: &mut Parts, quoting: Quoting) {
        if matches!(self.byte(), Some(b'\\' | b'`')) {
            return self.quoted_piece(parts, quoting, b"$`\"\\}");
        }
        let first = self.character();
        parts.text(first, quoting);
        let more = self
            .run(|byte| !matches!(byte, b'}' | b'\'' | b'"' | b'$' | b'\\' | b'`' | b'<' | b'>'));
        parts.text(more, quoting);
    }
}
