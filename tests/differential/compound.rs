//! Owns generated commands made of commands: lists, pipelines, functions, loops and branches; it does not write simple ones.

use super::generate::{FUNCTIONS, Generator, Known, SCALARS, text};
use super::tree::{Kind, Piece, Tree};

impl Generator {
    /// Commands joined by `&&` and `||`.
    pub fn joined(&mut self, known: &mut Known) -> Vec<Piece> {
        let first = self.bare_with_words(known);
        let second = self.simple_or_group(known);
        let third = self.bare_with_words(known);
        if self.straight {
            let (start, between) = match self.below(4) {
                0 => ("true && ", " && "),
                1 => ("false || ", " && "),
                2 => ("! true || ", " &&\n"),
                _ => ("", " && "),
            };
            return vec![text(start), Piece::Tree(first), text(between), Piece::Tree(second)];
        }
        let [one, two] = [0; 2].map(|_| self.one_of(&[" && ", " || ", " &&\n", " || ! "]));
        let start = self.one_of(&["", "! ", "true && ", "false && ", "true || ", "test a = b && "]);
        vec![
            text(start),
            Piece::Tree(first),
            text(one),
            Piece::Tree(second),
            text(two),
            Piece::Tree(third),
        ]
    }

    pub fn simple_or_group(&mut self, known: &mut Known) -> Tree {
        if self.chance(60) {
            return self.bare_with_words(known);
        }
        Tree::new(Kind::Command, self.group(known))
    }

    pub fn pipeline(&mut self, known: &mut Known) -> Vec<Piece> {
        let mut pieces = Vec::new();
        if self.chance(10) {
            pieces.push(text("! "));
        }
        for index in 0..2 + self.below(2) {
            if index > 0 {
                pieces.push(text(self.one_of(&[" | ", "|", " |& ", " |\n"])));
            }
            let mut own = known.inner();
            let inner = self.below(6);
            pieces.push(Piece::Tree(match inner {
                0 => Tree::new(Kind::Command, self.group(&mut own)),
                1 => Tree::new(Kind::Command, self.within("( ", " )", &mut own)),
                _ => self.bare_with_words(&own),
            }));
        }
        pieces
    }

    /// A program between two texts.
    pub fn within(&mut self, open: &str, close: &str, known: &mut Known) -> Vec<Piece> {
        let program = self.program(known);
        vec![text(open), Piece::Tree(program), Piece::Break(""), text(close)]
    }

    pub fn group(&mut self, known: &mut Known) -> Vec<Piece> {
        known.level += 1;
        let program = self.program(known);
        known.level -= 1;
        vec![text("{ "), Piece::Tree(program), Piece::Break("; "), text("}")]
    }

    /// A function that is defined, and called.
    pub fn function(&mut self, known: &mut Known) -> Vec<Piece> {
        let callable = known.functions.clone();
        if let Some(name) = self.pick(&callable).filter(|_| self.chance(50)) {
            let mut pieces = vec![text(name)];
            for _ in 0..3 {
                pieces.push(Piece::Tree(self.argument(known)));
            }
            return pieces;
        }
        let name = self.one_of(&FUNCTIONS);
        if known.functions.contains(&name) || known.level > 1 {
            return vec![Piece::Tree(self.bare())];
        }
        let mut own = Known { arguments: Some(3), level: known.level + 1, ..known.clone() };
        // The arguments are words of the caller, which may be more or less than three.
        own.functions.clear();
        let head = self.one_of(&["() { ", "() ( ", " () { local l=1; ", "()\n{\n"]);
        let close = if head.ends_with("( ") { " )" } else { "}" };
        let program = self.program(&mut own);
        let start =
            if self.chance(20) { format!("function {name} {{ ") } else { format!("{name}{head}") };
        let close = if start.starts_with("function") { "}" } else { close };
        let end = if close == "}" { "; " } else { "" };
        known.functions.push(name);
        let mut pieces = vec![
            text(start),
            Piece::Tree(program),
            Piece::Break(end),
            text(close),
            text(self.one_of(&["; ", "\n"])),
            text(name),
        ];
        for _ in 0..3 {
            pieces.extend([text(" "), Piece::Tree(self.plain())]);
        }
        pieces
    }

