//! `train`: trains a network on the CPU, on all threads; the same seed gives the same bytes.

mod course;
mod data_loader;
mod model;
mod options;
mod parallel;
mod quantize;
mod step;
#[cfg(test)]
mod tests;

use std::fs;
use std::time::Instant;

use crate::files::{WRITTEN_BY, beside, name_of};
use anyhow::Context;
pub use data_loader::target;
pub use model::{SCALE, expectation, sharpness};
pub use options::Train;
use quarterply::ink::number::{short, time_with_unit};
use quarterply::store::codec::FileKind;
use quarterply::store::network::EXTENSION;
use quarterply::store::written::never;
use quarterply::store::{NetworkOrigin, SavedNetwork};

use crate::desk::Desk;
use crate::positions::PositionFile;
use crate::state;
use course::{Checkpoint, made_of, train};
use quantize::Rounding;

impl Train {
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
