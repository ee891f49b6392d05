//! Helpers for tests: games from given moves, and random positions, the same on every machine.

mod rules_oracle;

use super::game_tree::GameTree;
use super::pgn::read_tree;
use super::{Game, Position, SplitMix};

/// The game of these moves, which are legal.
pub(crate) fn game(start: Position, moves: &str) -> Game {
    let mut tree = GameTree::new(start);
    assert_eq!(read_tree(&mut tree, moves).fault, None, "{moves}");
    tree.game().clone()
}

/// Shows every position of a game of random moves that can still be played from.
pub(crate) fn random_game(random: &mut SplitMix, mut visit: impl FnMut(&Position)) {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut position = Position::from_fen(START).unwrap();
    for _ in 0..200 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        visit(&position);
        position = position.play(moves[random.below(moves.len())].mv);
    }
}

/// A board as a problemist might set it up: the pieces of one side crowd around the other side's king.
pub(crate) fn composed(random: &mut SplitMix) -> Position {
    loop {
        let most = 3 + random.below(20);
        if let Some(position) = scattered(random, most) {
            return position;
        }
    }
}

/// A board of a few men.
pub(crate) fn sparse(random: &mut SplitMix) -> Position {
    loop {
        let most = 2 + random.below(5);
        if let Some(position) = scattered(random, most) {
            return position;
        }
    }
}

/// Two kings and up to `most` other men, most of them near the king that is not to move; `None` if the position is not playable.
fn scattered(random: &mut SplitMix, most: usize) -> Option<Position> {
    const ATTACKERS: &[u8] = b"QQRRRBBBNNNPPPP";
    const DEFENDERS: &[u8] = b"qrrbbnnnpppppp";
    let mut board = [b' '; 64];
    let target = random.below(64);
    board[target] = b'k';
    let mut place = |random: &mut SplitMix, man: u8, close: usize| {
        let mut square = random.below(64);
        for _ in 0..close {
            let other = random.below(64);
            if distance(other, target) < distance(square, target) {
                square = other;
            }
        }
        let edge = !(8..56).contains(&square);
        if board[square] == b' ' && !(edge && man.eq_ignore_ascii_case(&b'p')) {
            board[square] = man;
        }
        board[square] == man
    };
    if !place(random, b'K', 1) {
        return None;
    }
    for _ in 0..most {
        let men = if random.below(2) == 0 { ATTACKERS } else { DEFENDERS };
        let (man, close) = (men[random.below(men.len())], random.below(4));
        place(random, man, close);
    }
    let swap = random.below(2) == 0;
    let turn = if swap { 'b' } else { 'w' };
    let mut rights = String::new();
    for letter in ['K', 'Q', 'k', 'q'] {
        if random.below(2) == 0 {
            rights.push(letter);
        }
    }
    if rights.is_empty() {
        rights.push('-');
    }
    let passed = (b'a' + random.below(8) as u8) as char;
    let passed_rank = if swap { '3' } else { '6' };
    let rows = rows(&board, swap);
    Position::from_fen(&format!("{rows} {turn} {rights} {passed}{passed_rank} 0 1"))
        .or_else(|_| Position::from_fen(&format!("{rows} {turn} - - 0 1")))
        .ok()
        .filter(Position::has_legal_move)
}

fn distance(a: usize, b: usize) -> usize {
    (a / 8).abs_diff(b / 8).max((a % 8).abs_diff(b % 8))
}

/// The board as FEN writes it; upside down with the colours changed if asked.
fn rows(board: &[u8; 64], swap: bool) -> String {
    let mut rows = Vec::new();
    for rank in (0..8).rev() {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..8 {
            let man = board[8 * if swap { 7 - rank } else { rank } + file];
            if man == b' ' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                row += &empty.to_string();
                empty = 0;
            }
            let swapped = man ^ if swap { 0x20 } else { 0 };
            row.push(swapped as char);
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        rows.push(row);
    }
    rows.join("/")
}