    pub fn for_loop(&mut self, known: &mut Known) -> Vec<Piece> {
        let name = self.one_of(&SCALARS);
        let mut pieces = vec![text(format!("for {name} in"))];
        for _ in 0..=self.below(3) {
            pieces.extend([text(" "), Piece::Tree(self.plain())]);
        }
        if self.chance(30) {
            pieces.push(Piece::Tree(self.argument(known)));
        }
        let mut own = known.inner();
        own.scalars.push(name);
        pieces.push(text(self.one_of(&["; do ", "\ndo\n", " ; do "])));
        pieces.push(Piece::Tree(self.program(&mut own)));
        if !self.straight && self.chance(30) {
            pieces.push(Piece::Break("; "));
            pieces.push(text(self.one_of(&[
                "break",
                "continue",
                "true && break",
                "alpha last || continue",
            ])));
        }
        pieces.extend([Piece::Break("; "), text("done")]);
        known.scalars.push(name);
        pieces
    }

    pub fn while_loop(&mut self, known: &mut Known) -> Vec<Piece> {
        let head = if self.straight {
            self.one_of(&[
                "while true; do ",
                "until false\ndo ",
                "while alpha w; do ",
                "until ! beta u; do ",
            ])
        } else {
            self.one_of(&[
                "while true; do ",
                "until true; do ",
                "while false; do ",
                "while ! alpha w; do ",
            ])
        };
        let program = self.program(&mut known.inner());
        vec![text(head), Piece::Tree(program), Piece::Break("; "), text("break; done")]
    }

    pub fn condition(&mut self, known: &mut Known) -> Vec<Piece> {
        if self.straight {
            let (head, end) = match self.below(6) {
                0 => ("if true; then ", "fi"),
                1 => ("if false; then :; else ", "fi"),
                2 => ("if beta c; then ", "fi"),
                3 => ("if [ a = a ]; then ", "fi"),
                4 => ("if [[ a == a ]]; then ", "fi"),
                _ => ("if ! gamma n; then :\nelif test -z ''; then ", "fi"),
            };
            let program = self.program(&mut known.inner());
            return vec![text(head), Piece::Tree(program), Piece::Break("; "), text(end)];
        }
        let tests = [
            "true",
            "false",
            "alpha q",
            "[ a = b ]",
            "[[ a == a ]]",
            "! beta",
            "test -n ''",
            "(( 1 ))",
        ];
        let mut pieces = vec![text("if "), text(self.one_of(&tests)), text("; then ")];
        pieces.push(Piece::Tree(self.program(&mut known.inner())));
        pieces.push(Piece::Break("; "));
        if self.chance(40) {
            pieces.extend([text("elif "), text(self.one_of(&tests)), text("; then ")]);
            pieces.push(Piece::Tree(self.program(&mut known.inner())));
            pieces.push(Piece::Break("; "));
        }
        if self.chance(60) {
            pieces.push(text("else "));
            pieces.push(Piece::Tree(self.program(&mut known.inner())));
            pieces.push(Piece::Break("; "));
        }
        pieces.push(text("fi"));
        pieces
    }

    pub fn case(&mut self, known: &mut Known) -> Vec<Piece> {
        if self.straight {
            let head = self.one_of(&[
                "case a in a) ",
                "case a in (b|a) ",
                "case 'a b' in *) ",
                "case x in\n x) ",
                "case a in b) ;; a) ",
            ]);
            let program = self.program(&mut known.inner());
            let end = self.one_of(&[";; esac", "\nesac", ";; b) : ;; esac"]);
            return vec![text(head), Piece::Tree(program), Piece::Break(" "), text(end)];
        }
        let subject = self.word(known);
        let mut pieces = vec![text("case "), Piece::Tree(subject), text(" in ")];
        for _ in 0..=self.below(3) {
            pieces
                .push(text(self.one_of(&["a) ", "(a|b) ", "*) ", "x?) ", "'a b') ", "[a-c]*) "])));
            pieces.push(Piece::Tree(self.program(&mut known.inner())));
            pieces.extend([Piece::Break(" "), text(self.one_of(&[";; ", ";& ", ";;& ", ";;\n"]))]);
        }
        pieces.push(text("esac"));
        pieces
    }
}
