//! Owns what a call would do: from a tool call to its effects; it does not judge them.

mod arguments;
mod effect;
mod value;

pub use arguments::{Arguments, Opt};
pub use effect::{Access, Action, Effect, EffectId, Effects, Opaque, PathAction, Run};
pub use value::{Hole, Piece, Value};
