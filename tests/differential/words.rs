//! Owns generated words: every quoting and expansion; it does not put words together to commands.

use super::generate::{Generator, Known};
use super::tree::{Kind, Piece, Tree};

/// Text that needs no quotes.
const BARE: &[&str] = &[
    "a", "b", "cc", "-x", "--long=1", "a/b", "x.y", "1", "%s", ",", "=", "@", "+", ":", "é", "x~",
    "--f=~/y", "a=b", "^", "]", "}", "{", "{}", "{a}", "a#b", "-", "--", "%", "!x", "{a", "a,b}",
    "a..b",
];

/// Text in quotes, or with backslashes.
const QUOTED: &[&str] = &[
    "'a b'",
    "''",
    "'*'",
    "'$x'",
    "'\"'",
    "'a;b'",
    "'#'",
    "'\\'",
    "'a\nb'",
    "\"a b\"",
    "\"\"",
    "\"x;y\"",
    "\"\\\"\"",
    "\"\\$x\"",
    "\"a'b\"",
    "\"\\\\\"",
    "\"\\a\"",
    "\"*\"",
    "\"~\"",
    "\"{a,b}\"",
    "\"a\\\nb\"",
    "\"!\"",
    "\"`echo q`\"",
    "$'a\\tb'",
    "$'\\x41'",
    "$'it\\'s'",
    "$'\\101'",
    "$'\\n'",
    "$'\\u00e9'",
    "$'\\e'",
    "$\"t r\"",
    "\\;",
    "\\ ",
    "\\$",
    "\\*",
    "\\'",
    "a\\ b",
    "\\~",
    "\\{a,b}",
    "{a\\,b}",
    "\\\\",
    "\\|",
    "\\&",
    "\\<",
    "\\(",
    "\\#",
    "\\a",
    "a\\\nb",
    "'{'a,b}",
    "\\\"",
];

/// Braces and tildes.
const EXPANDED: &[&str] = &[
    "{a,b}",
    "x{1..3}y",
    "{a,b}{c,d}",
    "{01..03}",
    "{a..c}",
    "{1..5..2}",
    "{,x}",
    "{a,{b,c}}",
    "{3..1}",
    "{a,'b c'}",
    "{-1..1}",
    "x{a,b",
    "{a,b}}",
    "{{a,b}",
    "{a,b}/{1,2}",
    "{c..a}",
    "{1..2}{3..4}",
    "{a,}",
    "{10..8..-1}",
    "~",
    "~/x",
    "~/'a b'",
    "{~,x}",
    "{a,\"q r\",b}",
    "{001..3}",
    "{5..1..2}",
    "{a..e..2}",
    "{1..1}",
    "{a,b}\\ c",
    "~root",
    "{1..a}",
    "{a..1}",
    "{..}",
    "{,}",
    "a{,}",
    "{a,b}{",
    "}{a,b}",
    "$'{'a,b}",
    "~+",
    "~+/x",
];

/// Substitutions whose output is plain to see.
const PLAIN: &[&str] = &[
    "$(echo a)",
    "\"$(echo a b)\"",
    "$(echo a b)",
    "`echo c`",
    "$(printf '%s' x)",
    "\"$(printf '%s\\n' a b)\"",
    "$(pwd)",
    "$(cat <<< 'a b')",
    "$(echo 'a  b')",
    "\"$(echo 'a  b')\"",
    "$(echo \"a b\")",
    "$(echo)",
    "\"$(echo)\"",
    "$(echo a\\\nb)",
    "$(printf a)",
    "$( echo a )",
    "$(\necho a\n)",
    "$(echo a; )",
    "x$(echo a)y",
    "$(echo $(echo n))",
    "$(echo a # c\n)",
    "$(echo ')')",
    "$(: x)",
    "$(echo -n a)",
    "$(printf '%s ' a b)",
];

/// What is done to a parameter that is set.
const OPERATORS: &[&str] = &[
    ":-d",
    "%\\*",
    "#*\\*",
    "-d",
    ":=d",
    "=d",
    "?e",
    ":+e",
    "+e",
    "%c",
    "%%c",
    "#a",
    "##a",
    "/a/b",
    "//a/b",
    "^",
    "^^",
    ",,",
    ":1",
    ":0:1",
    "%.*",
    "##*/",
    "%/*",
    "#*",
    "/#a/b",
    "/%c/d",
    ":1:1",
    "@Q",
    ":-$(echo d)",
    "%\"c\"",
    ": -1",
    ":-'d d'",
    "%%/*",
    "##*.",
    "//[a-c]/x",
    "/?/y",
    "//\\//_",
    "%?",
    ",",
    "@U",
    "/a",
    "//b/",
];

