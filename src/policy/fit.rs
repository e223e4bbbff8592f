//! Owns whether a rule speaks about one effect; it does not choose among effects, nor give reasons.

use super::{
    Match,
    asked::{AskedRule, AskedTable},
    clock::Clock,
    glob::{Below, GlobSet},
    judge::Circumstances,
    question::Question,
    request,
    rule::{Conditions, Rule, ToolPattern},
    target::Target,
};
use crate::effects::{Access, Action, Delay, Effect, EffectId, Effects, Opaque, Run, Value};
use std::{collections::BTreeMap, rc::Rc};

/// Everything a rule is held against.
pub(super) struct Situation<'s> {
    /// What the call would do.
    pub effects: &'s Effects,
    /// The call and what is around it.
    pub circumstances: &'s Circumstances<'s>,
    /// The zones.
    pub clock: Clock<'s>,
    /// The paths of each effect that has some.
    targets: BTreeMap<EffectId, Target<'s>>,
    /// The files that searches name.
    named: BTreeMap<EffectId, Target<'s>>,
}

/// What a rule is asked about: an effect, or the call itself where it has none.
pub(super) type Subject = Option<EffectId>;

/// How surely each table of a rule fits a subject, whatever the time. There are far fewer of these than of subjects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fits {
    what: Vec<Match>,
    when: Vec<Match>,
    unless: Vec<Match>,
    /// Whether a script does it.
    in_script: bool,
}

/// The time for which a rule is asked.
#[derive(Debug, Clone, Copy)]
pub(super) enum Time {
    /// An instant, in seconds since 1970.
    At(i64),
    /// Whatever time lets the rule speak. It needs no zone, so it is asked first.
    Best,
    /// Whatever time silences the rule.
    Worst,
}

impl<'s> Situation<'s> {
    /// A call about to be judged.
    pub fn new(
        effects: &'s Effects,
        circumstances: &'s Circumstances<'s>,
        clock: Clock<'s>,
    ) -> Self {
        let paths = || {
            effects.iter().filter_map(|(id, effect)| match &effect.action {
                Action::Path(path) => Some((id, path)),
                _ => None,
            })
        };
        let targets = paths().map(|(id, path)| (id, Target::of(path))).collect();
        let named = paths().filter_map(|(id, path)| Some((id, Target::of_names(path)?))).collect();
        Situation { effects, circumstances, clock, targets, named }
    }

    /// How surely the tables of a rule fit a subject; `None` if the rule has nothing to do with it at any time.
    pub fn fits(&self, asked: &AskedRule, subject: Subject) -> Option<Fits> {
        let each = |tables: &[AskedTable]| -> Vec<Match> {
            tables.iter().map(|table| self.fits_table(table, subject)).collect()
        };
        let is_fit = |matches: &[Match]| matches.iter().any(|fit| *fit != Match::No);
        let what = each(&asked.what);
        if !is_fit(&what) {
            return None;
        }
        let when = each(&asked.when);
        if !when.is_empty() && !is_fit(&when) {
            return None;
        }
        let in_script = self.effect(subject).is_some_and(|effect| effect.in_script);
        Some(Fits { what, when, unless: each(&asked.unless), in_script })
    }

    /// How surely a rule speaks at a time about what its tables fit. An error is a zone that cannot be read.
    pub fn speaks(&self, rule: &Rule, fits: &Fits, time: Time) -> Result<Match, String> {
        let mut sure = self.any(&rule.what, &fits.what, time, true)?;
        if sure != Match::No && !rule.when.is_empty() {
            sure = sure.min(self.any(&rule.when, &fits.when, time, true)?);
        }
        if sure == Match::No {
            return Ok(Match::No);
        }
        let sure = match self.any(&rule.unless, &fits.unless, time, false)? {
            Match::No => sure,
            Match::Can => Match::Can,
            Match::Must => Match::No,
        };
        let counts = sure == Match::Must || !fits.in_script || rule.asks_about_scripts;
        Ok(if counts { sure } else { Match::No })
    }

    /// What rules are asked about: each effect, or the call itself where it has none.
    pub fn subjects(&self) -> impl Iterator<Item = Subject> {
        let call_itself = self.effects.is_empty().then_some(None);
        self.effects.iter().map(|(id, _)| Some(id)).chain(call_itself)
    }

