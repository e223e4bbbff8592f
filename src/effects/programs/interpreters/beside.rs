//! Owns code that stands beside the program of an interpreter: in other options, variables, and commands of frameworks; it
//! does not read that code.
//!
//! Sources: the Python library reference (timeit), `node --help`, perldebug(1), Django ("django-admin and manage.py"), Laravel
//! ("Artisan Console").

use super::code::Language;
use super::read_code;
use crate::effects::Value;
use crate::effects::programs::{Started, name_of};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

/// Code beside the program: what `python -m timeit` measures, `node --import data:…`, perl's debugger's start.
pub fn follow(walk: &mut Walk, started: &Started, language: Language, scope: &mut Scope) {
    let run = started.run;
    if language == Language::Python && run.arguments.value(&["-m"]).is_some_and(is_timeit) {
        for text in run.words.iter().filter(|word| !word.known_start().starts_with('-')) {
            read_code(walk, started, language, text, scope);
        }
    }
    for option in &run.arguments.options {
        let scheme = "data:text/javascript,";
        if ["--import", "--require", "-r", "--loader"].contains(&option.name.as_str())
            && let Some(value) = &option.value
            && value.known_start().starts_with(scheme)
            && let Some(text) = value.after(scheme.len())
        {
            read_code(walk, started, language, &text, scope);
        }
    }
    if language == Language::Perl && run.arguments.has(&["-d"]) {
        for (_, text) in run.environment.iter().filter(|(name, _)| name == "PERL5DB") {
            read_code(walk, started, language, text, scope);
        }
    }
}

/// `python manage.py shell -c CODE`, `php artisan tinker --execute=CODE`
pub fn commands_of_frameworks(
    walk: &mut Walk,
    started: &Started,
    language: Language,
    scope: &mut Scope,
) {
    let [script, command, ..] = started.run.arguments.operands.as_slice() else { return };
    let options: &[&str] = match (name_of(script), command.literal()) {
        ("manage.py", Some("shell" | "shell_plus")) => &["-c", "--command"],
        ("artisan", Some("tinker")) => &["--execute"],
        _ => return,
    };
    let mut words = started.run.words.iter();
    while let Some(word) = words.next() {
        let joined = options.iter().find_map(|option| {
            let known = word.known_start().strip_prefix(option)?;
            known.starts_with('=').then(|| word.after(option.len() + 1)).flatten()
        });
        let is_alone = word.literal().is_some_and(|word| options.contains(&word));
        if let Some(code) = joined.as_ref().or_else(|| is_alone.then(|| words.next()).flatten()) {
            read_code(walk, started, language, code, scope);
        }
    }
}

fn is_timeit(module: &Value) -> bool {
    matches!(module.literal(), Some("timeit"))
}
