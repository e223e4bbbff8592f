//! Owns what the placeholders of path globs stand for; it does not find it out.

use super::glob_syntax::Place;

/// The directories and files that placeholders stand for, as absolute paths. Where links lead to one, it is there in both
/// forms, as spelt and as resolved, since paths are compared in both.
///
/// A placeholder without a value matches nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    /// `{home}` and `~`.
    pub home: Vec<String>,
    /// `{project}`, under which relative globs lie.
    pub project: Vec<String>,
    /// `{cwd}`: the call's directory.
    pub cwd: Vec<String>,
    /// `{temp}`.
    pub temp: Vec<String>,
    /// `{git_dir}`.
    pub git_dir: Vec<String>,
    /// `{policy}`: hookshim's policy files.
    pub policy: Vec<String>,
    /// `{hookshim}`: the binary, and the directory of its records.
    pub hookshim: Vec<String>,
    /// `{host_settings}`: the hosts' files and folders that say which hooks are called.
    pub host_settings: Vec<String>,
    /// Whether the file system ignores case.
    pub case_insensitive: bool,
}

impl Places {
    /// The paths of a placeholder.
    pub(super) fn of(&self, place: Place) -> &[String] {
        match place {
            Place::Home => &self.home,
            Place::Project => &self.project,
            Place::Cwd => &self.cwd,
            Place::Temp => &self.temp,
            Place::GitDir => &self.git_dir,
            Place::Policy => &self.policy,
            Place::Hookshim => &self.hookshim,
            Place::HostSettings => &self.host_settings,
        }
    }
}