    /// The effect that a rule is asked about.
    pub fn effect(&self, subject: Subject) -> Option<&'s Effect> {
        subject.and_then(|id| self.effects.get(id))
    }

    /// When a subject happens, in seconds since 1970, if that is known.
    pub fn instant(&self, subject: Subject) -> Option<i64> {
        match self.effect(subject).map_or(Delay::default(), |effect| effect.delay) {
            Delay::Seconds(delay) => Some(self.circumstances.now.saturating_add(delay)),
            Delay::Unknown => None,
        }
    }

    /// How surely any of the tables holds at a time.
    fn any(
        &self,
        tables: &[Conditions],
        fits: &[Match],
        time: Time,
        favoured: bool,
    ) -> Result<Match, String> {
        let mut surest = Match::No;
        for (table, fit) in tables.iter().zip(fits) {
            if *fit > surest && self.is_during(table, time, favoured)? {
                surest = *fit;
            }
        }
        Ok(surest)
    }

    /// How surely a subject fits all keys of a table but `during`.
    fn fits_table(&self, asked: &AskedTable, subject: Subject) -> Match {
        let of_call = || self.surely_all(&Question::OF_CALL, asked, subject);
        let call = *asked.call.get_or_init(of_call);
        if call == Match::No {
            return Match::No;
        }
        // That a program runs touches no file; its words, which may be many, need not be looked at.
        if !asked.table.paths.is_empty() && matches!(self.action(subject), Some(Action::Run(_))) {
            return Match::No;
        }
        call.min(self.surely_all(&Question::OF_EFFECT, asked, subject))
    }

    /// How surely all of these questions are answered with yes, as far as the table asks them.
    fn surely_all(&self, questions: &[Question], asked: &AskedTable, subject: Subject) -> Match {
        let mut sure = Match::Must;
        for question in questions.iter().filter(|question| question.is_asked(asked.table)) {
            sure = sure.min(self.answer(*question, asked, subject));
            if sure == Match::No {
                break;
            }
        }
        sure
    }

    /// How surely the keys of a question that the table asks hold.
    pub fn answer(&self, question: Question, asked: &AskedTable, subject: Subject) -> Match {
        let Circumstances { call, host, .. } = *self.circumstances;
        let table = asked.table;
        match question {
            Question::Tool => {
                sure(table.tools.iter().flatten().any(|tool: &ToolPattern| tool.matches(call)))
            }
            Question::Word(word) => {
                let meant = table.words.iter().filter(|(asked, _)| *asked == word);
                let mut meant = meant.flat_map(|(_, meant)| meant);
                sure(word.of(call, host).is_some_and(|said| meant.any(|meant| meant == said)))
            }
            Question::Input => self.has_input(table),
            Question::Run => self.runs(asked, subject),
            Question::Place => {
                let effect = self.effect(subject);
                let there = |places: &Vec<_>| effect.is_some_and(|it| places.contains(&it.place));
                sure(table.places.as_ref().is_some_and(there))
            }
            Question::Path => self.concerns_paths(table, subject),
            Question::Sql => self.tells(asked, subject),
            Question::Connect => self.connects(asked, subject),
            Question::Content => self.writes(asked, subject),
            Question::Directory => self.runs_in(asked, subject),
            Question::Push => self.pushes(table, subject),
            Question::Discard => self.loses(table, subject),
            Question::Environment => self.assigns(asked, subject),
            Question::GitConfig => self.configures(asked, subject),
            Question::Repository => self.happens_at(asked, subject),
        }
    }

    /// How surely `input` holds.
    fn has_input(&self, table: &Conditions) -> Match {
        let input = table.input.iter().map(|(pointer, patterns)| {
            let there = self.circumstances.call.input.pointer(pointer);
            there.map_or(Match::No, |there| request::any(patterns, &text_of(there)))
        });
        input.min().unwrap_or(Match::Must)
    }

    /// How surely `run` and `fed_by` hold: both for the same program, any that leads to the subject.
    fn runs(&self, asked: &AskedTable, subject: Subject) -> Match {
        let table = asked.table;
        let Some(id) = subject else { return Match::No };
        let is_fed = |run: &Run| {
            table.feeds.as_ref().is_none_or(|feeds| feeds.iter().any(|feed| run.fed_by.has(*feed)))
        };
        let surest = asked.commands.surest(self.effects, id, |run| match &table.commands {
            _ if !is_fed(run) => Match::No,
            Some(patterns) => surest(patterns.iter().map(|it| it.matches(run))),
            None => Match::Must,
        });
        if table.feeds.is_some() {
            return surest;
        }
        surest.max(self.hides(subject, |opaque| opaque.runs))
    }

    /// How surely `read`, `write`, `delete`, `touch` and `tree` hold.
    fn concerns_paths(&self, table: &Conditions, subject: Subject) -> Match {
        if let Some(Action::Discard(discard)) = self.action(subject) {
            let fits = table.paths.is_empty() && table.tree == Some(discard.tree);
            return if fits { Match::Must } else { Match::No };
        }
        let Some(target) = subject.and_then(|id| self.targets.get(&id)) else {
            return self.hides(subject, |opaque| opaque.runs && is_about_tree_deletes(table));
        };
        let named = || subject.and_then(|id| self.named.get(&id));
        let target = match table.tree {
            Some(tree) if tree != target.tree => match named() {
                Some(named) if !tree => named,
                _ => return Match::No,
            },
            _ => target,
        };
        let Circumstances { places, trees, .. } = *self.circumstances;
        let matches = table.paths.iter().map(|(access, globs)| match access {
            Some(access) if *access != target.access => Match::No,
            Some(_) => globs.concerns(target, places, trees),
            // A rule that says `touch` is about what is in a file. That a large tree could hold one is no reason to ask
            // about every `rm -rf node_modules`; a rule that says `delete` does ask.
            None => match globs.concerns(target, places, trees) {
                Match::Can if globs.below(target, places, trees) == Below::Beyond => Match::No,
                sure => sure,
            },
        });
        matches.min().unwrap_or(Match::Must)
    }

    /// Whether it is an exception that keeps globs from meaning the subject.
    pub fn is_excepted(&self, globs: &GlobSet, subject: Subject) -> bool {
        let target = subject.and_then(|id| self.targets.get(&id));
        target.is_some_and(|target| globs.excepts(target, self.circumstances.places))
    }

    /// What a look finds below the subject, if only that can tell why the rule speaks.
    pub fn below(&self, rule: &Rule, subject: Subject) -> Below {
        let Some(target) = subject.and_then(|id| self.targets.get(&id)) else {
            return Below::Nothing;
        };
        let Circumstances { places, trees, .. } = *self.circumstances;
        let globs = rule.what.iter().flat_map(|table| &table.paths);
        let meant = globs.filter(|(access, _)| access.is_none_or(|it| it == target.access));
        let mut found = meant.map(|(_, globs)| globs.below(target, places, trees));
        found.find(|found| *found != Below::Nothing).unwrap_or(Below::Nothing)
    }

    /// How surely `sql` holds.
    fn tells(&self, asked: &AskedTable, subject: Subject) -> Match {
        match self.action(subject) {
            Some(Action::Sql { statement }) => {
                surest(asked.table.sql.iter().flatten().map(|it| it.matches(statement)))
            }
            _ => Match::No,
        }
    }

    /// How surely `connect` holds.
    fn connects(&self, asked: &AskedTable, subject: Subject) -> Match {
        let Some(Action::Connect { url, method, body }) = self.action(subject) else {
            return Match::No;
        };
        let requests = asked.table.requests.as_deref().unwrap_or_default();
        let bodies = || requests.iter().map(|it| it.matches_body(body)).collect();
        let body = body.clone().unwrap_or_default();
        let bodies = asked.bodies.of(&body, Value::is_same, bodies).into_iter();
        let rest = requests.iter().map(|it| it.matches(url, method.as_deref()));
        surest(rest.zip(bodies).map(|(one, other)| one.min(other)))
    }

    /// How surely `content` holds.
    fn writes(&self, asked: &AskedTable, subject: Subject) -> Match {
        let text = match self.action(subject) {
            Some(Action::Path(path)) if path.access == Access::Write => path.text.as_ref(),
            _ => None,
        };
        let content = asked.table.content.iter().flatten();
        text.map_or(Match::No, |text| {
            asked.content.of(text, Rc::ptr_eq, || surest(content.map(|it| it.finds(text))))
        })
    }

    /// Whether the subject is a part that cannot be known and could hide what is meant.
    ///
    /// An opaque part is one hole and nothing else. So that guarding does not become nagging, such a part counts only
    /// as the program that it could run, and as the worst that a program does, which is to delete a tree.
    fn hides(&self, subject: Subject, what: impl Fn(&Opaque) -> bool) -> Match {
        let effect = subject.and_then(|id| self.effects.get(id));
        match effect.map(|effect| &effect.action) {
            Some(Action::Opaque(opaque)) if what(opaque) => Match::Can,
            _ => Match::No,
        }
    }

    /// Whether `during` holds at a time; `favoured` is what it takes to let the rule speak.
    pub fn is_during(
        &self,
        table: &Conditions,
        time: Time,
        favoured: bool,
    ) -> Result<bool, String> {
        let Some(windows) = &table.during else { return Ok(true) };
        let instant = match time {
            Time::Best => return Ok(favoured),
            Time::Worst => return Ok(!favoured),
            Time::At(instant) => instant,
        };
        for window in windows {
            if self.clock.is_open(window, instant)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// What is known is sure.
pub(super) fn sure(holds: bool) -> Match {
    if holds { Match::Must } else { Match::No }
}

/// The surest of several matches.
fn surest(matches: impl Iterator<Item = Match>) -> Match {
    matches.max().unwrap_or(Match::No)
}

/// A part of a tool's input as text: strings without their quotes.
fn text_of(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn is_about_tree_deletes(table: &Conditions) -> bool {
    let may_delete = |access: &Option<Access>| access.is_none_or(|it| it == Access::Delete);
    table.tree == Some(true) && table.paths.iter().all(|(access, _)| may_delete(access))
}
