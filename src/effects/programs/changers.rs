//! Owns programs that make, change or remove the files they name; it does not resolve paths.
//!
//! Sources: POSIX XCU, the GNU coreutils manual (9.1), chattr(1), setfacl(1), util-linux (fallocate,
//! rename), rename(1) of Perl.

use super::entry::{Entry, Operands, Use, WORDS};
use super::files::{Files, something_below};
use super::{Described, Follow, Started};
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Piece, Value};

const WRITES: Entry = Entry { operands: Operands::Files(Access::Write), ..WORDS };
const DELETES: Entry = Entry { operands: Operands::Files(Access::Delete), ..WORDS };

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        // `zf_rm` is in zsh's own module (zsh manual, "zsh/files").
        names: &["rm", "grm", "zf_rm"],
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
        names: &["rimraf", "del", "del-cli", "trash", "trash-put"],
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
        operands: Operands::Own(tee),
        ..WORDS
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
        names: &["mktemp"],
        style: Style::new("p", &["suffix"]).flags(&["directory", "dry-run", "quiet", "tmpdir"]),
        operands: Operands::Own(mktemp),
        ..WORDS
    },
    Entry {
        names: &["rename", "prename", "perl-rename", "file-rename", "mmv"],
        style: Style::new("e", &[]).flags(&["no-act", "nono", "verbose", "force"]),
        operands: Operands::Own(renamed),
        ..WORDS
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
        operands: Operands::Own(truncate),
        ..WORDS
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

/// What a program of which nothing is known does with these words if they are rm's, as in `$(…) -rf ~`: whatever else
/// takes `-rf` is rare. `None` for other words.
pub fn perhaps_removes(words: &[Value]) -> Option<Described> {
    let entry = ENTRIES.iter().find(|entry| entry.names.contains(&"rm"))?;
    let arguments = options::parse(&entry.style, words).arguments;
    let is_own = |name: &str| name.starts_with("--") || ["-r", "-R", "-f", "-v"].contains(&name);
    let is_removal = arguments.has(entry.tree)
        && arguments.has(&["-f", "--force"])
        && arguments.options.iter().all(|option| is_own(&option.name));
    let follow: Follow = remove;
    is_removal.then(|| Described { arguments, follow: Some(follow), ..Described::default() })
}

fn remove(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Delete, files.operands(), true);
}

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

/// `tee -a` writes at the end.
fn tee(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let touch = match files.has(&["-a", "--append"]) {
        true => Touch::appended(),
        false => Touch::file(Access::Write),
    };
    files.operands().iter().for_each(|file| files.touch(touch.clone(), file));
}

fn shred(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let removes = files.has(&["-u", "--remove"]);
    let access = if removes { Access::Delete } else { Access::Write };
    files.all(access, files.operands(), false);
}

/// `mktemp -p DIRECTORY`, `mktemp TEMPLATE`; by itself it makes a file where temporary files are.
fn mktemp(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    if let Some(directory) = files.value(&["-p", "--tmpdir"]) {
        files.one(Access::Write, &something_below(directory), false);
    } else if !files.has(&["-t", "--tmpdir", "-u", "--dry-run"]) {
        files.all(Access::Write, files.operands(), false);
    }
}

/// `rename EXPRESSION FILES`, or `rename FROM TO FILES`: which of the two it is depends on the system.
fn renamed(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    if files.has(&["-n", "--nono", "--no-act"]) {
        return;
    }
    let skipped = usize::from(!files.has(&["-e"]));
    for path in files.operands().get(skipped..).unwrap_or_default() {
        files.touch(Touch::moved(true), path);
    }
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

/// `truncate -s 0 FILES` empties them.
fn truncate(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let size = files.value(&["-s", "--size"]).and_then(Value::literal);
    let text = (size == Some("0")).then(String::new);
    for path in files.operands() {
        files.touch(Touch::written(text.clone()), path);
    }
}

/// `dd if=FILE of=FILE`
fn dd(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let value = |operand: &Value, key: &str| {
        operand.after(key.len()).filter(|_| operand.known_start().starts_with(key))
    };
    let mut text = None;
    for operand in files.operands() {
        if let Some(path) = value(operand, "if=") {
            text = (path.literal() == Some("/dev/null")).then(String::new);
            files.one(Access::Read, &path, false);
        }
    }
    for operand in files.operands() {
        if let Some(path) = value(operand, "of=") {
            files.touch(Touch::written(text.clone()), &path);
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
