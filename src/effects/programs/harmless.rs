//! Owns the options with which programs only show something or try, and change nothing; it does not tell arguments apart.
//!
//! Sources: the command-line references that `infra` names, procps (kill, pkill, skill), killall(1) of psmisc.

use crate::effects::{Arguments, Value};

/// Programs, and the options of which any makes them harmless.
const HARMLESS: &[(&[&str], &[&str])] = &[
    (&["terraform", "tofu", "terragrunt"], &["-help", "--help", "-h"]),
    (&["kubectl", "oc"], &["--help", "-h", "--dry-run=client", "--dry-run=server"]),
    (&["helm"], &["--help", "-h", "--dry-run", "--dry-run=client", "--dry-run=server"]),
    (&["aws"], &["help", "--dryrun", "--dry-run"]),
    (&["cargo", "npm"], &["--help", "-h", "--dry-run"]),
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
    (&["kill"], &["-l", "-L", "--list", "--table", "--help", "-V", "--version"]),
    (&["killall"], &["-l", "--list", "--help", "-V", "--version"]),
    // `-L` is another matter here: it wants a locked file.
    (&["pkill", "pgrep", "pidwait"], &["-h", "--help", "-V", "--version"]),
    (
        &["skill", "snice"],
        &["-l", "-L", "--list", "--table", "-n", "--no-action", "-h", "--help", "-V", "--version"],
    ),
];

/// Whether a program whose grammar is known is given such an option.
pub fn by_arguments(name: &str, arguments: &Arguments) -> bool {
    is_given(name, |option| arguments.has(&[option]))
}

/// Whether one of the words before `--` is such an option.
pub fn by_words(name: &str, words: &[Value]) -> bool {
    let has = |wanted: &str| {
        let words = words.iter().filter_map(Value::literal);
        words.take_while(|word| *word != "--").any(|word| word == wanted)
    };
    // What runs in a container, or is a program of a package, has options of its own.
    let launching: &[&str] = match name {
        "docker" | "podman" | "kubectl" => &["exec", "run"],
        "npm" => &["exec", "x"],
        _ => &[],
    };
    let runs_another = launching.iter().any(|word| has(word));
    !runs_another && is_given(name, has)
}

fn is_given(name: &str, has: impl Fn(&str) -> bool) -> bool {
    let known = HARMLESS.iter().find(|(names, _)| names.contains(&name));
    known.is_some_and(|(_, options)| options.iter().any(|option| has(option)))
}
