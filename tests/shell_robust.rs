//! The parser stands up to hostile text: it never panics, overflows the stack, loops, or loses its place.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test may fail loudly")]

use hookshim::shell::{Dialect, parse, parse_as};
use hostile::{HOSTILE, repeated};
use mutations::{Random, TABLES, mutate, programs};

#[path = "shell/hostile.rs"]
mod hostile;
#[path = "shell/mutations.rs"]
mod mutations;

fn all_programs() -> impl Iterator<Item = String> {
    TABLES.iter().chain(&["zsh"]).flat_map(|table| programs(table))
}

const DIALECTS: [Dialect; 4] = [Dialect::Bash, Dialect::Zsh, Dialect::PowerShell, Dialect::Cmd];

/// The spans that a shape prints.
fn spans(shape: &str) -> impl Iterator<Item = Option<std::ops::Range<usize>>> + '_ {
    let spans = shape.split("span: ").skip(1);
    spans.map(|rest| {
        let span = rest.split([',', ' ', '}']).next()?;
        let (start, end) = span.split_once("..")?;
        Some(start.parse().ok()?..end.parse().ok()?)
    })
}

/// A span that does not lie inside the text, on the borders of characters.
fn misplaced_span(text: &str, shape: &str) -> Option<String> {
    // Text that says `span: ` is quoted in the shape, and no span follows it.
    let mut spans = spans(shape).flatten();
    spans.find(|span| text.get(span.clone()).is_none()).map(|span| format!("{span:?}"))
}

/// How much work they are is for tests/growth.rs to say.
#[test]
fn hostile_repetitions_stay_on_the_stack() {
    for (piece, end) in HOSTILE {
        for dialect in DIALECTS {
            drop(parse_as(&repeated(piece, end, 100_000), dialect));
        }
    }
}

/// `HOOKSHIM_MUTATIONS` asks for more than the default run tries.
#[test]
fn mutated_programs_keep_their_places() {
    let programs: Vec<String> = all_programs().collect();
    assert!(programs.len() >= 150, "only {} programs", programs.len());
    let rounds = std::env::var("HOOKSHIM_MUTATIONS").ok().and_then(|rounds| rounds.parse().ok());
    let pieces: Vec<&str> = HOSTILE.iter().map(|(piece, _)| *piece).collect();
    let mut random = Random(0x5eed_cafe_f00d_d00d);
    for round in 0..rounds.unwrap_or(40_000) {
        let mut text: Vec<char> = programs[random.next(programs.len())].chars().collect();
        let other: Vec<char> = programs[random.next(programs.len())].chars().collect();
        for _ in 0..=random.next(4) {
            mutate(&mut text, &other, &pieces, &mut random);
        }
        let text: String = text.into_iter().collect();
        let dialect = DIALECTS[round % 4];
        let shape = format!("{:?}", parse_as(&text, dialect));
        if let Some(span) = misplaced_span(&text, &shape) {
            panic!("round {round}: {span} is no place in {text:?} ({dialect:?}):\n{shape}");
        }
    }
}

#[test]
fn spans_cover_what_they_name() {
    let table = std::fs::read_to_string(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shell/places.txt"),
    );
    let table = table.expect("the table is there").replace('⏎', "\u{1}").replace('⇥', "\t");
    let mut failures = String::new();
    for (program, pieces) in table.lines().filter_map(|row| row.split_once(" => ")) {
        let text = program.replace('\u{1}', "\n");
        let shape = format!("{:?}", parse(&text));
        let covered: Vec<&str> = spans(&shape).filter_map(|span| text.get(span?)).collect();
        for piece in pieces.split(" ¦ ") {
            let piece = piece.replace('\u{1}', "\n");
            if !covered.contains(&piece.as_str()) {
                failures += &format!("\n{text:?}: no span covers {piece:?}, but {covered:?}\n");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn nesting_ends_at_64() {
    for (open, close) in [("$(", ")"), ("( ", ")"), ("{ ", "; }"), ("\"$(", ")\""), ("${x:-", "}")]
    {
        let nested = |depth: usize| format!("{}a{}; b", open.repeat(depth), close.repeat(depth));
        let deepest = format!("{:?}", parse(&nested(64)));
        assert!(!deepest.contains("Opaque {"), "{open:?} 64 deep:\n{deepest}");
        let deeper = format!("{:?}", parse(&nested(65)));
        assert!(deeper.contains("nested too deeply"), "{open:?} 65 deep:\n{deeper}");
    }
}

#[test]
fn what_follows_something_nested_too_deeply_is_read() {
    let deep = format!("{}a{}", "$(".repeat(65), ")".repeat(65));
    let reads = |text: String| {
        let program = format!("{:?}", parse(&text));
        assert!(program.contains("nested too deeply"), "{text}");
        program.contains("Literal(\"push\")")
    };
    for separator in ["; ", " && ", " || ", " | ", " |& ", " & ", "\n", " 2>&1; ", "\"'\"; "] {
        assert!(reads(format!("echo {deep}{separator}git push")), "{separator:?}");
    }
    assert!(reads(format!("echo {deep}; echo {deep}; git push")));
    for quoted in ["\"; git push\"", "'; git push'", "\\; git push", "$(b; git push)"] {
        assert!(!reads(format!("echo {deep}{quoted}")), "{quoted}");
    }
    assert!(!reads(format!("echo '; git push' {deep}")));
}

#[test]
fn every_beginning_of_a_program_is_read() {
    for program in all_programs() {
        for (place, _) in program.char_indices() {
            let text = &program[..place];
            let shape = format!("{:?}", parse(text));
            assert_eq!(misplaced_span(text, &shape), None, "{text:?}:\n{shape}");
        }
    }
}
