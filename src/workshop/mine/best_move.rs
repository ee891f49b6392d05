//! From a position in which one move may be much better than every other to a problem: tactics, and quiet moves.
//!
//! The two best moves are searched for with more and more nodes, each time from nothing. The best must be the same each time, and
//! stand out; a search of one ply must not play it, or it would be no problem. A mate that the search announces is proved.

use super::collection::ProblemCollection;
use super::finder::PlaceFinder;
use super::games::{GamePosition, SearchVerdict};
use super::mates;
use super::options::MineOptions;
use super::problem::{KeyNature, MenBand, Problem, ProblemClass, ProblemKind, is_quiet};
use super::problem_search::{BestTwo, ProblemSearch};
use crate::chess::{Move, Position};
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::ink::number::counted;
use crate::prove::prover::Prover;
use crate::prove::task::Goal;
use crate::units::{Bound, Score};
use crate::workshop::tool::ToolResult;

/// How often a position is searched …
const SEARCHES: u32 = 3;

/// … each time with so many times the nodes.
const GROWTH: u64 = 8;

const WINNING: Score = Score::cp(150);

/// What does not win: the second move of a tactic is worth no more.
const NOT_WINNING: Score = Score::cp(100);

/// The first move of a tactic is better than the second by so many centipawns at least.
const TACTICAL_GAP: i32 = 200;

/// The move before it gave so many centipawns away: what stood on the board for long is no tactic.
const SWING: i32 = 50;

/// Beyond this a position is decided, and no quiet move is looked for.
const DECIDED: i32 = 150;

/// A quiet move is better than the second by so many centipawns at least.
const QUIET_GAP: i32 = 50;

pub(super) struct BestMoveFinder {
    search: ProblemSearch,
    prover: Prover,
    wanted: MineOptions,
}

impl BestMoveFinder {
    /// With a search and a prover of its own.
    pub(super) fn new(options: &Options, wanted: &MineOptions) -> ToolResult<BestMoveFinder> {
        let (search, prover) = (ProblemSearch::new(options), mates::prover()?);
        Ok(BestMoveFinder { search, prover, wanted: *wanted })
    }

    fn is_quiet_wanted(&self) -> bool {
        self.wanted.kind == ProblemKind::Quiet
    }

    fn stands_out(&self, two: &BestTwo) -> bool {
        let gap = two.first.raw() - two.second.raw();
        if self.is_quiet_wanted() {
            two.first.raw().abs() <= DECIDED && gap >= QUIET_GAP
        } else {
            two.first >= WINNING && two.second <= NOT_WINNING && gap >= TACTICAL_GAP
        }
    }

    fn class(&self, position: &Position, key: Move) -> ProblemClass {
        if self.is_quiet_wanted() {
            ProblemClass::Quiet(MenBand::of(position))
        } else {
            ProblemClass::Tactic(KeyNature::of(position, key))
        }
    }
}

impl PlaceFinder for BestMoveFinder {
    fn is_promising(&self, game: &[GamePosition], index: usize) -> bool {
        let place = &game[index];
        let Some(look) = place.look else { return false };
        if self.is_quiet_wanted() {
            let is_open = look.score.raw().abs() <= DECIDED;
            return is_open && !place.position.in_check() && is_quiet(&place.position, look.best);
        }
        let has_come = |before: SearchVerdict| look.score.raw() + before.score.raw() >= SWING;
        let before = index.checked_sub(1).and_then(|before| game[before].look);
        look.bound != Bound::Upper && look.score >= WINNING && before.is_none_or(has_come)
    }

