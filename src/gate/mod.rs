//! Owns the way of one payload through all rooms, the same for the hook and for `hookshim check`; it decides nothing
//! itself.

#![deny(clippy::disallowed_methods)]

mod agreed;
mod layers;
mod rewriting;
mod scripts;
mod self_protection;

use crate::call::{Kind, ToolCall};
use crate::effects::{self, Action, Effect, Effects, Hole, Piece, Value};
use crate::facts::{Facts, Head, Listing};
use crate::host::{self, Answer, DecodeError, Decoded, Host};
use crate::policy::{
    self, Checkout, Circumstances, Links, NearMiss, OnError, Places, Policy, Repositories, Source,
    Trees, Zones,
};
use crate::verdict::{Decision, Layer, Objection, Verdict};
use layers::{Layers, PolicyFiles, Project};
use scripts::Scripts;
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub use agreed::Agreed;
pub use layers::{MAXIMUM_BYTES, PROJECT_FILE, PolicyFile, files_here, project_files, read_file};

/// What the command line says about judging.
#[derive(Debug, Clone, Default)]
pub struct Setting {
    /// The host that the hook is installed in; without it the payload tells.
    pub host: Option<Host>,
    /// Policy files that stand in for the user's and the project's.
    pub policies: Vec<PathBuf>,
    /// The user's policy file, instead of the one in the usual place.
    pub user_policy: Option<PathBuf>,
    /// Leaves out the organisation's policy. For tests.
    pub no_system: bool,
    /// Stands in for the clock, in seconds since 1970. For tests.
    pub now: Option<i64>,
    /// The directory of hookshim's own records, instead of the one in the usual place.
    pub state: Option<PathBuf>,
    /// The directory in which the project is, whatever the host says. For tests.
    pub project: Option<String>,
    /// Whether to find out which rules came near without speaking.
    pub explain: bool,
}

/// What came of a payload.
#[derive(Debug)]
pub struct Outcome {
    /// Whose payload it is.
    pub host: Host,
    /// The permission mode, as far as it could be read.
    pub mode: Option<String>,
    /// The call, if it could be read.
    pub call: Option<ToolCall>,
    /// What it would do.
    pub effects: Effects,
    /// What the rules say, with what could not be judged among them unless the policy lets that through.
    pub verdict: Verdict,
    /// What could not be judged, each as a sentence.
    pub failures: Vec<String>,
    /// What is so, but no reason to object: settings that wait for trust.
    pub notes: Vec<String>,
    /// The rules that came near without speaking, if that was asked.
    pub near: Vec<NearMiss>,
}

impl Outcome {
    /// The answer in the host's dialect.
    pub fn answer(&self) -> Answer {
        let mut answer = host::encode(self.host, self.mode.as_deref(), &self.verdict);
        if !answer.stop {
            // What was let through although it could not be judged is said, in one line each.
            for failure in &self.failures {
                answer.stderr.push_str(&format!("hookshim: {failure}\n"));
            }
        }
        answer
    }

    fn nothing(host: Host) -> Self {
        Outcome {
            host,
            mode: None,
            call: None,
            effects: Effects::default(),
            verdict: Verdict::silence(),
            failures: Vec::new(),
            notes: Vec::new(),
            near: Vec::new(),
        }
    }

    /// Objects to what could not be judged, if the policy does not let that through.
    fn fail(&mut self, on_error: OnError, why: String) {
        if on_error == OnError::Deny {
            self.verdict.merge(Verdict::of(Objection {
                decision: Decision::Deny,
                rule: "on_error".to_owned(),
                layer: Layer::BuiltIn,
                part: String::new(),
                reason: format!("{why} So the call is denied (on_error)."),
                doubt: None,
                command: None,
            }));
        }
        self.failures.push(why);
    }
}

/// The gate as the command line sets it up, with the policies that hold for every call.
pub struct Gate<'a> {
    setting: &'a Setting,
    facts: &'a Facts,
    layers: Layers,
}

impl<'a> Gate<'a> {
    /// Reads the organisation's and the user's policies.
    pub fn open(setting: &'a Setting, facts: &'a Facts) -> Self {
        Gate { setting, facts, layers: Layers::load(setting, facts) }
    }

    /// A gate that knows a single policy, and none of this machine's.
    pub fn of_one(setting: &'a Setting, facts: &'a Facts, source: Source) -> Self {
        Gate { setting, facts, layers: Layers::of_one(source) }
    }

    /// What happens where hookshim cannot judge.
    pub fn on_error(&self) -> OnError {
        self.layers.on_error()
    }

    /// How long judging may take in milliseconds, as far as a policy says so: the shortest that one says.
    pub fn deadline_ms(&self) -> Option<u64> {
        self.layers.policies.iter().filter_map(|policy| policy.deadline_ms).min()
    }

