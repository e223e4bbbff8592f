//! Owns clients of SQL databases: where the statements are that they send; it does not read SQL.
//!
//! Sources: psql(1), mysql(1), mariadb(1), the command-line references of SQLite, DuckDB, SQL Server (sqlcmd), ClickHouse,
//! BigQuery (bq), Snowflake, Trino, CockroachDB, Cassandra (cqlsh), Hive, Spark, Wrangler, Turso, SQL*Plus, Prisma, Supabase,
//! Heroku, Fly, Railway, PlanetScale, Rails and Django (dbshell).

use super::{Program, Started, client_commands, database_files, name_of};
use crate::effects::options::Style;
use crate::effects::scope::{Input, OpenedFile, Scope};
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Action, Value};

const PSQL: Style = Style {
    short_values: "cdfvFLoPRThpU",
    long_values: &[
        "command",
        "dbname",
        "file",
        "set",
        "variable",
        "field-separator",
        "log-file",
        "output",
        "pset",
        "record-separator",
        "table-attr",
        "host",
        "port",
        "username",
    ],
    long_flags: &[
        "list",
        "version",
        "no-psqlrc",
        "single-transaction",
        "echo-all",
        "echo-queries",
        "no-align",
        "html",
        "tuples-only",
        "expanded",
        "csv",
        "no-password",
        "password",
        "quiet",
        "help",
    ],
    operands_last: false,
};
const MYSQL: Style = Style {
    short_values: "ehPuDSFAT",
    long_values: &[
        "execute",
        "host",
        "port",
        "user",
        "database",
        "socket",
        "default-character-set",
        "defaults-file",
        "defaults-extra-file",
        "delimiter",
        "protocol",
        "ssl-ca",
        "ssl-mode",
        "init-command",
        "pager",
        "tee",
    ],
    long_flags: &[
        "password",
        "batch",
        "silent",
        "skip-column-names",
        "table",
        "vertical",
        "xml",
        "html",
        "force",
        "verbose",
        "raw",
        "no-defaults",
        "help",
        "version",
    ],
    operands_last: false,
};
const SQLCMD: Style = Style {
    short_values: "SUPdiQqoHlthswWvxmVaLK",
    long_values: &["query", "server", "user-name", "database-name", "input-file", "output-file"],
    long_flags: &[],
    operands_last: false,
};
const QUERY: Style = Style {
    short_values: "qedufhsoc",
    long_values: &[
        "query",
        "execute",
        "host",
        "port",
        "user",
        "password",
        "database",
        "format",
        "command",
        "file",
        "queries-file",
        "url",
        "server",
        "catalog",
        "schema",
        "set",
        "project_id",
        "dataset_id",
        "location",
    ],
    long_flags: &["dataset"],
    operands_last: false,
};

/// The family.
pub const PROGRAMS: &[Program] = &[
    Program { names: &["psql", "ysqlsh", "pgcli", "usql", "gsql"], style: PSQL, follow: send },
    Program { names: &["mysql", "mariadb", "mycli"], style: MYSQL, follow: send },
    Program { names: &["sqlcmd"], style: SQLCMD, follow: send },
    Program {
        names: &[
            "clickhouse-client",
            "clickhouse",
            "clickhouse-local",
            "bq",
            "trino",
            "presto",
            "snowsql",
            "snow",
            "cockroach",
            "cqlsh",
            "hive",
            "beeline",
            "spark-sql",
            "impala-shell",
            "dolt",
            "wrangler",
            "turso",
            "sqlplus",
            "sql",
            "pscale",
        ],
        style: QUERY,
        follow: send,
    },
    Program {
        names: &["sqlite3", "sqlite", "litecli", "duckdb", "sqlcipher"],
        style: SINGLE_DASH,
        follow: send,
    },
    tool(&["prisma"], "", &["schema", "name", "url", "config", "file"]),
    tool(&["supabase"], "f", &["workdir", "db-url", "project-ref", "version", "profile", "file"]),
];

/// A tool of which only some commands are about SQL.
const fn tool(
    names: &'static [&'static str],
    short_values: &'static str,
    long_values: &'static [&'static str],
) -> Program {
    Program { names, style: Style::new(short_values, long_values), follow: send }
}

const SINGLE_DASH: Style =
    Style { short_values: "", long_values: &[], long_flags: &[], operands_last: false };

