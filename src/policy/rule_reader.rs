//! Owns reading one rule: its verb, its conditions and its words; it does not apply them.

use super::{
    CommandPattern, GlobSet, Window,
    document::{Document, Entry, Text, entries},
    error::ErrorKind,
    git_reader, glob,
    reader::UNKNOWNS,
    rule::{Conditions, HostWord, Rule, ToolPattern},
    span::Span,
    template::{Placeholder, Template},
    values_reader,
    window_reader::{Windows, is_name},
    with_reader,
    words::{self, nearest},
};
use crate::{effects::Access, verdict::Decision};
use std::{ops::Range, sync::Arc};
use toml::de::DeValue;

/// What rules are read with.
pub(super) struct RuleReader<'f> {
    /// The pack the rules stand in, if they do. What its patterns say is held by tests, so they are read when needed.
    pub pack: Option<&'f str>,
    /// The windows that `during` can name.
    pub windows: &'f Windows,
    /// The zone of the file.
    pub timezone: Option<&'f str>,
}

/// The verbs.
pub(super) const VERBS: [(&str, Decision); 4] = [
    ("deny", Decision::Deny),
    ("ask", Decision::Ask),
    ("rewrite", Decision::Rewrite),
    ("warn", Decision::Warn),
];

/// The keys that name paths, with the access they mean.
const PATHS: [(&str, Option<Access>); 4] = [
    ("read", Some(Access::Read)),
    ("write", Some(Access::Write)),
    ("delete", Some(Access::Delete)),
    ("touch", None),
];

