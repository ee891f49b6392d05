//! Names of openings by position, from the public list in `book/names.txt`.
//!
//! The name of a game is that of its last named position, in any move order. The list is parsed on first use and has no effect on
//! the moves played.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::RowError;
use super::lines::{Opening, OpeningLine, openings, read_lines};
use crate::chess::polyglot::key;
use crate::chess::{Game, Position};

const TEXT: &str = include_str!("../../book/names.txt");

static NAMES: LazyLock<Result<OpeningNames, RowError>> = LazyLock::new(|| OpeningNames::read(TEXT));

/// The positions between those that have names, with the name that a game has there; `None` where the ways there have
/// different names. Only games begun from a position need them.
static BETWEEN: LazyLock<HashMap<u64, Option<&'static Opening>>> = LazyLock::new(|| {
    let Ok(names) = NAMES.as_ref() else { return HashMap::new() };
    let own = openings().map(|openings| openings.lines()).unwrap_or_default();
    names.between(own)
});

struct OpeningNames {
    lines: Vec<OpeningLine>,
    /// Rows by the Polyglot key of the position that they name, which counts en passant where a capture is legal.
    rows: HashMap<u64, usize>,
}

pub fn opening_at(position: &Position) -> Option<&'static Opening> {
    NAMES.as_ref().ok()?.at(key(position))
}

/// Plies in which a name is looked for, beside the position of the game: no line of the list has half of it, and the name of a
/// long game is asked for after each of its moves.
const PLIES: usize = 80;

/// Returns the name of the last named position of a game, the start position included.
pub fn opening_of(game: &Game) -> Option<&'static Opening> {
    let last = |name: &dyn Fn(&Position) -> Option<&'static Opening>| {
        name(game.position()).or_else(|| {
            let before = game.steps().map(|(position, _)| position).take(PLIES);
            before.collect::<Vec<_>>().iter().rev().find_map(name)
        })
    };
    let between = |position: &Position| *BETWEEN.get(&key(position))?;
    let named = last(&opening_at);
    // Every line has more men, so endgames and problems skip the table.
    const FEWEST: u32 = 16;
    let start = game.start();
    let may_be_between = start != &Position::start() && start.occupied().len() >= FEWEST;
    named.or_else(|| if may_be_between { last(&between) } else { None })
}

impl OpeningNames {
    fn read(text: &str) -> Result<OpeningNames, RowError> {
        let lines = read_lines(text)?;
        let rows = lines.iter().enumerate().map(|(row, line)| (line.key, row)).collect();
        Ok(OpeningNames { lines, rows })
    }

    fn at(&self, key: u64) -> Option<&Opening> {
        self.rows.get(&key).map(|&row| &self.lines[row].opening)
    }

    fn between<'a>(&'a self, own: &'a [OpeningLine]) -> HashMap<u64, Option<&'a Opening>> {
        let mut between = HashMap::new();
        for line in self.lines.iter().chain(own) {
            let (mut position, mut name) = (Position::start(), None);
            for &(mv, _) in &line.moves {
                position = position.play(mv);
                let key = key(&position);
                match self.at(key) {
                    Some(named) => name = Some(named),
                    None => {
                        let known = between.entry(key).or_insert(name);
                        *known = known.filter(|&known| Some(known) == name);
                    }
                }
            }
        }
        between
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::tests;

    fn called(game: &Game) -> Option<(&'static str, &'static str)> {
        opening_of(game).map(|opening| (opening.eco.as_str(), opening.name.as_str()))
    }

    #[test]
    fn every_row_names_the_game_of_its_moves() {
        let names = NAMES.as_ref().unwrap_or_else(|error| panic!("book/names.txt: {error}"));
        assert!(names.lines.len() > 3_800, "{} rows", names.lines.len());
        assert_eq!(names.rows.len(), names.lines.len(), "two rows name the same position");
        for line in &names.lines {
            let opening = opening_of(&line.game());
            assert_eq!(opening, Some(&line.opening), "{:?}", line.moves);
            assert_eq!(line.named, line.moves.len(), "{}", line.opening.name);
        }
    }

    #[test]
    fn a_game_has_the_name_of_its_last_named_position() {
        let called = |moves: &str| called(&tests::game(Position::start(), moves));
        assert_eq!(called(""), None);
        let najdorf = Some(("B90", "Sicilian Defense: Najdorf Variation"));
        assert_eq!(called("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"), najdorf);
        assert_eq!(called("Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"), najdorf);
        assert_eq!(called("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Rb1"), najdorf);
        let english = Some(("B90", "Sicilian Defense: Najdorf Variation, English Attack"));
        assert_eq!(called("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3"), english);
    }

    #[test]
    fn a_game_begun_from_a_position_is_named_too() {
        let called = |fen: &str, moves: &str| {
            called(&tests::game(Position::from_fen(fen).expect(fen), moves))
        };
        let spanish = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        assert_eq!(called(spanish, ""), Some(("C60", "Ruy Lopez")));
        assert_eq!(called(spanish, "h6"), called(spanish, ""));
        assert_eq!(called(spanish, "a6"), Some(("C70", "Ruy Lopez: Morphy Defense")));
        // An en-passant square where nothing can capture makes no other position.
        let king = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        assert_eq!(called(king, ""), Some(("B00", "King's Pawn Game")));
        // Other rights to castle do.
        let lost = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b Kkq - 0 1";
        assert_eq!(called(lost, ""), None);
        assert_eq!(called("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4"), None);
    }

    #[test]
    fn between_names_the_last_one_counts() {
        let names =
            OpeningNames::read("A00 | One | e4\nA00 | Other | d4\nA00 | Far | 1 e5 e4 Nf6 a3");
        let names = names.expect("read");
        let own = read_lines("A00 | Own | e4 e5 d4 h6").expect("read");
        let between = names.between(&own);
        let at = |moves: &str| {
            let position = *tests::game(Position::start(), moves).position();
            between.get(&key(&position)).map(|name| name.map(|name| name.name.as_str()))
        };
        assert_eq!(at("d4 e5"), Some(Some("Other")));
        assert_eq!(at("e4 e5"), Some(Some("One")), "by a line of our own");
        assert_eq!(at("d4 e5 e4"), Some(None), "One by one way, Other by the other");
        assert_eq!(at("d4"), None, "has a name itself");
    }
}
