//! Owns programs that make, change or remove the files they name; it does not resolve paths.
//!
//! Sources: POSIX XCU, the GNU coreutils manual (9.1), chattr(1), setfacl(1), util-linux (fallocate).

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS};
use super::files::Files;
use crate::effects::options::Style;
use crate::effects::scope::Scope;
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
        names: &["tee", "sponge"],
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
