//! Owns PowerShell's commands: a name, arguments, redirections, and pipelines of them; it does not know cmdlets.
//!
//! Sources: "about_Parsing" (argument mode, `--%`), "about_Operators" (`&`, `.`), "about_Redirection", "about_Pipelines",
//! "about_Assignment_Operators".

use super::super::syntax::{
    AssignedValue, Assignment, Command, CommandKind, Connector, Descriptor, Part, Pipeline,
    Program, Redirection, RedirectionKind, SimpleCommand, Statement, Word,
};
use super::LIST;
use super::expressions::value_of;
use super::reader::{Reader, is_dash, is_double_quote, is_single_quote};

impl Reader<'_> {
    /// Pipelines joined by `&&` and `||`; `None` if nothing could be read.
    pub fn chain(&mut self) -> Option<Statement> {
        let first = self.pipeline()?;
        let mut statement = Statement { first, rest: Vec::new(), background: false };
        loop {
            self.skip_blanks();
            let connector = if self.take("&&") {
                Connector::And
            } else if self.take("||") {
                Connector::Or
            } else {
                break;
            };
            self.skip_space();
            let Some(pipeline) = self.pipeline() else { break };
            statement.rest.push((connector, pipeline));
        }
        statement.background = self.take("&");
        Some(statement)
    }

    fn pipeline(&mut self) -> Option<Pipeline> {
        let mut pipeline = Pipeline { commands: Vec::new(), negated: false };
        while let Some(command) = self.command() {
            pipeline.commands.push(command);
            self.skip_blanks();
            if !self.goes_on() {
                break;
            }
            self.skip_space();
        }
        (!pipeline.commands.is_empty()).then_some(pipeline)
    }

    /// Takes a `|`, which may stand at the start of the next line.
    fn goes_on(&mut self) -> bool {
        let here = self.at;
        if self.next() == Some('\n') {
            self.take_while(char::is_whitespace);
        }
        let is_pipe = self.next() == Some('|') && self.second() != Some('|');
        if is_pipe {
            self.skip();
        } else {
            self.at = here;
        }
        is_pipe
    }

    /// One element of a pipeline.
    fn command(&mut self) -> Option<Command> {
        self.skip_blanks();
        let start = self.at;
        let next = self.next()?;
        let mut redirections = Vec::new();
        let kind = match next {
            '&' | '.' if self.calls() => {
                self.skip();
                self.skip_blanks();
                self.called(next == '.', &mut redirections)
            }
            _ if self.begins_expression(next) => self.value_or_assignment(&mut redirections),
            _ => {
                let mut words = vec![self.word()];
                self.arguments(&mut words, &mut redirections);
                simple(words)
            }
        };
        (self.at > start).then(|| Command { kind, redirections, span: self.span(start) })
    }

    /// Whether `&` or `.` is a sign of its own before what is called.
    fn calls(&self) -> bool {
        self.second().is_some_and(|second| {
            second.is_whitespace()
                || matches!(second, '$' | '(' | '{')
                || is_single_quote(second)
                || is_double_quote(second)
        })
    }

    /// What stands after `&` or `.`: a block, which runs here, or the name of a program.
    fn called(&mut self, is_sourced: bool, redirections: &mut Vec<Redirection>) -> CommandKind {
        if self.next() == Some('{')
            && let Part::Block(mut program) = self.block()
        {
            let mut words = Vec::new();
            self.arguments(&mut words, redirections);
            if !words.is_empty() {
                let span = words.first().map_or(0..0, |word| word.span.clone());
                let kind = CommandKind::Expression(words);
                let arguments = Command { kind, redirections: Vec::new(), span };
                program.statements.insert(0, super::alone(arguments));
            }
            return match is_sourced {
                true => CommandKind::Group(program),
                false => CommandKind::Subshell(program),
            };
        }
        let mut words = vec![self.word()];
        self.arguments(&mut words, redirections);
        simple(words)
    }

    /// Whether an expression begins here rather than a command's name.
    fn begins_expression(&self, next: char) -> bool {
        match next {
            '$' | '(' | '{' | '[' | '!' | ',' | '+' => true,
            '@' => matches!(self.second(), Some('(' | '{' | '\'' | '"')),
            '0'..='9' => {
                let rest = self.rest();
                let end = rest.find(|it: char| it.is_whitespace() || ";|&)},".contains(it));
                let token = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
                // `7z` is a program, `10mb` a number.
                token
                    .bytes()
                    .all(|it| it.is_ascii_digit() || b".xXeEkKmMgGtTpPbBlLdD+-*".contains(&it))
            }
            _ => is_single_quote(next) || is_double_quote(next) || is_dash(next),
        }
    }

    /// An expression, or an assignment that begins like one.
    fn value_or_assignment(&mut self, redirections: &mut Vec<Redirection>) -> CommandKind {
        let start = self.at;
        let words = self.expression(false);
        if self.at == start {
            self.skip();
            return CommandKind::Expression(Vec::new());
        }
        self.skip_blanks();
        if self.assigns() {
            let append = !self.rest().starts_with('=');
            self.take_while(|letter| letter != '=');
            self.skip();
            self.skip_space();
            let mut program = Program::default();
            self.deeper(|reader| reader.statement(&mut program.statements));
            return assigned(words, append, program, self.span(start));
        }
        self.redirections(redirections);
        CommandKind::Expression(words)
    }

    fn redirections(&mut self, redirections: &mut Vec<Redirection>) {
        self.skip_blanks();
        while let Some(redirection) = self.redirection() {
            redirections.push(redirection);
            self.skip_blanks();
        }
    }

    /// The arguments of a command, with its redirections.
    fn arguments(&mut self, words: &mut Vec<Word>, redirections: &mut Vec<Redirection>) {
        let mut in_list = false;
        loop {
            self.skip_blanks();
            let start = self.at;
            match self.next() {
                None | Some('\n' | ';' | '|' | ')' | '}' | '&') => break,
                Some(',') => {
                    self.skip();
                    self.skip_space();
                    in_list = true;
                    continue;
                }
                _ => {}
            }
            if let Some(redirection) = self.redirection() {
                redirections.push(redirection);
                continue;
            }
            if self.take("--%") {
                words.extend(self.verbatim_words());
                break;
            }
            let word = self.word();
            if self.at == start {
                // `<` and the like have no meaning here.
                self.skip();
                continue;
            }
            match words.last_mut().filter(|_| std::mem::take(&mut in_list)) {
                Some(last) => {
                    last.parts.push(Part::Quoted(LIST.to_string()));
                    last.parts.extend(word.parts);
                    last.span.end = word.span.end;
                }
                None => words.push(word),
            }
        }
    }

    /// The words after `--%`, up to the end of the line or a `|`, which nothing but `"` quotes.
    fn verbatim_words(&mut self) -> Vec<Word> {
        let mut words = Vec::new();
        loop {
            self.take_while(|letter| letter == ' ' || letter == '\t');
            let start = self.at;
            let mut text = String::new();
            let mut quoted = false;
            while let Some(letter) = self.next() {
                match letter {
                    '\n' => break,
                    '"' => quoted = !quoted,
                    '|' | ' ' | '\t' if !quoted => break,
                    letter => text.push(letter),
                }
                self.skip();
            }
            if self.at == start {
                return words;
            }
            words.push(Word { parts: vec![Part::Quoted(text)], span: self.span(start) });
        }
    }

    /// `>`, `>>`, `2>`, `*>`, `2>&1` with its file, if one is next.
    fn redirection(&mut self) -> Option<Redirection> {
        let start = self.at;
        let rest = self.rest();
        let stream = rest.chars().next().filter(|it| matches!(it, '1'..='6' | '*'));
        let after = rest.get(usize::from(stream.is_some())..)?;
        if !after.starts_with('>') {
            return None;
        }
        self.at += usize::from(stream.is_some()) + 1;
        let appends = self.take(">");
        if self.take("&") {
            let word = self.word();
            let kind = RedirectionKind::Duplicate(word);
            return Some(Redirection { descriptor: number(stream), kind, span: self.span(start) });
        }
        self.skip_blanks();
        let word = self.word();
        let kind = match (stream, appends) {
            (Some('*'), true) => RedirectionKind::AppendBoth(word),
            (Some('*'), false) => RedirectionKind::WriteBoth(word),
            (_, true) => RedirectionKind::Append(word),
            (_, false) => RedirectionKind::Write(word),
        };
        Some(Redirection { descriptor: number(stream), kind, span: self.span(start) })
    }
}

fn number(stream: Option<char>) -> Option<Descriptor> {
    stream.and_then(|it| it.to_digit(10)).map(Descriptor::Number)
}

fn simple(words: Vec<Word>) -> CommandKind {
    CommandKind::Simple(SimpleCommand { assignments: Vec::new(), words })
}

/// `$x = …` sets a variable; what is assigned to anything else is evaluated and no more.
fn assigned(
    target: Vec<Word>,
    append: bool,
    program: Program,
    span: std::ops::Range<usize>,
) -> CommandKind {
    let word = Word { parts: value_of(program), span: span.clone() };
    let name = match target.as_slice() {
        [Word { parts, .. }] => match parts.as_slice() {
            [Part::DoubleQuoted(inner)] => match inner.as_slice() {
                [Part::Parameter(parameter)] => Some(parameter.name.clone()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let Some(name) = name else {
        let mut words = target;
        words.push(word);
        return CommandKind::Expression(words);
    };
    let value = AssignedValue::Word(word);
    let assignment = Assignment { name, subscript: None, append, value, span };
    CommandKind::Simple(SimpleCommand { assignments: vec![assignment], words: Vec::new() })
}
