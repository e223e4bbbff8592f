//! hookshim stands between a coding agent and what its tools would do.
//!
//! Data flows one way: a host's payload is decoded to a tool call, the call to its effects, the effects are judged by
//! the user's policy, and the verdict is said in the host's own dialect:
//!
//! ```text
//! stdin ▶ host ▶ call ▶ effects ▶ policy ▶ verdict ▶ host ▶ exit code, stdout, stderr
//! ```
//!
//! This library exists for the `hookshim` binary and its tests; its interface may change with any version.

pub mod call;
pub mod cli;
pub mod effects;
pub mod facts;
pub mod gate;
pub mod host;
pub mod last_words;
pub mod policy;
pub mod shell;
pub mod streams;
pub mod text;
pub mod trust;
pub mod verdict;
