//! Owns reading `[[tests]]`, which the hook never does; it does not run them.

use super::{
    document::{Document, Entry, entries},
    error::{ErrorKind, PolicyError},
    pack_reader::read_built_in,
    reader::{self, Source, find},
    rule::Policy,
    rule_reader::VERBS,
    test_case::{Expectation, Moment, PolicyTest, TestedCall},
    words::{self, nearest},
};
use crate::{host::Host, verdict::Decision};
use serde_json::{Map, Number, Value};
use std::ops::Range;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use toml::{Spanned, de::DeValue};

/// Reads a policy file with its tests, or says everything that is wrong with both.
///
/// # Errors
/// Everything that is wrong, in the order of the file.
pub fn read_with_tests(source: Source) -> Result<(Policy, Vec<PolicyTest>), Vec<PolicyError>> {
    let policy = reader::read(source.clone());
    let built_in = read_built_in();
    // Tests speak of all rules of a project's file, also of those that wait for trust.
    let trusted = || reader::read(Source { trusted: true, ..source.clone() });
    let whole = (!source.trusted).then(trusted);
    let rules = whole.as_ref().unwrap_or(&policy).as_ref().ok().map(|whole| {
        whole.rules.iter().chain(&built_in.rules).map(|rule| rule.id.as_str()).collect()
    });
    let mut document = Document::new(&source.file, &source.text);
    let tests = TestReader { rules }.read(&mut document);
    let mut wrong = Vec::new();
    let tests = document.finish(tests).unwrap_or_else(|errors| {
        wrong = errors;
        Vec::new()
    });
    match policy {
        Ok(policy) if wrong.is_empty() => Ok((policy, tests)),
        Ok(_) => Err(wrong),
        Err(errors) => {
            // What is no TOML, or no test, both readings say.
            wrong.retain(|error| !errors.contains(error));
            wrong.extend(errors);
            wrong.sort_by_key(|error| (error.line, error.column));
            Err(wrong)
        }
    }
}

/// What tests are read with.
struct TestReader<'r> {
    /// The rules that they can name, if the file is good enough to have some.
    rules: Option<Vec<&'r str>>,
}

const DECISIONS: [(&str, Decision); 5] = [
    ("deny", Decision::Deny),
    ("ask", Decision::Ask),
    ("rewrite", Decision::Rewrite),
    ("warn", Decision::Warn),
    ("silence", Decision::Silence),
];

impl TestReader<'_> {
    fn read(&self, document: &mut Document) -> Vec<PolicyTest> {
        let Some(table) = reader::parse(document) else { return Vec::new() };
        let top = entries(&table);
        let tests = find(&top, "tests").map(|tests| document.tables(tests)).unwrap_or_default();
        tests.iter().filter_map(|(keys, span)| self.test(document, keys, span)).collect()
    }

    fn test(
        &self,
        document: &mut Document,
        keys: &[Entry],
        span: &Range<usize>,
    ) -> Option<PolicyTest> {
        for key in keys.iter().filter(|key| !words::TEST.contains(&key.key)) {
            document.unexpected_key(key, "a test", words::TEST, &[]);
        }
        let call = call(document, keys, span);
        let mut text = |name: &str| {
            let (text, _) = document.string(find(keys, name)?)?;
            Some(text.to_owned())
        };
        let (mode, cwd) = (text("mode"), text("cwd"));
        let host = find(keys, "host")
            .and_then(|key| document.choice(key, &Host::NAMED.map(|host| (host.name(), host))));
        let at = find(keys, "at").and_then(|key| moment(document, key));
        let Some(expect) = find(keys, "expect") else {
            let help = "write expect = \"silence\", or expect = { deny = \"rule\" }";
            document.error(ErrorKind::BadValue, span, "the test expects nothing", help);
            return None;
        };
        let expected = self.expectation(document, expect)?;
        Some(PolicyTest {
            line: document.line(span.start),
            call: call?,
            at,
            mode,
            host,
            cwd,
            expected,
        })
    }

    /// Reads `expect`: a verdict, or a verdict with the rules that decide it.
    fn expectation(&self, document: &mut Document, entry: &Entry) -> Option<Expectation> {
        let keys = match entry.value {
            DeValue::String(text) => return verdict(document, entry, text),
            DeValue::Table(table) => entries(table),
            _ => {
                document.wrong_type(entry, "a verdict, or a table");
                return None;
            }
        };
        let mut to = None;
        let mut verdicts = Vec::new();
        for key in &keys {
            match VERBS.iter().find(|(name, _)| *name == key.key) {
                Some((_, decision)) => verdicts.push((*decision, self.rules(document, key))),
                None if key.key == "to" => to = call_to(document, key),
                None => document.unexpected_key(key, "`expect`", words::EXPECT, &[]),
            }
        }
        if keys.iter().any(|key| !words::EXPECT.contains(&key.key)) {
            return None;
        }
        match (verdicts.pop(), verdicts.is_empty()) {
            (Some((decision, rules)), true) if to.is_none() || decision == Decision::Rewrite => {
                Some(Expectation { decision, rules, to })
            }
            _ => {
                let message = "`expect` must have one verdict with the rules that decide it, and \
                               `to` only beside `rewrite`";
                let help = "for example expect = { deny = \"rule\" }";
                document.error(ErrorKind::BadValue, &entry.span, message, help);
                None
            }
        }
    }

    /// Reads the names of rules that the file has.
    fn rules(&self, document: &mut Document, entry: &Entry) -> Vec<String> {
        let texts = document.strings(entry);
        for (name, span) in &texts {
            let Some(known) = &self.rules else { break };
            if !known.contains(name) {
                let help = match nearest(name, known) {
                    Some(known) => format!("did you mean `{known}`?"),
                    None => "a rule of a listed pack is called `pack/rule`".to_owned(),
                };
                let message = format!("neither this file nor its packs have a rule `{name}`");
                document.error(ErrorKind::BadValue, span, &message, &help);
            }
        }
        texts.into_iter().map(|(name, _)| name.to_owned()).collect()
    }
}

