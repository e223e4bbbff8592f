//! Owns how a command pattern is written; it does not match.

use super::wildcard::{Class, Token};

/// The longest pattern, in bytes.
const MAX_LENGTH: usize = 4_096;

/// What of a command a pattern asks for after the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Term {
    /// The next operand is one of these.
    Operand(Vec<Text>),
    /// One of these options is given.
    Option(Vec<Flag>),
    /// None of these options is given.
    NoOption(Vec<Flag>),
    /// `--` stands among the words.
    Separator,
}

/// An option, and its value if that matters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flag {
    /// The name with its dashes.
    pub name: String,
    /// The value.
    pub value: Option<Text>,
    /// The options of one letter each that it may stand for: `-rf` is `-r` and `-f` to most programs.
    pub letters: Vec<Flag>,
}

/// Text with wildcards; `*` stands for any text, with `/` too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text {
    /// All of it.
    pub tokens: Vec<Token>,
    /// The same, if it has no wildcards.
    pub literal: Option<String>,
}

impl Text {
    /// No text.
    pub fn empty() -> Text {
        Text { tokens: Vec::new(), literal: Some(String::new()) }
    }

    /// Whether it begins with a dash, as no command does.
    pub fn has_dash(&self) -> bool {
        self.tokens.first() == Some(&Token::Char('-'))
    }

    /// Text in which `*` stands for any text, `?` for a character and `[…]` for one of several.
    pub fn wildcard(text: &str) -> Result<Text, String> {
        if text.is_empty() || text.len() > MAX_LENGTH {
            return Err(format!("expected a name of 1 to {MAX_LENGTH} bytes"));
        }
        let letter = |letter| Letter { letter, quoting: Quoting::Bare };
        Word { letters: text.chars().map(letter).collect() }.text()
    }
}

/// The program's alternatives, and what is asked of its arguments.
pub(super) type Parsed = (Vec<Text>, Vec<Term>);

/// Reads a pattern.
pub(super) fn parse(text: &str) -> Result<Parsed, String> {
    if text.len() > MAX_LENGTH {
        return Err(format!(
            "expected a command of at most {MAX_LENGTH} bytes, not {}",
            text.len()
        ));
    }
    let mut words = split_words(text)?;
    // `git-push` is how git itself names its programs (git(1), --exec-path): each is a run of git.
    let is_named = |word: &&Word| {
        word.starts_with("git-") && word.letters.len() > 4 && word.find('|').is_none()
    };
    if let Some(word) = words.first().filter(is_named) {
        let both = [word.before(3), word.after(4)];
        words.splice(..1, both);
    }
    let Some((program, arguments)) = words.split_first() else {
        return Err("expected a command such as `git push --force`, not an empty one".to_owned());
    };
    if program.starts_with("-") || program.starts_with("!") {
        return Err(format!("expected a program before `{}`", program.show()));
    }
    if program.find('=').is_some() {
        return Err(format!(
            "expected a program, not `{}`; assignments are matched by the key `env`",
            program.show()
        ));
    }
    if let Some(word) = words.iter().find(|word| word.is_replaced()) {
        return Err(format!(
            "expected words as the program gets them, not `{}`, which the shell replaces; `*` stands \
             for any text, and files are named by keys such as `delete`",
            word.show()
        ));
    }
    let program = program.alternatives()?.iter().map(Word::text).collect::<Result<_, _>>()?;
    let terms = arguments.iter().map(parse_term).collect::<Result<_, _>>()?;
    Ok((program, terms))
}

fn parse_term(word: &Word) -> Result<Term, String> {
    if word.starts_with("!") {
        let option = word.after(1);
        if !option.starts_with("-") {
            return Err(format!("expected an option after `!`, not `{}`", option.show()));
        }
        return Ok(Term::NoOption(parse_flags(&option)?));
    }
    let is_dash = word.letters.len() == 1;
    if !word.starts_with("-") || is_dash {
        let texts = word.alternatives()?.iter().map(Word::text).collect::<Result<_, _>>()?;
        return Ok(Term::Operand(texts));
    }
    if word.starts_with("--") && word.letters.len() == 2 {
        return Ok(Term::Separator);
    }
    parse_flags(word).map(Term::Option)
}

fn parse_flags(word: &Word) -> Result<Vec<Flag>, String> {
    word.alternatives()?.iter().map(parse_flag).collect()
}

fn parse_flag(word: &Word) -> Result<Flag, String> {
    let equals = word.letters.iter().position(|known| known.letter == '=');
    let name = word.before(equals.unwrap_or(word.letters.len()));
    let value = equals.map(|equals| word.after(equals + 1).text()).transpose()?;
    let shown = name.show();
    if !name.starts_with("-") || shown.trim_start_matches('-').is_empty() {
        return Err(format!("expected an option such as `--force` or `-f`, not `{}`", word.show()));
    }
    if ['*', '?', '['].into_iter().any(|letter| name.find(letter).is_some()) {
        return Err(format!("expected an option's name without wildcards, not `{shown}`"));
    }
    let letters = if value.is_none() { letters_of(&shown) } else { Vec::new() };
    Ok(Flag { name: shown, value, letters })
}

fn letters_of(name: &str) -> Vec<Flag> {
    let letters = name.strip_prefix('-').unwrap_or_default();
    if letters.len() < 2 || !letters.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
        return Vec::new();
    }
    let flag = |letter| Flag { name: format!("-{letter}"), value: None, letters: Vec::new() };
    letters.chars().map(flag).collect()
}

