//! Scores in centipawns or in moves to mate, and their point of view.
//!
//! [`Score`] is the side to move's view (for search); [`WhiteScore`] is White's (for display). Converting one to the other needs
//! a colour. Mate scores count plies from the root of the search.

use std::fmt;

use crate::chess::Color;
use crate::chess::operators::operators;

/// Plies from the root that a search never goes beyond.
pub const MAX_PLY: usize = 240;

const MATE: i32 = 32_000;
const MATE_BAND: i32 = MATE - 1_000;
/// A win that an endgame table knows, at the root.
const TABLE_WIN: i32 = 20_000;
/// Scores from here up to [`TABLE_WIN`] are wins out of a table.
const TABLE_BAND: i32 = TABLE_WIN - 1_000;

/// A score from the view of the side to move.
///
/// | band | meaning |
/// |---|---|
/// | ±0 … 9 999 | an evaluation, in centipawns |
/// | ±19 000 … 20 000 | won or lost by an endgame table; the difference to 20 000 is the plies to where it was looked up |
/// | ±31 000 … 32 000 | mate; the difference to 32 000 is the distance in plies |
///
/// ```
/// use quarterply_core::chess::Color;
/// use quarterply_core::units::{Score, ScoreKind};
///
/// assert_eq!(Score::mates_at(5).kind(), ScoreKind::Mates(3));
/// assert_eq!((-Score::mates_at(5)).to_string(), "#-3");
/// assert_eq!(Score::cp(35).for_white(Color::Black).to_string(), "-0.35");
/// assert!(Score::cp(i32::MAX) < Score::mates_at(99));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Score(i32);

/// The kinds of score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreKind {
    /// An evaluation, in the centipawns that people and programs are shown.
    Centipawns(i32),
    /// Mates in this many of its own moves (1 = the next move mates).
    Mates(u32),
    /// Is mated in this many moves of the other side (0 = already mated).
    Mated(u32),
}

impl Score {
    /// The score of a draw.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    #[doc(hidden)]
    pub const INFINITE: Score = Score(MATE + 1);
    /// The largest evaluation that is not a mate.
    #[doc(hidden)]
    pub const MAX_EVAL: Score = Score(9_999);

    /// An evaluation; clamped to ±99.99 pawns so that it is never taken for a mate.
    pub const fn cp(centipawns: i32) -> Score {
        if centipawns > Score::MAX_EVAL.0 {
            Score::MAX_EVAL
        } else if centipawns < -Score::MAX_EVAL.0 {
            Score(-Score::MAX_EVAL.0)
        } else {
            Score(centipawns)
        }
    }

    /// The side to move is mated `ply` plies from the root.
    #[doc(hidden)]
    pub const fn mated_at(ply: usize) -> Score {
        Score(-MATE + ply as i32)
    }

    /// The side to move mates, the mated position being `ply` plies from the root.
    #[doc(hidden)]
    pub const fn mates_at(ply: usize) -> Score {
        Score(MATE - ply as i32)
    }

    /// A mate by the side to move in a number of moves; negative if it is mated.
    #[doc(hidden)]
    pub const fn mate_in(moves: i32) -> Score {
        let plies = 2 * moves.unsigned_abs() as usize;
        if moves > 0 { Score::mates_at(plies - 1) } else { Score::mated_at(plies) }
    }

    /// A table win for the side to move, `ply` plies from the root.
    #[doc(hidden)]
    pub const fn table_win_at(ply: usize) -> Score {
        Score(TABLE_WIN - ply as i32)
    }

    /// A table loss for the side to move, `ply` plies from the root.
    pub(crate) const fn table_loss_at(ply: usize) -> Score {
        Score(ply as i32 - TABLE_WIN)
    }

    /// Returns whether it is a table win for either side, without a known distance to mate.
    #[doc(hidden)]
    pub const fn is_from_table(self) -> bool {
        self.0.abs() >= TABLE_BAND && self.0.abs() <= TABLE_WIN
    }

