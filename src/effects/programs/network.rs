//! Owns programs that send requests: where to, by which method, with which body, and which files they read and write;
//! it does not know servers.
//!
//! Sources: curl(1), wget(1), HTTPie's documentation, the manuals of xh and aria2.

use super::{Program, Started, name_of};
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Action, Arguments, Piece, Value, paths};

const CURL: Style = Style {
    short_values: "AbcCdDeEFHKmoPQrtTuUwxXyYz",
    long_values: &[
        "request",
        "data",
        "data-ascii",
        "data-binary",
        "data-raw",
        "data-urlencode",
        "json",
        "form",
        "form-string",
        "header",
        "proxy-header",
        "user-agent",
        "user",
        "proxy-user",
        "cookie",
        "cookie-jar",
        "output",
        "output-dir",
        "upload-file",
        "url",
        "url-query",
        "proxy",
        "noproxy",
        "max-time",
        "connect-timeout",
        "retry",
        "retry-delay",
        "retry-max-time",
        "max-redirs",
        "referer",
        "range",
        "continue-at",
        "limit-rate",
        "speed-limit",
        "speed-time",
        "resolve",
        "connect-to",
        "interface",
        "cacert",
        "capath",
        "cert",
        "cert-type",
        "key",
        "key-type",
        "pass",
        "ciphers",
        "config",
        "dump-header",
        "write-out",
        "unix-socket",
        "abstract-unix-socket",
        "oauth2-bearer",
        "aws-sigv4",
        "request-target",
        "time-cond",
        "trace",
        "trace-ascii",
        "stderr",
        "proto",
        "proto-default",
        "proto-redir",
        "rate",
        "max-filesize",
        "netrc-file",
        "socks5",
        "socks5-hostname",
        "dns-servers",
        "doh-url",
        "quote",
        "telnet-option",
        "etag-save",
        "etag-compare",
        "variable",
        "expand-url",
        "expand-data",
    ],
    long_flags: &[
        "get",
        "head",
        "include",
        "insecure",
        "location",
        "location-trusted",
        "silent",
        "show-error",
        "verbose",
        "fail",
        "fail-with-body",
        "remote-name",
        "remote-name-all",
        "remote-header-name",
        "compressed",
        "create-dirs",
        "globoff",
        "next",
        "no-buffer",
        "parallel",
        "progress-bar",
        "http1.1",
        "http2",
        "ipv4",
        "ipv6",
        "netrc",
        "anyauth",
        "basic",
        "digest",
        "tlsv1.2",
        "retry-all-errors",
        "retry-connrefused",
        "help",
        "version",
    ],
    operands_last: false,
};
const WGET: Style = Style {
    short_values: "aeioBtOTwQPUlARDIX",
    long_values: &[
        "output-document",
        "output-file",
        "append-output",
        "input-file",
        "base",
        "tries",
        "timeout",
        "wait",
        "quota",
        "directory-prefix",
        "user",
        "password",
        "http-user",
        "http-password",
        "header",
        "user-agent",
        "referer",
        "post-data",
        "post-file",
        "method",
        "body-data",
        "body-file",
        "load-cookies",
        "save-cookies",
        "limit-rate",
        "level",
        "accept",
        "reject",
        "domains",
        "ca-certificate",
        "certificate",
        "private-key",
        "execute",
        "progress",
    ],
    long_flags: &[
        "quiet",
        "verbose",
        "no-verbose",
        "continue",
        "no-clobber",
        "recursive",
        "mirror",
        "no-check-certificate",
        "content-disposition",
        "show-progress",
        "spider",
        "timestamping",
        "no-parent",
        "page-requisites",
        "convert-links",
        "help",
        "version",
    ],
    operands_last: false,
};
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
const ARIA: Style = Style {
    short_values: "dosxjkilTU",
    long_values: &["dir", "out", "split", "max-connection-per-server", "input-file", "header"],
    long_flags: &["continue", "quiet"],
    operands_last: false,
};