    /// Judges what a payload turned out to be.
    pub fn judge(self, decoded: Result<Decoded, DecodeError>) -> Outcome {
        match decoded {
            Ok(Decoded::OtherEvent) => Outcome::nothing(Host::Unknown),
            Ok(Decoded::Call(host, call)) => self.judge_call(host, *call),
            Err(DecodeError { host, mode, message }) => {
                let on_error = self.on_error();
                let mut outcome = Outcome { mode, ..Outcome::nothing(host) };
                outcome.fail(on_error, message);
                for broken in self.layers.broken {
                    outcome.fail(on_error, broken.message);
                }
                outcome
            }
        }
    }

    fn judge_call(mut self, host: Host, call: ToolCall) -> Outcome {
        let mut outcome = self.judge_once(host, call.clone());
        self.settle_rewrite(host, &call, &mut outcome);
        outcome
    }

    /// Judges a call as it is, whatever rules would make of it.
    fn judge_once(&mut self, host: Host, call: ToolCall) -> Outcome {
        let facts = self.facts;
        let project = Project::of(host, &call, self.setting, facts);
        let effects = self.effects(&call, &project);
        // Where links lead is asked of the disk, which is a waste for a call about which no path is compared.
        let is_path = |effect: &Effect| matches!(effect.action, Action::Path(_));
        let compares = effects.iter().any(|(_, effect)| is_path(effect))
            || self.layers.policies.iter().any(Policy::asks_for_directories);
        let places = if compares { self.places(&call, &project.root) } else { Places::default() };
        let circumstances = Circumstances {
            call: &call,
            host: host.name(),
            now: facts.now(),
            places: &places,
            zones: &ZoneFiles { facts },
            trees: &Directories { facts },
            repositories: &GitRepositories { facts },
            links: &SymbolicLinks { facts },
        };
        let mut judgement = policy::judge(&self.layers.policies, &effects, &circumstances);
        let own = self.self_protection(&effects, &places);
        if let Some(own) = &own {
            let own = policy::judge(std::slice::from_ref(own), &effects, &circumstances);
            judgement.verdict.merge(own.verdict);
        }
        let near = match self.setting.explain {
            true => {
                let all: Vec<&Policy> = self.layers.policies.iter().chain(&own).collect();
                policy::near(&all, &effects, &circumstances, &judgement.verdict)
            }
            false => Vec::new(),
        };
        let on_error = self.on_error();
        let mut outcome = Outcome { mode: call.mode.clone(), ..Outcome::nothing(host) };
        outcome.verdict = judgement.verdict;
        for failure in judgement.failures {
            let policy::Failure { file, rule, message, .. } = failure;
            outcome.fail(on_error, format!("{file}: rule {rule}: {message}."));
        }
        // A project's broken file must not keep its own repair from being read about.
        let looks_only = call.is(Kind::Read) || call.is(Kind::Search);
        for broken in &self.layers.broken {
            if broken.layer != Layer::Project || !looks_only {
                outcome.fail(on_error, broken.message.clone());
            }
        }
        outcome.notes = notes(&self.layers.policies);
        outcome.notes.extend(self.layers.agreed.problem());
        outcome.call = Some(call);
        outcome.effects = effects;
        outcome.near = near;
        outcome
    }

    /// What the call would do, with the project's policies that count for it taken in.
    ///
    /// Which of a project's files count depends on the effects, and what these files say shows more of them: they declare
    /// wrappers, and keep scripts from being read. So the call is followed again where that makes a difference.
    fn effects(&mut self, call: &ToolCall, project: &Project) -> Effects {
        let facts = self.facts;
        let has_project = self.setting.policies.is_empty() && !self.layers.is_one;
        if has_project {
            self.layers.add_project(project, &Effects::default(), facts);
        }
        let (mut effects, asked_for_scripts) = self.follow(call, project);
        if has_project {
            let known = self.layers.policies.len();
            self.layers.add_project(project, &effects, facts);
            let added = self.layers.policies.get(known..).unwrap_or_default();
            let declares = added.iter().any(|policy| !policy.declared.is_empty());
            if declares || asked_for_scripts && !added.is_empty() {
                (effects, _) = self.follow(call, project);
                self.layers.add_project(project, &effects, facts);
            }
        }
        effects
    }

    /// What the call would do by the policies known so far, and whether that depends on which scripts may be read.
    fn follow(&self, call: &ToolCall, project: &Project) -> (Effects, bool) {
        let places = || self.places(call, &project.root);
        let scripts = Scripts::new(self, &places);
        let declared = self.layers.declared();
        let effects = effects::of_declared(call, self.facts, &declared, &scripts);
        (effects, scripts.were_asked_for())
    }

