//! A game tree: the moves of a game, the variations beside them, and what is written about both.
//!
//! The first move made in a position continues the main line; a different one begins a variation, and nothing is lost. The tree
//! has a current node; the [`Game`] of the line through it is always available, for callers that need only the moves played. A
//! tree holds at most [`MOST_NODES`] moves. Trees are read and written as PGN in `pgn/`.

use std::collections::{BTreeSet, HashSet};
use std::hash::Hash;

use super::game::StepError;
use super::{Game, Position, Step};

/// The most moves that a tree holds.
pub(crate) const MOST_NODES: usize = 1 << 20;

/// A node of a game tree: a move in its place, or the start of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the game.
    pub const ROOT: NodeId = NodeId(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Annotations of a move; at the root, of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotation {
    /// Comments before the move.
    pub before: Vec<String>,
    /// Numeric annotation glyphs, as PGN counts them: 1 for `!`, 14 for a slight advantage of White, …
    pub nags: Vec<u16>,
    /// Comments after the move.
    pub after: Vec<String>,
}

impl Annotation {
    /// Returns whether there is no annotation.
    pub(crate) fn is_empty(&self) -> bool {
        self.before.is_empty() && self.nags.is_empty() && self.after.is_empty()
    }
}

/// A move of the tree with what is written about it.
#[derive(Clone, Debug)]
struct TreeNode {
    /// The root has none that is looked at.
    step: Step,
    /// Number of steps from the root.
    ply: u32,
    parent: NodeId,
    /// The main continuation first.
    children: Vec<NodeId>,
    annotation: Option<Box<Annotation>>,
}

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stepped {
    /// The tree had it already.
    Along,
    /// It is the first move from here.
    Appended,
    /// It became a variation of an existing move.
    Varied,
}

/// A place where the game has more than one continuation.
#[doc(hidden)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameBranch {
    /// The node before the continuations.
    pub(crate) at: NodeId,
    /// The continuations, the main one first.
    pub moves: Vec<NodeId>,
    /// Index of the child that is in the line; `None` only if the branch itself is the current node.
    pub chosen: Option<usize>,
}

/// A game with its variations, and a place in it.
#[derive(Clone, Debug)]
pub struct GameTree {
    nodes: Vec<TreeNode>,
    /// The line through the current node, standing there.
    game: Game,
    /// The nodes of that line, from the root to its end.
    line: Vec<NodeId>,
}

impl GameTree {
    /// A game that begins from a position.
    pub fn new(start: Position) -> GameTree {
        let root = TreeNode {
            step: Step::Pass,
            ply: 0,
            parent: NodeId::ROOT,
            children: Vec::new(),
            annotation: None,
        };
        GameTree { nodes: vec![root], game: Game::new(start), line: vec![NodeId::ROOT] }
    }

    /// The line one is in: played as far as the current node, and ahead of it what follows there.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The nodes of that line, from the root to its end.
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// The current node.
    pub fn current(&self) -> NodeId {
        self.line[self.game.ply()]
    }

    /// Number of moves in all lines.
    pub fn moves(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The node before; the root is before itself.
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.nodes[node.index()].parent
    }

