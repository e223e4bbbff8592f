//! Owns clients that carry files to and from other machines, and the files they read secrets from; it does not know what
//! is there.
//!
//! Sources: the AWS CLI command reference (s3, s3api, "Loading a parameter from a file"), `gsutil help`, the gcloud and az
//! references, rclone(1), s3cmd(1), azcopy, the manual of gh, sftp(1), mutt(1), the documentation of croc, magic-wormhole, sops, ansible-vault,
//! Vault, Netlify,
//! the Vercel CLI and 1Password's op.

use super::entry::{Entry, Operands, Use, WORDS};
use super::files::Files;
use super::{Started, database};
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["aws"],
        style: Style::new(
            "",
            &[
                "profile",
                "region",
                "output",
                "endpoint-url",
                "query",
                "color",
                "include",
                "exclude",
                "acl",
                "storage-class",
                "sse",
                "bucket",
                "key",
                "body",
                "sql",
                "database",
                "secret-arn",
                "resource-arn",
                "cluster-identifier",
                "workgroup-name",
                "query-string",
                "work-group",
                "name",
                "value",
                "secret-id",
                "secret-string",
                "cli-input-json",
            ],
        ),
        options: &[(&["--body"], Use::Reads)],
        operands: Operands::Own(aws),
        ..WORDS
    },
    Entry {
        names: &["gsutil"],
        style: Style::new("ohiuajLsxz", &[]),
        operands: Operands::Own(store),
        ..WORDS
    },
    Entry {
        names: &["gcloud"],
        style: Style::new(
            "",
            &[
                "project",
                "account",
                "configuration",
                "format",
                "zone",
                "region",
                "instance",
                "sql",
                "ddl",
                "data-file",
                "env-vars-file",
                "exclude",
            ],
        ),
        options: &[(&["--data-file", "--env-vars-file", "--ddl-file"], Use::Reads)],
        operands: Operands::Own(store),
        ..WORDS
    },
    Entry {
        names: &["az"],
        style: Style::new(
            "fcndsgo",
            &[
                "file",
                "source",
                "destination",
                "container-name",
                "name",
                "account-name",
                "resource-group",
                "output",
                "query",
                "subscription",
            ],
        ),
        operands: Operands::Own(azure),
        ..WORDS
    },
    Entry {
        names: &["rclone"],
        style: Style::new(
            "v?",
            &["config", "exclude", "include", "filter", "transfers", "log-file"],
        ),
        operands: Operands::Own(store),
        ..WORDS
    },
    Entry {
        names: &["s3cmd", "s5cmd", "azcopy", "b2"],
        style: Style::new("c", &["config", "exclude", "include", "acl-grant"]),
        operands: Operands::Own(store),
        ..WORDS
    },
    Entry {
        names: &["gh"],
        style: Style::new(
            "RbtflFXHDOpnq",
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
        options: &[(&["-b"], Use::Reads)],
        operands: Operands::Own(sftp),
        ..WORDS
    },
    Entry {
        names: &["mutt", "mail", "mailx", "s-nail"],
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
        names: &["sops"],
        style: Style::new(
            "kpa",
            &[
                "output",
                "kms",
                "pgp",
                "age",
                "input-type",
                "output-type",
                "config",
                "extract",
                "set",
                "encrypted-regex",
            ],
        ),
        options: &[(&["--output"], Use::Writes)],
        operands: Operands::Own(sops),
        ..WORDS
    },
    Entry {
        names: &["ansible-vault"],
        style: Style::new(
            "e",
            &["output", "vault-password-file", "vault-id", "encrypt-vault-id", "new-vault-id"],
        ),
        options: &[
            (&["--output"], Use::Writes),
            (&["--vault-password-file", "--vault-pass-file"], Use::Reads),
        ],
        operands: Operands::Own(ansible_vault),
        ..WORDS
    },
    Entry {
        names: &["age", "rage"],
        style: Style::new("oirR", &["output", "identity", "recipient", "recipients-file"]),
        options: &[
            (&["-o", "--output"], Use::Writes),
            (&["-i", "--identity", "-R", "--recipients-file"], Use::Reads),
        ],
        operands: Operands::Files(Access::Read),
        ..WORDS
    },
    Entry {
        names: &["vercel", "vc"],
        style: Style::new("AtSQ", &["token", "scope", "cwd", "environment", "git-branch"]),
        operands: Operands::Own(vercel),
        ..WORDS
    },
];

/// A value that is an address elsewhere: `s3://…`, `https://…`, `remote:path`.
fn is_elsewhere(path: &Value) -> bool {
    let known = path.known_start();
    known.split('/').next().is_some_and(|first| first.len() > 1 && first.contains(':'))
}

/// `aws s3 cp|mv|sync FROM TO`; any parameter may be `file://FILE`.
fn aws(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    const STATEMENTS: &[&str] = &["--sql", "--query-string"];
    database::send_options(walk, started, STATEMENTS, scope);
    let mut files = Files::new(walk, started, scope);
    for option in &started.run.arguments.options {
        let Some(value) = &option.value else { continue };
        let start = ["file://", "fileb://"].iter().find(|it| value.known_start().starts_with(**it));
        if let Some(path) = start.and_then(|start| value.after(start.len())) {
            files.one(Access::Read, &path, false);
        }
    }
    if files.has(&["--dryrun"]) {
        return;
    }
    let operands: Vec<Option<&str>> = files.operands().iter().map(Value::literal).collect();
    match operands.as_slice() {
        [Some("s3"), ..] => carry(&mut files, 1),
        // `aws s3api get-object --bucket B --key K FILE`
        [Some("s3api"), Some("get-object"), ..] => {
            files.all(Access::Write, files.operands().get(2..).unwrap_or_default(), false);
        }
        _ => {}
    }
}