/// Reads `expect` that is a verdict alone.
fn verdict(document: &mut Document, entry: &Entry, text: &str) -> Option<Expectation> {
    if text == "allow" {
        let message = "no policy allows anything, so no test can expect it";
        let help = "write \"silence\": no rule objects, and the host's own permissions decide";
        document.error(ErrorKind::BadValue, &entry.span, message, help);
        return None;
    }
    let decision = document.choice(entry, &DECISIONS)?;
    Some(Expectation { decision, rules: Vec::new(), to: None })
}

/// Reads `to`: the command that would run instead, or the whole input.
fn call_to(document: &mut Document, entry: &Entry) -> Option<Value> {
    if !matches!(entry.value, DeValue::String(_) | DeValue::Table(_)) {
        document.wrong_type(entry, "a command, or a table");
        return None;
    }
    json(document, entry.key, entry.value, &entry.span)
}

/// Reads the one call of a test.
fn call(document: &mut Document, keys: &[Entry], span: &Range<usize>) -> Option<TestedCall> {
    let calls: Vec<&Entry> =
        keys.iter().filter(|key| ["run", "tool", "payload"].contains(&key.key)).collect();
    let call = match calls.as_slice() {
        [call] => *call,
        [] => {
            let help = "write run = \"git push\", or tool = \"Write\" with its input, or \
                        payload = \"payloads/push.json\"";
            document.error(ErrorKind::BadValue, span, "the test makes no call", help);
            return None;
        }
        [first, .., last] => {
            let message = format!("the test makes two calls, `{}` and `{}`", first.key, last.key);
            document.error(ErrorKind::BadValue, &last.key_span, &message, "make it two tests");
            return None;
        }
    };
    let beside: &[&str] = match call.key {
        "tool" => &[],
        "run" => &["input"],
        _ => &["input", "mode", "cwd"],
    };
    for key in keys.iter().filter(|key| beside.contains(&key.key)) {
        let message = format!("`{}` does not go with `{}`", key.key, call.key);
        document.error(ErrorKind::BadValue, &key.key_span, &message, "leave it out");
    }
    let (text, _) = document.string(call)?;
    if text.is_empty() {
        let message = format!("`{}` is empty, which is no call", call.key);
        document.error(ErrorKind::BadValue, &call.span, &message, "");
    }
    let text = text.to_owned();
    Some(match call.key {
        "run" => TestedCall::Run(text),
        "payload" => TestedCall::Payload(text),
        _ => TestedCall::Tool(
            text,
            find(keys, "input").map_or_else(
                || Some(Value::Object(Map::new())),
                |input| json(document, input.key, input.value, &input.span),
            )?,
        ),
    })
}

/// Reads a value as the JSON that a host would send.
fn json(document: &mut Document, key: &str, value: &DeValue, span: &Range<usize>) -> Option<Value> {
    let number = match value {
        DeValue::String(text) => return Some(Value::String(text.clone().into_owned())),
        DeValue::Boolean(value) => return Some(Value::Bool(*value)),
        DeValue::Array(items) => {
            let item = |item: &Spanned<DeValue>| json(document, key, item.get_ref(), &item.span());
            return items.iter().map(item).collect::<Option<Vec<_>>>().map(Value::Array);
        }
        DeValue::Table(table) => {
            let entries = entries(table).into_iter();
            let pair = |entry: Entry| {
                Some((entry.key.to_owned(), json(document, key, entry.value, &entry.span)?))
            };
            return entries.map(pair).collect::<Option<Map<_, _>>>().map(Value::Object);
        }
        DeValue::Integer(integer) => {
            i64::from_str_radix(integer.as_str(), integer.radix()).ok().map(Number::from)
        }
        DeValue::Float(float) => float.as_str().parse().ok().and_then(Number::from_f64),
        DeValue::Datetime(_) => None,
    };
    if number.is_none() {
        let message = format!("a part of `{key}` is nothing that JSON has");
        document.error(ErrorKind::WrongType, span, &message, "write it as a string");
    }
    number.map(Value::Number)
}

/// Reads `at`.
fn moment(document: &mut Document, entry: &Entry) -> Option<Moment> {
    let DeValue::Datetime(written) = entry.value else {
        document.wrong_type(entry, "a date with a time, without quotes");
        return None;
    };
    let text = written.to_string();
    let moment = match OffsetDateTime::parse(&text, &Rfc3339) {
        Ok(instant) => Some(Moment::Instant(instant.unix_timestamp())),
        // A local time is one of UTC but for the `Z`.
        Err(_) => OffsetDateTime::parse(&format!("{text}Z"), &Rfc3339).ok().map(|shown| {
            let (hour, minute, second) = shown.time().as_hms();
            let second = u32::from(hour) * 3_600 + u32::from(minute) * 60 + u32::from(second);
            Moment::Local(shown.date(), second)
        }),
    };
    if moment.is_none() {
        let message = "`at` must be a date with a time, to the second";
        document.error(ErrorKind::BadValue, &entry.span, message, words::example("at"));
    }
    moment
}
