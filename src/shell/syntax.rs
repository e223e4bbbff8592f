//! Owns the shape of a parsed shell program; it does not parse, expand or judge.
//!
//! The shape follows POSIX XCU section 2 and the Bash Reference Manual. A program always has a shape: what could
//! not be parsed is a [`Opaque`] part in its place, and what came before it is kept, because a shell runs the lines
//! before a syntax error.

use std::ops::Range;

/// Bytes of the text that was given to the parser, counted from its start.
pub type Span = Range<usize>;

/// A list of statements, separated by newlines, `;` or `&`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Program {
    /// The statements in order.
    pub statements: Vec<Statement>,
}

/// Pipelines joined by `&&` and `||`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The first pipeline.
    pub first: Pipeline,
    /// The pipelines after it, each with what joins it to those before.
    pub rest: Vec<(Connector, Pipeline)>,
    /// Whether it ends in `&`.
    pub background: bool,
}

/// What joins two pipelines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connector {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// Commands joined by `|` or `|&`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pipeline {
    /// The commands; the output of each feeds the next. After `|&` the one before it has a `2>&1` of its own.
    pub commands: Vec<Command>,
    /// Whether `!` stands before it.
    pub negated: bool,
}

/// One command with its redirections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// What it is.
    pub kind: CommandKind,
    /// Its redirections in order.
    pub redirections: Vec<Redirection>,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandKind {
    /// Assignments and words; either may be empty.
    Simple(SimpleCommand),
    /// `{ …; }`
    Group(Program),
    /// `( … )`
    Subshell(Program),
    /// `if …; then …; elif …; then …; else …; fi`
    If {
        /// Each condition with what runs when it holds.
        branches: Vec<(Program, Program)>,
        /// The `else` part.
        otherwise: Option<Program>,
    },
    /// `while …; do …; done`, or `until`.
    While {
        /// What is tried before each round.
        condition: Program,
        /// What runs each round.
        body: Program,
    },
    /// `for NAME in WORDS; do …; done`, or `select`.
    For {
        /// The parameter that is set each round; empty for zsh's `repeat`, whose word is the number of rounds.
        name: String,
        /// The words; absent means the positional parameters.
        words: Option<Vec<Word>>,
        /// What runs each round.
        body: Program,
    },
    /// `for ((…;…;…)); do …; done`
    ArithmeticFor {
        /// The text between the parentheses, with its substitutions.
        header: Word,
        /// What runs each round.
        body: Program,
    },
    /// `case WORD in PATTERNS) … ;; esac`
    Case {
        /// The word looked at.
        subject: Word,
        /// The arms in order.
        arms: Vec<CaseArm>,
    },
    /// `[[ … ]]`, as its words; operators are unquoted literal words.
    Test(Vec<Word>),
    /// `(( … ))`, with its substitutions.
    Arithmetic(Word),
    /// `NAME () BODY` or `function NAME BODY`; zsh's anonymous function has no name and runs at once. With arguments
    /// it is a group of a function named `()` and a simple command that calls it.
    Function {
        /// The name, if it has one.
        name: Option<Word>,
        /// The body, with its own redirections.
        body: Box<Command>,
    },
    /// `coproc [NAME] COMMAND`
    Coprocess(Box<Command>),
    /// Values that nothing runs on, each a word (PowerShell).
    Expression(Vec<Word>),
    /// `time [-p] PIPELINE` with the pipeline it measures; an empty one is allowed.
    Time(Box<Pipeline>),
    /// What could not be parsed.
    Opaque(Opaque),
}

/// One arm of `case`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseArm {
    /// The patterns, any of which may match.
    pub patterns: Vec<Word>,
    /// What runs then.
    pub body: Program,
}

/// Assignments, then words. The first word is the program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SimpleCommand {
    /// `NAME=VALUE` before the first word.
    pub assignments: Vec<Assignment>,
    /// The words; assignments among the arguments of `export` and its like are words too.
    pub words: Vec<Word>,
}

/// `NAME=VALUE`, `NAME+=VALUE`, `NAME[SUBSCRIPT]=VALUE` or `NAME=(WORDS)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The parameter's name.
    pub name: String,
    /// The subscript between brackets.
    pub subscript: Option<Word>,
    /// Whether it is `+=`.
    pub append: bool,
    /// What is assigned.
    pub value: AssignedValue,
    /// Where it stands.
    pub span: Span,
}

/// The right-hand side of an assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AssignedValue {
    /// One word, which is neither split nor globbed.
    Word(Word),
    /// `(WORDS)`
    Array(Vec<Word>),
}

/// One word, as parts that lie side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The parts; an empty word (`''`) has one empty [`Part::Quoted`].
    pub parts: Vec<Part>,
    /// Where it stands.
    pub span: Span,
}

/// A part of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Unquoted text without escapes: `*`, `?`, `[`, `{` and a leading `~` in it are active.
    Literal(String),
    /// Text that stands for itself: `\x`, `'…'`, `$'…'` (decoded), or the text inside `"…"`.
    Quoted(String),
    /// `"…"`; the parts inside are [`Part::Quoted`] text and substitutions, whose values are not split.
    DoubleQuoted(Vec<Part>),
    /// `$NAME`, `${NAME}`, `${NAME:-WORD}` and the rest.
    Parameter(Parameter),
    /// `$(…)`, `` `…` `` or `${ …; }`.
    Substitution(Program),
    /// `<(…)`, `>(…)` or zsh's `=(…)`.
    Process(ProcessDirection, Program),
    /// `{ … }` as a value (PowerShell): a program that the command around it may run. Its own value is not known.
    Block(Program),
    /// `$((…))` or `$[…]`, as [`Part::Quoted`] text with its substitutions.
    Arithmetic(Vec<Part>),
    /// What could not be parsed.
    Opaque(Opaque),
}

