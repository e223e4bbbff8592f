//! Owns gathering what is in force in a directory: policies, their rules and settings, each with its place; it prints nothing.

use crate::facts::Facts;
use crate::gate::{self, Agreed, PolicyFile};
use crate::policy::{self, Outline, Policy, Rule, Source};
use crate::verdict::Layer;
use std::collections::BTreeMap;

/// Everything that is in force.
#[derive(Default)]
pub struct InForce {
    /// The policies, the organisation's first, with their overrides settled.
    pub policies: Vec<Policy>,
    /// The files that cannot be used, and why.
    pub broken: Vec<(Layer, String)>,
    /// What else a person should know.
    pub notes: Vec<String>,
    /// What the files and packs say in short, by their names.
    outlines: BTreeMap<String, Outline>,
}

/// A setting, its value as TOML, and where it is made.
pub struct SettingInForce {
    pub key: String,
    pub value: String,
    /// The file and the line; nothing where no file says it.
    pub place: Option<(String, usize)>,
}

/// What holds where no file says anything.
const DEFAULTS: [(&str, &str); 9] = [
    ("on_error", "\"deny\""),
    ("unknown", "\"ask\""),
    ("scripts", "\"silent\""),
    ("enforce", "true"),
    ("self_protection", "\"on\""),
    ("deadline_ms", "800"),
    ("timezone", "the machine's own"),
    ("wrappers", "[]"),
    ("tools", "{}"),
];

impl InForce {
    /// Reads the files; where neither the organisation nor the user has one, the built-in one stands in for them.
    pub fn read(files: &[PolicyFile], agreed: &Agreed, facts: &Facts) -> Self {
        let mut all = InForce::default();
        for file in files {
            match gate::read_file(file, agreed, facts) {
                Ok(None) => {}
                Ok(Some(source)) => all.add(source),
                Err(why) => all.broken.push((file.layer, why)),
            }
        }
        all.notes.extend(agreed.problem());
        let read = all.policies.iter().map(|policy| policy.layer);
        let mut layers = read.chain(all.broken.iter().map(|(layer, _)| *layer));
        if layers.all(|layer| layer == Layer::Project) {
            all.add(Source::stand_in());
        }
        policy::settle(&mut all.policies);
        if all.said("self_protection").first().is_none_or(|it| it.value != "\"off\"") {
            all.policies.push(policy::read_built_in());
        }
        all.policies.sort_by_key(|policy| policy.layer);
        let rules = all.policies.iter().flat_map(|policy| &policy.rules);
        for (pack, text) in rules.filter_map(|rule| policy::pack_of(&rule.id)) {
            let outline = || policy::outline(pack, text);
            all.outlines.entry(format!("pack {pack}")).or_insert_with(outline);
        }
        all
    }

    fn add(&mut self, source: Source) {
        let outline = policy::outline(&source.file, &source.text);
        let (file, layer) = (source.file.clone(), source.layer);
        match policy::read(source) {
            Ok(policy) => self.policies.push(policy),
            Err(errors) => {
                let why = format!("The policy is broken: {}.", policy::summary(&errors));
                self.broken.push((layer, why));
            }
        }
        self.outlines.insert(file, outline);
    }

    /// The packs that a file lists.
    pub fn packs(&self, policy: &Policy) -> &[String] {
        self.outlines.get(&policy.file).map_or(&[], |outline| &outline.packs)
    }

    /// The settings in force, in the order of the documentation, those of stronger layers first.
    pub fn settings(&self) -> Vec<SettingInForce> {
        let each = DEFAULTS.iter().flat_map(|(key, default)| {
            let mut said = self.said(key);
            if said.is_empty() {
                let (key, value) = ((*key).to_owned(), (*default).to_owned());
                said.push(SettingInForce { key, value, place: None });
            }
            said
        });
        each.collect()
    }

    /// What files that may do so say of a setting.
    fn said(&self, key: &str) -> Vec<SettingInForce> {
        let files = self.policies.iter().filter(|policy| policy::counts(policy, key));
        let settings = files.flat_map(|policy| {
            let outline = self.outlines.get(&policy.file);
            outline.into_iter().flat_map(|it| &it.settings).map(move |it| (policy, it))
        });
        let meant = settings.filter(|(_, setting)| setting.key == key);
        let meant = meant.map(|(policy, setting)| SettingInForce {
            key: key.to_owned(),
            value: setting.value.clone(),
            place: Some((policy.file.clone(), setting.line)),
        });
        meant.collect()
    }

    /// The file or the pack where a rule stands, the line, and what the rule is about.
    pub fn rule(&self, policy: &Policy, rule: &Rule) -> (String, usize, String) {
        let pack = policy::pack_of(&rule.id).map(|(pack, _)| format!("pack {pack}"));
        let file = pack.unwrap_or_else(|| policy.file.clone());
        let name = rule.id.rsplit('/').next().unwrap_or_default();
        let rules = self.outlines.get(&file).map_or(&[][..], |outline| &outline.rules);
        let found = rules.iter().find(|it| it.name == name);
        let (line, about) = found.map(|it| (it.line, it.about.clone())).unwrap_or_default();
        (file, line, about)
    }
}
