//! Owns which policy files count for a call, and in which layer; it does not read what they say.

use super::Setting;
use super::agreed::Agreed;
use crate::call::ToolCall;
use crate::effects::{Action, Declared, Effect, Effects, Value};
use crate::facts::{Facts, TextFile};
use crate::host::Host;
use crate::policy::{self, OnError, Policy, PolicyError, Source};
use crate::text::stranger;
use crate::verdict::Layer;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The name of a project's policy file.
pub const PROJECT_FILE: &str = ".hookshim.toml";

/// The organisation's policy file.
const SYSTEM_FILE: &str = "/etc/hookshim/policy.toml";

/// The largest policy file, in bytes (design, "Limits").
pub const MAXIMUM_BYTES: usize = 1024 * 1024;

/// The most characters that a project nobody has agreed to may say about its mistakes.
const LONGEST_UNTRUSTED: usize = 300;

/// In how many directories of a project policy files are looked for in one call.
const MAXIMUM_DIRECTORIES: usize = 256;

/// Where the organisation's and the user's policies are looked for.
pub struct PolicyFiles {
    /// The organisation's.
    pub system: Option<PathBuf>,
    /// The user's, or those that stand in for it.
    pub user: Vec<PathBuf>,
}

impl PolicyFiles {
    /// The files for this setting; whether they exist is another matter.
    pub fn of(setting: &Setting, facts: &Facts) -> Self {
        let system = (!setting.no_system).then(|| PathBuf::from(SYSTEM_FILE));
        let usual = || facts.configuration().map(|folder| folder.join("hookshim/policy.toml"));
        let user = match setting.policies.as_slice() {
            [] => setting.user_policy.clone().or_else(usual).into_iter().collect(),
            named => named.to_vec(),
        };
        PolicyFiles { system, user }
    }
}

/// A policy file by its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyFile {
    /// Where it is, or would be.
    pub path: PathBuf,
    /// Whose it is.
    pub layer: Layer,
}

/// The places of the policy files that count for calls in a directory, the organisation's first. Whether there is a file is
/// another matter.
pub fn files_here(setting: &Setting, facts: &Facts, directory: &str) -> Vec<PolicyFile> {
    let PolicyFiles { system, user } = PolicyFiles::of(setting, facts);
    let project = project_files(facts, directory);
    let of = |layer| move |path| PolicyFile { path, layer };
    let whole = system.into_iter().map(of(Layer::Organisation));
    whole
        .chain(user.into_iter().map(of(Layer::User)))
        .chain(project.into_iter().map(of(Layer::Project)))
        .collect()
}

/// The places of the policies of the project around a directory, from its outermost root down to there.
pub fn project_files(facts: &Facts, directory: &str) -> Vec<PathBuf> {
    let (_, outermost) = facts.project_roots(directory);
    let folders = Path::new(directory).ancestors().take_while(|it| it.starts_with(&outermost));
    let mut files: Vec<PathBuf> = folders.map(|it| it.join(PROJECT_FILE)).collect();
    files.reverse();
    files
}

/// Reads a policy file for a person; `None` if there is none. A project's is trusted if a person has agreed to it.
///
/// # Errors
/// If it is there and cannot be used, as a sentence.
pub fn read_file(
    file: &PolicyFile,
    agreed: &Agreed,
    facts: &Facts,
) -> Result<Option<Source>, String> {
    let found = facts.policy_file(&file.path, MAXIMUM_BYTES);
    let found = found.map_err(|error| format!("The policy {error}."))?;
    let Some(TextFile { file: name, text }) = found else { return Ok(None) };
    let trusted = file.layer != Layer::Project;
    let mut source = Source { file: name, text, layer: file.layer, trusted };
    if !trusted && let Ok(policy) = policy::read(source.clone()) {
        // People may name it from where they are.
        let here = facts.start_directory().unwrap_or_default();
        source.trusted = agreed.to(&policy, &Path::new(&here).join(&file.path), facts);
    }
    Ok(Some(source))
}

