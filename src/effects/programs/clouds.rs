//! Owns clients of object stores: which files of this machine they carry to and fro; it does not know what is there.
//!
//! Sources: the AWS CLI command reference (s3, s3api, "Loading a parameter from a file"), `gsutil help`, the gcloud and az
//! references, rclone(1), s3cmd(1), azcopy.

use super::entry::{Entry, Operands, Use, WORDS};
use super::files::Files;
use super::{Started, database, machines};
use crate::effects::options::Style;
use crate::effects::scope::Scope;
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
                "parameters",
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
        operands: Operands::Own(gcloud),
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
    machines::aws(walk, started, scope);
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

/// `gcloud storage cp`, `gcloud compute ssh`
fn gcloud(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    machines::reach(walk, started, scope);
    store(walk, started, scope);
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
    machines::azure(walk, started, scope);
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
