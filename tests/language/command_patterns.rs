//! Command patterns: the command as a person writes it.

use crate::asking::{Policies, policy};

/// A policy that denies the command, by the rule `x`.
fn denying(pattern: &str) -> Policies {
    policy(&format!("rules.x.deny = {{ run = \"{pattern}\" }}"))
}

/// The command as a person writes it.
///
/// But for what the shell puts another word in the place of: that would fit nothing, so it is an error.
#[test]
fn a_command_pattern_is_the_command_as_a_person_writes_it() {
    for (command, other) in [
        ("git commit -m 'a b'", "git commit -m a b"),
        ("git -C x push", "git -C y push"),
        ("docker run --rm -v /:/host alpine", "docker run --rm -v /srv:/host alpine"),
        ("kubectl delete pod -n prod", "kubectl delete pod -n test"),
        ("find . -name x -delete", "find . -name y -delete"),
        ("terraform apply -var a=b", "terraform apply -var a=c"),
        ("curl -X DELETE https://a.test", "curl -X GET https://a.test"),
        ("tar -xzf a.tgz -C /srv", "tar -czf a.tgz -C /srv"),
        ("sudo -u root rm -rf /srv", "sudo -u root rm /srv"),
        ("npx prettier --write", "npx prettier --check"),
        ("python3 manage.py migrate", "python3 manage.py test"),
        ("git-filter-repo --force", "git-filter-repo --analyze"),
        ("shutdown -h now", "shutdown -c"),
        ("rd /s /q a", "rd /q a"),
    ] {
        denying(command).judges(command).denies("x");
        denying(command).judges(other).is_silent();
    }
    for replaced in ["rm -rf ~", "~/bin/deploy", "rm $HOME"] {
        let shown = denying(replaced).checked();
        assert!(shown.contains("which the shell replaces"), "{shown}");
    }
    let literal = denying("rm '~'");
    literal.judges("rm '~'").denies("x");
    literal.judges("rm ~").is_silent();
}

/// First word: program (by name, or by path if it has a `/`).
#[test]
fn the_first_word_is_the_program_by_name() {
    let git = denying("git push");
    git.judges("git push").denies("x");
    git.judges("/usr/bin/git push").denies("x");
    git.judges("./git push").denies("x");
    git.judges("hub push").is_silent();
    git.judges("echo git push").is_silent();
}

/// First word: program (by name, or by path if it has a `/`).
#[test]
fn the_first_word_is_the_program_by_path_if_it_has_a_slash() {
    let own = denying("/opt/git push");
    own.judges("/opt/git push").denies("x");
    own.judges("/usr/bin/git push").is_silent();
    own.judges("git push").is_silent();
}

/// Bare words: positional, in order, globs allowed.
#[test]
fn bare_words_are_positional_and_in_order() {
    let push = denying("git push origin main");
    push.judges("git push origin main").denies("x");
    push.judges("git push -u origin main dev").denies("x");
    push.judges("git push main origin").is_silent();
    push.judges("git push fork origin main").is_silent();
    push.judges("git push origin").is_silent();
}

/// Bare words: positional, in order, globs allowed.
#[test]
fn bare_words_may_be_globs() {
    let push = denying("git push * release/*");
    push.judges("git push origin release/1").denies("x");
    push.judges("git push release/1").is_silent();
    push.judges("git push origin main").is_silent();
}

/// `--flag|-f`: an option anywhere.
#[test]
fn an_option_is_found_anywhere_by_either_of_its_names() {
    let force = denying("git push --force|-f");
    for command in ["git push --force", "git push -f origin a", "git push origin a --force"] {
        force.judges(command).denies("x");
    }
    force.judges("git push origin a").is_silent();
    force.judges("git push --force-with-lease").is_silent();
    force.judges("git push -- origin --force").is_silent();
}

