//! Owns command patterns and how they match programs that run; it does not know any program's grammar.

use super::Match;
use super::command_syntax::{self, Flag, Parsed, Term, Text};
use super::plain;
use super::wildcard::{Filling, Reach, Symbol, Token, Wildcard};
use crate::effects::{Piece, Run, Value};
use std::borrow::Cow;
use std::cell::OnceCell;

/// A command as a person writes it, to be matched with what runs.
///
/// The first word is the program, by name, or by path if it has a `/`. Bare words are operands, in order from the
/// first. Options are given anywhere: `--flag|-f` any of them, `--x=v` with this value, `!--flag` none of them.
///
/// ```
/// use hookshim::policy::CommandPattern;
///
/// assert!(CommandPattern::parse("git push --force|-f !--dry-run").is_ok());
/// assert!(CommandPattern::parse("git push && true").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandPattern {
    text: String,
    /// The length of the program in it, if that is only names and stars.
    plain: usize,
    /// What it says, once somebody asks; `None` if that is no pattern.
    read: OnceCell<Option<Parsed>>,
}

impl CommandPattern {
    /// Reads a pattern; the error is one sentence that says what was expected.
    pub fn parse(text: &str) -> Result<CommandPattern, String> {
        if plain::is_command(text) {
            return Ok(CommandPattern::later(text));
        }
        let read = OnceCell::from(Some(command_syntax::parse(text)?));
        Ok(CommandPattern { read, ..CommandPattern::later(text) })
    }

    /// A pattern that is known to be one; it is read when a program comes that it may be about.
    pub(super) fn later(text: &str) -> CommandPattern {
        let plain = plain_program(text);
        CommandPattern { text: text.to_owned(), plain, read: OnceCell::new() }
    }

    /// How surely a program that runs is such a command.
    ///
    /// A harmless run is only ever matched by its program.
    pub fn matches(&self, run: &Run) -> Match {
        if !self.may_be(&run.program) {
            return Match::No;
        }
        let Some((programs, terms)) = self.read() else { return Match::Can };
        let program = any_of(programs, |text| match_program(text, &run.program));
        if program == Match::No || terms.is_empty() {
            return program;
        }
        if run.harmless {
            return Match::No;
        }
        program.min(match_arguments(terms, &Given::of(run)))
    }

    /// The pattern as it is written.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is about a program, whatever its words.
    pub(super) fn is_of(&self, program: &Value) -> bool {
        let Some((programs, _)) = self.read() else { return false };
        self.may_be(program) && any_of(programs, |text| match_program(text, program)) == Match::Must
    }

    fn read(&self) -> Option<&Parsed> {
        self.read.get_or_init(|| command_syntax::parse(&self.text).ok()).as_ref()
    }

    /// Whether it may be about a program, as far as that is quickly seen.
    fn may_be(&self, program: &Value) -> bool {
        let (Some(meant), Some(program)) = (self.text.get(..self.plain), program.literal()) else {
            return true;
        };
        if meant.is_empty() || without_exe(program).is_some() {
            return true;
        }
        let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
        meant.split('|').any(|meant| match meant.split_once('*') {
            Some((start, _)) => name.starts_with(start),
            None => meant == name,
        })
    }
}

/// The length of a pattern's program, if that is written without quotes, paths and signs other than `*`; else 0.
fn plain_program(text: &str) -> usize {
    let length = text.find(' ').unwrap_or(text.len());
    let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || b"-_.+@|*".contains(&letter);
    if text.bytes().take(length).all(is_plain) { length } else { 0 }
}

fn match_arguments(terms: &[Term], given: &Given<'_>) -> Match {
    let mut operands = given.operands.iter().enumerate();
    let mut surest = Match::Must;
    for term in terms {
        let matched = match term {
            // `/s` is an option to programs that write options so.
            Term::Operand(texts) if given.has_slash_option(texts) => Match::Must,
            Term::Operand(texts) => operands.next().map_or(Match::No, |(index, operand)| {
                // `git $X` may be any command of git. `git checkout "$BRANCH"` says what is done, and a rule on
                // `git checkout .` that asked about it every time would be nagging. No command begins with a dash:
                // `kill "$PID"` is not worth a question under a rule on `kill '-1'`.
                any_of(texts, |text| match match_text(text, operand, false) {
                    Match::Can if operand.is_all_hole() && (index > 0 || text.has_dash()) => {
                        Match::No
                    }
                    // `kill -- -$GROUP`
                    Match::Can if text.has_dash() && is_dash_and_hole(operand) => Match::No,
                    matched => matched,
                })
            }),
            Term::Option(flags) => given.has(flags),
            Term::NoOption(flags) => given.lacks(flags),
            Term::Separator if given.separator => Match::Must,
            Term::Separator => Match::No,
        };
        surest = surest.min(matched);
        if surest == Match::No {
            break;
        }
    }
    surest
}

