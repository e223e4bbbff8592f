//! The parser agrees with the real bash about what is a program, and about what its words say.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test may fail loudly")]

use std::process::{Command, Stdio};

use hookshim::shell::{CommandKind, Program, SimpleCommand, parse};
use mutations::{Random, TABLES, mutate, programs};
use shapes::Writer;

#[path = "shell/mutations.rs"]
mod mutations;
#[path = "shell/shapes.rs"]
mod shapes;

/// What mutations put into programs.
const PIECES: &[&str] = &[
    " ", "\n", ";", "&", "|", "(", ")", "{ ", "}", "'", "\"", "`", "$", "$(", "${", "\\", "#", "<",
    ">", "<<E\n", "if ", "then ", "fi", "do ", "done", "case ", "esac", "in ", "a", "x=", "((",
    "))", "[[ ", "]]", "!", "\\\n", "=(", "&&", "||", ";;", "time ", "f()", "<(", "*(", "[", "]",
];

fn bash(arguments: &[&str]) -> Option<std::process::Output> {
    Command::new("bash").args(arguments).stdin(Stdio::null()).output().ok()
}

/// Whether bash takes a text for a program; here-documents without an end are warnings.
fn bash_accepts(text: &str) -> bool {
    let output = bash(&["-O", "extglob", "-n", "-c", "--", text]).expect("bash is there");
    let said = String::from_utf8_lossy(&output.stderr);
    said.lines().all(|line| line.contains("warning: ")) && output.status.success()
}

/// Whether we do: a syntax error ends the program in a command that was not understood.
fn we_accept(program: &Program) -> bool {
    let last = program.statements.last().and_then(|statement| statement.first.commands.first());
    !last.is_some_and(|command| matches!(command.kind, CommandKind::Opaque(_)))
}

fn disagreement(text: &str) -> Option<String> {
    let ours = parse(text);
    let bash = bash_accepts(text);
    (bash != we_accept(&ours)).then(|| {
        format!("{} {text:?}", if bash { "bash alone accepts" } else { "we alone accept" })
    })
}

#[test]
#[ignore = "runs the machine's bash 5.2"]
fn bash_agrees_about_the_tables() {
    let texts = TABLES.iter().flat_map(|table| programs(table));
    let all: Vec<String> = texts.filter_map(|text| disagreement(&text)).collect();
    assert!(all.is_empty(), "{}:\n{}", all.len(), all.join("\n"));
}

#[test]
#[ignore = "runs the machine's bash 5.2 a few thousand times and prints where it disagrees"]
fn bash_agrees_about_most_mutations() {
    let programs: Vec<String> = TABLES.iter().flat_map(|table| programs(table)).collect();
    let seed = std::env::var("HOOKSHIM_SEED").ok().and_then(|seed| seed.parse().ok());
    let mut random = Random(seed.unwrap_or(0x0123_4567_89ab_cdef));
    let (rounds, mut disagreements) = (4_000, Vec::new());
    for _ in 0..rounds {
        let mut text: Vec<char> = programs[random.next(programs.len())].chars().collect();
        let other: Vec<char> = programs[random.next(programs.len())].chars().collect();
        mutate(&mut text, &other, PIECES, &mut random);
        let text: String = text.into_iter().collect();
        disagreements.extend(disagreement(&text));
    }
    println!("{} of {rounds}:\n{}", disagreements.len(), disagreements.join("\n"));
    // Known: bash checks the operands of `[[`, and 5.2 does not know `${ …; }`.
    assert!(disagreements.len() * 50 < rounds, "{} of {rounds}", disagreements.len());
}

/// The words of a program that is one simple command, if all of them are known.
fn literal_words(program: &Program) -> Option<Vec<String>> {
    let [statement] = program.statements.as_slice() else { return None };
    let [command] = statement.first.commands.as_slice() else { return None };
    let CommandKind::Simple(SimpleCommand { assignments, words }) = &command.kind else {
        return None;
    };
    let plain = assignments.is_empty()
        && command.redirections.is_empty()
        && statement.rest.is_empty()
        && !statement.background
        && !statement.first.negated;
    if plain { words.iter().map(|word| word.literal()).collect() } else { None }
}

