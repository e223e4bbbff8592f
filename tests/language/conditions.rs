//! What each key of a verb, `when` or `unless` holds for.

use crate::asking::{Policies, policy};
use serde_json::json;

/// A policy that denies what fits the table, by the rule `x`.
fn denying(table: &str) -> Policies {
    policy(&format!("rules.x.deny = {{ {table} }}"))
}

/// `run`: a program in the effect's cause chain matches the command pattern.
#[test]
fn run_holds_when_a_program_in_the_effects_cause_chain_matches() {
    let sudo = denying("run = 'sudo', delete = '**'");
    sudo.judges("sudo env A=1 bash -c 'rm x'").denies("x");
    sudo.judges("bash -c 'rm x'").is_silent();
    sudo.judges("sudo ls; rm x").is_silent();
}

/// `read` `write` `delete` `touch`: a path effect of that kind (touch: any) matches the globs.
#[test]
fn read_write_and_delete_hold_for_a_path_effect_of_that_kind() {
    let each = [("read", "cat a"), ("write", "echo x > a"), ("delete", "rm a")];
    for (key, _) in each {
        let rule = denying(&format!("{key} = 'a'"));
        for (kind, command) in each {
            match kind == key {
                true => rule.judges(command).denies("x"),
                false => rule.judges(command).is_silent(),
            }
        }
        rule.judges("cat b; echo x > b; rm b").is_silent();
    }
}

/// `read` `write` `delete` `touch`: a path effect of that kind (touch: any) matches the globs.
#[test]
fn touch_holds_for_any_path_effect() {
    let touch = denying("touch = 'a'");
    for command in ["cat a", "echo x > a", "rm a"] {
        touch.judges(command).denies("x");
    }
    touch.judges("cat b").is_silent();
    touch.judges("echo a").is_silent();
}

/// `tree = true`: it is a tree effect.
#[test]
fn tree_holds_for_a_tree_effect() {
    let tree = denying("delete = 'a', tree = true");
    tree.judges("rm -rf a").denies("x");
    tree.judges("rm a").is_silent();
    let single = denying("delete = 'a', tree = false");
    single.judges("rm a").denies("x");
    single.judges("rm -rf a").is_silent();
}

/// `push`: `true`, or `{ remote, branch, force = "any" | "unleased", delete, tags }`.
#[test]
fn push_true_holds_for_any_push() {
    let push = denying("push = true");
    push.judges("git push origin topic").denies("x");
    push.judges("git push --delete origin topic").denies("x");
    push.judges("git fetch origin topic").is_silent();
    push.judges("git push --dry-run origin topic").is_silent();
}

/// `push`: `true`, or `{ remote, branch, force = "any" | "unleased", delete, tags }`.
#[test]
fn push_holds_for_its_remote_and_branch() {
    let push = denying("push = { remote = 'origin', branch = ['main', 'release/*'] }");
    push.judges("git push origin HEAD:refs/heads/main").denies("x");
    push.judges("git push origin release/1").denies("x");
    push.judges("git push origin main-2").is_silent();
    push.judges("git push fork main").is_silent();
}

/// `push`: `true`, or `{ remote, branch, force = "any" | "unleased", delete, tags }`.
#[test]
fn push_holds_for_how_it_is_forced() {
    let any = denying("push = { force = 'any' }");
    any.judges("git push --force origin a").denies("x");
    any.judges("git push --force-with-lease origin a").denies("x");
    any.judges("git push origin a").is_silent();
    let unleased = denying("push = { force = 'unleased' }");
    unleased.judges("git push origin +a").denies("x");
    unleased.judges("git push --force-with-lease origin a").is_silent();
}

/// `push`: `true`, or `{ remote, branch, force = "any" | "unleased", delete, tags }`.
#[test]
fn push_holds_for_deletions_and_for_tags() {
    let delete = denying("push = { delete = true }");
    delete.judges("git push origin :a").denies("x");
    delete.judges("git push origin a").is_silent();
    let tags = denying("push = { tags = true }");
    tags.judges("git push --tags").denies("x");
    tags.judges("git push origin refs/tags/v1").denies("x");
    tags.judges("git push origin a").is_silent();
}

