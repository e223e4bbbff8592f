//! Owns the policies that come with hookshim; it does not read them.

const PACKS: [(&str, &str); 13] = [
    ("recommended", include_str!("../../policies/recommended.toml")),
    ("git", include_str!("../../policies/git.toml")),
    ("files", include_str!("../../policies/files.toml")),
    ("secrets", include_str!("../../policies/secrets.toml")),
    ("infra", include_str!("../../policies/infra.toml")),
    ("database", include_str!("../../policies/database.toml")),
    ("publish", include_str!("../../policies/publish.toml")),
    ("network", include_str!("../../policies/network.toml")),
    ("pipes", include_str!("../../policies/pipes.toml")),
    ("processes", include_str!("../../policies/processes.toml")),
    ("git-hooks", include_str!("../../policies/git-hooks.toml")),
    ("work-hours", include_str!("../../policies/work-hours.toml")),
    ("all", include_str!("../../policies/all.toml")),
];

/// The rules that keep an agent from switching hookshim off, which hold without being listed.
pub(super) const BUILT_IN: (&str, &str) =
    ("self-protection", include_str!("../../policies/self-protection.toml"));

/// The user's policy where there is neither an organisation's nor a user's file.
pub const DEFAULT_USER_POLICY: &str = "version = 1\npacks = [\"recommended\"]\n";

/// The rules of a pack: its text without its tests, which stand after everything else.
pub fn find(name: &str) -> Option<&'static str> {
    whole(name).map(without_tests)
}

/// The whole text of a pack, with its tests.
pub fn whole(name: &str) -> Option<&'static str> {
    PACKS.iter().find(|(pack, _)| *pack == name).map(|(_, text)| *text)
}

/// What stands before a text's first test.
pub(super) fn without_tests(text: &str) -> &str {
    text.split("\n[[tests]]").next().unwrap_or(text)
}

/// The names of all packs.
pub fn names() -> Vec<&'static str> {
    PACKS.iter().map(|(name, _)| *name).collect()
}
