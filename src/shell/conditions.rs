//! Owns `[[ … ]]`; it does not judge whether its operators have their operands.

use super::parser::Parser;
use super::syntax::{CommandKind, Part, Word};
use super::words::Position;

/// Operators that need no blanks around them (Bash manual 3.2.5.2).
const OPERATORS: &[&str] = &["&&", "||", "(", ")", "<", ">"];

impl Parser<'_> {
    /// `[[ … ]]`, after the opening brackets.
    pub fn test_command(&mut self, start: usize) -> CommandKind {
        let mut words: Vec<Word> = Vec::new();
        let mut open = 0usize;
        loop {
            self.skip_newlines();
            if self.at_reserved("]]") {
                if open > 0 {
                    self.unexpected();
                }
                self.eat("]]");
                break;
            }
            if self.byte().is_none() {
                self.fail("an unfinished `[[`", start);
                break;
            }
            let after = words.last().and_then(Word::literal);
            let position = match after.as_deref() {
                Some("=~") => Position::Regex,
                // zsh's patterns have groups wherever they stand.
                Some("=" | "==" | "!=") if self.zsh() => Position::Regex,
                _ => Position::Argument,
            };
            if position == Position::Argument
                && let Some(operator) = self.test_operator()
            {
                match operator.literal().as_deref() {
                    Some("(") => open += 1,
                    Some(")") if open == 0 => self.unexpected(),
                    Some(")") => open -= 1,
                    _ => {}
                }
                words.push(operator);
                continue;
            }
            match self.word(position) {
                Some(word) => words.push(word),
                None => {
                    self.unexpected();
                    break;
                }
            }
        }
        CommandKind::Test(words)
    }

    fn test_operator(&mut self) -> Option<Word> {
        let start = self.at;
        if self.looking_at("<(") || self.looking_at(">(") {
            return None;
        }
        let operator = OPERATORS.iter().find(|operator| self.looking_at(operator))?;
        self.eat(operator);
        let parts = vec![Part::Literal((*operator).to_owned())];
        Some(Word { parts, span: self.span(start) })
    }
}
