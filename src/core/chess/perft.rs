//! Perft: counts the leaves of the tree of legal moves, to check the move generator and measure its speed.
//!
//! The moves of the last ply are counted, not played ("bulk counting").

use super::movegen::BareList;
use super::{Color, Position};

/// Counts the sequences of `depth` legal moves.
///
/// ```
/// use quarterply_core::chess::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 3), 8_902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match (depth, position.turn()) {
        (0, _) => 1,
        (_, Color::White) => count::<true, false>(position, depth),
        (_, Color::Black) => count::<false, true>(position, depth),
    }
}

// `OTHER` is `!SIDE`: stable Rust cannot compute with a const parameter.
fn count<const SIDE: bool, const OTHER: bool>(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return u64::from(position.count_as::<SIDE>().all);
    }
    let mut list = BareList::new();
    position.bare_moves::<SIDE>(&mut list);
    list.iter().map(|&mv| count::<OTHER, SIDE>(&position.play_as::<SIDE>(mv), depth - 1)).sum()
}
