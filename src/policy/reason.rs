//! Owns what a rule that spoke says to the model and the person; it does not decide.

use super::{
    Match,
    fit::{Fits, Situation, Subject},
    glob::Below,
    judge::decision,
    opens::{Opening, opens},
    rewriting::exchange,
    rule::{Policy, Rule},
    template::Placeholder,
};
use crate::{
    effects::{Action, Effect, Feed, Piece, Value},
    text::{excerpt, stranger},
    verdict::{Decision, Layer},
};
use std::collections::BTreeSet;

/// The most characters of the call that are quoted at once.
const LONGEST_QUOTE: usize = 200;
/// The most characters that a project nobody has agreed to may say: its words reach the model.
const LONGEST_UNTRUSTED: usize = 300;
/// The most unknown parts that are named.
const MOST_HOLES: usize = 3;

/// What a rule objects to, and how surely.
pub(super) struct Finding {
    /// The effect, or the call itself.
    pub subject: Subject,
    /// How surely the rule applies to it.
    pub sure: Match,
    /// What lies below it that the rule is about.
    pub below: Below,
}

impl Finding {
    /// The part of the call that the rule objects to, as the call spells it.
    pub fn part(&self, situation: &Situation) -> String {
        situation.part(self.subject)
    }

    /// Why the rule objects, what to do instead, and when it no longer will.
    pub fn reason(
        &self,
        situation: &Situation,
        policy: &Policy,
        rule: &Rule,
        fits: &BTreeSet<Fits>,
    ) -> String {
        let happens = situation.instant(self.subject).unwrap_or(situation.circumstances.now);
        let opens = || opens(situation, rule, fits, happens, |sure| decision(policy, rule, sure));
        let tell = |instant| tell(situation, rule, instant);
        let mut reason = match &rule.because {
            Some(because) => because.fill(|placeholder| match placeholder {
                Placeholder::Rule => rule.id.clone(),
                Placeholder::Command => quote(&self.command(situation)),
                Placeholder::Path => quote(&self.path(situation)),
                Placeholder::Now => tell(situation.circumstances.now),
                Placeholder::Opens => match opens() {
                    Ok(Opening::At(instant)) => tell(instant),
                    Ok(Opening::NotBefore(instant)) => format!("{} at the earliest", tell(instant)),
                    Ok(_) => "further notice (does not open within 366 days)".to_owned(),
                    Err(problem) => format!("a time that cannot be told ({problem})"),
                },
            }),
            None => format!("{}.", self.would(situation)),
        };
        if !rule.with.is_empty() {
            reason.push_str(&format!(" It takes {}.", exchange(rule)));
        }
        if let Below::File(file) = &self.below
            && !self.is_untold(situation)
        {
            reason.push_str(&format!(" `{}` lies there.", quote(file)));
        }
        if let Some(doubt) = self.doubt(situation) {
            reason = format!("{doubt}, so the rule may apply: {reason}");
        }
        if let Some(instead) = &rule.instead {
            reason.push_str(&format!(" Instead: {instead}"));
        }
        let told = rule.because.as_ref().is_some_and(|it| it.mentions(Placeholder::Opens));
        if !told && rule.decision > Decision::Warn {
            reason.push_str(&match opens() {
                Ok(Opening::At(instant)) => format!(" Possible again from {}.", tell(instant)),
                Ok(Opening::NotBefore(instant)) => {
                    format!(" Possible again from {} at the earliest.", tell(instant))
                }
                Ok(Opening::NotInSight) => " It does not open within 366 days.".to_owned(),
                Ok(Opening::Never) => String::new(),
                Err(problem) => format!(" When it opens cannot be told: {problem}."),
            });
        }
        // What a person agrees to in a project's file is the rules that rewrite; the others count, and change, without.
        let is_agreed = policy.trusted && rule.verb == Decision::Rewrite;
        if policy.layer == Layer::Project && !is_agreed { untrusted(&reason) } else { reason }
    }

