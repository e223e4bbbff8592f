//! Owns following one simple command: its assignments, its function or built-in, its program; it does not know what
//! particular programs do.

use super::programs;
use super::scope::{AfterFailure, Function, Scope, unknown_parameter};
use super::source::slice;
use super::walk::{MAXIMUM_DEPTH, Walk};
use super::{Action, EffectId, Feeds, Hole, Piece, Run, Value, paths};
use crate::shell::Dialect;
use crate::shell::syntax::{
    AssignedValue, Assignment, Command, CommandKind, Descriptor, Program, Redirection,
    RedirectionKind, SimpleCommand, Word,
};

/// How many calls of a function by itself are followed.
const MAXIMUM_RECURSION: usize = 3;

/// How many words of a declared wrapper are tried as the start of its command.
const MAXIMUM_READINGS: usize = 8;

/// How many commands of a group are looked at for what they write.
const MAXIMUM_STATEMENTS: usize = 32;

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
            let named = words.first().and_then(|word| word.literal()?.strip_prefix('='));
            if let Some(name) = named.filter(|name| !name.is_empty()).map(Value::from) {
                words.splice(..1, [name]);
            }
        }
        if words.is_empty() {
            for assignment in &simple.assignments {
                self.assign_now(assignment, scope);
            }
            self.redirections(redirections, scope);
            return;
        }
        let assigned =
            |walk: &mut Self, one: &Assignment| (one.name.clone(), walk.assigned_value(one, scope));
        let environment = simple.assignments.iter().map(|one| assigned(self, one)).collect();
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
                whole.append(&value);
                whole
            }
            (_, Some(_)) => unknown_parameter(&assignment.name),
        }
    }

    /// Follows what the words name: an alias or a function of the line, or a program or built-in.
    fn invoke(&mut self, invocation: Invocation, redirections: &[Redirection], scope: &mut Scope) {
        let name = invocation.words.first().and_then(Value::literal).unwrap_or_default().to_owned();
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
            self.opaque("a function calls itself", scope);
            return;
        }
        let mut own = scope.deeper();
        own.traps = scope.traps.clone();
        own.calling = scope.calling.iter().cloned().chain([name]).collect();
        own.positional = Some(words.into());
        own.source = function.source.clone();
        self.command(&function.body, &mut own);
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
        let described = programs::describe(program, arguments);
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
                there.directories =
                    scope.directories.iter().map(|from| paths::absolute(path, from)).collect();
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
        self.wrote(from, &run, scope);
        self.declared_wrapper(id, &run, scope);
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
            if !std::mem::take(&mut after_option) || followed == MAXIMUM_READINGS {
                break;
            }
        }
    }

    /// What a command writes to standard output, if that is plain to see.
    pub fn command_output(&mut self, command: &Command, scope: &Scope) -> Option<Value> {
        let simple = match &command.kind {
            CommandKind::Simple(simple) => simple,
            CommandKind::Group(program) | CommandKind::Subshell(program) => {
                return self.group_output(program, &command.redirections, scope);
            }
            _ => return None,
        };
        let redirected = command.redirections.iter().any(|redirection| {
            redirection.descriptor != Some(Descriptor::Number(2))
                && !matches!(
                    redirection.kind,
                    RedirectionKind::HereDocument(_) | RedirectionKind::HereString(_)
                )
        });
        if redirected || !simple.assignments.is_empty() {
            return None;
        }
        if self.is_far_aside() {
            return None;
        }
        let name = simple.words.first()?.literal()?;
        let second = simple.words.get(1).and_then(Word::literal).unwrap_or_default();
        if programs::prints_set_up(&name, &second) {
            return Some(Value::default());
        }
        if name == "git" {
            let words = simple.words.get(1..).unwrap_or_default();
            let words = self.aside(|aside| aside.fields(words, scope));
            if let Some(branch) = programs::shown_branch(self, &words, scope) {
                return Some(branch);
            }
        }
        if !programs::ECHOING.contains(&name.as_str()) || scope.functions.contains_key(&name) {
            return None;
        }
        // Expanding a word runs its substitutions; they are followed where the command itself is.
        let mut own = scope.clone();
        let words = self.aside(|aside| {
            let words = aside.fields(&simple.words, scope);
            aside.redirections(&command.redirections, &mut own);
            words
        });
        programs::echoed(&words, &own, self.facts())
    }

    /// What the commands of a group write one after the other, if that of some is plain to see: `(crontab -l; echo x)`.
    fn group_output(
        &mut self,
        program: &Program,
        redirections: &[Redirection],
        scope: &Scope,
    ) -> Option<Value> {
        if !redirections.is_empty() || program.statements.len() > MAXIMUM_STATEMENTS {
            return None;
        }
        let (mut written, mut is_any_known) = (Value::default(), false);
        for statement in &program.statements {
            let known = match (statement.first.commands.as_slice(), statement.rest.is_empty()) {
                ([command], true) => self.command_output(command, scope),
                _ => None,
            };
            is_any_known |= known.is_some();
            let unknown =
                || Value::new(vec![Piece::Hole(Hole::new("…")), Piece::Text("\n".to_owned())]);
            written.append(&known.unwrap_or_else(unknown));
        }
        is_any_known.then_some(written)
    }

    /// Goes to a directory, as `cd` does. If it may well fail, because nobody has seen the directory or the command is
    /// odd, the shell may also stay where it is.
    pub fn change_directory(&mut self, reached: Vec<Value>, odd: bool, scope: &mut Scope) {
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
