//! Owns clients of stores that know no SQL: what they are told on standard input is told as if by their words; it does not
//! read what that says.
//!
//! Sources: the references of redis-cli and valkey-cli, mongosh ("Options") and the older mongo.

use super::Started;
use super::entry::{self, Entry, Operands, Use, WORDS};
use super::lists;
use crate::effects::Value;
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["redis-cli", "valkey-cli"],
        style: Style::new(
            "hptsauridDnX",
            &[
                "rdb",
                "functions-rdb",
                "user",
                "pass",
                "sni",
                "cacert",
                "cacertdir",
                "cert",
                "key",
                "tls-ciphers",
                "tls-ciphersuites",
                "pattern",
                "count",
                "eval",
                "pipe-timeout",
                "lru-test",
                "intrinsic-latency",
            ],
        ),
        options: &[(&["--rdb", "--functions-rdb"], Use::Writes)],
        operands: Operands::Own(redis),
        ..WORDS
    },
    Entry {
        names: &["mongosh", "mongo"],
        style: Style::new(
            "up",
            &[
                "eval",
                "file",
                "host",
                "port",
                "username",
                "password",
                "authenticationDatabase",
                "authenticationMechanism",
                "tlsCAFile",
                "tlsCertificateKeyFile",
                "apiVersion",
            ],
        ),
        operands: Operands::Own(mongo),
        ..WORDS
    },
];

/// Each line is a command, unless one stands among the words, or what comes in is something else.
fn redis(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    if !arguments.operands.is_empty() || arguments.has(&["--eval", "--pipe", "-x", "-X"]) {
        return;
    }
    each_text(walk, scope, |walk, text, scope| {
        for line in text.split('\n') {
            let words = lists::words(&line).unwrap_or_default().into_iter().flatten();
            let words: Vec<Value> = words.collect();
            if !words.is_empty() {
                tell(walk, started, &words, scope);
            }
        }
    });
}

/// What comes in is a script, unless one stands among the words.
fn mongo(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let is_script = |word: &Value| word.to_string().ends_with("js");
    if arguments.has(&["--eval", "-f", "--file"]) || arguments.operands.iter().any(is_script) {
        return;
    }
    each_text(walk, scope, |walk, text, scope| {
        tell(walk, started, &[Value::from("--eval"), text.clone()], scope);
    });
}

/// Follows what comes in on standard input, as far as it is known.
fn each_text(walk: &mut Walk, scope: &mut Scope, follow: impl Fn(&mut Walk, &Value, &mut Scope)) {
    match scope.input() {
        Input::Text(text) => follow(walk, &text, scope),
        Input::File(file) => {
            walk.within_data(&file, scope, |walk, text, scope| {
                follow(walk, text, &mut scope.clone())
            });
        }
        Input::Inherited | Input::Unknown => {}
    }
}

/// Follows the client as it would run with these words after its own.
fn tell(walk: &mut Walk, started: &Started, told: &[Value], scope: &mut Scope) {
    let own = std::iter::once(&started.run.program).chain(&started.run.words);
    entry::run(walk, started, own.chain(told).cloned().collect(), scope);
}
