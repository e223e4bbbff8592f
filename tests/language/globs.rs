//! Globs of paths.

use crate::asking::{Policies, policy};

/// A policy that denies reading what the list names, by the rule `x`.
fn denying(globs: &str) -> Policies {
    policy(&format!("rules.x.deny = {{ read = [{globs}] }}"))
}

/// A path matches when a positive glob does and no `!` glob does, in any order.
#[test]
fn a_path_matches_when_a_positive_glob_does_and_no_exception_does() {
    let env = denying("'**/.env', '**/.env.*', '!**/.env.example'");
    env.judges("cat .env").denies("x");
    env.judges("cat app/.env.local").denies("x");
    env.judges("cat .env.example").is_silent();
    env.judges("cat .envrc").is_silent();
}

/// A path matches when a positive glob does and no `!` glob does, in any order.
#[test]
fn the_order_of_globs_does_not_matter() {
    for globs in ["'a/**', '!a/b/**', 'a/b/c'", "'a/b/c', '!a/b/**', 'a/**'", "'!a/b/**', 'a/**'"] {
        denying(globs).judges("cat a/x").denies("x");
        denying(globs).judges("cat a/b/c").is_silent();
    }
}

/// Only-`!` lists start from `**`.
#[test]
fn a_list_of_exceptions_alone_starts_from_everything() {
    let all_but = denying("'!{project}/**', '!/dev/**'");
    all_but.judges("cat /etc/hosts").denies("x");
    all_but.judges("cat ~/a").denies("x");
    all_but.judges("cat a /dev/zero").is_silent();
}

/// Relative globs lie under `{project}`.
#[test]
fn relative_globs_lie_under_the_project() {
    let secret = denying("'secret/*'");
    secret.judges("cat secret/a").denies("x");
    secret.judges("cat ../secret/a").from("project/sub").denies("x");
    secret.judges("cat secret/a").from("project/sub").is_silent();
    secret.judges("cat ~/secret/a").is_silent();
}

/// Positives are tried on the spelt and on the resolved path, exceptions must hold on both.
#[test]
fn positives_are_tried_on_the_spelt_and_on_the_resolved_path() {
    for globs in ["'secret/**'", "'link/**'"] {
        let either =
            denying(globs).and_file("project/secret/a", "").and_link("project/link", "secret");
        either.judges("cat link/a").denies("x");
        either.judges("cat other/a").is_silent();
    }
    let aim =
        denying("'secret/**'").and_file("project/secret/a", "").and_link("project/link", "other");
    aim.judges("cat link/a").is_silent();
}

/// Positives are tried on the spelt and on the resolved path, exceptions must hold on both.
#[test]
fn exceptions_must_hold_on_the_spelt_and_on_the_resolved_path() {
    let rows = [
        ("'**/a', '!open/**'", true),
        ("'**/a', '!shut/**'", true),
        ("'**/a', '!*/**'", false),
        ("'**/a', '!open/**', '!shut/**'", false),
    ];
    for (globs, denied) in rows {
        let excused =
            denying(globs).and_file("project/shut/a", "").and_link("project/open", "shut");
        match denied {
            true => excused.judges("cat open/a").denies("x"),
            false => excused.judges("cat open/a").is_silent(),
        }
    }
}

/// `~`, `{home}`, `{project}`, `{cwd}`, …
#[test]
fn placeholders_stand_for_home_project_and_directory() {
    for glob in ["'~/a'", "'{home}/a'"] {
        denying(glob).judges("cat ~/a").denies("x");
        denying(glob).judges("cat a").is_silent();
    }
    denying("'{project}/a'").judges("cat ../a").from("project/sub").denies("x");
    denying("'{project}/a'").judges("cat a").from("project/sub").is_silent();
    // The call's, wherever it goes.
    denying("'{cwd}/a'").judges("cat a").from("project/sub").denies("x");
    denying("'{cwd}/a'").judges("cat ../a").from("project/sub").is_silent();
    denying("'{cwd}/a'").judges("cd .. && cat a").from("project/sub").is_silent();
}

/// `{temp}` (`/tmp`, `/var/tmp`, `$TMPDIR` unless it contains home or project).
#[test]
fn temp_stands_for_the_folders_of_temporary_files() {
    let temp = denying("'{temp}/a'").and_variable("TMPDIR", "/srv/temporary");
    for folder in ["/tmp", "/var/tmp", "/srv/temporary"] {
        temp.judges(&format!("cat {folder}/a")).denies("x");
    }
    temp.judges("cat /srv/a").is_silent();
    denying("'{temp}/a'").and_variable_for("TMPDIR", "").judges("cat ~/a").is_silent();
    denying("'{temp}/a'").and_variable_for("TMPDIR", "project").judges("cat a").is_silent();
    denying("'{temp}/a'").and_variable_for("TMPDIR", "other").judges("cat ~/other/a").denies("x");
}

/// `{git_dir}`, `{policy}`, `{hookshim}`.
#[test]
fn git_dir_policy_and_hookshim_stand_for_gits_and_hookshims_own_files() {
    denying("'{git_dir}/**'").judges("cat .git/config").denies("x");
    denying("'{git_dir}/**'").judges("cat .gitignore").is_silent();
    let policies = denying("'{policy}'");
    policies.judges("cat ~/.config/hookshim/policy.toml").denies("x");
    policies.judges("cat .hookshim.toml").denies("x");
    policies.judges("cat ~/.config/hookshim/other.toml").is_silent();
    let own = denying("'{hookshim}', '{hookshim}/**'");
    own.judges(concat!("cat ", env!("CARGO_BIN_EXE_hookshim"))).denies("x");
    own.judges("cat ~/.local/state/hookshim/trust.json").denies("x");
    own.judges("cat ~/.local/state/other").is_silent();
}
