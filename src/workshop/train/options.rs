//! Options of `train`: the arguments, and what the network records of them.

use std::path::PathBuf;

use clap::Args;
use quarterply::eval::network::NetworkRole;
use quarterply::eval::network::shape::{WIDTHS, WIDTHS_LISTED};

use crate::arguments::{Jobs, number, path};
use crate::files::name_of;
use crate::players::Seed;

fn width(text: &str) -> Result<usize, String> {
    let known = WIDTHS.into_iter().find(|known| text == known.to_string());
    known.ok_or_else(|| format!("a network has one of {WIDTHS_LISTED} neurons a side"))
}

/// After every epoch, and on Ctrl-C, `FILE.qpn.part` is written, from which the same command resumes to the same bytes.
// Whole numbers on the command line leave no doubt about what was meant.
#[derive(Args, Clone, Debug)]
pub struct Train {
    /// Positions, as `data` writes them
    #[arg(value_name = "FILE.qpd", value_parser = path)]
    pub positions: PathBuf,
    /// The network; FILE.qpn if none is named
    #[arg(long, value_name = "FILE.qpn", value_parser = path)]
    pub to: Option<PathBuf>,
    /// Learns what the classical evaluation misses, and is added to that
    #[arg(long)]
    pub residual: bool,
    /// The network to continue from, instead of from nothing
    #[arg(long, value_name = "FILE.qpn", value_parser = path)]
    pub from: Option<PathBuf>,
    /// Neurons a side: 32, 64, 128, 256 or 512
    #[arg(long, value_name = "N", default_value = "128", value_parser = width)]
    pub width: usize,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value = "30", value_parser = number::<u32>(1..=100_000))]
    pub epochs: u32,
    /// Positions that make a step
    #[arg(long, value_name = "N", default_value = "512", value_parser = number::<usize>(16..=1 << 20))]
    pub batch: usize,
    /// The length of the first steps; the last are nearly nothing
    #[arg(long, value_name = "MILLIONTHS", default_value = "2000", value_parser = number::<u32>(1..=1_000_000))]
    pub rate: u32,
    /// What draws weights to those of --from, or to nothing, in every step, times the rate: the fewer the games, the more is right
    #[arg(long, value_name = "THOUSANDTHS", default_value = "200", value_parser = number::<u32>(0..=1_000_000))]
    pub decay: u32,
    /// Is written into the network
    #[arg(long, value_name = "N", default_value = "1")]
    pub generation: u32,
    #[command(flatten)]
    pub seed: Seed,
    #[command(flatten)]
    pub jobs: Jobs,
}

impl Train {
    pub fn role(&self) -> NetworkRole {
        if self.residual { NetworkRole::Residual } else { NetworkRole::Value }
    }

    /// Command line of the training, stored in the network: the same for resumed training.
    pub fn line(&self) -> String {
        let Train { positions, width, epochs, batch, rate, decay, .. } = self;
        let residual = if self.residual { " --residual" } else { "" };
        let from =
            self.from.as_ref().map_or(String::new(), |path| format!(" --from {}", name_of(path)));
        format!(
            "train {}{residual}{from} --width {width} --epochs {epochs} --batch {batch} --rate {rate} --decay {decay} \
             --generation {} --seed {}",
            name_of(positions),
            self.generation,
            self.seed.seed
        )
    }
}
