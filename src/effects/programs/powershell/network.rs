//! Owns the cmdlets that send requests or statements of SQL; it does not know their parameters.

use super::super::Started;
use super::super::files::Files;
use super::binding::given;
use super::provider::path;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Action, Value};

/// Invoke-WebRequest and Invoke-RestMethod.
pub fn request(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let first = |name: &str| given(started, name).into_iter().next();
    let method = first("Method").or_else(|| first("CustomMethod"));
    let method = match method.as_ref().map(Value::literal) {
        None => Some("GET".to_owned()),
        Some(method) => method.map(str::to_ascii_uppercase),
    };
    for url in given(started, "Uri") {
        let body = first("Body");
        let there = Scope { cause: Some(started.id), ..scope.clone() };
        walk.add(Action::Connect { url, method: method.clone(), body }, &there);
    }
    let read = first("InFile").and_then(|it| path(&it, false, walk, scope));
    let written = first("OutFile").and_then(|it| path(&it, false, walk, scope));
    let mut files = Files::new(walk, started, scope);
    read.iter().for_each(|it| files.one(Access::Read, it, false));
    written.iter().for_each(|it| files.one(Access::Write, it, false));
}

/// Start-BitsTransfer
pub fn transfer(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    for url in given(started, "Source") {
        let there = Scope { cause: Some(started.id), ..scope.clone() };
        walk.add(Action::Connect { url, method: Some("GET".to_owned()), body: None }, &there);
    }
    let written: Vec<Value> = given(started, "Destination")
        .iter()
        .filter_map(|it| path(it, false, walk, scope))
        .collect();
    Files::new(walk, started, scope).all(Access::Write, &written, false);
}

/// Invoke-Sqlcmd
pub fn statement(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let there = Scope { cause: Some(started.id), ..scope.clone() };
    for statement in given(started, "Query") {
        walk.add(Action::Sql { statement }, &there);
    }
    let read: Vec<Value> =
        given(started, "InputFile").iter().filter_map(|it| path(it, false, walk, scope)).collect();
    Files::new(walk, started, scope).all(Access::Read, &read, false);
}
