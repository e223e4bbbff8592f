//! Owns curl: its requests, and the files that it sends and writes; it does not know servers.
//!
//! Source: curl(1) 8.5.

use super::entry::{Entry, Operands, Use, WORDS, apply_options};
use super::files::Files;
use super::requests::{Request, capitals, name_of_address};
use super::{Started, lists};
use crate::effects::options::{self, Style};
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Access, Arguments, Piece, Run, Value};

/// The family.
pub const ENTRIES: &[Entry] = &[Entry {
    names: &["curl"],
    style: CURL,
    options: &[
        (
            &[
                "-D",
                "--dump-header",
                "-c",
                "--cookie-jar",
                "--trace",
                "--trace-ascii",
                "--stderr",
                "--libcurl",
                "--etag-save",
                "--hsts",
                "--alt-svc",
            ],
            Use::Writes,
        ),
        (&["-K", "--config", "--etag-compare", "-T", "--upload-file"], Use::Reads),
    ],
    operands: Operands::Own(curl),
    ..WORDS
}];

const CURL: Style = Style::new(
    "AbcCdDeEFhHKmoPQrtTuUwxXyYz",
    &[
        "abstract-unix-socket",
        "alt-svc",
        "aws-sigv4",
        "cacert",
        "capath",
        "cert",
        "cert-type",
        "ciphers",
        "config",
        "connect-timeout",
        "connect-to",
        "continue-at",
        "cookie",
        "cookie-jar",
        "create-file-mode",
        "crlfile",
        "curves",
        "data",
        "data-ascii",
        "data-binary",
        "data-raw",
        "data-urlencode",
        "delegation",
        "dns-interface",
        "dns-ipv4-addr",
        "dns-servers",
        "doh-url",
        "dump-header",
        "engine",
        "etag-compare",
        "etag-save",
        "expect100-timeout",
        "form",
        "form-string",
        "ftp-account",
        "ftp-method",
        "ftp-port",
        "happy-eyeballs-timeout-ms",
        "haproxy-clientip",
        "header",
        "hostpubmd5",
        "hsts",
        "interface",
        "ipfs-gateway",
        "json",
        "keepalive-time",
        "key",
        "key-type",
        "krb",
        "libcurl",
        "limit-rate",
        "local-port",
        "login-options",
        "mail-auth",
        "mail-from",
        "mail-rcpt",
        "max-filesize",
        "max-redirs",
        "max-time",
        "netrc-file",
        "noproxy",
        "oauth2-bearer",
        "output",
        "output-dir",
        "parallel-max",
        "pass",
        "pinnedpubkey",
        "postquote",
        "preproxy",
        "proto",
        "proto-default",
        "proto-redir",
        "proxy",
        "proxy-cacert",
        "proxy-cert",
        "proxy-header",
        "proxy-key",
        "proxy-pass",
        "proxy-user",
        "pubkey",
        "quote",
        "random-file",
        "range",
        "rate",
        "referer",
        "request",
        "request-target",
        "resolve",
        "retry",
        "retry-delay",
        "retry-max-time",
        "service-name",
        "socks4",
        "socks4a",
        "socks5",
        "socks5-hostname",
        "speed-limit",
        "speed-time",
        "stderr",
        "telnet-option",
        "tftp-blksize",
        "time-cond",
        "tls-max",
        "tls13-ciphers",
        "trace",
        "trace-ascii",
        "trace-config",
        "unix-socket",
        "upload-file",
        "url",
        "url-query",
        "user",
        "user-agent",
        "variable",
        "write-out",
    ],
);

/// Options of curl that give the body, each with whether `@FILE` stands for a file's content.
const BODIES: &[(&[&str], bool)] = &[
    (&["-d", "--data", "--data-ascii", "--data-binary", "--json"], true),
    (&["--data-raw", "--form-string"], false),
    (&["--data-urlencode", "-F", "--form"], true),
];

