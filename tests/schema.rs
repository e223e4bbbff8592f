//! The JSON Schema of policies says what the reader says: its keys, its choices, and that what it shows can be read.

// Functions that tests share may fail as loudly as the tests themselves; clippy.toml reaches only the tests.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "schema/validator.rs"]
mod validator;

use hookshim::policy::{self, ErrorKind, PolicyError, Source};
use hookshim::verdict::Layer;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;
use toml::de::{DeTable, DeValue};
use validator::problems;

fn schema() -> Value {
    policy::schema().unwrap()
}

fn read(text: &str) -> Vec<PolicyError> {
    let (file, text) = ("policy.toml".to_owned(), text.to_owned());
    let source = Source { file, text, layer: Layer::User, trusted: true };
    policy::read_with_tests(source).err().unwrap_or_default()
}

/// A TOML text as editors hand it to a schema: times are strings.
fn json_of(text: &str) -> Value {
    fn value(toml: &DeValue) -> Value {
        match toml {
            DeValue::String(text) => json!(text),
            DeValue::Integer(integer) => integer.to_string().parse::<i64>().unwrap().into(),
            DeValue::Float(float) => float.to_string().parse::<f64>().unwrap().into(),
            DeValue::Boolean(value) => json!(value),
            DeValue::Datetime(time) => json!(time.to_string()),
            DeValue::Array(items) => items.iter().map(|item| value(item.get_ref())).collect(),
            DeValue::Table(entries) => table(entries),
        }
    }
    fn table(entries: &DeTable) -> Value {
        let pairs = entries.iter();
        pairs.map(|(key, it)| (key.get_ref().to_string(), value(it.get_ref()))).collect()
    }
    table(DeTable::parse(text).unwrap().get_ref())
}

