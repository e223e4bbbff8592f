//! Owns a program's arguments in its own grammar: operands and options; it does not know which programs exist.

use super::Value;

/// A program's arguments, told apart.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Arguments {
    /// What is no option, in order. For `git -C x push origin` these are `push` and `origin`.
    pub operands: Vec<Value>,
    /// The options in order, under their full names: `-rf` is `-r` and `-f`, `--forc` is `--force`.
    pub options: Vec<Opt>,
    /// Whether this program's grammar is known. If not, options are words with a dash, anywhere.
    pub known: bool,
}

/// One option.
#[derive(Debug, Clone, PartialEq)]
pub struct Opt {
    /// The name with its dashes: `-C`, `--force`.
    pub name: String,
    /// The value, joined by `=` or in a word of its own.
    pub value: Option<Value>,
}

impl Arguments {
    /// Whether an option of one of these names is given.
    pub fn has(&self, names: &[&str]) -> bool {
        self.options.iter().any(|option| names.contains(&option.name.as_str()))
    }

    /// The value of the last option of one of these names.
    pub fn value(&self, names: &[&str]) -> Option<&Value> {
        self.options
            .iter()
            .rev()
            .find(|option| names.contains(&option.name.as_str()))
            .and_then(|option| option.value.as_ref())
    }
}
