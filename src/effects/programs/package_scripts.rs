//! Owns the scripts of a `package.json` that package managers run: `npm test`, `yarn build`, `pnpm install`; it does not
//! know their other commands.
//!
//! Sources: `npm help scripts`, `npm help run-script`, the command-line references of pnpm, yarn and bun ("run").

use super::Started;
use super::entry::shell;
use crate::effects::Value;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use serde_json::Value as Json;

/// The package managers that run scripts.
pub const MANAGERS: [&str; 4] = ["npm", "pnpm", "yarn", "bun"];

/// Commands that run scripts of the project itself, and which.
const LIFE_CYCLE: &[(&[&str], &[&str])] = &[
    (
        &["install", "i", "ci", "clean-install", "ic"],
        &["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare"],
    ),
    (
        &["it", "install-test"],
        &["preinstall", "postinstall", "prepare", "pretest", "test", "posttest"],
    ),
    (&["test", "t", "tst"], &["pretest", "test", "posttest"]),
    (&["start"], &["prestart", "start", "poststart"]),
    (&["stop"], &["prestop", "stop", "poststop"]),
    (
        &["restart"],
        &[
            "prerestart",
            "prestop",
            "stop",
            "poststop",
            "restart",
            "prestart",
            "start",
            "poststart",
            "postrestart",
        ],
    ),
    (&["pack"], &["prepack", "prepare", "postpack"]),
    (&["publish"], &["prepublishOnly", "prepack", "prepare", "postpack", "publish", "postpublish"]),
    (&["version"], &["preversion", "version", "postversion"]),
];

/// Follows the scripts that a package manager runs with these words, its own options left out; says whether it is a
/// command that runs some.
pub fn run_scripts(walk: &mut Walk, started: &Started, words: &[Value], scope: &Scope) -> bool {
    let manager = super::name_of(&started.run.program);
    // `yarn` alone installs.
    let install = [Value::from("install")];
    let words = if words.is_empty() && manager == "yarn" { install.as_slice() } else { words };
    let Some((command, rest)) = words.split_first() else { return false };
    let Some(command) = command.literal() else { return false };
    let is_run = ["run", "run-script", "rum", "urn"].contains(&command);
    let skips = |word: &&Value| word.known_start().starts_with('-') && word.literal() != Some("--");
    let (name, arguments) = if is_run {
        let mut rest = rest.iter().skip_while(skips);
        let Some(name) = rest.next().and_then(Value::literal) else { return false };
        (name, rest.cloned().collect::<Vec<_>>())
    } else {
        (command, rest.to_vec())
    };
    let life_cycle = LIFE_CYCLE.iter().find(|(names, _)| !is_run && names.contains(&command));
    let is_short = manager != "npm" && !is_run && life_cycle.is_none();
    if !is_run && life_cycle.is_none() && !is_short {
        return false;
    }
    // What another package's scripts are is not looked up, and a package that is added runs scripts of its own.
    let adds = ["install", "i"].contains(&command) && rest.iter().any(|word| !skips(&word));
    let others = ["-w", "--workspace", "-F", "--filter", "--ignore-scripts"];
    let says =
        |word: &Value| others.contains(&word.known_start().split('=').next().unwrap_or_default());
    // Behind `--`, and behind the script's name with managers other than npm, all words are the script's.
    let mut own_words = started
        .run
        .words
        .iter()
        .take_while(|word| word.literal() != Some("--"))
        .take_while(|word| manager == "npm" || word.literal() != Some(name));
    if adds || own_words.any(says) {
        return false;
    }
    let mut own = Scope { cause: Some(started.id), ..scope.deeper() };
    for directory in ["-C", "--prefix", "--dir", "--cwd"] {
        if let Some(directory) = started.run.arguments.value(&[directory]) {
            walk.go_below(directory, &mut own);
        }
    }
    let Some(script) = walk.nearest_script(&["package.json"], &mut own) else { return false };
    let names: Vec<String> = match life_cycle {
        Some((_, names)) => names.iter().map(|name| (*name).to_owned()).collect(),
        None => ["pre", "", "post"].iter().map(|before| format!("{before}{name}")).collect(),
    };
    let text = script.source();
    let package: Json = serde_json::from_str(text.text()).unwrap_or_default();
    let said = |name: &str| package.pointer("/scripts")?.get(name)?.as_str();
    let found = names.iter().any(|name| said(name).is_some());
    walk.within_script(&script, &mut own, |walk, own| {
        for name in &names {
            let Some(said) = said(name) else { continue };
            own.spelling = script.place(place_of(text.text(), name));
            let mut command = Value::from(said);
            let is_itself = !name.starts_with("pre") && !name.starts_with("post");
            if is_itself {
                append(&mut command, &arguments, manager == "npm");
            }
            shell(walk, started, &command, own);
        }
    });
    found
}

/// Where a script stands in the text of a `package.json`.
fn place_of(text: &str, name: &str) -> usize {
    let scripts = text.find("\"scripts\"").unwrap_or_default();
    let within = text.get(scripts..).and_then(|rest| rest.find(&format!("\"{name}\"")));
    scripts + within.unwrap_or_default()
}

/// Adds arguments, each quoted; npm takes only those after `--` and those without a dash for the script's.
fn append(command: &mut Value, arguments: &[Value], is_npm: bool) {
    let dashes = arguments.iter().position(|word| word.literal() == Some("--"));
    for (index, argument) in arguments.iter().enumerate() {
        let is_own = is_npm
            && dashes.is_none_or(|dashes| index < dashes)
            && argument.known_start().starts_with('-');
        if is_own || Some(index) == dashes {
            continue;
        }
        command.append(&Value::from(" "));
        match argument.literal() {
            Some(text) => {
                command.append(&Value::from(format!("'{}'", text.replace('\'', r"'\''"))));
            }
            None => command.append(argument),
        }
    }
}
