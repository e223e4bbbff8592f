//! Owns the calls of .NET that matter: static methods of types, and methods of objects; it does not know cmdlets.
//!
//! Source: learn.microsoft.com, .NET API: System.IO.File, Directory, Path; System.Net.WebClient; System.Environment;
//! System.Diagnostics.Process; Microsoft.VisualBasic.FileIO.FileSystem.

use super::super::entry::run;
use super::super::files::Files;
use super::super::{Described, Follow, Started, nothing};
use super::elements;
use super::provider::piped;
use super::runs::{argument_words, follow_text};
use crate::effects::scope::Scope;
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Action, Arguments, Value};
use std::rc::Rc;

/// What a method does with its arguments.
#[derive(Clone, Copy)]
enum Does {
    Read,
    Write,
    Delete,
    /// All below is removed where the second argument says so.
    DeleteDirectory,
    DeleteTree,
    Copy,
    Move,
    /// Removes what it is called of.
    DeleteOwn,
    Fetch,
    FetchFile,
    Start,
    SetVariable,
    Text,
    MoveOwn,
}

/// Types without `System.`, with methods; all in small letters.
const STATIC: &[(&[&str], &[&str], Does)] = &[
    (
        &["io.file"],
        &["readalltext", "readalllines", "readallbytes", "readlines", "openread", "opentext"],
        Does::Read,
    ),
    (
        &["io.file"],
        &[
            "writealltext",
            "writealllines",
            "writeallbytes",
            "appendalltext",
            "appendalllines",
            "create",
            "createtext",
            "appendtext",
            "openwrite",
            "open",
            "setattributes",
        ],
        Does::Write,
    ),
    (&["io.file"], &["delete"], Does::Delete),
    (&["io.file"], &["copy", "replace"], Does::Copy),
    (&["io.file", "io.directory"], &["move"], Does::Move),
    (&["io.directory"], &["delete"], Does::DeleteDirectory),
    (&["io.directory"], &["createdirectory"], Does::Write),
    (&["microsoft.visualbasic.fileio.filesystem"], &["deletedirectory"], Does::DeleteTree),
    (&["microsoft.visualbasic.fileio.filesystem"], &["deletefile"], Does::Delete),
    (&["diagnostics.process"], &["start"], Does::Start),
    (&["environment"], &["setenvironmentvariable"], Does::SetVariable),
    (&["scriptblock", "management.automation.scriptblock"], &["create"], Does::Text),
];

/// Methods of objects.
const METHODS: &[(&[&str], Does)] = &[
    (&["delete"], Does::DeleteOwn),
    (&["moveto"], Does::MoveOwn),
    (&["downloadstring", "downloaddata", "getstringasync", "openread"], Does::Fetch),
    (&["downloadfile", "downloadfiletaskasync"], Does::FetchFile),
    (&["invokescript"], Does::Text),
];

fn meaning(spelt: &str) -> Option<Does> {
    let lower = spelt.to_ascii_lowercase();
    if let Some(method) = lower.strip_prefix('.') {
        return METHODS.iter().find(|(names, _)| names.contains(&method)).map(|(_, does)| *does);
    }
    let (name, method) = lower.strip_prefix('[')?.split_once("]::")?;
    let name = name.strip_prefix("system.").unwrap_or(name);
    let found = STATIC
        .iter()
        .find(|(types, methods, _)| types.contains(&name) && methods.contains(&method));
    found.map(|(_, _, does)| *does)
}

/// What a call is, with its arguments.
pub fn describe(program: &Value, words: &[Value]) -> Option<Described> {
    let operands: Vec<Value> = words.iter().flat_map(elements).collect();
    let is_meant = program.literal().and_then(meaning).is_some();
    let follow: Follow = if is_meant { follow } else { nothing };
    Some(Described {
        arguments: Arguments { operands: operands.clone(), known: true, ..Arguments::default() },
        follow: Some(follow),
        program: Some((program.clone(), operands)),
        ..Described::default()
    })
}

