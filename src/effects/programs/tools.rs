//! Owns the options of build tools that take a value, so that their commands are found behind them; it
//! does not know what those commands do.
//!
//! Sources: the GNU make manual, cargo(1).

use super::entry::{Entry, WORDS};
use crate::effects::options::Style;

const fn tool(
    names: &'static [&'static str],
    short_values: &'static str,
    long_values: &'static [&'static str],
) -> Entry {
    Entry { names, style: Style::new(short_values, long_values), ..WORDS }
}

/// The family.
pub const ENTRIES: &[Entry] = &[
    tool(
        &["make", "gmake"],
        "CfIoWEj?l?O?",
        &["directory", "file", "makefile", "include-dir", "old-file", "what-if", "eval"],
    ),
    tool(
        &["cargo"],
        "pFZCj",
        &[
            "package",
            "features",
            "manifest-path",
            "target",
            "target-dir",
            "config",
            "color",
            "index",
            "registry",
            "token",
            "jobs",
            "profile",
        ],
    ),
];
