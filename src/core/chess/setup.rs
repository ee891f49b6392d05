//! The content of a FEN, validated into a [`Position`].
//!
//! A [`Setup`] may be nonsense; a `Position` never is. Every fault that makes a setup unplayable is a [`PositionError`]; oddities
//! (dropped rights, a board that no game can reach) are only [warnings](Setup::warnings), because problemists set up such boards
//! all the time. The text is parsed in `fen/`.

use super::play::passed;
use super::{
    Bitboard, Castling, CastlingSide, Color, ColoredPiece, File, Piece, Placement, Position, Rank,
    Square,
};

/// More men a side than this are refused: a side that begins with sixteen never gets more, and move lists have room for
/// no more.
pub(crate) const MAX_PIECES: u32 = 16;

/// A board as it was set up.
///
/// ```
/// use quarterply_core::chess::{Position, Setup, Square};
///
/// // White gives odds of the queen.
/// let mut setup = Setup::from(&Position::start());
/// setup.placement = setup.placement.without(Square::D1);
/// let position = Position::try_from(&setup)?;
/// assert_eq!(position.to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The placement of the men.
    pub placement: Placement,
    /// The side to move.
    pub turn: Color,
    /// The castling rights by their letters in a FEN: `K` and `Q` for the rook farthest from the king on that side, `A` to `H`
    /// for the rook on that file, small ones for Black. `None` if not given.
    ///
    /// If not given, all rights of standard chess that the board allows: king on the e-file, rook on the a- or h-file. A Chess960
    /// right has to be given.
    pub castling: Option<String>,
    /// The position is declared to be Chess960: a castling right counts if its king and rook are in place.
    pub chess960: bool,
    /// The square that a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, from 1.
    pub fullmoves: u16,
}

/// A castling right that is claimed, with the squares of king and rook.
#[derive(Clone, Copy)]
struct Claim {
    color: Color,
    side: CastlingSide,
    king: Square,
    rook: Square,
}

/// The right that a letter names, if king and rook are on squares that allow it.
fn claimed(placement: &Placement, letter: char) -> Option<Claim> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let home = placement.color(color) & Bitboard::rank(Rank::First.relative(color));
    let king = (placement.pieces(Piece::King) & home).first()?;
    let rooks = placement.pieces(Piece::Rook) & home;
    let (rook, wanted) = match letter.to_ascii_lowercase() {
        'k' => (rooks.last()?, Some(CastlingSide::King)),
        'q' => (rooks.first()?, Some(CastlingSide::Queen)),
        file => ((rooks & Bitboard::file(File::from_letter(file)?)).first()?, None),
    };
    let side = CastlingSide::of(king, rook);
    wanted.is_none_or(|wanted| wanted == side).then_some(Claim { color, side, king, rook })
}

/// Returns whether king and rook are on their start squares of standard chess.
fn is_standard(side: CastlingSide, king: Square, rook: Square) -> bool {
    king.file() == File::E && rook.file() == side.corner()
}

/// A setup that cannot be played from, with every reason why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a playable position: {}", faults.join("; "))]
pub struct PositionError {
    /// The reasons, at least one.
    pub(crate) faults: Vec<String>,
}