/// A JSON value as TOML.
fn toml_of(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(toml_of).collect::<Vec<_>>().join(", "))
        }
        Value::Object(entries) => {
            let pairs = entries.iter().map(|(key, it)| format!("{key:?} = {}", toml_of(it)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Each table of the language: where the schema has it, and a policy with a key `KEY` of it.
const TABLES: [(&str, &str); 10] = [
    ("", "KEY\n"),
    ("/definitions/rule", "[rules.x]\ndeny = { run = \"x\" }\nKEY\n"),
    ("/definitions/conditions", "[rules.x]\ndeny = { run = \"x\", KEY }\n"),
    ("/definitions/push", "[rules.x]\ndeny = { push = { KEY } }\n"),
    ("/definitions/connect", "[rules.x]\ndeny = { connect = { host = \"x\", KEY } }\n"),
    ("/definitions/tool", "[tools.x]\nKEY\n"),
    ("/definitions/window/oneOf/1", "[windows]\nx = { spans = \"mon\", KEY }\n"),
    ("/definitions/override", "[overrides.x]\nverb = \"off\"\nKEY\n"),
    ("/definitions/test", "[[tests]]\nrun = \"x\"\nexpect = \"silence\"\nKEY\n"),
    (
        "/definitions/test/properties/expect/oneOf/1",
        "[[tests]]\nrun = \"x\"\nexpect = { deny = \"push\", KEY }\n",
    ),
];

fn properties<'s>(schema: &'s Value, place: &str) -> &'s Map<String, Value> {
    schema.pointer(place).unwrap()["properties"].as_object().unwrap()
}

#[test]
fn the_keys_of_every_table_are_those_that_the_reader_takes() {
    let schema = schema();
    for (place, text) in TABLES {
        let text = text.replace("KEY", "zzzzzzzzzzzz = 1");
        let errors = read(&format!("version = 1\n{text}"));
        let unknown = errors.iter().find(|error| error.kind == ErrorKind::UnknownKey).unwrap();
        let (_, known) = unknown.help.as_ref().unwrap().split_once(" takes ").unwrap();
        let known: BTreeSet<&str> = known.split(", ").collect();
        let described: BTreeSet<&str> =
            properties(&schema, place).keys().map(String::as_str).collect();
        assert_eq!(described, known, "{place}");
        let table = schema.pointer(place).unwrap();
        assert_eq!(table["additionalProperties"], false, "{place}");
    }
    // Every table that the schema has is among them.
    let tables = schema.to_string().matches("\"additionalProperties\":false").count();
    assert_eq!(tables, TABLES.len());
}

#[test]
fn every_key_has_a_description_and_examples_that_can_be_read() {
    let schema = schema();
    for (place, _) in TABLES {
        for (key, described) in properties(&schema, place) {
            let description = described["description"].as_str().unwrap_or_default();
            assert!(description.ends_with('.') || description.ends_with('…'), "{place} {key}");
            let examples = described["examples"].as_array().unwrap();
            assert!(!examples.is_empty(), "{place} {key}");
            for example in examples.iter().chain(described["enum"].as_array().into_iter().flatten())
            {
                let text = policy_with(place, key, example);
                assert_eq!(policy::report(&read(&text)), "", "{text}");
                assert_eq!(problems(&schema, &json_of(&text)), [] as [&str; 0], "{text}");
            }
        }
    }
}

/// What examples name.
const NAMED: &str = r#"
[rules.push]
deny = { run = "a", during = ["evening", "weekend"] }
[rules.publish]
ask = { run = "b" }
[rules.root]
warn = { run = "c" }
[rules.lease]
rewrite = { run = "d" }
with = { "d" = "e" }
[windows]
evening = "18:00-20:00"
weekend = "sat-sun"
"#;

/// A policy in which a key of a table has this value, with all that goes with it.
fn policy_with(place: &str, key: &str, value: &Value) -> String {
    let value = if key == "at" { value.as_str().unwrap().to_owned() } else { toml_of(value) };
    let entry = format!("{key} = {value}");
    let table = place.rsplit('/').find(|part| part.len() > 1 && *part != "oneOf").unwrap_or("");
    // Some keys cannot stand where the others do.
    let own = match (table, key) {
        ("", "version") => return entry,
        ("", "windows" | "rules") => return format!("version = 1\n{entry}"),
        ("window", "spans") => return format!("version = 1\n[windows]\nx = {{ {entry} }}"),
        ("window", _) => return format!("version = 1\n{}", TABLES[6].1.replace("KEY", &entry)),
        ("rule", "deny" | "ask" | "warn") => format!("[rules.x]\n{entry}"),
        ("rule", "rewrite") => format!("[rules.x]\nwith = {{ \"--force\" = \"-f\" }}\n{entry}"),
        ("rule", "with") => {
            format!("[rules.x]\nrewrite = {{ run = \"git push --force\" }}\n{entry}")
        }
        ("conditions", _) => format!("[rules.x]\ndeny = {{ {entry} }}"),
        ("connect", _) => format!("[rules.x]\ndeny = {{ connect = {{ {entry} }} }}"),
        ("override", "verb") => format!("[overrides.x]\n{entry}"),
        ("test", "run" | "tool" | "payload") => {
            format!("[[tests]]\n{entry}\nexpect = \"silence\"")
        }
        ("test", "input") => format!("[[tests]]\ntool = \"x\"\n{entry}\nexpect = \"silence\""),
        ("test", "expect") => format!("[[tests]]\nrun = \"x\"\n{entry}"),
        ("expect", "to") => {
            format!("[[tests]]\nrun = \"x\"\nexpect = {{ rewrite = \"lease\", {entry} }}")
        }
        ("expect", _) => format!("[[tests]]\nrun = \"x\"\nexpect = {{ {entry} }}"),
        _ => TABLES.iter().find(|(it, _)| *it == place).unwrap().1.replace("KEY", &entry),
    };
    format!("version = 1\n{own}\n{NAMED}")
}

/// What may be one of several words: where the schema has them, and a policy with another.
const CHOICES: [(&str, &str); 15] = [
    ("/properties/unknown", "unknown = \"zzz\""),
    ("/properties/on_error", "on_error = \"zzz\""),
    ("/properties/scripts", "scripts = \"zzz\""),
    ("/properties/self_protection", "self_protection = \"zzz\""),
    ("/definitions/override/properties/verb", "[overrides.x]\nverb = \"zzz\""),
    (
        "/definitions/rule/properties/unknown",
        "[rules.x]\ndeny = { run = \"x\" }\nunknown = \"zzz\"",
    ),
    (
        "/definitions/conditions/properties/discard/oneOf/1",
        "[rules.x]\ndeny = { discard = \"zzz\" }",
    ),
    ("/definitions/conditions/properties/fed_by/oneOf/0", "[rules.x]\ndeny = { fed_by = \"zzz\" }"),
    ("/definitions/conditions/properties/place/oneOf/0", "[rules.x]\ndeny = { place = \"zzz\" }"),
    ("/definitions/conditions/properties/repo", "[rules.x]\ndeny = { repo = \"zzz\" }"),
    (
        "/definitions/conditions/properties/sql/oneOf/0/anyOf/0",
        "[rules.x]\ndeny = { sql = \"zzz\" }",
    ),
    ("/definitions/push/properties/force", "[rules.x]\ndeny = { push = { force = \"zzz\" } }"),
    (
        "/definitions/test/properties/host",
        "[[tests]]\nrun = \"x\"\nexpect = \"deny\"\nhost = \"zzz\"",
    ),
    ("/definitions/test/properties/expect/oneOf/0", "[[tests]]\nrun = \"x\"\nexpect = \"zzz\""),
    ("/definitions/pack", "packs = [\"zzzzzzzzzzzzzzzzzzzz\"]"),
];

#[test]
fn choices_are_those_that_the_reader_takes() {
    let schema = schema();
    for (place, text) in CHOICES {
        let errors = read(&format!("version = 1\n{text}\n"));
        let [error] = errors.as_slice() else { panic!("{text}: {errors:?}") };
        let described: BTreeSet<&str> = schema.pointer(place).unwrap()["enum"]
            .as_array()
            .unwrap_or_else(|| panic!("{place}"))
            .iter()
            .map(|choice| choice.as_str().unwrap())
            .collect();
        let said = match place {
            "/definitions/pack" => error.help.as_ref().unwrap().replace("hookshim has ", ""),
            _ => {
                let (said, _) = error.message.split_once(", not ").unwrap();
                let (_, said) = said.split_once(" be ").unwrap();
                said.replace("one of ", "").replace('`', "").replace(" or a /regex/", "")
            }
        };
        assert_eq!(described, said.split(", ").collect(), "{text}");
    }
}

fn policies_in(folder: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|it| it == "toml")).collect()
}

