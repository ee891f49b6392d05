//! Endgames of three and four men in which one move keeps the result, by our own tables; and such men placed at random.

use std::sync::Arc;

use super::collection::ProblemCollection;
use super::finder::PlaceFinder;
use super::games::GamePosition;
use super::problem::{Problem, ProblemClass, material_name};
use super::problem_search::ProblemSearch;
use crate::chess::Piece::{King, Queen};
use crate::chess::{Color, ColoredPiece, Piece, Placement, Position, Setup, Square};
use crate::control::{Limits, StopFlag};
use crate::engine::Options;
use crate::engine::random::Random;
use crate::oracle::tables::TableSet;
use crate::oracle::{Endgames, TableVerdict};

/// With fewer legal moves there is not much to choose from.
const LEAST_MOVES: usize = 4;

/// Placements are tried so often until one is a position.
const TRIES: usize = 100;

/// What is placed beside the kings: men of the one side, and of the other behind the v.
const MATERIAL: [&str; 21] = [
    "Pv", "Rv", "Qv", "PPv", "NPv", "BPv", "RPv", "BNv", "BBv", "PvP", "NvP", "BvP", "RvP", "QvP",
    "RvN", "RvB", "RvR", "QvN", "QvB", "QvR", "QvQ",
];

/// Finds the only moves that keep a result.
pub(super) struct EndgameFinder {
    tables: TableSet,
    search: ProblemSearch,
}

impl EndgameFinder {
    /// With tables of its own, made as they are needed.
    pub(super) fn new(options: &Options) -> EndgameFinder {
        let tables = TableSet { own: Some(Arc::new(Endgames::new())), syzygy: None };
        EndgameFinder { tables, search: ProblemSearch::new(options) }
    }
}

impl PlaceFinder for EndgameFinder {
    fn is_promising(&self, game: &[GamePosition], index: usize) -> bool {
        self.tables.covers(&game[index].position)
    }

    fn problem(
        &mut self,
        place: &GamePosition,
        collection: &ProblemCollection,
        stop: &StopFlag,
    ) -> Option<Problem> {
        let position = collection.new_position(&place.position)?;
        let material = material_name(&position);
        let class = ProblemClass::Endgame(material.clone());
        if !collection.wants(&class) || position.legal_moves().len() < LEAST_MOVES {
            return None;
        }
        // Nothing is said of a position by tables that were not made because it was told to stop.
        let moves = self.tables.moves(&position, stop).ok()??;
        let [best, others @ ..] = &moves[..] else { return None };
        let count = |verdict| others.iter().filter(|other| other.value.verdict == verdict).count();
        let (draw, lose) = (count(TableVerdict::Draw), count(TableVerdict::Loss));
        let told = match best.value.verdict {
            // Any other verdict is one that fifty moves may spoil.
            TableVerdict::Win if draw + lose == others.len() => {
                format!("win, mate in {}; {draw} other moves draw, {lose} lose", best.value.mate?)
            }
            TableVerdict::Draw if lose == others.len() => {
                format!("draw; the {lose} other moves lose")
            }
            _ => return None,
        };
        let key = best.mv;
        let is_plain = position.is_capture(key) || key.promoted() == Some(Queen);
        if is_plain || self.search.best(&position, Limits::depth(1), stop)? == key {
            return None;
        }
        let (name, checked) = (place.name.clone(), format!("{material}, {told}; by tables"));
        Some(Problem { position, key, class, name, checked })
    }
}

/// Three or four men, placed at random: the same for a seed and a number. `None` if no placement is a position.
pub(super) fn placed(seed: u64, number: usize) -> Option<GamePosition> {
    let mut random = Random::new(seed, number as u64);
    let (strong, weak) = MATERIAL[random.below(MATERIAL.len())].split_once('v').unwrap_or_default();
    let stronger = if random.once_in(2) { Color::White } else { Color::Black };
    let turn = if random.once_in(2) { Color::White } else { Color::Black };
    let men = [(King, stronger), (King, !stronger)]
        .into_iter()
        .chain(strong.chars().filter_map(Piece::from_letter).map(|piece| (piece, stronger)))
        .chain(weak.chars().filter_map(Piece::from_letter).map(|piece| (piece, !stronger)));
    let position = (0..TRIES).find_map(|_| {
        let mut placement = Placement::EMPTY;
        for (piece, color) in men.clone() {
            let square = Square::ALL[random.below(Square::ALL.len())];
            if placement.piece_at(square).is_some() {
                return None;
            }
            placement = placement.with(ColoredPiece { color, piece }, square);
        }
        let setup = Setup { castling: Some(Vec::new()), ..Setup::new(placement, turn) };
        Position::try_from(setup).ok()
    })?;
    let name = format!("placed {seed}.{}", number + 1);
    Some(GamePosition { name, ply: 0, position, taken_on: None, look: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workshop::mine::{MineOptions, ProblemKind};

    fn problem(fen: &str) -> Option<Problem> {
        let position = Position::from_fen(fen).unwrap();
        let place =
            GamePosition { name: "x".to_owned(), ply: 0, position, taken_on: None, look: None };
        let collection = ProblemCollection::new(&[], &MineOptions::of(ProblemKind::Endgames));
        let mut options = Options::default();
        options.set("Hash", "1").unwrap();
        EndgameFinder::new(&options).problem(&place, &collection, &StopFlag::new())
    }

    #[test]
    fn one_move_must_keep_the_result_and_take_nothing() {
        // From a game of ours: black must stay near, and out of the corner.
        let found = problem("6R1/8/8/2K2n2/8/8/8/6k1 b - - 0 1").unwrap();
        assert_eq!((found.key.to(), found.class.to_string()), (Square::H2, "KRKN".to_owned()));
        assert!(found.checked.starts_with("KRKN, draw; the 5 other moves lose"), "{found:?}");
        // Many moves win; the only winning move takes a queen; nothing can go wrong.
        for fen in [
            "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1",
            "8/8/8/8/8/2k5/7q/K6R w - - 0 1",
            "7k/8/8/8/8/8/8/1N2K3 w - - 0 1",
        ] {
            assert!(problem(fen).is_none(), "{fen}");
        }
    }

    #[test]
    fn placements_repeat_and_are_covered() {
        let fens = |seed| {
            let positions = (0..50).filter_map(|number| placed(seed, number));
            positions.map(|place| place.position.to_fen()).collect::<Vec<_>>()
        };
        assert_eq!(fens(1), fens(1));
        assert!(fens(1).len() > 40 && fens(1) != fens(2));
        let tables = Endgames::new();
        for number in 0..50 {
            let covered = placed(1, number).is_none_or(|place| tables.covers(&place.position));
            assert!(covered, "{number}");
        }
    }
}