/// `discard`: `true` or a list of what is lost.
#[test]
fn discard_holds_for_what_is_lost() {
    let any = denying("discard = true");
    any.judges("git reset --hard").denies("x");
    any.judges("git stash drop").denies("x");
    any.judges("git reset --soft HEAD~1").is_silent();
    let some = denying("discard = ['stash', 'branch']");
    some.judges("git stash drop").denies("x");
    some.judges("git branch -D a").denies("x");
    some.judges("git reset --hard").is_silent();
}

/// `connect`: host globs, or `{ host, method, url, body }`.
#[test]
fn connect_holds_for_globs_of_hosts() {
    let hosts = denying("connect = ['*.example.com', '!good.example.com']");
    hosts.judges("curl https://api.example.com/x").denies("x");
    hosts.judges("curl https://good.example.com/x").is_silent();
    hosts.judges("curl https://example.org/?api.example.com").is_silent();
    hosts.judges_tool("WebFetch", json!({ "url": "https://a.example.com" })).denies("x");
}

/// `connect`: host globs, or `{ host, method, url, body }`.
#[test]
fn connect_holds_for_host_method_url_and_body_together() {
    let request = denying(
        "connect = { host = 'a.test', method = 'POST', url = '*/graphql', body = '/mutation/' }",
    );
    request.judges("curl -d mutation=1 https://a.test/graphql").denies("x");
    request.judges("curl -d mutation=1 https://b.test/graphql").is_silent();
    request.judges("curl -X PUT -d mutation=1 https://a.test/graphql").is_silent();
    request.judges("curl -d mutation=1 https://a.test/rest").is_silent();
    request.judges("curl -d query=1 https://a.test/graphql").is_silent();
}

/// `sql`: `drop`, `truncate`, `delete-all`.
#[test]
fn sql_holds_for_drop_truncate_and_delete_all() {
    let rows = [
        ("drop", "DROP TABLE a", "CREATE TABLE a (b int)"),
        ("truncate", "TRUNCATE a", "SELECT truncate(1.5)"),
        ("delete-all", "DELETE FROM a", "DELETE FROM a WHERE b = 2"),
    ];
    for (word, meant, other) in rows {
        let rule = denying(&format!("sql = '{word}'"));
        rule.judges(&format!("psql -c '{meant}'")).denies("x");
        rule.judges(&format!("psql -c '{other}'")).is_silent();
        rule.judges(&format!("echo '{meant}'")).is_silent();
    }
}

/// `sql`: `/regex/` over the statement, comments removed.
#[test]
fn sql_holds_for_a_regex_over_the_statement_without_its_comments() {
    let users = denying(r"sql = '/from\s+users/'");
    users.judges("psql -c 'SELECT * FROM/* all */users'").denies("x");
    users.judges("psql -c 'SELECT 1 -- from users'").is_silent();
    users.judges("psql -c 'SELECT * FROM others'").is_silent();
}

/// `fed_by`: what feeds the program, on stdin or as its script: `download`, `decoded` (base64, xxd, …), `pipe`, `file`.
#[test]
fn fed_by_holds_for_what_feeds_the_program_on_stdin_or_as_its_script() {
    let rows = [
        ("download", "curl https://a.test | sh", "curl https://a.test | less"),
        (
            "download",
            "curl -o a.sh https://a.test && sh a.sh",
            "curl -o a.sh https://a.test && sh b.sh",
        ),
        ("decoded", "base64 -d a | sh", "base64 a | sh"),
        ("decoded", "xxd -r -p a | bash", "xxd a"),
        ("pipe", "cat a | sh", "cat a | sort"),
        ("file", "sh < a", "sh -c a"),
    ];
    for (word, meant, other) in rows {
        let rule = denying(&format!("fed_by = '{word}'"));
        rule.judges(meant).denies("x");
        rule.judges(other).is_silent();
    }
}

/// `env`, `git_config`: assignments in force for the program (`HUSKY=0`, `core.hooksPath`).
#[test]
fn env_holds_for_assignments_in_force_for_the_program() {
    let husky = denying("run = 'git commit', env = 'HUSKY=0'");
    husky.judges("HUSKY=0 git commit").denies("x");
    husky.judges("export HUSKY=0; cd x; git commit").denies("x");
    husky.judges("HUSKY=1 git commit").is_silent();
    husky.judges("HUSKY=0 true; git commit").is_silent();
    denying("env = 'HUSKY'").judges("HUSKY=1 git commit").denies("x");
}

