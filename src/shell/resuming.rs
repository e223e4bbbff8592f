//! Owns where reading goes on behind something that is nested too deeply; it does not read commands.
//!
//! What stands behind it in plain sight is read as well: `echo $(…$(…)…); git push`.

use super::parser::{Parser, TOO_DEEP};
use super::syntax::{CommandKind, Program, Span};

impl Parser<'_> {
    /// The whole text as a program. Where something is nested too deeply, that ends at the next separator outside of quotes
    /// and parentheses.
    pub fn resumed_program(&mut self) -> Program {
        let (mut begin, end) = (self.at, self.end);
        let mut program = self.whole_program();
        while let Some(given_up) = given_up(&mut program)
            && let Some(place) = separator(self.text().as_bytes(), begin, given_up.start)
        {
            given_up.end = place;
            let separator = self.text().get(place..).unwrap_or_default();
            let is_double = ["&&", "||", "|&"].iter().any(|double| separator.starts_with(double));
            begin = place + if is_double { 2 } else { 1 };
            let rest = self.within(begin..end, Self::whole_program);
            program.statements.extend(rest.statements);
        }
        program
    }
}

/// What was given up at the end of a program because it is nested too deeply.
fn given_up(program: &mut Program) -> Option<&mut Span> {
    let last = program.statements.last_mut()?.first.commands.last_mut()?;
    match &mut last.kind {
        CommandKind::Opaque(opaque) if opaque.why == TOO_DEEP => Some(&mut opaque.span),
        _ => None,
    }
}

/// The first separator of commands past a place that stands neither in quotes nor in parentheses or braces of an expansion
/// that begin after `begin`.
fn separator(text: &[u8], begin: usize, past: usize) -> Option<usize> {
    let mut open: Vec<u8> = Vec::new();
    let mut at = begin;
    while let Some(byte) = text.get(at) {
        let quoted = open.last() == Some(&b'"');
        match byte {
            b'\\' => at += 1,
            b'\'' if !quoted => at += text.get(at + 1..)?.iter().position(|it| *it == b'\'')? + 1,
            b'"' if quoted => drop(open.pop()),
            b'"' => open.push(b'"'),
            b'$' if matches!(text.get(at + 1), Some(b'(' | b'{')) => {
                at += 1;
                open.push(if text.get(at) == Some(&b'(') { b')' } else { b'}' });
            }
            b'(' if !quoted => open.push(b')'),
            b')' | b'}' if open.last() == Some(byte) => drop(open.pop()),
            b';' | b'\n' | b'&' | b'|' if open.is_empty() && at > past => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}
