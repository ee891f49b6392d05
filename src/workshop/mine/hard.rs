//! Hard problems: moves that stand out in long searches, and that short ones miss.
//!
//! Each search is made with the extensions and without any. Both short ones must miss the move, and both of the longest ones must
//! agree on it, so that a ladder of these problems favours neither.

use super::collection::ProblemCollection;
use super::finder::PlaceFinder;
use super::games::GamePosition;
use super::options::MineOptions;
use super::problem::{HardKind, Problem, ProblemClass, ProblemKind, is_endgame};
use super::problem_search::{BestTwo, ProblemSearch};
use crate::chess::{Move, Position};
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::workshop::suite::Without;

/// Long searches have this number of times the nodes of the short ones: one of the first kind must find the move …
const LONG: u64 = 8;

/// … and both of the second.
const LONGEST: u64 = 64;

/// The best move is better than the second by this number of centipawns at least.
const GAP: i32 = 50;

/// Beyond this a game is decided, in centipawns.
const DECIDED: i32 = 250;

/// The move played lost this number of centipawns at least, as the opponent saw it a ply later: mistakes are frequent where the
/// best move is hard to find.
const MISTAKE: i32 = 120;

/// The same where only endgames are looked for, whose evaluations differ less.
const ENDGAME_MISTAKE: i32 = 40;

pub(super) struct HardFinder {
    /// As the options have it, and without any extension.
    searches: [ProblemSearch; 2],
    nodes: u64,
    only_endgames: bool,
}

impl HardFinder {
    /// Creates the finder with two searches of its own.
    pub(super) fn new(options: &Options, wanted: &MineOptions) -> HardFinder {
        let mut plain = options.clone();
        Without::AnyExtension.switch_off(&mut plain);
        let searches = [options, &plain].map(ProblemSearch::new);
        let only_endgames = wanted.kind == ProblemKind::HardEndgames;
        HardFinder { searches, nodes: wanted.nodes, only_endgames }
    }

    /// Returns the moves that the searches with and without extensions play.
    fn played(&mut self, position: &Position, nodes: u64, stop: &StopFlag) -> Option<[Move; 2]> {
        let [extended, plain] = &mut self.searches;
        let extended = extended.best(position, Limits::nodes(nodes), stop)?;
        Some([extended, plain.best(position, Limits::nodes(nodes), stop)?])
    }

    /// Searches with and without extensions. Returns the two best moves of each search in which one is clearly better.
    fn standing_out(
        &mut self,
        position: &Position,
        nodes: u64,
        stop: &StopFlag,
    ) -> impl Iterator<Item = BestTwo> {
        let two = self.searches.each_mut().map(|search| search.best_two(position, nodes, stop));
        two.into_iter().flatten().filter(stands_out)
    }
}

impl PlaceFinder for HardFinder {
    fn is_promising(&self, game: &[GamePosition], index: usize) -> bool {
        let score = |index: usize| Some(game.get(index)?.look?.score.raw());
        let Some((here, after)) = score(index).zip(score(index + 1)) else { return false };
        let mistake = if self.only_endgames { ENDGAME_MISTAKE } else { MISTAKE };
        here.abs() <= DECIDED
            && here + after >= mistake
            && (!self.only_endgames || is_endgame(&game[index].position))
    }

