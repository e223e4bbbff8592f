//! Windows of time. The zones are the tests' own; the machine is in Berlin.

use crate::asking::policy;
use crate::notation::{Row, TestZones, read, words};
use hookshim::facts::Facts;

/// Whether a window is open at an instant, in a file that says this beside it.
fn is_open(window: &str, file: &str, now: &str) -> bool {
    let text = format!(
        "version = 1\n{file}\nwindows.w = {window}\nrules.x.warn = {{ run = \"x\", during = \"w\" }}"
    );
    let row = Row::parse(&format!("[now={now}] run x"));
    words(&row.judge(&[read(&text)], &TestZones::default())) == "warn x"
}

/// By the wall clock of Berlin, in winter.
#[track_caller]
fn in_berlin(window: &str, rows: &[(&str, bool)]) {
    for (now, open) in rows {
        let offset = if now.starts_with("2026-07") { "+02:00" } else { "+01:00" };
        let now = format!("{now}:00{offset}");
        assert_eq!(is_open(window, "timezone = \"Europe/Berlin\"", &now), *open, "{window} {now}");
    }
}

/// What the rule `x` says of the program `x` on Monday, 30 November 2026, 9:00 in Berlin.
fn reason(rule: &str) -> String {
    let text = format!("version = 1\ntimezone = \"Europe/Berlin\"\n{rule}");
    let judgement = Row::parse("run x").judge(&[read(&text)], &TestZones::default());
    judgement.verdict.objections()[0].reason.clone()
}

/// Any of the spans.
#[test]
fn a_window_is_open_in_any_of_its_spans() {
    in_berlin(
        "['mon-fri 18:00-23:30', 'sat-sun 00:00-24:00']",
        &[
            ("2026-11-30T20:00", true),
            ("2026-12-05T09:00", true),
            ("2026-11-30T09:00", false),
            ("2026-12-04T23:45", false),
        ],
    );
}

/// `mon-fri 18:00-23:30` (half-open, …).
#[test]
fn a_span_is_half_open() {
    in_berlin(
        "'mon-fri 18:00-23:30'",
        &[
            ("2026-11-30T17:59", false),
            ("2026-11-30T18:00", true),
            ("2026-11-30T23:29", true),
            ("2026-11-30T23:30", false),
            ("2026-12-05T18:00", false),
        ],
    );
}

/// May pass midnight: belongs to the day it starts.
#[test]
fn a_span_that_passes_midnight_belongs_to_the_day_it_starts() {
    in_berlin(
        "'fri 22:00-06:00'",
        &[
            ("2026-12-04T23:00", true),
            ("2026-12-05T05:59", true),
            ("2026-12-05T06:00", false),
            ("2026-12-04T05:00", false),
            ("2026-12-05T23:00", false),
        ],
    );
}

/// `24:00` is legal.
#[test]
fn twenty_four_o_clock_is_legal() {
    in_berlin("'mon 22:00-24:00'", &[("2026-11-30T23:59", true), ("2026-12-01T00:00", false)]);
    let after = policy("windows.w = 'mon 22:00-24:01'");
    assert!(after.checked().contains("expected a time from 00:00 to 24:00"));
}

/// `fri 12:00 - mon 09:00`.
#[test]
fn a_span_may_go_from_one_day_to_another() {
    in_berlin(
        "'fri 12:00 - mon 09:00'",
        &[
            ("2026-12-04T11:59", false),
            ("2026-12-04T12:00", true),
            ("2026-12-06T03:00", true),
            ("2026-12-07T08:59", true),
            ("2026-12-07T09:00", false),
        ],
    );
}

/// `2026-12-24..2027-01-02` (both included).
#[test]
fn of_a_span_of_dates_both_are_included() {
    in_berlin(
        "'2026-12-24..2027-01-02'",
        &[
            ("2026-12-23T23:59", false),
            ("2026-12-24T00:00", true),
            ("2027-01-02T23:59", true),
            ("2027-01-03T00:00", false),
        ],
    );
}

/// Or `{ spans, timezone }`. Zone: the window's, …
#[test]
fn the_zone_is_the_windows() {
    let window = "{ spans = ['09:00-10:00'], timezone = 'America/New_York' }";
    let file = "timezone = 'Europe/Berlin'";
    assert!(is_open(window, file, "2026-11-30T14:30:00Z"), "half past nine in New York");
    assert!(!is_open(window, file, "2026-11-30T08:30:00Z"), "half past nine in Berlin");
}

