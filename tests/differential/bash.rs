//! Owns running commands in the real bash, with programs that only record that they were started.

use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The programs that commands may start.
pub const PROGRAMS: [&str; 4] = ["alpha", "beta", "gamma", "delta"];

/// The directories that there are, below the one in which commands start.
pub const DIRECTORIES: [&str; 4] = ["one", "one/two", "three", "a b"];

/// Each command runs in a substitution, which ends when everything that the command has started has ended: descriptor 9
/// stays open in all of it. A line that says `-` begins what a command has started.
const DRIVER: &str = r#"
trap '' PIPE
cd "$WORK" || exit
while IFS= read -r -d '' __command <&7; do
    printf '%s\0' - >> "$LOG"
    : "$( unset WORK LOG OLDPWD; { eval "$__command"; } 9>&1 2>&1 </dev/null 7<&- )"
done 7< "$COMMANDS"
"#;

/// How many seconds bash has for a batch.
const PATIENCE: &str = "30";

/// A program that has run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ran {
    /// Its name and arguments.
    pub words: Vec<String>,
    /// Its directory.
    pub directory: String,
}

/// A folder with the programs, and a directory to start in.
pub struct Bash {
    folder: TempDir,
    root: PathBuf,
}

impl Bash {
    /// Makes the folder; the recording program is compiled for it.
    pub fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let root = folder.path().canonicalize().expect("the folder is there");
        for directory in DIRECTORIES {
            std::fs::create_dir_all(root.join("work").join(directory)).expect("a directory");
        }
        std::fs::create_dir_all(root.join("out")).expect("a directory");
        std::fs::create_dir_all(root.join("bin")).expect("a directory");
        let source =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/differential/stub.c");
        let log = format!("-DLOG=\"{}\"", root.join("log").display());
        let program = root.join("bin/.stub");
        let mut compiler = Command::new("cc");
        compiler.args(["-O1", "-static", &log, "-o"]).arg(&program).arg(source);
        assert!(compiler.status().expect("a C compiler is there").success());
        for name in PROGRAMS {
            symlink(".stub", root.join("bin").join(name)).expect("a link");
        }
        Bash { folder, root }
    }

    /// The directory in which commands start.
    pub fn directory(&self) -> String {
        self.root.join("work").display().to_string()
    }

    /// Runs commands one after the other and says what each has started; nothing, if bash did not come to an end of it. (5.2
    /// rarely waits for ever for a process that a substitution in a redirection has started.)
    pub fn run(&self, commands: &[String]) -> Vec<Option<Vec<Ran>>> {
        let mut all = Vec::new();
        while all.len() < commands.len() {
            let ran = self.run_until_stuck(&commands[all.len()..]);
            all.extend(ran.into_iter().map(Some));
            if all.len() < commands.len() {
                // Its record is not complete.
                all.pop();
                all.push(None);
            }
        }
        all
    }

    fn run_until_stuck(&self, commands: &[String]) -> Vec<Vec<Ran>> {
        let list: String = commands.iter().map(|command| format!("{command}\0")).collect();
        let (log, file) = (self.root.join("log"), self.root.join("commands"));
        std::fs::write(&file, list).expect("a file");
        std::fs::write(&log, "").expect("a file");
        let path = format!("{}:/usr/bin:/bin", self.root.join("bin").display());
        let status = Command::new("timeout")
            .args(["-s", "KILL", PATIENCE, "bash", "--norc", "--noprofile", "-c", DRIVER])
            .env_clear()
            .env("PATH", path)
            // `$'\u00e9'` is a letter only where letters are UTF-8.
            .env("LC_ALL", "C.UTF-8")
            .env("HOME", std::env::var_os("HOME").unwrap_or("/".into()))
            .envs([("WORK", self.root.join("work")), ("LOG", log.clone()), ("COMMANDS", file)])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.expect("bash is there");
        let ran = read(&std::fs::read(&log).expect("the log is there"));
        assert!(!ran.is_empty(), "bash ran nothing in {:?}", self.folder);
        ran
    }
}

/// Reads the log.
fn read(log: &[u8]) -> Vec<Vec<Ran>> {
    let text = String::from_utf8_lossy(log);
    let mut fields = text.split_terminator('\0').map(str::to_owned);
    let mut all: Vec<Vec<Ran>> = Vec::new();
    while let Some(field) = fields.next() {
        if field == "-" {
            all.push(Vec::new());
            continue;
        }
        let count = field.parse().expect("the number of words");
        let directory = fields.next().expect("a directory");
        let words = fields.by_ref().take(count).collect();
        all.last_mut().expect("a command").push(Ran { words, directory });
    }
    all
}