fn any_of<T>(list: &[T], matched: impl Fn(&T) -> Match) -> Match {
    list.iter().map(matched).max().unwrap_or(Match::No)
}

/// How surely a value is a text with wildcards.
pub(super) fn match_text(text: &Text, value: &Value, ignore_case: bool) -> Match {
    match (&text.literal, value.literal()) {
        (Some(expected), Some(literal)) if !ignore_case => sure(expected == literal),
        // `git restore *` is what `git restore '*'` says, whichever of them expands it.
        (Some(expected), None) if has_only_globs(value) && value.to_string() == *expected => {
            Match::Must
        }
        _ => match_symbols(text, &symbols(value), ignore_case),
    }
}

/// Whether all that is known of it is a dash at its start.
fn is_dash_and_hole(value: &Value) -> bool {
    value.known_start() == "-" && value.after(1).is_some_and(|rest| rest.is_all_hole())
}

fn has_only_globs(value: &Value) -> bool {
    value.pieces().iter().all(|piece| match piece {
        Piece::Text(_) => true,
        Piece::Hole(hole) => hole.is_glob(),
    })
}

fn match_symbols(text: &Text, symbols: &[Symbol], ignore_case: bool) -> Match {
    let wildcard = Wildcard { tokens: &text.tokens, ignore_case, counted_from: 0 };
    let reaches = |filling| {
        let end = text.tokens.len();
        wildcard.reach(symbols.iter().copied(), filling, filling, |at| at == end) != Reach::Not
    };
    if reaches(Filling::Every) {
        Match::Must
    } else if reaches(Filling::Some) {
        Match::Can
    } else {
        Match::No
    }
}

fn sure(matched: bool) -> Match {
    if matched { Match::Must } else { Match::No }
}

fn symbols(value: &Value) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    for piece in value.pieces() {
        match piece {
            Piece::Text(text) => symbols.extend(text.chars().map(Symbol::known)),
            Piece::Hole(hole) if hole.is_glob() => symbols.push(Symbol::Glob { start: false }),
            Piece::Hole(_) => symbols.push(Symbol::Hole),
        }
    }
    symbols
}

/// By name, or by path if the pattern has a `/`. The name of a Windows program may end in `.exe`.
fn match_program(text: &Text, program: &Value) -> Match {
    let by_path = text.tokens.contains(&Token::Slash);
    if by_path {
        return match_text(text, program, false);
    }
    if let (Some(expected), Some(literal)) = (&text.literal, program.literal()) {
        let name = literal.rsplit(['/', '\\']).next().unwrap_or(literal);
        return match without_exe(name) {
            Some(stem) => sure(stem.eq_ignore_ascii_case(expected) || name == expected),
            None => sure(name == expected),
        };
    }
    let symbols = symbols(program);
    let is_separator =
        |symbol: &Symbol| *symbol == Symbol::known('/') || *symbol == Symbol::known('\\');
    match_symbols(text, symbols.rsplit(is_separator).next().unwrap_or_default(), false)
}

/// The name of a Windows program without its end, if it has that.
fn without_exe(name: &str) -> Option<&str> {
    const EXE: &str = ".exe";
    let (stem, end) = name.split_at_checked(name.len().checked_sub(EXE.len())?)?;
    end.eq_ignore_ascii_case(EXE).then_some(stem)
}

/// A program's arguments, as far as they matter to patterns.
struct Given<'a> {
    operands: Vec<&'a Value>,
    options: Vec<GivenOption<'a>>,
    /// Whether `--no-x` takes back an `--x` before it, as in programs whose grammar is known.
    last_wins: bool,
    separator: bool,
}

/// One option that is given.
struct GivenOption<'a> {
    name: &'a str,
    /// Whether the name goes on in a hole.
    open: bool,
    /// Whether it may be several options of one letter each.
    bundle: bool,
    /// What its value may be.
    values: Vec<Cow<'a, Value>>,
}

impl<'a> Given<'a> {
    fn of(run: &'a Run) -> Self {
        let mut given = if run.arguments.known { Given::known(run) } else { Given::unknown(run) };
        given.separator = run.words.iter().any(|word| word.literal() == Some("--"));
        given
    }

    fn known(run: &'a Run) -> Self {
        let options = run.arguments.options.iter().map(|option| GivenOption {
            name: &option.name,
            open: false,
            bundle: false,
            values: option.value.iter().map(Cow::Borrowed).collect(),
        });
        Given {
            operands: run.arguments.operands.iter().collect(),
            options: options.collect(),
            last_wins: true,
            separator: false,
        }
    }

