//! Owns what path globs match; the tables are meant to be read.

use hookshim::effects::{Access, Hole, PathAction, Piece, Value};
use hookshim::policy::{GlobSet, Match, Places};
use std::path::PathBuf;

/// Globs | path | what is done to it | how surely they match.
///
/// In a path, `$x` is a hole, and `*`, `?`, `[a]` are globs that the shell would expand. `A or B` is a path that may
/// be either; `A -> B` is one whose links lead to B.
const ROWS: &str = r"
# Literals
/etc/passwd                      | /etc/passwd                        | read        | must
/etc/passwd                      | /etc/passwd/                       | read        | must
/etc/passwd                      | /etc//./passwd                     | read        | must
/etc/passwd                      | /etc/x/../passwd                   | read        | must
/etc/passwd                      | /etc/passwd2                       | read        | no
/etc/passwd                      | /etc                               | read        | no
/etc/passwd                      | /etc/passwd/x                      | read        | no
/etc/passwd                      | /home/user/etc/passwd              | read        | no
/                                | /                                  | delete tree | must
/                                | /etc                               | read        | no
/Etc                             | /etc                               | read        | no

# One component
/etc/*.conf                      | /etc/a.conf                        | read        | must
/etc/*.conf                      | /etc/.conf                         | read        | must
/etc/*.conf                      | /etc/a/b.conf                      | read        | no
/etc/*                           | /etc/.hidden                       | read        | must
/etc/*                           | /etc                               | read        | no
/etc/*/x                         | /etc/a/x                           | read        | must
/etc/*/x                         | /etc/a/b/x                         | read        | no
/etc/pass?d                      | /etc/passwd                        | read        | must
/etc/pass?d                      | /etc/pass/d                        | read        | no
/etc/?                           | /etc/ä                             | read        | must
/etc/[abc]                       | /etc/b                             | read        | must
/etc/[abc]                       | /etc/d                             | read        | no
/etc/[!a-c]                      | /etc/d                             | read        | must
/etc/[!a-c]                      | /etc/b                             | read        | no
/etc/[]x]                        | /etc/]                             | read        | must
/etc/[a-]                        | /etc/-                             | read        | must
/etc/[*]                         | /etc/x                             | read        | no
/etc/[{]                         | /etc/{                             | read        | must
/etc/a*b*c                       | /etc/aXbYbZc                       | read        | must
/etc/a*b*c                       | /etc/acb                           | read        | no

# Any depth
**/.env                          | /home/user/project/.env            | read        | must
**/.env                          | /.env                              | read        | must
**/.env                          | /home/user/project/.env.local      | read        | no
**/.env                          | /home/user/project/x.env           | read        | no
**/.env                          | /home/user/project/.env/x          | read        | no
/a/**                            | /a/b                               | read        | must
/a/**                            | /a/b/c/d                           | read        | must
/a/**                            | /a                                 | read        | no
/a/**                            | /ab                                | read        | no
/a/**/z                          | /a/z                               | read        | must
/a/**/z                          | /a/b/c/z                           | read        | must
/a/**/z                          | /a/b/cz                            | read        | no
/a/**/**                         | /a/b                               | read        | must
**/a/**/b/**                     | /x/a/y/b/z                         | read        | must
**/a/**/b/**                     | /x/a/y/b                           | read        | no
**                               | /home/user/x                       | read        | must
**/*.pem                         | /home/user/keys/a.pem              | read        | must
**/node_modules/**               | /p/node_modules/x/y                | write       | must

# Alternatives
/{a,b}/x                         | /a/x                               | read        | must
/{a,b}/x                         | /b/x                               | read        | must
/{a,b}/x                         | /c/x                               | read        | no
/{a/b,c}/x                       | /a/b/x                             | read        | must
/x{,.bak}                        | /x                                 | read        | must
/x{,.bak}                        | /x.bak                             | read        | must
/{a,b{c,d}}                      | /bd                                | read        | must
/{a,b{c,d}}                      | /b                                 | read        | no
/{a,b}{c,d}                      | /bc                                | read        | must
{{home},{temp}}/x                | /tmp/x                             | read        | must
{{home},{temp}}/x                | /home/user/x                       | read        | must

# Places
~/.ssh/**                        | /home/user/.ssh/id_rsa             | read        | must
~/.ssh/**                        | /home/other/.ssh/id_rsa            | read        | no
~                                | /home/user                         | delete tree | must
~                                | /home/user2                        | delete tree | no
{home}/.ssh/*                    | /home/user/.ssh/id_rsa             | read        | must
{project}/**                     | /home/user/project/src/main.rs     | write       | must
{project}/**                     | /home/user/projects/x              | write       | no
{cwd}/x                          | /home/user/project/app/x           | write       | must
{temp}/**                        | /tmp/x                             | write       | must
{temp}/**                        | /var/tmp/x                         | write       | must
{git_dir}/hooks/**               | /home/user/project/.git/hooks/a    | write       | must
{policy}                         | /home/user/.config/policy.toml     | write       | must
{hookshim}                       | /usr/bin/hookshim                  | write       | no
secret/**                        | /home/user/project/secret/a        | read        | must
./secret/**                      | /home/user/project/secret/a        | read        | must
secret/**                        | /home/user/secret/a                | read        | no
*.key                            | /home/user/project/a.key           | read        | must
*.key                            | /home/user/project/sub/a.key       | read        | no

# Exceptions
**/.env.* !**/.env.example       | /p/.env.local                      | read        | must
**/.env.* !**/.env.example       | /p/.env.example                    | read        | no
!**/.env.example **/.env.*       | /p/.env.example                    | read        | no
!{project}/**                    | /etc/passwd                        | write       | must
!{project}/**                    | /home/user/project/x               | write       | no
** !{project}/** !{temp}/**      | /tmp/x                             | write       | no
** !{project}/** !{temp}/**      | /tmp                               | write       | must
** !{hookshim}                   | /usr/bin/hookshim                  | write       | must

# Links: globs on either path, exceptions on both
**/.env                          | /tmp/link -> /p/.env               | read        | must
**/.env                          | /p/.env -> /tmp/x                  | read        | must
**/.env !{temp}/**               | /tmp/link -> /p/.env               | read        | must
**/.env !{temp}/**               | /p/.env -> /tmp/x                  | read        | must
**/.env !{temp}/**               | /tmp/.env -> /var/tmp/.env         | read        | no
** !{project}/**                 | /home/user/project/out -> /etc/x   | write       | must

# A directory that is not known for sure
** !{temp}/**                    | /tmp/x or /home/user/x             | write       | must
** !{temp}/**                    | /tmp/x or /var/tmp/x               | write       | no
**/.env                          | /a/.env or /b/.env                 | read        | must

