//! One line of steps back and forward through everything that was ever on the board.
//!
//! A game remembers its own moves and variations; a new position begins a new game. The games that were on the board
//! before, each as it was left, and those that were stepped back from, lie on two stacks; a game before its variations were
//! put in order or its words changed lies there like another. So every change can be taken back: moves one by one, and
//! then the FEN, the new game or the file before them. The stacks are bounded by the moves that they hold together.

use crate::chess::Position;
use crate::chess::game::{Game, Step, StepError};
use crate::chess::game_tree::{GameTree, NodeId, Stepped};
use crate::chess::pgn::PgnGame;

/// A game on the board and what came with its position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    pub record: PgnGame,
    /// Operations of the EPD record it began from.
    pub operations: Vec<(String, String)>,
    /// Its number among the games of the session, whatever becomes of its moves.
    pub number: usize,
    /// The last change was made by [`Timeline::edit`].
    pub edited: bool,
    /// It is a problem of a drill, not a game of the user.
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

/// A game that was on the board before another.
#[derive(Clone, Debug)]
struct Earlier {
    sheet: Sheet,
    /// The ply at which the game after it was taken up: going back beyond it is going back to this one.
    taken_up_at: usize,
}

/// A game that was stepped back from.
#[derive(Clone, Debug)]
struct Later {
    sheet: Sheet,
    taken_up_at: usize,
    /// The ply at which the game before it was left.
    left_at: usize,
}

#[derive(Clone, Debug, Default)]
pub struct Timeline {
    pub now: Sheet,
    past: Vec<Earlier>,
    future: Vec<Later>,
    /// The position given last was refused: there is none until another is set up.
    pub refused: bool,
    begun: usize,
}

/// Games remembered: more than a session has, and a bound on memory for scripts that load thousands.
const MOST: usize = 1_000;

/// Moves of all games remembered, together.
const MOST_MOVES: usize = 2 << 20;

impl Timeline {
    pub fn game(&self) -> &Game {
        self.now.game()
    }

    pub fn begin(&mut self, sheet: Sheet) {
        self.refused = false;
        self.begun += 1;
        let before = std::mem::replace(&mut self.now, Sheet { number: self.begun, ..sheet });
        self.remember(before, 0);
    }

    /// Changes the game on the board in one step that can be taken back; `false` if there is nothing to change.
    pub fn edit(&mut self, change: impl FnOnce(&mut PgnGame) -> bool) -> bool {
        let before = self.now.clone();
        if !change(&mut self.now.record) {
            return false;
        }
        if self.now != before {
            let ply = self.game().ply();
            self.remember(before, ply);
            self.now.edited = true;
        }
        true
    }

    /// Continues in a new record from the position on the board; `undo` returns to the old one.
    pub fn branch_off(&mut self, record: PgnGame) {
        let ply = self.game().ply();
        self.begun += 1;
        let operations = self.now.operations.clone();
        let now = Sheet { record, operations, number: self.begun, ..Sheet::default() };
        let before = std::mem::replace(&mut self.now, now);
        self.remember(before, ply);
    }

    fn remember(&mut self, sheet: Sheet, taken_up_at: usize) {
        self.future.clear();
        self.past.push(Earlier { sheet, taken_up_at });
        let mut room = MOST_MOVES;
        let fits = |earlier: &&Earlier| {
            let moves = earlier.sheet.record.tree.moves();
            let fits = moves <= room;
            room = room.saturating_sub(moves);
            fits
        };
        // The one before is always kept.
        let kept = self.past.iter().rev().take(MOST).take_while(fits).count().max(1);
        self.past.drain(..self.past.len() - kept);
    }

    /// Puts another game in the place of the one on the board, which is not kept.
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

    /// Plays a line with its variations in the game on the board, as [`Timeline::step`] does.
    pub fn graft(&mut self, line: &GameTree) -> Result<Stepped, StepError> {
        let stepped = self.now.record.tree.graft(line)?;
        self.moved_on();
        Ok(stepped)
    }

    /// Forgets what `redo` would restore.
    pub fn moved_on(&mut self) {
        self.future.clear();
        self.now.edited = false;
    }

    /// Goes to a place: back along the line one is in, forward along the main continuations. `false`, and stays, if there
    /// is no such place.
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

    /// Goes back to a ply and removes what follows from the game; [`Timeline::redo`] restores it.
    pub fn take_back(&mut self, ply: usize) {
        self.now.edited = false;
        let (sheet, taken_up_at) = (self.now.clone(), self.game().ply());
        self.goto(ply);
        self.now.record.tree.cut();
        self.future.push(Later { sheet, taken_up_at, left_at: ply });
    }

    /// The ply of the last of the main continuations from here.
    pub fn last_ply(&self) -> usize {
        let tree = &self.now.record.tree;
        let next = |&node: &NodeId| tree.children(node).first().copied();
        self.game().ply() + std::iter::successors(next(&tree.current()), next).count()
    }

    pub fn promote(&mut self) {
        while self.now.record.tree.promote() {}
    }

