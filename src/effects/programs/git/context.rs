//! Owns where and how git runs: the words before its command, its repository, its configuration in force; it does not
//! know git's commands.
//!
//! Sources: git(1) ("OPTIONS", "ENVIRONMENT VARIABLES"), git-config(1) ("ENVIRONMENT").

use super::GLOBAL;
use super::new_tree::{NewTree, new_tree};
use crate::effects::effect::CheckedOut;
use crate::effects::options;
use crate::effects::walk::Walk;
use crate::effects::{Arguments, Hole, Run, Value, paths};
use crate::facts::{Facts, GitConfig, Head, Repository, Setting, normal_key};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

/// The most assignments that `GIT_CONFIG_COUNT` may announce.
const MAXIMUM_COUNT: usize = 1_000;

/// What a line has done to repositories before the command that is followed.
#[derive(Debug, Default)]
pub struct GitLine {
    /// What it has checked out.
    pub checked_out: CheckedOut,
    /// What it has configured: where (everywhere, if nothing), the key, and the value.
    pub configured: Vec<(Option<PathBuf>, String, Value)>,
    /// The tags that it has made, and where.
    pub tags: Vec<(Option<PathBuf>, Value)>,
    /// What of that names programs, in whichever repository: of several with one key, the last.
    pub programs: BTreeMap<String, Value>,
    /// The working trees that it has made.
    pub new_trees: Rc<Vec<NewTree>>,
}

impl GitLine {
    /// Takes note of settings made in a repository.
    pub fn configure(
        &mut self,
        place: Option<&PathBuf>,
        settings: impl Iterator<Item = (String, Value)>,
    ) {
        let made = settings.map(|(key, value)| (place.cloned(), key, value));
        self.configured.extend(made);
    }
}

/// Git's words, told apart.
#[derive(Debug)]
pub struct Called<'w> {
    /// The options before the command.
    pub global: Arguments,
    /// The words of these.
    pub before: &'w [Value],
    /// The command.
    pub command: Option<&'w Value>,
    /// What follows it.
    pub rest: &'w [Value],
}

impl<'w> Called<'w> {
    /// Reads the words after `git`.
    pub fn of(words: &'w [Value]) -> Self {
        let first = options::parse(&GLOBAL, words).first_operand;
        let (before, from) = words.split_at_checked(first).unwrap_or((words, &[]));
        let global = options::parse(&GLOBAL, before).arguments;
        let (command, rest) = match from.split_first() {
            Some((command, rest)) => (Some(command), rest),
            None => (None, from),
        };
        Called { global, before, command, rest }
    }

    /// Where `-C` leads; several are taken one after the other.
    pub fn directory(&self) -> Option<Value> {
        let paths = self.global.options.iter().filter(|option| option.name == "-C");
        paths
            .filter_map(|option| option.value.clone())
            .reduce(|outer, inner| paths::joined(&inner, &outer))
    }
}

/// The configuration that git is given for one run alone, in the order in which it counts.
pub fn assignments(run: &Run) -> Vec<(String, Value)> {
    let name = crate::effects::programs::name_of(&run.program);
    if run.program.literal().is_some() && name != "git" {
        return Vec::new();
    }
    assignments_by(&Called::of(&run.words).global, |wanted| variable(run, wanted))
}