# Trees
~/.ssh/**                        | /home/user/.ssh                    | delete tree | must
~/.ssh/**                        | /home/user                         | delete tree | must
~/.ssh/**                        | /home                              | delete tree | must
~/.ssh/**                        | /                                  | delete tree | must
~/.ssh/**                        | /home/user                         | read        | no
~/.ssh/**                        | /home/user/.ssh/keys               | delete tree | must
~/.ssh/**                        | /home/user/project                 | delete tree | no
~/.ssh/id_rsa                    | /home/user/.ssh                    | read tree   | must
/etc/**                          | /                                  | delete tree | must
/etc/**                          | /etc                               | read tree   | must
/etc/*.d/secret                  | /etc/x.d                           | delete tree | must
/etc/*.d/secret                  | /etc/x                             | delete tree | no
secret/**                        | /home/user/project                 | read tree   | must
**/.env                          | /home/user/project                 | delete tree | no
**/.env                          | /                                  | delete tree | no
**/.env                          | /home/user/project/.env            | delete tree | must
**/.git/**                       | /home/user/project/.git            | delete tree | must
{project}/**/.env                | /home/user/project                 | read tree   | must
{project}/**/.env                | /home/user/project/src             | read tree   | no
** !{temp}/**                    | /tmp/x                             | delete tree | no
** !{temp}/**                    | /tmp                               | delete tree | no
** !{temp}/**                    | /                                  | delete tree | must
** !{project}/**                 | /home/user/project                 | read tree   | no
** !{project}/**                 | /home/user                         | read tree   | must
** !{project}/build              | /home/user/project/build           | delete tree | no
**/.env.* !**/.env.example       | /p/.env.example                    | read tree   | no
~/.ssh/** !~/.ssh/known_hosts    | /home/user/.ssh                    | read tree   | must

# Holes
**/.env                          | $x/.env                            | read        | can
~/.ssh/**                        | $DIR/../.ssh/id_rsa                | read        | can
~/.ssh/**                        | /home/user/.ssh/$x                 | read        | must
~/.ssh/**                        | /home/user/$x                      | read        | can
~/.ssh/**                        | /home/user/$x/id_rsa               | read        | can
~/.ssh/**                        | /etc/$x                            | read        | no
~/.ssh/id_rsa                    | /home/user/.ssh/$x                 | read        | can
~/.ssh/id_rsa                    | /home/user/$x/.ssh/id_rsa          | read        | can
~/.ssh/id_rsa                    | $x                                 | read        | no
~/.ssh/id_rsa                    | $x/$y                              | read        | no
~/.ssh/id_rsa                    | $x.txt                             | read        | no
**                               | $x                                 | read        | no
**/.env                          | $x.env                             | read        | no
**/.env                          | $x/prod.env                        | read        | no
**/.env                          | /p/.env$x                          | read        | no
**/.env.*                        | /p/.env.$x                         | read        | can
**/*.txt                         | $x.txt                             | read        | can
**/*.txt                         | $x/$y.txt                          | read        | can
/a/**/z                          | /a/$x/z                            | read        | must
/a/**/*.txt                      | /a/$x.txt                          | read        | must
** !{project}/**                 | /home/user/project/$x              | write       | no
** !{project}/**                 | /home/user/$x                      | write       | can
** !{project}/**                 | $x/out.txt                         | write       | no
** !{project}/**                 | $x/project/out.txt                 | write       | no
~                                | /home/user/$x                      | delete tree | can
~                                | /home/$x/user                      | delete tree | can

# Globs in commands
**/.env                          | /p/.e*                             | read        | can
**/.env                          | /p/.en?                            | read        | can
**/.env                          | /p/.en[v]                          | read        | can
**/.env                          | /p/*                               | read        | no
**/.env                          | /p/*/.env                          | read        | must
**/*.pem                         | /p/*                               | read        | no
**/*.pem                         | /p/*.pem                           | read        | must
~/.ssh/id_rsa                    | /home/user/.ssh/*                  | read        | can
~/.ssh/id_rsa                    | /home/user/*                       | read        | no
~/.ssh/id_rsa                    | /home/user/*/id_rsa                | read        | no
/a/b/c                           | /a/*/c                             | read        | can
/a/b/c                           | /a/*                               | read        | no
~/.ssh/**                        | /home/user/.ssh/*                  | delete tree | must
** !{project}/**                 | /home/user/project/*               | delete tree | no
** !{project}/**                 | /home/user/*                       | delete tree | must
** !{project}/**                 | /home/user/pro*                    | delete tree | must
** !{project}/*.tmp              | /home/user/project/*.tmp           | delete      | no

# Trees with holes
~/.ssh/**                        | $x                                 | delete tree | can
~/.ssh/**                        | $x                                 | read tree   | no
** !{project}/**                 | $x                                 | delete tree | can
** !{project}/**                 | $x/build                           | delete tree | can
** !{project}/**                 | $x/*                               | delete tree | can
** !{project}/**                 | /home/user/project/$x              | delete tree | no
** !{temp}/**                    | /$x                                | delete tree | can
/etc/**                          | /$x                                | delete tree | can
/etc/**                          | /home/$x                           | delete tree | no

# Windows
**/.env                          | C:\Users\dev\project\.env          | read        | must
**/.env                          | c:/users/DEV/project/.ENV          | read        | must
C:\Users\dev\**                  | c:/users/DEV/project/.ENV          | read        | must
C:/Users/[d]ev/**                | c:\users\DEV\x                     | read        | must
C:\Users\dev\**                  | d:/users/dev/x                     | read        | no
C:\Users\dev\.ssh\**             | c:\users                           | delete tree | must
**/.env                          | C:\Users\$x\.env                   | read        | must
**/.env                          | /p/a\.env                          | read        | no
";

