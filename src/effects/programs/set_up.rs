//! Owns the programs that print set-up for a shell, so that `eval "$(…)"` of them is no mystery; it does not run them.
//!
//! Sources: each program's own manual, where it says to put that line into a shell's start-up file.

/// Program and first argument.
const PRINTERS: &[(&str, &[&str])] = &[
    ("ssh-agent", &["", "-s", "-c"]),
    ("gpg-agent", &["", "--daemon"]),
    ("brew", &["shellenv"]),
    ("direnv", &["hook", "export"]),
    ("pyenv", &["init", "virtualenv-init"]),
    ("rbenv", &["init"]),
    ("nodenv", &["init"]),
    ("goenv", &["init"]),
    ("fnm", &["env"]),
    ("mise", &["activate", "env", "hook-env"]),
    ("asdf", &["exec-env"]),
    ("opam", &["env"]),
    ("conda", &["shell.bash", "shell.zsh"]),
    ("starship", &["init"]),
    ("zoxide", &["init"]),
    ("fzf", &["--bash", "--zsh"]),
    ("dircolors", &["", "-b"]),
    ("kubectl", &["completion"]),
    ("helm", &["completion"]),
    ("gh", &["completion"]),
    ("docker", &["completion"]),
    ("npm", &["completion"]),
    ("rustup", &["completions"]),
    ("terraform", &["-install-autocomplete"]),
    ("minikube", &["docker-env", "completion"]),
    ("luarocks", &["path"]),
    ("thefuck", &["--alias"]),
];

/// Whether a program with this first argument prints set-up for a shell.
pub fn prints_set_up(program: &str, first: &str) -> bool {
    let name = program.rsplit('/').next().unwrap_or(program);
    PRINTERS.iter().any(|(printer, firsts)| *printer == name && firsts.contains(&first))
}
