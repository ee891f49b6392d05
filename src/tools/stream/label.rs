//! `label`: positions on standard input are searched, a line each.

use std::path::PathBuf;

use super::answer::{PositionLabel, SkippedLine};
use super::{StreamWork, answer_lines, is_stdin, stream_limits};
use crate::ink::LineSchema;
use crate::tools::tool::arguments::{WordFault, path, texts};
use crate::tools::tool::{Tool, ToolDesk, ToolResult, ToolText, ToolWork, tool_text};

#[derive(clap::Args, Clone, Debug)]
pub struct Label {
    /// Lines of standard input
    #[arg(value_name = "-", value_parser = path)]
    from: PathBuf,
    /// Nodes for each line: 100k if nothing is said; memory for the table, as 64MiB
    #[arg(value_name = "LIMITS")]
    words: Vec<String>,
}

impl Tool for Label {
    const TEXT: ToolText = tool_text!("label", "- [NODES] [SIZE]":
        "answer FEN or EPD records from standard input, a line each: best move, score, bound, depth",
        details: "For programs that distribute work (Dask, Spark, GNU parallel): nothing is remembered from line to line, nodes (100k) bound \
              each, and one thread searches, so a line has the same answer on every machine. Scores are White's view unless `set pov mover`. Each line has exactly one answer, in \
              order; one that cannot be read is answered by what is wrong with it, and the status at the end is 1. `solve -` does so \
              with records that have bm, am or dm, `annotate -` with games.",
        examples: &[("label - 5k", "with --json: quarterply --json label - 5k < positions.epd", ""),
            ("label - 5k 1MiB", "a small table, which is quickly made anew", "")]);

    const LINES: &'static [LineSchema] =
        &[LineSchema::named::<SkippedLine>("skipped"), LineSchema::named::<PositionLabel>("label")];

    fn check(&self) -> Result<(), WordFault> {
        if !is_stdin(&self.from) {
            let word = self.from.display().to_string();
            let why = format!(
                "\"{word}\" is read as `label - < {word}`: label takes lines of standard input"
            );
            return Err((word, why));
        }
        stream_limits(&texts(&self.words)).map(drop)
    }

    fn reads_records(&self) -> bool {
        true
    }

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        answer_lines(StreamWork::Label, &texts(&self.words), desk)
    }
}