#[test]
fn every_policy_here_fits() {
    let schema = schema();
    let folders = [
        "policies",
        "examples",
        "tests",
        "tests/corpus/policies",
        "tests/e2e/policies",
        "tests/doubtful",
    ];
    let files: Vec<PathBuf> = folders.into_iter().flat_map(policies_in).collect();
    assert!(files.len() > 10);
    let others =
        ["tests/tested/each.toml", "tests/policy/reasons.toml", "tests/growth/policy.toml"];
    for file in files.iter().cloned().chain(others.map(PathBuf::from)) {
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(problems(&schema, &json_of(&text)), [] as [&str; 0], "{}", file.display());
    }
}

/// Whatever is wrong with one rule or one other key is wrong to the schema, too.
#[test]
fn unknown_keys_and_wrong_types_do_not_fit() {
    let schema = schema();
    for name in ["unknown-key", "wrong-type"] {
        let file = format!("tests/policy/broken/{name}.toml");
        let whole = json_of(&std::fs::read_to_string(file).unwrap());
        let mut parts = Vec::new();
        for (key, value) in whole.as_object().unwrap() {
            match (key.as_str(), value) {
                ("version", _) => {}
                ("rules" | "tools" | "windows", Value::Object(inner)) => {
                    parts.extend(inner.iter().map(|(name, it)| json!({ key: { name: it } })));
                }
                _ => parts.push(json!({ key: value })),
            }
        }
        for mut part in parts {
            part["version"] = json!(1);
            let rule = toml_of(&part);
            // Some are there to be read.
            let text: String = part
                .as_object()
                .unwrap()
                .iter()
                .map(|(key, it)| format!("{key} = {}\n", toml_of(it)))
                .collect();
            let fits = problems(&schema, &part).is_empty();
            assert_eq!(fits, read(&text).is_empty(), "{rule}");
        }
    }
}

#[test]
fn the_command_prints_it() {
    let printed = std::process::Command::new(env!("CARGO_BIN_EXE_hookshim"))
        .args(["policy", "schema"])
        .output()
        .unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&printed.stdout).unwrap(), schema());
}

/// The first line of the policy to start from names the file that the command is to be written to.
#[test]
fn the_example_names_its_schema() {
    let text = std::fs::read_to_string("examples/policy.toml").unwrap();
    assert!(text.starts_with("#:schema ./policy.schema.json\n"));
}
