//! Owns generated text that a shell reads: here-documents, `eval`, other shells, `read`; it does not write what is in it.

use super::bash::PROGRAMS;
use super::generate::{Generator, Known, SCALARS, text};
use super::tree::{Kind, Piece, Tree};

impl Generator {
    pub fn delimiter(&mut self) -> String {
        self.delimiters = (self.delimiters + 1) % 1_000;
        format!("E{}", self.delimiters)
    }

    /// A command with a here-document, whose substitutions run.
    pub fn document(&mut self, known: &mut Known) -> Vec<Piece> {
        let delimiter = self.delimiter();
        let mut body = vec![text("text $ \\$x \" ' \\\\\n")];
        if self.chance(60) {
            let program = self.program(&mut known.inner());
            body.extend([text("a $( "), Piece::Tree(program), Piece::Break(""), text(") b\n")]);
        }
        let body = Tree::new(Kind::Extra, body);
        let quoted = self.chance(20);
        let before = self.bare();
        let after = self.bare();
        let document = Piece::Document { delimiter, quoted, body };
        match self.below(3) {
            0 => vec![Piece::Tree(before), text(" "), document],
            1 => vec![Piece::Tree(before), text(" "), document, text(" && "), Piece::Tree(after)],
            _ => vec![Piece::Tree(before), text(" "), document, text(" | "), Piece::Tree(after)],
        }
    }

    pub fn evaluated(&mut self, known: &mut Known) -> Vec<Piece> {
        match self.below(5) {
            0 => {
                let mut pieces = vec![text("eval "), text(self.one_of(&PROGRAMS))];
                for _ in 0..self.below(3) {
                    pieces.extend([text(" "), Piece::Tree(self.plain())]);
                }
                pieces
            }
            1 => {
                let program = self.program(&mut known.inner());
                vec![text(". /dev/stdin <<< "), Piece::Quoted(program)]
            }
            2 => {
                let program = self.program(&mut known.inner());
                vec![text("source <(echo "), Piece::Quoted(program), text(")")]
            }
            _ => {
                known.level += 1;
                let program = self.program(known);
                known.level -= 1;
                vec![text("eval "), Piece::Quoted(program)]
            }
        }
    }

    /// Another shell, which knows only what is exported.
    pub fn shell(&mut self, known: &mut Known) -> Vec<Piece> {
        let mut own = known.started();
        match self.below(9) {
            0..4 => {
                let count = self.below(3);
                own.arguments = Some(count);
                let program = self.program(&mut own);
                let head = self.one_of(&[
                    "bash -c ",
                    "bash -c ",
                    "bash -ec ",
                    "bash +x -c ",
                    "bash --norc -c ",
                    "env bash -c ",
                ]);
                let mut pieces = vec![text(head), Piece::Quoted(program)];
                if count > 0 {
                    pieces.push(text(" zero"));
                }
                for _ in 0..count {
                    pieces.extend([text(" "), Piece::Tree(self.plain())]);
                }
                pieces
            }
            4 => {
                let program = self.program(&mut own);
                let body = Tree::new(Kind::Program, vec![Piece::Tree(program), Piece::Break("\n")]);
                let delimiter = self.delimiter();
                vec![text("bash "), Piece::Document { delimiter, quoted: true, body }]
            }
            5 => vec![text("bash <<< "), Piece::Quoted(self.program(&mut own))],
            6 => vec![text("echo "), Piece::Quoted(self.bare()), text(" | bash")],
            7 => {
                own.arguments = Some(1);
                let program = self.program(&mut own);
                vec![text("bash -s one <<< "), Piece::Quoted(program)]
            }
            _ => vec![text("bash <(echo "), Piece::Quoted(self.bare()), text(")")],
        }
    }

    /// A line that is read into a parameter.
    pub fn read(&mut self, known: &mut Known) -> Vec<Piece> {
        let name = self.one_of(&SCALARS);
        known.scalars.push(name);
        let word = self.plain();
        match self.below(3) {
            0 => vec![text(format!("read -r {name} <<< ")), Piece::Tree(word)],
            1 => vec![text(format!("{name}=$(echo ")), Piece::Tree(word), text(")")],
            _ => {
                let mut own = known.inner();
                let program = self.program(&mut own);
                vec![
                    text("echo "),
                    Piece::Tree(word),
                    text(format!(" | while read -r {name}; do ")),
                    Piece::Tree(program),
                    Piece::Break("; "),
                    text("done"),
                ]
            }
        }
    }
}
