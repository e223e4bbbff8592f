//! Owns the promises about looking below directories: nearest first, bounded, and never through links.

#![allow(clippy::unwrap_used)] // a test may fail loudly

use hookshim::facts::Facts;
use std::fs::{create_dir_all, write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::rc::Rc;
use tempfile::TempDir;

fn folder(files: &[&str]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for file in files {
        let path = folder.path().join(file);
        create_dir_all(path.parent().unwrap()).unwrap();
        write(path, "").unwrap();
    }
    folder
}

/// What lies below, in order, without the folder's own path; and whether that is all.
fn look(facts: &Facts, folder: &Path, limit: usize) -> (Vec<String>, bool) {
    let root = folder.to_str().unwrap();
    let listing = facts.below(root, limit);
    let files = listing.files.iter().map(|file| file.strip_prefix(root).unwrap().to_owned());
    (files.collect(), listing.complete)
}

#[test]
fn the_nearest_come_first_and_names_with_a_dot_are_no_exception() {
    let folder = folder(&["a/b/c/deep", ".git/config", "node_modules/x", "near"]);
    let (files, complete) = look(&Facts::default(), folder.path(), 100);
    let depths: Vec<usize> = files.iter().map(|file| file.matches('/').count()).collect();
    assert!(depths.is_sorted(), "{files:?}");
    for file in ["/near", "/.git", "/.git/config", "/node_modules/x", "/a/b/c/deep"] {
        assert!(files.iter().any(|found| found == file), "{file} is not in {files:?}");
    }
    assert_eq!((files.len(), complete), (9, true));
}

#[test]
fn a_look_ends_at_its_bound_and_says_so() {
    let folder = folder(&["a/1", "a/2", "b/3"]);
    for (limit, count, all) in
        [(0, 0, false), (1, 1, false), (4, 4, false), (5, 5, true), (6, 5, true)]
    {
        let (files, complete) = look(&Facts::default(), folder.path(), limit);
        assert_eq!((files.len(), complete), (count, all), "at most {limit}: {files:?}");
    }
}

#[test]
fn links_are_listed_and_not_followed() {
    let folder = folder(&["inside/a", "outside/secret"]);
    let inside = folder.path().join("inside");
    symlink("../outside", inside.join("link")).unwrap();
    symlink("inside", folder.path().join("start")).unwrap();
    let facts = Facts::default();
    let (mut files, complete) = look(&facts, &inside, 100);
    files.sort();
    assert_eq!((files, complete), (vec!["/a".to_owned(), "/link".to_owned()], true));
    assert_eq!(look(&facts, &folder.path().join("start"), 100), (vec![], true));
    assert_eq!(look(&facts, &folder.path().join("inside/a"), 100), (vec![], true));
    assert_eq!(look(&facts, &folder.path().join("nowhere"), 100), (vec![], true));
}

#[test]
fn a_call_looks_at_a_directory_once_and_at_all_of_them_not_for_ever() {
    let names: Vec<String> = (0..100).map(|number| format!("{number}/a/b/c")).collect();
    let folder = folder(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let facts = Facts::default();
    let root = folder.path().to_str().unwrap();
    assert!(Rc::ptr_eq(&facts.below(root, 256), &facts.below(root, 256)));
    let listings = (0..100).map(|number| facts.below(&format!("{root}/{number}"), 256));
    let seen: usize = listings.map(|listing| listing.files.len()).sum();
    assert_eq!(seen, 300);
    // The same directory by other names is another directory.
    let again = |number: usize| facts.below(&format!("{root}{}", "/.".repeat(number)), 256);
    let seen: usize = (1..100).map(|number| again(number).files.len()).sum();
    assert!(seen < 8_192, "{seen}");
    assert!(!again(100).complete);
}
