//! Owns built-ins that change the shell itself: directory, parameters, arguments; it does not know programs.
//!
//! Source: Bash Reference Manual, sections 4.1, 4.2 and 6.8.

use super::{Program, Started, echoed, nothing};
use crate::effects::fields::parts;
use crate::effects::options::{self, Style};
use crate::effects::scope::{Ended, Input, Scope, unknown_directory};
use crate::effects::walk::Walk;
use crate::effects::{Value, paths};
use std::rc::Rc;

const PLAIN: Style =
    Style { short_values: "", long_values: &[], long_flags: &[], operands_last: true };

/// The family.
pub const PROGRAMS: &[Program] = &[
    Program { names: &["cd", "chdir"], style: PLAIN, follow: cd },
    Program { names: &["pushd"], style: PLAIN, follow: pushd },
    Program { names: &["popd"], style: PLAIN, follow: popd },
    Program {
        names: &["export", "declare", "typeset", "local", "readonly"],
        style: PLAIN,
        follow: declare,
    },
    Program { names: &["unset"], style: PLAIN, follow: unset },
    Program { names: &["read"], style: Style { short_values: "adinNptu", ..PLAIN }, follow: read },
    Program {
        names: &["mapfile", "readarray"],
        style: Style { short_values: "dnOsucC", ..PLAIN },
        follow: mapfile,
    },
    Program { names: &["getopts", "let"], style: PLAIN, follow: forget_all },
    Program { names: &["printf"], style: Style { short_values: "v", ..PLAIN }, follow: printf },
    Program { names: &["set"], style: PLAIN, follow: set },
    Program { names: &["shift"], style: PLAIN, follow: shift },
    Program { names: &["exit"], style: PLAIN, follow: exit },
    Program { names: &["return", "break", "continue"], style: PLAIN, follow: jump },
    Program {
        names: &["compgen"],
        style: Style { short_values: "ACFGPSWX", ..PLAIN },
        follow: compgen,
    },
    Program { names: &[":", "true", "false"], style: PLAIN, follow: nothing },
];

/// `cd [-L|-P] DIRECTORY`; without one, home; `-` is the directory before, which is not tracked.
fn cd(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let physical = arguments.has(&["-P"]);
    let known_options = arguments
        .options
        .iter()
        .all(|option| ["-L", "-P", "-e", "-@"].contains(&option.name.as_str()));
    let odd = !known_options || arguments.operands.len() > 1;
    let path = match arguments.operands.first() {
        Some(path) => path.clone(),
        None => walk.home(scope),
    };
    if path.literal() == Some("-") {
        let before = scope.parameters.get(BEFORE).cloned();
        remember(scope);
        return match before {
            Some(before) => walk.change_directory(vec![before], odd, scope),
            None => walk.change_directory(vec![unknown_directory()], true, scope),
        };
    }
    let mut reached: Vec<Value> = match physical {
        // The system's own reading of `..`, links followed.
        true => reached_physically(walk, &path, scope),
        false => scope.meant(&path),
    };
    if let Some(prefixes) = scope.parameters.get("CDPATH").filter(|_| is_searched(&path)) {
        let text = prefixes.to_string();
        let others = text.split(':').filter(|prefix| !prefix.is_empty());
        reached.extend(others.map(|prefix| paths::absolute(&path, &Value::from(prefix))));
    }
    remember(scope);
    walk.change_directory(reached, odd, scope);
}

/// The variable that has the directory before, to which `cd -` goes (POSIX XCU "cd").
const BEFORE: &str = "OLDPWD";

/// The array that has the directories to which `popd` goes (Bash Reference Manual, 6.8.1), here without the present one.
const STACK: &str = "DIRSTACK";

/// Takes note of the directory that is about to be left.
fn remember(scope: &mut Scope) {
    match scope.directories.as_slice() {
        [directory] => {
            let directory = directory.clone();
            scope.parameters.insert(BEFORE, directory);
        }
        _ => scope.parameters.remove(BEFORE),
    }
}

