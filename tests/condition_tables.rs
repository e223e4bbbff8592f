//! Owns the promise that `fed_by`, `sql`, `connect`, paths, `content`, `input`, wrappers and tools' arguments find what they
//! name, however the call says it, and nothing else.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::Hook;
use serde_json::{Value, json};

const FEEDS: &str = r#"
version = 1
[rules]
download = { deny = { fed_by = "download" } }
decoded  = { deny = { fed_by = "decoded" } }
pipe     = { deny = { fed_by = "pipe" } }
file     = { deny = { fed_by = "file" } }
"#;

const SQL: &str = r#"
version = 1
[tools."mcp__warehouse__ask"]
sql = "/request/text"
[rules]
drop       = { deny = { sql = "drop" } }
truncate   = { deny = { sql = "truncate" } }
delete-all = { deny = { sql = "delete-all" } }
users      = { deny = { sql = '/\busers\b/' } }
"#;

const CONNECT: &str = r#"
version = 1
[tools."mcp__browser__open"]
url = "/page/link"
[rules]
example   = { deny = { connect = ["example.com", "*.example.com", "fd00::1"] } }
port      = { deny = { connect = "*:8443" } }
elsewhere = { deny = { connect = ["*.test", "!good.test"] } }
post      = { deny = { connect = { method = "POST" } } }
delete    = { deny = { connect = { method = "DELETE", host = ["!localhost"] } } }
mutation  = { deny = { connect = { body = "/mutation.*[Dd]elete/" } } }
address   = { deny = { connect = { url = "*/graphql" } } }
"#;

const INPUTS: &str = r#"
version = 1
wrappers = ["rtk", "dotenv"]
[tools."mcp__box__do"]
command = "/script"
cwd = "/in"
path = "/to"
[rules]
key    = { deny = { content = "/AKIA[0-9A-Z]{16}/" } }
here   = { deny = { content = "/^todo\\s*$/", write = "**/notes.txt" } }
empty  = { deny = { content = "/\\A\\s*\\z/", write = "**/e" } }
merge  = { deny = { tool = "mcp__github__merge_*", input = { "/owner" = "acme", "/repo" = ["/^web/", "api*"] } } }
slow   = { deny = { input = { "/timeout" = "600000" } } }
push   = { deny = { run = "git push" } }
named  = { deny = { run = "pkill node" }, unknown = "allow" }
near   = { deny = { run = "rm", place = "local" } }
secret = { deny = { touch = "/srv/secret/**" } }
"#;

const REACHED: &str = r#"
version = 1
[rules]
env    = { deny = { touch = ["**/.env", "**/.env.*", "!**/.env.example"] } }
secret = { deny = { touch = "secret/**" } }
vault  = { deny = [{ write = "~/vault/**" }, { delete = "~/vault/**" }] }
"#;

/// The rules that speak about a call, those that only may apply with a `?`.
fn speaking(policy: &str, call: &str) -> String {
    let call = call.replace('⏎', "\n");
    let (tool, input) = match call.strip_prefix('@').and_then(|call| call.split_once(' ')) {
        Some((tool, input)) => (tool.to_owned(), input.to_owned()),
        None => ("Bash".to_owned(), json!({ "command": call }).to_string()),
    };
    let check =
        Hook::command(&["check", "--no-system", "--json", "--tool", &tool, "--input", &input])
            .policy(policy)
            .arguments(&["--cwd", "home/project"]);
    for file in [".git/HEAD", ".env", ".env.example", "src/app.py", "secret/key", "logs/a.log"] {
        check.write(&format!("home/project/{file}"), "");
    }
    let seen = check.run("");
    let shown: Value =
        serde_json::from_str(&seen.stdout).unwrap_or_else(|_| panic!("{call}: {seen:?}"));
    assert_eq!(shown["failures"], json!([]), "{call}");
    let rules = shown["rules"].as_array().unwrap().iter().map(|rule| {
        let doubt = if rule["decision"] == "ask" { "?" } else { "" };
        format!("{}{doubt}", rule["rule"].as_str().unwrap())
    });
    rules.collect::<Vec<_>>().join(" ")
}

/// Holds every row of a table against a policy, and tells of all that are wrong.
fn hold(policy: &str, table: &str, least: usize) {
    let rows: Vec<&str> =
        table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(rows.len() >= least, "{} rows", rows.len());
    let wrong: Vec<String> = rows
        .into_iter()
        .filter_map(|row| {
            let (want, call) = row.split_once('|').unwrap();
            let want = if want.trim() == "-" { "" } else { want.trim() };
            let got = speaking(policy, call.trim());
            (got != want).then(|| format!("{row}   got {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn what_feeds_a_program_is_known() {
    hold(FEEDS, include_str!("feeds.table"), 80);
}

#[test]
fn what_is_said_to_a_database_is_known() {
    hold(SQL, include_str!("sql.table"), 75);
}

#[test]
fn where_a_call_connects_to_is_known() {
    hold(CONNECT, include_str!("connect.table"), 60);
}

#[test]
fn what_a_call_reaches_is_known() {
    hold(REACHED, include_str!("reached.table"), 30);
}

#[test]
fn what_is_written_and_what_tools_are_given_is_known() {
    hold(INPUTS, include_str!("inputs.table"), 45);
}
