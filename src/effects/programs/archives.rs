//! Owns programs that pack, unpack and compress files; it does not look into archives.
//!
//! Sources: the GNU tar manual 1.34, bsdtar(1), unzip(1), zip(1), 7z(1), gzip(1), bzip2(1), xz(1), zstd(1).

use super::entry::{Entry, Operands, Use, WORDS, shell};
use super::files::{Files, something_below};
use super::{Described, Started, name_of};
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Sieve, Value, paths};

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: TAR_NAMES,
        style: Style::new(TAR_SHORT, TAR_LONG).flags(TAR_FLAGS),
        options: &[
            (&["-I", "--use-compress-program", "--rsh-command", "--rmt-command"], Use::Runs),
            (&["--to-command", "-F", "--info-script", "--new-volume-script"], Use::Shell),
            (&["-T", "--files-from", "-X", "--exclude-from"], Use::Reads),
            (&["-g", "--listed-incremental", "--index-file"], Use::Writes),
        ],
        operands: Operands::Own(tar),
        ..WORDS
    },
    Entry {
        names: &["unzip"],
        style: Style::new("dPIO", &[]),
        operands: Operands::Own(unzip),
        ..WORDS
    },
    Entry {
        names: &["zip"],
        style: Style::new("bnPtxis", &["exclude", "include", "temp-path", "unzip-command", "out"]),
        options: &[(&["--unzip-command"], Use::Shell), (&["--out"], Use::Writes)],
        operands: Operands::Own(zip),
        ..WORDS
    },
    Entry {
        names: &["7z", "7za", "7zr", "7zz"],
        whole_words: Some(&[]),
        operands: Operands::Own(seven),
        ..WORDS
    },
    Entry {
        names: &["gzip", "gunzip", "pigz", "unpigz", "compress", "uncompress"],
        style: Style::new("Sbp", &["suffix"]).flags(&[
            "stdout",
            "to-stdout",
            "keep",
            "list",
            "test",
            "recursive",
            "decompress",
        ]),
        tree: &["-r", "--recursive"],
        operands: Operands::Own(compress),
        ..WORDS
    },
    Entry {
        names: &["bzip2", "bunzip2", "pbzip2"],
        style: Style::new("", &[]).flags(&["stdout", "keep", "test", "decompress"]),
        operands: Operands::Own(compress),
        ..WORDS
    },
    Entry {
        names: &["xz", "unxz", "xzcat", "lzma", "unlzma", "lzcat"],
        style: Style::new(
            "FCSTM",
            &[
                "format",
                "check",
                "suffix",
                "threads",
                "memlimit",
                "memlimit-compress",
                "memlimit-decompress",
                "block-size",
                "filters",
            ],
        )
        .flags(&["stdout", "to-stdout", "keep", "list", "test", "decompress"]),
        operands: Operands::Own(compress),
        ..WORDS
    },
    // `lz4 INPUT [OUTPUT]`
    Entry { names: &["lz4", "unlz4", "lz4cat"], operands: Operands::InputOutput, ..WORDS },
    Entry {
        names: &["zstd", "unzstd", "zstdcat"],
        style: Style::new(
            "oDM?T?",
            &["output-dir-flat", "output-dir-mirror", "patch-from", "filelist", "trace", "format"],
        )
        .flags(&["stdout", "keep", "rm", "list", "test", "decompress"]),
        options: &[(&["-o"], Use::Writes), (&["-D", "--patch-from", "--filelist"], Use::Reads)],
        operands: Operands::Own(compress),
        ..WORDS
    },
];

const TAR_NAMES: &[&str] = &["tar", "gtar", "bsdtar"];
const TAR_SHORT: &str = "bCfFgHIKLNTVX";
const TAR_LONG: &[&str] = &[
    "add-file",
    "after-date",
    "blocking-factor",
    "checkpoint-action",
    "directory",
    "exclude",
    "exclude-caches-under",
    "exclude-from",
    "exclude-ignore",
    "exclude-ignore-recursive",
    "exclude-tag",
    "exclude-tag-all",
    "exclude-tag-under",
    "file",
    "files-from",
    "format",
    "group",
    "group-map",
    "hole-detection",
    "index-file",
    "info-script",
    "label",
    "level",
    "listed-incremental",
    "mode",
    "mtime",
    "new-volume-script",
    "newer",
    "newer-mtime",
    "no-quote-chars",
    "owner",
    "owner-map",
    "pax-option",
    "quote-chars",
    "quoting-style",
    "record-size",
    "rmt-command",
    "rsh-command",
    "sort",
    "sparse-version",
    "starting-file",
    "strip-components",
    "suffix",
    "tape-length",
    "to-command",
    "transform",
    "xform",
    "use-compress-program",
    "volno-file",
    "warning",
    "xattrs-exclude",
    "xattrs-include",
];
const TAR_FLAGS: &[&str] = &[
    "append",
    "backup",
    "catenate",
    "checkpoint",
    "compare",
    "concatenate",
    "create",
    "delete",
    "diff",
    "extract",
    "get",
    "gzip",
    "gunzip",
    "list",
    "no-recursion",
    "one-top-level",
    "recursion",
    "remove-files",
    "to-stdout",
    "update",
    "verbose",
    "xz",
    "bzip2",
    "zstd",
    "exclude-vcs",
    "exclude-backups",
    "exclude-caches",
    "occurrence",
    "totals",
    "test-label",
];

