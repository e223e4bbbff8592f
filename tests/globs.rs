//! Owns what path globs match; the tables are meant to be read.

use hookshim::effects::{Access, Hole, PathAction, Piece, Sieve, Value};
use hookshim::facts::Listing;
use hookshim::policy::{GlobSet, Match, Places, Trees};
use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;

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
.                                | /home/user/project                 | read        | must
./.                              | /home/user/project                 | read        | must
secret/./a                       | /home/user/project/secret/a        | read        | must
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
~/.ssh/**                        | /home/user/$x                      | read        | no
~/.ssh/**                        | /home/user/$x/id_rsa               | read        | no
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

# Holes: one name of several is too little, two are enough, and so is one with its place
~/.kube/config                   | $x/config                          | read        | no
~/.kube/config                   | $x/y/config                        | read        | no
~/.kube/config                   | $x/config.json                     | read        | no
~/.kube/config                   | $x/.kube/config                    | read        | can
~/.kube/config                   | $x/../.kube/config                 | read        | can
~/.kube/config                   | /home/user/.kube/$x                | read        | can
~/.kube/config                   | /home/user/$x/config               | read        | can
~/.kube/config                   | /home/$x/config                    | read        | no
~/.kube/config                   | /home/user/$x                      | read        | no
~/.kube/config                   | /etc/$x/config                     | read        | no
~/.aws/credentials               | $x/credentials                     | read        | no
~/.aws/credentials               | $x/.aws/credentials                | read        | can
~/.ssh/id_*                      | $x/../.ssh/id_rsa                  | read        | can
~/.ssh/id_*                      | $x/id_rsa                          | read        | no
~/.ssh/id_*                      | $x/.ssh/$y                         | read        | no
~/.npmrc                         | $x/.npmrc                          | read        | can
~/.npmrc                         | $x/README.md                       | read        | no
~/.npmrc                         | /home/user/$x                      | read        | no
**/.kube/config                  | $x/config                          | read        | no
**/.kube/config                  | $x/.kube/config                    | read        | can
**/.kube/config                  | /home/user/.kube/$x                | read        | no
/etc/ssh/key                     | $x/key                             | read        | no
/etc/ssh/key                     | $x/ssh/key                         | read        | can
/etc/passwd                      | /etc/$x                            | read        | can
/etc/passwd                      | $x/passwd                          | read        | no
/dev/sd*                         | /dev/$x                            | write       | can
secret.txt                       | $x/secret.txt                      | read        | can
secret.txt                       | /home/user/project/$x              | read        | no
src/secret.txt                   | /home/user/project/src/$x          | read        | can
src/secret.txt                   | $x/secret.txt                      | read        | no
src/secret.txt                   | $x/src/secret.txt                  | write       | can
{project}/*                      | /home/user/project/$x              | write       | can
{project}/*                      | $x/a                               | write       | no

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
~/notes                          | /home/user/*                       | read        | can
~/notes                          | /home/user/*.txt                   | read        | no
~/notes/**                       | /home/user/*/*                     | read        | can
~/notes/**                       | /home/user/*/*                     | delete tree | can
~/notes/**                       | /home/*/*                          | delete tree | can
secret.txt                       | /home/user/project/*               | read        | can
secret.txt                       | /home/user/project/src/*           | read        | no
{project}/**/.git                | /home/user/project/src/*           | delete tree | no
{project}/**/.git                | /home/user/project/*/dist          | delete tree | no
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

# A tree may be lost by an empty hole
{project}                        | /home/user/project/$x              | delete tree | can
{project}                        | /home/user/project/build/$x        | delete tree | no
{project}                        | /home/user/project/build-$x        | delete tree | no
{project}                        | ./$x                               | delete tree | no
{project}                        | $x_backup                          | delete tree | no
{project}/**/.git                | /home/user/project/build/$x        | delete tree | no
{project}/**/.git                | /home/user/project/build/$x/dist   | delete tree | no
{project}/**/.git                | /home/user/project/build-$x        | delete tree | no
{project}/**/.git                | ./$x                               | delete tree | no
{project}/**/.git                | /home/user/project/build/$x/.git   | delete tree | must
{git_dir}                        | /home/user/project/$x              | delete tree | can
{git_dir}                        | /home/user/project/$x/hooks        | delete tree | no
** !{project}/**                 | /home/user/project/build/$x        | delete tree | no
** !{project}/**                 | /home/user/project/$x/../y         | delete tree | no
** !{project}/**                 | ./$x                               | delete tree | no
** !{project}/**                 | $x-backup                          | delete tree | no
** !{project}/**                 | $x-backup/old                      | delete tree | no
** !{project}/**                 | $x/$y                              | delete tree | can
** !{project}/**                 | /home/user/$x                      | delete tree | can
/build                           | $x/build                           | delete tree | can
~/.ssh/**                        | $x/build                           | delete tree | no
~/.ssh/**                        | /home/user/$x                      | delete tree | can
~/.ssh/**                        | /home/user/$x                      | move tree   | no
~/.ssh/**                        | $x                                 | move tree   | no
~                                | /home/$x                           | delete tree | can
~                                | $x/home/user                       | delete tree | can
**/.env                          | /home/user/project/build/$x        | delete tree | no
**/.env                          | $x                                 | delete tree | can
**/.env !{project}/**            | /home/user/project/build/$x        | delete tree | no

# A directory is emptied by a glob for all that lies in it, but for names that begin with a dot
~                                | /home/user/*                       | delete tree | must
~                                | /home/user/**/*                    | delete tree | must
~                                | /home/user/*/*                     | delete tree | no
~                                | /home/user/!(x)                    | delete tree | must
~                                | /home/user/*                       | write tree  | must
~                                | /home/user/*                       | read tree   | must
~                                | /home/user/*                       | move tree   | must
~                                | /home/user/*                       | delete      | no
~                                | /home/user/?*                      | delete tree | must
~                                | /home/user/[a-z]*                  | delete tree | must
~                                | /home/user/?                       | delete tree | no
~                                | /home/user/*.txt                   | delete tree | no
~                                | /home/user/*/x                     | delete tree | no
~                                | /home/*                            | delete tree | must
~                                | /*                                 | delete tree | must
~                                | $x/*                               | delete tree | can
~                                | /home/user/$x/*                    | delete tree | can
/                                | /*                                 | delete tree | must
~/Documents                      | /home/user/*                       | delete tree | must
~/Documents/**                   | /home/user/*                       | delete tree | must
~/.ssh/**                        | /home/user/*                       | delete tree | no
~/.ssh/**                        | /home/*                            | delete tree | must
{project}                        | /home/user/*                       | delete tree | must
{project}                        | /home/user/project/build/*         | delete tree | no
{policy}                         | /home/user/*                       | delete tree | no
** !{project}/**                 | /home/user/project/build/*         | delete tree | no
** !~/.cache/*/**                | /home/user/.cache/*                | delete tree | no
** !~/.cache/*/**                | /home/user/.cache                  | delete tree | must

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
    let failures: Vec<String> =
        rows(ROWS).filter_map(|row| failure(row, &places(), &Disk::default())).collect();
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