    /// The continuations, the main one first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.index()].children
    }

    /// A node, and its main continuations to the end.
    #[doc(hidden)]
    pub fn line_from(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |&node| self.children(node).first().copied())
    }

    /// The step that a node is; `None` for the root.
    #[doc(hidden)]
    pub fn step_of(&self, node: NodeId) -> Option<Step> {
        (node != NodeId::ROOT).then(|| self.nodes[node.index()].step)
    }

    /// The annotation of a node.
    pub fn annotation(&self, node: NodeId) -> Option<&Annotation> {
        self.nodes[node.index()].annotation.as_deref()
    }

    /// Writes about a node.
    pub fn annotate(&mut self, node: NodeId, annotation: Annotation) {
        let kept = (!annotation.is_empty()).then(|| Box::new(annotation));
        self.nodes[node.index()].annotation = kept;
    }

    /// The annotation of a node, for writing.
    pub(super) fn annotation_mut(&mut self, node: NodeId) -> &mut Annotation {
        self.nodes[node.index()].annotation.get_or_insert_default()
    }

    /// Returns whether a node is in the main line, that is reached by main continuations only.
    #[doc(hidden)]
    pub fn is_main(&self, node: NodeId) -> bool {
        self.variation_start(node).is_none()
    }

    /// The first move of the innermost variation that a node is in; `None` in the main line.
    pub(crate) fn variation_start(&self, mut node: NodeId) -> Option<NodeId> {
        while node != NodeId::ROOT {
            let parent = self.parent(node);
            if self.children(parent).first() != Some(&node) {
                return Some(node);
            }
            node = parent;
        }
        None
    }

    /// Makes a step: follows the continuation if the tree has it, otherwise adds it.
    ///
    /// # Errors
    /// If the step is illegal or the tree has [`MOST_NODES`]; then nothing changes.
    pub fn step(&mut self, step: Step) -> Result<Stepped, StepError> {
        let current = self.current();
        let known = self.children(current).iter().copied();
        if let Some(child) = known.clone().find(|&child| self.nodes[child.index()].step == step) {
            if self.line.get(self.game.ply() + 1) == Some(&child) {
                self.game.redo(1);
            } else {
                self.goto_node(child);
            }
            return Ok(Stepped::Along);
        }
        if self.nodes.len() > MOST_NODES {
            return Err(StepError::Full);
        }
        let ply = self.game.ply();
        self.game.step(step)?;
        let child = self.append(current, step).ok_or(StepError::Full)?;
        let is_first = self.children(current) == [child];
        let stepped = if is_first { Stepped::Appended } else { Stepped::Varied };
        self.line.truncate(ply + 1);
        self.line.push(child);
        Ok(stepped)
    }

    /// Goes to a place of the line one is in, counted in steps from the start; `false`, and stays, if it is shorter.
    pub fn goto(&mut self, ply: usize) -> bool {
        self.game.goto(ply)
    }

    /// Goes back by up to `count` steps; returns by how many.
    pub fn undo(&mut self, count: usize) -> usize {
        self.game.undo(count)
    }

    /// Goes forward by up to `count` steps of the line; returns by how many.
    pub fn redo(&mut self, count: usize) -> usize {
        self.game.redo(count)
    }

    /// Goes to a node; the line one is in leads through it and follows the main continuations from there.
    #[doc(hidden)]
    pub fn goto_node(&mut self, node: NodeId) {
        let ply = |node: NodeId| self.nodes[node.index()].ply as usize;
        // New nodes of the line; the root is in every line.
        let mut new = Vec::new();
        let mut at = node;
        while self.line.get(ply(at)) != Some(&at) {
            new.push(at);
            at = self.parent(at);
        }
        new.reverse();
        let mut same = ply(at) + 1;
        for next in self.line_from(node).skip(1) {
            if new.is_empty() && self.line.get(same) == Some(&next) {
                same += 1;
            } else {
                new.push(next);
            }
        }
        let (ply, nodes) = (ply(node), &self.nodes);
        if !new.is_empty() || same < self.line.len() {
            self.game.relay(same - 1, new.iter().map(|id| nodes[id.index()].step));
            self.line.truncate(same);
            self.line.extend(new);
        }
        self.game.goto(ply);
    }

    /// Goes to the end of the main line.
    #[doc(hidden)]
    pub fn goto_main_end(&mut self) {
        self.goto_node(NodeId::ROOT);
        self.game.goto(self.line.len() - 1);
    }

    /// The nearest node with more than one continuation: the current one or an earlier one.
    #[doc(hidden)]
    pub fn branch(&self) -> Option<GameBranch> {
        let ply = self.game.ply();
        let at = (0..=ply).rev().find(|&ply| self.children(self.line[ply]).len() > 1)?;
        let moves = self.children(self.line[at]).to_vec();
        let chosen = (at < ply).then(|| moves.iter().position(|&id| id == self.line[at + 1]));
        Some(GameBranch { at: self.line[at], moves, chosen: chosen.flatten() })
    }

    /// Moves the variation that one is in before the one before it; `false` if one is in the main line.
    #[doc(hidden)]
    pub fn promote(&mut self) -> bool {
        let Some(start) = self.variation_start(self.current()) else { return false };
        let parent = self.parent(start);
        let children = &mut self.nodes[parent.index()].children;
        let at = children.iter().position(|&child| child == start).unwrap_or(0);
        children.swap(at, at.saturating_sub(1));
        true
    }

    /// Removes the variation that one is in, and goes to where it began; `false` if one is in the main line.
    #[doc(hidden)]
    pub fn delete_variation(&mut self) -> bool {
        let Some(start) = self.variation_start(self.current()) else { return false };
        let parent = self.parent(start);
        self.nodes[parent.index()].children.retain(|&child| child != start);
        self.goto_node(parent);
        self.compact();
        true
    }

    /// Removes all continuations of the current node; `false` if there are none.
    #[doc(hidden)]
    pub fn cut(&mut self) -> bool {
        let current = self.current();
        if self.children(current).is_empty() {
            return false;
        }
        self.nodes[current.index()].children.clear();
        self.goto_node(current);
        self.compact();
        true
    }

    /// Forgets the nodes that no line leads to any more.
    fn compact(&mut self) {
        let mut nodes = vec![self.nodes[0].clone()];
        let mut new_ids = vec![NodeId::ROOT; self.nodes.len()];
        let mut at = 0;
        // Breadth first: the children of `nodes[at]` still have their old numbers when it is reached.
        while at < nodes.len() {
            for child in 0..nodes[at].children.len() {
                let old = nodes[at].children[child];
                let new = NodeId(nodes.len() as u32);
                new_ids[old.index()] = new;
                nodes[at].children[child] = new;
                let mut node = self.nodes[old.index()].clone();
                node.parent = NodeId(at as u32);
                nodes.push(node);
            }
            at += 1;
        }
        self.nodes = nodes;
        self.line.iter_mut().for_each(|node| *node = new_ids[node.index()]);
    }

    /// Adds all lines of another tree, whose root is the current position, and goes to the end of its main line. Returns whether
    /// that began a variation.
    ///
    /// # Errors
    /// [`StepError::Full`] if the tree has no room; then nothing changes.
    #[doc(hidden)]
    pub fn graft(&mut self, other: &GameTree) -> Result<Stepped, StepError> {
        if self.moves() + other.moves() > MOST_NODES {
            self.clone().grow(other)?;
        }
        let known = self.nodes.len();
        let nodes = self.grow(other)?;
        let (mut end, mut stepped) = (NodeId::ROOT, Stepped::Along);
        for next in other.line_from(NodeId::ROOT).skip(1) {
            let own = nodes[next.index()];
            if stepped == Stepped::Along && own.index() >= known {
                let is_first = self.children(self.parent(own)).first() == Some(&own);
                stepped = if is_first { Stepped::Appended } else { Stepped::Varied };
            }
            end = next;
        }
        self.goto_node(nodes[end.index()]);
        Ok(stepped)
    }

    /// Adds all lines of another tree; returns the node here for each of its nodes.
    ///
    /// A variation never continues the line that it branches from: if that line ends and the variation goes on, the last move
    /// that they share gets a second node.
    fn grow(&mut self, other: &GameTree) -> Result<Vec<NodeId>, StepError> {
        let mut nodes = vec![NodeId::ROOT; other.nodes.len()];
        // For each node of the other tree: whether it repeats a move of the line that its variation branches from.
        let mut follows = vec![false; other.nodes.len()];
        nodes[0] = self.current();
        let mut merged = BTreeSet::new();
        if self.add_words(nodes[0], other.annotation(NodeId::ROOT)) {
            merged.insert(nodes[0]);
        }
        let mut pending: Vec<NodeId> = other.children(NodeId::ROOT).iter().rev().copied().collect();
        while let Some(node) = pending.pop() {
            let before = other.parent(node);
            let (parent, step) = (nodes[before.index()], other.nodes[node.index()].step);
            let begins = other.children(before).first() != Some(&node);
            let is_beside = begins || follows[before.index()];
            let goes_on = !other.children(node).is_empty();
            let first = self.children(parent).first().copied();
            let ends_line = |child| first == Some(child) && self.children(child).is_empty();
            let known = self.children(parent).iter().copied().find(|&child| {
                let is_closed = is_beside && goes_on && ends_line(child);
                self.nodes[child.index()].step == step && !is_closed
            });
            let own = known.or_else(|| self.append(parent, step)).ok_or(StepError::Full)?;
            if self.add_words(own, other.annotation(node)) {
                merged.insert(own);
            }
            follows[node.index()] = is_beside && first == Some(own);
            nodes[node.index()] = own;
            pending.extend(other.children(node).iter().rev());
        }
        for node in merged {
            let words = self.annotation_mut(node);
            keep_once(&mut words.before);
            keep_once(&mut words.nags);
            keep_once(&mut words.after);
        }
        Ok(nodes)
    }

    /// Merges lines that begin with the same moves, but never continues a line by one of its variations.
    #[doc(hidden)]
    pub fn unite(&mut self) {
        if !self.nodes.iter().any(|node| self.repeats(&node.children)) {
            return;
        }
        let mut united = GameTree::new(*self.game.start());
        // Merging adds no nodes, so there is room.
        let Ok(nodes) = united.grow(self) else { return };
        let (ply, end) = (self.game.ply(), self.line.last().copied().unwrap_or(NodeId::ROOT));
        united.goto_node(nodes[end.index()]);
        united.goto(ply);
        *self = united;
    }

    /// Returns whether the same move or pass occurs twice among these nodes.
    fn repeats(&self, nodes: &[NodeId]) -> bool {
        let step = |node: NodeId| self.nodes[node.index()].step;
        let is_repeated = |at: usize| nodes[..at].iter().any(|&node| step(node) == step(nodes[at]));
        (1..nodes.len()).any(is_repeated)
    }

    /// Appends to a node's annotation; returns whether it already had one.
    fn add_words(&mut self, node: NodeId, words: Option<&Annotation>) -> bool {
        let Some(words) = words else { return false };
        let own = self.annotation_mut(node);
        let is_merged = !own.is_empty();
        own.before.extend_from_slice(&words.before);
        own.nags.extend_from_slice(&words.nags);
        own.after.extend_from_slice(&words.after);
        is_merged
    }

    /// Adds a continuation as a new node, after the existing ones; `None` if the tree is full. Does not change the line: every
    /// caller goes to a node afterwards.
    pub(super) fn append(&mut self, parent: NodeId, step: Step) -> Option<NodeId> {
        if self.nodes.len() > MOST_NODES {
            return None;
        }
        let child = NodeId(self.nodes.len() as u32);
        let ply = self.nodes[parent.index()].ply + 1;
        self.nodes.push(TreeNode { step, ply, parent, children: Vec::new(), annotation: None });
        self.nodes[parent.index()].children.push(child);
        Some(child)
    }

    /// Visits all moves in PGN order: after each move its variations, then its continuation.
    #[doc(hidden)]
    pub fn walk(&self) -> impl Iterator<Item = TreeVisit> + use<'_> {
        let start = *self.game.start();
        let first = self.children(NodeId::ROOT).first();
        let pending = first.map(|&node| TreeVisit::Move { node, before: start });
        TreeWalk { tree: self, pending: pending.into_iter().collect() }
    }

    /// The position before a node's step is made; at the root, the start.
    #[doc(hidden)]
    pub fn position_before(&self, node: NodeId) -> Position {
        let mut steps = Vec::new();
        let mut at = self.parent(node);
        while at != NodeId::ROOT {
            steps.push(self.nodes[at.index()].step);
            at = self.parent(at);
        }
        let start = *self.game.start();
        steps.iter().rev().fold(start, |position, &step| step.apply(&position))
    }
}