#[test]
fn globs_match_as_the_table_says() {
    let failures: Vec<String> = rows(ROWS).filter_map(|row| failure(row, &places())).collect();
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn case_is_ignored_where_the_file_system_ignores_it() {
    const ROWS: &str = r"
**/.env                          | /p/.ENV                            | read        | must
~/.ssh/**                        | /HOME/User/.SSH/id_rsa             | read        | must
~/.ssh/**                        | /HOME                              | delete tree | must
/[a-c]/É                         | /B/é                               | read        | must
~/.ssh/**                        | /etc/x                             | read        | no
";
    let places = Places { case_insensitive: true, ..places() };
    let failures: Vec<String> = rows(ROWS).filter_map(|row| failure(row, &places)).collect();
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn places_may_be_directories_on_a_drive() {
    let project = vec![r"C:\Users\dev\project".to_owned()];
    let places = Places { project, ..Places::default() };
    const ROWS: &str = r"
** !{project}/**                 | c:/users/dev/PROJECT/x             | write       | no
** !{project}/**                 | c:/users/dev/x                     | write       | must
";
    let failures: Vec<String> = rows(ROWS).filter_map(|row| failure(row, &places)).collect();
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn bad_globs_are_named_with_what_was_expected() {
    let long = "a".repeat(4_097);
    let wide = "{a,b}".repeat(9);
    let bad = [
        "",
        "[a",
        "[]",
        "[a/b]",
        "[z-a]",
        "{a,b",
        "a}",
        "{}",
        "{nowhere}/x",
        "x/{home}",
        "~user/x",
        "{home}x",
        "a**",
        "**a/b",
        "a/***",
        "a/../b",
        "a/",
        "!!a",
        r"a\b",
        &long,
        &wide,
    ];
    let mut report = String::new();
    for glob in bad {
        let shown: String = glob.chars().take(24).collect();
        let answer = match GlobSet::parse(&["**/ok", glob]) {
            Ok(_) => "is taken".to_owned(),
            Err((1, message)) => message,
            Err((index, message)) => format!("{message} (at {index})"),
        };
        report.push_str(&format!("{shown:<12} {answer}\n"));
    }
    insta::assert_snapshot!(report);
}

