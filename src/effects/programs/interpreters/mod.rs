//! Owns interpreters of scripting languages: their options, the files they change in place, and code on the command line
//! or standard input; it does not read that code.
//!
//! Sources: python(1) ("Interface options"), `node --help`, ruby(1), perlrun(1), php(1).

mod calls;
mod code;
mod deeds;
mod expressions;
mod functions;
mod script;

pub use script::{Script, script};

use super::entry::{run, shell};
use super::files::Files;
use super::{Described, Started, name_of};
use crate::effects::options::{self, Style};
use crate::effects::scope::{Input, Scope};
use crate::effects::scripts::Script as ScriptText;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};
use code::{Language, Token};
use deeds::Deed;
use std::collections::HashMap;

/// An interpreter.
struct Interpreter {
    names: &'static [&'static str],
    language: Language,
    style: Style,
    /// Options whose value is code.
    code: &'static [&'static str],
    /// Options with which no script and no standard input is read as code.
    no_script: &'static [&'static str],
}

const INTERPRETERS: &[Interpreter] = &[
    Interpreter {
        names: &["python", "pypy", "ipython"],
        language: Language::Python,
        style: Style::runner("cmWXQ", &["check-hash-based-pycs"]),
        code: &["-c"],
        no_script: &["-m", "-V", "--version", "-h", "--help"],
    },
    Interpreter {
        names: &["node", "nodejs", "bun"],
        language: Language::JavaScript,
        style: Style::runner(
            "eprC",
            &[
                "eval",
                "print",
                "require",
                "import",
                "loader",
                "input-type",
                "conditions",
                "env-file",
                "env-file-if-exists",
            ],
        ),
        code: &["-e", "--eval", "-p", "--print"],
        no_script: &["-v", "--version", "-h", "--help", "--test"],
    },
    Interpreter {
        names: &["ruby"],
        language: Language::Ruby,
        style: Style::runner("eIrCEF?i?K?T?W?x?0?", &["encoding"]),
        code: &["-e"],
        no_script: &["-v", "--version", "-h", "--help"],
    },
    Interpreter {
        names: &["perl"],
        language: Language::Perl,
        style: Style::runner("eEIF?i?M?m?x?D?V?", &[]),
        code: &["-e", "-E"],
        no_script: &["-v", "-V", "--version", "-h", "--help"],
    },
    Interpreter {
        names: &["php"],
        language: Language::Php,
        style: Style::runner("rfdcBREStz", &["run", "file", "define", "process-code"]),
        code: &["-r", "--run", "-B", "-R", "-E"],
        no_script: &["-v", "-i", "-m", "--version", "-S"],
    },
    Interpreter {
        names: &["lua", "luajit"],
        language: Language::Lua,
        style: Style::runner("el", &[]),
        code: &["-e"],
        no_script: &["-v"],
    },
    Interpreter {
        names: &["deno"],
        language: Language::JavaScript,
        style: Style::new("", &["config", "ext", "import-map"]),
        code: &[],
        no_script: &[],
    },
];

fn interpreter(name: &str) -> Option<&'static Interpreter> {
    // `python3.12`
    let plain = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    INTERPRETERS.iter().find(|one| one.names.contains(&plain))
}

/// The grammar of an interpreter; `None` for another program. `bun` has commands of its own.
pub fn describe(name: &str, words: &[Value]) -> Option<Described> {
    let interpreter = interpreter(name)?;
    let arguments = options::parse(&interpreter.style, words).arguments;
    if name == "bun" && !arguments.has(interpreter.code) {
        return None;
    }
    if name == "deno" && arguments.operands.first().and_then(Value::literal) != Some("eval") {
        return None;
    }
    let follow: super::Follow = follow;
    Some(Described { arguments, follow: Some(follow), ..Described::default() })
}

