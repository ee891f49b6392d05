//! Checks the fifty-move rule along every line of a strategy with checked promises.
//!
//! The rule depends on how a position was reached: decisive is the latest possible capture or pawn move. Positions are visited
//! from the longest promise down, so every way to a position is known before its successors are visited.

use crate::chess::Position;
use crate::proof::position_id::PositionMap;
use crate::proof::{Flaw, PositionId, Strategy};

/// Plies without capture or pawn move after which the defender may claim a draw.
const FIFTY: u16 = 100;

/// Checks that the rule never saves the defender; the mate takes at most `mate` moves from the root.
pub(super) fn check(strategy: &Strategy, mate: u16) -> Result<(), Flaw> {
    let root = strategy.root();
    if u32::from(root.halfmoves()) + 2 * u32::from(mate) < u32::from(FIFTY) {
        return Ok(());
    }
    let mut clocks = Clocks { strategy, latest: PositionMap::default(), waiting: Vec::new() };
    clocks.waiting.resize_with(usize::from(mate) + 1, Vec::new);
    if root.turn() == strategy.attacker() {
        clocks.arrive(root, root.halfmoves());
    } else {
        clocks.defend(root, root.halfmoves())?;
    }
    for promised in (1..=usize::from(mate)).rev() {
        for position in std::mem::take(&mut clocks.waiting[promised]) {
            clocks.attack(&position)?;
        }
    }
    Ok(())
}

struct Clocks<'a> {
    strategy: &'a Strategy,
    /// The most plies that can have passed without capture or pawn move when a position is reached.
    latest: PositionMap<u16>,
    /// Positions with the attacker to move, by what they promise.
    waiting: Vec<Vec<Position>>,
}

impl Clocks<'_> {
    /// A position with the attacker to move is reached with this clock.
    fn arrive(&mut self, position: &Position, clock: u16) {
        let id = PositionId::of(position);
        let latest = self.latest.entry(id).or_insert_with(|| {
            let step = self.strategy.step_at(id);
            self.waiting[step.map_or(0, |step| usize::from(step.mate))].push(*position);
            clock
        });
        *latest = clock.max(*latest);
    }

    /// The attacker moves. A mating move ends the game before anything can be claimed.
    fn attack(&mut self, position: &Position) -> Result<(), Flaw> {
        let id = PositionId::of(position);
        let (Some(step), Some(&clock)) = (self.strategy.step_at(id), self.latest.get(&id)) else {
            return Ok(());
        };
        let next = position.play(step.mv);
        if self.strategy.aim().is_won(&next) {
            return Ok(());
        }
        self.defend(&next, if next.halfmoves() == 0 { 0 } else { clock + 1 })
    }

    /// The defender is to move with this clock, and may claim a draw now or with a move that fills it.
    fn defend(&mut self, position: &Position, clock: u16) -> Result<(), Flaw> {
        let draw = || {
            let fen = self.strategy.root().to_fen();
            let what = "fifty moves pass without capture or pawn move";
            Flaw(format!("on the way to mate from {fen} {what}"))
        };
        if clock >= FIFTY {
            return Err(draw());
        }
        for reply in position.moves() {
            let after = position.play(reply);
            if self.strategy.aim().is_lost(&after) {
                continue;
            }
            let later = if after.halfmoves() == 0 { 0 } else { clock + 1 };
            if later >= FIFTY {
                return Err(draw());
            }
            self.arrive(&after, later);
        }
        Ok(())
    }
}
