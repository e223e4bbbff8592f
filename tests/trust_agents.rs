//! Which processes are known as coding agents.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test may fail loudly

use hookshim::trust::{Process, agent, ancestors};

/// The name that the system shows | the program | the command line | the agent.
///
/// Node.js calls its main thread `MainThread` (github.com/herdrdev/herdr/issues/1974 shows Codex so), and a program that is
/// started by another name is still known by its folder.
const TABLE: &str = "
claude | /home/u/.local/share/claude/versions/2.1.332 | claude | claude
2.1.332 | /home/u/.local/share/claude/versions/2.1.332 | /home/u/.local/share/claude/versions/2.1.332 --resume x | claude
MainThread | /usr/bin/node | node /usr/local/bin/claude | claude
node | /usr/bin/node | node --max-old-space-size=8192 /opt/lib/node_modules/@anthropic-ai/claude-code/cli.js | claude
MainThread | /usr/bin/node | node /home/u/.nvm/versions/node/v24.15.0/bin/codex | codex
codex | - | /opt/lib/node_modules/@openai/codex/vendor/bin/codex -m x | codex
node | /usr/bin/node | /usr/bin/node --import tsx /opt/lib/node_modules/@google/gemini-cli/dist/index.js | gemini
MainThread | /usr/bin/node | /usr/bin/node /usr/bin/qwen --yolo | qwen
Maka | /Applications/Maka.app/Contents/MacOS/Maka | /Applications/Maka.app/Contents/MacOS/Maka | maka
MainThread | /home/u/.local/share/cursor-agent/versions/1/node | /home/u/.local/bin/agent /home/u/.local/share/cursor-agent/versions/1/index.js | cursor-agent
opencode | /usr/bin/opencode | opencode | opencode
aider | /usr/bin/python3.12 | /usr/bin/python3.12 /home/u/.local/bin/aider --yes | aider
python3 | /usr/bin/python3.12 | python3 -m aider | aider
goose | /usr/bin/goose | goose session | goose
amp | /usr/bin/bun | bun run /opt/amp.js | amp
copilot | - | copilot | copilot
crush | /usr/bin/crush | crush | crush
sh | /bin/dash | /bin/sh /home/u/bin/claude | claude
claude | /bin/dash | - | claude

bash | /usr/bin/bash | -bash | -
bash | /usr/bin/bash | bash --rcfile /home/claude/.bashrc | -
zsh | /usr/bin/zsh | -zsh | -
bash | /usr/bin/bash | bash -c codex-notes.sh | -
sshd | - | - | -
systemd | /usr/lib/systemd/systemd | /sbin/init | -
tmux: server | /usr/bin/tmux | tmux new -s claude | -
vim | /usr/bin/vim | vim claude.md | -
node | /usr/bin/node | node /home/codex/server/index.js claude | -
node | /usr/bin/node | node server.js --agent gemini | -
python3 | /usr/bin/python3.12 | python3 -m http.server | -
claudette | /usr/bin/claudette | claudette | -
code | /usr/share/code/code | /usr/share/code/code --type=utility | -
";

#[test]
fn agents_are_known_by_their_programs() {
    let or_none = |cell: &str| Some(cell.to_owned()).filter(|cell| cell != "-");
    let rows = TABLE.lines().filter(|line| !line.is_empty());
    let wrong: Vec<String> = rows
        .filter_map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let [name, program, words, expected] = cells.as_slice() else { panic!("{row}") };
            let words = or_none(words).unwrap_or_default();
            let process = Process {
                name: (*name).to_owned(),
                program: or_none(program),
                words: words.split_whitespace().map(str::to_owned).collect(),
                ..Process::default()
            };
            let found = agent(&process).unwrap_or("-");
            (found != *expected).then(|| format!("{row}: {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn the_processes_above_are_found_up_to_the_first() {
    let above = ancestors();
    assert_eq!(above[0].id, nix::unistd::getppid().as_raw());
    assert!(!above[0].name.is_empty() || !above[0].words.is_empty(), "{above:?}");
    let linked = above.windows(2).all(|pair| pair[0].parent == pair[1].id);
    assert!(linked, "{above:?}");
    // The first of all has no parent; beyond a process that may not be seen nothing is known.
    assert!(above.last().unwrap().id == 1 || above.len() > 1, "{above:?}");
}
