//! Owns Windows programs, whose options begin with `/`, and what they do to files; it does not know shells.
//!
//! Sources: learn.microsoft.com, Windows Commands: taskkill, del, rd, copy, move, ren, type, md, mklink, xcopy, robocopy,
//! findstr, attrib, icacls, takeown, reg, schtasks; `wsl --help`. Git Bash and MSYS turn `//X` into `/X`, so that both
//! are written.

use super::entry::{run, run_or_shell, shell};
use super::files::{Files, below, something_below};
use super::{Described, Follow, Started, nothing};
use crate::effects::options;
use crate::effects::scope::Scope;
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Arguments, Delay, Opt, Piece, Value, paths, windows};
use crate::shell::Dialect;

/// Programs, the options that take the next word, and what they do.
type Rows = &'static [(&'static [&'static str], &'static [&'static str], Follow)];

/// Programs that every shell finds, and words that only Windows has, wherever they are written.
const PROGRAMS: Rows = &[
    (&["taskkill", "tasklist"], &["/im", "/pid", "/fi", "/s", "/u", "/p"], nothing),
    (&["del", "erase", "rd"], &[], remove),
    (&["xcopy"], &[], copy_trees),
    (&["robocopy"], &["/xf", "/xd"], mirror),
    (&["findstr"], &[], search),
    (&["icacls"], &["/grant", "/deny", "/remove", "/setowner"], change),
    (&["takeown"], &["/f", "/s", "/u", "/p"], change),
    (&["attrib"], &[], mark),
    (&["format", "diskpart", "vssadmin", "cipher"], &[], nothing),
    (&["reg", "sc", "net", "shutdown", "bcdedit", "wevtutil"], &["/v", "/t", "/d"], nothing),
    (&["schtasks"], SCHEDULED, schedule),
];

/// Options of schtasks with a value.
const SCHEDULED: &[&str] = &[
    "/tn", "/tr", "/sc", "/mo", "/d", "/m", "/i", "/st", "/ri", "/et", "/du", "/sd", "/ed", "/s",
    "/u", "/p", "/ru", "/rp", "/ec", "/delay", "/xml", "/fo",
];

/// What cmd does itself, under names that mean something else elsewhere.
const BUILT_IN: Rows = &[
    (&["rmdir"], &[], remove),
    (&["type", "more"], &[], read),
    (&["copy"], &[], copy),
    (&["move"], &[], rename),
    (&["ren", "rename"], &[], rename_here),
    (&["md", "mkdir"], &[], make),
    (&["mklink"], &[], link),
    (&["cd", "chdir", "pushd"], &[], go),
    (&["start"], &["/d", "/node", "/affinity"], start),
];

/// The grammar of a Windows program; `None` for another one.
pub fn describe(name: &str, words: &[Value]) -> Option<Described> {
    let lower = name.to_ascii_lowercase();
    if lower == "wsl" {
        let follow: Follow = linux;
        return Some(Described {
            arguments: options::guess(words),
            follow: Some(follow),
            ..Described::default()
        });
    }
    // Where somebody takes another shell for cmd.
    let is_slash_s = |word: &Value| word.literal().is_some_and(|it| it.eq_ignore_ascii_case("/s"));
    if lower == "rmdir" && words.first().is_some_and(is_slash_s) {
        return built_in(&lower, words);
    }
    described(PROGRAMS, &lower, words)
}

/// What cmd does itself; `None` for a program.
pub fn built_in(name: &str, words: &[Value]) -> Option<Described> {
    described(BUILT_IN, &name.to_ascii_lowercase(), words)
}

fn described(rows: Rows, name: &str, words: &[Value]) -> Option<Described> {
    let (_, with_value, follow) = rows.iter().find(|(names, _, _)| names.contains(&name))?;
    let mut arguments = Arguments { known: true, ..Arguments::default() };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let Some(options) = word.literal().and_then(options_of) else {
            arguments.operands.push(word.clone());
            continue;
        };
        for (name, joined) in options {
            let takes = with_value.contains(&name.to_ascii_lowercase().as_str());
            let value = joined.or_else(|| takes.then(|| rest.next().cloned()).flatten());
            arguments.options.push(Opt { name, value });
        }
    }
    Some(Described { arguments, follow: Some(*follow), ..Described::default() })
}

/// `/F`, `//F`, `/FI:value` or `-F`, as most of these programs take it; `/s/q` is two.
fn options_of(word: &str) -> Option<Vec<(String, Option<Value>)>> {
    let name = word.strip_prefix("//").or_else(|| word.strip_prefix(['/', '-']))?;
    if name.contains('/') {
        let letters = name.split('/');
        let is_each = letters.clone().all(|it| it.len() == 1 || it.get(1..2) == Some(":"));
        return is_each.then(|| letters.map(|it| (format!("/{it}"), None)).collect());
    }
    let (name, value) = match name.split_once(':') {
        Some((name, value)) => (name, Some(Value::from(value))),
        None => (name, None),
    };
    let is_name = !name.is_empty() && name.len() <= 12 && !name.contains(['\\', '.', '*']);
    is_name.then(|| vec![(format!("/{name}"), value)])
}

/// Whether one of these options is given, in small letters; case does not count.
fn has(started: &Started, names: &[&str]) -> bool {
    let options = &started.run.arguments.options;
    options.iter().any(|option| names.contains(&option.name.to_ascii_lowercase().as_str()))
}

/// The operands, with the wildcards that programs fill in themselves.
fn operands(started: &Started) -> Vec<Value> {
    let operands = started.run.arguments.operands.iter();
    operands.map(|it| windows::wild(&windows::slashed(&on_drive(it)), false)).collect()
}

/// `C:x`, which is what bash makes of `C:\x`, lies on that drive, wherever there.
fn on_drive(path: &Value) -> Value {
    let mut letters = path.known_start().chars();
    let (drive, colon, next) = (letters.next(), letters.next(), letters.next());
    match (drive, colon, next) {
        (Some(drive), Some(':'), Some(next))
            if drive.is_ascii_alphabetic() && !matches!(next, '/' | '\\') =>
        {
            let mut whole = Value::from(format!("{drive}:/"));
            whole.append(&path.after(2).unwrap_or_default());
            whole
        }
        _ => path.clone(),
    }
}

/// `del FILES` and `rd DIRECTORIES`; `/S` takes all that is below. `del /S a\*.log` takes those of such a name below `a`.
fn remove(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let tree = has(started, &["/s"]);
    let operands = operands(started);
    let mut files = Files::new(walk, started, scope);
    for operand in &operands {
        let (folder, name) = split(operand);
        let is_all = ["*", "*.*"].contains(&name.to_string().as_str());
        let is_glob = |piece: &Piece| matches!(piece, Piece::Hole(hole) if hole.is_glob());
        if tree && name.pieces().iter().any(is_glob) && !is_all {
            files.one(Access::Delete, &below(&something_below(&folder), &name), false);
        } else if is_all {
            let all = below(&folder, &windows::wild(&Value::from("*"), false));
            files.one(Access::Delete, &all, tree);
        } else {
            files.one(Access::Delete, operand, tree);
        }
    }
}

/// The directory of a path, and the name in it.
fn split(path: &Value) -> (Value, Value) {
    let mut parts = paths::components(path);
    let name = parts.pop().unwrap_or_default();
    let folder = parts.into_iter().reduce(|mut whole, part| {
        whole.append(&Value::from("/"));
        whole.append(&part);
        whole
    });
    (folder.unwrap_or_else(|| Value::from(".")), name)
}

fn read(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    Files::new(walk, started, scope).all(Access::Read, &operands(started), false);
}

fn make(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    Files::new(walk, started, scope).all(Access::Write, &operands(started), false);
}

/// `findstr TEXT FILES`; `/C:TEXT` and `/G:FILE` take the place of the text.
fn search(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let first = usize::from(!has(started, &["/c", "/g"]));
    let operands = operands(started);
    let tree = has(started, &["/s"]);
    Files::new(walk, started, scope).all(
        Access::Read,
        operands.get(first..).unwrap_or_default(),
        tree,
    );
}

/// `attrib +R -H FILE`; `/S` goes through trees.
fn mark(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let is_sign = |it: &&Value| it.known_start().starts_with('+');
    let operands = operands(started);
    let paths: Vec<Value> = operands.iter().filter(|it| !is_sign(it)).cloned().collect();
    let tree = has(started, &["/s"]);
    Files::new(walk, started, scope).all(Access::Write, &paths, tree);
}

/// `icacls PATH` and `takeown /F PATH`: `/T` and `/R` go through trees.
fn change(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let named =
        started.run.arguments.options.iter().filter(|it| it.name.eq_ignore_ascii_case("/f"));
    let mut paths: Vec<Value> = named.filter_map(|it| it.value.clone()).collect();
    paths.extend(operands(started));
    let tree = has(started, &["/t", "/r"]);
    Files::new(walk, started, scope).all(Access::Write, &paths, tree);
}

/// The sources and the destination, which is the current directory if there is none.
fn from_and_to(started: &Started) -> (Vec<Value>, Value) {
    let mut operands = operands(started);
    let destination = if operands.len() > 1 { operands.pop() } else { None };
    (operands, destination.unwrap_or_else(|| Value::from(".")))
}

/// `copy A+B C`
fn copy(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let (sources, destination) = from_and_to(started);
    let sources: Vec<Value> = sources
        .iter()
        .flat_map(|source| match source.literal() {
            Some(text) => text.split('+').filter(|it| !it.is_empty()).map(Value::from).collect(),
            None => vec![source.clone()],
        })
        .collect();
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Read, &sources, false);
    let into = goes_into(&files, &destination);
    files.arrive(&sources, &destination, into);
}

