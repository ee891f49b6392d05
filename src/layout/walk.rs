//! Walking along a proof move by move, from wherever the board stands in it: the proof plays the attacker's moves, and the
//! defender's are those that last longest.

use crate::chess::{Move, Position};
use crate::proof::Proof;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofWalk {
    /// At most as many as were asked for, legal one after the other: the attacker's are the proof's, and of the defender's
    /// replies one that lasts longest.
    pub moves: Vec<Move>,
    pub end: Position,
    /// Moves of the attacker to mate from there; zero if it is checkmate.
    pub mate: u16,
}

/// A position from which no proof goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WalkError {
    #[error(
        "the proof does not lead to the position on the board: go back to where it begins, or to any position of its lines \
         (`proof line MOVE…` shows them)"
    )]
    Elsewhere,
    #[error("the proof ends here: it is checkmate")]
    Over,
}

/// Goes on along a proof from a position of either side, by so many plies (at least one) or to the mate.
///
/// # Errors
/// If the proof does not lead to the position, or the position is the end.
pub fn walk(proof: &Proof, from: &Position, plies: usize) -> Result<ProofWalk, WalkError> {
    match proof.distance(from) {
        None => return Err(WalkError::Elsewhere),
        Some(0) => return Err(WalkError::Over),
        Some(_) => {}
    }
    let mut moves = proof.line_from(from);
    moves.truncate(plies.max(1));
    let end = moves.iter().fold(*from, |position, &mv| position.play(mv));
    let mate = proof.distance(&end).unwrap_or(0);
    Ok(ProofWalk { moves, end, mate })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_move;
    use crate::proof::{Rules, brute, verify};

    /// A waiting problem: 1.Ne3 and mate on the next move.
    const WAITING: &str = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1";

    fn proof() -> Proof {
        verify(&brute::mate(WAITING, 2), Rules::Problem).unwrap()
    }

    #[test]
    fn a_walk_of_single_plies_ends_in_mate() {
        let proof = proof();
        let (mut position, mut left) = (*proof.root(), Vec::new());
        while let Ok(ProofWalk { moves, end, mate }) = walk(&proof, &position, 1) {
            assert_eq!((moves.len(), position.play(moves[0])), (1, end));
            left.push(mate);
            position = end;
        }
        assert_eq!(left, [1, 1, 0]);
        assert!(position.is_checkmate());
        assert_eq!(walk(&proof, &position, 1), Err(WalkError::Over));
        let whole = walk(&proof, proof.root(), 99).unwrap();
        assert_eq!((whole.moves.len(), whole.mate, whole.end), (3, 0, position));
    }

    #[test]
    fn any_defence_is_gone_on_from_and_other_positions_are_not() {
        let proof = proof();
        let key = walk(&proof, proof.root(), 1).unwrap();
        for reply in key.end.legal_moves() {
            let next = walk(&proof, &key.end.play(reply.mv), 1).unwrap();
            assert!(next.end.is_checkmate());
        }
        let root = proof.root();
        let other = root.play(parse_move(root, "Kg8").unwrap());
        assert_eq!(walk(&proof, &other, 1), Err(WalkError::Elsewhere));
        assert_eq!(walk(&proof, &Position::start(), 1), Err(WalkError::Elsewhere));
    }
}
