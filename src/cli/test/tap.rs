//! Owns what programs read of tests: TAP version 14 (testanything.org); it does not run them.

use super::{Tested, Untested, people, trial::Trial};
use crate::cli::near_misses;
use crate::policy;
use crate::text::{excerpt, visible};
use crate::verdict::words;
use serde_json::json;

/// The longest description, in characters.
const LONGEST: usize = 200;

/// All tests of all policies in one document, each with a YAML block where it fails.
pub fn show(tested: &[Result<Tested, Untested>]) -> String {
    let mut text = "TAP version 14\n".to_owned();
    if let Some(why) = tested.iter().find_map(|tested| tested.as_ref().err()) {
        return text + &format!("Bail out! {}\n", untested(why));
    }
    let tested = tested.iter().filter_map(|tested| tested.as_ref().ok());
    let trials: Vec<(&str, &Trial)> = tested
        .flat_map(|it| it.trials.iter().map(|trial| (it.source.file.as_str(), trial)))
        .collect();
    let reason = if trials.is_empty() { " # there are no tests" } else { "" };
    text += &format!("1..{}{reason}\n", trials.len());
    for (index, (file, trial)) in trials.into_iter().enumerate() {
        text += &point(index + 1, file, trial);
    }
    text
}

fn untested(why: &Untested) -> String {
    match why {
        Untested::Unread(why) => visible(why),
        Untested::Broken(errors) => visible(&policy::summary(errors)),
    }
}

fn point(number: usize, file: &str, trial: &Trial) -> String {
    let call = people::call(&trial.test.call);
    let line = trial.test.line;
    // `#` begins a directive.
    let described = excerpt(&format!("{file}:{line} {call}"), LONGEST);
    let described = described.replace('\\', "\\\\").replace('#', "\\#");
    if trial.passes() {
        return format!("ok {number} - {described}\n");
    }
    let (actual, reasons) = match &trial.came {
        Err(why) => ("could not be judged".to_owned(), vec![why.clone()]),
        Ok(verdict) => {
            let groups = words::grouped(verdict);
            let silent = trial.silent().map(near_misses::why);
            let reasons = groups.iter().map(|group| people::reason(group)).chain(silent);
            (people::found(verdict), reasons.collect())
        }
    };
    // JSON's strings are YAML's, too (YAML 1.2, 1.2 "Prior Art").
    let text = |text: &str| json!(visible(text)).to_string();
    let expected = people::expectation(&trial.test.expected);
    let mut block = format!(
        "not ok {number} - {described}\n  ---\n  expected: {}\n  actual: {}\n",
        text(&expected),
        text(&actual)
    );
    if !reasons.is_empty() {
        block += "  reasons:\n";
        reasons.iter().for_each(|reason| block += &format!("    - {}\n", text(reason)));
    }
    block + &format!("  at:\n    file: {}\n    line: {line}\n  ...\n", text(file))
}
