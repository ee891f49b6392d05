//! A refutation: the replies that prevent a mate within a number of moves, and their check by the rules of chess alone.
//!
//! It certifies that a proved mate is the shortest: there is no mate within one move less. It has a reply to every move of the
//! attacker, except to the last one before the mate would come, which must only not mate.

use super::flaw::Flaw;
use super::position_id::{PositionId, PositionMap, PositionSet};
use crate::chess::{Color, Move, Position};

/// A reply of the defender, and the number of moves within which the attacker does not mate after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SavingReply {
    /// The reply.
    pub mv: Move,
    /// Moves of the attacker.
    pub none_in: u16,
}

/// A claim: the attacker does not mate from the root within a number of moves, since the defender has these replies.
#[derive(Clone, Debug)]
pub struct Refutation {
    root: Position,
    attacker: Color,
    moves: u16,
    replies: PositionMap<SavingReply>,
}

impl Refutation {
    /// Creates an empty claim: no mate within `moves` moves of the attacker.
    pub fn new(root: Position, attacker: Color, moves: u16) -> Refutation {
        Refutation { root, attacker, moves, replies: PositionMap::default() }
    }

    /// Returns the root. Either side may be to move.
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// Returns the side that does not mate.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// Returns the moves of the attacker within which there is no mate.
    pub fn moves(&self) -> u16 {
        self.moves
    }

    /// Returns the number of positions with a reply.
    #[doc(hidden)]
    pub fn replies(&self) -> usize {
        self.replies.len()
    }

    /// Returns the reply in a position with the defender to move.
    pub(crate) fn reply(&self, position: &Position) -> Option<SavingReply> {
        self.replies.get(&PositionId::of(position)).copied()
    }

    /// Sets the reply in a position with the defender to move.
    #[doc(hidden)]
    pub fn insert(&mut self, position: &Position, reply: SavingReply) {
        self.replies.insert(PositionId::of(position), reply);
    }

    /// Checks every move of the attacker against the replies, by the rules of chess alone.
    pub fn verify(&self) -> Result<(), Flaw> {
        self.walk(|_, _| true)
    }

    /// Visits every reachable position with a reply, each once and those nearer to the root first, until `visit` returns false;
    /// checks the replies on the way.
    ///
    /// A position that is reached again has no more moves left than the first time, so the earlier check holds: the cost is that
    /// of the positions, for any number of claimed moves.
    #[doc(hidden)]
    pub fn walk(&self, mut visit: impl FnMut(&Position, SavingReply) -> bool) -> Result<(), Flaw> {
        let mut level =
            RefutationLevel { left: self.moves, seen: PositionSet::default(), waiting: Vec::new() };
        if self.moves > 0 && self.root.turn() == self.attacker {
            level.attack(&self.root)?;
            level.left -= 1;
        } else if self.moves > 0 {
            level.seen.insert(PositionId::of(&self.root));
            level.waiting.push(self.root);
        }
        while !level.waiting.is_empty() {
            for position in std::mem::take(&mut level.waiting) {
                let reply = self.checked_reply(&position, level.left)?;
                if !visit(&position, reply) {
                    return Ok(());
                }
                level.attack(&position.play(reply.mv))?;
            }
            level.left -= 1;
        }
        Ok(())
    }

    /// The reply in a position of the defender, if it can hold for `left` moves of the attacker.
    fn checked_reply(&self, position: &Position, left: u16) -> Result<SavingReply, Flaw> {
        let fen = || position.to_fen();
        if position.is_checkmate() {
            return Err(mated(position));
        }
        let missing = || Flaw(format!("no reply is given in {}, which can be reached", fen()));
        let reply = self.reply(position).ok_or_else(missing)?;
        if reply.none_in < left {
            let (fen, said) = (fen(), reply.none_in);
            let why =
                format!("the reply in {fen} holds for {said} moves, and {left} are left there");
            return Err(Flaw(why));
        }
        if !position.is_legal(reply.mv) {
            return Err(Flaw(format!("the reply in {} is not legal there", fen())));
        }
        Ok(reply)
    }
}

