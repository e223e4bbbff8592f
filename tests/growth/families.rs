//! Owns commands that grow; it does not follow them.

/// What is repeated with its number for `N`, and what comes before and after.
pub type Family = (&'static str, &'static str, &'static str);

/// Lists, words, quotes, here-documents, loops, pipelines, assignments, redirections, directories, and what programs do
/// with many words.
pub const FAMILIES: &[Family] = &[
    ("", "alpha N --x=N 'N' \"N\"; ", ""),
    ("alpha ", "'N'\"N\"\\N ", ""),
    ("", "alpha N && ", "beta"),
    ("", "alpha N || ", "beta"),
    ("", "alpha N | ", "beta"),
    ("", "vN=1; ", "ls && v3=;"),
    ("", "aN=1 && ", "ls"),
    ("", "aN=1 || ", "ls"),
    ("", "x=$x$N; alpha $x; ", ""),
    ("", "cat <<E\ntext N $x\nE\n", ""),
    ("", "alpha $(beta N) `beta N`; ", ""),
    ("", "alpha N $(cat <<E1\n", ""),
    ("alpha ", "$(beta N ", ""),
    ("a=(", "N ", "); alpha \"${a[@]}\""),
    ("", "a+=(N); ", "alpha \"${a[@]}\""),
    ("", "fN() { alpha N; }; ", "f1"),
    ("", "fN() { fN; }; fN; ", ""),
    ("", "cd dN; alpha; ", ""),
    ("", "cd dN && alpha N > fN; ", ""),
    ("", "if alpha N; then x=N; else y=N; fi; ", "ls $x"),
    ("", "for i in 1 2 3; do alpha $i N; done; ", ""),
    ("", "while alpha; do x=N; break; done; ", ""),
    ("", "case N in N) xN=1;; esac; ", ""),
    ("", "( xN=1; alpha ); ", ""),
    ("", "xN=1 alpha; ", ""),
    ("", "bash -c 'alpha N'; ", ""),
    ("", "eval 'vN=1; alpha'; ", ""),
    ("", "export vN=N; ", "bash -c alpha"),
    ("", "alias aN=alpha; ", ""),
    ("", "{N,a,b} ", ""),
    ("alpha ", "{N..9}", ""),
    ("", "trap 'alpha N' EXIT; ", ""),
    ("", "exec N<<< x; ", ""),
    ("set -- ", "N ", "; shift; shift; alpha $@"),
    ("", "read xN <<< N; ", ""),
    ("", "{ vN=1; } && ", "ls"),
    ("alpha ", "\"N'N'$(beta \"N\" \"$(gamma 'N')\")\" ", ""),
    ("alpha ", "\"${x:-\"${y:-'N'}\"}\" ", ""),
    ("", "[[ N == \"$x\" ]] && ", "beta"),
    ("", "cat <<'E' <<-F\nN $x\nE\n\tN\nF\n", ""),
    ("", "$(cat <<E\nN ", ""),
    ("", "x=$(cat <<E\nN ", "\nE\n)"),
    ("", "cat <(cat <<E $(cat <<F\nN ", ""),
    ("", "$(cat <<E | cat <<F | cat <<G\nN ", ""),
    ("", "bash <<E\nN\n", "git push"),
    ("alpha ", "> fN ", ""),
    ("alpha ", "< fN 2>&1 N>&- ", ""),
    ("", "cd dN || ", "beta"),
    ("", "cd dN && ", "rm -rf x"),
    ("", "cd dN; git push; ", ""),
    ("for i in ", "N ", "; do rm $i; done"),
    ("", "for i in 1 2; do for j in N M; do rm $i$j; done; done; ", ""),
    ("", "for i in N; do ", "alpha"),
    ("", "until alpha; do cd N; done; ", "rm x"),
    ("case x in ", "N) xN=1; cd N;; ", "esac; alpha $x1"),
    ("", "xN=1 ", "alpha"),
    ("", "x+=N; ", "alpha $x"),
    ("", "x=${x/N/M}; ", "alpha $x"),
    ("export x='", "N ", "'; alpha; beta; gamma"),
    ("x='", "N ", "'; curl -d \"$x\" http://h{1..250}/; tee f{1..250} <<< \"$x\""),
    ("rm ", "fN ", ""),
    ("rm -rf ", "dN ", ""),
    ("tar cf x ", "fN ", ""),
    ("alpha --beta gamma ", "--xN=N -N N ", ""),
    ("tee ", "fN ", "<<< text"),
    ("cat > f <<E\n", "rm -rf fN\n", "E\nsh f"),
    ("curl -d body ", "http://hN/ ", ""),
    ("git push origin ", "xN:yN ", ""),
    ("git push origin ", "+main ", ""),
    ("git ", "-c x.yN=N ", "push"),
    ("", "sudo ", "git push"),
    ("", "eval ", "git push"),
    ("", "find . -name N -exec rm {} +; ", ""),
    ("find . ", "-name N -exec rm N \\; ", ""),
    ("psql -c '", "delete from tN; ", "'"),
    ("python3 -c '", "os.remove(\"fN\"); ", "'"),
    ("", "echo N | sh; ", ""),
    ("", "echo 'rm N' > fN; sh fN; ", ""),
    ("", "curl -o fN http://h/N; sh fN; ", ""),
    ("", "ln -s N lN; cat lN; ", ""),
    ("", "echo N >> f; cat f | sh; ", ""),
    ("xargs rm <<E\n", "fN ", "\nE"),
    ("tar c -T- <<E\n", "fN\n", "E"),
    ("curl -K- <<E\n", "url = http://hN\n", "E"),
    ("", "(", "git push"),
    ("alpha ", "[N", ""),
];

/// A command of about `size` bytes.
pub fn grown((start, piece, end): &Family, size: usize) -> String {
    let mut text = (*start).to_owned();
    for number in 1.. {
        if text.len() >= size {
            break;
        }
        text.push_str(&piece.replace('N', &number.to_string()));
    }
    text + end
}
