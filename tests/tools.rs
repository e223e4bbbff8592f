//! What calls of tools do to files and programs, by the names that hosts and MCP servers give them.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

mod harness;

use harness::Hook;
use serde_json::Value;

/// The effects of a call, in the project /nowhere/p.
fn effects(tool: &str, input: &str, host: &str) -> String {
    let check =
        Hook::command(&["check", "--no-system", "--json", "--tool", tool, "--input", input])
            .policy("version = 1\n")
            .variable("HOME", "/nowhere")
            .arguments(&["--cwd", "/nowhere/p", "--host", host]);
    let seen = check.run("");
    let shown: Value =
        serde_json::from_str(&seen.stdout).unwrap_or_else(|_| panic!("{tool} {input}: {seen:?}"));
    if shown["verdict"] != "silence" {
        return shown["failures"][0].as_str().unwrap_or("?").to_owned();
    }
    let line = |effect: &Value| {
        let text = |value: &Value| {
            value.as_str().unwrap_or_default().trim_start_matches("/nowhere/p/").to_owned()
        };
        let what = effect["words"].as_array().or(effect["paths"].as_array()).into_iter().flatten();
        let what: Vec<String> = what.map(text).collect();
        let tree = if effect["tree"] == true { "*" } else { "" };
        format!("{}{tree} {}", text(&effect["effect"]), what.join(" ")).trim_end().to_owned()
    };
    shown["effects"].as_array().unwrap().iter().map(line).collect::<Vec<_>>().join(", ")
}

