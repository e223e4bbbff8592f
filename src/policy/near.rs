//! Owns which rules came near a call without speaking, and which of their keys kept them silent; it does not judge.

use super::{
    Match,
    asked::{AskedRule, AskedTable},
    clock::Clock,
    fit::{Situation, Subject, Time},
    judge::Circumstances,
    question::Question,
    rule::{Policy, Rule},
};
use crate::{
    effects::Effects,
    verdict::{Decision, Layer, Verdict},
};

/// A rule that came near a call without speaking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMiss {
    /// The rule, with its pack where it comes from one.
    pub rule: String,
    /// Whose rule it is.
    pub layer: Layer,
    /// What it asks for.
    pub decision: Decision,
    /// The part of the call that it came nearest to, as the call spells it.
    pub part: String,
    /// What kept it silent: all keys of one table that did not hold, or of one in `unless` that did.
    pub keys: Vec<Silencer>,
}

/// A key that kept a rule silent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Silencer {
    /// The key with the one that its table stands below: `deny.push`, `when.mode`, `unless.during`; or what else it is that
    /// silences: `unknown`, `overrides`, `with`.
    pub key: String,
    /// Whether it holds, as one in `unless` does.
    pub holds: bool,
    /// What is so in the call, as a clause.
    pub why: String,
}

/// The nearest that a rule came.
struct Nearest {
    /// As of [`Answers`]; none if all of the verb's table fits.
    distance: usize,
    subject: Subject,
    keys: Vec<Silencer>,
}

/// How the questions of a table are answered for one subject.
struct Answers<'t, 'r> {
    asked: &'t AskedTable<'r>,
    /// How surely all but `during` hold.
    sure: Match,
    /// Those that do not hold.
    failing: Vec<Question>,
    /// Whether `during` does not hold.
    closed: bool,
    /// How many do not hold; one that is not even about such an effect counts twice.
    distance: usize,
    /// Whether the table has to do with the subject at all.
    is_near: bool,
}

/// The rules that came near a call but say nothing in the verdict, the nearest first.
///
/// A rule came near if its table fits and something else silences it, or if part of the table does: the program without the
/// path, the kind of access without the place.
pub fn near(
    policies: &[&Policy],
    effects: &Effects,
    circumstances: &Circumstances,
    verdict: &Verdict,
) -> Vec<NearMiss> {
    let clock = Clock::new(circumstances.zones);
    let situation = Situation::new(effects, circumstances, clock);
    let spoke = |policy: &Policy, rule: &Rule| {
        let mut objections = verdict.objections().iter().chain(verdict.observed());
        objections.any(|it| it.rule == rule.id && it.layer == policy.layer)
    };
    let mut near = Vec::new();
    for policy in policies {
        for rule in policy.rules.iter().filter(|rule| !spoke(policy, rule)) {
            if let Some(nearest) = situation.nearest(rule) {
                near.push((nearest.distance, situation.miss(policy, rule, nearest)));
            }
        }
    }
    near.sort_by_key(|(distance, _)| *distance);
    near.into_iter().map(|(_, miss)| miss).collect()
}