fn keep_once<T: Clone + Eq + Hash>(list: &mut Vec<T>) {
    let mut seen = HashSet::new();
    list.retain(|item| seen.insert(item.clone()));
}

/// A step of [`GameTree::walk`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "one at a time is looked at, and nearly all are moves"
)]
#[doc(hidden)]
pub enum TreeVisit {
    /// A move.
    Move {
        /// Which node.
        node: NodeId,
        /// The position it is made in.
        before: Position,
    },
    /// A variation begins; it replaces the move before it.
    Open,
    /// The variation ends.
    Close,
}

/// The moves of a tree in the order of PGN. Variations within variations need no recursion, however deep they are.
struct TreeWalk<'a> {
    tree: &'a GameTree,
    /// Visits to do, the next one last.
    pending: Vec<TreeVisit>,
}

impl Iterator for TreeWalk<'_> {
    type Item = TreeVisit;

    fn next(&mut self) -> Option<TreeVisit> {
        let visit = self.pending.pop()?;
        if let TreeVisit::Move { node, before } = visit {
            let tree = self.tree;
            if let Some(&next) = tree.children(node).first() {
                let after = tree.nodes[node.index()].step.apply(&before);
                self.pending.push(TreeVisit::Move { node: next, before: after });
            }
            let siblings = tree.children(tree.parent(node));
            if siblings.first() == Some(&node) {
                for &node in siblings[1..].iter().rev() {
                    let first = TreeVisit::Move { node, before };
                    self.pending.extend([TreeVisit::Close, first, TreeVisit::Open]);
                }
            }
        }
        Some(visit)
    }
}

