//! Owns reading makefiles: variables, rules and recipes; it does not run them.
//!
//! Source: the GNU make manual (4.4), "Writing Makefiles", "Writing Rules", "How to Use Variables", "Conditional Parts".

use crate::effects::{Hole, Piece, Value};
use std::cell::Cell;
use std::collections::BTreeMap;

/// How deep variables may name each other.
const MAXIMUM_DEPTH: usize = 16;

/// How many bytes the variables of a makefile may expand to in all. `X = $(Y)$(Y)` doubles.
const MAXIMUM_EXPANSION: usize = 1024 * 1024;

/// A makefile.
#[derive(Debug, Default)]
pub struct Makefile {
    variables: BTreeMap<String, Variable>,
    /// Variables that the command line sets, which wins.
    given: BTreeMap<String, Value>,
    /// The rules in their order.
    pub rules: Vec<Rule>,
    /// Commands that run while it is read, whatever the target: `X := $(shell …)`, `X != …`.
    pub at_once: Vec<(usize, Value)>,
    expanded: Cell<usize>,
}

/// What a variable stands for.
#[derive(Debug, Clone)]
enum Variable {
    /// Text that is expanded where the variable is used (`=`), or was expanded where it was set.
    Text(String),
    /// It cannot be told: it is set in a part that may not count, or by a command.
    Unknown,
}

/// How some targets are made.
#[derive(Debug, Clone, Default)]
pub struct Rule {
    /// The targets, of which a `%` stands for any text.
    pub targets: Vec<String>,
    /// What must be made before.
    pub prerequisites: Vec<String>,
    /// The commands.
    pub recipe: Vec<Line>,
}

/// A command of a recipe.
#[derive(Debug, Clone)]
pub struct Line {
    /// The text, before variables are expanded.
    pub text: String,
    /// Where it begins in the makefile, in bytes.
    pub at: usize,
}

/// What a text comes to.
#[derive(Debug, Default)]
pub struct Expansion {
    /// The text.
    pub value: Value,
    /// Commands that make runs to find that out: `$(shell …)`.
    pub shells: Vec<Value>,
}

/// What automatic variables stand for in a recipe.
#[derive(Debug, Clone, Default)]
pub struct Automatic {
    /// `$@`
    pub target: String,
    /// `$^`, of which `$<` is the first.
    pub prerequisites: Vec<String>,
    /// `$*`
    pub stem: String,
}

impl Makefile {
    /// Reads a makefile; `given` are the variables that the command line sets.
    pub fn read(text: &str, given: BTreeMap<String, Value>) -> Makefile {
        let mut makefile = Makefile { given, ..Makefile::default() };
        let mut lines = Lines { text, at: 0 };
        let mut conditional = 0_usize;
        let mut in_rule = false;
        while let Some((at, line)) = lines.next_whole() {
            if let Some(command) = line.strip_prefix('\t').filter(|_| in_rule) {
                if let Some(rule) = makefile.rules.last_mut() {
                    rule.recipe.push(Line { text: command.to_owned(), at });
                }
                continue;
            }
            let plain = without_comment(&line);
            let plain = plain.trim();
            let word = plain.split([' ', '\t', '(']).next().unwrap_or_default();
            match word {
                "" => {}
                "ifeq" | "ifneq" | "ifdef" | "ifndef" => conditional += 1,
                "endif" => conditional = conditional.saturating_sub(1),
                "else" => {}
                "define" => makefile.define(plain, &mut lines),
                "include" | "-include" | "sinclude" | "vpath" | "undefine" | "unexport" => {}
                _ => in_rule = makefile.statement(plain, at, conditional > 0, in_rule),
            }
        }
        makefile
    }

    /// Reads an assignment or the head of a rule; says whether recipe lines may follow.
    fn statement(&mut self, line: &str, at: usize, may_not_count: bool, in_rule: bool) -> bool {
        if let Some((name, operator, value)) = assignment(line) {
            self.assign(name, operator, value, at, may_not_count);
            return in_rule;
        }
        if line.starts_with("$(") || line.starts_with("${") {
            self.run_at_once(line, at);
        }
        let Some((targets, rest)) = line.split_once(':') else { return false };
        let rest = rest.trim_start_matches([':', '&']);
        // `target: NAME = VALUE` holds for that target; so that it is not taken for something else, for none.
        if let Some((name, _, _)) = assignment(rest) {
            self.variables.insert(name.to_owned(), Variable::Unknown);
            return true;
        }
        let (prerequisites, first) = match rest.split_once(';') {
            Some((prerequisites, command)) => (prerequisites, Some(command)),
            None => (rest, None),
        };
        // `TARGETS: PATTERN: PREREQUISITES`
        let prerequisites = prerequisites.rsplit(':').next().unwrap_or_default();
        let recipe = first.map(|command| Line { text: command.trim().to_owned(), at });
        let rule = Rule {
            targets: self.names(targets),
            prerequisites: self.names(prerequisites),
            recipe: recipe.into_iter().collect(),
        };
        self.rules.push(rule);
        true
    }

