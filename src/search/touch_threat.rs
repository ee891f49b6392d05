//! The one mate threat that is looked for on the board, just before quiescence: a queen beside a king on the edge.

use crate::chess::{Bitboard, File, Piece, Position, Rank, Square, attacks};

/// Whether a square lies on the edge of the board.
pub(super) fn is_on_edge(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
        || matches!(square.file(), File::A | File::H)
}

/// Whether the enemy queen could step beside the king of the side to move, on the edge of the board, and mate: the one mate
/// threat that is looked for just before quiescence.
pub(super) fn is_queen_touch_threat(position: &Position) -> bool {
    let (us, them) = (position.turn(), !position.turn());
    let king = position.king(us);
    if !is_on_edge(king) {
        return false;
    }
    let occupied = position.occupied();
    let beside = attacks::king_attacks(king) - position.color(them);
    for from in position.colored_pieces(them, Piece::Queen) {
        for to in attacks::queen_attacks(from, occupied) & beside {
            let after = occupied.without(from).with(to);
            let around = position.attackers_to(to, after).without(from);
            let is_safe = (around & position.color(us)) == Bitboard::of(king)
                && around.meets(position.color(them));
            if is_safe && king_is_caged(position, king, to, after) {
                return true;
            }
        }
    }
    false
}

/// Whether the king has no square left once a protected queen stands beside it.
fn king_is_caged(position: &Position, king: Square, queen: Square, after: Bitboard) -> bool {
    let (us, them) = (position.turn(), !position.turn());
    let through = after.without(king);
    let covered = attacks::queen_attacks(queen, through);
    (attacks::king_attacks(king) - position.color(us) - covered)
        .without(queen)
        .into_iter()
        .all(|square| position.is_attacked(square, them, through))
}
