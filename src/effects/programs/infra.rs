//! Owns the grammar of programs that manage infrastructure, and when they change nothing; it does not know what they
//! manage.
//!
//! Sources: the command-line references of Terraform, OpenTofu, Prisma, Supabase, kubectl, Helm, the AWS CLI, GitHub's gh,
//! and dropdb(1). Their commands are matched by `run`; those of kubectl, aws and gh have their options in `containers` and
//! `clouds`.

use super::{Program, nothing};
use crate::effects::Value;
use crate::effects::options::Style;

const fn tool(
    names: &'static [&'static str],
    short_values: &'static str,
    long_values: &'static [&'static str],
) -> Program {
    let style = Style { short_values, long_values, long_flags: &[], operands_last: false };
    Program { names, style, follow: nothing }
}

/// The family. Terraform and its like write long options with one dash and join values by `=`, so that words with a dash
/// are their options and all others operands: what holds without a table.
pub const PROGRAMS: &[Program] = &[
    tool(
        &["dropdb", "createdb", "dropuser"],
        "hpUD",
        &["host", "port", "username", "maintenance-db"],
    ),
    tool(&["mysqladmin", "mariadb-admin"], "hPuS", &["host", "port", "user", "socket"]),
    tool(&["helm"], "nf", &["namespace", "kube-context", "kubeconfig", "values", "set", "version"]),
    tool(&["pulumi"], "sC", &["stack", "cwd", "config"]),
];

/// Programs of which `--help` shows a text and does nothing else, with the options that try without doing.
const HARMLESS: &[(&[&str], &[&str])] = &[
    (&["terraform", "tofu", "terragrunt"], &["-help", "--help", "-h"]),
    (&["kubectl", "oc"], &["--help", "-h", "--dry-run=client", "--dry-run=server"]),
    (&["helm"], &["--help", "-h", "--dry-run", "--dry-run=client", "--dry-run=server"]),
    (&["aws"], &["help", "--dryrun", "--dry-run"]),
    (&["cargo"], &["--help", "-h", "--dry-run"]),
    (&["npm"], &["--help", "-h", "--dry-run"]),
    (&["pulumi", "cdk", "cdktf"], &["--help", "--preview-only"]),
    (
        &[
            "gh",
            "prisma",
            "supabase",
            "dropdb",
            "mysqladmin",
            "gcloud",
            "heroku",
            "docker",
            "podman",
        ],
        &["--help"],
    ),
];

/// Whether such a program only shows help or tries.
pub fn is_harmless(name: &str, words: &[Value]) -> bool {
    let known = HARMLESS.iter().find(|(names, _)| names.contains(&name));
    let Some((_, options)) = known else { return false };
    let has = |wanted: &str| {
        words
            .iter()
            .filter_map(Value::literal)
            .take_while(|word| *word != "--")
            .any(|word| word == wanted)
    };
    // What runs in a container, or is a program of a package, has options of its own.
    let launching: &[&str] = match name {
        "docker" | "podman" | "kubectl" => &["exec", "run"],
        "npm" => &["exec", "x"],
        _ => &[],
    };
    let runs_another = launching.iter().any(|word| has(word));
    !runs_another && options.iter().any(|option| has(option))
}
