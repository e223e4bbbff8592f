//! Owns the options of build tools and clients that take a value, so that their commands are found behind them; it
//! does not know what those commands do.
//!
//! Sources: the GNU make manual, `npm help`, pnpm and yarn command-line references, cargo(1), `gh help`, `kubectl options`,
//! the AWS and Google Cloud command-line references.

use super::{Program, nothing};
use crate::effects::options::Style;

const fn tool(
    names: &'static [&'static str],
    short_values: &'static str,
    long_values: &'static [&'static str],
) -> Program {
    let style = Style { short_values, long_values, long_flags: &[], operands_last: false };
    Program { names, style, follow: nothing }
}

/// The family.
pub const PROGRAMS: &[Program] = &[
    tool(
        &["make", "gmake"],
        "CfIoW",
        &["directory", "file", "makefile", "include-dir", "old-file", "what-if", "eval"],
    ),
    tool(
        &["npm"],
        "wC",
        &["prefix", "registry", "tag", "workspace", "access", "otp", "userconfig"],
    ),
    tool(&["pnpm"], "CF", &["dir", "filter", "registry", "tag", "access", "otp"]),
    tool(&["yarn"], "", &["cwd", "registry", "tag", "access"]),
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
    tool(
        &["kubectl"],
        "nfslo",
        &[
            "namespace",
            "context",
            "kubeconfig",
            "cluster",
            "user",
            "filename",
            "selector",
            "output",
            "server",
            "token",
            "as",
        ],
    ),
    tool(&["aws"], "", &["profile", "region", "output", "endpoint-url", "query", "color"]),
    tool(&["gcloud"], "", &["project", "account", "configuration", "format", "zone", "region"]),
];