    fn problem(
        &mut self,
        place: &GamePosition,
        collection: &ProblemCollection,
        stop: &StopFlag,
    ) -> Option<Problem> {
        let position = collection.new_position(&place.position)?;
        let may_be = |kind: &&HardKind| kind.is_endgame() == is_endgame(&position);
        let mut kinds = HardKind::ALL.iter().filter(may_be);
        if !kinds.any(|&kind| collection.wants(&ProblemClass::Hard(kind))) {
            return None;
        }
        let short = self.played(&position, self.nodes, stop)?;
        let long = self.nodes.saturating_mul(LONG);
        let key = self
            .standing_out(&position, long, stop)
            .map(|two| two.key)
            .find(|key| !short.contains(key))?;
        let class = ProblemClass::Hard(HardKind::of(&position, key));
        if !collection.wants(&class) {
            return None;
        }
        let longest = self.nodes.saturating_mul(LONGEST);
        let agreeing = self.standing_out(&position, longest, stop).filter(|two| two.key == key);
        let agreeing: Vec<BestTwo> = agreeing.collect();
        let [extended, plain] = &agreeing[..] else { return None };
        let thousands = |nodes: u64| format!("{}k", nodes as f64 / 1000.0);
        let scores = |two: &BestTwo| format!("{} {}", two.first, two.second);
        let checked = format!(
            "missed at {}; best and second {}, without extensions {}, at {}",
            thousands(self.nodes),
            scores(extended),
            scores(plain),
            thousands(longest)
        );
        Some(Problem { position, key, class, name: place.name.clone(), checked })
    }
}

/// Whether the best move is clearly better than the second, and the game is not decided whichever is played.
fn stands_out(two: &BestTwo) -> bool {
    let (first, second) = (two.first.raw(), two.second.raw());
    first - second >= GAP && first >= -DECIDED && second <= DECIDED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::game::GameResult;
    use crate::store::records::{EndCause, GameRecord, RecordedPly};
    use crate::units::Score;
    use crate::workshop::mine::games::recorded;

    /// The problem of a position whose first legal move is played, with the scores before and after it, each of its mover's view.
    fn problem(kind: ProblemKind, fen: &str, scores: [i32; 2]) -> Option<String> {
        let start = Position::from_fen(fen).unwrap();
        let mut position = start;
        let plies = scores.map(|score| {
            let mv = position.legal_moves()[0].mv;
            position = position.play(mv);
            RecordedPly { mv, score: Some(Score::cp(score)) }
        });
        let (plies, result, cause) = (plies.into(), GameResult::Draw, EndCause::Agreed);
        let game = recorded(&GameRecord { number: 0, start, plies, result, cause });
        let mut options = Options::default();
        options.set("Evaluation", "classical").unwrap();
        let wanted = MineOptions { nodes: 500, ..MineOptions::of(kind) };
        let mut finder = HardFinder::new(&options, &wanted);
        if !finder.is_promising(&game, 0) {
            return None;
        }
        let collection = ProblemCollection::new(&[], &wanted);
        finder
            .problem(&game[0], &collection, &StopFlag::new())
            .map(|found| found.record().to_string())
    }

    #[test]
    fn a_hard_move_is_missed_first_and_came_with_a_mistake() {
        let fen = "2bqk2r/1pp1n1Bp/4r3/p7/5pnP/P2P1N2/P3QPP1/R3KB1R w KQk - 0 1";
        let found = problem(ProblemKind::Hard, fen, [0, 120]).unwrap();
        assert!(
            found.contains("bm Bxh8; id \"record 0, ply 0\"; c0 \"missed at 0.5k; "),
            "{found}"
        );
        assert!(found.ends_with("at 32k\"; c1 tactics;"), "{found}");
        // The players saw it; it was decided; it is no endgame.
        assert_eq!(problem(ProblemKind::Hard, fen, [0, 119]), None);
        assert_eq!(problem(ProblemKind::Hard, fen, [251, 0]), None);
        assert_eq!(problem(ProblemKind::HardEndgames, fen, [0, 120]), None);
        // A search of 500 nodes sees that the knight hangs; the game is even once it is taken.
        let easy = "3r2k1/5ppp/8/8/n7/7P/5PP1/R5K1 w - - 0 1";
        assert_eq!(problem(ProblemKind::Hard, easy, [0, 120]), None);
    }

    #[test]
    fn a_smaller_mistake_is_enough_in_an_endgame() {
        let fen = "8/8/1k2K3/1p6/8/P4B2/8/8 b - - 0 1";
        let found = problem(ProblemKind::HardEndgames, fen, [0, 40]).unwrap();
        assert!(found.contains("bm b4") && found.ends_with("c1 endgames;"), "{found}");
        assert_eq!(problem(ProblemKind::Hard, fen, [0, 40]), None);
    }
}
