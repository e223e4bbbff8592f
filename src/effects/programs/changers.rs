//! Owns programs that make, change or remove the files they name; it does not resolve paths.
//!
//! Sources: POSIX XCU, the GNU coreutils manual (9.1), chattr(1), setfacl(1), util-linux (fallocate, script), time(1),
//! patch(1), ed(1), gpg(1), openssl(1).

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS};
use super::files::{Files, something_below};
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Access, Piece, Value};

const WRITES: Entry = Entry { operands: Operands::Files(Access::Write), ..WORDS };
const DELETES: Entry = Entry { operands: Operands::Files(Access::Delete), ..WORDS };

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["rm", "grm"],
        style: Style::new("", &[]).flags(&[
            "recursive",
            "force",
            "interactive",
            "one-file-system",
            "no-preserve-root",
            "preserve-root",
            "dir",
            "verbose",
        ]),
        tree: &["-r", "-R", "--recursive"],
        ..DELETES
    },
    Entry {
        names: &["rimraf", "trash", "trash-put"],
        operands: Operands::Trees(Access::Delete),
        ..WORDS
    },
    Entry { names: &["rmdir", "unlink"], ..DELETES },
    Entry {
        names: &["shred"],
        style: Style::new("ns", &["iterations", "size", "random-source"])
            .flags(&["remove", "force", "zero", "exact", "verbose"]),
        options: &[(&["--random-source"], Use::Reads)],
        operands: Operands::Own(shred),
        ..WORDS
    },
    Entry {
        names: &["tee"],
        style: Style::new("", &[]).flags(&["append", "ignore-interrupts", "output-error"]),
        ..WRITES
    },
    Entry {
        names: &["touch"],
        style: Style::new("drt", &["date", "reference", "time"])
            .flags(&["no-create", "no-dereference"]),
        ..WRITES
    },
    Entry {
        names: &["mkdir", "mkfifo"],
        style: Style::new("m", &["mode"]).flags(&["parents", "verbose", "context"]),
        ..WRITES
    },
    Entry {
        names: &["mknod"],
        style: Style::new("m", &["mode"]),
        operands: Operands::Own(first_written),
        ..WORDS
    },
    Entry {
        names: &["truncate"],
        style: Style::new("rs", &["reference", "size"]).flags(&["no-create", "io-blocks"]),
        ..WRITES
    },
    Entry { names: &["fallocate"], style: Style::new("lo", &["length", "offset"]), ..WRITES },
    Entry {
        names: &["chmod"],
        // A mode may begin with a dash: `-x`, `-w,o-r` (GNU coreutils manual, "chmod invocation").
        style: Style::new("r?w?x?X?s?t?u?g?o?a?,?+?=?0?1?2?3?4?5?6?7?", &["reference"])
            .flags(CHANGE),
        tree: &["-R", "--recursive"],
        operands: Operands::AfterFirst(Access::Write, CHMOD_MODES),
        ..WORDS
    },
    Entry {
        names: &["chown", "chgrp"],
        style: Style::new("", &["reference", "from"]).flags(CHANGE),
        tree: &["-R", "--recursive"],
        operands: Operands::AfterFirst(Access::Write, &["--reference"]),
        ..WORDS
    },
    Entry {
        names: &["chattr"],
        style: Style::new("vp", &[]),
        tree: &["-R"],
        operands: Operands::Own(chattr),
        ..WORDS
    },
    Entry {
        names: &["setfacl"],
        style: Style::new(
            "mxMX",
            &["modify", "remove", "modify-file", "remove-file", "set", "set-file", "restore"],
        ),
        options: &[(&["-M", "-X", "--modify-file", "--remove-file", "--restore"], Use::Reads)],
        tree: &["-R", "--recursive"],
        ..WRITES
    },
    Entry { names: &["dd"], operands: Operands::Own(dd), ..WORDS },
    Entry {
        names: &["split"],
        style: Style::new(
            "abClnt",
            &[
                "suffix-length",
                "additional-suffix",
                "bytes",
                "line-bytes",
                "filter",
                "lines",
                "number",
                "separator",
            ],
        )
        .flags(&["numeric-suffixes", "hex-suffixes", "elide-empty-files", "unbuffered"]),
        options: &[(&["--filter"], Use::Shell)],
        operands: Operands::Own(split),
        ..WORDS
    },
    Entry {
        names: &["csplit"],
        style: Style::new("bfn", &["suffix-format", "prefix", "digits"])
            .flags(&["suppress-matched", "keep-files"]),
        operands: Operands::Own(csplit),
        ..WORDS
    },
    Entry {
        names: &["patch"],
        style: Style::new(
            "BDdFgiopVrYz",
            &[
                "prefix",
                "ifdef",
                "directory",
                "fuzz",
                "get",
                "input",
                "output",
                "strip",
                "version-control",
                "reject-file",
                "basename-prefix",
                "suffix",
                "quoting-style",
                "reject-format",
                "read-only",
            ],
        )
        .flags(&["dry-run", "reverse", "forward", "force", "binary", "backup"]),
        options: &[
            (&["-i", "--input"], Use::Reads),
            (&["-o", "--output", "-r", "--reject-file"], Use::Writes),
        ],
        operands: Operands::Own(patch),
        ..WORDS
    },
    Entry {
        names: &["ed", "red"],
        style: Style::new("p", &["prompt"]),
        operands: Operands::Own(edit),
        ..WORDS
    },
    Entry {
        names: &["ex", "vi", "vim", "nvim", "nano", "emacs", "pico"],
        style: Style::new("cSTtUuwWr", &["cmd"]),
        operands: Operands::Own(edit),
        ..WORDS
    },
    Entry {
        names: &["gpg", "gpg2"],
        style: Style::new(
            "orRuzN",
            &[
                "output",
                "recipient",
                "hidden-recipient",
                "local-user",
                "default-key",
                "encrypt-to",
                "homedir",
                "passphrase",
                "passphrase-file",
                "passphrase-fd",
                "pinentry-mode",
                "keyserver",
                "keyring",
                "primary-keyring",
                "secret-keyring",
                "options",
                "log-file",
                "status-fd",
                "status-file",
                "command-fd",
                "command-file",
                "logger-fd",
                "trust-model",
                "cipher-algo",
                "digest-algo",
                "compress-algo",
                "set-filename",
                "batch-size",
            ],
        )
        .flags(&[
            "export",
            "export-secret-keys",
            "list-keys",
            "armor",
            "decrypt",
            "encrypt",
            "symmetric",
        ]),
        options: &[
            (&["-o", "--output", "--log-file", "--status-file"], Use::Writes),
            (&["--passphrase-file", "--options", "--command-file"], Use::Reads),
        ],
        operands: Operands::Own(gpg),
        ..WORDS
    },
    Entry {
        names: &["openssl"],
        whole_words: Some(&[
            "-in",
            "-out",
            "-inkey",
            "-key",
            "-keyout",
            "-pass",
            "-passin",
            "-passout",
            "-kfile",
            "-K",
            "-k",
            "-iv",
            "-S",
            "-md",
            "-iter",
            "-config",
            "-subj",
            "-days",
            "-newkey",
            "-CA",
            "-CAkey",
            "-CAfile",
            "-CApath",
            "-cert",
            "-certfile",
            "-connect",
            "-servername",
            "-inform",
            "-outform",
            "-sign",
            "-verify",
            "-prverify",
            "-signature",
            "-rand",
            "-writerand",
            "-name",
            "-extfile",
            "-addext",
            "-algorithm",
            "-pkeyopt",
            "-bits",
            "-engine",
            "-set_serial",
            "-extensions",
            "-signkey",
            "-hmac",
            "-mac",
            "-macopt",
            "-sigopt",
            "-untrusted",
            "-content",
        ]),
        options: &[
            (
                &[
                    "-in",
                    "-inkey",
                    "-key",
                    "-kfile",
                    "-config",
                    "-CA",
                    "-CAkey",
                    "-CAfile",
                    "-cert",
                    "-certfile",
                    "-sign",
                    "-verify",
                    "-prverify",
                    "-signature",
                    "-extfile",
                    "-signkey",
                    "-untrusted",
                    "-content",
                ],
                Use::Reads,
            ),
            (&["-out", "-keyout", "-writerand"], Use::Writes),
        ],
        operands: Operands::Own(openssl),
        ..WORDS
    },
];

