//! Owns the options of build tools and clients that take a value, so that their commands are found behind them; it
//! does not know what those commands do.
//!
//! Sources: cargo(1), `gh help`, the AWS and Google Cloud command-line references.

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
    tool(&["gh"], "Rbtfl", &["repo", "body", "title", "body-file", "label", "hostname"]),
    tool(&["aws"], "", &["profile", "region", "output", "endpoint-url", "query", "color"]),
    tool(&["gcloud"], "", &["project", "account", "configuration", "format", "zone", "region"]),
];
