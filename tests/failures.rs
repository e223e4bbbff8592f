//! Whatever breaks, the hook answers, and with exit status 0 or 2.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::{Hook, Seen, finish};
use hookshim::last_words;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const DENY: &str = "version = 1\n[rules.x]\ndeny = { run = \"x\" }\n";
const ASK: &str = "version = 1\n[rules.x]\nask = { run = \"x\" }\n";

fn payload(host: &str) -> String {
    let own = match host {
        "codex" => r#""turn_id":"1","model":"m","#,
        "maka" => r#""schema_version":1,"run_id":"1","#,
        "claude-code" => r#""transcript_path":"/t","permission_mode":"default","#,
        _ => "",
    };
    format!(
        r#"{{"session_id":"s",{own}"cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{{"command":"x"}}}}"#
    )
}

/// A denial on standard output, with exit status 0: what is said when standard error takes nothing.
fn is_spare_denial(seen: &Seen) -> bool {
    let answer: serde_json::Value = serde_json::from_str(&seen.stdout).unwrap_or_default();
    let own = &answer["hookSpecificOutput"];
    seen.status == Some(0)
        && own["permissionDecision"] == "deny"
        && own["permissionDecisionReason"].as_str().is_some_and(|reason| reason.contains("rule x"))
}

#[test]
fn input_that_never_ends_is_denied_at_the_deadline() {
    let hook = Hook::new().policy(DENY);
    let began = Instant::now();
    let mut child = hook.build().spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(payload("codex").as_bytes()).unwrap();
    // Held open until the hook has given up.
    let status = child.wait().unwrap();
    let took = began.elapsed();
    drop(stdin);
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(status.code(), Some(2));
    assert!(stderr.contains("did not end within 800 ms"), "{stderr}");
    // Far below the shortest default timeout of a host, Maka's 3 s.
    assert!(took < Duration::from_millis(2_500), "{took:?}");
}

#[test]
fn input_is_read_to_its_end_before_the_hook_leaves() {
    // A writer gets no EPIPE even where the first byte shows that nothing can come of it.
    let long = format!("!{}", "x".repeat(8 << 20));
    for hook in [Hook::new().policy(DENY), Hook::new().arguments(&["--no-such-option"])] {
        let mut child = hook.build().spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let written = stdin.write_all(long.as_bytes());
        drop(stdin);
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(2));
        assert!(written.is_ok(), "{written:?}");
    }
}

#[test]
fn a_denial_that_standard_error_does_not_take_is_said_on_standard_output() {
    type Stream = fn() -> Stdio;
    let void: Stream = || OpenOptions::new().write(true).open("/dev/null").unwrap().into();
    let full: Stream = || OpenOptions::new().write(true).open("/dev/full").unwrap().into();
    let read_only: Stream = || File::open("/dev/zero").unwrap().into();
    for (name, stream) in [("/dev/null", void), ("/dev/full", full), ("read-only", read_only)] {
        for host in ["claude-code", "codex", "maka"] {
            let hook = Hook::new().policy(DENY);
            let child = hook.build().stderr(stream()).spawn().unwrap();
            let seen = finish(child, payload(host).as_bytes());
            assert!(is_spare_denial(&seen), "{name} {host}: {seen:?}");
        }
        let unknown = Hook::new().policy(DENY).build().stderr(stream()).spawn().unwrap();
        assert_eq!(finish(unknown, payload("").as_bytes()).status, Some(2), "{name}");
    }
}

