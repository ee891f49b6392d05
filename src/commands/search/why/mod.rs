//! `why`: reasons for and against a move, each with the line that shows it.

mod finder;
#[cfg(test)]
mod tests;
mod view;

use std::sync::Arc;

pub use finder::ReasonFinder;
pub use view::MoveReasons;

use crate::chess::notation::unnumbered;
use crate::chess::{Move, parse_move};
use crate::commands::arguments::{limits_of, share, with_memory};
use crate::commands::options::{Given, OptionWords, read_with};
use crate::commands::prelude::*;
use crate::commands::search::judge::{JudgedMove, MoveEvidence};
use crate::commands::spec::OptionText;
use crate::engine::limit_words::{GivenLimits, LimitSet};
use crate::shell::session::News;
use crate::shell::session::analysis::played_of;
use crate::units::{Bound, Depth};

/// Default nodes of each search and proof in the second round.
const DEFAULT_NODES: u64 = 200_000;

pub(in crate::commands) const ROW: CommandSpec = row!(Search Reveals "why", "[MOVE] [NODES] [--margin PERCENT]":
        "reasons for and against a move, each with the line that shows it",
        details: "Reports the mate that the move misses or allows; whether it mates, threatens something or is the \
                  only move; points given away against a better move; and the piece that hangs, or the term of the \
                  evaluation that falls most. Searches must agree with an eighth of the nodes and with all. \
                  `explain` shows how the search treated a move.",
        examples: &[("why Nf3", "what it does", ""),
            ("why g4 100k --margin 10", "with more nodes, and smaller reasons", " 2.g4 Qh4# (search: #-1)")],
    completer: Completer::Options(OPTIONS),
    answers: &[LineSchema::of::<MoveReasons>()],
    read: |reader| read_with(reader, OPTIONS, read, Why::begin));

const OPTIONS: &[OptionText] = &[
    (
        "[MOVE] [NODES]",
        "A move from the board, else the best one; and nodes for each question: 200k",
        "",
    ),
    ("--margin PERCENT", "Minimum size of a reason, in percent of a point", "15"),
];

#[derive(Debug)]
struct Why {
    /// The move as typed; `None` for the best one.
    mv: Option<String>,
    limits: GivenLimits,
    margin: f64,
}

fn read(words: &mut OptionWords<'_, '_>) -> Result<Why, ParseError> {
    let (mut given, mut margin) = (Vec::new(), 0.15);
    while let Some(word) = words.next()? {
        match word {
            Given::Option("--margin") => margin = words.parsed(share)?,
            Given::Word(word) => given.push(word.text),
            other => return Err(words.unexpected(&other)),
        }
    }
    let (mv, limits) = sorted(&given);
    let limits = words.limits(&limits, &LimitSet::LINE)?;
    Ok(Why { mv: mv.map(str::to_owned), limits, margin })
}

/// Splits the arguments into the move, without its number, and the limits. A single number is a limit.
fn sorted<'a>(words: &[&'a str]) -> (Option<&'a str>, Vec<&'a str>) {
    let mut words = words.iter().copied().peekable();
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

impl Why {
    fn begin(self, session: &mut Session) -> Result<Effect, CommandError> {
        let Why { mv, limits, margin } = self;
        let options = with_memory(session.engine.options(), &limits)?;
        let (before, tables, known) =
            (*session.position(), session.engine.tables(), Arc::clone(&session.engine.known_mates));
        let game = session.timeline.now.record.game().clone();
        let seen = seen(session);
        let parsed = mv.map(|mv| parse_move(&before, &mv)).transpose();
        let given = parsed.map_err(|error| CommandError::refused(error.to_string()))?;
        if !before.has_legal_move() {
            return Err(CommandError::refused("there is no legal move here"));
        }
        let wanted = (limits.limits.nodes.unwrap_or(DEFAULT_NODES), margin);
        let begun = session.start_task(move |context| {
            let mut finder = ReasonFinder::new(&options, wanted, &tables);
            finder.judge.import_mates(&known);
            finder.judge.game = Some(game);
            finder.seen = seen;
            let mv = match given {
                Some(mv) => Some(mv),
                None => finder.best(&before, &context.stop)?,
            };
            let reasons = mv.map(|mv| finder.reasons(&before, mv, &context.stop)).transpose()?;
            let reasons = reasons.flatten().ok_or(CommandError::NothingKnown)?;
            finder.judge.export_mates(&known);
            Ok(reasons.into())
        })?;
        Ok(begun.telling(News::EXAMINED))
    }
}

/// Minimum depth at which a search, or an entry of the transposition table, is evidence.
const DEEP: Depth = Depth::plies(14);

/// Returns results for moves of the current position: those of the last search, else the transposition table's.
fn seen(session: &Session) -> Vec<JudgedMove> {
    let before = *session.position();
    let seen = |score, line: &[Move]| JudgedMove {
        before,
        evidence: MoveEvidence::Search(score),
        line: line.to_vec(),
    };
    let entry = session.engine.known(&before);
    let entry = entry.filter(|entry| entry.bound != Bound::Upper && entry.depth >= DEEP);
    let known = entry.and_then(|entry| {
        let mv = entry.mv.filter(|&mv| before.is_legal(mv))?;
        Some(seen(entry.score, &[mv]))
    });
    let searched =
        session.analysis.latest(&session.jobs).into_iter().flat_map(|(game, iteration)| {
            let lines = iteration.lines.iter().filter(|line| line.bound == Bound::Exact);
            lines.filter_map(|line| {
                let played = played_of(game.position(), &line.pv, &before)?;
                let depth = Depth::plies(iteration.depth as i32 - played as i32);
                if depth < DEEP {
                    return None;
                }
                let score = if played % 2 == 0 { line.score } else { -line.score };
                let rest = line.pv.get(played..).filter(|rest| !rest.is_empty())?;
                Some(seen(score.to_node(played), rest))
            })
        });
    searched.chain(known).collect()
}
