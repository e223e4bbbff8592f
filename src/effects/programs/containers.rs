//! Owns programs that run a command on another machine or in a container, and what of this one is mounted there; it does
//! not know the command.
//!
//! Sources: ssh(1) of OpenSSH 9, docker-run(1), docker-exec(1), podman-run(1), `kubectl exec --help`, the Compose
//! command-line reference, vagrant, machinectl(1).

use super::entry::{Entry, Operands, WORDS, rest, run, shell};
use super::marked::Marked;
use super::wrappers::joined;
use super::{Described, Started, container_files};
use crate::effects::mounts::{Mount, Mounts};
use crate::effects::options::{self, Style};
use crate::effects::scope::{Scope, unknown_directory};
use crate::effects::walk::Walk;
use crate::effects::{Arguments, Place, Value, paths, windows};

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["ssh", "autossh", "slogin"],
        style: Style::runner("BbcDEeFIiJLlmOopPQRSWw", &[]),
        operands: Operands::Own(ssh),
        ..WORDS
    },
    Entry {
        names: &["docker", "podman", "nerdctl"],
        style: DOCKER,
        operands: Operands::Own(container_command),
        ..WORDS
    },
    Entry {
        names: &["docker-compose", "podman-compose"],
        style: DOCKER,
        operands: Operands::Own(container_command),
        ..WORDS
    },
    Entry {
        names: &["kubectl", "oc", "k3s"],
        style: KUBECTL,
        operands: Operands::Own(kubectl),
        ..WORDS
    },
];

/// Options that take a value before a command of docker, or after one that runs nothing.
const DOCKER: Style = Style::new(
    "=cHlfop",
    &[
        "config",
        "context",
        "host",
        "log-level",
        "tlscacert",
        "tlscert",
        "tlskey",
        "filter",
        "format",
        "file",
        "project-name",
        "profile",
        "env-file",
        "project-directory",
        "label-file",
        "secret",
        "output",
        "input",
        "tag",
        "build-arg",
        "target",
        "platform",
    ],
);

const DOCKER_NAMES: &[&str] = &["docker", "podman", "nerdctl", "docker-compose", "podman-compose"];

/// The grammar of docker and its like; `None` for another program.
pub fn describe(name: &str, words: &[Value]) -> Option<Described> {
    let entry = super::entry(name).filter(|_| DOCKER_NAMES.contains(&name))?;
    let harmless = super::harmless::by_words(name, words);
    let arguments = container_files::arguments(&DOCKER, words);
    Some(Described { arguments, harmless, ..entry.describe(words) })
}

/// Images whose program is the one they are named after, so that what follows the image is its arguments.
const IMAGES: &[(&str, &str)] = &[
    ("hashicorp/terraform", "terraform"),
    ("opentofu/opentofu", "tofu"),
    ("alpine/terragrunt", "terragrunt"),
    ("bitnami/kubectl", "kubectl"),
    ("rancher/kubectl", "kubectl"),
    ("alpine/helm", "helm"),
    ("alpine/git", "git"),
    ("amazon/aws-cli", "aws"),
    ("rclone/rclone", "rclone"),
    ("curlimages/curl", "curl"),
];

/// The program of an image.
fn program_of(image: &Value) -> Option<Value> {
    let image = image.literal()?;
    let name = image.split(['@', ':']).next().unwrap_or(image);
    let known = IMAGES.iter().find(|(known, _)| {
        name.strip_suffix(known).is_some_and(|host| host.is_empty() || host.ends_with('/'))
    });
    known.map(|(_, program)| Value::from(*program))
}

/// Options of `run` and `exec` that take a value.
const RUN: Style = Style::runner(
    "=acehlmpuvw",
    &[
        "add-host",
        "annotation",
        "attach",
        "blkio-weight",
        "blkio-weight-device",
        "cap-add",
        "cap-drop",
        "cgroup-parent",
        "cgroupns",
        "cidfile",
        "cpu-count",
        "cpu-percent",
        "cpu-period",
        "cpu-quota",
        "cpu-rt-period",
        "cpu-rt-runtime",
        "cpu-shares",
        "cpus",
        "cpuset-cpus",
        "cpuset-mems",
        "detach-keys",
        "device",
        "device-cgroup-rule",
        "device-read-bps",
        "device-read-iops",
        "device-write-bps",
        "device-write-iops",
        "dns",
        "dns-option",
        "dns-search",
        "domainname",
        "entrypoint",
        "env",
        "env-file",
        "expose",
        "gpus",
        "group-add",
        "health-cmd",
        "health-interval",
        "health-retries",
        "health-start-period",
        "health-timeout",
        "hostname",
        "ip",
        "ip6",
        "ipc",
        "isolation",
        "kernel-memory",
        "label",
        "label-file",
        "link",
        "link-local-ip",
        "log-driver",
        "log-opt",
        "mac-address",
        "memory",
        "memory-reservation",
        "memory-swap",
        "memory-swappiness",
        "mount",
        "name",
        "network",
        "net",
        "network-alias",
        "oom-score-adj",
        "pid",
        "pids-limit",
        "platform",
        "pod",
        "publish",
        "pull",
        "restart",
        "runtime",
        "security-opt",
        "shm-size",
        "stop-signal",
        "stop-timeout",
        "storage-opt",
        "sysctl",
        "tmpfs",
        "ulimit",
        "user",
        "userns",
        "uts",
        "volume",
        "volume-driver",
        "volumes-from",
        "workdir",
        "index",
        "preserve-fds",
        "secret",
        "arch",
        "os",
        "authfile",
        "creds",
    ],
);

