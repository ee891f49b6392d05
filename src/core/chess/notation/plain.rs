//! Fast parser of plain SAN, as programs write it, for databases of millions of games.
//!
//! Anything that is not plain, legal and unique is left to [`parse_move`](super::parse_move), which reads it or reports the
//! fault. For the rest both return the same move.

use crate::chess::{Bitboard, CastlingSide, File, Move, Piece, Position, Rank, Square, attacks};

/// The legal move that a word of ASCII is in plain SAN; `None` if it has to be looked at more closely.
pub(crate) fn read_plain(position: &Position, word: &[u8]) -> Option<Move> {
    let mut word = word;
    while let [rest @ .., b'+' | b'#'] = word {
        word = rest;
    }
    match word {
        b"O-O" => castle(position, CastlingSide::King),
        b"O-O-O" => castle(position, CastlingSide::Queen),
        [b'a'..=b'h', ..] => pawn(position, word),
        [letter, rest @ ..] => piece(position, piece_of(*letter)?, rest),
        [] => None,
    }
}

fn castle(position: &Position, side: CastlingSide) -> Option<Move> {
    let us = position.turn();
    let rook = position.castling.rook_square(us, side)?;
    let mv = Move::castle(position.king(us), rook);
    position.is_legal(mv).then_some(mv)
}

const fn piece_of(letter: u8) -> Option<Piece> {
    Some(match letter {
        b'N' => Piece::Knight,
        b'B' => Piece::Bishop,
        b'R' => Piece::Rook,
        b'Q' => Piece::Queen,
        b'K' => Piece::King,
        _ => return None,
    })
}

fn file_of(letter: u8) -> Option<File> {
    File::from_letter(char::from(letter))
}

fn rank_of(letter: u8) -> Option<Rank> {
    Rank::from_letter(char::from(letter))
}

fn square_of([file, rank]: [u8; 2]) -> Option<Square> {
    Some(Square::at(file_of(file)?, rank_of(rank)?))
}

/// `f3`, `xf3`, `bd7`, `1xd2`, `a1b2` behind the letter of a piece.
fn piece(position: &Position, piece: Piece, text: &[u8]) -> Option<Move> {
    let [origin @ .., file, rank] = text else { return None };
    let to = square_of([*file, *rank])?;
    let origin = origin.strip_suffix(b"x").unwrap_or(origin);
    let among = match *origin {
        [] => !Bitboard::default(),
        [letter @ b'a'..=b'h'] => Bitboard::file(file_of(letter)?),
        [letter @ b'1'..=b'8'] => Bitboard::rank(rank_of(letter)?),
        [file, rank] => Bitboard::of(square_of([file, rank])?),
        _ => return None,
    };
    let us = position.turn();
    if position.color(us).has(to) {
        return None;
    }
    // The squares that a piece attacks from the destination are its possible origins.
    let reach = attacks::attacks(piece, us, to, position.occupied());
    let mut found = None;
    for from in reach & position.colored_pieces(us, piece) & among {
        if position.leaves_king_safe(piece, from, to)
            && found.replace(Move::normal(from, to)).is_some()
        {
            return None;
        }
    }
    found
}

/// `e4`, `exd5`, `e8=Q`, `exd8=N`.
fn pawn(position: &Position, word: &[u8]) -> Option<Move> {
    let (word, promoted) = match word {
        [rest @ .., b'=', letter @ (b'N' | b'B' | b'R' | b'Q')] => (rest, piece_of(*letter)),
        _ => (word, None),
    };
    let us = position.turn();
    let own = position.colored_pieces(us, Piece::Pawn);
    let (from, to, takes) = match *word {
        [file, rank] => {
            let to = square_of([file, rank])?;
            let one = Bitboard::of(to).forward(!us);
            let from = if (one & own).any() { one } else { one.forward(!us) & own };
            (from.first()?, to, false)
        }
        [file, b'x', onto, rank] => {
            let to = square_of([onto, rank])?;
            let from = attacks::pawn_attacks(!us, to) & own & Bitboard::file(file_of(file)?);
            (from.first()?, to, true)
        }
        _ => return None,
    };
    let mv = match promoted {
        Some(piece) => Move::promotion(from, to, piece),
        None if takes && position.at(to).is_none() => Move::en_passant(from, to),
        None => Move::normal(from, to),
    };
    position.is_legal(mv).then_some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::{parse_move, san};

    const POSITIONS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "4k3/8/8/2pPp3/8/2N1N3/3R4/R3K2R w K c6 0 1",
        "8/1P1P4/7k/8/8/8/Q1Q3K1/Q7 w - - 0 1",
    ];

    /// Every legal move of many positions is read as the move it is, and every other word as `parse_move` reads it or not
    /// at all.
    #[test]
    fn it_reads_what_the_patient_reader_reads() {
        let (mut quick, mut all) = (0, 0);
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            for legal in position.legal_moves() {
                let text = san(&position, legal.mv);
                assert_eq!(
                    read_plain(&position, text.as_bytes()),
                    Some(legal.mv),
                    "{text} in {fen}"
                );
                for cut in 0..text.len() {
                    let mut word = text.clone();
                    word.remove(cut);
                    all += 1;
                    let Some(mv) = read_plain(&position, word.as_bytes()) else { continue };
                    quick += 1;
                    assert_eq!(parse_move(&position, &word), Ok(mv), "{word} in {fen}");
                }
            }
        }
        assert!(quick > 20 && all > 300, "{quick} of {all}");
    }
}
