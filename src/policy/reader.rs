//! Owns reading a policy file: its settings and their order; it does not read packs, windows or rules, nor apply them.

use super::{
    definition::Definition,
    document::{Document, Entry, entries},
    error::{ErrorKind, PolicyError},
    overrides,
    pack_reader::read_packs,
    packs,
    rule::{OnError, Policy, Rule, Unknown},
    rule_reader::RuleReader,
    values_reader::pointer,
    window_reader::{Windows, read_windows, zone_name},
    words,
};
use crate::{
    effects::ToolArguments,
    verdict::{Decision, Layer},
};
use toml::de::{DeTable, DeValue};

/// The most bytes a policy file may have.
const LONGEST_POLICY: usize = 1024 * 1024;
/// The most rules a policy file may have.
const MOST_RULES: usize = 2_000;
/// Deadlines that make sense: below, nothing can be judged; above, people wait for nothing.
const DEADLINE_MS: std::ops::Range<u64> = 50..10_001;

/// A policy file's text, and what is known of the file.
#[derive(Debug, Clone)]
pub struct Source {
    /// The file as shown to people.
    pub file: String,
    /// Its text.
    pub text: String,
    /// Whose file it is.
    pub layer: Layer,
    /// Whether a person has agreed to it; only project files are ever untrusted.
    pub trusted: bool,
}

impl Source {
    /// The user's policy where there is neither an organisation's nor a user's file.
    pub fn stand_in() -> Source {
        let file = "the built-in policy".to_owned();
        let text = packs::DEFAULT_USER_POLICY.to_owned();
        Source { file, text, layer: Layer::User, trusted: true }
    }
}

/// What a file and a pack have in common.
#[derive(Debug, Default)]
pub(super) struct Body {
    /// The zone of windows that name none.
    pub timezone: Option<String>,
    /// The windows.
    pub windows: Windows,
    /// The rules.
    pub rules: Vec<Rule>,
}

/// Reads a policy file with the packs it lists, or says everything that is wrong with it.
///
/// ```
/// use hookshim::{policy, verdict::Layer};
///
/// let text = "version = 1\n[rules.push]\ndenny = { run = \"git push\" }\n";
/// let source = policy::Source {
///     file: "policy.toml".into(),
///     text: text.into(),
///     layer: Layer::User,
///     trusted: true,
/// };
/// let errors = policy::read(source).unwrap_err();
/// assert_eq!(
///     policy::summary(&errors),
///     "policy.toml:3:1: rule `push`: unknown key `denny` in a rule (did you mean `deny`?)"
/// );
/// ```
pub fn read(source: Source) -> Result<Policy, Vec<PolicyError>> {
    let mut document = Document::new(&source.file, &source.text);
    let trusted = source.trusted || source.layer != Layer::Project;
    let mut policy = Policy::empty(&source.file, source.layer, trusted);
    let Some(table) = parse(&mut document) else { return document.finish(policy) };
    let top = entries(&table);
    if version(&mut document, &top) {
        known_keys(&mut document, &top);
        settings(&mut document, &top, &mut policy);
        policy.definition = if trusted { None } else { Definition::of(&top) };
        declarations(&mut document, &top, &mut policy);
        let mut body = read_body(&mut document, &top, None, Body::default());
        policy.rules.append(&mut body.rules);
        policy.timezone = body.timezone.clone();
        policy.rules.extend(read_packs(&mut document, &top, &body));
        let asks = asks_about_scripts(&mut document, &top, &mut policy);
        policy.rules.iter_mut().for_each(|rule| rule.asks_about_scripts = asks);
        powers(&mut document, &top, &mut policy);
        if policy.layer == Layer::Project && !policy.trusted {
            leave_rewriting(&mut policy);
        }
    }
    document.finish(policy)
}

/// The TOML of the text, unless it is none.
pub(super) fn parse<'t>(document: &mut Document<'t>) -> Option<DeTable<'t>> {
    if document.text.len() > LONGEST_POLICY {
        let message = "a policy may have 1 MiB";
        document.error(ErrorKind::TooLong, &(0..0), message, "split it, or shorten its lists");
        return None;
    }
    let (table, errors) = DeTable::parse_recoverable(document.text);
    for error in &errors {
        let end = document.text.len();
        let span = error.span().unwrap_or(end..end);
        let message = match (error.message(), document.text.get(span.clone())) {
            ("duplicate key", Some(key)) => format!("`{key}` stands here twice"),
            (message, _) => format!("this is not TOML: {message}"),
        };
        document.error(ErrorKind::Syntax, &span, &message, "");
    }
    errors.is_empty().then(|| table.into_inner())
}