/// Host, tool, input, effects.
const TABLE: &str = r#"
claude-code | Bash | {"command":"cat a","cwd":"/elsewhere","workdir":"/elsewhere"} | run cat a, read a
claude-code | Monitor | {"command":"cat a"} | run cat a, read a
claude-code | BashOfNextYear | {"command":"cat a"} | run cat a, read a
claude-code | SlashCommand | {"command":"/deploy rm -rf ~"} | call
claude-code | Read | {"file_path":"a"} | read a
claude-code | Write | {"file_path":"a","content":"x"} | write a
claude-code | Edit | {"file_path":"a","old_string":"x","new_string":"y"} | read a, write a
claude-code | NotebookEdit | {"notebook_path":"a","new_source":"y"} | read a, write a
claude-code | Grep | {"pattern":"x"} | read* /nowhere/p
claude-code | Grep | {"pattern":"x","path":"src"} | read* src
claude-code | Glob | {"pattern":"*"} | call
claude-code | WebFetch | {"url":"https://x"} | connect
claude-code | Task | {"prompt":"rm -rf ~"} | call
claude-code | PowerShell | {"command":"cat a\\b; git `\n push"} | run Get-Content a\b, read a/b, run git push, push
claude-code | mcp__win__powershell | {"command":"gc a; git push"} | run Get-Content a, read a, run git push, push
claude-code | mcp__dc__start_process | {"command":"type a","shell":"cmd.exe"} | run cmd.exe /c type a, run type a, read a
claude-code | mcp__dc__start_process | {"command":"gc a","shell":"C:\\x\\pwsh.exe"} | run Get-Content a, read a
codex | Bash | {"command":"cat a"} | run cat a, read a
codex | shell | {"command":["powershell.exe","-NoProfile","-Command","gc a"]} | run powershell.exe -NoProfile -Command gc a, run Get-Content a, read a
codex | shell | {"command":["bash","-lc","cat a"],"workdir":"sub"} | run bash -lc cat a, run cat a, read sub/a
codex | exec_of_next_year | {"cmd":"cat a"} | run cat a, read a
codex | apply_patch | {"command":"*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"} | write a
codex | view_image | {"path":"a.png"} | read a.png
maka | Bash | {"command":"cat a","cwd":"/elsewhere"} | run cat a, read a
maka | Write | {"path":"a","file_path":"b"} | write a
maka | FormatJson | {"path":"a"} | read a, write a
maka | apply_patch | {"operation":{"type":"delete_file","path":"a"}} | delete a
maka | Read | {"ref":"maka://x"} | call
maka | exec | {"code":"rm -rf ~"} | call
claude-code | mcp__s__run | {"command":"git push"} | run git push, push
claude-code | mcp__s__run | {"command":"git","args":["push",1]} | run git push 1, push
claude-code | mcp__s__run | {"command":"git","arguments":["push"]} | run git push, push
claude-code | mcp__s__run | {"command":["git","push"]} | run git push, push
claude-code | mcp__s__run | {"cmd":"git push","command":"ls"} | run ls, run git push, push
claude-code | mcp__s__run | {"command":"cat a","cwd":"sub"} | run cat a, read sub/a
claude-code | mcp__s__run | {"command":"ls","path":".env"} | run ls, read .env, write .env
claude-code | mcp__s__run | {"command":7} | call
claude-code | mcp__fs__read_file | {"path":".env"} | call, read .env
claude-code | mcp__fs__read_multiple_files | {"paths":["a","b"]} | call, read a, read b
claude-code | mcp__fs__write_file | {"path":".env","content":""} | call, write .env
claude-code | mcp__fs__edit_file | {"path":".env","edits":[]} | call, write .env
claude-code | mcp__fs__edit_files | {"edits":[{"path":"a"},{"path":"b"}]} | call, write a, write b
claude-code | mcp__fs__move_file | {"source":"a","destination":"b"} | call, delete* a, write b
claude-code | mcp__fs__copyFile | {"sourcePath":"a","destinationPath":"b"} | call, read* a, write b
claude-code | mcp__fs__delete_file | {"path":"a"} | call, delete* a
claude-code | mcp__fs__list_directory | {"path":"a"} | call
claude-code | mcp__fs__get_file_info | {"path":"a"} | call
claude-code | mcp__fs__get_metadata_and_read | {"path":"a"} | call, read a
claude-code | mcp__fs__read_file | {"relative_path":"a"} | call, read a
claude-code | mcp__fs__read_file | {"absolutePath":"/nowhere/p/a"} | call, read a
claude-code | mcp__ide__get_text_by_path | {"pathInProject":"a"} | call, read a
claude-code | mcp__fs__edit_file | {"target_file":"a"} | call, write a
claude-code | mcp__fs__save | {"outputPath":"a","data":"x"} | call, write a
claude-code | mcp__fs__read | {"args":{"path":"a"}} | call, read a
claude-code | mcp__fs__read | {"file":{"path":"a"}} | call, read a
claude-code | mcp__fs__read | {"files":[{"file_path":"a"},"b"]} | call, read a, read b
claude-code | mcp__fs__read | {"path":"~/a"} | call, read /nowhere/a
claude-code | mcp__fs__fetch | {"url":"file:///nowhere/p/a"} | call, read a
claude-code | mcp__notes__add | {"note":{"path":"a"},"name":"b"} | call
claude-code | mcp__git__git_push | {"repo_path":"/nowhere/q","remote":"up","branch":"main"} | call, run git -C /nowhere/q push up main, push
claude-code | mcp__git__push | {"branch":"main","force":true} | call, run git push --force origin main, push
claude-code | mcp__git__git_push_status | {"branch":"main"} | call
claude-code | mcp__s__run | {"commands":["cat a","cat b"]} | run cat a, read a, run cat b, read b
claude-code | mcp__s__run | {"params":{"command":"cat a"}} | run cat a, read a
claude-code | mcp__s__run | {"bash_command":"cat a"} | run cat a, read a
claude-code | mcp__mail__send | {"to":"a@b.example","attachments":["a"]} | call, read a, write a
claude-code | mcp__s__run | {"shell_command":"cat a"} | run cat a, read a
claude-code | mcp__s__run | {"commandLine":"cat a"} | run cat a, read a
claude-code | mcp__s__run | {"cli_command":"cat a"} | run cat a, read a
claude-code | mcp__s__run | {"command":"cat a","working_directory":"sub"} | run cat a, read sub/a
claude-code | mcp__s__run | {"shell":"cmd","command":"type a\\b"} | run cmd /c type a\b, run type a\b, read a/b
claude-code | Write | {"file_path":"~/a","content":"x"} | write /nowhere/a
claude-code | mcp__fs__list_and_read | {"path":"a"} | call, read a
claude-code | mcp__fs__frobnicate | {"path":"a"} | call, read a, write a
claude-code | mcp__fs__read | {"uri":"file:///nowhere/p/%2eenv"} | call, read .env
claude-code | mcp__fs__read | {"uri":"file:///nowhere/p/100%"} | call, read 100%
claude-code | mcp__notes__save_note | {"text":"rm -rf ~","path":"notes/a.md"} | call, write notes/a.md
claude-code | mcp__mail__send | {"to":"a@b.example","from":"c@d.example"} | call
"#;

#[test]
fn tools_do_what_the_table_says() {
    let rows = TABLE.lines().filter(|line| !line.is_empty());
    let wrong: Vec<String> = rows
        .filter_map(|row| {
            let cells: Vec<&str> = row.split(" | ").collect();
            let [host, tool, input, want] = cells.as_slice() else { panic!("{row}") };
            let got = effects(tool, input, host);
            (got != *want).then(|| format!("{row}\n    got {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