impl Situation<'_> {
    fn miss(&self, policy: &Policy, rule: &Rule, nearest: Nearest) -> NearMiss {
        NearMiss {
            rule: rule.id.clone(),
            layer: policy.layer,
            decision: rule.verb,
            part: self.part(nearest.subject),
            keys: nearest.keys,
        }
    }

    /// The nearest that a rule came, of all effects.
    fn nearest(&self, rule: &Rule) -> Option<Nearest> {
        let asked = AskedRule::new(rule);
        let near = self.subjects().filter_map(|subject| self.near_to(rule, &asked, subject));
        near.min_by_key(|near| near.distance)
    }

    /// How near a rule came to one effect, and what kept it silent there.
    fn near_to(&self, rule: &Rule, asked: &AskedRule, subject: Subject) -> Option<Nearest> {
        let time = self.instant(subject).map_or(Time::Best, Time::At);
        let what = self.all_answers(&asked.what, subject, time);
        let what = what.filter(|it| it.is_near).min_by_key(|it| it.distance)?;
        if what.distance > 0 {
            let keys = self.unmet(&what, rule, subject, rule.verb.name());
            return Some(Nearest { distance: what.distance, subject, keys });
        }
        let when = self.all_answers(&asked.when, subject, time).min_by_key(|it| it.distance);
        let when = when.filter(|when| when.distance > 0);
        let unmet = when.map(|when| self.unmet(&when, rule, subject, "when"));
        let keys = unmet.or_else(|| self.excuse(rule, asked, subject, time));
        let keys = keys.unwrap_or_else(|| vec![otherwise(rule, what.sure)]);
        Some(Nearest { distance: 0, subject, keys })
    }

    /// The keys of a table in `unless` that holds.
    fn excuse(
        &self,
        rule: &Rule,
        asked: &AskedRule,
        subject: Subject,
        time: Time,
    ) -> Option<Vec<Silencer>> {
        let mut unless = self.all_answers(&asked.unless, subject, time);
        let holding = unless.find(|it| it.sure == Match::Must && !it.closed)?.asked;
        let asked = Question::all().filter(|question| question.is_asked(holding.table));
        let mut keys: Vec<Silencer> = asked
            .map(|question| self.silencer("unless", question, holding, subject, true))
            .collect();
        if holding.table.during.is_some() {
            keys.push(self.in_time(rule, "unless", subject, true));
        }
        Some(keys)
    }

    fn all_answers<'t, 'r>(
        &'t self,
        tables: &'t [AskedTable<'r>],
        subject: Subject,
        time: Time,
    ) -> impl Iterator<Item = Answers<'t, 'r>> {
        tables.iter().map(move |table| self.answers(table, subject, time))
    }

    fn answers<'t, 'r>(
        &self,
        asked: &'t AskedTable<'r>,
        subject: Subject,
        time: Time,
    ) -> Answers<'t, 'r> {
        let (mut sure, mut failing, mut distance) = (Match::Must, Vec::new(), 0);
        let (mut is_about_effects, mut holds_one, mut is_kindred_to_all) = (false, false, true);
        for question in Question::all().filter(|question| question.is_asked(asked.table)) {
            let answer = self.answer(question, asked, subject);
            let holds = answer != Match::No;
            let is_kindred = holds || self.is_kindred(question, asked, subject);
            if !holds {
                failing.push(question);
                distance += if is_kindred { 1 } else { 2 };
            }
            if question.is_about_effects() {
                is_about_effects = true;
                holds_one |= holds;
                is_kindred_to_all &= is_kindred;
            }
            sure = sure.min(answer);
        }
        // Without a zone that can be read, the rule could not be judged, and that was said.
        let closed = !self.is_during(asked.table, time, true).unwrap_or(true);
        let is_tool = Question::Tool.is_asked(asked.table);
        let is_near = match is_about_effects {
            true => holds_one || is_kindred_to_all,
            false => failing.is_empty() || is_tool && !failing.contains(&Question::Tool),
        };
        distance += usize::from(closed);
        Answers { asked, sure, failing, closed, distance, is_near }
    }

    fn unmet(&self, answers: &Answers, rule: &Rule, subject: Subject, name: &str) -> Vec<Silencer> {
        let failing = answers.failing.iter();
        let mut keys: Vec<Silencer> = failing
            .map(|question| self.silencer(name, *question, answers.asked, subject, false))
            .collect();
        if answers.closed {
            keys.push(self.in_time(rule, name, subject, false));
        }
        keys
    }
}

/// What silences a rule whose tables all fit.
fn otherwise(rule: &Rule, sure: Match) -> Silencer {
    let (key, why) = match (rule.decision, sure) {
        (Decision::Silence, _) => ("overrides", "an override switches the rule off"),
        (Decision::Rewrite, Match::Must) => ("with", "the words that it changes are so already"),
        (Decision::Warn, _) => ("unknown", "it may apply, but a warning is sure of what it says"),
        _ => ("unknown", "it may apply, and what is not known is let through"),
    };
    Silencer { key: key.to_owned(), holds: false, why: why.to_owned() }
}
