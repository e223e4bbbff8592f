//! Owns what has been found out about a rule while a call is judged, so that each program is asked about once; it does
//! not know what is asked.

use super::{
    Match,
    rule::{Conditions, Rule},
};
use crate::effects::{EffectId, Effects, Run, Value};
use std::{
    cell::{OnceCell, RefCell},
    collections::BTreeMap,
    rc::Rc,
};

/// A rule that is held against a call.
pub(super) struct AskedRule<'r> {
    /// The tables of its verb.
    pub what: Vec<AskedTable<'r>>,
    /// Those of `when`.
    pub when: Vec<AskedTable<'r>>,
    /// Those of `unless`.
    pub unless: Vec<AskedTable<'r>>,
}

impl<'r> AskedRule<'r> {
    /// A rule of which nothing is known yet.
    pub fn new(rule: &'r Rule) -> Self {
        let asked = |tables: &'r [Conditions], excuses| {
            tables.iter().map(|table| AskedTable::new(table, excuses)).collect()
        };
        AskedRule {
            what: asked(&rule.what, false),
            when: asked(&rule.when, false),
            unless: asked(&rule.unless, true),
        }
    }
}

/// A table that is held against a call.
pub(super) struct AskedTable<'r> {
    /// The table.
    pub table: &'r Conditions,
    /// Whether it silences the rule, so that it has to hold wherever something may happen.
    pub excuses: bool,
    /// `run` and `fed_by`
    pub commands: Causes,
    /// `env`
    pub env: Causes,
    /// `git_config`
    pub git_config: Causes,
    /// What holds or not whatever the effect.
    pub call: OnceCell<Match>,
    /// `content`
    pub content: Last<Rc<str>, Match>,
    /// `body` of each request in `connect`
    pub bodies: Last<Value, Vec<Match>>,
}

impl<'r> AskedTable<'r> {
    fn new(table: &'r Conditions, excuses: bool) -> Self {
        let [commands, env, git_config] = Default::default();
        let (call, content, bodies) = Default::default();
        AskedTable { table, excuses, commands, env, git_config, call, content, bodies }
    }
}

impl AskedTable<'_> {
    /// How surely the table holds, by how surely it does in each of the places where something may happen: in any of them
    /// lets a rule speak, all of them silence it.
    pub fn anywhere(&self, each: impl Iterator<Item = Match>) -> Match {
        let surest = if self.excuses { each.min() } else { each.max() };
        surest.unwrap_or(Match::No)
    }
}

/// What was last asked about, and what came of it. One text may go to many files, or in many requests.
pub(super) struct Last<K, V> {
    last: RefCell<Option<(K, V)>>,
}

impl<K, V> Default for Last<K, V> {
    fn default() -> Self {
        Last { last: RefCell::new(None) }
    }
}

impl<K: Clone, V: Clone> Last<K, V> {
    /// What comes of this, which is found out unless it is the same as the last.
    pub fn of(&self, key: &K, is_same: fn(&K, &K) -> bool, find: impl FnOnce() -> V) -> V {
        let mut last = self.last.borrow_mut();
        let known = last.as_ref().filter(|(asked, _)| is_same(asked, key));
        let found = known.map_or_else(find, |(_, found)| found.clone());
        *last = Some((key.clone(), found.clone()));
        found
    }
}

/// How surely a program fits, or one that leads to it. A command that removes a thousand files is the cause of a
/// thousand effects.
#[derive(Debug, Default)]
pub(super) struct Causes {
    known: RefCell<BTreeMap<EffectId, Match>>,
}

impl Causes {
    /// How surely any of the programs that lead to an effect fits.
    pub fn surest(&self, effects: &Effects, id: EffectId, fits: impl Fn(&Run) -> Match) -> Match {
        let mut known = self.known.borrow_mut();
        let mut surest = Match::No;
        let mut unknown = Vec::new();
        for (id, run) in effects.causes(id) {
            if let Some(found) = known.get(&id) {
                surest = *found;
                break;
            }
            unknown.push((id, run));
        }
        for (id, run) in unknown.into_iter().rev() {
            surest = surest.max(fits(run));
            known.insert(id, surest);
        }
        surest
    }
}
