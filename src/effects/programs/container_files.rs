//! Owns the files of this machine that clients of containers and clusters read and write themselves; it does not know the
//! commands that run there.
//!
//! Sources: docker(1) and the pages of its commands, the Compose command-line reference, `kubectl cp --help`,
//! `kubectl create secret generic --help`.

use super::Started;
use super::files::Files;
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Arguments, Value};

/// Words of docker before which the name of a command stands.
const GROUPS: &[&str] = &[
    "container",
    "compose",
    "image",
    "volume",
    "system",
    "network",
    "builder",
    "buildx",
    "secret",
    "config",
];

/// Commands of which `-f` is `--force` or `--follow`, and of Compose those where `-f` comes before them.
const PLAIN: &[&str] = &[
    "prune", "rm", "remove", "rmi", "logs", "kill", "stop", "down", "up", "restart", "start",
    "pull",
];

const PLAIN_STYLE: Style = Style::new(
    "=nt",
    &["filter", "format", "tail", "since", "until", "timeout", "time", "rmi", "scale", "signal"],
);

/// The arguments of docker: what a letter means depends on the command.
pub fn arguments(style: &Style, words: &[Value]) -> Arguments {
    let before = Style { operands_last: true, ..*style };
    let mut all = Arguments { known: true, ..Arguments::default() };
    let mut rest = words;
    loop {
        let parsed = options::leading(&before, rest);
        all.options.extend(parsed.arguments.options);
        let after = rest.get(parsed.first_operand..).unwrap_or_default();
        let Some((command, after)) = after.split_first() else { return all };
        all.operands.push(command.clone());
        rest = after;
        if command.literal().is_some_and(|word| GROUPS.contains(&word)) {
            continue;
        }
        let plain = command.literal().is_some_and(|word| PLAIN.contains(&word));
        let own = options::parse(if plain { &PLAIN_STYLE } else { style }, rest).arguments;
        all.options.extend(own.options);
        all.operands.extend(own.operands);
        return all;
    }
}

/// `docker cp`, `save`, `export`, `load`, `build`, and the files that any command takes variables from.
pub fn docker(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let lists: Vec<Value> = files.values(&["--env-file", "--label-file"]).cloned().collect();
    files.all(Access::Read, &lists, false);
    let is_group = |word: &&Value| word.literal().is_some_and(|word| GROUPS.contains(&word));
    let skipped = files.operands().iter().take_while(is_group).count();
    let Some((command, named)) = files.operands().get(skipped..).and_then(<[_]>::split_first)
    else {
        return;
    };
    // `--output` is no path to all commands.
    let out: Vec<Value> = files.values(&["-o", "--output"]).cloned().collect();
    match command.literal() {
        Some("cp") => copy(&mut files, named),
        Some("save" | "export") => files.all(Access::Write, &out, false),
        Some("load" | "import") => {
            let archives: Vec<Value> = files.values(&["-i", "--input"]).cloned().collect();
            files.all(Access::Read, &archives, false);
        }
        Some("build" | "bake") => {
            for secret in files.values(&["--secret"]) {
                // `id=NAME,src=FILE`
                let known = secret.literal().unwrap_or_default();
                let mut parts = known.split(',');
                let source = parts
                    .find_map(|it| it.strip_prefix("src=").or_else(|| it.strip_prefix("source=")));
                if let Some(path) = source {
                    files.one(Access::Read, &Value::from(path), false);
                }
            }
        }
        // `docker secret create NAME FILE`
        Some("create") if skipped > 0 && is_secret(files.operands().first()) => {
            files.all(Access::Read, named.get(1..).unwrap_or_default(), false);
        }
        _ => {}
    }
}

fn is_secret(group: Option<&Value>) -> bool {
    matches!(group.and_then(Value::literal), Some("secret" | "config"))
}

/// `kubectl cp FROM TO`, `kubectl create secret generic NAME --from-file=[KEY=]FILE`
pub fn kubectl(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    match files.operands().split_first() {
        Some((command, named)) if command.literal() == Some("cp") => copy(&mut files, named),
        Some((command, _)) if command.literal() == Some("create") => {
            let lists: Vec<Value> = files.values(&["--from-env-file"]).cloned().collect();
            files.all(Access::Read, &lists, false);
            for source in files.values(&["--from-file"]) {
                let start = source.known_start().find('=').map_or(0, |equals| equals + 1);
                if let Some(path) = source.after(start) {
                    files.one(Access::Read, &path, true);
                }
            }
        }
        _ => {}
    }
}

/// `FROM TO`, one of which is `CONTAINER:PATH`.
fn copy(files: &mut Files, named: &[Value]) {
    let [from, to, ..] = named else { return };
    let container_path = |path: &Value| {
        let known = path.known_start();
        let there = known.find(':').filter(|_| !known.starts_with(['/', '.', '~']));
        there.and_then(|at| path.after(at + 1))
    };
    match (container_path(from), container_path(to)) {
        (Some(there), None) if to.literal() != Some("-") => {
            let is_directory = to.to_string().ends_with('/') || files.is_directory(to);
            files.arrive(&[there], to, is_directory);
        }
        (None, Some(_)) if from.literal() != Some("-") => files.one(Access::Read, from, true),
        _ => {}
    }
}
