//! Owns `hookshim policy check`: mistakes and doubts of policy files, shown to a person; it does not find them.

use super::{Files, named};
use crate::cli::lines::{count, fill};
use crate::facts::Facts;
use crate::gate::{self, Agreed, PolicyFile};
use crate::policy::{self, PolicyError, Source};
use crate::verdict::Layer;
use std::path::PathBuf;
use std::process::ExitCode;

/// The options of `hookshim policy check`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The policies to check
    #[arg(value_name = "FILE", conflicts_with_all = ["user_policy", "no_system"])]
    files: Vec<PathBuf>,
    #[command(flatten)]
    here: Files,
    /// Take warnings for errors
    #[arg(long)]
    strict: bool,
}

/// What came of a file.
enum Checked {
    /// It could not be read; the sentence says why.
    Unread(String),
    /// What is wrong or doubtful, and what has no effect.
    Read { errors: Vec<PolicyError>, warnings: Vec<PolicyError>, notes: Vec<String> },
}

/// Checks the files; the exit status is 0 without errors, 1 with some, 2 if a file could not be read.
pub fn run(options: &Options) -> Result<ExitCode, String> {
    let facts = Facts::new(None);
    let is_named = !options.files.is_empty() || options.here.user_policy.is_some();
    let files = match options.files.as_slice() {
        [] => options.here.here(&facts)?,
        files => files.iter().map(|path| named(path)).collect(),
    };
    let (mut shown, mut status) = (Vec::new(), 0);
    let agreed = options.here.agreed()?;
    for file in &files {
        let checked = match gate::read_file(file, &agreed, &facts) {
            Ok(Some(source)) => check(source, &agreed, &facts),
            Ok(None) if is_named && file.layer == Layer::User => {
                Checked::Unread(format!("There is no policy file {}.", file.path.display()))
            }
            Ok(None) => continue,
            Err(why) => Checked::Unread(why),
        };
        status = status.max(checked.status(options.strict));
        shown.push(checked.show(file));
    }
    if shown.is_empty() {
        let places: Vec<String> = files.iter().map(|it| it.path.display().to_string()).collect();
        let text = format!(
            "There is no policy here, so the pack `recommended` holds. Looked for were {}.",
            places.join(", ")
        );
        shown.push(fill(&text, 80).join("\n") + "\n");
    }
    crate::cli::print(&shown.join("\n"));
    Ok(ExitCode::from(status))
}

fn check(source: Source, agreed: &Agreed, facts: &Facts) -> Checked {
    match policy::read_with_tests(source.clone()) {
        Err(errors) => Checked::Read { errors, warnings: Vec::new(), notes: Vec::new() },
        Ok((mut policy, _)) => {
            policy::settle(std::slice::from_mut(&mut policy));
            let warnings = policy::lint(&source, &policy, &gate::zones(facts), facts.now());
            let mut notes = policy.waiting;
            notes.extend(agreed.problem().filter(|_| source.layer == Layer::Project));
            Checked::Read { errors: Vec::new(), warnings, notes }
        }
    }
}

impl Checked {
    fn status(&self, strict: bool) -> u8 {
        match self {
            Checked::Unread(_) => 2,
            Checked::Read { errors, warnings, .. } => {
                u8::from(!errors.is_empty() || strict && !warnings.is_empty())
            }
        }
    }

    /// All of it, and a last line that says how much there is.
    fn show(&self, file: &PolicyFile) -> String {
        let (errors, warnings, notes) = match self {
            Checked::Unread(why) => return format!("{why}\n"),
            Checked::Read { errors, warnings, notes } => (errors, warnings, notes),
        };
        let all: Vec<PolicyError> = errors.iter().chain(warnings).cloned().collect();
        let mut text = policy::report(&all);
        if !all.is_empty() {
            text.push('\n');
        }
        for note in notes {
            text += &(fill(&format!("note: {note}"), 80).join("\n      ") + "\n");
        }
        let said = [(errors.len(), "error"), (warnings.len(), "warning")];
        let said: Vec<String> =
            said.iter().filter(|(number, _)| *number > 0).map(|(n, one)| count(*n, one)).collect();
        let said = if said.is_empty() { "no errors".to_owned() } else { said.join(", ") };
        text + &format!("{}: {said}\n", file.path.display())
    }
}
