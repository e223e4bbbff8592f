//! Owns the shape of policies and rules once they are read; it neither reads nor applies them.

use super::{
    CommandPattern, Definition, GlobSet, Window,
    git_terms::{AssignmentPattern, Losses, Names, PushPattern},
    overrides::Override,
    pattern::{Pattern, Regex},
    request::Request,
    statement::Sql,
    template::Template,
};
use crate::{
    call::{Kind, ToolCall},
    effects::{Access, Declared, Feed, Place},
    verdict::{Decision, Layer},
};
use std::sync::Arc;

/// A policy file that has been read without an error, with the packs it lists.
#[derive(Debug)]
pub struct Policy {
    /// The file as shown to people.
    pub file: String,
    /// Whose file it is.
    pub layer: Layer,
    /// Whether a person has agreed to it; untrusted files can only object.
    pub trusted: bool,
    /// The zone of the file's windows; absent means the machine's own.
    pub timezone: Option<String>,
    /// The file's own rules in its order, then those of its packs in the order in which they are listed.
    pub rules: Vec<Rule>,
    /// What happens where hookshim cannot judge, as far as this file may say so.
    pub on_error: Option<OnError>,
    /// How long judging may take, as far as this file may say so.
    pub deadline_ms: Option<u64>,
    /// The wrappers and the arguments of tools that the file declares.
    pub declared: Declared,
    /// What the file says that has no effect, each as a sentence.
    pub waiting: Vec<String>,
    /// What of it waits for a person's trust.
    pub definition: Option<Definition>,
    /// Whether its rules decide anything (`enforce`, of this file or of one that counts for it).
    pub enforced: bool,
    /// `enforce`, as far as this file may say so.
    pub(super) enforce: bool,
    /// `overrides`, as far as this file may make some.
    pub(super) overrides: Vec<Override>,
    /// `self_protection`, as far as this file may say so.
    pub self_protection: Option<bool>,
    /// What happens where a rule may apply, but it cannot be known.
    pub(super) unknown: Unknown,
}

impl Policy {
    /// A policy that says nothing.
    pub(super) fn empty(file: &str, layer: Layer, trusted: bool) -> Policy {
        Policy {
            file: file.to_owned(),
            layer,
            trusted,
            timezone: None,
            rules: Vec::new(),
            on_error: None,
            deadline_ms: None,
            declared: Declared::default(),
            waiting: Vec::new(),
            definition: None,
            unknown: Unknown::Ask,
            enforced: true,
            enforce: true,
            overrides: Vec::new(),
            self_protection: None,
        }
    }
}

/// What happens where hookshim cannot judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnError {
    /// The call is denied.
    Deny,
    /// The call goes on.
    Allow,
}

impl OnError {
    /// What these files say together: `deny` if one of them says so or none says anything.
    pub fn of(policies: &[Policy]) -> OnError {
        let mut said = policies.iter().filter_map(|policy| policy.on_error).peekable();
        if said.peek().is_some() && said.all(|on_error| on_error == OnError::Allow) {
            OnError::Allow
        } else {
            OnError::Deny
        }
    }
}

/// What happens where a rule may apply, but it cannot be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unknown {
    /// The rule says nothing.
    Allow,
    /// A person must decide.
    Ask,
    /// The rule speaks as if it did apply.
    Deny,
}

impl Unknown {
    /// The decision of a rule that may apply; never more than the rule's own. A warning is no question, so a rule that
    /// warns has nothing to ask. What may or may not be there cannot be rewritten, only asked about or denied.
    pub fn decision(self, rule: Decision) -> Decision {
        match (self, rule) {
            (Unknown::Allow, _) | (Unknown::Ask, Decision::Warn) => Decision::Silence,
            (Unknown::Ask, Decision::Rewrite) => Decision::Ask,
            (Unknown::Ask, _) => rule.min(Decision::Ask),
            (Unknown::Deny, Decision::Rewrite) => Decision::Deny,
            (Unknown::Deny, _) => rule,
        }
    }
}

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// Its name, with its pack where it comes from one: `recommended/home`.
    pub id: String,
    /// What it asks for.
    pub verb: Decision,
    /// What it asks for under the overrides that count for it.
    pub decision: Decision,
    /// The verb's tables, any of which an effect must fit.
    pub(super) what: Vec<Conditions>,
    /// The tables of `when`, any of which must hold; empty if the rule has none.
    pub(super) when: Vec<Conditions>,
    /// The tables of `unless`, none of which may hold.
    pub(super) unless: Vec<Conditions>,
    /// Why, for the model and the person.
    pub(super) because: Option<Template>,
    /// For a rule that rewrites: words of the command, each with what stands in its place.
    pub(super) with: Vec<(String, String)>,
    /// What to do instead.
    pub(super) instead: Option<String>,
    /// The rule's own answer to what cannot be known.
    pub(super) unknown: Option<Unknown>,
    /// Whether it counts what a script may do but cannot be known to (`scripts`).
    pub(super) asks_about_scripts: bool,
    /// The zone in which its times are told; absent means the machine's own.
    pub(super) timezone: Option<String>,
}

