//! Owns HTTPie and its like: requests whose items stand behind the address; it does not know servers.
//!
//! Sources: HTTPie's documentation, the manual of xh.

use super::Started;
use super::entry::{Entry, Operands, WORDS};
use super::files::Files;
use super::requests::{Request, capitals, name_of_address};
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Piece, Value};

/// The family.
pub const ENTRIES: &[Entry] = &[Entry {
    names: &["http", "https", "xh", "xhs"],
    style: HTTPIE,
    operands: Operands::Own(httpie),
    ..WORDS
}];

const HTTPIE: Style = Style {
    short_values: "oapsAB",
    long_values: &[
        "output",
        "auth",
        "auth-type",
        "print",
        "pretty",
        "style",
        "session",
        "proxy",
        "timeout",
        "verify",
        "cert",
        "max-redirects",
        "raw",
        "bearer",
        "format-options",
    ],
    long_flags: &["download", "form", "json", "follow", "headers", "body", "verbose", "offline"],
    operands_last: false,
};

/// `http [METHOD] URL [ITEM…]`: items with `=` or `:=` are the body, `NAME@FILE` sends a file.
fn httpie(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let mut files = Files::new(walk, started, scope);
    // A method may be written small, where it is one that everybody knows.
    const SMALL: &[&str] = &["get", "post", "put", "patch", "delete", "head", "options"];
    let is_method = |word: &Value| {
        word.literal().is_some_and(|it| {
            SMALL.contains(&it) || (!it.is_empty() && it.bytes().all(|it| it.is_ascii_uppercase()))
        })
    };
    let (method, rest) = match arguments.operands.split_first() {
        Some((first, rest)) if is_method(first) && !rest.is_empty() => (capitals(first), rest),
        _ => (None, arguments.operands.as_slice()),
    };
    let Some((url, items)) = rest.split_first() else { return };
    let mut body = arguments.value(&["--raw"]).cloned();
    for item in items {
        let text = item.known_start();
        if let Some(at) =
            text.find('@').filter(|at| !text.get(..*at).unwrap_or_default().contains(['=', ':']))
        {
            if let Some(file) = item.after(at + 1) {
                files.all(Access::Read, &[file], false);
            }
        } else if text.contains('=') && !text.contains("==") {
            let body = body.get_or_insert_with(Value::default);
            body.append(item);
            body.push(Piece::Text("\n".to_owned()));
        }
    }
    let usual = if body.is_some() { "POST" } else { "GET" };
    let method = method.or_else(|| Some(usual.to_owned()));
    Request { method, body }.send(walk, started, url, scope);
    let mut files = Files::new(walk, started, scope);
    if let Some(file) = files.value(&["-o", "--output"]) {
        files.all(Access::Write, std::slice::from_ref(file), false);
    } else if files.has(&["-d", "--download"]) {
        files.one(Access::Write, &name_of_address(url), false);
    }
}
