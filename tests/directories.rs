//! `cwd` means the directory as it is spelt and as it is behind links; no excuse is had through one.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::Hook;
use serde_json::Value;
use std::os::unix::fs::symlink;

/// A rule, then for each call: its directory below the home, the command, and the verdict. On disk are the directories
/// `prod`, `project` and `sandbox/sub`, and these links:
const LINKS: [(&str, &str); 4] = [
    ("project/link", "../prod"),
    ("project/box", "../sandbox"),
    ("prod/back", "../project"),
    ("sandbox/out", "/{home}/prod"),
];

const TABLE: &str = r#"
when = { cwd = "~/prod/**" }
    project         | make                                        => silence
    prod            | make                                        => deny
    prod/sub        | make                                        => deny
    prod/back       | make                                        => deny
    project/link    | make                                        => deny
    project/link/up | make                                        => deny
    project         | cd link && make                             => deny
    project         | cd link/sub; make                           => deny
    project         | env -C link make                            => deny
    sandbox         | env -C ../project/link/../prod make         => deny
    project         | cd link && env -C ../prod make              => deny
    project         | cd link && cd .. && make                    => silence
    project         | bash -c 'cd link && make'                   => deny
    project         | (cd link); make                             => silence
    project         | cd "link/$X" && make                        => deny
    project         | cd box/out && make                          => deny
    project         | cd box && make                              => silence
    project         | cd "$X" && make                             => ask
    project         | ln -s ../prod new && cd new && make         => deny
    project         | ln -s "../prod/$X" new && cd new && make    => deny
    project         | ln -s ../prod new && make                   => silence
    project         | docker exec -w ~/project/link c make        => silence
    prod            | docker exec -w ~/prod c make                => silence
    prod            | ssh web make                                => silence
    prod            | ssh web "cd ~/prod && make"                 => silence

when = { cwd = "/srv/**", place = "remote" }
    prod            | ssh web "cd /srv/app && make"               => deny
    prod            | ssh web "cd /opt && make"                   => silence
    prod            | ssh web make                                => ask

unless = { cwd = "~/sandbox/**" }
    sandbox         | make                                        => silence
    sandbox/sub     | make                                        => silence
    sandbox         | cd sub && make                              => silence
    sandbox/out     | make                                        => deny
    sandbox         | cd out && make                              => deny
    sandbox         | cd "out/$X" && make                         => deny
    sandbox         | ln -s ~/prod sub/new && cd sub/new && make  => deny
    sandbox         | env -C sub/.. make                          => silence
    sandbox         | env -C out/.. make                          => deny
    project/box     | make                                        => deny
    sandbox         | ssh web make                                => deny
    project         | cd box && make                              => deny

unless = { cwd = ["~/**", "!~/prod/**"] }
    project         | make                                        => silence
    project         | cd box && make                              => silence
    prod            | make                                        => deny
    project         | cd link && make                             => deny
    prod            | cd back && make                             => deny

when = { cwd = ["~/**", "!~/sandbox/**"] }
    project         | make                                        => deny
    sandbox         | make                                        => silence
    sandbox         | cd out && make                              => deny
    project         | cd box && make                              => deny

when = { cwd = ["{project}", "link/**"] }
    project         | make                                        => deny
    project         | cd link/sub && make                         => deny
    project         | cd box && make                              => silence
"#;

/// The rows of the table that are not as it says, where calls spell the home this way and policies that.
fn wrong(hook: &Hook, home: &str, called: &str) -> Vec<String> {
    let mut policy = String::new();
    let mut wrong = Vec::new();
    for line in TABLE.lines().filter(|line| !line.is_empty()) {
        let Some(row) = line.strip_prefix("    ") else {
            let rule = format!("version = 1\n[rules.rule]\ndeny = {{ run = \"make\" }}\n{line}\n");
            policy = hook.write("policy.toml", &rule).to_str().unwrap().to_owned();
            continue;
        };
        let (call, expected) = row.rsplit_once("=>").unwrap();
        let (directory, command) = call.split_once('|').unwrap();
        let directory = format!("{home}/{}", directory.trim());
        let mut check = hook.build();
        check.args(["--policy", &policy, "--cwd", &directory, command.trim()]).env("HOME", called);
        let seen = harness::finish(check.spawn().unwrap(), b"");
        let shown: Value =
            serde_json::from_str(&seen.stdout).unwrap_or_else(|_| panic!("{seen:?}"));
        if shown["verdict"] != expected.trim() {
            wrong.push(format!("{policy}: {row}\n    got {}", shown["verdict"]));
        }
    }
    wrong
}

#[test]
fn a_directory_is_meant_by_each_way_that_leads_there() {
    let hook = Hook::command(&["check", "--no-system", "--json"]);
    for file in ["prod/sub/a", "project/.git/HEAD", "sandbox/sub/a"] {
        hook.write(&format!("home/{file}"), "");
    }
    let folder = hook.folder.path().to_str().unwrap();
    let home = format!("{folder}/home");
    for (link, target) in LINKS {
        symlink(target.replace("/{home}", &home), format!("{home}/{link}")).unwrap();
    }
    let called = format!("{folder}/called");
    symlink("home", &called).unwrap();
    // As where `/tmp` is `/private/tmp`: what a policy calls `~` has both names.
    for (home, called) in [(&home, &home), (&home, &called), (&called, &called)] {
        let wrong = wrong(&hook, home, called);
        assert!(wrong.is_empty(), "{called}: {wrong:#?}");
    }
}
