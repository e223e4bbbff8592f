//! Owns find: where it starts, what narrows it, and what it does to what it finds; it does not look for files.
//!
//! Sources: POSIX XCU "find", the findutils manual 4.9, fd(1).

use super::entry::run;
use super::files::{Files, below, something_below};
use super::narrowing::{Narrowed, either, test};
use super::xargs::replaced;
use super::{Described, Started};
use crate::effects::options;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Action, Hole, PathAction, Piece, Value, paths};

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

/// An expression, read word by word.
struct Expression<'e> {
    words: &'e [Value],
    starts: Vec<Value>,
    depth: Option<u32>,
}

fn find(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut expression = Expression::read(&started.run.words);
    if let Some(list) = expression.said("-files0-from") {
        let mut files = Files::new(walk, started, scope);
        files.all(Access::Read, std::slice::from_ref(list), false);
        expression.starts = files.listed(list, '\0');
    }
    let follows = |word: &Value| matches!(word.literal(), Some("-H" | "-L" | "-follow"));
    if started.run.words.iter().any(follows) {
        expression.starts.iter_mut().for_each(through_link);
    }
    expression.follow(walk, started, scope);
}

/// Makes a start that may be a link mean what that leads to.
fn through_link(start: &mut Value) {
    if start.literal().is_some_and(|start| !start.ends_with(['/', '.'])) {
        start.push(Piece::Text("/".to_owned()));
    }
}

/// The paths that `find` prints, as far as its words say, each with what ends it. `None` if it prints something else.
pub fn listed(words: &[Value]) -> Option<Value> {
    let expression = Expression::read(words);
    let mut text = Value::default();
    for (deed, narrowed) in expression.deeds() {
        let Deed::Prints(end) = deed else { return None };
        for path in expression.found(&narrowed) {
            text.append(&path);
            text.append(&Value::from(end));
        }
    }
    Some(text)
}

