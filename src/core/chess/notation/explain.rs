//! Explains why a text is not a legal move: what is missing, and which legal moves are similar.

use super::pattern::Pattern;
use super::unsigned_san;
use crate::chess::{
    Bitboard, CastlingSide, Color, ColoredPiece, Move, Piece, Position, Rank, Square, attacks,
};

/// Why a text is not a legal move here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// Not of the form of a move at all.
    #[error("\"{0}\" is not a move; moves look like Nf3, exd5, e8=Q, O-O or g1f3")]
    NotAMove(String),
    /// A move, but not a legal one, or one of several.
    #[error("{why}{}", near.as_ref().map_or_else(String::new, ToString::to_string))]
    Refused {
        /// In words.
        why: String,
        /// Legal moves that come near.
        near: Option<Box<NearMoves>>,
    },
}

/// Legal moves that come near a text, as the end of an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NearMoves {
    position: Position,
    moves: Vec<Move>,
    separator: &'static str,
}

impl NearMoves {
    pub(super) fn new(
        position: &Position,
        moves: &[Move],
        separator: &'static str,
    ) -> Box<NearMoves> {
        Box::new(NearMoves { position: *position, moves: moves.to_vec(), separator })
    }

    /// Formats the moves; `written` formats one.
    pub fn text(&self, separator: &str, written: impl Fn(&Position, Move) -> String) -> String {
        let texts: Vec<String> = self.moves.iter().map(|&mv| written(&self.position, mv)).collect();
        texts.join(separator)
    }
}

impl std::fmt::Display for NearMoves {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(self.separator, unsigned_san))
    }
}

impl MoveError {
    pub(in crate::chess) fn refused(why: impl Into<String>) -> MoveError {
        MoveError::Refused { why: why.into(), near: None }
    }

