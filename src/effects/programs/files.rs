//! Owns programs that read, write or remove the files they name; it does not resolve paths.
//!
//! Sources: POSIX XCU, the GNU coreutils manual, grep(1), sed(1), jq(1), gawk(1), less(1). Programs that only look at names
//! or metadata (ls, test, stat, file) are not here: existence is no content.

use super::{Program, Started, nothing};
use crate::effects::options::Style;
use crate::effects::scope::Scope;
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

/// What is done to paths, with what is needed to say so.
struct Touch<'a, 'w, 'f> {
    walk: &'w mut Walk<'f>,
    scope: Scope,
    started: &'a Started<'a>,
}

impl<'a, 'w, 'f> Touch<'a, 'w, 'f> {
    fn new(walk: &'w mut Walk<'f>, started: &'a Started<'a>, scope: &Scope) -> Self {
        Touch { walk, scope: Scope { cause: Some(started.id), ..scope.clone() }, started }
    }

    fn has(&self, names: &[&str]) -> bool {
        self.started.run.arguments.has(names)
    }

    fn operands(&self) -> &'a [Value] {
        &self.started.run.arguments.operands
    }

    fn one(&mut self, access: Access, path: &Value, tree: bool) {
        self.walk.path(access, path, tree, None, &self.scope);
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
    let mut touch = Touch::new(walk, started, scope);
    touch.all(Access::Read, touch.operands(), false);
}

fn write_all(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut touch = Touch::new(walk, started, scope);
    touch.all(Access::Write, touch.operands(), false);
}

fn sort(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    read_all(walk, started, scope);
    if let Some(output) = started.run.arguments.value(&["-o", "--output"]) {
        Touch::new(walk, started, scope).one(Access::Write, output, false);
    }
}

/// `uniq [INPUT [OUTPUT]]`
fn uniq(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut touch = Touch::new(walk, started, scope);
    touch.all(Access::Read, touch.operands().get(..1).unwrap_or_default(), false);
    touch.all(Access::Write, touch.operands().get(1..).unwrap_or_default(), false);
}

/// The first operand is the pattern, unless an option gives it.
fn grep(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut touch = Touch::new(walk, started, scope);
    let tree = touch.has(&["-r", "-R", "--recursive", "--dereference-recursive"]);
    let pattern = usize::from(!touch.has(&["-e", "-f", "--regexp", "--file"]));
    touch.all(Access::Read, touch.operands().get(pattern..).unwrap_or_default(), tree);
}

/// The first operand is the program, unless an option gives it.
fn after_program(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut touch = Touch::new(walk, started, scope);
    let program = usize::from(!touch.has(&["-f", "--file", "--from-file"]));
    touch.all(Access::Read, touch.operands().get(program..).unwrap_or_default(), false);
}

fn sed(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut touch = Touch::new(walk, started, scope);
    let script = usize::from(!touch.has(&["-e", "-f", "--expression", "--file"]));
    let files = touch.operands().get(script..).unwrap_or_default();
    touch.all(Access::Read, files, false);
    if touch.has(&["-i", "--in-place"]) {
        touch.all(Access::Write, files, false);
    }
}

fn remove(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut touch = Touch::new(walk, started, scope);
    let tree = touch.has(&["-r", "-R", "--recursive"]);
    touch.all(Access::Delete, touch.operands(), tree);
}

fn shred(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut touch = Touch::new(walk, started, scope);
    let removes = touch.has(&["-u", "--remove"]);
    let access = if removes { Access::Delete } else { Access::Write };
    touch.all(access, touch.operands(), false);
}

/// A directory that is moved goes with all that is in it.
fn rename(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut touch = Touch::new(walk, started, scope);
    let Some((sources, destination, is_directory)) = touch.sources_and_destination() else {
        return;
    };
    touch.all(Access::Delete, &sources, true);
    touch.arrive(&sources, &destination, is_directory);
}

fn copy(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut touch = Touch::new(walk, started, scope);
    // `install -d` makes directories.
    if super::name_of(&started.run.program.to_string()) == "install"
        && touch.has(&["-d", "--directory"])
    {
        touch.all(Access::Write, touch.operands(), false);
        return;
    }
    let tree = touch.has(&["-r", "-R", "-a", "--recursive", "--archive"]);
    let Some((sources, destination, is_directory)) = touch.sources_and_destination() else {
        return;
    };
    touch.all(Access::Read, &sources, tree);
    touch.arrive(&sources, &destination, is_directory);
}

/// `ln` makes a name; what it leads to is not touched. With one operand the name is made here.
fn link(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut touch = Touch::new(walk, started, scope);
    let Some((sources, destination, is_directory)) = touch.sources_and_destination() else {
        return;
    };
    match sources.is_empty() {
        true => touch.one(Access::Write, &paths::name(&destination), false),
        false => touch.arrive(&sources, &destination, is_directory),
    }
}

/// The first operand is the mode or owner, unless a file gives it.
fn change(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut touch = Touch::new(walk, started, scope);
    let tree = touch.has(&["-R", "--recursive"]);
    let first = usize::from(!touch.has(&["--reference"]));
    touch.all(Access::Write, touch.operands().get(first..).unwrap_or_default(), tree);
}

/// `dd if=FILE of=FILE`
fn dd(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut touch = Touch::new(walk, started, scope);
    for operand in touch.operands() {
        for (key, access) in [("if=", Access::Read), ("of=", Access::Write)] {
            if operand.known_start().starts_with(key)
                && let Some(path) = operand.after(key.len())
            {
                touch.one(access, &path, false);
            }
        }
    }
}
