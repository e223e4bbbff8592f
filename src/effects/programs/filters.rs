//! Owns programs that search or filter files by a pattern or a program; it does not read those programs.
//!
//! Sources: POSIX XCU, grep(1), rg(1), ag(1), ack(1), the GNU awk manual, mawk(1), jq(1) 1.7, yq.

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS};
use super::files::Files;
use super::interpreters;
use crate::effects::file_types;
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Access, Sieve, Value};

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["grep", "egrep", "fgrep", "ggrep", "zgrep"],
        style: Style::new(
            "efmdDABC",
            &[
                "regexp",
                "file",
                "max-count",
                "label",
                "binary-files",
                "directories",
                "devices",
                "include",
                "exclude",
                "exclude-from",
                "exclude-dir",
                "before-context",
                "after-context",
                "context",
                "group-separator",
                "color",
                "colour",
            ],
        )
        .flags(&[
            "recursive",
            "dereference-recursive",
            "line-number",
            "ignore-case",
            "files-with-matches",
            "files-without-match",
            "only-matching",
            "no-filename",
            "with-filename",
        ]),
        options: &[(&["-f", "--file", "--exclude-from"], Use::Reads)],
        operands: Operands::Own(grep),
        ..WORDS
    },
    Entry {
        names: &["rg", "ripgrep"],
        style: RIPGREP,
        options: &[
            (&["-f", "--file", "--ignore-file"], Use::Reads),
            (&["--pre", "--hostname-bin"], Use::Runs),
        ],
        operands: Operands::Own(search_tree),
        ..WORDS
    },
    Entry {
        names: &["ag", "ack", "pt", "ugrep", "ug"],
        style: Style::new(
            "ABCGgmpWefM",
            &[
                "after",
                "before",
                "context",
                "depth",
                "file-search-regex",
                "ignore",
                "ignore-dir",
                "max-count",
                "pager",
                "path-to-ignore",
                "workers",
                "width",
                "type",
                "match",
                "files-from",
                "ignore-file",
                "output",
            ],
        ),
        options: &[(&["--files-from"], Use::Reads), (&["--pager"], Use::Shell)],
        operands: Operands::Own(search_tree),
        ..WORDS
    },
    Entry {
        names: &["awk", "gawk", "mawk", "nawk", "original-awk", "goawk"],
        style: Style::new(
            "FfveEilWd?D?L?o?p?",
            &["field-separator", "file", "assign", "source", "exec", "include", "load"],
        ),
        options: &[(&["-f", "--file", "-E", "--exec"], Use::Reads)],
        operands: Operands::Own(awk),
        ..WORDS
    },
    Entry {
        names: &["jq", "gojq", "jaq"],
        style: Style::new(
            "L",
            &["arg+", "argjson+", "slurpfile+", "rawfile+", "argfile+", "indent", "library-path"],
        )
        .flags(&["args", "jsonargs", "from-file", "raw-output", "slurp"]),
        options: &[(&["--slurpfile", "--rawfile", "--argfile"], Use::Reads)],
        // With `-f` the program is a file, which stands where it stands otherwise.
        operands: Operands::AfterFirst(Access::Read, &["-f", "--from-file"]),
        ..WORDS
    },
    Entry {
        names: &["yq"],
        style: Style::new(
            // There are two programs of this name; in one of them `-s` and `-P` take no value.
            "Iopw",
            &[
                "indent",
                "output-format",
                "input-format",
                "from-file",
                "expression",
                "width",
                "arg+",
                "argjson+",
                "rawfile+",
                "slurpfile+",
            ],
        ),
        options: &[(&["--from-file", "--rawfile", "--slurpfile"], Use::Reads)],
        operands: Operands::Own(yq),
        ..WORDS
    },
];

const RIPGREP: Style = Style::new(
    "ABCEefgjmMrtTd",
    &[
        "after-context",
        "before-context",
        "color",
        "colors",
        "context",
        "context-separator",
        "dfa-size-limit",
        "encoding",
        "engine",
        "field-context-separator",
        "field-match-separator",
        "file",
        "generate",
        "glob",
        "hostname-bin",
        "hyperlink-format",
        "iglob",
        "ignore-file",
        "max-columns",
        "max-count",
        "max-depth",
        "maxdepth",
        "max-filesize",
        "path-separator",
        "pre",
        "pre-glob",
        "regexp",
        "regex-size-limit",
        "replace",
        "sort",
        "sortr",
        "threads",
        "type",
        "type-add",
        "type-clear",
        "type-not",
    ],
);

/// The first operand is the pattern, unless an option gives it. Without files, `grep -r` reads the directory it is in.
fn grep(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let recurses =
        matches!(files.value(&["-d", "--directories"]).and_then(Value::literal), Some("recurse"));
    let tree = recurses || files.has(&["-r", "-R", "--recursive", "--dereference-recursive"]);
    let pattern = usize::from(!files.has(&["-e", "-f", "--regexp", "--file"]));
    let mut sieve = Sieve::default();
    files.values(&["--include"]).for_each(|it| sieve.take_only(it));
    // A pattern with a slash fits no name, and of contradicting options the last one counts (grep(1)).
    if !files.has(&["--include"]) {
        let names = files.values(&["--exclude"]).filter(|it| !it.to_string().contains('/'));
        names.for_each(|it| sieve.leave_out(it));
    }
    files.values(&["--exclude-dir"]).for_each(|it| sieve.leave_out_directories(it));
    files.sift(sieve);
    let named = files.operands().get(pattern..).unwrap_or_default();
    if named.is_empty() && tree {
        files.one(Access::Read, &Value::from("."), true);
    }
    files.all(Access::Read, named, tree);
}