#[test]
#[ignore = "runs the machine's bash 5.2 a few thousand times"]
fn bash_agrees_about_quotes() {
    let pieces = [
        "a", "b", " ", "'", "\"", "\\", "$'", "\\n", "\\x4", "1", "\\101", "\\\n", "\n", "#", "é",
        "$", "\\c", "\\u26", "\\0", "\\e", "?", "=", "x", "\t", "$\"", "\\'", "\\\"", "\\\\", "''",
        "!", "\\?", "%", "\\q", "\\$", "\\`",
    ];
    let mut random = Random(0xfeed_beef_0000_0001);
    let (mut compared, mut failures) = (0, Vec::new());
    for _ in 0..6_000 {
        let mut text = String::from("p ");
        for _ in 0..=random.next(9) {
            text += pieces[random.next(pieces.len())];
        }
        // What bash makes of a backslash at the very end depends on the lines before it.
        if text.ends_with('\\') {
            continue;
        }
        let Some(words) = literal_words(&parse(&text)) else { continue };
        compared += 1;
        let script = format!("p() {{ printf '%s\\0' p \"$@\"; }}\nset -f\n{text}");
        let output = bash(&["-c", &script]).expect("bash is there");
        let expected = String::from_utf8_lossy(&output.stdout).into_owned();
        let ours: String = words.iter().map(|word| format!("{word}\0")).collect();
        if ours != expected {
            failures.push(format!("{text:?}: bash {expected:?}, we {ours:?}"));
        }
    }
    assert!(compared > 1_000, "only {compared} compared");
    assert!(failures.is_empty(), "{} of {compared}:\n{}", failures.len(), failures.join("\n"));
}

/// What bash prints in other words than it read: `[[ a ]]` becomes `[[ -n a ]]`, `elif` a nested `if`, and so on.
const REWRITTEN: &[&str] = &[
    "[[", "coproc", "for", "elif", "()", "function", "<>", "&", "time", "(esac)", "${ ", "${|",
    "!(",
];

/// A program as bash prints it back after parsing it.
fn printed_by_bash(text: &str) -> Option<String> {
    let script = format!("f() {{\n{text}\n}}\ndeclare -f f");
    let output = bash(&["-O", "extglob", "-c", "--", &script])?;
    let said = String::from_utf8_lossy(&output.stderr);
    (said.is_empty() && output.status.success())
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn shape(text: &str) -> String {
    Writer(text).program(&parse(text))
}

#[test]
#[ignore = "runs the machine's bash 5.2 a few thousand times and prints what it reads differently"]
fn bash_prints_what_we_read() {
    let programs: Vec<String> = TABLES.iter().flat_map(|table| programs(table)).collect();
    let seed = std::env::var("HOOKSHIM_SEED").ok().and_then(|seed| seed.parse().ok());
    let mut random = Random(seed.unwrap_or(0x0123_4567_89ab_cdef));
    let mut texts = programs.clone();
    for _ in 0..3_000 {
        let mut text: Vec<char> = programs[random.next(programs.len())].chars().collect();
        let other: Vec<char> = programs[random.next(programs.len())].chars().collect();
        mutate(&mut text, &other, PIECES, &mut random);
        texts.push(text.into_iter().collect());
    }
    let (mut compared, mut changed) = (0, Vec::new());
    texts.retain(|text| !REWRITTEN.iter().any(|piece| text.contains(piece)));
    for text in texts {
        let Some(printed) = printed_by_bash(&text) else { continue };
        compared += 1;
        let (ours, back) = (shape(&format!("f() {{\n{text}\n}}")), shape(&printed));
        if ours != back {
            changed.push(format!("{text:?}\n  read    {ours}\n  printed {back}"));
        }
    }
    println!("{} of {compared}:\n{}", changed.len(), changed.join("\n"));
    assert!(changed.len() * 100 < compared, "{} of {compared}", changed.len());
}
