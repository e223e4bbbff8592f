//! Owns writing the shape of a program in the one way that the tables use; it does not parse.

use hookshim::shell::{
    AssignedValue, Assignment, Command, CommandKind, Connector, Descriptor, HereDocument, Opaque,
    Parameter, Part, Pipeline, ProcessDirection, Program, Redirection, RedirectionKind, Statement,
    Word,
};

/// Writes shapes; holds the text for what was not understood.
pub struct Writer<'text>(pub &'text str);

impl Writer<'_> {
    /// The shape of a program, as the tables write it.
    pub fn program(&self, program: &Program) -> String {
        let mut text = String::new();
        for (index, statement) in program.statements.iter().enumerate() {
            text += &self.statement(statement);
            match (statement.background, index + 1 < program.statements.len()) {
                (true, true) => text += " & ",
                (true, false) => text += " &",
                (false, true) => text += "; ",
                (false, false) => {}
            }
        }
        text
    }

    fn statement(&self, statement: &Statement) -> String {
        let mut text = self.pipeline(&statement.first);
        for (connector, pipeline) in &statement.rest {
            text += match connector {
                Connector::And => " && ",
                Connector::Or => " || ",
            };
            text += &self.pipeline(pipeline);
        }
        text
    }

    fn pipeline(&self, pipeline: &Pipeline) -> String {
        let commands: Vec<_> = pipeline.commands.iter().map(|one| self.command(one)).collect();
        format!("{}{}", if pipeline.negated { "! " } else { "" }, commands.join(" | "))
    }

    fn command(&self, command: &Command) -> String {
        let mut pieces = vec![self.kind(&command.kind)];
        pieces.extend(command.redirections.iter().map(|one| self.redirection(one)));
        pieces.retain(|piece| !piece.is_empty());
        pieces.join(" ")
    }

    fn kind(&self, kind: &CommandKind) -> String {
        match kind {
            CommandKind::Simple(simple) => {
                let mut pieces: Vec<_> =
                    simple.assignments.iter().map(|one| self.assignment(one)).collect();
                pieces.extend(simple.words.iter().map(|word| self.word(word)));
                pieces.join(" ")
            }
            CommandKind::Group(program) => format!("{{ {} }}", self.program(program)),
            CommandKind::Subshell(program) => format!("( {} )", self.program(program)),
            CommandKind::If { branches, otherwise } => {
                let branches: Vec<_> = branches
                    .iter()
                    .map(|(condition, body)| {
                        format!("if {} then {}", self.program(condition), self.program(body))
                    })
                    .collect();
                let otherwise = otherwise.as_ref().map(|body| self.program(body));
                let otherwise = otherwise.map_or(String::new(), |body| format!(" else {body}"));
                format!("{}{otherwise} fi", branches.join(" el"))
            }
            CommandKind::While { condition, body } => {
                format!("while {} do {} done", self.program(condition), self.program(body))
            }
            CommandKind::For { name, words, body } => {
                let words = words.as_ref().map(|words| format!(" in {}", self.words(words)));
                let words = words.unwrap_or_default();
                format!("for {name}{words} do {} done", self.program(body))
            }
            CommandKind::ArithmeticFor { header, body } => {
                format!("for (({})) do {} done", self.word(header), self.program(body))
            }
            CommandKind::Case { subject, arms } => {
                let arms: String = arms
                    .iter()
                    .map(|arm| {
                        let patterns: Vec<_> =
                            arm.patterns.iter().map(|pattern| self.word(pattern)).collect();
                        format!("{}) {} ;; ", patterns.join("|"), self.program(&arm.body))
                    })
                    .collect();
                format!("case {} in {arms}esac", self.word(subject))
            }
            CommandKind::Test(words) => format!("[[ {} ]]", self.words(words)),
            CommandKind::Expression(words) => format!("<{}>", self.words(words)),
            CommandKind::Arithmetic(word) => format!("(({}))", self.word(word)),
            CommandKind::Function { name, body } => {
                let name = name.as_ref().map_or(String::new(), |name| self.word(name));
                format!("function {name}() {}", self.command(body))
            }
            CommandKind::Coprocess(command) => format!("coproc {}", self.command(command)),
            CommandKind::Time(pipeline) => format!("time {}", self.pipeline(pipeline)),
            CommandKind::Opaque(opaque) => self.opaque(opaque),
        }
    }

    fn assignment(&self, assignment: &Assignment) -> String {
        let subscript = assignment.subscript.as_ref();
        let subscript = subscript.map(|word| format!("[{}]", self.bare(&word.parts)));
        let operator = if assignment.append { "+=" } else { "=" };
        let value = match &assignment.value {
            AssignedValue::Word(word) => self.word(word),
            AssignedValue::Array(words) => format!("({})", self.words(words)),
        };
        format!("{}{}{operator}{value}", assignment.name, subscript.unwrap_or_default())
    }

    fn words(&self, words: &[Word]) -> String {
        words.iter().map(|word| self.word(word)).collect::<Vec<_>>().join(" ")
    }

    fn word(&self, word: &Word) -> String {
        self.parts(&word.parts)
    }

    fn parts(&self, parts: &[Part]) -> String {
        parts.iter().map(|part| self.part(part, false)).collect()
    }

    /// Parts whose text is quoted by what stands around them.
    fn bare(&self, parts: &[Part]) -> String {
        parts.iter().map(|part| self.part(part, true)).collect()
    }

    fn part(&self, part: &Part, bare: bool) -> String {
        match part {
            Part::Literal(text) => text.replace(' ', "\\ "),
            Part::Quoted(text) if bare => text.clone(),
            Part::Quoted(text) => format!("'{text}'"),
            Part::DoubleQuoted(parts) => format!("\"{}\"", self.bare(parts)),
            Part::Parameter(parameter) => self.parameter(parameter, bare),
            Part::Substitution(program) => format!("$({})", self.program(program)),
            Part::Block(program) => format!("{{ {} }}", self.program(program)),
            Part::Process(direction, program) => {
                let sign = match direction {
                    ProcessDirection::Input => '<',
                    ProcessDirection::Output => '>',
                    ProcessDirection::File => '=',
                };
                format!("{sign}({})", self.program(program))
            }
            Part::Arithmetic(parts) => format!("$(({}))", self.bare(parts)),
            Part::Opaque(opaque) => self.opaque(opaque),
        }
    }

    fn parameter(&self, parameter: &Parameter, bare: bool) -> String {
        let subscript = parameter.subscript.as_ref();
        let subscript = subscript.map(|parts| format!("[{}]", self.bare(parts)));
        let word = if bare { self.bare(&parameter.word) } else { self.parts(&parameter.word) };
        format!(
            "${{{}{}{}{word}}}",
            parameter.name,
            subscript.unwrap_or_default(),
            parameter.operator.as_deref().unwrap_or_default(),
        )
    }

    fn redirection(&self, redirection: &Redirection) -> String {
        let descriptor = match &redirection.descriptor {
            Some(Descriptor::Number(number)) => number.to_string(),
            Some(Descriptor::Named(name)) => format!("{{{name}}}"),
            None => String::new(),
        };
        let (operator, word) = match &redirection.kind {
            RedirectionKind::Read(word) => ("<", word),
            RedirectionKind::Write(word) => (">", word),
            RedirectionKind::Append(word) => (">>", word),
            RedirectionKind::ReadWrite(word) => ("<>", word),
            RedirectionKind::WriteBoth(word) => ("&>", word),
            RedirectionKind::AppendBoth(word) => ("&>>", word),
            RedirectionKind::Duplicate(word) => (">&", word),
            RedirectionKind::HereString(word) => ("<<<", word),
            RedirectionKind::HereDocument(document) => {
                return format!("{descriptor}{}", self.here_document(document));
            }
        };
        // `< <(…)` would read as a here-document.
        let space = if matches!(word.parts.first(), Some(Part::Process(..))) { " " } else { "" };
        format!("{descriptor}{operator}{space}{}", self.word(word))
    }

    fn here_document(&self, document: &HereDocument) -> String {
        let quote = if document.quoted { "'" } else { "" };
        let unfinished = if document.terminated { "" } else { "…" };
        let body = self.bare(&document.body);
        format!("<<{quote}{}{quote}{{{body}{unfinished}}}", document.delimiter)
    }

    fn opaque(&self, opaque: &Opaque) -> String {
        format!("?({}: {})", opaque.why, &self.0[opaque.span.clone()])
    }
}
