//! Owns what command patterns match; the tables are meant to be read.

use hookshim::effects::{Arguments, Feeds, Hole, Opt, Piece, Run, Value};
use hookshim::policy::{CommandPattern, Match};

/// Pattern | words that run | what the program's grammar makes of its arguments | how surely it matches.
///
/// Arguments are `OPERANDS ; OPTIONS`, or `?` for a program whose grammar is not known. `$x` is a hole, `*` a glob that
/// the shell would expand. `harmless` stands for `--help` and dry runs.
const ROWS: &str = r#"
# Programs
sudo                        | sudo ls                       | ?                              | must
sudo                        | /usr/bin/sudo ls              | ?                              | must
sudo                        | ./bin/sudo                    | ?                              | must
sudo                        | sudoedit x                    | ?                              | no
sudo                        | ls sudo                       | ?                              | no
/usr/bin/git                | /usr/bin/git push             | ?                              | must
/usr/bin/git                | git push                      | ?                              | no
./gradlew                   | ./gradlew build               | ?                              | must
./gradlew                   | gradlew build                 | ?                              | no
gradlew                     | ./gradlew build               | ?                              | must
/opt/*/run                  | /opt/a/b/run                  | ?                              | must
mkfs*                       | mkfs.ext4 /dev/sda            | ?                              | must
mkfs*                       | /sbin/mkfs                    | ?                              | must
python3.?                   | python3.9 x.py                | ?                              | must
python3.[0-9]               | python3.x x.py                | ?                              | no
npm|pnpm|yarn publish       | pnpm publish                  | ?                              | must
npm|pnpm|yarn publish       | bun publish                   | ?                              | no
'mk fs'                     | mk fs                         | ?                              | no
git                         | C:\Git\bin\git.exe push       | ?                              | must
git                         | GIT.EXE push                  | ?                              | must
git.exe                     | git.exe push                  | ?                              | must
git.exe                     | git push                      | ?                              | no

# Operands
git push                    | git push                      | push ;                         | must
git push                    | git push origin main          | push origin main ;             | must
git push                    | git -C x -c a=b push          | push ; -C=x -c=a=b             | must
git push                    | git pull                      | pull ;                         | no
git push                    | git                           | ;                              | no
git push                    | git stash push                | stash push ;                   | no
git push origin             | git push -u origin            | push origin ; -u               | must
git push origin main        | git push main origin          | push main origin ;             | no
git push * main             | git push upstream main        | push upstream main ;           | must
git push origin release/*   | git push origin release/1/x   | push origin release/1/x ;      | must
git push origin 'release/*' | git push origin release/1     | push origin release/1 ;        | no
git push origin [mt]*       | git push origin main          | push origin main ;             | must
git restore '*'             | git restore *                 | restore * ;                    | must
git restore './*'           | git restore ./*               | restore ./* ;                  | must
git restore '*'             | git restore *.rs              | restore *.rs ;                 | no
git restore '*'             | git restore $X                | restore $X ;                   | no
git push|pull               | git pull                      | pull ;                         | must
git push|pull               | git fetch                     | fetch ;                        | no
git commit "a b"            | git commit a\ b               | commit a\ b ;                  | must
git commit ""               | git commit                    | commit ;                       | no
kill '-1'                   | kill -1                       | -1 ;                           | must
kill '-1'                   | kill 1                        | 1 ;                            | no
kill '-1'                   | kill $PID                     | $PID ;                         | no
kill '-1'                   | kill -$PID                    | -$PID ;                        | no
kill '-1'                   | kill -1$X                     | -1$X ;                         | can
git '-C'|push               | git $X                        | $X ;                           | can
cat -                       | cat -                         | - ;                            | must
cat -                       | cat -                         | ?                              | must
rd /s                       | rd /S /q x                    | x ; /s /q                      | must
rd /s x                     | rd /S /q x                    | x ; /s /q                      | must
rd /s                       | rd /q x                       | x ; /q                         | no
rm /etc                     | rm -r /etc                    | /etc ; -r                      | must
git checkout -- *           | git checkout -- x             | checkout x ;                   | must
git checkout -- *           | git checkout x                | checkout x ;                   | no

git-push origin             | git push origin               | push origin ;                  | must
git-push                    | git pull                      | pull ;                         | no

# Options
git push --force            | git push origin --force       | push origin ; --force          | must
git push --force            | git --force push              | push ; --force                 | must
git push --force            | git push origin               | push origin ;                  | no
git push --force            | git push -f                   | push ; -f                      | no
git push --force|-f         | git push -f                   | push ; -f                      | must
git push --force|-f         | git push -uf                  | push ; -u -f                   | must
--force|-f                  | git push                      | push ;                         | error
git push --force            | git push --force-with-lease   | push ; --force-with-lease      | no
git push --force -u         | git push -u --force           | push ; -u --force              | must
git push --force -u         | git push --force              | push ; --force                 | no
git push --force            | git push --force --no-force   | push ; --force --no-force      | no
git push --force            | git push --no-force --force   | push ; --no-force --force      | must
git commit --no-verify      | git commit --no-verify --verify | commit ; --no-verify --verify | no
git commit --no-verify      | git commit --verify --no-verify | commit ; --verify --no-verify | must
rm -rf                      | rm -r -v -f x                 | x ; -r -v -f                   | must
rm -rf                      | rm -fr x                      | x ; -f -r                      | must
rm -rf                      | rm -r x                       | x ; -r                         | no
rm !-rf                     | rm -fr x                      | x ; -f -r                      | no
rm !-rf                     | rm -r x                       | x ; -r                         | must
terraform apply -auto-approve | terraform apply -auto-approve | apply ; -auto-approve        | must

# Values of options
curl -X=POST                | curl -X POST u                | u ; -X=POST                    | must
curl -X=POST                | curl -X GET u                 | u ; -X=GET                     | no
curl -X=POST                | curl u                        | u ;                            | no
curl -X=P*                  | curl -XPUT u                  | u ; -X=PUT                     | must
curl -X=POST|--request=POST | curl --request POST u         | u ; --request=POST             | must
curl -X=POST|--request=PUT  | curl --request POST u         | u ; --request=POST             | no
git -c=core.hooksPath=*     | git -c core.hooksPath=x push  | push ; -c=core.hooksPath=x     | must
git -c=core.hooksPath=*     | git -c core.hooksPath=x -c a=b push | push ; -c=core.hooksPath=x -c=a=b | must
tool --x=a                  | tool --x                      | ; --x                          | no
tool --x=                   | tool --x=                     | ; --x=                         | must
tool --x="a b"              | tool --x=a\ b                 | ; --x=a\ b                     | must
tool "--x=a b"              | tool --x=a\ b                 | ; --x=a\ b                     | must
tool --x='*'                | tool --x=a                    | ; --x=a                        | no

curl -X POST                | curl -X POST u                | u ; -X=POST                    | must
curl -X POST                | curl -X GET u                 | u ; -X=GET                     | no
curl -X POST                | curl u                        | u ;                            | no
curl -X|--request POST|PUT u | curl --request PUT u         | u ; --request=PUT              | must
curl -X POST u              | curl -X POST v                | v ; -X=POST                    | no
curl -X POST                | curl -X $m u                  | u ; -X=$m                      | can
tar -xf a                   | tar -xf a                     | ; -x -f=a                      | must
tar -xf a                   | tar -xf b                     | ; -x -f=b                      | no
git push -u origin          | git push -u origin            | push origin ; -u               | must
kubectl -n prod delete      | kubectl delete -n prod x      | delete x ; -n=prod             | must

find . -name x              | find . -name x                | . ; -name=x                    | must
shutdown -h now             | shutdown -h now               | now ; /h                       | must

taskkill /F /IM a.exe       | taskkill /IM a.exe /F         | ; /IM=a.exe /F                 | must
taskkill /F /IM a.exe       | taskkill /IM b.exe /F         | ; /IM=b.exe /F                 | no
curl -XPOST                 | curl -X POST                  | ; -X=POST                      | must
curl -sXPOST                | curl -s -X POST               | ; -s -X=POST                   | must
curl -sXPOST                | curl -X POST                  | ; -X=POST                      | no
curl -XPOST                 | curl -X GET                   | ; -X=GET                       | no

# Programs that run another one, whose options lie behind its name
sudo rm -rf /               | sudo rm -rf /                 | rm -rf / ;                     | must
sudo rm /                   | sudo rm -rf /                 | rm -rf / ;                     | must
sudo rm -r                  | sudo rm -rf /                 | rm -rf / ;                     | can
sudo -i                     | sudo sed -i x                 | sed -i x ;                     | no
sudo sed !-i                | sudo sed -i x                 | sed -i x ;                     | no
sudo sed !-i                | sudo -i sed x                 | sed x ; -i                     | no
git checkout -x             | git checkout -- -x            | checkout -x ;                  | no

# No such option
git push !--dry-run         | git push                      | push ;                         | must
git push !--dry-run         | git push --dry-run            | push ; --dry-run               | no
git push !--dry-run|-n      | git push -n                   | push ; -n                      | no
git push !--dry-run         | git push --dry-run --no-dry-run | push ; --dry-run --no-dry-run | must
kubectl delete !--dry-run=client | kubectl delete pod --dry-run=client | delete pod ; --dry-run=client | no
kubectl delete !--dry-run=client | kubectl delete pod --dry-run=none | delete pod ; --dry-run=none | must
kubectl delete !--dry-run=client | kubectl delete --dry-run=client --dry-run=none | delete ; --dry-run=client --dry-run=none | must
kubectl delete !--dry-run=client | kubectl delete --dry-run=none --dry-run=client | delete ; --dry-run=none --dry-run=client | no

# Programs whose grammar is not known
tool run                    | tool -v run                   | ?                              | must
tool run                    | tool run --x y                | ?                              | must
tool run                    | tool --x y run                | ?                              | no
tool --force                | tool run --force x            | ?                              | must
tool --force                | tool run -- --force           | ?                              | must
tool run x                  | tool run -- x                 | ?                              | must
tool --x=a                  | tool --x=a                    | ?                              | must
tool --x=a                  | tool --x a                    | ?                              | must
tool --x=a                  | tool --x --y a                | ?                              | no
tool --x=a=b                | tool --x=a=b                  | ?                              | must
tool -r                     | tool -r                       | ?                              | must
tool -r                     | tool -rf                      | ?                              | can
tool -f                     | tool -rf                      | ?                              | can
tool -r -f                  | tool -rf                      | ?                              | can
tool -rf                    | tool -rf                      | ?                              | must
tool -rf                    | tool -fr                      | ?                              | can
tool -rf                    | tool -r -f                    | ?                              | must
tool -v                     | tool -version                 | ?                              | no
tool -e                     | tool -eee                     | ?                              | no
tool !-f                    | tool -rf                      | ?                              | can
tool -f                     | tool --ref                    | ?                              | no
tool --force                | tool --force --no-force       | ?                              | must

# Holes
git push                    | git $x                        | $x ;                           | can
git push                    | git pu$x                      | pu$x ;                         | can
git push                    | git pul$x                     | pul$x ;                        | no
git push *                  | git push $x                   | push $x ;                      | must
git push main               | git push *                    | push * ;                       | no
git push origin main        | git push $x main              | push $x main ;                 | no
git push origin main        | git push $x dev               | push $x dev ;                  | no
git push                    | git push $x                   | push $x ;                      | must
git push --force            | git push $x                   | push $x ;                      | no
curl -X=POST                | curl -X $m u                  | u ; -X=$m                      | can
curl !-X=POST               | curl -X $m u                  | u ; -X=$m                      | can
curl -X=*                   | curl -X $m u                  | u ; -X=$m                      | must
tool --force                | tool --fo$x                   | ?                              | can
tool --force                | tool --bar$x                  | ?                              | no
tool --x=ab                 | tool --x=a$y                  | ?                              | can
tool --x=ab                 | tool --x=b$y                  | ?                              | no

# Holes in the program
git push                    | $x push                       | ?                              | can
git push                    | $x pull                       | ?                              | no
git push --force            | $x push --force               | ?                              | can
git push --force            | $x push                       | ?                              | no
sudo                        | $x ls                         | ?                              | can
sudo                        | $x/sudo ls                    | ?                              | must
sudo                        | $x/ls                         | ?                              | no
sudo                        | /usr/bin/$x                   | ?                              | can
sudo                        | su$x                          | ?                              | can
/usr/bin/sudo               | $x/sudo                       | ?                              | can

# Harmless runs
git push                    | git push --help               | push ; --help harmless         | no
git                         | git push --help               | push ; --help harmless         | must
"#;

#[test]
fn patterns_match_as_the_table_says() {
    let rows = ROWS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let failures: Vec<String> = rows.filter_map(failure).collect();
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn bad_patterns_are_answered_with_what_was_expected() {
    let bad = [
        "",
        "   ",
        "--force",
        "!git",
        "HUSKY=0 git commit",
        "git push && true",
        "cat x | sh",
        "git push > x",
        "git 'push",
        "git \"push",
        "git push !origin",
        "git push !",
        "git push --force|",
        "git |push",
        "git push ---",
        "git push -|x",
        "git push --force|origin",
        "git push --f*",
        "git [a",
        "git [z-a]",
        "git push --x=[a",
        "rm -rf ~",
        "~/bin/deploy",
        "kubectl delete \"pod/$POD\"",
    ];
    let lines = bad.map(|text| {
        let answer =
            CommandPattern::parse(text).map_or_else(|message| message, |_| "is taken".to_owned());
        format!("{text:<26} {answer}")
    });
    insta::assert_snapshot!(lines.join("\n"));
    assert!(CommandPattern::parse(&"x".repeat(4_097)).is_err());
}

/// A matcher that goes back would need more steps than there are atoms.
#[test]
fn hostile_patterns_and_words_take_little_time() {
    let pattern = CommandPattern::parse(&format!("tool {}b", "a*".repeat(200))).unwrap();
    let run = run(&format!("tool {}", "a".repeat(2_000)), "?");
    let start = std::time::Instant::now();
    assert_eq!(pattern.matches(&run), Match::No);
    assert!(start.elapsed().as_secs() < 5, "took {:?}", start.elapsed());
}

/// What is wrong with a row, if anything is.
fn failure(row: &str) -> Option<String> {
    let columns: Vec<&str> = row.split(" | ").map(str::trim).collect();
    let [pattern, words, arguments, expected] = columns[..] else {
        return Some(format!("{row}: expected four columns"));
    };
    let actual = match CommandPattern::parse(pattern) {
        Ok(pattern) => match pattern.matches(&run(words, arguments)) {
            Match::No => "no",
            Match::Can => "can",
            Match::Must => "must",
        },
        Err(_) => "error",
    };
    (actual != expected).then(|| format!("{row}: {actual}"))
}

fn run(words: &str, arguments: &str) -> Run {
    let mut words = split(words);
    let program = words.remove(0);
    let (arguments, harmless) = match arguments.strip_suffix("harmless") {
        Some(arguments) => (arguments, true),
        None => (arguments, false),
    };
    let arguments = match arguments.split_once(';') {
        None => Arguments::default(),
        Some((operands, options)) => Arguments {
            operands: split(operands),
            options: options
                .replace("\\ ", "\u{a0}")
                .split(' ')
                .filter(|word| !word.is_empty())
                .map(option)
                .collect(),
            known: true,
        },
    };
    Run { program, words, arguments, environment: vec![], harmless, fed_by: Feeds::NONE }
}

fn option(word: &str) -> Opt {
    match word.split_once('=') {
        None => Opt { name: word.into(), value: None },
        Some((name, text)) => Opt { name: name.into(), value: Some(value(text)) },
    }
}

/// Words at spaces.
fn split(text: &str) -> Vec<Value> {
    text.replace("\\ ", "\u{a0}").split_ascii_whitespace().map(value).collect()
}

/// `$name` is a hole, `*` is a glob, and a no-break space is what was `\ `.
fn value(text: &str) -> Value {
    let mut value = Value::default();
    let text = text.replace('\u{a0}', " ");
    let mut rest = text.as_str();
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '$' => 1 + rest[1..].find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len() - 1),
            letter => letter.len_utf8(),
        };
        let (piece, after) = rest.split_at(length);
        value.push(match letter {
            '$' => Piece::Hole(Hole::new(piece)),
            '*' => Piece::Hole(Hole::glob(piece)),
            _ => Piece::Text(piece.into()),
        });
        rest = after;
    }
    value
}

/// Patterns of names and stars are taken without being read, so none of them may be wrong. A `?` makes a pattern be read.
#[test]
fn no_pattern_is_taken_that_is_wrong() {
    let letters = ['a', '-', '|', '!', '*', ' ', '/'];
    let number = |number: usize| -> String {
        (0..5).map(|place| letters[number / letters.len().pow(place) % letters.len()]).collect()
    };
    let texts = (0..letters.len().pow(5)).map(|it| format!("a{}", number(it)));
    let wrong: Vec<String> = texts
        .filter(|text| CommandPattern::parse(text).is_ok())
        .filter(|text| CommandPattern::parse(&format!("{text} ?")).is_err())
        .collect();
    assert_eq!(wrong, [""; 0]);
}
