//! The check of a strategy by the rules of chess alone.
//!
//! It uses neither the prover nor its table: it walks every reply to every move and trusts only the move generator. There is no
//! other way to create a [`Proof`]. Promises decrease along every line, so no walk is longer than the root's promise, and every
//! position is visited once, even if several lines lead to it.

mod fifty;

use std::cmp::Reverse;

use super::flaw::Flaw;
use super::position_id::{PositionId, PositionMap};
use super::stipulation::Aim;
use super::strategy::{Strategy, StrategyStep};
use crate::chess::{Color, Move, MoveList, Position};
use crate::settings::choice;

choice! {
    /// Which draws the defender may claim on the way.
    #[derive(Default)]
    Rules {
        /// Those of problems: neither fifty moves nor repetition count (WFCC Codex, articles 16 to 18).
        #[default]
        Problem = "problem",
        /// Those of games: the clock of the root counts on, and at a hundred plies without capture or pawn move the
        /// defender is saved unless it is mate.
        Game = "game",
    }
}

/// A strategy that was checked.
///
/// ```
/// use quarterply_core::chess::{Position, line_san, parse_move};
/// use quarterply_core::proof::{Rules, Strategy, StrategyStep, verify};
///
/// let root: Position = "6k1/5ppp/8/8/8/8/1r5P/R6K w - - 0 1".parse()?;
/// let check = parse_move(&root, "Ra8+")?;
/// let after = root.play(check);
/// let later = after.play(parse_move(&after, "Rb8")?);
/// let mut strategy = Strategy::new(root, root.turn());
/// strategy.insert(&root, StrategyStep { mv: check, mate: 2 });
/// strategy.insert(&later, StrategyStep { mv: parse_move(&later, "Rxb8#")?, mate: 1 });
///
/// let proof = verify(&strategy, Rules::Problem)?;
/// assert_eq!(line_san(&root, proof.line()), "1.Ra8+ Rb8 2.Rxb8#");
/// assert_eq!((proof.mate(), proof.distance(&later)), (2, Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Proof {
    strategy: Strategy,
    rules: Rules,
    mate: u16,
    line: Vec<Move>,
    mates: usize,
}

impl Proof {
    /// The checked strategy, without unreachable positions.
    pub fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// The root.
    pub fn root(&self) -> &Position {
        self.strategy.root()
    }

    /// The side that mates.
    pub fn attacker(&self) -> Color {
        self.strategy.attacker()
    }

    /// The rules it was checked by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Moves of the attacker to mate along its longest line.
    pub fn mate(&self) -> u16 {
        self.mate
    }

    /// A longest line, from the root to mate.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Maximum number of the attacker's moves to mate from a position of either side. `None` if the proof does not lead there.
    #[doc(hidden)]
    pub fn distance(&self, position: &Position) -> Option<u16> {
        if position.turn() == self.attacker() {
            return self.strategy.step(position).map(|step| step.mate);
        }
        let aim = self.strategy.aim();
        let replies = aim.replies(position);
        if replies.is_empty() {
            return aim.is_won(position).then_some(0);
        }
        let distances = replies.iter().map(|reply| {
            let after = position.play(reply.mv);
            if aim.is_lost(&after) { Some(0) } else { Some(self.strategy.step(&after)?.mate) }
        });
        distances.reduce(|a, b| Some(a?.max(b?)))?
    }

    /// A longest line from a position of either side to mate; empty if the proof does not lead there.
    pub(crate) fn line_from(&self, position: &Position) -> Vec<Move> {
        longest(&self.strategy, position)
    }

    /// Number of positions with the attacker to move.
    pub fn positions(&self) -> usize {
        self.strategy.positions()
    }

    /// Number of mating moves.
    #[doc(hidden)]
    pub fn mates(&self) -> usize {
        self.mates
    }
}

/// Checks a strategy: every reply of the defender is answered, every move is legal, the promised distance falls with
/// every move, and where the defender has no reply, or in a selfmate where it mates, the aim is reached. The proof's distances are those of its longest
/// lines, which may be shorter than what was promised.
pub fn verify(strategy: &Strategy, rules: Rules) -> Result<Proof, Flaw> {
    let root = *strategy.root();
    if !root.has_legal_move() {
        return Err(Flaw("there is no move at the root".to_owned()));
    }
    let mut walk =
        StrategyWalk { strategy, known: PositionMap::default(), path: Vec::new(), mates: 0 };
    if root.turn() == strategy.attacker() {
        walk.explore(&root)?;
    } else {
        for reply in root.moves() {
            walk.explore(&root.play(reply))?;
        }
    }
    let StrategyWalk { known, mates, .. } = walk;
    let steps = known
        .into_iter()
        .map(|(id, node)| (id, StrategyStep { mv: node.mv, mate: node.length }))
        .collect();
    let strategy = strategy.with_steps(steps);
    let line = longest(&strategy, &root);
    let moves_first = usize::from(root.turn() == strategy.attacker());
    let mate = ((line.len() + moves_first) / 2) as u16;
    if rules == Rules::Game {
        fifty::check(&strategy, mate)?;
    }
    Ok(Proof { strategy, rules, mate, line, mates })
}

