//! The keys at the top of a file, as far as no other sentence is about them.

use crate::asking::policy;
use serde_json::json;

/// The example with which the section begins.
#[test]
fn the_example_means_what_it_says() {
    // Not every machine has the zone.
    let text = include_str!("example.toml").replace("Europe/Berlin", "UTC");
    let example = policy("").and_file(".config/hookshim/policy.toml", &text);
    let evening = "2026-11-30T19:00:00Z";
    example.judges("cd app && git push origin HEAD").denies("push-in-the-evening");
    example.judges("cd app && git push origin HEAD").at(evening).is_silent();
    example.judges("cat app/.env").denies("env-files");
    example.judges("cat app/.env.example").is_silent();
    example.judges("echo x > /srv/a").denies("stay-inside");
    example.judges("echo x > a; echo x > /tmp/a; echo x > /dev/null").is_silent();
    // The pack asks about the same, and ask beats rewrite.
    example.judges("git push --force").at(evening).asks("recommended/force-push");
    let alone = text.replace("[\"recommended\"]", "[]");
    let alone = policy("").and_file(".config/hookshim/policy.toml", &alone);
    alone.judges("git push --force").at(evening).rewrites_to("git push --force-with-lease");
    let merge =
        |owner| example.judges_tool("mcp__github__merge_pull_request", json!({ "owner": owner }));
    merge("acme").asks("merge-by-hand");
    merge("acme").in_mode("plan").is_silent();
    merge("other").is_silent();
    let tested = example.home.run(&["test", "--tap"]);
    assert!(tested.stdout.starts_with("TAP version 14\n1..1\nok 1"), "{tested:?}");
}

/// Top-level keys: `version timezone packs windows rules overrides tests wrappers tools scripts unknown on_error enforce
/// audit deadline_ms self_protection`.
///
/// `audit` is still to come.
#[test]
fn these_are_the_keys_at_the_top_of_a_file_and_no_others() {
    let each = [
        "timezone = 'UTC'",
        "packs = ['recommended']",
        "windows.w = '08:00-10:00'",
        "rules.x.deny = { run = 'x' }",
        "overrides.x.verb = 'ask'",
        "tests = [{ run = 'x', expect = 'silence' }]",
        "wrappers = ['rtk']",
        "tools.mcp__a__b.path = '/c'",
        "scripts = 'ask'",
        "unknown = 'deny'",
        "on_error = 'allow'",
        "enforce = false",
        "deadline_ms = 900",
        "self_protection = 'off'",
    ];
    for said in each {
        assert!(!policy(said).checked().contains("error:"), "{said}");
    }
    assert!(policy("rule.x.deny = { run = 'x' }").checked().contains("unknown key `rule`"));
    assert!(policy("version = 1").checked().contains("`version` stands here twice"));
    let none = policy("").and_file(".config/hookshim/policy.toml", "");
    assert!(none.checked().contains("the policy does not say its version"));
}

/// A test's `at` is TOML local time in the policy's zone; an offset date-time is taken as it is.
#[test]
fn a_tests_time_is_in_the_policys_zone_unless_it_has_an_offset() {
    let rules =
        "timezone = 'UTC'\nwindows.w = '09:00-10:00'\nrules.x.deny = { run = 'x', during = 'w' }\n";
    let test = |at: &str| format!("[[tests]]\nrun = 'x'\nat = {at}\nexpect = 'deny'\n");
    let holds = |at: &str| {
        let policies = policy(&format!("{rules}{}", test(at)));
        policies.home.run(&["test", "--tap"]).stdout.contains("\nok 1")
    };
    assert!(holds("2026-11-30T09:30:00"));
    assert!(holds("2026-11-30T11:30:00+02:00"));
    assert!(!holds("2026-11-30T09:30:00+02:00"));
    assert!(!holds("2026-11-30T11:30:00"));
}

/// `wrappers = ["rtk"]` run their arguments.
#[test]
fn wrappers_run_their_arguments() {
    let push = "rules.push.deny = { run = 'git push' }";
    let wrapped = policy(&format!("wrappers = ['rtk']\n{push}"));
    wrapped.judges("rtk git push").denies("push");
    wrapped.judges("rtk --quiet git -C x push").denies("push");
    wrapped.judges("other git push").is_silent();
    policy(push).judges("rtk git push").is_silent();
}

/// `[tools."mcp__postgres__query"] sql = "/sql"` (also `command`, `cwd`, `path`, `url`) says which argument of a tool is what.
#[test]
fn tools_says_which_argument_of_a_tool_is_what() {
    let rows = [
        ("sql", "sql = 'drop'", "DROP TABLE a", "SELECT 1"),
        ("command", "run = 'git push'", "git push", "git pull"),
        ("path", "touch = 'secret/**'", "secret/a", "a"),
        ("url", "connect = 'a.test'", "https://a.test/x", "https://b.test/x"),
    ];
    for (key, table, meant, other) in rows {
        let rule = format!("rules.x.deny = {{ {table} }}\n");
        let said = policy(&format!("{rule}tools.mcp__our__do.{key} = '/with/it'"));
        let input = |it: &str| json!({ "with": { "it": it } });
        said.judges_tool("mcp__our__do", input(meant)).denies("x");
        said.judges_tool("mcp__our__do", input(other)).is_silent();
        said.judges_tool("mcp__our__other", input(meant)).is_silent();
        policy(&rule).judges_tool("mcp__our__do", input(meant)).is_silent();
    }
    let inside = policy(
        "rules.x.deny = { read = 'sub/a' }\ntools.mcp__our__do = { command = '/line', cwd = '/in' }",
    );
    inside.judges_tool("mcp__our__do", json!({ "line": "cat a", "in": "sub" })).denies("x");
    inside.judges_tool("mcp__our__do", json!({ "line": "cat a", "in": "other" })).is_silent();
}

/// Common MCP argument names are known without it.
#[test]
fn common_mcp_argument_names_are_known_without_it() {
    let rules = policy(
        "rules.sql.deny = { sql = 'drop' }\nrules.push.deny = { run = 'git push' }\n\
         rules.secret.deny = { touch = 'secret/**' }\nrules.host.deny = { connect = 'a.test' }",
    );
    rules.judges_tool("mcp__a__b", json!({ "sql": "DROP TABLE a" })).denies("sql");
    rules.judges_tool("mcp__a__b", json!({ "command": "git push" })).denies("push");
    rules.judges_tool("mcp__a__b", json!({ "path": "secret/a" })).denies("secret");
    rules.judges_tool("mcp__a__b", json!({ "url": "https://a.test/x" })).denies("host");
    rules.judges_tool("mcp__a__b", json!({ "title": "git push" })).is_silent();
}
