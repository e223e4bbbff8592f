//! Owns finding and reading the project policies that a command is about; it does not show them.

use super::{absolute, shown};
use crate::facts::Facts;
use crate::gate::{self, MAXIMUM_BYTES, PROJECT_FILE};
use crate::policy::{self, Definition, Source};
use crate::text::visible;
use crate::trust::{Entry, Place};
use crate::verdict::Layer;
use std::path::{Path, PathBuf};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// A file in which something waits. It is read once: what is shown of it is what is trusted.
pub struct Subject {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// What waits.
    pub definition: Definition,
    /// The agreement to it, if a person agrees now.
    pub entry: Entry,
}

/// What there is at a path.
pub enum Found {
    /// No file.
    NoFile,
    /// A policy all of which counts without trust.
    Nothing,
    /// A policy of which a part waits.
    Waits(Box<Subject>),
}

/// Reads a project's policy.
///
/// # Errors
/// If it cannot be read, or has mistakes: then nothing of it can be trusted.
pub fn look(path: &Path, facts: &Facts) -> Result<Found, String> {
    let file = facts.policy_file(path, MAXIMUM_BYTES);
    let file = file.map_err(|error| format!("{}.", visible(&error.to_string())))?;
    let Some(file) = file else { return Ok(Found::NoFile) };
    let source = Source {
        file: shown(path),
        text: file.text.clone(),
        layer: Layer::Project,
        trusted: false,
    };
    let policy = policy::read(source).map_err(|errors| {
        format!("The policy has mistakes, so it is not trusted.\n\n{}", policy::report(&errors))
    })?;
    let Some(definition) = policy.definition else { return Ok(Found::Nothing) };
    let place = Place::of(path, facts)
        .ok_or_else(|| format!("{}: the path is not UTF-8, or a loop.", shown(path)))?;
    let entry = Entry::new(&definition, place, now(facts));
    Ok(Found::Waits(Box::new(Subject {
        path: path.to_owned(),
        text: file.text,
        definition,
        entry,
    })))
}

fn now(facts: &Facts) -> String {
    let now = OffsetDateTime::from_unix_timestamp(facts.now()).ok();
    now.and_then(|now| now.format(&Rfc3339).ok()).unwrap_or_default()
}

/// The policy that is named, or those that count in a directory: each from the project's root down to there.
///
/// # Errors
/// If nothing of that name can be a project's policy.
pub fn files(place: Option<&Path>, facts: &Facts) -> Result<Vec<PathBuf>, String> {
    let path = real(place.unwrap_or(Path::new(".")), facts)?;
    if !path.is_dir() {
        return match path.file_name() {
            Some(name) if name == PROJECT_FILE => Ok(vec![path]),
            _ => Err(format!("A project's policy is called {PROJECT_FILE}, not {}.", shown(&path))),
        };
    }
    let mut files = gate::project_files(facts, &path.to_string_lossy());
    files.retain(|file| file.symlink_metadata().is_ok());
    Ok(files)
}

/// Whether an agreement is about the file that is named, which may be gone, or about the project around here.
///
/// # Errors
/// If the path cannot be followed.
pub fn meant(file: Option<&Path>, facts: &Facts) -> Result<impl Fn(&Entry) -> bool, String> {
    let path = real(file.unwrap_or(Path::new(".")), facts)?;
    let project = file.is_none().then(|| facts.project_roots(&path.to_string_lossy()).1);
    Ok(move |entry: &Entry| match &project {
        Some(project) => Path::new(&entry.place.project) == project,
        None => entry.place.path() == path,
    })
}

/// The path with links followed, but for one at its end, where that is a policy's.
fn real(path: &Path, facts: &Facts) -> Result<PathBuf, String> {
    let path = absolute(path)?;
    let is_policy = path.file_name().is_some_and(|name| name == PROJECT_FILE);
    let followed = path.to_str().and_then(|path| facts.follow(path, !is_policy));
    followed.ok_or_else(|| format!("{}: the path is not UTF-8, or a loop.", shown(&path)))
}
