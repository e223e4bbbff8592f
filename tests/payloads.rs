//! hookshim judges what the host read, whatever the bytes look like.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::Hook;

const POLICY: &str = r#"
version = 1

[rules.push]
deny = { run = "git push" }

[rules.secret]
deny = { touch = "**/.env" }
"#;

/// A payload of Claude Code around this tool and input, which are JSON texts.
fn around(tool: &str, input: &str) -> String {
    format!(
        r#"{{"session_id":"s","transcript_path":"/t","cwd":"/home/user/project","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":{tool},"tool_input":{input},"tool_use_id":"t"}}"#
    )
}

fn bash(input: &str) -> String {
    around("\"Bash\"", input)
}

/// What is fed in, and what has to come out: `push` or `secret` (that rule denies), `silence`, or part of the reason
/// why it cannot be judged.
fn cases() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let deep = |depth: usize| format!(r#"{{"x":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
    let text: Vec<(&str, String, &str)> = vec![
        ("plain", bash(r#"{"command":"git push"}"#), "push"),
        ("harmless", bash(r#"{"command":"git status"}"#), "silence"),
        ("the last of two keys wins", bash(r#"{"command":"ls","command":"git push"}"#), "push"),
        ("also the other way round", bash(r#"{"command":"git push","command":"ls"}"#), "silence"),
        ("an escaped key is the same key", bash(r#"{"command":"ls","comm\u0061nd":"git push"}"#), "push"),
        ("the last tool_input wins", bash(r#"{"command":"ls"},"tool_input":{"command":"git push"}"#), "push"),
        ("the last tool_name wins", around(r#""Read","tool_name":"Bash""#, r#"{"command":"git push","file_path":"x"}"#), "push"),
        ("an escaped command", bash(r#"{"command":"\u0067it\u0020push"}"#), "push"),
        ("an escaped backslash before u", bash(r#"{"command":"echo \\ud83d; git push"}"#), "push"),
        ("a lone high surrogate", bash(r#"{"command":"echo \ud83d; git push"}"#), "push"),
        ("a lone low surrogate", bash(r#"{"command":"echo \udc00; git push"}"#), "push"),
        ("two high surrogates", bash(r#"{"command":"echo \ud83d\ud83d; git push"}"#), "push"),
        ("a pair of surrogates", bash(r#"{"command":"echo \ud83e\udd80; git push"}"#), "push"),
        ("a lone surrogate in a key", bash(r#"{"\ud800":1,"command":"git push"}"#), "push"),
        ("a surrogate inside of the program word", bash(r#"{"command":"git\ud800 push"}"#), "silence"),
        ("NUL that a shell drops", bash(r#"{"command":"git pu\u0000sh"}"#), "push"),
        ("NUL that ends a C string", bash(r#"{"command":"git push\u0000ed"}"#), "push"),
        ("a byte order mark", format!("\u{feff}{}", bash(r#"{"command":"git push"}"#)), "push"),
        ("CRLF around values", bash("{\r\n\"command\"\r\n:\r\n\"git push\"\r\n}\r\n"), "push"),
        ("CRLF in the command separates lines", bash(r#"{"command":"true\r\ngit push origin\r\n"}"#), "push"),
        ("blanks around the document", format!(" \n\t{}\n\n", bash(r#"{"command":"git push"}"#)), "push"),
        ("512 deep", around("\"mcp__x__y\"", &deep(512)), "silence"),
        ("512 deep beside a command", bash(&format!(r#"{{"x":{},"command":"git push"}}"#, deep(511))), "push"),
        ("a number beyond 64 bits", bash(r#"{"n":123456789012345678901234567890,"command":"git push"}"#), "push"),
        ("a number beyond any float", bash(r#"{"n":1e999,"m":-0.0,"command":"git push"}"#), "push"),
        ("a key that serde_json keeps for itself", bash(r#"{"x":{"$serde_json::private::Number":"1"},"command":"git push"}"#), "push"),
        ("prototype keys are plain data", bash(r#"{"__proto__":{"command":"ls"},"constructor":1,"command":"git push"}"#), "push"),
        ("2 MB of text before the command", bash(&format!(r#"{{"d":"{}","command":"git push"}}"#, "x".repeat(2 << 20))), "push"),
        ("1 MB of text inside of the command", bash(&format!(r#"{{"command":"echo '{}'; git push"}}"#, "x".repeat(1 << 20))), "push"),
        ("an empty command", bash(r#"{"command":""}"#), "silence"),
        ("blank command", bash(r#"{"command":"  \n "}"#), "silence"),
        ("an argv, as older Codex clients send it", around("\"shell\"", r#"{"command":["bash","-lc","git push"]}"#).replace("\"transcript_path\"", "\"model\":\"m\",\"turn_id\":\"1\",\"transcript_path\""), "push"),
        ("a host that nobody knows", r#"{"tool_name":"run_shell_command","tool_input":{"command":"git push"}}"#.to_owned(), "push"),
        ("another event", bash(r#"{"command":"git push"}"#).replace("PreToolUse", "PostToolUse"), "silence"),
        ("another event with a broken input", bash("7").replace("PreToolUse", "Stop"), "silence"),
        ("tool_input as a string", bash(r#""{\"command\":\"git push\"}""#), "no text in `tool_input.command`"),
        ("tool_input missing", bash("null").replace(",\"tool_input\":null", ""), "no text in `tool_input.command`"),
        ("a command that is an object", bash(r#"{"command":{"text":"git push"}}"#), "no text in `tool_input.command`"),
        ("a command that is an array, where none is taken", bash(r#"{"command":["git","push"]}"#), "no text in `tool_input.command`"),
        ("a command that is a number", bash(r#"{"command":1}"#), "no text in `tool_input.command`"),
        ("a write without a path", around("\"Write\"", r#"{"content":"x"}"#), "no text in `tool_input.file_path`"),
        ("no tool", around("null", "{}"), "names no tool"),
        ("a tool that is no text", around("[\"Bash\"]", r#"{"command":"git push"}"#), "names no tool"),
        ("nothing", String::new(), "not one whole JSON document"),
        ("cut off", bash(r#"{"command":"git push"}"#)[..120].to_owned(), "not one whole JSON document"),
        ("two documents", bash(r#"{"command":"ls"}"#).repeat(2), "not one whole JSON document"),
        ("a document and noise", bash(r#"{"command":"ls"}"#) + "x", "not one whole JSON document"),
        ("no object", "[]".to_owned(), "not a JSON object"),
        ("null", "null".to_owned(), "not a JSON object"),
        ("an unescaped newline in a string", bash("{\"command\":\"a\nb\"}"), "not one whole JSON document"),
        ("deeper than anything", around("\"mcp__x__y\"", &deep(100_000)), "nested more than"),
        ("schema_version 2", r#"{"schema_version":2,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}"#.to_owned(), "Update hookshim"),
        ("schema_version as text", r#"{"schema_version":"1","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}"#.to_owned(), "Update hookshim"),
        ("schema_version 1.0", r#"{"schema_version":1.0,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git push"}}"#.to_owned(), "push"),
    ];
    let mut cases: Vec<_> =
        text.into_iter().map(|(name, text, want)| (name, text.into_bytes(), want)).collect();
    let mut latin = bash(r#"{"command":"echo caf"}"#).into_bytes();
    let at = latin.windows(3).position(|bytes| bytes == b"caf").unwrap() + 3;
    latin.insert(at, 0xe9);
    cases.push(("bytes that are not UTF-8", latin, "not UTF-8 from byte"));
    cases
}

#[test]
fn each_payload_is_judged_as_the_host_read_it() {
    let mut wrong = Vec::new();
    for (name, payload, want) in cases() {
        let seen = Hook::new().policy(POLICY).run(&payload);
        let right = match want {
            "silence" => {
                (seen.status, seen.stdout.as_str(), seen.stderr.as_str()) == (Some(0), "", "")
            }
            "push" | "secret" => {
                seen.status == Some(2) && seen.stderr.contains(&format!("rule {want}"))
            }
            part => {
                seen.status == Some(2)
                    && seen.stderr.contains(part)
                    && seen.stderr.contains("on_error")
            }
        };
        if !right {
            wrong.push(format!("{name}: expected {want}, got {:?} {}", seen.status, seen.stderr));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_host_that_contradicts_the_payload_is_an_error() {
    let push = bash(r#"{"command":"ls"}"#);
    for (host, status) in [("claude-code", 0), ("codex", 2), ("maka", 2)] {
        let seen = Hook::new().policy(POLICY).arguments(&["--host", host]).run(&push);
        assert_eq!(seen.status, Some(status), "{host}: {}", seen.stderr);
        assert_eq!(status == 2, seen.stderr.contains("--host"), "{host}: {}", seen.stderr);
    }
}

#[test]
fn on_error_allow_lets_through_what_cannot_be_judged_and_says_so() {
    let policy = format!("on_error = \"allow\"\n{POLICY}");
    let lenient = |payload: &str| Hook::new().policy(&policy).run(payload);
    let broken = lenient("{");
    assert_eq!((broken.status, broken.stdout.as_str()), (Some(0), ""));
    assert!(
        broken.stderr.starts_with("hookshim: ") && broken.stderr.lines().count() == 1,
        "{}",
        broken.stderr
    );
    assert_eq!(lenient(&bash(r#"{"command":"git push"}"#)).status, Some(2));
}
