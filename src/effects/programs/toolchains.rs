//! Owns tools that run a command in a toolchain, with secrets, or under a lock of theirs; it does not know the command.
//!
//! Sources: the command-line references of tox, rustup, volta, nvm, devbox, Guix (guix shell), Flox, Meson (devenv), CMake
//! (`cmake -E`), Lerna, Nx, SOPS, envchain, envconsul, Consul, etcdctl, summon, saml2aws, aws-okta, stackexchange's godotenv,
//! jenv, nix-shell(1), nix3-shell(1), nix3-run(1).

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS, run, run_or_shell, shell, with_assignments};
use super::launch::{Launch, launch, own_words};
use crate::effects::Value;
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

const NONE: Style = Style::runner("", &[]);

/// A tool whose command stands after one more operand.
const fn after_one(
    tools: &'static [&'static str],
    words: &'static [&'static str],
    style: Style,
) -> Launch {
    Launch { skipped: 1, ..launch(tools, words, style) }
}

const LAUNCHES: &[Launch] = &[
    launch(&["tox"], &["exec"], Style::runner("ecx", &["workdir", "conf", "override"])),
    launch(&["tox"], &["e"], Style::runner("ecx", &["workdir", "conf", "override"])),
    after_one(&["rustup"], &["run"], NONE),
    launch(&["volta"], &["run"], Style::runner("", &["node", "npm", "pnpm", "yarn"])),
    after_one(&["nvm"], &["exec"], NONE),
    launch(&["devbox"], &["run"], Style::runner("ce", &["config", "env", "env-file"])),
    launch(&["devenv"], &["shell"], NONE),
    launch(&["jenv"], &["exec"], NONE),
    Launch {
        texts: &["-c", "--command"],
        ..launch(&["flox"], &["activate"], Style::runner("dcr", &["dir", "command", "remote"]))
    },
    launch(&["meson"], &["devenv"], Style::runner("Cw", &["workdir", "dump-format"])),
    launch(&["cmake"], &["-E", "time"], NONE),
    launch(&["cmake"], &["-E", "env"], Style::runner("", &["unset", "modify"])),
    after_one(&["cmake"], &["-E", "chdir"], NONE),
    launch(&["lerna"], &["exec"], Style::runner("", &["scope", "ignore", "since", "concurrency"])),
    launch(&["nx"], &["exec"], Style::runner("p", &["projects", "parallel"])),
    after_one(&["sops"], &["exec-env"], Style::runner("", &["user"])),
    after_one(&["sops"], &["exec-file"], Style::runner("", &["user", "filename"])),
    after_one(&["envchain"], &[], NONE),
    after_one(&["consul"], &["lock"], Style::runner("", &["n", "name", "timeout", "token"])),
    after_one(&["etcdctl"], &["lock"], Style::runner("", &["ttl"])),
    launch(&["summon"], &[], Style::runner("pfDe", &["provider", "environment"])),
    launch(&["saml2aws"], &["exec"], Style::runner("ap", &["profile", "exec-profile"])),
    after_one(&["aws-okta"], &["exec"], NONE),
    launch(&["godotenv"], &[], Style::runner("f", &[])),
];

const OWN: Entry = Entry { operands: Operands::Own(launched), ..WORDS };

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &[
            "rustup", "volta", "nvm", "devbox", "devenv", "jenv", "flox", "lerna", "nx", "consul",
            "etcdctl", "saml2aws", "aws-okta",
        ],
        style: Style::new("", &["endpoints", "config", "profile"]),
        ..OWN
    },
    Entry { names: &["guix", "envconsul"], operands: Operands::Own(after_dashes), ..WORDS },
    Entry { names: &["tox"], style: Style::new("ecx", &["workdir", "conf"]), ..OWN },
    Entry { names: &["meson"], style: Style::new("C", &[]), ..OWN },
    Entry { names: &["envchain", "summon", "godotenv"], operands: Operands::Own(at_once), ..WORDS },
    Entry {
        names: &["cmake"],
        style: Style::new("BSCDGPUA", &[]),
        operands: Operands::Own(cmake),
        ..WORDS
    },
    Entry {
        names: &["nix-shell"],
        style: Style::new(
            "pIAE",
            &["run", "command", "packages", "attr", "arg+", "argstr+", "keep", "option+"],
        ),
        options: &[(&["--run", "--command"], Use::Shell)],
        operands: Operands::Own(nix_shell),
        ..WORDS
    },
    Entry {
        names: &["nix"],
        style: Style::new("fIc", &["file", "option+"]),
        operands: Operands::Own(nix),
        ..WORDS
    },
];

