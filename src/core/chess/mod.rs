//! The rules of chess. Knows nothing of engines: no scores, no search, no clock.

pub mod attacks;
pub mod bitboard;
pub mod castling;
pub mod color;
pub mod epd;
pub mod fen;
pub mod foreign;
pub mod game;
pub mod game_tree;
pub mod lines;
pub mod mate_in_one;
pub mod movegen;
pub mod moves;
pub mod movetext;
pub mod notation;
pub(crate) mod operators;
pub mod perft;
pub mod pgn;
pub mod piece;
pub mod placement;
pub mod play;
pub mod polyglot;
pub mod position;
pub mod random;
pub mod reversible;
pub mod see;
pub mod setup;
pub mod square;
pub mod start;
#[cfg(test)]
pub(crate) mod tests;

pub use bitboard::Bitboard;
pub use castling::{Castling, CastlingSide};
pub use color::{ByColor, Color};
pub use fen::{FenError, SetupError};
pub use game::{Game, GameResult, Step};
pub use mate_in_one::{mate_in_one, mate_threat};
pub use movegen::{CheckSquares, Kind, MoveCounts};
pub use moves::{Check, LegalMove, Move, MoveList};
pub use notation::{MoveError, line_san, parse_move, san, uci};
pub use piece::{ByPiece, ColoredPiece, Piece};
pub use placement::{Key, Placement};
pub use position::Position;
pub use random::SplitMix;
pub use setup::Setup;
pub use square::{BySquare, File, Rank, Square};