    fn problem(
        &mut self,
        place: &GamePosition,
        collection: &ProblemCollection,
        stop: &StopFlag,
    ) -> Option<Problem> {
        let position = collection.new_position(&place.position)?;
        let obvious = self.search.best(&position, Limits::depth(1), stop)?;
        let mut nodes = self.wanted.nodes;
        let mut key = None;
        let mut searches = Vec::new();
        for _ in 0..SEARCHES {
            let two = self.search.best_two(&position, nodes, stop)?;
            if !self.stands_out(&two) || *key.get_or_insert(two.key) != two.key {
                return None;
            }
            let recaptures = place.taken_on == Some(two.key.to());
            let fits = !self.is_quiet_wanted() || is_quiet(&position, two.key);
            let is_wanted = || collection.wants(&self.class(&position, two.key));
            if two.key == obvious || recaptures || !fits || !is_wanted() {
                return None;
            }
            let thousands = nodes as f64 / 1000.0;
            searches.push((two, format!("{} {} at {thousands}k", two.first, two.second)));
            nodes = nodes.saturating_mul(GROWTH);
        }
        let (key, last) = (key?, searches.last()?.0);
        let mut checked: Vec<String> = vec![match self.class(&position, key) {
            ProblemClass::Tactic(nature) => nature.name().to_owned(),
            class => class.to_string(),
        }];
        let told: Vec<String> = searches.into_iter().map(|(_, told)| told).collect();
        checked.push(format!("best and second {}", told.join(", ")));
        if last.first.is_win() {
            self.prover.clear();
            let task = mates::task(&position, position.turn(), Goal::Any, self.wanted.proof_nodes);
            let proof = self.prover.prove(&task, stop, &mut |_| {}).proof?;
            if proof.line().first() != Some(&key) {
                return None;
            }
            let (mate, size) = (proof.mate(), counted(proof.positions(), "position"));
            checked.push(format!("mate in {mate}, proof of {size} verified"));
        }
        let class = self.class(&position, key);
        let (name, checked) = (place.name.clone(), checked.join("; "));
        Some(Problem { position, key, class, name, checked })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::game::GameResult;
    use crate::chess::parse_move;
    use crate::store::records::{EndCause, GameRecord, RecordedPly};
    use crate::workshop::mine::{MinedGame, Source, mine};

    /// What is found in the record of a game from here: moves, and the scores of those that were searched.
    fn found(kind: ProblemKind, fen: &str, moves: &[(&str, Option<i32>)]) -> Vec<Problem> {
        let start = Position::from_fen(fen).unwrap();
        let mut position = start;
        let plies = moves.iter().map(|&(san, score)| {
            let mv = parse_move(&position, san).unwrap();
            position = position.play(mv);
            RecordedPly { mv, score: score.map(Score::cp) }
        });
        let plies = plies.collect();
        let (result, cause) = (GameResult::WhiteWins, EndCause::Resigned);
        let source = Source::Records(vec![GameRecord { number: 3, start, plies, result, cause }]);
        let nodes = if kind == ProblemKind::Quiet { 10_000 } else { 1_000 };
        let wanted = MineOptions { nodes, ..MineOptions::of(kind) };
        let (mut options, stop, mut problems) = (Options::default(), StopFlag::new(), Vec::new());
        options.set("Evaluation", "classical").unwrap();
        let how = (&options, &wanted);
        let mut tell = |game: &MinedGame| {
            problems.extend(game.problems.iter().cloned());
            Ok(())
        };
        mine(&source, (&[], Vec::new()), how, &stop, &mut tell).unwrap();
        problems
    }

    #[test]
    fn a_tactic_wins_alone_and_came_with_the_last_move() {
        let fen = "8/3R4/kp2RPr1/8/3P3P/7K/7P/5r2 w - - 0 1";
        let problems = found(ProblemKind::Tactics, fen, &[("Re3", Some(277))]);
        let [problem] = &problems[..] else { panic!("{problems:?}") };
        let record = problem.record().to_string();
        assert!(
            record.contains("bm Re3; id \"record 3, ply 0\"; c0 \"quiet key; best"),
            "{record}"
        );
        assert!(record.contains(" at 1k, ") && record.contains(" at 64k\""), "{record}");
        // Nobody thought it won; nobody looked; it was there a move ago.
        assert!(found(ProblemKind::Tactics, fen, &[("Re3", Some(140))]).is_empty());
        assert!(found(ProblemKind::Tactics, fen, &[("Re3", None)]).is_empty());
        let earlier = fen.replace(" w ", " b ");
        let moves = [("Rf2", Some(-270)), ("Re3", Some(277))];
        assert!(found(ProblemKind::Tactics, &earlier, &moves).is_empty());
    }

    #[test]
    fn a_quiet_move_is_better_than_all_others_where_nothing_is_decided() {
        let fen = "1k6/1q4pp/p3N3/2Q1Pp1P/P7/8/2b2BPK/3r4 b - - 0 1";
        let problems = found(ProblemKind::Quiet, fen, &[("Qf7", Some(0))]);
        let [problem] = &problems[..] else { panic!("{problems:?}") };
        assert_eq!(problem.class, ProblemClass::Quiet(MenBand::Some));
        // Decided, or the move that was played checks.
        assert!(found(ProblemKind::Quiet, fen, &[("Qf7", Some(151))]).is_empty());
        assert!(found(ProblemKind::Quiet, fen, &[("Rh1+", Some(0))]).is_empty());
    }
}