/// One word of a pattern.
#[derive(Debug, Default)]
struct Word {
    letters: Vec<Letter>,
}

#[derive(Debug, Clone, Copy)]
struct Letter {
    letter: char,
    quoting: Quoting,
}

/// How a letter is quoted. Quoted wildcards stand for themselves, and `'-1'` is no option; double quotes only group,
/// so that `"--message=a b"` is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quoting {
    Bare,
    Single,
    Double,
}

/// What belongs to a shell rather than to one command.
const OPERATORS: [&str; 10] = ["|", "|&", "||", "&", "&&", ";", "<", ">", ">>", "<<"];

fn split_words(text: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    let mut word: Option<Word> = None;
    let mut quoting = Quoting::Bare;
    for letter in text.chars() {
        quoting = match (quoting, letter) {
            (Quoting::Bare, '\'') => Quoting::Single,
            (Quoting::Bare, '"') => Quoting::Double,
            (Quoting::Single, '\'') | (Quoting::Double, '"') => Quoting::Bare,
            (Quoting::Bare, letter) if letter.is_whitespace() => {
                words.extend(word.take());
                continue;
            }
            (quoting, letter) => {
                word.get_or_insert_default().letters.push(Letter { letter, quoting });
                continue;
            }
        };
        // Quotes make a word even if nothing is between them.
        word.get_or_insert_default();
    }
    match quoting {
        Quoting::Single => return Err("expected a `'` that closes the quotes".to_owned()),
        Quoting::Double => return Err("expected a `\"` that closes the quotes".to_owned()),
        Quoting::Bare => words.extend(word),
    }
    let operator = words.iter().filter(|word| word.is_bare()).map(Word::show);
    match operator.into_iter().find(|word| OPERATORS.contains(&word.as_str())) {
        Some(operator) => Err(format!("expected one command, without `{operator}`")),
        None => Ok(words),
    }
}

impl Word {
    fn is_bare(&self) -> bool {
        self.letters.iter().all(|letter| letter.quoting == Quoting::Bare)
    }

    /// Whether it starts so, and not in single quotes.
    fn starts_with(&self, start: &str) -> bool {
        let mut letters = self.letters.iter();
        start.chars().all(|expected| {
            letters
                .next()
                .is_some_and(|known| known.letter == expected && known.quoting != Quoting::Single)
        })
    }

    /// Whether a shell puts a home or the value of a variable in its place: such a pattern would fit nothing.
    fn is_replaced(&self) -> bool {
        let begins_variable = |letter: char| letter.is_ascii_alphabetic() || "_{(".contains(letter);
        let has_variable = self.letters.windows(2).any(|pair| match pair {
            [dollar, next] => {
                dollar.letter == '$'
                    && dollar.quoting != Quoting::Single
                    && begins_variable(next.letter)
            }
            _ => false,
        });
        has_variable || self.find('~') == Some(0)
    }

    /// Where a letter stands that is not quoted.
    fn find(&self, letter: char) -> Option<usize> {
        let bare = |known: &Letter| known.quoting == Quoting::Bare && known.letter == letter;
        self.letters.iter().position(bare)
    }

    fn before(&self, end: usize) -> Word {
        Word { letters: self.letters.iter().take(end).copied().collect() }
    }

    fn after(&self, start: usize) -> Word {
        Word { letters: self.letters.iter().skip(start).copied().collect() }
    }

    /// The words between `|`.
    fn alternatives(&self) -> Result<Vec<Word>, String> {
        let is_bar = |letter: &Letter| letter.quoting == Quoting::Bare && letter.letter == '|';
        let words: Vec<Word> =
            self.letters.split(is_bar).map(|letters| Word { letters: letters.to_vec() }).collect();
        if words.len() > 1 && words.iter().any(|word| word.letters.is_empty()) {
            return Err(format!(
                "expected an alternative on both sides of `|` in `{}`",
                self.show()
            ));
        }
        Ok(words)
    }

    /// Without its quotes.
    fn show(&self) -> String {
        self.letters.iter().map(|letter| letter.letter).collect()
    }

    /// With its wildcards.
    fn text(&self) -> Result<Text, String> {
        let mut tokens = Vec::new();
        let mut letters = self.letters.iter();
        while let Some(Letter { letter, quoting }) = letters.next().copied() {
            tokens.push(match letter {
                letter if quoting != Quoting::Bare => Token::literal(letter),
                '*' => Token::Rest,
                '?' => Token::AnyChar,
                '[' => {
                    let rest: String = letters.clone().map(|letter| letter.letter).collect();
                    let mut rest = rest.chars().peekable();
                    let class = Class::parse(&mut rest)?;
                    letters = self.last(rest.count());
                    Token::Class(Box::new(class))
                }
                letter => Token::literal(letter),
            });
        }
        let is_literal = |token: &Token| matches!(token, Token::Char(_) | Token::Slash);
        let literal = tokens.iter().all(is_literal).then(|| self.show());
        Ok(Text { tokens, literal })
    }

    /// The last letters.
    fn last(&self, count: usize) -> std::slice::Iter<'_, Letter> {
        let start = self.letters.len().saturating_sub(count);
        self.letters.get(start..).unwrap_or_default().iter()
    }
}
