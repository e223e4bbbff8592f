//! Owns what is generated: programs out of commands that start the recording programs; it does not write words.

use super::bash::{DIRECTORIES, PROGRAMS};
use super::mutations::Random;
use super::tree::{Kind, Piece, Tree};

/// How deeply commands lie in each other.
const DEEPEST: usize = 2;

pub const SCALARS: [&str; 5] = ["x", "y", "Q", "name", "_v1"];
const ARRAYS: [&str; 2] = ["list", "A"];
pub const FUNCTIONS: [&str; 3] = ["f", "run_it", "g2"];

/// Chooses commands.
pub struct Generator {
    random: Random,
    /// Whether every part of a command runs, once at least.
    pub straight: bool,
    /// How many here-documents there have been.
    pub delimiters: usize,
}

/// What a generated command knows to be there at one point.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Parameters that are set.
    pub scalars: Vec<&'static str>,
    /// Arrays that are set.
    pub arrays: Vec<&'static str>,
    /// Parameters that are exported.
    pub exported: Vec<&'static str>,
    /// Functions that are defined.
    pub functions: Vec<&'static str>,
    /// How many arguments there are, if that is known.
    pub arguments: Option<usize>,
    /// How deep it lies.
    pub level: usize,
}

impl Known {
    /// What is known one level deeper.
    pub fn inner(&self) -> Known {
        Known { level: self.level + 1, ..self.clone() }
    }

    /// What a shell that is started knows.
    pub fn started(&self) -> Known {
        Known {
            scalars: self.exported.clone(),
            exported: self.exported.clone(),
            level: self.level + 1,
            ..Known::default()
        }
    }
}

/// A piece of text.
pub fn text(text: impl Into<String>) -> Piece {
    Piece::Text(text.into())
}

impl Generator {
    /// A generator of commands in which every part runs, or not.
    pub fn new(seed: u64, straight: bool) -> Self {
        Generator { random: Random(seed), straight, delimiters: 0 }
    }

    /// A number below this one.
    pub fn below(&mut self, number: usize) -> usize {
        self.random.next(number)
    }

