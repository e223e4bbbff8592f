//! Rules that rewrite.

use crate::asking::policy;

const LEASE: &str = "rules.lease.rewrite = { run = 'git push --force' }
    rules.lease.with = { '--force' = '--force-with-lease' }";

/// `rewrite` applies only where the word stands literally in the payload's own text (not in a nested string, alias or
/// script).
///
/// Elsewhere the call is denied, and the reason says what to write.
#[test]
fn a_rewrite_applies_only_where_the_word_stands_in_the_payloads_own_text() {
    let lease = policy(LEASE)
        .and_repository("project", "main", "[alias]\n\tp = push --force\n")
        .and_file("project/x.sh", "git push --force\n");
    lease.judges("cd sub; git push --force").rewrites_to("cd sub; git push --force-with-lease");
    for elsewhere in ["bash -c 'git push --force'", "git p", "bash x.sh", "F=--force; git push $F"]
    {
        lease.judges(elsewhere).denies("lease");
    }
    lease.judges("git push").is_silent();
}

/// Once per call (two rewriting rules: deny).
///
/// Two that would make the same call of it agree.
#[test]
fn two_rewriting_rules_deny() {
    let rule = |name: &str, word: &str| {
        let rewrite = format!("rules.{name}.rewrite = {{ run = 'npm test' }}");
        format!("{rewrite}\nrules.{name}.with = {{ npm = '{word}' }}\n")
    };
    let two = policy(&format!("{}{}", rule("pnpm", "pnpm"), rule("yarn", "yarn")));
    two.judges("npm test").denies("pnpm yarn");
    let agreed = policy(&format!("{}{}", rule("a", "pnpm"), rule("b", "pnpm")));
    agreed.judges("npm test").rewrites_to("pnpm test");
}

/// Once per call.
#[test]
fn a_call_is_rewritten_once() {
    let rule = |from: &str, to: &str| {
        format!(
            "rules.{from} = {{ rewrite = {{ run = '{from}' }}, with = {{ {from} = '{to}' }} }}\n"
        )
    };
    policy(&rule("a", "b")).judges("a").rewrites_to("b");
    policy(&format!("{}{}", rule("a", "b"), rule("b", "c"))).judges("a").denies("b");
}

/// The result is decoded and judged again by all rules, any verdict but silence wins.
#[test]
fn the_result_is_judged_again_by_all_rules_and_any_objection_wins() {
    for verb in ["deny", "ask"] {
        let other = format!("rules.other.{verb} = {{ run = 'git push --force-with-lease dev' }}");
        let both = policy(&format!("{LEASE}\n{other}"));
        both.judges("git push --force dev").denies("other");
        both.judges("git push --force main").rewrites_to("git push --force-with-lease main");
    }
}

/// The result is decoded and judged again by all rules, any verdict but silence wins.
///
/// But a warning is no objection: it is told beside the rewrite.
#[test]
fn a_warning_about_the_result_is_told_beside_the_rewrite() {
    let warn = "rules.other.warn = { run = 'git push --force-with-lease' }";
    let warned = policy(&format!("{LEASE}\n{warn}"));
    warned.judges("git push --force").rewrites_to("git push --force-with-lease");
    let shown = warned.judges("git push --force").shown();
    assert_eq!(shown["rules"][1]["rule"], "other");
    warned.judges("git push --force-with-lease").warns("other");
}

/// Ask beats rewrite and asks about the original.
#[test]
fn ask_beats_rewrite_and_asks_about_the_original() {
    let both = policy(&format!("{LEASE}\nrules.push.ask = {{ run = 'git push --force' }}"));
    both.judges("git push --force").asks("push");
    let shown = both.judges("git push --force").shown();
    let answer = shown["answer"]["stdout"].as_str().unwrap();
    assert!(answer.contains("`git push --force`") && !answer.contains("updatedInput"), "{answer}");
}

/// Where the host or mode may not rewrite: deny, naming the command to run.
#[test]
fn where_the_host_or_mode_may_not_rewrite_it_denies_and_names_the_command_to_run() {
    let lease = policy(LEASE);
    let meant = "git push --force-with-lease";
    lease.judges("git push --force").in_mode("acceptEdits").rewrites_to(meant);
    lease.judges("git push --force").in_mode("plan").denies_saying(meant);
    lease.judges("git push --force").in_mode("auto").denies_saying(meant);
    for host in ["codex", "maka", "unknown"] {
        lease.judges("git push --force").by(host).denies_saying(meant);
    }
}
