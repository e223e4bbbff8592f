//! Owns requests that programs send, and the names that downloads take from addresses; it does not know the programs.

use super::Started;
use super::files::something_below;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Action, Value};

/// What a program sends to one address or to several.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The method in capitals, if it is known.
    pub method: Option<String>,
    /// The body, if it is known.
    pub body: Option<Value>,
}

impl Request {
    /// A request that only asks for something.
    pub fn get() -> Self {
        Request { method: Some("GET".to_owned()), body: None }
    }

    /// Adds the request to an address.
    pub fn send(&self, walk: &mut Walk, started: &Started, url: &Value, scope: &Scope) {
        let own = Scope { cause: Some(started.id), ..scope.clone() };
        let Request { method, body } = self.clone();
        walk.add(Action::Connect { url: url.clone(), method, body }, &own);
    }
}

/// The method in capitals, as policies compare it.
pub fn capitals(method: &Value) -> Option<String> {
    method.literal().map(str::to_ascii_uppercase)
}

/// The last name of an address, which a download takes for its file.
pub fn name_of_address(address: &Value) -> Value {
    let Some(known) = address.literal() else { return something_below(&Value::from(".")) };
    let path = known.split_once("://").map_or(known, |(_, rest)| rest);
    let path = path.split(['?', '#']).next().unwrap_or(path);
    match path.rsplit_once('/') {
        Some((_, name)) if !name.is_empty() => Value::from(name),
        _ => Value::from("index.html"),
    }
}
