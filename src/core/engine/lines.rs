//! The PV validator: reported lines are legal to their end, and mate scores are proved.
//!
//! Every line is cut before an illegal move, and where the game would be drawn. An exact mate score needs a line of that length
//! that ends in mate without a claimable draw. If the search cut the line short (its end came from the table), the rest is found
//! here by brute force, within a budget; if that fails, the score is reported as a large evaluation instead. That the loser's
//! moves are the best ones is not checked here.

use crate::chess::{Color, Key, LegalMove, Move, Position};
use crate::proof::Proof;
use crate::search::{EndReason, Finished, Iteration, Progress, ScoredLine};
use crate::units::{Bound, MAX_PLY, Score};

/// Maximum number of positions visited to complete one line: some milliseconds.
const BUDGET: u32 = 60_000;

#[derive(Debug)]
pub(super) struct LineKeeper {
    root: Position,
    history: Vec<Key>,
    /// Lines asked about last and what became of them: a search repeats itself a good deal.
    known: Vec<(ScoredLine, ScoredLine)>,
}

const REMEMBERED: usize = 16;

impl LineKeeper {
    /// For lines from `root`; `history` holds the keys of the game's earlier positions that could be repeated.
    pub(super) fn new(root: Position, history: Vec<Key>) -> LineKeeper {
        LineKeeper { root, history, known: Vec::new() }
    }

    pub(super) fn settle(&mut self, line: ScoredLine) -> ScoredLine {
        if line.bound != Bound::Exact || !line.score.is_mate() {
            return self.cut(line);
        }
        if let Some((_, settled)) = self.known.iter().find(|(asked, _)| *asked == line) {
            return settled.clone();
        }
        let settled = self.work_out(&line);
        if self.known.len() == REMEMBERED {
            self.known.remove(0);
        }
        self.known.push((line, settled.clone()));
        settled
    }

    /// The line up to the first move that is not legal, or that draws the game.
    fn cut(&self, mut line: ScoredLine) -> ScoredLine {
        let mut walk = Walk::new(self);
        let mut sound = 0;
        for &mv in &line.pv {
            let legal = walk.position.is_legal(mv);
            sound += usize::from(legal);
            if !legal || !walk.step(mv) {
                break;
            }
        }
        line.pv.truncate(sound);
        line
    }

    fn work_out(&self, line: &ScoredLine) -> ScoredLine {
        let length = line.score.mate_ply().unwrap_or_default();
        let mut walk = Walk::new(self);
        let mut pv = Vec::with_capacity(length);
        for &mv in line.pv.iter().take(length) {
            if !walk.step(mv) {
                break;
            }
            pv.push(mv);
        }
        let winner = if line.score.is_win() { self.root.turn() } else { !self.root.turn() };
        // The first move is the line's name and stays; what follows may be replaced from the end backwards.
        let mut search = Completion { winner, budget: BUDGET };
        for kept in (1.min(pv.len())..=pv.len()).rev() {
            let mut walk = Walk::new(self);
            let legal = pv[..kept].iter().all(|&mv| walk.step(mv));
            if legal && let Some(rest) = search.complete(&walk, length - kept) {
                pv.truncate(kept);
                pv.extend(rest);
                return ScoredLine { pv, ..line.clone() };
            }
        }
        let score = if line.score.is_win() { Score::MAX_EVAL } else { -Score::MAX_EVAL };
        ScoredLine { score, bound: line.bound, pv }
    }
}

/// Returns a proof as the result of a search that found this mate at the cost `spent`; `None` if the game's history spoils the
/// mate.
pub(super) fn announced(
    root: &Position,
    history: &[Key],
    proof: &Proof,
    spent: Progress,
) -> Option<Finished> {
    let plies = proof.line().len();
    // A score has no room for longer ones.
    if plies > MAX_PLY {
        return None;
    }
    let wins = proof.attacker() == root.turn();
    let score = if wins { Score::mates_at(plies) } else { Score::mated_at(plies) };
    let line = ScoredLine { score, bound: Bound::Exact, pv: proof.line().to_vec() };
    let line = LineKeeper::new(*root, history.to_vec()).settle(line);
    if !line.score.is_mate() {
        return None;
    }
    let depth = plies as u32;
    let progress = Progress { depth, seldepth: depth, ..spent };
    let iteration = Iteration { depth, seldepth: depth, lines: vec![line], progress };
    Some(Finished::new(iteration, EndReason::Mate))
}

#[derive(Clone)]
struct Walk {
    position: Position,
    keys: Vec<Key>,
}

impl Walk {
    fn new(keeper: &LineKeeper) -> Walk {
        Walk { position: keeper.root, keys: keeper.history.clone() }
    }

    /// Plays a move if it is legal and the position after it is no draw that could be claimed.
    fn step(&mut self, mv: Move) -> bool {
        if !self.position.is_legal(mv) {
            return false;
        }
        self.keys.push(self.position.key());
        let position = self.position.play(mv);
        self.position = position;
        let earlier = self.keys.iter().filter(|&&earlier| earlier == position.key()).count();
        earlier < 2
            && !position.is_insufficient()
            && (position.halfmoves() < 100 || position.is_checkmate())
    }
}

/// Finds lines of an exact length that end in mate.
struct Completion {
    winner: Color,
    budget: u32,
}

