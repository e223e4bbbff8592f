//! Owns how surely a pattern matches an effect; it does not match.

/// How surely a pattern matches something of which parts may be unknown.
///
/// Ordered, so that the surest of several matches is their maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Match {
    /// It does not match, or nothing that is known says that it could.
    No,
    /// It matches for some of what the unknown parts may be.
    Can,
    /// It matches whatever the unknown parts are.
    Must,
}
