//! The binary to install is static: no loader reads it, so no `LD_PRELOAD` gets into it.
//!
//! Measured with Claude Code 2.1.332: a project's settings can set `LD_PRELOAD` for the user's hooks, and a preloaded library
//! turned a dynamic hook's exit status 2 into 0. tests/e2e shows the static one under that very library.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

/// Program header types (elf(5)): what a dynamic binary asks of the loader, and which loader it asks for.
const PT_DYNAMIC: u32 = 2;
const PT_INTERP: u32 = 3;

/// The types of a 64-bit little-endian ELF file's program headers.
fn program_headers(elf: &[u8]) -> Vec<u32> {
    assert_eq!(elf[..6], [0x7f, b'E', b'L', b'F', 2, 1], "a 64-bit little-endian ELF file");
    let number = |at: usize, length: usize| -> usize {
        elf[at..at + length].iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte))
    };
    let (start, size, count) = (number(32, 8), number(54, 2), number(56, 2));
    (0..count).map(|index| u32::try_from(number(start + index * size, 4)).unwrap()).collect()
}

#[test]
fn the_release_build_has_no_dynamic_section_and_no_loader() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let target = Path::new(env!("CARGO_BIN_EXE_hookshim")).ancestors().nth(2).unwrap();
    // The documented command; what it has built before is not built again.
    let built = Command::new(cargo).arg("static").env("CARGO_TARGET_DIR", target).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));

    let headers = program_headers(&std::fs::read(target.join("release/hookshim")).unwrap());
    assert!(!headers.contains(&PT_DYNAMIC) && !headers.contains(&PT_INTERP), "{headers:?}");

    // The test binary that asks is dynamic, so the reading can tell the two apart.
    let own = program_headers(&std::fs::read(std::env::current_exe().unwrap()).unwrap());
    assert!(own.contains(&PT_DYNAMIC), "{own:?}");
}