/// How a client is told its statements.
struct Client {
    names: &'static [&'static str],
    /// Options whose value is a statement.
    text: &'static [&'static str],
    /// Options whose value is a file of statements.
    file: &'static [&'static str],
    /// Options with other values, where long ones have one dash.
    values: &'static [&'static str],
    /// The number of operands before those that are statements, if any are.
    operands: Option<usize>,
    /// The commands with which it takes statements; empty if it always does.
    commands: &'static [&'static str],
    /// Whether it takes statements from standard input if it gets none else.
    reads: bool,
}

const CLIENT: Client = Client {
    names: &[],
    text: &[],
    file: &[],
    values: &[],
    operands: None,
    commands: &[],
    reads: true,
};

const CLIENTS: &[Client] = &[
    Client {
        names: &["psql", "ysqlsh", "usql", "gsql"],
        text: &["-c", "--command"],
        file: &["-f", "--file"],
        ..CLIENT
    },
    Client { names: &["pgcli", "mycli"], text: &["-e", "--execute", "-c"], reads: false, ..CLIENT },
    Client { names: &["mysql", "mariadb"], text: &["-e", "--execute", "--init-command"], ..CLIENT },
    Client {
        names: &["sqlcmd"],
        text: &["-Q", "-q", "--query"],
        file: &["-i", "--input-file"],
        ..CLIENT
    },
    Client {
        names: &["clickhouse-client", "clickhouse", "clickhouse-local"],
        text: &["-q", "--query"],
        file: &["--queries-file"],
        ..CLIENT
    },
    Client { names: &["bq"], operands: Some(1), commands: &["query"], ..CLIENT },
    Client {
        names: &["dolt", "cockroach", "snow"],
        text: &["-q", "-e", "--query", "--execute"],
        commands: &["sql"],
        ..CLIENT
    },
    Client {
        names: &["trino", "presto", "cqlsh", "hive", "beeline", "spark-sql"],
        text: &["-e", "--execute"],
        file: &["-f", "--file"],
        ..CLIENT
    },
    Client {
        names: &["snowsql", "impala-shell"],
        text: &["-q", "--query"],
        file: &["-f"],
        ..CLIENT
    },
    Client {
        names: &["wrangler"],
        text: &["--command"],
        file: &["--file"],
        commands: &["d1"],
        reads: false,
        ..CLIENT
    },
    Client { names: &["turso"], operands: Some(3), commands: &["db shell"], ..CLIENT },
    Client { names: &["sqlplus", "sql"], ..CLIENT },
    Client { names: &["prisma"], file: &["--file"], commands: &["db execute"], ..CLIENT },
    Client {
        names: &["supabase"],
        file: &["-f", "--file"],
        operands: Some(2),
        commands: &["db query", "db execute"],
        ..CLIENT
    },
    Client {
        names: &["heroku"],
        text: &["-c", "--command"],
        commands: &["pg:psql", "psql"],
        ..CLIENT
    },
    Client {
        names: &["fly", "flyctl"],
        commands: &["postgres connect", "pg connect", "mpg connect"],
        ..CLIENT
    },
    Client { names: &["railway"], commands: &["connect"], ..CLIENT },
    Client { names: &["pscale"], commands: &["shell"], ..CLIENT },
    Client { names: &["rails"], commands: &["db", "dbconsole"], ..CLIENT },
    // `manage.py dbshell -- -c STATEMENT`
    Client {
        names: &["django-admin", "manage.py"],
        operands: Some(1),
        commands: &["dbshell"],
        ..CLIENT
    },
    Client {
        names: &["sqlite3", "sqlite", "litecli", "duckdb", "sqlcipher"],
        text: &["-cmd", "-c", "-s"],
        file: &["-init", "-f"],
        values: &["-separator", "-newline", "-nullvalue", "-vfs", "-mmap", "-maxsize", "-key"],
        operands: Some(1),
        ..CLIENT
    },
];