/// Positions as many moves from the root as one another.
struct RefutationLevel {
    /// Moves of the attacker that are left, at least one where a position waits.
    left: u16,
    /// Positions of the defender that were reached.
    seen: PositionSet,
    /// Those of the next level.
    waiting: Vec<Position>,
}

impl RefutationLevel {
    /// Continues with every move of the attacker; none may mate.
    fn attack(&mut self, position: &Position) -> Result<(), Flaw> {
        for mv in position.moves() {
            let after = position.play(mv);
            if after.is_checkmate() {
                return Err(mated(&after));
            }
            let goes_on = self.left > 1 && after.has_legal_move();
            if goes_on && self.seen.insert(PositionId::of(&after)) {
                self.waiting.push(after);
            }
        }
        Ok(())
    }
}

fn mated(position: &Position) -> Flaw {
    Flaw(format!("{} is checkmate, and can be reached", position.to_fen()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::parse_move;

    /// Mate in two by 1.Ra6; the pawn's capture is the only way to hold off a mate in one.
    const ROOK: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

    fn refutation(moves: u16, replies: &[(&str, &str, u16)]) -> Refutation {
        let root = Position::from_fen(ROOK).unwrap();
        let mut refutation = Refutation::new(root, Color::White, moves);
        for (mv, reply, none_in) in replies {
            let after = root.play(parse_move(&root, mv).unwrap());
            let mv = parse_move(&after, reply).unwrap();
            refutation.insert(&after, SavingReply { mv, none_in: *none_in });
        }
        refutation
    }

    /// Two bare kings: no side can mate, and the replies lead back to earlier positions.
    #[test]
    fn replies_in_circles_are_walked_once() {
        let root = Position::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let mut refutation = Refutation::new(root, Color::White, u16::MAX);
        let mut waiting = vec![root];
        while let Some(position) = waiting.pop() {
            for mv in position.moves() {
                let after = position.play(mv);
                let Some(mv) = after.moves().next() else { continue };
                if refutation.reply(&after).is_none() {
                    refutation.insert(&after, SavingReply { mv, none_in: u16::MAX });
                    waiting.push(after.play(mv));
                }
            }
        }
        assert!(refutation.replies() > 100);
        let mut visited = 0;
        let walked = refutation.walk(|_, _| {
            visited += 1;
            true
        });
        assert_eq!((walked, visited), (Ok(()), refutation.replies()));
        // A reply that holds for less than is left where it is first reached is no reply.
        let after = root.play(parse_move(&root, "Kb1").unwrap());
        let mv = parse_move(&after, "Kg8").unwrap();
        refutation.insert(&after, SavingReply { mv, none_in: u16::MAX - 2 });
        let short = refutation.verify().unwrap_err().to_string();
        assert!(short.ends_with(" holds for 65533 moves, and 65534 are left there"), "{short}");
    }

    #[test]
    fn no_mate_in_one_needs_no_reply() {
        assert_eq!(refutation(1, &[]).verify(), Ok(()));
    }

    #[test]
    fn each_flaw_is_found() {
        let missing = refutation(2, &[]).verify().unwrap_err().to_string();
        assert!(missing.starts_with("no reply is given in "), "{missing}");
        let root = Position::from_fen(ROOK).unwrap();
        // Every move but the key has a reply that holds; the key has none.
        let mut whole = Refutation::new(root, Color::White, 2);
        let mut short = whole.clone();
        for legal in root.legal_moves() {
            let after = root.play(legal.mv);
            let holds = |reply: Move| crate::chess::mate_in_one(&after.play(reply)).is_none();
            let moves = after.legal_moves();
            let reply = moves.iter().map(|legal| legal.mv).find(|&reply| holds(reply));
            let first = moves.iter().map(|legal| legal.mv).next();
            if let Some(mv) = reply.or(first) {
                whole.insert(&after, SavingReply { mv, none_in: 1 });
                short.insert(&after, SavingReply { mv, none_in: 0 });
            }
        }
        let mate = whole.verify().unwrap_err().to_string();
        assert!(mate.ends_with(" is checkmate, and can be reached"), "{mate}");
        let short = short.verify().unwrap_err().to_string();
        assert!(short.ends_with(" holds for 0 moves, and 1 are left there"), "{short}");
    }
}