fn goes_into(files: &Files, destination: &Value) -> bool {
    destination.to_string().ends_with(['/', '.']) || files.is_directory(destination)
}

fn rename(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let (sources, destination) = from_and_to(started);
    let mut files = Files::new(walk, started, scope);
    sources.iter().for_each(|source| files.touch(Touch::moved(true), source));
    let into = goes_into(&files, &destination);
    files.arrive(&sources, &destination, into);
}

/// `ren a\b c` makes it `a\c`.
fn rename_here(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let operands = operands(started);
    let [source, name] = operands.as_slice() else { return };
    let mut files = Files::new(walk, started, scope);
    files.touch(Touch::moved(true), source);
    files.one(Access::Write, &below(&split(source).0, name), false);
}

/// `mklink [/D] LINK TARGET` makes the link.
fn link(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let operands = operands(started);
    Files::new(walk, started, scope).all(
        Access::Write,
        operands.get(..1).unwrap_or_default(),
        false,
    );
}

/// `xcopy SOURCE DESTINATION`; `/S` and `/E` take what is below.
fn copy_trees(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let (sources, destination) = from_and_to(started);
    let tree = has(started, &["/s", "/e"]);
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Read, &sources, tree);
    if !has(started, &["/l"]) {
        files.one(Access::Write, &destination, tree);
    }
}

