//! `data`: positions to learn from are taken out of games of self-play, shuffled, each once.

mod builder;
mod lambda_return;
mod reading;
mod statistics;
#[cfg(test)]
mod tests;
pub mod view;
mod write;

use std::path::{Path, PathBuf};

pub use builder::{DatasetBuilder, DatasetOptions, quick_lines};
pub use statistics::{DatasetStatistics, LeftOutCause};
pub use view::{DataAnswer, statistics_page};
pub use write::{dataset_for, write_dataset};

use crate::store::written::never;
use crate::tools::tool::arguments::{Seed, number, path};
use crate::tools::tool::{Tool, ToolContext, ToolDesk, ToolResult, ToolText, ToolWork, tool_text};

/// Centipawns from which on a position is decided: the largest value of `--most`.
pub const MOST_CENTIPAWNS: u64 = 32_000;

/// Bytes of a recorded ply.
const PLY: u64 = 4;

/// What the name of a file of Expositor's form ends in.
const QUICK_EXTENSION: &str = "quick";

/// The arguments of `data`.
#[derive(clap::Args, Clone, Debug)]
pub struct Data {
    /// Games of selfplay (.qpr), positions (.qpd), or positions in Expositor's form (.quick)
    #[arg(value_name = "FILE", required = true, value_parser = path)]
    from: Vec<PathBuf>,
    /// The file to be made
    #[arg(long, value_name = "FILE", value_parser = path)]
    to: PathBuf,
    /// Plies at the beginning of a game that are left out
    #[arg(long, value_name = "N", default_value = "10", value_parser = number::<u16>(0..=1_000))]
    skip: u16,
    /// Centipawns from which on a position is decided, and left out
    #[arg(long, value_name = "CP", default_value = "2000", value_parser = number::<i32>(1..=MOST_CENTIPAWNS))]
    most: i32,
    /// How much of a position's score is what the game says later
    #[arg(long, value_name = "PERCENT", default_value = "70", value_parser = number::<u32>(0..=100))]
    lambda: u32,
    #[command(flatten)]
    seed: Seed,
}

impl Tool for Data {
    const TEXT: ToolText = tool_text!("data", "FILE… --to FILE [OPTIONS] [--force]":
        "make positions to learn from out of games of selfplay, shuffled, each once",
        details: "A position is taken if it was searched and is quiet: not in check, best move neither capture nor promotion, \
                  not decided. What is learned of it is its search's score, but for --lambda what the next ply says, of which as \
                  much is what the one after that says, and so on up to the result. Files of positions can be joined too. \
                  All of every twentieth game is held out: `train` reports its error on that. The same seed gives the same order.",
        examples: &[("data games.qpr --to gen1.qpd", "positions of all games")]);

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        desk.files.claim(&self.to, never)?;
        Ok(ToolWork::new(move |context| self.run(context)))
    }
}

impl Data {
    fn run(&self, context: &ToolContext<'_>) -> ToolResult {
        let (to, Seed { seed }) = (&self.to, self.seed);
        let Data { skip, most, lambda, .. } = *self;
        let lengths = self.from.iter().filter_map(|path| path.metadata().ok());
        let bytes: u64 = lengths.map(|metadata| metadata.len()).sum();
        let options = DatasetOptions { skip, most, lambda, seed };
        let mut dataset = dataset_for(to, bytes / PLY, options)?;
        context.begin("data", self.from.len());
        let (mut sources, mut cut) = (Vec::new(), Vec::new());
        for (done, path) in self.from.iter().enumerate() {
            let (source, fault) = reading::take_all(path, &mut dataset, context)?;
            sources.push(source);
            cut.extend(fault);
            context.done(done + 1);
        }
        let settings = format!("skip {skip}, most {most}, lambda {lambda}, seed {seed}");
        let statistics = if is_quick(to) {
            write::write_quick(context.files, to, dataset)?
        } else {
            write_dataset(context.files, to, dataset, (sources, settings))?
        };
        Ok(DataAnswer { path: to.clone(), statistics, cut }.into())
    }
}

fn is_quick(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == QUICK_EXTENSION)
}
