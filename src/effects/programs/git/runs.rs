//! Owns what git runs: aliases, and the programs that options and configuration name; it does not read configuration
//! files.
//!
//! Sources: git-config(1) ("alias.*", "core.*"), git(1) (`-c`, `--config-env`, GIT_CONFIG_COUNT), git-rebase(1),
//! git-bisect(1), git-submodule(1), git-filter-branch(1), git-difftool(1), git-push(1).

use crate::effects::Value;
use crate::effects::programs::entry::{run, shell};
use crate::effects::programs::wrappers::joined;
use crate::effects::programs::{Started, git};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use std::collections::BTreeMap;

/// Options of a command whose value is a text for a shell.
const OPTIONS: &[(&str, &[&str])] = &[
    ("rebase", &["-x", "--exec"]),
    ("difftool", &["-x", "--extcmd"]),
    ("grep", &["-O", "--open-files-in-pager"]),
    ("push", &["--receive-pack", "--exec"]),
    ("fetch", &["--upload-pack"]),
    ("pull", &["--upload-pack"]),
    ("clone", &["-u", "--upload-pack"]),
    (
        "filter-branch",
        &[
            "--setup",
            "--env-filter",
            "--tree-filter",
            "--index-filter",
            "--parent-filter",
            "--msg-filter",
            "--commit-filter",
            "--tag-name-filter",
        ],
    ),
];

/// Settings whose value git gives to a shell. A `*` stands for any part.
const SETTINGS: &[&str] = &[
    "core.pager",
    "core.editor",
    "core.sshcommand",
    "core.fsmonitor",
    "core.askpass",
    "core.gitproxy",
    "core.alternaterefscommand",
    "sequence.editor",
    "pager.*",
    "diff.external",
    "diff.*.command",
    "diff.*.textconv",
    "difftool.*.cmd",
    "mergetool.*.cmd",
    "merge.*.driver",
    "filter.*.clean",
    "filter.*.smudge",
    "filter.*.process",
    "interactive.difffilter",
    "gpg.program",
    "gpg.*.program",
    "uploadpack.packobjectshook",
    "remote.*.receivepack",
    "remote.*.uploadpack",
    "browser.*.cmd",
    "man.*.cmd",
    "trailer.*.command",
    "trailer.*.cmd",
    "credential.helper",
    "credential.*.helper",
];

/// Variables whose value git gives to a shell.
const VARIABLES: &[&str] = &[
    "GIT_EDITOR",
    "GIT_SEQUENCE_EDITOR",
    "GIT_PAGER",
    "GIT_SSH_COMMAND",
    "GIT_SSH",
    "GIT_EXTERNAL_DIFF",
    "GIT_ASKPASS",
    "GIT_PROXY_COMMAND",
];

/// How many settings of one call are followed.
const MAXIMUM_SETTINGS: usize = 64;

/// Follows what git runs beyond itself.
pub fn follow(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let (global, words) = git::command(&started.run.words);
    let Some((command, rest)) = words.split_first() else { return };
    let name = command.literal().unwrap_or_default();
    let settings = settings(started, global, scope);
    // Of several settings with one key the last counts.
    let last: BTreeMap<&str, &Value> =
        settings.iter().map(|(key, value)| (key.as_str(), value)).collect();
    if last.len() > MAXIMUM_SETTINGS {
        walk.opaque("git is given too many settings", scope);
        return;
    }
    for (key, value) in last {
        if SETTINGS.iter().any(|setting| fits(setting, key)) {
            let command = value.after(1).filter(|_| value.known_start().starts_with('!'));
            shell(walk, started, &command.unwrap_or_else(|| value.clone()), scope);
        }
    }
    for (variable, value) in &started.run.environment {
        if VARIABLES.contains(&variable.as_str()) {
            shell(walk, started, value, scope);
        }
    }
    let (_, names) = OPTIONS.iter().find(|(command, _)| *command == name).unwrap_or(&("", &[]));
    for option in &started.run.arguments.options {
        if names.contains(&option.name.as_str())
            && let Some(value) = &option.value
        {
            shell(walk, started, value, scope);
        }
    }
    let first = rest.iter().position(|word| !word.known_start().starts_with('-'));
    let (word, rest) = rest.split_at(first.map_or(rest.len(), |first| first + 1));
    match (name, word.last().and_then(Value::literal)) {
        ("submodule", Some("foreach")) => {
            let is_option = |word: &&Value| word.known_start().starts_with('-');
            let words: Vec<Value> = rest.iter().skip_while(is_option).cloned().collect();
            shell(walk, started, &joined(&words), scope);
        }
        ("bisect", Some("run")) => run(walk, started, rest.to_vec(), scope),
        _ => {}
    }
}

/// What the command line and the environment set, with keys in lower case. The last one of a key counts.
fn settings(started: &Started, global: &[Value], scope: &Scope) -> Vec<(String, Value)> {
    let variable = |name: &str| {
        let own = started.run.environment.iter().rev().find(|(own, _)| own == name);
        own.map(|(_, value)| value).or_else(|| scope.parameters.get(name)).cloned()
    };
    let mut settings = Vec::new();
    let number = |index: usize, what: &str| variable(&format!("GIT_CONFIG_{what}_{index}"));
    let count = variable("GIT_CONFIG_COUNT").and_then(|count| count.literal()?.parse().ok());
    for index in 0..count.unwrap_or(0_usize).min(64) {
        if let (Some(key), Some(value)) = (number(index, "KEY"), number(index, "VALUE")) {
            settings.push((key.to_string().to_ascii_lowercase(), value));
        }
    }
    for option in git::arguments(global).options {
        let Some(setting) = &option.value else { continue };
        let known = setting.known_start();
        let Some(equals) = known.find('=') else { continue };
        let key = known.get(..equals).unwrap_or_default().to_ascii_lowercase();
        let value = setting.after(equals + 1).unwrap_or_default();
        match option.name.as_str() {
            "-c" => settings.push((key, value)),
            "--config-env" => {
                let unknown = || crate::effects::scope::unknown_parameter(&value.to_string());
                let value = value.literal().and_then(variable).unwrap_or_else(unknown);
                settings.push((key, value));
            }
            _ => {}
        }
    }
    settings
}

/// Whether a key is one that a pattern means.
fn fits(pattern: &str, key: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == key,
        Some((before, after)) => {
            key.len() > before.len() + after.len()
                && key.starts_with(before)
                && key.ends_with(after)
        }
    }
}