    /// Legal moves that come near, in SAN without signs.
    pub fn hints(&self) -> Vec<String> {
        match self {
            MoveError::Refused { near: Some(near), .. } => {
                near.moves.iter().map(|&mv| unsigned_san(&near.position, mv)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Why no legal move fits a pattern.
pub(super) fn pattern(position: &Position, text: &str, pattern: Pattern) -> MoveError {
    if let Some(over) = game_over(position) {
        return over;
    }
    let us = position.turn();
    let piece = match (pattern.piece, pattern.origin.square()) {
        (Some(piece), _) => piece,
        (None, Some(from)) => match position.at(from) {
            None => return MoveError::refused(format!("there is no piece on {from}")),
            Some(ColoredPiece { color, piece }) if color != us => {
                let why = format!("the {piece} on {from} is {color}'s, and it is {us}'s move");
                return MoveError::refused(why);
            }
            Some(man) => man.piece,
        },
        (None, None) => Piece::Pawn,
    };
    if let Some(side) = meant_castling(position, piece, pattern) {
        return castling(position, side);
    }
    let last = pattern.to.relative_rank(us) == Rank::Eighth;
    if pattern.promotion.is_some() && !(piece == Piece::Pawn && last) {
        return MoveError::refused(format!(
            "\"{text}\" is no promotion: only a pawn that reaches the last rank becomes another piece"
        ));
    }
    let near = position
        .colored_pieces(us, piece)
        .filter(|&from| pattern.origin.fits(from))
        .find(|&from| reaches(position, piece, from).has(pattern.to));
    let (origin, to) = (pattern.origin, pattern.to);
    let side = if us == Color::White { "white" } else { "black" };
    let why = match (near, piece, position.in_check()) {
        (None, ..) => format!("no {side} {piece}{origin} can reach {to}"),
        (_, Piece::King, _) => format!("the {side} king cannot go to {to}, which is attacked"),
        (Some(from), _, true) => {
            format!("{us} is in check, and the {piece} from {from} to {to} does not answer that")
        }
        (Some(from), _, false) => format!(
            "the {piece} on {from} cannot go to {to}: it would leave the {side} king in check"
        ),
    };
    let moves = moves_of(position, piece);
    if moves.is_empty() {
        return MoveError::refused(format!("{why}; no {piece} has a legal move"));
    }
    let near = Some(NearMoves::new(position, &moves, " "));
    MoveError::Refused { why: format!("{why}; {piece} moves here: "), near }
}

pub(super) fn castling(position: &Position, side: CastlingSide) -> MoveError {
    let wing = match side {
        CastlingSide::King => "kingside",
        CastlingSide::Queen => "queenside",
    };
    game_over(position).unwrap_or_else(|| {
        let (us, fault) = (position.turn(), castling_fault(position, side));
        MoveError::refused(format!("{us} cannot castle {wing}: {fault}"))
    })
}

fn castling_fault(position: &Position, side: CastlingSide) -> String {
    let us = position.turn();
    let king = position.king(us);
    let Some(rook) = position.castling().rook_square(us, side) else {
        return "the right is gone, king or rook has moved".to_owned();
    };
    if position.in_check() {
        return "the king is in check".to_owned();
    }
    let target = |file| Square::at(file, Rank::First.relative(us));
    let (king_to, rook_to) = (target(side.king_file()), target(side.rook_file()));
    let others = position.occupied().without(king).without(rook);
    let king_path = attacks::between(king, king_to).with(king_to);
    let rook_path = attacks::between(rook, rook_to).with(rook_to);
    if let Some(square) = ((king_path | rook_path) & others).first() {
        return format!("the piece on {square} stands in the way");
    }
    let occupied = position.occupied();
    match king_path.into_iter().find(|&square| position.is_attacked(square, !us, occupied)) {
        Some(square) => format!("the king would cross {square}, which is attacked"),
        None => "the king would be in check when the rook has left".to_owned(),
    }
}

/// The side, if a king's move was given that can only be meant as castling.
fn meant_castling(position: &Position, piece: Piece, pattern: Pattern) -> Option<CastlingSide> {
    let (from, to) = (pattern.origin.square()?, pattern.to);
    let us = position.turn();
    if piece != Piece::King || from != position.king(us) || to.rank() != from.rank() {
        return None;
    }
    CastlingSide::ALL.into_iter().find(|&side| {
        position.castling().rook_square(us, side) == Some(to)
            || to.file() == side.king_file() && from.distance(to) == 2
    })
}

fn game_over(position: &Position) -> Option<MoveError> {
    let end = match position.in_check() {
        true => format!("{} is checkmated", position.turn()),
        false => "stalemate".to_owned(),
    };
    (!position.has_legal_move()).then(|| MoveError::refused(format!("the game is over: {end}")))
}

/// The legal moves of one kind of piece, in the order of their SAN.
fn moves_of(position: &Position, piece: Piece) -> Vec<Move> {
    let moves = position.moves().filter(|&mv| position.moved(mv) == piece);
    let mut moves: Vec<Move> = moves.collect();
    moves.sort_by_cached_key(|&mv| unsigned_san(position, mv));
    moves
}

/// Destinations of a piece, ignoring the safety of its king.
fn reaches(position: &Position, piece: Piece, from: Square) -> Bitboard {
    let us = position.turn();
    let occupied = position.occupied();
    let reach = attacks::attacks(piece, us, from, occupied);
    if piece != Piece::Pawn {
        return reach - position.color(us);
    }
    let one = Bitboard::of(from).forward(us) - occupied;
    let two = (one & Bitboard::rank(Rank::Third.relative(us))).forward(us) - occupied;
    let takes = reach & position.color(!us);
    one | two | takes | en_passant(position, from, reach - occupied)
}

/// The empty square on which a pawn could take another in passing, had that not bared its king.
fn en_passant(position: &Position, from: Square, empty: Bitboard) -> Bitboard {
    let us = position.turn();
    let rank = Bitboard::rank(Rank::Sixth.relative(us));
    let mut found = Bitboard::EMPTY;
    for to in empty & rank {
        let victims = Bitboard::of(to).forward(!us) & position.colored_pieces(!us, Piece::Pawn);
        let way = Bitboard::of(to).forward(us) & position.occupied();
        if victims != Bitboard::EMPTY
            && way == Bitboard::EMPTY
            && !position.en_passant_is_legal(from, to)
        {
            found = found.with(to);
        }
    }
    found
}
