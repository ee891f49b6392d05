//! `why`: reasons for and against a move, each with the line that shows it.

mod finder;
#[cfg(test)]
mod tests;
mod view;

use std::sync::Arc;

pub use finder::ReasonFinder;
pub use view::MoveReasons;

use crate::chess::notation::unnumbered;
use crate::chess::parse_move;
use crate::engine::limit_words::LimitSet;
use crate::ink::LineSchema;
pub use crate::tools::judge::reason::{HangingPiece, Reason, TermFall};
use crate::tools::tool::arguments::{WordFault, limits_of, share, texts, with_memory};
use crate::tools::tool::{Tool, ToolDesk, ToolError, ToolResult, ToolText, ToolWork, tool_text};

/// Default nodes of each search and proof of the second round.
const USUAL: u64 = 200_000;

#[derive(clap::Args, Clone, Debug)]
pub struct Why {
    /// A move from the board, else the best one; and nodes for each question: 200k
    #[arg(value_name = "[MOVE] [NODES]")]
    words: Vec<String>,
    /// Minimum size of a reason, in percent of a point
    #[arg(long, value_name = "PERCENT", default_value = "15", value_parser = share)]
    margin: f64,
}

impl Tool for Why {
    const TEXT: ToolText = tool_text!("why", "[MOVE] [NODES] [--margin PERCENT]":
        "reasons for and against a move, each with the line that shows it",
        details: "First the mate that it misses or allows, whatever the margin; whether it mates, is the only move, threatens something (a search \
                  after a pass), gives points away against a better one; and then the piece that it hangs, or the term of the evaluation that \
                  falls most. Mates are proved where that succeeds. Tables, proofs and the last search of the session are asked first. Only what \
                  two rounds of searches agree on is said, with an eighth of the nodes and with all. MOVE is the best move if none is given: the \
                  last search's, else that of a search of NODES. `explain` says how the search looked at a move.",
        examples: &[("why Nf3", "what it does", ""),
            ("why g4 100k --margin 10", "with more nodes, and smaller reasons", " 2.g4 Qh4# (search: #-1)")]);

    const LINES: &'static [LineSchema] = &[LineSchema::of::<MoveReasons>()];

    fn check(&self) -> Result<(), WordFault> {
        limits_of(&self.sorted().1, &LimitSet::LINE).map(drop)
    }

    fn needs_position(&self) -> bool {
        true
    }

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let (mv, limits) = self.sorted();
        let limits = limits_of(&limits, &LimitSet::LINE)?;
        let options = with_memory(desk.options, &limits)?;
        let (before, tables, session) =
            (*desk.position, desk.tables.clone(), Arc::clone(desk.known));
        let game = desk.game.game().clone();
        let seen = desk.seen.clone();
        let parsed = mv.map(|mv| parse_move(&before, mv)).transpose();
        let given = parsed.map_err(|error| ToolError::Refused(error.to_string()))?;
        if !before.has_legal_move() {
            return Err(ToolError::Refused("there is no legal move here".to_owned()));
        }
        let wanted = (limits.limits.nodes.unwrap_or(USUAL), self.margin);
        Ok(ToolWork::new(move |context| {
            let mut finder = ReasonFinder::new(&options, wanted, &tables);
            finder.judge.know(&session);
            finder.judge.game = Some(game);
            finder.seen = seen;
            let mv = match given {
                Some(mv) => Some(mv),
                None => finder.best(&before, context.stop)?,
            };
            let reasons = mv.map(|mv| finder.reasons(&before, mv, context.stop)).transpose()?;
            let reasons = reasons.flatten().ok_or(ToolError::Stopped)?;
            finder.judge.teach(&session);
            Ok(reasons.into())
        }))
    }
}

impl Why {
    /// Splits the words into the move, without its number, and the limits. A number alone is a limit.
    fn sorted(&self) -> (Option<&str>, Vec<&str>) {
        let mut words = texts(&self.words).into_iter().peekable();
        let is_number = |word: &&str| {
            word.starts_with(|c: char| c.is_ascii_digit())
                && limits_of(&[word], &LimitSet::LINE).is_ok()
        };
        if words.peek().is_some_and(is_number) {
            return (None, words.collect());
        }
        let mv = words.by_ref().map(unnumbered).find(|word| !word.is_empty());
        (mv, words.collect())
    }
}
