//! Moves, squares and results in words, for text to speech.
//!
//! ```text
//! knight f3 · pawn takes d5 · knight b to d2 · pawn takes e8 promotes to queen check · castles king side
//! ```

use super::settings::Spoken;
use crate::chess::{CastlingSide, Color, Move, Piece, Position, Square, notation};
use crate::units::{Bound, Score, ScoreKind};

impl Spoken {
    pub const fn is_on(self) -> bool {
        !matches!(self, Spoken::Off)
    }

    /// Whether moves are words, not SAN.
    pub const fn in_words(self) -> bool {
        matches!(self, Spoken::Words)
    }

    /// Returns a legal move in words, or in SAN.
    pub fn mv(self, position: &Position, mv: Move) -> String {
        let san = notation::san(position, mv);
        if !self.in_words() {
            return san;
        }
        let sign = match san.chars().last() {
            Some('+') => " check",
            Some('#') => " mate",
            _ => "",
        };
        Spoken::unsigned(position, mv) + sign
    }

    /// Returns a legal move in words, without check and mate.
    pub fn unsigned(position: &Position, mv: Move) -> String {
        match (mv.is_castle(), CastlingSide::of(mv.from(), mv.to())) {
            (true, CastlingSide::King) => "castles king side".to_owned(),
            (true, CastlingSide::Queen) => "castles queen side".to_owned(),
            (false, _) => plain_move(position, mv, &notation::unsigned_san(position, mv)),
        }
    }

    pub const fn pass(self) -> &'static str {
        if self.in_words() { "pass" } else { notation::PASS }
    }

    /// Returns the first moves of a line in words: `knight f3, then pawn d5, pawn c4`.
    pub fn line(self, root: &Position, moves: &[Move]) -> String {
        const MOST: usize = 4;
        let said: Vec<String> = super::movetext::legal(root, moves)
            .take(MOST)
            .map(|(position, mv)| self.mv(&position, mv))
            .collect();
        match said.split_first() {
            Some((first, [])) => first.clone(),
            Some((first, rest)) => format!("{first}, then {}", rest.join(", ")),
            None => String::new(),
        }
    }
}

fn plain_move(position: &Position, mv: Move, san: &str) -> String {
    let (piece, takes) = (position.moved(mv), position.is_capture(mv));
    let to = mv.to().to_string();
    // Disambiguation of SAN; captures of pawns always have the file.
    let between = san.split(&to).next().unwrap_or_default();
    let from = between.trim_start_matches(piece.letter()).trim_end_matches('x');
    let is_needed = piece != Piece::Pawn || several_pawns_take(position, mv.to());
    let mut text = piece.name().to_owned();
    if is_needed && !from.is_empty() {
        text.push_str(&format!(" {from}"));
        text.push_str(if takes { "" } else { " to" });
    }
    text.push_str(if takes { " takes " } else { " " });
    text.push_str(&to);
    if mv.is_en_passant() {
        text.push_str(" en passant");
    }
    if let Some(promoted) = mv.promoted() {
        text.push_str(&format!(" promotes to {}", promoted.name()));
    }
    text
}

fn several_pawns_take(position: &Position, to: Square) -> bool {
    let mut takers = position.moves().filter(|mv| {
        mv.to() == to && position.moved(*mv) == Piece::Pawn && position.is_capture(*mv)
    });
    // Each promotion is four moves.
    let first = takers.next().map(|mv| mv.from());
    takers.any(|mv| Some(mv.from()) != first)
}

/// Returns who is better and by how much: `White is better by 0.45`, `Black mates in 3`.
pub fn verdict(score: Score, bound: Bound, turn: Color) -> String {
    let (side, worth) = if score > Score::DRAW { (turn, score) } else { (!turn, -score) };
    if score.is_from_table() {
        return format!("{side} wins by the endgame tables");
    }
    match worth.kind() {
        ScoreKind::Centipawns(0) => "the position is even".to_owned(),
        ScoreKind::Centipawns(cp) => {
            let limit = match bound {
                Bound::Exact => "",
                _ if (bound == Bound::Lower) == (score > Score::DRAW) => " or more",
                _ => " or less",
            };
            format!("{side} is better by {}.{:02}{limit}", cp / 100, cp % 100)
        }
        ScoreKind::Mates(moves) | ScoreKind::Mated(moves) => format!("{side} mates in {moves}"),
    }
}

