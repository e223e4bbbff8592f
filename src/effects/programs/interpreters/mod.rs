//! Owns interpreters of scripting languages: their options, the files they change in place, and code on the command line
//! or standard input; it does not read that code.
//!
//! Sources: python(1) ("Interface options"), `node --help`, ruby(1), perlrun(1), php(1), lua(1), Rscript(1), julia(1),
//! elixir(1).

mod awk;
mod beside;
mod calls;
mod code;
mod deeds;
mod expressions;
mod functions;
mod script;

pub use awk::awk;
pub use script::{Script, script};

use super::entry::{run, shell};
use super::files::Files;
use super::{Described, Started, name_of};
use crate::effects::options::{self, Style};
use crate::effects::scope::{Input, Scope};
use crate::effects::scripts::Script as ScriptText;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};
use code::Language;
use deeds::Deed;

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
        names: &["deno"],
        language: Language::JavaScript,
        style: Style::new("", &["config", "ext", "import-map"]),
        code: &[],
        no_script: &[],
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
    beside::follow(walk, started, interpreter.language, scope);
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
            beside::commands_of_frameworks(walk, started, interpreter.language, scope);
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
const MODULES: &[&str] = &[
    "pip",
    "venv",
    "virtualenv",
    "dotenv",
    "black",
    "isort",
    "autopep8",
    "yapf",
    "ruff",
    "twine",
    "alembic",
    "flask",
    "poetry",
    "uv",
    "pdm",
    "hatch",
    "flit",
    "keyring",
];

/// `python -m MODULE ARGUMENTS`; Django's is `django-admin`.
fn module(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = &started.run.words;
    let at = words.iter().position(|word| word.literal() == Some("-m")).map(|at| at + 1);
    let mut command = at.and_then(|at| words.get(at..)).unwrap_or_default().to_vec();
    let Some(name) = command.first_mut() else { return };
    if name.literal() == Some("django") {
        *name = Value::from("django-admin");
    } else if !name.literal().is_some_and(|name| MODULES.contains(&name)) {
        return;
    }
    run(walk, started, command, scope);
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
