//! The history of the session: one line of undo and redo steps through everything that was on the board.
//!
//! A game remembers its own moves and variations; a new position begins a new game. Two stacks hold the earlier games, each in
//! its last state, and the games stepped back from. An edit of a header or comment keeps only the old value; a reordering of
//! variations keeps the whole game before it. So every change can be undone: moves one by one, then the FEN, the new game or the
//! file before them. The stacks are limited by their total number of moves.

pub mod walk;

use super::CommandError;
use crate::chess::game::{Game, GameResult, Step, StepError};
use crate::chess::game_tree::{Annotation, GameTree, NodeId, Stepped};
use crate::chess::pgn::{PgnGame, Tag};
use crate::chess::{Color, Position};

/// A game on the board with the data of its position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    pub record: PgnGame,
    /// Operations of the EPD record that it began from.
    pub operations: Vec<(String, String)>,
    /// Number of the game within the session; stays the same when moves change.
    pub number: usize,
    /// The last change was [`Timeline::edit`] or [`Timeline::rework`].
    pub edited: bool,
    /// The problem of a drill, not a game of the user.
    pub drilled: bool,
}

impl Sheet {
    pub fn new(start: Position) -> Sheet {
        let record = PgnGame { tree: GameTree::new(start), ..PgnGame::default() };
        Sheet { record, ..Sheet::default() }
    }

    pub fn game(&self) -> &Game {
        self.record.game()
    }
}

/// An edit of a header, comment or glyph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    Header {
        name: String,
        /// `None` removes it.
        value: Option<String>,
        /// Index among the headers; `None` for the place of the header with this name, or else the last.
        at: Option<usize>,
    },
    Result(GameResult),
    Words(NodeId, Annotation),
}

impl Edit {
    /// Applies the edit and returns its inverse.
    fn make(self, record: &mut PgnGame) -> Edit {
        match self {
            Edit::Header { name, value, at } => {
                let tags = &mut record.tags;
                let is_meant = |tag: &Tag| at.is_none() && tag.is(&name);
                let (value, at) = match (tags.iter().position(is_meant), value) {
                    (Some(place), None) => (Some(tags.remove(place).value), Some(place)),
                    (Some(place), Some(value)) => {
                        (Some(std::mem::replace(&mut tags[place].value, value)), None)
                    }
                    (None, Some(value)) => {
                        let place = at.unwrap_or(tags.len()).min(tags.len());
                        tags.insert(place, Tag::new(&name, value));
                        (None, None)
                    }
                    (None, None) => (None, None),
                };
                Edit::Header { name, value, at }
            }
            Edit::Result(result) => Edit::Result(std::mem::replace(&mut record.result, result)),
            Edit::Words(node, words) => {
                let before = record.tree.annotation(node).cloned().unwrap_or_default();
                record.tree.annotate(node, words);
                Edit::Words(node, before)
            }
        }
    }
}

/// A step from the current state to the one before or after it.
#[derive(Clone, Debug)]
enum HistoryStep {
    Sheet(Box<Sheet>),
    Edit {
        edit: Edit,
        /// End of the line in which the edit was made, and the ply.
        place: (NodeId, usize),
        /// [`Sheet::edited`] after the step.
        edited: bool,
    },
}

impl HistoryStep {
    /// Number of moves stored for it.
    fn moves(&self) -> usize {
        match self {
            HistoryStep::Sheet(sheet) => sheet.record.tree.moves(),
            HistoryStep::Edit { .. } => 0,
        }
    }
}

/// An earlier game.
#[derive(Clone, Debug)]
struct Earlier {
    way: HistoryStep,
    /// Number of its game.
    number: usize,
    /// Ply at which the game after it began: going back beyond it returns to this game.
    taken_up_at: usize,
}

/// A game that was stepped back from.
#[derive(Clone, Debug)]
struct Later {
    way: HistoryStep,
    taken_up_at: usize,
    /// Ply at which the game before it was left.
    left_at: usize,
}

#[derive(Clone, Debug, Default)]
pub struct Timeline {
    pub now: Sheet,
    past: Vec<Earlier>,
    future: Vec<Later>,
    /// The last position given was refused: commands that need one fail until another is set up.
    pub refused: bool,
    begun: usize,
}

/// Maximum number of games kept; bounds memory for scripts that load thousands.
const MOST: usize = 1_000;

/// Maximum number of moves in all kept games.
const MOST_MOVES: usize = 2 << 20;

impl Timeline {
    pub fn game(&self) -> &Game {
        self.now.game()
    }

