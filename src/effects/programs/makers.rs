//! Owns tools that write a file which an option or their last operand names: compilers, converters, dumps, keys; it does
//! not know what they make.
//!
//! Sources: gcc(1), clang(1), `go help build`, rustc(1), pandoc(1), ffmpeg(1), ImageMagick's command-line page, dot(1),
//! `tsc --help`, esbuild, pg_dump(1), mysqldump(1), mongodump, ssh-keygen(1), cpio(1), pax(1), pip, venv.

use super::entry::{Entry, Operands, Use, WORDS};
use super::files::Files;
use super::{Started, callbacks};
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;
use crate::effects::{Access, Value};

const OUTPUT: &[(&[&str], Use)] = &[(
    &[
        "-o",
        "--output",
        "--out",
        "--outfile",
        "--outFile",
        "--out-file",
        "--output-file",
        "--outdir",
    ],
    Use::Writes,
)];

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["gcc", "cc", "g++", "c++", "clang", "clang++", "tcc", "ld", "as"],
        whole_words: Some(&[
            "-o", "-x", "-I", "-L", "-D", "-include", "-isystem", "-MF", "-MT", "-T", "-arch",
            "-wrapper",
        ]),
        options: &[(&["-o", "-MF"], Use::Writes)],
        operands: Operands::Own(callbacks::compiler),
        ..WORDS
    },
    Entry {
        names: &["go"],
        whole_words: Some(&[
            "-o",
            "-C",
            "-tags",
            "-ldflags",
            "-gcflags",
            "-run",
            "-bench",
            "-count",
            "-timeout",
            "-coverprofile",
            "-cpuprofile",
            "-memprofile",
            "-mod",
            "-modfile",
            "-p",
            "-exec",
            "-toolexec",
            "-vettool",
        ]),
        options: &[
            (&["-o", "-coverprofile", "-cpuprofile", "-memprofile"], Use::Writes),
            (&["-exec", "-toolexec"], Use::Runs),
        ],
        ..WORDS
    },
    Entry {
        names: &["rustc"],
        style: Style::new(
            "oLlCWAD",
            &["out-dir", "crate-type", "crate-name", "edition", "emit", "target", "cfg", "extern"],
        ),
        options: &[(&["-o"], Use::Writes), (&["--out-dir"], Use::Fills)],
        ..WORDS
    },
    Entry {
        names: &["pandoc"],
        style: Style::new(
            "oftrwVMHBAc",
            &["output", "from", "to", "read", "write", "template", "metadata", "variable", "css"],
        ),
        options: &[(&["-o", "--output"], Use::Writes), (&["--template"], Use::Reads)],
        operands: Operands::Files(Access::Read),
        ..WORDS
    },
    Entry {
        names: &[
            "dot",
            "neato",
            "mmdc",
            "tsc",
            "esbuild",
            "rollup",
            "inkscape",
            "rsvg-convert",
            "cwebp",
            "typst",
            "protoc-gen",
            "openapi-generator",
            "swag",
        ],
        style: Style::new(
            "oiTKcfdpq",
            &["output", "out", "outfile", "outFile", "out-file", "output-file", "outdir", "outDir"],
        ),
        options: OUTPUT,
        ..WORDS
    },
    Entry { names: &["ffmpeg"], operands: Operands::Own(ffmpeg), ..WORDS },
    Entry {
        names: &["convert", "magick", "wkhtmltopdf", "qpdf", "pdftotext", "sass", "xslt"],
        operands: Operands::Own(last_written),
        ..WORDS
    },
    Entry {
        names: &["pg_dump", "pg_dumpall"],
        style: Style::new(
            "fFnNtTEShpUdjZl",
            &[
                "file",
                "format",
                "schema",
                "table",
                "exclude-table",
                "host",
                "port",
                "username",
                "dbname",
            ],
        ),
        options: &[(&["-f", "--file"], Use::Writes)],
        ..WORDS
    },
    Entry {
        names: &["mysqldump", "mariadb-dump"],
        style: Style::new(
            "rhuPSTw",
            &["result-file", "host", "user", "port", "socket", "tab", "where", "defaults-file"],
        ),
        options: &[(&["-r", "--result-file", "-T", "--tab"], Use::Writes)],
        ..WORDS
    },
    Entry {
        names: &["mongodump", "mongoexport"],
        style: Style::new(
            "ohduc",
            &["out", "host", "db", "uri", "username", "collection", "archive"],
        ),
        options: &[(&["-o", "--out", "--archive"], Use::Writes)],
        ..WORDS
    },
    Entry {
        names: &["ssh-keygen"],
        style: Style::new("tbfNCPOEmIsVzDaFRrnw", &[]),
        operands: Operands::Own(ssh_keygen),
        ..WORDS
    },
    Entry {
        names: &["cpio", "pax"],
        style: Style::new("CDEFHIMORVbfsxop?", &["directory", "file", "format"]),
        operands: Operands::Own(passed_through),
        ..WORDS
    },
    Entry {
        names: &["virtualenv", "venv"],
        style: Style::new("p", &["python", "prompt"]),
        operands: Operands::Trees(Access::Write),
        ..WORDS
    },
    Entry {
        names: &["pip", "pip3"],
        style: Style::new(
            "rctei",
            &["target", "prefix", "root", "requirement", "constraint", "index-url", "dest", "src"],
        ),
        options: &[
            (&["-t", "--target", "--prefix", "--root", "--dest"], Use::Fills),
            (&["-r", "--requirement"], Use::Reads),
        ],
        ..WORDS
    },
];

/// `ffmpeg -i IN … OUT`
fn ffmpeg(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let mut words = started.run.words.iter();
    while let Some(word) = words.next() {
        if word.literal() == Some("-i") {
            files.all(
                Access::Read,
                words.next().map(std::slice::from_ref).unwrap_or_default(),
                false,
            );
        }
    }
    last(&mut files, &started.run.words);
}

/// `convert IN … OUT`
fn last_written(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let (first, _) = files.operands().split_at_checked(1).unwrap_or_default();
    files.all(Access::Read, first, false);
    last(&mut files, &started.run.words);
}

/// The last word is a file that is written, if it is no option and not the only word.
fn last(files: &mut Files, words: &[Value]) {
    if let [_, .., out] = words
        && !out.known_start().starts_with('-')
    {
        files.one(Access::Write, out, false);
    }
}

/// `ssh-keygen -f KEY` makes KEY and KEY.pub; with options that ask about a key, it reads it.
fn ssh_keygen(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let Some(key) = files.value(&["-f"]).cloned() else { return };
    if files.has(&["-l", "-y", "-e", "-F", "-B", "-L", "-Y"]) {
        files.one(Access::Read, &key, false);
        return;
    }
    files.one(Access::Write, &key, false);
    if !files.has(&["-p", "-c", "-R", "-H"]) {
        let mut public = key;
        public.append(&Value::from(".pub"));
        files.one(Access::Write, &public, false);
    }
}

/// `cpio -p DIRECTORY`, `pax -rw FILES DIRECTORY`
fn passed_through(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let copies = files.has(&["-p", "--pass-through"]) || (files.has(&["-r"]) && files.has(&["-w"]));
    let Some((directory, named)) = files.operands().split_last() else { return };
    if copies {
        files.all(Access::Read, named, true);
        files.one(Access::Write, directory, true);
    }
}
