//! What tests are made of: games of known moves, and proofs found by trying everything.

#[path = "core/proof/brute.rs"]
pub(crate) mod brute;

use crate::chess::game_tree::GameTree;
use crate::chess::pgn::read_tree;
use crate::chess::{Game, Position};

/// The game of these moves, which are legal.
pub(crate) fn game(start: Position, moves: &str) -> Game {
    let mut tree = GameTree::new(start);
    assert_eq!(read_tree(&mut tree, moves).fault, None, "{moves}");
    tree.game().clone()
}
