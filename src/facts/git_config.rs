//! Owns git's configuration files: which there are, what they include, what they set; it does not know what it means.
//!
//! Source: git-config(1), "FILES", "Includes" and "Syntax", git 2.47.

use super::Facts;
use super::git::{Head, Repository};
use super::git_files::{Contents, contents};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// How deep files may include each other (git's own bound).
const MAXIMUM_INCLUDES: usize = 10;

/// The most files that are read for one configuration, and conditions that are held against paths.
const MAXIMUM_FILES: usize = 64;

/// The system's file where git is built with its usual prefix, and where Homebrew's git has it.
const SYSTEM: &[&str] = if cfg!(target_os = "macos") {
    &["/etc/gitconfig", "/opt/homebrew/etc/gitconfig", "/usr/local/etc/gitconfig"]
} else {
    &["/etc/gitconfig"]
};

/// What configuration files set, in the order in which git reads them: later entries win.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GitConfig {
    entries: Vec<(String, Setting)>,
    /// Whether something could not be read that might set anything.
    unknown: bool,
    files: usize,
    conditions: usize,
}

/// The value of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setting {
    /// This text; a key without a value is `true`.
    Text(String),
    /// It may be set here, or not.
    Unknown,
}

/// The files of the user that take the place of the usual ones (`GIT_CONFIG_GLOBAL`, `HOME`).
pub type OwnFiles = Vec<PathBuf>;

impl Facts {
    /// The configuration that git reads in a repository, or outside of one.
    pub fn git_config(&self, repository: Option<&Repository>) -> Rc<GitConfig> {
        let key = repository.map(|repository| repository.directory.clone()).unwrap_or_default();
        if let Some(known) = self.git_configs.borrow().get(&key) {
            return Rc::clone(known);
        }
        let home = self.home().map(|home| Path::new(home).join(".gitconfig"));
        let own = self.configuration().map(|folder| folder.join("git/config"));
        let config = Rc::new(self.read_config(repository, own.into_iter().chain(home).collect()));
        self.git_configs.borrow_mut().insert(key, Rc::clone(&config));
        config
    }

    /// The same with other files of the user.
    pub fn git_config_with(&self, repository: Option<&Repository>, own: OwnFiles) -> GitConfig {
        self.read_config(repository, own)
    }

    fn read_config(&self, repository: Option<&Repository>, own: OwnFiles) -> GitConfig {
        let mut config = GitConfig::default();
        let mut reader =
            Reader { home: self.home().map(PathBuf::from), repository, config: &mut config };
        let settings = SYSTEM.iter().map(PathBuf::from).chain(own);
        for file in settings.filter(|_| !self.is_impersonal()) {
            reader.file(&file, 0, false);
        }
        if let Some(repository) = repository {
            reader.file(&repository.common.join("config"), 0, false);
            if reader.config.is_true("extensions.worktreeconfig") {
                reader.file(&repository.directory.join("config.worktree"), 0, false);
            }
        }
        config
    }
}

impl GitConfig {
    /// A configuration of which nothing is known.
    pub fn unknown() -> Self {
        GitConfig { unknown: true, ..GitConfig::default() }
    }

    /// What a key is set to last.
    pub fn get(&self, key: &str) -> Option<Setting> {
        self.all(key).last().cloned()
    }

    /// Everything that a key is set to.
    pub fn all(&self, key: &str) -> Vec<Setting> {
        let key = normal(key);
        let set = self.entries.iter().filter(|(name, _)| *name == key);
        let unknown = self.unknown.then_some(Setting::Unknown);
        set.map(|(_, value)| value.clone()).chain(unknown).collect()
    }

    fn is_true(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| match value {
            Setting::Text(text) => is_true(&text),
            Setting::Unknown => false,
        })
    }
}

/// Whether git takes a value for yes (git-config(1), "Values").
pub fn is_true(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    matches!(value.as_str(), "true" | "yes" | "on")
        || value.parse::<i64>().is_ok_and(|number| number != 0)
}

/// A key with section and name in lower case; what stands between them is taken as it is.
pub fn normal(key: &str) -> String {
    match (key.split_once('.'), key.rsplit_once('.')) {
        (Some((section, _)), Some((before, name))) => {
            let middle = before.get(section.len()..).unwrap_or_default();
            format!("{}{middle}.{}", section.to_ascii_lowercase(), name.to_ascii_lowercase())
        }
        _ => key.to_ascii_lowercase(),
    }
}

