//! Voting for the result of several threads: each votes for its move, weighted by depth and score.
//!
//! Stockfish's form: a vote weighs its depth times the score above the lowest; among the threads of the winning move the heaviest
//! vote gives the result (Ethereal found +3 to +5 Elo for a similar one). A mate for us needs no votes.

use std::collections::BTreeMap;

use crate::search::Iteration;
use crate::units::Score;

/// Weight of the lowest score, in centipawns.
const LEAST: i64 = 14;

/// The last iteration that each of the other threads finished.
#[derive(Default)]
pub(super) struct HelperResults(BTreeMap<usize, Iteration>);

impl HelperResults {
    pub(super) fn keep(&mut self, helper: usize, iteration: Iteration) {
        self.0.insert(helper, iteration);
    }

    /// The iteration to answer with instead of the first thread's, if there is a better one. Only iterations of at least its
    /// depth vote, and once one has reached the requested depth, only those that have.
    pub(super) fn elect(&self, first: &Iteration, asked: Option<u32>) -> Option<Iteration> {
        let deepest = self.0.values().map(|iteration| iteration.depth).max()?;
        let least = asked.filter(|&asked| asked <= deepest).unwrap_or(0).max(first.depth);
        let voters = [first].into_iter().chain(self.0.values());
        let voters: Vec<&Iteration> = voters.filter(|voter| voter.depth >= least).collect();
        let elected = voters.get(elected(&voters))?;
        (!std::ptr::eq(*elected, first)).then(|| (*elected).clone())
    }
}

/// Index of the elected result; among equals the first thread's, which comes first.
fn elected(results: &[&Iteration]) -> usize {
    let score =
        |result: &Iteration| result.lines.first().map_or(-Score::INFINITE, |line| line.score).raw();
    let least = results.iter().map(|result| score(result)).min().unwrap_or(0);
    let weight =
        |result: &Iteration| (i64::from(score(result) - least) + LEAST) * i64::from(result.depth);
    let rank = |&at: &usize| {
        let result = results[at];
        let alike = results.iter().filter(|other| other.first_move() == result.first_move());
        let votes: i64 = alike.map(|other| weight(other)).sum();
        let score = score(result);
        let mate = if Score::from_raw(score).is_win() { score } else { 0 };
        (mate, votes, weight(result))
    };
    // Of equal ones the last is taken: backwards, that is the first.
    (0..results.len()).rev().max_by_key(rank).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Move, Square};
    use crate::search::{Progress, ScoredLine};
    use crate::units::Bound;

    fn result(depth: u32, score: Score, to: Square) -> Iteration {
        let pv = vec![Move::normal(Square::E2, to)];
        let lines = vec![ScoredLine { score, bound: Bound::Exact, pv }];
        Iteration { depth, seldepth: depth, lines, progress: Progress::default() }
    }

    fn answer(results: &[(u32, Score, Square)]) -> usize {
        let results: Vec<Iteration> = results.iter().map(|&(d, s, to)| result(d, s, to)).collect();
        elected(&results.iter().collect::<Vec<_>>())
    }

    #[test]
    fn the_first_thread_answers_unless_others_know_better() {
        let (e3, e4) = (Square::E3, Square::E4);
        assert_eq!(answer(&[(12, Score::cp(20), e4)]), 0);
        assert_eq!(answer(&[(12, Score::cp(20), e4), (12, Score::cp(20), e4)]), 0);
        assert_eq!(answer(&[(12, Score::cp(20), e4), (13, Score::cp(20), e4)]), 1, "deeper");
        assert_eq!(answer(&[(12, Score::cp(20), e4), (12, Score::cp(60), e3)]), 1, "better");
        assert_eq!(answer(&[(12, Score::cp(20), e4), (13, Score::cp(-60), e3)]), 0, "worse");
    }

    #[test]
    fn only_those_vote_who_have_come_far_enough() {
        let at = |depth| result(depth, Score::cp(90), Square::E4);
        let first = result(12, Score::cp(20), Square::E3);
        let mut helpers = HelperResults::default();
        assert_eq!(helpers.elect(&first, None), None);
        helpers.keep(1, at(11));
        assert_eq!(helpers.elect(&first, None), None, "less deep than the first");
        helpers.keep(1, at(12));
        assert_eq!(helpers.elect(&first, Some(13)), Some(at(12)));
        // A helper that reached the requested depth is elected, whatever its score.
        let worse = result(13, Score::cp(-90), Square::D3);
        helpers.keep(2, worse.clone());
        assert_eq!(helpers.elect(&first, Some(13)), Some(worse));
    }

    #[test]
    fn two_outvote_one() {
        let (e3, e4) = (Square::E3, Square::E4);
        let one = (12, Score::cp(30), e3);
        let two = (12, Score::cp(27), e4);
        assert_eq!(answer(&[one, two, (12, Score::cp(28), e4)]), 2);
        assert_eq!(answer(&[one, two]), 0);
    }

    #[test]
    fn the_shortest_mate_is_played_whatever_the_others_say() {
        let (e3, e4) = (Square::E3, Square::E4);
        let deep = (30, Score::cp(900), e3);
        assert_eq!(answer(&[deep, deep, (9, Score::mates_at(7), e4)]), 2);
        assert_eq!(answer(&[(9, Score::mates_at(9), e3), (9, Score::mates_at(7), e4)]), 1);
        // A mated score loses against a higher one of another thread.
        assert_eq!(answer(&[(9, Score::mated_at(8), e3), (9, Score::cp(-300), e4)]), 1);
    }
}
