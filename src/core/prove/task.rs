//! The prover's task and its result.

use crate::chess::{Bitboard, Color, Game, Key, LegalMove, Move, Piece, Position, mate_in_one};
use crate::proof::{Aim, Proof, Rules, Strategy, verify};

/// A question to the prover: whether a side mates from a position, and how soon.
///
/// ```
/// use quarterply_core::chess::Position;
/// use quarterply_core::engine::Engine;
/// use quarterply_core::prove::{Goal, ProofTask};
///
/// let root: Position = "6k1/5ppp/8/8/8/8/1r5P/R6K w - - 0 1".parse()?;
/// let task = ProofTask::new(root).goal(Goal::Shortest).nodes(100_000);
/// let outcome = Engine::new().prove(&task)?;
/// assert!(outcome.is_shortest());
/// assert_eq!(outcome.proof.map(|proof| proof.mate()), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofTask {
    /// The position; either side may be to move.
    pub root: Position,
    pub attacker: Color,
    /// The attacker's aim. Only the exhaustive solver supports aims other than mate.
    pub aim: Aim,
    pub goal: Goal,
    pub restriction: Restriction,
    pub rules: Rules,
    /// Keys of the game's positions before the root, oldest first; used only by the rules of games.
    pub history: Vec<Key>,
    /// The most nodes to spend; `None` for as many as it takes.
    pub nodes: Option<u64>,
}

impl ProofTask {
    /// Returns the question whether the side to move mates, by the rules of problems, without limits.
    pub fn new(root: Position) -> ProofTask {
        ProofTask::any(root, root.turn())
    }

    /// Returns the question for any mate by the rules of problems, without limits.
    pub fn any(root: Position, attacker: Color) -> ProofTask {
        ProofTask {
            root,
            attacker,
            aim: Aim::MATE,
            goal: Goal::Any,
            restriction: Restriction::default(),
            rules: Rules::Problem,
            history: Vec::new(),
            nodes: None,
        }
    }

    /// Creates the task of any mate from a game's position, by the rules of games.
    pub(crate) fn in_game(game: &Game) -> ProofTask {
        let (rules, history) = (Rules::Game, game.history_keys().to_vec());
        ProofTask { rules, history, ..ProofTask::new(*game.position()) }
    }

    /// Sets the goal: a mate within this number of moves.
    ///
    /// ```
    /// use quarterply_core::chess::Position;
    /// use quarterply_core::engine::Engine;
    /// use quarterply_core::prove::ProofTask;
    ///
    /// let root: Position = "6k1/5ppp/8/8/8/8/1r5P/R6K w - - 0 1".parse()?;
    /// let task = ProofTask::new(root).within(1);
    /// let outcome = Engine::new().prove(&task)?;
    /// assert!(outcome.proof.is_none() && outcome.is_refuted(task.goal));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(self, moves: u16) -> ProofTask {
        self.goal(Goal::Within(moves))
    }

    pub fn goal(self, goal: Goal) -> ProofTask {
        ProofTask { goal, ..self }
    }

    /// Sets the side that mates.
    pub fn attacker(self, attacker: Color) -> ProofTask {
        ProofTask { attacker, ..self }
    }

    pub fn aim(self, aim: Aim) -> ProofTask {
        ProofTask { aim, ..self }
    }

    pub fn restriction(self, restriction: Restriction) -> ProofTask {
        ProofTask { restriction, ..self }
    }

    pub fn rules(self, rules: Rules) -> ProofTask {
        ProofTask { rules, ..self }
    }

    /// Sets the most nodes to spend; `None` for as many as it takes.
    pub fn nodes(self, nodes: impl Into<Option<u64>>) -> ProofTask {
        ProofTask { nodes: nodes.into(), ..self }
    }

    /// Returns the proof, if the strategy is valid under the rules of the task.
    pub fn checked(&self, strategy: &Strategy) -> Option<Proof> {
        let proof = verify(strategy, self.rules).ok()?;
        (self.rules == Rules::Problem || !self.repeats(&proof)).then_some(proof)
    }

    /// Returns whether the strategy may lead to a third repetition.
    fn repeats(&self, proof: &Proof) -> bool {
        let known: Vec<_> = self.history.iter().copied().chain([self.root.key()]).collect();
        let twice = |position: &Position| {
            let key = position.key();
            known.iter().filter(|&&earlier| earlier == key).count() >= 2
        };
        let root = self.root.key();
        let mut found = false;
        proof.strategy().walk(|position, step| {
            let begins = position.key() == root;
            found = !begins && twice(position) || twice(&position.play(step.mv));
            !found
        });
        found
    }
}

/// The goal: any mate, one of at most some length, or the shortest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Some mate; then shorter ones until the shortest is proved or a limit ends it.
    Any,
    /// A mate within this many moves of the attacker, or that there is none.
    Within(u16),
    /// The shortest mate, from one move upward: every answer "none in N" comes before the mate.
    Shortest,
}