    /// Returns whether it is a mate or a table win or loss.
    pub(crate) const fn is_decisive(self) -> bool {
        self.0.abs() >= TABLE_BAND
    }

    /// Returns whether it is a certain win for the side to move.
    pub(crate) const fn is_decisive_win(self) -> bool {
        self.0 >= TABLE_BAND
    }

    /// Returns whether it is a certain loss for the side to move.
    pub(crate) const fn is_decisive_loss(self) -> bool {
        self.0 <= -TABLE_BAND
    }

    /// Returns whether it is a mate for either side.
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= MATE_BAND
    }

    /// Returns whether the side to move mates.
    pub const fn is_win(self) -> bool {
        self.0 >= MATE_BAND
    }

    /// Returns whether the side to move is mated.
    pub const fn is_loss(self) -> bool {
        self.0 <= -MATE_BAND
    }

    /// Plies from the root to the mated position, if it is a mate.
    #[doc(hidden)]
    pub const fn mate_ply(self) -> Option<usize> {
        if self.is_mate() { Some((MATE - self.0.abs()) as usize) } else { None }
    }

    /// The kind of score for display and for other programs: the only conversion.
    pub fn kind(self) -> ScoreKind {
        match (self.mate_ply(), self.0 > 0) {
            (None, _) => ScoreKind::Centipawns(self.shown()),
            (Some(ply), true) => ScoreKind::Mates((ply as u32).div_ceil(2)),
            (Some(ply), false) => ScoreKind::Mated((ply as u32).div_ceil(2)),
        }
    }

    /// The displayed centipawns: those of the evaluation up to ten pawns, compressed beyond; decisive scores are unchanged.
    ///
    /// A lead of ten pawns is worth all but a fortieth of the point (see [`expected_score`](super::expected_score)), so larger
    /// scores only need their order: the excess is shown as a logarithm. 15.00 is shown as 11.79, 27.00 as 12.89, and the largest
    /// evaluation, 99.99, as 14.51.
    #[doc(hidden)]
    pub fn shown(self) -> i32 {
        const PAWN: f64 = 100.0;
        const AS_IT_IS: i32 = 1_000;
        let beyond = self.0.abs() - AS_IT_IS;
        if beyond <= 0 || self.is_decisive() {
            return self.0;
        }
        let more = PAWN * (f64::from(beyond) / PAWN).ln_1p();
        self.0.signum() * (AS_IT_IS + more.round() as i32)
    }

    /// The bare number: what a search computes with.
    #[doc(hidden)]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// A score from a bare number, as [`Score::raw`] gave it.
    #[doc(hidden)]
    pub const fn from_raw(raw: i32) -> Score {
        Score(raw)
    }

    /// For the table: mates, and wins out of endgame tables, counted from the node at `ply` instead of the root.
    #[doc(hidden)]
    pub const fn to_node(self, ply: usize) -> Score {
        self.nearer(ply as i32)
    }

    /// From the table: counted from the root again.
    #[doc(hidden)]
    pub const fn from_node(self, ply: usize) -> Score {
        self.nearer(-(ply as i32))
    }

    const fn nearer(self, plies: i32) -> Score {
        if self.is_decisive_win() {
            Score(self.0 + plies)
        } else if self.is_decisive_loss() {
            Score(self.0 - plies)
        } else {
            self
        }
    }

    /// The same from White's view.
    pub const fn for_white(self, turn: Color) -> WhiteScore {
        match turn {
            Color::White => WhiteScore(self),
            Color::Black => WhiteScore(Score(-self.0)),
        }
    }
}

operators! {
    Score: Neg neg (one) Score(-one.0);
    /// Adds centipawns; no clamp.
    Score: Add add (one, centipawns: i32) Score(one.0 + centipawns);
    /// Takes centipawns away; no clamp.
    Score: Sub sub (one, centipawns: i32) Score(one.0 - centipawns);
}

