//! What the books say about a position, for people: every move, how likely it is played, and how a search scores it.

use crate::chess::{Game, Move, Step};
use crate::control::{Limits, StopFlag};
use crate::engine::{Engine, Job, Options};
use crate::oracle::book::BookMove;
use crate::oracle::book::choice::{Variety, candidates, learned_weight};
use crate::units::Score;

/// Memory of the searches that score moves, in mebibytes.
const TABLE: usize = 4;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookPageMove {
    /// What the book says, with the changes.
    pub found: BookMove,
    /// How likely it is to be played, in thousandths.
    pub permille: u32,
    /// What a search says of it, as the side that makes the move sees it.
    pub score: Option<Score>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct BookPage {
    /// The book that they come from; `None` if they were all added by hand.
    pub source: Option<String>,
    pub moves: Vec<BookPageMove>,
}

impl BookPage {
    pub(super) fn new(source: Option<String>, moves: &[BookMove], variety: Variety) -> BookPage {
        let played = candidates(moves, variety);
        let total: u64 = played.iter().map(learned_weight).sum();
        let share = |found: &BookMove| {
            let is_played = played.iter().any(|other| other.mv == found.mv);
            let weight = if is_played { learned_weight(found) } else { 0 };
            (weight * 1000).checked_div(total).unwrap_or_default() as u32
        };
        let of =
            |found: &BookMove| BookPageMove { found: *found, permille: share(found), score: None };
        BookPage { source, moves: moves.iter().map(of).collect() }
    }

    /// Searches every move for `nodes` nodes; `tell` receives the number of moves done. A stop leaves the others unscored.
    pub fn score(
        &mut self,
        game: &Game,
        (options, nodes): (&Options, u64),
        stop: &StopFlag,
        tell: &mut dyn FnMut(usize),
    ) {
        let mut scorer = Scorer::new(options, nodes);
        for (index, row) in self.moves.iter_mut().enumerate() {
            if stop.is_raised() {
                return;
            }
            row.score = scorer.score_after(game, row.found.mv);
            tell(index + 1);
        }
    }
}

/// Searches each position to a fixed number of nodes; deterministic.
struct Scorer {
    engine: Engine,
    nodes: u64,
}

impl Scorer {
    fn new(options: &Options, nodes: u64) -> Scorer {
        Scorer { engine: Engine::with(options.without_lookup().alone(TABLE, false)), nodes }
    }

    /// The score of where a game stands, as the side to move sees it; none if the game is over, or the search broke off.
    fn score(&mut self, game: &Game) -> Option<Score> {
        self.engine.new_game();
        let limits = Limits::nodes(self.nodes);
        let job = Job { multi_pv: Some(1), ..Job::new(game.clone(), limits) };
        let finished = self.engine.start(job).join().ok()?;
        Some(finished.iteration.lines.first()?.score)
    }

    /// The score of a legal move, as the side that makes it sees it.
    fn score_after(&mut self, game: &Game, mv: Move) -> Option<Score> {
        let mut after = game.clone();
        after.step(Step::Move(mv)).ok()?;
        Some(-self.score(&after)?)
    }
}
