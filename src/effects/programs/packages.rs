//! Owns tools of package managers and environments that run a command after a word of their own; it does not know the
//! command.
//!
//! Sources: `npm help exec`, `npx`, the pnpm, yarn and bun command-line references, uv, poetry, pipenv, pdm, hatch, conda,
//! bundler, mise(1), direnv(1), asdf, the documentation of dotenvx, doppler and op.

use super::Started;
use super::dotenv::dotenv;
use super::entry::{Entry, Operands, Use, WORDS, rest, run, shell};
use super::files::{Files, below};
use super::launch::{Launch, launch, own_words};
use super::package_scripts::{MANAGERS, run_scripts};
use crate::effects::options::{self, Style};
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

const NONE: Style = Style::runner("", &[]);
const UV: Style = Style::runner(
    "pPfi",
    &[
        "package",
        "python",
        "with",
        "with-editable",
        "with-requirements",
        "extra",
        "group",
        "no-group",
        "only-group",
        "no-extra",
        "env-file",
        "index",
        "default-index",
        "index-url",
        "extra-index-url",
        "find-links",
        "directory",
        "project",
        "config-file",
        "cache-dir",
        "from",
        "refresh-package",
        "upgrade-package",
        "reinstall-package",
        "resolution",
        "prerelease",
        "link-mode",
        "color",
        "python-platform",
        "exclude-newer",
    ],
);
const NPM: Style = Style::runner("cpw", &["call", "package", "workspace", "prefix"]);

const LAUNCHES: &[Launch] = &[
    launch(&["npm"], &["exec"], NPM),
    launch(&["npm"], &["x"], NPM),
    launch(&["pnpm"], &["exec"], NPM),
    launch(&["pnpm"], &["dlx"], Style::runner("", &["package", "allow-build"])),
    launch(&["yarn"], &["exec"], NONE),
    launch(&["yarn"], &["run"], NONE),
    launch(&["yarn"], &["dlx"], Style::runner("p", &["package"])),
    launch(&["bun"], &["x"], Style::runner("p", &["package"])),
    launch(&["bun"], &["run"], Style::runner("", &["cwd", "filter"])),
    launch(&["uv"], &["run"], UV),
    launch(&["uv"], &["tool", "run"], UV),
    launch(&["pipx"], &["run"], Style::runner("", &["spec", "python", "pip-args", "index-url"])),
    launch(
        &["poetry", "pipenv", "pdm", "hatch", "rye", "pixi"],
        &["run"],
        Style::runner("ep", &["environment", "project"]),
    ),
    launch(
        &["conda", "mamba", "micromamba"],
        &["run"],
        Style::runner("np", &["name", "prefix", "cwd"]),
    ),
    launch(&["bundle"], &["exec"], NONE),
    launch(&["pixi"], &["exec"], Style::runner("spc", &["spec", "platform", "channel"])),
    launch(&["chamber"], &["exec"], Style::runner("", &["backend"])),
    launch(&["mise", "rtx"], &["exec"], Style::runner("cj", &["command", "jobs"])),
    launch(&["mise", "rtx"], &["x"], Style::runner("cj", &["command", "jobs"])),
    Launch { skipped: 1, ..launch(&["direnv"], &["exec"], NONE) },
    launch(
        &["asdf", "rbenv", "pyenv", "nodenv", "fnm", "opam"],
        &["exec"],
        Style::runner("", &["using", "switch"]),
    ),
    launch(
        &["doppler", "op", "infisical", "dotenvx", "teller", "chamber"],
        &["run"],
        Style::runner("pcfe", &["project", "config", "env-file", "env", "path", "mount"]),
    ),
    Launch {
        skipped: 1,
        ..launch(&["aws-vault"], &["exec"], Style::runner("d", &["duration", "region"]))
    },
];

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["npx", "bunx", "pnpx"],
        style: Style::runner("pcw", &["package", "call", "workspace"]),
        options: &[(&["-c", "--call"], Use::Shell)],
        operands: Operands::Own(package),
        ..WORDS
    },
    Entry { names: &["uvx"], style: UV, operands: Operands::Own(package), ..WORDS },
    Entry {
        names: &["npm"],
        style: Style::new(
            "wCcp",
            &[
                "prefix",
                "registry",
                "tag",
                "workspace",
                "access",
                "otp",
                "userconfig",
                "call",
                "package",
            ],
        ),
        operands: Operands::Own(launched),
        ..WORDS
    },
    Entry {
        names: &["pnpm"],
        style: Style::new("CF", &["dir", "filter", "registry", "tag", "access", "otp"]),
        operands: Operands::Own(launched),
        ..WORDS
    },
    Entry {
        names: &["yarn"],
        style: Style::new("", &["cwd", "registry", "tag", "access"]),
        operands: Operands::Own(launched),
        ..WORDS
    },
    Entry {
        names: &["bun"],
        style: Style::new("e", &["cwd", "filter", "env-file"]),
        options: &[(&["--env-file"], Use::Reads)],
        operands: Operands::Own(launched),
        ..WORDS
    },
    Entry {
        names: &[
            "uv",
            "pipx",
            "poetry",
            "pipenv",
            "pdm",
            "hatch",
            "rye",
            "pixi",
            "conda",
            "mamba",
            "micromamba",
            "bundle",
            "mise",
            "rtx",
            "direnv",
            "asdf",
            "rbenv",
            "pyenv",
            "nodenv",
            "fnm",
            "opam",
            "doppler",
            "infisical",
            "dotenvx",
            "teller",
            "chamber",
            "aws-vault",
        ],
        style: Style::new("pCe", &["directory", "project", "config-file", "python", "cwd"]),
        operands: Operands::Own(launched),
        ..WORDS
    },
    // `op inject -i TEMPLATE -o FILE`, `op run -- COMMAND`
    Entry {
        names: &["op"],
        style: Style::new("io", &["in-file", "out-file", "account", "vault", "env-file"]),
        options: &[(&["-i", "--in-file"], Use::Reads), (&["-o", "--out-file"], Use::Writes)],
        operands: Operands::Own(launched),
        ..WORDS
    },
];