    fn effect<'s>(&self, situation: &Situation<'s>) -> Option<&'s Effect> {
        situation.effect(self.subject)
    }

    /// Whether a script does it, or what it names may come from one. What a script says is not told, only its file and
    /// line: the agent need not be allowed to read it.
    fn is_untold(&self, situation: &Situation) -> bool {
        self.effect(situation).is_some_and(|effect| effect.in_script || effect.from_script)
    }

    /// The command that does it, or the tool.
    fn command(&self, situation: &Situation) -> String {
        match self.effect(situation) {
            Some(effect) if effect.in_script || matches!(effect.action, Action::Opaque(_)) => {
                return effect.spelling.to_string();
            }
            _ => {}
        }
        let nearest = self.subject.and_then(|id| situation.effects.causes(id).next());
        let effect = nearest.and_then(|(id, _)| situation.effects.get(id));
        effect
            .map_or_else(|| situation.circumstances.call.tool.clone(), |it| it.spelling.to_string())
    }

    /// The path it is done to, or what comes nearest.
    fn path(&self, situation: &Situation) -> String {
        if self.is_untold(situation) {
            return "a path that it names".to_owned();
        }
        match self.effect(situation).map(|effect| &effect.action) {
            Some(Action::Path(path)) => path.paths.first().unwrap_or(&path.spelt).to_string(),
            Some(Action::Opaque(_)) => "an unknown path".to_owned(),
            _ => self.part(situation),
        }
    }

    /// What would happen, as a sentence without its full stop.
    fn would(&self, situation: &Situation) -> String {
        let command = quote(&self.command(situation));
        if self.is_untold(situation) {
            return format!("`{command}` would do what the rule is about");
        }
        match self.effect(situation).map(|effect| &effect.action) {
            Some(Action::Run(run)) if !run.fed_by.is_empty() => {
                let feeds: Vec<&str> = run.fed_by.iter().map(Feed::name).collect();
                format!("`{command}` would run what it is fed ({})", feeds.join(", "))
            }
            Some(Action::Run(_)) => format!("`{command}` would run"),
            Some(Action::Sql { statement }) => {
                format!("`{}` would be told to a database", quote(&statement.to_string()))
            }
            Some(Action::Path(path)) => {
                let below = if path.tree { " and everything below it" } else { "" };
                let (access, path) = (path.access.name(), quote(&self.path(situation)));
                format!("`{command}` would {access} `{path}`{below}")
            }
            Some(Action::Connect { url, .. }) => {
                format!("`{command}` would connect to `{}`", quote(&url.to_string()))
            }
            Some(Action::Push(push)) => {
                let refs: Vec<String> = push.destinations.iter().map(short).collect();
                let how = if push.delete { "delete" } else { "push to" };
                let refs = quote(&refs.join("`, `"));
                format!("`{command}` would {how} `{refs}` of `{}`", quote(&push.remote.to_string()))
            }
            Some(Action::Discard(discard)) => {
                let lost: Vec<&str> = discard.lost.iter().map(|lost| lost.describe()).collect();
                format!("`{command}` would lose {}", lost.join(", "))
            }
            Some(Action::Opaque(_)) => "it could do what the rule is about".to_owned(),
            Some(Action::Call) | None => {
                format!("`{}` would be called", situation.circumstances.call.tool)
            }
        }
    }

    /// Why it cannot be known whether the rule applies, if it cannot.
    pub fn doubt(&self, situation: &Situation) -> Option<String> {
        if self.sure != Match::Can {
            return None;
        }
        let effect = self.effect(situation);
        if self.is_untold(situation) {
            return Some("what the script does cannot be known before it runs".to_owned());
        }
        if let Some(Action::Opaque(opaque)) = effect.map(|effect| &effect.action) {
            return Some(format!("it cannot be judged ({})", opaque.why));
        }
        if self.below == Below::Beyond {
            return Some("more lies there than was looked at".to_owned());
        }
        let holes = effect.map(|effect| holes(&effect.action)).unwrap_or_default();
        Some(match holes.as_slice() {
            [] => "parts of it are not known before it runs".to_owned(),
            [hole] => format!("{hole} is not known before it runs"),
            holes => format!("{} are not known before it runs", holes.join(", ")),
        })
    }
}

/// A ref as people name it.
pub(super) fn short(name: &Value) -> String {
    let text = name.to_string();
    text.strip_prefix("refs/heads/").map_or(text.clone(), str::to_owned)
}

/// The unknown parts of what is done, each once and quoted.
fn holes(action: &Action) -> Vec<String> {
    let values: Vec<&Value> = match action {
        Action::Run(run) => std::iter::once(&run.program).chain(&run.words).collect(),
        Action::Path(path) => std::iter::once(&path.spelt).chain(&path.paths).collect(),
        Action::Connect { url, body, .. } => std::iter::once(url).chain(body).collect(),
        Action::Sql { statement } => vec![statement],
        Action::Push(push) => std::iter::once(&push.remote).chain(&push.destinations).collect(),
        Action::Discard(_) | Action::Call | Action::Opaque(_) => Vec::new(),
    };
    let mut holes = Vec::new();
    for piece in values.into_iter().flat_map(Value::pieces) {
        if let Piece::Hole(hole) = piece {
            let quoted = format!("`{}`", quote(hole.spelling()));
            if holes.len() < MOST_HOLES && !holes.contains(&quoted) {
                holes.push(quoted);
            }
        }
    }
    holes
}

/// An instant in the rule's zone and in UTC; in UTC alone where the zone cannot be read.
pub(super) fn tell(situation: &Situation, rule: &Rule, instant: i64) -> String {
    match situation.clock.zone(rule.timezone.as_deref()) {
        Ok(zone) => zone.describe(instant),
        Err(_) => super::Zone::utc().describe(instant),
    }
}

/// A part of the call, as far as it may be shown.
fn quote(text: &str) -> String {
    excerpt(text, LONGEST_QUOTE)
}

/// What a project says that nobody has agreed to.
fn untrusted(reason: &str) -> String {
    stranger(&format!("project policy (untrusted): {reason}"), LONGEST_UNTRUSTED)
}
