//! Owns interpreters of scripting languages: their options, the files they change in place, and code on the command line
//! or standard input; it does not read that code.
//!
//! Sources: python(1) ("Interface options"), `node --help`, ruby(1), perlrun(1), php(1), lua(1), Rscript(1), julia(1),
//! elixir(1).

mod calls;
mod code;
mod deeds;
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
use std::collections::BTreeMap;

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
        names: &["lua", "luajit", "texlua"],
        language: Language::Lua,
        style: Style::runner("el", &[]),
        code: &["-e"],
        no_script: &["-v", "-h"],
    },
    Interpreter {
        names: &["Rscript", "R", "littler"],
        language: Language::R,
        style: Style::runner("efg", &["file", "default-packages", "encoding"]),
        code: &["-e"],
        no_script: &["--version", "--help"],
    },
    Interpreter {
        names: &["julia"],
        language: Language::Julia,
        style: Style::runner("eELJCpt", &["eval", "print", "load", "project", "threads"]),
        code: &["-e", "-E", "--eval", "--print"],
        no_script: &["-v", "--version", "-h", "--help"],
    },
    Interpreter {
        names: &["elixir", "iex"],
        language: Language::Elixir,
        style: Style::runner("erSp", &["eval", "rpc-eval+", "name", "sname", "cookie"]),
        code: &["-e", "--eval"],
        no_script: &["-v", "--version", "-h", "--help"],
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
    let follow: super::Follow = follow;
    Some(Described { arguments, follow: Some(follow), ..Described::default() })
}

