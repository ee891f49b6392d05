//! The game as a record: its variations, its headers, and what is written about its moves.

use super::{CommandError, Session};
use crate::chess::game_tree::{Annotation, GameBranch, GameTree, NodeId};
use crate::chess::pgn::is_derived;
use crate::chess::{GameResult, Step};
use crate::shell::command::Annotate;
use crate::shell::reply::{Reply, VariationsReply, WordsReply};

impl Session {
    pub(super) fn annotate(&mut self, annotate: Annotate) -> Result<Reply, CommandError> {
        match annotate {
            Annotate::Tags(name) => Ok(self.tags(name.as_deref())),
            Annotate::SetTag { name, value } => self.set_tag(&name, &value),
            Annotate::Words => Ok(self.words()),
            Annotate::Comment(text) => Ok(self.write(|words| {
                let text: Vec<&str> = text.split_whitespace().collect();
                words.after = if text.is_empty() { Vec::new() } else { vec![text.join(" ")] };
            })),
            Annotate::Nags(nags) => Ok(self.write(|words| words.nags = nags)),
            Annotate::Variations => self.variations(),
            Annotate::Enter(index) => {
                self.enter(|branch| (index < branch.moves.len()).then_some(index))
            }
            Annotate::Next => self.enter(|branch| Some(stepped(branch, 1))),
            Annotate::Previous => {
                self.enter(|branch| Some(stepped(branch, branch.moves.len() - 1)))
            }
            Annotate::Promote => self.reorder(GameTree::promote),
            Annotate::Delete => self.reorder(GameTree::delete_variation),
        }
    }

    fn tags(&self, name: Option<&str>) -> Reply {
        let record = &self.timeline.sheet().record;
        let all = record.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone()));
        let all = all.chain([("Result".to_owned(), record.result().to_string())]);
        let is_meant = |tag: &str| name.is_none_or(|name| name.eq_ignore_ascii_case(tag));
        Reply::Tags(all.filter(|(name, _)| is_meant(name)).collect())
    }

    fn set_tag(&mut self, name: &str, value: &str) -> Result<Reply, CommandError> {
        if name == "Result" {
            let known = GameResult::from_text(value).filter(|_| !value.is_empty());
            let wanted = || CommandError::NoComparison {
                found: format!("\"{value}\""),
                wanted: "a result, which is 1-0, 0-1, 1/2-1/2 or *".to_owned(),
            };
            let result = known.ok_or_else(wanted)?;
            self.timeline.edit(|record| {
                record.result = result;
                true
            });
        } else if is_derived(name) {
            return Err(CommandError::DerivedTag { name: name.to_owned() });
        } else {
            self.timeline.edit(|record| {
                record.set_tag(name, value);
                true
            });
        }
        Ok(self.tags(Some(name)))
    }

    fn words(&self) -> Reply {
        let tree = &self.timeline.sheet().record.tree;
        let words = tree.annotation(tree.current()).cloned().unwrap_or_default();
        Reply::Words(Box::new(WordsReply { last: self.last(), words }))
    }

    fn write(&mut self, change: impl FnOnce(&mut Annotation)) -> Reply {
        self.timeline.edit(|record| {
            let node = record.tree.current();
            let mut words = record.tree.annotation(node).cloned().unwrap_or_default();
            change(&mut words);
            record.tree.annotate(node, words);
            true
        });
        self.words()
    }

    fn variations(&self) -> Result<Reply, CommandError> {
        let tree = &self.timeline.sheet().record.tree;
        let branch = tree.branch().ok_or(CommandError::NoVariation)?;
        let lines = branch.moves.iter().map(|&first| main_line(tree, first)).collect();
        let position = branch.moves.first().map(|&first| tree.position_before(first));
        let position = position.unwrap_or(*self.position());
        let reply = VariationsReply { position, lines, chosen: branch.chosen };
        Ok(Reply::Variations(Box::new(reply)))
    }

    /// Goes into one of the continuations at the nearest branch.
    fn enter(
        &mut self,
        choose: impl FnOnce(&GameBranch) -> Option<usize>,
    ) -> Result<Reply, CommandError> {
        let tree = self.timeline.tree_mut();
        let branch = tree.branch().ok_or(CommandError::NoVariation)?;
        let count = branch.moves.len();
        let index = choose(&branch).ok_or(CommandError::NoSuchVariation { count })?;
        tree.goto_node(branch.moves[index]);
        Ok(self.changed(Vec::new()))
    }

    fn reorder(&mut self, change: fn(&mut GameTree) -> bool) -> Result<Reply, CommandError> {
        match self.timeline.edit(|record| change(&mut record.tree)) {
            true => Ok(self.changed(Vec::new())),
            false => Err(CommandError::MainLine),
        }
    }
}

/// The continuation this many places behind the chosen one, wrapping around.
fn stepped(branch: &GameBranch, by: usize) -> usize {
    branch.chosen.map_or(0, |chosen| (chosen + by) % branch.moves.len())
}

/// A move and the main continuations behind it.
fn main_line(tree: &GameTree, first: NodeId) -> Vec<Step> {
    let mut line = Vec::new();
    let mut node = Some(first);
    while let Some(id) = node {
        line.extend(tree.step_of(id));
        node = tree.children(id).first().copied();
    }
    line
}