impl Setup {
    /// Creates the setup of a board: no en passant, clocks at their beginning, and the castling rights that the board allows.
    pub const fn new(placement: Placement, turn: Color) -> Setup {
        Setup {
            placement,
            turn,
            castling: None,
            chess960: false,
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// Castling rights and en passant squares that do not fit the board, and count for nothing.
    pub(crate) fn leftovers(&self) -> Vec<String> {
        let dropped = |letter: char| {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            format!(
                "castling right \"{letter}\" is dropped: {color}'s king and that rook are not in place"
            )
        };
        let passed = self.en_passant.filter(|_| self.passed_square().is_none());
        let no_capture = |square| {
            format!("no pawn has just passed {square}: nothing is captured there en passant")
        };
        let (_, lost) = self.castling_rights();
        lost.into_iter().map(dropped).chain(passed.map(no_capture)).collect()
    }

    /// Oddities that do not make the position unplayable.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = self.leftovers();
        let (castling, _) = self.castling_rights();
        let has_rights = |&color: &Color| {
            CastlingSide::ALL.iter().any(|&side| castling.rook_square(color, side).is_some())
        };
        let king_of =
            |color| (self.placement.pieces(Piece::King) & self.placement.color(color)).first();
        let castlers = Color::ALL.into_iter().filter(has_rights).filter_map(king_of);
        let castlers: Vec<String> =
            castlers.filter(|king| king.file() != File::E).map(|king| king.to_string()).collect();
        // Kings that castled long ago may have rooks beside them, too.
        let is_claimed = |letters: &str| letters.contains(['K', 'Q', 'k', 'q']);
        if !self.chess960 && self.castling.as_deref().is_some_and(is_claimed) {
            match &castlers[..] {
                [] => {}
                [king] => warnings.push(format!("the king on {king} castles as in Chess960")),
                kings => {
                    let kings = kings.join(" and ");
                    warnings.push(format!("the kings on {kings} castle as in Chess960"));
                }
            }
        }
        for color in Color::ALL {
            if promotions_needed(&self.placement, color) {
                warnings.push(format!(
                    "{color} has more pieces than promotions can explain: no game leads here"
                ));
            }
        }
        if let Ok(position) = Position::try_from(self)
            && position.checkers().len() > 2
        {
            let checks = position.checkers().len();
            warnings.push(format!("{checks} pieces give check at once: no game leads here"));
        }
        warnings
    }

    /// The rights that hold on this board, and the claims that do not.
    ///
    /// `KQkq` is often left over after kings or rooks have moved; that alone does not make a position Chess960. A right that
    /// standard chess does not have holds if Chess960 is declared, if it names the file of its rook, or if all rights fit and
    /// all kings with rights are on one file. On the e-file, where kings of standard chess are too, both sides must have
    /// rights, with rooks on the same files.
    pub(super) fn castling_rights(&self) -> (Castling, Vec<char>) {
        let (mut castling, mut dropped) = (Castling::NONE, Vec::new());
        let letters = self.castling.as_deref();
        let claims = letters.unwrap_or("HAha").chars();
        let claims: Vec<_> =
            claims.map(|letter| (letter, claimed(&self.placement, letter))).collect();
        let fitting: Vec<Claim> = claims.iter().filter_map(|&(_, claim)| claim).collect();
        let all_pairs = |agree: fn(&Claim, &Claim) -> bool| {
            fitting.iter().all(|one| fitting.iter().all(|other| agree(one, other)))
        };
        let on_one_file = fitting.len() == claims.len()
            && all_pairs(|one, other| one.king.file() == other.king.file());
        let is_mirrored = on_one_file
            && !all_pairs(|one, other| one.color == other.color)
            && all_pairs(|one, other| {
                one.side != other.side || one.rook.file() == other.rook.file()
            });
        for (letter, claim) in claims {
            let names_file = !"KQkq".contains(letter);
            match claim {
                Some(Claim { color, side, king, rook })
                    if is_standard(side, king, rook)
                        || letters.is_some()
                            && (names_file
                                || self.chess960
                                || is_mirrored
                                || on_one_file && king.file() != File::E) =>
                {
                    match castling.rook_square(color, side) {
                        None => castling.grant(color, side, king, rook),
                        Some(same) if same == rook => {}
                        Some(_) => dropped.push(letter),
                    }
                }
                _ if letters.is_some() => dropped.push(letter),
                _ => {}
            }
        }
        (castling, dropped)
    }

    /// Builds the position of a chess problem, in which one side may lack its king. The rules of games ([`TryFrom`]) need both.
    pub fn problem(&self) -> Result<Position, PositionError> {
        self.validated(true)
    }

    fn validated(&self, is_problem: bool) -> Result<Position, PositionError> {
        let faults = self.faults(is_problem);
        if !faults.is_empty() {
            return Err(PositionError { faults });
        }
        let mut position = Position::assemble(
            self.placement,
            self.castling_rights().0,
            None,
            self.turn,
            self.halfmoves,
            self.fullmoves.max(1),
        );
        if let Some(square) = self.passed_square() {
            position.offer_en_passant(square);
        }
        Ok(position)
    }

    fn faults(&self, is_problem: bool) -> Vec<String> {
        let mut faults = Vec::new();
        let kings = self.placement.pieces(Piece::King);
        for color in Color::ALL {
            let men = self.placement.color(color);
            match (kings & men).len() {
                0 if is_problem && (kings - men).any() => {}
                0 => faults.push(format!("{color} has no king")),
                1 => {}
                many => faults.push(format!("{color} has {many} kings, and needs exactly one")),
            }
            let men = men.len();
            if men > MAX_PIECES {
                faults.push(format!("{color} has {men} men, and may have {MAX_PIECES} at most"));
            }
        }
        let edges = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        faults.extend((self.placement.pieces(Piece::Pawn) & edges).map(|square| {
            format!("a pawn stands on {square}, and no pawn can be on the first or eighth rank")
        }));
        let king_of = |color| (kings & self.placement.color(color)).first();
        if Color::ALL.iter().all(|&color| !(kings & self.placement.color(color)).many()) {
            if let (Some(ours), Some(theirs)) = (king_of(self.turn), king_of(!self.turn))
                && ours.distance(theirs) <= 1
            {
                faults.push(format!("the kings on {ours} and {theirs} touch"));
            }
            let theirs_to_move =
                Position::assemble(self.placement, Castling::NONE, None, !self.turn, 0, 1);
            if let Some(attacker) = theirs_to_move.checkers().first() {
                let (us, them) = (self.turn, !self.turn);
                faults.push(format!("{them} is in check (from {attacker}), but it is {us}'s move"));
            }
        }
        faults
    }

    /// Returns whether a pawn can have passed over the en-passant square on the last move.
    fn passed_square(&self) -> Option<Square> {
        let square = self.en_passant?;
        let pawn = ColoredPiece { color: !self.turn, piece: Piece::Pawn };
        let origin = square.forward(self.turn)?;
        let plausible = square.relative_rank(self.turn) == Rank::Sixth
            && self.placement.at(passed(square)) == Some(pawn)
            && self.placement.at(square).is_none()
            && self.placement.at(origin).is_none();
        plausible.then_some(square)
    }
}

/// Returns whether a side has more pieces than its missing pawns can have promoted to, or more than eight pawns.
fn promotions_needed(placement: &Placement, color: Color) -> bool {
    let men = |piece| (placement.pieces(piece) & placement.color(color)).len();
    let bishops = placement.pieces(Piece::Bishop) & placement.color(color);
    let promoted = men(Piece::Knight).saturating_sub(2)
        + (bishops & Bitboard::LIGHT).len().saturating_sub(1)
        + (bishops & Bitboard::DARK).len().saturating_sub(1)
        + men(Piece::Rook).saturating_sub(2)
        + men(Piece::Queen).saturating_sub(1);
    men(Piece::Pawn) + promoted > 8
}

impl TryFrom<&Setup> for Position {
    type Error = PositionError;