/// A glob that begins with `**/` has no place of its own, so for a tree the disk is asked.
#[test]
fn floating_globs_meet_trees_in_which_such_a_file_lies() {
    const ROWS: &str = r"
**/.env                          | /p                                 | read tree   | must
**/.env                          | /                                  | read tree   | must
**/.env                          | /p                                 | delete tree | must
**/.env                          | /p                                 | move tree   | must
**/.env                          | /p/app                             | delete tree | must
**/.env                          | /p/src                             | delete tree | no
**/.env                          | /nowhere                           | delete tree | no
**/.env                          | /tmp/link -> /p                    | read tree   | must
**/.env                          | /p                                 | read        | no
**/.env                          | /p                                 | delete      | no
**/.env                          | /p                                 | write tree  | no
**/*.pem                         | /p                                 | read tree   | no
**/keys/**                       | /p                                 | read tree   | must
**/keys                          | /p                                 | delete tree | must
/p/**/.env                       | /p/src                             | delete tree | no

# Exceptions for the tree, and for what is found
**/.env !/p/**                   | /p                                 | delete tree | no
**/.env !/p/app/**               | /p                                 | delete tree | no
**/.env !/q/**                   | /p                                 | delete tree | must
**/.env* !**/.env.example        | /p/docs                            | delete tree | no
**/.env* !**/.env.example        | /p                                 | delete tree | must

# What globs in a command stand for, and holes
**/.env                          | /p/*                               | delete tree | must
**/.env                          | /p/app/*                           | delete tree | no
**/.env                          | /p/a*                              | read tree   | must
**/.env                          | /p/s*                              | read tree   | no
**/.env                          | /p/*/.e*                           | delete tree | must
**/.env                          | /p/$x                              | delete tree | no
**/.env                          | $x/app                             | delete tree | no

# Past the bound: silence, but for what is lost
**/.env                          | /many                              | read tree   | no
**/.env                          | /many                              | delete tree | can
**/.env                          | /many                              | move tree   | no
**/.env !/many/**                | /many                              | delete tree | no
**/.env !**/many/**              | /many                              | delete tree | no
**/.env                          | /many/*                            | delete tree | can
**/name-1                        | /many                              | read tree   | must
";
    let files = [
        "/p/app/.env",
        "/p/app/main.rs",
        "/p/docs/.env.example",
        "/p/keys",
        "/p/keys/a",
        "/p/src/lib.rs",
    ];
    let many = (0..1_000).map(|number| format!("/many/name-{number}"));
    let files = files.into_iter().map(str::to_owned).chain(many).collect();
    let disk = Disk { files, ..Disk::default() };
    let failures: Vec<String> =
        rows(ROWS).filter_map(|row| failure(row, &places(), &disk)).collect();
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn nobody_looks_where_a_path_says_enough() {
    const ROWS: &str = r"
~/.ssh/**                        | /home/user/project                 | delete tree | no
{project}/**/.git                | /home/user/project/src             | delete tree | no
**/.env                          | /p/.env                            | delete tree | must
**/.env                          | /p                                 | read        | no
**/.env !/p/**                   | /p                                 | delete tree | no
";
    let disk = Disk::default();
    let failures: Vec<String> =
        rows(ROWS).filter_map(|row| failure(row, &places(), &disk)).collect();
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
    assert_eq!(disk.looks.get(), 0);
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
    let failures: Vec<String> =
        rows(ROWS).filter_map(|row| failure(row, &places, &Disk::default())).collect();
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
    let failures: Vec<String> =
        rows(ROWS).filter_map(|row| failure(row, &places, &Disk::default())).collect();
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

/// Globs of names and stars are taken without being read, so none of them may be wrong. A class makes all be read.
#[test]
fn no_glob_is_taken_that_is_wrong() {
    let wrong: Vec<String> = texts(&['a', '*', '/', '.', '~', '!'], 6)
        .flat_map(|glob| [format!("{{project}}{glob}"), glob])
        .filter(|glob| GlobSet::parse(&[glob]).is_ok() != GlobSet::parse(&[glob, "[a]"]).is_ok())
        .collect();
    assert_eq!(wrong, [""; 0]);
}

/// A few bytes may stand for very much.
#[test]
fn alternatives_are_bounded() {
    let long = format!("{}{}", "{a,b}".repeat(8), "x".repeat(3_000));
    let (_, message) = GlobSet::parse(&[&long]).unwrap_err();
    assert_eq!(message, "expected at most 65536 bytes with all alternatives of a glob written out");
}

/// A matcher that goes back would need more steps than there are atoms.
#[test]
fn hostile_globs_and_paths_take_little_time() {
    let globs = ["/**/a*a*a*a*a*a*a*a*a*a*b", "/**/a/**/a/**/a/**/a/**/a/**/a/**/b"];
    let paths = ["/a".repeat(2_000), format!("/{}", "a".repeat(4_000)), "/$x".repeat(2_000)];
    let globs = GlobSet::parse(&globs).unwrap();
    let start = std::time::Instant::now();
    for path in &paths {
        globs.matches(&action(path, "delete tree"), &places(), &Disk::default());
    }
    assert!(start.elapsed().as_secs() < 5, "took {:?}", start.elapsed());
}

/// No path is that long, but if one were, its end would not be taken for known.
#[test]
fn an_endless_path_can_be_anything_below_its_start() {
    let path = format!("/tmp/{}", "a".repeat(100_000));
    let globs = GlobSet::parse(&["/tmp/*"]).unwrap();
    assert_eq!(globs.matches(&action(&path, "read"), &places(), &Disk::default()), Match::Can);
    let globs = GlobSet::parse(&["/etc/**"]).unwrap();
    assert_eq!(globs.matches(&action(&path, "read"), &places(), &Disk::default()), Match::No);
}

/// Directories with what lies in them.
#[derive(Default)]
struct Disk {
    files: Vec<String>,
    /// Those of them that are links, and where they lead.
    links: Vec<(String, String)>,
    /// How many times somebody looked.
    looks: Cell<usize>,
}

impl Trees for Disk {
    fn below(&self, directory: &str, limit: usize) -> Rc<Listing> {
        self.looks.set(self.looks.get() + 1);
        let inside = format!("{}/", directory.trim_end_matches('/'));
        let found: Vec<String> =
            self.files.iter().filter(|file| file.starts_with(&inside)).cloned().collect();
        let complete = found.len() <= limit;
        let files: Vec<String> = found.into_iter().take(limit).collect();
        let is_link = |file: &&String| self.links.iter().any(|(link, _)| link == *file);
        let links = files.iter().filter(is_link).cloned().collect();
        Rc::new(Listing { files, links, complete })
    }

    fn followed(&self, path: &str) -> Option<String> {
        let through = |(link, target): &(String, String)| {
            path.strip_prefix(link.as_str()).map(|rest| format!("{target}{rest}"))
        };
        self.links.iter().find_map(through)
    }
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
        host_settings: vec![],
        case_insensitive: false,
    }
}

