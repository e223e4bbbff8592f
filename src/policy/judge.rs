//! Owns which rules speak about a call, and in which order; it does not know how a rule fits, nor how it is said.

use super::{
    Links, Match, Places, Repositories, Trees,
    asked::AskedRule,
    clock::Clock,
    fit::{Fits, Situation, Subject, Time},
    reason::Finding,
    rewriting,
    rule::{Policy, Rule},
};
use crate::{
    call::ToolCall,
    effects::Effects,
    verdict::{Decision, Layer, Objection, Verdict},
};
use std::collections::BTreeSet;

/// The call, and what is around it.
pub struct Circumstances<'a> {
    /// The call.
    pub call: &'a ToolCall,
    /// The host's name as policies spell it.
    pub host: &'a str,
    /// The present instant, in seconds since 1970-01-01T00:00:00Z.
    pub now: i64,
    /// What the placeholders of path globs stand for.
    pub places: &'a Places,
    /// The zone files.
    pub zones: &'a dyn Zones,
    /// The files below directories.
    pub trees: &'a dyn Trees,
    /// The repositories.
    pub repositories: &'a dyn Repositories,
    /// Where links lead.
    pub links: &'a dyn Links,
}

/// Where zone files come from.
pub trait Zones {
    /// The bytes of a zone's TZif file (RFC 9636), without a name those of the machine's own zone; or why there are none.
    /// A machine that has no zone of its own keeps UTC, for which there need be no file: `None`.
    fn tzif(&self, name: Option<&str>) -> Result<Option<Vec<u8>>, String>;

    /// The names of zones, as far as there is a list of them.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What all policies together say about a call.
#[derive(Debug, Default)]
pub struct Judgement {
    /// What the rules that could be judged had to say.
    pub verdict: Verdict,
    /// The rules that could not be judged. The caller's `on_error` answers for them, beside the verdict.
    pub failures: Vec<Failure>,
}

/// A rule that could not be judged: it may apply, but its time zone cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The rule.
    pub rule: String,
    /// The file it stands in, as shown to people.
    pub file: String,
    /// Whose file it is.
    pub layer: Layer,
    /// What is wrong, and what repairs it.
    pub message: String,
}

/// Holds a call's effects against the rules of all policies.
///
/// Organisation, user and project speak in this order, whatever the order of `policies`; within a layer each file's own
/// rules in the order of the file, then those of its packs. Each rule speaks once: about the first effect it surely
/// applies to, else about the first it may apply to.
pub fn judge(policies: &[Policy], effects: &Effects, circumstances: &Circumstances) -> Judgement {
    let clock = Clock::new(circumstances.zones);
    let situation = Situation::new(effects, circumstances, clock);
    let mut ordered: Vec<&Policy> = policies.iter().collect();
    ordered.sort_by_key(|policy| policy.layer);
    let mut judgement = Judgement::default();
    let mut objections = Vec::new();
    for policy in ordered {
        for rule in &policy.rules {
            match situation.ask(policy, rule) {
                Ok(None) => {}
                Ok(Some(objection)) if policy.enforced => objections.push(objection),
                Ok(Some(objection)) => judgement.verdict.merge(Verdict::observing(objection)),
                Err(_) if !policy.enforced => {}
                Err(message) => judgement.failures.push(Failure {
                    rule: rule.id.clone(),
                    file: policy.file.clone(),
                    layer: policy.layer,
                    message,
                }),
            }
        }
    }
    rewriting::deny_if_disputed(&mut objections);
    objections.into_iter().map(Verdict::of).for_each(|verdict| judgement.verdict.merge(verdict));
    judgement
}

impl Situation<'_> {
    /// What one rule has to say about the call.
    fn ask(&self, policy: &Policy, rule: &Rule) -> Result<Option<Objection>, String> {
        let subjects = self.subjects_at_any_time(policy, rule)?;
        let mut finding: Option<Finding> = None;
        let mut certain = Vec::new();
        for (subject, fits) in &subjects {
            let sure = self.speaks_in_time(rule, *subject, fits)?;
            let surer = finding.as_ref().is_none_or(|found| sure > found.sure);
            if surer && decision(policy, rule, sure) != Decision::Silence {
                let subject = *subject;
                finding = Some(Finding { subject, sure, below: self.below(rule, subject) });
            }
            if sure == Match::Must {
                certain.push(*subject);
                // A rule that rewrites does so wherever it applies.
                if rule.decision != Decision::Rewrite {
                    break;
                }
            }
        }
        let Some(finding) = finding else { return Ok(None) };
        let fits: BTreeSet<Fits> = subjects.into_iter().map(|(_, fits)| fits).collect();
        let mut objection = Objection {
            decision: decision(policy, rule, finding.sure),
            rule: rule.id.clone(),
            layer: policy.layer,
            part: finding.part(self),
            reason: finding.reason(self, policy, rule, &fits),
            doubt: finding.doubt(self),
            command: None,
        };
        if objection.decision == Decision::Rewrite {
            match self.rewritten(rule, &certain) {
                Some(command) if self.command_text() == Some(&command) => return Ok(None),
                Some(command) => objection.command = Some(command),
                None => {
                    objection.decision = Decision::Deny;
                    objection.reason.push_str(
                        " Write it so yourself: hookshim only changes words of the call itself.",
                    );
                }
            }
        }
        Ok(Some(objection))
    }

    /// How surely the rule speaks about a subject at the time when that happens: `sleep 3600; git push` is a push in an
    /// hour. Where it is not known when that is, and windows have to do with it, neither is this.
    fn speaks_in_time(&self, rule: &Rule, subject: Subject, fits: &Fits) -> Result<Match, String> {
        match self.instant(subject) {
            Some(instant) => self.speaks(rule, fits, Time::At(instant)),
            None => {
                let best = self.speaks(rule, fits, Time::Best)?;
                let worst = self.speaks(rule, fits, Time::Worst)?;
                Ok(if best == worst { best } else { best.min(Match::Can) })
            }
        }
    }

    /// The subjects that the rule speaks about at some time or other. Most rules have none, and then no zone is read.
    fn subjects_at_any_time(
        &self,
        policy: &Policy,
        rule: &Rule,
    ) -> Result<Vec<(Subject, Fits)>, String> {
        let asked = AskedRule::new(rule);
        let mut subjects = Vec::new();
        for subject in self.subjects() {
            let Some(fits) = self.fits(&asked, subject) else { continue };
            let sure = self.speaks(rule, &fits, Time::Best)?;
            if decision(policy, rule, sure) != Decision::Silence {
                subjects.push((subject, fits));
            }
        }
        Ok(subjects)
    }
}

/// What a rule asks for where it applies this surely.
pub(super) fn decision(policy: &Policy, rule: &Rule, sure: Match) -> Decision {
    match sure {
        Match::No => Decision::Silence,
        Match::Can => rule.unknown.unwrap_or(policy.unknown).decision(rule.decision),
        Match::Must => rule.decision,
    }
}