    /// Whether something happens that happens so many times in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several texts.
    pub fn one_of(&mut self, all: &[&'static str]) -> &'static str {
        all[self.below(all.len())]
    }

    /// One of several texts, if there are any.
    pub fn pick(&mut self, all: &[&'static str]) -> Option<&'static str> {
        (!all.is_empty()).then(|| self.one_of(all))
    }

    /// A whole command.
    pub fn command_line(&mut self) -> Tree {
        self.program(&mut Known::default())
    }

    /// A list of one to four commands.
    pub fn program(&mut self, known: &mut Known) -> Tree {
        let most = DEEPEST.saturating_sub(known.level) + 1;
        let mut pieces = Vec::new();
        for index in 0..1 + self.below(most) {
            if index > 0 {
                pieces.push(Piece::Break(self.one_of(&[
                    "; ",
                    "; ",
                    "\n",
                    ";",
                    " # c; d\n",
                    "\n\n",
                ])));
            }
            pieces.push(Piece::Tree(self.command(known)));
        }
        Tree::new(Kind::Program, pieces)
    }

    /// One command.
    pub fn command(&mut self, known: &mut Known) -> Tree {
        let deep = known.level >= DEEPEST;
        let pieces = match self.below(if deep { 50 } else { 100 }) {
            0..26 => return self.simple(known),
            26..34 => self.assignment(known),
            34..37 => vec![text("set -- "), self.arguments(known)],
            37..39 if known.arguments.is_some_and(|count| count > 0) => {
                known.arguments = known.arguments.map(|count| count - 1);
                vec![text("shift")]
            }
            37..41 => self.array(known),
            41..45 => self.change_directory(known),
            45..50 => self.wrapper(known),
            50..55 => self.joined(known),
            55..59 => self.pipeline(known),
            59..62 => self.within("( ", " )", &mut known.inner()),
            62..65 => self.group(known),
            65..70 => self.function(known),
            70..74 => self.for_loop(known),
            74..77 => self.while_loop(known),
            77..80 => self.condition(known),
            80..83 => self.case(known),
            83..87 => self.document(known),
            87..90 => self.evaluated(known),
            90..97 => self.shell(known),
            _ => self.read(known),
        };
        Tree::new(Kind::Command, pieces)
    }

    pub fn arguments(&mut self, known: &mut Known) -> Piece {
        let count = self.below(4);
        let mut pieces = Vec::new();
        for _ in 0..count {
            pieces.extend([Piece::Tree(self.plain()), text(" ")]);
        }
        known.arguments = Some(count);
        Piece::Tree(Tree::new(Kind::Extra, pieces))
    }

    /// One of the programs with words, assignments and redirections.
    pub fn simple(&mut self, known: &Known) -> Tree {
        let mut pieces = Vec::new();
        if self.chance(8) {
            let word = self.word(known);
            let assignment = vec![text("E="), Piece::Tree(word), text(" ")];
            pieces.push(Piece::Tree(Tree::new(Kind::Extra, assignment)));
        }
        if self.chance(4) {
            pieces.push(self.redirection(known));
            pieces.push(text(" "));
        }
        pieces.push(text(self.program_name()));
        for _ in 0..self.below(4) {
            pieces.push(Piece::Tree(self.argument(known)));
        }
        if self.chance(12) {
            pieces.push(self.redirection(known));
        }
        Tree::new(Kind::Command, pieces)
    }

    pub fn program_name(&mut self) -> String {
        let name = self.one_of(&PROGRAMS);
        match self.below(12) {
            0 => format!("'{name}'"),
            1 => format!("{}\"{}\"", &name[..2], &name[2..]),
            2 => format!("\\{name}"),
            3 => format!("{}\\\n{}", &name[..1], &name[1..]),
            _ => name.to_owned(),
        }
    }

    /// A program with plain words only.
    pub fn bare(&mut self) -> Tree {
        let mut pieces = vec![text(self.one_of(&PROGRAMS))];
        for _ in 0..self.below(3) {
            pieces.extend([text(" "), Piece::Tree(self.plain())]);
        }
        Tree::new(Kind::Command, pieces)
    }

    pub fn redirection(&mut self, known: &Known) -> Piece {
        let whole = match self.below(10) {
            0..7 => vec![text(self.one_of(&[
                " > /dev/null",
                " 2>&1",
                " < /dev/null",
                " >/dev/null 2>&1",
                " 3>/dev/null",
                " 2>/dev/null",
                " >> /dev/null",
                " &> /dev/null",
                " <&-",
                " >|/dev/null",
                " {fd}>/dev/null",
                " 1>&2",
                " <> /dev/null",
            ]))],
            7 => {
                let word = self.word(known);
                vec![text(" <<< "), Piece::Tree(word)]
            }
            8 => {
                let program = self.program(&mut known.inner());
                vec![text(" < <( "), Piece::Tree(program), Piece::Break(""), text(")")]
            }
            _ => {
                let program = self.program(&mut known.inner());
                vec![text(" > >( "), Piece::Tree(program), Piece::Break(""), text(")")]
            }
        };
        Piece::Tree(Tree::new(Kind::Extra, whole))
    }

    pub fn assignment(&mut self, known: &mut Known) -> Vec<Piece> {
        let name = self.one_of(&SCALARS);
        let set = known.scalars.contains(&name);
        let before = match self.below(14) {
            0 | 1 => "export ",
            2 => "declare ",
            3 => "typeset ",
            4 => "x=1 y=2; declare -x ",
            _ => "",
        };
        let mut word = self.word(known);
        // Assignments among arguments are split like words in no shell that we mean, but braces are expanded.
        if !before.is_empty() {
            word = self.plain();
        }
        if before == "export " || before.ends_with("-x ") {
            known.exported.push(name);
        }
        if before.starts_with("x=1") {
            known.scalars.extend(["x", "y"]);
        }
        known.scalars.push(name);
        known.arrays.retain(|array| *array != name);
        let operator = if set && self.chance(20) { "+=" } else { "=" };
        vec![text(format!("{before}{name}{operator}")), Piece::Tree(word)]
    }

    pub fn array(&mut self, known: &mut Known) -> Vec<Piece> {
        let name = self.one_of(&ARRAYS);
        let set = known.arrays.contains(&name);
        let operator = if set && self.chance(40) { "+=(" } else { "=(" };
        let mut pieces = vec![text(format!("{name}{operator}"))];
        pieces.push(Piece::Tree(self.plain()));
        for _ in 0..self.below(3) {
            // bash 5.2 loses the backslashes of an array's words inside of `<(…)`.
            pieces.extend([text(" "), Piece::Tree(self.plain())]);
        }
        pieces.push(text(self.one_of(&[")", " )", "\n)"])));
        known.arrays.push(name);
        pieces
    }

    pub fn change_directory(&mut self, known: &mut Known) -> Vec<Piece> {
        let place = match self.below(8) {
            0 => "/",
            1 => "\"$PWD\"",
            2 => ".",
            3 if !self.straight => "..",
            4 if !self.straight => "missing",
            5 if !self.straight => "one/../three",
            _ if known.level == 0 || !self.straight => self.one_of(&DIRECTORIES),
            _ => ".",
        };
        let place = place.replace(' ', "\\ ");
        let after = if self.straight {
            // Where a directory has been left, the others are not found from there.
            format!("cd / && cd - >/dev/null; cd {place}")
        } else {
            format!("cd {place}")
        };
        let simple = self.simple(known);
        match self.below(4) {
            0 => vec![
                text(format!("( cd {place} && ")),
                Piece::Tree(simple),
                Piece::Break(""),
                text(" )"),
            ],
            1 if self.straight => {
                vec![
                    text(format!("( cd {place}; ")),
                    Piece::Tree(simple),
                    Piece::Break(""),
                    text(" )"),
                ]
            }
            _ if self.straight => {
                vec![
                    text(format!("( cd -- {place} && ")),
                    Piece::Tree(simple),
                    Piece::Break(""),
                    text(" )"),
                ]
            }
            _ => vec![text(after)],
        }
    }

    pub fn wrapper(&mut self, known: &mut Known) -> Vec<Piece> {
        let mut wrapper = self.one_of(&[
            "env ",
            "env A=1 B='2 3' ",
            "env -u X ",
            "env -C / ",
            "command ",
            "command -p -- ",
            "nohup ",
            "timeout 5 ",
            "timeout -k 1 5 ",
            "nice ",
            "nice -n 5 ",
            "stdbuf -oL ",
            "setsid -w ",
            "time ",
            "time -p ",
            "env -- ",
            "command env nice ",
            "env -S 'alpha s' ",
            "exec_in_subshell",
            "xargs",
            "env --chdir=/ ",
            "builtin command ",
            "nice -5 ",
            "timeout --signal=INT 5s ",
            "! ",
            "coproc ",
            "env -uX A=1 ",
            "eval ",
        ]);
        // What a coprocess starts may be ended with the shell before it has begun.
        if self.straight && wrapper == "coproc " {
            wrapper = "env ";
        }
        // `command -p` looks for programs in the usual places only.
        let bare = match wrapper {
            "command -p -- " => Tree::text(Kind::Command, "env alpha p"),
            "eval " | "coproc " => self.bare(),
            _ => self.bare_with_words(known),
        };
        match wrapper {
            "exec_in_subshell" => vec![text("( exec "), Piece::Tree(bare), text(" )")],
            "xargs" => vec![text("echo a b | xargs "), Piece::Tree(bare)],
            "command -p -- " => vec![text("command -p -- "), Piece::Tree(bare)],
            wrapper => vec![text(wrapper), Piece::Tree(bare)],
        }
    }

    pub fn bare_with_words(&mut self, known: &Known) -> Tree {
        let mut pieces = vec![text(self.one_of(&PROGRAMS))];
        for _ in 0..self.below(3) {
            pieces.push(Piece::Tree(self.argument(known)));
        }
        Tree::new(Kind::Command, pieces)
    }
}
