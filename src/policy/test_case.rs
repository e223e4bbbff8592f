//! Owns what a policy's own tests say; it neither reads nor runs them.

use super::{clock::Clock, judge::Zones};
use crate::{
    host::Host,
    verdict::{Decision, Verdict},
};
use serde_json::Value;
use time::Date;

/// One of `[[tests]]`: a call, and what the policy must say about it.
#[derive(Debug, Clone, PartialEq)]
pub struct PolicyTest {
    /// The line where it begins, counted from 1.
    pub line: usize,
    /// What is called.
    pub call: TestedCall,
    /// When; absent means now.
    pub at: Option<Moment>,
    /// The permission mode, in the host's own word.
    pub mode: Option<String>,
    /// The host that makes the call.
    pub host: Option<Host>,
    /// The directory of the call, as written.
    pub cwd: Option<String>,
    /// What must come of it.
    pub expected: Expectation,
}

/// The call of a test.
#[derive(Debug, Clone, PartialEq)]
pub enum TestedCall {
    /// A shell command.
    Run(String),
    /// A tool by the host's name, with its input.
    Tool(String, Value),
    /// The file of a recorded payload, relative to the policy.
    Payload(String),
}

/// When a test happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// An instant, in seconds since 1970.
    Instant(i64),
    /// What the clocks show in the policy's zone: the date, and seconds from 00:00:00.
    Local(Date, u32),
}

/// A verdict, and the rules that must be among those that decide it.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// The verdict.
    pub decision: Decision,
    /// The rules.
    pub rules: Vec<String>,
    /// What a rewrite must come to: the command, as a string, or the whole input.
    pub to: Option<Value>,
}

impl PolicyTest {
    /// The instant of the test, in seconds since 1970; `None` is now. `timezone` is the policy's, without a name the
    /// machine's own. An hour that comes twice is meant when it comes first.
    ///
    /// # Errors
    /// If the zone cannot be read, or its clocks never show the time.
    pub fn instant(
        &self,
        timezone: Option<&str>,
        zones: &dyn Zones,
    ) -> Result<Option<i64>, String> {
        let (date, second) = match self.at {
            None => return Ok(None),
            Some(Moment::Instant(instant)) => return Ok(Some(instant)),
            Some(Moment::Local(date, second)) => (date, second),
        };
        let zone = Clock::new(zones).zone(timezone)?;
        zone.instant(date, second).map(Some).ok_or_else(|| {
            let (hour, minute) = (second / 3_600, second / 60 % 60);
            format!("the clocks never show {date} {hour:02}:{minute:02}: they are set past it then")
        })
    }
}

impl Expectation {
    /// Whether a verdict is the expected one.
    pub fn holds(&self, verdict: &Verdict) -> bool {
        let decides = |rule: &String| verdict.deciding().any(|it| it.rule == *rule);
        let becomes = |to: &Value| {
            verdict.replacement().is_some_and(|it| match to {
                Value::String(command) => it.command == *command,
                input => it.input == *input,
            })
        };
        verdict.decision() == self.decision
            && self.rules.iter().all(decides)
            && self.to.as_ref().is_none_or(becomes)
    }
}
