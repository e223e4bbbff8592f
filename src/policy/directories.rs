//! Owns how surely `cwd` holds for one effect; it does not follow links itself, nor know how a glob fits.

use super::{
    Match,
    asked::AskedTable,
    fit::{Situation, Subject},
    rule::{Policy, Rule},
};
use crate::effects::{Effect, Place, Value};
use std::slice;

/// Where links are followed.
pub trait Links {
    /// The path of a directory with links followed; `None` if it is the same, or cannot be told.
    fn followed(&self, directory: &str) -> Option<String>;
}

impl Policy {
    /// Whether a rule asks in which directory something happens.
    pub fn asks_for_directories(&self) -> bool {
        let asks = |rule: &Rule| {
            let mut tables = rule.what.iter().chain(&rule.when).chain(&rule.unless);
            tables.any(|table| table.directories.is_some())
        };
        self.rules.iter().any(asks)
    }
}

impl Situation<'_> {
    /// How surely `cwd` holds: for an effect the directory in which its program runs, else the call's.
    pub(super) fn runs_in(&self, asked: &AskedTable, subject: Subject) -> Match {
        let Some(globs) = &asked.table.directories else { return Match::Must };
        let effect = self.effect(subject);
        // Elsewhere the directories of this machine are not, unless the table is about there.
        if asked.table.places.is_none() && effect.is_some_and(|it| it.place != Place::Local) {
            return Match::No;
        }
        let known = effect.map_or(&[][..], |effect| &effect.directories);
        let own = [Value::from(self.circumstances.call.directory.as_str())];
        let directories = if known.is_empty() { &own } else { known };
        let places = self.circumstances.places;
        asked.anywhere(directories.iter().map(|directory| {
            let spellings = self.spellings(effect, directory);
            if asked.excuses {
                // A link must be no way to an excuse, so each spelling has to be meant.
                let each = spellings.iter().map(slice::from_ref);
                each.map(|spelling| globs.hold(spelling, places)).min().unwrap_or(Match::No)
            } else {
                globs.hold(&spellings, places)
            }
        }))
    }

    /// A directory as spelt, and with links followed where that differs.
    fn spellings(&self, effect: Option<&Effect>, directory: &Value) -> Vec<Value> {
        let mut spellings = vec![directory.clone()];
        // The links of a container or of another machine are not known.
        if effect.is_none_or(|effect| effect.place == Place::Local) {
            spellings.extend(self.followed(directory));
        }
        spellings
    }

    fn followed(&self, directory: &Value) -> Option<Value> {
        let links = self.circumstances.links;
        if let Some(path) = directory.literal() {
            return links.followed(path).map(Value::from);
        }
        // Of `link/$x` the link is known.
        let (folder, _) = directory.known_start().rsplit_once('/')?;
        let mut followed = Value::from(links.followed(folder)?);
        followed.append(&directory.after(folder.len())?);
        Some(followed)
    }
}
