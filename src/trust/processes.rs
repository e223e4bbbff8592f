//! Owns what is known of the processes that led to this one; it does not know what they are.
//!
//! Linux says it in /proc (proc(5)). Elsewhere, so on macOS, `/bin/ps` is asked, which gives a command as one line: there
//! an argument with a space is seen as two.

use std::io::Read;
use std::path::{Path, PathBuf};

/// More generations than any process has.
const MAXIMUM_GENERATIONS: usize = 256;

/// How much is read of a process' command line, in bytes.
const MAXIMUM_BYTES: u64 = 16 * 1024;

/// A process, as far as it may be looked at: those of other users show less.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Process {
    /// Its number.
    pub id: i32,
    /// The number of the process that started it.
    pub parent: i32,
    /// The name that the system shows for it.
    pub name: String,
    /// The path of its program.
    pub program: Option<String>,
    /// Its command line.
    pub words: Vec<String>,
}

/// The processes that led to this one, the nearest first, up to the first of all or one that cannot be seen.
pub fn ancestors() -> Vec<Process> {
    let parent = nix::unistd::getppid().as_raw();
    if cfg!(target_os = "linux") {
        return line_of(parent, |id| in_proc(Path::new("/proc"), id));
    }
    let listed = std::process::Command::new("/bin/ps")
        .args(["-axww", "-o", "pid=,ppid=,command="])
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let processes: Vec<Process> =
        listed.unwrap_or_default().lines().filter_map(listed_by_ps).collect();
    line_of(parent, |id| processes.iter().find(|process| process.id == id).cloned())
}

fn line_of(first: i32, look: impl Fn(i32) -> Option<Process>) -> Vec<Process> {
    let next = |process: &Process| Some(process.parent).filter(|id| *id > 0).and_then(&look);
    std::iter::successors(look(first), next).take(MAXIMUM_GENERATIONS).collect()
}

/// What /proc says of a process.
fn in_proc(proc: &Path, id: i32) -> Option<Process> {
    let folder = proc.join(id.to_string());
    let status = read(folder.join("stat"))?;
    // `1 (name) S 0 …`, and the name may itself have parentheses and spaces.
    let (start, rest) = status.rsplit_once(')')?;
    let (_, name) = start.split_once('(')?;
    let parent = rest.split_whitespace().nth(1)?.parse().ok()?;
    let line = read(folder.join("cmdline")).unwrap_or_default();
    let words = line.split_terminator('\0').map(str::to_owned).collect();
    let program = std::fs::read_link(folder.join("exe")).ok();
    let program = program.map(|path| path.to_string_lossy().into_owned());
    Some(Process { id, parent, name: name.to_owned(), program, words })
}

fn read(path: PathBuf) -> Option<String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path).ok()?.take(MAXIMUM_BYTES).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// A process by its line of ps: its number, its parent's, and its command.
fn listed_by_ps(line: &str) -> Option<Process> {
    let mut words = line.split_whitespace();
    let id = words.next()?.parse().ok()?;
    let parent = words.next()?.parse().ok()?;
    Some(Process { id, parent, words: words.map(str::to_owned).collect(), ..Process::default() })
}
