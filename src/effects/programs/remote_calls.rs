//! Owns tools that name a command to run elsewhere as an argument of a call: Ansible, Salt, parameters of the AWS Systems
//! Manager; it does not know the command.
//!
//! Sources: ansible(1) and the documentation of the modules command, shell and raw; the references of Salt's modules cmd and
//! of salt, salt-call and salt-ssh; `aws ssm send-command help` and the AWS CLI's shorthand syntax.

use super::Started;
use super::containers::elsewhere;
use super::entry::{Entry, Operands, WORDS, shell};
use super::marked::Marked;
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Place, Value};

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["ansible"],
        style: Style::new(
            "aBceEfilMmPTtu",
            &[
                "args",
                "background",
                "become-method",
                "become-user",
                "connection",
                "extra-vars",
                "forks",
                "inventory",
                "limit",
                "module-name",
                "module-path",
                "poll",
                "private-key",
                "ssh-common-args",
                "ssh-extra-args",
                "tree",
                "timeout",
                "user",
                "vault-id",
                "vault-password-file",
            ],
        ),
        operands: Operands::Own(ansible),
        ..WORDS
    },
    Entry { names: &["salt", "salt-ssh"], style: SALT, operands: Operands::Own(salt), ..WORDS },
    Entry { names: &["salt-call"], style: SALT, operands: Operands::Own(salt_call), ..WORDS },
];

const SALT: Style = Style::new(
    "ctbulr",
    &[
        "config-dir",
        "timeout",
        "batch-size",
        "log-level",
        "log-file",
        "log-file-level",
        "out",
        "output",
        "return",
        "username",
        "user",
        "roster",
        "roster-file",
    ],
);

/// Modules that run their arguments.
const MODULES: &[&str] = &["command", "shell", "raw", "expect", "win_shell", "win_command"];

/// Arguments of these modules that stand before or after the command.
const MODULE_ARGUMENTS: &[&str] =
    &["chdir", "creates", "removes", "executable", "stdin", "warn", "strip_empty_ends"];

/// `ansible PATTERN [-m MODULE] -a ARGUMENTS`; the usual module is `command`.
fn ansible(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let module = arguments.value(&["-m", "--module-name"]).map_or("command", Value::known_start);
    let module = module.rsplit('.').next().unwrap_or(module);
    let Some(text) = arguments.value(&["-a", "--args"]).filter(|_| MODULES.contains(&module))
    else {
        return;
    };
    let is_local = arguments.value(&["-c", "--connection"]).and_then(Value::literal)
        == Some("local")
        || arguments.operands.first().and_then(Value::literal) == Some("localhost");
    let text = module_command(text);
    if is_local {
        shell(walk, started, &text, scope);
    } else {
        let mut there = elsewhere(scope, Place::Remote, Vec::new(), None);
        shell(walk, started, &text, &mut there);
    }
}

/// The command among a module's arguments: without `chdir=…` and its like in front, or the value of `cmd=`.
fn module_command(text: &Value) -> Value {
    let marked = Marked::new(text);
    let mut rest = marked.text.trim_start();
    while let Some((name, value)) = rest.split_once('=') {
        if name == "cmd" || name == "command" {
            return marked.value(unquoted(value));
        }
        if !MODULE_ARGUMENTS.contains(&name) {
            break;
        }
        rest = value.split_once(char::is_whitespace).map_or("", |(_, after)| after).trim_start();
    }
    marked.value(rest)
}

/// A text without the quotes around it.
fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let inner = |quote| text.strip_prefix(quote)?.split(quote).next();
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

/// `salt TARGET cmd.run TEXT`
fn salt(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let operands = started.run.arguments.operands.get(1..).unwrap_or_default();
    let mut there = elsewhere(scope, Place::Remote, Vec::new(), None);
    call(walk, started, operands, &mut there);
}

/// `salt-call cmd.run TEXT`, on this machine.
fn salt_call(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    call(walk, started, &started.run.arguments.operands, scope);
}

const RUNNING: &[&str] = &[
    "cmd.run",
    "cmd.run_all",
    "cmd.run_bg",
    "cmd.run_stdout",
    "cmd.run_stderr",
    "cmd.retcode",
    "cmd.shell",
    "cmd.powershell",
];

fn call(walk: &mut Walk, started: &Started, operands: &[Value], scope: &mut Scope) {
    let [function, texts @ ..] = operands else { return };
    if !function.literal().is_some_and(|function| RUNNING.contains(&function)) {
        return;
    }
    let named = texts.iter().find_map(|text| {
        text.known_start().strip_prefix("cmd=").and_then(|_| text.after("cmd=".len()))
    });
    if let Some(text) = named.as_ref().or(texts.first()) {
        shell(walk, started, text, scope);
    }
}

/// The commands in parameters of the AWS Systems Manager: `commands=TEXT`, `commands=["TEXT",…]`, or JSON.
pub fn parameters(parameters: &Value) -> Vec<Value> {
    let marked = Marked::new(parameters);
    let Some((_, after)) = marked.text.split_once("command") else { return Vec::new() };
    let after = after.trim_start_matches(['s', '"', '\'', ' ']);
    let Some(value) = after.strip_prefix([':', '=']).map(str::trim_start) else {
        return Vec::new();
    };
    if value.starts_with(['[', '"', '\'']) {
        let list = value.split(']').next().filter(|_| value.starts_with('[')).unwrap_or(value);
        let texts = quoted(list);
        if !texts.is_empty() {
            return texts.iter().map(|text| marked.value(text)).collect();
        }
    }
    vec![marked.value(value.trim_matches(['[', ']']))]
}

/// The texts in quotes.
fn quoted(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut open: Option<(char, String)> = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match &mut open {
            None if matches!(letter, '"' | '\'') => open = Some((letter, String::new())),
            None => {}
            Some((quote, _)) if *quote == letter => {
                texts.extend(open.take().map(|(_, text)| text));
            }
            Some((_, text)) if letter == '\\' => text.extend(letters.next()),
            Some((_, text)) => text.push(letter),
        }
    }
    texts
}
