//! The shell files of this machine: how many of those that bash accepts the parser reads without giving up.

// Linux distributions put many shell files into known places; and bash 3.2, as macOS has it, refuses what is valid today.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use hookshim::shell::parse;

const FOLDERS: &[&str] = &["/usr/bin", "/usr/sbin", "/etc", "/usr/share"];

/// Whether a file says that it is for a shell that bash can stand in for.
fn is_shell(path: &Path, text: &[u8]) -> bool {
    let first = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    let named = path.extension().is_some_and(|extension| extension == "sh" || extension == "bash");
    let line = first
        .strip_prefix("#!")
        .map(|line| line.split(['/', ' ']).any(|word| matches!(word, "sh" | "bash" | "dash")));
    line.unwrap_or(named || path.starts_with("/usr/share/bash-completion/completions"))
}

fn collect(folder: &Path, files: &mut BTreeSet<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => collect(&path, files),
            Ok(kind) if kind.is_file() => {
                files.insert(path);
            }
            _ => {}
        }
    }
}

fn bash_accepts(path: &Path) -> bool {
    let checked = Command::new("bash").arg("-n").arg(path).stderr(Stdio::piped()).output();
    // bash 5.2 says some errors and still leaves with 0.
    checked.is_ok_and(|output| output.status.success() && output.stderr.is_empty())
}

#[test]
fn the_shell_files_of_this_machine_are_read() {
    let mut files = BTreeSet::new();
    for folder in FOLDERS {
        collect(Path::new(folder), &mut files);
    }
    let (mut accepted, mut bytes, mut failed) = (0, 0, Vec::new());
    let start = Instant::now();
    for path in files {
        let Ok(content) = fs::read(&path) else { continue };
        if !is_shell(&path, &content) {
            continue;
        }
        let Ok(text) = String::from_utf8(content) else { continue };
        let shape = format!("{:?}", parse(&text));
        // bash accepts a bad substitution until it runs: what is left of these is zsh's grammar in bash's files.
        let known = !shape.replace("Opaque { why: \"a bad substitution\"", "").contains("Opaque {");
        if !bash_accepts(&path) {
            if known {
                println!("bash refuses, we read: {}", path.display());
            }
            continue;
        }
        accepted += 1;
        bytes += text.len();
        if !known {
            let from = shape.find("Opaque {").unwrap_or_default();
            let end = shape[from..].find('}').map_or(shape.len(), |length| from + length);
            failed.push(format!("{}: {}", path.display(), &shape[from..end]));
        }
    }
    let share = 100.0 * f64::from(accepted - failed.len() as i32) / f64::from(accepted.max(1));
    println!("{}", failed.join("\n"));
    println!("{accepted} files, {bytes} bytes, {share:.2} % read, {:?}", start.elapsed());
    assert!(accepted > 0, "no shell files found");
    assert!(share >= 99.8, "only {share:.2} % read:\n{}", failed.join("\n"));
}