/// Reads files one after the other.
struct Reader<'r> {
    home: Option<PathBuf>,
    repository: Option<&'r Repository>,
    config: &'r mut GitConfig,
}

impl Reader<'_> {
    /// Reads a file; what a `doubtful` one sets may not be set.
    fn file(&mut self, path: &Path, depth: usize, doubtful: bool) {
        self.config.files += 1;
        if self.config.files > MAXIMUM_FILES || depth > MAXIMUM_INCLUDES {
            self.config.unknown = true;
            return;
        }
        let text = match contents(path) {
            Contents::Text(text) => text,
            Contents::Missing => return,
            Contents::Unreadable => {
                self.config.unknown = true;
                return;
            }
        };
        for (key, value) in parse(&text) {
            if let Some(condition) = included(&key) {
                let doubt = condition.map_or(Some(false), |it| self.keeps_out(it, path));
                let inner = self.included_path(&value, path).filter(|_| doubt != Some(true));
                if let Some(inner) = inner {
                    self.file(&inner, depth + 1, doubtful || doubt.is_none());
                }
            }
            let value = if doubtful { Setting::Unknown } else { Setting::Text(value) };
            self.config.entries.push((key, value));
        }
    }

    fn included_path(&self, value: &str, from: &Path) -> Option<PathBuf> {
        match value.strip_prefix("~/") {
            Some(rest) => Some(self.home.as_ref()?.join(rest)),
            None => Some(from.parent()?.join(value)),
        }
    }

    /// Whether a condition keeps a file out: `Some(true)` it does, `Some(false)` it does not, `None` nobody knows.
    fn keeps_out(&mut self, condition: &str, file: &Path) -> Option<bool> {
        self.config.conditions += 1;
        if self.config.conditions > MAXIMUM_FILES {
            return None;
        }
        let Some(repository) = self.repository else {
            return (!condition.starts_with("hasconfig:")).then_some(true);
        };
        let fits = if let Some(pattern) = condition.strip_prefix("gitdir:") {
            self.lies_in(repository, pattern, file, false)?
        } else if let Some(pattern) = condition.strip_prefix("gitdir/i:") {
            self.lies_in(repository, pattern, file, true)?
        } else if let Some(pattern) = condition.strip_prefix("onbranch:") {
            let pattern = match pattern.ends_with('/') {
                true => format!("{pattern}**"),
                false => pattern.to_owned(),
            };
            match repository.head() {
                Head::Branch(branch) => wild(&pattern, &branch)?,
                Head::Detached => false,
                Head::Unknown => return None,
            }
        } else {
            return None;
        };
        Some(!fits)
    }

    fn lies_in(&self, at: &Repository, pattern: &str, file: &Path, fold: bool) -> Option<bool> {
        let mut pattern = match (pattern.strip_prefix("~/"), pattern.strip_prefix("./")) {
            (Some(rest), _) => self.home.as_ref()?.join(rest).to_str()?.to_owned(),
            (_, Some(rest)) => file.parent()?.join(rest).to_str()?.to_owned(),
            _ if pattern.starts_with('/') => pattern.to_owned(),
            _ => format!("**/{pattern}"),
        };
        if pattern.ends_with('/') {
            pattern.push_str("**");
        }
        let mut directory = at.directory.to_str()?.to_owned();
        if fold {
            pattern = pattern.to_lowercase();
            directory = directory.to_lowercase();
        }
        wild(&pattern, &directory)
    }
}

/// Whether a key includes a file, and on which condition.
fn included(key: &str) -> Option<Option<&str>> {
    if key == "include.path" {
        return Some(None);
    }
    key.strip_prefix("includeif.")?.strip_suffix(".path").map(Some)
}

