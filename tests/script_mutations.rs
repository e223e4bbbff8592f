//! Owns the promise that no script, makefile, justfile or package.json makes hookshim panic or work without end.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)] // a test may fail loudly

use call::bash_call;
use hookshim::effects::{self, Declared, Effects, Permission, Readable};
use hookshim::facts::Facts;
use mutations::{Random, mutate};
use std::panic::catch_unwind;
use std::path::Path;
use tempfile::TempDir;

#[path = "shell/call.rs"]
mod call;
#[path = "shell/mutations.rs"]
#[allow(dead_code)] // the programs of the parser's tables are for other tests
mod mutations;

/// How many mutated scripts the default run follows; `HOOKSHIM_MUTATIONS` asks for more.
const MUTATIONS: usize = 4_000;

/// Scripts, and what runs all that they have.
const RUNS: &[(&str, &str)] = &[
    ("deploy.sh", "bash deploy.sh a b"),
    ("lib.sh", ". ./lib.sh; release x"),
    ("clean.sh", "sh clean.sh ~/x"),
    ("Makefile", "make all clean publish again version wipe dollar build/x"),
    ("justfile", "just build release; just p main --force; just script"),
    ("package.json", "npm run release; npm test; yarn git push; npm install"),
    ("tools/tool.py", "python3 tools/tool.py"),
    ("drop.sql", "psql -f drop.sql"),
    ("edit.sed", "sed -f edit.sed x"),
    ("report.awk", "awk -f report.awk x"),
];

/// What mutations put into scripts.
const PIECES: &[&str] = &[
    "\t",
    "\n",
    "\\\n",
    "$(",
    "${",
    "}",
    ")",
    "$$",
    "$@",
    "%",
    ":",
    "::",
    ":=",
    "+=",
    "=",
    "define x\n",
    "endef\n",
    "ifeq (a,b)\n",
    "else\n",
    "include x\n",
    "$(shell ",
    "$(X)",
    "X = $(X)$(X)\n",
    "all: all\n",
    "{{",
    "}}",
    "#!",
    "\"",
    "'",
    "`",
    "{",
    "[",
    ",",
    "\"scripts\"",
    "\u{e9}",
    "./deploy.sh\n",
    "make\n",
    "npm run build\n",
    "source lib.sh\n",
    "for i in 1 2; do\n",
    "done\n",
    "f() {\n",
];

struct All;

impl Readable for All {
    fn may_be_read(&self, _: &Path) -> Permission {
        Permission::Granted
    }
}

fn effects_of(command: &str, project: &Path) -> Effects {
    let call = bash_call(command, project.to_str().unwrap());
    effects::of_declared(&call, &Facts::new(Some(0)), Declared::NONE, &All)
}

/// A project with the scripts of the tests.
fn project() -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::create_dir(folder.path().join("tools")).unwrap();
    for (file, _) in RUNS {
        std::fs::copy(Path::new("tests/scripts/project").join(file), folder.path().join(file))
            .unwrap();
    }
    folder
}

#[test]
fn no_mutation_of_a_script_panics() {
    let folder = project();
    let texts: Vec<Vec<char>> = RUNS
        .iter()
        .map(|(file, _)| {
            std::fs::read_to_string(folder.path().join(file)).unwrap().chars().collect()
        })
        .collect();
    let asked = std::env::var("HOOKSHIM_MUTATIONS").ok().and_then(|asked| asked.parse().ok());
    let mut random = Random(0x5eed_5c21_9700_0001);
    for round in 0..asked.unwrap_or(MUTATIONS) {
        let which = round % RUNS.len();
        let (file, command) = RUNS[which];
        let mut text = texts[which].clone();
        let other = &texts[random.next(texts.len())];
        for _ in 0..=random.next(6) {
            mutate(&mut text, other, PIECES, &mut random);
        }
        let text: String = text.into_iter().collect();
        std::fs::write(folder.path().join(file), &text).unwrap();
        let effects = catch_unwind(|| effects_of(command, folder.path()));
        assert!(effects.is_ok_and(|effects| !effects.is_empty()), "{command}: {text:?}");
    }
}

#[test]
fn scripts_that_repeat_themselves_end() {
    let folder = project();
    let hostile = [
        ("Makefile", "X = $(X)$(X)\n"),
        ("Makefile", "a: a\n\tmake a\n"),
        ("Makefile", "a b c: a b c\n"),
        ("Makefile", "%: %.x\n\techo $^\n"),
        ("Makefile", "define x\n"),
        ("Makefile", "a:\n\t$(MAKE) a; $(MAKE) b\nb:\n\t$(MAKE) a; $(MAKE) b\n"),
        ("Makefile", "$($($($($("),
        ("Makefile", "%: %%%%%%%%x0 %%%%%%%%x1 %%%%%%%%x2\n\t: $^ $@ $*\n"),
        (
            "justfile",
            "v := \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"\nbuild:\n echo {{v}}{{v}}{{v}}{{v}}\n",
        ),
        ("justfile", "a: a\n {{{{{{\n"),
        ("justfile", "a *b: a\n just a\n"),
        ("package.json", "[[[[[[[[["),
        ("deploy.sh", "bash deploy.sh; bash deploy.sh\n"),
        ("deploy.sh", "x=$x$x; f() { f; f; }; f\n"),
        ("lib.sh", ". ./lib.sh\n"),
        ("tools/tool.py", "x = x + x\n"),
        ("tools/tool.py", "(((((((("),
        ("report.awk", "x = x x; system(x)\n"),
    ];
    for (file, piece) in hostile {
        let (_, command) = RUNS.iter().find(|(run, _)| *run == file).unwrap();
        let original = std::fs::read_to_string(folder.path().join(file)).unwrap();
        std::fs::write(folder.path().join(file), piece.repeat(200_000 / piece.len())).unwrap();
        assert!(!effects_of(command, folder.path()).is_empty(), "{file}: {piece}");
        std::fs::write(folder.path().join(file), original).unwrap();
    }
}
