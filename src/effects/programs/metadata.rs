//! Owns the options of programs that look at names and metadata, which is no content; it does not list directories.
//!
//! Sources: POSIX XCU, the GNU coreutils manual (9.1), file(1).

use super::entry::{Entry, Use, WORDS};
use crate::effects::options::Style;

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["ls", "dir", "vdir"],
        style: Style::new(
            "ITw",
            &[
                "block-size",
                "ignore",
                "hide",
                "tabsize",
                "width",
                "color",
                "sort",
                "time",
                "time-style",
                "format",
                "indicator-style",
                "quoting-style",
            ],
        ),
        ..WORDS
    },
    Entry { names: &["test", "[", "basename", "dirname", "realpath", "readlink"], ..WORDS },
    Entry { names: &["stat"], style: Style::new("cft", &["format", "printf"]), ..WORDS },
    Entry {
        names: &["file"],
        style: Style::new(
            "eFfmP",
            &["exclude", "separator", "files-from", "magic-file", "parameter"],
        ),
        options: &[(&["-f", "--files-from"], Use::Reads)],
        ..WORDS
    },
    Entry {
        names: &["du"],
        style: Style::new(
            "BdtX",
            &[
                "block-size",
                "max-depth",
                "threshold",
                "exclude",
                "exclude-from",
                "files0-from",
                "time-style",
            ],
        ),
        options: &[(&["-X", "--exclude-from", "--files0-from"], Use::Reads)],
        ..WORDS
    },
    Entry {
        names: &["df"],
        style: Style::new("Btx", &["block-size", "type", "exclude-type"]),
        ..WORDS
    },
];
