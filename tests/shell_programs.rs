//! Small programs with their expected shapes: the tables in `tests/shell/`.
//!
//! A row is `PROGRAM => SHAPE`; in both, `⏎` is a newline and `⇥` a tab. A shape is written like a program, but only in
//! one way: a statement is followed by `;` or `&` if another follows; words come in the parts the parser saw, unquoted
//! text as it is (blanks in it with a backslash), quoted text in `'…'` or `"…"`, expansions as `${…}`, `$(…)` and
//! `$((…))`; redirections come after the words; a here-document is `<<END{BODY}`; `?(WHY: TEXT)` was not understood.

use std::path::Path;

use hookshim::shell::{
    AssignedValue, Assignment, Command, CommandKind, Connector, Descriptor, Dialect, HereDocument,
    Opaque, Parameter, Part, Pipeline, ProcessDirection, Program, Redirection, RedirectionKind,
    Statement, Word, parse_as,
};

/// Writes shapes; holds the text for what was not understood.
struct Writer<'text>(&'text str);

impl Writer<'_> {
    fn program(&self, program: &Program) -> String {
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

/// A control character as Rust writes it, so that tables stay text.
fn visible(character: char) -> String {
    match character.is_control() {
        true => character.escape_default().to_string(),
        false => character.to_string(),
    }
}

fn check(table: &str, dialect: Dialect) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shell").join(table);
    let rows = std::fs::read_to_string(&path).expect("the table is there");
    let mut failures = String::new();
    let mut written = String::new();
    for row in rows.lines() {
        let Some((program, expected)) = row.split_once(" => ") else {
            written += &format!("{row}\n");
            continue;
        };
        let text = program.trim_end().replace('⏎', "\n").replace('⇥', "\t");
        let shape = Writer(&text).program(&parse_as(&text, dialect));
        let shape = shape.replace('\n', "⏎").replace('\t', "⇥");
        let shape: String = shape.trim().chars().map(visible).collect();
        written += &format!("{program} => {shape}\n");
        if shape != expected.trim() {
            failures +=
                &format!("\n{program}\n  expected {}\n  read     {shape}\n", expected.trim());
        }
    }
    // What was read replaces the table only on request, to be reviewed like any change.
    if std::env::var_os("HOOKSHIM_WRITE_TABLES").is_some() {
        std::fs::write(path, written).expect("the table can be written");
    }
    assert!(failures.is_empty(), "{table}:\n{failures}");
}

#[test]
fn words_and_quotes_are_read() {
    check("words.txt", Dialect::Bash);
}

#[test]
fn expansions_are_read() {
    check("expansions.txt", Dialect::Bash);
}

#[test]
fn substitutions_are_read() {
    check("substitutions.txt", Dialect::Bash);
}

#[test]
fn redirections_are_read() {
    check("redirections.txt", Dialect::Bash);
}

#[test]
fn here_documents_are_read() {
    check("here_documents.txt", Dialect::Bash);
}

#[test]
fn lists_and_pipelines_are_read() {
    check("lists.txt", Dialect::Bash);
}

#[test]
fn compound_commands_are_read() {
    check("compound.txt", Dialect::Bash);
}

#[test]
fn what_comes_before_an_error_is_kept() {
    check("errors.txt", Dialect::Bash);
}

#[test]
fn zsh_is_read() {
    check("zsh.txt", Dialect::Zsh);
}