/// The same, with git's own options, for variables of which the caller knows the values.
pub fn assignments_by<'v>(
    global: &Arguments,
    variable: impl Fn(&str) -> Option<&'v Value>,
) -> Vec<(String, Value)> {
    let mut assigned = Vec::new();
    let count = variable("GIT_CONFIG_COUNT").and_then(Value::literal);
    let count = count.and_then(|count| count.trim().parse::<usize>().ok()).unwrap_or(0);
    for index in 0..count.min(MAXIMUM_COUNT) {
        let key = variable(&format!("GIT_CONFIG_KEY_{index}"));
        let value = variable(&format!("GIT_CONFIG_VALUE_{index}"));
        let key = key.map(|key| normal_key(&key.to_string()));
        assigned.extend(key.map(|key| (key, value.cloned().unwrap_or_default())));
    }
    let given = variable("GIT_CONFIG_PARAMETERS").and_then(Value::literal);
    assigned.extend(given.map(parameters).unwrap_or_default());
    for option in &global.options {
        let Some(value) = &option.value else { continue };
        let (key, value) = key_and_value(value);
        match (option.name.as_str(), value) {
            ("-c", value) => {
                let value = value.unwrap_or_else(|| Value::from("true"));
                assigned.push((normal_key(&key), value));
            }
            ("--config-env", Some(name)) => {
                let value = name.literal().and_then(&variable).cloned();
                let value = value.unwrap_or_else(|| unknown(format!("${name}")));
                assigned.push((normal_key(&key), value));
            }
            _ => {}
        }
    }
    assigned
}

/// `KEY=VALUE`; a subsection may have an `=` of its own (git-config(1)), which is rare enough.
fn key_and_value(word: &Value) -> (String, Option<Value>) {
    let known = word.known_start();
    match known.find('=') {
        Some(at) => {
            let value = word.after(at + 1).unwrap_or_default();
            (known.get(..at).unwrap_or_default().to_owned(), Some(value))
        }
        None => (known.to_owned(), None),
    }
}

/// `'key'='value' 'key=value'`, as git hands its own `-c` on.
fn parameters(text: &str) -> Vec<(String, Value)> {
    let words = split(text).unwrap_or_default();
    let pairs = words.iter().map(|word| word.split_once('=').unwrap_or((word, "true")));
    pairs.map(|(key, value)| (normal_key(key), Value::from(value))).collect()
}

/// Words as git splits them (alias.c, `split_cmdline`): blanks, both quotes, backslashes. Nothing if a quote stays open.
pub fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (Some(open), letter) if open == letter => quote = None,
            (None, letter) if letter.is_ascii_whitespace() => words.extend(word.take()),
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(letters.next()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// An environment variable that the line gives to a program.
pub fn variable<'r>(run: &'r Run, wanted: &str) -> Option<&'r Value> {
    run.environment.iter().rev().find(|(name, _)| name == wanted).map(|(_, value)| value)
}

/// A value of which nothing is known.
pub fn unknown(spelling: impl Into<String>) -> Value {
    Value::new(vec![crate::effects::Piece::Hole(Hole::new(spelling))])
}

/// Git in one directory.
pub struct Context<'w> {
    /// What can be looked up.
    pub facts: &'w Facts,
    /// The directory.
    pub directory: &'w Value,
    /// The repository; none if there is none, or none that is known.
    pub repository: Option<Rc<Repository>>,
    line: &'w GitLine,
    config: Rc<GitConfig>,
    given: Vec<(String, Value)>,
}

impl<'w> Context<'w> {
    /// Where a run of git finds itself in a directory, in which `-C` has been taken into account.
    pub fn of(walk: &'w Walk, run: &Run, directory: &'w Value) -> Self {
        let facts = walk.facts();
        let called = Called::of(&run.words);
        let named = called.global.value(&["--git-dir"]).or_else(|| variable(run, "GIT_DIR"));
        let repository = match named {
            Some(named) => paths::absolute(named, directory)
                .literal()
                .and_then(|path| facts.repository_in(path))
                .map(|found| Rc::new(with_top(found, run, &called, directory))),
            None => match new_tree(&walk.git.new_trees, directory) {
                Some(made) => Some(Rc::clone(&made.repository)),
                None => directory.literal().and_then(|directory| facts.repository(directory)),
            },
        };
        let config = configuration(facts, run, repository.as_deref());
        let given = assignments(run);
        Context { facts, directory, repository, line: &walk.git, config, given }
    }

    /// What a key is set to; a hole if that cannot be known.
    pub fn setting(&self, key: &str) -> Option<Value> {
        self.settings(key).pop()
    }

