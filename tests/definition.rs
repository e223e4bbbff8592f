//! What a person agrees to in a project's policy: the part that waits, in one form whatever its layout.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

use hookshim::policy::{self, Definition, Source};
use hookshim::verdict::Layer;

const POLICY: &str = r#"
version = 1
scripts = "ask"
rules.push.deny = { run = "git push" }

[rules.print]
rewrite = { run = "lpr", tree = false }
with = { "lpr" = "cat" }

[tools."$x"]
path = "/p"
"#;

fn definition(text: &str) -> Option<Definition> {
    let file = ".hookshim.toml".to_owned();
    let source = Source { file, text: text.to_owned(), layer: Layer::Project, trusted: false };
    policy::read(source).unwrap_or_else(|errors| panic!("{}", policy::report(&errors))).definition
}

fn written(text: &str) -> String {
    definition(text).unwrap().text("/p", "api/.hookshim.toml")
}

#[test]
fn it_is_one_line_with_its_keys_in_order() {
    let expected = r#"{"file":"api/.hookshim.toml","project":"/p","waits":{"rules":{"print":{"rewrite":{"run":"lpr","tree":false},"with":{"lpr":"cat"}}},"scripts":"ask","tools":{"$$x":{"path":"/p"}}}}"#;
    assert_eq!(written(POLICY), expected);
    assert_ne!(definition(POLICY).unwrap().text("/q", "api/.hookshim.toml"), expected);
    assert_ne!(definition(POLICY).unwrap().text("/p", ".hookshim.toml"), expected);
}

#[test]
fn layout_does_not_change_it() {
    let same = "\r\nrules.print.with.lpr = '''cat''' # x\r\ntools = { '$x' = { path = \"/p\" } }\n\
                version = 1\nscripts = \"\"\"\\\n   ask\"\"\"\r\n\
                rules.print.rewrite.\"tree\" = false\nrules.print.rewrite.run = \"l\\u0070r\"\n";
    assert_eq!(written(same), written(POLICY));
}

#[test]
fn a_file_that_only_objects_has_none() {
    for text in [
        "version = 1",
        "version = 1\npacks = [\"recommended\"]\nwrappers = [\"rtk\"]\ntimezone = \"UTC\"\n\
         windows.day = \"08:00-18:00\"\n[rules.a]\nwarn = { run = \"a\" }\n\
         when = { during = \"day\" }\nbecause = \"b\"\ninstead = \"c\"\nunknown = \"deny\"\n",
        "version = 1\non_error = \"allow\"\ndeadline_ms = 900\nenforce = false\n\
         self_protection = \"off\"\noverrides = {}\n",
    ] {
        assert_eq!(definition(text), None, "{text}");
    }
    // Nor has a file that nobody need agree to.
    let source = |layer, trusted| {
        policy::read(Source { file: "f".to_owned(), text: POLICY.to_owned(), layer, trusted })
    };
    assert_eq!(source(Layer::User, false).unwrap().definition, None);
    assert_eq!(source(Layer::Project, true).unwrap().definition, None);
}

#[test]
fn its_parts_are_shown_as_they_are_written() {
    let text = "version = 1\n[tools.a]\n# x\nsql = '''\n/a'''\n[rules.b]\ndeny = { run = \"b\" }\n\
                [tools]\nc = { sql = \"/c\",\n      url = \"/d\" }\n";
    let parts = definition(text).unwrap().parts(text);
    let shown: Vec<String> = parts
        .iter()
        .map(|part| {
            let lines = part.lines.iter().map(|(number, line)| format!("{number} {line}\n"));
            format!("{}\n{}", part.key, lines.collect::<String>())
        })
        .collect();
    let expected = "tools\n2 [tools.a]\n4 sql = '''\n5 /a'''\n8 [tools]\n\
                    9 c = { sql = \"/c\",\n10       url = \"/d\" }\n";
    assert_eq!(shown, [expected]);
}
