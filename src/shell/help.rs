//! What `help` answers, as data: commands in short or in full, a group of them, a topic.
//!
//! What is told of each stands in `table/`; `table/topics.rs` picks the answer for a word.

use super::table::{CommandSpec, Group};

/// Something worth knowing that belongs to no single command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HelpTopic {
    pub name: &'static str,
    pub summary: &'static str,
    pub text: &'static [&'static str],
    /// Lines to type, each with what it does.
    pub examples: &'static [(&'static str, &'static str)],
}

#[derive(Clone, Copy, Debug)]
pub enum HelpReply {
    Short(&'static [CommandSpec]),
    Overview(&'static [CommandSpec]),
    Group(Group, &'static [CommandSpec]),
    /// The JSON Schema of every line that `--json` writes.
    Schema,
    /// Something that belongs to no single command.
    Topic(&'static HelpTopic),
    Command(&'static CommandSpec),
}