/// `env`, `git_config`: assignments in force for the program (`HUSKY=0`, `core.hooksPath`).
#[test]
fn git_config_holds_for_assignments_in_force_for_the_program() {
    let hooks = denying("git_config = 'core.hooksPath'");
    hooks.judges("git -c core.hookspath=/x commit").denies("x");
    hooks.judges("git -c core.editor=vi commit").is_silent();
    let none = denying("git_config = 'commit.gpgSign=false'");
    none.judges("git -c commit.gpgsign=false commit").denies("x");
    none.judges("git -c commit.gpgsign=true commit").is_silent();
}

/// `place`: `local`, `container`, `remote`.
#[test]
fn place_holds_where_it_happens() {
    let rows = [("local", "rm a"), ("container", "docker exec c rm a"), ("remote", "ssh h rm a")];
    for (place, _) in rows {
        let rule = denying(&format!("run = 'rm', place = '{place}'"));
        for (there, command) in rows {
            match there == place {
                true => rule.judges(command).denies("x"),
                false => rule.judges(command).is_silent(),
            }
        }
    }
}

/// `tool`: the host's tool name (`*` anywhere) or a kind (`shell`, `mcp`, …).
#[test]
fn tool_holds_for_the_hosts_name_with_stars_anywhere() {
    let merge = denying("tool = 'mcp__*__merge_*'");
    merge.judges_tool("mcp__github__merge_pull_request", json!({})).denies("x");
    merge.judges_tool("mcp__github__list_merges", json!({})).is_silent();
    let bash = denying("tool = 'Bash'");
    bash.judges("ls").denies("x");
    bash.judges_tool("BashOutput", json!({ "bash_id": "1" })).is_silent();
}

/// `tool`: the host's tool name (`*` anywhere) or a kind (`shell`, `mcp`, …).
#[test]
fn tool_holds_for_a_kind_of_tools() {
    denying("tool = 'shell'").judges("ls").denies("x");
    denying("tool = 'shell'").judges_tool("mcp__a__b", json!({})).is_silent();
    denying("tool = 'mcp'").judges_tool("mcp__a__b", json!({})).denies("x");
    denying("tool = 'read'").judges_tool("Read", json!({ "file_path": "a" })).denies("x");
    denying("tool = 'read'").judges("cat a").is_silent();
}

/// `input`: JSON pointer → glob or `/regex/`.
#[test]
fn input_holds_for_a_glob_or_a_regex_at_a_json_pointer() {
    let merge = denying("input = { '/pull/owner' = 'ac*', '/pull/title' = '/^v[0-9]+$/' }");
    let input = |owner: &str, title: &str| json!({ "pull": { "owner": owner, "title": title } });
    merge.judges_tool("mcp__a__b", input("acme", "v12")).denies("x");
    merge.judges_tool("mcp__a__b", input("other", "v12")).is_silent();
    merge.judges_tool("mcp__a__b", input("acme", "a v12")).is_silent();
    merge.judges_tool("mcp__a__b", json!({ "owner": "acme", "title": "v12" })).is_silent();
}

/// `content`: `/regex/` over text about to be written.
#[test]
fn content_holds_for_a_regex_over_text_about_to_be_written() {
    let key = denying("content = '/AKIA[0-9A-Z]{16}/'");
    let text = "k = AKIAABCDEFGHIJKLMNOP";
    key.judges_tool("Write", json!({ "file_path": "a", "content": text })).denies("x");
    key.judges(&format!("echo '{text}' > a")).denies("x");
    key.judges(&format!("echo '{text}'")).is_silent();
    key.judges_tool("Write", json!({ "file_path": "a", "content": "AKIA" })).is_silent();
}

const WINDOWS: &str =
    "timezone = 'UTC'\nwindows.day = '09:00-18:00'\nwindows.evening = '20:00-22:00'\n";