/// The family.
pub const PROGRAMS: &[Program] = &[
    Program { names: &["curl"], style: CURL, follow: curl },
    Program { names: &["wget", "wget2"], style: WGET, follow: wget },
    Program { names: &["http", "https", "xh", "xhs"], style: HTTPIE, follow: httpie },
    Program { names: &["aria2c", "axel"], style: ARIA, follow: aria },
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

    fn values(&self, names: &[&str]) -> impl Iterator<Item = &'a Value> {
        let named = self.arguments.options.iter();
        let named: Vec<_> = named.filter(|it| names.contains(&it.name.as_str())).collect();
        named.into_iter().filter_map(|option| option.value.as_ref())
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

    /// Writes to a file below a directory, if one is named.
    fn write_below(&mut self, directory: Option<&Value>, file: &Value) {
        match directory {
            None => self.write(file),
            Some(directory) => {
                let mut path = directory.clone();
                path.push(Piece::Text("/".to_owned()));
                path.append(file);
                self.write(&path);
            }
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

/// The name under which a download is kept: the last part of the address (curl(1), `-O`; wget(1)).
fn file_name(url: &Value) -> Value {
    let Some(text) = url.literal() else { return paths::name(url) };
    let path = text.split(['?', '#']).next().unwrap_or(text);
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    match path.rsplit_once('/') {
        Some((_, name)) if !name.is_empty() => Value::from(name),
        _ => Value::from("index.html"),
    }
}

/// The body that curl's options give, and the files that are read for it.
fn curl_body(client: &mut Client) -> Option<Value> {
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
            Some(file) if file.literal() != Some("-") => client.read(&file),
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

fn curl(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut client = Client::new(walk, started, scope);
    let arguments = client.arguments;
    let body = curl_body(&mut client);
    let sends = arguments
        .options
        .iter()
        .any(|option| BODIES.iter().any(|(names, _)| names.contains(&option.name.as_str())));
    let uploads = ["-T", "--upload-file"];
    client.values(&uploads).cloned().collect::<Vec<_>>().iter().for_each(|it| client.read(it));
    client
        .values(&["-K", "--config"])
        .cloned()
        .collect::<Vec<_>>()
        .iter()
        .for_each(|it| client.read(it));
    let said = arguments.value(&["-X", "--request"]);
    let method = match said {
        Some(method) => capitals(method),
        None if arguments.has(&["-I", "--head"]) => Some("HEAD".to_owned()),
        None if arguments.has(&["-G", "--get"]) => Some("GET".to_owned()),
        None if arguments.has(&uploads) => Some("PUT".to_owned()),
        None if sends => Some("POST".to_owned()),
        None => Some("GET".to_owned()),
    };
    let urls: Vec<Value> = client.values(&["--url"]).chain(&arguments.operands).cloned().collect();
    let below = arguments.value(&["--output-dir"]);
    for url in &urls {
        client.connect(url, method.clone(), body.clone());
        if arguments.has(&["-O", "--remote-name", "--remote-name-all"]) {
            client.write_below(below, &file_name(url));
        }
    }
    let files: Vec<Value> = client.values(&["-o", "--output"]).cloned().collect();
    files
        .iter()
        .for_each(|file| client.write_below(below.filter(|_| file.literal() != Some("-")), file));
    let others: Vec<Value> =
        client.values(&["-c", "--cookie-jar", "-D", "--dump-header"]).cloned().collect();
    others.iter().for_each(|file| client.write(file));
}

fn wget(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut client = Client::new(walk, started, scope);
    let arguments = client.arguments;
    let body = arguments.value(&["--post-data", "--body-data"]).cloned();
    let files: Vec<Value> =
        client.values(&["--post-file", "--body-file", "-i", "--input-file"]).cloned().collect();
    files.iter().for_each(|file| client.read(file));
    let posts = arguments.has(&["--post-data", "--post-file"]);
    let method = match arguments.value(&["--method"]) {
        Some(method) => capitals(method),
        None => Some(if posts { "POST" } else { "GET" }.to_owned()),
    };
    let document = arguments.value(&["-O", "--output-document"]);
    let below = arguments.value(&["-P", "--directory-prefix"]);
    for url in &arguments.operands {
        client.connect(url, method.clone(), body.clone());
        if document.is_none() && !arguments.has(&["--spider"]) {
            client.write_below(below, &file_name(url));
        }
    }
    if let Some(document) = document {
        client.write(document);
    }
}

/// `http [METHOD] URL [ITEM…]`: items with `=` or `:=` are the body, `NAME@FILE` sends a file.
fn httpie(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut client = Client::new(walk, started, scope);
    let arguments = client.arguments;
    let is_method = |word: &Value| {
        word.literal()
            .is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_uppercase()))
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
        client.write(&file_name(url));
    }
}

fn aria(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let is_axel = started.run.program.literal().map(name_of) == Some("axel");
    let mut client = Client::new(walk, started, scope);
    let arguments = client.arguments;
    let named = if is_axel { arguments.value(&["-o"]) } else { arguments.value(&["-o", "--out"]) };
    let below = arguments.value(&["-d", "--dir"]);
    for url in &arguments.operands {
        client.connect(url, Some("GET".to_owned()), None);
        client.write_below(below, &named.cloned().unwrap_or_else(|| file_name(url)));
    }
}
