//! Owns what `just` runs: the recipes of a justfile; it does not evaluate their expressions.
//!
//! Source: the Just Programmer's Manual (1.40), "Recipe Parameters", "Settings", "Aliases", "Shebang Recipes".

use super::Started;
use super::entry::{Entry, Operands, WORDS, run, shell};
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::scripts::Script;
use crate::effects::walk::Walk;
use crate::effects::{Hole, Piece, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The family.
pub const ENTRIES: &[Entry] = &[Entry {
    names: &["just"],
    style: Style::runner(
        "fdEc",
        &[
            "justfile",
            "working-directory",
            "dotenv-path",
            "dotenv-filename",
            "set+",
            "shell",
            "shell-arg",
            "color",
            "command",
        ],
    ),
    operands: Operands::Own(just),
    ..WORDS
}];

/// Options with which no recipe runs.
const ONLY_TELLS: &[&str] = &[
    "-l",
    "--list",
    "-n",
    "--dry-run",
    "-s",
    "--show",
    "--summary",
    "--dump",
    "--evaluate",
    "--fmt",
    "-e",
    "--edit",
    "--init",
    "--variables",
    "--groups",
    "--choose",
    "-h",
    "--help",
    "-V",
    "--version",
];

/// How long a line may become, in bytes.
const MAXIMUM_LINE: usize = 64 * 1024;

/// How many recipes are run for one command.
const MAXIMUM_RECIPES: usize = 256;

/// A justfile.
#[derive(Debug, Default)]
struct Justfile {
    /// Variables whose value is a plain string.
    variables: BTreeMap<String, String>,
    aliases: BTreeMap<String, String>,
    recipes: Vec<Recipe>,
}

#[derive(Debug, Default)]
struct Recipe {
    name: String,
    parameters: Vec<Parameter>,
    /// Recipes that run before and after it, without arguments.
    dependencies: Vec<String>,
    /// Its lines, and where each begins in the file.
    body: Vec<(usize, String)>,
}

#[derive(Debug)]
struct Parameter {
    name: String,
    default: Option<String>,
    /// Whether it takes all arguments that are left.
    takes_rest: bool,
}

fn just(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    if arguments.has(ONLY_TELLS) {
        return;
    }
    let mut own = Scope { cause: Some(started.id), ..scope.deeper() };
    let script = match arguments.value(&["-f", "--justfile"]) {
        Some(file) => walk.script(file, &own),
        None => walk.nearest_script(&["justfile", "Justfile", ".justfile"], &mut own),
    };
    if let Some(directory) = arguments.value(&["-d", "--working-directory"]) {
        own.directories = scope.directories.clone();
        walk.go_below(directory, &mut own);
    }
    if let Some(command) = arguments.value(&["-c", "--command"]) {
        let words = std::iter::once(command).chain(&arguments.operands).cloned().collect();
        return run(walk, started, words, &mut own);
    }
    let Some(script) = script else { return };
    let source = script.source();
    let mut justfile = Justfile::read(source.text());
    let mut words = Vec::new();
    for operand in &arguments.operands {
        match super::entry::assignment(operand) {
            Some((name, value)) if words.is_empty() => {
                justfile.variables.insert(name, value.to_string());
            }
            _ => words.push(operand.clone()),
        }
    }
    let mut running =
        Running { started, justfile: &justfile, script: &script, ran: BTreeSet::new() };
    walk.within_script(&script, &mut own, |walk, own| running.all(walk, &words, own));
}

impl Justfile {
    fn read(text: &str) -> Justfile {
        let mut justfile = Justfile::default();
        let mut at = 0;
        for line in text.split('\n') {
            let start = at;
            at += line.len() + 1;
            let is_body = line.starts_with([' ', '\t']);
            if is_body && !line.trim().is_empty() {
                if let Some(recipe) = justfile.recipes.last_mut() {
                    recipe.body.push((start, line.trim().to_owned()));
                }
            } else if !is_body && !line.starts_with('#') {
                justfile.statement(line.trim_end());
            }
        }
        justfile
    }

    fn statement(&mut self, line: &str) {
        let line = line.strip_prefix("export ").unwrap_or(line);
        if let Some((name, value)) = line.split_once(":=") {
            let name = name.trim();
            if let Some(alias) = name.strip_prefix("alias ") {
                self.aliases.insert(alias.trim().to_owned(), value.trim().to_owned());
            } else if let Some(text) = plain_string(value.trim()) {
                self.variables.insert(name.to_owned(), text);
            }
            return;
        }
        let Some((head, dependencies)) = line.split_once(':') else { return };
        let mut words = head.trim_start_matches('@').split_whitespace();
        let Some(name) = words.next().filter(|name| !name.starts_with(['[', '!'])) else { return };
        let parameter = |word: &str| {
            let bare = word.trim_start_matches(['$', '+', '*']);
            let (name, default) = match bare.split_once('=') {
                Some((name, default)) => (name, plain_string(default)),
                None => (bare, None),
            };
            let takes_rest = word.trim_start_matches('$').starts_with(['+', '*']);
            Parameter { name: name.to_owned(), default, takes_rest }
        };
        let named = dependencies.split_whitespace().filter(|word| *word != "&&");
        let named = named.map(|word| word.trim_matches(['(', ')']).to_owned());
        self.recipes.push(Recipe {
            name: name.to_owned(),
            parameters: words.map(parameter).collect(),
            dependencies: named.collect(),
            body: Vec::new(),
        });
    }

    fn recipe(&self, name: &str) -> Option<&Recipe> {
        let name = self.aliases.get(name).map_or(name, String::as_str);
        self.recipes.iter().find(|recipe| recipe.name == name)
    }
}

/// The text of a string without escapes and expressions.
fn plain_string(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inner.contains([quote, '\\'])).then(|| inner.to_owned())
}