/// Zone: the window's, else its file's, …
#[test]
fn else_the_zone_is_its_files() {
    let file = "timezone = 'Asia/Tokyo'";
    assert!(is_open("'09:00-10:00'", file, "2026-11-30T00:30:00Z"), "half past nine in Tokyo");
    assert!(!is_open("'09:00-10:00'", file, "2026-11-30T08:30:00Z"), "half past nine in Berlin");
}

/// … else `/etc/localtime`.
#[test]
fn else_the_zone_is_the_machines() {
    assert!(is_open("'09:00-10:00'", "", "2026-11-30T08:30:00Z"), "half past nine in Berlin");
    assert!(!is_open("'09:00-10:00'", "", "2026-11-30T09:30:00Z"), "half past nine in Greenwich");
    let own = Facts::new(None).zone_file(None).unwrap();
    assert_eq!(own, std::fs::read("/etc/localtime").ok());
}

/// Wall clock across daylight-saving changes.
#[test]
fn the_clock_on_the_wall_counts_across_daylight_saving_changes() {
    in_berlin(
        "'18:00-19:00'",
        &[
            ("2026-07-01T18:00", true),
            ("2026-07-01T19:00", false),
            ("2026-11-30T18:00", true),
            ("2026-11-30T19:00", false),
        ],
    );
    // On 25 October the hour from two to three comes twice.
    let twice = |now| is_open("'02:00-03:00'", "timezone = 'Europe/Berlin'", now);
    assert!(twice("2026-10-25T00:30:00Z") && twice("2026-10-25T01:30:00Z"));
    assert!(!twice("2026-10-25T02:00:00Z"));
}

/// `{opens}`: the first later instant at which this rule is silent, …
#[test]
fn opens_is_the_first_later_instant_at_which_this_rule_is_silent() {
    let rule = "rules.x = { deny = { run = 'x' }, unless = { during = 'w' }, because = '{opens}' }";
    let today = reason(&format!("windows.w = 'mon 18:00-19:00'\n{rule}"));
    assert!(today.starts_with("Mon 2026-11-30 18:00"), "{today}");
    // The end of one window is no opening where the next one begins.
    let rule =
        "rules.x = { deny = { run = 'x' }, when = { during = ['a', 'b'] }, because = '{opens}' }";
    let later = reason(&format!("windows = {{ a = '08:00-12:00', b = '12:00-15:00' }}\n{rule}"));
    assert!(later.starts_with("Mon 2026-11-30 15:00"), "{later}");
}

/// … policy zone and UTC.
#[test]
fn opens_is_told_in_the_policys_zone_and_in_utc() {
    let rule = "rules.x = { deny = { run = 'x' }, unless = { during = 'w' }, because = '{opens}' }";
    let told = reason(&format!("windows.w = 'mon 18:00-19:00'\n{rule}"));
    assert_eq!(told, "Mon 2026-11-30 18:00 CET (17:00 UTC)");
    // Also where the window has another zone.
    let window = "windows.w = { spans = ['18:00-19:00'], timezone = 'America/New_York' }";
    assert_eq!(
        reason(&format!("{window}\n{rule}")),
        "Tue 2026-12-01 00:00 CET (2026-11-30 23:00 UTC)"
    );
}

/// None within 366 days: "does not open".
#[test]
fn none_within_366_days_says_does_not_open() {
    let rule = "rules.x = { deny = { run = 'x' }, unless = { during = 'w' }, because = '{opens}' }";
    let near = reason(&format!("windows.w = '2027-12-01'\n{rule}"));
    assert!(near.starts_with("Wed 2027-12-01 00:00"), "{near}");
    let far = reason(&format!("windows.w = '2027-12-02'\n{rule}"));
    assert!(far.contains("does not open"), "{far}");
}

/// Missing zoneinfo is an `on_error` verdict.
#[test]
fn missing_zoneinfo_is_an_on_error_verdict() {
    let text = "timezone = 'Mars/Olympus'\nwindows.w = '09:00-10:00'\n\
                rules.x.deny = { run = 'x', during = 'w' }";
    policy(text).judges("x").denies("on_error");
    policy(&format!("on_error = 'allow'\n{text}")).judges("x").is_silent();
    // Whoever does not need it does not miss it.
    policy(text).judges("ls").is_silent();
}