fn follow(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let name = name_of(&started.run.program);
    let Some(interpreter) = interpreter(name) else { return };
    let arguments = &started.run.arguments;
    variables(walk, started, scope);
    let mut code = Value::default();
    for option in &arguments.options {
        if interpreter.code.contains(&option.name.as_str()) {
            // `node -pe CODE`
            let value = option.value.as_ref().filter(|value| value.literal() != Some("e"));
            code.append(value.or(arguments.operands.first()).unwrap_or(&Value::default()));
            code.append(&Value::from("\n"));
        }
    }
    if name == "deno" {
        // `deno eval CODE`
        let code = arguments.operands.get(1).cloned().unwrap_or_default();
        read_code(walk, started, interpreter.language, &code, scope);
        return;
    }
    if arguments.has(interpreter.code) {
        in_place(walk, started, interpreter, scope);
        read_code(walk, started, interpreter.language, &code, scope);
        return;
    }
    if arguments.has(interpreter.no_script) {
        module(walk, started, scope);
        return;
    }
    match arguments.operands.first().filter(|script| script.literal() != Some("-")) {
        Some(script) => {
            Files::new(walk, started, scope).one(Access::Read, script, false);
            manage(walk, started, script, scope);
            if let Some(script) = walk.script(script, scope) {
                read_script(walk, started, interpreter.language, &script, scope);
            }
        }
        None => match scope.input() {
            Input::Text(text) => read_code(walk, started, interpreter.language, &text, scope),
            Input::File(file) => {
                if let Some(script) = walk.opened_script(&file, scope) {
                    read_script(walk, started, interpreter.language, &script, scope);
                }
            }
            Input::Inherited | Input::Unknown => {}
        },
    }
}

/// Reads code in a file.
fn read_script(
    walk: &mut Walk,
    started: &Started,
    language: Language,
    script: &ScriptText,
    scope: &mut Scope,
) {
    walk.within_script(script, scope, |walk, scope| {
        read_code(walk, started, language, &script.text, scope);
    });
}

/// `node --env-file=FILE` reads variables from it.
fn variables(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let names = ["--env-file", "--env-file-if-exists"];
    let options = started.run.arguments.options.iter();
    let lists = options.filter(|option| names.contains(&option.name.as_str()));
    let lists: Vec<Value> = lists.filter_map(|option| option.value.clone()).collect();
    files.all(Access::Read, &lists, false);
}

/// Modules that are programs of the same name.
const MODULES: &[&str] =
    &["pip", "venv", "virtualenv", "dotenv", "black", "isort", "autopep8", "yapf", "ruff"];

/// `python -m MODULE ARGUMENTS`
fn module(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = &started.run.words;
    let at = words.iter().position(|word| word.literal() == Some("-m")).map(|at| at + 1);
    let command = at.and_then(|at| words.get(at..)).unwrap_or_default();
    let name = command.first().and_then(Value::literal);
    if name.is_some_and(|name| MODULES.contains(&name)) {
        run(walk, started, command.to_vec(), scope);
    }
}

/// `manage.py` does what `django-admin` does (Django, "django-admin and manage.py").
fn manage(walk: &mut Walk, started: &Started, script: &Value, scope: &mut Scope) {
    let words = &started.run.words;
    let at =
        words.iter().position(|word| word == script).filter(|_| name_of(script) == "manage.py");
    if let Some(at) = at {
        let after = words.iter().skip(at + 1).cloned();
        run(
            walk,
            started,
            std::iter::once(Value::from("django-admin")).chain(after).collect(),
            scope,
        );
    }
}

/// `perl -n` and `-p` read the files they are given, `-i` changes them; so does Ruby.
fn in_place(walk: &mut Walk, started: &Started, interpreter: &Interpreter, scope: &mut Scope) {
    if !matches!(interpreter.language, Language::Perl | Language::Ruby) {
        return;
    }
    let mut files = Files::new(walk, started, scope);
    if files.has(&["-n", "-p", "-i"]) {
        files.all(Access::Read, files.operands(), false);
    }
    if files.has(&["-i"]) {
        files.all(Access::Write, files.operands(), false);
    }
}

fn read_code(
    walk: &mut Walk,
    started: &Started,
    language: Language,
    code: &Value,
    scope: &mut Scope,
) {
    let tokens = code::tokens(language, code);
    let home = walk.facts().home().map(str::to_owned);
    for deed in calls::deeds(language, &tokens, home.as_deref()) {
        follow_deed(walk, started, deed, scope);
    }
}

fn follow_deed(walk: &mut Walk, started: &Started, deed: Deed, scope: &mut Scope) {
    let (access, path, tree) = match deed {
        Deed::Shell(text) => return shell(walk, started, &text, scope),
        Deed::Run(words) => return run(walk, started, words, scope),
        Deed::Read(path) => (Access::Read, path, false),
        Deed::Write(path) => (Access::Write, path, false),
        Deed::Delete(path) => (Access::Delete, path, false),
        Deed::DeleteTree(path) => (Access::Delete, path, true),
    };
    Files::new(walk, started, scope).one(access, &path, tree);
}

