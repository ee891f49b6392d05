//! `selfplay`: games of one set of settings against another, or against itself, several at a time, written down as they
//! are played.
//!
//! Games are numbered, and each follows from its number, the settings and the seed alone (unless a clock is used): whichever
//! of the threads plays it, and whenever. They are told in the order of their numbers. So a run that was stopped resumes
//! with the number behind the last game told, and gives the same games.

mod adjudicate;
pub mod arguments;
mod game;
mod match_plan;
mod match_play;
mod opening;
mod standing;
#[cfg(test)]
mod tests;
pub mod view;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub use adjudicate::{Adjudication, Agreement};
use arguments::{GameArguments, MatchWords, sprt};
pub use match_plan::{MatchPlan, Sides, limits_of};
pub use match_play::{MatchResult, duels, play};
pub use opening::{OpeningChoice, OpeningSource};
pub use standing::{PairCounts, Sprt, Standing, white_of};
use view::{SelfPlayAnswer, SelfPlayNews};

use crate::engine::Options;
use crate::engine::self_player::player_options;
use crate::store::records::{GameRecord, RecordWriter, Records, write_games};
use crate::store::written::CommentForm;
use crate::store::{MadeOf, WrittenFiles};
use crate::tools::tool::arguments::path;
use crate::tools::tool::files::WRITTEN_BY;
use crate::tools::tool::{
    Tool, ToolContext, ToolDesk, ToolError, ToolResult, ToolText, ToolWork, tool_text,
};

/// Games if no number is given: of a match, of one that a test ends.
const GAMES: [u32; 2] = [100, 100_000];

/// About how many lines are told on the way, and the most games between two of them.
const MILESTONES: u32 = 20;
const MOST_BETWEEN: u32 = 1_000;

/// The arguments of `selfplay`.
#[derive(clap::Args, Clone, Debug)]
pub struct SelfPlay {
    #[command(flatten)]
    words: MatchWords,
    #[command(flatten)]
    how: GameArguments,
    /// Ends the match when it is clear which of two differences in Elo is true: 0,10
    #[arg(long, value_name = "ELO,ELO", allow_hyphen_values = true, value_parser = sprt)]
    sprt: Option<Sprt>,
    /// Records of the games, four bytes a ply; the same command resumes from them
    #[arg(long, value_name = "FILE.qpr", value_parser = path)]
    to: Option<PathBuf>,
    /// The games for other programs
    #[arg(long, value_name = "FILE.pgn", value_parser = path)]
    pgn: Option<PathBuf>,
}

impl Tool for SelfPlay {
    const TEXT: ToolText = tool_text!("selfplay", "[GAMES] [LIMITS] [--a NAME=VALUE …] [--b NAME=VALUE …] [--openings BOOK] [--to FILE] [OPTIONS] [--force]":
        "play settings against each other, or games to learn from",
        details: "8k alone is nodes, but with nodes or soft the number of games. Each side has what is set now and what --a and --b say \
                  (search parameters, Profile, Evaluation; Hash: 8 MiB of its own each unless it is given); with neither, one side plays alone. \
                  Every opening is played twice with colours changed; Elo, its 95 % interval and the test count pairs. Without a clock game N \
                  is the same on every machine, so --to FILE resumes where Ctrl-C or a crash left it.",
        examples: &[("selfplay 400 --b extension.singular=0", "what singular extensions are worth at 10,000 nodes"),
            ("selfplay nodes 8k --a Profile=slow --sprt 0,10 --jobs 2 --to slow.qpr", "until it is decided; resumes from the file"),
            ("selfplay 5000 soft 1k --openings random --resign 1000 --to games.qpr", "games to learn from")]);

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let plan = self.plan(desk.options)?;
        let made_of = plan.made_of(MadeOf::work("selfplay"));
        Ok(ToolWork::resuming(made_of, move |context, made_of| self.run(&plan, &made_of, context)))
    }
}

impl SelfPlay {
    /// Returns the games. Each side has what is set now, and on top of it what the words say.
    fn plan(&self, now: &Options) -> ToolResult<MatchPlan> {
        let base = player_options(now)?;
        let side = |settings: &Option<Vec<(String, String)>>| -> ToolResult<Options> {
            let mut options = base.clone();
            for (name, value) in settings.iter().flatten() {
                options.set(name, value)?;
            }
            if options.threads != 1 {
                let why =
                    "a side of a game has one thread, so that the same line plays the same games";
                return Err(ToolError::Refused(format!("Threads is {}: {why}", options.threads)));
            }
            Ok(options)
        };
        let sides = match &self.words.sides {
            [None, None] => Sides::Alone(Box::new(base)),
            [a, b] => Sides::Against(Box::new([side(a)?, side(b)?])),
        };
        let usual = GAMES[usize::from(self.sprt.is_some())];
        let plan = self.how.plan(&self.words.games, sides, usual)?;
        Ok(MatchPlan { sprt: self.sprt, ..plan })
    }

    fn run(&self, plan: &MatchPlan, made_of: &MadeOf, context: &ToolContext<'_>) -> ToolResult {
        let begun = Instant::now();
        if let Some(path) = &self.pgn {
            context.files.claim_for(path, CommentForm::PGN, made_of)?;
        }
        let mut standing = Standing::new(plan.sides.is_match());
        let mut writer = match &self.to {
            Some(path) => {
                let of = (WRITTEN_BY, made_of);
                let each = |record: GameRecord| standing.add(&record);
                Some(RecordWriter::begin(context.files, path, of, each)?)
            }
            None => None,
        };
        let known = standing.games;
        let mut kept = Vec::new();
        let keeps = self.pgn.is_some() && writer.is_none();
        let between = (plan.games / MILESTONES).clamp(20, MOST_BETWEEN);
        let mut failed = None;
        context.begin("selfplay", plan.games as usize);
        let played = play(plan, standing, context.stop, &mut |record, standing| {
            if let Some(Err(error)) = writer.as_mut().map(|writer| writer.add(record)) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            if keeps {
                kept.push(record.clone());
            }
            let is_milestone = standing.games.is_multiple_of(between);
            context.tell(SelfPlayNews {
                standing: standing.clone(),
                sprt: plan.sprt,
                is_milestone,
            });
            ControlFlow::Continue(())
        })?;
        failed.map_or(Ok(()), Err)?;
        let records = match (&mut writer, &self.to) {
            (Some(writer), Some(path)) => {
                writer.sync()?;
                Some((path.clone(), writer.bytes()))
            }
            _ => None,
        };
        if let Some(path) = &self.pgn {
            let games = (self.to.as_deref(), kept);
            write_pgn(context.files, path, games, plan.sides.is_match())?;
        }
        let (sprt, pgn, elapsed) = (self.sprt, self.pgn.clone(), begun.elapsed());
        Ok(SelfPlayAnswer { played, sprt, known, elapsed, records, pgn }.into())
    }
}

/// Writes the games as PGN: those of the file of records, or those that were kept.
fn write_pgn(
    files: &WrittenFiles,
    path: &Path,
    (records, kept): (Option<&Path>, Vec<GameRecord>),
    is_match: bool,
) -> ToolResult<()> {
    let names = |number| {
        let sides = if is_match { ["a", "b"] } else { ["quarterply"; 2] };
        let white = white_of(number);
        [sides[white], sides[1 - white]].map(str::to_owned)
    };
    let written = match records {
        Some(records) => {
            let games =
                Records::open(records).map_err(|error| ToolError::content(records, error))?;
            write_games(files, path, games, names)
        }
        None => write_games(files, path, kept.into_iter().map(Ok), names),
    };
    Ok(written?)
}
