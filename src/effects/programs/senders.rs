//! Owns clients that send single files to other machines and people, or fetch them; it does not know what is there.
//!
//! Sources: the manual of gh, sftp(1), mutt(1), mailx(1), xclip(1), the documentation of croc, magic-wormhole, pastebinit,
//! Netlify, Vault and the Vercel CLI.

use super::entry::{Entry, Operands, Use, WORDS};
use super::files::Files;
use super::{Started, callbacks, machines};
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["gh"],
        style: Style::new(
            "=RbtflFXHDOpnq",
            &[
                "repo",
                "body",
                "title",
                "body-file",
                "notes-file",
                "label",
                "hostname",
                "field",
                "raw-field",
                "method",
                "header",
                "input",
                "jq",
                "template",
                "env-file",
                "dir",
                "output",
                "pattern",
                "notes",
                "filename",
                "desc",
                "base",
                "head",
                "env",
                "org",
                "visibility",
                "description",
                "homepage",
            ],
        ),
        options: &[
            (&["--body-file", "--notes-file", "--env-file", "--input"], Use::Reads),
            (&["-O", "--output"], Use::Writes),
        ],
        operands: Operands::Own(gh),
        ..WORDS
    },
    Entry {
        names: &["sftp"],
        style: Style::new("BbcDFiJloPRSsX", &[]),
        options: &[(&["-b"], Use::Reads), (&["-S", "-D"], Use::Runs)],
        operands: Operands::Own(sftp),
        ..WORDS
    },
    Entry {
        names: &["mutt", "neomutt"],
        style: Style::new("asbceFHi", &["attach"]),
        options: &[(&["-a", "--attach"], Use::Reads)],
        operands: Operands::Own(callbacks::lines),
        ..WORDS
    },
    Entry {
        names: &["mail", "mailx", "s-nail"],
        style: Style::new("asbcr", &["attach"]),
        options: &[(&["-a", "-A", "--attach"], Use::Reads)],
        ..WORDS
    },
    Entry { names: &["pastebinit", "gist"], operands: Operands::Files(Access::Read), ..WORDS },
    Entry { names: &["netlify", "ntl"], operands: Operands::Own(netlify), ..WORDS },
    Entry { names: &["vault", "bao"], operands: Operands::Own(vault), ..WORDS },
    Entry {
        names: &["croc", "wormhole", "ffsend"],
        style: Style::new("", &["code", "relay", "text"]),
        operands: Operands::Own(sent),
        ..WORDS
    },
    Entry {
        names: &["xclip", "wl-copy"],
        whole_words: Some(&["-sel", "-selection", "-display", "-target", "-t", "-loops"]),
        operands: Operands::Files(Access::Read),
        ..WORDS
    },
    Entry {
        names: &["vercel", "vc"],
        style: Style::new(
            "AtSQ",
            &["token", "scope", "cwd", "environment", "git-branch", "target"],
        ),
        operands: Operands::Own(vercel),
        ..WORDS
    },
];

/// The commands of gh that read or write files of this machine.
fn gh(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    machines::reach(walk, started, scope);
    let mut files = Files::new(walk, started, scope);
    let operands = files.operands();
    let words: Vec<Option<&str>> = operands.iter().take(2).map(Value::literal).collect();
    let named = operands.get(2..).unwrap_or_default();
    match words.as_slice() {
        [Some("gist"), Some("create" | "edit")] => files.all(Access::Read, named, false),
        // `gh release create TAG FILES`
        [Some("release"), Some("create" | "upload")] => {
            files.all(Access::Read, named.get(1..).unwrap_or_default(), false);
            let notes = files.value(&["-F"]).cloned();
            files.all(Access::Read, notes.as_slice(), false);
        }
        [Some("secret" | "variable"), Some("set")] => {
            let list = files.value(&["-f"]).cloned();
            files.all(Access::Read, list.as_slice(), false);
        }
        [Some("issue" | "pr"), Some("create" | "comment" | "edit" | "review")] => {
            let body = files.value(&["-F"]).cloned();
            files.all(Access::Read, body.as_slice(), false);
        }
        [Some("release" | "run"), Some("download")] => {
            let directory = files.value(&["-D", "--dir"]).cloned();
            files.all(Access::Write, directory.as_slice(), true);
        }
        // `gh repo clone REPOSITORY [DIRECTORY]`
        [Some("repo"), Some("clone")] => match named {
            [_, directory, ..] => files.one(Access::Write, directory, true),
            [repository] => {
                let name = repository.literal().and_then(|name| name.rsplit('/').next());
                let here = Value::from(name.unwrap_or("…").trim_end_matches(".git"));
                files.one(Access::Write, &here, true);
            }
            [] => {}
        },
        [Some("api"), _] => {
            for field in files.values(&["-F", "--field"]) {
                let at = field.known_start().find("=@");
                if let Some(path) = at.and_then(|at| field.after(at + 2)) {
                    files.one(Access::Read, &path, false);
                }
            }
        }
        _ => {}
    }
}

/// `croc send FILES`, `wormhole send FILE`
fn sent(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let send =
        files.operands().iter().position(|word| matches!(word.literal(), Some("send" | "upload")));
    if let Some(send) = send {
        files.all(Access::Read, files.operands().get(send + 1..).unwrap_or_default(), true);
    }
}

/// `vercel env pull [FILE]` writes `.env.local` by itself.
fn vercel(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let [first, second, named @ ..] = files.operands() else { return };
    if first.literal() == Some("env") && second.literal() == Some("pull") {
        let usual = Value::from(".env.local");
        files.one(Access::Write, named.first().unwrap_or(&usual), false);
    }
}

/// `put FILE` and `get FILE [HERE]` on standard input (sftp(1), "INTERACTIVE COMMANDS").
fn sftp(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    callbacks::sftp(walk, started, scope);
    let Input::Text(text) = scope.input() else { return };
    let mut files = Files::new(walk, started, scope);
    for line in text.to_string().lines() {
        let mut words = line.split_whitespace().filter(|word| !word.starts_with('-'));
        match (words.next(), words.next(), words.next()) {
            (Some("put" | "mput" | "reput"), Some(file), _) => {
                files.one(Access::Read, &Value::from(file), true);
            }
            (Some("get" | "mget" | "reget"), Some(_), Some(here)) => {
                files.one(Access::Write, &Value::from(here), true);
            }
            (Some("get" | "mget" | "reget"), Some(file), None) => {
                let name = file.rsplit('/').next().unwrap_or(file);
                files.one(Access::Write, &Value::from(name), true);
            }
            _ => {}
        }
    }
}

/// `netlify env:import FILE`
fn netlify(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    if let [command, named @ ..] = files.operands()
        && command.literal() == Some("env:import")
    {
        files.all(Access::Read, named, false);
    }
}

/// `vault kv put PATH @FILE`, `KEY=@FILE`
fn vault(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    for word in files.operands() {
        let known = word.known_start();
        let start =
            if known.starts_with('@') { Some(1) } else { known.find("=@").map(|at| at + 2) };
        if let Some(path) = start.and_then(|start| word.after(start)) {
            files.one(Access::Read, &path, false);
        }
    }
}
