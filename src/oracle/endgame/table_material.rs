//! What a table of five men is called, as in `KRPvKR`, what it consists of, and which other tables must be there before it.
//!
//! White is the side with more men. A table is all slices of its men: one if there is no pawn, one for each way to place the
//! pawns otherwise. With five men a capture leads to tables that are made in memory, and only a promotion to another table of
//! files. How a table is made is `table_maker.rs`'s, how it is kept `table_file.rs`'s.

use std::collections::HashSet;
use std::fmt;

use arrayvec::ArrayVec;

use super::material::{Board, EndgameMaterial, MADE_MEN, NON_KINGS};
use super::slice_index::SliceIndex;
use crate::chess::{ByColor, Color, ColoredPiece, Piece, Position, Square};

/// The men of a table of files, kings and all.
const MEN: usize = MADE_MEN + 1;

/// The pieces that a pawn becomes, and any man beside the kings, from the strongest.
const STRONGEST_FIRST: [Piece; 5] =
    [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

/// The men of both sides beside their kings, the strongest first; White has more of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TableMaterial {
    men: ByColor<ArrayVec<Piece, NON_KINGS>>,
}

/// Why a word names no table of five men.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableNameError {
    #[error("`{0}` is no material; it would be both kings and three more men, as in KRPKR")]
    NoMaterial(String),
    #[error(
        "{name} has {men} men; tables of files have {MEN}, those with fewer are made in memory when they are asked for"
    )]
    Men { name: String, men: usize },
}

impl TableMaterial {
    /// The table that a word names, as in `KRPKR`, `KRPvKR` or `KRKRP`, in letters of either case.
    pub fn parse(text: &str) -> Result<TableMaterial, TableNameError> {
        let unnamed = || TableNameError::NoMaterial(text.to_owned());
        let letters: Option<Vec<Piece>> =
            text.chars().filter(|&letter| letter != 'v').map(Piece::from_letter).collect();
        let letters = letters.ok_or_else(unnamed)?;
        let [Piece::King, rest @ ..] = &letters[..] else { return Err(unnamed()) };
        let (first, second) = rest
            .iter()
            .position(|&piece| piece == Piece::King)
            .map(|at| (&rest[..at], &rest[at + 1..]))
            .filter(|(_, second)| !second.contains(&Piece::King))
            .ok_or_else(unnamed)?;
        if letters.len() != MEN {
            return Err(TableNameError::Men { name: text.to_owned(), men: letters.len() });
        }
        let (more, fewer) =
            if first.len() > second.len() { (first, second) } else { (second, first) };
        Ok(TableMaterial::new(more, fewer))
    }

    /// All 110 tables of five men, every one after those that it needs.
    pub fn all() -> Vec<TableMaterial> {
        let mut found = Vec::new();
        for (white, black) in [(3, 0), (2, 1)] {
            for first in choices(white) {
                let second = choices(black);
                found.extend(second.iter().map(|second| TableMaterial::new(&first, second)));
            }
        }
        found.sort_by_key(|material| material.pawns().len());
        found
    }

    /// The table that has a position; `None` if it has another number of men, or a side may castle.
    pub fn of_position(position: &Position) -> Option<TableMaterial> {
        let board = Board::of(position)?;
        TableMaterial::of(&SliceIndex::of(&board.with_more_white()).material)
    }

    fn new(white: &[Piece], black: &[Piece]) -> TableMaterial {
        let sorted = |men: &[Piece]| {
            let mut men: ArrayVec<Piece, NON_KINGS> = men.iter().copied().take(NON_KINGS).collect();
            men.sort_unstable_by(|a, b| b.cmp(a));
            men
        };
        TableMaterial { men: ByColor::new(sorted(white), sorted(black)) }
    }

    /// The table that a slice of five men belongs to; `None` if it has another number of men, or Black has more.
    pub(super) fn of(slice: &EndgameMaterial) -> Option<TableMaterial> {
        let mut men: ByColor<ArrayVec<Piece, NON_KINGS>> = ByColor::default();
        // The strongest come first, and pawns last.
        for man in &slice.pieces {
            men[man.color].push(man.piece);
        }
        for &(color, _) in &slice.pawns {
            men[color].push(Piece::Pawn);
        }
        let is_one = slice.men() == MEN && men[Color::White].len() > men[Color::Black].len();
        is_one.then_some(TableMaterial { men })
    }

    /// A side's men beside its king, the strongest first.
    pub fn men(&self, color: Color) -> &[Piece] {
        &self.men[color]
    }

    fn pawns(&self) -> Vec<Color> {
        let of = |color: Color| {
            self.men[color].iter().filter(|&&man| man == Piece::Pawn).map(move |_| color)
        };
        Color::ALL.into_iter().flat_map(of).collect()
    }

