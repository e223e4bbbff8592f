//! Owns the options of git's commands; it does not tell arguments apart.
//!
//! Source: the manual page of each command, git 2.47.

use crate::effects::options::Style;

/// A command of git, its options, and which of them make it a dry run.
pub struct Subcommand {
    /// Its names.
    pub names: &'static [&'static str],
    /// How it reads its arguments.
    pub style: Style,
    /// Options that make it a dry run.
    pub dry_run: &'static [&'static str],
}

/// The options of a command.
pub const fn style(
    short_values: &'static str,
    long_values: &'static [&'static str],
    long_flags: &'static [&'static str],
) -> Style {
    Style::new(short_values, long_values).flags(long_flags)
}

/// A command without dry run, or whose dry run does not matter.
pub const fn plain(
    names: &'static [&'static str],
    short_values: &'static str,
    long_values: &'static [&'static str],
    long_flags: &'static [&'static str],
) -> Subcommand {
    Subcommand { names, style: style(short_values, long_values, long_flags), dry_run: &[] }
}

/// The commands that change the working tree, the index, branches or a remote.
pub const CHANGING: &[Subcommand] = &[
    Subcommand {
        names: &["push"],
        style: style(
            "o",
            &["repo", "receive-pack", "exec", "push-option", "recurse-submodules"],
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
            "mFCctu?S?",
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
                "untracked-files",
                "no-post-rewrite",
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
            // `--contains` and its like take the next word if there is one.
            &[
                "set-upstream-to",
                "sort",
                "contains",
                "no-contains",
                "merged",
                "no-merged",
                "points-at",
                "format",
            ],
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
    plain(&["symbolic-ref"], "m", &[], &["delete", "quiet", "short"]),
    plain(&["gc"], "", &[], &["prune", "no-prune", "aggressive", "auto", "quiet", "force"]),
    plain(&["checkout-index"], "", &["stage", "prefix"], &["force", "all", "quiet", "index"]),
    plain(&["read-tree"], "", &["prefix", "index-output"], &["reset", "empty", "dry-run"]),
    Subcommand {
        names: &["reflog"],
        style: style("", &[], &["expire", "all", "dry-run", "rewrite", "updateref"]),
        dry_run: &["-n", "--dry-run"],
    },
    Subcommand {
        names: &["prune"],
        style: style("", &["expire"], &["dry-run", "verbose", "progress"]),
        dry_run: &["-n", "--dry-run"],
    },
    Subcommand {
        names: &["send-pack"],
        style: style("", &["receive-pack", "exec"], &["all", "dry-run", "force", "mirror"]),
        dry_run: &["-n", "--dry-run"],
    },
];
