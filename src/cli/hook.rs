//! Owns `hookshim hook`: payload in, answer out, within the deadline; it does not judge.

use super::{instant, people};
use crate::facts::Facts;
use crate::gate::{Gate, Setting};
use crate::host::{self, Answer, Decoded, Host};
use crate::last_words;
use crate::policy::OnError;
use crate::streams::{self, ReadError};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Answers one call and ends the process with status 0 or 2.
pub fn run(arguments: &[OsString]) -> ExitCode {
    let start = Instant::now();
    let deadline = start + last_words::DEADLINE;
    last_words::install();
    let setting = match options(arguments) {
        Err(Help) => return people::help("hook"),
        Err(Wrong(why)) => Err(why),
        Ok(setting) => Ok(setting),
    };
    // Read to the end before anything else: Maka does not survive a hook that leaves its payload unread.
    let payload = streams::read_input(host::MAXIMUM_PAYLOAD, deadline);
    // What follows touches the disk, which may be stuck.
    last_words::watch(start);
    let (setting, payload) = match (setting, payload) {
        (Err(why), _) => last_words::fail(&why),
        (Ok(setting), Ok(payload)) => (setting, payload),
        (Ok(_), Err(error)) => last_words::fail(&unread(error)),
    };
    let decoded = host::decode(&payload, setting.host);
    match &decoded {
        Ok(Decoded::OtherEvent) => last_words::deliver(&Answer::default(), deadline),
        Ok(Decoded::Call(host, _)) => last_words::speak_to(*host),
        Err(error) => last_words::speak_to(error.host),
    }
    let facts = Facts::new(setting.now);
    let gate = Gate::open(&setting, &facts);
    if gate.on_error() == OnError::Allow {
        last_words::be_lenient();
    }
    let deadline = match gate.deadline_ms() {
        Some(milliseconds) => {
            last_words::allow(milliseconds);
            start + Duration::from_millis(milliseconds)
        }
        None => deadline,
    };
    last_words::deliver(&gate.judge(decoded).answer(), deadline)
}

fn unread(error: ReadError) -> String {
    match error {
        ReadError::Deadline => {
            format!("Standard input did not end within {} ms.", last_words::DEADLINE.as_millis())
        }
        ReadError::TooLong => {
            format!("The payload is longer than {} bytes.", host::MAXIMUM_PAYLOAD)
        }
        ReadError::Failed(error) => format!("Standard input cannot be read: {}.", error.desc()),
    }
}

/// Reads the few options by hand: a general parser costs more than judging a call.
fn options(arguments: &[OsString]) -> Result<Setting, NoSetting> {
    let mut setting = Setting::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let text = argument.to_str().unwrap_or_default();
        let (name, joined) = match text.split_once('=') {
            Some((name, value)) => (name, Some(OsString::from(value))),
            None => (text, None),
        };
        match name {
            "--no-system" => setting.no_system = true,
            "-h" | "--help" => return Err(Help),
            "--host" | "--user-policy" | "--state" | "--policy" | "--now" => {
                let value = joined.or_else(|| rest.next().cloned());
                let value = value.ok_or_else(|| Wrong(format!("{name} needs a value.")))?;
                option(&mut setting, name, value)?;
            }
            _ => return Err(Wrong(format!("The hook knows no option {}.", argument.display()))),
        }
    }
    Ok(setting)
}

fn option(setting: &mut Setting, name: &str, value: OsString) -> Result<(), NoSetting> {
    let text = value.to_str().unwrap_or_default();
    match name {
        "--host" => {
            let names = Host::NAMED.map(Host::name).join(", ");
            let host = Host::named(text);
            setting.host = Some(host.ok_or_else(|| {
                Wrong(format!("--host {text}: there is no such host; expected one of {names}."))
            })?);
        }
        "--now" => setting.now = Some(instant::parse(text).map_err(Wrong)?),
        "--user-policy" => setting.user_policy = Some(PathBuf::from(value)),
        "--state" => setting.state = Some(PathBuf::from(value)),
        _ => setting.policies.push(PathBuf::from(value)),
    }
    Ok(())
}

/// Why there is nothing to judge by.
enum NoSetting {
    /// A person asks for help.
    Help,
    /// The options are wrong; the sentence says how.
    Wrong(String),
}

use NoSetting::{Help, Wrong};