/// `during`: now is inside the window, or the union of several.
#[test]
fn during_holds_while_now_is_inside_the_window() {
    let day = policy(&format!("{WINDOWS}rules.x.deny = {{ run = 'x', during = 'day' }}"));
    day.judges("x").at("2026-11-30T12:00:00Z").denies("x");
    day.judges("x").at("2026-11-30T21:00:00Z").is_silent();
}

/// `during`: now is inside the window, or the union of several.
#[test]
fn during_several_windows_holds_in_their_union() {
    let both =
        policy(&format!("{WINDOWS}rules.x.deny = {{ run = 'x', during = ['day', 'evening'] }}"));
    both.judges("x").at("2026-11-30T12:00:00Z").denies("x");
    both.judges("x").at("2026-11-30T21:00:00Z").denies("x");
    both.judges("x").at("2026-11-30T19:00:00Z").is_silent();
}

/// `mode` `host` `origin` `agent`: the host's own words.
#[test]
fn mode_host_origin_and_agent_are_the_hosts_own_words() {
    denying("mode = 'acceptEdits'").judges("x").in_mode("acceptEdits").denies("x");
    denying("mode = 'acceptEdits'").judges("x").in_mode("acceptedits").is_silent();
    denying("host = 'codex'").judges("x").by("codex").denies("x");
    denying("host = 'codex'").judges("x").by("maka").is_silent();
    denying("origin = 'code_mode'").judges("x").by("maka").with("origin", "code_mode").denies("x");
    denying("origin = 'code_mode'").judges("x").by("maka").with("origin", "provider").is_silent();
    denying("agent = 'Explore'").judges("x").with("agent_type", "Explore").denies("x");
    denying("agent = 'Explore'").judges("x").is_silent();
}

/// A value that a host never sends is a lint warning, not an error.
#[test]
fn a_word_that_no_host_sends_is_a_warning_and_no_error() {
    let misspelt = denying("mode = 'bypassPermission'");
    let shown = misspelt.checked();
    assert!(shown.contains("did you mean `bypassPermissions`?"), "{shown}");
    assert!(shown.contains("policy.toml: 1 warning"), "{shown}");
    misspelt.judges("x").in_mode("bypassPermission").denies("x");
    assert!(!denying("mode = 'bypassPermissions'").checked().contains("warning"));
}

/// `on_branch`: branch checked out where the effect happens.
#[test]
fn on_branch_holds_where_that_branch_is_checked_out() {
    let main = denying("run = 'git commit', on_branch = ['main', 'release/*']")
        .and_repository("project", "main", "")
        .and_repository("other", "topic", "");
    main.judges("git commit").denies("x");
    main.judges("git -C ../other commit").is_silent();
    main.judges("git -C ../project commit").from("other").denies("x");
    main.judges("git commit").from("other").is_silent();
    main.judges("git switch -c topic && git commit").is_silent();
    main.judges("git switch -c release/1 && git commit").denies("x");
}

/// `repo`: `worktree`.
#[test]
fn repo_worktree_holds_in_a_linked_working_tree() {
    let linked =
        denying("run = 'git commit', repo = 'worktree'").and_repository("project", "main", "");
    let of_it = linked.home.path.join("project/.git/worktrees/wt");
    linked.home.write("project/.git/worktrees/wt/HEAD", "ref: refs/heads/topic\n");
    linked.home.write("project/.git/worktrees/wt/commondir", "../..\n");
    linked.home.write("wt/.git", &format!("gitdir: {}\n", of_it.display()));
    linked.judges("git commit").from("wt").denies("x");
    linked.judges("git commit").is_silent();
}

/// `cwd`: directory globs.
#[test]
fn cwd_holds_for_globs_of_the_directory_in_which_it_happens() {
    let infra = denying("run = 'make', cwd = ['{project}/infra/**', '!**/docs']");
    infra.judges("cd infra && make").denies("x");
    infra.judges("make").from("project/infra/eu").denies("x");
    infra.judges("make").is_silent();
    infra.judges("cd infra/docs && make").is_silent();
    // By whatever way one comes; an exception must hold for both.
    let infra = infra.and_file("project/infra/a", "").and_link("project/link", "infra");
    infra.judges("cd link && make").denies("x");
    infra.home.write("project/infra/docs/a", "");
    infra.judges("cd link/docs && make").is_silent();
}
