//! Owns git's grammar: options before and after the command's name; it does not read repositories.
//!
//! Source: git(1) and the manual page of each command, git 2.47.

use super::{Described, Follow, git_runs};
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
    Style::new(short_values, long_values).flags(long_flags)
}

/// A command without dry run.
const fn plain(
    names: &'static [&'static str],
    short_values: &'static str,
    long_values: &'static [&'static str],
    long_flags: &'static [&'static str],
) -> Subcommand {
    Subcommand { names, style: style(short_values, long_values, long_flags), dry_run: &[] }
}

const SUBCOMMANDS: &[Subcommand] = &[
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
    plain(
        &["merge"],
        "mFsXS?",
        &["message", "file", "strategy", "strategy-option", "into-name", "cleanup"],
        &[
            "verify",
            "no-verify",
            "commit",
            "no-commit",
            "squash",
            "abort",
            "continue",
            "ff-only",
            "no-ff",
            "ff",
            "gpg-sign",
            "edit",
            "no-edit",
            "stat",
            "no-stat",
        ],
    ),
    plain(
        &["pull"],
        "sXojS?",
        &[
            "strategy",
            "strategy-option",
            "upload-pack",
            "depth",
            "deepen",
            "shallow-since",
            "shallow-exclude",
            "server-option",
            "refmap",
            "jobs",
            "cleanup",
            "negotiation-tip",
        ],
        &[
            "rebase",
            "no-rebase",
            "autostash",
            "force",
            "verify",
            "no-verify",
            "prune",
            "tags",
            "dry-run",
            "ff-only",
            "no-ff",
        ],
    ),
    Subcommand {
        names: &["fetch"],
        style: style(
            "oj",
            &[
                "upload-pack",
                "depth",
                "deepen",
                "shallow-since",
                "shallow-exclude",
                "server-option",
                "refmap",
                "jobs",
                "negotiation-tip",
                "filter",
            ],
            &[
                "all",
                "append",
                "atomic",
                "dry-run",
                "force",
                "prune",
                "tags",
                "no-tags",
                "unshallow",
                "update-head-ok",
            ],
        ),
        dry_run: &["--dry-run"],
    },
    plain(
        &["rebase"],
        "xsXCS?",
        &["exec", "onto", "strategy", "strategy-option", "empty", "whitespace"],
        &[
            "interactive",
            "continue",
            "abort",
            "skip",
            "quit",
            "root",
            "autosquash",
            "autostash",
            "verify",
            "no-verify",
            "keep-base",
            "rebase-merges",
            "update-refs",
            "force-rebase",
        ],
    ),
    plain(
        &["tag"],
        "mFun?",
        &[
            "message",
            "file",
            "local-user",
            "cleanup",
            "sort",
            "contains",
            "no-contains",
            "merged",
            "no-merged",
            "points-at",
            "format",
            "trailer",
        ],
        &["annotate", "sign", "delete", "force", "list", "verify", "create-reflog"],
    ),
    plain(
        &["stash"],
        "m",
        &["message", "pathspec-from-file"],
        &[
            "all",
            "include-untracked",
            "keep-index",
            "no-keep-index",
            "patch",
            "staged",
            "index",
            "quiet",
        ],
    ),
    plain(
        &["cherry-pick", "revert"],
        "mXS?",
        &["mainline", "strategy", "strategy-option", "cleanup"],
        &["no-commit", "edit", "signoff", "abort", "continue", "skip", "quit", "ff", "allow-empty"],
    ),
    plain(
        &["am"],
        "CpS?",
        &["directory", "exclude", "include", "whitespace", "patch-format", "empty"],
        &["verify", "no-verify", "abort", "continue", "skip", "quit", "3way", "signoff", "keep"],
    ),
    plain(
        &["clone"],
        "bjocu",
        &[
            "branch",
            "jobs",
            "origin",
            "config",
            "upload-pack",
            "depth",
            "reference",
            "reference-if-able",
            "separate-git-dir",
            "server-option",
            "shallow-exclude",
            "shallow-since",
            "template",
            "filter",
            "bundle-uri",
            "ref-format",
            "revision",
        ],
        &[
            "bare",
            "mirror",
            "recurse-submodules",
            "single-branch",
            "no-checkout",
            "local",
            "no-tags",
            "sparse",
        ],
    ),
    plain(
        &["worktree"],
        "bB",
        &["reason", "expire"],
        &["force", "detach", "checkout", "no-checkout", "lock", "track", "porcelain", "orphan"],
    ),
    plain(
        &["config"],
        "f",
        &["file", "blob", "type", "default", "comment", "value", "url"],
        &[
            "global",
            "system",
            "local",
            "worktree",
            "add",
            "unset",
            "unset-all",
            "get",
            "get-all",
            "list",
            "edit",
            "replace-all",
            "remove-section",
            "rename-section",
        ],
    ),
    plain(
        &["remote"],
        "tm",
        &[],
        &["verbose", "add", "push", "delete", "all", "prune", "tags", "mirror"],
    ),
    plain(
        &["log", "show", "diff"],
        "nSGLOUI",
        &[
            "max-count",
            "skip",
            "since",
            "after",
            "until",
            "before",
            "author",
            "committer",
            "grep",
            "output",
            "inter-hunk-context",
            "word-diff-regex",
            "diff-filter",
            "encoding",
            "line-prefix",
            "src-prefix",
            "dst-prefix",
            "ws-error-highlight",
            "ignore-matching-lines",
            "glob",
            "exclude",
        ],
        &[
            "all",
            "oneline",
            "stat",
            "patch",
            "cached",
            "staged",
            "name-only",
            "name-status",
            "graph",
            "decorate",
            "format",
            "pretty",
            "no-index",
            "ext-diff",
        ],
    ),
    plain(
        &["grep"],
        "efABCmO?",
        &["max-depth", "max-count", "threads", "context", "after-context", "before-context"],
        &["open-files-in-pager", "cached", "no-index", "untracked", "ignore-case", "line-number"],
    ),
    plain(
        &["difftool", "mergetool"],
        "tx",
        &["tool", "extcmd"],
        &["gui", "no-prompt", "prompt", "dir-diff", "tool-help"],
    ),
    plain(&["update-ref"], "m", &[], &["no-deref", "stdin", "create-reflog"]),
    plain(
        &["submodule"],
        "bj",
        &["branch", "name", "reference", "depth", "jobs"],
        &["quiet", "recursive", "init", "force", "all"],
    ),
    plain(
        &["filter-branch"],
        "d",
        &[
            "setup",
            "subdirectory-filter",
            "env-filter",
            "tree-filter",
            "index-filter",
            "parent-filter",
            "msg-filter",
            "commit-filter",
            "tag-name-filter",
            "original",
            "state-branch",
        ],
        &["force", "prune-empty"],
    ),
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
        let rest = plainly_ended(rest);
        let rest = rest.as_slice();
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
    let follow: Option<Follow> = Some(git_runs::follow);
    let program = split.then(|| (Value::from("git"), words));
    Some(Described { arguments: parsed.arguments, harmless, directory, follow, program })
}

/// `--end-of-options` is to git what `--` is to others (gitcli(7)).
fn plainly_ended(words: &[Value]) -> Vec<Value> {
    let end = words.iter().position(|word| word.literal() == Some("--end-of-options"));
    let mut words = words.to_vec();
    if let Some(word) = end.and_then(|end| words.get_mut(end)) {
        *word = Value::from("--");
    }
    words
}

/// The words behind git's own options, the command's name first.
pub fn command(words: &[Value]) -> (&[Value], &[Value]) {
    let first = options::parse(&GLOBAL, words).first_operand;
    words.split_at_checked(first).unwrap_or((words, &[]))
}

/// git's own options.
pub fn arguments(words: &[Value]) -> Arguments {
    options::parse(&GLOBAL, words).arguments
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
