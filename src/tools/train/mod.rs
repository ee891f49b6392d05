//! `train`: a network learned from positions, on the processor, on all threads; the same seed gives the same bytes.

mod chart;
mod course;
mod data_loader;
pub(super) mod expectation;
mod model;
mod optimizer;
mod quantize;
#[cfg(test)]
mod tests;
pub mod view;

use std::path::{Path, PathBuf};
use std::time::Instant;

pub use course::{TrainError, TrainEvent, TrainOptions, TrainProgress, Trained, made_of, train};
pub use quantize::Rounding;
use view::{RoundingErrors, TrainAnswer, origin_members};

use crate::eval::network::NetworkRole;
use crate::eval::network::shape::{WIDTHS, WIDTHS_LISTED};
use crate::store::checkpoint::Checkpoint;
use crate::store::network::EXTENSION;
use crate::store::positions::PositionFile;
use crate::store::state::WorkState;
use crate::store::written::{CommentForm, never};
use crate::store::{NetworkOrigin, SavedNetwork, WrittenFiles};
use crate::tools::batch::break_if;
use crate::tools::tool::arguments::{Seed, number, path};
use crate::tools::tool::files::{WRITTEN_BY, beside, name_of};
use crate::tools::tool::{
    Tool, ToolContext, ToolDesk, ToolError, ToolResult, ToolText, ToolWork, tool_text,
};

/// The arguments of `train`.
#[derive(clap::Args, Clone, Debug)]
pub struct Train {
    /// Positions, as `data` writes them
    #[arg(value_name = "FILE.qpd", value_parser = path)]
    from: PathBuf,
    /// The network; FILE.qpn if none is named
    #[arg(long, value_name = "FILE.qpn", value_parser = path)]
    to: Option<PathBuf>,
    /// Learns what the classical evaluation misses, and is added to that
    #[arg(long)]
    residual: bool,
    /// The network to continue from, instead of from nothing
    #[arg(long = "from", value_name = "FILE.qpn", value_parser = path)]
    begin: Option<PathBuf>,
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
    /// The share of the game's result in the target; the rest is the search's score
    #[arg(long, value_name = "PERCENT", default_value = "0", value_parser = number::<u32>(0..=100))]
    result: u32,
    /// Is written into the network
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<u32>(0..=1_000_000))]
    generation: u32,
    #[command(flatten)]
    seed: Seed,
    /// Resumes, as it does anyway
    #[arg(long, hide = true)]
    resume: bool,
}

/// Reads the number of neurons.
fn width(text: &str) -> Result<usize, String> {
    let known = WIDTHS.into_iter().find(|known| text == known.to_string());
    known.ok_or_else(|| format!("a network has one of {WIDTHS_LISTED} neurons a side"))
}

impl Tool for Train {
    const TEXT: ToolText = tool_text!("train", "FILE.qpd [--to FILE.qpn] [--residual] [--from FILE.qpn] [--width N] [--epochs N] [OPTIONS] [--force]":
        "learn a network from positions, on all Threads; the same seed gives the same bytes",
        details: "The error is reported for at most 100,000 of the positions that `data` held out. After every epoch, and on Ctrl-C, FILE.qpn.part \
                  is written, from which the same command resumes to the same bytes; a picture of the errors goes to FILE.svg.",
        examples: &[("train gen1.qpd --width 64 --epochs 40", "into gen1.qpn"),
            ("train gen1.qpd --residual --width 32", "beside the classical evaluation"),
            ("train gen2.qpd --residual --width 32 --from gen1.qpn --rate 500", "on from the generation before")]);

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let to = self.to.clone().unwrap_or_else(|| self.from.with_extension(EXTENSION));
        desk.files.claim(&to, never)?;
        let begin = self.begin.as_ref().map(|path| SavedNetwork::load(path)).transpose()?;
        let options = TrainOptions {
            width: self.width,
            role: if self.residual { NetworkRole::Residual } else { NetworkRole::Value },
            epochs: self.epochs,
            batch: self.batch,
            // Whole numbers leave no doubt about what was meant.
            rate: f64::from(self.rate) / 1e6,
            decay: f64::from(self.decay) / 1e3,
            begin: begin.map(|saved| saved.network),
            result_share: f64::from(self.result) / 100.0,
            seed: self.seed.seed,
            threads: desk.options.threads,
        };
        // The line is written into the network, which is the same however often it was stopped.
        let line = desk.line.replacen(" --resume", "", 1);
        Ok(ToolWork::new(move |context| self.run(&to, &options, line, context)))
    }
}