/// The policies that count for a call.
#[derive(Debug, Default)]
pub struct Layers {
    /// Those that could be read, the organisation's first.
    pub policies: Vec<Policy>,
    /// Those that could not.
    pub broken: Vec<Broken>,
    /// What a person has agreed to of projects' policies.
    pub agreed: Agreed,
    /// The directories of the project whose policies are among them.
    looked_in: BTreeSet<PathBuf>,
    /// Whether there is one policy, beside which no others count.
    pub is_one: bool,
}

/// A policy file that is there and cannot be used.
#[derive(Debug)]
pub struct Broken {
    /// Whose it is.
    pub layer: Layer,
    /// The file, what is wrong, and what to do.
    pub message: String,
}

impl Layers {
    /// The organisation's and the user's policies. With neither, the user's is the built-in recommended one.
    pub fn load(setting: &Setting, facts: &Facts) -> Self {
        let mut layers = Layers { agreed: Agreed::of(setting), ..Layers::default() };
        let files = PolicyFiles::of(setting, facts);
        if let Some(path) = &files.system {
            layers.add_file(path, Layer::Organisation, facts);
        }
        let named = !setting.policies.is_empty() || setting.user_policy.is_some();
        for path in &files.user {
            if !path.is_absolute() {
                layers.fail(
                    Layer::User,
                    format!("The policy's path {} is not absolute.", path.display()),
                );
            } else if !layers.add_file(path, Layer::User, facts) && named {
                // A policy that the command line names and that is gone may have been taken away by the agent.
                layers.fail(Layer::User, format!("There is no policy file {}.", path.display()));
            }
        }
        if layers.policies.is_empty() && layers.broken.is_empty() {
            layers.add(policy::read(Source::stand_in()), Layer::User);
        }
        policy::settle(&mut layers.policies);
        layers
    }

    /// A single policy, as if it were enforced even where it only observes: what is asked is what its rules do.
    pub fn of_one(source: Source) -> Self {
        let mut layers = Layers { is_one: true, ..Layers::default() };
        let layer = source.layer;
        layers.add(policy::read(source), layer);
        policy::settle(&mut layers.policies);
        layers.policies.iter_mut().for_each(|policy| policy.enforced = true);
        layers
    }

    /// The policies of a project: every file from its root down to where something happens, each once.
    pub fn add_project(&mut self, project: &Project, effects: &Effects, facts: &Facts) {
        let Some(directories) = project.directories(effects, facts) else {
            let why = format!(
                "The call touches more than {MAXIMUM_DIRECTORIES} directories of the project."
            );
            return self.fail(Layer::Project, why);
        };
        for directory in directories {
            if !self.looked_in.insert(directory.clone()) {
                continue;
            }
            self.add_file(&directory.join(PROJECT_FILE), Layer::Project, facts);
        }
        policy::settle(&mut self.policies);
    }

    /// What happens where hookshim cannot judge. The strictest layer wins, and a layer that cannot be read is strict.
    pub fn on_error(&self) -> OnError {
        let strict = |layer| self.broken.iter().any(|broken| broken.layer == layer);
        // What the user's file lets through is not for the organisation's rules, unless that says so too.
        let mut organisation =
            self.policies.iter().filter(|policy| policy.layer == Layer::Organisation);
        let refuses = |it: &Policy| it.enforced && it.on_error != Some(OnError::Allow);
        if strict(Layer::Organisation) || strict(Layer::User) || organisation.any(refuses) {
            return OnError::Deny;
        }
        // Where nothing is enforced, everything runs.
        let observes = |policy: &Policy| policy.layer != Layer::Project && !policy.enforced;
        if self.policies.iter().any(observes) {
            return OnError::Allow;
        }
        OnError::of(&self.policies)
    }

    /// What the policies declare, together.
    pub fn declared(&self) -> Declared {
        let mut all = Declared::default();
        self.policies.iter().for_each(|policy| all.extend(&policy.declared));
        all
    }

    /// The files that were read.
    pub fn files(&self) -> impl Iterator<Item = String> {
        self.policies.iter().map(|policy| policy.file.clone()).filter(|file| file.starts_with('/'))
    }

    /// Reads a policy file; says whether there is one.
    fn add_file(&mut self, path: &Path, layer: Layer, facts: &Facts) -> bool {
        match facts.policy_file(path, MAXIMUM_BYTES) {
            Ok(None) => return false,
            Ok(Some(TextFile { file, text })) => {
                let read = match layer {
                    Layer::Project => self.read_project(file, text, path, facts),
                    _ => policy::read(Source { file, text, layer, trusted: true }),
                };
                self.add(read, layer);
            }
            Err(error) => self.fail(layer, format!("The policy {error}.")),
        }
        true
    }