impl RuleReader<'_> {
    /// Reads one rule, or notes why it is none.
    pub fn read(&self, document: &mut Document, entry: &Entry) -> Option<Rule> {
        let id = match self.pack {
            Some(pack) => format!("{pack}/{}", entry.key),
            None => entry.key.to_owned(),
        };
        if is_name(entry.key) {
            document.rule = Some(id.clone());
        } else {
            let message = "rules are named with letters, digits, `-`, `_` and `.`, at most 64";
            document.error(ErrorKind::Name, &entry.key_span, message, "");
        }
        let rule = self.read_keys(document, entry, id);
        document.rule = None;
        rule
    }

    fn read_keys(&self, document: &mut Document, rule: &Entry, id: String) -> Option<Rule> {
        let DeValue::Table(keys) = rule.value else {
            let message = format!("the rule `{}` must be a table", rule.key);
            let help = format!("write [rules.{}], and below it deny = {{ … }}", rule.key);
            document.error(ErrorKind::WrongType, &rule.span, &message, &help);
            return None;
        };
        let keys = entries(keys);
        let mut verbs = Vec::new();
        let (mut when, mut unless) = (Vec::new(), Vec::new());
        let (mut because, mut instead, mut unknown) = (None, None, None);
        let mut replacements = None;
        for key in &keys {
            match key.key {
                "when" => when = self.tables(document, key),
                "unless" => unless = self.tables(document, key),
                "because" => because = message(document, key),
                "instead" => instead = document.string(key).map(|(text, _)| text.to_owned()),
                "with" => replacements = Some(key),
                "unknown" => unknown = document.choice(key, &UNKNOWNS),
                name => match VERBS.iter().find(|(verb, _)| *verb == name) {
                    Some((_, decision)) => verbs.push((*decision, key)),
                    None => document.unexpected_key(key, "a rule", words::RULE, words::RULE_LATER),
                },
            }
        }
        let (decision, verb) = one_verb(document, rule, &keys, &verbs)?;
        let what = self.tables(document, verb);
        let with = with_reader::with(document, (decision, verb), replacements);
        let has_window =
            [&what, &when, &unless].into_iter().flatten().any(|it| it.during.is_some());
        if let (false, Some(key)) = (has_window, keys.iter().find(|key| key.key == "because"))
            && because.as_ref().is_some_and(|it| it.mentions(Placeholder::Opens))
        {
            let message = "`{opens}` in a rule without a window, which never opens";
            let help = "say `during` in `when` or `unless`, or leave `{opens}` out";
            document.error(ErrorKind::Placeholder, &key.span, message, help);
        }
        let timezone = self.timezone.map(str::to_owned);
        let asks_about_scripts = false;
        Some(Rule {
            id,
            verb: decision,
            decision,
            what,
            when,
            unless,
            because,
            with,
            instead,
            unknown,
            asks_about_scripts,
            timezone,
        })
    }

    /// Reads the table or tables of a verb, `when` or `unless`.
    fn tables(&self, document: &mut Document, entry: &Entry) -> Vec<Conditions> {
        let tables = document.tables(entry);
        let read = |(keys, span): (Vec<Entry>, _)| self.conditions(document, entry, &keys, &span);
        tables.into_iter().map(read).collect()
    }

    fn conditions(
        &self,
        document: &mut Document,
        table: &Entry,
        keys: &[Entry],
        span: &Range<usize>,
    ) -> Conditions {
        let mut conditions = Conditions::default();
        if keys.is_empty() {
            let message = format!("`{}` has an empty table, which says nothing", table.key);
            let help = "name a command, a path or a tool, for example { run = \"git push\" }";
            document.error(ErrorKind::NeverMatches, span, &message, help);
        }
        for key in keys {
            self.condition(document, key, &mut conditions);
        }
        let accesses = conditions.paths.iter().filter(|(access, _)| access.is_some()).count();
        let is_about_paths = !conditions.paths.is_empty() || conditions.content.is_some();
        let kinds = [is_about_paths, conditions.sql.is_some(), conditions.requests.is_some()];
        if accesses > 1 || kinds.iter().filter(|kind| **kind).count() > 1 {
            let message = format!("nothing fits `{}`: no effect is of two kinds", table.key);
            let help = "write a list of tables: [{ read = … }, { write = … }], or use `touch`";
            document.error(ErrorKind::NeverMatches, span, &message, help);
        }
        conditions
    }

    /// Reads one key of a verb, `when` or `unless`.
    fn condition(&self, document: &mut Document, key: &Entry, conditions: &mut Conditions) {
        if let Some((_, access)) = PATHS.iter().find(|(name, _)| *name == key.key) {
            let globs = self.globs(document, key);
            return conditions.paths.extend(globs.map(|globs| (*access, globs)));
        }
        if let Some(word) = HostWord::ALL.iter().find(|word| word.name() == key.key) {
            let words = filled_strings(document, key).into_iter();
            return conditions
                .words
                .push((*word, words.map(|(text, _)| text.to_owned()).collect()));
        }
        match key.key {
            "run" => conditions.commands = Some(self.commands(document, key)),
            "tree" => conditions.tree = document.boolean(key),
            "tool" => {
                let names = filled_strings(document, key).into_iter();
                let pattern = |(name, _): Text| ToolPattern { name: name.to_owned() };
                conditions.tools = Some(names.map(pattern).collect());
            }
            "fed_by" => conditions.feeds = Some(values_reader::feeds(document, key)),
            "sql" => conditions.sql = Some(values_reader::statements(document, key)),
            "connect" => conditions.requests = Some(values_reader::requests(document, key)),
            "content" => conditions.content = Some(values_reader::texts(document, key)),
            "input" => conditions.input = values_reader::input(document, key),
            "place" => conditions.places = Some(values_reader::places(document, key)),
            "push" => conditions.pushes = git_reader::pushes(document, key),
            "discard" => conditions.losses = git_reader::losses(document, key),
            "on_branch" => conditions.on_branch = git_reader::branches(document, key),
            "repo" => conditions.linked = git_reader::repo(document, key),
            "env" => conditions.env = Some(git_reader::assignments(document, key)),
            "git_config" => conditions.git_config = Some(git_reader::assignments(document, key)),
            "cwd" => conditions.directories = self.globs(document, key),
            "during" => conditions.during = Some(self.during(document, key)),
            _ => document.unexpected_key(key, "a verb, `when` or `unless`", words::CONDITIONS, &[]),
        }
    }

    /// Reads the names of windows.
    fn during(&self, document: &mut Document, entry: &Entry) -> Vec<Arc<Window>> {
        let names = document.strings(entry);
        let mut windows = Vec::new();
        for (name, span) in names {
            if let Some(window) = self.windows.get(name) {
                windows.push(Arc::clone(window));
                continue;
            }
            let known: Vec<&str> = self.windows.keys().map(String::as_str).collect();
            let help = match nearest(name, &known) {
                _ if name.starts_with('!') => {
                    "a window has no exceptions here: say `during` in `unless`".to_owned()
                }
                Some(known) => format!("did you mean `{known}`?"),
                None if Span::parse(name).is_ok() => {
                    format!(
                        "give it a name: [windows] hours = [\"{name}\"], then during = \"hours\""
                    )
                }
                None => format!("write [windows] {name} = [\"mon-fri 18:00-23:30\"] in this file"),
            };
            let message = format!("this file has no window `{name}`");
            document.error(ErrorKind::UnknownWindow, &span, &message, &help);
        }
        windows
    }

    /// Reads path globs.
    fn globs(&self, document: &mut Document, entry: &Entry) -> Option<GlobSet> {
        let texts = document.strings(entry);
        let patterns: Vec<&str> = texts.iter().map(|(text, _)| *text).collect();
        if self.pack.is_some() {
            return Some(GlobSet::later(&patterns));
        }
        if document.globs > glob::LONGEST {
            return None;
        }
        let (first, message) = match GlobSet::parse(&patterns) {
            Ok(globs) => {
                document.globs += globs.length();
                if document.globs <= glob::LONGEST {
                    return Some(globs);
                }
                let message = "the alternatives of all globs in this file stand for too many";
                document.error(ErrorKind::Glob, &entry.span, message, "use `*` for some of them");
                return None;
            }
            Err(error) => error,
        };
        let span = texts.get(first).map_or(&entry.span, |(_, span)| span);
        document.error(ErrorKind::Glob, span, &message, "");
        // A set stops at its first bad glob; a person wants to hear of all of them.
        for (text, span) in texts.iter().skip(first + 1) {
            if let Err((_, message)) = GlobSet::parse(&[text]) {
                document.error(ErrorKind::Glob, span, &message, "");
            }
        }
        None
    }

    /// Reads command patterns.
    fn commands(&self, document: &mut Document, entry: &Entry) -> Vec<CommandPattern> {
        let texts = document.strings(entry);
        if self.pack.is_some() {
            return texts.iter().map(|(text, _)| CommandPattern::later(text)).collect();
        }
        let mut patterns = Vec::new();
        for (text, span) in texts {
            match CommandPattern::parse(text) {
                Ok(pattern) => patterns.push(pattern),
                Err(message) => document.error(ErrorKind::Command, &span, &message, ""),
            }
        }
        patterns
    }
}

