//! Self-protection. What else an agent may try is in `tests/self_protection.table`.

use crate::asking::{no_policy, policy, project};
use serde_json::json;

const OWN_FILES: &str = "self-protection/own-files";
const HOST_SETTINGS: &str = "self-protection/host-settings";
const SWITCHES: &str = "self-protection/switches";

/// Self-protection is built in, not a pack.
#[test]
fn self_protection_is_built_in_and_not_a_pack() {
    policy("packs = []").judges("rm ~/.claude/settings.json").denies(HOST_SETTINGS);
    let listed = policy("packs = ['self-protection']");
    assert!(listed.checked().contains("there is no pack `self-protection`"));
}

/// Writes to hookshim's policy, trust, state and binary.
#[test]
fn writes_to_hookshims_policy_trust_state_and_binary_are_denied() {
    let own = policy("");
    let binary = env!("CARGO_BIN_EXE_hookshim");
    for file in [
        "~/.config/hookshim/policy.toml",
        ".hookshim.toml",
        "/etc/hookshim/policy.toml",
        "~/.local/state/hookshim/trust.json",
        "~/.local/state/hookshim/audit.jsonl",
        binary,
    ] {
        own.judges(&format!("echo x > {file}")).denies(OWN_FILES);
        own.judges(&format!("rm {file}")).denies(OWN_FILES);
        own.judges(&format!("cat {file}")).is_silent();
    }
    own.judges("echo x > ~/.config/other/policy.toml").is_silent();
}

/// … to hosts' hook settings.
#[test]
fn writes_to_hosts_hook_settings_are_denied() {
    let settings = policy("");
    for file in [
        "~/.claude/settings.json",
        ".claude/settings.local.json",
        "~/.codex/config.toml",
        ".maka/hooks.json",
    ] {
        settings.judges(&format!("echo x > {file}")).denies(HOST_SETTINGS);
        settings.judges(&format!("cat {file}")).is_silent();
    }
    let edit =
        json!({ "file_path": "~/.claude/settings.json", "old_string": "a", "new_string": "b" });
    settings.judges_tool("Edit", edit).denies(HOST_SETTINGS);
    settings.judges("echo x > .claude/commands/deploy.md").is_silent();
}

/// … (also by link, parent rename, `chmod`, `git checkout` of them as far as visible).
#[test]
fn also_by_link_rename_of_a_parent_chmod_and_git_checkout() {
    let own = policy("").and_link("here", ".config/hookshim");
    for command in [
        "ln -s ~/.config/hookshim there; echo x > there/policy.toml",
        "echo x > ~/here/policy.toml",
        "ln -sf /dev/null ~/.config/hookshim/policy.toml",
        "mv ~/.config/hookshim ~/.config/off",
        "chmod 000 ~/.config/hookshim/policy.toml",
        "git checkout HEAD~3 -- .hookshim.toml",
    ] {
        own.judges(command).denies(OWN_FILES);
    }
    for command in
        ["ln -s a b", "mv ~/.cache ~/.cache.off", "chmod +x a.sh", "git checkout HEAD~3 -- a"]
    {
        own.judges(command).is_silent();
    }
}

/// `disableAllHooks`, `env` in settings.
#[test]
fn disable_all_hooks_and_env_in_settings_are_denied() {
    let written = |content: &str| {
        let input = json!({ "file_path": "sub/.claude/settings.json", "content": content });
        policy("").judges_tool("Write", input).words()
    };
    assert_eq!(written(r#"{"disableAllHooks": true}"#), format!("deny {SWITCHES}"));
    assert_eq!(written(r#"{"env": {"LD_PRELOAD": "x.so"}}"#), format!("deny {SWITCHES}"));
    assert_eq!(written(r#"{"model": "opus"}"#), "silence");
}

/// Starting an agent with its hooks off.
#[test]
fn starting_an_agent_with_its_hooks_off_is_denied() {
    let own = policy("");
    for command in
        ["claude --bare -p x", "CODEX_HOME=/tmp/x codex exec x", "codex --disable hooks exec x"]
    {
        own.judges(command).denies("self-protection/agents-without-hooks");
    }
    own.judges("claude -p x; codex exec x").is_silent();
}

/// `hookshim trust add`, `allow-once`, `uninstall`.
#[test]
fn trust_add_allow_once_and_uninstall_are_denied() {
    let own = policy("");
    for command in ["hookshim trust add", "hookshim allow-once", "hookshim uninstall claude-code"] {
        own.judges(command).denies("self-protection/own-commands");
    }
    own.judges("hookshim trust list; hookshim check 'hookshim trust add'").is_silent();
}

/// Only the organisation's or user's file can set `self_protection = "off"`.
#[test]
fn only_the_organisations_or_users_file_can_switch_it_off() {
    let off = "self_protection = 'off'";
    policy(off).judges("rm ~/.claude/settings.json").is_silent();
    project(off).judges("rm ~/.claude/settings.json").denies(HOST_SETTINGS);
    no_policy()
        .and_project(off)
        .judges("hookshim trust add")
        .denies("self-protection/own-commands");
}