fn follow(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let Some(does) = started.run.program.literal().and_then(meaning) else { return };
    let operands = started.run.arguments.operands.as_slice();
    let first = operands.first();
    let own = piped(walk, scope);
    let is_true = |value: Option<&Value>| {
        value
            .and_then(Value::literal)
            .is_some_and(|it| it.eq_ignore_ascii_case("true") || it == "1")
    };
    if let Does::Fetch | Does::FetchFile = does {
        let there = Scope { cause: Some(started.id), ..scope.clone() };
        if let Some(url) = first {
            let method = Some("GET".to_owned());
            walk.add(Action::Connect { url: url.clone(), method, body: None }, &there);
        }
    }
    let mut files = Files::new(walk, started, scope);
    match does {
        Does::Read => files.all(Access::Read, operands.get(..1).unwrap_or_default(), false),
        Does::Write => {
            let text = operands.get(1).and_then(Value::literal).map(str::to_owned);
            first.into_iter().for_each(|it| files.touch(Touch::written(text.clone()), it));
        }
        Does::Delete => files.all(Access::Delete, operands.get(..1).unwrap_or_default(), false),
        Does::DeleteTree => files.all(Access::Delete, operands.get(..1).unwrap_or_default(), true),
        Does::DeleteDirectory => {
            files.all(
                Access::Delete,
                operands.get(..1).unwrap_or_default(),
                is_true(operands.get(1)),
            );
        }
        Does::Copy | Does::Move => {
            if let Some(path) = first {
                match does {
                    Does::Copy => files.one(Access::Read, path, false),
                    _ => files.touch(Touch::moved(true), path),
                }
            }
            files.all(Access::Write, operands.get(1..2).unwrap_or_default(), false);
        }
        // What is called `Delete` of is a file or directory where it comes from `Get-Item` or the like.
        Does::DeleteOwn => {
            let known: Vec<Value> = own.into_iter().filter(|it| !it.is_all_hole()).collect();
            files.all(Access::Delete, &known, is_true(first));
        }
        Does::MoveOwn => {
            let known = own.iter().filter(|it| !it.is_all_hole());
            known.for_each(|it| files.touch(Touch::moved(true), it));
            files.all(Access::Write, operands.get(..1).unwrap_or_default(), false);
        }
        Does::FetchFile => files.all(Access::Write, operands.get(1..2).unwrap_or_default(), false),
        Does::Fetch => {}
        Does::Start => {
            let mut words: Vec<Value> = first.cloned().into_iter().collect();
            words.extend(operands.iter().skip(1).flat_map(argument_words));
            run(walk, started, words, scope);
        }
        Does::SetVariable => {
            if let [name, value, ..] = operands
                && let Some(name) = name.literal()
            {
                let name = name.to_ascii_uppercase();
                scope.set(&name, value.clone());
                Rc::make_mut(&mut scope.exported).insert(name);
            }
        }
        Does::Text => {
            let mut own = scope.started(started.id);
            first.into_iter().for_each(|text| follow_text(walk, text, &mut own));
        }
    }
}

/// Whether objects of a type stand for the path that they are made of.
pub fn of_path(kind: &str) -> bool {
    let kind = kind.to_ascii_lowercase();
    ["io.directoryinfo", "io.fileinfo"].contains(&kind.strip_prefix("system.").unwrap_or(&kind))
}

/// What a call gives, where that is plain to see.
pub fn output(walk: &Walk, spelt: &str, arguments: &[Value], scope: &Scope) -> Option<Value> {
    let lower = spelt.to_ascii_lowercase().replace("[system.", "[");
    let arguments: Vec<Value> = arguments.iter().flat_map(elements).collect();
    match lower.as_str() {
        "[io.directoryinfo]::new" | "[io.fileinfo]::new" => arguments.into_iter().next(),
        "[io.path]::combine" => {
            arguments.into_iter().reduce(|whole, part| super::super::files::below(&whole, &part))
        }
        "[environment]::getfolderpath" => {
            let folder = arguments.first()?.literal()?.to_ascii_lowercase();
            let home = walk.home(scope);
            match folder.as_str() {
                "userprofile" | "personal" => Some(home),
                _ => None,
            }
        }
        "[io.path]::gettemppath" => crate::effects::windows::variable("TEMP", &walk.home(scope)),
        ".tostring" | ".trim" | ".fullname" => match scope.input() {
            crate::effects::scope::Input::Text(text) => Some(text),
            _ => None,
        },
        _ => None,
    }
}
