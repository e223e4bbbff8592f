//! Owns tools that rewrite source files they are given; it does not know what they change.
//!
//! What they find in the directory in which they run are the sources that they are for; it is not taken for a write to
//! everything there. Another directory is.
//!
//! Sources: the command-line references of Black, isort, Ruff, Prettier, ESLint, Biome, gofmt, rustfmt(1), shfmt(1),
//! clang-format, RuboCop, dos2unix(1).

use super::entry::{Entry, Operands, WORDS};
use super::files::Files;
use super::{Started, name_of};
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

const VALUES: &[&str] = &[
    "config",
    "ignore-path",
    "parser",
    "plugin",
    "line-length",
    "target-version",
    "exclude",
    "include",
    "ext",
    "style",
    "edition",
    "config-path",
    "profile",
    "rule",
    "select",
    "ignore",
];

/// The family.
pub const ENTRIES: &[Entry] = &[Entry {
    names: &[
        "black",
        "isort",
        "autopep8",
        "yapf",
        "ruff",
        "prettier",
        "prettierd",
        "eslint",
        "eslint_d",
        "standard",
        "biome",
        "stylelint",
        "gofmt",
        "goimports",
        "gofumpt",
        "rustfmt",
        "shfmt",
        "clang-format",
        "stylua",
        "rubocop",
        "standardrb",
        "swiftformat",
        "ktlint",
        "nixfmt",
        "dos2unix",
        "unix2dos",
    ],
    style: Style::new("l", VALUES),
    operands: Operands::Own(format),
    ..WORDS
}];

/// Tools that write only if an option says so, and those options; all others write unless they are to check.
const ASKED: &[(&[&str], &[&str])] = &[
    (&["autopep8", "yapf", "clang-format"], &["-i", "--in-place"]),
    (&["prettier", "prettierd", "biome"], &["-w", "--write", "--fix", "--apply"]),
    (&["eslint", "eslint_d", "standard", "standardrb", "stylelint"], &["--fix"]),
    (&["gofmt", "goimports", "gofumpt", "shfmt"], &["-w", "--write"]),
    (&["rubocop"], &["-a", "-A", "--autocorrect", "--autocorrect-all", "-x"]),
    (&["ktlint"], &["-F", "--format"]),
];

fn format(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let name = name_of(&started.run.program);
    let asked = ASKED.iter().find(|(names, _)| names.contains(&name));
    let writes = match asked {
        Some((_, options)) => files.has(options),
        None => !files.has(&["--check", "--diff", "--check-only", "--lint"]),
    };
    // `ruff format FILES`, `ruff check --fix FILES`, `biome format --write FILES`
    let command = match files.operands() {
        [first, ..] if ["ruff", "biome"].contains(&name) => first.literal(),
        _ => None,
    };
    if writes && (name != "ruff" || command == Some("format") || files.has(&["--fix"])) {
        let skipped = usize::from(command.is_some());
        let named = files.operands().get(skipped..).unwrap_or_default();
        let is_here = |path: &&Value| matches!(path.literal(), Some("." | "./" | "./..." | "-"));
        for path in named.iter().filter(|path| !is_here(path)) {
            files.one(Access::Write, path, true);
        }
    }
}
