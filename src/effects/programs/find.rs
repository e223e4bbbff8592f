//! Owns find: where it starts, what narrows it, and what it does to what it finds; it does not look for files.
//!
//! Sources: POSIX XCU "find", the findutils manual 4.9, fd(1).

use super::entry::run;
use super::files::{Files, below, something_below};
use super::xargs::replaced;
use super::{Described, Started};
use crate::effects::options;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Hole, Piece, Value, paths};

/// Tests and options that take one argument.
const ONE_ARGUMENT: &[&str] = &[
    "-amin",
    "-anewer",
    "-atime",
    "-cmin",
    "-cnewer",
    "-context",
    "-ctime",
    "-fstype",
    "-gid",
    "-group",
    "-ilname",
    "-iname",
    "-inum",
    "-ipath",
    "-iregex",
    "-iwholename",
    "-links",
    "-lname",
    "-maxdepth",
    "-mindepth",
    "-mmin",
    "-mtime",
    "-name",
    "-newer",
    "-path",
    "-perm",
    "-regex",
    "-regextype",
    "-samefile",
    "-size",
    "-type",
    "-uid",
    "-used",
    "-user",
    "-wholename",
    "-xtype",
    "-printf",
    "-files0-from",
    "-fprint",
    "-fprint0",
    "-fls",
    "-Bmin",
    "-Btime",
    "-flags",
    "-newerXY",
];

/// Arguments that narrow nothing.
const NOT_NARROWING: &[&str] = &["-maxdepth", "-mindepth", "-regextype", "-printf", "-files0-from"];

/// How many names are told apart.
const MAXIMUM_NAMES: usize = 32;

/// find's own grammar; `None` for another program.
pub fn describe(name: &str, words: &[Value]) -> Option<Described> {
    let follow: super::Follow = match name {
        "find" | "gfind" | "bfs" => find,
        "fd" | "fdfind" => fd,
        _ => return None,
    };
    let arguments = match name {
        "fd" | "fdfind" => options::guess(words),
        _ => options::whole_words(ONE_ARGUMENT, words),
    };
    Some(Described { arguments, follow: Some(follow), ..Described::default() })
}

/// How far the tests before an action narrow what is found.
#[derive(Debug, Clone, Default)]
struct Narrowed {
    /// The names it may have, if a test says.
    names: Option<Vec<Value>>,
    /// Whether a test lets only some through.
    some: bool,
    /// Whether only the start itself, or little, is left out.
    below: bool,
    /// Whether all files are let through, and nothing else.
    files: bool,
}

impl Narrowed {
    /// What is let through by this and another test.
    fn and(self, other: Narrowed) -> Narrowed {
        Narrowed {
            names: self.names.or(other.names),
            some: self.some || other.some,
            below: self.below || other.below,
            files: (self.files || other.files)
                && (self.files || !self.some)
                && (other.files || !other.some),
        }
    }

    /// What is let through by this or another test.
    fn or(self, other: Narrowed) -> Narrowed {
        let names = self.names.zip(other.names).map(|(mut names, others)| {
            names.extend(others);
            names
        });
        let names = names.filter(|names| names.len() <= MAXIMUM_NAMES);
        Narrowed {
            names,
            some: self.some && other.some,
            below: self.below && other.below,
            files: self.files && other.files,
        }
    }
}

/// An expression, read word by word.
struct Expression<'e> {
    words: &'e [Value],
    starts: Vec<Value>,
    depth: Option<u32>,
}

fn find(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = &started.run.words;
    let is_option = |word: &&Value| {
        matches!(word.literal(), Some("-H" | "-L" | "-P" | "-E" | "-X" | "-d" | "-s" | "-x"))
    };
    let options = words.iter().take_while(is_option).count();
    let is_start = |word: &&Value| {
        !word.known_start().starts_with('-') && !matches!(word.literal(), Some("(" | "!" | ","))
    };
    let mut starts: Vec<Value> = words.iter().skip(options).take_while(is_start).cloned().collect();
    let words = words.get(options + starts.len()..).unwrap_or_default();
    if starts.is_empty() {
        starts.push(Value::from("."));
    }
    let depth =
        words.windows(2).find(|pair| pair.first().and_then(Value::literal) == Some("-maxdepth"));
    let depth = depth.and_then(|pair| pair.last()?.literal()?.parse().ok());
    Expression { words, starts, depth }.follow(walk, started, scope);
}

