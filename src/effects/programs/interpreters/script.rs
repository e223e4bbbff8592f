//! Owns where an interpreter takes its program from: standard input, a file, or its arguments; it does not read that.
//!
//! Sources: POSIX XCU "sh", python(1), perlrun(1), ruby(1), node(1), php(1), lua(1), the manuals of Deno and Bun, R(1),
//! tclsh(1), about_Pwsh and about_Invoke-Expression. What a program such as psql or jq reads is data, not a program.

use crate::effects::programs::name_of;
use crate::effects::{Run, Value};

/// Where the program that an interpreter runs is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script<'a> {
    /// It comes on standard input.
    Input,
    /// It is in this file.
    File(&'a Value),
    /// It is this text.
    Text(&'a Value),
    /// It is in an argument in another form than it is run.
    Encoded,
}

/// An interpreter, and the options that say where its program is.
struct Interpreter {
    names: &'static [&'static str],
    /// Options whose value is the program.
    text: &'static [&'static str],
    /// Options whose value is the program's file.
    file: &'static [&'static str],
    /// Options with another value in the next word.
    values: &'static [&'static str],
    /// Letters that take the rest of their word.
    joined: &'static str,
    /// Options after which it runs nothing that is given, such as `-m MODULE` or a check of syntax.
    elsewhere: &'static [&'static str],
    /// Operands before the program; other first operands are other commands.
    command: &'static [&'static str],
}

const NONE: Interpreter = Interpreter {
    names: &[],
    text: &[],
    file: &[],
    values: &[],
    joined: "",
    elsewhere: &["--help", "--version"],
    command: &[],
};

const INTERPRETERS: &[Interpreter] = &[
    Interpreter {
        names: &["python", "python2", "python3", "pypy", "pypy3", "ipython"],
        text: &["-c"],
        values: &["-W", "-X", "--check-hash-based-pycs"],
        elsewhere: &["-m", "-h", "-V", "--help", "--version"],
        ..NONE
    },
    Interpreter {
        names: &["perl"],
        text: &["-e", "-E"],
        joined: "MmIiFDl0CxV",
        elsewhere: &["-c", "-v", "-h", "--help", "--version"],
        ..NONE
    },
    Interpreter {
        names: &["ruby"],
        text: &["-e"],
        values: &["-r", "-I", "-C", "-E"],
        joined: "iFKTxW0",
        elsewhere: &["-c", "-v", "-h", "--help", "--version"],
        ..NONE
    },
    Interpreter {
        names: &["node", "nodejs", "tsx", "ts-node"],
        text: &["-e", "-p", "--eval", "--print"],
        values: &["-r", "-C", "--require", "--import", "--loader", "--conditions"],
        elsewhere: &["-c", "-v", "-h", "--check", "--test", "--run", "--help", "--version"],
        ..NONE
    },
    Interpreter {
        names: &["php"],
        text: &["-r", "-B", "-R", "-E"],
        file: &["-f", "-F", "--file"],
        values: &["-c", "-d", "-z", "-S", "-t"],
        elsewhere: &["-l", "-i", "-m", "-v", "-h", "--help", "--version"],
        ..NONE
    },
    Interpreter {
        names: &["lua", "luajit"],
        text: &["-e"],
        values: &["-l"],
        elsewhere: &["-v"],
        ..NONE
    },
    Interpreter { names: &["Rscript", "R"], text: &["-e"], file: &["-f", "--file"], ..NONE },
    Interpreter {
        names: &["tclsh", "expect", "guile", "swift", "julia"],
        text: &["-c", "-e"],
        ..NONE
    },
    Interpreter { names: &["osascript"], text: &["-e"], values: &["-l", "-s"], ..NONE },
    Interpreter { names: &["deno", "bun"], command: &["run"], ..NONE },
    Interpreter { names: &["source", "."], ..NONE },
];

const SHELLS: &[&str] = &[
    "bash", "sh", "zsh", "dash", "ksh", "mksh", "ash", "rbash", "fish", "csh", "tcsh", "yash", "nu",
];

/// Where the program is that a program that runs would interpret; `None` if it interprets none.
pub fn script(run: &Run) -> Option<Script<'_>> {
    let name = name_of(&run.program);
    let words = run.words.as_slice();
    let lower = name.to_ascii_lowercase();
    match lower.trim_end_matches(".exe") {
        "eval" => words.first().map(Script::Text),
        "[scriptblock]::create" => words.first().map(Script::Text),
        "iex" | "invoke-expression" => Some(words.first().map_or(Script::Input, Script::Text)),
        "pwsh" | "powershell" => power_shell(words),
        name if SHELLS.contains(&name) => shell(words),
        _ => {
            // `python3.12` is python3.
            let plain = name.trim_end_matches(|it: char| it.is_ascii_digit() || it == '.');
            let known = INTERPRETERS
                .iter()
                .find(|known| known.names.contains(&name) || known.names.contains(&plain));
            known.and_then(|known| known.script(words))
        }
    }
}

