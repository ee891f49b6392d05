//! Walking through a game: the move made or taken back, its annotation and the continuations.

use super::Timeline;
use crate::chess::game_tree::{Annotation, NodeId};
use crate::chess::{Position, Step};
use crate::ink::json::PlayedStep;
use crate::ink::movetext::glyph;
use crate::shell::reply::{Walk, Walked, WrittenStep};

/// A position in a game of the session, with its annotation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    game: usize,
    at: Position,
    ply: usize,
    step: Option<WrittenStep>,
    /// Comments on the game, at its start.
    words: Vec<String>,
    tags: Vec<(String, String)>,
}

impl Timeline {
    pub fn last(&self, chess960: bool) -> Option<PlayedStep> {
        let last = self.game().last_with_position();
        last.map(|(before, step)| PlayedStep { before, step, chess960 })
    }

    pub fn place(&self, chess960: bool) -> Place {
        let tree = &self.now.record.tree;
        let written = tree.annotation(tree.current());
        let tags = self.now.record.tags.iter();
        Place {
            game: self.now.number,
            at: *self.position(),
            ply: self.game().ply(),
            step: self.last(chess960).map(|step| written_step(written, step)),
            words: written.map_or_else(Vec::new, |words| words.after.clone()),
            tags: tags.map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
        }
    }

    /// Returns the walk from `before` to the current place: the last move or, with `takes_back`, the move taken back.
    pub fn walk_from(&self, before: &Place, takes_back: bool, chess960: bool) -> Walk {
        let here = self.place(chess960);
        let same_game = before.game == here.game;
        let went_back = takes_back && same_game && here.ply < before.ply;
        let gone = self.taken_back().filter(|_| went_back);
        let next = self.continuations(chess960);
        let tree = &self.now.record.tree;
        let ends = next.is_empty().then(|| tree.is_main(tree.current()));
        let stayed = before.at == here.at && same_game && (takes_back || *before != here);
        let walked = match gone {
            _ if stayed => Walked::Words { gone: lost(before, &here), back: lost(&here, before) },
            Some(step) => Walked::Back {
                first: Some(self.written(step, chess960)),
                plies: before.ply - here.ply,
            },
            None => Walked::To { step: here.step, words: here.words },
        };
        let ended = ends.map(|main| (main, self.now.record.result));
        Walk { walked, next, ended, plays: false }
    }

    /// Returns the continuations, the one of `redo` first.
    fn continuations(&self, chess960: bool) -> Vec<WrittenStep> {
        let tree = &self.now.record.tree;
        let children = tree.children(tree.current()).iter();
        let written = |&node: &NodeId| Some(self.written(tree.step_of(node)?, chess960));
        let mut steps: Vec<WrittenStep> = children.filter_map(written).collect();
        let ahead = self.game().ahead().first();
        if let Some(place) = steps.iter().position(|next| Some(&next.step.step) == ahead) {
            steps[..=place].rotate_right(1);
        }
        steps
    }

    /// Returns a continuation with its annotation.
    fn written(&self, step: Step, chess960: bool) -> WrittenStep {
        let tree = &self.now.record.tree;
        let node = tree.children(tree.current()).iter().find(|&&id| tree.step_of(id) == Some(step));
        let words = node.and_then(|&node| tree.annotation(node));
        written_step(words, PlayedStep { before: *self.position(), step, chess960 })
    }
}

fn written_step(words: Option<&Annotation>, step: PlayedStep) -> WrittenStep {
    let words = words.cloned().unwrap_or_default();
    WrittenStep { step, nags: words.nags, comments: [words.before, words.after].concat() }
}

/// Returns the signs, comments and tags of `before` that `after` lacks.
fn lost(before: &Place, after: &Place) -> Vec<String> {
    let signs = |place: &Place| place.step.as_ref().map_or_else(Vec::new, |step| step.nags.clone());
    let comments = |place: &Place| match &place.step {
        Some(step) => step.comments.clone(),
        None => place.words.clone(),
    };
    let (kept_signs, kept_comments) = (signs(after), comments(after));
    let signs = signs(before).into_iter().filter(|sign| !kept_signs.contains(sign));
    let signs = signs.map(|sign| format!("the sign {}", glyph(sign).trim()));
    let said = comments(before).into_iter().filter(|comment| !kept_comments.contains(comment));
    let said = said.map(|comment| format!("{{{comment}}}"));
    let tags = before.tags.iter().filter(|tag| !after.tags.contains(tag));
    let tags = tags.map(|(name, value)| format!("{name} \"{value}\""));
    signs.chain(said).chain(tags).collect()
}
