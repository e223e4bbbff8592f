//! Owns following one simple command: its assignments, its function or built-in, its program; it does not know what
//! particular programs do.

use super::programs;
use super::recursion::{Again, again};
use super::scope::{AfterFailure, Function, Input, OpenedFile, Scope};
use super::scope::{unknown_directory, unknown_parameter};
use super::source::slice;
use super::touch::LONGEST_PATH;
use super::walk::{MAXIMUM_DEPTH, Walk};
use super::{Action, EffectId, Feeds, Run, Value};
use crate::shell::Dialect;
use crate::shell::syntax::{AssignedValue, Assignment, CommandKind, Redirection, SimpleCommand};
use std::rc::Rc;

/// How many calls of a function by itself are followed.
const MAXIMUM_RECURSION: usize = 3;

/// What a function that starts itself beside itself is called in policies.
const FORK_BOMB: &str = "fork-bomb";

/// How many words of a declared wrapper are tried as the start of its command.
const MAXIMUM_READINGS: usize = 8;

/// A program about to run, as its words say.
#[derive(Debug, Clone)]
pub struct Invocation {
    /// The program and its arguments.
    pub words: Vec<Value>,
    /// Assignments for it alone.
    pub environment: Vec<(String, Value)>,
}

impl Walk<'_> {
    /// Follows a simple command.
    pub fn simple(
        &mut self,
        simple: &SimpleCommand,
        redirections: &[Redirection],
        scope: &mut Scope,
    ) {
        let mut words = self.fields(&simple.words, scope);
        if scope.dialect == Dialect::Zsh {
            // `=git` is the path of git (zsh manual, "Filename Expansion").
            for (index, word) in words.iter_mut().enumerate() {
                let name = word.literal().and_then(|word| word.strip_prefix('='));
                let is_named = |name: &&str| !name.is_empty() && (index == 0 || is_program(name));
                if let Some(name) = name.filter(is_named).map(Value::from) {
                    *word = name;
                }
            }
        }
        if words.is_empty() {
            for assignment in &simple.assignments {
                self.assign_now(assignment, scope);
            }
            let from = self.effects.len();
            self.redirections(redirections, scope);
            // `> f` empties f, unless a shell copies its input there (zsh manual, NULLCMD).
            if scope.dialect == Dialect::Bash {
                self.has_emptied(from);
            }
            return;
        }
        let assigned =
            |walk: &mut Self, one: &Assignment| (one.name.clone(), walk.assigned_value(one, scope));
        let environment = simple.assignments.iter().map(|one| assigned(self, one)).collect();
        if self.fatal {
            return;
        }
        for word in &words {
            // `printf -v 'a[$(…)]'` and `[[ -v … ]]` expand a subscript although it is quoted.
            if let Some((name, subscript)) = word.literal().and_then(|word| word.split_once('['))
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            {
                self.expanded_again(subscript, scope);
            }
        }
        self.invoke(Invocation { words, environment }, redirections, scope);
    }

    /// Makes an assignment that stands alone, and so stays.
    fn assign_now(&mut self, assignment: &Assignment, scope: &mut Scope) {
        let name = assignment.name.as_str();
        match (&assignment.value, &assignment.subscript) {
            (AssignedValue::Array(words), None) => {
                let mut values = self.fields(words, scope);
                let before = scope.arrays.get(name).filter(|_| assignment.append).cloned();
                let before = before.unwrap_or_default();
                if self.may_expand(32 * before.len()) {
                    values.splice(0..0, before.iter().cloned());
                    scope.set_array(name, values);
                } else {
                    scope.forget(name);
                }
            }
            (AssignedValue::Word(_), None) => {
                let value = self.assigned_value(assignment, scope);
                scope.set(name, value);
                if scope.dialect.is_of_windows() && is_of_environment(name) {
                    Rc::make_mut(&mut scope.exported).insert(name.to_owned());
                }
            }
            (_, Some(_)) => {
                self.assigned_value(assignment, scope);
                scope.forget(name);
            }
        }
    }

    /// What an assignment gives to its name.
    fn assigned_value(&mut self, assignment: &Assignment, scope: &Scope) -> Value {
        if let Some(subscript) = &assignment.subscript {
            let subscript = self.value(subscript, scope);
            self.evaluated(&subscript, scope);
        }
        let value = match &assignment.value {
            AssignedValue::Word(word) => self.value(word, scope),
            // `$name` is an array's first element.
            AssignedValue::Array(words) => {
                self.fields(words, scope).into_iter().next().unwrap_or_default()
            }
        };
        match (assignment.append, &assignment.subscript) {
            (false, None) => value,
            (true, None) => {
                let known = scope.parameters.get(&assignment.name).cloned();
                let mut whole = known.unwrap_or_else(|| unknown_parameter(&assignment.name));
                if !self.may_expand(whole.length()) {
                    return unknown_parameter(&assignment.name);
                }
                whole.append(&value);
                whole
            }
            (_, Some(_)) => unknown_parameter(&assignment.name),
        }
    }

    /// Follows what the words name: an alias or a function of the line, or a program or built-in.
    fn invoke(&mut self, invocation: Invocation, redirections: &[Redirection], scope: &mut Scope) {
        let name = invocation.words.first().and_then(Value::literal).unwrap_or_default();
        // To PowerShell case does not count.
        let name = match scope.dialect {
            Dialect::PowerShell => name.to_ascii_lowercase(),
            _ => name.to_owned(),
        };
        if let Some(alias) = scope.aliases.get(&name).cloned() {
            return self.unalias(&name, &alias, invocation, redirections, scope);
        }
        if let Some(function) = scope.functions.get(&name).cloned() {
            self.redirections(redirections, scope);
            let before = scope.clone();
            invocation.environment.iter().for_each(|(name, value)| scope.set(name, value.clone()));
            self.call(&function, invocation.words, scope);
            let names = invocation.environment.iter().map(|(name, _)| name.as_str());
            scope.restore(names, &before);
            return;
        }
        let is_unknown = !name.is_empty() && !programs::is_known(&name);
        if is_unknown && !name.contains('/') && self.load_definition(&name, scope) {
            return self.invoke(invocation, redirections, scope);
        }
        // Where the shell finds no program, it may call a function for that.
        let missing = scope.functions.get("command_not_found_handle").cloned();
        if let Some(function) = missing.filter(|_| is_unknown) {
            self.call(&function, invocation.words.clone(), scope);
        }
        self.start(invocation, redirections, scope);
    }

    /// Follows an alias: its text stands in the place of the first word. Interactive shells and POSIX mode expand them
    /// (Bash Reference Manual, 6.6), and hosts load users' own.
    fn unalias(
        &mut self,
        name: &str,
        alias: &str,
        invocation: Invocation,
        redirections: &[Redirection],
        scope: &mut Scope,
    ) {
        let mut own = scope.clone();
        // An alias is not expanded again in its own text.
        own.aliases.remove(name);
        own.calling = scope.calling.iter().cloned().chain([name.to_owned()]).collect();
        let mut words = self.words_of(alias, &own);
        if words.is_empty() {
            self.text(alias, &mut own);
            self.printed = None;
            return;
        }
        words.extend(invocation.words.into_iter().skip(1));
        self.invoke(Invocation { words, ..invocation }, redirections, &mut own);
        scope.merge(own);
    }

    fn call(&mut self, function: &Function, words: Vec<Value>, scope: &mut Scope) {
        let name = words.first().and_then(Value::literal).unwrap_or_default().to_owned();
        let rounds = scope.calling.iter().filter(|calling| **calling == name).count();
        if rounds >= MAXIMUM_RECURSION || scope.depth > MAXIMUM_DEPTH {
            self.called_again(function, &name, scope);
            return;
        }
        let mut own = scope.deeper();
        own.traps = scope.traps.clone();
        own.calling = scope.calling.iter().cloned().chain([name]).collect();
        own.positional = Some(words.into());
        own.source = function.source.clone();
        self.command(&function.body, &mut own);
        self.printed = None;
        own.go_on();
        // A function runs in the shell itself: where it leaves the shell, the shell is. Only its arguments were its own.
        *scope = Scope {
            left_in: std::mem::take(&mut scope.left_in),
            depth: scope.depth,
            positional: scope.positional.clone(),
            calling: scope.calling.clone(),
            source: scope.source.clone(),
            spelling: scope.spelling.clone(),
            inputs: scope.inputs.clone(),
            fed: scope.fed.clone(),
            after_failure: None,
            ..own
        };
    }

    /// Takes note that a function has called itself often enough. One that does so on a condition ends, and has been
    /// followed; one that starts itself beside itself does nothing else.
    fn called_again(&mut self, function: &Function, name: &str, scope: &mut Scope) {
        let by_itself = scope.calling.last().is_some_and(|last| last == name);
        match again(&function.body, name) {
            Again::Perhaps if by_itself && scope.depth <= MAXIMUM_DEPTH => {}
            Again::Beside => {
                let words = vec![Value::from(FORK_BOMB)];
                self.start(Invocation { words, environment: Vec::new() }, &[], scope);
            }
            _ => self.opaque("a function calls itself", scope),
        }
    }

    /// Follows a program that starts, by the shell or by another program.
    pub fn start(
        &mut self,
        invocation: Invocation,
        redirections: &[Redirection],
        scope: &mut Scope,
    ) {
        let Some((program, arguments)) = invocation.words.split_first() else { return };
        // What is exported is copied for every program.
        if !self.spend(invocation.words.len() + scope.exported.len(), scope) {
            return;
        }
        let described = programs::describe_in(scope.dialect, program, arguments);
        let spelt = || (program.clone(), arguments.to_vec());
        let (program, words) = described.program.unwrap_or_else(spelt);
        let own = invocation.environment.clone();
        let environment = scope.environment(invocation.environment);
        let run = Run {
            program,
            words,
            arguments: described.arguments,
            environment,
            harmless: described.harmless,
            fed_by: Feeds::NONE,
        };
        let id = match &described.directory {
            None => self.add(Action::Run(run.clone()), scope),
            Some(path) => {
                let mut there = scope.clone();
                self.go_below(path, &mut there);
                self.add(Action::Run(run.clone()), &there)
            }
        };
        // Redirections are the shell's own work, but they happen for this program.
        let outer = scope.cause.replace(id);
        let from = self.effects.len();
        self.redirections(redirections, scope);
        scope.cause = outer;
        let feeds = self.feeds_of(&run, scope);
        self.effects.feed(id, feeds);
        self.run_executable(id, &run, scope);
        let repeated = self.repeated(&run, scope);
        let printed = match scope.dialect {
            Dialect::PowerShell => {
                programs::cmdlet_output(self, &invocation.words, &scope.spelling, scope)
                    .map(Input::Text)
            }
            _ => self.printed_by(&run, repeated.clone(), scope),
        };
        if let Some(follow) = described.follow {
            // What is shared is copied when it changes.
            let before = (!own.is_empty()).then(|| scope.clone());
            own.iter().for_each(|(name, value)| scope.set(name, value.clone()));
            follow(self, &programs::Started { id, run: &run }, scope);
            if let Some(before) = before {
                scope.restore(own.iter().map(|(name, _)| name.as_str()), &before);
            }
        }
        programs::follow_variables(self, &programs::Started { id, run: &run }, scope);
        self.wrote(from, &run, repeated, scope);
        self.declared_wrapper(id, &run, scope);
        self.printed = printed;
    }

    /// Follows a script that is named by its path: the system starts the interpreter that its first line names, with at
    /// most one argument before the path (execve(2)); a script without such a line the shell runs itself (POSIX XCU
    /// 2.9.1.6).
    fn run_executable(&mut self, id: EffectId, run: &Run, scope: &Scope) {
        if !run.program.known_start().contains('/') || scope.depth > MAXIMUM_DEPTH {
            return;
        }
        let mut own = Scope { cause: Some(id), ..scope.deeper() };
        let Some(script) = self.executable(&run.program, &own) else { return };
        let first = script.source();
        let first = first.text().lines().next().unwrap_or_default();
        let mut words: Vec<Value> = match first.strip_prefix("#!").map(str::trim) {
            Some(named) => match named.split_once([' ', '\t']) {
                Some((interpreter, argument)) => vec![interpreter.into(), argument.trim().into()],
                None => vec![named.into()],
            },
            None if run.program.to_string().ends_with(".ps1") => {
                vec!["pwsh".into(), "-File".into()]
            }
            None => vec!["sh".into()],
        };
        words.push(run.program.clone());
        words.extend(run.words.iter().cloned());
        self.start(Invocation { words, environment: run.environment.clone() }, &[], &mut own);
    }

    /// Follows the arguments of a program that a policy declares to run them. Which of its options take a value is not
    /// known, so a word after an option may be the command or not, and both are followed.
    fn declared_wrapper(&mut self, id: EffectId, run: &Run, scope: &Scope) {
        let name = programs::name_of(&run.program);
        if !self.declared().wrappers.iter().any(|wrapper| wrapper == name) {
            return;
        }
        if scope.depth > MAXIMUM_DEPTH {
            self.opaque("commands are nested too deeply", scope);
            return;
        }
        let mut after_option = false;
        let mut followed = 0;
        for (index, word) in run.words.iter().enumerate() {
            let is_end = word.literal() == Some("--");
            if word.known_start().starts_with('-') {
                after_option = !is_end;
                continue;
            }
            let words = run.words.iter().skip(index).cloned().collect();
            let mut own = Scope { cause: Some(id), ..scope.deeper() };
            self.start(Invocation { words, environment: run.environment.clone() }, &[], &mut own);
            followed += 1;
            // A word of the wrapper's own may come first: `rtk proxy git push`.
            let is_own = followed == 1 && word.literal().is_some_and(|word| !is_program(word));
            if !(std::mem::take(&mut after_option) || is_own) || followed == MAXIMUM_READINGS {
                break;
            }
        }
    }

    /// What a program that has started repeats on standard output.
    fn repeated(&mut self, run: &Run, scope: &Scope) -> Option<Value> {
        let name = run.program.literal()?;
        if !self.may_expand_more() {
            return None;
        }
        let text = match name {
            "cat" => self.joined_texts(&run.words, scope)?,
            _ if programs::ECHOING.contains(&name) => {
                let words = std::iter::once(&run.program).chain(&run.words);
                let words: Vec<Value> = words.cloned().collect();
                programs::echoed(&words, scope, self.facts())?
            }
            _ if programs::process_lists::LISTING.contains(&name) => {
                programs::process_lists::left(name, &run.words, &scope.input())?
            }
            _ => return None,
        };
        self.may_expand(text.length()).then_some(text)
    }

    /// The texts of files one after another; without any, what comes in on standard input.
    fn joined_texts(&mut self, files: &[Value], scope: &Scope) -> Option<Value> {
        if files.is_empty() {
            return self.text_behind(&Value::from("-"), scope);
        }
        let mut joined = Value::default();
        for file in files {
            joined.append(&self.text_behind(file, scope)?);
        }
        Some(joined)
    }

    /// What a program that has started writes to standard output, if that is plain to see.
    fn printed_by(&self, run: &Run, repeated: Option<Value>, scope: &Scope) -> Option<Input> {
        let name = run.program.literal()?;
        let first = run.words.first().and_then(Value::literal).unwrap_or_default();
        if programs::prints_set_up(name, first) {
            return Some(Input::Text(Value::default()));
        }
        let branch = || programs::shown_branch(self, &run.words, scope).filter(|_| name == "git");
        match (repeated.or_else(branch), run.words.as_slice()) {
            (Some(text), _) => Some(Input::Text(text)),
            (None, [file]) if name == "cat" => {
                let file = scope.opened_file(file.clone())?;
                Some(Input::File(OpenedFile { passed_on: true, ..file }))
            }
            _ => None,
        }
    }

    /// Goes to a directory, as `cd` does. If it may well fail, because nobody has seen the directory or the command is
    /// odd, the shell may also stay where it is.
    pub fn change_directory(&mut self, mut reached: Vec<Value>, odd: bool, scope: &mut Scope) {
        // The system takes no longer path.
        if reached.iter().any(|path| path.length() > LONGEST_PATH) {
            reached = vec![unknown_directory()];
        }
        let seen =
            |path: &Value| path.literal().is_some_and(|path| self.facts().is_directory(path));
        let likely = odd || !reached.iter().all(seen);
        let before = std::mem::replace(&mut scope.directories, reached);
        scope.after_failure = Some(AfterFailure { directories: before, likely });
    }

    /// The words of the first simple command in a text.
    pub fn words_of(&mut self, text: &str, scope: &Scope) -> Vec<Value> {
        let program = crate::shell::parse(text);
        let first =
            program.statements.first().and_then(|statement| statement.first.commands.first());
        match first.map(|command| &command.kind) {
            Some(CommandKind::Simple(simple)) => {
                let assignments = simple.assignments.iter().map(|one| slice(text, &one.span));
                let assignments: Vec<Value> = assignments.map(Value::from).collect();
                assignments.into_iter().chain(self.fields(&simple.words, scope)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Whether a word names a program that is understood.
fn is_program(word: &str) -> bool {
    programs::is_known(word) || programs::ECHOING.contains(&word)
}

/// Whether a variable that PowerShell or cmd sets is one of the environment: those are in capitals.
fn is_of_environment(name: &str) -> bool {
    name.bytes().any(|byte| byte.is_ascii_uppercase())
}
