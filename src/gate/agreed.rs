//! Owns whether a person has agreed to what a project's file says; it does not read policies.

use super::Setting;
use crate::facts::Facts;
use crate::policy::Policy;
use crate::trust::{self, Place, Store};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};

/// The agreements, read when a file first says something that waits for one.
#[derive(Debug, Default)]
pub struct Agreed {
    state: Option<PathBuf>,
    store: OnceCell<Result<Store, String>>,
}

impl Agreed {
    /// The agreements that count under this setting.
    pub fn of(setting: &Setting) -> Self {
        Agreed { state: setting.state.clone(), store: OnceCell::new() }
    }

    /// Whether a person has agreed to what of this policy waits, which stands in this file.
    pub fn to(&self, policy: &Policy, path: &Path, facts: &Facts) -> bool {
        let Some(definition) = &policy.definition else { return false };
        let Ok(store) = self.store.get_or_init(|| self.read(facts)) else { return false };
        Place::of(path, facts).is_some_and(|place| {
            store.holds(&trust::hash(&definition.text(&place.project, &place.file)))
        })
    }

    /// Why nothing counts as agreed to, if that is so.
    pub fn problem(&self) -> Option<String> {
        let why = self.store.get()?.as_ref().err()?;
        Some(format!("{why}. So nothing of a project is trusted."))
    }

    fn read(&self, facts: &Facts) -> Result<Store, String> {
        match &self.state {
            Some(state) if !state.is_absolute() => {
                Err(format!("--state {}: the path is not absolute", state.display()))
            }
            Some(state) => Store::read(state, facts),
            None => facts.state().map_or(Ok(Store::default()), |state| Store::read(&state, facts)),
        }
    }
}