const CHANGE: &[&str] = &[
    "recursive",
    "changes",
    "silent",
    "quiet",
    "verbose",
    "no-dereference",
    "dereference",
    "no-preserve-root",
    "preserve-root",
];

const CHMOD_MODES: &[&str] = &[
    "--reference",
    "-r",
    "-w",
    "-x",
    "-X",
    "-s",
    "-t",
    "-u",
    "-g",
    "-o",
    "-a",
    "-,",
    "-+",
    "-=",
    "-0",
    "-1",
    "-2",
    "-3",
    "-4",
    "-5",
    "-6",
    "-7",
];

fn shred(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let removes = files.has(&["-u", "--remove"]);
    let access = if removes { Access::Delete } else { Access::Write };
    files.all(access, files.operands(), false);
}

/// `mknod NAME TYPE [MAJOR MINOR]`
fn first_written(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Write, files.operands().get(..1).unwrap_or_default(), false);
}

/// `chattr +i FILES`: the first words set attributes.
fn chattr(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let tree = files.has(&["-R"]);
    let named =
        files.operands().iter().skip_while(|word| word.known_start().starts_with(['+', '=']));
    let named: Vec<Value> = named.cloned().collect();
    files.all(Access::Write, &named, tree);
}

/// `dd if=FILE of=FILE`
fn dd(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    for operand in files.operands() {
        for (key, access) in [("if=", Access::Read), ("of=", Access::Write)] {
            if operand.known_start().starts_with(key)
                && let Some(path) = operand.after(key.len())
            {
                files.one(access, &path, false);
            }
        }
    }
}

