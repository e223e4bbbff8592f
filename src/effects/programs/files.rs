//! Owns programs that read, write or remove the files they name; it does not resolve paths.
//!
//! Sources: POSIX XCU, the GNU coreutils manual, grep(1), sed(1), jq(1), gawk(1), less(1). Programs that only look at names
//! or metadata (ls, test, stat, file) are not here: existence is no content.

use super::{Program, Started, nothing};
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Piece, Value, paths};

const fn style(short_values: &'static str, long_values: &'static [&'static str]) -> Style {
    Style { short_values, long_values, long_flags: &[], operands_last: false }
}

const PLAIN: Style = style("", &[]);
const REMOVE: Style = Style {
    long_flags: &[
        "recursive",
        "force",
        "interactive",
        "one-file-system",
        "no-preserve-root",
        "preserve-root",
        "dir",
        "verbose",
    ],
    ..PLAIN
};
const COPY: Style = Style {
    long_flags: &[
        "recursive",
        "archive",
        "force",
        "no-clobber",
        "no-target-directory",
        "update",
        "verbose",
        "symbolic",
        "backup",
        "parents",
        "directory",
    ],
    ..style("tSgmo", &["target-directory", "suffix", "group", "mode", "owner"])
};
const CHANGE: Style = Style {
    long_flags: &[
        "recursive",
        "changes",
        "silent",
        "quiet",
        "verbose",
        "no-dereference",
        "dereference",
    ],
    ..style("", &["reference", "from"])
};
const GREP: Style = Style {
    long_flags: &[
        "recursive",
        "dereference-recursive",
        "line-number",
        "ignore-case",
        "files-with-matches",
    ],
    ..style(
        "efmABCdD",
        &[
            "regexp",
            "file",
            "max-count",
            "after-context",
            "before-context",
            "context",
            "include",
            "exclude",
            "exclude-dir",
            "color",
        ],
    )
};

/// The family.
pub const PROGRAMS: &[Program] = &[
    Program {
        names: &[
            "cat",
            "tac",
            "nl",
            "less",
            "more",
            "wc",
            "paste",
            "comm",
            "cmp",
            "rev",
            "strings",
            "md5sum",
            "sha1sum",
            "sha256sum",
            "sha512sum",
            "cksum",
            "expand",
            "fold",
            "bat",
        ],
        style: PLAIN,
        follow: read_all,
    },
    Program {
        names: &["head", "tail"],
        style: style("nc", &["lines", "bytes", "pid"]),
        follow: read_all,
    },
    Program {
        names: &["cut"],
        style: style("dfbc", &["delimiter", "fields", "bytes", "characters"]),
        follow: read_all,
    },
    Program {
        names: &["od", "hexdump", "xxd"],
        style: style(
            "AjNtwcslnef",
            &["address-radix", "skip-bytes", "read-bytes", "format", "width"],
        ),
        follow: read_all,
    },
    Program { names: &["base64", "base32"], style: style("w", &["wrap"]), follow: read_all },
    Program {
        names: &["diff"],
        style: style("IUCxX", &["unified", "context", "exclude", "label"]),
        follow: read_all,
    },
    Program {
        names: &["sort"],
        style: style("ktoST", &["key", "field-separator", "output", "buffer-size"]),
        follow: sort,
    },
    Program {
        names: &["uniq"],
        style: style("fsw", &["skip-fields", "skip-chars", "check-chars"]),
        follow: uniq,
    },
    Program { names: &["grep", "egrep", "fgrep"], style: GREP, follow: grep },
    Program {
        names: &["awk", "gawk", "mawk", "nawk"],
        style: style("Ffv", &["file", "field-separator", "assign"]),
        follow: after_program,
    },
    Program { names: &["jq"], style: style("fL", &["from-file", "indent"]), follow: after_program },
    Program {
        names: &["sed"],
        style: style("ef", &["expression", "file", "line-length"]),
        follow: sed,
    },
    Program { names: &["rm"], style: REMOVE, follow: remove },
    Program { names: &["rmdir", "unlink"], style: PLAIN, follow: remove },
    Program {
        names: &["shred"],
        style: style("ns", &["iterations", "size", "random-source"]),
        follow: shred,
    },
    Program { names: &["mv"], style: COPY, follow: rename },
    Program { names: &["cp"], style: COPY, follow: copy },
    Program { names: &["install"], style: COPY, follow: copy },
    Program { names: &["ln"], style: COPY, follow: link },
    Program {
        names: &["tee", "touch", "mkdir", "mkfifo"],
        style: style("mdrt", &["mode", "date", "reference"]),
        follow: write_all,
    },
    Program { names: &["truncate"], style: style("sr", &["size", "reference"]), follow: write_all },
    Program { names: &["chmod", "chown", "chgrp"], style: CHANGE, follow: change },
    Program { names: &["dd"], style: PLAIN, follow: dd },
    Program {
        names: &["ls", "test", "[", "stat", "file", "du", "df", "basename", "dirname", "realpath"],
        style: PLAIN,
        follow: nothing,
    },
];

/// The files that a program names, and what is needed to say what it does to them.
struct Files<'a, 'w, 'f> {
    walk: &'w mut Walk<'f>,
    scope: Scope,
    started: &'a Started<'a>,
}

