//! Owns Windows programs, whose options begin with `/`; it does not know PowerShell.
//!
//! Sources: the Windows Commands reference (taskkill, del, rd, copy, xcopy, reg, schtasks). Git Bash and MSYS turn `//X` into `/X`,
//! so that both are written.

use super::entry::shell;
use super::files::Files;
use super::wrappers::joined;
use super::{Described, Started};
use crate::effects::options;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Arguments, Delay, Opt, Value};

/// Programs and the options that take the next word.
const PROGRAMS: &[(&[&str], &[&str])] = &[
    (&["taskkill", "tasklist"], &["/im", "/pid", "/fi", "/s", "/u", "/p"]),
    (&["del", "erase", "rd"], &[]),
    (
        &[
            "xcopy", "robocopy", "findstr", "icacls", "takeown", "format", "diskpart", "vssadmin",
            "cipher",
        ],
        &[],
    ),
    (
        &["reg", "schtasks", "sc", "net", "shutdown", "bcdedit", "wevtutil"],
        &["/v", "/t", "/d", "/tn", "/tr", "/sc"],
    ),
];

/// `cmd /c TEXT` and `pwsh -Command TEXT`; what follows is one text.
fn text_of(name: &str, words: &[Value]) -> Option<Value> {
    let is_switch = |word: &Value| {
        let word = word.known_start().to_ascii_lowercase();
        match name {
            "cmd" => ["/c", "/k", "//c", "//k"].contains(&word.as_str()),
            "pwsh" | "powershell" => "-command".starts_with(&word) && word.len() > 1,
            _ => false,
        }
    };
    let at = words.iter().position(is_switch)?;
    Some(joined(words.get(at + 1..)?))
}

/// Follows `cmd` and PowerShell as far as their text reads like a shell's.
fn shell_of_windows(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let name = super::name_of(&started.run.program).to_ascii_lowercase();
    if let Some(text) = text_of(&name, &started.run.words) {
        shell(walk, started, &text, scope);
    }
}

/// The grammar of a Windows program; `None` for another one.
pub fn describe(name: &str, words: &[Value]) -> Option<Described> {
    let lower = name.to_ascii_lowercase();
    let name = lower.as_str();
    if ["cmd", "pwsh", "powershell"].contains(&name) {
        let follow: super::Follow = shell_of_windows;
        let arguments = options::guess(words);
        return Some(Described { arguments, follow: Some(follow), ..Described::default() });
    }
    let (_, with_value) = PROGRAMS.iter().find(|(names, _)| names.contains(&name))?;
    let mut arguments = Arguments { known: true, ..Arguments::default() };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let option = word.literal().and_then(option_of);
        let Some((name, joined)) = option else {
            arguments.operands.push(word.clone());
            continue;
        };
        let takes = with_value.contains(&name.to_ascii_lowercase().as_str());
        let value = joined.or_else(|| takes.then(|| rest.next().cloned()).flatten());
        arguments.options.push(Opt { name, value });
    }
    let follow: Option<super::Follow> = match name {
        "del" | "erase" | "rd" => Some(delete),
        "schtasks" => Some(schedule),
        _ => None,
    };
    Some(Described { arguments, follow, ..Described::default() })
}

/// `/F`, `//F`, `/FI:value` or `-F`, as most of these programs take it.
fn option_of(word: &str) -> Option<(String, Option<Value>)> {
    let name = word.strip_prefix("//").or_else(|| word.strip_prefix(['/', '-']))?;
    let (name, value) = match name.split_once(':') {
        Some((name, value)) => (name, Some(Value::from(value))),
        None => (name, None),
    };
    let is_name = !name.is_empty() && name.len() <= 12 && !name.contains(['/', '\\', '.']);
    is_name.then(|| (format!("/{name}"), value))
}

/// `schtasks /create /tr TEXT` runs it some time.
fn schedule(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if started.run.arguments.has(&["/create", "/Create", "/CREATE", "/change", "/Change"])
        && let Some(text) = started.run.arguments.value(&["/tr", "/TR", "/Tr"])
    {
        let mut own = Scope { delay: Delay::Unknown, ..scope.clone() };
        shell(walk, started, text, &mut own);
    }
}

/// `del FILES` and `rd DIRECTORIES`; `/S` takes all that is below.
fn delete(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let tree = files.has(&["/s", "/S"]);
    files.all(Access::Delete, files.operands(), tree);
}
