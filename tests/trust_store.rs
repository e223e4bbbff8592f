//! The file of agreements: it loses none, only its owner can have written it, and a doubtful one trusts nothing.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;
#[path = "trust/mod.rs"]
mod home;

use home::{Home, SCRIPTS, text};
use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

/// Makes a file of agreements doubtful.
type Spoil = fn(&Path);

fn mode(path: &Path) -> u32 {
    path.symlink_metadata().unwrap().permissions().mode() & 0o7777
}

/// A home with a project that is trusted.
fn trusted() -> Home {
    let home = Home::new();
    home.policy(SCRIPTS);
    assert_eq!(home.agree(&[]).status, 0);
    assert!(home.holds("project"));
    home
}

#[test]
fn many_processes_at_once_lose_no_agreement() {
    const PROCESSES: usize = 8;
    const EACH: usize = 20;
    let home = Home::new();
    let name = |process, number| format!("project/{process}/{number}/.hookshim.toml");
    std::thread::scope(|scope| {
        for process in 0..PROCESSES {
            let home = &home;
            scope.spawn(move || {
                for number in 0..EACH {
                    let file = home.write(&name(process, number), SCRIPTS);
                    let session = home.agree(&[text(&file)]);
                    assert_eq!(session.status, 0, "{}", session.shown);
                }
            });
        }
    });
    let listed = home.run(&["trust", "list"]).stdout;
    let missing: Vec<String> = (0..PROCESSES * EACH)
        .map(|index| home.path.join(name(index / EACH, index % EACH)))
        .map(|path| format!("holds    {}\n", path.display()))
        .filter(|line| !listed.contains(line))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(!home.store().with_file_name("trust.json.new").exists());
}

#[test]
fn only_the_user_can_read_and_write_it() {
    let home = trusted();
    let store = home.store();
    assert_eq!(mode(&store), 0o600);
    assert_eq!(mode(&store.with_file_name("trust.lock")), 0o600);
    assert_eq!(mode(store.parent().unwrap()), 0o700);
}

#[test]
fn what_a_process_that_died_left_behind_is_no_hindrance() {
    let home = trusted();
    let beside = home.store().with_file_name("trust.json.new");
    symlink(home.write("elsewhere", "precious"), &beside).unwrap();
    assert_eq!(home.run(&["trust", "remove"]).status, Some(0));
    assert!(!home.holds("project"));
    assert_eq!(std::fs::read_to_string(home.path.join("elsewhere")).unwrap(), "precious");
}

#[test]
fn a_doubtful_file_trusts_nothing_and_says_why() {
    let doubts: [(&str, Spoil); 8] = [
        ("it is a link", |store| {
            let elsewhere = store.with_file_name("elsewhere.json");
            std::fs::rename(store, &elsewhere).unwrap();
            symlink(elsewhere, store).unwrap();
        }),
        ("its group can write to it; run chmod g-w on it", |store| {
            std::fs::set_permissions(store, Permissions::from_mode(0o620)).unwrap();
        }),
        ("everyone can write to it; run chmod o-w on it", |store| {
            std::fs::set_permissions(store, Permissions::from_mode(0o602)).unwrap();
        }),
        ("it is not a regular file", |store| {
            std::fs::remove_file(store).unwrap();
            std::fs::create_dir(store).unwrap();
        }),
        ("it is not JSON", |store| {
            let text = std::fs::read_to_string(store).unwrap();
            std::fs::write(store, &text[..text.len() - 3]).unwrap();
        }),
        ("it is not of version 1", |store| {
            let text = std::fs::read_to_string(store).unwrap();
            std::fs::write(store, text.replace("\"version\": 1", "\"version\": 2")).unwrap();
        }),
        ("its entries are broken", |store| {
            let text = std::fs::read_to_string(store).unwrap();
            std::fs::write(store, text.replace("\"when\"", "\"then\"")).unwrap();
        }),
        ("it is longer than 1048576 bytes", |store| {
            let text = std::fs::read_to_string(store).unwrap();
            std::fs::write(store, text + &" ".repeat(1024 * 1024)).unwrap();
        }),
    ];
    for (why, spoil) in doubts {
        let home = trusted();
        spoil(&home.store());
        let shown = home.check(&["ls"]);
        let notes = shown["notes"].to_string();
        assert!(
            notes.contains(why) && notes.contains("nothing of a project is trusted"),
            "{notes}"
        );
        assert!(notes.contains("`scripts` waits"), "{notes}");
        // Where nothing waits, nobody looks.
        home.policy("version = 1\n[rules.a]\ndeny = { run = \"a\" }\n");
        assert!(home.holds("project"), "{why}");
        home.policy(SCRIPTS);

        // Nothing is built on it, not even by a person.
        for command in ["list", "review", "add", "remove"] {
            let seen = home.run(&["trust", command]);
            assert_eq!(seen.status, Some(2), "{why}: {command}: {seen:?}");
            assert!(seen.stderr.contains(why), "{command}: {seen:?}");
        }
        let linked = home.store().with_file_name("elsewhere.json");
        let before = std::fs::read(&linked).ok();
        if home.store().is_dir() {
            std::fs::remove_dir(home.store()).unwrap();
        }
        assert_eq!(home.run(&["trust", "remove", "--all"]).status, Some(0), "{why}");
        assert_eq!(std::fs::read(&linked).ok(), before, "the link's target is untouched");
        assert_eq!(mode(&home.store()), 0o600);
        assert_eq!(home.agree(&[]).status, 0, "{why}");
        assert!(home.holds("project"), "{why}");
    }
}

#[test]
fn a_file_of_another_user_trusts_nothing() {
    if !nix::unistd::geteuid().is_root() {
        eprintln!("skipped: only root can give a file away");
        return;
    }
    let home = trusted();
    std::os::unix::fs::chown(home.store(), Some(65534), None).unwrap();
    let notes = home.check(&["ls"])["notes"].to_string();
    assert!(notes.contains("it belongs to user 65534, not to you"), "{notes}");
}

#[test]
fn a_folder_that_others_can_write_to_is_not_written_to() {
    let home = Home::new();
    home.policy(SCRIPTS);
    let folder = home.store().parent().unwrap().to_owned();
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::set_permissions(&folder, Permissions::from_mode(0o770)).unwrap();
    let session = home.agree(&[]);
    assert_eq!(session.status, 2, "{}", session.shown);
    assert!(session.shown.contains("others can write to it; run chmod go-w on it"));
    assert!(!home.store().exists());
}

#[test]
fn more_than_the_file_can_hold_is_not_added() {
    let home = Home::new();
    let path = "x".repeat(9_000);
    let tools: String =
        (0..110).map(|tool| format!("[tools.t{tool}]\nsql = \"/{path}\"\n")).collect();
    home.policy(&format!("version = 1\n{tools}"));
    let session = home.agree(&[]);
    assert_eq!(session.status, 0, "{}", session.shown.len());
    home.write("project/api/.hookshim.toml", &format!("version = 1\n{tools}"));
    let session = home.agree(&["api/.hookshim.toml"]);
    assert_eq!(session.status, 2);
    assert!(session.shown.contains("the agreements would take more than 1048576 bytes"));
    assert!(home.holds("project") && !home.holds("project/api"));
}
