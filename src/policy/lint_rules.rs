//! Owns warnings about rules that stop nothing, or nothing that another rule does not stop; it does not judge calls.

use super::{
    document::{Document, Entry},
    lint::{Table, WrittenRule},
    reader::find,
    template::{Placeholder, Template},
};
use crate::verdict::Decision;
use std::collections::BTreeSet;
use toml::de::DeValue;

/// What an effect is of which a key speaks. No effect is two of these.
const KINDS: [(&str, &str); 9] = [
    ("read", "reads a file"),
    ("write", "writes a file"),
    ("content", "writes a file"),
    ("delete", "deletes a file"),
    ("touch", "touches a file"),
    ("push", "pushes"),
    ("discard", "loses something of git's"),
    ("sql", "sends a statement"),
    ("connect", "makes a request"),
];

/// Keys that only commands have to do with.
const OF_COMMANDS: [&str; 7] = ["run", "fed_by", "push", "discard", "sql", "env", "git_config"];

/// Kinds of tools that run no command.
const RUN_NOTHING: [&str; 6] = ["write", "edit", "patch", "read", "search", "fetch"];

/// Notes tables that nothing fits.
pub(super) fn contradictions(document: &mut Document, rule: &WrittenRule) {
    let mut stands_alone = false;
    for (keys, span) in rule.tables() {
        if let Some(why) = contradiction(&keys.iter().collect::<Vec<_>>()) {
            let help = "write a list of tables, any of which may fit";
            document.warning(span, &format!("nothing fits this table: {why}"), help);
            stands_alone = true;
        }
    }
    // Of the verb and of `when` one table each must fit.
    let pairs = rule.what.iter().flat_map(|what| rule.when.iter().map(move |when| (what, when)));
    let whys =
        pairs.map(|(what, when)| contradiction(&what.0.iter().chain(&when.0).collect::<Vec<_>>()));
    let whys: Option<Vec<String>> = whys.collect();
    if let (false, Some(why)) = (stands_alone, whys.as_ref().and_then(|whys| whys.first())) {
        let message =
            format!("the rule never speaks, since `when` is asked of the same effect: {why}");
        document.warning(&rule.verb.key_span, &message, "make it two rules, or leave `when` out");
    }
    let is_excused = |what: &Table| rule.unless.iter().any(|unless| covers(unless, what));
    if !rule.unless.is_empty() && rule.what.iter().all(is_excused) {
        let message =
            format!("`unless` holds wherever `{}` does, so the rule never speaks", rule.verb.key);
        let span = rule.key("unless").map_or(&rule.verb.key_span, |unless| &unless.key_span);
        document.warning(span, &message, "name in `unless` what is to be left alone");
    }
}

/// Why no effect fits all of these keys.
fn contradiction(keys: &[&Entry]) -> Option<String> {
    let kind = |key: &Entry| KINDS.iter().find(|(name, _)| *name == key.key).copied();
    let kinds: Vec<(&str, &str)> = keys.iter().filter_map(|key| kind(key)).collect();
    let is_file = |does: &str| does.ends_with(" a file");
    for (index, (name, does)) in kinds.iter().enumerate() {
        for (other, also) in kinds.iter().skip(index + 1) {
            let touches = [*name, *other].contains(&"touch");
            if does != also && !(touches && is_file(does) && is_file(also)) {
                return Some(format!("what {does} (`{name}`) is not what {also} (`{other}`)"));
            }
        }
        if !is_file(does) && *name != "discard" && keys.iter().any(|key| key.key == "tree") {
            return Some(format!("`tree` is about files, not about what {does} (`{name}`)"));
        }
    }
    let tools = keys.iter().find(|key| key.key == "tool").map(|key| strings(key.value))?;
    let is = |kinds: &[&str]| tools.iter().all(|tool| kinds.contains(tool));
    let among = |names: &[&str]| keys.iter().find(|key| names.contains(&key.key)).map(|it| it.key);
    let command = among(&OF_COMMANDS).filter(|_| is(&RUN_NOTHING));
    let change = among(&["write", "delete", "content"]).filter(|_| is(&["read", "search"]));
    let key = command.or(change)?;
    Some(format!("tools of the kind `{}` do nothing that `{key}` could fit", tools.join("` and `")))
}

/// Notes `{path}` in the message of a rule that is never about a path.
pub(super) fn messages(document: &mut Document, rule: &WrittenRule) {
    const OF_PATHS: [&str; 6] = ["read", "write", "delete", "touch", "tree", "content"];
    const OF_OTHERS: [&str; 5] = ["run", "push", "sql", "connect", "fed_by"];
    let Some(because) = rule.key("because") else { return };
    let DeValue::String(text) = because.value else { return };
    let says = |(keys, _): &Table, names: &[&str]| keys.iter().any(|key| names.contains(&key.key));
    let is_about_paths = rule.what.iter().chain(&rule.when).any(|table| says(table, &OF_PATHS));
    let is_about_others = rule.what.iter().all(|table| says(table, &OF_OTHERS));
    if Template::parse(text).is_ok_and(|it| it.mentions(Placeholder::Path))
        && is_about_others
        && !is_about_paths
    {
        let message = "`{path}` in a rule that is about no path shows the command instead";
        document.warning(&because.span, message, "write `{command}`");
    }
}