/// `npx PACKAGE ARGUMENTS`: the program has the package's name; with `-c`, everything is in the text.
fn package(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    if !started.run.arguments.has(&["-c", "--call"]) {
        named_program(walk, started, rest(started, 0), scope);
    }
}

/// Runs words whose first may be a package: `@scope/name@1.2` runs `name`.
fn named_program(walk: &mut Walk, started: &Started, mut words: Vec<Value>, scope: &mut Scope) {
    if let Some(first) = words.first_mut()
        && let Some(name) = first.literal().map(program_of)
    {
        *first = name;
    }
    run(walk, started, words, scope);
}

fn program_of(package: &str) -> Value {
    let name = match package.strip_prefix('@').and_then(|scoped| scoped.split_once('/')) {
        Some((_, name)) => name,
        None => package,
    };
    Value::from(name.split('@').next().unwrap_or(name))
}

/// `TOOL WORD [options] COMMAND`
fn launched(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let tool = super::name_of(&started.run.program);
    // What comes before the tool's word is the tool's own.
    let words = own_words(started);
    if MANAGERS.contains(&tool) && run_scripts(walk, started, words, scope) {
        return;
    }
    let launch = LAUNCHES.iter().find(|launch| launch.fits(tool, words));
    if tool == "yarn"
        && let Some(words) = of_workspaces(words)
    {
        return run(walk, started, words, scope);
    }
    if let Some(launch) = launch {
        let after = words.get(launch.words.len()..).unwrap_or_default();
        let parsed = options::parse(&launch.style, after);
        let lists = parsed.arguments.options.iter().filter(|it| it.name == "--env-file");
        let lists: Vec<Value> = lists.filter_map(|it| it.value.clone()).collect();
        Files::new(walk, started, scope).all(Access::Read, &lists, false);
        if let Some(text) = parsed.arguments.value(&["--call", "--command", "-c"])
            && launch.style.short_values.contains('c')
        {
            shell(walk, started, text, scope);
            return;
        }
        let skipped = parsed.first_operand.saturating_add(launch.skipped);
        // `aws-vault exec PROFILE -- COMMAND`, `mise exec TOOLS -- COMMAND`
        let command = after.get(skipped..).unwrap_or_default();
        let dashes = command.iter().position(|word| word.literal() == Some("--"));
        let command = match dashes {
            Some(dashes) if ["mise", "chamber"].contains(&tool) || dashes == 0 => {
                command.get(dashes + 1..)
            }
            _ => Some(command),
        };
        named_program(walk, started, command.unwrap_or_default().to_vec(), scope);
        return;
    }
    if tool == "npm" {
        install(walk, started, scope);
    }
    let own = ["get", "set", "encrypt", "decrypt"];
    if tool == "dotenvx"
        && words.first().and_then(Value::literal).is_some_and(|it| own.contains(&it))
    {
        dotenv(walk, started, scope);
    }
    // `yarn prisma` and `pnpm prisma` run a program, unless it is a command of theirs.
    let is_own = |word: &str| OWN_COMMANDS.contains(&word);
    if ["yarn", "pnpm"].contains(&tool)
        && let Some(word) = words.first().and_then(Value::literal)
        && !is_own(word)
    {
        run(walk, started, words.to_vec(), scope);
    }
}

