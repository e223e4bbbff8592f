//! Owns what `make` runs: the recipes of the targets that are asked for; it does not read makefiles.
//!
//! Source: the GNU make manual (4.4), "How to Run make", "Writing Recipes in Rules".

use super::Started;
use super::entry::{Entry, Operands, WORDS, run, shell};
use super::files::Files;
use super::makefile::{Automatic, Line, Makefile, Rule};
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::scripts::Script;
use crate::effects::walk::Walk;
use crate::effects::{Access, Hole, Piece, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The family.
pub const ENTRIES: &[Entry] = &[Entry {
    names: &["make", "gmake", "gnumake"],
    style: Style::new(
        "CfIoWEj?l?O?",
        &["directory", "file", "makefile", "include-dir", "old-file", "what-if", "eval"],
    )
    .flags(&["always-make", "keep-going", "silent", "quiet", "touch", "no-print-directory"]),
    operands: Operands::Own(make),
    ..WORDS
}];

/// Options with which no recipe runs.
const ONLY_TELLS: &[&str] = &[
    "-n",
    "--dry-run",
    "--just-print",
    "--recon",
    "-q",
    "--question",
    "-t",
    "--touch",
    "-v",
    "--version",
    "-h",
    "--help",
];

/// The names under which a makefile is looked for, the first that is there.
const USUAL: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];

/// How many targets are made in all, and how long their names may be, in bytes: patterns make names of names.
const MAXIMUM_TARGETS: usize = 1_000;
const MAXIMUM_NAME: usize = 256;

fn make(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    if arguments.has(ONLY_TELLS) {
        return;
    }
    let mut own = Scope { cause: Some(started.id), ..scope.deeper() };
    for option in arguments.options.iter().filter(|it| ["-C", "--directory"].contains(&&*it.name)) {
        option.value.iter().for_each(|directory| walk.go_below(directory, &mut own));
    }
    let (mut given, mut goals) = (BTreeMap::new(), Vec::new());
    for operand in &arguments.operands {
        match super::entry::assignment(operand) {
            Some((name, value)) => {
                given.insert(name.trim_end_matches(['+', ':', '?']).to_owned(), value);
            }
            None => goals.extend(operand.literal().map(str::to_owned)),
        }
    }
    // Every recipe is given to this program as `sh -c` would be. What it is given is not known, only that it runs.
    if let Some(program) = given.get("SHELL").filter(|it| !it.is_all_hole() && !is_shell(it)) {
        let mut words = walk.words_of(&program.shell_text(), &own);
        words.extend([Value::from("-c"), Value::new(vec![Piece::Hole(Hole::new("…"))])]);
        run(walk, started, words, &mut own);
    }
    let named = arguments.value(&["-f", "--file", "--makefile"]);
    if let Some(text) = arguments.value(&["--eval", "-E"]) {
        let makefile = Makefile::read(&text.shell_text(), given.clone());
        Making { started, makefile, script: None, made: BTreeSet::new() }
            .make_all(walk, &goals, &mut own);
    }
    let script = match named {
        Some(file) if file.literal() == Some("-") => match scope.input() {
            Input::Text(text) => Some(Script::of_call(text)),
            Input::File(file) => walk.opened_script(&file, &own),
            _ => None,
        },
        Some(file) => {
            Files::new(walk, started, &own).one(Access::Read, file, false);
            walk.script(file, &own)
        }
        None => USUAL.iter().find_map(|name| walk.script(&Value::from(*name), &own)),
    };
    let Some(script) = script else { return };
    let makefile = Makefile::read(script.source().text(), given);
    let mut making = Making { started, makefile, script: Some(&script), made: BTreeSet::new() };
    walk.within_script(&script, &mut own, |walk, own| making.make_all(walk, &goals, own));
}

/// Whether a program is a shell, which recipes are read for.
fn is_shell(program: &Value) -> bool {
    ["sh", "bash", "dash", "zsh", "ksh", "ash"].contains(&super::name_of(program))
}

/// Targets being made.
struct Making<'a> {
    started: &'a Started<'a>,
    makefile: Makefile,
    /// The makefile's file; `None` if it is a part of the command.
    script: Option<&'a Script>,
    made: BTreeSet<String>,
}