/// Adds what a client sends to a database.
pub fn send(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let name = name_of(&started.run.program);
    let Some(client) = CLIENTS.iter().find(|client| client.names.contains(&name)) else { return };
    let own = Scope { cause: Some(started.id), ..scope.clone() };
    let (options, operands) = client.arguments(started);
    let begins = |command: &&&str| {
        let mut given = operands.iter().map(Value::literal);
        command.split(' ').all(|word| given.next() == Some(Some(word)))
    };
    if !client.commands.is_empty() && !client.commands.iter().any(|it| begins(&it)) {
        return;
    }
    let mut told = false;
    let mut statements: Vec<Value> = Vec::new();
    for (option, value) in options {
        match option {
            "-o" | "--output" | "-L" => client_commands::follow_pipe(walk, &value, &own),
            "--pager" => walk.text(&value.shell_text(), &mut own.deeper()),
            _ => {}
        }
        let (text, file) = (client.text.contains(&option), client.file.contains(&option));
        if text {
            tell(walk, name, &value, &own);
            statements.push(value.clone());
        } else if file && let Some(input) = through(walk, &value, &own) {
            if let Input::Text(text) = input {
                tell(walk, name, &text, &own);
            }
        } else if file {
            walk.path(Touch::file(Access::Read), &value, &own);
            if let Some(file) = own.opened_file(value) {
                tell_file(walk, name, &file, &own);
            }
        }
        told |= text || file;
    }
    for statement in client.operands.iter().flat_map(|before| operands.iter().skip(*before)) {
        told = true;
        tell(walk, name, statement, &own);
        statements.push(statement.clone());
    }
    if !told && client.reads {
        match scope.input() {
            Input::Text(text) => {
                tell(walk, name, &text, &own);
                statements.push(text);
            }
            Input::File(file) => tell_file(walk, name, &file, &own),
            Input::Inherited | Input::Unknown => {}
        }
    }
    database_files::kept(walk, name, operands.first(), &statements, &own);
}

/// Adds the effect of the statements in a file.
fn tell_file(walk: &mut Walk, client: &str, file: &OpenedFile, scope: &Scope) {
    walk.within_data(file, &mut scope.clone(), |walk, text, scope| tell(walk, client, text, scope));
}

impl Client {
    /// The options with values, and the operands.
    fn arguments<'a>(&self, started: &'a Started) -> (Vec<(&'a str, Value)>, Vec<Value>) {
        if self.values.is_empty() {
            let arguments = &started.run.arguments;
            let valued = |option: &'a crate::effects::Opt| {
                Some((option.name.as_str(), option.value.clone()?))
            };
            let options = arguments.options.iter().filter_map(valued).collect();
            return (options, arguments.operands.clone());
        }
        let (mut options, mut operands) = (Vec::new(), Vec::new());
        let mut rest = started.run.words.iter();
        while let Some(word) = rest.next() {
            let text = word.known_start();
            // `--separator` is `-separator` (SQLite, "Command Line Shell").
            let name = if text.starts_with("--") { text.get(1..).unwrap_or(text) } else { text };
            if !text.starts_with('-') || operands.len() > 1 {
                operands.push(word.clone());
            } else if [self.text, self.file, self.values].iter().any(|it| it.contains(&name)) {
                options.extend(rest.next().map(|value| (name, value.clone())));
            }
        }
        (options, operands)
    }
}

/// What is read under a name that is no file: `-`, `/dev/stdin`, `<(…)`.
fn through(walk: &Walk, name: &Value, scope: &Scope) -> Option<Input> {
    if name.literal() == Some("-") {
        return Some(scope.input());
    }
    walk.read_through(name, scope)
}

/// Adds the statements that a client for many things is sent on standard input.
pub fn send_input(walk: &mut Walk, started: &Started, scope: &Scope) {
    if let Input::Text(text) = scope.input() {
        let client = name_of(&started.run.program);
        tell(walk, client, &text, &Scope { cause: Some(started.id), ..scope.clone() });
    }
}

/// Adds the statements that options of a client for many things hold, such as `aws rds-data --sql`.
pub fn send_options(walk: &mut Walk, started: &Started, names: &[&str], scope: &Scope) {
    let own = Scope { cause: Some(started.id), ..scope.clone() };
    for option in &started.run.arguments.options {
        if let Some(statement) = &option.value
            && names.contains(&option.name.as_str())
        {
            tell(walk, name_of(&started.run.program), statement, &own);
        }
    }
}

/// Adds the effect of a statement, and of the programs that the client is told to run.
fn tell(walk: &mut Walk, client: &str, statement: &Value, scope: &Scope) {
    walk.add(Action::Sql { statement: statement.clone() }, scope);
    for line in statement.shell_text().lines() {
        database_files::named(walk, line.trim_start(), scope);
    }
    client_commands::follow(walk, client, statement, scope);
}
