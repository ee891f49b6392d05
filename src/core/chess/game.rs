//! A game: its start, the moves made, and what its history means for draws.
//!
//! The line may be longer than the moves played: `undo` goes back along it, `redo` forward again, and a new move cuts off the
//! rest. Only the keys of past positions are kept, and a whole position at each milestone, so a clone is cheap and a step back
//! replays a few moves only. The reach of repetitions and the occurrences of the position are counted step by step: no query
//! after a move walks the whole game.

pub use super::result::GameResult;
use super::{Color, Key, Move, Position};

/// One step of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A legal move.
    Move(Move),
    /// Passing, for analysis: the other side moves again.
    Pass,
}

impl Step {
    /// The position after the step, which must be legal there.
    pub fn apply(self, position: &Position) -> Position {
        match self {
            Step::Move(mv) => position.play(mv),
            Step::Pass => position.pass().unwrap_or(*position),
        }
    }

    /// The move, unless it is a pass.
    pub const fn mv(self) -> Option<Move> {
        match self {
            Step::Move(mv) => Some(mv),
            Step::Pass => None,
        }
    }
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The side to move is mated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// The position has occurred for the fifth time.
    FivefoldRepetition,
    /// 75 moves a side without a capture or a pawn's move.
    SeventyFiveMoves,
}

/// Why the side to move may claim a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// The position has occurred for the third time.
    ThreefoldRepetition,
    /// 50 moves a side without a capture or a pawn's move.
    FiftyMoves,
}

/// State of a game by the rules (FIDE Laws of 2023, articles 5 and 9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// The game continues.
    Ongoing,
    /// The game continues unless a player claims a draw.
    Claimable(Claim),
    /// It is over.
    Over(Ending),
}

impl Ending {
    /// The winner; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Ending::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// The result as a game record gives it.
    pub const fn result(self) -> GameResult {
        GameResult::of(self.winner())
    }
}

/// A step that the rules forbid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StepError {
    #[error("the move is not legal here")]
    Illegal,
    #[error("a side in check cannot pass")]
    PassInCheck,
    #[error("the game and its variations hold as many moves as there is room for")]
    Full,
}

/// A game and a place in it.
///
/// ```
/// use quarterply_core::chess::game::{Claim, Status};
/// use quarterply_core::chess::{Game, Position, parse_move};
///
/// let mut game = Game::new(Position::start());
/// for text in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ') {
///     game.play(parse_move(game.position(), text).unwrap()).unwrap();
/// }
/// assert_eq!(game.status(), Status::Claimable(Claim::ThreefoldRepetition));
/// assert_eq!((game.undo(1), game.status()), (1, Status::Ongoing));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: Position,
    line: Vec<Step>,
    /// The key of every position from the start to the current one: `ply + 1` of them.
    keys: Vec<Key>,
    /// The same for what the history means.
    past: Vec<Past>,
    /// The position at every [`MILESTONE`]th ply behind the start.
    milestones: Vec<Position>,
    position: Position,
}

/// What the history means for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Past {
    /// Number of earlier positions that can still recur.
    reversible: usize,
    /// Occurrences of the position, including this one.
    occurrences: usize,
}

impl Past {
    const NONE: Past = Past { reversible: 0, occurrences: 1 };
}

/// Plies between two positions that are kept.
const MILESTONE: usize = 32;

