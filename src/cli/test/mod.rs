//! Owns `hookshim test`: which policies are tested, and whether all went well; it does not judge a call.

mod people;
mod tap;
mod trial;

use super::here;
use crate::facts::Facts;
use crate::gate::{self, Agreed, PROJECT_FILE, PolicyFile};
use crate::policy::{self, Policy, PolicyError, Source, packs};
use crate::verdict::Layer;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use trial::Trial;

/// The options of `hookshim test`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The policies to test
    #[arg(value_name = "FILE", conflicts_with = "pack")]
    files: Vec<PathBuf>,
    /// A pack whose own tests are run (may be repeated)
    #[arg(long, value_name = "NAME")]
    pack: Vec<String>,
    /// The user's policy file, instead of ~/.config/hookshim/policy.toml
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "pack"])]
    user_policy: Option<PathBuf>,
    /// Print TAP version 14, for programs that gather tests
    #[arg(long)]
    tap: bool,
}

/// A policy whose tests were run.
struct Tested {
    source: Source,
    policy: Policy,
    trials: Vec<Trial>,
}

/// Why a policy was not tested.
enum Untested {
    /// It cannot be read; the sentence says why.
    Unread(String),
    /// It is wrong.
    Broken(Vec<PolicyError>),
}

/// Runs the tests; the exit status is 0 if all pass, 1 if some fail, 2 if some could not be run.
pub fn run(options: &Options) -> ExitCode {
    let facts = Facts::new(None);
    let sources = match sources(options, &facts) {
        Ok(sources) => sources,
        Err(why) => {
            eprintln!("hookshim: {why}");
            return ExitCode::from(2);
        }
    };
    let tested: Vec<Result<Tested, Untested>> =
        sources.into_iter().map(|source| source.and_then(|source| test(source, &facts))).collect();
    super::print(&if options.tap { tap::show(&tested) } else { people::show(&tested) });
    ExitCode::from(tested.iter().map(status).max().unwrap_or(0))
}

fn status(tested: &Result<Tested, Untested>) -> u8 {
    let Ok(tested) = tested else { return 2 };
    tested.trials.iter().map(Trial::status).max().unwrap_or(0)
}

fn test(source: Source, facts: &Facts) -> Result<Tested, Untested> {
    let (mut policy, tests) = policy::read_with_tests(source.clone()).map_err(Untested::Broken)?;
    policy::settle(std::slice::from_mut(&mut policy));
    let trials = tests.into_iter().map(|test| Trial::run(test, &source, &policy, facts));
    let trials = trials.collect();
    Ok(Tested { source, policy, trials })
}

/// The policies to test: the named files or packs, or the user's and the project's.
fn sources(options: &Options, facts: &Facts) -> Result<Vec<Result<Source, Untested>>, String> {
    if !options.pack.is_empty() {
        return Ok(options.pack.iter().map(|name| pack(name)).collect());
    }
    let is_named = !options.files.is_empty() || options.user_policy.is_some();
    let files = match options.files.as_slice() {
        // The organisation's is not the user's to test.
        [] => here::files(options.user_policy.as_deref(), true, facts)?,
        named => {
            named.iter().map(|path| PolicyFile { path: path.clone(), layer: Layer::User }).collect()
        }
    };
    let mut sources = Vec::new();
    for file in &files {
        match gate::read_file(file, &Agreed::default(), facts) {
            // Tests say what their own file does, as if a person had agreed to all of it.
            Ok(Some(source)) => {
                sources.push(Ok(Source { layer: Layer::User, trusted: true, ..source }))
            }
            Ok(None) if is_named && file.layer == Layer::User => {
                sources.push(Err(Untested::Unread(format!(
                    "There is no policy file {}.",
                    file.path.display()
                ))));
            }
            Ok(None) => {}
            Err(why) => sources.push(Err(Untested::Unread(why))),
        }
    }
    if sources.is_empty() {
        let places: Vec<String> =
            files.iter().map(|file| file.path.display().to_string()).collect();
        return Err(format!("There is no policy to test: neither {}.", places.join(" nor ")));
    }
    Ok(sources)
}

/// A pack as a file of its own.
fn pack(name: &str) -> Result<Source, Untested> {
    let text = packs::whole(name).ok_or_else(|| {
        let known = packs::names().join(", ");
        Untested::Unread(format!("There is no pack {name}; hookshim has {known}."))
    })?;
    let file = format!("pack {name}");
    Ok(Source { file, text: text.to_owned(), layer: Layer::User, trusted: true })
}

/// Whether a policy is a project's, by its name.
fn is_of_project(file: &str) -> bool {
    Path::new(file).file_name().is_some_and(|name| name == PROJECT_FILE)
}
