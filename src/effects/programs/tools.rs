//! Owns the options of build tools that take a value, so that their commands are found behind them, and
//! where they put what they make; it does not know what those commands do.
//!
//! Source: cargo(1).

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, run};
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

/// The family.
pub const ENTRIES: &[Entry] = &[Entry {
    names: &["cargo"],
    style: Style::new(
        "pFZCj",
        &[
            "package",
            "features",
            "manifest-path",
            "target",
            "target-dir",
            "root",
            "path",
            "config",
            "color",
            "index",
            "registry",
            "token",
            "jobs",
            "profile",
        ],
    ),
    options: &[(&["--target-dir", "--root"], Use::Fills)],
    operands: Operands::Own(cargo),
    ..WORDS
}];

/// `cargo +nightly COMMAND` is `cargo COMMAND` of another toolchain (rustup, "Toolchain override shorthand").
fn cargo(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let Some((first, rest)) = started.run.words.split_first() else { return };
    if first.known_start().starts_with('+') {
        let cargo = std::iter::once(started.run.program.clone());
        run(walk, started, cargo.chain(rest.iter().cloned()).collect(), scope);
    }
}
