//! Owns tools that give a command variables, from words or from a file; it does not know the command.
//!
//! Sources: the documentation of cross-env, dotenv-cli, python-dotenv, dotenvx and env-cmd.

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, rest, run, with_assignments};
use super::files::Files;
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["cross-env", "cross-env-shell"],
        style: Style::runner("", &[]),
        operands: Operands::Own(cross_env),
        ..WORDS
    },
    Entry {
        names: &["dotenv", "dotenv-cli"],
        style: Style::runner("efcpv", &["file", "quote", "env-file"]),
        operands: Operands::Own(dotenv),
        ..WORDS
    },
    Entry {
        names: &["env-cmd"],
        style: Style::runner("fre", &["file", "rc-file", "environments"]),
        options: &[(&["-f", "--file", "-r", "--rc-file"], Use::Reads)],
        operands: Operands::Command(0),
        ..WORDS
    },
];

/// `cross-env NAME=VALUE… COMMAND`
fn cross_env(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    with_assignments(walk, started, rest(started, 0), scope);
}

/// `dotenv -e FILE -- COMMAND`, `dotenv -f FILE run -- COMMAND`, `dotenv list|get|set|unset`, of which the file is `.env`
/// unless an option says otherwise.
pub fn dotenv(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = rest(started, 0);
    let command = words.first().and_then(Value::literal);
    let changes = matches!(command, Some("set" | "unset" | "encrypt" | "decrypt"));
    let shows = changes || matches!(command, Some("list" | "get"));
    let mut files = Files::new(walk, started, scope);
    let mut named: Vec<Value> =
        files.values(&["-e", "-f", "--file", "--env-file"]).cloned().collect();
    if named.is_empty() && shows {
        named.push(Value::from(".env"));
    }
    files.all(Access::Read, &named, false);
    if changes {
        files.all(Access::Write, &named, false);
        return;
    }
    if shows {
        return;
    }
    let command = words.iter().skip_while(|word| matches!(word.literal(), Some("run" | "--")));
    run(walk, started, command.cloned().collect(), scope);
}