/// Returns a sentence: capitalised, with a full stop.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::parse_move;

    fn said(spoken: Spoken, fen: &str, mv: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        spoken.mv(&position, parse_move(&position, mv).unwrap())
    }

    #[test]
    fn moves_are_words() {
        let start = Position::start().to_fen();
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let pawns = "3r2k1/2P1P3/8/8/8/8/8/4K3 w - - 0 1";
        let passant = "4k3/8/8/2pPp3/8/8/8/4K3 w - e6 0 1";
        let knights = "4k3/8/8/3p4/8/1N3N2/8/4K3 w - - 0 1";
        let queens = "6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1";
        for (fen, mv, expected) in [
            (start.as_str(), "Nf3", "knight f3"),
            (&start, "e4", "pawn e4"),
            (castling, "O-O", "castles king side"),
            (castling, "O-O-O", "castles queen side"),
            (castling, "Rxa8+", "rook takes a8 check"),
            (passant, "dxe6", "pawn takes e6 en passant"),
            (passant, "d6", "pawn d6"),
            (pawns, "cxd8=Q+", "pawn c takes d8 promotes to queen check"),
            (pawns, "c8=N", "pawn c8 promotes to knight"),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "pawn takes d5"),
            ("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "exd5", "pawn e takes d5"),
            (knights, "Nbd4", "knight b to d4"),
            (knights, "Ng5", "knight g5"),
            (queens, "Qh4e1", "queen h4 to e1"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#", "rook a8 mate"),
        ] {
            assert_eq!(said(Spoken::Words, fen, mv), expected, "{mv}");
        }
    }

    #[test]
    fn san_stays_where_moves_are_not_words() {
        let start = Position::start().to_fen();
        for spoken in [Spoken::Off, Spoken::San] {
            assert_eq!((said(spoken, &start, "Nf3"), spoken.pass()), ("Nf3".to_owned(), "--"));
        }
        assert_eq!(Spoken::Words.pass(), "pass");
    }

    #[test]
    fn a_line_is_short_and_ends_where_it_breaks() {
        let start = Position::start();
        let mut moves = Vec::new();
        let mut position = start;
        for word in "Nf3 d5 d4 Nf6 c4".split(' ') {
            moves.push(parse_move(&position, word).unwrap());
            position = position.play(moves[moves.len() - 1]);
        }
        let line = |count: usize| Spoken::Words.line(&start, &moves[..count]);
        assert_eq!(line(1), "knight f3");
        assert_eq!(line(2), "knight f3, then pawn d5");
        assert_eq!(line(5), "knight f3, then pawn d5, pawn d4, knight f6");
        assert_eq!(Spoken::San.line(&start, &[moves[0], moves[0]]), "Nf3");
    }

    #[test]
    fn verdicts_name_the_side() {
        let exact = |score, turn| verdict(score, Bound::Exact, turn);
        assert_eq!(exact(Score::cp(45), Color::White), "White is better by 0.45");
        assert_eq!(exact(Score::cp(45), Color::Black), "Black is better by 0.45");
        assert_eq!(exact(Score::cp(-205), Color::White), "Black is better by 2.05");
        assert_eq!(exact(Score::DRAW, Color::Black), "the position is even");
        assert_eq!(exact(Score::mates_at(5), Color::Black), "Black mates in 3");
        assert_eq!(exact(-Score::mates_at(4), Color::Black), "White mates in 2");
        let wins = Score::table_win_at(7);
        assert_eq!(exact(-wins, Color::White), "Black wins by the endgame tables");
        let bounded = |cp, bound| verdict(Score::cp(cp), bound, Color::White);
        assert_eq!(bounded(45, Bound::Lower), "White is better by 0.45 or more");
        assert_eq!(bounded(45, Bound::Upper), "White is better by 0.45 or less");
        assert_eq!(bounded(-45, Bound::Lower), "Black is better by 0.45 or less");
        assert_eq!(sentence("the position is even"), "The position is even.");
    }
}
