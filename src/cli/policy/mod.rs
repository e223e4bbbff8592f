//! Owns `hookshim policy`: which of its commands is meant, and which files they are about; it does not read policies.

mod check;
mod in_force;
mod packs;
mod show;

use super::here;
use crate::facts::Facts;
use crate::gate::{Agreed, PROJECT_FILE, PolicyFile, Setting};
use crate::policy;
use crate::verdict::Layer;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The commands about policies.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Show everything that is wrong with policies, and what is probably not meant
    ///
    /// Without FILE: all that are in force in the current directory. Exit status 0: no errors. 1: there are some. 2: a
    /// file could not be read.
    Check(check::Options),
    /// Show the rules and settings in force in the current directory, and where they come from
    ///
    /// Exit status 0: all files could be read. 2: some could not, and calls are denied until they can.
    Show(show::Options),
    /// List the policies that come with hookshim, or print one
    Packs(packs::Options),
    /// Print the JSON Schema of policies, for editors
    ///
    /// `hookshim policy schema > ~/.config/hookshim/policy.schema.json`, and `#:schema ./policy.schema.json` in the first
    /// line of the policy beside it: editors with Taplo (Even Better TOML) then complete and check it.
    Schema,
}

/// Runs the command.
pub fn run(command: &Command) -> ExitCode {
    let done = match command {
        Command::Check(options) => check::run(options),
        Command::Show(options) => show::run(options),
        Command::Packs(options) => packs::run(options),
        Command::Schema => schema(),
    };
    done.unwrap_or_else(|why| {
        eprintln!("hookshim: {why}");
        ExitCode::from(2)
    })
}

fn schema() -> Result<ExitCode, String> {
    let schema = policy::schema().map_err(|error| format!("The schema is broken: {error}."))?;
    super::print(&format!("{schema:#}\n"));
    Ok(ExitCode::SUCCESS)
}

/// Whose files are looked at.
#[derive(Debug, clap::Args)]
struct Files {
    /// The user's policy file, instead of ~/.config/hookshim/policy.toml
    #[arg(long, value_name = "FILE")]
    user_policy: Option<PathBuf>,
    /// Leave out the organisation's policy
    #[arg(long)]
    no_system: bool,
    /// The directory of hookshim's records, instead of ~/.local/state/hookshim
    #[arg(long, value_name = "DIRECTORY")]
    state: Option<PathBuf>,
}

impl Files {
    /// The places of the files that count for calls in the current directory.
    fn here(&self, facts: &Facts) -> Result<Vec<PolicyFile>, String> {
        here::files(self.user_policy.as_deref(), self.no_system, facts)
    }

    /// What a person has agreed to of projects' policies.
    fn agreed(&self) -> Result<Agreed, String> {
        let state = self.state.as_ref().map(std::path::absolute).transpose();
        let state = state.map_err(|error| format!("There is no current directory: {error}."))?;
        Ok(Agreed::of(&Setting { state, ..Setting::default() }))
    }
}

/// A file that the command line names. It is a project's if it is called like one.
fn named(path: &Path) -> PolicyFile {
    let is_project = path.file_name().is_some_and(|name| name == PROJECT_FILE);
    let layer = if is_project { Layer::Project } else { Layer::User };
    PolicyFile { path: path.to_owned(), layer }
}
