//! King and pawn against king, solved: whether the side with the pawn wins.
//!
//! Computed on first use, in a tenth of a millisecond, by retrograde analysis from promotion. One word has the answer for all 64
//! squares of the lone king, so a step of the solution is a few set operations. Boards are in White's view, the pawn on files
//! a–d; callers transform theirs.

use std::sync::OnceLock;

use crate::chess::attacks::{king_attacks, pawn_attacks};
use crate::chess::{Bitboard, Color, File, Rank, Square};

/// Pawn squares: four files by six ranks.
const PAWNS: usize = 24;

/// For each pawn and king of White's, the squares of the black king where White wins.
struct Wins {
    white_moves: [[Bitboard; 64]; PAWNS],
    black_moves: [[Bitboard; 64]; PAWNS],
}

static WINS: OnceLock<Box<Wins>> = OnceLock::new();

/// Returns whether `strong`, the side with the pawn, wins; the position must be legal.
pub(super) fn is_won(strong: Color, king: Square, pawn: Square, lone: Square, turn: Color) -> bool {
    let turned = |square: Square| {
        let square = square.relative(strong);
        if pawn.file() > File::D { square.mirror() } else { square }
    };
    let wins = WINS.get_or_init(solve);
    let table = if turn == strong { &wins.white_moves } else { &wins.black_moves };
    table[number(turned(pawn))][turned(king).index()].has(turned(lone))
}

const fn number(pawn: Square) -> usize {
    (pawn.index() / 8 - 1) * 4 + pawn.index() % 4
}

fn solve() -> Box<Wins> {
    let none = [[Bitboard::EMPTY; 64]; PAWNS];
    let mut wins = Box::new(Wins { white_moves: none, black_moves: none });
    // A pawn only goes forward: the ranks are solved from the seventh down, each until nothing changes.
    for rank in Rank::ALL[1..7].iter().rev() {
        for file in &File::ALL[..4] {
            let pawn = Square::at(*file, *rank);
            while improve(&mut wins, pawn) {}
        }
    }
    wins
}

/// One step backwards for one pawn square; whether anything was found.
fn improve(wins: &mut Wins, pawn: Square) -> bool {
    let index = number(pawn);
    let mut found = false;
    for king in Square::ALL.into_iter().filter(|&king| king != pawn) {
        let white = white_to_move(wins, pawn, king);
        let black = black_to_move(wins.white_moves[index][king.index()] | white, pawn, king);
        found |= wins.white_moves[index][king.index()] != white
            || wins.black_moves[index][king.index()] != black;
        wins.white_moves[index][king.index()] = white;
        wins.black_moves[index][king.index()] = black;
    }
    found
}

/// Squares of the lone king where White to move wins: by a king's move or a pawn's into a win.
fn white_to_move(wins: &Wins, pawn: Square, king: Square) -> Bitboard {
    let taken = Bitboard::of(king).with(pawn);
    let guarded = king_attacks(king) | pawn_attacks(Color::White, pawn);
    let mut won = Bitboard::EMPTY;
    for to in king_attacks(king).without(pawn) {
        won |= wins.black_moves[number(pawn)][to.index()];
    }
    if let Some(stop) = pawn.forward(Color::White)
        && stop != king
    {
        won |= push(wins, pawn, stop, king);
    }
    won - guarded - taken
}

fn push(wins: &Wins, pawn: Square, stop: Square, king: Square) -> Bitboard {
    if stop.rank() == Rank::Eighth {
        // The queen (or a rook, where a queen would be stalemate) must not be taken at once.
        let takers = if king.distance(stop) == 1 { Bitboard::EMPTY } else { king_attacks(stop) };
        return !takers.with(stop);
    }
    let mut won = wins.black_moves[number(stop)][king.index()];
    if pawn.rank() == Rank::Second
        && let Some(double) = stop.forward(Color::White)
        && double != king
    {
        won |= wins.black_moves[number(double)][king.index()].without(stop);
    }
    won
}