    /// Takes back up to `count` changes, and says how many.
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
            let other = |earlier: &Earlier| earlier.sheet.number != self.now.number;
            let others = self.past.iter().rposition(other).map_or(0, |last| last + 1);
            let before = self.past[..others].last();
            let was_taken_up_here = before.is_some_and(|before| before.taken_up_at == ply);
            if !was_taken_up_here && self.now.record.tree.undo(1) == 1 {
                return true;
            }
            self.past.truncate(others);
        }
        let Some(Earlier { sheet, taken_up_at }) = self.past.pop() else { return false };
        let left_at = sheet.game().ply();
        let sheet = std::mem::replace(&mut self.now, sheet);
        self.future.push(Later { sheet, taken_up_at, left_at });
        true
    }

    fn redo_one(&mut self) -> bool {
        let ply = self.game().ply();
        let next_game_is_here = self.future.last().is_some_and(|next| next.left_at == ply);
        if !next_game_is_here && self.now.record.tree.redo(1) == 1 {
            self.now.edited = false;
            return true;
        }
        let Some(Later { sheet, taken_up_at, .. }) = self.future.pop() else { return false };
        let sheet = std::mem::replace(&mut self.now, sheet);
        self.past.push(Earlier { sheet, taken_up_at });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_move;

    fn play(timeline: &mut Timeline, texts: &[&str]) {
        for text in texts {
            let mv = parse_move(timeline.game().position(), text).unwrap();
            timeline.step(Step::Move(mv)).unwrap();
        }
    }

    fn fen(timeline: &Timeline) -> String {
        timeline.game().position().to_fen()
    }

    #[test]
    fn everything_is_taken_back_and_made_again() {
        let mut timeline = Timeline::default();
        let mut seen = vec![fen(&timeline)];
        for text in ["e4", "e5"] {
            play(&mut timeline, &[text]);
            seen.push(fen(&timeline));
        }
        let other = Position::from_fen("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1").unwrap();
        timeline.begin(Sheet::new(other));
        seen.push(fen(&timeline));
        play(&mut timeline, &["e4"]);
        seen.push(fen(&timeline));
        for expected in seen.iter().rev().skip(1) {
            assert_eq!(timeline.undo(1), 1);
            assert_eq!(&fen(&timeline), expected);
        }
        assert_eq!(timeline.undo(5), 0);
        for expected in &seen[1..] {
            assert_eq!(timeline.redo(1), 1);
            assert_eq!(&fen(&timeline), expected);
        }
        assert_eq!(timeline.redo(5), 0);
        assert_eq!(timeline.undo(99), 4);
    }

    #[test]
    fn a_game_left_in_its_middle_is_found_there() {
        let mut timeline = Timeline::default();
        play(&mut timeline, &["e4", "e5", "Nf3"]);
        timeline.undo(2);
        let left = fen(&timeline);
        timeline.begin(Sheet::default());
        timeline.undo(1);
        assert_eq!(fen(&timeline), left);
        // Forward from where it was left is the new game, not the moves that had been taken back before.
        timeline.redo(1);
        assert_eq!(timeline.game().ply(), 0);
    }

    #[test]
    fn a_move_forgets_the_games_that_were_stepped_back_from() {
        let mut timeline = Timeline::default();
        play(&mut timeline, &["e4", "e5"]);
        timeline.begin(Sheet::default());
        timeline.undo(2);
        play(&mut timeline, &["c5"]);
        assert_eq!(timeline.redo(9), 0);
        assert_eq!(timeline.undo(9), 2);
        assert_eq!(timeline.now.record.tree.moves(), 3, "the move taken back stays in the tree");
    }

    #[test]
    fn an_edit_is_taken_back_where_it_was_made() {
        let mut timeline = Timeline::default();
        play(&mut timeline, &["e4", "e5"]);
        timeline.undo(1);
        play(&mut timeline, &["c5", "Nf3"]);
        let whole = timeline.now.clone();
        assert!(timeline.edit(|record| record.tree.delete_variation()));
        assert!(!timeline.edit(|record| record.tree.delete_variation()), "the main line stays");
        assert_eq!((timeline.game().ply(), timeline.now.record.tree.moves()), (1, 2));
        assert_eq!(timeline.undo(1), 1);
        assert_eq!((&timeline.now, timeline.game().ply()), (&whole, 3));
        assert_eq!(timeline.redo(1), 1);
        assert_eq!(timeline.now.record.tree.moves(), 2);
        // An edit without effect is not a step.
        assert!(timeline.edit(|_| true));
        assert_eq!(timeline.undo(1), 1);
        assert_eq!(timeline.now, whole);
    }

    #[test]
    fn moves_are_taken_back_past_an_edit() {
        let mut timeline = Timeline::default();
        play(&mut timeline, &["e4", "e5"]);
        for tag in ["A", "B"] {
            assert!(timeline.edit(|record| {
                record.set_tag("White", tag);
                true
            }));
        }
        let edited = |timeline: &Timeline| timeline.now.record.tag("White").map(str::to_owned);
        // One after the other, and again.
        assert_eq!((timeline.undo(1), edited(&timeline)), (1, Some("A".to_owned())));
        assert_eq!((timeline.undo(1), edited(&timeline)), (1, None));
        assert_eq!((timeline.redo(2), edited(&timeline)), (2, Some("B".to_owned())));
        play(&mut timeline, &["Nf3", "Nc6", "Bb5"]);
        assert_eq!((timeline.undo(4), timeline.game().ply()), (4, 1));
        play(&mut timeline, &["c5"]);
        assert_eq!(timeline.now.record.tree.moves(), 6, "no move is lost");
        assert_eq!((timeline.undo(99), edited(&timeline)), (2, Some("B".to_owned())));
        assert!(timeline.goto(2) && timeline.goto(0));
        timeline.begin(Sheet::default());
        assert_eq!((timeline.undo(99), edited(&timeline)), (1, Some("B".to_owned())));
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut timeline = Timeline::default();
        (0..3_000).for_each(|_| timeline.begin(Sheet::default()));
        assert_eq!(timeline.undo(9_999), MOST);
    }
}