/// `gsutil cp`, `gcloud storage cp`, `rclone copy`, `s3cmd put`.
fn store(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    database::send_options(walk, started, &["--sql", "--ddl"], scope);
    // `gcloud sql connect INSTANCE` starts a client.
    let words: Vec<Option<&str>> =
        started.run.arguments.operands.iter().take(2).map(Value::literal).collect();
    if words == [Some("sql"), Some("connect")] {
        database::send_input(walk, started, scope);
    }
    let mut files = Files::new(walk, started, scope);
    let is_storage = |word: &Value| matches!(word.literal(), Some("storage" | "alpha" | "beta"));
    let skipped = files.operands().iter().take_while(|word| is_storage(word)).count();
    // To `gsutil cp`, `-n` means not to overwrite.
    let is_copy = files.operands().get(skipped).and_then(Value::literal) == Some("cp");
    if !files.has(&["--dry-run"]) && (is_copy || !files.has(&["-n"])) {
        carry(&mut files, skipped);
    }
}

/// What a word that carries files does with the operands after it, of which the last is where they go.
fn carry(files: &mut Files, skipped: usize) {
    let Some((command, named)) = files.operands().get(skipped..).and_then(<[_]>::split_first)
    else {
        return;
    };
    let whole = files.has(&["--recursive", "-r", "-R"]);
    let (whole, gone) = match command.literal() {
        Some("cp" | "copyto" | "put" | "get") => (whole, false),
        // rclone takes directories by itself.
        Some("sync" | "rsync" | "copy" | "upload" | "download") => (true, false),
        Some("mv" | "moveto") => (whole, true),
        Some("move") => (true, true),
        Some("cat" | "rcat" | _) | None => return,
    };
    let Some((destination, sources)) = named.split_last() else { return };
    let (remote, local): (Vec<Value>, Vec<Value>) = sources.iter().cloned().partition(is_elsewhere);
    files.all(Access::Read, &local, whole);
    if gone {
        files.all(Access::Delete, &local, whole);
    }
    if is_elsewhere(destination) {
        // `s3cmd put FILES s3://…`; `s3cmd get s3://… ` writes here by its name.
        return;
    }
    if sources.is_empty() {
        files.one(Access::Read, destination, whole);
        return;
    }
    let is_directory = destination.to_string().ends_with('/') || files.is_directory(destination);
    let names: Vec<Value> = remote.into_iter().chain(local).collect();
    if whole {
        files.one(Access::Write, destination, true);
    } else {
        files.arrive(&names, destination, is_directory);
    }
}

/// `az storage blob upload -f FILE`, `download -f FILE`; `upload-batch -s DIRECTORY`, `download-batch -d DIRECTORY`.
fn azure(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let named = |word: &str| files.operands().iter().any(|it| it.literal() == Some(word));
    let (upload, batch_up) = (named("upload"), named("upload-batch"));
    let (download, batch_down) = (named("download"), named("download-batch"));
    let file = files.value(&["-f", "--file"]).cloned();
    if upload {
        files.all(Access::Read, file.as_slice(), false);
    } else if download {
        files.all(Access::Write, file.as_slice(), false);
    } else if batch_up {
        let source = files.value(&["-s", "--source"]).cloned();
        files.all(Access::Read, source.as_slice(), true);
    } else if batch_down {
        let destination = files.value(&["-d", "--destination"]).cloned();
        files.all(Access::Write, destination.as_slice(), true);
    }
}

/// The commands of gh that read or write files of this machine.
fn gh(walk: &mut Walk, started: &Started, scope: &mut Scope) {
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

/// `sops FILE` edits; `-d` and `-e` read, and `-i` writes what they make.
fn sops(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let commands =
        ["decrypt", "encrypt", "edit", "rotate", "set", "unset", "filestatus", "updatekeys"];
    let (command, named) = match files.operands().split_first() {
        Some((first, rest)) if first.literal().is_some_and(|it| commands.contains(&it)) => {
            (first.literal().unwrap_or_default(), rest)
        }
        _ => ("", files.operands()),
    };
    let named = named.get(..1).unwrap_or_default();
    files.all(Access::Read, named, false);
    let shows = files.has(&["-d", "--decrypt", "-e", "--encrypt"])
        || ["decrypt", "encrypt", "filestatus"].contains(&command);
    if files.has(&["-i", "--in-place"]) || !shows {
        files.all(Access::Write, named, false);
    }
}

/// `ansible-vault encrypt FILES` changes them, unless `--output` says where else.
fn ansible_vault(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let Some((command, named)) = files.operands().split_first() else { return };
    files.all(Access::Read, named, false);
    let changes =
        matches!(command.literal(), Some("encrypt" | "decrypt" | "edit" | "rekey" | "create"));
    if changes && !files.has(&["--output"]) {
        files.all(Access::Write, named, false);
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