/// A shell's program is its first operand after `-c`, its input with `-s` or without operands, and else a file.
fn shell(words: &[Value]) -> Option<Script<'_>> {
    let (mut has_text, mut reads_input) = (false, false);
    let mut rest = words.iter();
    let mut operand = None;
    while let Some(word) = rest.next() {
        match word.known_start() {
            "-" | "--" if word.literal().is_some() => {
                operand = rest.next();
                break;
            }
            "--rcfile" | "--init-file" | "-o" | "-O" | "+o" | "+O" => _ = rest.next(),
            "--version" | "--help" => return None,
            text if text.starts_with("--") => {}
            text if text.len() > 1 && text.starts_with(['-', '+']) => {
                // Commands are read and not run (POSIX XCU "set").
                if text.starts_with('-') && text.contains('n') {
                    return None;
                }
                has_text |= text.contains('c');
                reads_input |= text.contains('s');
            }
            _ => {
                operand = Some(word);
                break;
            }
        }
    }
    match operand {
        Some(operand) if has_text => Some(Script::Text(operand)),
        Some(operand) if !reads_input => Some(Script::File(operand)),
        _ if has_text => None,
        _ => Some(Script::Input),
    }
}

/// `pwsh -Command TEXT`, `-File FILE`, `-EncodedCommand BASE64`; each name may be shortened.
fn power_shell(words: &[Value]) -> Option<Script<'_>> {
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let option = word.known_start().to_ascii_lowercase();
        let Some(name) = option.strip_prefix(['-', '/']) else { return Some(Script::Text(word)) };
        match name {
            "" => return Some(Script::Input),
            "c" | "command" => {
                let text = rest.next()?;
                return Some(if text.literal() == Some("-") {
                    Script::Input
                } else {
                    Script::Text(text)
                });
            }
            "f" | "file" => return rest.next().map(Script::File),
            _ if name == "e"
                || name == "ec"
                || (name.len() > 1 && "encodedcommand".starts_with(name)) =>
            {
                return Some(Script::Encoded);
            }
            "ep" | "ex" | "executionpolicy" | "w" | "windowstyle" | "version" | "inputformat"
            | "outputformat" | "wd" | "workingdirectory" => _ = rest.next(),
            _ => {}
        }
    }
    Some(Script::Input)
}

impl Interpreter {
    fn script<'a>(&self, words: &'a [Value]) -> Option<Script<'a>> {
        let mut rest = words.iter();
        if let [first] = self.command {
            let command = rest.next()?;
            if command.literal() != Some(first) {
                return None;
            }
        }
        while let Some(word) = rest.next() {
            let text = word.known_start();
            match text {
                "-" if word.literal().is_some() => return Some(Script::Input),
                "--" if word.literal().is_some() => {
                    return Some(rest.next().map_or(Script::Input, Script::File));
                }
                _ if !text.starts_with('-') => return Some(Script::File(word)),
                _ => {}
            }
            let name = text.split('=').next().unwrap_or(text);
            let found = match name.starts_with("--") {
                true => self.option(name, text.len() > name.len(), word, &mut rest),
                false => self.letters(text, word, &mut rest),
            };
            match found {
                Found::Script(script) => return Some(script),
                Found::Elsewhere => return None,
                Found::Nothing => {}
            }
        }
        Some(Script::Input)
    }

    /// What an option says, whose value may stand in its own word.
    fn option<'a>(
        &self,
        name: &str,
        has_value: bool,
        word: &'a Value,
        rest: &mut std::slice::Iter<'a, Value>,
    ) -> Found<'a> {
        let mut value = || if has_value { Some(word) } else { rest.next() };
        if self.text.contains(&name) {
            value().map_or(Found::Elsewhere, |text| Found::Script(Script::Text(text)))
        } else if self.file.contains(&name) {
            value().map_or(Found::Elsewhere, |file| Found::Script(Script::File(file)))
        } else if self.elsewhere.contains(&name) {
            Found::Elsewhere
        } else {
            if self.values.contains(&name) {
                value();
            }
            Found::Nothing
        }
    }

    /// What options of one letter each in one word say.
    fn letters<'a>(
        &self,
        text: &str,
        word: &'a Value,
        rest: &mut std::slice::Iter<'a, Value>,
    ) -> Found<'a> {
        for (at, letter) in text.char_indices().skip(1) {
            let name = format!("-{letter}");
            let is_last = at + letter.len_utf8() == text.len() && word.literal().is_some();
            let takes = [self.text, self.file, self.values, self.elsewhere]
                .iter()
                .any(|list| list.contains(&name.as_str()));
            if takes {
                return self.option(&name, !is_last, word, rest);
            }
            if self.joined.contains(letter) {
                break;
            }
        }
        Found::Nothing
    }
}

/// What an option says of the program.
enum Found<'a> {
    /// Where it is.
    Script(Script<'a>),
    /// None that is given is run.
    Elsewhere,
    /// Nothing.
    Nothing,
}