const KUBECTL: Style = Style::new(
    "=nfslockp",
    &[
        "namespace",
        "context",
        "kubeconfig",
        "cluster",
        "user",
        "filename",
        "selector",
        "output",
        "server",
        "token",
        "as",
        "as-group",
        "container",
        "request-timeout",
        "field-selector",
        "grace-period",
        "timeout",
        "patch",
        "type",
        "replicas",
        "image",
        "certificate-authority",
        "client-certificate",
        "client-key",
        "cache-dir",
        "v",
        "tail",
        "since",
        "from-file",
        "from-env-file",
        "from-literal",
    ],
);

/// The scope of a command that runs where paths are others. One place in another has no mounts of ours.
pub fn elsewhere(
    scope: &Scope,
    place: Place,
    mounts: Vec<Mount>,
    directory: Option<Value>,
) -> Scope {
    let mounts = if scope.mounts.is_some() { Vec::new() } else { mounts };
    Scope {
        mounts: Some(Mounts::new(mounts)),
        place,
        directories: vec![directory.unwrap_or_else(unknown_directory)],
        ..scope.clone()
    }
}

/// How many mounts are followed.
const MAXIMUM_MOUNTS: usize = 64;

/// What `-v HERE:THERE` and `--mount type=bind,source=HERE,target=THERE` mount.
fn mounts(arguments: &Arguments, scope: &Scope) -> Vec<Mount> {
    let mut mounts = Vec::new();
    for option in &arguments.options {
        if mounts.len() >= MAXIMUM_MOUNTS {
            break;
        }
        let Some(value) = &option.value else { continue };
        let pair = match option.name.as_str() {
            "-v" | "--volume" => by_colon(value),
            "--mount" => by_key(value),
            _ => None,
        };
        let Some((source, there, read_only)) = pair else { continue };
        // A bare name is a volume of docker's own.
        let start = source.known_start();
        let is_path = start.starts_with(['/', '.', '~']) || windows::has_drive(start);
        if !start.is_empty() && !is_path {
            continue;
        }
        for directory in &scope.directories {
            let here = paths::absolute(&source, directory);
            mounts.push(Mount { here, there: there.clone(), read_only });
        }
    }
    mounts
}

/// `HERE:THERE[:ro]`; a part that is not known may stand in the first.
fn by_colon(value: &Value) -> Option<(Value, String, bool)> {
    let marked = Marked::new(value);
    // The colon of a drive is none between two parts.
    let drive = if windows::has_drive(&marked.text) { 2 } else { 0 };
    let (source, rest) = marked.text.split_at_checked(drive).and_then(|(drive, rest)| {
        let (source, rest) = rest.split_once(':')?;
        Some((marked.text.get(..drive.len() + source.len())?, rest))
    })?;
    let (there, options) = rest.split_once(':').unwrap_or((rest, ""));
    let read_only = options.split(',').any(|option| option == "ro");
    there.starts_with('/').then(|| (marked.value(source), there.to_owned(), read_only))
}

fn by_key(value: &Value) -> Option<(Value, String, bool)> {
    let marked = Marked::new(value);
    let key = |names: &[&str]| {
        let pairs = marked.text.split(',').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| names.contains(key)).map(|(_, value)| value).next()
    };
    let source = key(&["source", "src"])?;
    let there = key(&["target", "destination", "dst"])?.to_owned();
    let flags = marked.text.split(',');
    let read_only = flags.filter(|flag| ["ro", "readonly", "readonly=true"].contains(flag)).count();
    Some((marked.value(source), there, read_only > 0))
}