#[test]
fn a_closed_standard_error_is_noticed() {
    let hook = Hook::new().policy(DENY);
    let mut command = Command::new("/bin/sh");
    let hook_command = hook.build();
    command.arg("-c").arg("exec \"$@\" 2>&-").arg("sh").arg(hook_command.get_program());
    command.args(hook_command.get_args()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let seen = finish(command.spawn().unwrap(), payload("codex").as_bytes());
    assert!(is_spare_denial(&seen), "{seen:?}");
}

#[test]
fn a_full_pipe_on_standard_error_does_not_hold_the_hook_up() {
    let hook = Hook::new().policy(DENY);
    let (reader, mut writer) = std::io::pipe().unwrap();
    fill(&mut writer);
    let began = Instant::now();
    let child = hook.build().stderr(writer).spawn().unwrap();
    let seen = finish(child, payload("codex").as_bytes());
    assert!(is_spare_denial(&seen), "{seen:?}");
    assert!(began.elapsed() < Duration::from_millis(2_500));
    drop(reader);
}

/// Writes until a pipe takes no more.
fn fill(pipe: &mut std::io::PipeWriter) {
    let mut writer = pipe.try_clone().unwrap();
    // A blocked write is the sign; the thread ends when the reader is dropped.
    std::thread::spawn(move || while writer.write_all(&[b'x'; 4096]).is_ok() {});
    std::thread::sleep(Duration::from_millis(200));
}

#[test]
fn a_question_that_standard_output_does_not_take_is_a_denial() {
    for stream in ["/dev/full", "closed"] {
        let hook = Hook::new().policy(ASK);
        let mut command = hook.build();
        if stream == "closed" {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            command.stdout(writer);
        } else {
            command.stdout(OpenOptions::new().write(true).open(stream).unwrap());
        }
        let seen = finish(command.spawn().unwrap(), payload("claude-code").as_bytes());
        assert_eq!(seen.status, Some(2), "{stream}");
        assert!(seen.stderr.contains("rule x"), "{stream}: {seen:?}");
    }
}

#[test]
fn whatever_is_closed_or_void_a_question_or_denial_is_never_consent() {
    let ways = ["", ">&-", ">/dev/null", "2>&-", "2>/dev/null", "2>/dev/full", ">/dev/full"];
    let mut consents = Vec::new();
    for (policy, name) in [(DENY, "deny"), (ASK, "ask")] {
        for first in ways {
            for second in ways {
                let hook = Hook::new().policy(policy);
                let built = hook.build();
                let mut command = Command::new("/bin/sh");
                command.arg("-c").arg(format!("exec \"$@\" {first} {second}")).arg("sh");
                command.arg(built.get_program()).args(built.get_args());
                command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
                let seen = finish(command.spawn().unwrap(), payload("claude-code").as_bytes());
                let asked = seen.status == Some(0) && seen.stdout.contains(&format!("\"{name}\""));
                if seen.status != Some(2) && !asked && !is_spare_denial(&seen) {
                    consents.push(format!("{name} {first} {second}: {seen:?}"));
                }
            }
        }
    }
    assert!(consents.is_empty(), "{}", consents.join("\n"));
}

#[test]
fn a_signal_while_the_answer_is_stuck_is_no_consent() {
    for (policy, host) in [(ASK, "claude-code"), (DENY, "codex")] {
        let hook = Hook::new().policy(policy);
        let (reader, mut writer) = std::io::pipe().unwrap();
        fill(&mut writer);
        let mut command = hook.build();
        // What the answer needs is full; the other stream is free.
        match host {
            "codex" => command.stderr(writer),
            _ => command.stdout(writer),
        };
        let child = command.spawn().unwrap();
        let id = child.id().to_string();
        let kill = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            Command::new("kill").arg("-TERM").arg(id).status().unwrap();
        });
        let seen = finish(child, payload(host).as_bytes());
        kill.join().unwrap();
        drop(reader);
        let denied = match host {
            // Its text says nothing of the rule: the handler only has words it was built with.
            "codex" => seen.status == Some(0) && seen.stdout.contains("\"deny\""),
            _ => seen.status == Some(2) && !seen.stderr.is_empty(),
        };
        assert!(denied, "{host}: {seen:?}");
    }
}

#[test]
fn a_signal_that_would_stop_the_hook_is_ignored() {
    for signal in ["TSTP", "TTIN", "TTOU"] {
        let hook = Hook::new().policy(DENY);
        let mut child = hook.build().spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(&vec![b' '; 128 * 1024]).unwrap();
        Command::new("kill")
            .arg(format!("-{signal}"))
            .arg(child.id().to_string())
            .status()
            .unwrap();
        stdin.write_all(payload("codex").as_bytes()).unwrap();
        drop(stdin);
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(2), "{signal}");
    }
}

#[test]
fn silence_needs_no_stream_at_all() {
    let hook = Hook::new().policy("version = 1\n");
    let mut command = hook.build();
    command.stdout(Stdio::null()).stderr(Stdio::null());
    assert_eq!(finish(command.spawn().unwrap(), payload("maka").as_bytes()).status, Some(0));
}

