//! Owns looking at the world: clock, home, links, directories, git folders, policy and zone files; it does not decide.
//!
//! It is the only reader of these things, it starts no process, and it looks only when asked. Nothing that a
//! repository's settings can set in the hook's environment decides anything: not `TZ`, `GIT_*` or `PATH` (measured with
//! Claude Code 2.1.332: these and `SHELL` arrive from a project's `.claude/settings.json`, while `HOME`, `XDG_*`, `TMPDIR`
//! and `CLAUDE_PROJECT_DIR` do not). `SHELL` only adds a reading of a command to that of bash.

mod files;
mod git;
mod git_config;
mod git_files;
mod ignored;
mod links;
mod look;
mod passwd;
mod project;
mod scripts;
mod zoneinfo;

pub use files::{FileError, TextFile};
pub use git::{Head, Repository};
pub use git_config::{GitConfig, Setting, is_true, normal as normal_key};
pub use ignored::Ignored;
pub use look::Listing;
pub use scripts::ScriptFile;

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

/// What can be known about the machine and the moment.
#[derive(Debug, Default)]
pub struct Facts {
    /// The instant that counts as now, in seconds since 1970, if the command line gives one.
    pinned_now: Option<i64>,
    /// Whether what this user's shell and git are set to is left out.
    impersonal: bool,
    now: OnceCell<i64>,
    home: OnceCell<Option<String>>,
    links: RefCell<BTreeMap<OsString, Option<PathBuf>>>,
    looks: RefCell<look::Looks>,
    repositories: RefCell<BTreeMap<String, Option<Rc<Repository>>>>,
    git_configs: RefCell<BTreeMap<PathBuf, Rc<GitConfig>>>,
    scripts: RefCell<scripts::Scripts>,
}

impl Facts {
    /// Facts about this machine; `now`, in seconds since 1970, stands in for the clock in tests.
    pub fn new(now: Option<i64>) -> Self {
        Facts { pinned_now: now, ..Facts::default() }
    }

    /// The same without what this user's shell and git are set to, so that a policy's tests hold for anybody.
    pub fn impersonal(now: Option<i64>) -> Self {
        Facts { impersonal: true, ..Facts::new(now) }
    }

    /// Whether what this user's shell and git are set to is left out.
    pub fn is_impersonal(&self) -> bool {
        self.impersonal
    }

    /// The instant at which the call is judged, in seconds since 1970.
    pub fn now(&self) -> i64 {
        *self.now.get_or_init(|| {
            self.pinned_now.unwrap_or_else(|| {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
            })
        })
    }

    /// The user's home directory: `HOME`, or what the system says.
    pub fn home(&self) -> Option<&str> {
        let home = || absolute_variable("HOME").or_else(passwd::own_home);
        self.home.get_or_init(home).as_deref()
    }

    /// The home directory of a user by name, from the system's file.
    pub fn home_of(&self, user: &str) -> Option<String> {
        passwd::home_of(user)
    }

    /// The directories for temporary files: the usual ones, and `TMPDIR` unless that would take in home or project.
    pub fn temporary(&self, project: Option<&str>) -> Vec<String> {
        let mut directories = vec!["/tmp".to_owned(), "/var/tmp".to_owned()];
        let holds = |outer: &str, inner: Option<&str>| {
            inner.is_some_and(|inner| Path::new(inner).starts_with(outer))
        };
        if let Some(own) = self.shell_variable("TMPDIR")
            && !holds(&own, self.home())
            && !holds(&own, project)
        {
            directories.push(own.trim_end_matches('/').to_owned());
        }
        directories
    }

    /// A variable of the shell that the host would start, where a value here can be trusted to be the one there.
    pub fn shell_variable(&self, name: &str) -> Option<String> {
        match name {
            "HOME" => self.home().map(str::to_owned),
            "TMPDIR" => absolute_variable(name).filter(|_| !self.impersonal),
            _ => None,
        }
    }

    /// Whether the user's shell, with which hosts run commands, is zsh.
    pub fn shell_is_zsh(&self) -> bool {
        let shell = absolute_variable("SHELL").filter(|_| !self.impersonal);
        shell.is_some_and(|shell| shell.ends_with("/zsh"))
    }

    /// The directory of configuration files: `XDG_CONFIG_HOME`, or `~/.config`.
    pub fn configuration(&self) -> Option<PathBuf> {
        let own = absolute_variable("XDG_CONFIG_HOME").map(PathBuf::from);
        own.or_else(|| self.home().map(|home| Path::new(home).join(".config")))
    }

    /// The directory of hookshim's own records: in `XDG_STATE_HOME`, or `~/.local/state`.
    pub fn state(&self) -> Option<PathBuf> {
        let own = absolute_variable("XDG_STATE_HOME").map(PathBuf::from);
        let own = own.or_else(|| self.home().map(|home| Path::new(home).join(".local/state")));
        own.map(|folder| folder.join("hookshim"))
    }

    /// A directory that a host names in a variable it is known to set itself.
    pub fn host_variable(&self, name: &str) -> Option<String> {
        absolute_variable(name)
    }

    /// The directory in which this process was started.
    pub fn start_directory(&self) -> Option<String> {
        std::env::current_dir().ok()?.into_os_string().into_string().ok()
    }

    /// The path of this program.
    pub fn own_program(&self) -> Option<String> {
        std::env::current_exe().ok()?.into_os_string().into_string().ok()
    }
}

/// A variable whose value is an absolute path.
fn absolute_variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| value.starts_with('/'))
}
