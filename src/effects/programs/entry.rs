//! Owns what a row of a table can say of a program: what its options and operands mean; it does not know any program.

use super::files::Files;
use super::{Described, Started, name_of};
use crate::effects::command::Invocation;
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::walk::{MAXIMUM_DEPTH, Walk};
use crate::effects::{Access, Run, Value};

/// A program whose options and operands mean what its row says.
pub struct Entry {
    /// The names it goes by.
    pub names: &'static [&'static str],
    /// How it reads its arguments.
    pub style: Style,
    /// Where options are whole words with one dash, as in `openssl enc -in X`: those that take a value.
    pub whole_words: Option<&'static [&'static str]>,
    /// Options whose value is a file or a command, and what happens to it.
    pub options: &'static [(&'static [&'static str], Use)],
    /// Options that make it go through whole trees.
    pub tree: &'static [&'static str],
    /// What the operands are.
    pub operands: Operands,
}

/// What happens to the value of an option.
#[derive(Clone, Copy)]
pub enum Use {
    /// It is a file that is read.
    Reads,
    /// It is a file that lists files, each ended by a NUL, and all of them are read.
    ReadsListed,
    /// It is a file that is written.
    Writes,
    /// It is a directory into which files are written.
    Fills,
    /// It is a program, perhaps with arguments, that is run without a shell.
    Runs,
    /// It is a command for `sh -c`.
    Shell,
}

/// What the operands are.
#[derive(Clone, Copy)]
pub enum Operands {
    /// No files.
    Words,
    /// Files.
    Files(Access),
    /// Files and whole directories, without an option that says so.
    Trees(Access),
    /// Files after a pattern, program or mode, unless one of these options takes its place.
    AfterFirst(Access, &'static [&'static str]),
    /// A file to read and files to write.
    InputOutput,
    /// A command to run, after so many other operands.
    Command(usize),
    /// The same; without one, a shell reads what comes in.
    CommandOrShell(usize),
    /// Something of its own.
    Own(super::Follow),
}

/// A row that says nothing; others build on it.
pub const WORDS: Entry = Entry {
    names: &[],
    style: Style::new("", &[]),
    whole_words: None,
    options: &[],
    tree: &[],
    operands: Operands::Words,
};

impl Entry {
    /// What the table says about the program with these words.
    pub fn describe(&self, words: &[Value]) -> Described {
        let follow: super::Follow = follow;
        Described {
            arguments: match self.whole_words {
                Some(values) => options::whole_words(values, words),
                None => options::parse(&self.style, words).arguments,
            },
            follow: Some(follow),
            ..Described::default()
        }
    }
}

fn follow(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let Some(entry) = super::entry(name_of(&started.run.program)) else {
        return;
    };
    let tree = started.run.arguments.has(entry.tree);
    match entry.operands {
        Operands::Words => {}
        Operands::Own(follow) => follow(walk, started, scope),
        Operands::Command(skipped) => run(walk, started, rest(started, skipped), scope),
        Operands::CommandOrShell(skipped) => {
            run_or_shell(walk, started, rest(started, skipped), scope)
        }
        Operands::Files(access) => {
            let mut files = Files::new(walk, started, scope);
            files.all(access, files.operands(), tree);
        }
        Operands::Trees(access) => {
            let mut files = Files::new(walk, started, scope);
            files.all(access, files.operands(), true);
        }
        Operands::AfterFirst(access, unless) => {
            let mut files = Files::new(walk, started, scope);
            let first = usize::from(!files.has(unless));
            files.all(access, files.operands().get(first..).unwrap_or_default(), tree);
        }
        Operands::InputOutput => {
            let mut files = Files::new(walk, started, scope);
            let (input, output) = files.operands().split_at_checked(1).unwrap_or_default();
            files.all(Access::Read, input, tree);
            files.all(Access::Write, output, tree);
        }
    }
    apply_options(walk, started, scope);
}

