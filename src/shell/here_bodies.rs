//! Owns putting here-documents where they were announced; it does not read them.
//!
//! A body begins on the line after its redirection, when the command that holds the redirection may be long finished
//! (`if cat <<A; then …`), so that the bodies are kept aside and put in place at the end.

use std::collections::BTreeMap;

use super::syntax::{
    AssignedValue, Command, CommandKind, HereDocument, Part, Pipeline, Program, Redirection,
    RedirectionKind, Word,
};

/// The documents by the place of their redirections.
type Bodies = BTreeMap<usize, HereDocument>;

/// Puts every document in its place.
pub(super) fn put_in_place(program: &mut Program, bodies: &mut Bodies) {
    if !bodies.is_empty() {
        in_program(program, bodies);
    }
}

fn in_program(program: &mut Program, bodies: &mut Bodies) {
    for statement in &mut program.statements {
        in_pipeline(&mut statement.first, bodies);
        for (_, pipeline) in &mut statement.rest {
            in_pipeline(pipeline, bodies);
        }
    }
}

fn in_pipeline(pipeline: &mut Pipeline, bodies: &mut Bodies) {
    for command in &mut pipeline.commands {
        in_command(command, bodies);
    }
}

fn in_command(command: &mut Command, bodies: &mut Bodies) {
    match &mut command.kind {
        CommandKind::Simple(simple) => {
            for assignment in &mut simple.assignments {
                if let Some(subscript) = &mut assignment.subscript {
                    in_parts(&mut subscript.parts, bodies);
                }
                match &mut assignment.value {
                    AssignedValue::Word(word) => in_parts(&mut word.parts, bodies),
                    AssignedValue::Array(words) => in_words(words, bodies),
                }
            }
            in_words(&mut simple.words, bodies);
        }
        CommandKind::Group(program) | CommandKind::Subshell(program) => in_program(program, bodies),
        CommandKind::If { branches, otherwise } => {
            for (condition, body) in branches {
                in_program(condition, bodies);
                in_program(body, bodies);
            }
            otherwise.iter_mut().for_each(|body| in_program(body, bodies));
        }
        CommandKind::While { condition, body } => {
            in_program(condition, bodies);
            in_program(body, bodies);
        }
        CommandKind::For { words, body, .. } => {
            words.iter_mut().for_each(|words| in_words(words, bodies));
            in_program(body, bodies);
        }
        CommandKind::ArithmeticFor { header, body } => {
            in_parts(&mut header.parts, bodies);
            in_program(body, bodies);
        }
        CommandKind::Case { subject, arms } => {
            in_parts(&mut subject.parts, bodies);
            for arm in arms {
                in_words(&mut arm.patterns, bodies);
                in_program(&mut arm.body, bodies);
            }
        }
        CommandKind::Test(words) | CommandKind::Expression(words) => in_words(words, bodies),
        CommandKind::Arithmetic(word) => in_parts(&mut word.parts, bodies),
        CommandKind::Function { name, body } => {
            name.iter_mut().for_each(|name| in_parts(&mut name.parts, bodies));
            in_command(body, bodies);
        }
        CommandKind::Coprocess(command) => in_command(command, bodies),
        CommandKind::Time(pipeline) => in_pipeline(pipeline, bodies),
        CommandKind::Opaque(_) => {}
    }
    for redirection in &mut command.redirections {
        in_redirection(redirection, bodies);
    }
}

fn in_redirection(redirection: &mut Redirection, bodies: &mut Bodies) {
    match &mut redirection.kind {
        RedirectionKind::HereDocument(document) => {
            if let Some(body) = bodies.remove(&redirection.span.start) {
                *document = body;
            }
            in_parts(&mut document.body, bodies);
        }
        RedirectionKind::Read(word)
        | RedirectionKind::Write(word)
        | RedirectionKind::Append(word)
        | RedirectionKind::ReadWrite(word)
        | RedirectionKind::WriteBoth(word)
        | RedirectionKind::AppendBoth(word)
        | RedirectionKind::Duplicate(word)
        | RedirectionKind::HereString(word) => in_parts(&mut word.parts, bodies),
    }
}

fn in_words(words: &mut [Word], bodies: &mut Bodies) {
    for word in words {
        in_parts(&mut word.parts, bodies);
    }
}

fn in_parts(parts: &mut [Part], bodies: &mut Bodies) {
    for part in parts {
        match part {
            Part::Substitution(program) | Part::Process(_, program) | Part::Block(program) => {
                in_program(program, bodies);
            }
            Part::DoubleQuoted(parts) | Part::Arithmetic(parts) => in_parts(parts, bodies),
            Part::Parameter(parameter) => {
                parameter.subscript.iter_mut().for_each(|parts| in_parts(parts, bodies));
                in_parts(&mut parameter.word, bodies);
            }
            Part::Literal(_) | Part::Quoted(_) | Part::Opaque(_) => {}
        }
    }
}