    /// Expands a text where it stands; says what it comes to.
    fn run_at_once(&mut self, text: &str, at: usize) -> Value {
        let expansion = self.expand(text, &Automatic::default());
        self.at_once.extend(expansion.shells.into_iter().map(|command| (at, command)));
        expansion.value
    }

    fn assign(&mut self, name: &str, operator: &str, value: &str, at: usize, may_not_count: bool) {
        let known = match operator {
            "!=" => {
                let command = self.run_at_once(value, at);
                self.at_once.push((at, command));
                None
            }
            ":=" | "::=" => {
                self.run_at_once(value, at).literal().map(|it| {
                    // It is not expanded again.
                    it.replace('$', "$$")
                })
            }
            _ => Some(value.to_owned()),
        };
        let variable = match (operator, known, self.variables.get(name)) {
            (_, None, _) | ("+=", _, Some(Variable::Unknown)) => Variable::Unknown,
            _ if may_not_count => Variable::Unknown,
            ("?=", Some(_), Some(before)) => before.clone(),
            ("+=", Some(more), Some(Variable::Text(before))) => {
                Variable::Text(format!("{before} {more}"))
            }
            (_, Some(text), _) => Variable::Text(text),
        };
        self.variables.insert(name.to_owned(), variable);
    }

    /// `define NAME`, lines, `endef`
    fn define(&mut self, line: &str, lines: &mut Lines) {
        let name = line.split_whitespace().nth(1).unwrap_or_default().to_owned();
        let mut text: Vec<String> = Vec::new();
        while let Some((_, line)) = lines.next_whole() {
            if line.trim() == "endef" {
                break;
            }
            text.push(line);
        }
        self.variables.insert(name, Variable::Text(text.join("\n")));
    }

    /// The names in a list, as far as they are known.
    fn names(&self, list: &str) -> Vec<String> {
        let list = self.expand(list, &Automatic::default()).value;
        let known = |word: &str| !word.is_empty() && word != "|";
        let text = list.literal().map(str::to_owned).unwrap_or_default();
        text.split_whitespace().filter(|word| known(word)).map(str::to_owned).collect()
    }

    /// The target that is made if none is named.
    pub fn default_goal(&self) -> Option<String> {
        if let Some(Variable::Text(goal)) = self.variables.get(".DEFAULT_GOAL") {
            return Some(goal.clone());
        }
        let mut targets = self.rules.iter().flat_map(|rule| &rule.targets);
        let is_goal = |target: &&String| {
            !target.contains('%') && (!target.starts_with('.') || target.contains('/'))
        };
        targets.find(is_goal).cloned()
    }

    /// Expands the variables in a text.
    pub fn expand(&self, text: &str, automatic: &Automatic) -> Expansion {
        let mut expansion = Expansion::default();
        self.expand_into(text, automatic, 0, &mut expansion);
        expansion
    }