/// `TOOL WORD [options] COMMAND`
pub fn launched(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    follow(walk, started, own_words(started), scope);
}

/// The same for a tool without words of its own, and for words that look like options.
fn at_once(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    follow(walk, started, &started.run.words, scope);
}

fn follow(walk: &mut Walk, started: &Started, words: &[Value], scope: &mut Scope) {
    let tool = super::name_of(&started.run.program);
    let Some(launch) = LAUNCHES.iter().find(|launch| launch.fits(tool, words)) else { return };
    let launched = launch.launched(words);
    let texts = launch.texts(&launched);
    // sops, consul and etcdctl give a single word to a shell.
    match launched.command.as_slice() {
        _ if !texts.is_empty() => texts.iter().for_each(|text| shell(walk, started, text, scope)),
        [text] if ["sops", "consul"].contains(&tool) => shell(walk, started, text, scope),
        _ => run(walk, started, launched.command, scope),
    }
}

/// `guix shell PACKAGES -- COMMAND`
fn after_dashes(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut words = started.run.words.iter();
    if words.any(|word| word.literal() == Some("--")) {
        run(walk, started, words.cloned().collect(), scope);
    } else if started.run.words.first().and_then(Value::literal) == Some("shell") {
        run_or_shell(walk, started, Vec::new(), scope);
    }
}

/// `cmake -E env NAME=VALUE COMMAND`, `cmake -E time COMMAND`, `cmake -E chdir DIRECTORY COMMAND`
fn cmake(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = started.run.words.as_slice();
    let Some(launch) = LAUNCHES.iter().find(|launch| launch.fits("cmake", words)) else { return };
    let launched = launch.launched(words);
    let mut own = scope.clone();
    if let Some(directory) = launched.arguments.operands.first() {
        walk.go_below(directory, &mut own);
    }
    with_assignments(walk, started, launched.command, &mut own);
}

/// `nix-shell` without a command is a shell that reads what comes in.
fn nix_shell(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if !started.run.arguments.has(&["--run", "--command", "--version", "--help"]) {
        run_or_shell(walk, started, Vec::new(), scope);
    }
}

/// `nix shell PACKAGES -c COMMAND`, `nix develop -c COMMAND`: what follows `-c` is words, not a text.
fn nix(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut words = started.run.words.iter();
    let runs = |word: &Value| matches!(word.literal(), Some("-c" | "--command"));
    if words.any(runs) {
        return run(walk, started, words.cloned().collect(), scope);
    }
    // `nix run nixpkgs#git -- push`: the program usually has the package's name.
    let words = own_words(started);
    if matches!(words.first().and_then(Value::literal), Some("shell" | "develop")) {
        return run_or_shell(walk, started, Vec::new(), scope);
    }
    if let [word, package, arguments @ ..] = words
        && word.literal() == Some("run")
        && let Some((_, name)) = package.literal().and_then(|package| package.rsplit_once('#'))
    {
        let arguments = arguments.iter().skip_while(|word| word.literal() != Some("--")).skip(1);
        let name = name.rsplit('.').next().unwrap_or(name);
        let command = std::iter::once(Value::from(name)).chain(arguments.cloned()).collect();
        run(walk, started, command, scope);
    }
}
