//! `train`: trains a network on the CPU, on all threads; the same seed gives the same bytes.

mod course;
mod data_loader;
mod model;
mod parallel;
mod quantize;
mod step;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use crate::arguments::{Jobs, number, path};
use crate::files::{WRITTEN_BY, beside, name_of};
use anyhow::Context;
use clap::Args;
pub use model::{SCALE, expectation};
use quarterply::eval::network::NetworkRole;
use quarterply::eval::network::shape::{WIDTHS, WIDTHS_LISTED};
use quarterply::ink::number::{short, time_with_unit};
use quarterply::store::codec::FileKind;
use quarterply::store::network::EXTENSION;
use quarterply::store::written::never;
use quarterply::store::{NetworkOrigin, SavedNetwork};

use crate::desk::Desk;
use crate::players::Seed;
use crate::positions::PositionFile;
use crate::state;
use course::{Checkpoint, made_of, train};
use quantize::Rounding;

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
    positions: PathBuf,
    /// The network; FILE.qpn if none is named
    #[arg(long, value_name = "FILE.qpn", value_parser = path)]
    to: Option<PathBuf>,
    /// Learns what the classical evaluation misses, and is added to that
    #[arg(long)]
    residual: bool,
    /// The network to continue from, instead of from nothing
    #[arg(long, value_name = "FILE.qpn", value_parser = path)]
    from: Option<PathBuf>,
    /// Neurons a side: 32, 64, 128, 256 or 512
    #[arg(long, value_name = "N", default_value = "128", value_parser = width)]
    width: usize,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value = "30", value_parser = number::<u32>(1..=100_000))]
    epochs: u32,
    /// Positions that make a step
    #[arg(long, value_name = "N", default_value = "512", value_parser = number::<usize>(16..=1 << 20))]
    batch: usize,
    /// The length of the first steps; the last are nearly nothing
    #[arg(long, value_name = "MILLIONTHS", default_value = "2000", value_parser = number::<u32>(1..=1_000_000))]
    rate: u32,
    /// What draws weights to those of --from, or to nothing, in every step, times the rate: the fewer the games, the more is right
    #[arg(long, value_name = "THOUSANDTHS", default_value = "200", value_parser = number::<u32>(0..=1_000_000))]
    decay: u32,
    /// Is written into the network
    #[arg(long, value_name = "N", default_value = "1")]
    generation: u32,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    jobs: Jobs,
}

impl Train {
    fn role(&self) -> NetworkRole {
        if self.residual { NetworkRole::Residual } else { NetworkRole::Value }
    }

    /// Command line of the training, stored in the network: the same for resumed training.
    fn line(&self) -> String {
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

    pub fn run(&self, desk: &Desk) -> anyhow::Result<()> {
        let to = self.to.clone().unwrap_or_else(|| self.positions.with_extension(EXTENSION));
        let is_same = |made: &SavedNetwork| *made.origin.commands == [self.line()];
        let made = SavedNetwork::load(&to).ok().filter(is_same);
        if made.is_none() {
            desk.files.claim(&to, never)?;
        }
        let begin = self.from.as_ref().map(|path| SavedNetwork::load(path)).transpose()?;
        let begin = begin.as_ref().map(|saved| &saved.network);
        let named = || self.positions.display().to_string();
        let file = PositionFile::open(&self.positions).with_context(named)?;
        let (count, learned, sum) =
            (file.header.count(), file.header.learned(), file.header.checksum());
        let data = format!("{} ({count} positions, checksum {sum:016x})", name_of(&self.positions));
        if let Some(made) = made {
            if made.origin.data == data && !desk.files.is_forced() {
                let told = format_args!("{} is what this command makes already", to.display());
                return Ok(desk.say(told)?);
            }
            desk.files.claim(&to, never)?;
        }
        let part = beside(&to, ".part");
        let (place, work) = ((&desk.files, &*part), made_of(&file, self, begin));
        let from: Option<Checkpoint> = state::resume(FileKind::Checkpoint, place, &work)?;
        let keep = |state: &Checkpoint| state::save(FileKind::Checkpoint, place, &work, state);
        let (begun, mut epochs) =
            (Instant::now(), from.as_ref().map_or(0, |from| from.losses.len()));
        let trained = train(file, self, (begin, from), &desk.stop, &mut |state, steps, speed| {
            desk.done(state.step, steps, format!("{}/s", short(speed)));
            if let Some((learned, held_out)) = state.losses.get(epochs) {
                epochs += 1;
                desk.say(format_args!(
                    "epoch {epochs}: error {learned:.6}, held out {held_out:.6}"
                ))?;
                keep(state)?;
            }
            Ok(())
        })
        .with_context(named)?;
        if let Some(error) = trained.begin_loss {
            desk.say(format_args!("held out, the network before: {error:.6}"))?;
        }
        let Some((network, rounding)) = trained.network else {
            keep(&trained.checkpoint)?;
            return Ok(desk.say("stopped; the same command resumes")?);
        };
        let origin = NetworkOrigin {
            generation: self.generation,
            seed: self.seed.seed,
            positions: learned,
            data,
            commands: vec![self.line()],
            written_by: WRITTEN_BY.to_owned(),
        };
        SavedNetwork { origin, network }.save(&desk.files, &to)?;
        // The training is complete. A leftover checkpoint does no harm.
        drop(fs::remove_file(&part));
        let Rounding { mean_error, largest_error, classical_error } = rounding;
        desk.say(format_args!(
            "{} after {}: classical evaluation held out {classical_error:.6}, rounding changes values by {mean_error:.2} centipawns, at most {largest_error:.1}",
            to.display(), time_with_unit(begun.elapsed())
        ))?;
        Ok(())
    }
}
