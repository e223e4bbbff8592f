//! Owns programs that read the files they name and write to standard output; it does not resolve paths.
//!
//! Sources: POSIX XCU, the GNU coreutils manual (9.1), util-linux (column, look, hexdump), diffutils, less(1), bat(1),
//! xxd(1), binutils (strings), groff (nroff), gzip(1), xz(1), bzip2(1).

use super::entry::{Entry, Operands, Use, WORDS, shell};
use crate::effects::Access;
use crate::effects::options::Style;

const READS: Entry = Entry { operands: Operands::Files(Access::Read), ..WORDS };
const FILES_FROM: &[(&[&str], Use)] = &[(&["--files0-from"], Use::ReadsListed)];

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry { names: &["cat", "rev", "tsort", "sum", "bzcat", "zless", "zmore"], ..READS },
    Entry {
        names: &["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum"],
        ..READS
    },
    Entry {
        names: &["more"],
        style: Style::new("n", &["lines"]),
        operands: Operands::Own(less),
        ..WORDS
    },
    Entry { names: &["zcat", "gzcat"], style: Style::new("S", &["suffix"]), ..READS },
    Entry { names: &["b2sum"], style: Style::new("l", &["length"]), ..READS },
    Entry { names: &["shasum"], style: Style::new("a", &["algorithm"]), ..READS },
    Entry { names: &["cksum"], style: Style::new("al", &["algorithm", "length"]), ..READS },
    Entry { names: &["tac"], style: Style::new("s", &["separator"]), ..READS },
    Entry {
        names: &["nl"],
        style: Style::new(
            "bdfhilnsvw",
            &[
                "body-numbering",
                "section-delimiter",
                "footer-numbering",
                "header-numbering",
                "line-increment",
                "join-blank-lines",
                "number-format",
                "number-separator",
                "starting-line-number",
                "number-width",
            ],
        ),
        ..READS
    },
    Entry {
        names: &["less"],
        style: Style::new("bDhjkKoOpPtTxyz", LESS),
        options: LESS_FILES,
        operands: Operands::Own(less),
        ..WORDS
    },
    Entry {
        names: &["bat", "batcat"],
        style: Style::new(
            "lHrm",
            &[
                "language",
                "highlight-line",
                "file-name",
                "line-range",
                "map-syntax",
                "theme",
                "style",
                "paging",
                "color",
                "decorations",
                "italic-text",
                "pager",
                "tabs",
                "wrap",
                "terminal-width",
                "diff-context",
                "ignored-suffix",
                "nonprintable-notation",
            ],
        ),
        options: &[(&["--pager"], Use::Runs)],
        ..READS
    },
    Entry {
        names: &["wc"],
        style: Style::new("", &["files0-from", "total"]),
        options: FILES_FROM,
        ..READS
    },
    Entry { names: &["paste"], style: Style::new("d", &["delimiters"]), ..READS },
    Entry { names: &["comm"], style: Style::new("", &["output-delimiter"]), ..READS },
    Entry { names: &["cmp"], style: Style::new("in", &["ignore-initial", "bytes"]), ..READS },
    Entry { names: &["join"], style: Style::new("aejotv12", &[]), ..READS },
    Entry {
        names: &["strings"],
        style: Style::new(
            "ntUTse",
            &["bytes", "radix", "unicode", "target", "output-separator", "encoding"],
        ),
        ..READS
    },
    Entry { names: &["expand", "unexpand"], style: Style::new("t", &["tabs"]), ..READS },
    Entry { names: &["fold"], style: Style::new("w", &["width"]), ..READS },
    Entry { names: &["fmt"], style: Style::new("gpw", &["goal", "prefix", "width"]), ..READS },
    Entry {
        names: &["pr"],
        style: Style::new(
            "De?hi?ln?Nos?S?wW",
            &[
                "columns",
                "date-format",
                "header",
                "length",
                "first-line-number",
                "indent",
                "width",
                "page-width",
            ],
        ),
        ..READS
    },
    Entry { names: &["head"], style: Style::new("nc", &["lines", "bytes"]), ..READS },
    Entry {
        names: &["tail"],
        style: Style::new(
            "ncs",
            &["lines", "bytes", "pid", "sleep-interval", "max-unchanged-stats"],
        ),
        ..READS
    },
    Entry {
        names: &["cut"],
        style: Style::new(
            "bcdf",
            &["bytes", "characters", "delimiter", "fields", "output-delimiter"],
        ),
        ..READS
    },
    Entry {
        names: &["od"],
        style: Style::new(
            "AjNStw?",
            &["address-radix", "endian", "skip-bytes", "read-bytes", "format"],
        )
        .flags(&["strings", "width", "output-duplicates", "traditional"]),
        ..READS
    },
    Entry {
        names: &["hexdump", "hd"],
        style: Style::new("efnsL?", &["format", "format-file", "length", "skip"]),
        options: &[(&["-f", "--format-file"], Use::Reads)],
        ..READS
    },
    Entry { names: &["base64", "base32", "basenc"], style: Style::new("w", &["wrap"]), ..READS },
    Entry {
        names: &["diff", "colordiff"],
        style: Style::new(
            "CDFISUWXx",
            &[
                "width",
                "show-function-line",
                "label",
                "tabsize",
                "exclude",
                "exclude-from",
                "starting-file",
                "from-file",
                "to-file",
                "ignore-matching-lines",
                "ifdef",
                "line-format",
                "horizon-lines",
                "palette",
            ],
        )
        .flags(&["recursive", "ignore-case", "unified", "context", "side-by-side"]),
        options: &[(&["-X", "--exclude-from", "--from-file", "--to-file"], Use::Reads)],
        tree: &["-r", "--recursive"],
        ..READS
    },
    Entry {
        names: &["diff3"],
        style: Style::new("L", &["label", "diff-program"]),
        options: &[(&["--diff-program"], Use::Runs)],
        ..READS
    },
    Entry {
        names: &["sdiff"],
        style: Style::new(
            "wIo",
            &["ignore-matching-lines", "width", "output", "tabsize", "diff-program"],
        ),
        options: &[(&["-o", "--output"], Use::Writes), (&["--diff-program"], Use::Runs)],
        ..READS
    },
    Entry {
        names: &["ptx"],
        style: Style::new(
            "FMSWbgiow",
            &[
                "flag-truncation",
                "macro-name",
                "format",
                "sentence-regexp",
                "word-regexp",
                "break-file",
                "gap-size",
                "ignore-file",
                "only-file",
                "width",
            ],
        ),
        options: &[(
            &["-b", "-i", "-o", "--break-file", "--ignore-file", "--only-file"],
            Use::Reads,
        )],
        ..READS
    },
    Entry {
        names: &["look"],
        style: Style::new("t", &["terminate"]),
        operands: Operands::AfterFirst(Access::Read, &[]),
        ..WORDS
    },
    Entry {
        names: &["column"],
        style: Style::new(
            "nONlEHRTWripcos",
            &[
                "table-name",
                "table-order",
                "table-columns",
                "table-columns-limit",
                "table-noextreme",
                "table-hide",
                "table-right",
                "table-truncate",
                "table-wrap",
                "tree",
                "tree-id",
                "tree-parent",
                "output-width",
                "output-separator",
                "separator",
            ],
        )
        .flags(&["table"]),
        ..READS
    },
    Entry {
        names: &["nroff", "groff", "troff"],
        style: Style::new("dDfFIKLmMnoPrTwW", &[]),
        ..READS
    },
    Entry { names: &["xxd"], whole_words: Some(XXD), operands: Operands::InputOutput, ..WORDS },
    Entry {
        names: &["uniq"],
        style: Style::new("fsw", &["skip-fields", "skip-chars", "check-chars"]),
        operands: Operands::InputOutput,
        ..WORDS
    },
    Entry {
        names: &["sort"],
        style: Style::new(
            "koStT",
            &[
                "key",
                "output",
                "buffer-size",
                "field-separator",
                "temporary-directory",
                "parallel",
                "random-source",
                "sort",
                "batch-size",
                "compress-program",
                "files0-from",
            ],
        )
        .flags(&["check", "reverse", "unique", "stable"]),
        options: &[
            (&["-o", "--output"], Use::Writes),
            (&["--compress-program"], Use::Runs),
            (&["--files0-from"], Use::ReadsListed),
            (&["--random-source"], Use::Reads),
        ],
        ..READS
    },
    Entry {
        names: &["shuf"],
        style: Style::new("ino", &["input-range", "head-count", "output", "random-source"])
            .flags(&["echo", "repeat"]),
        options: &[(&["-o", "--output"], Use::Writes), (&["--random-source"], Use::Reads)],
        operands: Operands::Own(shuf),
        ..WORDS
    },
];