impl Making<'_> {
    fn make_all(&mut self, walk: &mut Walk, goals: &[String], scope: &mut Scope) {
        for (at, command) in &self.makefile.at_once {
            if let Some(script) = self.script {
                scope.spelling = script.place(*at);
            }
            shell(walk, self.started, command, scope);
        }
        let default = self.makefile.default_goal().filter(|_| goals.is_empty());
        let goals: Vec<String> = goals.iter().cloned().chain(default).collect();
        for goal in goals {
            self.make(walk, &goal, scope);
        }
    }

    /// Makes a target after what it needs. What is up to date is not known, so all of it is made.
    fn make(&mut self, walk: &mut Walk, goal: &str, scope: &mut Scope) {
        // A target waits on the stack until what it needs is made.
        let mut waiting = vec![(goal.to_owned(), false)];
        while let Some((target, is_ready)) = waiting.pop() {
            let rules = self.rules(&target);
            if is_ready {
                self.run(walk, &target, &rules, scope);
                continue;
            }
            if self.made.len() >= MAXIMUM_TARGETS || !self.made.insert(target.clone()) {
                continue;
            }
            let needed: Vec<String> = rules
                .iter()
                .flat_map(|(rule, _)| rule.prerequisites.clone())
                .filter(|name| name.len() <= MAXIMUM_NAME)
                .collect();
            if !walk.spend(needed.len() + self.makefile.rules.len() / 16, scope) {
                return;
            }
            waiting.push((target, true));
            waiting.extend(needed.into_iter().rev().map(|name| (name, false)));
        }
    }

    /// The rules for a target: those that name it, else the first pattern that fits it; with what `%` stands for.
    fn rules(&self, target: &str) -> Vec<(Rule, String)> {
        let names = |rule: &&Rule| rule.targets.iter().any(|it| it == target);
        let named: Vec<_> = self.makefile.rules.iter().filter(names).collect();
        let mut found: Vec<(Rule, String)> =
            named.iter().map(|rule| ((*rule).clone(), String::new())).collect();
        if named.iter().all(|rule| rule.recipe.is_empty()) {
            found.extend(self.makefile.rules.iter().find_map(|rule| by_pattern(rule, target)));
        }
        found
    }

    fn run(&self, walk: &mut Walk, target: &str, rules: &[(Rule, String)], scope: &mut Scope) {
        let prerequisites: Vec<String> =
            rules.iter().flat_map(|(rule, _)| rule.prerequisites.clone()).collect();
        for (rule, stem) in rules {
            let automatic = Automatic {
                target: target.to_owned(),
                prerequisites: prerequisites.clone(),
                stem: stem.clone(),
            };
            for Line { text, at } in &rule.recipe {
                if let Some(script) = self.script {
                    scope.spelling = script.place(*at);
                }
                if !walk.spend(1 + prerequisites.len() / 16, scope) {
                    return;
                }
                let expansion = self.makefile.expand(text, &automatic);
                let shells = expansion.shells.iter().chain([&expansion.value]);
                for command in shells.map(without_marks) {
                    shell(walk, self.started, &command, scope);
                }
            }
        }
    }
}

/// A rule whose pattern fits a target, with its `%` filled in.
fn by_pattern(rule: &Rule, target: &str) -> Option<(Rule, String)> {
    let stem = rule.targets.iter().find_map(|pattern| {
        let (before, after) = pattern.split_once('%')?;
        target.strip_prefix(before)?.strip_suffix(after)
    })?;
    let needed = rule.prerequisites.iter().map(|name| name.replacen('%', stem, 1));
    let filled = Rule { prerequisites: needed.collect(), ..rule.clone() };
    Some((filled, stem.to_owned()))
}

/// A command without the marks that only make reads: `@` (silent), `-` (errors do not matter), `+`.
fn without_marks(command: &Value) -> Value {
    let known = command.known_start();
    let marks = known.len() - known.trim_start_matches(['@', '-', '+', ' ', '\t']).len();
    command.after(marks).unwrap_or_default()
}
