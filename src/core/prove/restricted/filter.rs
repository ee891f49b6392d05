//! Filters for the attacker's moves in a restricted graph. A narrow filter gives a small graph; its proofs hold without it.

use crate::chess::{LegalMove, MoveList, Piece, Position};

const ANY: usize = usize::MAX;

/// Limits on the attacker's moves and on the replies that they leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MoveFilter {
    pub(super) king_moves: usize,
    pub(super) replies: usize,
    /// Moves in all after a move that gives no check; none leaves checks only.
    pub(super) quiet_replies: usize,
    pub(super) captures: bool,
    /// Whether the attacker may move a pawn or capture a man other than a pawn.
    pub(super) breaks: bool,
    pub(super) king: bool,
}

impl MoveFilter {
    pub(super) const NONE: MoveFilter = MoveFilter {
        king_moves: ANY,
        replies: ANY,
        quiet_replies: ANY,
        captures: true,
        breaks: true,
        king: true,
    };

    /// The filters that are tried, the tight ones first.
    pub(super) const LADDER: [MoveFilter; 12] = [
        MoveFilter { replies: 2, ..MoveFilter::NONE },
        MoveFilter { quiet_replies: 0, ..MoveFilter::NONE },
        MoveFilter { replies: 4, ..MoveFilter::NONE },
        MoveFilter { quiet_replies: 2, ..MoveFilter::NONE },
        MoveFilter { king_moves: 0, ..MoveFilter::NONE },
        MoveFilter { king: false, captures: false, breaks: false, ..MoveFilter::NONE },
        MoveFilter { king_moves: 1, captures: false, breaks: false, ..MoveFilter::NONE },
        MoveFilter { king_moves: 1, ..MoveFilter::NONE },
        MoveFilter { king: false, captures: false, ..MoveFilter::NONE },
        MoveFilter { replies: 8, ..MoveFilter::NONE },
        MoveFilter { king_moves: 2, captures: false, ..MoveFilter::NONE },
        MoveFilter::NONE,
    ];

    /// Returns the filter, with a king's mobility of at most `most` if there is such a restriction.
    pub(super) fn tightened(self, most: Option<u8>) -> MoveFilter {
        MoveFilter { king_moves: most.map_or(ANY, usize::from).min(self.king_moves), ..self }
    }

    /// Returns whether a move may be tried, as far as can be decided before it is played.
    pub(super) fn admits(&self, position: &Position, legal: &LegalMove) -> bool {
        let moved = position.moved(legal.mv);
        let takes_pawn = || position.piece_at(legal.mv.to()) == Some(Piece::Pawn);
        let breaks = || moved == Piece::Pawn || position.is_capture(legal.mv) && !takes_pawn();
        (self.quiet_replies > 0 || legal.check.any())
            && (self.breaks || !breaks())
            && (self.king || moved != Piece::King)
    }

    /// Returns whether the position after a move belongs to the graph.
    pub(super) fn leaves(&self, after: &Position, replies: &MoveList) -> bool {
        let king = after.king(after.turn());
        let king_moves = || replies.iter().filter(|reply| reply.mv.from() == king).count();
        replies.len() <= self.replies
            && (after.in_check() || replies.len() <= self.quiet_replies)
            && (self.king_moves == ANY || king_moves() <= self.king_moves)
            && (self.captures || !replies.iter().any(|reply| after.is_capture(reply.mv)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of moves of a position that belong to a graph.
    fn admitted(filter: MoveFilter, fen: &str) -> usize {
        let position = Position::from_fen(fen).unwrap();
        let admitted = |legal: &&LegalMove| {
            let after = position.play(legal.mv);
            filter.admits(&position, legal) && filter.leaves(&after, &after.legal_moves())
        };
        position.legal_moves().iter().filter(admitted).count()
    }

    #[test]
    fn each_limit_leaves_out_what_it_says() {
        // Rook and pawn against a king in the corner with its own pawn.
        let of = |filter| admitted(filter, "k7/7p/1K6/8/8/8/6P1/2R5 w - - 0 1");
        assert_eq!(of(MoveFilter::NONE), 22);
        assert_eq!(of(MoveFilter { breaks: false, ..MoveFilter::NONE }), 20);
        assert_eq!(of(MoveFilter { king: false, ..MoveFilter::NONE }), 16);
        let checks = MoveFilter { quiet_replies: 0, ..MoveFilter::NONE };
        assert_eq!((of(checks), of(MoveFilter { quiet_replies: 2, ..checks })), (2, 2));
        let held = MoveFilter { king_moves: 0, ..MoveFilter::NONE };
        assert_eq!((of(held), of(checks.tightened(Some(0)))), (1, 1));
        assert_eq!(of(MoveFilter { replies: 1, ..MoveFilter::NONE }), 2);
        // Without captures, unless the rook is beside the king.
        assert_eq!(of(MoveFilter { captures: false, ..MoveFilter::NONE }), 22);
        let beside = "k7/8/2K5/8/8/8/8/1R6 w - - 0 1";
        let taken = MoveFilter { captures: false, ..MoveFilter::NONE };
        assert_eq!(admitted(MoveFilter::NONE, beside) - admitted(taken, beside), 1);
    }
}