    fn expand_into(&self, text: &str, automatic: &Automatic, depth: usize, all: &mut Expansion) {
        self.expanded.set(self.expanded.get().saturating_add(text.len() + 1));
        if depth > MAXIMUM_DEPTH || self.expanded.get() > MAXIMUM_EXPANSION {
            all.value.push(Piece::Hole(Hole::new("…")));
            return;
        }
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            all.value.append(&Value::from(before));
            let Some(first) = after.chars().next() else {
                rest = "";
                break;
            };
            let (inner, length) = match first {
                '(' => bracketed(after, '(', ')'),
                '{' => bracketed(after, '{', '}'),
                _ => (after.get(..first.len_utf8()).unwrap_or_default(), first.len_utf8()),
            };
            match first {
                '$' => all.value.append(&Value::from("$")),
                _ => self.reference(inner, automatic, depth, all),
            }
            rest = after.get(length..).unwrap_or_default();
        }
        all.value.append(&Value::from(rest));
    }

    /// What a variable or function stands for.
    fn reference(&self, inner: &str, automatic: &Automatic, depth: usize, all: &mut Expansion) {
        let known = match inner {
            "@" | "@F" => Some(Value::from(automatic.target.as_str())),
            "<" => Some(automatic.prerequisites.first().cloned().unwrap_or_default().into()),
            "^" | "+" => Some(automatic.prerequisites.join(" ").into()),
            "*" => Some(Value::from(automatic.stem.as_str())),
            "MAKE" => Some(Value::from("make")),
            "RM" if !self.variables.contains_key(inner) => Some(Value::from("rm -f")),
            name => self.given.get(name).cloned(),
        };
        if let Some(known) = known {
            return all.value.append(&known);
        }
        match self.variables.get(inner) {
            Some(Variable::Text(text)) => {
                return self.expand_into(text, automatic, depth + 1, all);
            }
            Some(Variable::Unknown) => {}
            // What the environment says a recipe's shell says too, which knows some of it.
            None if inner.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') => {
                return all.value.push(Piece::Hole(Hole::new(format!("${inner}"))));
            }
            None => {}
        }
        // `$(strip X)`, `$(info X)`: what is in them is expanded, whatever comes of it.
        let function = ["strip ", "info ", "warning ", "eval ", "or ", "and "];
        if let Some(text) = function.iter().find_map(|name| inner.strip_prefix(name)) {
            return self.expand_into(text, automatic, depth + 1, all);
        }
        if let Some(name) = inner.strip_prefix("call ") {
            let name = name.split(',').next().unwrap_or(name).trim();
            return self.reference(name, automatic, depth + 1, all);
        }
        if let Some(command) = inner.strip_prefix("shell ") {
            let mut command_text = Expansion::default();
            self.expand_into(command, automatic, depth + 1, &mut command_text);
            all.shells.append(&mut command_text.shells);
            all.shells.push(command_text.value);
        }
        all.value.push(Piece::Hole(Hole::new(format!("$({inner})"))));
    }
}

/// The text between brackets at the start of `text`, and how many bytes both take.
fn bracketed(text: &str, open: char, close: char) -> (&str, usize) {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        if letter == open {
            depth += 1;
        } else if letter == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return (text.get(1..at).unwrap_or_default(), at + 1);
            }
        }
    }
    (text.get(1..).unwrap_or_default(), text.len())
}

/// `NAME OPERATOR VALUE`, perhaps after `export` or `override`.
fn assignment(line: &str) -> Option<(&str, &str, &str)> {
    const OPERATORS: [&str; 6] = ["::=", ":=", "?=", "+=", "!=", "="];
    let at = line.find('=')?;
    let head = line.get(..at + 1)?;
    let operator = OPERATORS.into_iter().find(|operator| head.ends_with(operator))?;
    let name = head.strip_suffix(operator)?.trim();
    let name = ["export ", "override ", "private "]
        .iter()
        .fold(name, |name, word| name.strip_prefix(word).unwrap_or(name).trim());
    let is_name = !name.is_empty() && !name.contains([' ', '\t', ':', '#', '$']);
    is_name.then(|| (name, operator, line.get(at + 1..).unwrap_or_default().trim()))
}

/// The line before a `#` that is not escaped.
fn without_comment(line: &str) -> String {
    let mut escaped = false;
    let end = line.char_indices().find(|(_, letter)| {
        let begins = *letter == '#' && !escaped;
        escaped = *letter == '\\' && !escaped;
        begins
    });
    line.get(..end.map_or(line.len(), |(at, _)| at)).unwrap_or_default().to_owned()
}

/// Whether a line ends in a backslash that is not itself escaped.
fn is_continued(line: &str) -> bool {
    let backslashes = line.len() - line.trim_end_matches('\\').len();
    backslashes % 2 == 1
}

/// The lines of a makefile, of which some are continued by a backslash.
struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl Lines<'_> {
    /// The next line with those that continue it, and where it begins. In a recipe the backslash is the shell's.
    fn next_whole(&mut self) -> Option<(usize, String)> {
        let start = self.at;
        let mut whole = self.next_line()?.to_owned();
        let is_recipe = whole.starts_with('\t');
        while is_continued(&whole) {
            let Some(next) = self.next_line() else { break };
            if is_recipe {
                // One tab before a continued line of a recipe is make's.
                whole.push('\n');
                whole.push_str(next.strip_prefix('\t').unwrap_or(next));
            } else {
                whole.pop();
                whole.push_str(next.trim_start());
            }
        }
        Some((start, whole))
    }

    fn next_line(&mut self) -> Option<&str> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let line = rest.split('\n').next().unwrap_or_default();
        self.at += line.len() + 1;
        Some(line.trim_end_matches('\r'))
    }
}
