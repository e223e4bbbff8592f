//! Owns what git runs: programs that options and configuration name; it does not read configuration files.
//!
//! Sources: git-config(1) ("core.*"), git-rebase(1), git-bisect(1), git-submodule(1), git-filter-branch(1), git-difftool(1), git-push(1),
//! git-remote-ext(1), git(1) ("ENVIRONMENT VARIABLES"), git-var(1).

use super::context::{Called, assignments_by, variable};
use crate::effects::Value;
use crate::effects::programs::entry::{run, shell};
use crate::effects::programs::marked::Marked;
use crate::effects::programs::wrappers::joined;
use crate::effects::programs::{Started, fits};
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
    ("fetch-pack", &["--upload-pack", "--exec"]),
    ("send-pack", &["--receive-pack", "--exec"]),
    ("ls-remote", &["--upload-pack", "--exec"]),
    ("archive", &["--exec"]),
    ("daemon", &["--access-hook"]),
    ("shell", &["-c"]),
    ("instaweb", &["-d", "--httpd", "-b", "--browser"]),
    ("send-email", &["--to-cmd", "--cc-cmd", "--header-cmd", "--sendmail-cmd", "--smtp-server"]),
    ("svn", &["--authors-prog"]),
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
    "instaweb.httpd",
    "guitool.*.cmd",
    "imap.tunnel",
    "hook.*.command",
    "gc.recentobjectshook",
    "gpg.ssh.defaultkeycommand",
    "tar.*.command",
    "submodule.*.update",
    "sendemail.tocmd",
    "sendemail.cccmd",
    "sendemail.headercmd",
    "sendemail.sendmailcmd",
    "sendemail.smtpserver",
    "svn.authorsprog",
];

/// Settings that hold an address.
const ADDRESSES: &[&str] = &["remote.*.url", "remote.*.pushurl"];

/// Commands that take addresses of other repositories.
const REMOTE: &[&str] = &[
    "archive",
    "clone",
    "fetch",
    "fetch-pack",
    "ls-remote",
    "pull",
    "push",
    "remote",
    "send-pack",
    "submodule",
    "subtree",
    "remote-ext",
];

/// Commands that may open an editor for a message or a list.
const EDITING: &[&str] = &[
    "add",
    "am",
    "branch",
    "bugreport",
    "cherry-pick",
    "citool",
    "commit",
    "config",
    "merge",
    "notes",
    "pull",
    "rebase",
    "replace",
    "revert",
    "send-email",
    "stash",
    "tag",
    "var",
];

/// Commands that show much, for which a pager may be started.
const PAGED: &[&str] = &[
    "blame",
    "branch",
    "config",
    "diff",
    "grep",
    "help",
    "log",
    "reflog",
    "shortlog",
    "show",
    "stash",
    "tag",
    "var",
    "whatchanged",
    "range-diff",
    "format-patch",
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
    "SSH_ASKPASS",
];

/// Whether git may start the program that a variable names.
fn is_started(variable: &str, command: &str) -> bool {
    match variable {
        "EDITOR" | "VISUAL" => EDITING.contains(&command),
        "PAGER" => PAGED.contains(&command),
        "BROWSER" | "MANPAGER" => ["help", "web--browse", "instaweb"].contains(&command),
        variable => VARIABLES.contains(&variable),
    }
}

/// How many settings of one call are followed.
const MAXIMUM_SETTINGS: usize = 64;

/// Follows what git runs beyond itself.
pub fn follow(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let called = Called::of(&started.run.words);
    let Some(command) = called.command else { return };
    let (name, rest) = (command.literal().unwrap_or_default(), called.rest);
    // What the line has assigned may be exported by the host's environment.
    let settings = assignments_by(&called.global, |name| {
        variable(started.run, name).or_else(|| scope.parameters.get(name))
    });
    let configured = walk.git.programs.clone();
    // Of several settings with one key the last counts.
    let mut last: BTreeMap<&str, &Value> =
        configured.iter().map(|(key, value)| (key.as_str(), value)).collect();
    last.extend(settings.iter().map(|(key, value)| (key.as_str(), value)));
    if last.len() > MAXIMUM_SETTINGS {
        walk.opaque("git is given too many settings", scope);
        return;
    }
    for (key, value) in last {
        let key = key.to_ascii_lowercase();
        if SETTINGS.iter().any(|setting| fits(setting, &key)) {
            let command = value.after(1).filter(|_| value.known_start().starts_with('!'));
            // Without the mark, these have other meanings.
            if command.is_none() && fits("submodule.*.update", &key) {
                continue;
            }
            shell(walk, started, &command.unwrap_or_else(|| value.clone()), scope);
        } else if ADDRESSES.iter().any(|setting| fits(setting, &key)) {
            transport(walk, started, value, scope);
        } else if let Some(address) = key.strip_prefix("url.").and_then(|key| key.split_once(".in"))
        {
            transport(walk, started, &Value::from(address.0), scope);
        }
    }
    for (variable, value) in &started.run.environment {
        let is_own = variable.starts_with("GIT_");
        if is_started(variable, name) && (is_own || !value.is_all_hole()) {
            shell(walk, started, value, scope);
        }
    }
    // The host's environment usually has these, so that an assignment is as good as an export.
    for variable in ["EDITOR", "VISUAL", "PAGER"].iter().filter(|it| is_started(it, name)) {
        let is_exported = started.run.environment.iter().any(|(name, _)| name == variable);
        let value = scope.parameters.get(variable).filter(|value| !value.is_all_hole()).cloned();
        if let Some(value) = value.filter(|_| !is_exported) {
            shell(walk, started, &value, scope);
        }
    }
    if REMOTE.contains(&name) {
        let addresses =
            started.run.words.iter().filter(|word| !word.known_start().starts_with('-'));
        addresses.for_each(|address| transport(walk, started, address, scope));
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

/// Takes note of what `git config` sets, if a program is named by it.
pub fn configured(walk: &mut Walk, key: String, value: &Value) {
    let lower = key.to_ascii_lowercase();
    let is_followed = SETTINGS.iter().chain(ADDRESSES).any(|setting| fits(setting, &lower));
    // One too many is enough to know that there are.
    if is_followed && !value.is_all_hole() && walk.git.programs.len() <= MAXIMUM_SETTINGS {
        walk.git.programs.insert(key, value.clone());
    }
}

/// `ext::COMMAND` is an address that runs a command (git-remote-ext(1)): words between blanks, with `%` for what git puts
/// in and for blanks in words.
fn transport(walk: &mut Walk, started: &Started, address: &Value, scope: &mut Scope) {
    let Some(command) = address.after("ext::".len()) else { return };
    if !address.known_start().starts_with("ext::") {
        return;
    }
    let marked = Marked::new(&command);
    let text = marked.text.replace("%%", "\u{0}").replace("% ", " ").replace('\u{0}', "%");
    shell(walk, started, &marked.value(&text), scope);
}
