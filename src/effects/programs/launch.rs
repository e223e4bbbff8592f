//! Owns the grammar of tools that run a command after a word of their own, `TOOL WORD [options] [OPERANDS] COMMAND`; it
//! does not know the tools.

use super::Started;
use crate::effects::options::{self, Style};
use crate::effects::{Arguments, Value};

/// A word of a tool after which a command stands.
pub struct Launch {
    /// The tools.
    pub tools: &'static [&'static str],
    /// The word, or words; none where the command follows the tool's own options.
    pub words: &'static [&'static str],
    /// The options after the word.
    pub style: Style,
    /// How many operands stand before the command.
    pub skipped: usize,
    /// Options whose value is a text for a shell and takes the place of the command.
    pub texts: &'static [&'static str],
}

/// A row for these tools and words.
pub const fn launch(
    tools: &'static [&'static str],
    words: &'static [&'static str],
    style: Style,
) -> Launch {
    Launch { tools, words, style, skipped: 0, texts: &[] }
}

/// What stands after a tool's word.
pub struct Launched {
    /// The options before the command.
    pub arguments: Arguments,
    /// The command's words.
    pub command: Vec<Value>,
}

/// The words after the tool's own options.
pub fn own_words<'a>(started: &'a Started) -> &'a [Value] {
    let tool = super::name_of(&started.run.program);
    let style = super::entry(tool).map(|entry| entry.style).unwrap_or_default();
    let style = Style { operands_last: true, ..style };
    let first = options::leading(&style, &started.run.words).first_operand;
    started.run.words.get(first..).unwrap_or_default()
}

impl Launch {
    /// Whether these words of this tool launch something.
    pub fn fits(&self, tool: &str, words: &[Value]) -> bool {
        self.tools.contains(&tool)
            && words.len() >= self.words.len()
            && self.words.iter().zip(words).all(|(word, given)| given.literal() == Some(word))
    }

    /// Tells apart what stands after the tool's own options. Options may stand on either side of the operands, and `--`
    /// ends both.
    pub fn launched(&self, words: &[Value]) -> Launched {
        let mut words = words.get(self.words.len()..).unwrap_or_default();
        let mut arguments = Arguments { known: true, ..Arguments::default() };
        for operand in 0..=self.skipped {
            let leading = options::leading(&self.style, words);
            let (before, after) = words.split_at_checked(leading.first_operand).unwrap_or_default();
            arguments.options.extend(leading.arguments.options);
            words = after;
            let has_ended = before.last().is_some_and(|last| last.literal() == Some("--"));
            if has_ended || operand == self.skipped {
                break;
            }
            let Some((operand, after)) = words.split_first() else { break };
            arguments.operands.push(operand.clone());
            words = after;
        }
        Launched { arguments, command: words.to_vec() }
    }

    /// The texts for a shell among the options.
    pub fn texts<'a>(&self, launched: &'a Launched) -> Vec<&'a Value> {
        let named = |option: &&crate::effects::Opt| self.texts.contains(&option.name.as_str());
        let options = launched.arguments.options.iter().filter(named);
        options.filter_map(|option| option.value.as_ref()).collect()
    }
}
