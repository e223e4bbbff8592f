//! What rules with windows say at an instant, and when they say that they will be silent, held against a zone library that
//! hookshim does not use.

// a test may fail loudly
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod harness;
#[path = "policy/notation.rs"]
mod notation;
#[path = "harness/wall_clock.rs"]
mod wall_clock;

use harness::{Hook, payload};
use hookshim::{policy::Policy, verdict::Decision};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use notation::{Row, TestZones};
use serde_json::json;
use wall_clock::{WallClock, minutes_after};

const TABLE: &str = include_str!("opens.table");

/// A rule that denies pushes, as the table writes it.
struct Rule<'t> {
    /// The policy's, if it says one.
    timezone: Option<&'t str>,
    /// In any of which it speaks, or always if there are none.
    when: Vec<Window<'t>>,
    /// In none of which it speaks.
    unless: Vec<Window<'t>>,
}

struct Window<'t> {
    spans: &'t str,
    timezone: Option<&'t str>,
}

impl<'t> Rule<'t> {
    fn parse(line: &'t str) -> Self {
        let mut columns = line.split(" | ").map(str::trim);
        let timezone = columns.next().filter(|zone| *zone != "-");
        let mut rule = Rule { timezone, when: Vec::new(), unless: Vec::new() };
        for column in columns {
            let (key, window) = column.split_once(' ').expect(line);
            let (spans, timezone) = match window.split_once(" in ") {
                Some((spans, zone)) => (spans, Some(zone)),
                None => (window, None),
            };
            let windows = match key {
                "when" => &mut rule.when,
                "unless" => &mut rule.unless,
                _ => panic!("{line}"),
            };
            windows.push(Window { spans, timezone });
        }
        rule
    }

    /// A policy that says it in three ways: with a list of windows, with a list of tables, and in the verb's table.
    fn policy(&self) -> String {
        let names = |key: &str, count: usize| -> Vec<String> {
            (0..count).map(|index| format!("\"{key}-{index}\"")).collect()
        };
        let (when, unless) = (names("when", self.when.len()), names("unless", self.unless.len()));
        let windows = when.iter().chain(&unless).zip(self.when.iter().chain(&self.unless));
        let windows = windows.map(|(name, window)| {
            let spans: Vec<&str> = window.spans.split(';').map(str::trim).collect();
            let zone = window.timezone.map(|zone| format!(", timezone = {zone:?}"));
            format!("{name} = {{ spans = {spans:?}{} }}\n", zone.unwrap_or_default())
        });
        let together = |key: &str, names: &[String]| match names {
            [] => String::new(),
            names => format!("{key} = {{ during = [{}] }}\n", names.join(", ")),
        };
        let apart = |key: &str, names: &[String]| match names {
            [] => String::new(),
            names => {
                let tables = names.iter().map(|name| format!("{{ during = {name} }}, "));
                format!("{key} = [{}]\n", tables.collect::<String>())
            }
        };
        let during = match when.as_slice() {
            [] => String::new(),
            when => format!(", during = [{}]", when.join(", ")),
        };
        let timezone = self.timezone.map(|zone| format!("timezone = {zone:?}\n"));
        format!(
            "version = 1\n{}[windows]\n{}\
             [rules.together]\ndeny = {{ run = \"git push\" }}\n{}{}because = \"{{now}}, {{opens}}\"\n\
             [rules.apart]\ndeny = {{ run = \"git push\" }}\n{}{}\
             [rules.in-the-verb]\ndeny = {{ run = \"git push\"{during} }}\n{}",
            timezone.unwrap_or_default(),
            windows.collect::<String>(),
            together("when", &when),
            together("unless", &unless),
            apart("when", &when),
            apart("unless", &unless),
            together("unless", &unless),
        )
    }

    fn zone(&self) -> &'t str {
        self.timezone.unwrap_or("Europe/Berlin")
    }
}

/// When a rule speaks, by the other library.
struct Oracle {
    when: Vec<WallClock>,
    unless: Vec<WallClock>,
    zone: TimeZone,
}

