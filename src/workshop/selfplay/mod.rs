//! `selfplay`: games between two sets of settings, or of one against itself, in parallel, recorded as they are played.
//!
//! Games are numbered, and each depends only on its number, the settings and the seed, not on threads or time. They are reported
//! in order. So a stopped run resumes after the last reported game, with the same games.

mod game;
mod opening;
mod standing;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Instant;

use crate::arguments::{number, path};
use anyhow::Context;
use clap::Args;
pub use game::{Adjudication, MatchPlan, duels, play};
pub use opening::Openings;
use quarterply::control::Limits;
use quarterply::engine::Options;
use quarterply::files;
use quarterply::ink::number::time_with_unit;
use standing::Sprt;
pub use standing::Standing;

use crate::desk::Desk;
use crate::players::{Players, Setting, setting, with};
use crate::records::RecordWriter;

const USUAL: u64 = 10_000;

/// Approximate number of progress lines, and the maximum number of games between two.
const MILESTONES: u32 = 20;
const MOST_BETWEEN: u32 = 1_000;

#[derive(Args, Debug)]
pub struct SelfPlay {
    /// How many games: 100 if nothing is said, and with --sprt 100,000
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=u64::from(u32::MAX) - 1))]
    games: Option<u32>,
    /// What the first side is set to beyond --set; without --a and --b one side plays alone
    #[arg(long, value_name = "NAME=VALUE", num_args = 0.., value_parser = setting)]
    a: Option<Vec<Setting>>,
    /// What the second side is set to
    #[arg(long, value_name = "NAME=VALUE", num_args = 0.., value_parser = setting)]
    b: Option<Vec<Setting>>,
    #[command(flatten)]
    how: GameArguments,
    /// Ends the match when it is clear which of two differences in Elo is true: 0,10
    #[arg(long, value_name = "ELO,ELO", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Records of the games, four to six bytes a ply; the same command resumes from them
    #[arg(long, value_name = "FILE.qpr", value_parser = path)]
    to: Option<PathBuf>,
}

/// Options of games that all players share.
#[derive(Args, Clone, Debug)]
pub struct GameArguments {
    #[command(flatten)]
    pub players: Players,
    /// Where games begin: random:8-9:200, random plies, or endings:6-12:200, random men, no side more centipawns ahead
    #[arg(long, value_name = "KIND", default_value = "random")]
    openings: Openings,
    #[command(flatten)]
    adjudication: Adjudication,
}

impl GameArguments {
    /// Returns the plan of the games between these sides.
    pub fn plan(&self, sides: Vec<Options>, games: u32) -> MatchPlan {
        let limits = self.players.limits();
        MatchPlan {
            // Half a pair is useless.
            games: if sides.len() > 1 { games.next_multiple_of(2) } else { games },
            sides,
            limits: limits.unwrap_or(Limits::nodes(USUAL)),
            openings: self.openings,
            seed: self.players.seed.seed,
            adjudication: self.adjudication,
            sprt: None,
            jobs: self.players.jobs.jobs,
        }
    }
}

impl SelfPlay {
    fn plan(&self) -> anyhow::Result<MatchPlan> {
        let base = self.how.players.options()?;
        let side =
            |settings: &Option<Vec<Setting>>| with(&base, settings.as_deref().unwrap_or(&[]));
        let sides = match (&self.a, &self.b) {
            (None, None) => vec![base],
            (a, b) => vec![side(a)?, side(b)?],
        };
        let usual = if self.sprt.is_some() { 100_000 } else { 100 };
        let plan = self.how.plan(sides, self.games.unwrap_or(usual));
        Ok(MatchPlan { sprt: self.sprt, ..plan })
    }

    pub fn run(&self, desk: &Desk) -> anyhow::Result<()> {
        let plan = self.plan()?;
        let made_of = plan.made_of(files::work_of_this_version("selfplay"));
        let mut standing = Standing::new(plan.sides.len() > 1);
        let begin = |path: &PathBuf| {
            RecordWriter::begin(&desk.files, path, &made_of, |record| standing.add(&record))
                .with_context(|| path.display().to_string())
        };
        let mut writer = self.to.as_ref().map(begin).transpose()?;
        let (known, begun) = (standing.games, Instant::now());
        let between = (plan.games / MILESTONES).clamp(20, MOST_BETWEEN);
        let played = play(&plan, standing, &desk.stop, &mut |record, standing| {
            writer.as_mut().map_or(Ok(()), |writer| writer.add(record))?;
            desk.done(u64::from(standing.games), u64::from(plan.games), "");
            if standing.games.is_multiple_of(between) && standing.games < plan.games {
                desk.say(standing.in_words(plan.sprt))?;
            }
            Ok(())
        })?;
        if let Some(writer) = &mut writer {
            writer.sync()?;
        }
        let outcome = match played.decision {
            Some(true) => ", accepted",
            Some(false) => ", refused",
            None if played.stopped => ", stopped",
            None => "",
        };
        let standing = played.standing;
        desk.say(format_args!("{}{outcome}", standing.in_words(plan.sprt)))?;
        let speed = f64::from(standing.games - known) / begun.elapsed().as_secs_f64().max(1e-3);
        let time = time_with_unit(begun.elapsed());
        desk.say(format_args!("{}, {time}, {speed:.2} games/s", standing.causes_in_words()))?;
        Ok(())
    }
}
