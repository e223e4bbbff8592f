//! Owns the questions that a table asks, in the order in which they are asked; it does not answer them.

use super::rule::{Conditions, HostWord};

/// What a table asks by one key, or by several that hold or fail together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// `tool`
    Tool,
    /// `mode`, `host`, `origin`, `agent`
    Word(HostWord),
    /// `input`
    Input,
    /// `run` and `fed_by`, both of the same program.
    Run,
    /// `place`
    Place,
    /// `read`, `write`, `delete`, `touch` and `tree`, all of the same path.
    Path,
    /// `sql`
    Sql,
    /// `connect`
    Connect,
    /// `content`
    Content,
    /// `cwd`
    Directory,
    /// `push`
    Push,
    /// `discard`
    Discard,
    /// `env`
    Environment,
    /// `git_config`
    GitConfig,
    /// `on_branch` and `repo`, both of the same working tree.
    Repository,
}

impl Question {
    /// Those whose answer is the same for all effects of a call.
    pub const OF_CALL: [Question; 6] = [
        Question::Tool,
        Question::Word(HostWord::Mode),
        Question::Word(HostWord::Host),
        Question::Word(HostWord::Origin),
        Question::Word(HostWord::Agent),
        Question::Input,
    ];

    /// Those about an effect. Each asks more than the ones before: of programs, of paths, of long texts, of repositories.
    pub const OF_EFFECT: [Question; 12] = [
        Question::Run,
        Question::Place,
        Question::Path,
        Question::Sql,
        Question::Connect,
        Question::Content,
        Question::Directory,
        Question::Push,
        Question::Discard,
        Question::Environment,
        Question::GitConfig,
        Question::Repository,
    ];

    /// All, in their order.
    pub fn all() -> impl Iterator<Item = Question> {
        Self::OF_CALL.into_iter().chain(Self::OF_EFFECT)
    }

    /// Whether it is about what is done, not about where and when.
    pub fn is_about_effects(self) -> bool {
        let around = [Question::Place, Question::Directory, Question::Repository];
        Self::OF_EFFECT.contains(&self) && !around.contains(&self)
    }

    /// Whether a table asks it.
    pub fn is_asked(self, table: &Conditions) -> bool {
        match self {
            Question::Tool => table.tools.is_some(),
            Question::Word(word) => table.words.iter().any(|(asked, _)| *asked == word),
            Question::Input => !table.input.is_empty(),
            Question::Run => table.commands.is_some() || table.feeds.is_some(),
            Question::Place => table.places.is_some(),
            Question::Path => !table.paths.is_empty() || table.tree.is_some(),
            Question::Sql => table.sql.is_some(),
            Question::Connect => table.requests.is_some(),
            Question::Content => table.content.is_some(),
            Question::Directory => table.directories.is_some(),
            Question::Push => table.pushes.is_some(),
            Question::Discard => table.losses.is_some(),
            Question::Environment => table.env.is_some(),
            Question::GitConfig => table.git_config.is_some(),
            Question::Repository => table.on_branch.is_some() || table.linked,
        }
    }
}
