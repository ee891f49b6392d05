//! The rules of chess. No scores, no search, no clock.

#[doc(hidden)]
pub mod attacks;
mod bitboard;
pub(crate) mod castling;
mod color;
pub mod epd;
pub(crate) mod fen;
#[doc(hidden)]
pub mod foreign;
pub mod game;
pub mod game_tree;
#[doc(hidden)]
pub mod lines;
mod mate_in_one;
pub(crate) mod movegen;
pub(crate) mod moves;
#[doc(hidden)]
pub mod movetext;
pub mod notation;
pub(crate) mod operators;
pub(crate) mod perft;
pub mod pgn;
mod piece;
mod placement;
mod play;
#[doc(hidden)]
pub mod polyglot;
mod position;
pub(crate) mod random;
mod result;
mod reversible;
pub(crate) mod see;
pub(crate) mod setup;
pub(crate) mod square;
pub mod start;
#[cfg(test)]
pub(crate) mod tests;

pub use bitboard::Bitboard;
pub use castling::{Castling, CastlingSide};
pub use color::{ByColor, Color};
pub use fen::{FenError, FenField, SetupError};
pub use game::{Game, Step};
pub use mate_in_one::mate_in_one;
pub(crate) use mate_in_one::mate_threat;
pub(crate) use movegen::{CheckSquares, Kind};
pub(crate) use moves::Check;
pub use moves::{LegalMove, Move, MoveList};
pub use notation::{MoveError, line_san, parse_move, san, uci};
pub use perft::perft;
pub(crate) use piece::ByPiece;
pub use piece::{ColoredPiece, Piece};
pub use placement::Key;
#[doc(hidden)]
pub use placement::Placement;
pub use position::Position;
#[doc(hidden)]
pub use random::SplitMix;
pub use result::GameResult;
#[doc(hidden)]
pub use see::{EXCHANGE_VALUE, ExchangeLine};
pub use setup::Setup;
pub use square::{BySquare, File, Rank, Square};