/// `rg` and its like read trees; without paths the directory they are in, unless something is piped into them.
fn search_tree(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    if files.has(&[
        "--files",
        "--type-list",
        "--help-types",
        "--list-file-types",
        "-g",
        "--version",
    ]) && !is_ripgrep(started)
        || files.has(&["--files", "--type-list", "--version"])
    {
        return;
    }
    let pattern = usize::from(!files.has(&["-e", "-f", "--regexp", "--file", "--match"]));
    let sieve = left_out(&files, started, scope);
    files.sift(sieve);
    let named = files.operands().get(pattern..).unwrap_or_default();
    if named.is_empty() && scope.input() == Input::Inherited {
        files.one(Access::Read, &Value::from("."), true);
    }
    files.all(Access::Read, named, true);
}

/// What `rg` and its like leave out of a tree: hidden files, unless they are asked for, and what `-g` and `-t` filter. A
/// `-g` that takes files takes hidden ones, and those that `.gitignore` names.
fn left_out(files: &Files, started: &Started, scope: &Scope) -> Sieve {
    let mut sieve = Sieve::default();
    let ripgrep = is_ripgrep(started);
    let globs: &[&str] = if ripgrep { &["-g", "--glob", "--iglob"] } else { &[] };
    let mut takes = false;
    for glob in files.values(globs) {
        match glob.after(1).filter(|_| glob.known_start().starts_with('!')) {
            Some(pattern) => sieve.leave_out(&pattern),
            None => {
                takes = true;
                sieve.take_only(glob);
            }
        }
    }
    files.values(&["--ignore", "--ignore-dir"]).for_each(|it| sieve.leave_out(it));
    if ripgrep {
        for kind in files.values(&["-t", "--type"]).filter_map(Value::literal) {
            file_types::endings(kind).iter().for_each(|it| sieve.take_only(&Value::from(*it)));
        }
    }
    let options = started.run.arguments.options.iter();
    let unrestricted = options.filter(|it| ["-u", "--unrestricted"].contains(&it.name.as_str()));
    let levels = unrestricted.count();
    let is_ack = super::name_of(&started.run.program) == "ack";
    // `-u` of ag searches all, that of rg wants two for hidden files; ack looks into them by itself.
    let shows = files.has(&["--hidden", "-."]) || levels > usize::from(ripgrep) || is_ack;
    if !takes && !shows {
        sieve.leave_out(&Value::from(".?*"));
    }
    let heeds = !takes && levels == 0 && !files.has(NO_IGNORE);
    if let ([directory], true) = (scope.directories.as_slice(), heeds && !is_ack)
        && let Some(directory) = directory.literal()
    {
        sieve.ignore(files.facts().ignored(directory));
    }
    sieve
}

/// Options with which ignore files do not count (rg(1), ag(1)).
const NO_IGNORE: &[&str] = &["--no-ignore", "--no-ignore-vcs", "-U", "--skip-vcs-ignores"];

/// To `rg`, `-g` is a filter; to `ag` and `ack`, it lists names.
fn is_ripgrep(started: &Started) -> bool {
    ["rg", "ripgrep"].contains(&super::name_of(&started.run.program))
}

/// `awk PROGRAM FILES`, where a file may be an assignment; `gawk -i inplace` changes them.
fn awk(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let program = usize::from(!arguments.has(&["-f", "--file", "-e", "--source", "-E", "--exec"]));
    if program == 1
        && let Some(text) = arguments.operands.first()
    {
        interpreters::awk(walk, started, text, scope);
    }
    for option in &arguments.options {
        let Some(value) = &option.value else { continue };
        match option.name.as_str() {
            "-e" | "--source" => interpreters::awk(walk, started, value, scope),
            "-f" | "--file" | "-E" | "--exec" => {
                if let Some(file) = scope.opened_file(value.clone()) {
                    walk.within_data(&file, scope, |walk, text, scope| {
                        interpreters::awk(walk, started, text, scope);
                    });
                }
            }
            _ => {}
        }
    }
    let inplace = arguments.options.iter().any(|option| {
        ["-i", "--include"].contains(&option.name.as_str())
            && option.value.as_ref().and_then(Value::literal) == Some("inplace")
    });
    let named = arguments.operands.iter().skip(program);
    let named: Vec<Value> = named.filter(|word| !is_assignment(word)).cloned().collect();
    let mut files = Files::new(walk, started, scope);
    files.all(Access::Read, &named, false);
    if inplace {
        files.all(Access::Write, &named, false);
    }
}

/// `name=value` is no file (POSIX XCU "awk").
fn is_assignment(word: &Value) -> bool {
    let name = word.known_start().split_once('=').map(|(name, _)| name);
    name.is_some_and(|name| {
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_')
    })
}

/// `yq EXPRESSION FILES`, `yq eval EXPRESSION FILES`; `-i` changes them.
fn yq(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let is_command = |word: &&Value| {
        matches!(word.literal(), Some("eval" | "e" | "eval-all" | "ea" | "r" | "w"))
    };
    let mut named = files.operands().iter().skip_while(is_command);
    if !files.has(&["--from-file", "--expression"]) {
        named.next();
    }
    let named: Vec<Value> = named.cloned().collect();
    files.all(Access::Read, &named, false);
    if files.has(&["-i", "--inplace", "--in-place"]) {
        files.all(Access::Write, &named, false);
    }
}
