//! Owns the files that downloads and uploads touch; it does not know addresses.
//!
//! Sources: curl(1) 8.5, wget(1) 1.21, aria2c(1).

use super::entry::{Entry, Operands, Use, WORDS, run};
use super::files::{Files, below, something_below};
use super::{Started, network};
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
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
    },
    Entry {
        names: &["wget", "wget2"],
        style: WGET,
        options: &[
            (
                &[
                    "-o",
                    "--output-file",
                    "-a",
                    "--append-output",
                    "--save-cookies",
                    "--rejected-log",
                    "--warc-file",
                    "-O",
                    "--output-document",
                ],
                Use::Writes,
            ),
            (
                &["-i", "--input-file", "--post-file", "--body-file", "--config", "--load-cookies"],
                Use::Reads,
            ),
            (&["--use-askpass"], Use::Runs),
        ],
        operands: Operands::Own(wget),
        ..WORDS
    },
    Entry {
        names: &["aria2c"],
        style: Style::new("doijxskl", &["dir", "out", "input-file", "log"]),
        options: &[(&["-i", "--input-file"], Use::Reads), (&["-l", "--log"], Use::Writes)],
        operands: Operands::Own(aria2c),
        ..WORDS
    },
];

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

const WGET: Style = Style::new(
    "aADegiIlnoOPQRtTUwXB",
    &[
        "accept",
        "accept-regex",
        "append-output",
        "background",
        "base",
        "bind-address",
        "body-data",
        "body-file",
        "ca-certificate",
        "ca-directory",
        "certificate",
        "certificate-type",
        "ciphers",
        "config",
        "connect-timeout",
        "crl-file",
        "cut-dirs",
        "default-page",
        "directory-prefix",
        "dns-timeout",
        "domains",
        "exclude-directories",
        "exclude-domains",
        "execute",
        "follow-tags",
        "ftp-password",
        "ftp-user",
        "header",
        "hsts-file",
        "http-passwd",
        "http-password",
        "http-user",
        "ignore-tags",
        "include-directories",
        "input-file",
        "level",
        "limit-rate",
        "load-cookies",
        "local-encoding",
        "max-redirect",
        "method",
        "output-document",
        "output-file",
        "password",
        "pinnedpubkey",
        "post-data",
        "post-file",
        "prefer-family",
        "private-key",
        "private-key-type",
        "progress",
        "proxy-password",
        "proxy-user",
        "quota",
        "read-timeout",
        "referer",
        "regex-type",
        "reject",
        "reject-regex",
        "rejected-log",
        "remote-encoding",
        "report-speed",
        "restrict-file-names",
        "retry-on-http-error",
        "save-cookies",
        "secure-protocol",
        "start-pos",
        "timeout",
        "tries",
        "use-askpass",
        "user",
        "user-agent",
        "wait",
        "waitretry",
        "warc-file",
        "warc-header",
        "warc-max-size",
        "warc-tempdir",
    ],
);

/// `-o FILE` writes, `-O` writes the address's last name, `-d @FILE` and `-F NAME=@FILE` read.
fn curl(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    network::curl(walk, started, scope);
    let arguments = &started.run.arguments;
    let mut files = Files::new(walk, started, scope);
    for option in &arguments.options {
        let Some(value) = &option.value else { continue };
        if let Some(path) = sent_file(&option.name, value) {
            files.all(Access::Read, &[path], false);
        }
    }
    let addresses = arguments.options.iter().filter(|option| option.name == "--url");
    let addresses: Vec<&Value> =
        addresses.filter_map(|option| option.value.as_ref()).chain(&arguments.operands).collect();
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

/// `wget ADDRESS` writes the address's last name, below the directory of `-P`.
fn wget(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    network::wget(walk, started, scope);
    for option in
        started.run.arguments.options.iter().filter(|it| ["-e", "--execute"].contains(&&*it.name))
    {
        let setting = option.value.as_ref().map(Value::to_string).unwrap_or_default();
        let (key, value) = setting.split_once('=').unwrap_or_default();
        if key.trim().replace('-', "_") == "use_askpass" {
            let words = walk.words_of(value, scope);
            run(walk, started, words, scope);
        }
    }
    let mut files = Files::new(walk, started, scope);
    if files.has(&["-O", "--output-document", "--spider"]) {
        return;
    }
    let here = Value::from(".");
    let directory = files.value(&["-P", "--directory-prefix"]).unwrap_or(&here);
    if files.has(&[
        "-r",
        "--recursive",
        "-m",
        "--mirror",
        "-p",
        "--page-requisites",
        "-x",
        "-i",
        "--input-file",
    ]) {
        files.one(Access::Write, &something_below(directory), false);
        return;
    }
    for address in files.operands() {
        files.one(Access::Write, &below(directory, &name_of_address(address)), false);
    }
}

/// `aria2c -d DIRECTORY -o NAME ADDRESS`
fn aria2c(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    network::download(walk, started, scope);
    let mut files = Files::new(walk, started, scope);
    if let Some(directory) = files.value(&["-d", "--dir"]) {
        files.enter(directory);
    }
    match files.value(&["-o", "--out"]) {
        Some(name) => files.one(Access::Write, name, false),
        None => {
            for address in files.operands() {
                files.one(Access::Write, &name_of_address(address), false);
            }
        }
    }
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
