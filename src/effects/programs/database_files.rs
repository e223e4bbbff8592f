//! Owns the files that clients of databases touch: the one that is the database, and those that commands of the client name;
//! it does not read SQL.
//!
//! Sources: SQLite, "Command Line Shell For SQLite"; DuckDB, "Dot Commands"; psql(1), "Meta-Commands".

use crate::effects::scope::Scope;
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

/// Clients whose first operand is the file that is the database.
const IN_A_FILE: &[&str] = &["sqlite3", "sqlite", "litecli", "duckdb", "sqlcipher"];

/// The first words of statements that change a database.
const CHANGES: &[&str] =
    &["create", "insert", "update", "delete", "drop", "alter", "replace", "vacuum", "reindex"];

/// Commands at the start of a line whose last word is a file, and what happens to it.
const COMMANDS: &[(&[&str], Access)] = &[
    (&[".output", ".once", ".backup", ".save", ".log", "\\o", "\\out", "\\w"], Access::Write),
    (&[".read", ".restore", "\\i", "\\ir", "\\include"], Access::Read),
];

/// Adds what is done to the database of a client that keeps it in a file, by the statements that it is told.
pub fn kept(walk: &mut Walk, name: &str, file: Option<&Value>, told: &[Value], scope: &Scope) {
    let Some(file) = file.filter(|_| IN_A_FILE.contains(&name)) else { return };
    if file.known_start().starts_with(":memory:") {
        return;
    }
    walk.path(Touch::file(Access::Read), file, scope);
    let changes = |statement: &Value| {
        let text = statement.shell_text();
        let mut parts = text.split([';', '\n']).map(str::trim_start);
        parts.any(|part| {
            let word = part.split(|it: char| !it.is_ascii_alphabetic()).next().unwrap_or_default();
            CHANGES.contains(&word.to_ascii_lowercase().as_str())
        })
    };
    if told.iter().any(changes) {
        walk.path(Touch::file(Access::Write), file, scope);
    }
}

/// Adds the files that a line of a client's own commands names.
pub fn named(walk: &mut Walk, line: &str, scope: &Scope) {
    let mut words = line.split_whitespace();
    let Some(command) = words.next() else { return };
    let known = COMMANDS.iter().find(|(names, _)| names.contains(&command));
    if let (Some((_, access)), Some(file)) = (known, words.next_back()) {
        let file = file.trim_matches(['\'', '"']);
        if file != "stdout" && !file.starts_with('|') {
            walk.path(Touch::file(*access), &Value::from(file), scope);
        }
    }
}
