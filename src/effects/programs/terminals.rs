//! Owns terminals and programs that hold or record one, which start the command named by their arguments; it does not know
//! the command.
//!
//! Sources: xterm(1), gnome-terminal(1), konsole(1), alacritty(1), kitty(1), foot(1), dtach(1), abduco(1), ttyd(1), gotty,
//! websocketd(1), asciinema(1).

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, run, shell};
use crate::effects::Value;
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

const RUNS: Entry =
    Entry { style: Style::runner("", &[]), operands: Operands::Command(0), ..WORDS };

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry { names: &["dtach"], operands: Operands::Own(dtach), ..WORDS },
    Entry {
        names: &["abduco"],
        style: Style::runner("e", &[]),
        operands: Operands::Command(1),
        ..RUNS
    },
    Entry {
        names: &["ttyd", "gotty", "websocketd"],
        style: Style::runner(
            "picuTtwPmbsgIHKCLUAaO",
            &["port", "address", "interface", "credential", "path", "dir", "devconsole"],
        ),
        ..RUNS
    },
    Entry {
        names: &["foot", "kitty"],
        style: Style::runner("acotTdDwsL", &["app-id", "title", "config", "directory", "override"]),
        ..RUNS
    },
    Entry {
        names: &[
            "xterm",
            "uxterm",
            "urxvt",
            "rxvt",
            "konsole",
            "alacritty",
            "gnome-terminal",
            "xfce4-terminal",
            "terminator",
            "x-terminal-emulator",
            "lxterminal",
            "mate-terminal",
            "tilix",
        ],
        whole_words: Some(&["-T", "-title", "-geometry", "-fa", "-fs"]),
        operands: Operands::Own(terminal),
        ..WORDS
    },
    Entry {
        names: &["asciinema"],
        style: Style::new("ctie", &["command", "title", "idle-time-limit", "env"]),
        options: &[(&["-c", "--command"], Use::Shell)],
        ..WORDS
    },
];

/// `dtach -n SOCKET [options] COMMAND`; with `-a` it only attaches.
fn dtach(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let [mode, _, words @ ..] = started.run.words.as_slice() else { return };
    if matches!(mode.literal(), Some("-n" | "-A" | "-c" | "-N")) {
        let is_option = |word: &&Value| word.known_start().starts_with('-');
        run(walk, started, words.iter().skip_while(is_option).cloned().collect(), scope);
    }
}

/// `xterm -e COMMAND`, `gnome-terminal -- COMMAND`; a single word is a text for a shell.
fn terminal(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut words = started.run.words.iter();
    let runs = |word: &Value| {
        matches!(word.literal(), Some("-e" | "-x" | "--" | "--command" | "--execute"))
    };
    if !words.any(runs) {
        return;
    }
    match words.as_slice() {
        [text] => shell(walk, started, text, scope),
        words => run(walk, started, words.to_vec(), scope),
    }
}
