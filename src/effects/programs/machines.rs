//! Owns clients that run a command on another machine, in a virtual one, or in a container that is already there; it does
//! not know the command.
//!
//! Sources: the manuals and references of multipass, LXD and Incus, Lima, Colima, Vagrant, the GitHub CLI (codespace ssh),
//! Heroku, flyctl, gcloud, the AWS CLI (ssm, ecs), Azure (`az vm run-command`), Nomad, Railway, minikube, doctl, mosh(1),
//! rsh(1), dbclient(1), plink, pdsh(1), pssh(1), clush(1), Teleport (tsh), Tailscale, lxc-attach(1), systemd-nspawn(1),
//! machinectl(1), distrobox, toolbox(1), flatpak(1), flatpak-spawn(1), apptainer(1), buildah(1), podman-machine-ssh(1).

use super::containers::elsewhere;
use super::entry::{Entry, Operands, WORDS, run, shell};
use super::launch::{Launch, launch, own_words};
use super::wrappers::joined;
use super::{Started, database, remote_calls};
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Place, Value};

/// A client's word, and where its command runs.
struct Reach {
    launch: Launch,
    place: Place,
    /// Whether the words are joined by blanks for a shell there, as ssh joins them.
    joined: bool,
    /// Whether the home directory and the working directory are the same there.
    shares_files: bool,
}

const fn remote(
    tools: &'static [&'static str],
    words: &'static [&'static str],
    style: Style,
    skipped: usize,
) -> Reach {
    let launch = Launch { skipped, ..launch(tools, words, style) };
    Reach { launch, place: Place::Remote, joined: false, shares_files: false }
}

const fn container(
    tools: &'static [&'static str],
    words: &'static [&'static str],
    style: Style,
    skipped: usize,
) -> Reach {
    Reach { place: Place::Container, ..remote(tools, words, style, skipped) }
}

const fn sharing(reach: Reach) -> Reach {
    Reach { shares_files: true, ..reach }
}

const fn like_ssh(reach: Reach, texts: &'static [&'static str]) -> Reach {
    Reach { joined: true, launch: Launch { texts, ..reach.launch }, ..reach }
}

const NONE: Style = Style::runner("", &[]);
const LXC: Style = Style::runner("ntTe", &["cwd", "env", "group", "user", "mode"]);
const LIMA: Style = Style::runner("", &["shell", "workdir", "instance", "profile"]);
const BIND: Style = Style::runner(
    "BHcW",
    &["bind", "home", "pwd", "workdir", "env", "env-file", "overlay", "mount", "app", "security"],
);
const MANY: Style = Style::runner(
    "wxlftuRHhpoeBgSi",
    &["hosts", "host", "user", "timeout", "par", "outdir", "errdir", "options", "group"],
);

