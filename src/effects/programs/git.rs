//! Owns git's grammar: options before and after the command's name, and who follows a command; it does not read
//! repositories.
//!
//! Source: git(1) and the manual page of each command, git 2.47.

use super::git_place::Called;
use super::{Described, Follow, Started, git_alias, git_discard, git_push, git_switch};
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Arguments, EffectId, Run, Value, paths};

/// Options before the command's name.
pub const GLOBAL: Style = Style {
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
    plain(&["merge"], "mFsSX", &["strategy", "strategy-option", "file"], &["verify", "no-verify"]),
    plain(
        &["rebase"],
        "xsSXC",
        &["exec", "strategy", "strategy-option", "onto"],
        &["verify", "no-verify"],
    ),
    plain(&["stash"], "m", &["message"], &["include-untracked", "all", "keep-index"]),
    plain(&["worktree"], "bB", &["reason"], &["force", "detach", "lock", "orphan"]),
    plain(&["update-ref"], "m", &[], &["no-deref", "stdin", "create-reflog"]),
    plain(&["symbolic-ref"], "m", &[], &["delete", "quiet", "short"]),
    plain(&["gc"], "", &[], &["prune", "no-prune", "aggressive", "auto", "quiet", "force"]),
    plain(&["checkout-index"], "", &["stage", "prefix"], &["force", "all", "quiet", "index"]),
    plain(&["read-tree"], "", &["prefix", "index-output"], &["reset", "empty", "dry-run"]),
    plain(&["filter-branch"], "d", &[], &["force"]),
    plain(&["config"], "f", &["file", "blob", "type", "default"], &["global", "local", "system"]),
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

const fn plain(
    names: &'static [&'static str],
    short_values: &'static str,
    long_values: &'static [&'static str],
    long_flags: &'static [&'static str],
) -> Subcommand {
    Subcommand { names, style: style(short_values, long_values, long_flags), dry_run: &[] }
}

/// A command of git that runs.
pub struct Git<'a> {
    /// The effect.
    pub id: EffectId,
    /// What the effect says.
    pub run: &'a Run,
    /// The words, told apart.
    pub called: &'a Called<'a>,
    /// The command.
    pub command: &'a str,
    /// What follows it, in its own grammar.
    pub arguments: Arguments,
}

/// Follows what a command of git does, in the directories where git runs.
type FollowCommand = fn(&mut Walk, &Git, &Scope);

/// Who follows which command. One that two follow stands here twice.
const FOLLOWED: &[(&str, FollowCommand)] = &[
    ("push", git_push::follow),
    ("send-pack", git_push::follow),
    ("reset", git_discard::follow),
    ("checkout", git_discard::follow),
    ("checkout", git_switch::check_out),
    ("switch", git_discard::follow),
    ("switch", git_switch::check_out),
    ("restore", git_discard::follow),
    ("clean", git_discard::follow),
    ("stash", git_discard::follow),
    ("branch", git_discard::follow),
    ("branch", git_switch::branch),
    ("worktree", git_discard::follow),
    ("update-ref", git_discard::follow),
    ("symbolic-ref", git_discard::follow),
    ("symbolic-ref", git_switch::symbolic_ref),
    ("reflog", git_discard::follow),
    ("gc", git_discard::follow),
    ("prune", git_discard::follow),
    ("filter-branch", git_discard::follow),
    ("filter-repo", git_discard::follow),
    ("rm", git_discard::remove),
    ("mv", git_discard::rename),
    ("checkout-index", git_discard::follow),
    ("read-tree", git_discard::follow),
    ("config", git_switch::config),
];

fn follow(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let run = started.run;
    let called = Called::of(&run.words);
    let Some(command) = called.command.and_then(Value::literal) else { return };
    if run.harmless {
        return;
    }
    let arguments = match subcommand(command) {
        Some(known) => options::parse(&known.style, called.rest).arguments,
        None => options::guess(called.rest),
    };
    let git = Git { id: started.id, run, called: &called, command, arguments };
    if !FOLLOWED.iter().any(|(name, _)| *name == command) {
        if !git_alias::is_command(command) {
            git_alias::follow(walk, &git, command, scope);
        }
        return;
    }
    // Repositories are looked at, which costs more than words.
    if !walk.spend(8 * scope.directories.len(), scope) {
        return;
    }
    let mut there = Scope { cause: Some(started.id), ..scope.clone() };
    if let Some(directory) = called.directory() {
        there.directories =
            scope.directories.iter().map(|from| paths::absolute(&directory, from)).collect();
    }
    for (_, follow) in FOLLOWED.iter().filter(|(name, _)| *name == command) {
        follow(walk, &git, &there);
    }
}

fn subcommand(name: &str) -> Option<&'static Subcommand> {
    SUBCOMMANDS.iter().find(|one| one.names.contains(&name))
}

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
    let called = Called::of(&words);
    let directory = called.directory();
    let mut arguments = called.global.clone();
    let mut harmless = arguments.has(&["--help", "-h", "--version"]);
    if let Some(command) = called.command {
        let known = command.literal().and_then(subcommand);
        let own = match known {
            Some(known) => options::parse(&known.style, called.rest).arguments,
            None => options::guess(called.rest),
        };
        harmless |= own.has(&["--help"])
            || is_usage(called.rest)
            || known.is_some_and(|known| is_dry_run(known, &own));
        arguments.operands = std::iter::once(command.clone()).chain(own.operands).collect();
        arguments.options.extend(own.options);
    }
    let program = split.then(|| (Value::from("git"), words.clone()));
    let follow: Option<Follow> = Some(follow);
    Some(Described { arguments, harmless, directory, follow, program })
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