#[test]
fn every_catchable_signal_ends_in_a_denial() {
    for signal in [
        "SEGV", "BUS", "ILL", "FPE", "ABRT", "SYS", "TRAP", "TERM", "INT", "HUP", "QUIT", "ALRM",
        "VTALRM", "PROF", "XCPU", "XFSZ", "USR1", "USR2",
    ] {
        let hook = Hook::new().policy(DENY);
        let mut child = hook.build().spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // Once it has taken input beyond what a pipe holds, it has put its handlers in place.
        stdin.write_all(&vec![b' '; 128 * 1024]).unwrap();
        let kill =
            Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        drop(stdin);
        assert_eq!(output.status.code(), Some(2), "{signal}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("signal"), "{signal}");
    }
}

#[test]
fn running_out_of_memory_ends_in_a_denial() {
    let hook = Hook::new().policy(DENY);
    let built = hook.build();
    let mut command = Command::new("/bin/sh");
    command
        .arg("-c")
        .arg("ulimit -v 60000; exec \"$@\"")
        .arg("sh")
        .arg(built.get_program())
        .args(built.get_args());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let long = format!("{{\"x\":\"{}\"}}", "x".repeat(60 << 20));
    let seen = finish(command.spawn().unwrap(), long.as_bytes());
    assert_eq!(seen.status, Some(2), "{seen:?}");
    assert!(!seen.stderr.is_empty());
}

#[test]
fn a_policy_that_is_no_plain_file_of_ours_denies_and_is_named() {
    let hook = Hook::new();
    let root = hook.folder.path().to_owned();
    let fifo = root.join("fifo.toml");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let open = hook.write("open.toml", DENY);
    assert!(Command::new("chmod").arg("666").arg(&open).status().unwrap().success());
    hook.write("latin.toml", "");
    std::fs::write(root.join("latin.toml"), b"# caf\xe9\n").unwrap();
    std::fs::write(root.join("long.toml"), "#".repeat((1 << 20) + 1)).unwrap();
    for (name, why) in [
        ("fifo.toml", "not a regular file"),
        ("open.toml", "chmod o-w"),
        ("latin.toml", "not UTF-8"),
        ("long.toml", "longer than"),
        ("missing.toml", "no policy file"),
        ("home", "not a regular file"),
    ] {
        let path = root.join(name);
        for option in ["--policy", "--user-policy"] {
            let seen =
                Hook::new().arguments(&[option, path.to_str().unwrap()]).run(payload("maka"));
            assert_eq!(seen.status, Some(2), "{name}: {seen:?}");
            assert!(
                seen.stderr.contains(why) && seen.stderr.contains(name),
                "{name}: {}",
                seen.stderr
            );
        }
    }
}

#[test]
fn wrong_options_deny_and_are_named() {
    for (options, part) in [
        (&["--nonsense"] as &[&str], "--nonsense"),
        (&["--host", "cursor"], "claude-code, codex, maka"),
        (&["--host"], "needs a value"),
        (&["--now", "noon"], "2026-11-30T09:00:00+01:00"),
        (&["--policy", "relative.toml"], "not absolute"),
    ] {
        let seen = Hook::new().arguments(options).run(payload("claude-code"));
        assert_eq!(seen.status, Some(2), "{options:?}");
        assert!(seen.stderr.contains(part), "{options:?}: {}", seen.stderr);
    }
}

/// In a process of its own that has promised to answer, runs one way of failing; then says what a host would have
/// seen. The process is this test binary again, told to run the calling test only.
fn in_a_child(test: &str, fail: fn()) -> Option<Seen> {
    if std::env::var_os("FAILING_CHILD").is_some() {
        last_words::install();
        fail();
        return None;
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env("FAILING_CHILD", "1")
        .output()
        .unwrap();
    Some(Seen {
        status: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

#[test]
fn a_panic_ends_in_a_denial() {
    let nothing: fn() = || _ = std::hint::black_box(None::<u8>).unwrap();
    let Some(seen) = in_a_child("a_panic_ends_in_a_denial", nothing) else { return };
    assert_eq!(seen.status, Some(2), "{seen:?}");
    assert!(
        seen.stderr.contains("hookshim: A bug in hookshim at tests/failures.rs"),
        "{}",
        seen.stderr
    );
}

#[test]
fn a_stack_overflow_ends_in_a_denial() {
    fn deeper(depth: u64) -> u64 {
        if std::hint::black_box(depth) == u64::MAX { 0 } else { 1 + deeper(depth + 1) }
    }
    let overflow: fn() = || _ = std::hint::black_box(deeper(0));
    let Some(seen) = in_a_child("a_stack_overflow_ends_in_a_denial", overflow) else { return };
    assert_eq!(seen.status, Some(2), "{seen:?}");
    assert!(seen.stderr.contains("signal"), "{}", seen.stderr);
}

#[test]
fn a_system_call_that_hangs_ends_in_a_denial_at_the_deadline() {
    let hang: fn() = || {
        last_words::watch(Instant::now());
        std::thread::sleep(Duration::from_secs(60));
    };
    let began = Instant::now();
    let test = "a_system_call_that_hangs_ends_in_a_denial_at_the_deadline";
    let Some(seen) = in_a_child(test, hang) else { return };
    assert_eq!(seen.status, Some(2), "{seen:?}");
    assert!(seen.stderr.contains("within 800 ms"), "{}", seen.stderr);
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_panic_lets_the_call_through_where_the_policy_says_so() {
    let panic: fn() = || {
        last_words::be_lenient();
        _ = std::hint::black_box(None::<u8>).unwrap();
    };
    let test = "a_panic_lets_the_call_through_where_the_policy_says_so";
    let Some(seen) = in_a_child(test, panic) else { return };
    assert_eq!(seen.status, Some(0), "{seen:?}");
    assert!(seen.stderr.contains("hookshim: A bug in hookshim"), "{}", seen.stderr);
}