impl Train {
    fn run(
        &self,
        to: &Path,
        options: &TrainOptions,
        line: String,
        context: &ToolContext<'_>,
    ) -> ToolResult {
        let begun = Instant::now();
        let (from, part) = (&self.from, beside(to, ".part"));
        let file = PositionFile::open(from).map_err(|error| ToolError::content(from, error))?;
        let (count, sum) = (file.header().count(), file.header().checksum());
        let made_of = made_of(&file, options);
        let checkpoint = Checkpoint::resume(context.files, &part, &made_of)?;
        context.files.claim_for(&picture_of(to), CommentForm::XML, &made_of)?;
        let trained = self.learn((file, checkpoint), options, &part, context)?;
        let origin = NetworkOrigin {
            generation: self.generation,
            seed: options.seed,
            positions: trained.positions.0,
            data: format!("{} ({count} positions, checksum {sum:016x})", name_of(from)),
            commands: vec![line],
            written_by: WRITTEN_BY.to_owned(),
        };
        let chart = keep(context.files, to, &trained, (&origin, &part))?;
        let scale = trained.network.as_ref().map(|(network, _)| network.scale());
        let rounding = trained.network.map(|(_, rounding)| rounding);
        let answer = TrainAnswer {
            path: to.to_owned(),
            finished: rounding.is_some(),
            positions: trained.positions.0,
            held_out: trained.positions.1,
            errors: trained.losses,
            begin_error: trained.begin_loss,
            positions_per_second: trained.speed as u64,
            elapsed: begun.elapsed(),
            scale,
            classical_error: rounding.map(|rounding| rounding.classical_error),
            agreement: rounding.map(|rounding| rounding.agreement),
            rounding: rounding.map(|found| RoundingErrors {
                mean: found.mean_error,
                largest: found.largest_error,
            }),
            chart,
            origin: origin_members(&origin),
        };
        Ok(answer.into())
    }

    /// Learns, tells how far it is, and keeps what it takes to resume after every epoch.
    fn learn(
        &self,
        (file, checkpoint): (PositionFile, Option<Checkpoint>),
        options: &TrainOptions,
        part: &Path,
        context: &ToolContext<'_>,
    ) -> ToolResult<Trained> {
        let (mut begins, mut unwritten) = (true, None);
        let trained = train(file, options, checkpoint, context.stop, &mut |event| {
            let progress = match &event {
                TrainEvent::Progress(progress) | TrainEvent::Epoch(progress, _) => *progress,
            };
            if std::mem::take(&mut begins) {
                context.begin("train", progress.steps.1 as usize);
            }
            context.tell(progress);
            if let TrainEvent::Epoch(_, checkpoint) = event {
                unwritten = checkpoint.save(context.files, part).err();
            }
            break_if(context.stop.is_raised() || unwritten.is_some())
        });
        let trained = trained.map_err(|error| {
            // Three files may be at fault.
            let file = match (&error, &self.begin) {
                (TrainError::OtherBeginning(..), Some(begin)) => begin,
                (TrainError::OtherShape(_), _) => part,
                _ => &self.from,
            };
            ToolError::content(file, error)
        })?;
        unwritten.map_or(Ok(trained), |error| Err(error.into()))
    }
}

/// Returns the picture of the errors beside a network.
fn picture_of(path: &Path) -> PathBuf {
    path.with_extension("svg")
}

/// Writes the picture of the errors, and then the network, or what it takes to resume; returns where the picture is. When the
/// network is there, nothing is left to do.
fn keep(
    files: &WrittenFiles,
    to: &Path,
    trained: &Trained,
    (origin, part): (&NetworkOrigin, &Path),
) -> ToolResult<PathBuf> {
    let path = picture_of(to);
    files.write(&path, chart::losses(&trained.losses).as_bytes())?;
    match &trained.network {
        Some((network, _)) => {
            SavedNetwork { origin: origin.clone(), network: network.clone() }.save(files, to)?;
            // Nothing is left to resume. If it cannot be taken away, it does no harm.
            drop(std::fs::remove_file(part));
        }
        None => trained.checkpoint.save(files, part)?,
    }
    Ok(path)
}
