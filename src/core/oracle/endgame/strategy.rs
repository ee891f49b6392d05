//! The winning strategy of a solved ending, with a fastest mate against every defence.

use std::collections::{BTreeMap, HashSet};

use super::{EndgameValue, Endgames};
use crate::chess::{Color, Key, Move, Position};
use crate::control::{StopFlag, Stopped};
use crate::proof::{Strategy, StrategyStep};

const MOST_POSITIONS: usize = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoStrategy {
    Stopped,
    TooLarge,
    /// A table stopped answering on the way, or two positions were taken for one another.
    Incomplete,
}

impl From<Stopped> for NoStrategy {
    fn from(_: Stopped) -> NoStrategy {
        NoStrategy::Stopped
    }
}

struct Choice {
    mv: Move,
    replies: Vec<Position>,
}

impl Endgames {
    /// The fastest mate of `attacker` from a position; `None` if there is no mate, or the position is not covered. Of equally
    /// fast moves it chooses one that adds few positions.
    pub fn strategy(
        &self,
        root: &Position,
        attacker: Color,
        stop: &StopFlag,
    ) -> Result<Option<Strategy>, NoStrategy> {
        let mates = match self.probe(root, stop)? {
            Some(EndgameValue::Mates(_)) => root.turn() == attacker,
            Some(EndgameValue::Mated(moves)) => root.turn() != attacker && moves > 0,
            _ => false,
        };
        if !mates {
            return Ok(None);
        }
        let mut strategy = Strategy::new(*root, attacker);
        if root.turn() == attacker {
            self.complete(&mut strategy, &[*root], stop)?;
        } else {
            let replies = root.moves().map(|mv| root.play(mv));
            self.complete(&mut strategy, &replies.collect::<Vec<_>>(), stop)?;
        }
        Ok(Some(strategy))
    }

    /// Adds to a strategy how its attacker mates from positions with the attacker to move, as [`Endgames::strategy`] does.
    ///
    /// # Errors
    /// If a table stopped answering, the strategy would be too large, or the flag was raised.
    pub(crate) fn complete(
        &self,
        strategy: &mut Strategy,
        from: &[Position],
        stop: &StopFlag,
    ) -> Result<(), NoStrategy> {
        let mut open =
            Unanswered { endgames: self, stop, seen: HashSet::default(), waiting: BTreeMap::new() };
        for position in from {
            open.add(position)?;
        }
        // The farthest from mate first: when a move is chosen, all that is reached anyway from farther away is known.
        while let Some((mate, positions)) = open.waiting.pop_last() {
            for position in positions {
                let choice = open.choose(&position, mate)?.ok_or(NoStrategy::Incomplete)?;
                if open.seen.len() > MOST_POSITIONS {
                    return Err(NoStrategy::TooLarge);
                }
                strategy.insert(&position, StrategyStep { mv: choice.mv, mate });
                for reply in &choice.replies {
                    open.add(reply)?;
                }
            }
        }
        Ok(())
    }
}

/// The positions with the attacker to move that are reached.
struct Unanswered<'a> {
    endgames: &'a Endgames,
    stop: &'a StopFlag,
    /// The keys of all of them. (Two with one key would leave a gap in the strategy, which its check would find.)
    seen: HashSet<Key>,
    /// Those without a move yet, by their distance to mate.
    waiting: BTreeMap<u16, Vec<Position>>,
}

impl Unanswered<'_> {
    fn add(&mut self, position: &Position) -> Result<(), Stopped> {
        if self.stop.is_raised() {
            return Err(Stopped);
        }
        if self.seen.insert(position.key())
            && let Some(EndgameValue::Mates(moves)) = self.endgames.probe(position, self.stop)?
        {
            self.waiting.entry(moves).or_default().push(*position);
        }
        Ok(())
    }

    /// The move that mates in `mate` moves; of several, the one that reaches the fewest new positions.
    fn choose(&self, position: &Position, mate: u16) -> Result<Option<Choice>, Stopped> {
        let mut best: Option<(usize, Choice)> = None;
        for mv in position.moves() {
            let next = position.play(mv);
            if self.endgames.probe(&next, self.stop)? != Some(EndgameValue::Mated(mate - 1)) {
                continue;
            }
            let replies: Vec<Position> = next.moves().map(|reply| next.play(reply)).collect();
            let new = replies.iter().filter(|reply| !self.seen.contains(&reply.key())).count();
            if best.as_ref().is_none_or(|(fewest, _)| new < *fewest) {
                best = Some((new, Choice { mv, replies }));
            }
            if new == 0 {
                break;
            }
        }
        Ok(best.map(|(_, choice)| choice))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::{Rules, verify};

    fn proved(fen: &str, attacker: Color) -> Option<u16> {
        let position = Position::from_fen(fen).unwrap();
        let strategy = Endgames::default().strategy(&position, attacker, &StopFlag::new()).unwrap();
        strategy.map(|strategy| verify(&strategy, Rules::Problem).unwrap().mate())
    }

    #[test]
    fn strategies_are_proofs_of_the_exact_distance() {
        assert_eq!(proved("8/8/8/8/8/2k5/8/KR6 w - - 0 1", Color::White), Some(14));
        assert_eq!(proved("8/8/8/8/8/8/8/K1k4q w - - 0 1", Color::Black), Some(2));
        assert_eq!(proved("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", Color::White), Some(2));
    }

    #[test]
    fn there_is_none_where_there_is_no_mate() {
        assert_eq!(proved("8/8/8/8/8/2k5/8/KR6 w - - 0 1", Color::Black), None);
        assert_eq!(proved("8/8/8/8/8/3k4/8/KN6 w - - 0 1", Color::White), None);
        assert_eq!(proved("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Color::White), None);
    }
}
