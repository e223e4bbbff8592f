//! Owns git's grammar: options before and after the command's name; it does not read repositories.
//!
//! Source: git(1) and the manual page of each command, git 2.47.

use super::{Described, Follow};
use crate::effects::options::{self, Style};
use crate::effects::{Arguments, Value, paths};

/// Options before the command's name.
const GLOBAL: Style = Style {
    short_values: "Cc",
    long_values: &[
        "git-dir",
        "work-tree",
        "namespace",
        "super-prefix",
        "config-env",
        "attr-source",
    ],
    long_flags: &[
        "exec-path",
        "paginate",
        "no-pager",
        "bare",
        "no-replace-objects",
        "literal-pathspecs",
    ],
    operands_last: true,
};

/// A command of git, its options, and which of them make it a dry run.
struct Subcommand {
    names: &'static [&'static str],
    style: Style,
    dry_run: &'static [&'static str],
}

const fn style(
    short_values: &'static str,
    long_values: &'static [&'static str],
    long_flags: &'static [&'static str],
) -> Style {
    Style { short_values, long_values, long_flags, operands_last: false }
}

const SUBCOMMANDS: &[Subcommand] = &[
    Subcommand {
        names: &["push"],
        style: style(
            "o",
            &["repo", "receive-pack", "exec", "push-option"],
            &[
                "all",
                "branches",
                "mirror",
                "tags",
                "follow-tags",
                "no-follow-tags",
                "atomic",
                "no-atomic",
                "dry-run",
                "no-dry-run",
                "force",
                "no-force",
                "force-with-lease",
                "no-force-with-lease",
                "force-if-includes",
                "no-force-if-includes",
                "delete",
                "prune",
                "no-prune",
                "quiet",
                "verbose",
                "set-upstream",
                "thin",
                "no-thin",
                "signed",
                "no-signed",
                "recurse-submodules",
                "no-recurse-submodules",
                "verify",
                "no-verify",
                "porcelain",
                "progress",
                "no-progress",
                "ipv4",
                "ipv6",
            ],
        ),
        dry_run: &["-n", "--dry-run"],
    },
    Subcommand {
        names: &["commit"],
        style: style(
            "mFCctuS",
            &[
                "message",
                "file",
                "reuse-message",
                "reedit-message",
                "template",
                "author",
                "date",
                "cleanup",
                "fixup",
                "squash",
                "trailer",
                "pathspec-from-file",
            ],
            &[
                "all",
                "amend",
                "no-verify",
                "verify",
                "allow-empty",
                "allow-empty-message",
                "dry-run",
                "no-edit",
                "edit",
                "signoff",
                "quiet",
                "verbose",
                "no-gpg-sign",
                "gpg-sign",
                "only",
                "include",
                "interactive",
                "patch",
                "reset-author",
                "short",
                "status",
                "no-status",
            ],
        ),
        dry_run: &["--dry-run"],
    },
    Subcommand {
        names: &["clean"],
        style: style("e", &["exclude"], &["force", "dry-run", "interactive", "quiet"]),
        dry_run: &["-n", "--dry-run"],
    },
    Subcommand {
        names: &["reset"],
        style: style(
            "U",
            &["pathspec-from-file"],
            &[
                "soft",
                "mixed",
                "hard",
                "merge",
                "keep",
                "quiet",
                "no-quiet",
                "patch",
                "refresh",
                "intent-to-add",
                "recurse-submodules",
                "no-recurse-submodules",
            ],
        ),
        dry_run: &[],
    },
    Subcommand {
        names: &["checkout"],
        style: style(
            "bB",
            &["orphan", "conflict", "pathspec-from-file"],
            &[
                "force",
                "detach",
                "track",
                "no-track",
                "guess",
                "no-guess",
                "ours",
                "theirs",
                "merge",
                "patch",
                "quiet",
                "progress",
                "overlay",
                "no-overlay",
                "ignore-other-worktrees",
                "recurse-submodules",
            ],
        ),
        dry_run: &[],
    },
    Subcommand {
        names: &["switch"],
        style: style(
            "cC",
            &["create", "force-create", "orphan", "conflict"],
            &[
                "discard-changes",
                "force",
                "detach",
                "track",
                "no-track",
                "guess",
                "no-guess",
                "merge",
                "quiet",
                "progress",
                "ignore-other-worktrees",
                "recurse-submodules",
            ],
        ),
        dry_run: &[],
    },
    Subcommand {
        names: &["restore"],
        style: style(
            "sU",
            &["source", "conflict", "pathspec-from-file"],
            &[
                "staged",
                "worktree",
                "ours",
                "theirs",
                "merge",
                "patch",
                "quiet",
                "progress",
                "ignore-unmerged",
                "overlay",
                "no-overlay",
                "recurse-submodules",
            ],
        ),
        dry_run: &[],
    },
    Subcommand {
        names: &["branch"],
        style: style(
            "u",
            &["set-upstream-to", "sort", "contains", "no-contains", "points-at", "format"],
            &[
                "delete",
                "move",
                "copy",
                "force",
                "list",
                "all",
                "remotes",
                "track",
                "no-track",
                "merged",
                "no-merged",
                "show-current",
                "edit-description",
                "unset-upstream",
                "quiet",
            ],
        ),
        dry_run: &[],
    },
    Subcommand {
        names: &["add", "rm", "mv"],
        style: style("", &["pathspec-from-file", "chmod"], &["dry-run", "force", "cached", "all"]),
        dry_run: &["-n", "--dry-run"],
    },
];