impl Expression<'_> {
    fn follow(&self, walk: &mut Walk, started: &Started, scope: &mut Scope) {
        let mut groups: Vec<(Narrowed, Option<Narrowed>, bool)> = Vec::new();
        let mut narrowed = Narrowed::default();
        let mut others: Option<Narrowed> = None;
        let mut negated = false;
        let mut rest = self.words;
        while let Some((word, after)) = rest.split_first() {
            rest = after;
            let name = word.literal().unwrap_or_default();
            match name {
                "!" | "-not" => {
                    negated = !negated;
                    continue;
                }
                "(" => {
                    groups.push((std::mem::take(&mut narrowed), others.take(), negated));
                }
                ")" => {
                    let inner = match others.take() {
                        Some(others) => others.or(narrowed),
                        None => narrowed,
                    };
                    let (outer, outer_others, group_negated) = groups.pop().unwrap_or_default();
                    others = outer_others;
                    let inner = if group_negated {
                        Narrowed { below: true, ..Narrowed::default() }
                    } else {
                        inner
                    };
                    narrowed = outer.and(inner);
                }
                "-o" | "-or" | "," => {
                    let before = std::mem::take(&mut narrowed);
                    others = Some(match others.take() {
                        Some(others) => others.or(before),
                        None => before,
                    });
                }
                "-exec" | "-execdir" | "-ok" | "-okdir" => {
                    let (command, after) = command_of(rest);
                    rest = after;
                    self.run(walk, started, command, (&narrowed, name.ends_with("dir")), scope);
                }
                "-delete" => self.delete(walk, started, &narrowed, scope),
                "-fprint" | "-fprint0" | "-fls" | "-fprintf" => {
                    let (files, after) = rest.split_at_checked(1).unwrap_or_default();
                    Files::new(walk, started, scope).all(Access::Write, files, false);
                    rest = after.get(usize::from(name == "-fprintf")..).unwrap_or_default();
                }
                _ => {
                    let takes = ONE_ARGUMENT.contains(&name) || name.starts_with("-newer");
                    let argument = rest.first().filter(|_| takes);
                    rest = rest.get(usize::from(takes)..).unwrap_or_default();
                    narrowed = narrowed.and(test(name, argument, negated));
                }
            }
            negated = false;
        }
    }

    /// The paths that `{}` may stand for, and whether they are what lies directly below.
    fn found(&self, narrowed: &Narrowed) -> Vec<Value> {
        let mut found = Vec::new();
        for start in &self.starts {
            match (&narrowed.names, narrowed.some) {
                (Some(names), _) => found.extend(names.iter().map(|name| match self.depth {
                    Some(0 | 1) => below(start, name),
                    _ => below(&something_below(start), name),
                })),
                (None, true) => found.push(something_below(start)),
                (None, false) if narrowed.below => {
                    found.push(below(start, &Value::new(vec![Piece::Hole(Hole::glob("*"))])));
                }
                (None, false) => found.push(start.clone()),
            }
        }
        found
    }

    fn run(
        &self,
        walk: &mut Walk,
        started: &Started,
        command: &[Value],
        (narrowed, in_place): (&Narrowed, bool),
        scope: &mut Scope,
    ) {
        for path in self.found(narrowed) {
            let mut own = scope.clone();
            let item = match in_place {
                false => path,
                true => {
                    let place = own.directories.iter().map(|from| {
                        let start = self.starts.first().cloned().unwrap_or_default();
                        paths::absolute(&something_below(&start), from)
                    });
                    own.directories = place.collect();
                    below(&Value::from("."), &paths::name(&path))
                }
            };
            let words = command.iter().map(|word| replaced(word, "{}", &item)).collect();
            run(walk, started, words, &mut own);
        }
    }

    /// `-delete` removes empty directories only, but everything in them first.
    fn delete(&self, walk: &mut Walk, started: &Started, narrowed: &Narrowed, scope: &Scope) {
        // Where all files go, a tree is lost, though its directories stay.
        let lost = match narrowed.files && narrowed.names.is_none() {
            true => Narrowed { below: true, ..Narrowed::default() },
            false => narrowed.clone(),
        };
        let whole = lost.names.is_none() && !lost.some;
        let mut files = Files::new(walk, started, scope);
        files.all(Access::Delete, &self.found(&lost), whole);
    }
}