/// The one verb of a rule.
fn one_verb<'v, 'd>(
    document: &mut Document,
    rule: &Entry,
    keys: &[Entry],
    verbs: &[(Decision, &'v Entry<'d>)],
) -> Option<(Decision, &'v Entry<'d>)> {
    match verbs {
        [verb] => Some(*verb),
        [] => {
            // A misspelt or later verb has been told already.
            if keys.iter().all(|key| words::RULE.contains(&key.key)) {
                let help = "say what it is about, for example deny = { run = \"git push\" }";
                document.error(ErrorKind::Verb, &rule.key_span, "the rule has no verb", help);
            }
            None
        }
        [(_, first), .., (_, last)] => {
            let message = format!("the rule has two verbs, `{}` and `{}`", first.key, last.key);
            let help = "make it two rules";
            document.error(ErrorKind::Verb, &last.key_span, &message, help);
            None
        }
    }
}

/// Reads `because`.
fn message(document: &mut Document, entry: &Entry) -> Option<Template> {
    let (text, span) = document.string(entry)?;
    match Template::parse(text) {
        Ok(template) => Some(template),
        Err(unknown) => {
            let message = format!("`{unknown}` is no placeholder");
            let help = "messages have {rule}, {command}, {path}, {opens} and {now}; \
                        a brace is written twice: {{";
            document.error(ErrorKind::Placeholder, &span, &message, help);
            None
        }
    }
}

/// Reads strings, none of which may be empty.
pub(super) fn filled_strings<'d>(document: &mut Document, entry: &Entry<'d>) -> Vec<Text<'d>> {
    let texts = document.strings(entry);
    for (_, span) in texts.iter().filter(|(text, _)| text.is_empty()) {
        let message = format!("`{}` has an empty name, which nothing fits", entry.key);
        document.error(ErrorKind::NeverMatches, span, &message, "");
    }
    texts
}
