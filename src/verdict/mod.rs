//! Owns the answer to a call and the rules that gave it; it does not decide, and knows no host's words.

#![deny(clippy::disallowed_methods)]

pub mod words;

/// How much a rule objects, from nothing to a denial. The greatest wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// No objection; the host's own permissions still decide.
    Silence,
    /// The call goes on, and the person is told.
    Warn,
    /// The call must be made in other words.
    Rewrite,
    /// A person must decide.
    Ask,
    /// The call must not happen.
    Deny,
}

impl Decision {
    /// The word for it in policies and in output.
    pub fn name(self) -> &'static str {
        match self {
            Decision::Silence => "silence",
            Decision::Warn => "warn",
            Decision::Rewrite => "rewrite",
            Decision::Ask => "ask",
            Decision::Deny => "deny",
        }
    }
}

/// Whose file a rule stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// The organisation's policy.
    Organisation,
    /// The user's policy, or the one named on the command line.
    User,
    /// A project's policy.
    Project,
    /// hookshim itself, where it could not judge.
    BuiltIn,
}

impl Layer {
    /// The word for it in output.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Organisation => "organisation",
            Layer::User => "user",
            Layer::Project => "project",
            Layer::BuiltIn => "built-in",
        }
    }

    /// Whose a rule is, in a sentence.
    pub fn whose(self) -> String {
        match self {
            Layer::BuiltIn => "built in".to_owned(),
            layer => format!("{} policy", layer.name()),
        }
    }
}

/// A rule that spoke, and what it has to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objection {
    /// What the rule asks for.
    pub decision: Decision,
    /// The rule's name, with its pack where it comes from one: `recommended/home`.
    pub rule: String,
    /// Whose rule it is.
    pub layer: Layer,
    /// The part of the call that the rule objects to, as the call spells it.
    pub part: String,
    /// Why, for the model and the person.
    pub reason: String,
    /// Why it cannot be known whether the rule applies, if it cannot.
    pub doubt: Option<String>,
    /// What a rule that rewrites puts in the place of the call's command.
    pub command: Option<String>,
}

/// The call to make instead.
#[derive(Debug, Clone, PartialEq)]
pub struct Replacement {
    /// Its command.
    pub command: String,
    /// Its input: the whole of it, with the command in its place and all else as it was received.
    pub input: serde_json::Value,
}

/// What hookshim answers to a call. It can only be built from the objections that were made.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Verdict {
    objections: Vec<Objection>,
    observed: Vec<Objection>,
    replacement: Option<Replacement>,
}

impl Verdict {
    /// No objection.
    pub fn silence() -> Self {
        Verdict::default()
    }

    /// A verdict of one objection.
    pub fn of(objection: Objection) -> Self {
        Verdict { objections: vec![objection], ..Verdict::default() }
    }

    /// A verdict of one objection that is not enforced: it is told and decides nothing.
    pub fn observing(objection: Objection) -> Self {
        Verdict { observed: vec![objection], ..Verdict::default() }
    }

    /// Adds what another layer had to say, after what was said before.
    pub fn merge(&mut self, other: Verdict) {
        self.objections.extend(other.objections);
        self.observed.extend(other.observed);
    }

    /// Says which call is to be made instead, if that is what the verdict comes to.
    pub fn replace(&mut self, replacement: Replacement) {
        self.replacement = Some(replacement);
    }

    /// The call to make instead, where the verdict is that.
    pub fn replacement(&self) -> Option<&Replacement> {
        self.replacement.as_ref().filter(|_| self.decision() == Decision::Rewrite)
    }

    /// The strictest decision of all objections.
    pub fn decision(&self) -> Decision {
        self.objections
            .iter()
            .map(|objection| objection.decision)
            .max()
            .unwrap_or(Decision::Silence)
    }

    /// Every rule that spoke, in the order of layers and files.
    pub fn objections(&self) -> &[Objection] {
        &self.objections
    }

    /// What rules that are not enforced would have said, in the same order.
    pub fn observed(&self) -> &[Objection] {
        &self.observed
    }

    /// The objections that make the decision what it is.
    pub fn deciding(&self) -> impl Iterator<Item = &Objection> {
        let decision = self.decision();
        self.objections.iter().filter(move |objection| objection.decision == decision)
    }
}
