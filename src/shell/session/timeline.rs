//! One line of steps back and forward through everything that was ever on the board.
//!
//! A game remembers its own moves; a new position begins a new game. The games that were on the board before, each as it
//! was left, and those that were stepped back from, lie on two stacks. So every change can be taken back: moves one by
//! one, and then the FEN, the new game or the file before them.

use crate::chess::Position;
use crate::chess::game::{Game, Step, StepError};

/// A game on the board and what came with its position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// The game.
    pub game: Game,
    /// Operations of the EPD record it began from.
    pub operations: Vec<(String, String)>,
}

impl Sheet {
    /// A game that begins from a position.
    pub fn new(start: Position) -> Sheet {
        Sheet { game: Game::new(start), operations: Vec::new() }
    }
}

/// The game on the board, those before it and those that can be made again.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    now: Sheet,
    past: Vec<Sheet>,
    /// The nearest last.
    future: Vec<Sheet>,
    /// For each of `future`, the ply at which the game before it was left.
    left_at: Vec<usize>,
}

/// Games remembered: more than a sitting has, and a bound on memory for scripts that load thousands.
const MOST: usize = 1_000;

impl Timeline {
    /// The game on the board.
    pub fn game(&self) -> &Game {
        &self.now.game
    }

    /// The game on the board with its record's operations.
    pub fn sheet(&self) -> &Sheet {
        &self.now
    }

    /// Puts another game on the board.
    pub fn begin(&mut self, sheet: Sheet) {
        self.forget_future();
        if self.past.len() == MOST {
            self.past.remove(0);
        }
        self.past.push(std::mem::replace(&mut self.now, sheet));
    }

    /// Makes a step in the game on the board. What had been taken back is forgotten.
    ///
    /// # Errors
    /// The step is not legal; then nothing changes.
    pub fn step(&mut self, step: Step) -> Result<(), StepError> {
        self.now.game.step(step)?;
        self.forget_future();
        Ok(())
    }

    /// Goes to a place in the game on the board; `false`, and stays, if the game is shorter.
    pub fn goto(&mut self, ply: usize) -> bool {
        self.now.game.goto(ply)
    }

    /// Takes back up to `count` changes, and says how many.
    pub fn undo(&mut self, count: usize) -> usize {
        (0..count).take_while(|_| self.undo_one()).count()
    }

    /// Makes up to `count` of them again, and says how many.
    pub fn redo(&mut self, count: usize) -> usize {
        (0..count).take_while(|_| self.redo_one()).count()
    }

    fn undo_one(&mut self) -> bool {
        if self.now.game.undo(1) == 1 {
            return true;
        }
        let Some(before) = self.past.pop() else { return false };
        self.left_at.push(before.game.ply());
        self.future.push(std::mem::replace(&mut self.now, before));
        true
    }

    fn redo_one(&mut self) -> bool {
        let next_game_is_here = self.left_at.last() == Some(&self.now.game.ply());
        if !next_game_is_here && self.now.game.redo(1) == 1 {
            return true;
        }
        let Some(next) = self.future.pop() else { return false };
        self.left_at.pop();
        self.past.push(std::mem::replace(&mut self.now, next));
        true
    }

    fn forget_future(&mut self) {
        self.future.clear();
        self.left_at.clear();
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
    fn a_move_forgets_what_was_taken_back() {
        let mut timeline = Timeline::default();
        play(&mut timeline, &["e4", "e5"]);
        timeline.begin(Sheet::default());
        timeline.undo(2);
        play(&mut timeline, &["c5"]);
        assert_eq!(timeline.redo(9), 0);
        assert_eq!(timeline.undo(9), 2);
    }
}
