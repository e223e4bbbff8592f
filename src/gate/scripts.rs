//! Owns which scripts may be read for a call: those of its project, temporary ones, and the user's start-up files, unless
//! a rule keeps them; it does not read them.

use super::{Directories, Gate};
use crate::effects::{Permission, Readable, START_UP_FILES};
use crate::policy::{Places, keeps_from_reading};
use std::cell::{Cell, OnceCell};
use std::path::Path;

/// The scripts that a call may run.
pub struct Scripts<'a, 'g> {
    gate: &'a Gate<'g>,
    places: &'a dyn Fn() -> Places,
    known_places: OnceCell<Places>,
    asked_for: Cell<bool>,
}

impl<'a, 'g> Scripts<'a, 'g> {
    /// The scripts of a call.
    pub fn new(gate: &'a Gate<'g>, places: &'a dyn Fn() -> Places) -> Self {
        Scripts { gate, places, known_places: OnceCell::new(), asked_for: Cell::new(false) }
    }

    /// Whether any was asked for that might be read.
    pub fn were_asked_for(&self) -> bool {
        self.asked_for.get()
    }
}

impl Readable for Scripts<'_, '_> {
    fn may_be_read(&self, path: &Path) -> Permission {
        let Some(text) = path.to_str() else { return Permission::Outside };
        let places = self.known_places.get_or_init(self.places);
        let mut roots = places.project.iter().chain(&places.temp);
        let is_own = |home: &String| {
            START_UP_FILES.iter().any(|name| path.strip_prefix(home) == Ok(Path::new(name)))
        };
        if !roots.any(|root| path.starts_with(root)) && !places.home.iter().any(is_own) {
            return Permission::Outside;
        }
        self.asked_for.set(true);
        let trees = Directories { facts: self.gate.facts };
        if keeps_from_reading(&self.gate.layers.policies, text, places, &trees) {
            Permission::Kept
        } else {
            Permission::Granted
        }
    }
}