impl Completion {
    /// A line of exactly `plies` to mate, in which the winner has a mate in the remaining plies against every reply.
    fn complete(&mut self, walk: &Walk, plies: usize) -> Option<Vec<Move>> {
        if plies == 0 {
            return walk.position.is_checkmate().then(Vec::new);
        }
        // Checks first: most mates are nothing else, and there are few of them.
        [true, false].into_iter().find_map(|checks_only| {
            let mut line = Vec::with_capacity(plies);
            self.line(walk, plies, checks_only, &mut line).then(|| {
                line.reverse();
                line
            })
        })
    }

    /// Adds the line in reverse order.
    fn line(&mut self, walk: &Walk, plies: usize, checks_only: bool, line: &mut Vec<Move>) -> bool {
        if plies == 0 {
            return walk.position.is_checkmate();
        }
        let winning = walk.position.turn() == self.winner;
        for legal in walk.position.legal_moves() {
            if winning && self.skips(&legal, plies, checks_only) {
                continue;
            }
            let mut next = walk.clone();
            if !next.step(legal.mv) {
                continue;
            }
            if winning && !self.is_lost(&next.position, plies - 1, checks_only) {
                continue;
            }
            if self.line(&next, plies - 1, checks_only, line) {
                line.push(legal.mv);
                return true;
            }
        }
        false
    }

    /// The last move of a mate gives check, and before it only checks are looked at if `checks_only`.
    fn skips(&self, legal: &LegalMove, plies: usize, checks_only: bool) -> bool {
        (checks_only || plies == 1) && !legal.check.any()
    }

    /// Returns whether the side to move, the loser, is mated within `plies` by force.
    fn is_lost(&mut self, position: &Position, plies: usize, checks_only: bool) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.in_check();
        }
        plies >= 2
            && replies
                .into_iter()
                .all(|reply| self.is_won(&position.play(reply.mv), plies - 1, checks_only))
    }

    /// Returns whether the side to move, the winner, mates within `plies`.
    fn is_won(&mut self, position: &Position, plies: usize, checks_only: bool) -> bool {
        position.legal_moves().into_iter().any(|legal| {
            !self.skips(&legal, plies, checks_only)
                && self.is_lost(&position.play(legal.mv), plies - 1, checks_only)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation;

    fn settle(fen: &str, score: Score, pv: &str) -> (Score, Vec<String>) {
        let root = Position::from_fen(fen).unwrap();
        let mut position = root;
        let mut moves = Vec::new();
        for text in pv.split_whitespace() {
            let mv = notation::parse_uci(&position, text).unwrap();
            moves.push(mv);
            position = position.play(mv);
        }
        let line = ScoredLine { score, bound: Bound::Exact, pv: moves };
        let settled = LineKeeper::new(root, Vec::new()).settle(line);
        (settled.score, settled.pv.iter().map(|&mv| notation::uci(mv, false)).collect())
    }

    const LADDER: &str = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";

    #[test]
    fn a_whole_line_passes() {
        let (score, pv) = settle(LADDER, Score::mates_at(3), "a2a7 h8g8 b1b8");
        assert_eq!((score, pv.len()), (Score::mates_at(3), 3));
    }

    #[test]
    fn a_line_cut_short_is_completed() {
        let (score, pv) = settle(LADDER, Score::mates_at(3), "a2a7");
        assert_eq!(
            (score, pv),
            (Score::mates_at(3), vec!["a2a7".to_owned(), "h8g8".to_owned(), "b1b8".to_owned()])
        );
        let (score, pv) = settle("6k1/R7/8/8/8/8/8/1R2K3 b - - 0 1", Score::mated_at(2), "g8f8");
        assert_eq!((score, pv.len()), (Score::mated_at(2), 2));
    }

    #[test]
    fn a_wrong_end_is_replaced_and_the_first_move_kept() {
        let (score, pv) = settle(LADDER, Score::mates_at(3), "a2a7 h8g8 b1b7");
        assert_eq!(
            (score, pv),
            (Score::mates_at(3), vec!["a2a7".to_owned(), "h8g8".to_owned(), "b1b8".to_owned()])
        );
    }

    #[test]
    fn what_cannot_be_shown_is_not_claimed() {
        let (score, pv) = settle(LADDER, Score::mates_at(1), "a2a7");
        assert_eq!((score, pv.len()), (Score::MAX_EVAL, 1));
        let (score, _) = settle(LADDER, Score::mates_at(3), "a2a3");
        assert_eq!(score, Score::MAX_EVAL);
    }

    #[test]
    fn a_draw_on_the_way_is_no_mate() {
        let (score, _) =
            settle("7k/8/8/8/8/8/R7/1R2K3 w - - 98 80", Score::mates_at(3), "a2a7 h8g8 b1b8");
        assert_eq!(score, Score::MAX_EVAL);
    }

    #[test]
    fn other_lines_end_where_the_game_does() {
        let stalemate = "7k/8/8/6Q1/8/8/8/K7 w - - 0 1";
        assert_eq!(settle(stalemate, Score::cp(3), "g5g6").1.len(), 1);
        let fifty = "7k/8/8/8/8/8/R7/1R2K3 w - - 98 80";
        let (score, pv) = settle(fifty, Score::cp(500), "a2a3 h8g8 a3a4 g8h8");
        assert_eq!((score, pv.len()), (Score::cp(500), 2), "the second move completes fifty");
    }

    #[test]
    fn a_mated_root_needs_no_line() {
        let (score, pv) = settle("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", Score::mated_at(0), "");
        assert_eq!((score, pv.len()), (Score::mated_at(0), 0));
    }
}
