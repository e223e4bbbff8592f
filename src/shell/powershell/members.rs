//! Owns members in PowerShell: of types, of values, and elements; it does not know which there are.
//!
//! Sources: "about_Methods", "about_Properties", "about_Type_Accelerators". A call of a method is a command of its own:
//! `[Type]::Method(a)` is the program `[Type]::Method` with the word `a`, and `(Get-Item a).Delete()` a pipeline from
//! `Get-Item a` to the program `.Delete`.

use super::super::syntax::{
    Command, CommandKind, Part, Pipeline, Program, SimpleCommand, Span, Statement, Word,
};
use super::expressions::unknown;
use super::reader::Reader;

/// How many members of members are followed, which lie in each other.
const MAXIMUM_MEMBERS: usize = 16;

impl Reader<'_> {
    /// `[Type]::Member` or `[Type]VALUE`.
    pub fn of_type(&mut self) -> Vec<Part> {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(letter) = self.skip() {
            match letter {
                '[' => depth += 1,
                ']' => depth -= 1,
                ';' | '|' | '\n' | '\'' | '"' => break,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        let name = self.since(start).to_owned();
        if self.rest().starts_with("::") {
            self.at += 2;
            let member = self.take_while(is_name);
            let called = format!("{name}::{member}");
            return self.call(None, &called, start);
        }
        self.skip_blanks();
        let parts = self.operand();
        let kind = name.trim_matches(['[', ']']).to_ascii_lowercase();
        if ["string", "object", "array", "string[]", "psobject"].contains(&kind.as_str()) {
            return parts;
        }
        vec![unknown(vec![Word { parts, span: self.span(start) }])]
    }

    /// `.Name`, `.Name(…)`, `::Name(…)` and `[…]` after an operand.
    pub fn members(&mut self, mut parts: Vec<Part>) -> Vec<Part> {
        let start = self.at;
        let mut values = 0;
        while !parts.is_empty() {
            if values > MAXIMUM_MEMBERS {
                self.fail();
            }
            let rest = self.rest();
            let mut letters = rest.strip_prefix('?').unwrap_or(rest).chars();
            match letters.next() {
                Some('.') if letters.next().is_some_and(|it| it.is_alphabetic() || it == '_') => {
                    self.take("?");
                    self.skip();
                    let name = self.take_while(is_name);
                    let called = format!(".{name}");
                    parts = match self.next() {
                        Some('(') => self.call(Some(parts), &called, start),
                        // An item is what its path says.
                        _ if name.eq_ignore_ascii_case("FullName") => parts,
                        _ => {
                            values += 1;
                            of_value(parts, Vec::new(), self.span(start))
                        }
                    };
                }
                Some(':') if rest.starts_with("::") => {
                    self.at += 2;
                    let name = self.take_while(is_name);
                    parts = self.call(Some(parts), &format!(".{name}"), start);
                }
                Some('[') => {
                    self.take("?");
                    self.skip();
                    let index = self.expression(true);
                    self.skip_space();
                    self.take("]");
                    values += 1;
                    parts = of_value(parts, index, self.span(start));
                }
                _ => {
                    _ = self.take("++") || self.take("--");
                    break;
                }
            }
        }
        parts
    }

    /// A call of a member, with its arguments if there are some.
    fn call(&mut self, receiver: Option<Vec<Part>>, name: &str, start: usize) -> Vec<Part> {
        let mut words =
            vec![Word { parts: vec![Part::Quoted(name.to_owned())], span: self.span(start) }];
        if self.take("(") {
            words.extend(self.expression(true));
            self.skip_space();
            // What is left is no expression that can be read.
            self.take_while(|letter| !matches!(letter, ')' | '\n' | ';' | '}'));
            self.take(")");
        }
        let kind = CommandKind::Simple(SimpleCommand { assignments: Vec::new(), words });
        let span = self.span(start);
        let command = Command { kind, redirections: Vec::new(), span: span.clone() };
        let pipeline = match receiver {
            None => Pipeline { commands: vec![command], negated: false },
            Some(parts) => match pipeline_of(parts) {
                Ok(mut pipeline) => {
                    pipeline.commands.push(command);
                    pipeline
                }
                Err(parts) => {
                    let kind = CommandKind::Expression(vec![Word { parts, span: span.clone() }]);
                    let receiver = Command { kind, redirections: Vec::new(), span };
                    Pipeline { commands: vec![receiver, command], negated: false }
                }
            },
        };
        let statement = Statement { first: pipeline, rest: Vec::new(), background: false };
        let program = Program { statements: vec![statement] };
        vec![Part::DoubleQuoted(vec![Part::Substitution(program)])]
    }
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The one pipeline whose output the parts are, or the parts themselves. A chain of calls is one long pipeline.
fn pipeline_of(mut parts: Vec<Part>) -> Result<Pipeline, Vec<Part>> {
    if let [Part::DoubleQuoted(inner)] = parts.as_mut_slice()
        && let [Part::Substitution(program)] = inner.as_mut_slice()
        && let [statement] = program.statements.as_mut_slice()
        && statement.rest.is_empty()
    {
        return Ok(std::mem::replace(
            &mut statement.first,
            Pipeline { commands: Vec::new(), negated: false },
        ));
    }
    Err(parts)
}

/// A part of a value, which is as unknown as what is made of it.
fn of_value(parts: Vec<Part>, index: Vec<Word>, span: Span) -> Vec<Part> {
    let mut words = vec![Word { parts, span }];
    words.extend(index);
    vec![unknown(words)]
}
