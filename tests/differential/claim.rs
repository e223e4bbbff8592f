//! Owns comparing what hookshim says that a command starts with what bash has started.

use hookshim::effects::{self, Action, Piece, Run, Value};
use hookshim::facts::Facts;

use super::bash::{PROGRAMS, Ran};
use super::call::bash_call;

/// What hookshim says of a command.
pub struct Claim {
    runs: Vec<(Run, Vec<Value>)>,
    /// Whether a part of the command could do anything.
    opaque: bool,
}

/// How a claim compares with what was run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Everything was known, and right.
    Known,
    /// Something was not known; what was known is right.
    Partly,
    /// It was wrong.
    Wrong,
}

impl Claim {
    /// What hookshim says of a command in a directory.
    pub fn of(command: &str, directory: &str) -> Self {
        let call = bash_call(command, directory);
        let effects = effects::of(&call, &Facts::new(Some(0)));
        let mut claim = Claim { runs: Vec::new(), opaque: false };
        for (_, effect) in effects.iter() {
            match &effect.action {
                Action::Run(run) if may_be_ours(&run.program) => {
                    claim.runs.push((run.clone(), effect.directories.clone()));
                }
                Action::Opaque(_) => claim.opaque = true,
                _ => {}
            }
        }
        claim
    }

    /// Compares the claim with what was run. `straight` commands have no branch that is not taken, so that nothing may be
    /// claimed which was not run. `in_order` says whether the order is certain.
    pub fn compare(&self, ran: &[Ran], straight: bool, in_order: bool) -> Outcome {
        let known: Option<Vec<Ran>> = self.runs.iter().map(known).collect();
        match known.filter(|_| !self.opaque) {
            Some(mut claimed) if straight => {
                let mut ran = ran.to_vec();
                if !in_order {
                    claimed.sort();
                    ran.sort();
                }
                if claimed == ran { Outcome::Known } else { Outcome::Wrong }
            }
            known if self.opaque || ran.iter().all(|ran| self.covers(ran)) => {
                if known.is_some() {
                    Outcome::Known
                } else {
                    Outcome::Partly
                }
            }
            _ => Outcome::Wrong,
        }
    }

    /// Whether one of the runs may be this one.
    fn covers(&self, ran: &Ran) -> bool {
        self.runs.iter().any(|(run, directories)| {
            let words = std::iter::once(&run.program).chain(&run.words);
            let pattern: Vec<Piece> = words.flat_map(separated).collect();
            let text: String = ran.words.iter().map(|word| format!("\0{word}")).collect();
            fits(&pattern, &text)
                && directories.iter().any(|one| fits(one.pieces(), &ran.directory))
        })
    }
}

impl std::fmt::Display for Claim {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (run, directories) in &self.runs {
            let words: Vec<String> =
                std::iter::once(&run.program).chain(&run.words).map(shown).collect();
            let directories: Vec<String> = directories.iter().map(shown).collect();
            writeln!(formatter, "    {} in {}", words.join(" "), directories.join(" or "))?;
        }
        if self.opaque { writeln!(formatter, "    and anything") } else { Ok(()) }
    }
}

/// A value with its holes between guillemets.
fn shown(value: &Value) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => format!("{text:?}"),
        Piece::Hole(hole) => format!("«{}»", hole.spelling()),
    };
    if value.pieces().is_empty() {
        "\"\"".to_owned()
    } else {
        value.pieces().iter().map(piece).collect()
    }
}

/// Whether it is one of the recording programs, or not known.
fn may_be_ours(program: &Value) -> bool {
    program
        .literal()
        .is_none_or(|name| PROGRAMS.contains(&name.rsplit('/').next().unwrap_or_default()))
}

/// What runs, if all of it is known.
fn known((run, directories): &(Run, Vec<Value>)) -> Option<Ran> {
    let [directory] = directories.as_slice() else { return None };
    let words = std::iter::once(&run.program).chain(&run.words);
    Some(Ran {
        words: words.map(|word| word.literal().map(str::to_owned)).collect::<Option<_>>()?,
        directory: directory.literal()?.to_owned(),
    })
}

/// A word after a separator; one that is not known at all may be several, or none.
fn separated(word: &Value) -> Vec<Piece> {
    let separator = (!word.is_all_hole()).then(|| Piece::Text("\0".to_owned()));
    separator.into_iter().chain(word.pieces().iter().cloned()).collect()
}

/// Whether a text is what the pieces say, where a hole may be anything.
fn fits(pattern: &[Piece], text: &str) -> bool {
    let literals: Vec<String> = pattern.iter().fold(vec![String::new()], |mut all, piece| {
        match piece {
            Piece::Text(text) => all.last_mut().expect("there is one").push_str(text),
            Piece::Hole(_) => all.push(String::new()),
        }
        all
    });
    let [first, middle @ .., last] = literals.as_slice() else { return literals == [text] };
    let Some(mut rest) = text.strip_prefix(first.as_str()) else { return false };
    for literal in middle {
        match rest.find(literal.as_str()) {
            Some(at) => rest = &rest[at + literal.len()..],
            None => return false,
        }
    }
    rest.ends_with(last.as_str())
}
