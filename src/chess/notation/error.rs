//! Why a text is not a legal move, in words that help: what is missing, and which legal moves come near.

use std::fmt;

use crate::chess::castling::CastlingSide;
use crate::chess::color::Color;
use crate::chess::piece::{ColoredPiece, Piece};
use crate::chess::square::{File, Rank, Square};

/// Why a text is not a legal move here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// Not of the form of a move at all.
    #[error("\"{0}\" is not a move; moves look like Nf3, exd5, e8=Q, O-O or g1f3")]
    NotAMove(String),
    /// There is nothing to move any more.
    #[error("the game is over: {}", match mated {
        Some(color) => format!("{color} is checkmated"),
        None => "stalemate".to_owned(),
    })]
    GameOver {
        /// Who is mated; `None` for stalemate.
        mated: Option<Color>,
    },
    /// A move from an empty square.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// A move of the other side's piece.
    #[error("the {piece} on {square} is {owner}'s, and it is {turn}'s move",
        piece = man.piece, owner = man.color, turn = !man.color)]
    NotYours {
        /// The square.
        square: Square,
        /// What stands there.
        man: ColoredPiece,
    },
    /// No piece of that kind gets there.
    #[error("no {} {piece}{origin} can reach {to}; {}", adjective(*color), list(*piece, legal))]
    NoneReaches {
        /// Who is to move.
        color: Color,
        /// The kind of piece.
        piece: Piece,
        /// Where the text says it comes from.
        origin: MoveOrigin,
        /// Where it should go.
        to: Square,
        /// What such pieces can do, in SAN.
        legal: Vec<String>,
    },
    /// The piece gets there, but its king could then be taken.
    #[error("{}; {}", exposure(*color, *piece, *from, *to, *in_check), list(*piece, legal))]
    Exposed {
        /// Who is to move.
        color: Color,
        /// The kind of piece.
        piece: Piece,
        /// Where it stands.
        from: Square,
        /// Where it should go.
        to: Square,
        /// Whether the king is in check already.
        in_check: bool,
        /// What such pieces can do, in SAN.
        legal: Vec<String>,
    },
    /// More than one piece gets there.
    #[error("\"{text}\" is ambiguous: {}", candidates.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// What it may mean, in SAN.
        candidates: Vec<String>,
    },
    /// A pawn gets to the last rank, and the text does not say what it becomes.
    #[error("\"{text}\" does not say what the pawn becomes: {}", candidates.join(" or "))]
    PromotionMissing {
        /// The text.
        text: String,
        /// What it may mean, in SAN.
        candidates: Vec<String>,
    },
    /// A promotion of something that does not promote.
    #[error(
        "\"{0}\" is no promotion: only a pawn that reaches the last rank becomes another piece"
    )]
    NoPromotion(String),
    /// Castling is not possible now.
    #[error("{color} cannot castle {}: {fault}", match side {
        CastlingSide::King => "kingside",
        CastlingSide::Queen => "queenside",
    })]
    Castling {
        /// Who is to move.
        color: Color,
        /// Where to.
        side: CastlingSide,
        /// Why not.
        fault: CastlingFault,
    },
}

impl MoveError {
    /// Legal moves that come near, in SAN.
    pub fn hints(&self) -> &[String] {
        match self {
            MoveError::NoneReaches { legal, .. } | MoveError::Exposed { legal, .. } => legal,
            MoveError::Ambiguous { candidates, .. }
            | MoveError::PromotionMissing { candidates, .. } => candidates,
            _ => &[],
        }
    }
}

/// Why castling is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CastlingFault {
    /// The right is gone, or never was.
    #[error("the right is gone, king or rook has moved")]
    NoRight,
    /// The king may not castle out of check.
    #[error("the king is in check")]
    InCheck,
    /// A piece stands in the way.
    #[error("the piece on {0} stands in the way")]
    Blocked(Square),
    /// The king would pass through check, or end in it.
    #[error("the king would cross {0}, which is attacked")]
    Attacked(Square),
    /// The rook was the king's shield.
    #[error("the king would be in check when the rook has left")]
    Unshielded,
}

/// Where a text says that a piece comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveOrigin {
    /// The file, if it is given.
    pub file: Option<File>,
    /// The rank, if it is given.
    pub rank: Option<Rank>,
}

impl MoveOrigin {
    /// The square, if both are given.
    pub fn square(self) -> Option<Square> {
        Some(Square::at(self.file?, self.rank?))
    }

    /// Whether a square is the one, or one of those, that the text means.
    pub fn fits(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }
}

impl fmt::Display for MoveOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.file, self.rank) {
            (None, None) => Ok(()),
            (Some(file), None) => write!(f, " on the {}-file", file.letter()),
            (None, Some(rank)) => write!(f, " on rank {}", rank.letter()),
            (Some(file), Some(rank)) => write!(f, " on {}", Square::at(file, rank)),
        }
    }
}

fn adjective(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn list(piece: Piece, legal: &[String]) -> String {
    match legal {
        [] => format!("no {piece} has a legal move"),
        moves => format!("{piece} moves here: {}", moves.join(" ")),
    }
}

fn exposure(color: Color, piece: Piece, from: Square, to: Square, in_check: bool) -> String {
    let side = adjective(color);
    match (piece, in_check) {
        (Piece::King, _) => format!("the {side} king cannot go to {to}, which is attacked"),
        (_, true) => {
            format!("{color} is in check, and the {piece} from {from} to {to} does not answer that")
        }
        (_, false) => format!(
            "the {piece} on {from} cannot go to {to}: it would leave the {side} king in check"
        ),
    }
}
