//! Owns what one agreement is about: a definition, its hash, and the place of its file; it does not keep it.

use crate::facts::Facts;
use crate::policy::Definition;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Where a project's policy file lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The project's root, with links followed.
    pub project: String,
    /// The file below it.
    pub file: String,
}

impl Place {
    /// The place of a policy file, whatever way leads to it. `None` if it cannot be said: the path is not absolute or no
    /// UTF-8, or its links do not end.
    ///
    /// The root is that of the outermost repository around the file, or else the file's own directory: it must not
    /// depend on where a session begins.
    pub fn of(path: &Path, facts: &Facts) -> Option<Self> {
        let directory = facts.follow(path.parent()?.to_str()?, true)?;
        let (_, root) = facts.project_roots(directory.to_str()?);
        let path = directory.join(path.file_name()?);
        let file = path.strip_prefix(&root).ok()?.to_str()?.to_owned();
        Some(Place { project: root.to_str()?.to_owned(), file })
    }

    /// The file's path.
    pub fn path(&self) -> PathBuf {
        Path::new(&self.project).join(&self.file)
    }
}

/// What a person has agreed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where it is said.
    pub place: Place,
    /// What is said, as [`Definition::text`] has it.
    pub definition: String,
    /// The hash of that.
    pub sha256: String,
    /// When the person agreed: an instant of RFC 3339.
    pub when: String,
}

impl Entry {
    /// An agreement to this definition in this place.
    pub fn new(definition: &Definition, place: Place, when: String) -> Self {
        let definition = definition.text(&place.project, &place.file);
        Entry { sha256: hash(&definition), place, definition, when }
    }

    /// What was agreed to, without the place: the definition's `waits`.
    pub fn waits(&self) -> Option<Value> {
        let mut whole: Value = serde_json::from_str(&self.definition).ok()?;
        whole.get_mut("waits").map(Value::take)
    }

    /// The entry as the store keeps it.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "project": self.place.project,
            "file": self.place.file,
            "sha256": self.sha256,
            "when": self.when,
            "definition": self.definition,
        })
    }

    /// The entry that the store kept; `None` if it is none.
    pub(super) fn from_json(value: &Value) -> Option<Self> {
        let text = |key| value.get(key)?.as_str().map(str::to_owned);
        Some(Entry {
            place: Place { project: text("project")?, file: text("file")? },
            sha256: text("sha256")?,
            when: text("when")?,
            definition: text("definition")?,
        })
    }
}

/// The SHA-256 of a definition, in hexadecimal digits.
pub fn hash(definition: &str) -> String {
    Sha256::digest(definition).iter().map(|byte| format!("{byte:02x}")).collect()
}
