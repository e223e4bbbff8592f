//! Owns programs that copy, move or link files to a place; it does not resolve paths.
//!
//! Sources: POSIX XCU, the GNU coreutils manual (cp, mv, install, ln, link), rsync(1), scp(1).

use super::Started;
use super::containers::{elsewhere, local_commands};
use super::entry::{Entry, Operands, Use, WORDS, shell};
use super::files::{Files, below};
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Place, Sieve, Value, paths};

const COPY_FLAGS: &[&str] = &[
    "recursive",
    "archive",
    "force",
    "no-clobber",
    "no-target-directory",
    "update",
    "verbose",
    "symbolic",
    "symbolic-link",
    "backup",
    "parents",
    "directory",
    "preserve",
    "strip-trailing-slashes",
    "reflink",
    "remove-destination",
];

const LINK_FLAGS: &[&str] = &[
    "symbolic",
    "relative",
    "force",
    "interactive",
    "logical",
    "physical",
    "directory",
    "no-dereference",
    "no-target-directory",
    "backup",
    "verbose",
];

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["mv", "gmv"],
        style: Style::new("St", &["suffix", "target-directory"]).flags(COPY_FLAGS),
        operands: Operands::Own(rename),
        ..WORDS
    },
    Entry {
        names: &["cp", "gcp"],
        style: Style::new("St", &["suffix", "target-directory", "no-preserve", "sparse"])
            .flags(COPY_FLAGS),
        tree: &["-r", "-R", "-a", "--recursive", "--archive"],
        operands: Operands::Own(copy),
        ..WORDS
    },
    Entry {
        names: &["install", "ginstall"],
        style: Style::new(
            "gmoSt",
            &["group", "mode", "owner", "strip-program", "suffix", "target-directory"],
        )
        .flags(COPY_FLAGS),
        options: &[(&["--strip-program"], Use::Runs)],
        operands: Operands::Own(install),
        ..WORDS
    },
    Entry {
        names: &["ln", "gln", "link"],
        style: Style::new("St", &["suffix", "target-directory"]).flags(LINK_FLAGS),
        operands: Operands::Own(link),
        ..WORDS
    },
    Entry {
        names: &["rsync"],
        style: RSYNC,
        options: &[
            (&["-e", "--rsh"], Use::Runs),
            (&["--files-from", "--include-from", "--exclude-from", "--password-file"], Use::Reads),
            (&["--log-file", "--write-batch", "--only-write-batch"], Use::Writes),
        ],
        operands: Operands::Own(rsync),
        ..WORDS
    },
    Entry {
        names: &["scp"],
        style: Style::new("cDFiJloPSX", &[]),
        options: &[(&["-S"], Use::Runs)],
        operands: Operands::Own(scp),
        ..WORDS
    },
];

const RSYNC: Style = Style::new(
    "eMfTB@",
    &[
        "rsh",
        "rsync-path",
        "remote-option",
        "filter",
        "exclude",
        "exclude-from",
        "include",
        "include-from",
        "files-from",
        "temp-dir",
        "backup-dir",
        "suffix",
        "compare-dest",
        "copy-dest",
        "link-dest",
        "block-size",
        "max-delete",
        "max-size",
        "min-size",
        "partial-dir",
        "usermap",
        "groupmap",
        "chown",
        "chmod",
        "timeout",
        "contimeout",
        "modify-window",
        "compress-choice",
        "compress-level",
        "skip-compress",
        "checksum-choice",
        "log-file",
        "log-file-format",
        "out-format",
        "password-file",
        "bwlimit",
        "stop-after",
        "stop-at",
        "write-batch",
        "only-write-batch",
        "read-batch",
        "protocol",
        "iconv",
        "info",
        "debug",
        "port",
        "address",
        "sockopts",
        "outbuf",
    ],
)
.flags(&[
    "delete",
    "delete-before",
    "delete-during",
    "delete-delay",
    "delete-after",
    "delete-excluded",
    "delete-missing-args",
    "remove-source-files",
    "from0",
    "dry-run",
    "recursive",
    "archive",
    "include-all",
]);

/// A directory that is moved goes with all that is in it.
fn rename(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let Some((sources, destination, is_directory)) = files.sources_and_destination() else {
        return;
    };
    for source in &sources {
        files.touch(Touch::moved(true), source);
    }
    for source in files.with_expanded(&sources) {
        files.rename(&source, &arrival(&source, &destination, is_directory));
    }
}

/// Where a source arrives at a destination.
fn arrival(source: &Value, destination: &Value, is_directory: bool) -> Value {
    match is_directory {
        true => below(destination, &paths::name(source)),
        false => destination.clone(),
    }
}

fn copy(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let tree = files.has(&["-r", "-R", "-a", "--recursive", "--archive"]);
    let Some((sources, destination, is_directory)) = files.sources_and_destination() else {
        return;
    };
    files.all(Access::Read, &sources, tree);
    other_name(&sources, &destination, scope);
    if !is_directory && sources.iter().all(|source| source.literal() == Some("/dev/null")) {
        files.touch(Touch::written(Some(String::new())), &destination);
        return;
    }
    files.bring(&sources, &destination, is_directory, tree);
}

/// `cp /bin/rm x; ./x`: a program of the system by another name.
fn other_name(sources: &[Value], destination: &Value, scope: &mut Scope) {
    let [Some(source)] = sources.iter().map(Value::literal).collect::<Vec<_>>()[..] else { return };
    let Some((directory, name)) = source.rsplit_once('/') else { return };
    if let Some(destination) = destination.literal().filter(|_| directory.ends_with("bin"))
        && super::is_known(name)
    {
        for spelling in [destination.to_owned(), format!("./{destination}")] {
            scope.aliases.insert(&spelling, source.to_owned());
        }
    }
}

