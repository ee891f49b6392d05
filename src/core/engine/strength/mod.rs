//! Limited playing strength, in Elo: what a weaker player sees, and how its search is limited and reported.
//!
//! A weaker player searches less deep ([`Skill::depth`], [`Skill::nodes`]) and considers more moves ([`Skill::lines`]);
//! `choice.rs` selects one of them. The limit applies to games: the caller sets [`Job::strength`], and [`Strength::suits`]
//! decides whether a search is part of a game. Without it this module has no effect.
//!
//! A limited search has one thread, a small table and a worker of its own. It therefore uses nothing from earlier searches at
//! full strength, leaves nothing for later ones, and repeats its move for the same position and seed unless the clock cuts it
//! short.
//!
//! [`Job::strength`]: super::Job::strength

mod choice;
#[cfg(test)]
mod tests;

use crate::chess::{Game, Position, SplitMix, Square, Step};
use crate::control::Limits;
use crate::search::Finished;

/// The value of the option `Strength` that limits nothing.
pub(crate) const FULL_STRENGTH: u8 = 100;

/// The value of the option `Skill Level` that limits nothing.
pub(crate) const FULL_LEVEL: u8 = 20;

/// MiB of a limited search's own table.
pub(super) const TABLE: usize = 8;

/// A playing strength, roughly in Elo of human players.
///
/// Measured: 1200 scored 96 % of 40 games against 800, 1600 won all 24 against 1200, where 400 points mean 91 %: the scale is
/// steeper than nominal, at least among engines of one kind. The other levels are interpolated, and the zero is a guess: no games
/// were played against people or rated engines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Elo(u16);

impl Elo {
    /// The weakest: a player who knows little more than the rules.
    pub const MIN: Elo = Elo(800);
    pub(crate) const CLUB: Elo = Elo(1500);
    pub const MAX: Elo = Elo(2600);
    /// From here on a mate in one is never missed.
    pub(crate) const SEES_MATE_IN_ONE: Elo = Elo(1200);

    /// Step 0 is [`Elo::MIN`], step `steps - 1` is [`Elo::MAX`], the others lie evenly between; `None` from `steps` on.
    pub(super) fn of_step(step: u8, steps: u8) -> Option<Elo> {
        let range = i64::from(Elo::MAX.0 - Elo::MIN.0);
        let above = range * i64::from(step) / (i64::from(steps) - 1);
        (step < steps).then(|| Elo::from(i64::from(Elo::MIN.0) + above))
    }

    pub fn points(self) -> u16 {
        self.0
    }

    /// The skill of a player of this strength. Every number changes monotonically from the weakest to the strongest.
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
    /// The nearest level in range.
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
/// Elo for which the nodes double.
const NODES_DOUBLE: f64 = 240.0;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Skill {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// Number of moves considered.
    pub(crate) lines: usize,
    /// Temperature of the choice, in centipawns: a move that looks worse by this much is played 1/e times as often.
    pub(crate) temperature: f64,
    /// The chance that a move which is as hard to see as any is overlooked.
    pub(crate) oversight: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    pub elo: Elo,
    /// The same number makes the same mistakes; 0 makes different ones each time.
    pub seed: u64,
}

impl Strength {
    /// Returns whether a search with these limits is part of a game: it ends by itself or after a `ponderhit`, and all moves are
    /// allowed.
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
    /// Destination of the opponent's last move, if it captured.
    taken_on: Option<Square>,
    random: SplitMix,
}

impl Limited {
    pub(super) fn new(strength: Strength, game: &Game) -> Limited {
        // A player who returns to a position need not repeat the mistake.
        let number = game.position().key() ^ game.ply() as u64;
        Limited {
            skill: strength.elo.skill(),
            elo: strength.elo,
            root: *game.position(),
            taken_on: last_capture(game),
            random: SplitMix::stream_or_any(strength.seed, number),
        }
    }

    /// Replaces the requested limits by those of the skill.
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