/// `osascript -e 'do shell script "TEXT"'`
pub fn osascript(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    for option in started.run.arguments.options.iter().filter(|option| option.name == "-e") {
        let Some(code) = &option.value else { continue };
        let tokens = code::tokens(Language::JavaScript, code);
        for words in tokens.windows(4) {
            if let [
                Token::Word(verb),
                Token::Word(shell_word),
                Token::Word(noun),
                Token::Text(text),
            ] = words
                && (verb == "do" && shell_word == "shell" && noun == "script")
            {
                shell(walk, started, text, scope);
            }
        }
    }
}

/// The tokens of an awk program with texts side by side put together, which concatenates them, and names of which the
/// program gives a text replaced by it.
fn concatenated(tokens: Vec<Token>) -> Vec<Token> {
    let mut known: HashMap<String, Value> = HashMap::new();
    let mut all: Vec<Token> = Vec::new();
    let mut spent = 0;
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        let is_assigned = rest.peek() == Some(&Token::Mark('='));
        let text = match &token {
            Token::Text(text) => Some(text.clone()),
            Token::Word(name) if !is_assigned && spent < MAXIMUM_WORK => {
                let text = known.get(name).cloned();
                spent += text.as_ref().map_or(0, Value::length);
                text
            }
            _ => None,
        };
        let Some(text) = text else {
            all.push(token);
            continue;
        };
        match all.as_mut_slice() {
            [.., Token::Text(before)] if before.length() < MAXIMUM_TEXT => before.append(&text),
            [.., Token::Word(name), Token::Mark('=')] => {
                known.insert(name.clone(), text.clone());
                all.push(Token::Text(text));
            }
            _ => all.push(Token::Text(text)),
        }
    }
    all
}

/// How long a text may be to which another one is put, and how many bytes are put in the place of names in all.
const MAXIMUM_TEXT: usize = 4_096;
const MAXIMUM_WORK: usize = 256 * 1024;

const GETLINE: &[&str] = &["getline"];

/// What an awk program runs and writes, where it says so plainly: `system("…")`, `print > "…"`, `print | "…"`,
/// `"…" | getline`, `getline < "…"`.
pub fn awk(walk: &mut Walk, started: &Started, program: &Value, scope: &mut Scope) {
    let tokens = concatenated(code::tokens(Language::Awk, program));
    let is_word = |at: Option<usize>, names: &[&str]| {
        let token = at.and_then(|at| tokens.get(at));
        matches!(token, Some(Token::Word(word)) if names.contains(&word.as_str()))
    };
    let is_mark = |at: Option<usize>, mark: char| {
        at.and_then(|at| tokens.get(at)) == Some(&Token::Mark(mark))
    };
    let mut prints = false;
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1);
        match token {
            Token::Word(word) if word.starts_with("print") => prints = true,
            Token::Mark(';' | '{' | '}' | '\n') => prints = false,
            Token::Text(text) => {
                let called = is_mark(before, '(') && is_word(at.checked_sub(2), &["system"]);
                let piped = is_mark(before, '|')
                    || (is_mark(Some(at + 1), '|') && is_word(Some(at + 2), GETLINE));
                if called || piped {
                    let mut own = scope.clone();
                    if is_mark(before, '|') {
                        // What is printed comes in.
                        let printed = match at.checked_sub(3).and_then(|at| tokens.get(at..=at + 1))
                        {
                            Some([Token::Word(print), Token::Text(text)]) if print == "print" => {
                                Input::Text(text.clone())
                            }
                            _ => Input::Unknown,
                        };
                        own.feed(0, printed);
                    }
                    shell(walk, started, text, &mut own);
                } else if prints && is_mark(before, '>') {
                    Files::new(walk, started, scope).one(Access::Write, text, false);
                } else if is_mark(before, '<')
                    && (is_word(at.checked_sub(2), GETLINE) || is_word(at.checked_sub(3), GETLINE))
                {
                    Files::new(walk, started, scope).one(Access::Read, text, false);
                }
            }
            _ => {}
        }
    }
}
