//! Owns what a program is given, as command patterns ask about it; it does not read patterns, nor know any program's grammar.

use super::Match;
use super::command_pattern::{any_of, match_text};
use super::command_syntax::{Flag, Text};
use crate::effects::{Piece, Run, Value};
use std::borrow::Cow;
use std::cell::OnceCell;

/// A program's arguments, as far as they matter to patterns.
pub(super) struct Given<'a> {
    /// The operands in their order.
    pub operands: Vec<&'a Value>,
    options: Vec<GivenOption<'a>>,
    /// Whether the program's grammar is known: then `--no-x` takes back an `--x` before it, and an option's value is none of
    /// the operands.
    is_known: bool,
    /// Whether `--` stands among the words.
    pub separator: bool,
    /// The operands once more, told apart as those of a program that this one runs (`sudo rm -rf x`), when that is asked.
    inner: OnceCell<Box<Given<'a>>>,
}

/// One option that is given.
pub(super) struct GivenOption<'a> {
    name: &'a str,
    /// Whether the name goes on in a hole.
    open: bool,
    /// Whether it may be several options of one letter each.
    bundle: bool,
    /// What its value may be.
    values: Vec<Cow<'a, Value>>,
}

impl<'a> Given<'a> {
    /// What a program is given that runs.
    pub fn of(run: &'a Run) -> Self {
        let mut given = match run.arguments.known {
            true => Given::known(run),
            false => Given::unknown(run.words.iter()),
        };
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
            is_known: true,
            separator: false,
            inner: OnceCell::new(),
        }
    }

    /// Without a grammar, words with a dash are options, anywhere, and all others are operands. A word after an
    /// option may be its value as well.
    fn unknown(words: impl Iterator<Item = &'a Value>) -> Self {
        let (operands, options) = (Vec::new(), Vec::new());
        let mut given =
            Given { operands, options, is_known: false, separator: false, inner: OnceCell::new() };
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            if word.literal() == Some("--") {
                continue;
            }
            let Some(mut option) = GivenOption::of_word(word) else {
                given.operands.push(word);
                continue;
            };
            if option.values.is_empty() && !option.open {
                let next = words.peek().filter(|next| !is_option(next));
                option.values.extend(next.map(|next| Cow::Borrowed(*next)));
            }
            given.options.push(option);
        }
        given
    }

    /// Whether one of these options is given; `inside` is behind an operand. Any occurrence will do, since many options may
    /// be repeated.
    pub fn has(&self, flags: &[Flag], inside: bool) -> Match {
        let own = any_of(flags, |flag| {
            let given = self.in_force(flags).map(|option| option.is(flag)).max();
            given.unwrap_or(Match::No).max(self.has_letters(flag)).max(self.has_joined(flag))
        });
        own.max(self.inner(inside).map_or(Match::No, |inner| inner.has(flags, false)))
    }

    /// Whether none of these options is in force at the end: of several with one name, the last decides.
    pub fn lacks(&self, flags: &[Flag], inside: bool) -> Match {
        let inner = self.inner(inside).map_or(Match::Must, |inner| inner.lacks(flags, false));
        inner.min(self.lacks_itself(flags))
    }

    /// Whether words with a dash among the operands are options of another program: behind `--` they are operands indeed.
    fn may_run_another(&self) -> bool {
        self.is_known && !self.separator
    }

    fn inner(&self, inside: bool) -> Option<&Given<'a>> {
        let read = || Box::new(Given::unknown(self.operands.iter().copied()));
        let is_there = inside
            && self.may_run_another()
            && self.operands.iter().any(|operand| is_option(operand));
        is_there.then(|| self.inner.get_or_init(read).as_ref())
    }

    /// The operands with their places, from the next on, until one fits: words of an inner program's options lie between.
    pub fn next_operand(
        &self,
        operands: &mut impl Iterator<Item = (usize, &'a Value)>,
        fits: impl Fn(usize, &Value) -> Match,
    ) -> Match {
        for (index, operand) in operands {
            let fit = fits(index, operand);
            if fit != Match::No || !self.may_run_another() || !is_option(operand) {
                return fit;
            }
        }
        Match::No
    }

    fn lacks_itself(&self, flags: &[Flag]) -> Match {
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

    /// Whether one of these options is given, and takes such a value out of the next word. Only a grammar tells; without
    /// one, that word is an operand.
    pub fn has_value(&self, flags: &[Flag], texts: &[Text]) -> Match {
        any_of(flags, |flag| {
            // The value of a bundle is that of its last letter: `tar -xf FILE`.
            let is_named = |option: &GivenOption| {
                let last = flag.letters.last().map(|letter| option.named(letter));
                option.named(flag).max(last.unwrap_or(Match::No))
            };
            let given = self.in_force(flags).filter(|_| self.is_known && flag.value.is_none());
            let given = given.map(|option| is_named(option).min(option.has_value(texts)));
            given.max().unwrap_or(Match::No)
        })
    }

    /// Whether all the options are given that a bundle such as `-rf` stands for.
    fn has_letters(&self, bundle: &Flag) -> Match {
        let letters =
            bundle.letters.iter().map(|letter| self.has(std::slice::from_ref(letter), false));
        letters.min().unwrap_or(Match::No)
    }

    /// Whether the last of the letters has the others for its value: `-XPOST`, `-qO-`.
    fn has_joined(&self, flag: &Flag) -> Match {
        let letters =
            flag.name.strip_prefix('-').filter(|it| self.is_known && !it.starts_with('-'));
        for (at, letter) in letters.unwrap_or_default().char_indices() {
            let (own, rest) = flag.name.split_at(at + '-'.len_utf8() + letter.len_utf8());
            let is_it = |option: &&GivenOption| option.name.strip_prefix('-') == own.get(at + 1..);
            let mut given = self.options.iter().filter(is_it);
            let has =
                |option: &GivenOption| option.values.iter().any(|it| it.literal() == Some(rest));
            let mut found = given.clone();
            if !rest.is_empty() && found.any(has) {
                return Match::Must;
            }
            if !given.any(|option| option.values.is_empty()) {
                break;
            }
        }
        Match::No
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
        self.is_known && flags.iter().any(opposite)
    }

    /// The option that is one of these, which begin with `/`.
    pub fn slash_option(&self, texts: &[Text]) -> Option<&GivenOption<'a>> {
        let names = texts.iter().filter_map(|text| text.literal.as_deref());
        names
            .filter(|name| name.starts_with('/'))
            .find_map(|name| self.options.iter().find(|it| it.name.eq_ignore_ascii_case(name)))
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
        let value = flag.value.as_ref().map(std::slice::from_ref);
        self.named(flag).min(value.map_or(Match::Must, |value| self.has_value(value)))
    }

    /// Whether its value is one of these.
    pub fn has_value(&self, texts: &[Text]) -> Match {
        any_of(&self.values, |value| any_of(texts, |text| match_text(text, value, false)))
    }

    /// Whether it is an option of Windows, which `-x` names as well as `/x`.
    fn is_slash(&self, name: &str) -> bool {
        let both = self.name.strip_prefix('/').zip(name.strip_prefix('-'));
        both.is_some_and(|(own, name)| own.eq_ignore_ascii_case(name))
    }

    fn named(&self, flag: &Flag) -> Match {
        let letter = flag.name.strip_prefix('-').filter(|letter| letter.len() == 1);
        if self.open && flag.name.starts_with(self.name) {
            Match::Can
        } else if self.name == flag.name || self.is_slash(&flag.name) {
            Match::Must
        } else if self.bundle && letter.is_some_and(|letter| self.name.contains(letter)) {
            Match::Can
        } else {
            Match::No
        }
    }
}

/// Whether a word is an option to programs whose grammar is not known.
fn is_option(word: &Value) -> bool {
    GivenOption::of_word(word).is_some()
}

/// Whether a word may be several options of one letter each, as `-rf` is to most programs. Longer ones are more
/// likely one option with one dash, as in `java -version`.
fn is_bundle(word: &str) -> bool {
    let letters = word.strip_prefix('-').unwrap_or_default();
    (2..=4).contains(&letters.len())
        && letters.bytes().all(|letter| letter.is_ascii_alphabetic())
        && letters.char_indices().all(|(at, letter)| letters.find(letter) == Some(at))
}
