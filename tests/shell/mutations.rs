//! Owns seeded changes of programs, for tests; it does not judge what becomes of them.

use std::path::Path;

pub use random::Random;

#[path = "../random/mod.rs"]
mod random;

/// The tables of programs that the parser has, without those of zsh.
pub const TABLES: [&str; 8] = [
    "words",
    "expansions",
    "substitutions",
    "redirections",
    "here_documents",
    "lists",
    "compound",
    "errors",
];

/// The programs of a table in this folder.
pub fn programs(table: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shell");
    let rows = std::fs::read_to_string(folder.join(table).with_extension("txt")).expect("a table");
    let rows = rows.lines().filter_map(|row| row.split_once(" => "));
    rows.map(|(program, _)| {
        program.trim_end().replace('⏎', "\n").replace('⇥', "\t").replace('␍', "\r")
    })
    .collect()
}

/// Changes a text a little, with pieces of its own, of another text, or of those given.
pub fn mutate(text: &mut Vec<char>, other: &[char], pieces: &[&str], random: &mut Random) {
    let place = random.next(text.len() + 1);
    let end = (place + 1 + random.next(6)).min(text.len());
    match random.next(5) {
        0 => drop(text.drain(place.min(end)..end)),
        1 => {
            let piece = pieces[random.next(pieces.len())];
            text.splice(place..place, piece.chars());
        }
        2 => {
            let from = random.next(other.len() + 1);
            let to = (from + random.next(12)).min(other.len());
            text.splice(place..place, other[from..to].iter().copied());
        }
        3 => {
            let copy = text[place.min(end)..end].to_vec();
            text.splice(place..place, copy);
        }
        _ => text.truncate(place),
    }
}
