//! Owns the language of cmd.exe: from text to the shape of a shell program; it does not know commands, nor expand anything.
//!
//! Sources: learn.microsoft.com, Windows Commands: "cmd", "if", "for", "set", "call", "Using command redirection
//! operators". Names of variables are in capitals, since case does not count in them.

use super::syntax::{
    AssignedValue, Assignment, Command, CommandKind, Connector, Descriptor, Opaque, Parameter,
    Part, Pipeline, Program, Redirection, RedirectionKind, SimpleCommand, Span, Statement, Word,
};

/// How deep brackets and the commands of `if` and `for` may be nested.
const DEPTH: usize = 48;

/// Names that take what follows as it stands, without a blank between: `cd..`, `rd/s`, `echo.`.
const JOINED: &[&str] = &[
    "cd", "chdir", "copy", "del", "dir", "echo", "erase", "md", "mkdir", "move", "rd", "ren",
    "rename", "rmdir", "type",
];

/// Parses a program as cmd reads it.
pub(super) fn parse(text: &str) -> Program {
    let mut reader = Reader { text, at: 0, depth: 0, failure: None };
    let mut program = reader.program(false);
    if let Some(opaque) = reader.failure.take() {
        let span = opaque.span.clone();
        let kind = CommandKind::Opaque(opaque);
        program.statements.push(alone(Command { kind, redirections: Vec::new(), span }));
    }
    program
}