impl Oracle {
    fn new(rule: &Rule) -> Self {
        let clocks = |windows: &[Window]| {
            let clock = |it: &Window| WallClock::new(it.timezone.unwrap_or(rule.zone()), it.spans);
            windows.iter().map(clock).collect()
        };
        Oracle {
            when: clocks(&rule.when),
            unless: clocks(&rule.unless),
            zone: TimeZone::get(rule.zone()).unwrap(),
        }
    }

    fn speaks(&mut self, instant: i64) -> bool {
        let mut is_in = |clock: &mut WallClock| clock.is_open(instant);
        (self.when.is_empty() || self.when.iter_mut().any(&mut is_in))
            && !self.unless.iter_mut().any(is_in)
    }

    /// The first full minute at which it is silent, within 366 days.
    fn opens(&mut self, now: i64) -> Option<i64> {
        minutes_after(now).find(|minute| !self.speaks(*minute))
    }

    /// An instant in the policy's zone and in UTC.
    fn tell(&self, instant: i64) -> String {
        let instant = Timestamp::from_second(instant).unwrap();
        let here = instant.to_zoned_datetime(self.zone.clone());
        let there = instant.to_zoned_datetime(TimeZone::UTC);
        let told = here.strftime("%a %Y-%m-%d %H:%M %Z").to_string();
        match there {
            _ if self.zone.iana_name().is_some_and(|name| name.ends_with("UTC")) => told,
            there if there.date() == here.date() => {
                format!("{told} ({})", there.strftime("%H:%M UTC"))
            }
            there => format!("{told} ({})", there.strftime("%Y-%m-%d %H:%M UTC")),
        }
    }

    /// What the three rules of the policy say about what happens at an instant, or nothing.
    fn reasons(&mut self, now: i64, happens: i64) -> Vec<String> {
        if !self.speaks(happens) {
            return Vec::new();
        }
        let (filled, added) = match self.opens(happens).map(|opens| self.tell(opens)) {
            Some(opens) => (opens.clone(), format!("Possible again from {opens}.")),
            None => (
                "further notice (does not open within 366 days)".to_owned(),
                "It does not open within 366 days.".to_owned(),
            ),
        };
        let bare = format!("`git push` would run. {added}");
        vec![format!("{}, {filled}", self.tell(now)), bare.clone(), bare]
    }
}

/// What the three rules say by hookshim.
fn reasons(policy: &Policy, now: i64) -> Vec<String> {
    let row = Row { now, ..Row::parse("run git push") };
    let judgement = row.judge(std::slice::from_ref(policy), &TestZones::default());
    assert!(judgement.failures.is_empty(), "{:?}", judgement.failures);
    let objections = judgement.verdict.objections();
    assert!(objections.iter().all(|it| it.decision == Decision::Deny), "{objections:?}");
    objections.iter().map(|it| it.reason.clone()).collect()
}

/// Seconds since 1970, the fraction of one cut off.
fn instant(text: &str) -> i64 {
    text.parse::<Timestamp>().unwrap_or_else(|error| panic!("{text}: {error}")).as_second()
}