/// Notes rules that say nothing which an earlier one does not say at least as strictly.
pub(super) fn shadowed(document: &mut Document, rules: &[WrittenRule]) {
    for (index, rule) in rules.iter().enumerate() {
        let Some(earlier) = rules.iter().take(index).find(|earlier| shadows(earlier, rule)) else {
            continue;
        };
        let line = document.line(earlier.entry.key_span.start);
        let message = format!(
            "the rule `{}` in line {line} already says `{}` wherever this one says `{}`",
            earlier.entry.key, earlier.verb.key, rule.verb.key
        );
        document.rule = Some(rule.entry.key.to_owned());
        document.warning(&rule.entry.key_span, &message, "leave this one out, or narrow that one");
        document.rule = None;
    }
}

fn shadows(earlier: &WrittenRule, rule: &WrittenRule) -> bool {
    let each = |narrow: &[Table], wide: &[Table]| {
        narrow.iter().all(|narrow| wide.iter().any(|wide| covers(wide, narrow)))
    };
    let unknown = |rule: &WrittenRule| rule.key("unknown").map(|it| text_of(it.value));
    // What a rule rewrites to is its own.
    let says_as_much = rule.decision != Decision::Silence
        && earlier.decision >= rule.decision
        && ![earlier.decision, rule.decision].contains(&Decision::Rewrite)
        && unknown(earlier) == unknown(rule);
    let asks_when =
        earlier.when.is_empty() || !rule.when.is_empty() && each(&rule.when, &earlier.when);
    says_as_much
        && each(&rule.what, &earlier.what)
        && asks_when
        && each(&earlier.unless, &rule.unless)
}

/// Whether whatever fits one table fits another, as far as that is surely seen from how they are written.
fn covers((wide, _): &Table, (narrow, _): &Table) -> bool {
    wide.iter().all(|key| {
        find(narrow, key.key).is_some_and(|other| is_wider(key.key, key.value, other.value))
    })
}

fn is_wider(key: &str, wide: &DeValue, narrow: &DeValue) -> bool {
    let takes_all = matches!(wide, DeValue::Boolean(true)) && ["push", "discard"].contains(&key);
    if takes_all || text_of(wide) == text_of(narrow) {
        return true;
    }
    if !are_strings(wide) || !are_strings(narrow) {
        return false;
    }
    let split = |value| -> (BTreeSet<&str>, BTreeSet<&str>) {
        strings(value).into_iter().partition(|text| !text.starts_with('!'))
    };
    let ((wide, excepted), (narrow, also)) = (split(wide), split(narrow));
    // Exceptions alone are exceptions to everything.
    let names_more = wide.is_empty() || !narrow.is_empty() && narrow.is_subset(&wide);
    names_more && excepted.is_subset(&also)
}

/// Notes rules of the file that it switches off itself.
pub(super) fn switched_off(document: &mut Document, rules: &[WrittenRule], top: &[Entry]) {
    let overrides = find(top, "overrides").and_then(|it| document.table(it)).unwrap_or_default();
    for entry in &overrides {
        let verb = document.table(entry).unwrap_or_default();
        let is_off = find(&verb, "verb").is_some_and(|it| text_of(it.value) == "\"off\"");
        if is_off && rules.iter().any(|rule| rule.entry.key == entry.key) {
            let message =
                format!("the rule `{}` stands in this file and is switched off here", entry.key);
            document.warning(&entry.key_span, &message, "remove both");
        }
    }
}

/// A string, or the strings of a list.
pub(super) fn strings<'v>(value: &'v DeValue) -> Vec<&'v str> {
    match value {
        DeValue::String(text) => vec![text],
        DeValue::Array(items) => items.iter().filter_map(|item| item.get_ref().as_str()).collect(),
        _ => Vec::new(),
    }
}

fn are_strings(value: &DeValue) -> bool {
    match value {
        DeValue::String(_) => true,
        DeValue::Array(items) => items.iter().all(|item| item.get_ref().is_str()),
        _ => false,
    }
}

/// A value in words that are the same however it is laid out.
fn text_of(value: &DeValue) -> String {
    match value {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(integer) => integer.as_str().to_owned(),
        DeValue::Float(float) => float.as_str().to_owned(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(value) => value.to_string(),
        DeValue::Array(items) => match items.iter().as_slice() {
            [only] => text_of(only.get_ref()),
            items => items.iter().map(|it| text_of(it.get_ref()) + ",").collect(),
        },
        DeValue::Table(table) => {
            let pairs = table.iter().map(|(key, value)| (key.get_ref(), text_of(value.get_ref())));
            let pairs: BTreeSet<String> =
                pairs.map(|(key, value)| format!("{key:?}={value};")).collect();
            format!("{{{}}}", pairs.into_iter().collect::<String>())
        }
    }
}
