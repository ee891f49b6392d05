//! Playing strength that is limited, in Elo: what a weaker player sees of a position, and how a limited search is made and told.
//!
//! A weaker player looks less far ([`Skill::depth`], [`Skill::nodes`]) and weighs more moves against each other
//! ([`Skill::lines`]); which of them is played is the matter of `choice.rs`. The limit is that of games: whoever starts a
//! search says so in [`Job::strength`], and [`Strength::suits`] says which searches are games. Without it nothing here is
//! ever reached.
//!
//! A limited search has one thread, a small table of its own and a worker of its own. So it knows nothing of what was
//! searched at full strength before, spoils nothing for what comes after, and plays the same move again for the same
//! position and seed unless the clock cuts it short.
//!
//! [`Job::strength`]: super::Job::strength

mod choice;
#[cfg(test)]
mod tests;

use super::random::Random;
use crate::chess::{Game, Position, Square, Step};
use crate::control::Limits;
use crate::search::Finished;

/// The value of the option `Strength` that limits nothing.
pub const FULL_STRENGTH: u8 = 100;

/// The value of the option `Skill Level` that limits nothing.
pub const FULL_LEVEL: u8 = 20;

/// MiB of a limited search's own table.
pub(super) const TABLE: usize = 8;

/// A playing strength, in Elo points of people at the board, roughly.
///
/// Measured: 1200 made 96 % of 40 games against 800, 1600 all of 24 against 1200, where 400 points mean 91 %: the scale is
/// steeper than it says, at least among engines of one kind. Everything else is interpolation, and the zero of the scale is a
/// guess: no games were played with people or with engines whose rating is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Elo(u16);

impl Elo {
    /// The weakest: a player who knows little more than the rules.
    pub const MIN: Elo = Elo(800);
    pub const CLUB: Elo = Elo(1500);
    pub const MAX: Elo = Elo(2600);
    /// From here on a mate in one is never missed.
    pub const SEES_MATE_IN_ONE: Elo = Elo(1200);

    /// Step 0 is [`Elo::MIN`], step `steps - 1` is [`Elo::MAX`], the others lie evenly between; `None` from `steps` on.
    pub(super) fn of_step(step: u8, steps: u8) -> Option<Elo> {
        let range = i64::from(Elo::MAX.0 - Elo::MIN.0);
        let above = range * i64::from(step) / (i64::from(steps) - 1);
        (step < steps).then(|| Elo::from(i64::from(Elo::MIN.0) + above))
    }

    pub fn points(self) -> u16 {
        self.0
    }

    /// What a player of this strength sees. Every number grows or falls steadily from the weakest to the
    /// strongest.
    pub(super) fn skill(self) -> Skill {
        let above = f64::from(self.0 - Elo::MIN.0);
        let weakness = 1.0 - above / f64::from(Elo::MAX.0 - Elo::MIN.0);
        Skill {
            depth: 2 + u32::from(self.0 - Elo::MIN.0) / 150,
            nodes: (LEAST_NODES * 2_f64.powf(above / NODES_DOUBLE)) as u64,
            lines: 3 + (17.0 * weakness * weakness) as usize,
            temperature: 3.0 + 77.0 * weakness * weakness,
            oversight: 0.6 * weakness * weakness,
        }
    }
}

impl From<Elo> for i64 {
    fn from(elo: Elo) -> i64 {
        i64::from(elo.0)
    }
}

impl From<i64> for Elo {
    /// So many points, or the nearest number in range.
    fn from(points: i64) -> Elo {
        Elo(points.clamp(i64::from(Elo::MIN.0), i64::from(Elo::MAX.0)) as u16)
    }
}

impl std::fmt::Display for Elo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} Elo", self.0)
    }
}

const LEAST_NODES: f64 = 2_000.0;
/// For so many Elo the nodes are doubled.
const NODES_DOUBLE: f64 = 240.0;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Skill {
    pub depth: u32,
    pub nodes: u64,
    /// Moves that are weighed against each other.
    pub lines: usize,
    /// How readily a worse move is played, in centipawns: one that looks worse by so much is played 1/e times as often.
    pub temperature: f64,
    /// The chance that a move which is as hard to see as any is overlooked.
    pub oversight: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    pub elo: Elo,
    /// The same number makes the same mistakes; 0 makes different ones each time.
    pub seed: u64,
}

impl Strength {
    /// Whether a search with these limits is for a game: it ends by itself or with a `ponderhit`, and is about all moves.
    pub fn suits(limits: &Limits) -> bool {
        let all = limits.search_moves.is_empty() && limits.excluded_moves.is_empty();
        let ends = limits.is_bounded() || limits.ponder;
        all && ends && !limits.infinite && limits.mate.is_none()
    }
}

#[derive(Debug)]
pub(super) struct Limited {
    skill: Skill,
    elo: Elo,
    root: Position,
    /// Where the opponent has just taken something.
    taken_on: Option<Square>,
    random: Random,
}

impl Limited {
    pub(super) fn new(strength: Strength, game: &Game) -> Limited {
        // Who comes back to a position need not make the mistake again.
        let number = game.position().key() ^ game.ply() as u64;
        Limited {
            skill: strength.elo.skill(),
            elo: strength.elo,
            root: *game.position(),
            taken_on: last_capture(game),
            random: Random::seeded(strength.seed, number),
        }
    }

    /// What is searched instead of what was asked for.
    pub(super) fn restrict(&self, limits: &mut Limits, lines: &mut usize) {
        let Limits { depth, nodes, .. } = limits;
        *depth = Some(depth.map_or(self.skill.depth, |asked| asked.min(self.skill.depth)));
        *nodes = Some(nodes.map_or(self.skill.nodes, |asked| asked.min(self.skill.nodes)));
        *lines = self.skill.lines;
    }

    /// The result of a search with only the line that is played, and the score that it has.
    pub(super) fn played(&self, mut finished: Finished) -> Finished {
        let lines = &mut finished.iteration.lines;
        if lines.is_empty() {
            return finished;
        }
        let chosen = self.choose(lines);
        if chosen > 0 {
            // Those were the extensions of another line.
            finished.ledger.line.clear();
        }
        lines.swap(0, chosen);
        lines.truncate(1);
        finished.best = lines[0].pv.first().copied();
        finished
    }
}

fn last_capture(game: &Game) -> Option<Square> {
    match game.last_with_position()? {
        (before, Step::Move(mv)) if before.is_capture(mv) => Some(mv.to()),
        _ => None,
    }
}
