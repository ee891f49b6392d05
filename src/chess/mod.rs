//! The rules of chess. Knows nothing of engines: no scores, no search, no clock.

pub mod attacks;
pub mod bitboard;
pub mod castling;
pub mod color;
pub mod movegen;
pub mod moves;
pub mod perft;
pub mod piece;
pub mod placement;
pub mod play;
pub mod position;
pub mod see;
pub mod square;

pub use bitboard::Bitboard;
pub use castling::{Castling, Wing};
pub use color::{ByColor, Color};
pub use movegen::{CheckSquares, Kind};
pub use moves::{Check, LegalMove, Move, MoveList};
pub use piece::{ByPiece, ColoredPiece, Piece};
pub use placement::{Key, Placement};
pub use position::Position;
pub use square::{BySquare, File, Rank, Square};