/// `robocopy SOURCE DESTINATION [FILES]`; `/MIR` and `/PURGE` remove what the source has not, `/MOVE` what it has.
fn mirror(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let operands = operands(started);
    let [source, destination, ..] = operands.as_slice() else { return };
    let tree = has(started, &["/s", "/e", "/mir"]);
    let mut files = Files::new(walk, started, scope);
    files.one(Access::Read, source, tree);
    if has(started, &["/l"]) {
        return;
    }
    if has(started, &["/move", "/mov"]) {
        files.touch(Touch::moved(tree), source);
    }
    if has(started, &["/mir", "/purge"]) {
        files.one(Access::Delete, destination, true);
    }
    files.one(Access::Write, destination, tree);
}

/// `cd /D DIRECTORY`; without one it says where it is.
fn go(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if let Some(path) = operands(started).first() {
        let reached = scope.meant(path);
        walk.change_directory(reached, false, scope);
    }
}

/// `start ["TITLE"] [/D DIRECTORY] PROGRAM WORDS`. A title stands in quotes, which are gone: it is empty or has a blank.
fn start(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = &started.run.words;
    let is_title =
        |word: &Value| word.literal().is_some_and(|it| it.is_empty() || it.contains(' '));
    let mut rest = words.iter().skip(usize::from(words.first().is_some_and(is_title)));
    let mut own = scope.clone();
    while let Some(word) = rest.next() {
        if word.known_start().starts_with('/') {
            if word.known_start().eq_ignore_ascii_case("/d")
                && let Some(directory) = rest.next()
            {
                walk.go_below(&windows::slashed(directory), &mut own);
            }
            continue;
        }
        let command = std::iter::once(word).chain(rest).cloned().collect();
        return run(walk, started, command, &mut own);
    }
}

/// `schtasks /create /tr TEXT` runs it some time.
fn schedule(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if !has(started, &["/create", "/change"]) {
        return;
    }
    let mut own = Scope { delay: Delay::Unknown, ..scope.clone() };
    let options = started.run.arguments.options.iter();
    for option in options.filter(|option| option.name.eq_ignore_ascii_case("/tr")) {
        if let Some(text) = &option.value {
            shell(walk, started, text, &mut own);
        }
    }
}

/// `wsl [OPTIONS] COMMAND` runs a command of Linux, a shell if there is none; options that manage it run nothing.
fn linux(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    const VALUES: &[&str] = &["-d", "--distribution", "-u", "--user", "--cd", "--shell-type"];
    const MANAGES: &[&str] = &[
        "--install",
        "--list",
        "-l",
        "--shutdown",
        "--terminate",
        "-t",
        "--unregister",
        "--update",
        "--status",
        "--version",
        "--export",
        "--import",
        "--set-default",
        "-s",
        "--help",
    ];
    let mut rest = started.run.words.iter();
    let mut own = Scope { dialect: Dialect::Bash, ..scope.clone() };
    while let Some(word) = rest.next() {
        match word.known_start() {
            "-e" | "--exec" | "--" => {}
            option if VALUES.contains(&option) => _ = rest.next(),
            option if MANAGES.contains(&option) => return,
            option if option.starts_with('-') => {}
            _ => {
                let command = std::iter::once(word).chain(rest).cloned().collect();
                return run(walk, started, command, &mut own);
            }
        }
    }
    run_or_shell(walk, started, Vec::new(), &mut own);
}
