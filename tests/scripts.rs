//! Owns the promise that scripts are judged by what they do, told by their lines, and not read where a rule keeps them.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::Hook;
use serde_json::{Value, json};
use std::path::Path;

const RULES: &str = r#"
[rules]
push    = { deny = { run = "git push" } }
outside = { deny = { delete = ["**", "!{project}/**"], tree = true } }
keep    = { deny = { read = "**/secret.sh" } }
drop    = { deny = { sql = "drop" } }
"#;

/// A project with scripts of every kind, below a home.
fn hook(policy: &str) -> Hook {
    let arguments = ["check", "--no-system", "--json", "--tool", "Bash"];
    let hook = Hook::command(&arguments).policy(policy);
    copy(Path::new("tests/scripts/project"), &hook.folder.path().join("home/project"));
    hook.write("home/project/.git/HEAD", "ref: refs/heads/main\n");
    hook.write("home/project/binary", "\u{7f}ELF\0git push\n");
    hook
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => _ = std::fs::copy(entry.path(), target).unwrap(),
        }
    }
}

fn checked(hook: &Hook, command: &str) -> Value {
    let project = hook.folder.path().join("home/project");
    let input = json!({ "command": command }).to_string();
    let mut check = hook.build();
    check.args(["--input", &input, "--cwd", project.to_str().unwrap()]);
    let seen = harness::finish(check.spawn().unwrap(), b"");
    serde_json::from_str(&seen.stdout).unwrap_or_else(|_| panic!("{command}: {seen:?}"))
}

/// The first rule that speaks, and what it is about.
fn said(hook: &Hook, command: &str) -> String {
    let shown = checked(hook, command);
    let rules = shown["rules"].as_array().unwrap();
    rules.first().map_or("-".to_owned(), |rule| {
        let ask = if rule["decision"] == "ask" { "ask " } else { "" };
        format!("{ask}{} {}", rule["rule"].as_str().unwrap(), rule["part"].as_str().unwrap())
    })
}

