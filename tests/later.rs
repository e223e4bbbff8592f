//! What happens later is judged as of then.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::Hook;
use serde_json::Value;

/// Pushes are denied from 9 to 18 o'clock; the command is given at 17:00, and again at 8:00.
const POLICY: &str = r#"
version = 1
timezone = "UTC"
[windows]
work = "09:00-18:00"
[rules.push]
deny = { run = "git push" }
when = { during = "work" }
"#;

const TABLE: &str = r"
git push                              | deny    | silence
sleep 60; git push                    | deny    | silence
sleep 3600; git push                  | silence | deny
sleep 1h && git push                  | silence | deny
sleep 30m 30m; git push               | silence | deny
sleep 0.5h; git push                  | deny    | silence
sleep 11h; git push                   | silence | silence
(sleep 2h; git push) &                | silence | deny
sleep 2h & git push                   | deny    | silence
bash -c 'sleep 2h; git push'          | silence | deny
for i in 1 2; do sleep 30m; done; git push | silence | deny
for i in $LIST; do sleep 30m; done; git push | ask | ask
sleep $N; git push                    | ask     | ask
if ls; then sleep 2h; fi; git push    | ask     | ask
echo 'git push' | at now + 1 minute   | ask     | ask
at 18:30 <<< 'git push'               | ask     | ask
batch <<< 'git push'                  | ask     | ask
sleep $N; git status                  | silence | silence
timeout 5 sleep 2h; git push          | deny    | silence
";

fn judged(command: &str, now: &str) -> String {
    let arguments = ["check", "--no-system", "--json", "--now", now, command];
    let seen = Hook::command(&arguments).policy(POLICY).run("");
    let shown: Value =
        serde_json::from_str(&seen.stdout).unwrap_or_else(|_| panic!("{command}: {seen:?}"));
    shown["verdict"].as_str().unwrap().to_owned()
}

#[test]
fn delays_count() {
    let rows = TABLE.lines().filter(|line| !line.is_empty());
    let wrong: Vec<String> = rows
        .filter_map(|row| {
            let cells: Vec<&str> = row.rsplitn(3, '|').map(str::trim).collect();
            let [morning, afternoon, command] = cells.as_slice() else { panic!("{row}") };
            let got =
                (judged(command, "2026-11-30T17:00:00Z"), judged(command, "2026-11-30T08:00:00Z"));
            (got != (afternoon.to_string(), morning.to_string()))
                .then(|| format!("{row}   got {got:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
