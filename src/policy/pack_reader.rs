//! Owns reading the packs that a policy lists, as parts of it; it does not read rules, nor the policy itself.

use super::{
    document::{Document, Entry, Text, entries},
    error::{ErrorKind, PolicyError},
    packs,
    reader::{Body, find, known_keys, parse, read_body, version},
    rule::{Policy, Rule},
    window_reader::is_name,
    words::nearest,
};
use crate::verdict::Layer;

/// The packs that a file lists, with those that these list.
#[derive(Default)]
struct Packs {
    names: Vec<String>,
    /// The windows that the file may replace, as `pack/window`.
    windows: Vec<String>,
    rules: Vec<Rule>,
}

/// Reads the rules that are built in.
pub fn read_built_in() -> Policy {
    let (name, text) = packs::BUILT_IN;
    let mut policy = Policy::empty(name, Layer::BuiltIn, true);
    let (pack, _) =
        read_pack(name, packs::without_tests(text), &Body::default()).unwrap_or_default();
    policy.rules = pack.rules;
    policy
}

/// Reads the packs that a file lists. `[windows] "pack/window" = …` in the file takes the place of a pack's window.
pub(super) fn read_packs(document: &mut Document, top: &[Entry], body: &Body) -> Vec<Rule> {
    let mut packs = Packs::default();
    let mut seen = Vec::new();
    for (name, span) in listed_packs(document, top) {
        if seen.contains(&name) {
            let message = format!("the pack `{name}` is listed twice");
            document.error(ErrorKind::Pack, &span, &message, "list it once");
            continue;
        }
        seen.push(name);
        packs.add(document, name, body);
    }
    window_names(document, top, &packs.windows);
    packs.rules
}

/// The packs that a file or a pack lists and that there are.
fn listed_packs<'d>(document: &mut Document, top: &[Entry<'d>]) -> Vec<Text<'d>> {
    let listed = find(top, "packs").map(|entry| document.strings_if_any(entry));
    let mut listed = listed.unwrap_or_default();
    listed.retain(|(name, span)| {
        let is_known = packs::whole(name).is_some();
        if !is_known {
            let help = nearest(name, &packs::names()).map_or_else(
                || format!("hookshim has {}", packs::names().join(", ")),
                |known| format!("did you mean `{known}`?"),
            );
            document.error(ErrorKind::Pack, span, &format!("there is no pack `{name}`"), &help);
        }
        is_known
    });
    listed
}

impl Packs {
    /// Reads a pack as a part of the file that lists it, and then those that it lists itself; each counts once.
    fn add(&mut self, document: &mut Document, name: &str, file: &Body) {
        let Some(text) = packs::find(name).filter(|_| !self.names.iter().any(|it| it == name))
        else {
            return;
        };
        self.names.push(name.to_owned());
        match read_pack(name, text, file) {
            Ok((pack, listed)) => {
                let windows = pack.windows.into_keys().map(|window| format!("{name}/{window}"));
                self.windows.extend(windows);
                self.rules.extend(pack.rules);
                listed.iter().for_each(|name| self.add(document, name, file));
            }
            Err(errors) => document.adopt(errors),
        }
    }
}

/// Notes windows with names that are neither names nor those of a listed pack's window.
fn window_names(document: &mut Document, top: &[Entry], replaceable: &[String]) {
    let windows = find(top, "windows").and_then(|entry| document.table(entry)).unwrap_or_default();
    for entry in windows.iter().filter(|entry| !is_name(entry.key)) {
        if replaceable.iter().any(|window| window == entry.key) {
            continue;
        }
        let message = match entry.key.contains('/') {
            true => format!("no pack that is listed has a window `{}`", entry.key),
            false => {
                "windows are named with letters, digits, `-`, `_` and `.`, at most 64".to_owned()
            }
        };
        let help = "`\"pack/window\" = …` takes the place of a listed pack's window";
        document.error(ErrorKind::Name, &entry.key_span, &message, help);
    }
}

/// Reads one of hookshim's own packs as a part of the file that lists it, and the names of the packs that it lists.
fn read_pack(name: &str, text: &str, file: &Body) -> Result<(Body, Vec<String>), Vec<PolicyError>> {
    let prefix = format!("{name}/");
    let replaced = file.windows.iter().filter_map(|(window, spans)| {
        Some((window.strip_prefix(&prefix)?.to_owned(), spans.clone()))
    });
    let outer =
        Body { timezone: file.timezone.clone(), windows: replaced.collect(), rules: Vec::new() };
    let shown = format!("pack {name}");
    let mut document = Document::new(&shown, text);
    let Some(table) = parse(&mut document) else { return document.finish((outer, Vec::new())) };
    let top = entries(&table);
    version(&mut document, &top);
    known_keys(&mut document, &top);
    let listed = listed_packs(&mut document, &top);
    let listed = listed.into_iter().map(|(name, _)| name.to_owned()).collect();
    let body = read_body(&mut document, &top, Some(name), outer);
    document.finish((body, listed))
}
