//! Owns command patterns and how they match programs that run; it does not know any program's grammar.

use super::Match;
use super::command_syntax::{self, Flag, Parsed, Term, Text};
use super::given::{Given, GivenOption};
use super::plain;
use super::wildcard::{Filling, Reach, Symbol, Token, Wildcard};
use crate::effects::{Piece, Run, Value};
use std::cell::OnceCell;

/// A command as a person writes it, to be matched with what runs.
///
/// The first word is the program, by name, or by path if it has a `/`. Bare words are operands, in order from the
/// first. Options are given anywhere: `--flag|-f` any of them, `--x=v` or `--x v` with this value, `!--flag` none of them.
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

/// The length of a pattern's program, if that is written without quotes, paths and signs other than `*`; else 0. So it is
/// for `git-push`, which is read as `git push`.
fn plain_program(text: &str) -> usize {
    if text.starts_with("git-") {
        return 0;
    }
    let length = text.find(' ').unwrap_or(text.len());
    let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || b"-_.+@|*".contains(&letter);
    if text.bytes().take(length).all(is_plain) { length } else { 0 }
}

/// What stands before a term.
enum Before<'t> {
    /// Options.
    Flags(&'t [Flag]),
    /// An option that is written with `/`, as it is given.
    Slash(&'t GivenOption<'t>),
    /// Anything else.
    Other,
}

fn match_arguments(terms: &[Term], given: &Given<'_>) -> Match {
    let mut operands = given.operands.iter().copied().enumerate();
    let mut surest = Match::Must;
    let mut before = Before::Other;
    // Behind an operand may stand the options of a program that this one runs.
    let mut inside = false;
    for term in terms {
        let behind = std::mem::replace(&mut before, Before::Other);
        let matched = match term {
            Term::Operand(texts) => {
                // `/s` is an option to programs that write options so.
                if let Some(option) = given.slash_option(texts) {
                    before = Before::Slash(option);
                    continue;
                }
                // `POST` in `curl -X POST` is no operand of curl's.
                let value = match behind {
                    Before::Flags(flags) => given.has_value(flags, texts),
                    Before::Slash(option) => option.has_value(texts),
                    Before::Other => Match::No,
                };
                match value {
                    Match::No => {
                        inside = true;
                        let fits = |index, operand: &Value| match_operand(texts, index, operand);
                        given.next_operand(&mut operands, fits)
                    }
                    value => value,
                }
            }
            Term::Option(flags) => {
                before = Before::Flags(flags);
                given.has(flags, inside)
            }
            Term::NoOption(flags) => given.lacks(flags, inside),
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

/// How surely an operand is one of these. `git $X` may be any command of git; `git checkout "$BRANCH"` says what is done,
/// and a rule on `git checkout .` that asked about it would be nagging. No command begins with a dash: `kill "$PID"` is
/// not worth a question under a rule on `kill '-1'`.
fn match_operand(texts: &[Text], index: usize, operand: &Value) -> Match {
    any_of(texts, |text| match match_text(text, operand, false) {
        Match::Can if operand.is_all_hole() && (index > 0 || text.has_dash()) => Match::No,
        // `kill -- -$GROUP`
        Match::Can if text.has_dash() && is_dash_and_hole(operand) => Match::No,
        matched => matched,
    })
}

/// How surely any of a list matches.
pub(super) fn any_of<T>(list: &[T], matched: impl Fn(&T) -> Match) -> Match {
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
