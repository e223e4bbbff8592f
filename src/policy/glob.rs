//! Owns path globs and how they match what is done to paths; it does not look at the disk.

use super::Match;
use crate::effects::PathAction;

/// Path globs and their exceptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlobSet {}

/// The directories and files that placeholders stand for, as absolute paths.
///
/// A placeholder without a value matches nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    /// `{home}` and `~`.
    pub home: Option<String>,
    /// `{project}`, under which relative globs lie.
    pub project: Option<String>,
    /// `{cwd}`: the call's directory.
    pub cwd: Option<String>,
    /// `{temp}`.
    pub temp: Vec<String>,
    /// `{git_dir}`.
    pub git_dir: Vec<String>,
    /// `{policy}`: hookshim's policy files.
    pub policy: Vec<String>,
    /// `{hookshim}`: the binary.
    pub hookshim: Vec<String>,
    /// Whether the file system ignores case.
    pub case_insensitive: bool,
}

impl GlobSet {
    /// Reads globs as a person writes them; the error has the index of the bad one and what was expected.
    pub fn parse(_patterns: &[&str]) -> Result<GlobSet, (usize, String)> {
        Ok(GlobSet {})
    }

    /// How surely an action concerns a path that the globs match.
    pub fn matches(&self, _action: &PathAction, _places: &Places) -> Match {
        Match::No
    }
}