/// `ssh HOST WORDS`: joined by blanks, a text for the login shell there; without words it reads what comes in. Options may
/// stand on either side of the host.
fn ssh(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let arguments = &started.run.arguments;
    local_commands(walk, started, scope);
    let after = rest(started, 1);
    let style = super::entry("ssh").map(|entry| entry.style).unwrap_or_default();
    let first = options::leading(&style, &after).first_operand;
    let words = after.get(first..).unwrap_or_default();
    let mut there = elsewhere(scope, Place::Remote, Vec::new(), None);
    let mut options = arguments.options.iter().filter(|option| option.name == "-o");
    let remote = options.find_map(|option| command_of(option.value.as_ref()?, &["remotecommand"]));
    if let Some(command) = remote {
        return shell(walk, started, &command, &mut there);
    }
    if words.is_empty() {
        if !arguments.has(&["-N", "-V", "-Q", "-O", "-G"]) && !arguments.operands.is_empty() {
            run(walk, started, vec![Value::from("sh")], &mut there);
        }
        return;
    }
    shell(walk, started, &joined(words), &mut there);
}

/// Runs the commands in `-o ProxyCommand=…` and its like, which run on this machine.
pub fn local_commands(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    const LOCAL: &[&str] = &["proxycommand", "localcommand", "knownhostscommand"];
    for option in started.run.arguments.options.iter().filter(|option| option.name == "-o") {
        if let Some(command) = option.value.as_ref().and_then(|value| command_of(value, LOCAL)) {
            shell(walk, started, &command, scope);
        }
    }
}

/// The value of an option `NAME=VALUE` or `NAME VALUE` of these names.
fn command_of(option: &Value, names: &[&str]) -> Option<Value> {
    let known = option.known_start();
    let (name, _) = known.split_once(['=', ' '])?;
    let is_named = names.contains(&name.trim().to_ascii_lowercase().as_str());
    if is_named { option.after(name.len() + 1) } else { None }
}

/// `docker [options] [container | compose] run|exec [options] IMAGE COMMAND`
fn container_command(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    container_files::docker(walk, started, scope);
    let style = Style { operands_last: true, ..DOCKER };
    let mut words = started.run.words.as_slice();
    loop {
        let first = options::leading(&style, words).first_operand;
        words = words.get(first..).unwrap_or_default();
        let Some((word, after)) = words.split_first() else { return };
        words = after;
        match word.literal() {
            Some("container" | "compose") => {}
            Some("run" | "exec" | "create") => break,
            // `podman unshare COMMAND` runs here, in a namespace for users.
            Some("unshare") => return run(walk, started, words.to_vec(), scope),
            Some("machine") => return machine_shell(walk, started, words, scope),
            _ => return,
        }
    }
    let parsed = options::parse(&RUN, words);
    let mut command: Vec<Value> =
        words.iter().skip(parsed.first_operand.saturating_add(1)).cloned().collect();
    let image = words.get(parsed.first_operand);
    let entry = parsed.arguments.value(&["--entrypoint"]).cloned();
    if let Some(program) = entry.or_else(|| image.and_then(program_of)) {
        command.insert(0, program);
    }
    let directory = parsed.arguments.value(&["-w", "--workdir"]).cloned();
    let mounts = mounts(&parsed.arguments, scope);
    run(walk, started, command, &mut elsewhere(scope, Place::Container, mounts, directory));
}

/// `podman machine ssh [NAME] COMMAND`: whether the first word is a name is not known.
fn machine_shell(walk: &mut Walk, started: &Started, words: &[Value], scope: &mut Scope) {
    let Some((ssh, words)) = words.split_first() else { return };
    let first = options::leading(&Style::runner("", &["username"]), words).first_operand;
    let words = words.get(first..).unwrap_or_default();
    if ssh.literal() != Some("ssh") || words.is_empty() {
        return;
    }
    let mut there = elsewhere(scope, Place::Remote, Vec::new(), None);
    shell(walk, started, &joined(words), &mut there);
    if let [_, command @ ..] = words
        && !command.is_empty()
    {
        shell(walk, started, &joined(command), &mut there);
    }
}

/// `kubectl exec POD [-c CONTAINER] -- COMMAND`; what follows the pod is the command even without `--`.
fn kubectl(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    container_files::kubectl(walk, started, scope);
    let arguments = &started.run.arguments;
    let operands: Vec<Option<&str>> = arguments.operands.iter().map(Value::literal).collect();
    let words = &started.run.words;
    let dashes = words.iter().position(|word| word.literal() == Some("--"));
    let command: Vec<Value> = match (operands.first(), dashes) {
        (Some(Some("exec" | "run" | "debug" | "rsh")), Some(dashes)) => {
            words.iter().skip(dashes + 1).cloned().collect()
        }
        (Some(Some("rsh")), None) => arguments.operands.iter().skip(2).cloned().collect(),
        // `k3s kubectl …`
        (Some(Some("kubectl")), _) if operands.len() > 1 => {
            return run(walk, started, words.to_vec(), scope);
        }
        (Some(Some("exec")), None) => arguments.operands.iter().skip(2).cloned().collect(),
        _ => return,
    };
    run(walk, started, command, &mut elsewhere(scope, Place::Container, Vec::new(), None));
}