/// The lines of a table.
fn rows(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Beside each instant of the table, that at which the rule falls silent, and the second before.
#[test]
fn rules_speak_and_open_when_another_library_says_so() {
    let mut wrong = Vec::new();
    let (mut speaks, mut is_silent) = (0, 0);
    let mut current = None;
    for line in rows(TABLE) {
        let Some(row) = line.strip_prefix("    ") else {
            let rule = Rule::parse(line);
            current = Some((line, notation::read(&rule.policy()), Oracle::new(&rule)));
            continue;
        };
        let (rule, policy, oracle) = current.as_mut().expect("a rule before its instants");
        let now = instant(row.split_whitespace().next().unwrap());
        let opens = oracle.speaks(now).then(|| oracle.opens(now)).flatten();
        if oracle.speaks(now) {
            speaks += 1
        } else {
            is_silent += 1
        }
        for now in [Some(now), opens.map(|opens| opens - 1), opens].into_iter().flatten() {
            let (found, expected) = (reasons(policy, now), oracle.reasons(now, now));
            if found != expected {
                let now = Timestamp::from_second(now).unwrap();
                wrong.push(format!("{rule}\n{line}\n  at {now}\n  {found:?}\n  {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(speaks >= 60 && is_silent >= 20, "{speaks} instants speak, {is_silent} are silent");
}

/// The same through the binary: instants as people write them, and pushes that wait by themselves.
const THROUGH_THE_BINARY: &str = "
# instant | delay in seconds | command
2026-11-30T17:59:59+01:00      | 0     | git push
2026-11-30T16:59:59Z           | 0     | git push
2026-11-30T16:59:59.999999999Z | 0     | git push
2026-11-30t16:59:59z           | 0     | git push
2026-11-30T18:00:00+01:00      | 0     | git push
2026-11-30T22:29:59+05:30      | 0     | git push
2026-11-30T22:30:00+05:30      | 0     | git push
2026-12-01T06:59:59+14:00      | 0     | git push
2026-11-30T04:59:59-12:00      | 0     | git push
2026-11-30T17:00:00-00:00      | 0     | git push
2026-11-30T22:29:59.5Z         | 0     | git push
2026-11-30T22:30:00.000Z       | 0     | git push
2026-10-25T02:30:00+02:00      | 0     | git push
2026-10-25T02:30:00+01:00      | 0     | git push
2026-11-30T17:30:00+01:00      | 1799  | sleep 1799; git push
2026-11-30T17:30:00+01:00      | 1800  | sleep 30m; git push
2026-11-30T17:30:00+01:00      | 25200 | sleep 7h; git push
2026-12-04T18:00:00+01:00      | 25200 | sleep 7h; git push
2026-12-04T23:29:59+01:00      | 1     | git push; sleep 1; git push
2026-10-25T01:30:00+02:00      | 7200  | sleep 2h; git push
";

#[test]
fn the_hook_counts_the_seconds_the_offset_and_the_delay() {
    let rule = Rule::parse("Europe/Berlin | unless mon-fri 18:00-23:30");
    let hook = Hook::new().policy(&rule.policy());
    let mut oracle = Oracle::new(&rule);
    for row in rows(THROUGH_THE_BINARY) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [at, delay, command] = cells[..] else { panic!("{row}") };
        let push = payload("claude-code", None, json!({ "command": command })).to_string();
        let child = hook.build().args(["--now", at]).spawn().unwrap();
        let seen = harness::finish(child, push.as_bytes());
        let now = instant(at);
        let expected = oracle.reasons(now, now + delay.parse::<i64>().unwrap());
        let status = if expected.is_empty() { 0 } else { 2 };
        assert_eq!(seen.status, Some(status), "{row}: {seen:?}");
        assert!(expected.iter().all(|it| seen.stderr.contains(it)), "{row}: {seen:?} {expected:?}");
    }
}

/// Windows that change every half an hour are looked at for 10,000 changes.
#[test]
fn a_rule_whose_windows_change_very_often_says_how_far_it_has_looked() {
    let half_hours: Vec<String> =
        (0..24).map(|hour| format!("{hour:02}:00-{hour:02}:30")).collect();
    let line =
        format!("UTC | when 00:00-24:00 | when {} | unless 2027-11-01", half_hours.join("; "));
    let rule = Rule::parse(&line);
    let mut oracle = Oracle::new(&rule);
    let now = instant("2026-11-30T09:00:00Z");
    let looked_at = now + 10_001 * 1800;
    assert!(oracle.opens(now).unwrap() > looked_at);
    let told = format!("{} at the earliest", oracle.tell(looked_at));
    let bare = format!("`git push` would run. Possible again from {told}.");
    let expected = [format!("{}, {told}", oracle.tell(now)), bare.clone(), bare];
    assert_eq!(reasons(&notation::read(&rule.policy()), now), expected);
}