impl<'a, 'w, 'f> Files<'a, 'w, 'f> {
    fn new(walk: &'w mut Walk<'f>, started: &'a Started<'a>, scope: &Scope) -> Self {
        Files { walk, scope: Scope { cause: Some(started.id), ..scope.clone() }, started }
    }

    fn has(&self, names: &[&str]) -> bool {
        self.started.run.arguments.has(names)
    }

    fn operands(&self) -> &'a [Value] {
        &self.started.run.arguments.operands
    }

    fn one(&mut self, access: Access, path: &Value, tree: bool) {
        self.walk.path(Touch::tree(access, tree), path, &self.scope);
    }

    fn all(&mut self, access: Access, paths: &[Value], tree: bool) {
        // `-` is standard input or output.
        for path in paths.iter().filter(|path| path.literal() != Some("-")) {
            self.one(access, path, tree);
        }
    }

    /// The sources and the destination of `cp` and its like; the destination may be a directory they go into.
    fn sources_and_destination(&self) -> Option<(Vec<Value>, Value, bool)> {
        if let Some(directory) = self.started.run.arguments.value(&["-t", "--target-directory"]) {
            return Some((self.operands().to_vec(), directory.clone(), true));
        }
        let (destination, sources) = self.operands().split_last()?;
        let is_directory = sources.len() > 1
            || destination.to_string().ends_with('/')
            || (!self.has(&["-T", "--no-target-directory"]) && self.is_directory(destination));
        Some((sources.to_vec(), destination.clone(), is_directory))
    }

    fn is_directory(&self, path: &Value) -> bool {
        self.scope.directories.iter().any(|directory| {
            let path = paths::absolute(path, directory);
            path.literal().is_some_and(|path| self.walk.facts().is_directory(path))
        })
    }

    /// Writes each source's name into the destination directory, or the destination itself.
    fn arrive(&mut self, sources: &[Value], destination: &Value, is_directory: bool) {
        if !is_directory {
            self.one(Access::Write, destination, false);
            return;
        }
        for source in sources {
            let mut path = destination.clone();
            path.push(Piece::Text("/".to_owned()));
            path.append(&paths::name(source));
            self.one(Access::Write, &path, false);
        }
    }
}

fn read_all(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Read, files.operands(), false);
}

fn write_all(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Write, files.operands(), false);
}

fn sort(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    read_all(walk, started, scope);
    if let Some(output) = started.run.arguments.value(&["-o", "--output"]) {
        Files::new(walk, started, scope).one(Access::Write, output, false);
    }
}

/// `uniq [INPUT [OUTPUT]]`
fn uniq(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Read, files.operands().get(..1).unwrap_or_default(), false);
    files.all(Access::Write, files.operands().get(1..).unwrap_or_default(), false);
}

/// The first operand is the pattern, unless an option gives it.
fn grep(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let tree = files.has(&["-r", "-R", "--recursive", "--dereference-recursive"]);
    let pattern = usize::from(!files.has(&["-e", "-f", "--regexp", "--file"]));
    files.all(Access::Read, files.operands().get(pattern..).unwrap_or_default(), tree);
}

/// The first operand is the program, unless an option gives it.
fn after_program(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let program = usize::from(!files.has(&["-f", "--file", "--from-file"]));
    files.all(Access::Read, files.operands().get(program..).unwrap_or_default(), false);
}

fn sed(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let script = usize::from(!files.has(&["-e", "-f", "--expression", "--file"]));
    let named = files.operands().get(script..).unwrap_or_default();
    files.all(Access::Read, named, false);
    if files.has(&["-i", "--in-place"]) {
        files.all(Access::Write, named, false);
    }
}

fn remove(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let tree = files.has(&["-r", "-R", "--recursive"]);
    files.all(Access::Delete, files.operands(), tree);
}

fn shred(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let removes = files.has(&["-u", "--remove"]);
    let access = if removes { Access::Delete } else { Access::Write };
    files.all(access, files.operands(), false);
}

/// A directory that is moved goes with all that is in it.
fn rename(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let Some((sources, destination, is_directory)) = files.sources_and_destination() else {
        return;
    };
    for source in &sources {
        files.walk.path(Touch::moved(true), source, &files.scope);
    }
    files.arrive(&sources, &destination, is_directory);
}

fn copy(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    // `install -d` makes directories.
    if super::name_of(&started.run.program.to_string()) == "install"
        && files.has(&["-d", "--directory"])
    {
        files.all(Access::Write, files.operands(), false);
        return;
    }
    let tree = files.has(&["-r", "-R", "-a", "--recursive", "--archive"]);
    let Some((sources, destination, is_directory)) = files.sources_and_destination() else {
        return;
    };
    files.all(Access::Read, &sources, tree);
    files.arrive(&sources, &destination, is_directory);
}

/// `ln` makes a name; what it leads to is not touched. With one operand the name is made here.
fn link(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let Some((sources, destination, is_directory)) = files.sources_and_destination() else {
        return;
    };
    match sources.is_empty() {
        true => files.one(Access::Write, &paths::name(&destination), false),
        false => files.arrive(&sources, &destination, is_directory),
    }
}

/// The first operand is the mode or owner, unless a file gives it.
fn change(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let tree = files.has(&["-R", "--recursive"]);
    let first = usize::from(!files.has(&["--reference"]));
    files.all(Access::Write, files.operands().get(first..).unwrap_or_default(), tree);
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