/// `tar cfC ARCHIVE DIRECTORY`: letters without a dash, whose values follow in order ("Old Option Style").
pub fn describe(name: &str, words: &[Value]) -> Option<Described> {
    let (first, mut rest) = words.split_first()?;
    let letters = first.literal().filter(|first| !first.starts_with('-') && !first.is_empty())?;
    if !TAR_NAMES.contains(&name) {
        return None;
    }
    let mut words = Vec::new();
    for letter in letters.chars() {
        words.push(Value::from(format!("-{letter}")));
        if TAR_SHORT.contains(letter)
            && let Some((value, after)) = rest.split_first()
        {
            words.push(value.clone());
            rest = after;
        }
    }
    words.extend(rest.iter().cloned());
    super::entry(name).map(|entry| entry.describe(&words))
}

/// `-x` writes below the directory of `-C`; `-c` reads trees and writes the archive; `-t` reads it.
fn tar(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    for option in &started.run.arguments.options {
        if option.name == "--checkpoint-action"
            && let Some(command) =
                option.value.as_ref().filter(|it| it.known_start().starts_with("exec="))
            && let Some(command) = command.after("exec=".len())
        {
            shell(walk, started, &command, scope);
        }
    }
    let mut files = Files::new(walk, started, scope);
    let archive = files.value(&["-f", "--file"]).filter(|path| !is_elsewhere(path));
    let archive = archive.map(std::slice::from_ref).unwrap_or_default();
    let makes = files.has(&["-c", "--create"]);
    let adds = files.has(&[
        "-r",
        "--append",
        "-u",
        "--update",
        "-A",
        "--catenate",
        "--concatenate",
        "--delete",
    ]);
    files.all(if makes || adds { Access::Write } else { Access::Read }, archive, false);
    let mut named = files.operands().to_vec();
    named.extend(listed_members(&mut files));
    let directories = started.run.arguments.options.iter();
    let directory = directories
        .filter(|option| ["-C", "--directory"].contains(&option.name.as_str()))
        .filter_map(|option| option.value.clone())
        .reduce(|outer, inner| paths::joined(&inner, &outer));
    if let Some(directory) = directory {
        files.enter(&directory);
    }
    if makes || adds {
        let tree = !files.has(&["--no-recursion"]);
        let mut sieve = Sieve::default();
        files.values(&["--exclude"]).for_each(|it| sieve.leave_out(it));
        files.sift(sieve);
        files.all(Access::Read, &named, tree);
        if files.has(&["--remove-files"]) {
            files.all(Access::Delete, &named, tree);
        }
    } else if files.has(&["-x", "--extract", "--get"])
        && !files.has(&["-O", "--to-stdout", "--to-command"])
    {
        extract(&mut files, &named);
    }
}

/// The members that lists name. A line `-C DIRECTORY` goes there for those after it ("Reading Names from a File").
fn listed_members(files: &mut Files) -> Vec<Value> {
    let null = files.has(&["--null"]);
    let below = |directory: &Option<Value>, path: Value| match directory {
        Some(directory) => paths::joined(&path, directory),
        None => path,
    };
    let mut directory: Option<Value> = None;
    let mut members = Vec::new();
    let listed = files.all_listed(&["-T", "--files-from"], if null { '\0' } else { '\n' });
    let mut listed = listed.into_iter();
    while let Some(item) = listed.next() {
        let entered = match item.known_start().strip_prefix("-C") {
            Some("") => listed.next(),
            Some(rest) => item.after("-C".len() + rest.len() - rest.trim_start().len()),
            None => {
                members.push(below(&directory, item));
                continue;
            }
        };
        directory = entered.map(|entered| below(&directory, entered));
    }
    members
}

/// Members that are named, and what lies below them; without names, anything.
fn extract(files: &mut Files, members: &[Value]) {
    if let Some(top) = files.value(&["--one-top-level"]) {
        files.enter(top);
    }
    if members.is_empty() {
        files.one(Access::Write, &something_below(&Value::from(".")), false);
    }
    files.all(Access::Write, members, true);
}

