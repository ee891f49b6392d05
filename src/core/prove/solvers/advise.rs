//! Cheap facts that are shown and saved with a proof: short mates beside its lines, and the certificate that it is the shortest.

use crate::chess::{Color, Move, Position};
use crate::control::StopFlag;
use crate::proof::layout::tree::Adviser;
use crate::proof::{Aim, Proof, Refutation};
use crate::prove::NoMemory;
use crate::prove::exact::Exact;

const LONGEST: u16 = 3;

/// Nodes for all questions together: a second or two.
const BUDGET: u64 = 3_000_000;

const TABLE: usize = 8;

/// Longest mate that gets a certificate of its shortness, in moves.
const CERTIFIED: u16 = 4;

/// Nodes for such a certificate: some seconds.
const CERTIFICATE: u64 = 20_000_000;

/// Knows short mates until it has looked at enough positions.
pub struct ShortMates {
    exact: Exact,
    stop: StopFlag,
    /// Questions about this position are not answered.
    without: Option<Position>,
    /// Whether a question was skipped because it was too long.
    pub(crate) gave_up: bool,
}

impl ShortMates {
    /// Raising `stop` makes it know nothing any more.
    pub fn new(stop: &StopFlag) -> Result<ShortMates, NoMemory> {
        let exact = Exact::new(TABLE)?;
        Ok(ShortMates { exact, stop: stop.clone(), without: None, gave_up: false })
    }

    /// Returns a verified certificate that a mate is the shortest: a refutation of one in a move less. `None` for a mate of more than
    /// four moves, if there is a shorter one, or if it takes too long.
    pub fn certificate(&mut self, proof: &Proof) -> Option<Refutation> {
        self.refutation((proof.root(), proof.attacker()), proof.mate() - 1, CERTIFICATE)
    }

    /// Returns a verified certificate that a side does not mate in `moves`. `None` for more than three, if it does, or if it takes
    /// more nodes.
    pub fn refutation(
        &mut self,
        (root, attacker): (&Position, Color),
        moves: u16,
        nodes: u64,
    ) -> Option<Refutation> {
        if moves >= CERTIFIED {
            return None;
        }
        let exact = self.exact.limit_next(Some(nodes));
        let refutation = exact.refutation_of(root, attacker, moves, &self.stop).ok().flatten();
        refutation.filter(|refutation| refutation.verify().is_ok())
    }

    /// Returns the same for questions about another aim than mate.
    #[must_use]
    pub(crate) fn about(mut self, aim: Aim) -> ShortMates {
        self.exact.aim_at(aim);
        self
    }

    /// Skips questions about this position: its keys come from the caller.
    #[must_use]
    pub(crate) fn without(self, root: Position) -> ShortMates {
        ShortMates { without: Some(root), ..self }
    }
}

impl Adviser for ShortMates {
    fn mates(&mut self, position: &Position, most: u16) -> Option<Vec<(Move, u16)>> {
        if self.without == Some(*position) {
            return None;
        }
        let keys = if most > LONGEST || self.exact.nodes() >= BUDGET {
            None
        } else {
            self.exact.keys(position, most, &self.stop).ok()
        };
        self.gave_up |= keys.is_none();
        Some(keys?.into_iter().map(|key| (key.mv, key.mate)).collect())
    }
}
