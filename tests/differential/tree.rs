//! Owns generated commands as trees, how they are written, and how they are made smaller; it does not choose them.

/// What a tree may be replaced by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A list of commands.
    Program,
    /// One command, or a pipeline.
    Command,
    /// A word, or a part of one.
    Word,
    /// What may be left out.
    Extra,
}

/// A piece of a generated command.
#[derive(Debug, Clone)]
pub struct Tree {
    /// What it is.
    pub kind: Kind,
    /// What it is made of.
    pub pieces: Vec<Piece>,
}

/// What a tree is made of.
#[derive(Debug, Clone)]
pub enum Piece {
    /// Text as it stands.
    Text(String),
    /// A tree as it is written.
    Tree(Tree),
    /// A tree as one word in single quotes.
    Quoted(Tree),
    /// A tree between backquotes.
    Backquoted(Tree),
    /// A here-document, whose body comes after the line.
    Document { delimiter: String, quoted: bool, body: Tree },
    /// This text, or a newline where a here-document waits for one.
    Break(&'static str),
}

impl Tree {
    /// A tree of this kind.
    pub fn new(kind: Kind, pieces: Vec<Piece>) -> Self {
        Tree { kind, pieces }
    }

    /// A tree that is only text.
    pub fn text(kind: Kind, text: impl Into<String>) -> Self {
        Tree::new(kind, vec![Piece::Text(text.into())])
    }

    /// The command as a shell reads it.
    pub fn written(&self) -> String {
        let mut writer = Writer::default();
        writer.tree(self);
        writer.break_line("");
        writer.text
    }

    /// Trees that are smaller by one step: a part is replaced by the least of its kind, or by a part of it.
    pub fn smaller(&self) -> Vec<Tree> {
        let mut all = Vec::new();
        let least = match self.kind {
            Kind::Program | Kind::Command => ":",
            Kind::Word => "w",
            Kind::Extra => "",
        };
        if self.written() != least {
            all.push(Tree::text(self.kind, least));
        }
        self.parts_of_kind(self.kind, &mut all);
        if self.kind == Kind::Program && self.pieces.len() > 2 {
            // Without one command and the break at its side.
            all.extend((0..self.pieces.len() - 1).map(|at| {
                let mut smaller = self.clone();
                smaller.pieces.drain(at..at + 2);
                smaller
            }));
        }
        for (at, piece) in self.pieces.iter().enumerate() {
            let with = |piece: Piece| {
                let mut smaller = self.clone();
                smaller.pieces[at] = piece;
                smaller
            };
            match piece {
                Piece::Tree(tree) => {
                    all.extend(tree.smaller().into_iter().map(|tree| with(Piece::Tree(tree))));
                }
                Piece::Quoted(tree) => {
                    all.extend(tree.smaller().into_iter().map(|tree| with(Piece::Quoted(tree))));
                }
                Piece::Backquoted(tree) => {
                    all.extend(tree.smaller().into_iter().map(|t| with(Piece::Backquoted(t))));
                }
                Piece::Document { delimiter, quoted, body } => {
                    all.extend(body.smaller().into_iter().map(|body| {
                        let (delimiter, quoted) = (delimiter.clone(), *quoted);
                        with(Piece::Document { delimiter, quoted, body })
                    }));
                }
                Piece::Text(_) | Piece::Break(_) => {}
            }
        }
        all
    }

    /// The nearest trees of a kind below this one.
    fn parts_of_kind(&self, kind: Kind, all: &mut Vec<Tree>) {
        for piece in &self.pieces {
            match piece {
                Piece::Tree(tree)
                | Piece::Quoted(tree)
                | Piece::Backquoted(tree)
                | Piece::Document { body: tree, .. } => {
                    if tree.kind == kind {
                        all.push(tree.clone());
                    } else {
                        tree.parts_of_kind(kind, all);
                    }
                }
                Piece::Text(_) | Piece::Break(_) => {}
            }
        }
    }
}

/// Text being written, and the here-documents that wait for the end of its line.
#[derive(Default)]
struct Writer {
    text: String,
    waiting: Vec<String>,
}

impl Writer {
    fn tree(&mut self, tree: &Tree) {
        for piece in &tree.pieces {
            match piece {
                Piece::Text(text) => self.text.push_str(text),
                Piece::Tree(tree) => self.tree(tree),
                Piece::Quoted(tree) => {
                    self.text.push('\'');
                    self.text.push_str(&tree.written().replace('\'', r"'\''"));
                    self.text.push('\'');
                }
                Piece::Backquoted(tree) => {
                    self.text.push('`');
                    self.text.push_str(&tree.written().replace('\\', r"\\").replace('`', r"\`"));
                    self.text.push('`');
                }
                Piece::Document { delimiter, quoted, body } => {
                    let quote = if *quoted { "'" } else { "" };
                    self.text.push_str(&format!("<<{quote}{delimiter}{quote}"));
                    let body = body.written();
                    let end = if body.is_empty() || body.ends_with('\n') { "" } else { "\n" };
                    self.waiting.push(format!("{body}{end}{delimiter}\n"));
                }
                Piece::Break(text) => self.break_line(text),
            }
        }
    }

    fn break_line(&mut self, otherwise: &str) {
        if self.waiting.is_empty() {
            self.text.push_str(otherwise);
            return;
        }
        self.text.push('\n');
        for body in std::mem::take(&mut self.waiting) {
            self.text.push_str(&body);
        }
    }
}
