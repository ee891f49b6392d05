//! Strategies for tests, by brute force: slow, short, and independent of the prover.

use std::collections::HashMap;

use crate::chess::{Color, Position};
use crate::proof::{PositionId, Strategy, StrategyStep};

/// Result of brute force: the shortest mate if there is one, and the number of moves up to which there is none.
#[derive(Clone, Copy, Default)]
struct Tried {
    step: Option<StrategyStep>,
    none_in: u16,
}

struct Brute {
    known: HashMap<PositionId, (Position, Tried)>,
}

impl Brute {
    fn attack(&mut self, position: &Position, most: u16) -> Option<StrategyStep> {
        let id = PositionId::of(position);
        let mut tried = self.known.get(&id).map(|known| known.1).unwrap_or_default();
        while tried.step.is_none() && tried.none_in < most {
            let mate = tried.none_in + 1;
            let moves =
                position.legal_moves().into_iter().filter(|legal| mate > 1 || legal.check.any());
            let found = moves.map(|legal| legal.mv).find(|&mv| {
                let after = position.play(mv);
                self.defend(&after, mate - 1)
            });
            match found {
                Some(mv) => tried.step = Some(StrategyStep { mv, mate }),
                None => tried.none_in = mate,
            }
            self.known.insert(id, (*position, tried));
        }
        tried.step.filter(|step| step.mate <= most)
    }

    fn defend(&mut self, position: &Position, most: u16) -> bool {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.in_check();
        }
        most > 0
            && replies.iter().all(|reply| self.attack(&position.play(reply.mv), most).is_some())
    }
}

/// A strategy for the shortest mate in at most `most` moves, if there is one.
pub(crate) fn strategy(root: &Position, attacker: Color, most: u16) -> Option<Strategy> {
    let mut brute = Brute { known: HashMap::new() };
    if root.turn() == attacker {
        brute.attack(root, most)?;
    } else if !(1..=most).any(|most| brute.defend(root, most)) {
        return None;
    }
    let mut strategy = Strategy::new(*root, attacker);
    for (position, tried) in brute.known.into_values() {
        tried.step.into_iter().for_each(|step| strategy.insert(&position, step));
    }
    Some(strategy.rooted_at(*root))
}

/// The same from a FEN, for the side to move, where there is one.
pub(crate) fn mate(fen: &str, most: u16) -> Strategy {
    let root = Position::from_fen(fen).unwrap();
    strategy(&root, root.turn(), most).unwrap_or_else(|| panic!("no mate in {most}: {fen}"))
}

/// The same from a FEN, against the side to move, where there is one.
pub(crate) fn mated(fen: &str, most: u16) -> Strategy {
    let root = Position::from_fen(fen).unwrap();
    strategy(&root, !root.turn(), most).unwrap_or_else(|| panic!("not mated in {most}: {fen}"))
}
