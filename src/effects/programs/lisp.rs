//! Owns Lisp on the command line (Emacs, Guile, Racket, Common Lisp, Clojure), as far as it runs programs or touches files;
//! it does not evaluate it.
//!
//! Sources: the GNU Emacs and Emacs Lisp manuals ("Initial Options", "Synchronous Processes", "Changing Files"), guile(1),
//! racket(1), sbcl(1), the Babashka book.

use super::Started;
use super::entry::{Entry, Operands, WORDS, run, shell};
use super::files::Files;
use super::marked::Marked;
use super::script_file;
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["emacs", "emacsclient"],
        whole_words: Some(&[
            "-eval",
            "-execute",
            "-e",
            "-load",
            "-l",
            "-f",
            "-funcall",
            "-script",
            "-x",
            "-directory",
            "-L",
            "-user",
            "-u",
            "-d",
            "-display",
            "-chdir",
            "-insert",
            "-file",
            "-find-file",
            "-visit",
            "-s",
            "-a",
        ]),
        operands: Operands::Own(emacs),
        ..WORDS
    },
    Entry {
        names: &["guile", "racket", "bb", "chezscheme", "csi", "gosh"],
        style: Style::runner("ceflLsr", &["eval", "load", "expr", "require"]),
        operands: Operands::Own(interpret),
        ..WORDS
    },
    Entry {
        names: &["sbcl", "clisp", "ecl", "ros"],
        style: Style::new("xiEe", &["eval", "load", "script"]),
        operands: Operands::Own(interpret),
        ..WORDS
    },
];

/// What a function does with the texts among its arguments.
#[derive(Clone, Copy)]
enum Does {
    /// The first is a text for a shell.
    Shell,
    /// They are a program and its arguments, after so many others.
    Run(usize),
    /// The first is a file.
    Touch(Access, bool),
}

const FUNCTIONS: &[(&[&str], Does)] = &[
    (
        &[
            "shell-command",
            "async-shell-command",
            "shell-command-to-string",
            "call-process-shell-command",
            "process-file-shell-command",
            "compile",
            "system",
            "system/exit-code",
            "process",
            "sh",
            "run-shell-command",
        ],
        Does::Shell,
    ),
    (
        &[
            "call-process",
            "process-file",
            "process-lines",
            "call-process-region",
            "system*",
            "system*/exit-code",
            "sb-ext:run-program",
            "run-program",
            "uiop:run-program",
            "ext:run-program",
            "shell",
        ],
        Does::Run(0),
    ),
    (&["start-process", "start-file-process", "make-process"], Does::Run(2)),
    (&["start-process-shell-command"], Does::Run(2)),
    (&["delete-file"], Does::Touch(Access::Delete, false)),
    (&["delete-directory"], Does::Touch(Access::Delete, true)),
    (&["insert-file-contents", "find-file", "load", "load-file"], Does::Touch(Access::Read, false)),
    (&["write-region", "write-file", "make-directory"], Does::Touch(Access::Write, false)),
];

/// `emacs --batch --eval CODE FILES`
fn emacs(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let is_client = super::name_of(&started.run.program) == "emacsclient";
    let evaluates = is_client && arguments.has(&["-e", "-eval"]);
    let mut edits = true;
    for option in &arguments.options {
        let Some(value) = &option.value else { continue };
        match option.name.as_str() {
            "-eval" | "-execute" | "-e" => code(walk, started, value, scope),
            "-load" | "-l" | "-script" | "-x" => file_of(walk, started, value, scope),
            _ => {}
        }
        edits &= option.name != "-script";
    }
    if !edits {
        return;
    }
    for word in &arguments.operands {
        if evaluates {
            code(walk, started, word, scope);
        } else if !word.known_start().starts_with('+') {
            let mut files = Files::new(walk, started, scope);
            files.one(Access::Read, word, false);
            files.one(Access::Write, word, false);
        }
    }
}

/// `guile -c CODE`, `racket -e CODE`, `sbcl --eval CODE`, a file, or code on standard input.
fn interpret(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    let mut told = false;
    for option in &arguments.options {
        let Some(value) = &option.value else { continue };
        match option.name.as_str() {
            "-c" | "-e" | "-x" | "-E" | "--eval" | "--expr" => code(walk, started, value, scope),
            "-f" | "-l" | "-s" | "-i" | "--load" | "--script" => {
                file_of(walk, started, value, scope);
            }
            _ => continue,
        }
        told = true;
    }
    if told {
        return;
    }
    script_file::named_or_input(walk, started, scope, |walk, text, scope| {
        code(walk, started, text, scope);
    });
}

fn file_of(walk: &mut Walk, started: &Started, file: &Value, scope: &mut Scope) {
    script_file::in_file(walk, started, file, scope, |walk, text, scope| {
        code(walk, started, text, scope);
    });
}

/// A call that is open while its arguments are read.
struct Call {
    name: String,
    texts: Vec<Value>,
    /// Whether it is a list that is only quoted, whose texts belong to the call around.
    is_data: bool,
}

impl Call {
    /// Whether it looks like a call and is none: `'(delete-file "x")`.
    fn is_quoted(&self) -> bool {
        self.is_data && !self.name.is_empty() && self.name != "list"
    }
}

/// Follows the calls of known functions with the texts among their arguments.
fn code(walk: &mut Walk, started: &Started, code: &Value, scope: &mut Scope) {
    let marked = Marked::new(code);
    let mut open: Vec<Call> = Vec::new();
    // In a list that is only quoted nothing is called.
    let mut data = 0;
    let mut letters = marked.text.chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        match letter {
            ';' => while letters.next_if(|one| *one != '\n').is_some() {},
            '"' => {
                let text = marked.value(&text(&mut letters));
                if let Some(call) = open.last_mut() {
                    call.texts.push(text);
                }
            }
            '(' | '[' => {
                let mut name = String::new();
                while let Some(one) = letters.next_if(|one| !" \t\n()[]\"'`".contains(*one)) {
                    name.push(one);
                }
                let is_list = name == "list" || name.is_empty();
                let call = Call { name, texts: Vec::new(), is_data: is_list || before == '\'' };
                data += usize::from(call.is_quoted());
                open.push(call);
            }
            ')' | ']' => {
                let Some(call) = open.pop() else { continue };
                if call.is_data {
                    data -= usize::from(call.is_quoted());
                    if let Some(around) = open.last_mut() {
                        around.texts.extend(call.texts);
                    }
                } else if data == 0 {
                    follow(walk, started, call, scope);
                }
            }
            _ => {}
        }
        before = letter;
    }
}

/// A string whose opening quote is read.
fn text(letters: &mut impl Iterator<Item = char>) -> String {
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => text.extend(letters.next().map(|one| if one == 'n' { '\n' } else { one })),
            letter => text.push(letter),
        }
    }
    text
}

fn follow(walk: &mut Walk, started: &Started, call: Call, scope: &mut Scope) {
    let known = FUNCTIONS.iter().find(|(names, _)| names.contains(&call.name.as_str()));
    let Some((_, does)) = known else { return };
    match (does, call.texts.as_slice()) {
        (_, []) => {}
        (Does::Shell, [text, ..]) => shell(walk, started, text, scope),
        // `(shell "git push")` of Babashka splits a single text.
        (Does::Run(0), [text]) => shell(walk, started, text, scope),
        (Does::Run(before), texts) => {
            run(walk, started, texts.iter().skip(*before).cloned().collect(), scope);
        }
        (Does::Touch(access, tree), [file, ..]) => {
            Files::new(walk, started, scope).one(*access, file, *tree);
        }
    }
}