fn rows(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// What is wrong with a row, if anything is.
fn failure(row: &str, places: &Places, disk: &Disk) -> Option<String> {
    let columns: Vec<&str> = row.split('|').map(str::trim).collect();
    let [globs, path, kind, expected] = columns[..] else {
        return Some(format!("{row}: expected four columns"));
    };
    let globs: Vec<&str> = globs.split_whitespace().collect();
    // Globs of names and stars are read when they are needed; an exception with a class makes all be read at once.
    let at_once = [globs.as_slice(), &["!/nowhere/[x]"]].concat();
    let answers = [globs, at_once].map(|globs| match GlobSet::parse(&globs) {
        Ok(globs) => match globs.matches(&action(path, kind), places, disk) {
            Match::No => "no",
            Match::Can => "can",
            Match::Must => "must",
        }
        .to_owned(),
        Err((index, message)) => format!("error at {index}: {message}"),
    });
    let wrong = answers.iter().any(|actual| actual != expected);
    wrong.then(|| format!("{row}: {}", answers.join(", read at once ")))
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
        paths: spelt.split(" or ").map(absolute).collect(),
        resolved: resolved.map(PathBuf::from).into_iter().collect(),
        tree: kind.ends_with("tree"),
        sieve: Sieve::default(),
        moved: kind.starts_with("move"),
        appended: false,
        only_attributes: false,
        text: None,
    }
}

/// The path in the project, if it begins with `./`.
fn absolute(spelt: &str) -> Value {
    match spelt.strip_prefix("./") {
        Some(inside) => value(&format!("/home/user/project/{inside}")),
        None => value(spelt),
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
            '!' if rest.starts_with("!(") => rest.find(')').map_or(rest.len(), |at| at + 1),
            '*' => rest.find(|c: char| c != '*').unwrap_or(rest.len()),
            letter => letter.len_utf8(),
        };
        let (piece, after) = rest.split_at(length);
        value.push(match letter {
            '$' => Piece::Hole(Hole::new(piece)),
            '*' | '?' | '[' => Piece::Hole(Hole::glob(piece)),
            '!' if length > 1 => Piece::Hole(Hole::glob(piece)),
            _ => Piece::Text(piece.into()),
        });
        rest = after;
    }
    value
}

/// Every text of these letters, up to a length.
fn texts(letters: &[char], length: u32) -> impl Iterator<Item = String> {
    let count = letters.len();
    let of_length = move |length: u32| {
        (0..count.pow(length)).map(move |number| {
            let letter = |place| letters.get(number / count.pow(place) % count);
            (0..length).filter_map(letter).collect()
        })
    };
    (0..=length).flat_map(of_length)
}
