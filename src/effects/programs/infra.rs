//! Owns the grammar of programs that manage infrastructure; it does not know what they manage.
//!
//! Sources: the command-line references of Terraform, OpenTofu, Prisma, Supabase, kubectl, Helm, helmfile, Argo CD, Flux,
//! the AWS CLI, GitHub's gh, Alembic, Flask, dbmate and dropdb(1). Their commands are matched by `run`; those of kubectl, aws
//! and gh have their options in `containers` and `clouds`.

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

/// The family. Terraform and its like write long options with one dash and join values by `=`, so that words with a dash
/// are their options and all others operands: what holds without a table.
pub const PROGRAMS: &[Program] = &[
    tool(
        &["dropdb", "createdb", "dropuser"],
        "hpUD",
        &["host", "port", "username", "maintenance-db"],
    ),
    tool(&["mysqladmin", "mariadb-admin"], "hPuS", &["host", "port", "user", "socket"]),
    tool(
        &["helm"],
        "=nf",
        &["namespace", "kube-context", "kubeconfig", "values", "set", "version"],
    ),
    tool(&["pulumi"], "=sC", &["stack", "cwd", "config"]),
    tool(&["helmfile"], "efln", &["environment", "file", "selector", "namespace", "kube-context"]),
    tool(&["argocd"], "=", &["server", "auth-token", "argocd-context", "config", "kube-context"]),
    tool(&["flux"], "=n", &["namespace", "context", "kubeconfig"]),
    tool(&["alembic"], "cnx", &["config", "name"]),
    tool(&["flask"], "Ae", &["app", "env-file"]),
    tool(&["dbmate"], "ued", &["url", "env", "env-file", "migrations-dir", "migrations-table"]),
];
