//! Where pushes go, what git throws away and which branch it is on, in repositories that git itself has made, and held against git itself.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::Hook;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The repositories that the tables speak of.
const REPOSITORIES: &str = r#"
git init -q --bare -b main origin
git -C origin config receive.advertisePushOptions true
git init -q --bare -b main up
git init -q -b main project
cd project
echo a > README; mkdir src; echo a > src/a.rs
git add .; git commit -qm first
git remote add origin ../origin; git remote add up ../up
git tag v1; git branch side; git checkout -qb topic; git commit -q --allow-empty -m second
git worktree add -q ../wt -b work
git push -q origin main side topic work
git branch -q -u origin/topic; git branch -q -u origin/main main
git clone -q ../origin ../other
ln -s ../other link
printf '[remote]\n\tpushDefault = up\n[push]\n\tdefault = current\n' > more
"#;

/// How the unknown is spelt.
const UNKNOWN: [&str; 9] = [
    "the branch checked out",
    "what is not here",
    "what --prune removes",
    "git checkout -",
    "git config remote.pushdefault",
    "$BRANCH",
    "$V",
    "$REMOTE",
    "$ARGUMENTS",
];

/// The repositories, and copies of them in which something was set up.
struct World {
    hook: Hook,
    copies: BTreeMap<String, PathBuf>,
}

impl World {
    fn new(policy: &str) -> Self {
        let check = ["check", "--no-system", "--json", "--tool", "Bash"];
        let hook = Hook::command(&check).policy(&format!("version = 1\n{policy}"));
        hook.write("home/.gitconfig", "[user]\n\tname = u\n\temail = u@example.invalid\n");
        let world = World { hook, copies: BTreeMap::new() };
        let made = world.git(&world.home(), REPOSITORIES);
        assert!(made.status.success(), "{made:?}");
        world
    }

    fn home(&self) -> PathBuf {
        self.hook.folder.path().join("home")
    }

    /// Runs a script as the user of the repositories.
    fn git(&self, directory: &Path, script: &str) -> Output {
        let mut command = Command::new("sh");
        command.args(["-ec", script]).current_dir(directory).env_clear();
        command.env("HOME", self.home()).env("GIT_CONFIG_NOSYSTEM", "1");
        command.env("PATH", std::env::var_os("PATH").unwrap()).output().unwrap()
    }

    /// The project after a setup.
    fn project(&mut self, setup: &str) -> PathBuf {
        if setup.is_empty() {
            return self.home().join("project");
        }
        if let Some(known) = self.copies.get(setup) {
            return known.clone();
        }
        let copy = self.home().join(format!("copy-{}", self.copies.len()));
        let script = format!("mkdir {0}; cp -a origin up other project {0}", copy.display());
        assert!(self.git(&self.home(), &script).status.success());
        let project = copy.join("project");
        let commands: String =
            setup.split(";;").map(|command| format!("git {}\n", command.trim())).collect();
        let output = self.git(&project, &commands);
        assert!(output.status.success(), "{setup}: {output:?}");
        self.copies.insert(setup.to_owned(), project.clone());
        project
    }

    /// The effects of a command.
    fn effects(&self, project: &Path, command: &str) -> Vec<Value> {
        self.checked(project, command)["effects"].as_array().unwrap().clone()
    }

    /// What is shown of a command.
    fn checked(&self, project: &Path, command: &str) -> Value {
        let input = json!({ "command": command }).to_string();
        let mut check = self.hook.build();
        check.args(["--input", &input, "--cwd", project.to_str().unwrap()]);
        let seen = harness::finish(check.spawn().unwrap(), b"");
        serde_json::from_str(&seen.stdout).unwrap_or_else(|_| panic!("{command}: {seen:?}"))
    }

    /// The refs that git would push to, deleted ones after `-`.
    fn asked(&self, project: &Path, command: &str) -> BTreeSet<String> {
        let words: Vec<&str> = command.split(' ').collect();
        let at = words.iter().position(|word| *word == "push").unwrap();
        let (before, after) = words.split_at(at + 1);
        let script = format!("{} --dry-run --porcelain -v {}", before.join(" "), after.join(" "));
        let output = self.git(project, &script);
        let text = String::from_utf8(output.stdout).unwrap();
        let refs = text.lines().filter_map(|line| {
            let (from, to) = line.split('\t').nth(1)?.rsplit_once(':')?;
            Some(format!("{}{}", if from.is_empty() { "-" } else { "" }, short(to)))
        });
        let refs: BTreeSet<String> = refs.collect();
        match refs.is_empty() {
            true => BTreeSet::from([String::from_utf8_lossy(&output.stderr).into_owned()]),
            false => refs,
        }
    }
}

