//! `tune`: weights of the classical evaluation fitted to labelled positions.

mod course;
pub(super) mod fit;
pub(super) mod sample;
#[cfg(test)]
mod tests;
pub mod view;
mod write;

use std::io::BufReader;
use std::path::PathBuf;

use course::tune;
pub use course::{TuneOptions, TuneProgress, Tuned};
use sample::Samples;
pub use sample::TuneError;
use view::TuneAnswer;

use crate::store::positions::PositionFile;
use crate::store::written::never;
use crate::workshop::batch::break_if;
use crate::workshop::tool::arguments::{number, path};
use crate::workshop::tool::files::open;
use crate::workshop::tool::{
    Tool, ToolContext, ToolDesk, ToolError, ToolResult, ToolText, ToolWork, tool_text,
};

/// The arguments of `tune`.
#[derive(clap::Args, Clone, Debug)]
pub struct Tune {
    /// Lines of FEN;centipawns;result in White's view, or positions that `data` wrote (.qpd)
    #[arg(value_name = "FILE", value_parser = path)]
    from: PathBuf,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value = "25", value_parser = number::<u32>(1..=10_000))]
    epochs: u32,
    /// The share of the game's result in the target; the rest is the score
    #[arg(long, value_name = "PERCENT", default_value = "40", value_parser = number::<u32>(0..=100))]
    result: u32,
    /// The weights, as the text of eval/classical/weights.rs; they are written nowhere if no file is named
    #[arg(long, value_name = "FILE", value_parser = path)]
    out: Option<PathBuf>,
}

impl Tool for Tune {
    const TEXT: ToolText = tool_text!("tune", "FILE [epochs N] [result PERCENT] [out FILE] [--force] | spsa NAME=LOW..HIGH[/STEP] … --to FILE [OPTIONS]":
        "tune the evaluation on labelled positions, or parameters of the search by games",
        details: "`help tune spsa` describes the tuning by games.",
        examples: &[("tune gen1.qpd epochs 40 out weights.rs", "forty passes over positions of our own games")]);

    const BARE: &'static [&'static str] = &["epochs", "result", "out"];

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        self.out.as_ref().map_or(Ok(()), |out| desk.files.claim(out, never))?;
        let options = TuneOptions {
            epochs: self.epochs,
            result_share: f64::from(self.result) / 100.0,
            threads: desk.options.threads,
            ..TuneOptions::default()
        };
        Ok(ToolWork::new(move |context| self.run(&options, context)))
    }
}

impl Tune {
    fn run(&self, options: &TuneOptions, context: &ToolContext<'_>) -> ToolResult {
        let told = |progress: &TuneProgress| {
            if progress.epoch == 0 {
                context.begin("tune", progress.epochs as usize);
            } else {
                context.done(progress.epoch as usize);
            }
            break_if(context.stop.is_raised())
        };
        let from = &self.from;
        let samples = if from.extension().is_some_and(|extension| extension == "qpd") {
            let file = PositionFile::open(from)
                .and_then(|mut file| file.check(context.stop).map(|()| file));
            file.and_then(|mut file| Samples::of_positions(&mut file)).map_err(TuneError::from)
        } else {
            Samples::read(BufReader::new(open(from)?))
        };
        let tuned = samples.and_then(|samples| tune(&samples, options, told));
        let tuned = tuned.map_err(|error| ToolError::content(from, error))?;
        if let Some(out) = &self.out {
            context.files.write(out, tuned.source.as_bytes())?;
        }
        let (positions, held_out) = tuned.positions;
        let (error_before, error_after) = (tuned.before, tuned.after);
        let (path, output) = (from.clone(), self.out.clone());
        let answer = TuneAnswer { path, positions, held_out, error_before, error_after, output };
        Ok(answer.into())
    }
}