/// The words of a command up to `;`, or to `+` behind `{}`, and what follows.
fn command_of(words: &[Value]) -> (&[Value], &[Value]) {
    let is_end = |index: usize| match words.get(index).and_then(Value::literal) {
        Some(";") => true,
        Some("+") => index > 0 && words.get(index - 1).and_then(Value::literal) == Some("{}"),
        _ => false,
    };
    let end = (0..words.len()).find(|index| is_end(*index)).unwrap_or(words.len());
    (words.get(..end).unwrap_or_default(), words.get(end + 1..).unwrap_or_default())
}

/// What one test lets through.
fn test(name: &str, argument: Option<&Value>, negated: bool) -> Narrowed {
    let argument_is = |text: &str| argument.and_then(Value::literal) == Some(text);
    match name {
        // These always hold, or say how to go.
        "-print"
        | "-print0"
        | "-ls"
        | "-depth"
        | "-d"
        | "-true"
        | "-xdev"
        | "-mount"
        | "-follow"
        | "-a"
        | "-and"
        | "-daystart"
        | "-noleaf"
        | "-quit"
        | "-warn"
        | "-nowarn"
        | "-ignore_readdir_race" => Narrowed::default(),
        "-mindepth" => Narrowed { below: !argument_is("0"), ..Narrowed::default() },
        name if NOT_NARROWING.contains(&name) => Narrowed::default(),
        // Directories are found with all that is in them, and what is left out is little.
        "-type" if argument_is("d") => Narrowed { below: true, ..Narrowed::default() },
        "-type" if argument_is("f") && !negated => {
            Narrowed { some: true, below: true, files: true, ..Narrowed::default() }
        }
        "-prune" | "-path" | "-wholename" if negated => {
            Narrowed { below: true, ..Narrowed::default() }
        }
        _ if negated => Narrowed { below: true, ..Narrowed::default() },
        "-name" | "-iname" => Narrowed {
            names: argument.map(|pattern| vec![from_pattern(pattern)]),
            some: !argument_is("*"),
            below: true,
            files: false,
        },
        _ => Narrowed { some: true, below: true, ..Narrowed::default() },
    }
}

/// The names that a pattern fits: its wildcards are holes.
fn from_pattern(pattern: &Value) -> Value {
    let mut name = Value::default();
    for piece in pattern.pieces() {
        let Piece::Text(text) = piece else {
            name.push(piece.clone());
            continue;
        };
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            name.push(match letter {
                '*' | '?' => Piece::Hole(Hole::glob(letter.to_string())),
                '[' => {
                    let mut spelling = String::from("[");
                    spelling.extend(letters.by_ref().take_while(|one| *one != ']'));
                    spelling.push(']');
                    Piece::Hole(Hole::glob(spelling))
                }
                '\\' => Piece::Text(letters.next().map(String::from).unwrap_or_default()),
                other => Piece::Text(other.to_string()),
            });
        }
    }
    name
}

/// `fd PATTERN [DIRECTORY] -x COMMAND`: what is found is appended unless `{}` says where it goes.
fn fd(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = &started.run.words;
    let is_exec =
        |word: &Value| matches!(word.literal(), Some("-x" | "--exec" | "-X" | "--exec-batch"));
    let Some(at) = words.iter().position(is_exec) else { return };
    let (command, _) = command_of(words.get(at + 1..).unwrap_or_default());
    let item = Value::new(vec![Piece::Hole(Hole::new("…"))]);
    let mut command: Vec<Value> = command.iter().map(|word| replaced(word, "{}", &item)).collect();
    if !words.iter().skip(at).any(|word| word.to_string().contains('{')) {
        command.push(item);
    }
    run(walk, started, command, scope);
}
