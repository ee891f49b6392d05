//! Options of `data`: the arguments, the provenance and the sampling that follow from them.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use quarterply::files;
use quarterply::store::MadeOf;

use super::tree_sample::TreeSampling;
use crate::arguments::{number, path};
use crate::players::{Players, limited};

#[derive(Args, Clone, Debug)]
pub struct Data {
    /// Games of selfplay (.qpr), positions (.qpd), or positions in Expositor's form (.quick)
    #[arg(value_name = "FILE", required = true, value_parser = path)]
    pub from: Vec<PathBuf>,
    /// The file to be made
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub to: PathBuf,
    /// Plies at the beginning of a game that are left out
    #[arg(long, value_name = "N", default_value = "10")]
    pub skip: u16,
    /// Centipawns from which on a position is decided, and left out
    #[arg(long, value_name = "CP", default_value = "2000", value_parser = number::<i32>(1..=32_000))]
    pub most: i32,
    /// How much of a position's score is what the game says later: the λ of the λ-return
    #[arg(long, value_name = "PERCENT", default_value = "70", value_parser = number::<u32>(0..=100))]
    pub lambda: u32,
    /// Of .qpd files, take every Nth position only
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<usize>(1..=1_000))]
    pub every: usize,
    /// Search each position of .qpd files, and take N of the positions that the search evaluates instead of it
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1_000))]
    pub tree: Option<usize>,
    #[command(flatten)]
    pub players: Players,
}

impl Data {
    /// The provenance of the positions, without the files.
    pub fn made_of(&self) -> anyhow::Result<MadeOf> {
        let &Data { skip, most, lambda, .. } = self;
        let made_of = files::work_of_this_version("data").and("skip", skip).and("most", most);
        let made_of = made_of.and_if("every", (self.every > 1).then_some(self.every));
        let made_of = made_of.and("lambda", lambda).and("seed", self.players.seed.seed);
        match self.tree_sampling()? {
            Some(sampling) => {
                let made_of = limited(made_of, &sampling.limits).and("tree", sampling.most);
                Ok(sampling.options.made_of("", made_of))
            }
            None => Ok(made_of),
        }
    }

    pub fn tree_sampling(&self) -> anyhow::Result<Option<TreeSampling>> {
        let Players { seed, jobs, .. } = &self.players;
        match (self.tree, self.players.limits()) {
            (Some(most), Some(limits)) => {
                let options = self.players.options()?;
                Ok(Some(TreeSampling { options, limits, most, seed: seed.seed, jobs: jobs.jobs }))
            }
            (None, None) => Ok(None),
            (Some(_), None) => bail!("--tree wants to know how deep: --nodes or --soft"),
            (None, Some(_)) => bail!("--nodes and --soft go with --tree"),
        }
    }
}