    pub fn promotions(&self) -> Vec<TableMaterial> {
        let mut found = Vec::new();
        for color in Color::ALL {
            let Some(pawn) = self.men[color].iter().position(|&man| man == Piece::Pawn) else {
                continue;
            };
            for piece in &STRONGEST_FIRST[..4] {
                let mut men = self.men.clone();
                men[color][pawn] = *piece;
                found.push(TableMaterial::new(&men[Color::White], &men[Color::Black]));
            }
        }
        found
    }

    /// Its slices, each behind those that a pawn's move leads to.
    pub(super) fn slices(&self) -> Vec<EndgameMaterial> {
        let mut pieces = ArrayVec::new();
        for color in Color::ALL {
            let own = self.men[color].iter().filter(|&&man| man != Piece::Pawn);
            pieces.extend(own.map(|&piece| (ColoredPiece { color, piece }, ())));
        }
        let mut placed: Vec<ArrayVec<(Color, Square), NON_KINGS>> = vec![ArrayVec::new()];
        for color in self.pawns() {
            let longer = |pawns: &ArrayVec<(Color, Square), NON_KINGS>| {
                let pawns = pawns.clone();
                let free = Square::ALL
                    .into_iter()
                    .filter(|square| (1..7).contains(&square.rank().index()));
                free.filter_map(move |square| {
                    let mut more = pawns.clone();
                    let is_taken = more.iter().any(|&(_, taken)| taken == square);
                    (!is_taken).then(|| {
                        more.push((color, square));
                        more
                    })
                })
            };
            placed = placed.iter().flat_map(longer).collect();
        }
        let mut seen = HashSet::new();
        let slices = placed.into_iter().map(|pawns| EndgameMaterial::of(pieces.clone(), pawns).0);
        let mut slices: Vec<EndgameMaterial> =
            slices.filter(|slice| seen.insert(slice.clone())).collect();
        let steps_left = |slice: &EndgameMaterial| {
            let left = |&(color, square): &(Color, Square)| 7 - square.relative_rank(color).index();
            slice.pawns.iter().map(left).sum::<usize>()
        };
        slices.sort_by_key(|slice| (steps_left(slice), slice.pawns.clone()));
        slices
    }
}

/// Every choice of so many men beside a king, the strongest first.
fn choices(count: usize) -> Vec<Vec<Piece>> {
    (0..count).fold(vec![Vec::new()], |chosen: Vec<Vec<Piece>>, _| {
        let mut longer = Vec::new();
        for men in &chosen {
            let weakest = men.last().copied().unwrap_or(Piece::Queen);
            let next = STRONGEST_FIRST.into_iter().filter(|&piece| piece <= weakest);
            longer.extend(next.map(|piece| [&men[..], &[piece]].concat()));
        }
        longer
    })
}

/// `KRPvKR`.
impl fmt::Display for TableMaterial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |color: Color| -> String {
            self.men[color].iter().map(|piece| piece.letter()).collect()
        };
        write!(f, "K{}vK{}", side(Color::White), side(Color::Black))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_order() {
        for (text, name) in [
            ("KRPKR", "KRPvKR"),
            ("krkpr", "KRPvKR"),
            ("KQvKPP", "KPPvKQ"),
            ("KPKPP", "KPPvKP"),
            ("KBNPK", "KBNPvK"),
        ] {
            assert_eq!(
                TableMaterial::parse(text).map(|found| found.to_string()).as_deref(),
                Ok(name)
            );
        }
        for text in ["", "KRP", "RKPKR", "KRPKRK", "KRXKR", "K"] {
            let error = TableMaterial::parse(text).unwrap_err();
            assert!(matches!(error, TableNameError::NoMaterial(_)), "{text}: {error}");
        }
        assert!(matches!(TableMaterial::parse("KQK"), Err(TableNameError::Men { men: 3, .. })));
        assert!(matches!(TableMaterial::parse("KQQKQQ"), Err(TableNameError::Men { men: 6, .. })));
    }

    #[test]
    fn every_table_comes_after_those_it_needs() {
        let all = TableMaterial::all();
        assert_eq!(all.len(), 110);
        for (at, table) in all.iter().enumerate() {
            assert_eq!(TableMaterial::parse(&table.to_string()).as_ref(), Ok(table));
            assert!(table.promotions().iter().all(|needed| all[..at].contains(needed)), "{table}");
        }
    }

    #[test]
    fn slices_are_counted_by_their_pawns() {
        let count = |name: &str| TableMaterial::parse(name).unwrap().slices().len();
        assert_eq!((count("KQRKR"), count("KRPKR")), (1, 24));
        // Two pawns of one side, and one of each: half of all placements, and those that are their own mirror image.
        assert_eq!(count("KPPKR"), 48 * 47 / 2 / 2 + 24 / 2);
        assert_eq!(count("KRPKP"), 48 * 47 / 2);
        let slices = TableMaterial::parse("KRPKP").unwrap().slices();
        for slice in &slices {
            assert_eq!(TableMaterial::of(slice).unwrap().to_string(), "KRPvKP");
        }
    }
}
