//! Owns programs that do something else and run a command that an option or a line of their input names; it does not know
//! the command.
//!
//! Sources: fzf(1), tcpdump(8) (`-z`), apt.conf(5) ("How APT calls dpkg"), dpkg(1) (`--pre-invoke`), rpm(8), gcc(1)
//! (`-wrapper`), gnuplot's manual ("shell"), dc(1), m4's manual ("Shell commands"), lftp(1), sftp(1), ftp(1), nc(1),
//! ncat(1), ranger(1), vifm(1), lf, mutt, gpg-agent(1), the dynamic linker (ld.so(8)), Mercurial (`--config`).

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, rest, run, shell};
use super::interpreters;
use super::marked::Marked;
use crate::effects::Value;
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["fzf", "sk"],
        style: Style::new(
            "qfndxIc",
            &[
                "preview",
                "bind",
                "query",
                "filter",
                "delimiter",
                "height",
                "prompt",
                "header",
                "cmd",
            ],
        ),
        options: &[(&["--preview", "-c", "--cmd"], Use::Shell)],
        operands: Operands::Own(fzf),
        ..WORDS
    },
    Entry {
        names: &["tcpdump"],
        style: Style::new("BcCEFGijMQrsTUVwWyzZ", &["count", "interface"]),
        options: &[(&["-z"], Use::Runs), (&["-w"], Use::Writes), (&["-r", "-F"], Use::Reads)],
        ..WORDS
    },
    Entry {
        names: &["apt", "apt-get", "aptitude"],
        style: Style::new(
            "otca",
            &["option", "target-release", "config-file", "host-architecture"],
        ),
        operands: Operands::Own(apt),
        ..WORDS
    },
    Entry {
        names: &["dpkg"],
        style: Style::new(
            "D",
            &["pre-invoke", "post-invoke", "root", "admindir", "instdir", "log"],
        ),
        options: &[(&["--pre-invoke", "--post-invoke"], Use::Shell)],
        ..WORDS
    },
    Entry {
        names: &["rpm", "rpmbuild", "rpmspec"],
        style: Style::new("ED", &["eval", "define", "root", "dbpath", "pipe"]),
        options: &[(&["--pipe"], Use::Shell)],
        operands: Operands::Own(rpm),
        ..WORDS
    },
    Entry {
        names: &["gnuplot"],
        style: Style::runner("e", &[]),
        operands: Operands::Own(lines),
        ..WORDS
    },
    Entry {
        names: &["dc"],
        style: Style::new("ef", &["expression", "file"]),
        operands: Operands::Own(lines),
        ..WORDS
    },
    Entry {
        names: &["lftp"],
        style: Style::new("ecfup", &[]),
        operands: Operands::Own(lines),
        ..WORDS
    },
    Entry {
        names: &["ftp"],
        style: Style::new("NPqrsTt", &[]),
        operands: Operands::Own(lines),
        ..WORDS
    },
    Entry {
        names: &["vifm", "lf", "ranger"],
        style: Style::new("ces", &["cmd", "command"]),
        operands: Operands::Own(lines),
        ..WORDS
    },
    Entry {
        names: &["m4"],
        style: Style::new("DUIFRBSo", &[]),
        operands: Operands::Own(m4),
        ..WORDS
    },
    Entry {
        names: &["nc", "ncat", "netcat"],
        style: Style::new(
            "eciIkMmOPpqsTVwXx",
            &[
                "exec",
                "sh-exec",
                "lua-exec",
                "source",
                "source-port",
                "wait",
                "proxy",
                "idle-timeout",
            ],
        ),
        options: &[(&["-e", "--exec"], Use::Runs), (&["-c", "--sh-exec"], Use::Shell)],
        ..WORDS
    },
    Entry {
        names: &["gpg-agent"],
        style: Style::runner(
            "",
            &["homedir", "options", "log-file", "default-cache-ttl", "pinentry-program"],
        ),
        options: &[(&["--pinentry-program"], Use::Runs)],
        operands: Operands::Command(0),
        ..WORDS
    },
    Entry {
        names: &[
            "ld.so",
            "ld-linux.so.2",
            "ld-linux-x86-64.so.2",
            "ld-linux-aarch64.so.1",
            "ld-musl-x86_64.so.1",
            "ld-musl-aarch64.so.1",
        ],
        style: Style::runner(
            "",
            &["library-path", "preload", "audit", "argv0", "inhibit-rpath", "glibc-hwcaps-mask"],
        ),
        operands: Operands::Own(linker),
        ..WORDS
    },
    Entry {
        names: &["hg", "chg"],
        style: Style::new("Rm", &["config", "repository", "cwd", "ssh", "remotecmd"]),
        options: &[(&["--ssh"], Use::Shell)],
        operands: Operands::Own(mercurial),
        ..WORDS
    },
];

/// The values of these options.
pub fn values<'a>(started: &'a Started, names: &[&str]) -> Vec<&'a Value> {
    let options = started.run.arguments.options.iter();
    options
        .filter(|option| names.contains(&option.name.as_str()))
        .filter_map(|option| option.value.as_ref())
        .collect()
}