impl Generator {
    /// A word with blanks before it, which may be left out.
    pub fn argument(&mut self, known: &Known) -> Tree {
        let blank = self.one_of(&[" ", " ", " ", " ", "  ", "\t", " \\\n"]);
        let word = self.word(known);
        Tree::new(Kind::Extra, vec![Piece::Text(blank.into()), Piece::Tree(word)])
    }

    /// A word of one to three parts.
    pub fn word(&mut self, known: &Known) -> Tree {
        let count = [1, 1, 1, 2, 2, 3][self.below(6)];
        let pieces = (0..count).map(|_| Piece::Tree(self.part(known, count == 1))).collect();
        Tree::new(Kind::Word, pieces)
    }

    /// A word that cannot vanish.
    pub fn plain(&mut self) -> Tree {
        let text = if self.chance(60) {
            self.one_of(&BARE[..8])
        } else {
            self.one_of(&["'a b'", "x\\ y", "\"q r\"", "$'\\t'", "é"])
        };
        Tree::text(Kind::Word, text)
    }

    fn part(&mut self, known: &Known, alone: bool) -> Tree {
        match self.below(100) {
            0..32 => Tree::text(Kind::Word, self.one_of(BARE)),
            32..58 => Tree::text(Kind::Word, self.one_of(QUOTED)),
            58..66 => Tree::text(Kind::Word, self.one_of(EXPANDED)),
            66..72 => Tree::text(Kind::Word, self.one_of(PLAIN)),
            // What our programs write is not known, so that too many of these would hide the rest.
            72..73 if self.chance(30) => self.substitution(known),
            72..73 => Tree::text(Kind::Word, self.one_of(PLAIN)),
            73..74 => {
                let text = self.one_of(&["$((1+2))", "$((2*3))", "\"$((7%4))\"", "$(( 1 << 3 ))"]);
                Tree::text(Kind::Word, text)
            }
            74..92 => self.scalar(known, alone),
            92..96 => self.element(known),
            _ => self.positional(known),
        }
    }

    /// A substitution of a program of ours, whose output is not known.
    fn substitution(&mut self, known: &Known) -> Tree {
        let program = self.program(&mut known.inner());
        let (open, close) = match self.below(3) {
            0 => ("$( ", ")"),
            1 => ("\"$( ", ")\""),
            _ if known.level < 2 => {
                return Tree::new(Kind::Word, vec![Piece::Backquoted(program)]);
            }
            _ => ("$( ", " )"),
        };
        wrapped(open, program, close)
    }

    fn scalar(&mut self, known: &Known, alone: bool) -> Tree {
        let Some(name) = self.pick(&known.scalars) else {
            return Tree::text(Kind::Word, self.one_of(BARE));
        };
        let text = match self.below(10) {
            0..2 if alone => format!("${name}"),
            2..5 => format!("\"${name}\""),
            0..2 | 5 => format!("${{{name}}}"),
            6 => format!("\"a${{{name}}}b\""),
            7 => format!("\"${name}${name}\""),
            8 => format!("${{#{name}}}"),
            _ => {
                let operator = self.one_of(OPERATORS);
                if self.chance(50) {
                    format!("${{{name}{operator}}}")
                } else {
                    format!("\"${{{name}{operator}}}\"")
                }
            }
        };
        Tree::text(Kind::Word, text)
    }

    fn element(&mut self, known: &Known) -> Tree {
        let Some(name) = self.pick(&known.arrays) else {
            return Tree::text(Kind::Word, self.one_of(QUOTED));
        };
        let text = match self.below(9) {
            0..3 => format!("\"${{{name}[@]}}\""),
            3 => format!("${{{name}[0]}}"),
            4 => format!("\"${{{name}[0]}}\""),
            5 => format!("\"${{{name}[*]}}\""),
            6 => format!("${{{name}[*]}}"),
            7 => format!("\"${{{name}[@]:1}}\""),
            _ => format!("${{{name}}}"),
        };
        Tree::text(Kind::Word, text)
    }

    fn positional(&mut self, known: &Known) -> Tree {
        let Some(count) = known.arguments else {
            return Tree::text(Kind::Word, self.one_of(QUOTED));
        };
        let text = match self.below(8) {
            0..2 => "\"$@\"",
            2 => "$*",
            3 => "\"$*\"",
            4 => "$#",
            5 => "\"${@:2}\"",
            6 if count > 0 => "\"$1\"",
            _ if count > 0 => "$1",
            _ => "$@",
        };
        Tree::text(Kind::Word, text)
    }
}

/// A program between two texts.
pub fn wrapped(open: &str, program: Tree, close: &str) -> Tree {
    Tree::new(
        Kind::Word,
        vec![
            Piece::Text(open.into()),
            Piece::Tree(program),
            Piece::Break(""),
            Piece::Text(close.into()),
        ],
    )
}
