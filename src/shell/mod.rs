//! Owns the shell language: from text to its shape; it does not run, expand or judge anything.

pub mod syntax;