fn reached_physically(walk: &Walk, path: &Value, scope: &Scope) -> Vec<Value> {
    let follow = |from: &Value| {
        let joined = paths::joined(path, from);
        let followed = joined.literal().and_then(|path| walk.links_followed(path, true));
        let text = followed.and_then(|path| path.into_os_string().into_string().ok());
        text.map_or_else(|| paths::absolute(path, from), Value::from)
    };
    scope.directories.iter().map(follow).collect()
}

/// Whether `cd` looks for a directory along `CDPATH` (POSIX XCU "cd").
fn is_searched(path: &Value) -> bool {
    !["/", "./", "../"].iter().any(|start| path.known_start().starts_with(start))
}

/// `pushd DIRECTORY`; without one, or with `+N`, it turns the stack.
fn pushd(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    match started.run.arguments.operands.first() {
        Some(path) if !path.known_start().starts_with('+') => {
            let reached = scope.meant(path);
            let stack = scope.arrays.get(STACK).map(|stack| stack.to_vec()).unwrap_or_default();
            match scope.directories.as_slice() {
                [directory] if stack.len() < MAXIMUM_STACK => {
                    let stack = stack.into_iter().chain([directory.clone()]).collect();
                    scope.arrays.insert(STACK, stack);
                }
                _ => scope.arrays.remove(STACK),
            }
            remember(scope);
            walk.change_directory(reached, false, scope);
        }
        _ => walk.change_directory(vec![unknown_directory()], true, scope),
    }
}

/// `popd` goes where the last `pushd` left; with an option or a number, or without one that is known, anywhere.
fn popd(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let stack = scope.arrays.get(STACK).cloned();
    let plain = started.run.words.is_empty();
    match stack.as_deref().and_then(<[Value]>::split_last).filter(|_| plain) {
        Some((top, rest)) => {
            scope.arrays.insert(STACK, rest.into());
            remember(scope);
            walk.change_directory(vec![top.clone()], false, scope);
        }
        None => {
            scope.arrays.remove(STACK);
            scope.directories = vec![unknown_directory()];
        }
    }
}

/// How many directories the stack holds at most.
const MAXIMUM_STACK: usize = 32;

/// `export NAME=VALUE`, `declare -x NAME+=VALUE` and their like.
fn declare(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let given = |names: &[&str]| arguments.has(names);
    let exports = super::name_of(&started.run.program) == "export";
    for word in &arguments.operands {
        let known = word.known_start();
        let Some(equals) = known.find('=') else {
            if exports || given(&["-x"]) {
                Rc::make_mut(&mut scope.exported).insert(word.to_string());
            }
            continue;
        };
        let (name, appends) = match known.get(..equals).unwrap_or_default().strip_suffix('+') {
            Some(name) => (name, true),
            None => (known.get(..equals).unwrap_or_default(), false),
        };
        if exports || given(&["-x"]) {
            Rc::make_mut(&mut scope.exported).insert(name.to_owned());
        }
        let value = word.after(equals + 1).unwrap_or_default();
        if given(&["-i"]) {
            walk.evaluated(&value, scope);
        }
        // A reference gives another name to a parameter, so that may change without being named.
        if given(&["-n"]) {
            scope.forget(&value.to_string());
        }
        // Changed in case, evaluated, or in brackets: not what is written.
        let changed = given(&["-i", "-l", "-u", "-n"]) || value.known_start().starts_with('(');
        match (changed, appends) {
            (true, _) => scope.forget(name),
            (false, false) => scope.set(name, value),
            (false, true) => {
                let before = scope.parameters.get(name).cloned();
                let mut whole =
                    before.unwrap_or_else(|| crate::effects::scope::unknown_parameter(name));
                whole.append(&value);
                scope.set(name, whole);
            }
        }
    }
}

/// `unset NAME`, `unset -f FUNCTION`
fn unset(_: &mut Walk, started: &Started, scope: &mut Scope) {
    let functions = started.run.arguments.has(&["-f"]);
    for name in started.run.arguments.operands.iter().filter_map(Value::literal) {
        Rc::make_mut(&mut scope.exported).remove(name);
        let known_function = scope.functions.contains_key(name);
        // Without -v or -f, a function is removed if there is no such parameter.
        if functions || (known_function && !scope.parameters.contains_key(name)) {
            scope.functions.remove(name);
        } else {
            scope.forget(name);
        }
    }
}

