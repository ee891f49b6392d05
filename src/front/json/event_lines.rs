//! Events of a running search or proof as JSON lines.

use serde::Serialize;

use super::error_line::ErrorLine;
use crate::chess::{Position, notation};
use crate::commands::search::ledger::LedgerForm;
use crate::ink::json::{
    Coordinates, Count, Milliseconds, PlayedMove, San, SearchedLine, Side, SidedScore, coordinates,
};
use crate::ink::number;
use crate::prove::ProverStatus;
use crate::search::{EndReason, Finished, Iteration, Progress};
use crate::shell::level::PlayEnd;

/// A line that is not an answer.
pub trait JsonLine: Serialize {
    /// Its member `type`.
    const TYPE: &str;
}

macro_rules! json_lines {
    ($($line:ty = $kind:literal),* $(,)?) => {
        $(impl JsonLine for $line {
            const TYPE: &str = $kind;
        })*

        /// The lines that are sent without a request.
        #[cfg(test)]
        pub const LINES: &[crate::ink::answer::LineSchema] =
            &[$(crate::ink::answer::LineSchema::named::<$line>($kind)),*];
    };
}

json_lines! {
    Info = "info",
    ProgressLine = "progress",
    Best = "best",
    Refuted = "refuted",
    Warning = "warning",
    EngineMoved = "engine-move",
    PlayEnd = "play-ended",
    ProofStatus = "proof-status",
    ProofFound = "proof-found",
    ProofRefuted = "proof-refuted",
    ErrorLine = "error",
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Counters {
    depth: u32,
    seldepth: u32,
    nodes: Count,
    time_ms: Milliseconds,
    nps: Option<Count>,
    /// Share of the table in use, in thousandths.
    hashfull: u32,
    /// The prover beside an analysis.
    #[serde(skip_serializing_if = "Option::is_none")]
    prover: Option<ProverCounters>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "prover"))]
struct ProverCounters {
    nodes: Count,
    time_ms: Milliseconds,
}

impl Counters {
    fn of(progress: &Progress) -> Counters {
        let prover = &progress.prover;
        Counters {
            depth: progress.depth,
            seldepth: progress.seldepth,
            nodes: Count(progress.nodes),
            time_ms: Milliseconds(progress.elapsed),
            nps: number::rate(progress.nodes, progress.elapsed).map(Count),
            hashfull: progress.hashfull,
            prover: (prover.nodes > 0).then_some(ProverCounters {
                nodes: Count(prover.nodes),
                time_ms: Milliseconds(prover.elapsed),
            }),
        }
    }

    fn of_iteration(iteration: &Iteration) -> Counters {
        let (depth, seldepth) = (iteration.depth, iteration.seldepth);
        Counters::of(&Progress { depth, seldepth, ..iteration.progress })
    }
}

/// A line of an iteration that was finished.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Info {
    /// The number of the search.
    id: u64,
    #[serde(flatten)]
    counters: Counters,
    multipv: usize,
    #[serde(flatten)]
    line: SearchedLine,
}

impl Info {
    pub fn of(
        id: u64,
        root: &Position,
        iteration: &Iteration,
        place: usize,
        chess960: bool,
    ) -> Info {
        let line = &iteration.lines[place];
        let score = (line.score, line.bound);
        Info {
            id,
            counters: Counters::of_iteration(iteration),
            multipv: place + 1,
            line: SearchedLine { root: *root, score, pv: line.pv.clone(), chess960 },
        }
    }
}

/// How far a search has come.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProgressLine {
    id: u64,
    #[serde(flatten)]
    counters: Counters,
}

impl ProgressLine {
    pub fn of(id: u64, progress: &Progress) -> ProgressLine {
        ProgressLine { id, counters: Counters::of(progress) }
    }
}

/// What a search has found.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Best {
    id: u64,
    r#move: Option<Coordinates>,
    san: Option<San>,
    /// The expected answer.
    ponder: Option<Coordinates>,
    #[cfg_attr(test, schemars(extend("enum" = ["depth", "nodes", "time", "stopped", "mate", "no-move", "book", "tables"])))]
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<SidedScore>,
    #[serde(flatten)]
    counters: Counters,
    ledger: LedgerForm,
}

impl Best {
    pub fn of(id: u64, root: &Position, finished: &Finished, chess960: bool) -> Best {
        let iteration = &finished.iteration;
        let ponder = finished.best.zip(finished.ponder()).and_then(|(best, ponder)| {
            // The reply is formatted in the position after the best move.
            let after = root.is_legal(best).then(|| root.play(best))?;
            after.is_legal(ponder).then_some(Coordinates(ponder, chess960))
        });
        let best = iteration.lines.first();
        let pv = best.map_or(&[][..], |line| &line.pv);
        Best {
            id,
            r#move: finished.best.map(|mv| Coordinates(mv, chess960)),
            san: finished.best.map(|mv| San(notation::san(root, mv))),
            ponder,
            reason: reason(finished.reason),
            score: best.map(|line| SidedScore {
                score: line.score,
                bound: line.bound,
                turn: root.turn(),
            }),
            counters: Counters::of_iteration(iteration),
            ledger: LedgerForm::of(&finished.ledger).along(root, pv, &finished.ledger, chess960),
        }
    }
}

fn reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Depth => "depth",
        EndReason::Nodes => "nodes",
        EndReason::Time => "time",
        EndReason::Stopped => "stopped",
        EndReason::Mate => "mate",
        EndReason::NoMove => "no-move",
        EndReason::Book => "book",
        EndReason::Tables => "tables",
    }
}

/// The prover beside a search has shown that there is no mate in so many moves.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Refuted {
    pub id: u64,
    pub attacker: Side,
    pub no_mate_in: u16,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Warning {
    pub message: String,
}

/// The engine has made a move in a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EngineMoved {
    #[serde(rename = "move")]
    pub mv: PlayedMove,
}

/// How far a proof has come.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProofStatus {
    #[serde(flatten)]
    pub status: Option<ProverForm>,
    pub time_ms: Milliseconds,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProverForm {
    /// Moves to mate that are looked for.
    asked: u16,
    pn: u32,
    dn: u32,
    hashfull: u32,
    nodes: Count,
    mate: Option<u16>,
    no_mate_in: u16,
    line: Vec<Coordinates>,
}

/// A mate is proved; a shorter one may be looked for.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProofFound {
    pub mate: u16,
    /// Positions with the attacker to move.
    pub positions: usize,
    pub line: Vec<Coordinates>,
    pub line_san: Vec<San>,
    pub time_ms: Milliseconds,
}

/// There is no mate in so many moves.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProofRefuted {
    pub no_mate_in: u16,
    pub time_ms: Milliseconds,
}

impl ProverForm {
    pub fn of(root: &Position, status: &ProverStatus, chess960: bool) -> ProverForm {
        ProverForm {
            asked: status.asked,
            pn: status.proof_number,
            dn: status.disproof_number,
            hashfull: status.fill,
            nodes: Count(status.nodes),
            mate: status.proved,
            no_mate_in: status.refuted,
            line: coordinates(root, &status.line, chess960),
        }
    }
}