    /// Rights without king or rook in place are dropped, with a warning ([`Setup::warnings`]); an en-passant square is kept only
    /// if a legal capture goes there.
    fn try_from(setup: &Setup) -> Result<Position, PositionError> {
        setup.validated(false)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let setup = Setup {
            placement: *position.placement(),
            turn: position.turn(),
            castling: Some(castling_letters(position, false)),
            chess960: false,
            en_passant: position.en_passant(),
            halfmoves: position.halfmoves(),
            fullmoves: position.fullmoves(),
        };
        // Without a sign of Chess960, `KQkq` would be read as leftover rights.
        if setup.castling_rights().0 == *position.castling() {
            return setup;
        }
        Setup { castling: Some(castling_letters(position, true)), ..setup }
    }
}

/// The castling field of a FEN. With `names_files`, rooks that are not those of standard chess are named by their files.
fn castling_letters(position: &Position, names_files: bool) -> String {
    let mut letters = String::new();
    for color in Color::ALL {
        let cased = |letter: char| match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        };
        for (side, outermost) in CastlingSide::ALL.into_iter().zip(['k', 'q'].map(cased)) {
            if let Some(rook) = position.castling().rook_square(color, side) {
                let found = claimed(position.placement(), outermost);
                let is_outermost = found.is_some_and(|found| found.rook == rook);
                let by_file = names_files && !is_standard(side, position.king(color), rook);
                let file = cased(rook.file().letter());
                letters.push(if is_outermost && !by_file { outermost } else { file });
            }
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(fen: &str) -> Vec<String> {
        let setup = Setup::parse(fen).expect(fen);
        Position::try_from(&setup).expect_err(fen).faults
    }

    #[test]
    fn every_fault_is_named() {
        assert_eq!(faults("8/8/8/8/8/8/8/8 w"), ["White has no king", "Black has no king"]);
        assert_eq!(
            faults("P3k3/8/8/8/8/8/8/4KK2 w"),
            [
                "White has 2 kings, and needs exactly one",
                "a pawn stands on a8, and no pawn can be on the first or eighth rank"
            ]
        );
        assert_eq!(
            faults("4k3/4Q3/8/8/8/8/8/4K3 w"),
            ["Black is in check (from e7), but it is White's move"]
        );
        assert_eq!(faults("8/8/8/8/8/8/4k3/4K3 w"), ["the kings on e1 and e2 touch"]);
        assert_eq!(
            faults("4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 b"),
            ["White has 17 men, and may have 16 at most"]
        );
        assert_eq!(
            Position::from_fen("8/8/8/8/8/8/8/K7 w").expect_err("no king").to_string(),
            "not a playable position: Black has no king"
        );
    }

    #[test]
    fn rights_that_are_left_over_make_no_chess960() {
        let rights = |fen: &str| {
            let setup = Setup::parse(fen).expect(fen);
            let position = Position::try_from(&setup).expect(fen);
            let fen = position.to_fen();
            (fen.split(' ').nth(2).unwrap_or_default().to_owned(), setup.warnings().len())
        };
        // Kings on different files, or a right that does not fit.
        assert_eq!(rights("2rkr3/2p1p3/8/8/8/8/8/R5K1 w KQkq - 0 1"), ("-".to_owned(), 4));
        assert_eq!(rights("r6k/6pp/8/8/8/8/6PP/R6K b KQkq - 0 1"), ("-".to_owned(), 4));
        assert_eq!(rights("r4r1k/8/8/8/8/8/8/5RKR b KQkq - 0 1"), ("-".to_owned(), 4));
        assert_eq!(rights("r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), ("KQ".to_owned(), 2));
        // Kings on one file, all rights in place: Chess960.
        // They may have been left over all the same.
        assert_eq!(rights("r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1"), ("KQkq".to_owned(), 1));
        assert_eq!(rights("1rk5/8/8/8/8/8/8/1RK5 w Qq - 0 1"), ("Qq".to_owned(), 1));
        // If only one side has rights this is ambiguous: keep them and warn.
        assert_eq!(rights("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1"), ("KQ".to_owned(), 1));
        // With Chess960 declared, every right that fits counts, and the written FEN is read back the same.
        let of_chess960 = |fen: &str| {
            let setup = Setup { chess960: true, ..Setup::parse(fen).expect(fen) };
            let position = Position::try_from(&setup).expect(fen);
            assert_eq!(Position::from_fen(&position.to_fen()), Ok(position), "{fen}");
            (
                position.to_fen().split(' ').nth(2).unwrap_or_default().to_owned(),
                setup.warnings().len(),
            )
        };
        assert_eq!(of_chess960("r1k4r/8/8/8/8/8/8/RNBQK2R b KQkq - 0 1"), ("KQha".to_owned(), 0));
        assert_eq!(
            of_chess960("bnrkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w KQkq - 0 1"),
            ("DBfc".to_owned(), 0)
        );
        assert_eq!(of_chess960("r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1"), ("KQkq".to_owned(), 0));
        assert_eq!(of_chess960("2rkr3/2p1p3/8/8/8/8/8/R5K1 w KQkq - 0 1"), ("Aec".to_owned(), 1));
        // Rooks of standard chess that have left their corners, and rooks of Chess960 that have not.
        assert_eq!(rights("r3k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1"), ("Kkq".to_owned(), 1));
        assert_eq!(rights("r3k1r1/8/8/8/8/8/8/R3K2R b KQkq - 0 1"), ("KQq".to_owned(), 1));
        assert_eq!(rights("4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1"), ("K".to_owned(), 1));
        assert_eq!(rights("1r2kr2/8/8/8/8/8/8/1R2KR2 w KQkq - 0 1"), ("KQkq".to_owned(), 0));
        assert_eq!(of_chess960("r3k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1"), ("KBkq".to_owned(), 0));
        assert_eq!(of_chess960("4k3/8/8/8/8/8/8/1R2KR2 w KQ - 0 1"), ("FB".to_owned(), 0));
        // Files name rooks of Chess960 only.
        assert_eq!(rights("r2k3r/8/8/8/8/8/8/1R3KR1 w GBh - 0 1"), ("GBh".to_owned(), 0));
        assert_eq!(rights("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ("KQ".to_owned(), 0));
    }

    #[test]
    fn what_no_game_reaches_is_playable_with_a_warning() {
        let setup = Setup::parse("4k3/8/8/8/8/8/NNNNNNNN/NNN1K3 w").expect("a FEN");
        let told = "White has more pieces than promotions can explain: no game leads here";
        assert_eq!(setup.warnings(), [told]);
        let position = Position::try_from(&setup).expect("playable");
        assert!(position.has_legal_move());
        for (square, told) in [("e3", 0), ("e6", 1), ("d3", 1)] {
            let fen = format!("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq {square} 0 1");
            assert_eq!(Setup::parse(&fen).expect("a FEN").warnings().len(), told, "{square}");
        }
        let setup = Setup::parse("4k3/3P4/3N2B1/8/8/8/8/4R1K1 b").expect("a FEN");
        assert_eq!(setup.warnings(), ["4 pieces give check at once: no game leads here"]);
    }
}
