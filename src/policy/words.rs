//! Owns the words of the policy language, those to come, and the nearest to a misspelt one; it does not know what
//! they mean.

/// Keys at the top of a file.
pub(super) const FILE: &[&str] = &[
    "version",
    "timezone",
    "packs",
    "windows",
    "rules",
    "tests",
    "unknown",
    "on_error",
    "deadline_ms",
    "wrappers",
    "tools",
    "scripts",
    "overrides",
    "enforce",
    "self_protection",
];

/// Keys at the top of a file that later versions will have.
pub(super) const FILE_LATER: &[&str] = &["audit"];

/// Keys of an override.
pub(super) const OVERRIDE: &[&str] = &["verb", "lock"];

/// Keys of a rule.
pub(super) const RULE: &[&str] =
    &["deny", "ask", "rewrite", "with", "warn", "when", "unless", "because", "instead", "unknown"];

/// Keys of a rule that later versions will have.
pub(super) const RULE_LATER: &[&str] = &["check", "timeout_ms"];

/// Keys of a verb, `when` and `unless`.
pub(super) const CONDITIONS: &[&str] = &[
    "run",
    "read",
    "write",
    "delete",
    "touch",
    "tree",
    "push",
    "discard",
    "env",
    "git_config",
    "on_branch",
    "repo",
    "cwd",
    "tool",
    "during",
    "mode",
    "host",
    "origin",
    "agent",
    "connect",
    "sql",
    "fed_by",
    "place",
    "input",
    "content",
];

/// Keys of `push`.
pub(super) const PUSH: &[&str] = &["remote", "branch", "force", "delete", "tags"];

/// Keys of `connect` that is written as a table.
pub(super) const CONNECT: &[&str] = &["host", "method", "url", "body"];

/// Keys of a tool in `tools`.
pub(super) const TOOL: &[&str] = &["command", "cwd", "path", "url", "sql"];

/// Keys of a test.
pub(super) const TEST: &[&str] =
    &["run", "tool", "input", "payload", "at", "mode", "host", "cwd", "expect"];

/// Keys of `expect` that is written as a table.
pub(super) const EXPECT: &[&str] = &["deny", "ask", "rewrite", "to", "warn"];

/// Keys of a window that is written as a table.
pub(super) const WINDOW: &[&str] = &["spans", "timezone"];

/// How keys are written whose type people mistake.
const EXAMPLES: &[(&str, &str)] = &[
    ("timezone", "for example timezone = \"Europe/Berlin\""),
    ("windows", "for example [windows], and below it evening = [\"mon-fri 18:00-23:30\"]"),
    ("rules", "for example [rules.push], and below it deny = { run = \"git push\" }"),
    ("tools", "for example [tools.mcp__db__query], and below it sql = \"/sql\""),
    ("overrides", "for example [overrides.\"git/reset-hard\"], and below it verb = \"ask\""),
    ("deny", "for example deny = { run = \"git push\" } or deny = { read = \"**/.env\" }"),
    ("ask", "for example ask = { run = \"git push\" } or ask = { read = \"**/.env\" }"),
    ("rewrite", "for example rewrite = { run = \"git push --force\" }"),
    ("with", "for example with = { \"--force\" = \"--force-with-lease\" }"),
    ("warn", "for example warn = { run = \"git push\" } or warn = { read = \"**/.env\" }"),
    ("when", "for example when = { mode = \"default\" }"),
    ("unless", "for example unless = { during = \"evening\" }"),
    ("tests", "for example [[tests]], and below it run = \"git push\" and expect = \"deny\""),
    ("at", "for example at = 2026-11-30T09:00:00, in the policy's time zone"),
    ("expect", "for example expect = \"deny\" or expect = { deny = \"rule\" }"),
    ("push", "for example push = { branch = \"main\" }"),
    ("force", "for example push = { force = \"unleased\" }, or \"any\""),
    ("discard", "for example discard = [\"worktree\", \"stash\"]"),
    ("connect", "for example connect = { host = \"*.example.com\", method = \"POST\" }"),
    ("input", "for example input = { \"/owner\" = \"acme\" }"),
];

/// How a key is written, as advice; empty if nobody asks.
pub(super) fn example(key: &str) -> &'static str {
    EXAMPLES.iter().find(|(known, _)| *known == key).map_or("", |(_, example)| example)
}

/// What people write who come from another tool, and what it is called here.
const SYNONYMS: &[(&str, &str)] = &[
    ("block", "deny"),
    ("forbid", "deny"),
    ("prompt", "ask"),
    ("confirm", "ask"),
    ("reason", "because"),
    ("message", "because"),
    ("description", "because"),
    ("except", "unless"),
    ("command", "run"),
    ("bash", "run"),
    ("path", "touch"),
    ("paths", "touch"),
    ("file", "touch"),
    ("edit", "write"),
    ("matcher", "tool"),
    ("time", "during"),
    ("window", "during"),
    ("tz", "timezone"),
];

/// The known word that means what `word` means elsewhere.
pub(super) fn synonym<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let (_, here) = SYNONYMS.iter().find(|(elsewhere, _)| *elsewhere == word)?;
    known.iter().find(|known| *known == here).copied()
}

/// Names longer than this are not compared; nobody misspells them, and comparing takes the square of the length.
const LONGEST_COMPARED: usize = 64;

/// The known word that `word` was probably meant to be.
pub(super) fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    if word.len() > LONGEST_COMPARED {
        return None;
    }
    let allowed = 1 + word.chars().count() / 4;
    known
        .iter()
        .map(|candidate| (distance(word, candidate), *candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many characters must be put in, taken out or changed to make `right` of `left` (Levenshtein's distance).
fn distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.chars().count()).collect();
    for (line, left) in left.chars().enumerate() {
        let mut previous = line + 1;
        let mut next = vec![previous];
        for (pair, right) in row.windows(2).zip(right.chars()) {
            let [diagonal, above] = *pair else { continue };
            previous = (diagonal + usize::from(left != right)).min(above + 1).min(previous + 1);
            next.push(previous);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}
