//! Owns what a person has agreed to of projects' policies, and whether a person is there to agree; it does not judge by it.

mod agents;
mod entry;
mod person;
mod processes;
mod store;
mod write;

pub use agents::agent;
pub use entry::{Entry, Place, hash};
pub use person::{Refusal, ask, refusal};
pub use processes::{Process, ancestors};
pub use store::Store;
pub use write::{clear, update};
