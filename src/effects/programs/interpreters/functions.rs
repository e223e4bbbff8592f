//! Owns the functions of scripting languages that touch files or run programs; it does not read code.
//!
//! Sources: the library references of Python (os, shutil, pathlib, subprocess), Node.js (fs, child_process), Ruby (File,
//! FileUtils, Kernel, Open3), Perl (perlfunc, File::Path), PHP (Filesystem, Program execution), Lua (os, io), R (base), Julia,
//! Elixir (System, File), Vim (builtin.txt), Neovim (lua.txt).

use super::code::Language;

/// What a function does with its arguments.
#[derive(Debug, Clone, Copy)]
pub enum Does {
    /// Reads the first.
    Read,
    /// Writes the first.
    Write,
    /// Removes the first.
    Delete,
    /// Removes the first and all below it.
    DeleteTree,
    /// A mode decides: the argument after the path.
    Open,
    /// From the first to the second argument.
    Copy,
    /// The same, and the first is gone.
    Move,
    /// The first is a text for a shell.
    Shell,
    /// A list of words, or a text.
    Run,
    /// A program, and words of which the first is its name for itself, after so many other arguments.
    Exec(usize),
}

/// Functions by name, and what they do.
pub type Functions = &'static [(&'static [&'static str], Does)];

const PYTHON: Functions = &[
    (&["open", "io.open", "codecs.open"], Does::Open),
    (
        &["dotenv_values", "load_dotenv", "get_key", "dotenv.dotenv_values", "dotenv.load_dotenv"],
        Does::Read,
    ),
    (&["set_key", "unset_key", "dotenv.set_key", "dotenv.unset_key"], Does::Write),
    (&["os.remove", "os.unlink", "os.rmdir", "os.removedirs"], Does::Delete),
    (&["shutil.rmtree"], Does::DeleteTree),
    (&["os.mkdir", "os.makedirs", "os.truncate", "os.chmod", "os.mknod"], Does::Write),
    (&["os.rename", "os.replace", "os.renames", "shutil.move"], Does::Move),
    (&["shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.copytree"], Does::Copy),
    (
        &[
            "os.system",
            "os.popen",
            "subprocess.getoutput",
            "subprocess.getstatusoutput",
            "asyncio.create_subprocess_shell",
        ],
        Does::Shell,
    ),
    (
        &[
            "subprocess.run",
            "subprocess.call",
            "subprocess.check_call",
            "subprocess.check_output",
            "subprocess.Popen",
            "pty.spawn",
            "asyncio.create_subprocess_exec",
        ],
        Does::Run,
    ),
    (
        &[
            "os.execl",
            "os.execle",
            "os.execlp",
            "os.execlpe",
            "os.execv",
            "os.execve",
            "os.execvp",
            "os.execvpe",
            "os.posix_spawn",
            "os.posix_spawnp",
        ],
        Does::Exec(0),
    ),
    (
        &[
            "os.spawnl",
            "os.spawnle",
            "os.spawnlp",
            "os.spawnlpe",
            "os.spawnv",
            "os.spawnve",
            "os.spawnvp",
            "os.spawnvpe",
        ],
        Does::Exec(1),
    ),
];

const JAVASCRIPT: Functions = &[
    (
        &[
            "fs.readFileSync",
            "fs.readFile",
            "fs.createReadStream",
            "Deno.readTextFile",
            "Deno.readTextFileSync",
            "Bun.file",
        ],
        Does::Read,
    ),
    (
        &[
            "fs.writeFileSync",
            "fs.writeFile",
            "fs.appendFileSync",
            "fs.appendFile",
            "fs.createWriteStream",
            "fs.truncateSync",
            "fs.mkdirSync",
            "fs.mkdir",
            "fs.chmodSync",
            "Deno.writeTextFile",
            "Deno.writeTextFileSync",
            "Bun.write",
        ],
        Does::Write,
    ),
    (&["fs.unlinkSync", "fs.unlink", "fs.rmdirSync", "fs.rmdir"], Does::Delete),
    (
        &["fs.rmSync", "fs.rm", "Deno.remove", "Deno.removeSync", "rimraf.sync", "fs.removeSync"],
        Does::DeleteTree,
    ),
    (&["fs.renameSync", "fs.rename"], Does::Move),
    (&["fs.copyFileSync", "fs.copyFile", "fs.cpSync", "fs.cp"], Does::Copy),
    (&["child_process.execSync", "child_process.exec"], Does::Shell),
    (
        &[
            "child_process.spawnSync",
            "child_process.spawn",
            "child_process.execFileSync",
            "child_process.execFile",
            "Bun.spawn",
            "Bun.spawnSync",
        ],
        Does::Run,
    ),
];

const RUBY: Functions = &[
    (&["File.read", "File.readlines", "IO.read", "File.foreach", "File.binread"], Does::Read),
    (
        &[
            "File.write",
            "IO.write",
            "File.binwrite",
            "FileUtils.touch",
            "FileUtils.mkdir_p",
            "Dir.mkdir",
        ],
        Does::Write,
    ),
    (&["File.open", "File.new", "open"], Does::Open),
    (
        &[
            "File.delete",
            "File.unlink",
            "FileUtils.rm",
            "FileUtils.rm_f",
            "Dir.rmdir",
            "Dir.delete",
        ],
        Does::Delete,
    ),
    (
        &["FileUtils.rm_rf", "FileUtils.rm_r", "FileUtils.remove_dir", "FileUtils.remove_entry"],
        Does::DeleteTree,
    ),
    (&["File.rename", "FileUtils.mv"], Does::Move),
    (&["FileUtils.cp", "FileUtils.cp_r"], Does::Copy),
    (
        &[
            "system",
            "exec",
            "spawn",
            "Kernel.system",
            "Kernel.exec",
            "Kernel.spawn",
            "Process.spawn",
            "IO.popen",
            "Open3.capture2",
            "Open3.capture2e",
            "Open3.capture3",
            "Open3.popen2",
            "Open3.popen2e",
            "Open3.popen3",
            "PTY.spawn",
            "sh",
        ],
        Does::Run,
    ),
];

const PERL: Functions = &[
    (&["unlink", "rmdir"], Does::Delete),
    (&["rmtree", "remove_tree"], Does::DeleteTree),
    (&["rename", "move"], Does::Move),
    (&["copy"], Does::Copy),
    (&["mkdir", "make_path"], Does::Write),
    (&["open"], Does::Open),
    (&["system", "exec"], Does::Run),
];

const PHP: Functions = &[
    (
        &["file_get_contents", "readfile", "file", "include", "require", "parse_ini_file"],
        Does::Read,
    ),
    (&["file_put_contents", "touch", "mkdir", "chmod"], Does::Write),
    (&["fopen"], Does::Open),
    (&["unlink", "rmdir"], Does::Delete),
    (&["rename"], Does::Move),
    (&["copy"], Does::Copy),
    (&["exec", "shell_exec", "system", "passthru", "popen", "proc_open"], Does::Shell),
];

const LUA: Functions = &[
    (&["os.execute", "io.popen", "vim.fn.system", "vim.fn.systemlist"], Does::Shell),
    (&["vim.fn.jobstart"], Does::Run),
    (&["io.open"], Does::Open),
    (&["io.lines", "io.input", "dofile", "loadfile"], Does::Read),
    (&["io.output"], Does::Write),
    (&["os.remove"], Does::Delete),
    (&["os.rename"], Does::Move),
];

const R: Functions = &[
    (&["system", "shell"], Does::Shell),
    (&["system2"], Does::Run),
    (&["file.remove"], Does::Delete),
    (&["unlink"], Does::DeleteTree),
    (&["file.rename"], Does::Move),
    (&["file.copy"], Does::Copy),
    (&["readLines", "read.csv", "readRDS", "source", "scan"], Does::Read),
    (&["file.create", "dir.create", "sink"], Does::Write),
];

const JULIA: Functions = &[
    (&["rm"], Does::DeleteTree),
    (&["mv"], Does::Move),
    (&["cp"], Does::Copy),
    (&["open"], Does::Open),
    (&["mkdir", "mkpath", "touch"], Does::Write),
];

const ELIXIR: Functions = &[
    (&["System.shell"], Does::Shell),
    (&["System.cmd"], Does::Run),
    (&["File.rm"], Does::Delete),
    (&["File.rm_rf"], Does::DeleteTree),
    (&["File.write", "File.touch", "File.mkdir", "File.mkdir_p"], Does::Write),
    (&["File.read"], Does::Read),
    (&["File.rename"], Does::Move),
    (&["File.cp"], Does::Copy),
];

const VIM: Functions = &[
    (&["system", "systemlist"], Does::Shell),
    (&["job_start", "jobstart", "term_start", "termopen"], Does::Run),
    (&["delete"], Does::DeleteTree),
    (&["rename"], Does::Move),
    (&["readfile"], Does::Read),
];

/// Methods of a path (Python's pathlib).
pub const METHODS: Functions = &[
    (&["read_text", "read_bytes"], Does::Read),
    (&["write_text", "write_bytes", "touch", "mkdir", "chmod"], Does::Write),
    (&["unlink", "rmdir"], Does::Delete),
    (&["rename", "replace"], Does::Move),
    (&["open"], Does::Open),
];

/// The functions of a language.
pub fn of_language(language: Language) -> Functions {
    match language {
        Language::Python => PYTHON,
        Language::JavaScript => JAVASCRIPT,
        Language::Ruby => RUBY,
        Language::Perl => PERL,
        Language::Php => PHP,
        Language::Lua => LUA,
        Language::R => R,
        Language::Julia => JULIA,
        Language::Elixir => ELIXIR,
        Language::Vim => VIM,
        Language::Awk => &[],
    }
}

/// What a function of a language does. The names of R have dots in them, and `remove` is not `file.remove`.
pub fn find_in(language: Language, chain: &[&str]) -> Option<Does> {
    let called = chain.join(".");
    match language {
        Language::R => R.iter().find(|(names, _)| names.contains(&&*called)).map(|(_, does)| *does),
        _ => find(of_language(language), chain),
    }
}

/// What a function does: named in full, or by its last part if that was imported.
pub fn find(functions: Functions, chain: &[&str]) -> Option<Does> {
    let (last, before) = chain.split_last()?;
    let called = chain.join(".");
    let imported = promised(&called);
    let fits = |name: &&str| {
        let own = name.rsplit('.').next();
        // Most calls are of other functions, which their last part tells.
        own == Some(last)
            && (before.is_empty()
                || called.strip_suffix(name).is_some_and(|it| it.is_empty() || it.ends_with('.'))
                || imported == **name)
    };
    functions.iter().find(|(names, _)| names.iter().any(fits)).map(|(_, does)| *does)
}

/// `fs.promises.rm` is `fs.rm`, and `fsp.rm`, `cp.exec` are what they are usually imported as.
fn promised(called: &str) -> String {
    let name = called.replace("fs.promises.", "fs.").replace("fsPromises.", "fs.");
    match name.split_once('.') {
        Some(("fsp", rest)) => format!("fs.{rest}"),
        Some(("cp", rest)) => format!("child_process.{rest}"),
        Some(("sp", rest)) => format!("subprocess.{rest}"),
        _ => name,
    }
}