/// `fzf --bind 'KEY:execute(TEXT)'`
fn fzf(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    const ACTIONS: &[&str] =
        &["execute", "execute-silent", "become", "reload", "reload-sync", "preview", "transform"];
    for binding in values(started, &["--bind"]) {
        let marked = Marked::new(binding);
        for action in ACTIONS {
            let Some(at) = marked.text.find(&format!("{action}(")) else { continue };
            let inner = marked.text.get(at + action.len() + 1..).unwrap_or_default();
            let end = inner.rfind(')').unwrap_or(inner.len());
            let text = marked.value(inner.get(..end).unwrap_or_default());
            shell(walk, started, &text, scope);
        }
    }
}

/// `apt-get -o APT::Update::Pre-Invoke::=TEXT`
fn apt(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    for setting in values(started, &["-o", "--option"]) {
        let known = setting.known_start();
        let Some((key, _)) = known.split_once('=') else { continue };
        let plain = key.trim_end_matches(':').to_ascii_lowercase();
        let runs =
            ["pre-invoke", "post-invoke", "post-invoke-success", "pre-install-pkgs", "pager"];
        if runs.iter().any(|end| plain.ends_with(end))
            && let Some(text) = setting.after(key.len() + 1)
        {
            shell(walk, started, &text, scope);
        }
    }
}

/// `rpm --eval '%(TEXT)'`
fn rpm(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    for macros in values(started, &["-E", "--eval", "-D", "--define"]) {
        let marked = Marked::new(macros);
        let mut rest = marked.text.as_str();
        while let Some((_, after)) = rest.split_once("%(") {
            let end = end_of_brackets(after);
            let text = marked.value(after.get(..end).unwrap_or_default());
            shell(walk, started, &text, scope);
            rest = after.get(end..).unwrap_or_default();
        }
    }
}

/// Where the bracket that is open at the start of a text is closed.
fn end_of_brackets(text: &str) -> usize {
    let mut depth = 1usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// `gcc -wrapper PROGRAM,ARGUMENTS`
pub fn compiler(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    for wrapper in values(started, &["-wrapper"]) {
        let marked = Marked::new(wrapper);
        let words = marked.text.split(',').map(|word| marked.value(word)).collect();
        run(walk, started, words, scope);
    }
}

/// Commands that give the rest of their line to a shell.
const ESCAPES: &[&str] = &["!", "shell ", "system "];

/// Commands in options and on standard input, of which some are for a shell: `!TEXT`, `shell TEXT`, `system("TEXT")`.
pub fn lines(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let name = super::name_of(&started.run.program);
    let options = ["-e", "-c", "--cmd", "-command", "--command", "--expression"];
    let mut texts: Vec<Value> = values(started, &options).into_iter().cloned().collect();
    // `lf -command TEXT`, `vifm +TEXT`
    let words = &started.run.words;
    for (index, word) in words.iter().enumerate() {
        match word.known_start() {
            "-command" => texts.extend(words.get(index + 1).cloned()),
            start if start.starts_with('+') => texts.extend(word.after(1)),
            _ => {}
        }
    }
    if let Input::Text(text) = scope.input()
        && !name.ends_with("mutt")
    {
        texts.push(text);
    }
    for text in &texts {
        for line in Marked::new(text).lines() {
            escape(walk, started, &line, scope);
        }
        if name == "gnuplot" {
            interpreters::vim(walk, started, text, scope);
        }
    }
}

fn escape(walk: &mut Walk, started: &Started, line: &Value, scope: &mut Scope) {
    let known = line.known_start();
    let start = known.len() - known.trim_start_matches([' ', '\t', ':']).len();
    let command = known.get(start..).unwrap_or_default();
    if let Some(escape) = ESCAPES.iter().find(|escape| command.starts_with(**escape))
        && let Some(text) = line.after(start + escape.len())
    {
        shell(walk, started, &text, scope);
    }
}

/// `sftp -o ProxyCommand=TEXT -b FILE HOST`; in its commands `!TEXT` runs here.
pub fn sftp(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    super::containers::local_commands(walk, started, scope);
    lines(walk, started, scope);
}

/// `syscmd(TEXT)`, `esyscmd(TEXT)`
fn m4(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let Input::Text(text) = scope.input() else { return };
    let marked = Marked::new(&text);
    let mut rest = marked.text.as_str();
    while let Some((_, after)) = rest.split_once("syscmd(") {
        let end = end_of_brackets(after);
        let inner = after.get(..end).unwrap_or_default().trim_matches(['`', '\'', ' ']);
        shell(walk, started, &marked.value(inner), scope);
        rest = after.get(end..).unwrap_or_default();
    }
}

/// `ld.so [options] PROGRAM ARGUMENTS`; `--list` and `--verify` run nothing.
fn linker(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if !started.run.arguments.has(&["--list", "--verify", "--list-tunables", "--help"]) {
        run(walk, started, rest(started, 0), scope);
    }
}

/// `hg --config alias.x='!TEXT'`, and settings whose value runs.
fn mercurial(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    for setting in values(started, &["--config"]) {
        let known = setting.known_start();
        let Some((key, value)) = known.split_once('=') else { continue };
        let runs = ["ui.editor", "ui.ssh", "ui.merge", "pager.pager"];
        let is_hook = key.starts_with("hooks.") && !value.starts_with("python:");
        let is_alias = key.starts_with("alias.") && value.starts_with('!');
        if (is_hook || is_alias || runs.contains(&key))
            && let Some(text) = setting.after(key.len() + 1 + usize::from(is_alias))
        {
            shell(walk, started, &text, scope);
        }
    }
}