fn short(name: &str) -> &str {
    let name = name.strip_prefix("refs/heads/").unwrap_or(name);
    if name.starts_with("refs/tags/") { &name["refs/".len()..] } else { name }
}

fn text(value: &Value) -> String {
    let text = short(value.as_str().unwrap()).to_owned();
    UNKNOWN.iter().fold(text, |text, unknown| text.replace(unknown, "?")).replace("$NAME", "?")
}

/// A push as the table writes it.
fn push(effect: &Value) -> Option<String> {
    if effect["effect"] != "push" {
        return None;
    }
    let force = match effect["force"].as_str().unwrap() {
        "plain" => "+",
        "leased" => "~",
        _ => "",
    };
    let delete = if effect["delete"] == true { "-" } else { "" };
    let refs = effect["destinations"].as_array().unwrap().iter();
    let refs = refs.map(|name| format!(" {force}{delete}{}", text(name)));
    Some(format!("{}{}", text(&effect["remote"]), refs.collect::<String>()))
}

/// A loss as the table writes it.
fn loss(effect: &Value) -> Option<String> {
    let lost = effect["lost"].as_array()?.iter();
    let lost: Vec<&str> = lost.map(|kind| kind.as_str().unwrap()).collect();
    Some(format!("{}{}", lost.join(" "), if effect["tree"] == true { "*" } else { "" }))
}

fn rows(table: &str) -> Vec<&str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

#[test]
fn pushes_go_where_the_table_and_git_say() {
    let mut world = World::new("");
    let rows = rows(include_str!("pushes.table"));
    assert!(rows.len() >= 150, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for row in rows {
        let (left, want) = row.rsplit_once("=>").unwrap();
        let [mark, setup, command] = left.splitn(3, '|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("{row}");
        };
        let project = world.project(setup);
        let pushes: Vec<String> =
            world.effects(&project, command).iter().filter_map(push).collect();
        let got = pushes.join(", ");
        if got != want.trim() {
            wrong.push(format!("{row}\n    got {got}"));
        }
        if mark == "git" {
            let refs = pushes.iter().flat_map(|push| push.split(' ').skip(1));
            let refs: BTreeSet<String> =
                refs.map(|name| name.trim_start_matches(['+', '~']).to_owned()).collect();
            let asked = world.asked(&project, command);
            if refs != asked {
                wrong.push(format!("{row}\n    git says {asked:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn git_loses_what_the_table_says() {
    let mut world = World::new("");
    let rows = rows(include_str!("discards.table"));
    assert!(rows.len() >= 100, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for row in rows {
        let (left, want) = row.rsplit_once("=>").unwrap();
        let (setup, command) = left.split_once('|').unwrap();
        let project = world.project(setup.trim());
        let effects = world.effects(&project, command.trim());
        let got = effects.iter().filter_map(loss).collect::<Vec<_>>().join(", ");
        if got != want.trim() {
            wrong.push(format!("{row}\n    got {got}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn rules_that_ask_for_a_branch_speak_where_the_table_says() {
    let policy = "[rules.main]\ndeny = { run = \"git commit\", on_branch = \"main\" }\n\
        [rules.worktree]\ndeny = { run = \"git commit\", repo = \"worktree\" }\n";
    let mut world = World::new(policy);
    let project = world.project("");
    let rows = rows(include_str!("branches.table"));
    let wrong = rows.into_iter().filter_map(|row| {
        let (command, want) = row.rsplit_once("=>").unwrap();
        let shown = world.checked(&project, command.trim());
        let spoke = shown["rules"].as_array().unwrap().iter().map(|rule| {
            let doubt = if rule["decision"] == "deny" { "" } else { "?" };
            format!("{}{doubt}", rule["rule"].as_str().unwrap())
        });
        let got = spoke.collect::<Vec<_>>().join(" ");
        (got != want.trim()).then(|| format!("{row}\n    got {got}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