    /// What the placeholders of path globs stand for in this call.
    fn places(&self, call: &ToolCall, project: &str) -> Places {
        let Gate { setting, facts, layers } = self;
        let text = |path: &PathBuf| path.to_str().map(str::to_owned);
        let PolicyFiles { system, user } = PolicyFiles::of(setting, facts);
        let policies = system.iter().chain(&user).filter_map(text).chain(layers.files());
        let project_file = format!("{project}/{PROJECT_FILE}");
        let state = setting.state.clone().or_else(|| facts.state());
        let own = facts.own_program().into_iter().chain(state.as_ref().and_then(text));
        // A directory on a drive is the user's of Windows, whatever machine this is.
        let profile = effects::windows_profile(&call.directory);
        let homes = || facts.home().map(str::to_owned).into_iter().chain(profile.clone());
        let of_windows = homes().map(|home| format!("{home}/AppData/Local/Temp"));
        Places {
            home: self.both(homes()),
            project: self
                .both(Some(project.to_owned()).filter(|project| !self.holds_home(project))),
            cwd: self.both(Some(call.directory.clone()).filter(|directory| !directory.is_empty())),
            temp: self.both(facts.temporary(Some(project)).into_iter().chain(of_windows)),
            git_dir: self.both([format!("{project}/.git")]),
            policy: self.both(policies.chain([project_file])),
            hookshim: self.both(own),
            host_settings: self.both(self.host_settings(project)),
            case_insensitive: facts.ignores_case(project)
                || facts.home().is_some_and(|home| facts.ignores_case(home)),
        }
    }

    /// The files that say which hooks the hosts call.
    fn host_settings(&self, project: &str) -> Vec<String> {
        let variable = |name: &str| self.facts.host_variable(name);
        let home = self.facts.home().unwrap_or_default();
        host::settings(&host::Setting { home, variable: &variable }, project)
    }

    /// Whether a directory is the home directory or above it. Then it is no project: everything would be inside.
    fn holds_home(&self, directory: &str) -> bool {
        let home = self.facts.home();
        home.is_some_and(|home| Path::new(home).starts_with(directory))
    }

    /// Each path as spelt, and with links followed where that differs.
    fn both(&self, paths: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut both: Vec<String> = Vec::new();
        for path in paths {
            let resolved = self.facts.follow(&path, true);
            let resolved = resolved.and_then(|path| path.into_os_string().into_string().ok());
            for path in std::iter::once(path).chain(resolved) {
                if !both.contains(&path) {
                    both.push(path);
                }
            }
        }
        both
    }
}

/// What policies say that has no effect, each as a sentence.
fn notes(policies: &[Policy]) -> Vec<String> {
    const REVIEW: &str = "`hookshim trust review` shows what waits, and how it counts";
    let each = policies.iter().flat_map(|policy| {
        let review = policy.definition.as_ref().map(|_| REVIEW);
        let said = policy.waiting.iter().map(String::as_str).chain(review);
        said.map(move |said| format!("{}: {said}", policy.file))
    });
    each.collect()
}

/// The system's zone files, as the policy room asks for them.
pub fn zones(facts: &Facts) -> impl Zones {
    ZoneFiles { facts }
}

/// Zone files by the look of [`Facts`].
struct ZoneFiles<'a> {
    facts: &'a Facts,
}

impl Zones for ZoneFiles<'_> {
    fn tzif(&self, name: Option<&str>) -> Result<Option<Vec<u8>>, String> {
        self.facts.zone_file(name)
    }

    fn names(&self) -> Vec<String> {
        self.facts.zone_names()
    }
}

/// The system's directories, as the policy room asks for them.
struct Directories<'a> {
    facts: &'a Facts,
}

impl Trees for Directories<'_> {
    fn below(&self, directory: &str, limit: usize) -> Rc<Listing> {
        self.facts.below(directory, limit)
    }

    fn followed(&self, path: &str) -> Option<String> {
        Some(self.facts.follow(path, true)?.to_string_lossy().into_owned())
    }
}

/// The system's links, as the policy room asks for them.
struct SymbolicLinks<'a> {
    facts: &'a Facts,
}

impl Links for SymbolicLinks<'_> {
    fn followed(&self, directory: &str) -> Option<String> {
        let followed = self.facts.follow(directory, true)?.to_string_lossy().into_owned();
        (followed != directory).then_some(followed)
    }
}

/// The system's repositories, as the policy room asks for them.
struct GitRepositories<'a> {
    facts: &'a Facts,
}

impl Repositories for GitRepositories<'_> {
    fn at(&self, directory: &str) -> Option<Checkout> {
        // A file may be about to be made in a folder that is not there yet.
        let mut above = Path::new(directory).ancestors().filter_map(Path::to_str);
        let there = above.find(|folder| self.facts.is_directory(folder))?;
        let repository = self.facts.repository(there)?;
        let branch = match repository.head() {
            Head::Branch(branch) => Some(Value::from(branch)),
            Head::Detached => None,
            Head::Unknown => Some(Value::new(vec![Piece::Hole(Hole::new("the branch"))])),
        };
        let (git_directory, linked) = (repository.directory.clone(), repository.is_linked());
        Some(Checkout { git_directory, branch, linked })
    }
}