impl Game {
    /// A game that begins from a position.
    pub fn new(start: Position) -> Game {
        Game {
            start,
            line: Vec::new(),
            keys: vec![start.key()],
            past: vec![Past::NONE],
            milestones: Vec::new(),
            position: start,
        }
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Number of steps made so far.
    pub fn ply(&self) -> usize {
        self.keys.len() - 1
    }

    /// The steps that led here.
    pub fn played(&self) -> &[Step] {
        &self.line[..self.ply()]
    }

    /// The steps that were undone and can be redone.
    #[doc(hidden)]
    pub fn ahead(&self) -> &[Step] {
        &self.line[self.ply()..]
    }

    /// The last step made.
    pub(crate) fn last(&self) -> Option<Step> {
        self.played().last().copied()
    }

    /// Makes a step; what lay ahead is forgotten.
    pub fn step(&mut self, step: Step) -> Result<(), StepError> {
        let next = match step {
            Step::Move(mv) if self.position.is_legal(mv) => self.position.play(mv),
            Step::Move(_) => return Err(StepError::Illegal),
            Step::Pass => self.position.pass().ok_or(StepError::PassInCheck)?,
        };
        self.line.truncate(self.ply());
        self.line.push(step);
        self.advance(step, next);
        Ok(())
    }

    /// Makes a move; what lay ahead is forgotten.
    pub fn play(&mut self, mv: Move) -> Result<(), StepError> {
        self.step(Step::Move(mv))
    }

    /// Passes; cuts off the rest of the line.
    pub fn pass(&mut self) -> Result<(), StepError> {
        self.step(Step::Pass)
    }

    fn advance(&mut self, step: Step, next: Position) {
        let (ply, key) = (self.keys.len(), next.key());
        let reversible = match step {
            Step::Move(_) => usize::from(next.halfmoves()).min(self.past[ply - 1].reversible + 1),
            // A pass ends all repetitions.
            Step::Pass => 0,
        };
        let first = ply - reversible;
        let earlier = self.keys[first..].iter().rposition(|&earlier| earlier == key);
        let before = earlier.map_or(0, |place| self.past[first + place].occurrences);
        self.past.push(Past { reversible, occurrences: before + 1 });
        self.keys.push(key);
        if ply.is_multiple_of(MILESTONE) {
            self.milestones.push(next);
        }
        self.position = next;
    }

    /// The position at a ply that has been played.
    fn position_at(&self, ply: usize) -> Position {
        let passed = ply / MILESTONE;
        let from = passed.checked_sub(1).map_or(self.start, |last| self.milestones[last]);
        let steps = &self.line[passed * MILESTONE..ply];
        steps.iter().fold(from, |position, &step| step.apply(&position))
    }

    /// Goes back by up to `count` steps; returns by how many.
    pub fn undo(&mut self, count: usize) -> usize {
        let count = count.min(self.ply());
        self.goto(self.ply() - count);
        count
    }

    /// Redoes up to `count` undone steps; returns how many.
    pub(crate) fn redo(&mut self, count: usize) -> usize {
        let count = count.min(self.ahead().len());
        self.goto(self.ply() + count);
        count
    }

    /// Goes to a place on the line, counted in steps from the start; `false`, and stays, if the line is shorter.
    #[doc(hidden)]
    pub fn goto(&mut self, ply: usize) -> bool {
        if ply > self.line.len() {
            return false;
        }
        if ply < self.ply() {
            self.position = self.position_at(ply);
            self.keys.truncate(ply + 1);
            self.past.truncate(ply + 1);
            self.milestones.truncate(ply / MILESTONE);
        }
        for i in self.ply()..ply {
            let step = self.line[i];
            self.advance(step, step.apply(&self.position));
        }
        true
    }

    /// The last step made, with the position it was made in; [`Game::steps`] has them all.
    #[doc(hidden)]
    pub fn last_with_position(&self) -> Option<(Position, Step)> {
        let before = self.ply().checked_sub(1)?;
        Some((self.position_at(before), self.line[before]))
    }

    /// Every step that led here with the position it was made in, from the start.
    ///
    /// ```
    /// use quarterply_core::chess::{Game, Step, parse_move, san};
    ///
    /// let mut game = Game::default();
    /// game.play(parse_move(game.position(), "g1f3")?)?;
    /// game.pass()?;
    /// let texts = game.steps().map(|(position, step)| match step {
    ///     Step::Move(mv) => san(&position, mv),
    ///     Step::Pass => "--".to_owned(),
    /// });
    /// assert_eq!(texts.collect::<Vec<_>>(), ["Nf3", "--"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn steps(&self) -> impl Iterator<Item = (Position, Step)> {
        self.played().iter().scan(self.start, |position, &step| {
            let before = *position;
            *position = step.apply(position);
            Some((before, step))
        })
    }

    /// Replaces the line by steps that the caller knows to be legal. `ply`: the current ply; the line up to there stays the same.
    pub(super) fn relay(&mut self, ply: usize, steps: impl Iterator<Item = Step>) {
        self.goto(ply);
        self.line.truncate(ply);
        self.line.extend(steps);
    }