/// `-o FILE` writes, `-O` writes the address's last name, `-d @FILE` and `-F NAME=@FILE` read.
fn curl(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let configured = configured(walk, started, scope);
    let more = Run { arguments: configured, ..started.run.clone() };
    apply_options(walk, &Started { run: &more, ..*started }, scope);
    let mut run = started.run.clone();
    run.arguments.options.extend(more.arguments.options);
    run.arguments.operands.extend(more.arguments.operands);
    let started = &Started { run: &run, ..*started };

    let arguments = &run.arguments;
    let addresses = arguments.options.iter().filter(|option| option.name == "--url");
    let addresses = addresses.filter_map(|option| option.value.as_ref());
    let addresses: Vec<&Value> = addresses.chain(&arguments.operands).collect();
    let request = request(arguments, scope);
    addresses.iter().for_each(|address| request.send(walk, started, address, scope));

    let mut files = Files::new(walk, started, scope);
    for option in &arguments.options {
        let Some(value) = &option.value else { continue };
        if let Some(path) = sent_file(&option.name, value) {
            files.all(Access::Read, &[path], false);
        }
    }
    for address in &addresses {
        // `file:` reads a file of this machine.
        if address.known_start().starts_with("file://")
            && let Some(path) = address.after("file://".len())
        {
            files.all(Access::Read, &[path], false);
        }
    }
    if let Some(directory) = files.value(&["--output-dir"]) {
        files.enter(directory);
    }
    for option in &arguments.options {
        if ["-o", "--output"].contains(&option.name.as_str()) {
            files.all(Access::Write, option.value.as_slice(), false);
        }
    }
    if files.has(&["-O", "--remote-name", "--remote-name-all", "-J", "--remote-header-name"]) {
        for address in addresses {
            files.one(Access::Write, &name_of_address(address), false);
        }
    }
}

/// What `-K` says in files: an option a line, with or without its dashes, then blanks, `=` or `:`, then its value,
/// perhaps in double quotes. Where that is not known, some address is.
fn configured(walk: &mut Walk, started: &Started, scope: &Scope) -> Arguments {
    let mut words = Vec::new();
    for line in Files::new(walk, started, scope).all_listed(&["-K", "--config"], '\n') {
        let known = line.known_start();
        let indented = known.len() - known.trim_start().len();
        let known = known.trim_start();
        if known.is_empty() && line.is_all_hole() {
            words.push(lists::unknown(scope.fed(0)));
        }
        let name = known.split(|it: char| it.is_whitespace() || "=:".contains(it)).next();
        let Some(name) = name.filter(|name| !name.is_empty() && !name.starts_with('#')) else {
            continue;
        };
        words.push(Value::from(match name.starts_with('-') {
            true => name.to_owned(),
            false => format!("--{name}"),
        }));
        let after = known.get(name.len()..).unwrap_or_default();
        let parted = after.len() - after.trim_start_matches([' ', '\t', '=', ':']).len();
        words.extend(line.after(indented + name.len() + parted).map(unquoted));
    }
    options::parse(&CURL, &words).arguments
}

/// The value without the double quotes around it, and with its escapes decoded.
fn unquoted(value: Value) -> Value {
    let Some(text) = value.literal().and_then(|text| text.strip_prefix('"')) else { return value };
    let mut unquoted = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next().filter(|character| *character != '"') {
        unquoted.push(match character {
            '\\' => match characters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('v') => '\u{b}',
                Some(other) => other,
                None => break,
            },
            other => other,
        });
    }
    Value::from(unquoted)
}

/// How the options say that something is asked for or sent.
fn request(arguments: &Arguments, scope: &Scope) -> Request {
    let sends = BODIES.iter().any(|(names, _)| arguments.has(names));
    let method = match arguments.value(&["-X", "--request"]) {
        Some(method) => capitals(method),
        None if arguments.has(&["-I", "--head"]) => Some("HEAD".to_owned()),
        None if arguments.has(&["-G", "--get"]) => Some("GET".to_owned()),
        None if arguments.has(&["-T", "--upload-file"]) => Some("PUT".to_owned()),
        None if sends => Some("POST".to_owned()),
        None => Some("GET".to_owned()),
    };
    Request { method, body: body(arguments, scope) }
}

/// The body that the options give.
fn body(arguments: &Arguments, scope: &Scope) -> Option<Value> {
    let mut body: Option<Value> = None;
    for option in &arguments.options {
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
                let value = match (file, scope.input()) {
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

/// The file that the value of an option sends.
fn sent_file(name: &str, value: &Value) -> Option<Value> {
    let known = value.known_start();
    match name {
        "-d" | "--data" | "--data-ascii" | "--data-binary" | "--json" | "-H" | "--header"
        | "-w" | "--write-out" | "--proxy-header" => {
            value.after(usize::from(known.starts_with('@'))).filter(|_| known.starts_with('@'))
        }
        "--data-urlencode" | "--variable" | "--url-query" => {
            let at = known
                .find('@')
                .filter(|at| !known.get(..*at).is_some_and(|name| name.contains('=')))?;
            value.after(at + 1)
        }
        "-F" | "--form" => {
            let at = known.find("=@").or_else(|| known.find("=<"))?;
            let path = value.after(at + 2)?;
            // `;type=…` after the name says what it is.
            match path.literal().and_then(|path| path.split_once(';')) {
                Some((path, _)) => Some(Value::from(path)),
                None => Some(path),
            }
        }
        // Without `=` it is a file, not a cookie.
        "-b" | "--cookie" => (!known.contains('=') && !known.is_empty()).then(|| value.clone()),
        _ => None,
    }
}
