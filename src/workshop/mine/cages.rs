//! Cages placed at random: black men that lock each other in, a king outside, and few white men that drive it about. Nets find
//! long mates there, and the prover tries for shorter ones.

use super::collection::ProblemCollection;
use super::finder::PlaceFinder;
use super::games::GamePosition;
use super::mates::{prover, task};
use super::options::MineOptions;
use super::problem::{Problem, ProblemClass};
use crate::chess::Piece::{Bishop, King, Knight, Pawn, Queen, Rook};
use crate::chess::{Color, ColoredPiece, Piece, Placement, Position, Setup, Square};
use crate::control::StopFlag;
use crate::engine::random::Random;
use crate::ink::number::counted;
use crate::proof::Proof;
use crate::prove::prover::Prover;
use crate::prove::task::{Goal, ProofTask, Restriction};
use crate::workshop::tool::ToolResult;

/// The largest number of moves that the locked men have together.
const LOOSE: usize = 2;

/// The smallest number of locked men: fewer leave an endgame that tables know.
const LOCKED: u32 = 4;

/// What drives the king about.
const ARMIES: [&[Piece]; 5] =
    [&[Queen], &[Rook, Bishop], &[Rook, Knight], &[Bishop, Knight], &[Rook]];

/// Finds long mates in cages.
pub(super) struct CageFinder {
    prover: Prover,
    nodes: u64,
}

impl CageFinder {
    pub(super) fn new(wanted: &MineOptions) -> ToolResult<CageFinder> {
        Ok(CageFinder { prover: prover()?, nodes: wanted.proof_nodes })
    }

    /// Returns the shortest mate that a net and a search within the nodes prove.
    fn prove(&mut self, position: &Position, stop: &StopFlag) -> Option<Proof> {
        let any = task(position, position.turn(), Goal::Any, self.nodes);
        let restriction = Restriction { nets_only: true, ..Restriction::default() };
        let net = ProofTask { restriction, ..any.clone() };
        let mut prove = |task| {
            // What was learnt elsewhere would change what the nodes suffice for.
            self.prover.clear();
            self.prover.prove(task, stop, &mut |_| {}).proof
        };
        let netted = prove(&net)?;
        Some(prove(&any).filter(|proof| proof.mate() < netted.mate()).unwrap_or(netted))
    }
}

impl PlaceFinder for CageFinder {
    fn is_promising(&self, game: &[GamePosition], index: usize) -> bool {
        game[index].position.pass().is_some_and(|defender| {
            let (turn, moves) = (defender.turn(), defender.legal_moves());
            let loose = moves.iter().filter(|legal| legal.mv.from() != defender.king(turn)).count();
            let locked = defender.color(turn).len() - 1;
            loose <= LOOSE && locked >= LOCKED
        })
    }

    fn problem(
        &mut self,
        place: &GamePosition,
        collection: &ProblemCollection,
        stop: &StopFlag,
    ) -> Option<Problem> {
        let position = collection.new_position(&place.position)?;
        let proof = self.prove(&position, stop).filter(|_| !stop.is_raised())?;
        let class = ProblemClass::Mate(proof.mate());
        let key = proof.line().first().copied()?;
        let checked = format!("proof of {} verified", counted(proof.positions(), "position"));
        let problem = Problem { position, key, class, name: place.name.clone(), checked };
        collection.wants(&problem.class).then_some(problem)
    }
}

/// A cage, placed at random: the same for a seed and a number. `None` if no placement is a position.
pub(super) fn placed(seed: u64, number: usize) -> Option<GamePosition> {
    let mut random = Random::new(seed, number as u64);
    let mut men = Men { placement: Placement::EMPTY, mirrored: random.once_in(2) };
    // Rooks and bishops on the first rank, from the edge to White's king; pawns lock them in.
    let width = 3 + random.below(4);
    for file in 0..width {
        let is_rook = random.once_in(2);
        men.put(Color::Black, if is_rook { Rook } else { Bishop }, file, 0);
        if is_rook || random.once_in(3) {
            men.put(Color::Black, Pawn, file, 1);
        }
    }
    if !random.once_in(4) {
        men.put(Color::Black, Pawn, width, 1);
    }
    for _ in 0..random.below(4) {
        men.put(Color::Black, Pawn, random.below(8), 2 + random.below(5));
    }
    let whole = men.put(Color::White, King, width, 0)
        && men.put(Color::Black, King, random.below(8), random.below(8))
        && ARMIES[random.below(ARMIES.len())]
            .iter()
            .all(|&piece| men.put(Color::White, piece, random.below(8), random.below(8)));
    let placement = men.placement;
    let pawns = placement.color(Color::Black).0 & placement.pieces(Pawn).0;
    if !whole || pawns.count_ones() > 8 {
        return None;
    }
    let (castling, turn) = (Some(Vec::new()), Color::White);
    let setup = Setup { placement, turn, castling, en_passant: None, halfmoves: 0, fullmoves: 1 };
    let position = Position::try_from(setup).ok()?;
    let name = format!("cage {seed}.{}", number + 1);
    Some(GamePosition { name, ply: 0, position, taken_on: None, look: None })
}

/// The men placed so far, on a board that may be mirrored left to right.
struct Men {
    placement: Placement,
    mirrored: bool,
}

impl Men {
    /// Puts a man on a square, by the numbers of its file and rank from zero; false if the square is taken.
    fn put(&mut self, color: Color, piece: Piece, file: usize, rank: usize) -> bool {
        let file = if self.mirrored { 7 - file } else { file };
        let square = Square::ALL[8 * rank + file];
        let free = self.placement.piece_at(square).is_none();
        if free {
            self.placement = self.placement.with(ColoredPiece { color, piece }, square);
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workshop::mine::ProblemKind;

    #[test]
    fn a_cage_has_a_long_mate() {
        let options = MineOptions { least: 16, most: 120, ..MineOptions::of(ProblemKind::Cages) };
        let root = "8/8/8/1p6/6k1/1p2Q3/p1p1p3/rbrbK3 w - - 0 1";
        let position = Position::from_fen(root).unwrap();
        let place =
            GamePosition { name: "x".to_owned(), ply: 0, position, taken_on: None, look: None };
        let mut finder = CageFinder::new(&options).unwrap();
        assert!(finder.is_promising(std::slice::from_ref(&place), 0));
        let collection = ProblemCollection::new(&[], &options);
        let problem = finder.problem(&place, &collection, &StopFlag::new()).unwrap();
        assert_eq!(problem.class, ProblemClass::Mate(36));
    }

    #[test]
    fn placements_repeat() {
        let fens = |seed| {
            let cages = (0..50).filter_map(|number| placed(seed, number));
            cages.map(|cage| cage.position.to_fen()).collect::<Vec<_>>()
        };
        assert_eq!(fens(3), fens(3));
        assert!(fens(3).len() > 5 && fens(3) != fens(4), "{:?}", fens(3));
    }
}