/// Which way a process substitution's data goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProcessDirection {
    /// `<(…)`: the command around it reads what the program writes.
    Input,
    /// `>(…)`: the program reads what the command around it writes.
    Output,
    /// zsh's `=(…)`: as `<(…)`, through a temporary file.
    File,
}

/// A parameter expansion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The name or special character; for `${!NAME}` with its `!`, for `${#NAME}` with its `#`.
    pub name: String,
    /// Whether it is `${NAME}` rather than `$NAME`.
    pub braced: bool,
    /// The subscript between brackets: [`Part::Quoted`] text with its substitutions.
    pub subscript: Option<Vec<Part>>,
    /// What follows the name inside the braces: the operator (`:-`, `##`, `/`, `@`, …).
    pub operator: Option<String>,
    /// The operator's word, with its substitutions; empty without operator.
    pub word: Vec<Part>,
}

/// One redirection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirection {
    /// The descriptor before the operator; absent means the operator's own default.
    pub descriptor: Option<Descriptor>,
    /// The operator and where it leads.
    pub kind: RedirectionKind,
    /// Where it stands, without a here-document's body.
    pub span: Span,
}

/// What stands before a redirection operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Descriptor {
    /// A number.
    Number(u32),
    /// `{NAME}`
    Named(String),
}

/// A redirection operator with its target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RedirectionKind {
    /// `< WORD`
    Read(Word),
    /// `> WORD`, `>| WORD`
    Write(Word),
    /// `>> WORD`
    Append(Word),
    /// `<> WORD`
    ReadWrite(Word),
    /// `&> WORD`, `>& WORD` where the word is a file
    WriteBoth(Word),
    /// `&>> WORD`
    AppendBoth(Word),
    /// `<& WORD` or `>& WORD` where the word is a descriptor or `-`
    Duplicate(Word),
    /// `<<WORD`, `<<-WORD`
    HereDocument(HereDocument),
    /// `<<< WORD`
    HereString(Word),
}

/// A here-document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HereDocument {
    /// The delimiter after quote removal.
    pub delimiter: String,
    /// Whether any part of the delimiter was quoted: then the body is plain text.
    pub quoted: bool,
    /// The body, after `<<-` has removed leading tabs; text is [`Part::Quoted`].
    pub body: Vec<Part>,
    /// Whether its end was found; without it the shell takes all the rest, with a warning.
    pub terminated: bool,
    /// Where the body stands.
    pub span: Span,
}

/// A part that could not be parsed: why, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opaque {
    /// Why, as a short phrase: "an unfinished `if`", "nested too deeply".
    pub why: &'static str,
    /// Where it stands.
    pub span: Span,
}

impl Program {
    /// Whether only its last command writes anything: all before it are `cd`, as in `cd "$(dirname "$0")" && pwd`.
    pub fn writes_at_its_end(&self) -> bool {
        let mut commands = Vec::new();
        for Statement { first, rest, .. } in &self.statements {
            let others = rest.iter().map(|(connector, pipeline)| (*connector, pipeline));
            for (connector, pipeline) in std::iter::once((Connector::And, first)).chain(others) {
                match pipeline.commands.as_slice() {
                    [command] if connector == Connector::And => commands.push(command),
                    _ => return false,
                }
            }
        }
        commands.split_last().is_some_and(|(_, before)| before.iter().all(|it| it.is_cd()))
    }

    /// Whether all of it could be parsed.
    pub fn is_whole(&self) -> bool {
        let last = self.statements.last().and_then(|statement| statement.first.commands.last());
        !matches!(last.map(|command| &command.kind), Some(CommandKind::Opaque(_)))
    }
}

impl Command {
    /// Whether what it writes goes where its standard output goes: a simple command or a group of them that is given at
    /// most text to read, and another place for its errors.
    pub fn writes_to_standard_output(&self) -> bool {
        let takes_no_variables = match &self.kind {
            CommandKind::Simple(simple) => simple.assignments.is_empty(),
            CommandKind::Expression(_) | CommandKind::Group(_) | CommandKind::Subshell(_) => true,
            _ => false,
        };
        let leads_there = |redirection: &Redirection| {
            redirection.descriptor == Some(Descriptor::Number(2))
                || matches!(
                    redirection.kind,
                    RedirectionKind::HereDocument(_) | RedirectionKind::HereString(_)
                )
        };
        takes_no_variables && self.redirections.iter().all(leads_there)
    }

    /// Whether it is `cd`, which writes nothing that matters.
    fn is_cd(&self) -> bool {
        let CommandKind::Simple(simple) = &self.kind else { return false };
        simple.words.first().and_then(Word::literal).as_deref() == Some("cd")
    }

    /// Whether it is `exec` without a program, whose redirections stay in force.
    pub fn is_bare_exec(&self) -> bool {
        match &self.kind {
            CommandKind::Simple(SimpleCommand { words, .. }) => {
                matches!(words.as_slice(), [only] if only.literal().as_deref() == Some("exec"))
            }
            _ => false,
        }
    }
}

impl Word {
    /// The word's text if all of it is known without running or expanding anything.
    ///
    /// Active characters (`*`, `~`, `{`) in unquoted text are returned as they stand.
    pub fn literal(&self) -> Option<String> {
        fn append(parts: &[Part], text: &mut String) -> bool {
            parts.iter().all(|part| match part {
                Part::Literal(piece) | Part::Quoted(piece) => {
                    text.push_str(piece);
                    true
                }
                Part::DoubleQuoted(inner) => append(inner, text),
                _ => false,
            })
        }
        let mut text = String::new();
        append(&self.parts, &mut text).then_some(text)
    }
}