/// Whether the file is of the language that we read. If not, nothing else of it would be understood.
pub(super) fn version(document: &mut Document, top: &[Entry]) -> bool {
    let Some(entry) = find(top, "version") else {
        let help = "write `version = 1` in its first line";
        document.error(ErrorKind::Version, &(0..0), "the policy does not say its version", help);
        return false;
    };
    let known = matches!(entry.value, DeValue::Integer(value) if value.to_string() == "1");
    if !known {
        let message = "this hookshim reads `version = 1`";
        document.error(ErrorKind::Version, &entry.span, message, "update hookshim, or write `1`");
    }
    known
}

/// Notes every key that a policy file does not have, and tests that are no tests.
pub(super) fn known_keys(document: &mut Document, top: &[Entry]) {
    for entry in top {
        if !words::FILE.contains(&entry.key) {
            document.unexpected_key(entry, "a policy", words::FILE, words::FILE_LATER);
        }
    }
    if let Some(tests) = find(top, "tests") {
        document.tables(tests);
    }
}

/// Reads the settings of the file, and notes those that the file may not make.
fn settings(document: &mut Document, top: &[Entry], policy: &mut Policy) {
    const UNKNOWN: &str = "`unknown` waits until the project's policy is trusted";
    const ON_ERROR: &str = "`on_error = \"deny\"` waits until the project's policy is trusted";
    const ALLOW: &str = "`on_error = \"allow\"` counts only in the user's or organisation's policy";
    const DEADLINE: &str = "`deadline_ms` counts only in the user's or organisation's policy";
    let project = policy.layer == Layer::Project;
    if let Some(entry) = find(top, "unknown") {
        match document.choice(entry, &UNKNOWNS) {
            Some(unknown) if policy.trusted || !project => policy.unknown = unknown,
            _ => policy.waiting.push(UNKNOWN.to_owned()),
        }
    }
    if let Some(entry) = find(top, "on_error") {
        match document.choice(entry, &[("deny", OnError::Deny), ("allow", OnError::Allow)]) {
            Some(OnError::Allow) if project => policy.waiting.push(ALLOW.to_owned()),
            _ if project && !policy.trusted => policy.waiting.push(ON_ERROR.to_owned()),
            on_error => policy.on_error = on_error,
        }
    }
    if let Some(entry) = find(top, "deadline_ms") {
        match document.integer(entry, DEADLINE_MS) {
            _ if project => policy.waiting.push(DEADLINE.to_owned()),
            deadline => policy.deadline_ms = deadline,
        }
    }
}

/// Reads what only the organisation's and the user's files may say of rules: `overrides`, `enforce` and
/// `self_protection`. A project could loosen by them, trusted or not.
fn powers(document: &mut Document, top: &[Entry], policy: &mut Policy) {
    const SWITCH: [(&str, bool); 2] = [("on", true), ("off", false)];
    let overrides = find(top, "overrides").map(|it| overrides::read(document, it, &policy.rules));
    let enforce = find(top, "enforce").map(|it| document.boolean(it).unwrap_or(true));
    let self_protection =
        find(top, "self_protection").map(|it| document.choice(it, &SWITCH).unwrap_or(true));
    if policy.layer == Layer::Project {
        let said = [
            ("overrides", overrides.is_some()),
            ("enforce", enforce.is_some()),
            ("self_protection", self_protection.is_some()),
        ];
        for (key, _) in said.into_iter().filter(|(_, is_said)| *is_said) {
            let why = format!("`{key}` counts only in the user's or organisation's policy");
            policy.waiting.push(why);
        }
        return;
    }
    policy.overrides = overrides.unwrap_or_default();
    if policy.layer != Layer::Organisation && policy.overrides.iter().any(|it| it.locked) {
        policy.overrides.iter_mut().for_each(|it| it.locked = false);
        policy.waiting.push("`lock` counts only in the organisation's policy".to_owned());
    }
    policy.enforce = enforce.unwrap_or(true);
    policy.self_protection = self_protection;
}

/// Leaves out the rules that rewrite: what they make of a call is for a person to agree to.
fn leave_rewriting(policy: &mut Policy) {
    for rule in policy.rules.iter().filter(|rule| rule.verb == Decision::Rewrite) {
        let why = format!(
            "the rule `{}` rewrites, which waits until the project's policy is trusted",
            rule.id
        );
        policy.waiting.push(why);
    }
    policy.rules.retain(|rule| rule.verb != Decision::Rewrite);
}

