//! What the policy language means: each test is named after a sentence, and shows what holds and what does not.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod asking;
#[path = "../harness/mod.rs"]
mod harness;
#[path = "../trust/mod.rs"]
mod home;
#[path = "../policy/notation.rs"]
mod notation;

mod command_patterns;
mod conditions;
mod errors;
mod globs;
mod layers;
mod project_files;
mod reasons;
mod rewriting;
mod rules;
mod self_protection;
mod top_level;
mod windows;
