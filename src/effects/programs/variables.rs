//! Owns variables that name what a program runs, such as `PAGER`; it does not know the programs.
//!
//! Sources: man(1), crontab(1), less(1) ("LESSOPEN"), sudo(8), systemctl(1), psql(1), bat(1), git-var(1).

use super::entry::shell;
use super::{Started, name_of};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

const EDITORS: &[&str] = &["VISUAL", "EDITOR"];

/// Programs, and the variables whose text they give to a shell.
const VARIABLES: &[(&[&str], &[&str])] = &[
    (&["man", "apropos"], &["MANPAGER", "PAGER"]),
    (&["bat", "batcat", "psql", "mysql", "systemctl", "journalctl"], &["PAGER", "BAT_PAGER"]),
    (&["git"], &["PAGER", "VISUAL", "EDITOR"]),
    (&["crontab", "visudo", "vipw", "edit", "less", "gh", "systemctl", "psql"], EDITORS),
    (&["sudo", "sudoedit"], &["SUDO_EDITOR", "VISUAL", "EDITOR"]),
    (&["less"], &["LESSOPEN", "LESSCLOSE"]),
];

/// Follows what the variables in a program's environment make it run.
pub fn follow(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let name = name_of(&started.run.program);
    for (variable, text) in &started.run.environment {
        let names = |(programs, variables): &&(&[&str], &[&str])| {
            programs.contains(&name) && variables.contains(&variable.as_str())
        };
        if !started.run.harmless && VARIABLES.iter().any(|row| names(&row)) {
            let text = text.after(usize::from(text.known_start().starts_with('|')));
            text.iter().for_each(|text| shell(walk, started, text, scope));
        }
    }
}