/// An option anywhere, in that program's own style (bundled, abbreviated, `=`-joined, long with one dash, `/slash`).
#[test]
fn an_option_is_found_in_the_programs_own_style() {
    let rows = [
        ("rm -r", "rm -fr a", "rm -f a"),
        ("git push --force-with-lease", "git push --force-w", "git push --follow-tags"),
        ("curl --request=PUT", "curl --request=PUT a.test", "curl --request=GET a.test"),
        ("curl --request=PUT", "curl --request PUT a.test", "curl --request-target PUT a.test"),
        ("terraform apply -auto-approve", "terraform apply -auto-approve", "terraform apply -a"),
        ("rd /s", "cmd /c 'rd /S /q a'", "cmd /c 'rd /q a'"),
    ];
    for (pattern, meant, other) in rows {
        denying(pattern).judges(meant).denies("x");
        denying(pattern).judges(other).is_silent();
    }
}

/// `--x=v`, `!--flag`, `!--x=v`.
#[test]
fn an_option_with_a_value_holds_for_that_value() {
    let delete = denying("kubectl delete -n=prod|--namespace=prod");
    delete.judges("kubectl delete pod a -n prod").denies("x");
    delete.judges("kubectl --namespace=prod delete pod a").denies("x");
    delete.judges("kubectl delete pod a -nprod").denies("x");
    delete.judges("kubectl delete pod a -n=prod").denies("x");
    delete.judges("kubectl delete pod a -n test").is_silent();
    delete.judges("kubectl delete pod prod").is_silent();
    let post = denying("curl -X POST");
    post.judges("curl a.test -XPOST").denies("x");
    post.judges("curl a.test -X GET").is_silent();
}

/// `--x=v`, `!--flag`, `!--x=v`.
#[test]
fn an_option_with_an_exclamation_mark_must_not_be_there() {
    let commit = denying("git commit !--signoff|-s");
    commit.judges("git commit -m a").denies("x");
    commit.judges("git commit --signoff -m a").is_silent();
    commit.judges("git commit -sm a").is_silent();
}

/// `--x=v`, `!--flag`, `!--x=v`.
#[test]
fn an_option_with_a_value_and_an_exclamation_mark_must_not_have_that_value() {
    let delete = denying("kubectl delete !-n=test");
    delete.judges("kubectl delete pod a").denies("x");
    delete.judges("kubectl delete pod a -n prod").denies("x");
    delete.judges("kubectl delete pod a -n test").is_silent();
}

/// Last one wins where the program says so.
#[test]
fn the_last_option_wins_where_the_program_says_so() {
    let force = denying("git push --force");
    force.judges("git push --no-force --force").denies("x");
    force.judges("git push --force --no-force").is_silent();
    // Of curl's headers each counts.
    let header = denying("curl -H=A:*");
    header.judges("curl -H A:1 -H B:2 a.test").denies("x");
    header.judges("curl -H B:2 a.test").is_silent();
}

/// `'-1'` in single quotes is a literal operand.
#[test]
fn a_word_in_single_quotes_is_a_literal_operand() {
    let operand = denying("git checkout '-1'");
    operand.judges("git checkout -- -1").denies("x");
    operand.judges("git checkout -1").is_silent();
    let star = denying("rm '*'");
    star.judges(r"rm '*'").denies("x");
    star.judges("rm a").is_silent();
}

/// A program without a table: options are words with a dash, anywhere.
#[test]
fn of_a_program_without_a_table_options_are_words_with_a_dash() {
    let tool = denying("our-tool deploy --now");
    tool.judges("our-tool --now deploy").denies("x");
    tool.judges("our-tool deploy a --now").denies("x");
    tool.judges("our-tool -- deploy --now").denies("x");
    tool.judges("our-tool deploy now").is_silent();
    tool.judges("our-tool a deploy --now").is_silent();
}

/// `git push` matches `git -C x -c a=b push`.
#[test]
fn git_push_matches_git_with_options_before_its_command() {
    let push = denying("git push");
    push.judges("git -C x -c a=b push").denies("x");
    push.judges("git --git-dir push status").is_silent();
    push.judges("git -C push status").is_silent();
}