/// Rows with more words stand before those with fewer.
const REACHES: &[Reach] = &[
    remote(&["multipass"], &["exec"], Style::runner("d", &["working-directory"]), 1),
    container(&["lxc", "incus"], &["exec"], LXC, 1),
    remote(&["multipass"], &["shell"], NONE, 1),
    remote(&["limactl"], &["shell"], LIMA, 1),
    remote(&["lima"], &[], NONE, 0),
    remote(&["colima"], &["ssh"], Style::runner("p", &["profile"]), 0),
    like_ssh(
        remote(&["vagrant"], &["ssh"], Style::runner("c", &["command"]), 1),
        &["-c", "--command"],
    ),
    like_ssh(remote(&["gh"], &["codespace", "ssh"], GH, 0), &[]),
    like_ssh(remote(&["gh"], &["cs", "ssh"], GH, 0), &[]),
    like_ssh(remote(&["heroku"], &["run"], HEROKU, 0), &[]),
    like_ssh(remote(&["heroku"], &["run:detached"], HEROKU, 0), &[]),
    like_ssh(remote(&["heroku"], &["run:inside"], HEROKU, 1), &[]),
    like_ssh(remote(&["fly", "flyctl"], &["ssh", "console"], FLY, 0), &["-C", "--command"]),
    like_ssh(remote(&["fly", "flyctl"], &["machine", "exec"], FLY, 1), &[]),
    like_ssh(remote(&["gcloud"], &["compute", "ssh"], GCLOUD, 1), &["--command"]),
    like_ssh(remote(&["gcloud"], &["cloud-shell", "ssh"], GCLOUD, 0), &["--command"]),
    like_ssh(remote(&["gcloud"], &["compute", "tpus", "tpu-vm", "ssh"], GCLOUD, 1), &["--command"]),
    remote(&["nomad"], &["alloc", "exec"], Style::runner("eit", &["task", "job"]), 1),
    remote(&["nomad"], &["exec"], Style::runner("eit", &["task", "job"]), 1),
    like_ssh(
        remote(&["railway"], &["ssh"], Style::runner("pse", &["service", "environment"]), 0),
        &[],
    ),
    sharing(Reach {
        place: Place::Local,
        ..remote(&["railway"], &["run"], Style::runner("sep", &["service", "environment"]), 0)
    }),
    sharing(remote(&["orb"], &[], Style::runner("muwp", &["machine", "user", "workdir"]), 0)),
    like_ssh(remote(&["minikube"], &["ssh"], Style::runner("np", &["node", "profile"]), 0), &[]),
    like_ssh(
        remote(&["doctl"], &["compute", "ssh"], Style::runner("", &["ssh-command"]), 1),
        &["--ssh-command"],
    ),
    like_ssh(remote(&["docker-machine"], &["ssh"], NONE, 1), &[]),
    like_ssh(
        remote(&["mosh"], &[], Style::runner("ap", &["port", "family", "predict", "ssh"]), 1),
        &[],
    ),
    like_ssh(remote(&["rsh", "remsh", "krsh"], &[], Style::runner("l", &[]), 1), &[]),
    like_ssh(remote(&["dbclient"], &[], Style::runner("piJLRlocmbKIWB", &[]), 1), &[]),
    like_ssh(remote(&["plink"], &[], Style::runner("PlLRDim", &[]), 1), &[]),
    like_ssh(remote(&["tsh"], &["ssh"], Style::runner("lpLRoci", &["login", "cluster"]), 1), &[]),
    like_ssh(remote(&["tailscale"], &["ssh"], NONE, 1), &[]),
    like_ssh(remote(&["pdsh", "pssh", "parallel-ssh", "clush"], &[], MANY, 0), &[]),
    like_ssh(remote(&["aws"], &["ecs", "execute-command"], AWS, 0), &["--command"]),
    like_ssh(remote(&["az"], &["container", "exec"], AZURE, 0), &["--exec-command"]),
    container(
        &["lxc-attach", "lxc-execute"],
        &[],
        Style::runner("naesvuglofP", &["name", "arch", "set-var", "uid", "gid"]),
        0,
    ),
    container(
        &["systemd-nspawn"],
        &[],
        Style::runner("DiMupESE", &["directory", "image", "machine", "user", "bind", "setenv"]),
        0,
    ),
    container(&["machinectl"], &["shell"], Style::runner("E", &["uid", "setenv"]), 1),
    container(&["crictl"], &["exec"], Style::runner("r", &["timeout"]), 1),
    container(&["ctr"], &["tasks", "exec"], Style::runner("", &["exec-id", "cwd", "user"]), 1),
    container(&["ctr"], &["task", "exec"], Style::runner("", &["exec-id", "cwd", "user"]), 1),
    sharing(Reach { place: Place::Local, ..remote(&["buildah"], &["unshare"], NONE, 0) }),
    container(&["buildah"], &["run"], Style::runner("v", &["user", "volume", "workingdir"]), 1),
    container(
        &["devcontainer"],
        &["exec"],
        Style::runner("", &["workspace-folder", "container-id", "config", "remote-env"]),
        0,
    ),
    sharing(container(
        &["distrobox"],
        &["enter"],
        Style::runner("na", &["name", "additional-flags"]),
        1,
    )),
    sharing(container(
        &["distrobox-enter"],
        &[],
        Style::runner("na", &["name", "additional-flags"]),
        1,
    )),
    sharing(container(
        &["toolbox"],
        &["run"],
        Style::runner("cdr", &["container", "distro", "release"]),
        0,
    )),
    sharing(container(&["apptainer", "singularity"], &["exec"], BIND, 1)),
    sharing(container(&["flatpak-spawn"], &[], Style::runner("", &["env", "directory"]), 0)),
    sharing(container(&["host-spawn", "distrobox-host-exec"], &[], Style::runner("", &["cwd"]), 0)),
];

const GH: Style = Style::runner("=cR", &["codespace", "profile", "server-port", "repo"]);
const HEROKU: Style = Style::runner("aresx", &["app", "remote", "env", "size", "type"]);
const FLY: Style = Style::runner(
    "aACcosrug",
    &["app", "command", "config", "org", "region", "user", "machine", "container", "timeout"],
);
const GCLOUD: Style = Style::runner(
    "",
    &["command", "zone", "project", "account", "configuration", "ssh-flag", "ssh-key-file"],
);
const AWS: Style =
    Style::runner("", &["command", "cluster", "task", "container", "region", "profile", "output"]);
const AZURE: Style =
    Style::runner("gn", &["exec-command", "name", "resource-group", "container-name"]);

