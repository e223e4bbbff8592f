//! Owns which environment variables name a program that another program starts: editors, pagers, browsers, transports; it
//! does not know git's, nor what a shell reads when it starts.
//!
//! Sources: man(1), less(1) ("INPUT PREPROCESSOR"), psql(1), mysql(1), systemctl(1), crontab(1), visudo(8), sudo(8),
//! `kubectl edit --help`, `gh help environment`, xdg-open(1), the Subversion and Mercurial manuals, cvs(1), rsync(1), ssh(1),
//! fzf(1), bat(1), the AWS CLI's and Cargo's references ("Environment Variables"), `npm help config`.

use super::entry::{Use, run, shell};
use super::{Started, fits, name_of};
use crate::effects::Value;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

/// A program's variables.
struct Reads {
    programs: &'static [&'static str],
    variables: &'static [&'static str],
    /// Words of which one must be given; none if the variable always counts.
    only: &'static [&'static str],
    does: Use,
}

const fn reads(
    programs: &'static [&'static str],
    variables: &'static [&'static str],
    only: &'static [&'static str],
) -> Reads {
    Reads { programs, variables, only, does: Use::Shell }
}

const EDITORS: &[&str] = &["EDITOR", "VISUAL"];

const READS: &[Reads] = &[
    reads(&["man", "apropos"], &["MANPAGER", "PAGER"], &[]),
    reads(&["psql"], &["PSQL_PAGER", "PAGER", "PSQL_EDITOR", "EDITOR", "VISUAL"], &[]),
    reads(&["mysql", "mariadb"], &["PAGER"], &[]),
    reads(
        &["journalctl", "systemctl", "loginctl", "coredumpctl"],
        &["SYSTEMD_PAGER", "PAGER"],
        &[],
    ),
    reads(&["systemctl"], &["SYSTEMD_EDITOR", "EDITOR", "VISUAL"], &["edit"]),
    reads(&["crontab"], EDITORS, &["-e"]),
    reads(&["visudo", "vipw", "vigr", "edquota"], EDITORS, &[]),
    reads(&["sudoedit"], &["SUDO_EDITOR", "EDITOR", "VISUAL"], &[]),
    reads(&["sudo"], &["SUDO_EDITOR", "EDITOR", "VISUAL"], &["-e", "--edit"]),
    reads(&["sudo", "sudoedit"], &["SUDO_ASKPASS"], &["-A", "--askpass"]),
    reads(&["kubectl", "oc"], &["KUBE_EDITOR", "EDITOR", "VISUAL"], &["edit"]),
    reads(&["gh"], &["GH_EDITOR", "EDITOR", "VISUAL"], &["create", "edit", "comment", "review"]),
    reads(&["gh"], &["GH_PAGER", "PAGER"], &["view", "list", "diff", "status", "api", "search"]),
    reads(&["gh"], &["GH_BROWSER", "BROWSER"], &["--web", "-w", "browse"]),
    reads(&["xdg-open", "sensible-browser", "www-browser", "x-www-browser"], &["BROWSER"], &[]),
    reads(&["python", "python3"], &["BROWSER"], &["webbrowser", "antigravity"]),
    reads(&["edit", "sensible-editor", "select-editor", "less"], EDITORS, &[]),
    reads(&["sensible-pager"], &["PAGER"], &[]),
    reads(&["less", "zless", "lesspipe"], &["LESSOPEN", "LESSCLOSE"], &[]),
    reads(&["svn"], &["SVN_EDITOR", "EDITOR", "VISUAL"], &["commit", "ci", "propedit", "mkdir"]),
    reads(&["svn"], &["SVN_SSH"], &[]),
    reads(&["hg"], &["HGEDITOR", "EDITOR", "VISUAL"], &["commit", "ci", "histedit", "tag"]),
    reads(&["hg"], &["PAGER"], &["log", "diff", "annotate"]),
    reads(&["hg"], &["HGMERGE"], &["merge", "rebase", "update", "pull"]),
    reads(&["cvs"], &["CVS_RSH"], &[]),
    reads(&["cvs"], &["CVSEDITOR", "EDITOR", "VISUAL"], &["commit", "ci", "import"]),
    reads(&["rsync"], &["RSYNC_RSH", "RSYNC_CONNECT_PROG"], &[]),
    reads(&["ssh", "scp", "sftp", "ssh-add"], &["SSH_ASKPASS"], &[]),
    reads(&["fzf", "sk"], &["FZF_DEFAULT_COMMAND", "SKIM_DEFAULT_COMMAND"], &[]),
    reads(&["bat", "batcat"], &["BAT_PAGER", "PAGER"], &[]),
    reads(&["delta"], &["DELTA_PAGER", "PAGER"], &[]),
    reads(&["aws"], &["AWS_PAGER", "PAGER"], &[]),
    reads(&["npm", "pnpm"], &["npm_config_script_shell", "NPM_CONFIG_SCRIPT_SHELL"], &[]),
    Reads {
        does: Use::Runs,
        ..reads(
            &["cargo"],
            &[
                "RUSTC",
                "RUSTC_WRAPPER",
                "RUSTC_WORKSPACE_WRAPPER",
                "RUSTDOC",
                "CARGO_BUILD_RUSTC",
                "CARGO_BUILD_RUSTC_WRAPPER",
                "CARGO_TARGET_*_RUNNER",
                "CARGO_TARGET_*_LINKER",
            ],
            &[],
        )
    },
];

/// Follows what a program starts because its environment says so.
pub fn follow(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if started.run.environment.is_empty() || started.run.harmless {
        return;
    }
    let name = name_of(&started.run.program);
    for reads in READS.iter().filter(|reads| reads.programs.contains(&name)) {
        let is_given = |word: &Value| word.literal().is_some_and(|word| reads.only.contains(&word));
        if !reads.only.is_empty() && !started.run.words.iter().any(is_given) {
            continue;
        }
        for (variable, value) in &started.run.environment {
            if reads.variables.iter().any(|pattern| fits(pattern, variable)) {
                start(walk, started, reads.does, value, scope);
            }
        }
    }
}

fn start(walk: &mut Walk, started: &Started, does: Use, value: &Value, scope: &mut Scope) {
    // Of a value that the line takes over from elsewhere nothing is known, and it is the person's own.
    if value.is_all_hole() {
        return;
    }
    // `LESSOPEN='|| lesspipe %s'`
    let known = value.known_start();
    let marks = known.len() - known.trim_start_matches(['|', '-', ' ']).len();
    let text = value.after(marks).unwrap_or_default();
    match does {
        Use::Runs => {
            let words = walk.words_of(&text.shell_text(), scope);
            run(walk, started, words, scope);
        }
        _ => shell(walk, started, &text, scope),
    }
}