/// `yarn workspace NAME WORDS` and `yarn workspaces foreach [options] WORDS` are `yarn WORDS` in other directories.
fn of_workspaces(words: &[Value]) -> Option<Vec<Value>> {
    let rest = match (words.first()?.literal()?, words.get(1)?.literal()) {
        ("workspace", _) => words.get(2..)?,
        ("workspaces", Some("foreach" | "run")) => {
            let is_word = |word: &Value| matches!(word.literal(), Some("exec" | "run" | "dlx"));
            words.get(words.iter().position(is_word)?..)?
        }
        _ => return None,
    };
    Some(std::iter::once(Value::from("yarn")).chain(rest.iter().cloned()).collect())
}

/// The commands of yarn and pnpm themselves.
const OWN_COMMANDS: &[&str] = &[
    "access",
    "add",
    "audit",
    "autoclean",
    "bin",
    "cache",
    "check",
    "ci",
    "config",
    "constraints",
    "create",
    "dedupe",
    "deploy",
    "dist-tag",
    "dlx",
    "doctor",
    "env",
    "exec",
    "explain",
    "fetch",
    "generate-lock-entry",
    "global",
    "help",
    "import",
    "info",
    "init",
    "install",
    "i",
    "it",
    "licenses",
    "link",
    "list",
    "ln",
    "login",
    "logout",
    "ls",
    "node",
    "npm",
    "outdated",
    "owner",
    "pack",
    "patch",
    "patch-commit",
    "plugin",
    "policies",
    "prune",
    "publish",
    "rb",
    "rebuild",
    "recursive",
    "remove",
    "rm",
    "root",
    "run",
    "search",
    "self-update",
    "server",
    "set",
    "setup",
    "stage",
    "start",
    "store",
    "tag",
    "team",
    "test",
    "un",
    "uninstall",
    "unlink",
    "unplug",
    "up",
    "update",
    "upgrade",
    "upgrade-interactive",
    "version",
    "versions",
    "why",
    "workspace",
    "workspaces",
];

/// `npm install --prefix DIRECTORY` writes there.
fn install(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let command = files.operands().first().and_then(Value::literal);
    if let Some(directory) = files.value(&["--prefix", "-C"])
        && matches!(command, Some("install" | "i" | "ci" | "add" | "update" | "uninstall"))
    {
        files.one(Access::Write, &below(directory, &Value::from("node_modules")), true);
    }
}