/// A longest line of a strategy that was walked, from a position of either side to mate.
fn longest(strategy: &Strategy, from: &Position) -> Vec<Move> {
    let mut line = Vec::new();
    let mut position = *from;
    loop {
        let next = if position.turn() == strategy.attacker() {
            strategy.step(&position).map(|step| step.mv)
        } else {
            let replies = strategy.aim().replies(&position).into_iter().map(|reply| {
                let step = strategy.step(&position.play(reply.mv));
                (step.map(|step| step.mate), Reverse(reply.mv))
            });
            // The first of several moves that last equally long, in any order of generation.
            let last = replies.max();
            last.and_then(|(mate, Reverse(mv))| {
                let ends = strategy.aim().is_lost(&position.play(mv));
                (mate.is_some() || ends).then_some(mv)
            })
        };
        let Some(mv) = next else { return line };
        line.push(mv);
        position = position.play(mv);
    }
}

/// A position with the attacker to move whose lines were all walked.
struct StrategyNode {
    mv: Move,
    promised: u16,
    /// Moves to mate along its longest line.
    length: u16,
}

/// A position on the way from the root whose replies are being walked.
struct Visit {
    position: Position,
    id: PositionId,
    step: StrategyStep,
    /// After the step's move.
    next: Position,
    replies: MoveList,
    /// Number of replies walked.
    walked: usize,
    /// Moves to mate after the worst of them.
    longest: u16,
}

struct StrategyWalk<'a> {
    strategy: &'a Strategy,
    known: PositionMap<StrategyNode>,
    /// The path of the walk, from the root; promises decrease along it.
    path: Vec<Visit>,
    mates: usize,
}

impl StrategyWalk<'_> {
    /// Walks everything that can be reached from a position with the attacker to move.
    fn explore(&mut self, start: &Position) -> Result<(), Flaw> {
        if self.strategy.aim().is_lost(start) {
            self.mates += 1;
            return Ok(());
        }
        self.enter(start, PositionId::of(start))?;
        while let Some(visit) = self.path.last_mut() {
            let Some(reply) = visit.replies.get(visit.walked) else {
                self.leave();
                continue;
            };
            let after = visit.next.play(reply.mv);
            if self.strategy.aim().is_lost(&after) {
                self.mates += 1;
                visit.walked += 1;
                continue;
            }
            let id = PositionId::of(&after);
            let promised = visit.step.mate;
            match self.known.get(&id) {
                Some(node) if node.promised < promised => {
                    visit.longest = visit.longest.max(node.length);
                    visit.walked += 1;
                }
                Some(node) => return Err(rising(&visit.position, promised, node.promised)),
                None => self.enter(&after, id)?,
            }
        }
        Ok(())
    }

    /// Goes to a position, unless everything behind it is known. One that mates is known at once.
    fn enter(&mut self, position: &Position, id: PositionId) -> Result<(), Flaw> {
        if self.known.contains_key(&id) {
            return Ok(());
        }
        let fen = || position.to_fen();
        let missing = || Flaw(format!("nothing is said about {}, which can be reached", fen()));
        let step = self.strategy.step_at(id).ok_or_else(missing)?;
        if step.mate == 0 {
            let what = "is said to be mate in 0, but the move that mates counts as one";
            return Err(Flaw(format!("{} {what}", fen())));
        }
        if let Some(before) = self.path.last().filter(|before| step.mate >= before.step.mate) {
            return Err(rising(&before.position, before.step.mate, step.mate));
        }
        if !position.is_legal(step.mv) {
            return Err(Flaw(format!("the move for {} is not legal there", fen())));
        }
        let aim = self.strategy.aim();
        if aim.is_missed(position) {
            return Err(Flaw(format!("in {} the attacker has to mate at once", fen())));
        }
        let next = position.play(step.mv);
        let replies = aim.replies(&next);
        if !replies.is_empty() {
            let position = *position;
            let visit = Visit { position, id, step, next, replies, walked: 0, longest: 0 };
            self.path.push(visit);
            return Ok(());
        }
        if !aim.is_won(&next) {
            let what = match aim {
                Aim::MATE => "is stalemate",
                _ => "leaves no reply, which is not the aim",
            };
            return Err(Flaw(format!("the move for {} {what}", fen())));
        }
        self.mates += 1;
        self.known.insert(id, StrategyNode { mv: step.mv, promised: step.mate, length: 1 });
        Ok(())
    }

    /// Goes back from a position whose replies were all walked.
    fn leave(&mut self) {
        if let Some(visit) = self.path.pop() {
            let StrategyStep { mv, mate: promised } = visit.step;
            let length = visit.longest + 1;
            self.known.insert(visit.id, StrategyNode { mv, promised, length });
        }
    }
}

fn rising(position: &Position, mate: u16, after: u16) -> Flaw {
    let fen = position.to_fen();
    Flaw(format!(
        "{fen} is said to be mate in {mate}, but after a reply there are still {after} moves to go"
    ))
}

#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod tests;