impl Rule {
    /// The windows that the rule looks at.
    pub(super) fn windows(&self) -> impl Iterator<Item = &Window> {
        let tables = self.what.iter().chain(&self.when).chain(&self.unless);
        tables.flat_map(|table| table.during.iter().flatten()).map(AsRef::as_ref)
    }
}

/// A verb's, `when`'s or `unless`'s table: all keys hold together, any item of a key does. An absent key always holds.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    /// `tool`
    pub tools: Option<Vec<ToolPattern>>,
    /// `mode`, `host`, `origin`, `agent`, each with the words that are meant.
    pub words: Vec<(HostWord, Vec<String>)>,
    /// `run`
    pub commands: Option<Vec<CommandPattern>>,
    /// `read`, `write`, `delete`, or `touch`, which is any access.
    pub paths: Vec<(Option<Access>, GlobSet)>,
    /// `tree`
    pub tree: Option<bool>,
    /// `fed_by`
    pub feeds: Option<Vec<Feed>>,
    /// `sql`
    pub sql: Option<Vec<Sql>>,
    /// `connect`
    pub requests: Option<Vec<Request>>,
    /// `content`
    pub content: Option<Vec<Regex>>,
    /// `input`: JSON pointers, each with what may stand there.
    pub input: Vec<(String, Vec<Pattern>)>,
    /// `place`
    pub places: Option<Vec<Place>>,
    /// `push`
    pub pushes: Option<Vec<PushPattern>>,
    /// `discard`
    pub losses: Option<Losses>,
    /// `on_branch`
    pub on_branch: Option<Names>,
    /// `repo = "worktree"`
    pub linked: bool,
    /// `env`
    pub env: Option<Vec<AssignmentPattern>>,
    /// `git_config`
    pub git_config: Option<Vec<AssignmentPattern>>,
    /// `cwd`
    pub directories: Option<GlobSet>,
    /// `during`
    pub during: Option<Vec<Arc<Window>>>,
}

/// A word that hosts send beside the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HostWord {
    /// The permission mode.
    Mode,
    /// The host itself.
    Host,
    /// Where the call comes from.
    Origin,
    /// The subagent that calls.
    Agent,
}

impl HostWord {
    /// All of them.
    pub const ALL: [HostWord; 4] =
        [HostWord::Mode, HostWord::Host, HostWord::Origin, HostWord::Agent];

    /// The key in policies.
    pub fn name(self) -> &'static str {
        match self {
            HostWord::Mode => "mode",
            HostWord::Host => "host",
            HostWord::Origin => "origin",
            HostWord::Agent => "agent",
        }
    }

    /// The word as it was sent with this call.
    pub fn of<'c>(self, call: &'c ToolCall, host: &'c str) -> Option<&'c str> {
        match self {
            HostWord::Mode => call.mode.as_deref(),
            HostWord::Host => Some(host),
            HostWord::Origin => call.origin.as_deref(),
            HostWord::Agent => call.agent.as_deref(),
        }
    }
}

/// A tool by the host's name for it, with `*` for any text, or by its kind.
#[derive(Debug)]
pub(super) struct ToolPattern {
    /// The pattern as written.
    pub name: String,
}

impl ToolPattern {
    /// Whether this call is meant.
    pub fn matches(&self, call: &ToolCall) -> bool {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == self.name);
        kind.is_some_and(|kind| call.is(kind)) || matches_with_stars(&self.name, &call.tool)
    }
}

/// Whether `text` is `pattern`, in which each `*` stands for any text.
pub(super) fn matches_with_stars(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    let inner = text.strip_prefix(first).and_then(|text| text.strip_suffix(last));
    let Some(mut inner) = inner else { return false };
    // The leftmost place of each part leaves the most for the parts after it.
    middle.split('*').all(|part| match inner.split_once(part) {
        Some((_, after)) => {
            inner = after;
            true
        }
        None => false,
    })
}