    /// All that a key is set to, in order.
    pub fn settings(&self, key: &str) -> Vec<Value> {
        let key = normal_key(key);
        let read = self.config.all(&key).into_iter().map(|setting| match setting {
            Setting::Text(text) => Value::from(text),
            Setting::Unknown => unknown(format!("git config {key}")),
        });
        let own = self.repository.as_ref().map(|repository| &repository.common);
        let line = self.line.configured.iter();
        let line = line
            .filter(|(place, name, _)| *name == key && (place.is_none() || place.as_ref() == own));
        let given = self.given.iter().filter(|(name, _)| *name == key);
        read.chain(line.map(|(_, _, value)| value.clone()))
            .chain(given.map(|(_, value)| value.clone()))
            .collect()
    }

    /// Whether a key is switched on. What cannot be known is not.
    pub fn is_on(&self, key: &str) -> bool {
        let setting = self.setting(key);
        setting.as_ref().and_then(Value::literal).is_some_and(crate::facts::is_true)
    }

    /// Whether the run itself is told to switch a key on.
    pub fn is_told_on(&self, key: &str) -> bool {
        let key = normal_key(key);
        let told = self.given.iter().rev().find(|(name, _)| *name == key);
        told.and_then(|(_, value)| value.literal()).is_some_and(crate::facts::is_true)
    }

    /// The branch that is checked out; a hole if that cannot be known, nothing if none is.
    pub fn branch(&self) -> Option<Value> {
        let hidden = || Some(unknown("the branch checked out"));
        let Some(repository) = &self.repository else { return hidden() };
        if let Some(branch) = self.line.checked_out.get(&repository.directory) {
            return branch.clone();
        }
        if let Some(made) = new_tree(&self.line.new_trees, self.directory) {
            return made.branch.clone();
        }
        match repository.head() {
            Head::Branch(branch) => Some(Value::from(branch)),
            Head::Detached => None,
            Head::Unknown => hidden(),
        }
    }

    /// Whether there is a ref of this full name; `None` if that cannot be told.
    pub fn has_ref(&self, name: &str) -> Option<bool> {
        self.repository.as_ref()?.has_ref(name)
    }

    /// Whether the line has made a tag of this name.
    pub fn makes_tag(&self, name: &Value) -> bool {
        let own = self.repository.as_ref().map(|repository| &repository.common);
        self.line.tags.iter().any(|(place, made)| place.as_ref() == own && made == name)
    }

    /// The full names of all refs that begin so; `None` if that cannot be told.
    pub fn refs(&self, start: &str) -> Option<Vec<String>> {
        self.repository.as_ref()?.refs(start)
    }
}

/// The repository with the top level that git is told of, which else is where it runs.
fn with_top(found: Repository, run: &Run, called: &Called, directory: &Value) -> Repository {
    let named = called.global.value(&["--work-tree"]).or_else(|| variable(run, "GIT_WORK_TREE"));
    let top = named.map_or_else(|| directory.clone(), |named| paths::absolute(named, directory));
    Repository { top: top.literal().map(PathBuf::from), ..found }
}

/// What files configure for a run, whose environment may name other ones.
fn configuration(facts: &Facts, run: &Run, repository: Option<&Repository>) -> Rc<GitConfig> {
    const FILES: [(&str, &str); 3] =
        [("GIT_CONFIG_GLOBAL", ""), ("XDG_CONFIG_HOME", "git/config"), ("HOME", ".gitconfig")];
    let given = |name: &str| variable(run, name);
    let named: Vec<_> =
        FILES.iter().filter_map(|(name, file)| Some((given(name)?, *file))).collect();
    if named.is_empty() {
        return facts.git_config(repository);
    }
    if named.iter().any(|(value, _)| value.literal().is_none()) {
        return Rc::new(GitConfig::unknown());
    }
    let files = named.iter().filter_map(|(value, file)| Some((value.literal()?, *file)));
    let files = files.map(|(value, file)| match file {
        "" => PathBuf::from(value),
        file => PathBuf::from(value).join(file),
    });
    Rc::new(facts.git_config_with(repository, files.collect()))
}
