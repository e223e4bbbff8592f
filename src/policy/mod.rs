//! Owns the policy language and its judgement; it does not find effects, nor read files.

mod command_pattern;
mod command_syntax;
mod glob;
mod glob_syntax;
mod matching;
mod path;
mod span;
mod wildcard;
mod window;
mod zone;

pub use command_pattern::CommandPattern;
pub use glob::{GlobSet, Places};
pub use matching::Match;
pub use span::Span;
pub use window::Window;
pub use zone::{LocalTime, Zone, is_valid_zone_name};