/// `install -d` makes directories.
fn install(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if !started.run.arguments.has(&["-d", "--directory"]) {
        copy(walk, started, scope);
        return;
    }
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Write, files.operands(), false);
}

/// `ln` makes a name; with `-s`, what it leads to is not touched before the name is used. A hard link is the file itself
/// under another name, as good as a copy to who wants to read it. With one operand the name is made here.
fn link(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let Some((sources, destination, is_directory)) = files.sources_and_destination() else {
        return;
    };
    other_name(&sources, &destination, scope);
    if !files.has(&["-s", "--symbolic", "--symbolic-link"]) {
        let linked = if sources.is_empty() { std::slice::from_ref(&destination) } else { &sources };
        files.all(Access::Read, linked, false);
    }
    // `-r` makes what is said count from here, as it does for a hard link.
    let symbolic = files.has(&["-s", "--symbolic"]) && !files.has(&["-r", "--relative"]);
    // `-n` takes a link to a directory for the link that it is.
    let is_directory = is_directory
        && !(sources.len() == 1
            && files.has(&["-n", "--no-dereference"])
            && files.is_link(&destination));
    if sources.is_empty() {
        return files.link(&paths::name(&destination), &destination, symbolic);
    }
    for source in &sources {
        files.link(&arrival(source, &destination, is_directory), source, symbolic);
    }
}

/// `rsync SOURCES DESTINATION`; `--delete` removes what the destination has and the source has not. `--files-from` lists
/// what of the source is meant.
fn rsync(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    remote_program(walk, started, scope);
    const DELETES: &[&str] = &[
        "--delete",
        "--del",
        "--delete-before",
        "--delete-during",
        "--delete-delay",
        "--delete-after",
        "--delete-excluded",
    ];
    let mut files = Files::new(walk, started, scope);
    let tree = files.has(&["-r", "-a", "--recursive", "--archive"]);
    let Some((destination, sources)) = files.operands().split_last() else { return };
    let mut sources: Vec<Value> = sources.iter().filter(|path| !is_remote(path)).cloned().collect();
    let separator = if files.has(&["-0", "--from0"]) { '\0' } else { '\n' };
    let listed = files.all_listed(&["--files-from"], separator);
    if files.has(&["--files-from"]) {
        let source = sources.first().cloned();
        let source = |name| source.as_ref().map(|source| below(source, name));
        sources = listed.iter().filter_map(source).collect();
    }
    // Of several filters the first that fits counts; those alone that leave out need no order.
    let takes_again = files.has(&["--include", "--filter", "-f", "--include-from"]);
    if !takes_again {
        let mut sieve = Sieve::default();
        files.values(&["--exclude"]).for_each(|it| sieve.leave_out(it));
        files.sift(sieve);
    }
    files.all(Access::Read, &sources, tree);
    if files.has(&["-n", "--dry-run", "--list-only"]) {
        return;
    }
    if files.has(&["--remove-source-files"]) {
        files.all(Access::Delete, &sources, tree);
    }
    if is_remote(destination) {
        return;
    }
    if files.has(&["--files-from"]) {
        if files.has(DELETES) {
            files.one(Access::Delete, destination, true);
        }
        let arriving: Vec<Value> = listed.iter().map(|name| below(destination, name)).collect();
        return files.all(Access::Write, &arriving, tree);
    }
    // `SOURCE/` stands for what is in it, which goes into the destination itself.
    let (whole, named): (Vec<Value>, Vec<Value>) =
        sources.into_iter().partition(|path| path.to_string().ends_with('/'));
    // A folder goes into the destination by its name, whether that is there or not.
    let is_directory = destination.to_string().ends_with('/')
        || files.is_directory(destination)
        || tree && named.iter().any(|source| files.is_directory(source));
    if files.has(DELETES) && (!whole.is_empty() || named.is_empty()) {
        files.one(Access::Delete, destination, true);
    }
    if whole.is_empty() && named.is_empty() || takes_again && !whole.is_empty() {
        files.one(Access::Write, destination, tree);
    }
    if takes_again {
        if !named.is_empty() {
            files.arrive(&named, destination, is_directory);
        }
        return;
    }
    files.bring_contents(&whole, destination, tree);
    files.bring(&named, destination, is_directory, tree);
}

/// `--rsync-path=TEXT` is what the shell of the other machine runs (rsync(1)).
fn remote_program(walk: &mut Walk, started: &Started, scope: &Scope) {
    if let Some(text) = started.run.arguments.value(&["--rsync-path"]) {
        let mut there = elsewhere(scope, Place::Remote, Vec::new(), None);
        shell(walk, started, text, &mut there);
    }
}

/// `scp SOURCES DESTINATION`, each of which may be on another machine.
fn scp(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    local_commands(walk, started, scope);
    let mut files = Files::new(walk, started, scope);
    let tree = files.has(&["-r"]);
    let Some((destination, sources)) = files.operands().split_last() else { return };
    let (remote, local): (Vec<Value>, Vec<Value>) = sources.iter().cloned().partition(is_remote);
    files.all(Access::Read, &local, tree);
    if is_remote(destination) {
        return;
    }
    let is_directory = sources.len() > 1
        || destination.to_string().ends_with('/')
        || files.is_directory(destination);
    let names = remote.iter().map(|path| match path.to_string().rsplit_once(':') {
        Some((_, path)) => Value::from(path),
        None => path.clone(),
    });
    let names: Vec<Value> = names.chain(local).collect();
    files.arrive(&names, destination, is_directory);
}

/// `HOST:PATH`, `HOST::MODULE` or `rsync://…`: a colon before any slash.
fn is_remote(path: &Value) -> bool {
    let known = path.known_start();
    known.split('/').next().is_some_and(|first| first.len() > 1 && first.contains(':'))
}