const OWN: Entry = Entry { operands: Operands::Own(reach), ..WORDS };

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &[
            "multipass",
            "lxc",
            "incus",
            "limactl",
            "lima",
            "colima",
            "vagrant",
            "nomad",
            "minikube",
            "doctl",
            "docker-machine",
            "crictl",
            "ctr",
            "buildah",
            "devcontainer",
            "distrobox",
            "toolbox",
            "apptainer",
            "singularity",
            "tsh",
            "tailscale",
            "machinectl",
        ],
        style: Style::new("aDpn", &["project", "profile", "namespace", "address", "log-level"]),
        ..OWN
    },
    Entry {
        names: &[
            "mosh",
            "rsh",
            "remsh",
            "krsh",
            "dbclient",
            "plink",
            "pdsh",
            "pssh",
            "parallel-ssh",
            "clush",
            "lxc-attach",
            "lxc-execute",
            "systemd-nspawn",
            "distrobox-enter",
            "flatpak-spawn",
            "host-spawn",
            "distrobox-host-exec",
            "orb",
        ],
        operands: Operands::Own(reach_at_once),
        ..WORDS
    },
    Entry {
        names: &["flatpak"],
        style: Style::runner("", &["command", "branch", "arch", "env", "cwd", "filesystem"]),
        operands: Operands::Own(flatpak),
        ..WORDS
    },
    Entry {
        names: &["heroku"],
        style: Style::new("arc", &["app", "remote", "confirm", "command"]),
        operands: Operands::Own(platform),
        ..WORDS
    },
    Entry { names: &["fly", "flyctl"], style: FLY, operands: Operands::Own(platform), ..WORDS },
    Entry {
        names: &["railway"],
        style: Style::new("p", &["project", "service", "environment"]),
        operands: Operands::Own(platform),
        ..WORDS
    },
];

/// `CLIENT WORD [options] [TARGET] COMMAND`
pub fn reach(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    follow(walk, started, own_words(started), scope);
}

/// The same for a client that may start one of a database, too: `heroku pg:psql`, `fly postgres connect`.
fn platform(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    reach(walk, started, scope);
    database::send(walk, started, scope);
}

/// The same for a client without words of its own.
fn reach_at_once(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    follow(walk, started, &started.run.words, scope);
}

fn follow(walk: &mut Walk, started: &Started, words: &[Value], scope: &mut Scope) {
    let client = super::name_of(&started.run.program);
    let Some(reach) = REACHES.iter().find(|reach| reach.launch.fits(client, words)) else {
        return;
    };
    let launched = reach.launch.launched(words);
    if let Some(program) = launched.arguments.value(&["--ssh"]) {
        shell(walk, started, program, scope);
    }
    let mut there = match reach.shares_files {
        true => Scope { place: reach.place, ..scope.clone() },
        false => elsewhere(scope, reach.place, Vec::new(), None),
    };
    let texts = reach.launch.texts(&launched);
    if !texts.is_empty() {
        texts.iter().for_each(|text| shell(walk, started, text, &mut there));
    } else if launched.command.is_empty() {
        // Without a command, a shell there reads what comes in.
        let last = reach.launch.words.last();
        if reach.joined || last.is_some_and(|word| ["shell", "enter", "ssh"].contains(word)) {
            run(walk, started, vec![Value::from("sh")], &mut there);
        }
    } else if reach.joined {
        shell(walk, started, &joined(&launched.command), &mut there);
    } else {
        run(walk, started, launched.command, &mut there);
    }
}

/// `flatpak run --command=PROGRAM APPLICATION ARGUMENTS`
fn flatpak(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    const RUN: Launch = Launch {
        skipped: 1,
        ..launch(&["flatpak"], &["run"], Style::runner("", &["command", "branch", "arch", "cwd"]))
    };
    let words = own_words(started);
    if !RUN.fits("flatpak", words) {
        return;
    }
    let launched = RUN.launched(words);
    if let Some(program) = launched.arguments.value(&["--command"]) {
        let command = std::iter::once(program.clone()).chain(launched.command).collect();
        let mut there = Scope { place: Place::Container, ..scope.clone() };
        run(walk, started, command, &mut there);
    }
}

/// `aws ssm send-command --parameters commands=TEXT`, `aws ssm start-session … --parameters command=TEXT`
pub fn aws(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = own_words(started);
    let asks: Vec<Option<&str>> = words.iter().take(2).map(Value::literal).collect();
    if let [Some("ssm"), Some("send-command" | "start-session")] = asks.as_slice() {
        let mut there = elsewhere(scope, Place::Remote, Vec::new(), None);
        for text in started
            .run
            .arguments
            .value(&["--parameters"])
            .iter()
            .flat_map(|parameters| remote_calls::parameters(parameters))
        {
            shell(walk, started, &text, &mut there);
        }
        return;
    }
    follow(walk, started, words, scope);
}

/// `az vm run-command invoke --scripts TEXT…`; `@FILE` stands for a file.
pub fn azure(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let words = own_words(started);
    let runs = words.iter().take(3).any(|word| word.literal() == Some("run-command"));
    let mut after = words.iter().skip_while(|word| word.literal() != Some("--scripts"));
    if !runs || after.next().is_none() {
        follow(walk, started, words, scope);
        return;
    }
    let mut there = elsewhere(scope, Place::Remote, Vec::new(), None);
    for text in after.take_while(|word| !word.known_start().starts_with('-')) {
        shell(walk, started, text, &mut there);
    }
}
