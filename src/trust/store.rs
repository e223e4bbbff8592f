//! Owns reading the file of agreements; it does not write it.

use super::Entry;
use crate::facts::Facts;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The most bytes that the file may have.
pub(super) const MAXIMUM_BYTES: usize = 1024 * 1024;

/// The version of the file's form.
const VERSION: u64 = 1;

/// What a person has agreed to, in the order in which it was.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Store {
    /// One entry for each file.
    pub entries: Vec<Entry>,
}

impl Store {
    /// The file of agreements among hookshim's records.
    pub fn path(state: &Path) -> PathBuf {
        state.join("trust.json")
    }

    /// Reads the agreements. There are none if there is no file.
    ///
    /// # Errors
    /// If there is a file that cannot be believed, as a phrase that names it: others may have written it, or it is broken.
    pub fn read(state: &Path, facts: &Facts) -> Result<Self, String> {
        let path = Store::path(state);
        match facts.record(&path, MAXIMUM_BYTES) {
            Ok(None) => Ok(Store::default()),
            Ok(Some(text)) => {
                Store::parse(&text).map_err(|why| format!("{}: {why}", path.display()))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// Whether a person has agreed to the definition with this hash.
    pub fn holds(&self, sha256: &str) -> bool {
        self.entries.iter().any(|entry| entry.sha256 == sha256)
    }

    /// The agreement about a file.
    pub fn about(&self, path: &Path) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.place.path() == path)
    }

    /// Takes in an agreement, in the place of an earlier one about the same file.
    pub fn add(&mut self, entry: Entry) {
        self.entries.retain(|earlier| earlier.place.path() != entry.place.path());
        self.entries.push(entry);
    }

    fn parse(text: &str) -> Result<Self, String> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
        if value.get("version").and_then(Value::as_u64) != Some(VERSION) {
            return Err(format!("it is not of version {VERSION}, which this hookshim reads"));
        }
        let entries = value.get("entries").and_then(Value::as_array);
        let entries =
            entries.and_then(|entries| entries.iter().map(Entry::from_json).collect::<Option<_>>());
        entries.map(|entries| Store { entries }).ok_or_else(|| "its entries are broken".to_owned())
    }

    /// The file's text.
    pub(super) fn text(&self) -> String {
        let entries: Value = self.entries.iter().map(Entry::to_json).collect();
        format!("{:#}\n", json!({ "version": VERSION, "entries": entries }))
    }
}