/// `split [FILE [PREFIX]]` writes PREFIX and a suffix; `x` is the usual prefix. With `--filter` nothing is written.
fn split(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let (input, prefix) = files.operands().split_at_checked(1).unwrap_or_default();
    files.all(Access::Read, input, false);
    if !files.has(&["--filter"]) {
        let usual = Value::from("x");
        files.one(Access::Write, &numbered(prefix.first().unwrap_or(&usual)), false);
    }
}

/// `csplit FILE PATTERN…` writes a prefix, `xx`, and a number.
fn csplit(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Read, files.operands().get(..1).unwrap_or_default(), false);
    let usual = Value::from("xx");
    let prefix = files.value(&["-f", "--prefix"]).unwrap_or(&usual);
    files.one(Access::Write, &numbered(prefix), false);
}

/// A prefix with a suffix that the program chooses.
fn numbered(prefix: &Value) -> Value {
    let mut path = prefix.clone();
    path.push(Piece::Hole(crate::effects::Hole::glob("…")));
    path
}

/// `patch [FILE [PATCH]]`; without a file, the patch names those it changes, below the directory of `-d`.
fn patch(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let (original, patch) = files.operands().split_at_checked(1).unwrap_or_default();
    files.all(Access::Read, patch, false);
    if files.has(&["--dry-run"]) {
        return;
    }
    if let Some(directory) = files.value(&["-d", "--directory"]) {
        files.enter(directory);
    }
    if !original.is_empty() {
        files.all(Access::Write, original, false);
        return;
    }
    if let Input::Text(text) = scope.input() {
        for path in patched(&text.to_string()) {
            files.one(Access::Write, &Value::from(path), false);
        }
        return;
    }
    files.one(Access::Write, &something_below(&Value::from(".")), false);
}

/// The files that a unified diff says it changes, without the first component as `-p1` has it and with it.
fn patched(text: &str) -> Vec<String> {
    let headers = text.lines().filter_map(|line| line.strip_prefix("+++ "));
    let named = headers.map(|name| name.split('\t').next().unwrap_or(name).trim().to_owned());
    named
        .filter(|name| name != "/dev/null")
        .map(|name| match name.split_once('/') {
            Some(("a" | "b", rest)) => rest.to_owned(),
            _ => name,
        })
        .collect()
}

/// An editor may read and write what it is given.
fn edit(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let named = files.operands().iter().filter(|word| !word.known_start().starts_with('+'));
    let named: Vec<Value> = named.cloned().collect();
    files.all(Access::Read, &named, false);
    if !files.has(&["-R", "-M", "--readonly"]) {
        files.all(Access::Write, &named, false);
    }
}

/// `gpg FILE`, `gpg -d FILE`, `gpg -c FILE` read files; the commands about keys take names.
fn gpg(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    const ABOUT_KEYS: &[&str] = &[
        "--list-keys",
        "-k",
        "--list-secret-keys",
        "-K",
        "--export",
        "--export-secret-keys",
        "--delete-keys",
        "--delete-secret-keys",
        "--recv-keys",
        "--receive-keys",
        "--send-keys",
        "--search-keys",
        "--edit-key",
        "--fingerprint",
        "--quick-generate-key",
        "--generate-key",
        "--full-generate-key",
        "--refresh-keys",
        "--sign-key",
        "--lsign-key",
    ];
    let mut files = Files::new(walk, started, scope);
    if !files.has(ABOUT_KEYS) {
        files.all(Access::Read, files.operands(), false);
    }
}

/// `openssl dgst FILES` and `openssl sha256 FILES` read operands; other commands name files by options.
fn openssl(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let Some((command, named)) = files.operands().split_first() else { return };
    let command = command.literal().unwrap_or_default();
    if command == "dgst" || command.starts_with("sha") || command.starts_with("md") {
        files.all(Access::Read, named, false);
    }
}
