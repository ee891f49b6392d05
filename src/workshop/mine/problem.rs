//! A problem: a position with one move that does it, where it comes from, and how that was checked.

use std::fmt;

use crate::chess::epd::{Epd, Operation};
use crate::chess::{Color, Move, Piece, Position, Setup, notation};
use crate::settings::named;

named! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum ProblemKind {
        /// Mates with one key, proved.
        #[default]
        Mates = "mates",
        /// One move wins, and no other.
        Tactics = "tactics",
        /// One quiet move is clearly better than every other, and nothing is decided.
        Quiet = "quiet",
        /// Three or four men, and one move keeps the result: exact, by our own tables.
        Endgames = "endgames",
        /// Short searches miss the best move, and long ones agree on it.
        Hard = "hard",
        /// Those of them in which each side has pawns and one piece at most.
        HardEndgames = "hard-endgames",
        /// Long mates of a king that is driven about a cage of locked men, proved.
        Cages = "cages",
    }
}

impl ProblemKind {
    /// Nodes for each move that is looked at, if nothing is said.
    pub const fn nodes(self) -> u64 {
        match self {
            ProblemKind::Mates | ProblemKind::Endgames | ProblemKind::Cages => 4_000,
            ProblemKind::Hard | ProblemKind::HardEndgames => 2_000,
            ProblemKind::Tactics | ProblemKind::Quiet => 10_000,
        }
    }

    /// Whether positions are placed at random, if no games are given.
    pub(super) const fn is_placed(self) -> bool {
        matches!(self, ProblemKind::Endgames | ProblemKind::Cages)
    }

    /// Whether its problems are mates of certain lengths.
    pub(super) const fn is_mates(self) -> bool {
        matches!(self, ProblemKind::Mates | ProblemKind::Cages)
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ProblemClass {
    Mate(u16),
    Tactic(KeyNature),
    /// A quiet move among so many men.
    Quiet(MenBand),
    /// An endgame, by its material: `KRKP`, the stronger side first.
    Endgame(String),
    Hard(HardKind),
}

impl ProblemClass {
    pub fn mate(&self) -> Option<u16> {
        match self {
            ProblemClass::Mate(moves) => Some(*moves),
            _ => None,
        }
    }
}

impl fmt::Display for ProblemClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemClass::Mate(moves) => write!(f, "#{moves}"),
            ProblemClass::Tactic(nature) => f.write_str(nature.name()),
            ProblemClass::Quiet(band) => f.write_str(band.name()),
            ProblemClass::Endgame(material) => f.write_str(material),
            ProblemClass::Hard(kind) => f.write_str(kind.name()),
        }
    }
}

named! {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum KeyNature {
        CheckAndCapture = "check and capture",
        Check = "check",
        Capture = "capture",
        Quiet = "quiet key",
    }
}

impl KeyNature {
    pub fn of(position: &Position, key: Move) -> KeyNature {
        match (position.play(key).in_check(), position.is_capture(key)) {
            (true, true) => KeyNature::CheckAndCapture,
            (true, false) => KeyNature::Check,
            (false, true) => KeyNature::Capture,
            (false, false) => KeyNature::Quiet,
        }
    }
}

named! {
    /// How many men there are, roughly.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum MenBand {
        Many = "25 men or more",
        Some = "16 to 24 men",
        Few = "15 men or fewer",
    }
}

impl MenBand {
    pub fn of(position: &Position) -> MenBand {
        match position.occupied().len() {
            25.. => MenBand::Many,
            16..=24 => MenBand::Some,
            _ => MenBand::Few,
        }
    }
}

named! {
    /// What a hard problem is about.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum HardKind {
        /// The move takes, checks or promotes.
        Tactic = "tactics",
        Quiet = "quiet moves",
        /// Any move, where each side has pawns and one piece at most.
        Endgame = "endgames",
    }
}

impl HardKind {
    pub fn of(position: &Position, key: Move) -> HardKind {
        if is_endgame(position) {
            HardKind::Endgame
        } else if is_quiet(position, key) {
            HardKind::Quiet
        } else {
            HardKind::Tactic
        }
    }

    pub fn is_endgame(self) -> bool {
        self == HardKind::Endgame
    }
}

/// Whether each side has pawns and one piece at most.
pub(super) fn is_endgame(position: &Position) -> bool {
    let others = position.pieces(Piece::King) | position.pieces(Piece::Pawn);
    Color::ALL.into_iter().all(|color| !(position.color(color) - others).many())
}

/// A position with one move that does it.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The position; its clocks say nothing.
    pub position: Position,
    /// The only first move that does it.
    pub key: Move,
    pub class: ProblemClass,
    pub name: String,
    pub checked: String,
}

impl Problem {
    pub fn record(&self) -> Epd {
        let mate = self.class.mate().map(|moves| ("dm", moves.to_string()));
        let rung = matches!(self.class, ProblemClass::Hard(_)).then(|| self.class.to_string());
        let operations = [("bm", notation::san(&self.position, self.key))]
            .into_iter()
            .chain(mate)
            .chain([("id", self.name.clone()), ("c0", self.checked.clone())])
            .chain(rung.map(|rung| ("c1", rung)));
        let operations = operations.map(|(opcode, text)| Operation::new(opcode, [text])).collect();
        Epd { position: self.position, operations }
    }
}

/// Neither capture nor promotion nor check.
pub(super) fn is_quiet(position: &Position, mv: Move) -> bool {
    !position.is_noisy(mv) && !position.play(mv).in_check()
}

/// The position as the first of a game: in a problem it does not count how long nothing was taken.
pub(super) fn without_clocks(position: &Position) -> Option<Position> {
    let setup = Setup { halfmoves: 0, fullmoves: 1, ..Setup::from(position) };
    Position::try_from(setup).ok()
}

/// The material as endgames are called: `KRKP`, the stronger side first.
pub(super) fn material_name(position: &Position) -> String {
    // Kings first, then from the queen down.
    const ORDER: [Piece; 6] =
        [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
    let counts = |color: Color| ORDER.map(|piece| position.colored_pieces(color, piece).len());
    let mut sides = Color::ALL.map(counts);
    sides.sort_unstable_by(|a, b| b.cmp(a));
    let letters = |(piece, count): (Piece, u32)| (0..count).map(move |_| piece.letter());
    sides.into_iter().flat_map(|counts| ORDER.into_iter().zip(counts)).flat_map(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endgames_are_called_by_their_material() {
        let named = |fen: &str| material_name(&Position::from_fen(fen).unwrap());
        assert_eq!(named("8/8/4k3/8/2p5/8/8/K6R w - - 0 1"), "KRKP");
        assert_eq!(named("8/8/4k2r/8/2P5/8/8/K7 w - - 0 1"), "KRKP");
        assert_eq!(named("8/8/4k3/8/8/2N5/8/K6B b - - 0 1"), "KBNK");
    }
}