/// What an expression does to what its tests let through.
enum Deed<'e> {
    /// `-exec` and the like; whether each command runs where the file lies.
    Runs(&'e [Value], bool),
    /// `-delete`
    Deletes,
    /// `-print`, which is also done where nothing is said; what ends each path.
    Prints(&'static str),
    /// `-fprint` and the like: a list goes to a file.
    Writes(&'e [Value]),
    /// `-ls`, `-printf`: a list whose lines are no paths.
    Tells,
}

impl<'e> Expression<'e> {
    fn read(words: &'e [Value]) -> Self {
        let is_option = |word: &&Value| {
            matches!(word.literal(), Some("-H" | "-L" | "-P" | "-E" | "-X" | "-d" | "-s" | "-x"))
        };
        let options = words.iter().take_while(is_option).count();
        let is_start = |word: &&Value| {
            !word.known_start().starts_with('-') && !matches!(word.literal(), Some("(" | "!" | ","))
        };
        let mut starts: Vec<Value> =
            words.iter().skip(options).take_while(is_start).cloned().collect();
        let words = words.get(options + starts.len()..).unwrap_or_default();
        if starts.is_empty() {
            starts.push(Value::from("."));
        }
        let mut expression = Expression { words, starts, depth: None };
        expression.depth =
            expression.said("-maxdepth").and_then(|depth| depth.literal()?.parse().ok());
        expression
    }

    /// The word after one of this name.
    fn said(&self, name: &str) -> Option<&'e Value> {
        let mut pairs = self.words.windows(2);
        let pair = pairs.find(|pair| pair.first().and_then(Value::literal) == Some(name));
        pair.and_then(|pair| pair.last())
    }

    fn follow(&self, walk: &mut Walk, started: &Started, scope: &mut Scope) {
        for (deed, narrowed) in self.deeds() {
            match deed {
                Deed::Runs(command, in_place) => {
                    self.run(walk, started, command, (&narrowed, in_place), scope);
                }
                Deed::Deletes => self.delete(walk, started, &narrowed, scope),
                Deed::Writes(files) => {
                    Files::new(walk, started, scope).all(Access::Write, files, false);
                }
                Deed::Prints(_) | Deed::Tells => {}
            }
        }
    }

    /// What is done, each with what is let through to it, in the order in which the words say so.
    fn deeds(&self) -> Vec<(Deed<'e>, Narrowed)> {
        let mut deeds = Vec::new();
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
                    let inner = either(others.take(), narrowed);
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
                    others = Some(either(others.take(), std::mem::take(&mut narrowed)));
                }
                "-exec" | "-execdir" | "-ok" | "-okdir" => {
                    let (command, after) = command_of(rest);
                    rest = after;
                    deeds.push((Deed::Runs(command, name.ends_with("dir")), narrowed.clone()));
                }
                "-delete" => deeds.push((Deed::Deletes, narrowed.clone())),
                "-print" => deeds.push((Deed::Prints("\n"), narrowed.clone())),
                "-print0" => deeds.push((Deed::Prints("\0"), narrowed.clone())),
                "-ls" => deeds.push((Deed::Tells, narrowed.clone())),
                "-printf" => {
                    rest = rest.get(1..).unwrap_or_default();
                    deeds.push((Deed::Tells, narrowed.clone()));
                }
                "-fprint" | "-fprint0" | "-fls" | "-fprintf" => {
                    let (files, after) = rest.split_at_checked(1).unwrap_or_default();
                    deeds.push((Deed::Writes(files), narrowed.clone()));
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
        if deeds.is_empty() {
            deeds.push((Deed::Prints("\n"), either(others, narrowed)));
        }
        deeds
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
                (None, false) if narrowed.files => found.push(something_below(start)),
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
                    let start = self.starts.first().cloned().unwrap_or_default();
                    let is_deep = narrowed.names.is_some() || narrowed.some || narrowed.files;
                    let (place, name) = match (is_deep, narrowed.below) {
                        (true, _) => (something_below(&start), paths::name(&path)),
                        (false, true) => (start, paths::name(&path)),
                        // What it starts at lies in the directory above; `.` has no other name.
                        (false, false) => (below(&start, &Value::from("..")), paths::name(&path)),
                    };
                    walk.go_below(&place, &mut own);
                    below(&Value::from("."), &name)
                }
            };
            let words = command.iter().map(|word| replaced(word, "{}", &item)).collect();
            let from = walk.effects.len();
            run(walk, started, words, &mut own);
            let is_delete = |action: &Action| {
                matches!(action, Action::Path(PathAction { access: Access::Delete, .. }))
            };
            if narrowed.files
                && walk.effects.since(from).iter().any(|effect| is_delete(&effect.action))
            {
                self.delete(walk, started, narrowed, scope);
            }
        }
    }

    /// `-delete` removes empty directories only, but everything in them first. Directories without their files are as
    /// good as gone.
    fn delete(&self, walk: &mut Walk, started: &Started, narrowed: &Narrowed, scope: &Scope) {
        let whole = narrowed.names.is_none() && !narrowed.some;
        let meant = Narrowed { files: false, ..narrowed.clone() };
        let mut files = Files::new(walk, started, scope);
        files.all(Access::Delete, &self.found(&meant), whole);
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

/// `fd PATTERN [DIRECTORY] -x COMMAND`: what is found is appended unless `{}` says where it goes.
fn fd(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = &started.run.words;
    let is_exec =
        |word: &Value| matches!(word.literal(), Some("-x" | "--exec" | "-X" | "--exec-batch"));
    let Some(at) = words.iter().position(is_exec) else { return };
    let (command, _) = command_of(words.get(at + 1..).unwrap_or_default());
    let is_placed = words.iter().skip(at).any(|word| word.to_string().contains('{'));
    // `fd PATTERN DIRECTORY… -x COMMAND`
    let searched = options::guess(words.get(..at).unwrap_or_default()).operands;
    let mut items: Vec<Value> = searched.iter().skip(1).map(something_below).collect();
    if items.is_empty() {
        items.push(Value::new(vec![Piece::Hole(Hole::new("…"))]));
    }
    for item in items {
        let mut command: Vec<Value> =
            command.iter().map(|word| replaced(word, "{}", &item)).collect();
        if !is_placed {
            command.push(item);
        }
        run(walk, started, command, scope);
    }
}