/// Side to move's view: `+0.35`, `#3`, `#-2`, and `+tb` or `-tb` for a table win or loss.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ScoreKind::Centipawns(cp) if self.is_from_table() => {
                f.write_str(if cp < 0 { "-tb" } else { "+tb" })
            }
            ScoreKind::Centipawns(cp) => f.write_str(&pawns(cp)),
            ScoreKind::Mates(moves) => write!(f, "#{moves}"),
            ScoreKind::Mated(moves) => write!(f, "#-{moves}"),
        }
    }
}

/// Formats centipawns as pawns: `+0.35`, `0.00`, `-12.40`.
pub fn pawns(centipawns: i32) -> String {
    let sign = match centipawns {
        0 => "",
        1.. => "+",
        _ => "-",
    };
    format!("{sign}{}.{:02}", centipawns.abs() / 100, centipawns.abs() % 100)
}

/// A score from White's view: positive is good for White, with either side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub struct WhiteScore(Score);

impl WhiteScore {
    /// The bare score, White's view.
    pub const fn score(self) -> Score {
        self.0
    }

    /// From a bare score that is White's view already.
    #[doc(hidden)]
    pub const fn from_score(score: Score) -> WhiteScore {
        WhiteScore(score)
    }
}

impl fmt::Display for WhiteScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::mates_at(1).kind(), ScoreKind::Mates(1));
        assert_eq!(Score::mates_at(5).kind(), ScoreKind::Mates(3));
        assert_eq!(Score::mated_at(0).kind(), ScoreKind::Mated(0));
        assert_eq!(Score::mated_at(4).kind(), ScoreKind::Mated(2));
        assert_eq!((-Score::mated_at(4)).mate_ply(), Some(4));
        // Black mates with its third move: White's view of an odd number of plies.
        assert_eq!(Score::mates_at(5).for_white(Color::Black).score().kind(), ScoreKind::Mated(3));
        assert_eq!(Score::mated_at(4).for_white(Color::Black).score().kind(), ScoreKind::Mates(2));
    }

    #[test]
    fn beyond_ten_pawns_little_more_is_shown() {
        let shown = |centipawns| Score::cp(centipawns).to_string();
        assert_eq!(
            (shown(999), shown(1_000), shown(-1_000)),
            ("+9.99".into(), "+10.00".into(), "-10.00".into())
        );
        assert_eq!(
            (shown(1_500), shown(2_700), shown(-9_999)),
            ("+11.79".into(), "+12.89".into(), "-14.51".into())
        );
        let kind = |raw: i32| match Score::cp(raw).kind() {
            ScoreKind::Centipawns(cp) => cp,
            other => panic!("{other:?}"),
        };
        assert!((0..9_999).all(|raw| kind(raw) <= kind(raw + 1) && kind(-raw) == -kind(raw)));
        // Decisive scores are unchanged, and so are values that are not scores.
        assert_eq!(Score::table_win_at(3).kind(), ScoreKind::Centipawns(TABLE_WIN - 3));
        assert_eq!(pawns(3_930), "+39.30");
    }

    #[test]
    fn table_scores_count_from_the_node() {
        let known = [Score::table_win_at(3), Score::table_loss_at(8)];
        for score in
            [Score::cp(35), Score::mates_at(9), Score::mated_at(12)].into_iter().chain(known)
        {
            assert_eq!(score.to_node(7).from_node(7), score);
        }
        assert_eq!(Score::mates_at(9).to_node(4), Score::mates_at(5));
    }

    #[test]
    fn evaluations_never_look_like_mates() {
        assert!(!Score::cp(i32::MAX).is_mate());
        assert!(!Score::cp(-1_000_000).is_mate());
        assert!(
            Score::cp(i32::MAX) < Score::table_win_at(900) && !Score::cp(i32::MAX).is_from_table()
        );
        assert!(Score::table_win_at(0) < Score::mates_at(900) && !Score::table_win_at(0).is_mate());
        assert!(Score::table_loss_at(9).is_decisive_loss() && Score::mates_at(9).is_decisive_win());
        assert_eq!(Score::table_loss_at(9).to_string(), "-tb");
        assert_eq!(Score::cp(-35).to_string(), "-0.35");
        assert_eq!(Score::mated_at(4).to_string(), "#-2");
    }
}
