//! `annotate -`: games on standard input are annotated, a line each.

use super::{StreamWork, answer_lines, stream_limits};
use crate::chess::Color;
use crate::control::quantity::MOST_NODES;
use crate::workshop::annotate::AnnotateOptions;
use crate::workshop::tool::arguments::{WordFault, number};
use crate::workshop::tool::{Tool, ToolDesk, ToolError, ToolText, ToolWork};

/// The arguments of `annotate -`.
#[derive(clap::Args, Clone, Debug)]
pub struct AnnotateLines {
    /// Lines of standard input
    #[arg(value_name = "-")]
    from: String,
    /// Nodes for each position: 100k if nothing is said; memory for the table, as 64MiB
    #[arg(value_name = "LIMITS")]
    words: Vec<String>,
    /// Judge only the moves of white or black
    #[arg(long, value_name = "SIDE", default_value = "both", value_parser = side)]
    side: JudgedSide,
    /// Percent of a point that an inaccuracy gives away
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = margin)]
    margin: f64,
    /// Nodes for the proof of each missed mate; 0 proves none
    #[arg(long, value_name = "NODES", default_value = "1M", value_parser = number::<u64>(0..=MOST_NODES))]
    proof: u64,
}

/// The side whose moves are judged; `None` for both.
#[derive(Clone, Copy, Debug)]
pub struct JudgedSide(pub Option<Color>);

/// Reads the side whose moves are judged.
///
/// # Errors
/// If it is none.
pub fn side(text: &str) -> Result<JudgedSide, String> {
    match text {
        "white" | "w" => Ok(JudgedSide(Some(Color::White))),
        "black" | "b" => Ok(JudgedSide(Some(Color::Black))),
        "both" => Ok(JudgedSide(None)),
        _ => Err("it must be white, black or both".to_owned()),
    }
}

/// Reads a share of a point, in percent: `5`, `7.5%`.
///
/// # Errors
/// If it is none.
pub fn margin(text: &str) -> Result<f64, String> {
    let percent = text.trim_end_matches('%').parse::<f64>().ok();
    let percent = percent.filter(|percent| (0.1..=50.0).contains(percent));
    let wrong = "it is a share of a point from 0.1 to 50 percent, as in --margin 5";
    percent.map(|percent| percent / 100.0).ok_or_else(|| wrong.to_owned())
}

impl Tool for AnnotateLines {
    // The rest of what help says is in the row of `annotate`.
    const TEXT: ToolText = ToolText {
        name: "annotate",
        usage: "- [NODES] [SIZE] [OPTIONS]",
        summary: "annotate games from standard input, a line each",
        details: "",
        examples: &[],
    };

    fn check(&self) -> Result<(), WordFault> {
        stream_limits(&self.words).map(drop)
    }

    fn reads_records(&self) -> bool {
        true
    }

    fn begin(self, desk: &ToolDesk<'_>) -> Result<ToolWork, ToolError> {
        let AnnotateLines { side: JudgedSide(side), margin, proof: proof_nodes, .. } = self;
        let wanted = AnnotateOptions { side, margin, proof_nodes, ..AnnotateOptions::default() };
        answer_lines(StreamWork::Annotate(Box::new(wanted)), &self.words, desk)
    }
}