/// `read NAMES` takes the words of a line that comes in.
fn read(_: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let array = arguments.value(&["-a"]).and_then(Value::literal);
    let names: Vec<&str> =
        arguments.operands.iter().filter_map(Value::literal).chain(array).collect();
    // `-d ''` reads up to a NUL.
    let whole = arguments.value(&["-d"]).is_some_and(|end| end.literal() == Some(""));
    let lines = match scope.input() {
        Input::Text(text) => parts(&text, if whole { "\0" } else { "\n" }),
        _ => Vec::new(),
    };
    match (names.as_slice(), lines.as_slice()) {
        // One line and one name: the name gets the line.
        ([name], [line]) if array.is_none() => {
            let line = line.literal().map_or_else(|| line.clone(), |line| line.trim().into());
            scope.set(name, line);
        }
        ([], _) => scope.forget("REPLY"),
        _ => names.iter().for_each(|name| scope.forget(name)),
    }
}

/// `mapfile NAME` fills an array; `-C` names what runs for each line.
fn mapfile(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    scope.forget(arguments.operands.first().and_then(Value::literal).unwrap_or("MAPFILE"));
    callback(walk, started, scope);
}

/// `compgen -C COMMAND` runs a command for its output.
fn compgen(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    callback(walk, started, scope);
}

fn callback(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if let Some(text) = started.run.arguments.value(&["-C"]) {
        walk.text(&text.shell_text(), &mut scope.started(started.id));
    }
}

/// `printf -v NAME …`
fn printf(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if let Some(name) = started.run.arguments.value(&["-v"]).and_then(Value::literal) {
        let words: Vec<Value> = std::iter::once(Value::from("printf"))
            .chain(started.run.arguments.operands.iter().cloned())
            .collect();
        match echoed(&words, scope, walk.facts()) {
            Some(text) => scope.set(name, text),
            None => scope.forget(name),
        }
    }
}

/// Built-ins that set what their arguments name.
fn forget_all(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    for word in &started.run.arguments.operands {
        walk.evaluated(word, scope);
        let text = word.to_string();
        let name = text.split(|character: char| !character.is_alphanumeric() && character != '_');
        name.take(1).for_each(|name| scope.forget(name));
    }
}

/// `set -e` ends the shell at the first command that fails, such as a `cd`; `set -- WORDS` sets its arguments.
fn set(_: &mut Walk, started: &Started, scope: &mut Scope) {
    const OPTIONS: Style = Style { short_values: "o", ..PLAIN };
    let parsed = options::parse(&OPTIONS, &started.run.words);
    let arguments = &parsed.arguments;
    let named = arguments.value(&["-o"]).and_then(Value::literal) == Some("errexit");
    scope.ends_on_failure |= named || arguments.has(&["-e"]);
    let separated = started.run.words.iter().any(|word| word.literal() == Some("--"));
    let is_switch = |word: &Value| word.known_start().starts_with('+');
    let words: Vec<Value> =
        arguments.operands.iter().filter(|word| separated || !is_switch(word)).cloned().collect();
    if separated || !words.is_empty() {
        let name =
            scope.positional.as_ref().and_then(|all| all.first().cloned()).unwrap_or_default();
        scope.positional = Some(std::iter::once(name).chain(words).collect());
    }
}

/// `shift [N]`
fn shift(_: &mut Walk, started: &Started, scope: &mut Scope) {
    let count = match started.run.arguments.operands.first() {
        None => Some(1),
        Some(count) => count.literal().and_then(|count| count.parse::<usize>().ok()),
    };
    let all = scope.positional.take();
    scope.positional = all.zip(count).map(|(all, count)| {
        all.iter().take(1).chain(all.iter().skip(1 + count)).cloned().collect()
    });
}

/// What comes after it does not run, on this way.
fn exit(_: &mut Walk, _: &Started, scope: &mut Scope) {
    scope.ended = Ended::Exit;
}

/// What comes after it in the loop or function does not run, on this way.
fn jump(_: &mut Walk, _: &Started, scope: &mut Scope) {
    scope.leave();
}
