//! Owns programs that send requests: where to, by which method, with which body; it does not know servers, nor the files
//! that `transfers` knows.
//!
//! Sources: curl(1), wget(1), HTTPie's documentation, the manuals of xh and aria2.

use super::transfers::name_of_address;
use super::{Program, Started};
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Action, Arguments, Piece, Value};

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
const AXEL: Style = Style::new("nosUNaH", &["output", "header"]);

/// The family.
pub const PROGRAMS: &[Program] = &[
    Program { names: &["http", "https", "xh", "xhs"], style: HTTPIE, follow: httpie },
    Program { names: &["axel"], style: AXEL, follow: axel },
];

/// Options of curl that give the body, each with whether `@FILE` stands for a file's content.
const BODIES: &[(&[&str], bool)] = &[
    (&["-d", "--data", "--data-ascii", "--data-binary", "--json"], true),
    (&["--data-raw", "--form-string"], false),
    (&["--data-urlencode", "-F", "--form"], true),
];

/// A program with its requests.
struct Client<'a, 'w, 'f> {
    walk: &'w mut Walk<'f>,
    arguments: &'a Arguments,
    scope: Scope,
}

impl<'a, 'w, 'f> Client<'a, 'w, 'f> {
    fn new(walk: &'w mut Walk<'f>, started: &'a Started<'a>, scope: &Scope) -> Self {
        let scope = Scope { cause: Some(started.id), ..scope.clone() };
        Client { walk, arguments: &started.run.arguments, scope }
    }

    fn read(&mut self, file: &Value) {
        if file.literal() != Some("-") {
            self.walk.path(Touch::file(Access::Read), file, &self.scope);
        }
    }

    fn write(&mut self, file: &Value) {
        if file.literal() != Some("-") {
            self.walk.path(Touch::file(Access::Write), file, &self.scope);
        }
    }

    fn connect(&mut self, url: &Value, method: Option<String>, body: Option<Value>) {
        self.walk.add(Action::Connect { url: url.clone(), method, body }, &self.scope);
    }
}

/// The method in capitals, as policies compare it.
fn capitals(method: &Value) -> Option<String> {
    method.literal().map(str::to_ascii_uppercase)
}

/// The body that curl's options give.
fn curl_body(client: &Client) -> Option<Value> {
    let mut body: Option<Value> = None;
    for option in &client.arguments.options {
        let known = BODIES.iter().find(|(names, _)| names.contains(&option.name.as_str()));
        let (Some((_, files)), Some(value)) = (known, &option.value) else { continue };
        let file = value.known_start().find('@').filter(|at| {
            // `name=@file` is a form's file; in other data `@` counts at the start only.
            let form = ["-F", "--form", "--data-urlencode"].contains(&option.name.as_str());
            *files && (*at == 0 || form)
        });
        match file.and_then(|at| value.after(at + 1)) {
            Some(file) if file.literal() != Some("-") => {}
            file => {
                // `@-` is what comes in on standard input.
                let value = match (file, client.scope.input()) {
                    (Some(_), Input::Text(text)) => text,
                    (Some(_), _) => continue,
                    (None, _) => value.clone(),
                };
                let body = body.get_or_insert_with(Value::default);
                if !body.pieces().is_empty() {
                    body.push(Piece::Text("&".to_owned()));
                }
                body.append(&value);
            }
        }
    }
    body
}

/// The requests of curl.
pub fn curl(walk: &mut Walk, started: &Started, scope: &Scope) {
    let mut client = Client::new(walk, started, scope);
    let arguments = client.arguments;
    let body = curl_body(&client);
    let sends = BODIES.iter().any(|(names, _)| arguments.has(names));
    let method = match arguments.value(&["-X", "--request"]) {
        Some(method) => capitals(method),
        None if arguments.has(&["-I", "--head"]) => Some("HEAD".to_owned()),
        None if arguments.has(&["-G", "--get"]) => Some("GET".to_owned()),
        None if arguments.has(&["-T", "--upload-file"]) => Some("PUT".to_owned()),
        None if sends => Some("POST".to_owned()),
        None => Some("GET".to_owned()),
    };
    let named = arguments.options.iter().filter(|option| option.name == "--url");
    let named = named.filter_map(|option| option.value.as_ref());
    for url in named.chain(&arguments.operands) {
        client.connect(url, method.clone(), body.clone());
    }
}

/// The requests of wget.
pub fn wget(walk: &mut Walk, started: &Started, scope: &Scope) {
    let mut client = Client::new(walk, started, scope);
    let arguments = client.arguments;
    let body = arguments.value(&["--post-data", "--body-data"]).cloned();
    let posts = arguments.has(&["--post-data", "--post-file"]);
    let method = match arguments.value(&["--method"]) {
        Some(method) => capitals(method),
        None => Some(if posts { "POST" } else { "GET" }.to_owned()),
    };
    for url in &arguments.operands {
        client.connect(url, method.clone(), body.clone());
    }
}

/// The requests of a program that only downloads.
pub fn download(walk: &mut Walk, started: &Started, scope: &Scope) {
    let mut client = Client::new(walk, started, scope);
    for url in &client.arguments.operands {
        client.connect(url, Some("GET".to_owned()), None);
    }
}

/// `http [METHOD] URL [ITEM…]`: items with `=` or `:=` are the body, `NAME@FILE` sends a file.
fn httpie(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut client = Client::new(walk, started, scope);
    let arguments = client.arguments;
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
                client.read(&file);
            }
        } else if text.contains('=') && !text.contains("==") {
            let body = body.get_or_insert_with(Value::default);
            body.append(item);
            body.push(Piece::Text("\n".to_owned()));
        }
    }
    let usual = if body.is_some() { "POST" } else { "GET" };
    client.connect(url, method.or_else(|| Some(usual.to_owned())), body);
    if let Some(file) = arguments.value(&["-o", "--output"]) {
        client.write(file);
    } else if arguments.has(&["-d", "--download"]) {
        client.write(&name_of_address(url));
    }
}

fn axel(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    download(walk, started, scope);
    let mut client = Client::new(walk, started, scope);
    let named = client.arguments.value(&["-o", "--output"]);
    for url in &client.arguments.operands {
        client.write(&named.cloned().unwrap_or_else(|| name_of_address(url)));
    }
}