#[test]
fn scripts_are_judged_by_what_they_do() {
    let hook = hook(&format!("version = 1\n{RULES}"));
    let project = hook.folder.path().join("home/project").to_str().unwrap().to_owned();
    let table = include_str!("scripts.table");
    let rows = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let wrong: Vec<String> = rows
        .filter_map(|row| {
            let (want, command) = row.split_once(" | ").unwrap();
            let fill = |text: &str| text.trim().replace("{project}", &project).replace('⏎', "\n");
            let got = said(&hook, &fill(command));
            (got != fill(want)).then(|| format!("{row}\n    got {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn what_cannot_be_known_of_a_script_is_asked_about_if_the_policy_says_so() {
    let silent = hook(&format!("version = 1\nscripts = \"silent\"\n{RULES}"));
    let asking = hook(&format!("version = 1\nscripts = \"ask\"\n{RULES}"));
    let doubted = [
        "bash dynamic.sh",
        "bash /etc/profile",
        "source /etc/profile",
        "cat > new.sh < /dev/urandom; bash new.sh",
        "bash ./pipe",
        "bash long.sh",
        "make -f /etc/profile",
        "python3 /etc/profile",
    ];
    for hook in [&silent, &asking] {
        let long = "# \n".repeat(100_000);
        hook.write("home/project/long.sh", &long);
        let pipe = hook.folder.path().join("home/project/pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    }
    for command in doubted {
        assert_eq!(said(&silent, command), "-", "{command}");
        assert!(said(&asking, command).starts_with("ask push "), "{command}");
    }
    for command in ["./mention.sh", "./binary", "bash missing.sh", "/usr/bin/true", "ls", "make"] {
        assert_eq!(said(&asking, command), "-", "{command}");
    }
}

#[test]
fn only_the_line_of_a_script_is_told() {
    let policy = format!("version = 1\nscripts = \"ask\"\n{RULES}");
    for text in
        ["rm -rf \"/srv/PRIVATE\"", "git push PRIVATE", "rm -rf \"/$PRIVATE\"", "$PRIVATE push"]
    {
        let hook = hook(&policy);
        hook.write("home/project/told.sh", text);
        let shown = checked(&hook, "sh told.sh");
        let rules = shown["rules"].to_string();
        assert!(rules.contains("told.sh:1"), "{text}: {rules}");
        assert!(!rules.contains("PRIVATE"), "{text}: {rules}");
    }
}

#[test]
fn a_script_that_a_rule_keeps_is_not_read() {
    let hook = hook(&format!("version = 1\n{RULES}"));
    for command in ["bash secret.sh", "./secret.sh", "source secret.sh", "bash < secret.sh"] {
        assert_eq!(said(&hook, command), format!("keep {command}"), "{command}");
        let effects = checked(&hook, command)["effects"].to_string();
        assert!(!effects.contains("\"push\""), "{command}: {effects}");
    }
}

/// What asks who reads, or when, is about that and not about the file.
#[test]
fn a_rule_that_asks_for_more_than_the_file_keeps_no_script() {
    let push = "[rules.push]\ndeny = { run = \"git push\" }\n";
    for other in [
        "[rules.x]\nask = { run = \"scp\", read = \"**\" }",
        "[rules.x]\ndeny = { run = \"shred\", touch = \"**\" }",
        "[rules.x]\ndeny = { read = \"**\", tree = true }",
        "[rules.x]\ndeny = { read = \"**\" }\nwhen = { mode = \"plan\" }",
        "[rules.x]\ndeny = { read = \"**\", agent = \"reviewer\" }",
        "packs = [\"all\"]",
    ] {
        let (packs, rules) = if other.starts_with("packs") { (other, "") } else { ("", other) };
        let hook = hook(&format!("version = 1\n{packs}\n{push}{rules}\n"));
        let spoke = checked(&hook, "bash deploy.sh")["rules"].to_string();
        assert!(spoke.contains("\"push\""), "{other}: {spoke}");
    }
}

/// A project may tighten. That its rule speaks of a script does not take the script from the rules of others.
#[test]
fn a_project_keeps_no_script_from_the_rules_of_others() {
    for other in [
        "[rules.x]\nask = { run = \"no-such-program\", read = \"**\" }",
        "[rules.x]\nask = { read = \"**/*.sh\" }",
        "[rules.x]\ndeny = { read = \"**/*.sh\" }\nunless = { tool = \"shell\" }",
        "packs = [\"network\"]",
    ] {
        let hook = Hook::command(&["check", "--no-system", "--json", "--tool", "Bash"]);
        let user = "version = 1\n[rules.push]\ndeny = { run = \"git push\" }\n";
        let user = hook.write("user.toml", user);
        let hook = hook.arguments(&["--user-policy", user.to_str().unwrap()]);
        let project = hook.folder.path().join("home/project");
        copy(Path::new("tests/scripts/project"), &project);
        hook.write("home/project/.git/HEAD", "ref: refs/heads/main\n");
        hook.write("home/project/.hookshim.toml", &format!("version = 1\n{other}\n"));
        for command in ["bash deploy.sh", "cd tools && bash ../deploy.sh"] {
            let spoke = checked(&hook, command)["rules"].to_string();
            assert!(spoke.contains("\"push\""), "{other}: {command}: {spoke}");
        }
    }
}

#[test]
fn aliases_and_functions_of_start_up_files_are_unfolded() {
    let start_up = r#"
case $- in *i*) ;; *) return ;; esac
alias gp='git push' ll='ls -l' gf='gp --force'
alias git='git --no-pager'
if [ -f ~/.bash_aliases ]; then . ~/.bash_aliases; fi
ship() { git push "$@"; }
"#;
    let hook = hook(&format!("version = 1\n{RULES}"));
    hook.write("home/.bashrc", start_up);
    hook.write("home/.bash_aliases", "alias gpo='gp origin'\n");
    let place = format!("push {}", hook.folder.path().join("home/.bashrc:6").display());
    for (command, want) in [
        ("gp", "push gp"),
        ("cd tools && gp origin main", "push gp origin main"),
        ("gf", "push gf"),
        ("gpo", "push gpo"),
        ("ship it", &place),
        ("(gp)", "push gp"),
        ("ll", "-"),
        ("gpx", "-"),
        ("bash -c gp", "-"),
        ("echo gp", "-"),
        ("git status", "-"),
    ] {
        assert_eq!(said(&hook, command), want, "{command}");
    }
    let zsh = hook.variable("SHELL", "/bin/zsh");
    assert_eq!(said(&zsh, "gp"), "-");
    zsh.write("home/.zshrc", "alias gp='git push'\nfunction ship { git push }\n");
    assert_eq!(said(&zsh, "gp"), "push gp");
    assert!(said(&zsh, "ship").contains(".zshrc:2"));
}

#[test]
fn long_scripts_do_not_keep_the_call_from_being_judged() {
    let hook = hook(&format!("version = 1\n{RULES}"));
    let script: String = (0..8_000).map(|line| format!("echo {line} > out.{line}\n")).collect();
    hook.write("home/project/much.sh", &script);
    assert_eq!(said(&hook, "bash much.sh; echo done"), "-");
    assert_eq!(said(&hook, "bash much.sh; git push"), "push git push");
    hook.write("home/project/each.sh", "./each.sh; ./each.sh; ./each.sh\n");
    assert_eq!(said(&hook, "sh each.sh; git push"), "push git push");
}

#[test]
fn what_a_script_sets_is_not_told_either() {
    let hook = hook(&format!("version = 1\n{RULES}"));
    hook.write(
        "home/project/values.sh",
        "TOKEN=SEKRET\nRUN='git push SEKRET'\nalias x=y\nrmv() { rm -rf /srv/SEKRET; }\n",
    );
    hook.write("home/.bashrc", "alias lose='rm -rf /srv/SEKRET'\n");
    for command in [
        ". ./values.sh; rm -rf /srv/$TOKEN",
        ". ./values.sh; eval \"$RUN\"",
        "source values.sh && bash -c \"$RUN\"",
        ". ./values.sh; psql -c \"drop table $TOKEN\"",
        ". ./values.sh; rmv",
        ". ./values.sh; (rm -rf /srv/$TOKEN/$UNKNOWN)",
        "lose",
    ] {
        let rules = checked(&hook, command)["rules"].to_string();
        assert!(rules.len() > 2, "{command}");
        assert!(!rules.contains("SEKRET"), "{command}: {rules}");
    }
}

#[test]
fn a_login_shell_knows_the_users_aliases() {
    let hook = hook(&format!("version = 1\n{RULES}"));
    hook.write("home/.bashrc", "alias gp='git push'\n");
    for command in ["bash -ic gp", "bash -lc gp", "bash -i <<< gp"] {
        assert!(said(&hook, command).starts_with("push "), "{command}");
    }
    assert_eq!(said(&hook, "bash -c gp"), "-");
}
