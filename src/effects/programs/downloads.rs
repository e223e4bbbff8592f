//! Owns programs that download: their requests, and the files that they write; it does not know servers.
//!
//! Sources: wget(1) 1.21, aria2c(1), axel(1).

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, run};
use super::files::{Files, below, something_below};
use super::requests::{Request, capitals, name_of_address};
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

/// The family.
pub const ENTRIES: &[Entry] = &[
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
    Entry {
        names: &["axel"],
        style: Style::new("nosUNaH", &["output", "header"]),
        operands: Operands::Own(axel),
        ..WORDS
    },
];

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

/// The addresses that the operands and the lists of `-i` name.
fn addresses(walk: &mut Walk, started: &Started, scope: &Scope) -> Vec<Value> {
    let mut files = Files::new(walk, started, scope);
    let listed = files.all_listed(&["-i", "--input-file"], '\n');
    files.operands().iter().cloned().chain(listed).collect()
}

/// `wget -e use_askpass=PROGRAM`
fn askpass(walk: &mut Walk, started: &Started, setting: &Value, scope: &mut Scope) {
    let known = setting.known_start();
    let Some((key, _)) = known.split_once('=') else { return };
    if key.trim().replace('-', "_") == "use_askpass"
        && let Some(program) = setting.after(key.len() + 1)
    {
        let words = walk.words_of(&program.shell_text(), scope);
        run(walk, started, words, scope);
    }
}

/// `wget ADDRESS` writes the address's last name, below the directory of `-P`.
fn wget(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let posts = arguments.has(&["--post-data", "--post-file"]);
    let method = match arguments.value(&["--method"]) {
        Some(method) => capitals(method),
        None => Some(if posts { "POST" } else { "GET" }.to_owned()),
    };
    let body = arguments.value(&["--post-data", "--body-data"]).cloned();
    let request = Request { method, body };
    let addresses = addresses(walk, started, scope);
    addresses.iter().for_each(|address| request.send(walk, started, address, scope));
    for option in &arguments.options {
        if ["-e", "--execute"].contains(&option.name.as_str())
            && let Some(setting) = &option.value
        {
            askpass(walk, started, setting, scope);
        }
    }

    let mut files = Files::new(walk, started, scope);
    if files.has(&["-O", "--output-document", "--spider"]) {
        return;
    }
    let here = Value::from(".");
    let directory = files.value(&["-P", "--directory-prefix"]).unwrap_or(&here);
    if files.has(&["-r", "--recursive", "-m", "--mirror", "-p", "--page-requisites", "-x"]) {
        files.one(Access::Write, &something_below(directory), false);
        return;
    }
    for address in &addresses {
        files.one(Access::Write, &below(directory, &name_of_address(address)), false);
    }
}

/// `aria2c -d DIRECTORY -o NAME ADDRESS`. In its lists, lines that begin with blanks are options.
fn aria2c(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut addresses = addresses(walk, started, scope);
    addresses.retain(|address| !address.known_start().starts_with([' ', '\t']));
    addresses.iter().for_each(|address| Request::get().send(walk, started, address, scope));
    let mut files = Files::new(walk, started, scope);
    if let Some(directory) = files.value(&["-d", "--dir"]) {
        files.enter(directory);
    }
    match files.value(&["-o", "--out"]) {
        Some(name) => files.one(Access::Write, name, false),
        None => {
            for address in &addresses {
                files.one(Access::Write, &name_of_address(address), false);
            }
        }
    }
}

/// `axel -o NAME ADDRESS`
fn axel(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let addresses = &started.run.arguments.operands;
    addresses.iter().for_each(|address| Request::get().send(walk, started, address, scope));
    let mut files = Files::new(walk, started, scope);
    let named = files.value(&["-o", "--output"]);
    for address in addresses {
        let name = named.cloned().unwrap_or_else(|| name_of_address(address));
        files.all(Access::Write, &[name], false);
    }
}
