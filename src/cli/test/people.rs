//! Owns what people read of tests; it does not run them.

use super::{Tested, Untested, trial::Trial};
use crate::cli::lines::{count, fill};
use crate::cli::near_misses;
use crate::policy::{self, Expectation, TestedCall};
use crate::text::{excerpt, visible};
use crate::verdict::{Decision, Objection, Verdict, words};
use std::collections::BTreeSet;

/// How wide texts are behind their indent; with that it makes 80 columns.
const TEXT_WIDTH: usize = 76;

/// How much of a command is shown that would run instead, in characters.
const LONGEST_COMMAND: usize = 200;

/// Each failing test in a line, with the reason below it, and a summary for each policy.
pub fn show(tested: &[Result<Tested, Untested>]) -> String {
    tested.iter().map(one).collect::<Vec<_>>().join("\n")
}

fn one(tested: &Result<Tested, Untested>) -> String {
    let tested = match tested {
        Ok(tested) => tested,
        Err(Untested::Unread(why)) => return format!("{why}\n"),
        Err(Untested::Broken(errors)) => {
            return format!("{}\nNo test was run: the policy is broken.\n", policy::report(errors));
        }
    };
    let file = &tested.source.file;
    if tested.trials.is_empty() {
        return format!("{file} has no tests\n");
    }
    let failing: Vec<&Trial> = tested.trials.iter().filter(|trial| !trial.passes()).collect();
    let mut text: String = failing.iter().map(|trial| failure(file, trial)).collect();
    let passing = tested.trials.len() - failing.len();
    text += &format!("{file}: {}, {passing} passed", count(tested.trials.len(), "test"));
    text +=
        &if failing.is_empty() { "\n".to_owned() } else { format!(", {} failed\n", failing.len()) };
    let unreached = unreached(tested);
    if !unreached.is_empty() {
        let note = format!("note: no test reaches these rules: {}", unreached.join(", "));
        text += &format!("{}\n", fill(&note, TEXT_WIDTH).join("\n      "));
    }
    text
}

/// A failing test: where it is, what was expected, what came, and why.
fn failure(file: &str, trial: &Trial) -> String {
    let expected = expectation(&trial.test.expected);
    let head = format!("{file}:{}: expected {expected}", trial.test.line);
    let call = excerpt(&call(&trial.test.call), TEXT_WIDTH);
    match &trial.came {
        Err(why) => format!("{head}, could not be judged: {call}\n{}", indented(why)),
        Ok(verdict) => {
            let groups = words::grouped(verdict);
            let silent = trial.silent().map(near_misses::why);
            let reasons = groups.iter().map(|group| reason(group)).chain(silent);
            let reasons = reasons.map(|reason| indented(&reason));
            format!("{head}, got {}: {call}\n{}", found(verdict), reasons.collect::<String>())
        }
    }
}

fn indented(text: &str) -> String {
    fill(&visible(text), TEXT_WIDTH).iter().map(|line| format!("    {line}\n")).collect()
}

/// What rules said, and why.
pub fn reason(group: &[&Objection]) -> String {
    let decision = group.first().map_or(Decision::Silence, |first| first.decision);
    format!("{} by {}: {}", decision.name(), words::names(group), words::why(group))
}

/// What is expected, in words.
pub fn expectation(expected: &Expectation) -> String {
    let rules: Vec<&str> = expected.rules.iter().map(String::as_str).collect();
    let to =
        expected.to.as_ref().map(|to| to.as_str().map_or_else(|| to.to_string(), str::to_owned));
    said(expected.decision, &rules, to.as_deref())
}

/// What came, in words.
pub fn found(verdict: &Verdict) -> String {
    let rules: Vec<&str> = verdict.deciding().map(|it| it.rule.as_str()).collect();
    said(verdict.decision(), &rules, verdict.replacement().map(|it| it.command.as_str()))
}

fn said(decision: Decision, rules: &[&str], to: Option<&str>) -> String {
    let by = if rules.is_empty() { String::new() } else { format!(" by {}", rules.join(", ")) };
    let to = to.map_or_else(String::new, |to| format!(" to `{}`", excerpt(to, LONGEST_COMMAND)));
    format!("{}{by}{to}", decision.name())
}

/// The call in one line.
pub fn call(call: &TestedCall) -> String {
    match call {
        TestedCall::Run(command) => command.clone(),
        TestedCall::Tool(tool, input) => format!("{tool} {input}"),
        TestedCall::Payload(file) => file.clone(),
    }
}

/// The policy's own rules about which no test says anything.
fn unreached(tested: &Tested) -> Vec<&str> {
    let verdicts = tested.trials.iter().filter_map(|trial| trial.came.as_ref().ok());
    let reached: BTreeSet<&str> =
        verdicts.flat_map(Verdict::objections).map(|it| it.rule.as_str()).collect();
    let counting = tested.policy.rules.iter().filter(|rule| rule.decision != Decision::Silence);
    let rules = counting.map(|rule| rule.id.as_str());
    // What a pack's rules do is tested with the pack.
    rules.filter(|rule| !rule.contains('/') && !reached.contains(rule)).collect()
}
