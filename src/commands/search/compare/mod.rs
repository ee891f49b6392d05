//! `compare`: searches the position on the board under every profile.

mod view;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Instant;

pub use view::{CompareAnswer, Opinion};

use crate::chess::{Game, Position};
use crate::commands::arguments::{ProfileNames, profiles};
use crate::commands::options::{Given, OptionWords, read_with};
use crate::commands::prelude::*;
use crate::commands::spec::OptionText;
use crate::commands::tools::suite::watch;
use crate::control::{Limits, StopFlag};
use crate::engine::limit_words::LimitSet;
use crate::engine::{Engine, OptionError, Options};
use crate::ink::json::{Count, Fen, Milliseconds, SearchedLine};
use crate::search::Event;
use crate::shell::second::{EngineAnswer, Second, SecondError};
use crate::shell::session::News;
use crate::units::Bound;

/// Default nodes per profile.
const NODES: u64 = 100_000;

pub(in crate::commands) const ROW: CommandSpec = row!(Search Reveals "compare", "[NODES] [--profiles A,B|all] [--second]":
        "search the position under every profile, and show side by side what each saw and at what cost",
        details: "Each has one thread and an empty table, so what it says is the same every time. `set profile NAME` goes on with \
                  one of them.",
        examples: &[("compare", "all profiles", ""),
            ("compare 1M --profiles quarterply,slow", "two of them, longer", ""),
            ("compare 1M --second", "and what the second engine says after a million nodes", "")],
    completer: Completer::Options(OPTIONS),
    answers: &[LineSchema::of::<CompareAnswer>()],
    read: |reader| read_with(reader, OPTIONS, read, Compare::begin));

const OPTIONS: &[OptionText] = &[
    ("NODES", "Nodes for each profile: 100k if nothing is said", ""),
    ("--profiles A,B", "Profiles, with commas between them, or all", "all"),
    ("--second", "Ask the second engine too", ""),
];

#[derive(Debug)]
struct Compare {
    nodes: u64,
    profiles: Vec<&'static str>,
    /// Ask the second engine too.
    second: bool,
}

fn read(words: &mut OptionWords<'_, '_>) -> Result<Compare, ParseError> {
    let (mut limits, mut named, mut second) = (Vec::new(), None, false);
    while let Some(word) = words.next()? {
        match word {
            Given::Option("--profiles") => named = Some(words.parsed(profiles)?),
            Given::Option("--second") => second = true,
            Given::Word(word) => limits.push(word.text),
            other => return Err(words.unexpected(&other)),
        }
    }
    let limits = words.limits(&limits, &LimitSet::BARE_NODES)?;
    let ProfileNames(profiles) = named.unwrap_or_else(ProfileNames::all);
    Ok(Compare { nodes: limits.limits.nodes.unwrap_or(NODES), profiles, second })
}

impl Compare {
    fn begin(self, session: &mut Session) -> Acted {
        let (nodes, profiles) = (self.nodes, self.profiles);
        let (options, position) = (session.engine.options().clone(), *session.position());
        let second = match self.second {
            true => Some(Arc::clone(session.analysis.second.as_ref().ok_or(SecondError::None)?)),
            false => None,
        };
        let chess960 = options.chess960 || position.is_chess960();
        let begun = session.start_task(move |context| {
            context.begin("compare", profiles.len());
            // First, since only this can fail.
            let asked =
                second.map(|second| second_opinion(&second, position, nodes, &context.stop));
            let second = asked.transpose()?.filter(|_| !context.stop.is_raised());
            let mut tell = |done| context.done(done);
            let how = (&options, nodes);
            let about = (&position, chess960);
            let opinions = compare(about, &profiles, how, &context.stop, &mut tell)?;
            Ok(CompareAnswer { fen: Fen(position), limit: Count(nodes), opinions, second }.into())
        })?;
        Ok(begun.telling(News::EXAMINED))
    }
}

/// Asks the second engine, limited by nodes as it counts them. Its hash table is cleared first.
fn second_opinion(
    second: &Second,
    position: Position,
    nodes: u64,
    stop: &StopFlag,
) -> Result<Opinion, SecondError> {
    let how = (position.is_chess960(), true);
    let answer = second.ask(&Game::new(position), how, &Limits::nodes(nodes), stop)?;
    let EngineAnswer { engine: profile, depth, seldepth, nodes, elapsed, line, .. } = answer;
    let none = Count(0);
    let (cutoffs, first_cutoffs, branching) = (none, none, None);
    Ok(Opinion {
        profile,
        depth,
        seldepth,
        nodes,
        elapsed,
        branching,
        cutoffs,
        first_cutoffs,
        line,
    })
}

/// Searches with each profile, with one thread, without books or tables. `tell` gets each result; searches that were stopped or
/// crashed are left out.
fn compare(
    (position, chess960): (&Position, bool),
    profiles: &[&'static str],
    (options, nodes): (&Options, u64),
    stop: &StopFlag,
    tell: &mut dyn FnMut(usize),
) -> Result<Vec<Opinion>, OptionError> {
    let mut opinions = Vec::new();
    for &profile in profiles {
        let mut options = options.without_lookup();
        options.set("Profile", profile)?;
        options.set("Threads", "1")?;
        let (mut engine, begun) = (Engine::with(options), Instant::now());
        let (mut depth, mut nodes_of_depth) = (0, 0);
        let mut hear = |event: Event| {
            let Event::Iteration(iteration) = event else { return };
            if iteration.lines.first().is_some_and(|line| line.bound == Bound::Exact) {
                (depth, nodes_of_depth) = (iteration.depth, iteration.progress.nodes);
            }
        };
        let game = Game::new(*position);
        let finished = watch(&mut engine, game, Limits::nodes(nodes), stop, &mut hear);
        let Some(finished) = finished.filter(|_| !stop.is_raised()) else { break };
        let (iteration, ledger) = (finished.iteration, finished.ledger);
        let line = iteration.lines.into_iter().next().map(|line| SearchedLine {
            root: *position,
            score: (line.score, line.bound),
            pv: line.pv,
            chess960,
        });
        opinions.push(Opinion {
            profile: profile.to_owned(),
            depth,
            seldepth: iteration.seldepth,
            nodes: Count(iteration.progress.nodes),
            elapsed: Milliseconds(begun.elapsed()),
            branching: (depth > 0 && nodes_of_depth > 0)
                .then(|| (nodes_of_depth as f64).powf(1.0 / f64::from(depth))),
            cutoffs: Count(ledger.cutoffs),
            first_cutoffs: Count(ledger.first_cutoffs),
            line,
        });
        tell(opinions.len());
    }
    Ok(opinions)
}
