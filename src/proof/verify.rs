//! The check of a strategy, by the rules of chess alone.
//!
//! It knows neither the prover nor its table: it walks every reply to every move and believes nothing but the move
//! generator. A [`Proof`] cannot be made in any other way.

use std::collections::HashMap;

use thiserror::Error;

use super::place::Place;
use super::strategy::{Step, Strategy};
use crate::chess::{Color, Move, Position};

/// Which draws the defender may claim on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rules {
    /// Those of problems: neither fifty moves nor repetition count (WFCC Codex, articles 16 to 18).
    #[default]
    Problem,
    /// Those of games: the clock of the root counts on, and at a hundred plies without capture or pawn move the
    /// defender is saved unless it is mate.
    Game,
}

/// Why a strategy is no proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Flaw {
    /// A position that can be reached has no step.
    #[error("nothing is said about {fen}, which can be reached")]
    Missing {
        /// The position.
        fen: String,
    },
    /// The step's move cannot be played.
    #[error("the move for {fen} is not legal there")]
    Illegal {
        /// The position.
        fen: String,
    },
    /// The distance does not fall.
    #[error(
        "{fen} is said to be mate in {mate}, but after a reply there are still {after} moves to go"
    )]
    Rising {
        /// The position.
        fen: String,
        /// What it promises.
        mate: u16,
        /// What a position after it promises.
        after: u16,
    },
    /// No legal reply, and no check.
    #[error("the move for {fen} is stalemate")]
    Stalemate {
        /// The position.
        fen: String,
    },
    /// The defender is saved by the fifty-move rule.
    #[error("on the way to mate from {fen} fifty moves pass without capture or pawn move")]
    FiftyMoves {
        /// The position.
        fen: String,
    },
    /// There is nothing to prove: the root is mate or stalemate already.
    #[error("there is no move at the root")]
    Over,
}

/// A strategy that was checked.
#[derive(Clone, Debug)]
pub struct Proof {
    strategy: Strategy,
    rules: Rules,
    mate: u16,
    line: Vec<Move>,
    mates: usize,
}

impl Proof {
    /// What was checked. It knows no position that cannot be reached.
    pub fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// Where it begins.
    pub fn root(&self) -> &Position {
        self.strategy.root()
    }

    /// Who mates.
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

    /// How many positions with the attacker to move it answers.
    pub fn positions(&self) -> usize {
        self.strategy.len()
    }

    /// How many of its moves mate.
    pub fn mates(&self) -> usize {
        self.mates
    }
}

/// Checks a strategy: every reply of the defender is answered, every move is legal, the promised distance falls with
/// every move, and where the defender has no reply it is checkmate. The proof's distances are those of its longest
/// lines, which may be shorter than what was promised.
///
/// # Errors
/// The first flaw found.
pub fn verify(strategy: &Strategy, rules: Rules) -> Result<Proof, Flaw> {
    let walk = Walk::through(strategy, rules)?;
    walk.measured(strategy, rules)
}

/// A position with the attacker to move, and what comes of its move.
struct Node {
    position: Position,
    mv: Move,
    promised: u16,
    /// Where the replies lead; none if the move mates.
    after: Vec<u32>,
}

/// Every position that can be reached.
struct Walk {
    nodes: Vec<Node>,
    places: HashMap<Place, u32>,
}

impl Walk {
    fn through(strategy: &Strategy, rules: Rules) -> Result<Walk, Flaw> {
        let mut walk = Walk { nodes: Vec::new(), places: HashMap::new() };
        let root = *strategy.root();
        if !root.has_legal_move() {
            return Err(Flaw::Over);
        }
        if root.turn() == strategy.attacker() {
            walk.enter(strategy, &root)?;
        } else {
            for legal in root.legal_moves() {
                walk.enter(strategy, &root.play(legal.mv))?;
            }
        }
        let mut next = 0;
        while next < walk.nodes.len() {
            let after = walk.replies(strategy, next)?;
            walk.nodes[next].after = after;
            next += 1;
        }
        if rules == Rules::Game {
            walk.count_fifty(&root, strategy.attacker())?;
        }
        Ok(walk)
    }

