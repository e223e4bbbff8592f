//! Owns which policy files are meant where a person names none; it does not read them.

use crate::facts::Facts;
use crate::gate::{self, PolicyFile, Setting};
use std::path::{Path, PathBuf};

/// The places of the files that count for calls in the current directory.
///
/// # Errors
/// If there is no current directory.
pub fn files(
    user_policy: Option<&Path>,
    no_system: bool,
    facts: &Facts,
) -> Result<Vec<PolicyFile>, String> {
    let directory = facts.start_directory().ok_or("There is no current directory.")?;
    let user_policy: Option<PathBuf> = user_policy
        .map(std::path::absolute)
        .transpose()
        .map_err(|error| format!("There is no current directory: {error}."))?;
    let setting = Setting { user_policy, no_system, ..Setting::default() };
    Ok(gate::files_here(&setting, facts, &directory))
}
