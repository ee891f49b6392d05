//! One line of a proof: the user's moves, the attacker's moves of the proof, and the continuation.

use super::tree::{Adviser, Extent, ProofTree, tree_from};
use crate::chess::notation::{line_san, parse_move};
use crate::chess::{Move, Position};
use crate::proof::Proof;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofLine {
    pub start: Position,
    /// The moves of both sides that were named, and those of the attacker that came of themselves.
    pub moves: Vec<Move>,
    /// A longest way from there to mate.
    pub rest: Vec<Move>,
    /// The defender's replies there, with their answers.
    pub tree: ProofTree,
}

/// Follows a proof along moves in any notation. The attacker's own moves may be left out; move numbers are passed over.
///
/// # Errors
/// The first word that is no move of the proof.
pub fn follow(
    proof: &Proof,
    words: &[&str],
    extent: Extent,
    adviser: &mut dyn Adviser,
) -> Result<ProofLine, String> {
    let mut way = Way { proof, position: *proof.root(), moves: Vec::new(), last: None };
    for word in words {
        let is_numbered = word.contains(['.', '…']);
        let bare = word.trim_start_matches(|c: char| is_numbered && c.is_ascii_digit());
        let bare = bare.trim_start_matches(['.', '…']);
        if !bare.is_empty() {
            way.go(bare)?;
        }
    }
    // The attacker's answer to the last reply belongs to the line.
    way.attack();
    let Way { position, moves, .. } = way;
    let tree = tree_from(proof, &position, extent, adviser);
    Ok(ProofLine { start: *proof.root(), moves, rest: proof.line_from(&position), tree })
}

/// Continues along a proof from a position of either side, for `plies` (at least one) or to the mate: the attacker follows the
/// proof, the defender chooses the replies that last longest.
///
/// # Errors
/// If the proof does not lead to the position, or the position is the end.
pub fn walk(proof: &Proof, from: &Position, plies: usize) -> Result<Vec<Move>, String> {
    let why = match proof.distance(from) {
        None => {
            "the proof does not lead to the position on the board: go back to where it begins, or to any position of its lines \
             (`proof line MOVE…` shows them)"
        }
        Some(0) => "the proof ends here: it is checkmate",
        Some(_) => {
            let mut moves = proof.line_from(from);
            moves.truncate(plies.max(1));
            return Ok(moves);
        }
    };
    Err(why.to_owned())
}

struct Way<'a> {
    proof: &'a Proof,
    position: Position,
    moves: Vec<Move>,
    /// The move before, spelled with its number.
    last: Option<String>,
}

impl Way<'_> {
    fn go(&mut self, word: &str) -> Result<(), String> {
        if let Some(step) = self.proof.strategy().step(&self.position) {
            match parse_move(&self.position, word) {
                Ok(mv) if mv == step.mv => {
                    self.play(mv);
                    return Ok(());
                }
                read => {
                    let plays = line_san(&self.position, &[step.mv]);
                    self.attack();
                    let is_reply = parse_move(&self.position, word).is_ok();
                    if read.is_ok() && !is_reply {
                        return Err(format!("the proof plays {plays} there, not {word}"));
                    }
                }
            }
        }
        if let Some(plays) = self.last.as_ref().filter(|_| self.position.is_checkmate()) {
            return Err(format!(
                "{plays} is checkmate: nothing can follow it, and \"{word}\" cannot be played"
            ));
        }
        let mv = parse_move(&self.position, word).map_err(|error| {
            let after = self.last.as_deref().unwrap_or("the first position");
            format!("after {after} the proof waits for a reply: {error}")
        })?;
        self.play(mv);
        Ok(())
    }

    fn attack(&mut self) {
        if self.position.turn() == self.proof.attacker()
            && let Some(step) = self.proof.strategy().step(&self.position)
        {
            self.play(step.mv);
        }
    }

    fn play(&mut self, mv: Move) {
        self.last = Some(line_san(&self.position, &[mv]));
        self.moves.push(mv);
        self.position = self.position.play(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::layout::tree::AtOnce;
    use crate::proof::{Rules, brute, verify};

    /// A waiting problem: 1.Ne3 and mate on the next move.
    const ZUGZWANG: &str = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1";

    fn proof() -> Proof {
        verify(&brute::mate(ZUGZWANG, 2), Rules::Problem).unwrap()
    }

    fn followed(words: &[&str]) -> Result<String, String> {
        let line = follow(&proof(), words, Extent::default(), &mut AtOnce);
        let line = line.map_err(|error| error.to_string())?;
        Ok(line_san(&line.start, &[line.moves, line.rest].concat()))
    }

    #[test]
    fn the_attackers_moves_may_be_left_out() {
        for words in [
            &["Qf3"][..],
            &["Ne3", "Qf3"],
            &["1.Ne3", "1...Qf3", "2.Nd3"],
            &["1.", "Ne3", "1…Qf3"],
            &["h3f3"],
        ] {
            assert_eq!(followed(words).unwrap(), "1.Ne3 Qf3 2.Nd3#", "{words:?}");
        }
        assert!(followed(&[]).unwrap().starts_with("1.Ne3 "));
    }

    #[test]
    fn what_is_not_in_the_proof_is_said() {
        let cases: [(&[&str], &str); 4] = [
            (&["Kg8"], "the proof plays 1.Ne3 there, not Kg8"),
            (&["Ne3", "Qa1"], "after 1.Ne3 the proof waits for a reply: "),
            (
                &["Qf3", "Nd3", "Kf5"],
                "2.Nd3# is checkmate: nothing can follow it, and \"Kf5\" cannot be played",
            ),
            (&["xyz"], "after 1.Ne3 the proof waits for a reply: "),
        ];
        for (words, message) in cases {
            let error = followed(words).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn a_walk_of_single_plies_ends_in_mate() {
        let proof = proof();
        let (mut position, mut walked) = (*proof.root(), Vec::new());
        while let Ok(moves) = walk(&proof, &position, 1) {
            walked.extend(&moves);
            position = position.play(moves[0]);
        }
        assert!(walked.len() == 3 && position.is_checkmate());
        let over = walk(&proof, &position, 1).unwrap_err().to_string();
        assert_eq!(over, "the proof ends here: it is checkmate");
        assert_eq!(walk(&proof, proof.root(), 99).unwrap(), walked);
    }

    #[test]
    fn any_defence_is_gone_on_from_and_other_positions_are_not() {
        let proof = proof();
        let root = proof.root();
        let after_key = root.play(walk(&proof, root, 1).unwrap()[0]);
        for reply in after_key.legal_moves() {
            let next = after_key.play(reply.mv);
            assert!(next.play(walk(&proof, &next, 1).unwrap()[0]).is_checkmate());
        }
        let other = root.play(parse_move(root, "Kg8").unwrap());
        for elsewhere in [other, Position::start()] {
            let refused = walk(&proof, &elsewhere, 1).unwrap_err().to_string();
            assert!(refused.starts_with("the proof does not lead to the position"), "{refused}");
        }
    }
}
