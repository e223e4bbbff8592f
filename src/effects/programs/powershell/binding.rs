//! Owns telling a cmdlet's parameters from its arguments; it does not know cmdlets.
//!
//! Source: "about_Parameters" and "about_CommonParameters". Names may be shortened as far as they are unambiguous; where
//! they are not, PowerShell runs nothing, so that any reading will do.

use super::super::{Started, name_of};
use super::cmdlets::{Cmdlet, cmdlet};
use super::elements;
use crate::effects::{Arguments, Opt, Value};

/// Parameters of every cmdlet that take a value.
const COMMON_VALUES: &str = "ErrorAction|EA WarningAction|WA InformationAction|INFA ProgressAction|PROGA \
    ErrorVariable|EV WarningVariable|WV InformationVariable|IV OutVariable|OV \
    OutBuffer|OB PipelineVariable|PV";

/// Switches of every cmdlet.
const COMMON_SWITCHES: &str = "Verbose|VB Debug|DB WhatIf|WI Confirm|CF";

/// The arguments of a cmdlet.
pub struct Bound {
    /// Parameters under their full names, and what stands without a name.
    pub arguments: Arguments,
    /// Whether the cmdlet has all the parameters.
    pub fits: bool,
    /// Whether the name of one is shortened to a letter.
    pub lettered: bool,
}

/// Tells the words of a cmdlet apart.
pub fn bind(cmdlet: &Cmdlet, words: &[Value]) -> Bound {
    let mut arguments = Arguments { known: true, ..Arguments::default() };
    let (mut fits, mut lettered) = (true, false);
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let Some((name, joined)) = parameter(word) else {
            arguments.operands.extend(elements(word));
            continue;
        };
        lettered |= name.len() == 1;
        match resolved(cmdlet, &name) {
            Some((name, true)) => {
                let value = joined.or_else(|| rest.next().cloned()).unwrap_or_default();
                for value in elements(&value) {
                    arguments.options.push(Opt { name: format!("-{name}"), value: Some(value) });
                }
            }
            Some((name, false)) => {
                let is_off = joined.as_ref().and_then(Value::literal) == Some("False");
                if !is_off {
                    arguments.options.push(Opt { name: format!("-{name}"), value: None });
                }
            }
            None => {
                fits = false;
                arguments.options.push(Opt { name: format!("-{name}"), value: joined });
            }
        }
    }
    Bound { arguments, fits, lettered }
}

/// The name of a parameter and the value after `:`.
fn parameter(word: &Value) -> Option<(String, Option<Value>)> {
    let start = word.known_start();
    let mut letters = start.chars();
    let dash = letters.next().filter(|it| matches!(it, '-' | '\u{2013}'..='\u{2015}'))?;
    if !letters.next()?.is_alphabetic() {
        return None;
    }
    let name = start.get(dash.len_utf8()..)?;
    match name.find(':') {
        Some(at) => {
            let value = word.after(dash.len_utf8() + at + 1);
            Some((name.get(..at)?.to_owned(), value))
        }
        // A name with a hole in it is none that is known.
        None => word.literal().map(|_| (name.to_owned(), None)),
    }
}

/// The full name of a parameter, and whether it takes a value.
fn resolved(cmdlet: &Cmdlet, name: &str) -> Option<(&'static str, bool)> {
    let lists = [
        (cmdlet.switches, false),
        (cmdlet.values, true),
        (COMMON_SWITCHES, false),
        (COMMON_VALUES, true),
    ];
    let all = || {
        lists
            .iter()
            .flat_map(|(list, takes)| list.split_whitespace().map(move |names| (names, *takes)))
    };
    let full = |names: &'static str| names.split('|').next().unwrap_or(names);
    let exact = all().find(|(names, _)| names.split('|').any(|one| one.eq_ignore_ascii_case(name)));
    let begins =
        |one: &str| one.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    let found = exact.or_else(|| all().find(|(names, _)| begins(full(names))));
    found.map(|(names, takes)| (full(names), takes))
}

/// The values of a parameter that a cmdlet which has started is given, by name or by position.
pub fn given(started: &Started, parameter: &str) -> Vec<Value> {
    let arguments = &started.run.arguments;
    let option = format!("-{parameter}");
    if arguments.has(&[&option]) {
        let named = arguments.options.iter().filter(|it| it.name == option);
        return named.filter_map(|it| it.value.clone()).collect();
    }
    let Some(cmdlet) = cmdlet(&name_of(&started.run.program).to_ascii_lowercase()) else {
        return Vec::new();
    };
    let is_free =
        |position: &&str| !arguments.has(&[&format!("-{}", position.trim_end_matches('+'))]);
    let free: Vec<&str> = cmdlet.positions.split_whitespace().filter(is_free).collect();
    let Some(at) = free.iter().position(|it| it.trim_end_matches('+') == parameter) else {
        return Vec::new();
    };
    // Those that are too many are more of the one that takes several.
    let many = free.iter().position(|it| it.ends_with('+')).unwrap_or(free.len());
    let extra = arguments.operands.len().saturating_sub(free.len());
    let from = if at > many { at + extra } else { at };
    let count = if at == many { 1 + extra } else { 1 };
    arguments.operands.iter().skip(from).take(count).cloned().collect()
}
