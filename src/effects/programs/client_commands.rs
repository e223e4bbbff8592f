//! Owns the commands of SQL clients that run programs; it does not read SQL.
//!
//! Sources: psql(1) ("Meta-Commands"), the PostgreSQL manual (COPY), the MySQL manual ("mysql Client Commands"), the
//! command-line shell of SQLite, sqlcmd ("Commands").

use super::marked::Marked;
use crate::effects::Value;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

/// Commands at the start of a line that give the rest of it to a shell.
const ESCAPES: &[&str] = &["\\!", ".shell ", ".system ", "!!", ":!!"];

/// The same for mysql, where they have names too.
const MYSQL: &[&str] = &["system ", "pager ", "\\P "];

/// Commands whose file may be a pipe, `|TEXT`.
const PIPES: &[&str] = &[
    "\\o ", "\\out ", "\\w ", "\\write ", "\\g ", "\\gx ", ".once ", ".output ", ".import ",
    ".read ",
];

/// Follows the programs that a client's text runs.
pub fn follow(walk: &mut Walk, client: &str, text: &Value, scope: &Scope) {
    let marked = Marked::new(text);
    for line in marked.text.lines() {
        let line = line.trim_start();
        let is_mysql = ["mysql", "mariadb"].contains(&client);
        let own = MYSQL.iter().filter(|_| is_mysql);
        let escaped = ESCAPES.iter().chain(own).find_map(|escape| line.strip_prefix(escape));
        for command in escaped.into_iter().chain(piped(line)).chain(substituted(line)) {
            run(walk, &marked.value(command), scope);
        }
    }
    for command in copied(&marked.text) {
        run(walk, &marked.value(command), scope);
    }
}

/// Follows the program of an option such as `psql -o '|TEXT'`.
pub fn follow_pipe(walk: &mut Walk, file: &Value, scope: &Scope) {
    if let Some(text) = file.after(1).filter(|_| file.known_start().starts_with('|')) {
        run(walk, &text, scope);
    }
}

fn run(walk: &mut Walk, text: &Value, scope: &Scope) {
    walk.text(&text.shell_text(), &mut scope.deeper());
}

/// What stands behind a `|` in the place of a file. `\g` may end a statement.
fn piped(line: &str) -> Option<&str> {
    let after = PIPES.iter().find_map(|command| {
        let at = line.find(command).filter(|at| *at == 0 || command.starts_with("\\g"))?;
        line.get(at + command.len()..)
    })?;
    let after = after.trim_start();
    let quoted = after.strip_prefix(['\'', '"']);
    let text = quoted.unwrap_or(after).strip_prefix('|')?;
    let quote = after.chars().next().filter(|_| quoted.is_some());
    Some(quote.and_then(|quote| text.split(quote).next()).unwrap_or(text))
}

/// What stands between backquotes in a command of psql.
fn substituted(line: &str) -> Option<&str> {
    line.starts_with('\\').then(|| line.split('`').nth(1)).flatten()
}

/// `COPY … TO PROGRAM 'TEXT'`
fn copied(text: &str) -> Vec<&str> {
    let lower = text.to_ascii_lowercase();
    if !lower.contains("copy") {
        return Vec::new();
    }
    let found = lower.match_indices("program").take(64);
    let after = found.filter_map(|(at, word)| text.get(at + word.len()..)?.trim_start().get(..));
    after.filter_map(|after| after.strip_prefix('\'')?.split('\'').next()).collect()
}