    /// Reads a project's policy. What of it waits counts if a person has agreed to it.
    fn read_project(
        &self,
        file: String,
        text: String,
        path: &Path,
        facts: &Facts,
    ) -> Result<Policy, Vec<PolicyError>> {
        let source = Source { file, text, layer: Layer::Project, trusted: false };
        let policy = policy::read(source.clone())?;
        if self.agreed.to(&policy, path, facts) {
            return policy::read(Source { trusted: true, ..source });
        }
        Ok(policy)
    }

    fn add(&mut self, read: Result<Policy, Vec<PolicyError>>, layer: Layer) {
        match read {
            Ok(policy) => self.policies.push(policy),
            // Its keys and names are words that a stranger may have chosen, and they reach the model.
            Err(errors) if layer == Layer::Project => {
                let why = stranger(&policy::summary(&errors), LONGEST_UNTRUSTED);
                self.fail(layer, format!("A project policy (untrusted) is broken: {why}."));
            }
            Err(errors) => {
                self.fail(layer, format!("The policy is broken: {}.", policy::summary(&errors)))
            }
        }
    }

    fn fail(&mut self, layer: Layer, message: String) {
        self.broken.push(Broken { layer, message });
    }
}

/// Where a project is: its root, and the outermost repository around it, from which on its policies count.
pub struct Project {
    /// The root.
    pub root: String,
    outermost: PathBuf,
}

impl Project {
    /// The project in which a call is made (design, "Project files").
    pub fn of(host: Host, call: &ToolCall, setting: &Setting, facts: &Facts) -> Self {
        let own = || facts.start_directory().filter(|_| host.starts_hooks_in_project());
        let named = host.project_variable().and_then(|name| facts.host_variable(name));
        let pinned = setting.project.clone();
        let directory = pinned.or(named).or_else(own).unwrap_or_else(|| call.directory.clone());
        let (root, outermost) = facts.project_roots(&directory);
        Project { root: root.to_str().unwrap_or(&directory).to_owned(), outermost }
    }

    /// The outermost root and every directory below it down to those where something happens, from above down. Nothing
    /// if there are more than can be looked at.
    fn directories(&self, effects: &Effects, facts: &Facts) -> Option<Vec<PathBuf>> {
        let resolve = |path: &Path| path.to_str().and_then(|path| facts.follow(path, true));
        // Compared with links followed, so that it does not matter by which way somebody comes.
        let top = resolve(&self.outermost).unwrap_or_else(|| self.outermost.clone());
        let mut found = BTreeSet::from([top.clone()]);
        for place in effects.iter().flat_map(|(_, effect)| happens_in(effect)) {
            let Some(place) = resolve(&place).filter(|place| place.starts_with(&top)) else {
                continue;
            };
            let below = place.ancestors().take_while(|above| *above != top);
            found.extend(below.take(MAXIMUM_DIRECTORIES + 1).map(Path::to_owned));
            if found.len() > MAXIMUM_DIRECTORIES {
                return None;
            }
        }
        Some(found.into_iter().collect())
    }
}

/// The known directories in which an effect happens: where its program runs, and where its file lies.
fn happens_in(effect: &Effect) -> Vec<PathBuf> {
    let mut places: Vec<PathBuf> = effect
        .directories
        .iter()
        .filter_map(|directory| directory.literal())
        .map(PathBuf::from)
        .collect();
    if let Action::Path(action) = &effect.action {
        // Of `sub/$X` at least `sub` is known.
        let folder = |path: &Value| {
            path.known_start().rsplit_once('/').map(|(folder, _)| PathBuf::from(folder))
        };
        places.extend(action.paths.iter().filter_map(folder));
        places.extend(action.resolved.iter().filter_map(|path| path.parent()).map(Path::to_owned));
        // A tree is a place of its own.
        let trees = action.paths.iter().filter(|_| action.tree).filter_map(|path| path.literal());
        places.extend(trees.map(PathBuf::from));
    }
    places
}
