//! Owns `hookshim trust`: which files are meant, who may agree, and what is answered; it neither shows what waits nor keeps
//! what is agreed.

mod review;
mod subject;

use super::effect_tree::shell_word;
use crate::facts::Facts;
use crate::gate::PROJECT_FILE;
use crate::text::visible;
use crate::trust::{self, Entry, Refusal, Store};
use review::moment;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use subject::{Found, Subject};

/// How much of the hash a person types, in hexadecimal digits.
const WORD: usize = 8;

/// The options of `hookshim trust`.
#[derive(Debug, clap::Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
    /// The directory of hookshim's records, instead of ~/.local/state/hookshim
    #[arg(long, value_name = "DIRECTORY", global = true)]
    state: Option<PathBuf>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List what is trusted, and whether it is still what the files say
    List,
    /// Show what of a project's policies waits for trust, and what it would change
    Review {
        /// A .hookshim.toml, or a directory: then those from the project's root down to it [default: this directory]
        #[arg(value_name = "FILE|DIRECTORY")]
        place: Option<PathBuf>,
    },
    /// Show what waits in a file and ask you, at a terminal, whether it may count
    Add {
        /// The .hookshim.toml [default: the one of this project that waits]
        file: Option<PathBuf>,
    },
    /// Take trust back
    Remove {
        /// The .hookshim.toml [default: all of this project]
        #[arg(conflicts_with = "all")]
        file: Option<PathBuf>,
        /// Take back everything, and begin a new file of agreements
        #[arg(long)]
        all: bool,
    },
}

/// What came of a command that could be carried out.
enum Done {
    /// What was asked for.
    Yes,
    /// Nothing is there, or a person must do it; the sentence says so.
    No(String),
}

/// Runs a command: the exit status is 0 if it did what was asked, 1 if nothing is there or it was refused, 2 if it could
/// not.
pub fn run(options: &Options) -> ExitCode {
    let facts = Facts::new(None);
    let done = state(options, &facts).and_then(|state| match &options.command {
        Command::List => list(&state, &facts),
        Command::Review { place } => review(place.as_deref(), &state, &facts),
        Command::Add { file } => add(file.as_deref(), &state, &facts),
        Command::Remove { all: true, .. } => remove_all(&state),
        Command::Remove { file, .. } => remove(file.as_deref(), &state, &facts),
    });
    let (status, why) = match done {
        Ok(Done::Yes) => return ExitCode::SUCCESS,
        Ok(Done::No(why)) => (1, why),
        Err(why) => (2, why),
    };
    eprintln!("hookshim: {why}");
    ExitCode::from(status)
}

fn state(options: &Options, facts: &Facts) -> Result<PathBuf, String> {
    match &options.state {
        Some(state) => absolute(state),
        None => facts.state().ok_or_else(|| "There is no home directory; use --state.".to_owned()),
    }
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|error| format!("{}: {error}.", shown(path)))
}

fn list(state: &Path, facts: &Facts) -> Result<Done, String> {
    let store = read(state, facts)?;
    for entry in &store.entries {
        let path = entry.place.path();
        let now = match subject::look(&path, facts) {
            Ok(Found::Waits(subject)) if subject.entry.sha256 == entry.sha256 => "holds",
            Ok(Found::NoFile) => "gone",
            Ok(_) => "changed",
            Err(_) => "broken",
        };
        let when = moment(&entry.when);
        let line = format!("{now:<8} {}\n         since {when}\n", shown(&path));
        super::print(&format!("{line}         sha256 {}\n", visible(&entry.sha256)));
    }
    match store.entries.is_empty() {
        true => Ok(Done::No("Nothing is trusted.".to_owned())),
        false => Ok(Done::Yes),
    }
}

fn review(place: Option<&Path>, state: &Path, facts: &Facts) -> Result<Done, String> {
    let store = read(state, facts)?;
    let files = subject::files(place, facts)?;
    let mut broken = Vec::new();
    let mut waits = false;
    for path in &files {
        match subject::look(path, facts) {
            Ok(Found::Waits(subject)) => {
                let gap = if waits { "\n" } else { "" };
                super::print(&format!("{gap}{}", review::show(&subject, store.about(path))));
                waits = true;
            }
            Ok(_) => {}
            Err(why) => broken.push(why),
        }
    }
    match broken.is_empty() {
        false => Err(broken.join("\n")),
        true if waits => Ok(Done::Yes),
        true => Ok(Done::No(nothing(&files))),
    }
}

