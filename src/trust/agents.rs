//! Owns by what coding agents are known among processes; it does not look for them.

use super::Process;

/// The programs of coding agents: each name, and a part of a path that only its installation has.
///
/// The name is what people type; where it is the `bin` of an npm package, the package's folder shows the agent when
/// Node.js is started on its script by another path.
const AGENTS: [(&str, &[&str]); 19] = [
    // Claude Code's installer keeps programs that are named after their version (code.claude.com/docs/en/setup).
    ("claude", &["/share/claude/versions/", "/@anthropic-ai/claude-code/"]),
    // github.com/openai/codex, codex-cli/package.json
    ("codex", &["/@openai/codex/"]),
    // github.com/apache/maka, README.md, "Surfaces"; the desktop program is called Maka.
    ("maka", &["/Maka.app/"]),
    // github.com/google-gemini/gemini-cli, packages/cli/package.json
    ("gemini", &["/@google/gemini-cli/"]),
    // github.com/QwenLM/qwen-code, package.json
    ("qwen", &["/@qwen-code/qwen-code/"]),
    // cursor.com/docs/cli/installation: it is started as `agent`, too, which is too common a name.
    ("cursor-agent", &["/cursor-agent/versions/"]),
    // npmjs.com/package/opencode-ai
    ("opencode", &["/opencode-ai/"]),
    // pypi.org/project/aider-chat
    ("aider", &[]),
    // github.com/block/goose; `goosed` is its server.
    ("goose", &[]),
    ("goosed", &[]),
    // npmjs.com/package/@ampcode/cli, and its earlier name
    ("amp", &["/@ampcode/cli/", "/@sourcegraph/amp/"]),
    // docs.github.com/copilot/how-tos/copilot-cli/cli-getting-started
    ("copilot", &["/@github/copilot/"]),
    // npmjs.com/package/@charmland/crush
    ("crush", &["/@charmland/crush/"]),
    // npmjs.com/package/@augmentcode/auggie
    ("auggie", &["/@augmentcode/auggie/"]),
    // npmjs.com/package/@factory/cli
    ("droid", &["/@factory/cli/"]),
    // npmjs.com/package/cline
    ("cline", &["/node_modules/cline/"]),
    // npmjs.com/package/@kilocode/cli
    ("kilocode", &["/@kilocode/cli/"]),
    // github.com/MoonshotAI/kimi-code
    ("kimi", &[]),
    // pypi.org/project/mistral-vibe
    ("vibe", &[]),
];

/// Programs that run the script that their first operand names.
const INTERPRETERS: [&str; 12] =
    ["node", "nodejs", "bun", "deno", "tsx", "python", "pypy", "ruby", "sh", "bash", "dash", "zsh"];

/// Options of interpreters whose value is the next word (node(1), python(1)).
const WITH_VALUE: [&str; 6] = ["-r", "--require", "--import", "--loader", "-X", "-W"];

/// The agent that a process is, by the name of its program.
pub fn agent(process: &Process) -> Option<&'static str> {
    let words = process.words.first().into_iter().chain(script(process));
    let paths: Vec<&str> = words.chain(&process.program).map(String::as_str).collect();
    let names: Vec<&str> =
        paths.iter().map(|path| name(path)).chain([process.name.as_str()]).collect();
    let is_one = |(agent, folders): &&(&str, &[&str])| {
        names.iter().any(|name| name.eq_ignore_ascii_case(agent))
            || folders.iter().any(|folder| paths.iter().any(|path| path.contains(folder)))
    };
    AGENTS.iter().find(is_one).map(|(agent, _)| *agent)
}

/// The script or module that an interpreter runs.
fn script(process: &Process) -> Option<&String> {
    let (program, operands) = process.words.split_first()?;
    let interpreters = [Some(program), process.program.as_ref()];
    let is_interpreter = interpreters.into_iter().flatten().any(|path| {
        let name = name(path).trim_end_matches(|it: char| it.is_ascii_digit() || it == '.');
        INTERPRETERS.contains(&name.trim_start_matches('-'))
    });
    let mut operands = operands.iter().filter(|_| is_interpreter);
    while let Some(operand) = operands.next() {
        match operand.as_str() {
            "-m" => return operands.next(),
            // What follows is a program itself, and no name.
            "-c" | "-e" | "--eval" | "-p" => return None,
            "run" => {}
            option if WITH_VALUE.contains(&option) => _ = operands.next(),
            option if option.starts_with('-') => {}
            _ => return Some(operand),
        }
    }
    None
}

/// The last part of a path, without what scripts' names end in.
fn name(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let endings = [".js", ".mjs", ".cjs", ".ts", ".py", ".sh", ".exe"];
    endings.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}
