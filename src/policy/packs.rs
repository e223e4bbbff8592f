//! Owns the policies that come with hookshim; it does not read them.

const PACKS: [(&str, &str); 2] = [
    ("recommended", include_str!("../../policies/recommended.toml")),
    ("work-hours", include_str!("../../policies/work-hours.toml")),
];

/// The rules that keep an agent from switching hookshim off, which hold without being listed.
pub(super) const BUILT_IN: (&str, &str) =
    ("self-protection", include_str!("../../policies/self-protection.toml"));

/// The user's policy where there is neither an organisation's nor a user's file.
pub const DEFAULT_USER_POLICY: &str = "version = 1\npacks = [\"recommended\"]\n";

/// The text of a pack.
pub fn find(name: &str) -> Option<&'static str> {
    PACKS.iter().find(|(pack, _)| *pack == name).map(|(_, text)| *text)
}

/// The names of all packs.
pub fn names() -> Vec<&'static str> {
    PACKS.iter().map(|(name, _)| *name).collect()
}