fn add(file: Option<&Path>, state: &Path, facts: &Facts) -> Result<Done, String> {
    let store = read(state, facts)?;
    let files = subject::files(file, facts)?;
    let mut subjects = Vec::new();
    for path in &files {
        if let Found::Waits(subject) = subject::look(path, facts)? {
            subjects.push(subject);
        }
    }
    let show = |subject: &Subject| review::show(subject, store.about(&subject.path));
    let (trusted, waiting): (Vec<_>, Vec<_>) =
        subjects.iter().partition(|subject| store.holds(&subject.entry.sha256));
    let subject = match waiting.as_slice() {
        [] if trusted.is_empty() => return Ok(Done::No(nothing(&files))),
        [] => {
            trusted.iter().for_each(|subject| super::print(&show(subject)));
            return Ok(Done::Yes);
        }
        [only] => only,
        several => {
            let names: Vec<String> = several.iter().map(|subject| shown(&subject.path)).collect();
            return Err(format!("Several files wait: {}. Name one of them.", names.join(", ")));
        }
    };
    super::print(&show(subject));
    let done = agreed(subject)?;
    if let Done::Yes = done {
        trust::update(state, facts, |store| store.add(subject.entry.clone())).map_err(failed)?;
        super::print("It is trusted now.\n");
    }
    Ok(done)
}

/// Whether a person agrees to what has been shown.
fn agreed(subject: &Subject) -> Result<Done, String> {
    let command = format!("hookshim trust add {}", shell_word(&shown(&subject.path)));
    let refused = |why: String| Ok(Done::No(why));
    match trust::refusal() {
        None => {}
        Some(Refusal::NoTerminal) => {
            return refused(format!(
                "Nothing was trusted: a person must agree, and standard input and output are not both a terminal. \
                 Run it at a terminal: {command}"
            ));
        }
        Some(Refusal::Agent { name, process }) => {
            return refused(format!(
                "Nothing was trusted: a person must agree, and this was started by the agent `{name}` (process \
                 {process}). Run it in a terminal that no agent has opened: {command}"
            ));
        }
    }
    let word: String = subject.entry.sha256.chars().take(WORD).collect();
    let question = format!("\nType {word} to trust it, or anything else to leave it: ");
    let answer = trust::ask(&question)
        .map_err(|error| format!("The terminal /dev/tty cannot be used: {error}."))?;
    match answer == word {
        true => Ok(Done::Yes),
        false => refused(format!("Nothing was trusted: the answer was not {word}.")),
    }
}

fn remove(file: Option<&Path>, state: &Path, facts: &Facts) -> Result<Done, String> {
    let is_meant = subject::meant(file, facts)?;
    let removed = trust::update(state, facts, |store| {
        let (gone, kept) = store.entries.drain(..).partition(|entry| is_meant(entry));
        store.entries = kept;
        gone
    });
    let removed: Vec<Entry> = removed.map_err(failed)?;
    for entry in &removed {
        super::print(&format!("{} is trusted no longer.\n", shown(&entry.place.path())));
    }
    match removed.is_empty() {
        true => Ok(Done::No("Nothing of it is trusted.".to_owned())),
        false => Ok(Done::Yes),
    }
}

fn remove_all(state: &Path) -> Result<Done, String> {
    trust::clear(state).map_err(failed)?;
    super::print("Nothing is trusted any longer.\n");
    Ok(Done::Yes)
}

fn read(state: &Path, facts: &Facts) -> Result<Store, String> {
    Store::read(state, facts).map_err(|why| {
        format!(
            "The agreements cannot be used, so nothing is trusted: {}. Mend that, or begin anew: \
             hookshim trust remove --all",
            visible(&why)
        )
    })
}

/// Why nothing has changed.
fn failed(why: String) -> String {
    format!("Nothing was changed: {}.", visible(&why))
}

/// Says that nothing waits in these files, which may be none or gone.
fn nothing(files: &[PathBuf]) -> String {
    let there = files.iter().filter(|path| path.exists());
    let names: Vec<String> = there.map(|path| shown(path)).collect();
    match names.is_empty() {
        true => format!("There is no {PROJECT_FILE}."),
        false => format!("Nothing waits for trust in {}.", names.join(", ")),
    }
}

/// A path as it may be printed.
fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy())
}