    /// Without a grammar, words with a dash are options, anywhere, and all others are operands. A word after an
    /// option may be its value as well.
    fn unknown(run: &'a Run) -> Self {
        let mut given =
            Given { operands: vec![], options: vec![], last_wins: false, separator: false };
        let mut words = run.words.iter().peekable();
        while let Some(word) = words.next() {
            if word.literal() == Some("--") {
                continue;
            }
            let Some(mut option) = GivenOption::of_word(word) else {
                given.operands.push(word);
                continue;
            };
            if option.values.is_empty() && !option.open {
                let next = words.peek().filter(|next| GivenOption::of_word(next).is_none());
                option.values.extend(next.map(|next| Cow::Borrowed(*next)));
            }
            given.options.push(option);
        }
        given
    }

    /// Whether one of these options is given. Any occurrence will do, since many options may be repeated.
    fn has(&self, flags: &[Flag]) -> Match {
        any_of(flags, |flag| {
            let given = self.in_force(flags).map(|option| option.is(flag)).max();
            given.unwrap_or(Match::No).max(self.has_letters(flag))
        })
    }

    /// Whether none of these options is in force at the end: of several with one name, the last decides.
    fn lacks(&self, flags: &[Flag]) -> Match {
        let given = any_of(flags, |flag| {
            let last = self.in_force(flags).find(|option| option.named(flag) != Match::No);
            last.map_or(Match::No, |option| option.is(flag)).max(self.has_letters(flag))
        });
        match given {
            Match::Must => Match::No,
            Match::Can => Match::Can,
            Match::No => Match::Must,
        }
    }

    /// Whether all the options are given that a bundle such as `-rf` stands for.
    fn has_letters(&self, bundle: &Flag) -> Match {
        let letters = bundle.letters.iter().map(|letter| self.has(std::slice::from_ref(letter)));
        letters.min().unwrap_or(Match::No)
    }

    /// The options from the last one back to where one of the flags is undone.
    fn in_force(&self, flags: &[Flag]) -> impl Iterator<Item = &GivenOption<'a>> {
        self.options.iter().rev().take_while(|option| !self.undoes(option, flags))
    }

    /// Whether an option is `--no-x` and a flag `--x`, or the other way round.
    fn undoes(&self, option: &GivenOption<'_>, flags: &[Flag]) -> bool {
        let negates = |one: &str, other: &str| {
            one.strip_prefix("--no-").is_some_and(|one| other.strip_prefix("--") == Some(one))
        };
        let opposite =
            |flag: &Flag| negates(option.name, &flag.name) || negates(&flag.name, option.name);
        self.last_wins && flags.iter().any(opposite)
    }

    fn has_slash_option(&self, texts: &[Text]) -> bool {
        let names = texts.iter().filter_map(|text| text.literal.as_deref());
        names
            .filter(|name| name.starts_with('/'))
            .any(|name| self.options.iter().any(|option| option.name.eq_ignore_ascii_case(name)))
    }
}

impl<'a> GivenOption<'a> {
    /// The option that a word is to a program whose grammar is not known.
    fn of_word(word: &'a Value) -> Option<Self> {
        let start = word.known_start();
        let is_whole = word.literal().is_some();
        if !start.starts_with('-') || (is_whole && start == "-") {
            return None;
        }
        let Some((name, value)) = start.split_once('=') else {
            return Some(GivenOption {
                name: start,
                open: !is_whole,
                bundle: is_bundle(start),
                values: vec![],
            });
        };
        let rest = word.pieces().iter().skip(1).cloned();
        let pieces = std::iter::once(Piece::Text(value.to_owned())).chain(rest).collect();
        let values = vec![Cow::Owned(Value::new(pieces))];
        Some(GivenOption { name, open: false, bundle: false, values })
    }

    fn is(&self, flag: &Flag) -> Match {
        let value = match &flag.value {
            None => Match::Must,
            Some(text) => any_of(&self.values, |value| match_text(text, value, false)),
        };
        self.named(flag).min(value)
    }

    fn named(&self, flag: &Flag) -> Match {
        let letter = flag.name.strip_prefix('-').filter(|letter| letter.len() == 1);
        if self.open && flag.name.starts_with(self.name) {
            Match::Can
        } else if self.name == flag.name {
            Match::Must
        } else if self.bundle && letter.is_some_and(|letter| self.name.contains(letter)) {
            Match::Can
        } else {
            Match::No
        }
    }
}

/// Whether a word may be several options of one letter each, as `-rf` is to most programs. Longer ones are more
/// likely one option with one dash, as in `java -version`.
fn is_bundle(word: &str) -> bool {
    let letters = word.strip_prefix('-').unwrap_or_default();
    (2..=4).contains(&letters.len())
        && letters.bytes().all(|letter| letter.is_ascii_alphabetic())
        && letters.char_indices().all(|(at, letter)| letters.find(letter) == Some(at))
}