/// Reads `scripts`: whether what cannot be known of a script is asked about. Most scripts of a project do something of the
/// kind, so that is not the rule.
fn asks_about_scripts(document: &mut Document, top: &[Entry], policy: &mut Policy) -> bool {
    const SCRIPTS: &str = "`scripts` waits until the project's policy is trusted";
    let Some(entry) = find(top, "scripts") else { return false };
    let asks = document.choice(entry, &[("silent", false), ("ask", true)]).unwrap_or(false);
    if policy.layer == Layer::Project && !policy.trusted {
        policy.waiting.push(SCRIPTS.to_owned());
        return false;
    }
    asks
}

/// Reads `wrappers` and `tools`. A wrapper only lets more be seen, so a project may declare some that nobody has agreed to;
/// what an argument of a tool means could hide something as well.
fn declarations(document: &mut Document, top: &[Entry], policy: &mut Policy) {
    const TOOLS: &str = "`tools` waits until the project's policy is trusted";
    if let Some(entry) = find(top, "wrappers") {
        for (name, span) in document.strings(entry) {
            if name.is_empty() || name.contains(|it: char| it.is_whitespace() || it == '/') {
                let message = format!("`{name}` is no program's name");
                let help = "a wrapper is named as in a command, without directory and arguments";
                document.error(ErrorKind::BadValue, &span, &message, help);
            }
            policy.declared.wrappers.push(name.to_owned());
        }
    }
    let Some(entry) = find(top, "tools") else { return };
    for tool in document.table(entry).unwrap_or_default() {
        if tool.key.contains('*') {
            let message = format!("`{}` is no tool's name: it has a `*`", tool.key);
            let help = "write one table for each tool, by the host's name for it";
            document.error(ErrorKind::BadValue, &tool.key_span, &message, help);
        }
        let arguments = tool_arguments(document, &tool);
        policy.declared.tools.push((tool.key.to_owned(), arguments));
    }
    if policy.layer == Layer::Project && !policy.trusted {
        policy.declared.tools.clear();
        policy.waiting.push(TOOLS.to_owned());
    }
}

/// Reads which argument of a tool is what, each as a JSON pointer.
fn tool_arguments(document: &mut Document, tool: &Entry) -> ToolArguments {
    let mut arguments = ToolArguments::default();
    let keys = document.table(tool).unwrap_or_default();
    if keys.is_empty() && matches!(tool.value, DeValue::Table(_)) {
        let message = format!("nothing is said of the tool `{}`", tool.key);
        let help = "name an argument by its JSON pointer: sql = \"/query\"";
        document.error(ErrorKind::NeverMatches, &tool.key_span, &message, help);
    }
    for key in keys {
        let place = match key.key {
            "command" => &mut arguments.command,
            "cwd" => &mut arguments.cwd,
            "path" => &mut arguments.path,
            "url" => &mut arguments.url,
            "sql" => &mut arguments.sql,
            _ => {
                document.unexpected_key(&key, "a tool", words::TOOL, &[]);
                continue;
            }
        };
        if let Some((text, span)) = document.string(&key) {
            pointer(document, text, &span);
            *place = Some(text.to_owned());
        }
    }
    arguments
}

/// The values of `unknown`.
pub(super) const UNKNOWNS: [(&str, Unknown); 3] =
    [("ask", Unknown::Ask), ("deny", Unknown::Deny), ("allow", Unknown::Allow)];

/// Reads the zone, the windows and the rules of a file or of a `pack`; `outer` has the zone that holds where the text
/// names none, and the windows that take the place of its own.
pub(super) fn read_body(
    document: &mut Document,
    top: &[Entry],
    pack: Option<&str>,
    outer: Body,
) -> Body {
    let own_zone = find(top, "timezone").and_then(|entry| zone_name(document, entry));
    let mut body = Body { timezone: own_zone.or(outer.timezone), ..Body::default() };
    if let Some(entry) = find(top, "windows") {
        body.windows = read_windows(document, entry, body.timezone.as_deref());
    }
    for (name, window) in &mut body.windows {
        if let Some(replacement) = outer.windows.get(name) {
            *window = replacement.clone();
        }
    }
    let rules = find(top, "rules").and_then(|entry| document.table(entry)).unwrap_or_default();
    if let Some(first_too_many) = rules.get(MOST_RULES) {
        let message = format!("a policy may have {MOST_RULES} rules");
        let help = "give rules of one kind a list of tables";
        document.error(ErrorKind::TooManyRules, &first_too_many.key_span, &message, help);
        return body;
    }
    let reader = RuleReader { pack, windows: &body.windows, timezone: body.timezone.as_deref() };
    body.rules = rules.iter().filter_map(|rule| reader.read(document, rule)).collect();
    body
}

/// The entry of this name.
pub(super) fn find<'e, 'd>(entries: &'e [Entry<'d>], key: &str) -> Option<&'e Entry<'d>> {
    entries.iter().find(|entry| entry.key == key)
}