    pub fn position(&self) -> &Position {
        self.game().position()
    }

    pub fn require_move(&self) -> Result<(), CommandError> {
        let position = self.position();
        if position.has_legal_move() {
            return Ok(());
        }
        let standing = if position.in_check() { "checkmate" } else { "stalemate" };
        let color = position.turn();
        Err(CommandError::refused(format!("{color} has no legal move here: {standing}")))
    }

    pub fn require_mating_material(&self, attacker: Color) -> Result<(), CommandError> {
        let position = self.position();
        if is_bare(position, attacker) {
            return Err(CommandError::refused(format!("{attacker} has no mating material")));
        }
        if position.is_insufficient() {
            return Err(CommandError::refused("neither side has enough left to mate with"));
        }
        Ok(())
    }

    pub fn begin(&mut self, sheet: Sheet) {
        self.refused = false;
        self.begun += 1;
        let before = std::mem::replace(&mut self.now, Sheet { number: self.begun, ..sheet });
        self.remember_sheet(before, 0);
    }

    /// Edits the game on the board as one step that can be undone.
    pub fn edit(&mut self, edit: Edit) {
        let (place, edited) = (self.line_end(), self.now.edited);
        let back = edit.clone().make(&mut self.now.record);
        if back != edit {
            self.remember(
                HistoryStep::Edit { edit: back, place, edited },
                self.now.number,
                place.1,
            );
            self.now.edited = true;
        }
    }

    /// Changes the whole game on the board as one step that can be undone; `false` if nothing changed.
    pub fn rework(&mut self, change: impl FnOnce(&mut PgnGame) -> bool) -> bool {
        let before = self.now.clone();
        if !change(&mut self.now.record) {
            return false;
        }
        if self.now != before {
            let ply = self.game().ply();
            self.remember_sheet(before, ply);
            self.now.edited = true;
        }
        true
    }

    /// End of the current line, and the ply.
    fn line_end(&self) -> (NodeId, usize) {
        let tree = &self.now.record.tree;
        (tree.line().last().copied().unwrap_or(NodeId::ROOT), tree.game().ply())
    }

    /// Continues in a new record from the position on the board; `undo` returns to the old one.
    pub fn branch_off(&mut self, record: PgnGame) {
        let ply = self.game().ply();
        self.begun += 1;
        let operations = self.now.operations.clone();
        let now = Sheet { record, operations, number: self.begun, ..Sheet::default() };
        let before = std::mem::replace(&mut self.now, now);
        self.remember_sheet(before, ply);
    }

    /// Continues in a new record that has the moves up to the board; `undo` returns to the old one.
    pub fn go_on_in_copy(&mut self) {
        let mut game = Game::new(*self.game().start());
        // The steps were legal in the other game.
        let _ = self.game().played().iter().try_for_each(|&step| game.step(step));
        self.branch_off(PgnGame::new(&game));
    }

    fn remember_sheet(&mut self, sheet: Sheet, taken_up_at: usize) {
        let number = sheet.number;
        self.remember(HistoryStep::Sheet(Box::new(sheet)), number, taken_up_at);
    }

    fn remember(&mut self, way: HistoryStep, number: usize, taken_up_at: usize) {
        self.future.clear();
        self.past.push(Earlier { way, number, taken_up_at });
        let mut room = MOST_MOVES;
        let fits = |earlier: &&Earlier| {
            let moves = earlier.way.moves();
            let fits = moves <= room;
            room = room.saturating_sub(moves);
            fits
        };
        // Always keep the previous one.
        let kept = self.past.iter().rev().take(MOST).take_while(fits).count().max(1);
        self.past.drain(..self.past.len() - kept);
    }

    /// Replaces the game on the board, which is not kept.
    pub fn replace(&mut self, sheet: Sheet) {
        self.refused = false;
        self.future.clear();
        self.begun += 1;
        self.now = Sheet { number: self.begun, ..sheet };
    }

    /// Makes a step in the game on the board. Other continuations stay beside it; games that were stepped back from are
    /// forgotten.
    pub fn step(&mut self, step: Step) -> Result<Stepped, StepError> {
        let stepped = self.now.record.tree.step(step)?;
        self.moved_on();
        Ok(stepped)
    }

    /// Plays a line with its variations in the game on the board, like [`Timeline::step`].
    pub fn graft(&mut self, line: &GameTree) -> Result<Stepped, StepError> {
        let stepped = self.now.record.tree.graft(line)?;
        self.moved_on();
        Ok(stepped)
    }