/// `HOST:FILE` is an archive on another machine.
fn is_elsewhere(archive: &Value) -> bool {
    let first = archive.known_start().split('/').next().unwrap_or_default();
    first.len() > 2 && first.contains(':')
}

/// `unzip ARCHIVE [MEMBERS] [-d DIRECTORY]`
fn unzip(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Read, files.operands().get(..1).unwrap_or_default(), false);
    if files.has(&["-l", "-t", "-v", "-z", "-Z", "-p", "-c"]) {
        return;
    }
    if let Some(directory) = files.value(&["-d"]) {
        files.enter(directory);
    }
    // What follows `-x` is left out; which names those are is not told apart.
    let members = files.operands().get(1..).filter(|_| !files.has(&["-x"])).unwrap_or_default();
    if members.is_empty() {
        files.one(Access::Write, &something_below(&Value::from(".")), false);
    }
    files.all(Access::Write, members, false);
}

/// `zip ARCHIVE FILES`; `-m` moves them into it, `-@` reads more names, `-TT TEXT` says how `-T` tests it.
fn zip(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut words = started.run.words.iter();
    let tests = |word: &Value| word.known_start().starts_with("-TT");
    if let Some(option) = words.find(|word| tests(word)) {
        let joined = option.after("-TT".len()).filter(|text| !text.pieces().is_empty());
        if let Some(text) = joined.as_ref().or_else(|| words.next()) {
            shell(walk, started, text, scope);
        }
    }
    let mut files = Files::new(walk, started, scope);
    let tree = files.has(&["-r", "-R", "--recurse-paths"]);
    let mut sieve = Sieve::default();
    files.values(&["-x", "--exclude"]).for_each(|it| sieve.leave_out(it));
    files.sift(sieve);
    let (archive, named) = files.operands().split_at_checked(1).unwrap_or_default();
    let mut named = named.to_vec();
    if files.has(&["-@", "--names-stdin"]) {
        named.extend(files.listed(&Value::from("-"), '\n'));
    }
    files.all(Access::Write, archive, false);
    files.all(Access::Read, &named, tree);
    if files.has(&["-m", "--move"]) {
        files.all(Access::Delete, &named, tree);
    }
}

/// `7z COMMAND ARCHIVE FILES -oDIRECTORY`
fn seven(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let [command, archive, named @ ..] = files.operands() else { return };
    match command.literal() {
        Some("a" | "u") => {
            files.one(Access::Write, archive, false);
            files.all(Access::Read, named, true);
            if files.has(&["-sdel"]) {
                files.all(Access::Delete, named, true);
            }
        }
        Some("x" | "e") => {
            files.one(Access::Read, archive, false);
            let options = started.run.arguments.options.iter();
            let directory = options.filter_map(|option| option.name.strip_prefix("-o")).next_back();
            let directory = Value::from(directory.filter(|it| !it.is_empty()).unwrap_or("."));
            files.one(Access::Write, &something_below(&directory), false);
        }
        Some("l" | "t") => files.one(Access::Read, archive, false),
        _ => {}
    }
}

/// `gzip FILE` makes FILE.gz and removes FILE; `-k` keeps it, as zstd and lz4 do; `-c` only reads.
fn compress(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let name = name_of(&started.run.program);
    let mut files = Files::new(walk, started, scope);
    let tree = files.has(&["-r", "--recursive"]);
    let mut named = files.operands().to_vec();
    named.extend(files.all_listed(&["--filelist"], '\n'));
    files.all(Access::Read, &named, tree);
    let only_reads = files.has(&["-c", "--stdout", "--to-stdout", "-l", "--list", "-t", "--test"]);
    if only_reads || name.ends_with("cat") {
        return;
    }
    let unpacks = name.contains("un") || files.has(&["-d", "--decompress"]);
    let ending =
        ENDINGS.iter().find(|(tool, _)| name.ends_with(tool)).map_or(".gz", |(_, ending)| ending);
    for path in &named {
        if tree {
            files.one(Access::Write, &something_below(path), false);
            continue;
        }
        let made = match (unpacks, path.literal()) {
            (true, Some(known)) => Value::from(known.strip_suffix(ending).unwrap_or(known)),
            (true, None) => path.clone(),
            (false, _) => ended(path, ending),
        };
        files.one(Access::Write, &made, false);
    }
    let keeps_by_itself = name.contains("zst");
    if files.has(&["--rm"]) || !(keeps_by_itself || files.has(&["-k", "--keep"])) {
        files.all(Access::Delete, &named, tree);
    }
}

const ENDINGS: &[(&str, &str)] =
    &[("zip2", ".bz2"), ("xz", ".xz"), ("zstd", ".zst"), ("lzma", ".lzma"), ("compress", ".Z")];

fn ended(path: &Value, ending: &str) -> Value {
    let mut path = path.clone();
    path.append(&Value::from(ending));
    path
}
