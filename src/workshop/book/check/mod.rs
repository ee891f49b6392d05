//! Whether a book is sound: every line of a list searched at its end, every move that can be reached legal.

use crate::control::StopFlag;
use crate::control::quantity::MOST_NODES;
use crate::engine::Options;
pub mod view;

use crate::engine::book::file::{self, BookFileError, OpenedBook};
use crate::engine::book::page::Scorer;
use crate::oracle::book::lines::OpeningLine;
use crate::oracle::book::{BookError, openings};
use crate::workshop::tool::arguments::number;
use crate::workshop::tool::{
    Tool, ToolDesk, ToolDone, ToolError, ToolResult, ToolText, ToolWork, tool_text,
};
use view::BooksCheckedAnswer;
pub use view::{BookCheck, DoubtfulLine, LineScores};

/// Centipawns that neither side may be ahead by at the end of a sound line. This evaluation says 150 and more of lines that
/// masters play as Black against 1. e4 and 1. d4 (the Mieses Scotch, the King's Indian), so that the limit lies above them.
pub const SOUND: i32 = 200;

/// Nodes for each line if nothing is said.
const NODES: u64 = 20_000;

#[derive(clap::Args, Clone, Debug)]
pub struct CheckBook {
    /// A book; those in use if none is named
    #[arg(value_name = "FILE")]
    file: Option<String>,
    /// Nodes for each line (20k)
    #[arg(value_name = "NODES", value_parser = number::<u64>(1..=MOST_NODES))]
    nodes: Option<u64>,
}

impl Tool for CheckBook {
    const TEXT: ToolText = tool_text!("book check", "[FILE] [NODES]":
        "whether a book is sound: every move legal, every line searched at its end",
        details: "Fails, with status 4, if a line ends worse than it says.",
        examples: &[("book check my.bin", "is it a good one?")]);

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let options = desk.options.clone();
        let alone = self.file.as_deref().filter(|_| self.nodes.is_none());
        let nodes_alone = alone.and_then(|text| number::<u64>(1..=MOST_NODES)(text).ok());
        let names = match self.file.filter(|_| nodes_alone.is_none()) {
            Some(name) => vec![name],
            None => {
                let names = options.book_file.split(';').map(str::trim);
                names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
            }
        };
        let nodes = self.nodes.or(nodes_alone).unwrap_or(NODES);
        Ok(ToolWork::new(move |context| {
            let mut checked: Vec<BookCheck> = Vec::new();
            for name in names {
                let mut begun = false;
                let mut tell = |done, items| {
                    if !std::mem::replace(&mut begun, true) {
                        context.begin("book check", items);
                    }
                    context.done(done);
                };
                let found = check(&name, (&options, nodes), context.stop, &mut tell);
                checked.push(found.map_err(|error| ToolError::Refused(error.to_string()))?);
            }
            let lines = checked.iter().filter_map(|check| check.lines.as_ref());
            let doubtful: usize = lines.map(|lines| lines.doubtful.len()).sum();
            let unmet = (doubtful > 0).then(|| format!("{doubtful} lines end worse than they say"));
            ToolDone::measured(BooksCheckedAnswer { books: checked }, unmet, None)
        }))
    }
}

/// Checks the book `name`, searching each of its lines for `nodes` nodes.
pub fn check(
    name: &str,
    (options, nodes): (&Options, u64),
    stop: &StopFlag,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<BookCheck, BookFileError> {
    let opened = file::open_with_lines(name)?;
    let book = opened.book();
    // A book that can be opened is one whose moves are legal wherever they can be reached.
    let reached = book
        .reach()
        .map_err(|error: BookError| BookFileError::Polyglot { path: name.to_owned(), error })?;
    let mut found = BookCheck {
        name: name.to_owned(),
        entries: book.entries().len(),
        positions: book.positions(),
        reached,
        lines: None,
    };
    let lines = match &opened {
        OpenedBook::Lines(lines) => lines.lines(),
        OpenedBook::House => openings().map_or(&[][..], |lines| lines.lines()),
        OpenedBook::Entries(_) => return Ok(found),
    };
    let mut scorer = Scorer::new(options, nodes);
    let mut scores = LineScores { lines: lines.len(), ..LineScores::default() };
    for line in lines {
        if stop.is_raised() {
            break;
        }
        tell(scores.scored, scores.lines);
        scores.scored += 1;
        let Some(score) = scorer.score(&line.game()) else { continue };
        if score.raw().abs() > SOUND && claims_to_be_sound(line) {
            scores.doubtful.push(DoubtfulLine { row: line.row(), cp: score.raw() });
        }
    }
    tell(scores.scored, scores.lines);
    found.lines = Some(scores);
    Ok(found)
}

/// Whether a line claims that its final position is balanced.
fn claims_to_be_sound(line: &OpeningLine) -> bool {
    line.is_sound() && !line.opening.name.to_lowercase().contains("gambit")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_searches_every_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("two.txt");
        let text =
            "C20 | King's Pawn Game | 1. e4 / e5\nA00 | Nonsense | 1. e4 d6 2. Qg4 Nf6 3. Qg5 / h6";
        std::fs::write(&path, text).unwrap();
        let (options, stop) = (Options::default(), StopFlag::new());
        let found =
            check(path.to_str().unwrap(), (&options, 2_000), &stop, &mut |_, _| {}).unwrap();
        let lines = found.lines.unwrap();
        assert_eq!((found.reached, lines.lines, lines.scored), (7, 2, 2));
        assert!(lines.doubtful.is_empty(), "{lines:?}");
        std::fs::write(&path, "A00 | Queen for nothing | 1. e4 e5 2. Qg4 d6 3. Qxg7 / Bxg7")
            .unwrap();
        let found =
            check(path.to_str().unwrap(), (&options, 2_000), &stop, &mut |_, _| {}).unwrap();
        assert_eq!(found.lines.unwrap().doubtful.len(), 1);
    }
}