    /// Keys of the positions before this one that it can still repeat, the oldest first: those since the last capture,
    /// pawn's move or pass. What a searcher needs to see repetitions.
    #[doc(hidden)]
    pub fn history_keys(&self) -> &[Key] {
        let ply = self.ply();
        &self.keys[ply - self.past[ply].reversible..ply]
    }

    /// Occurrences of the position, including this one.
    #[doc(hidden)]
    pub fn occurrences(&self) -> usize {
        self.past[self.ply()].occurrences
    }

    /// State of the game by the rules.
    pub fn status(&self) -> Status {
        let position = &self.position;
        if !position.has_legal_move() {
            return Status::Over(if position.in_check() {
                Ending::Checkmate { winner: !position.turn() }
            } else {
                Ending::Stalemate
            });
        }
        let occurrences = self.occurrences();
        if position.is_insufficient() {
            Status::Over(Ending::InsufficientMaterial)
        } else if occurrences >= 5 {
            Status::Over(Ending::FivefoldRepetition)
        } else if position.halfmoves() >= 150 {
            Status::Over(Ending::SeventyFiveMoves)
        } else if occurrences >= 3 {
            Status::Claimable(Claim::ThreefoldRepetition)
        } else if position.halfmoves() >= 100 {
            Status::Claimable(Claim::FiftyMoves)
        } else {
            Status::Ongoing
        }
    }
}

