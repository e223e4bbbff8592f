//! Owns where a `$` or a backtick leads, and the programs inside command substitutions; it does not read `${…}`.

use super::parameters::{is_name, is_name_start, is_special};
use super::parser::Parser;
use super::parts::{Parts, Quoting};
use super::syntax::{Parameter, Part, Program};

impl Parser<'_> {
    /// What begins with `$`. `quotes` tells whether `$'…'` and `$"…"` are quotes here.
    pub fn dollar(&mut self, parts: &mut Parts, quoting: Quoting, quotes: bool) {
        let start = self.at;
        self.advance(1);
        match self.peek() {
            Some(b'\'') if quotes => parts.push(self.escaped_string()),
            Some(b'"') if quotes => parts.push(self.double_quoted()),
            Some(b'(') => parts.push(self.parenthesized_expansion()),
            Some(b'{') => parts.push(self.braced_expansion(start, quoting)),
            Some(b'[') => parts.push(Part::Arithmetic(self.bracketed())),
            Some(b'=' | b'~' | b'^' | b'+' | b'#') if self.zsh() && self.switched_name() => {
                let length = self.eat("#");
                if !length {
                    self.advance(1);
                }
                let name = format!("{}{}", if length { "#" } else { "" }, self.name());
                parts.push(self.plain_parameter(name));
            }
            Some(byte) if is_name_start(byte) => {
                let name = self.name();
                parts.push(self.plain_parameter(name));
            }
            Some(byte) if byte.is_ascii_digit() || is_special(byte) => {
                let name = self.character().to_owned();
                parts.push(self.plain_parameter(name));
            }
            _ => parts.text("$", quoting),
        }
    }

    /// zsh: whether a name follows a switch such as the `=` of `$=x`.
    fn switched_name(&self) -> bool {
        self.byte_at(self.after_continuations(self.at + 1)).is_some_and(is_name_start)
    }

    /// `$NAME`; in zsh a subscript belongs to it.
    fn plain_parameter(&mut self, name: String) -> Part {
        let subscript =
            if self.zsh() && self.byte() == Some(b'[') { Some(self.bracketed()) } else { None };
        let (operator, word) = (None, Vec::new());
        Part::Parameter(Parameter { name, braced: false, subscript, operator, word })
    }

    /// The bytes of a name.
    pub fn name(&mut self) -> String {
        let mut name = String::new();
        while self.peek().is_some_and(is_name) {
            name.push_str(self.run(is_name));
        }
        name
    }

    /// `(PROGRAM)`, from its parenthesis on.
    pub fn parenthesized_program(&mut self, unfinished: &'static str) -> Program {
        let start = self.at;
        self.advance(1);
        // A here-document that is announced inside is read after a newline inside; those that were announced before
        // wait for a newline outside.
        let before = std::mem::take(&mut self.waiting);
        let in_substitution = std::mem::replace(&mut self.in_substitution, true);
        let brace_closes = std::mem::take(&mut self.brace_closes);
        let program = self.deeper(Self::program).unwrap_or_default();
        if !self.eat(")") {
            self.fail(unfinished, start);
        }
        self.in_substitution = in_substitution;
        self.brace_closes = brace_closes;
        let inside = std::mem::replace(&mut self.waiting, before);
        self.waiting.extend(inside);
        program
    }

    /// `${ PROGRAM; }` and `${| PROGRAM; }` (Bash manual 3.5.4), from the byte after the brace on.
    pub fn function_substitution(&mut self, start: usize) -> Part {
        self.eat("|");
        let before = std::mem::take(&mut self.waiting);
        let brace_closes = std::mem::replace(&mut self.brace_closes, true);
        let program = self.deeper(Self::program).unwrap_or_default();
        if !self.eat("}") {
            self.fail("an unfinished command substitution", start);
        }
        self.brace_closes = brace_closes;
        let inside = std::mem::replace(&mut self.waiting, before);
        self.waiting.extend(inside);
        Part::Substitution(program)
    }

    /// `` `…` ``. Its text ends at the first backtick without a backslash before it, whatever it says; backslashes
    /// before some bytes are then removed and the rest is parsed (POSIX XCU 2.6.3).
    pub fn backquoted(&mut self, quoting: Quoting) -> Part {
        let start = self.at;
        self.advance(1);
        let from = self.at;
        let mut escapes = Vec::new();
        loop {
            self.run(|byte| byte != b'`' && byte != b'\\');
            match self.byte() {
                Some(b'\\') => {
                    let escaped = self.byte_at(self.at + 1);
                    if matches!(escaped, Some(b'$' | b'`' | b'\\'))
                        || (escaped == Some(b'"') && quoting == Quoting::Double)
                    {
                        escapes.push(self.at);
                    }
                    self.advance(2);
                }
                Some(_) => break,
                None => {
                    self.fail("an unfinished backtick", start);
                    break;
                }
            }
        }
        let to = self.at;
        self.eat("`");
        if self.failed() {
            return Part::Substitution(Program::default());
        }
        let program = self.deeper(|parser| {
            if escapes.is_empty() {
                parser.within(from..to, Self::whole_program)
            } else {
                parser.unescaped_program(from, to, &escapes)
            }
        });
        Part::Substitution(program.unwrap_or_default())
    }

    /// Parses a part of the text as it is without some of its backslashes.
    fn unescaped_program(&mut self, from: usize, to: usize, escapes: &[usize]) -> Program {
        let mut text = String::with_capacity(to - from);
        let mut origins = Vec::with_capacity(to - from);
        let mut piece = from;
        for escape in escapes.iter().copied().chain([to]) {
            let start = origins.len();
            text.push_str(self.slice(piece..escape));
            // An escaped byte stands where its backslash did.
            let first = if piece > from { piece - 1 } else { piece };
            origins.extend((piece..escape).map(|place| self.place(place)));
            if let Some(origin) = origins.get_mut(start) {
                *origin = self.place(first);
            }
            piece = escape + 1;
        }
        origins.push(self.place(to));
        if !self.spend(text.len()) {
            return Program::default();
        }
        self.reading(&text, &origins, |parser| parser.whole_program())
    }
}