/// Recipes being run.
struct Running<'a> {
    started: &'a Started<'a>,
    justfile: &'a Justfile,
    script: &'a Script,
    ran: BTreeSet<String>,
}

impl Running<'_> {
    /// Runs the recipes that the words name, each with as many arguments as it takes; without words the first one.
    fn all(&mut self, walk: &mut Walk, words: &[Value], scope: &mut Scope) {
        let mut words = words.to_vec();
        if words.is_empty() {
            words.extend(self.justfile.recipes.first().map(|it| Value::from(it.name.as_str())));
        }
        let mut rest = words.as_slice();
        while let Some((name, after)) = rest.split_first() {
            let recipe = name.literal().and_then(|name| self.justfile.recipe(name));
            let Some(recipe) = recipe else { return };
            let takes_rest = recipe.parameters.iter().any(|it| it.takes_rest);
            let count = if takes_rest { after.len() } else { recipe.parameters.len() };
            let (arguments, others) = after.split_at(count.min(after.len()));
            self.recipe(walk, recipe, arguments, scope);
            rest = others;
        }
    }

    fn recipe(&mut self, walk: &mut Walk, recipe: &Recipe, given: &[Value], scope: &mut Scope) {
        if self.ran.len() >= MAXIMUM_RECIPES || !self.ran.insert(recipe.name.clone()) {
            return;
        }
        for name in &recipe.dependencies {
            if let Some(needed) = self.justfile.recipe(name) {
                self.recipe(walk, needed, &[], scope);
            }
        }
        let values = values(recipe, given);
        if let Some((at, first)) = recipe.body.first()
            && let Some(interpreter) = first.strip_prefix("#!")
        {
            let text: Vec<&str> = recipe.body.iter().map(|(_, line)| line.as_str()).collect();
            scope.spelling = self.script.place(*at);
            let name = interpreter.rsplit(['/', ' ']).next().unwrap_or_default();
            let option = if ["node", "ruby", "perl"].contains(&name) { "-e" } else { "-c" };
            let words = [Value::from(name), Value::from(option)].into_iter();
            let text = self.filled(&text.join("\n"), &values);
            return run(walk, self.started, words.chain([text]).collect(), scope);
        }
        for (at, line) in &recipe.body {
            scope.spelling = self.script.place(*at);
            let command = self.filled(line.trim_start_matches(['@', '-']), &values);
            shell(walk, self.started, &command, scope);
        }
    }

    /// A line with its `{{…}}` filled in, up to a length.
    fn filled(&self, line: &str, values: &BTreeMap<&str, Value>) -> Value {
        let mut filled = Value::default();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("{{") {
            if filled.length() > MAXIMUM_LINE {
                filled.push(Piece::Hole(Hole::new("…")));
                return filled;
            }
            filled.append(&Value::from(before));
            let (expression, after) = after.split_once("}}").unwrap_or((after, ""));
            let name = expression.trim();
            let variable = self.justfile.variables.get(name).map(|it| Value::from(it.as_str()));
            match values.get(name).cloned().or(variable) {
                Some(value) => filled.append(&value),
                None => filled.push(Piece::Hole(Hole::new(format!("{{{{{name}}}}}")))),
            }
            rest = after;
        }
        filled.append(&Value::from(rest));
        filled
    }
}

/// What the parameters of a recipe stand for.
fn values<'r>(recipe: &'r Recipe, given: &[Value]) -> BTreeMap<&'r str, Value> {
    let mut values = BTreeMap::new();
    for (index, parameter) in recipe.parameters.iter().enumerate() {
        let mut given = given.iter().skip(index);
        let mut value = given.next().cloned();
        if parameter.takes_rest {
            for more in given {
                let all = value.get_or_insert_default();
                all.append(&Value::from(" "));
                all.append(more);
            }
        }
        let default = || parameter.default.as_deref().map(Value::from);
        if let Some(value) = value.or_else(default) {
            values.insert(parameter.name.as_str(), value);
        }
    }
    values
}