const XXD: &[&str] = &[
    "-c",
    "-cols",
    "-g",
    "-groupsize",
    "-l",
    "-len",
    "-n",
    "-name",
    "-o",
    "-offset",
    "-R",
    "-s",
    "-seek",
    "-skip",
];

const LESS: &[&str] = &[
    "buffers",
    "color",
    "max-back-scroll",
    "jump-target",
    "lesskey-file",
    "log-file",
    "LOG-FILE",
    "pattern",
    "prompt",
    "tag",
    "tag-file",
    "tabs",
    "max-forw-scroll",
    "window",
];
const LESS_FILES: &[(&[&str], Use)] = &[
    (&["-o", "-O", "--log-file", "--LOG-FILE"], Use::Writes),
    (&["-k", "--lesskey-file"], Use::Reads),
];

/// `less +COMMAND FILES`; `!TEXT` is for a shell, and so is what follows `|` and a mark.
fn less(
    walk: &mut crate::effects::walk::Walk,
    started: &super::Started,
    scope: &mut crate::effects::scope::Scope,
) {
    let mut files = super::files::Files::new(walk, started, scope);
    let named = files.operands().iter().filter(|word| !word.known_start().starts_with('+'));
    let named: Vec<_> = named.cloned().collect();
    files.all(Access::Read, &named, false);
    for word in &started.run.arguments.operands {
        let known = word.known_start();
        let Some(command) = known.strip_prefix('+') else { continue };
        let marks = match command.trim_start_matches('+').chars().next() {
            Some('!') => known.find('!').map(|at| at + 1),
            Some('#') => known.find('#').map(|at| at + 1),
            Some('|') => known.find('|').map(|at| at + 2),
            _ => None,
        };
        if let Some(text) = marks.and_then(|marks| word.after(marks)) {
            shell(walk, started, &text, scope);
        }
    }
}

/// `shuf -e` and `shuf -i` take no files.
fn shuf(
    walk: &mut crate::effects::walk::Walk,
    started: &super::Started,
    scope: &mut crate::effects::scope::Scope,
) {
    let mut files = super::files::Files::new(walk, started, scope);
    if !files.has(&["-e", "--echo", "-i", "--input-range"]) {
        files.all(Access::Read, files.operands(), false);
    }
}
