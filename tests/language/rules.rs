//! Rules: when one speaks, and which verbs there are.

use crate::asking::policy;

/// A rule speaks when one effect fits its verb's table.
#[test]
fn a_rule_speaks_when_one_effect_fits_its_verbs_table() {
    let both = policy("rules.notes.deny = { run = 'rm', touch = 'notes/**' }");
    both.judges("rm notes/a").denies("notes");
    // Two effects, each of which fits a half.
    both.judges("rm other && cat notes/a").is_silent();
}

/// A list of tables: any of them.
#[test]
fn of_a_list_of_tables_any_may_fit() {
    let any = policy("rules.any.deny = [{ run = 'git push' }, { read = '.env' }]");
    any.judges("git push").denies("any");
    any.judges("cat .env").denies("any");
    any.judges("git pull; cat README.md").is_silent();
}

/// All of `when` holds.
#[test]
fn a_rule_speaks_when_all_of_when_holds() {
    let when = policy(
        "rules.push = { deny = { run = 'git push' }, when = { mode = 'plan', host = 'claude-code' } }",
    );
    when.judges("git push").in_mode("plan").denies("push");
    when.judges("git push").in_mode("default").is_silent();
    when.judges("git push").in_mode("plan").by("codex").is_silent();
}

/// None of `unless` does.
#[test]
fn a_rule_is_silent_when_any_of_unless_holds() {
    let unless = policy(
        "rules.push = { deny = { run = 'git push' }, unless = [{ mode = 'plan' }, { run = 'git push origin' }] }",
    );
    unless.judges("git push").denies("push");
    unless.judges("git push").in_mode("plan").is_silent();
    unless.judges("git push origin").is_silent();
}

/// … all of `when` holds, and none of `unless` does, for that effect.
#[test]
fn when_and_unless_are_asked_of_that_effect() {
    let text = "rules.env = { deny = { read = '.env' }, when = { run = 'cat' }, unless = { run = 'sudo' } }";
    let env = policy(text);
    env.judges("cat .env").denies("env");
    env.judges("head .env && cat a").is_silent();
    env.judges("sudo cat .env").is_silent();
    env.judges("sudo ls && cat .env").denies("env");
}

/// Exactly one verb a rule: `deny`, `ask`, `rewrite`, `warn`.
#[test]
fn each_rule_has_exactly_one_verb() {
    policy("rules.x.deny = { run = 'x' }").judges("x").denies("x");
    policy("rules.x.ask = { run = 'x' }").judges("x").asks("x");
    policy("rules.x.warn = { run = 'x' }").judges("x").warns("x");
    policy("rules.x = { rewrite = { run = 'x' }, with = { x = 'y' } }")
        .judges("x")
        .rewrites_to("y");
    let two = policy("rules.x = { deny = { run = 'x' }, ask = { run = 'y' } }");
    assert!(two.checked().contains("the rule has two verbs, `deny` and `ask`"));
    assert!(policy("rules.x.because = 'x'").checked().contains("the rule has no verb"));
}

/// There is no verb that grants.
#[test]
fn there_is_no_verb_that_grants() {
    for verb in ["allow", "grant", "permit"] {
        let refused = policy(&format!("rules.x.{verb} = {{ run = 'x' }}"));
        assert!(refused.checked().contains(&format!("unknown key `{verb}` in a rule")), "{verb}");
    }
    // Nor does any answer grant: silence has no words, and what is rewritten is still the host's to permit.
    let rules = policy(
        "rules.x = { rewrite = { run = 'x' }, with = { x = 'y' } }\nrules.w.warn = { run = 'w' }",
    );
    for command in ["ls", "x", "w"] {
        let answer = rules.judges(command).shown()["answer"]["stdout"].to_string();
        assert!(!answer.contains("allow"), "{answer}");
    }
    assert_eq!(rules.judges("ls").shown()["answer"]["stdout"], "");
}

/// Within a table all keys hold together.
#[test]
fn within_a_table_all_keys_hold_together() {
    let text = "rules.push.deny = { run = 'git push', mode = 'plan', cwd = 'sub' }";
    let push = policy(text).and_file("project/sub/a", "");
    push.judges("cd sub && git push").in_mode("plan").denies("push");
    push.judges("git push").in_mode("plan").is_silent();
    push.judges("cd sub && git push").in_mode("default").is_silent();
    push.judges("cd sub && git pull").in_mode("plan").is_silent();
}

/// A list as a value means any of its items.
#[test]
fn a_list_as_a_value_means_any_of_its_items() {
    let list =
        policy("rules.git.deny = { run = ['git push', 'git pull'], mode = ['plan', 'auto'] }");
    list.judges("git push").in_mode("plan").denies("git");
    list.judges("git pull").in_mode("auto").denies("git");
    list.judges("git fetch").in_mode("auto").is_silent();
    list.judges("git push").in_mode("default").is_silent();
}
