//! Owns which programs write out what they download or decode; it does not know where that goes.
//!
//! Sources: curl(1), wget(1), HTTPie's, aria2's and lynx' manuals, the GNU coreutils manual (base64, basenc), xxd(1),
//! openssl-enc(1), gpg(1), uudecode(1), and the manuals of PowerShell's cmdlets.

use super::{Script, name_of, script};
use crate::effects::{Feed, Feeds, Run, Value};

/// Where a program writes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// Standard output.
    Standard,
    /// Files that its arguments name.
    Files,
}

/// Programs that download to standard output.
const DOWNLOADERS: &[&str] = &[
    "http",
    "https",
    "xh",
    "xhs",
    "httpie",
    "lynx",
    "w3m",
    "links",
    "nc",
    "ncat",
    "netcat",
    "irm",
    "iwr",
    "invoke-restmethod",
    "invoke-webrequest",
    ".downloadstring",
    ".downloaddata",
    ".getstringasync",
];

/// Calls in one-liners that decode.
const DECODING: &[&str] = &[
    "b64decode",
    "b32decode",
    "a85decode",
    "decode_base64",
    "unhexlify",
    "fromhex",
    "base64'",
    "base64\"",
];

/// Calls in one-liners that download.
const DOWNLOADING: &[&str] =
    &["urlopen(", "requests.get(", "urlretrieve(", "Net::HTTP.get", "fetch("];

/// What a program that runs writes out, if it is downloaded or decoded.
pub fn source(run: &Run) -> Option<(Feed, Output)> {
    let name = name_of(&run.program).to_ascii_lowercase();
    let words = run.words.as_slice();
    let has = |wanted: &[&str]| {
        words.iter().filter_map(Value::literal).any(|word| wanted.contains(&word))
    };
    let letters = |letters: &[char]| {
        words.iter().any(|word| {
            let text = word.known_start();
            text.starts_with('-') && !text.starts_with("--") && text.contains(letters)
        })
    };
    let arguments = &run.arguments;
    let decoded = |decodes: bool| decodes.then_some((Feed::Decoded, Output::Standard));
    match name.trim_end_matches(".exe") {
        "curl" => {
            let to_file = |names: &[&str]| {
                let named = arguments.value(names).and_then(Value::literal);
                arguments.has(names) && named != Some("-") && named != Some("/dev/stdout")
            };
            let files = to_file(&["-o", "--output"]) || arguments.has(&["-O", "--remote-name"]);
            Some((Feed::Download, if files { Output::Files } else { Output::Standard }))
        }
        "wget" => {
            let named = arguments.value(&["-O", "--output-document"]).and_then(Value::literal);
            let standard = matches!(named, Some("-" | "/dev/stdout"));
            Some((Feed::Download, if standard { Output::Standard } else { Output::Files }))
        }
        "aria2c" | "axel" => Some((Feed::Download, Output::Files)),
        name if DOWNLOADERS.contains(&name) => Some((Feed::Download, Output::Standard)),
        "gh" if has(&["api"]) || has(&["download"]) => Some((Feed::Download, Output::Standard)),
        "aws" if has(&["s3"]) && has(&["cp"]) && has(&["-"]) => {
            Some((Feed::Download, Output::Standard))
        }
        "gsutil" if has(&["cat"]) => Some((Feed::Download, Output::Standard)),
        "base64" | "base32" | "basenc" | "gbase64" => decoded(
            letters(&['d', 'D']) || words.iter().any(|word| word.known_start().starts_with("--d")),
        ),
        "xxd" => decoded(letters(&['r'])),
        "openssl" => decoded(has(&["-d", "-decrypt"])),
        "gpg" | "gpg2" => decoded(has(&["-d", "--decrypt"])),
        "uudecode"
        | "age"
        | "[convert]::frombase64string"
        | "[system.convert]::frombase64string" => decoded(true),
        "printf" | "echo" => decoded(words.iter().any(is_escaped)),
        _ => one_liner(run),
    }
}

/// Whether a word spells characters by their numbers, which `printf` and `echo -e` turn into text.
fn is_escaped(word: &Value) -> bool {
    let text = word.known_start();
    text.match_indices('\\').take(64).any(|(at, _)| {
        let mut after = text.get(at + 1..).unwrap_or_default().chars();
        match after.next() {
            Some('x') => after.next().is_some_and(|digit| digit.is_ascii_hexdigit()),
            // `\033` colours a terminal.
            Some('0'..='3') => {
                let digits: String = after.take(2).collect();
                digits.len() == 2 && digits != "33" && digits.bytes().all(|it| it.is_ascii_digit())
            }
            _ => false,
        }
    })
}

/// What a one-liner of an interpreter shows.
fn one_liner(run: &Run) -> Option<(Feed, Output)> {
    let Some(Script::Text(text)) = script(run) else { return None };
    let says = |calls: &[&str]| calls.iter().any(|call| text.known_start().contains(call));
    if says(DECODING) {
        Some((Feed::Decoded, Output::Standard))
    } else if says(DOWNLOADING) {
        Some((Feed::Download, Output::Standard))
    } else {
        None
    }
}

/// Calls in one-liners that run a text.
const RUNNING: &[&str] = &["exec(", "eval(", "os.system(", "subprocess.", "system(", "Function("];

/// What a one-liner runs that it has downloaded or decoded itself.
pub fn fetched_by_itself(text: &Value) -> Feeds {
    let text = text.known_start();
    let says = |calls: &[&str]| calls.iter().any(|call| text.contains(call));
    let mut feeds = Feeds::NONE;
    if says(RUNNING) {
        feeds = if says(DOWNLOADING) { feeds.with(Feed::Download) } else { feeds };
        feeds = if says(DECODING) { feeds.with(Feed::Decoded) } else { feeds };
    }
    feeds
}