/// Whether a text matches a pattern with `*` and `**/` (gitignore(5)); `None` for classes and `?`, which are not read.
fn wild(pattern: &str, text: &str) -> Option<bool> {
    if pattern.contains(['?', '[', '\\']) || pattern.len() > 256 || text.len() > 4_096 {
        return None;
    }
    // The places in the pattern that the text so far reaches.
    let pattern: Vec<char> = pattern.chars().collect();
    let mut here = vec![false; pattern.len() + 1];
    reach(&pattern, &mut here, 0);
    for letter in text.chars() {
        let mut next = vec![false; pattern.len() + 1];
        for at in (0..pattern.len()).filter(|at| here.get(*at) == Some(&true)) {
            match (pattern.get(at), pattern.get(at + 1)) {
                (Some('*'), Some('*')) => {
                    // `**/` takes whole components.
                    let named = pattern.get(at + 2) == Some(&'/');
                    let after =
                        if named && letter != '/' { at } else { at + 2 + usize::from(named) };
                    if let Some(place) = next.get_mut(at) {
                        *place = true;
                    }
                    if after != at {
                        reach(&pattern, &mut next, after);
                    }
                }
                (Some('*'), _) if letter != '/' => reach(&pattern, &mut next, at),
                (Some('*'), _) => {}
                (Some(wanted), _) if *wanted == letter => reach(&pattern, &mut next, at + 1),
                _ => {}
            }
        }
        here = next;
    }
    Some(here.last() == Some(&true))
}

/// Marks a place, and those that need no text from there: after `*`, and after `**/`.
fn reach(pattern: &[char], places: &mut [bool], at: usize) {
    if let Some(place) = places.get_mut(at).filter(|place| !**place) {
        *place = true;
    } else {
        return;
    }
    match (pattern.get(at), pattern.get(at + 1), pattern.get(at + 2)) {
        (Some('*'), Some('*'), Some('/')) => reach(pattern, places, at + 3),
        (Some('*'), Some('*'), _) => reach(pattern, places, at + 2),
        (Some('*'), ..) => reach(pattern, places, at + 1),
        _ => {}
    }
}

/// The keys and values of a file's text, as far as git would read it.
fn parse(text: &str) -> Vec<(String, String)> {
    let mut entries = Vec::new();
    let mut section = String::new();
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    while let Some(line) = lines.next() {
        let mut line = line.trim_start();
        if let Some(header) = line.strip_prefix('[') {
            let Some((name, rest)) = parse_header(header) else { break };
            section = name;
            line = rest.trim_start();
        }
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        let end = line.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
        let (name, rest) = line.split_at(end.unwrap_or(line.len()));
        let value = match rest.trim_start().strip_prefix('=') {
            Some(value) => parse_value(value, &mut lines),
            None => "true".to_owned(),
        };
        entries.push((format!("{section}.{}", name.to_ascii_lowercase()), value));
    }
    entries
}

/// `section]`, `section "sub"]` or the old `section.sub]`, and what follows on the line.
fn parse_header(text: &str) -> Option<(String, &str)> {
    let Some((name, quoted)) = text.split_once('"').filter(|(name, _)| !name.contains(']')) else {
        let (name, rest) = text.split_once(']')?;
        return Some((name.trim().to_ascii_lowercase(), rest));
    };
    let mut sub = String::new();
    let mut letters = quoted.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => sub.extend(letters.next().map(|(_, letter)| letter)),
            '"' => {
                let rest = quoted.get(at + 1..)?.trim_start().strip_prefix(']')?;
                return Some((format!("{}.{sub}", name.trim().to_ascii_lowercase()), rest));
            }
            _ => sub.push(letter),
        }
    }
    None
}

/// A value: quotes group, a backslash escapes or goes on in the next line, comments end it.
fn parse_value<'t>(first: &'t str, lines: &mut impl Iterator<Item = &'t str>) -> String {
    let mut value = String::new();
    let mut kept = 0;
    let mut quoted = false;
    let mut line = first.trim_start();
    loop {
        let mut letters = line.chars();
        let mut goes_on = false;
        while let Some(letter) = letters.next() {
            match letter {
                '"' => quoted = !quoted,
                '#' | ';' if !quoted => break,
                '\\' => match letters.next() {
                    None => goes_on = true,
                    Some('n') => value.push('\n'),
                    Some('t') => value.push('\t'),
                    Some('b') => value.push('\u{8}'),
                    Some(letter) => value.push(letter),
                },
                _ => value.push(letter),
            }
            if quoted || !letter.is_whitespace() {
                kept = value.len();
            }
        }
        let next = if goes_on { lines.next() } else { None };
        match next {
            Some(next) => line = next,
            None => break,
        }
    }
    value.truncate(kept);
    value
}