/// What git's own grammar says about the words; `None` for another program.
pub fn describe(name: &str, words: &[Value]) -> Option<Described> {
    // `git-push` is how git itself names its programs (git(1), --exec-path).
    let (split, words) = match name.strip_prefix("git-") {
        Some(command) => {
            (true, std::iter::once(Value::from(command)).chain(words.iter().cloned()).collect())
        }
        None => (false, words.to_vec()),
    };
    if !split && name != "git" {
        return None;
    }
    let mut parsed = options::parse(&GLOBAL, &words);
    let (before, from) = words.split_at_checked(parsed.first_operand)?;
    let directory = directory(&options::parse(&GLOBAL, before).arguments);
    let mut harmless = parsed.arguments.has(&["--help", "-h", "--version"]);
    if let Some((command, rest)) = from.split_first() {
        let known = SUBCOMMANDS
            .iter()
            .find(|one| command.literal().is_some_and(|name| one.names.contains(&name)));
        let arguments = match known {
            Some(known) => options::parse(&known.style, rest).arguments,
            None => options::guess(rest),
        };
        harmless |= arguments.has(&["--help"])
            || is_usage(rest)
            || known.is_some_and(|known| is_dry_run(known, &arguments));
        parsed.arguments.operands =
            std::iter::once(command.clone()).chain(arguments.operands).collect();
        parsed.arguments.options.extend(arguments.options);
    }
    let follow: Option<Follow> = None;
    let program = split.then(|| (Value::from("git"), words));
    Some(Described { arguments: parsed.arguments, harmless, directory, follow, program })
}

/// `git push -h` shows the command's usage and does nothing else, if `-h` stands alone.
fn is_usage(rest: &[Value]) -> bool {
    matches!(rest, [only] if only.literal() == Some("-h"))
}

/// Whether the last of the options that switch a dry run on or off switches it on.
fn is_dry_run(command: &Subcommand, arguments: &Arguments) -> bool {
    let switches = arguments.options.iter().rev().map(|option| option.name.as_str());
    let mut relevant =
        switches.filter(|name| command.dry_run.contains(name) || *name == "--no-dry-run");
    relevant.next().is_some_and(|name| name != "--no-dry-run")
}

/// Where `-C` leads; several are taken one after the other.
fn directory(global: &Arguments) -> Option<Value> {
    let paths = global.options.iter().filter(|option| option.name == "-C");
    paths
        .filter_map(|option| option.value.clone())
        .reduce(|outer, inner| paths::joined(&inner, &outer))
}