fn follow(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let name = name_of(&started.run.program);
    let Some(interpreter) = interpreter(name) else { return };
    let arguments = &started.run.arguments;
    extra_code(walk, started, interpreter, scope);
    let mut code = Value::default();
    for option in &arguments.options {
        if interpreter.code.contains(&option.name.as_str()) {
            // `node -pe CODE`
            let value = option.value.as_ref().filter(|value| value.literal() != Some("e"));
            code.append(value.or(arguments.operands.first()).unwrap_or(&Value::default()));
            code.append(&Value::from("\n"));
        }
    }
    if arguments.has(interpreter.code) {
        in_place(walk, started, interpreter, scope);
        read_code(walk, started, interpreter.language, &code, scope);
        return;
    }
    if arguments.has(interpreter.no_script) {
        return;
    }
    match arguments.operands.first().filter(|script| script.literal() != Some("-")) {
        Some(script) => {
            commands_of_frameworks(walk, started, interpreter, scope);
            Files::new(walk, started, scope).one(Access::Read, script, false);
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

/// Code beside the program: what `python -m timeit` measures, `node --import data:…`, perl's debugger's start.
fn extra_code(walk: &mut Walk, started: &Started, interpreter: &Interpreter, scope: &mut Scope) {
    let run = started.run;
    let language = interpreter.language;
    if language == Language::Python && run.arguments.value(&["-m"]).is_some_and(is_timeit) {
        for text in run.words.iter().filter(|word| !word.known_start().starts_with('-')) {
            read_code(walk, started, language, text, scope);
        }
    }
    for option in &run.arguments.options {
        let scheme = "data:text/javascript,";
        if ["--import", "--require", "-r", "--loader"].contains(&option.name.as_str())
            && let Some(value) = &option.value
            && value.known_start().starts_with(scheme)
            && let Some(text) = value.after(scheme.len())
        {
            read_code(walk, started, language, &text, scope);
        }
    }
    if language == Language::Perl && run.arguments.has(&["-d"]) {
        for (_, text) in run.environment.iter().filter(|(name, _)| name == "PERL5DB") {
            read_code(walk, started, language, text, scope);
        }
    }
}

/// `python manage.py shell -c CODE`, `php artisan tinker --execute=CODE`
fn commands_of_frameworks(
    walk: &mut Walk,
    started: &Started,
    interpreter: &Interpreter,
    scope: &mut Scope,
) {
    let [script, command, ..] = started.run.arguments.operands.as_slice() else { return };
    let options: &[&str] = match (name_of(script), command.literal()) {
        ("manage.py", Some("shell" | "shell_plus")) => &["-c", "--command"],
        ("artisan", Some("tinker")) => &["--execute"],
        _ => return,
    };
    let mut words = started.run.words.iter();
    while let Some(word) = words.next() {
        let joined = options.iter().find_map(|option| {
            let known = word.known_start().strip_prefix(option)?;
            known.starts_with('=').then(|| word.after(option.len() + 1)).flatten()
        });
        let is_alone = word.literal().is_some_and(|word| options.contains(&word));
        if let Some(code) = joined.as_ref().or_else(|| is_alone.then(|| words.next()).flatten()) {
            read_code(walk, started, interpreter.language, code, scope);
        }
    }
}

fn is_timeit(module: &Value) -> bool {
    matches!(module.literal(), Some("timeit"))
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

const GETLINE: &[&str] = &["getline"];

/// Follows Python code that another program runs.
pub fn python(walk: &mut Walk, started: &Started, code: &Value, scope: &mut Scope) {
    read_code(walk, started, Language::Python, code, scope);
}

/// Follows Ruby code that another program runs.
pub fn ruby(walk: &mut Walk, started: &Started, code: &Value, scope: &mut Scope) {
    read_code(walk, started, Language::Ruby, code, scope);
}

/// Follows Elixir code that another program runs.
pub fn elixir(walk: &mut Walk, started: &Started, code: &Value, scope: &mut Scope) {
    read_code(walk, started, Language::Elixir, code, scope);
}

/// Follows Lua code that another program runs.
pub fn lua(walk: &mut Walk, started: &Started, code: &Value, scope: &mut Scope) {
    read_code(walk, started, Language::Lua, code, scope);
}

/// Follows an expression of Vim script.
pub fn vim(walk: &mut Walk, started: &Started, code: &Value, scope: &mut Scope) {
    read_code(walk, started, Language::Vim, code, scope);
}

/// What an awk program runs and writes, where it says so plainly: `system("…")`, `print > "…"`, `print | "…"`,
/// `"…" | getline`, `getline < "…"`.
pub fn awk(walk: &mut Walk, started: &Started, program: &Value, scope: &mut Scope) {
    let tokens = code::tokens(Language::Awk, program);
    let is_word = |at: Option<usize>, names: &[&str]| {
        let token = at.and_then(|at| tokens.get(at));
        matches!(token, Some(Token::Word(word)) if names.contains(&word.as_str()))
    };
    let is_mark = |at: Option<usize>, mark: char| {
        at.and_then(|at| tokens.get(at)) == Some(&Token::Mark(mark))
    };
    // `-v NAME=VALUE`, and `NAME = "…"` in the program.
    let given =
        started.run.arguments.options.iter().filter(|it| ["-v", "--assign"].contains(&&*it.name));
    let given = given.filter_map(|option| super::entry::assignment(option.value.as_ref()?));
    let mut known: BTreeMap<String, Value> = given.collect();
    let mut prints = false;
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1);
        if let (Token::Text(text), Some(Token::Word(name))) =
            (token, at.checked_sub(2).and_then(|at| tokens.get(at)))
            && is_mark(before, '=')
        {
            known.insert(name.clone(), text.clone());
        }
        let held = match token {
            Token::Word(name) => known.get(name).map(|value| Token::Text(value.clone())),
            _ => None,
        };
        match held.as_ref().unwrap_or(token) {
            Token::Word(word) if word.starts_with("print") => prints = true,
            Token::Mark(';' | '{' | '}' | '\n') => prints = false,
            Token::Text(text) => {
                let called = is_mark(before, '(') && is_word(at.checked_sub(2), &["system"]);
                let piped = is_mark(before, '|')
                    || (is_mark(Some(at + 1), '|') && is_word(Some(at + 2), GETLINE));
                if called || piped {
                    shell(walk, started, text, scope);
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
