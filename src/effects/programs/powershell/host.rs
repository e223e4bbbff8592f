//! Owns how PowerShell itself is started: a command, a script, an encoded text; it does not read them.
//!
//! Sources: "about_Pwsh" and "about_PowerShell_exe". Names of parameters may be shortened, and begin with `-`, `--` or `/`.

use super::super::{Described, Started, name_of};
use super::encoded::decoded;
use super::runs::{follow_text, read_script};
use crate::effects::options;
use crate::effects::scope::{Input, Scope};
use crate::effects::walk::Walk;
use crate::effects::{Piece, Value, windows};
use crate::shell::Dialect;

/// Parameters with a value, of which nothing follows here.
const VALUES: &[&str] = &[
    "executionpolicy",
    "ep",
    "ex",
    "configurationfile",
    "configurationname",
    "custompipename",
    "inputformat",
    "if",
    "outputformat",
    "o",
    "of",
    "settingsfile",
    "version",
    "v",
    "windowstyle",
    "w",
    "psconsolefile",
];

/// `powershell` and `pwsh`; `None` for another program.
pub fn describe(name: &str, words: &[Value]) -> Option<Described> {
    let name = name.to_ascii_lowercase();
    if !["pwsh", "powershell", "pwsh-preview"].contains(&name.as_str()) {
        return None;
    }
    let follow: super::super::Follow = follow;
    Some(Described {
        arguments: options::guess(words),
        follow: Some(follow),
        ..Described::default()
    })
}

/// What PowerShell is to run.
enum Program {
    Text(Value),
    Script(Value),
    Encoded(Value),
    Input,
    Nothing,
}

fn follow(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut own = scope.started(started.id);
    let name = name_of(&started.run.program).to_ascii_lowercase();
    match program(&name, &started.run.words, &mut own) {
        Program::Text(text) => follow_text(walk, &text, &mut own),
        Program::Script(script) => read_script(walk, started, &windows::slashed(&script), &own),
        Program::Encoded(text) => match text.literal().and_then(decoded) {
            Some(text) => follow_text(walk, &Value::from(text), &mut own),
            None => walk.opaque("an encoded command cannot be read", &own),
        },
        Program::Input => match scope.input() {
            Input::Text(text) => {
                own.feed(0, Input::Inherited);
                follow_text(walk, &text, &mut own);
            }
            Input::File(file) => {
                own.dialect = Dialect::PowerShell;
                walk.run_opened_script(&file, &mut own);
            }
            Input::Unknown => walk.opaque("what the shell reads is not known", &own),
            Input::Inherited => {}
        },
        Program::Nothing => {}
    }
}

/// Reads the words of PowerShell; a directory to start in is gone to.
fn program(name: &str, words: &[Value], scope: &mut Scope) -> Program {
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let start = word.known_start().to_ascii_lowercase();
        let Some(option) = start.strip_prefix("--").or_else(|| start.strip_prefix(['-', '/']))
        else {
            // pwsh takes a bare word for a script, Windows PowerShell for a command.
            let is_script = start.ends_with(".ps1") && name != "powershell";
            let text = joined(std::iter::once(word).chain(rest));
            return if is_script { Program::Script(word.clone()) } else { Program::Text(text) };
        };
        let is = |full: &str, least: usize| option.len() >= least && full.starts_with(option);
        match option {
            "" => return Program::Input,
            "cwa" => return Program::Text(rest.next().cloned().unwrap_or_default()),
            _ if is("command", 1) || is("commandwithargs", 8) => {
                let text = joined(rest);
                return if text.literal() == Some("-") {
                    Program::Input
                } else {
                    Program::Text(text)
                };
            }
            _ if is("file", 1) => {
                return match rest.next() {
                    Some(script) if script.literal() == Some("-") => Program::Input,
                    Some(script) => Program::Script(script.clone()),
                    None => Program::Nothing,
                };
            }
            "ec" => return rest.next().cloned().map_or(Program::Nothing, Program::Encoded),
            _ if is("encodedcommand", 1) => {
                return rest.next().cloned().map_or(Program::Nothing, Program::Encoded);
            }
            _ if option == "wd" || is("workingdirectory", 2) => {
                if let Some(directory) = rest.next() {
                    scope.directories = scope.meant(&windows::slashed(directory));
                }
            }
            _ if is("help", 1) || option == "?" => return Program::Nothing,
            _ if VALUES
                .iter()
                .any(|it| *it == option || (option.len() > 2 && it.starts_with(option))) =>
            {
                rest.next();
            }
            _ => {}
        }
    }
    Program::Input
}

/// Words as the text that PowerShell makes of them. A block that it was given has been followed already.
fn joined<'v>(words: impl Iterator<Item = &'v Value>) -> Value {
    let mut text = Value::default();
    for (index, word) in words.enumerate() {
        if index > 0 {
            text.push(Piece::Text(" ".to_owned()));
        }
        let is_block =
            |piece: &Piece| matches!(piece, Piece::Hole(hole) if hole.spelling() == "{…}");
        match word.pieces() {
            [piece] if is_block(piece) => {}
            _ => text.append(word),
        }
    }
    text
}