impl Default for Game {
    /// A game of standard chess before the first move.
    fn default() -> Game {
        Game::new(Position::start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::{parse_move, parse_uci};

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = parse_move(game.position(), text).expect(text);
            game.play(mv).expect("legal");
        }
    }

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Position::from_fen(fen).expect(fen));
        play(&mut game, moves);
        game
    }

    #[test]
    fn undo_and_redo_walk_the_line() {
        let mut game = Game::default();
        play(&mut game, "e4 e5 Nf3 Nc6");
        let there = *game.position();
        assert_eq!(game.undo(3), 3);
        assert_eq!((game.ply(), game.ahead().len()), (1, 3));
        assert_eq!(game.redo(9), 3);
        assert_eq!(*game.position(), there);
        assert!(game.goto(0) && *game.position() == Position::start());
        assert!(!game.goto(5) && game.goto(4));
        game.undo(2);
        play(&mut game, "d4");
        assert_eq!((game.ply(), game.ahead().len()), (3, 0));
        assert_eq!(game.steps().count(), 3);
        assert!(game.steps().all(|(before, step)| match step {
            Step::Move(mv) => before.is_legal(mv),
            Step::Pass => false,
        }));
    }

    #[test]
    fn illegal_steps_change_nothing() {
        let mut game = game("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "");
        let before = game.clone();
        let far = Move::normal(crate::chess::Square::E1, crate::chess::Square::E3);
        assert_eq!(game.play(far), Err(StepError::Illegal));
        assert_eq!(game.pass(), Err(StepError::PassInCheck));
        assert_eq!(game, before);
    }

    #[test]
    fn repetitions_are_counted_from_the_last_irreversible_move() {
        let mut game = Game::default();
        play(&mut game, "e4 e5");
        let there_and_back = "Nf3 Nf6 Ng1 Ng8";
        play(&mut game, there_and_back);
        assert_eq!((game.occurrences(), game.status()), (2, Status::Ongoing));
        assert_eq!(game.history_keys().len(), 4);
        play(&mut game, there_and_back);
        assert_eq!(game.status(), Status::Claimable(Claim::ThreefoldRepetition));
        play(&mut game, there_and_back);
        play(&mut game, there_and_back);
        assert_eq!(game.status(), Status::Over(Ending::FivefoldRepetition));
        play(&mut game, "d4");
        assert_eq!((game.occurrences(), game.history_keys().len()), (1, 0));
    }

    #[test]
    fn a_pass_is_never_repeated_over() {
        let mut game = Game::default();
        game.pass().expect("not in check");
        game.pass().expect("not in check");
        assert_eq!((game.occurrences(), game.history_keys().len()), (1, 0));
        assert_eq!(game.position().fullmoves(), 2);
        play(&mut game, "Nf3 Nf6 Ng1 Ng8");
        assert_eq!((game.occurrences(), game.history_keys().len()), (2, 4));
    }

    /// The step-by-step counts, recomputed from the whole game.
    fn recounted(game: &Game) -> (usize, usize, Option<(Position, Step)>) {
        let ply = game.ply();
        let reversible = usize::from(game.position().halfmoves()).min(ply);
        let steps = game.played()[ply - reversible..].iter().rev();
        let passed = steps.clone().position(|&step| step == Step::Pass);
        let reversible = passed.unwrap_or(reversible);
        let positions: Vec<Position> = game.steps().map(|(before, _)| before).collect();
        let before = positions[ply - reversible..].iter();
        let same = before.filter(|before| before.key() == game.position().key()).count();
        (reversible, same + 1, game.steps().last())
    }

    #[test]
    fn what_is_counted_step_by_step_is_what_the_whole_game_says() {
        let mut chance = 1u64;
        let mut any = |most: usize| {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (chance >> 33) as usize % most
        };
        let mut repeated = 0;
        for start in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 30 40",
        ] {
            let mut game = game(start, "");
            for turn in 0..1_500 {
                let moves = game.position().legal_moves();
                match any(12) {
                    0 => {
                        let _ = game.pass();
                    }
                    1 => {
                        let _ = game.undo(any(70));
                    }
                    2 => {
                        let _ = game.redo(any(70));
                    }
                    3 => {
                        let ply = any(game.line.len() + 1);
                        assert!(game.goto(ply));
                    }
                    // The way back, as often as it is one, so that positions occur again.
                    4..=8 if turn % 3 > 0 => {
                        let back = game.played().len().checked_sub(2).map(|at| game.played()[at]);
                        let back = back.and_then(Step::mv).map(|mv| (mv.to(), mv.from()));
                        let is_back = |mv: Move| Some((mv.from(), mv.to())) == back;
                        if let Some(legal) = moves.iter().find(|legal| is_back(legal.mv)) {
                            game.play(legal.mv).unwrap();
                        }
                    }
                    _ if moves.is_empty() => {
                        let _ = game.undo(9);
                    }
                    _ => game.play(moves[any(moves.len())].mv).unwrap(),
                }
                let (reversible, occurrences, last) = recounted(&game);
                assert_eq!(game.history_keys().len(), reversible, "{start} {turn}");
                assert_eq!(game.occurrences(), occurrences, "{start} {turn}");
                assert_eq!(game.last_with_position(), last, "{start} {turn}");
                repeated += usize::from(occurrences > 2);
            }
        }
        assert!(repeated > 0, "nothing was repeated");
    }

    #[test]
    fn every_ending_is_seen() {
        let ends = |fen: &str, moves: &str, status: Status| {
            assert_eq!(game(fen, moves).status(), status, "{fen} {moves}");
        };
        let start = Position::start().to_fen();
        let mate = Ending::Checkmate { winner: Color::Black };
        ends(&start, "f3 e5 g4 Qh4", Status::Over(mate));
        assert_eq!(mate.result(), GameResult::BlackWins);
        assert_eq!(Ending::Stalemate.result(), GameResult::Draw);
        ends("k7/8/1K6/8/8/8/8/1Q6 w - - 0 1", "Qg6", Status::Ongoing);
        ends("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", "Qb6", Status::Over(Ending::Stalemate));
        ends("k7/8/2K5/8/8/8/8/1r6 b - - 0 1", "Rc1", Status::Ongoing);
        ends("8/8/8/8/8/1k6/8/KBb5 w - - 99 80", "Bd3", Status::Claimable(Claim::FiftyMoves));
        ends("8/8/8/8/8/1k6/8/K1R4r w - - 149 99", "Rd1", Status::Over(Ending::SeventyFiveMoves));
        ends(
            "8/8/8/2k5/8/8/1r6/K1B5 w - - 0 1",
            "Bxb2",
            Status::Over(Ending::InsufficientMaterial),
        );
    }

    #[test]
    fn moves_by_coordinates_reach_the_same_game() {
        let mut game = Game::default();
        for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"] {
            let mv = parse_uci(game.position(), text).expect(text);
            game.play(mv).expect("legal");
        }
        let mut other = Game::default();
        play(&mut other, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
        assert_eq!(game, other);
    }
}