/// A restriction of the attacker's moves: what a search within it proves holds, what it fails to find may exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Restriction {
    /// Maximum number of squares that the defending king may have after a move of the attacker.
    pub king_moves: Option<u8>,
    pub checks_only: bool,
    pub no_captures: bool,
    pub no_pawn_moves: bool,
    pub excluded: Bitboard,
    /// Whether only nets are tried: restricted graphs, solved by retrograde analysis.
    pub nets_only: bool,
}

impl Restriction {
    /// Returns whether the attacker may make this move, apart from the squares it leaves the king.
    pub(super) fn admits(&self, position: &Position, legal: &LegalMove) -> bool {
        (!self.checks_only || legal.check.any())
            && (!self.no_captures || !position.is_capture(legal.mv))
            && (!self.no_pawn_moves || position.moved(legal.mv) != Piece::Pawn)
            && !self.excluded.has(legal.mv.to())
    }

    /// Returns whether the move leaves the defending king few enough squares.
    pub(super) fn leaves(&self, position: &Position, mv: Move) -> bool {
        self.king_moves.is_none_or(|most| position.play(mv).count_kinds().king <= u32::from(most))
    }

    /// Finds a mate in one among the moves that the restriction admits.
    #[inline]
    pub(super) fn mate_in_one(&self, position: &Position) -> Option<Move> {
        let found = mate_in_one(position)?;
        if *self == Restriction::default() {
            return Some(found);
        }
        let legal = position.legal_moves();
        let mut admitted = legal.iter().filter(|legal| self.admits(position, legal));
        admitted.find(|legal| position.play(legal.mv).is_checkmate()).map(|legal| legal.mv)
    }

    /// A number that differs between restrictions, and is zero without one: facts in a table hold for one of them.
    pub(super) fn mark(&self) -> u64 {
        let flags = [self.checks_only, self.no_captures, self.no_pawn_moves];
        let flags = flags.iter().fold(0, |mark, &flag| 2 * mark + u64::from(flag));
        let squares = self.king_moves.map_or(0, |most| 1 + u64::from(most));
        (8 * squares + flags).wrapping_mul(0xD6E8_FEB8_6659_FD93)
            ^ self.excluded.0.wrapping_mul(0x9FB2_1C65_1E98_DF25)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ended {
    /// The goal was reached: proved, or proved that it cannot be.
    #[default]
    Settled,
    Nodes,
    /// It was stopped, or time was up.
    Stopped,
    /// A restriction left nothing more to try, or the rules of games save the defender from the mate that was found.
    Exhausted,
    /// Endgame tables have the mate, but its strategy has more positions than are written down.
    TooLarge,
}

#[derive(Clone, Default, Debug)]
pub struct Outcome {
    /// The shortest mate found, checked.
    pub proof: Option<Proof>,
    /// There is no mate in at most this many moves: exhaustive, without restrictions. 0 if unknown.
    pub refuted: u16,
    pub ended: Ended,
    pub nodes: u64,
    /// Proof and disproof number of the question, where a search left it open; zeros if unknown.
    pub numbers: [u32; 2],
}

impl Outcome {
    #[doc(hidden)]
    pub fn of(proof: Option<Proof>, refuted: u16, ended: Ended, nodes: u64) -> Outcome {
        Outcome { proof, refuted, ended, nodes, numbers: [0; 2] }
    }

    pub fn is_shortest(&self) -> bool {
        self.proof.as_ref().is_some_and(|proof| self.refuted + 1 == proof.mate())
    }

    /// Adds a proof and a refutation from elsewhere: the shortest mate that answers the question counts, and the most moves in which
    /// there is none.
    #[doc(hidden)]
    pub fn join(&mut self, goal: Goal, proof: Option<Proof>, refuted: u16) {
        let fits = |mate: u16| !matches!(goal, Goal::Within(most) if mate > most);
        let is_longer = |mate: u16| self.proof.as_ref().is_none_or(|known| known.mate() > mate);
        let shorter = proof.filter(|proof| fits(proof.mate()) && is_longer(proof.mate()));
        self.proof = shorter.or(self.proof.take());
        self.refuted = self.refuted.max(refuted);
        let is_found = self.proof.is_some() && matches!(goal, Goal::Within(_));
        if is_found || self.is_shortest() || self.is_refuted(goal) {
            self.ended = Ended::Settled;
        }
    }

    /// Returns whether a mate of the requested length is refuted.
    pub fn is_refuted(&self, goal: Goal) -> bool {
        let all = match goal {
            Goal::Within(moves) => self.refuted >= moves,
            // Until it is stopped.
            Goal::Any | Goal::Shortest => self.ended == Ended::Settled && self.refuted > 0,
        };
        self.proof.is_none() && all
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[doc(hidden)]
pub struct ProverStatus {
    /// The length asked about now, in moves.
    pub asked: u16,
    pub proof_number: u32,
    pub disproof_number: u32,
    /// Share of the table in use, in thousandths.
    pub fill: u32,
    pub nodes: u64,
    pub line: Vec<Move>,
    pub proved: Option<u16>,
    pub refuted: u16,
}

#[derive(Clone, Debug)]
#[doc(hidden)]
pub enum ProverNews {
    /// The state; several times a second.
    Status(Box<ProverStatus>),
    /// A mate, shorter than any before.
    Proved(Box<Proof>),
    Refuted(u16),
}