/// Follows what the program's row says of its options.
pub fn apply_options(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let Some(entry) = super::entry(name_of(&started.run.program)) else {
        return;
    };
    for option in &started.run.arguments.options {
        let meaning = entry.options.iter().find(|(names, _)| names.contains(&option.name.as_str()));
        if let (Some((_, meaning)), Some(value)) = (meaning, &option.value) {
            apply(walk, started, *meaning, value, scope);
        }
    }
}

fn apply(walk: &mut Walk, started: &Started, meaning: Use, value: &Value, scope: &mut Scope) {
    let value = std::slice::from_ref(value);
    match meaning {
        Use::Reads => Files::new(walk, started, scope).all(Access::Read, value, false),
        Use::ReadsListed => {
            let mut files = Files::new(walk, started, scope);
            files.all(Access::Read, value, false);
            for list in value {
                let listed = files.listed(list, '\0');
                files.all(Access::Read, &listed, false);
            }
        }
        Use::Writes => Files::new(walk, started, scope).all(Access::Write, value, false),
        Use::Fills => Files::new(walk, started, scope).all(Access::Write, value, true),
        Use::Runs => value.iter().for_each(|value| {
            let words = walk.words_of(&value.shell_text(), scope);
            run(walk, started, words, scope);
        }),
        Use::Shell => value.iter().for_each(|value| shell(walk, started, value, scope)),
    }
}

/// The words from the operand of this number on.
pub fn rest(started: &Started, skipped: usize) -> Vec<Value> {
    let words = &started.run.words;
    let style =
        super::entry(name_of(&started.run.program)).map(|entry| entry.style).unwrap_or_default();
    let first = options::leading(&style, words).first_operand;
    words.iter().skip(first.saturating_add(skipped)).cloned().collect()
}

/// Follows the command that the words make, caused by the program.
pub fn run(walk: &mut Walk, started: &Started, words: Vec<Value>, scope: &mut Scope) {
    if scope.depth > MAXIMUM_DEPTH {
        walk.opaque("commands are nested too deeply", scope);
        return;
    }
    if walk.is_exhausted() {
        return;
    }
    let environment = started.run.environment.clone();
    let invocation = Invocation { words, environment };
    // Built-ins behind these two act on the shell itself.
    if ["command", "builtin"].contains(&name_of(&started.run.program)) {
        let cause = scope.cause.replace(started.id);
        walk.start(invocation, &[], scope);
        scope.cause = cause;
        return;
    }
    let mut own = Scope { cause: Some(started.id), ..scope.deeper() };
    walk.start(invocation, &[], &mut own);
}

/// Follows the command, or a shell if there is none.
pub fn run_or_shell(walk: &mut Walk, started: &Started, words: Vec<Value>, scope: &mut Scope) {
    let words = if words.is_empty() { vec![Value::from("sh")] } else { words };
    run(walk, started, words, scope);
}

/// Follows a text that the program gives to a shell, as system(3) does.
pub fn shell(walk: &mut Walk, started: &Started, text: &Value, scope: &mut Scope) {
    run(walk, started, vec![Value::from("sh"), Value::from("-c"), text.clone()], scope);
}

/// Follows words that may begin with assignments, which hold for the command after them.
pub fn with_assignments(walk: &mut Walk, started: &Started, words: Vec<Value>, scope: &mut Scope) {
    let mut environment = started.run.environment.clone();
    let mut rest = words.into_iter().peekable();
    while let Some(assignment) = rest.peek().and_then(assignment) {
        environment.push(assignment);
        rest.next();
    }
    let run_with = Run { environment, ..started.run.clone() };
    run(walk, &Started { run: &run_with, ..*started }, rest.collect(), scope);
}

/// `NAME=VALUE`
pub fn assignment(word: &Value) -> Option<(String, Value)> {
    let known = word.known_start();
    let equals = known.find('=')?;
    let name = known.get(..equals)?.to_owned();
    Some((name, word.after(equals + 1).unwrap_or_default()))
}