/// A matcher that goes back would need more steps than there are atoms.
#[test]
fn hostile_globs_and_paths_take_little_time() {
    let globs = ["/**/a*a*a*a*a*a*a*a*a*a*b", "/**/a/**/a/**/a/**/a/**/a/**/a/**/b"];
    let paths = ["/a".repeat(2_000), format!("/{}", "a".repeat(4_000)), "/$x".repeat(2_000)];
    let globs = GlobSet::parse(&globs).unwrap();
    let start = std::time::Instant::now();
    for path in &paths {
        globs.matches(&action(path, "delete tree"), &places());
    }
    assert!(start.elapsed().as_secs() < 5, "took {:?}", start.elapsed());
}

/// No path is that long, but if one were, its end would not be taken for known.
#[test]
fn an_endless_path_can_be_anything_below_its_start() {
    let path = format!("/tmp/{}", "a".repeat(100_000));
    let globs = GlobSet::parse(&["/tmp/*"]).unwrap();
    assert_eq!(globs.matches(&action(&path, "read"), &places()), Match::Can);
    let globs = GlobSet::parse(&["/etc/**"]).unwrap();
    assert_eq!(globs.matches(&action(&path, "read"), &places()), Match::No);
}

fn places() -> Places {
    Places {
        home: vec!["/home/user".into()],
        project: vec!["/home/user/project".into()],
        cwd: vec!["/home/user/project/app".into()],
        temp: vec!["/tmp".into(), "/var/tmp/".into()],
        git_dir: vec!["/home/user/project/.git".into()],
        policy: vec!["/home/user/.config/policy.toml".into()],
        hookshim: vec![],
        case_insensitive: false,
    }
}

fn rows(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// What is wrong with a row, if anything is.
fn failure(row: &str, places: &Places) -> Option<String> {
    let columns: Vec<&str> = row.split('|').map(str::trim).collect();
    let [globs, path, kind, expected] = columns[..] else {
        return Some(format!("{row}: expected four columns"));
    };
    let globs: Vec<&str> = globs.split_whitespace().collect();
    let actual = match GlobSet::parse(&globs) {
        Ok(globs) => match globs.matches(&action(path, kind), places) {
            Match::No => "no",
            Match::Can => "can",
            Match::Must => "must",
        }
        .to_owned(),
        Err((index, message)) => format!("error at {index}: {message}"),
    };
    (actual != expected).then(|| format!("{row}: {actual}"))
}

fn action(path: &str, kind: &str) -> PathAction {
    let (spelt, resolved) = path.split_once(" -> ").map_or((path, None), |(a, b)| (a, Some(b)));
    PathAction {
        access: match kind.split(' ').next() {
            Some("read") => Access::Read,
            Some("write") => Access::Write,
            _ => Access::Delete,
        },
        spelt: value(spelt),
        paths: spelt.split(" or ").map(value).collect(),
        resolved: resolved.map(PathBuf::from).into_iter().collect(),
        tree: kind.ends_with("tree"),
        moved: false,
        text: None,
    }
}

/// `$name` is a hole; `*`, `?` and `[…]` are globs.
fn value(text: &str) -> Value {
    let mut value = Value::default();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '$' => 1 + rest[1..].find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len() - 1),
            '[' => rest.find(']').map_or(rest.len(), |at| at + 1),
            letter => letter.len_utf8(),
        };
        let (piece, after) = rest.split_at(length);
        value.push(match letter {
            '$' => Piece::Hole(Hole::new(piece)),
            '*' | '?' | '[' => Piece::Hole(Hole::glob(piece)),
            _ => Piece::Text(piece.into()),
        });
        rest = after;
    }
    value
}