    /// Takes up a position, once.
    fn enter(&mut self, strategy: &Strategy, position: &Position) -> Result<u32, Flaw> {
        let place = Place::of(position);
        if let Some(&known) = self.places.get(&place) {
            return Ok(known);
        }
        let step =
            strategy.step(position).ok_or_else(|| Flaw::Missing { fen: position.to_fen() })?;
        if !position.is_legal(step.mv) {
            return Err(Flaw::Illegal { fen: position.to_fen() });
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(Node {
            position: *position,
            mv: step.mv,
            promised: step.mate,
            after: Vec::new(),
        });
        self.places.insert(place, number);
        Ok(number)
    }

    /// Takes up every position that the defender can reach after the move of this one.
    fn replies(&mut self, strategy: &Strategy, number: usize) -> Result<Vec<u32>, Flaw> {
        let node = &self.nodes[number];
        let (position, mv, promised) = (node.position, node.mv, node.promised);
        let next = position.play(mv);
        let replies = next.legal_moves();
        if replies.is_empty() && !next.in_check() {
            return Err(Flaw::Stalemate { fen: position.to_fen() });
        }
        let mut after = Vec::with_capacity(replies.len());
        for reply in replies {
            let number = self.enter(strategy, &next.play(reply.mv))?;
            let promised_after = self.nodes[number as usize].promised;
            if promised_after >= promised {
                let fen = position.to_fen();
                return Err(Flaw::Rising { fen, mate: promised, after: promised_after });
            }
            after.push(number);
        }
        Ok(after)
    }

    /// The nodes by the distance they promise, nearest to mate first. Replies come before what they reply to.
    fn order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        order.sort_by_key(|&number| self.nodes[number as usize].promised);
        order
    }

    /// Whether the fifty-move rule never saves the defender, on any way from the root.
    fn count_fifty(&self, root: &Position, attacker: Color) -> Result<(), Flaw> {
        let mut clocks = vec![0u16; self.nodes.len()];
        if root.turn() == attacker {
            clocks[0] = root.halfmoves();
        } else {
            for legal in root.legal_moves() {
                let next = root.play(legal.mv);
                let clock = &mut clocks[self.places[&Place::of(&next)] as usize];
                *clock = next.halfmoves().max(*clock);
            }
        }
        for number in self.order().into_iter().rev() {
            let node = &self.nodes[number as usize];
            let next = node.position.play(node.mv);
            let clock = if next.halfmoves() == 0 { 0 } else { clocks[number as usize] + 1 };
            // A mating move ends the game before anything can be claimed.
            if clock >= FIFTY && !node.after.is_empty() {
                return Err(Flaw::FiftyMoves { fen: root.to_fen() });
            }
            for (reply, &after) in next.legal_moves().iter().zip(&node.after) {
                let zeroed = next.play(reply.mv).halfmoves() == 0;
                let later = if zeroed { 0 } else { clock + 1 };
                if later >= FIFTY {
                    return Err(Flaw::FiftyMoves { fen: root.to_fen() });
                }
                let known = &mut clocks[after as usize];
                *known = later.max(*known);
            }
        }
        Ok(())
    }

    /// The proof, with distances counted along longest lines.
    fn measured(self, strategy: &Strategy, rules: Rules) -> Result<Proof, Flaw> {
        let mut lengths = vec![0u16; self.nodes.len()];
        let mut longest = vec![None; self.nodes.len()];
        for number in self.order() {
            let node = &self.nodes[number as usize];
            let last = node.after.iter().max_by_key(|&&after| lengths[after as usize]);
            lengths[number as usize] = 1 + last.map_or(0, |&after| lengths[after as usize]);
            longest[number as usize] = last.copied();
        }
        let root = *strategy.root();
        let mut checked = Strategy::new(root, strategy.attacker());
        for (node, &mate) in self.nodes.iter().zip(&lengths) {
            checked.insert(&node.position, Step { mv: node.mv, mate });
        }
        let (mate, line) = self.longest_line(&root, strategy.attacker(), &lengths, &longest);
        let mates = self.nodes.iter().filter(|node| node.after.is_empty()).count();
        Ok(Proof { strategy: checked, rules, mate, line, mates })
    }

    fn longest_line(
        &self,
        root: &Position,
        attacker: Color,
        lengths: &[u16],
        longest: &[Option<u32>],
    ) -> (u16, Vec<Move>) {
        let mut line = Vec::new();
        let mut at = 0;
        if root.turn() != attacker {
            let first = root.legal_moves().into_iter().map(|legal| legal.mv).max_by_key(|&mv| {
                let number = self.places[&Place::of(&root.play(mv))];
                (lengths[number as usize], std::cmp::Reverse(mv))
            });
            if let Some(mv) = first {
                line.push(mv);
                at = self.places[&Place::of(&root.play(mv))];
            }
        }
        let mate = lengths[at as usize];
        let mut next = Some(at);
        while let Some(number) = next {
            let node = &self.nodes[number as usize];
            line.push(node.mv);
            let after = node.position.play(node.mv);
            next = longest[number as usize];
            let wanted = next.map(|number| Place::of(&self.nodes[number as usize].position));
            let reply = after
                .legal_moves()
                .into_iter()
                .find(|legal| Some(Place::of(&after.play(legal.mv))) == wanted);
            line.extend(reply.map(|legal| legal.mv));
        }
        (mate, line)
    }
}

/// Plies without capture or pawn move after which the defender may claim a draw.
const FIFTY: u16 = 100;