/// Two trees are equal if they have the same start and the same annotated moves, whatever their order and current line.
impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let about = |tree: &GameTree, node| tree.annotation(node).cloned().unwrap_or_default();
        let same = |mine: TreeVisit, theirs: TreeVisit| match (mine, theirs) {
            (TreeVisit::Move { node, .. }, TreeVisit::Move { node: its, .. }) => {
                self.step_of(node) == other.step_of(its) && about(self, node) == about(other, its)
            }
            (mine, theirs) => mine == theirs,
        };
        self.game.start() == other.game.start()
            && self.moves() == other.moves()
            && about(self, NodeId::ROOT) == about(other, NodeId::ROOT)
            && self.walk().zip(other.walk()).all(|(mine, theirs)| same(mine, theirs))
    }
}

impl Eq for GameTree {}

impl Default for GameTree {
    /// A game of standard chess before the first move.
    fn default() -> GameTree {
        GameTree::new(Position::start())
    }
}

/// The tree of one line, at the game's current position.
impl From<&Game> for GameTree {
    fn from(game: &Game) -> GameTree {
        let mut tree = GameTree::new(*game.start());
        // A game holds legal steps only.
        let steps = game.played().iter().chain(game.ahead());
        let _ = steps.copied().try_for_each(|step| tree.step(step).map(|_| ()));
        tree.goto(game.ply());
        tree
    }
}

#[cfg(test)]
mod tests;
