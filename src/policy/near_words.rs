//! Owns how it is told what is so in a call, key by key; it does not say which keys matter.

use super::{
    CommandPattern,
    asked::AskedTable,
    fit::{Situation, Subject},
    judge::Circumstances,
    near::Silencer,
    question::Question,
    reason::{short, tell},
    rule::Rule,
};
use crate::{
    effects::{Access, Action, Feed, Force, Place, Run},
    text::excerpt,
};

/// The most characters of the call that are quoted at once.
const LONGEST_QUOTE: usize = 120;
/// The most patterns that are named.
const MOST_PATTERNS: usize = 3;

impl Situation<'_> {
    /// The part of the call that a subject is, as the call spells it.
    pub(super) fn part(&self, subject: Subject) -> String {
        match self.effect(subject) {
            Some(effect) if !effect.spelling.is_empty() => effect.spelling.to_string(),
            _ => self.circumstances.call.tool.clone(),
        }
    }

    /// Whether a question is about such an effect, though it does not hold: about the same program, the same access.
    pub(super) fn is_kindred(
        &self,
        question: Question,
        asked: &AskedTable,
        subject: Subject,
    ) -> bool {
        let table = asked.table;
        match (question, self.action(subject)) {
            (Question::Run, _) => !self.kindred_patterns(asked, subject).is_empty(),
            (Question::Path, Some(Action::Path(path))) => {
                let is_meant = |access: &Option<_>| access.is_none_or(|it| it == path.access);
                table.paths.iter().any(|(access, _)| is_meant(access))
            }
            (Question::Sql, Some(Action::Sql { .. }))
            | (Question::Connect, Some(Action::Connect { .. }))
            | (Question::Push, Some(Action::Push(_)))
            | (Question::Discard, Some(Action::Discard(_))) => true,
            (Question::Content, Some(Action::Path(path))) => path.text.is_some(),
            _ => false,
        }
    }

    /// The patterns of `run` that are about a program that leads to the subject.
    fn kindred_patterns<'t>(&self, asked: &'t AskedTable, subject: Subject) -> Vec<&'t str> {
        let runs: Vec<&Run> = subject
            .into_iter()
            .flat_map(|id| self.effects.causes(id))
            .map(|(_, run)| run)
            .collect();
        let patterns = asked.table.commands.iter().flatten();
        let kindred = patterns.filter(|it| runs.iter().any(|run| it.is_of(&run.program)));
        kindred.map(CommandPattern::text).collect()
    }

    /// A key that keeps a rule silent, with what is so in the call.
    pub(super) fn silencer(
        &self,
        table: &str,
        question: Question,
        asked: &AskedTable,
        subject: Subject,
        holds: bool,
    ) -> Silencer {
        let (key, why) = self.told(question, asked, subject, holds);
        Silencer { key: format!("{table}.{key}"), holds, why }
    }

    /// A `during` that keeps a rule silent.
    pub(super) fn in_time(
        &self,
        rule: &Rule,
        table: &str,
        subject: Subject,
        holds: bool,
    ) -> Silencer {
        let when = match self.instant(subject) {
            Some(instant) => tell(self, rule, instant),
            None => "a time that is not known".to_owned(),
        };
        let side = if holds { "inside" } else { "outside" };
        let why = format!("it happens {side} the window, at {when}");
        Silencer { key: format!("{table}.during"), holds, why }
    }

    /// The key of a question that a table asks, and what is so in the call.
    fn told(
        &self,
        question: Question,
        asked: &AskedTable,
        subject: Subject,
        holds: bool,
    ) -> (&'static str, String) {
        let Circumstances { call, host, .. } = *self.circumstances;
        let effect = self.effect(subject);
        let choose = |so: &str, not: &str| if holds { so.to_owned() } else { not.to_owned() };
        match question {
            Question::Tool => ("tool", format!("the tool is {}", quote(&call.tool))),
            Question::Word(word) => match word.of(call, host) {
                Some(said) => (word.name(), format!("the host says {}", quote(said))),
                None => (word.name(), "the host says nothing of it".to_owned()),
            },
            Question::Input => {
                ("input", choose("the tool's input is so", "the tool's input is otherwise"))
            }
            Question::Run => self.told_run(asked, subject, holds),
            Question::Place => {
                let place = effect.map_or(Place::Local, |effect| effect.place);
                ("place", format!("the place is {}", quote(place.name())))
            }
            Question::Path => self.told_path(asked, subject),
            Question::Content => {
                ("content", choose("the text has it", "the text has nothing of it"))
            }
            Question::Directory => {
                let known = effect.and_then(|effect| effect.directories.first());
                let directory = known.map_or(call.directory.clone(), ToString::to_string);
                ("cwd", format!("the directory is {}", quote(&directory)))
            }
            Question::Environment => ("env", choose("it is assigned", "it is not assigned")),
            Question::GitConfig => ("git_config", choose("git is told so", "git is not told so")),
            Question::Repository => {
                let key = if asked.table.linked { "repo" } else { "on_branch" };
                (key, choose("the directory is in such a one", "the directory is in no such one"))
            }
            Question::Sql => ("sql", self.does(subject)),
            Question::Connect => ("connect", self.does(subject)),
            Question::Push => ("push", self.does(subject)),
            Question::Discard => ("discard", self.does(subject)),
        }
    }

    fn told_run(
        &self,
        asked: &AskedTable,
        subject: Subject,
        holds: bool,
    ) -> (&'static str, String) {
        let runs = subject.and_then(|id| self.effects.causes(id).next());
        let patterns = self.kindred_patterns(asked, subject);
        if !holds
            && asked.table.feeds.is_some()
            && (!patterns.is_empty() || asked.table.commands.is_none())
        {
            let feeds = runs.iter().flat_map(|(_, run)| run.fed_by.iter()).map(Feed::name);
            let feeds: Vec<&str> = feeds.collect();
            let by = if feeds.is_empty() { "nothing".to_owned() } else { feeds.join(", ") };
            return ("fed_by", format!("it is fed by {by}"));
        }
        let command = runs.and_then(|(id, _)| self.effects.get(id)).map(|it| quote(&it.spelling));
        let command = command.unwrap_or_else(|| "no program".to_owned());
        let harmless = runs.is_some_and(|(_, run)| run.harmless);
        let mut why = format!("it runs {command}");
        if harmless && !holds {
            why.push_str(", which changes nothing");
        } else if !holds && !patterns.is_empty() {
            let more = if patterns.len() > MOST_PATTERNS { ", …" } else { "" };
            let named: Vec<String> =
                patterns.iter().take(MOST_PATTERNS).map(|it| quote(it)).collect();
            why.push_str(&format!(", not {}{more}", named.join(", ")));
        }
        ("run", why)
    }

    fn told_path(&self, asked: &AskedTable, subject: Subject) -> (&'static str, String) {
        let table = asked.table;
        let path = match self.action(subject) {
            Some(Action::Path(path)) => path,
            _ => {
                return (
                    path_key(table.paths.first().and_then(|(access, _)| *access)),
                    "no path is touched so".to_owned(),
                );
            }
        };
        let is_meant = |access: &Option<Access>| access.is_none_or(|it| it == path.access);
        let globs = table.paths.iter().find(|(access, _)| is_meant(access));
        let mut why = self.does(subject);
        match globs {
            _ if table.tree.is_some_and(|tree| tree != path.tree) => return ("tree", why),
            Some((_, globs)) if self.is_excepted(globs, subject) => {
                why.push_str(", which is an exception")
            }
            _ => why.push_str(", which no glob means"),
        }
        (path_key(globs.or(table.paths.first()).and_then(|(access, _)| *access)), why)
    }

    /// What the subject is, as a clause.
    fn does(&self, subject: Subject) -> String {
        match self.action(subject) {
            Some(Action::Path(path)) => {
                let spelt = path.paths.first().unwrap_or(&path.spelt).to_string();
                let tree = if path.tree { " and all below it" } else { "" };
                format!("it would {} {}{tree}", path.access.name(), quote(&spelt))
            }
            Some(Action::Sql { statement }) => {
                format!("the statement is {}", quote(&statement.to_string()))
            }
            Some(Action::Connect { url, method, .. }) => {
                let method = method.as_deref().unwrap_or("request");
                format!("it is a {method} to {}", quote(&url.to_string()))
            }
            Some(Action::Push(push)) => {
                let refs: Vec<String> = push.destinations.iter().map(short).collect();
                let how = match push.force {
                    _ if push.delete => "deletes",
                    Force::No => "pushes",
                    Force::Leased => "pushes with a lease",
                    Force::Plain => "pushes with force",
                };
                format!(
                    "it {how} {} of {}",
                    quote(&refs.join(" ")),
                    quote(&push.remote.to_string())
                )
            }
            Some(Action::Discard(discard)) => {
                let lost: Vec<&str> = discard.lost.iter().map(|lost| lost.name()).collect();
                format!("what it would lose is {}", lost.join(", "))
            }
            Some(Action::Run(_)) => "it is the program alone that fits".to_owned(),
            Some(Action::Opaque(opaque)) => format!("it is not known: {}", opaque.why),
            Some(Action::Call) | None => "it is only the call of a tool".to_owned(),
        }
    }
}

/// The key for an access; without one it is any.
fn path_key(access: Option<Access>) -> &'static str {
    access.map_or("touch", Access::name)
}

fn quote(text: &str) -> String {
    format!("`{}`", excerpt(text, LONGEST_QUOTE))
}