    /// Clears the redo stack.
    pub fn moved_on(&mut self) {
        self.future.clear();
        self.now.edited = false;
    }

    /// Goes to a ply: back along the current line, forward along the main continuations. Returns `false` and stays if there is no
    /// such ply.
    pub fn goto(&mut self, ply: usize) -> bool {
        if ply > self.last_ply() {
            return false;
        }
        let tree = &mut self.now.record.tree;
        if ply > tree.game().ply() {
            tree.goto_node(tree.current());
        }
        tree.goto(ply);
        tree.goto_node(tree.current());
        self.now.edited = false;
        self.refused = false;
        true
    }

    pub fn goto_node(&mut self, node: NodeId) {
        self.now.record.tree.goto_node(node);
        self.now.edited = false;
    }

    /// Goes back to a ply and removes the moves after it from the game; [`Timeline::redo`] restores them.
    pub fn take_back(&mut self, ply: usize) {
        self.now.edited = false;
        let (way, taken_up_at) =
            (HistoryStep::Sheet(Box::new(self.now.clone())), self.game().ply());
        self.goto(ply);
        self.now.record.tree.cut();
        self.future.push(Later { way, taken_up_at, left_at: ply });
    }

    /// Returns the step from here that was undone last, whether it is still in the game or not.
    pub fn taken_back(&self) -> Option<Step> {
        let cut = || match &self.future.last()?.way {
            HistoryStep::Sheet(sheet) => sheet.game().played().get(self.game().ply()).copied(),
            HistoryStep::Edit { .. } => None,
        };
        self.game().ahead().first().copied().or_else(cut)
    }

    /// Ply of the last main continuation from here.
    pub fn last_ply(&self) -> usize {
        let tree = &self.now.record.tree;
        self.game().ply() + tree.line_from(tree.current()).count() - 1
    }

    pub fn promote(&mut self) {
        while self.now.record.tree.promote() {}
    }

    /// Undoes up to `count` changes and returns their number.
    pub fn undo(&mut self, count: usize) -> usize {
        let undone = (0..count).take_while(|_| self.undo_one()).count();
        self.refused &= undone == 0;
        undone
    }

    pub fn redo(&mut self, count: usize) -> usize {
        let redone = (0..count).take_while(|_| self.redo_one()).count();
        self.refused &= redone == 0;
        redone
    }

    fn undo_one(&mut self) -> bool {
        if !self.now.edited {
            let ply = self.game().ply();
            // Skip edits of this game that were followed by moves: they are not places to return to.
            let other = |earlier: &Earlier| earlier.number != self.now.number;
            let others = self.past.iter().rposition(other).map_or(0, |last| last + 1);
            let before = self.past[..others].last();
            let was_taken_up_here = before.is_some_and(|before| before.taken_up_at == ply);
            if !was_taken_up_here && self.now.record.tree.undo(1) == 1 {
                return true;
            }
            self.past.truncate(others);
        }
        let Some(Earlier { way, taken_up_at, .. }) = self.past.pop() else { return false };
        let way = self.go(way);
        let left_at = self.game().ply();
        self.future.push(Later { way, taken_up_at, left_at });
        true
    }

    /// Takes a step and returns its inverse.
    fn go(&mut self, way: HistoryStep) -> HistoryStep {
        match way {
            HistoryStep::Sheet(mut sheet) => {
                std::mem::swap(&mut self.now, &mut *sheet);
                HistoryStep::Sheet(sheet)
            }
            HistoryStep::Edit { edit, place, edited } => {
                let Sheet { record, edited: before, .. } = &mut self.now;
                // Redo may come from another line.
                record.tree.goto_node(place.0);
                record.tree.goto(place.1);
                let edited = std::mem::replace(before, edited);
                HistoryStep::Edit { edit: edit.make(record), place, edited }
            }
        }
    }

    fn redo_one(&mut self) -> bool {
        let ply = self.game().ply();
        let next_game_is_here = self.future.last().is_some_and(|next| next.left_at == ply);
        if !next_game_is_here && self.now.record.tree.redo(1) == 1 {
            self.now.edited = false;
            return true;
        }
        let Some(Later { way, taken_up_at, .. }) = self.future.pop() else { return false };
        let number = self.now.number;
        let way = self.go(way);
        self.past.push(Earlier { way, number, taken_up_at });
        true
    }
}

/// Whether a side has nothing but its king.
pub fn is_bare(position: &Position, color: Color) -> bool {
    position.color(color).len() == 1
}

#[cfg(test)]
mod tests;