/// Squares of the lone king where Black to move loses: every move leads to a win of White, and it is not stalemate.
fn black_to_move(white_wins: Bitboard, pawn: Square, king: Square) -> Bitboard {
    let near = king_attacks(king).with(king);
    let checked = pawn_attacks(Color::White, pawn);
    // Taking the pawn is among these if the king does not protect it.
    let open = !(near | checked);
    let escapes = (open - white_wins).around();
    let legal = !near.with(pawn);
    (legal - escapes) & (open.around() | checked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Piece, Position};

    /// Side to move, White's king, pawn, Black's king.
    type Men = (Color, Square, Square, Square);

    fn index((turn, king, pawn, lone): Men) -> usize {
        ((turn.index() * PAWNS + number(pawn)) * 64 + king.index()) * 64 + lone.index()
    }

    fn position((turn, king, pawn, lone): Men) -> Option<Position> {
        let mut ranks = Vec::new();
        for rank in Rank::ALL.iter().rev() {
            let letter = |file: &File| match Square::at(*file, *rank) {
                square if square == king => 'K',
                square if square == pawn => 'P',
                square if square == lone => 'k',
                _ => '1',
            };
            ranks.push(File::ALL.iter().map(letter).collect::<String>());
        }
        Position::from_fen(&format!("{} {} - - 0 1", ranks.join("/"), turn.letter())).ok()
    }

    /// A position by the rules of chess; its moves within the ending are indices.
    struct Node {
        men: Men,
        replies: Vec<usize>,
        /// A move leaves the ending in the mover's favour: a safe promotion, or the pawn taken.
        exit: bool,
        stalemate: bool,
    }

    /// Returns whether the promoted piece stays on the board and does not stalemate.
    fn is_safe(after: &Position, promotion: Square) -> bool {
        let moves = after.legal_moves();
        let taken = moves.iter().any(|legal| legal.mv.to() == promotion);
        !taken && !after.is_stalemate()
    }

    fn node(men: Men) -> Option<Node> {
        let position = position(men)?;
        let mut node =
            Node { men, replies: Vec::new(), exit: false, stalemate: position.is_stalemate() };
        for legal in position.legal_moves() {
            let after = position.play(legal.mv);
            if legal.mv.promoted().is_some() {
                node.exit |= is_safe(&after, legal.mv.to());
            } else if let Some(pawn) = after.pieces(Piece::Pawn).first() {
                let men = (after.turn(), after.king(Color::White), pawn, after.king(Color::Black));
                node.replies.push(index(men));
            } else {
                node.exit = true;
            }
        }
        Some(node)
    }

    fn every_node() -> Vec<Node> {
        let mut nodes = Vec::new();
        for turn in Color::ALL {
            for pawn in
                Square::ALL.into_iter().skip(8).take(48).filter(|pawn| pawn.file() <= File::D)
            {
                for king in Square::ALL.into_iter().filter(|&king| king != pawn) {
                    for lone in Square::ALL.into_iter().filter(|&lone| lone != pawn && lone != king)
                    {
                        nodes.extend(node((turn, king, pawn, lone)));
                    }
                }
            }
        }
        nodes
    }

    /// Solves the ending again, position by position with the rules of `chess/`, and compares every answer.
    #[test]
    fn agrees_with_the_rules_of_chess() {
        let nodes = every_node();
        let mut won = vec![false; 2 * PAWNS * 64 * 64];
        let mut found = true;
        while found {
            found = false;
            for node in &nodes {
                let win = match node.men.0 {
                    Color::White => node.exit || node.replies.iter().any(|&reply| won[reply]),
                    Color::Black => {
                        !node.exit
                            && !node.stalemate
                            && node.replies.iter().all(|&reply| won[reply])
                    }
                };
                found |= win && !std::mem::replace(&mut won[index(node.men)], win);
            }
        }
        let mut wins = 0;
        for node in &nodes {
            let (turn, king, pawn, lone) = node.men;
            let answer = is_won(Color::White, king, pawn, lone, turn);
            assert_eq!(answer, won[index(node.men)], "{:?}", node.men);
            let turned = is_won(Color::Black, king.flip(), pawn.flip(), lone.flip(), !turn);
            let mirrored = is_won(Color::White, king.mirror(), pawn.mirror(), lone.mirror(), turn);
            assert_eq!((turned, mirrored), (answer, answer), "{:?}", node.men);
            wins += usize::from(answer);
        }
        assert_eq!(wins, 111_282);
    }

    #[test]
    fn the_opposition_decides() {
        let answer = |fen: &str| {
            let position = Position::from_fen(fen).unwrap();
            let pawn = position.pieces(Piece::Pawn).first().unwrap();
            let (white, black) = (position.king(Color::White), position.king(Color::Black));
            is_won(Color::White, white, pawn, black, position.turn())
        };
        assert!(answer("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"));
        assert!(answer("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"));
        assert!(answer("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1"));
        assert!(!answer("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"));
        assert!(!answer("k7/8/1K6/P7/8/8/8/8 w - - 0 1"));
        assert!(answer("7k/8/8/8/8/8/P7/K7 w - - 0 1"));
    }
}
