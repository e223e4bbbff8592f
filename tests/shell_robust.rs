//! The parser stands up to hostile text: it never panics, overflows the stack, loops, or loses its place.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test may fail loudly")]

use std::time::{Duration, Instant};

use hookshim::shell::{Dialect, parse, parse_as};
use mutations::{Random, TABLES, mutate, programs};

#[path = "shell/mutations.rs"]
mod mutations;

fn all_programs() -> impl Iterator<Item = String> {
    TABLES.iter().chain(&["zsh"]).flat_map(|table| programs(table))
}

const DIALECTS: [Dialect; 4] = [Dialect::Bash, Dialect::Zsh, Dialect::PowerShell, Dialect::Cmd];

/// What is repeated, and what follows the repetitions.
const HOSTILE: &[(&str, &str)] = &[
    ("@{", ""),
    ("@{a=", "}}}"),
    ("@(", ")))"),
    ("& {", ""),
    ("a {", "} } }"),
    ("[a]::b(", ")"),
    ("[a]", "b"),
    ("$x=", "1"),
    ("$x.a().b[1]", ""),
    ("$x", ".a.a.a"),
    (".a()", ""),
    ("1-f 2", ""),
    ("'a',", ""),
    ("'a'+", ""),
    ("\n|", ""),
    ("`\n", ""),
    ("<#", ""),
    ("@'\n", "'@"),
    ("return ", ""),
    ("switch(1){1{", ""),
    ("foreach($a in ", "){}"),
    ("try{", "}catch{}"),
    ("function f{", "}"),
    ("%a:", "%"),
    ("%", ""),
    ("%%~", ""),
    ("!a", ""),
    ("^", ""),
    ("if exist a (", ""),
    ("if a==b ", ""),
    ("for %i in (", ") do a"),
    ("for /f %i in ('", "') do a"),
    ("set a=", ""),
    ("(", ""),
    ("( ", ")"),
    ("$(", ""),
    ("$(", ")))))"),
    ("\"$(", ""),
    ("\"$(a ", ")\""),
    ("{ ", ""),
    ("{ ", "} } }"),
    ("if ", ""),
    ("if a; then ", "fi; fi"),
    ("while ", ""),
    ("until a; do ", "done"),
    ("for x in y; do ", "done"),
    ("for ((", "))"),
    ("select x do ", ""),
    ("`", ""),
    ("\\`", "`"),
    ("$(`", ""),
    ("`$(", ")`"),
    ("${x:-", ""),
    ("${x:-", "}}}}"),
    ("\"${x:-\"", ""),
    ("${x[", ""),
    ("${", ""),
    ("${ ", ""),
    ("${| ", "}"),
    ("${!", ""),
    ("${#", ""),
    ("((", ""),
    ("((", "))))"),
    ("(( ", "a ) )"),
    ("$((", ""),
    ("$((", "))))"),
    ("$((", ") ) )"),
    ("$((a) ", ""),
    ("((a) ; ", ""),
    ("((a) ); ", ""),
    ("$((a) ) ", ""),
    ("$[", ""),
    ("a[", ""),
    ("a[$(", ""),
    ("a[$(b[", "])=c"),
    ("[[ (", ""),
    ("[[ ( ", ") ]]"),
    ("[[ a =~ (", ""),
    ("[[ ", "]]"),
    ("<<A ", ""),
    ("<<A ", "\nA\n"),
    ("cat <<A\n", ""),
    ("cat <<A\nA\n", ""),
    ("<<A $(", ""),
    ("<<A\n$(", ""),
    ("<<A $(cat <<B)\n", ""),
    ("<<-\\\n", ""),
    ("<<E$[\t\t", ""),
    ("case x in (", ""),
    ("case x in a) ", "esac"),
    ("case ", ""),
    ("case a in b|", ""),
    ("@(a|", ""),
    ("@(a|", ")"),
    ("echo @(", "x))))"),
    ("f()", ""),
    ("f() ", "{ a; }"),
    ("f() { ", "}"),
    ("() { ", "}"),
    ("function f ", ""),
    ("function f { ", "}"),
    ("! ", ""),
    ("!", "("),
    ("!(", ""),
    ("time ", ""),
    ("time -p ", "a"),
    ("coproc ", ""),
    ("coproc x { ", ""),
    ("repeat 1 ", "a"),
    ("a=(", ""),
    ("a=( ", ")"),
    ("declare a=(", ""),
    ("<(", ""),
    (">(a ", ")"),
    ("=(", ""),
    ("a | ", "b"),
    ("a && ", "b"),
    ("a; ", ""),
    ("a\n", ""),
    (";", ""),
    ("&", ""),
    ("\\\n", ""),
    ("\\\n", "&"),
    ("&\\\n", ""),
    ("{\\\n", ""),
    ("\\", ""),
    ("'", ""),
    ("\"", ""),
    ("$'", ""),
    ("$'\\", ""),
    ("$", ""),
    ("#", "\n"),
    ("1", ">a"),
    ("1>", ""),
    ("<1", ""),
    ("{a", ""),
    ("{a}>", "b"),
    ("<", ""),
    (">", ""),
    ("a ", ""),
    ("\u{e9}", ""),
    ("\0", ""),
    ("\r\n", ""),
    ("*(", ""),
    ("a#", ""),
    ("x=", ""),
    ("${(", ""),
    ("${${", ""),
    ("$x[", ""),
    ("foreach x (", ""),
];

/// The worst time that a text of `size` bytes may take here. It is generous, because machines are slow and busy; work
/// that grows faster than the text takes hours.
const LIMIT: Duration = Duration::from_secs(5);

fn repeated(piece: &str, end: &str, size: usize) -> String {
    let mut text = piece.repeat(size / piece.len());
    text.push_str(end);
    text
}

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

fn check_hostile(size: usize) {
    let mut failures = Vec::new();
    for (piece, end) in HOSTILE {
        let text = repeated(piece, end, size);
        for dialect in DIALECTS {
            let start = Instant::now();
            let program = parse_as(&text, dialect);
            let taken = start.elapsed();
            if taken > LIMIT {
                failures.push(format!("{piece:?} … {end:?} in {dialect:?}: {taken:?}"));
            }
            drop(program);
        }
    }
    assert!(failures.is_empty(), "too slow:\n{}", failures.join("\n"));
}

#[test]
fn hostile_repetitions_end_soon_and_stay_on_the_stack() {
    check_hostile(100_000);
}

#[test]
#[ignore = "takes a while in a debug build; prints the slowest"]
fn a_mebibyte_of_hostile_repetitions_ends_soon() {
    let mut times = Vec::new();
    for (piece, end) in HOSTILE {
        let text = repeated(piece, end, 1 << 20);
        for dialect in DIALECTS {
            let start = Instant::now();
            let program = parse_as(&text, dialect);
            times.push((start.elapsed(), *piece, *end, dialect));
            drop(program);
        }
    }
    times.sort_by_key(|(taken, ..)| std::cmp::Reverse(*taken));
    for time in times.iter().take(15) {
        println!("{time:?}");
    }
    assert!(times.iter().all(|(taken, ..)| *taken < LIMIT));
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
fn every_beginning_of_a_program_is_read() {
    for program in all_programs() {
        for (place, _) in program.char_indices() {
            let text = &program[..place];
            let shape = format!("{:?}", parse(text));
            assert_eq!(misplaced_span(text, &shape), None, "{text:?}:\n{shape}");
        }
    }
}