struct Reader<'text> {
    text: &'text str,
    at: usize,
    depth: usize,
    failure: Option<Opaque>,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The place from a byte to here, without what could not be read.
    fn span(&self, start: usize) -> Span {
        let end = self.failure.as_ref().map_or(self.at, |opaque| opaque.span.start);
        start..end.min(self.at).max(start)
    }

    fn skip(&mut self) -> Option<char> {
        let next = self.next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn take(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        if is_next {
            self.at += text.len();
        }
        is_next
    }

    /// Blanks, and the signs that count as such between words.
    fn skip_blanks(&mut self) {
        while matches!(self.next(), Some(' ' | '\t' | ',' | ';' | '=' | '\r')) {
            self.skip();
        }
    }

    /// Statements to the end, or to a `)` inside of brackets.
    fn program(&mut self, in_brackets: bool) -> Program {
        let mut program = Program::default();
        if self.depth >= DEPTH {
            let span = self.at..self.text.len();
            self.failure.get_or_insert(Opaque { why: "nested too deeply", span });
            self.at = self.text.len();
            return program;
        }
        self.depth += 1;
        loop {
            let start = self.at;
            match self.next() {
                None => break,
                Some(')') if in_brackets => break,
                Some('&' | '\n' | '\r' | ' ' | '\t' | '@' | ')' | '|') => _ = self.skip(),
                _ => program.statements.extend(self.chain(in_brackets)),
            }
            if self.at == start {
                self.skip();
            }
        }
        self.depth -= 1;
        program
    }

    fn chain(&mut self, in_brackets: bool) -> Option<Statement> {
        let first = self.pipeline(in_brackets)?;
        let mut statement = Statement { first, rest: Vec::new(), background: false };
        loop {
            let connector = if self.take("&&") {
                Connector::And
            } else if self.take("||") {
                Connector::Or
            } else {
                return Some(statement);
            };
            self.skip_blanks();
            match self.pipeline(in_brackets) {
                Some(pipeline) => statement.rest.push((connector, pipeline)),
                None => return Some(statement),
            }
        }
    }

    fn pipeline(&mut self, in_brackets: bool) -> Option<Pipeline> {
        let mut commands = vec![self.command(in_brackets)?];
        while self.next() == Some('|') && !self.rest().starts_with("||") {
            self.skip();
            commands.extend(self.command(in_brackets));
        }
        Some(Pipeline { commands, negated: false })
    }

    fn command(&mut self, in_brackets: bool) -> Option<Command> {
        self.skip_blanks();
        let start = self.at;
        self.take("@");
        let mut redirections = Vec::new();
        let kind = if self.take("(") {
            let program = self.program(true);
            self.take(")");
            self.skip_blanks();
            while let Some(redirection) = self.redirection(in_brackets) {
                redirections.push(redirection);
                self.skip_blanks();
            }
            CommandKind::Group(program)
        } else {
            let mut words = Vec::new();
            let name = self.bare_name();
            match name.as_str() {
                "if" => self.condition(in_brackets),
                "for" => self.each(in_brackets),
                "rem" => {
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                    CommandKind::Group(Program::default())
                }
                "set" => self.setting(in_brackets),
                "call" | "" => {
                    self.words(&mut words, &mut redirections, in_brackets);
                    simple(words)
                }
                name => {
                    let span = self.at - name.len()..self.at;
                    let parts = vec![Part::Quoted(name.to_owned())];
                    words.push(Word { parts, span });
                    self.words(&mut words, &mut redirections, in_brackets);
                    simple(words)
                }
            }
        };
        (self.at > start).then(|| Command { kind, redirections, span: self.span(start) })
    }

    /// Takes a name that is known for what may follow it without a blank, and keywords; nothing otherwise.
    fn bare_name(&mut self) -> String {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (name, after) = rest.split_at(length);
        let name = name.to_ascii_lowercase();
        let after = after.chars().next();
        let ends = after.is_none_or(|it| it.is_whitespace() || "&|<>()".contains(it));
        let is_keyword = ["if", "for", "rem", "set", "call"].contains(&name.as_str()) && ends;
        // `echo.` and `echo:` print an empty line or what follows.
        let is_joined = JOINED.contains(&name.as_str())
            && after.is_some_and(|it| matches!(it, '/' | '.' | '\\' | ':' | '"'));
        if !is_keyword && !is_joined {
            return String::new();
        }
        self.at += length;
        if name == "echo" {
            self.skip();
        }
        name
    }

    fn words(
        &mut self,
        words: &mut Vec<Word>,
        redirections: &mut Vec<Redirection>,
        in_brackets: bool,
    ) {
        loop {
            self.skip_blanks();
            let start = self.at;
            match self.next() {
                None | Some('&' | '|' | '\n') => return,
                Some(')') if in_brackets => return,
                _ => {}
            }
            if let Some(redirection) = self.redirection(in_brackets) {
                redirections.push(redirection);
                continue;
            }
            words.push(self.word(in_brackets));
            if self.at == start {
                self.skip();
            }
        }
    }

    /// `>`, `>>`, `2>`, `<`, `2>&1`, if one is next.
    fn redirection(&mut self, in_brackets: bool) -> Option<Redirection> {
        let start = self.at;
        let rest = self.rest();
        let digit = rest.chars().next().and_then(|it| it.to_digit(10));
        let sign = rest.get(usize::from(digit.is_some())..)?.chars().next()?;
        if !matches!(sign, '<' | '>') {
            return None;
        }
        self.at += usize::from(digit.is_some()) + 1;
        let appends = self.take(">");
        let duplicates = self.take("&");
        self.skip_blanks();
        let word = self.word(in_brackets);
        let kind = match (sign, duplicates) {
            (_, true) => RedirectionKind::Duplicate(word),
            ('<', _) => RedirectionKind::Read(word),
            _ if appends => RedirectionKind::Append(word),
            _ => RedirectionKind::Write(word),
        };
        let descriptor = digit.map(Descriptor::Number);
        Some(Redirection { descriptor, kind, span: start..self.at })
    }

    /// One word: `"` quotes, `^` takes the next character as it is, `%NAME%` is filled in.
    fn word(&mut self, in_brackets: bool) -> Word {
        let start = self.at;
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut quoted = false;
        while let Some(next) = self.next() {
            match next {
                '\n' => break,
                '"' => quoted = !quoted,
                '%' | '!' => {
                    if let Some(part) = self.variable(next) {
                        parts.push(Part::Quoted(std::mem::take(&mut text)));
                        parts.push(Part::DoubleQuoted(vec![part]));
                        continue;
                    }
                    text.push(next);
                }
                _ if quoted => text.push(next),
                '^' => {
                    self.skip();
                    // A newline after it goes on in the next line.
                    self.take("\r");
                    if let Some(letter) = self.next().filter(|letter| *letter != '\n') {
                        text.push(letter);
                    }
                }
                ' ' | '\t' | '\r' | '&' | '|' | '<' | '>' | ',' | ';' => break,
                ')' if in_brackets => break,
                _ => text.push(next),
            }
            self.skip();
        }
        parts.push(Part::Quoted(text));
        Word { parts, span: start..self.at }
    }

    /// `%NAME%`, `%NAME:…%`, `!NAME!`, `%%i`, `%i` or `%1`, which is next; `None`, and nothing taken, if it is none.
    fn variable(&mut self, sign: char) -> Option<Part> {
        let rest = self.rest().get(1..)?;
        let is_name = |letter: char| letter.is_alphanumeric() || "_()-.".contains(letter);
        let length = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(length);
        if !name.is_empty() && after.starts_with(sign) {
            let part = parameter(name, None);
            self.at += length + 2;
            return Some(part);
        }
        if !name.is_empty() && after.starts_with(':') {
            let line = after.split('\n').next().unwrap_or(after);
            let end = line.find(sign)?;
            let operator = after.get(..end).unwrap_or_default().to_owned();
            let part = parameter(name, Some(operator));
            self.at += length + end + 2;
            return Some(part);
        }
        if sign == '!' {
            return None;
        }
        // Variables of `for` and arguments, with modifiers: `%%~dpi`, `%~1`.
        let bare = rest.strip_prefix('%').unwrap_or(rest);
        let name = bare
            .strip_prefix('~')
            .map_or(bare, |it| it.trim_start_matches(|c: char| "fdpnxsatz".contains(c)));
        let letter = name.chars().next().filter(|it| it.is_alphanumeric() || *it == '*')?;
        let taken = 1 + rest.len() - name.len() + letter.len_utf8();
        self.at += taken;
        Some(parameter(&format!("%{letter}"), None))
    }

    /// `if [/i] [not] CONDITION COMMAND [else COMMAND]`
    fn condition(&mut self, in_brackets: bool) -> CommandKind {
        let mut count = 0;
        loop {
            self.skip_blanks();
            let start = self.at;
            let word = self.word(in_brackets);
            let literal = known_text(&word).to_ascii_lowercase();
            match literal.as_str() {
                "not" | "/i" => continue,
                "exist" | "defined" | "errorlevel" | "cmdextversion" => {
                    self.skip_blanks();
                    self.word(in_brackets);
                    break;
                }
                "equ" | "neq" | "lss" | "leq" | "gtr" | "geq" => {
                    self.skip_blanks();
                    self.word(in_brackets);
                    break;
                }
                // `a==b`, `a ==b`, `a == b`: `=` counts as a blank.
                text if text.contains("==") => {
                    if text.ends_with("==") {
                        self.skip_blanks();
                        self.word(in_brackets);
                    }
                    break;
                }
                _ => count += 1,
            }
            if count == 2 || self.at == start {
                break;
            }
        }
        let then = self.one(in_brackets);
        self.skip_blanks();
        let is_else = self.rest().get(..4).is_some_and(|it| it.eq_ignore_ascii_case("else"));
        let otherwise = is_else.then(|| {
            self.at += 4;
            self.one(in_brackets)
        });
        CommandKind::If { branches: vec![(Program::default(), then)], otherwise }
    }

    /// The command of an `if` or `for`, which goes on to the end of the line.
    fn one(&mut self, in_brackets: bool) -> Program {
        if self.depth >= DEPTH {
            let span = self.at..self.text.len();
            self.failure.get_or_insert(Opaque { why: "nested too deeply", span });
            self.at = self.text.len();
            return Program::default();
        }
        self.depth += 1;
        self.skip_blanks();
        let mut program = Program::default();
        if self.next() == Some('(') {
            program.statements.extend(self.command(in_brackets).map(alone));
        } else {
            while let Some(statement) = self.chain(in_brackets) {
                program.statements.push(statement);
                if !self.take("&") {
                    break;
                }
            }
        }
        self.depth -= 1;
        program
    }

    /// `for [/d /r /l /f] %i in (SET) do COMMAND`
    fn each(&mut self, in_brackets: bool) -> CommandKind {
        let mut name = String::new();
        let mut is_text = false;
        while !matches!(self.next(), None | Some('(' | '\n' | '&' | '|')) {
            self.skip_blanks();
            if self.next() == Some('(') {
                break;
            }
            let start = self.at;
            let word = self.word(in_brackets);
            is_text |= word
                .literal()
                .is_some_and(|it| it.eq_ignore_ascii_case("/f") || it.eq_ignore_ascii_case("/l"));
            if let [.., Part::DoubleQuoted(inner), _] = word.parts.as_slice()
                && let [Part::Parameter(parameter)] = inner.as_slice()
            {
                name.clone_from(&parameter.name);
            }
            if self.at == start {
                self.skip();
            }
        }
        let mut words = Vec::new();
        let start = self.at;
        if self.take("(") {
            self.words(&mut words, &mut Vec::new(), true);
            self.take(")");
        }
        let span = start..self.at;
        if is_text {
            // What a file or a command says, line by line; a command stands in quotes.
            let text = self.text.get(span.clone()).unwrap_or_default();
            let command = text.trim_matches(['(', ')', ' ']);
            let command =
                command.strip_prefix(['\'', '`']).and_then(|it| it.strip_suffix(['\'', '`']));
            let part = match command {
                Some(command) if self.depth < DEPTH => {
                    Part::Block(Program { statements: parse_at(command, self.depth + 1) })
                }
                _ => Part::Block(Program::default()),
            };
            words = vec![Word { parts: vec![part], span }];
        }
        self.skip_blanks();
        if self.rest().get(..2).is_some_and(|it| it.eq_ignore_ascii_case("do")) {
            self.at += 2;
        }
        CommandKind::For { name, words: Some(words), body: self.one(in_brackets) }
    }

    /// `set NAME=VALUE` or `set "NAME=VALUE"`; `/a` and `/p` give what is not known.
    fn setting(&mut self, in_brackets: bool) -> CommandKind {
        self.skip_blanks();
        let start = self.at;
        let mut words = Vec::new();
        while !matches!(self.next(), None | Some('&' | '|' | '\n')) {
            let begin = self.at;
            let mut word = self.word(in_brackets);
            if self.at == begin {
                match self.skip() {
                    Some(')') if in_brackets => {
                        self.at = begin;
                        break;
                    }
                    Some(letter) => word.parts.push(Part::Quoted(letter.to_string())),
                    None => break,
                }
            }
            words.extend(word.parts);
        }
        let span = start..self.at;
        let first = words.iter().find_map(|part| match part {
            Part::Quoted(text) if !text.is_empty() => Some(text.clone()),
            _ => None,
        });
        let Some((name, value)) = first.as_deref().and_then(|it| it.split_once('=')) else {
            return CommandKind::Group(Program::default());
        };
        let at = words
            .iter()
            .position(|part| matches!(part, Part::Quoted(text) if Some(text) == first.as_ref()));
        let mut parts = vec![Part::Quoted(value.to_owned())];
        parts.extend(words.into_iter().skip(at.map_or(0, |at| at + 1)));
        let assignment = Assignment {
            name: name.trim().to_ascii_uppercase(),
            subscript: None,
            append: false,
            value: AssignedValue::Word(Word { parts, span: span.clone() }),
            span,
        };
        CommandKind::Simple(SimpleCommand { assignments: vec![assignment], words: Vec::new() })
    }
}

/// The statements of a text inside of another, which are not pointed into.
fn parse_at(text: &str, depth: usize) -> Vec<Statement> {
    let mut reader = Reader { text, at: 0, depth, failure: None };
    reader.program(false).statements
}

/// What is known of a word.
fn known_text(word: &Word) -> String {
    let text = |part: &Part| match part {
        Part::Quoted(text) => text.clone(),
        _ => "%".to_owned(),
    };
    word.parts.iter().map(text).collect()
}

fn parameter(name: &str, operator: Option<String>) -> Part {
    let name = match name.to_ascii_uppercase().as_str() {
        "USERPROFILE" | "HOMEPATH" => "HOME".to_owned(),
        "CD" => "PWD".to_owned(),
        name => name.to_owned(),
    };
    Part::Parameter(Parameter { name, subscript: None, operator, word: Vec::new() })
}

fn simple(words: Vec<Word>) -> CommandKind {
    CommandKind::Simple(SimpleCommand { assignments: Vec::new(), words })
}

fn alone(command: Command) -> Statement {
    Statement {
        first: Pipeline { commands: vec![command], negated: false },
        rest: Vec::new(),
        background: false,
    }
}
