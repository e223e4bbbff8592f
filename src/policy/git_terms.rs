//! Owns what rules say about git: pushes, losses, branches, assignments; it neither reads it from a file nor finds it in
//! a command.

use super::Match;
use super::command_pattern::match_text;
use super::command_syntax::Text;
use crate::effects::{Force, Lost, Push, Value};

/// Names that are meant, with `*` for any text, and exceptions with `!`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Names {
    positives: Vec<Text>,
    exceptions: Vec<Text>,
}

impl Names {
    /// Reads names, which may be written with this `start` of what they are in full; the error has the index of the bad one
    /// and what was expected.
    pub fn parse(patterns: &[&str], start: &str) -> Result<Names, (usize, String)> {
        let (mut positives, mut exceptions) = (Vec::new(), Vec::new());
        for (index, pattern) in patterns.iter().enumerate() {
            let (list, pattern) = match pattern.strip_prefix('!') {
                Some(exception) => (&mut exceptions, exception),
                None => (&mut positives, *pattern),
            };
            let pattern = pattern.strip_prefix(start).unwrap_or(pattern);
            list.push(Text::wildcard(pattern).map_err(|message| (index, message))?);
        }
        Ok(Names { positives, exceptions })
    }

    /// How surely a name is meant. Without positive names all are, but the exceptions.
    pub fn matches(&self, name: &Value) -> Match {
        let surest = |texts: &[Text]| {
            texts.iter().map(|text| match_text(text, name, false)).max().unwrap_or(Match::No)
        };
        let meant = if self.positives.is_empty() { Match::Must } else { surest(&self.positives) };
        match surest(&self.exceptions) {
            Match::No => meant,
            Match::Can => meant.min(Match::Can),
            Match::Must => Match::No,
        }
    }
}

/// `push = true`, or a table of which all keys hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PushPattern {
    /// `remote`
    pub remote: Option<Names>,
    /// `branch`
    pub branch: Option<Names>,
    /// `force`
    pub force: Option<ForcePattern>,
    /// `delete`
    pub delete: Option<bool>,
    /// `tags`
    pub tags: Option<bool>,
}

/// Which forcing is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ForcePattern {
    /// With or without a lease.
    Any,
    /// Without a lease.
    Unleased,
}

impl PushPattern {
    /// Whether it does not matter how something is pushed.
    pub fn takes_any_way(&self) -> bool {
        self.force.is_none() && self.delete.is_none() && self.tags.is_none()
    }

    /// How surely a push is meant.
    pub fn matches(&self, push: &Push) -> Match {
        let said = |wanted: Option<bool>, is: bool| wanted.is_none_or(|wanted| wanted == is);
        let forced = match self.force {
            None => true,
            Some(ForcePattern::Any) => push.force != Force::No,
            Some(ForcePattern::Unleased) => push.force == Force::Plain,
        };
        let tags = push.tags || push.destinations.iter().any(|it| folder(it) == Some("refs/tags/"));
        if !forced || !said(self.delete, push.delete) || !said(self.tags, tags) {
            return Match::No;
        }
        let remote = self.remote.as_ref().map_or(Match::Must, |names| names.matches(&push.remote));
        let branches = |names: &Names| {
            let each = push.destinations.iter().map(|destination| branch(names, destination));
            each.max().unwrap_or(Match::No)
        };
        remote.min(self.branch.as_ref().map_or(Match::Must, branches))
    }
}

/// How surely a ref is a branch that is meant. One of which nothing is known may be.
fn branch(names: &Names, destination: &Value) -> Match {
    const HEADS: &str = "refs/heads/";
    if destination.known_start().starts_with(HEADS) {
        return names.matches(&destination.after(HEADS.len()).unwrap_or_default());
    }
    if destination.is_all_hole() { Match::Can } else { Match::No }
}

/// The folder of a ref, if that is known.
fn folder(destination: &Value) -> Option<&'static str> {
    ["refs/heads/", "refs/tags/"].into_iter().find(|it| destination.known_start().starts_with(it))
}

/// The kinds of loss that a rule is about.
pub(super) type Losses = Vec<Lost>;

/// `NAME` or `NAME=VALUE`, each with `*` for any text; `NAME=` is that it is set to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AssignmentPattern {
    name: Text,
    value: Option<Text>,
}

impl AssignmentPattern {
    /// Reads a pattern.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, value) = match text.split_once('=') {
            Some((name, "")) => (name, Some(Text::empty())),
            Some((name, value)) => (name, Some(Text::wildcard(value)?)),
            None => (text, None),
        };
        if name.is_empty() {
            return Err("expected a name before `=`, as in `HUSKY=0`".to_owned());
        }
        Ok(AssignmentPattern { name: Text::wildcard(name)?, value })
    }

    /// How surely an assignment is meant.
    pub fn matches(&self, name: &str, value: &Value, ignore_case: bool) -> Match {
        let value = self.value.as_ref().map_or(Match::Must, |text| match_text(text, value, false));
        match_text(&self.name, &Value::from(name), ignore_case).min(value)
    }
}
