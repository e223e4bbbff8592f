//! Owns the policy language and its judgement; it does not find effects, nor read files.

#![deny(clippy::disallowed_methods)]

mod asked;
mod clock;
mod command_pattern;
mod command_syntax;
mod document;
mod error;
mod fit;
mod git_fit;
mod git_reader;
mod git_terms;
mod glob;
mod glob_fit;
mod glob_syntax;
mod judge;
mod keeping;
mod matching;
mod opens;
pub mod packs;
mod path;
mod pattern;
mod places;
mod plain;
mod reader;
mod reason;
mod request;
mod rule;
mod rule_reader;
mod span;
mod statement;
mod target;
mod template;
mod trees;
mod values_reader;
mod wildcard;
mod window;
mod window_reader;
mod words;
mod zone;

pub use command_pattern::CommandPattern;
pub use error::{ErrorKind, PolicyError, report, summary};
pub use git_fit::{Checkout, Repositories};
pub use glob::GlobSet;
pub use judge::{Circumstances, Failure, Judgement, Zones, judge};
pub use keeping::keeps_from_reading;
pub use matching::Match;
pub use places::Places;
pub use reader::{Source, read};
pub use rule::{OnError, Policy, Rule};
pub use span::Span;
pub use trees::Trees;
pub use window::Window;
pub use zone::{LocalTime, Zone, is_valid_zone_name};
