//! A sample search, from its first iteration to its end, Black to move.

use std::time::Duration;

use quarterply::chess::{Move, Position, notation};
use quarterply::engine::Event;
use quarterply::search::trace::{Ledger, LineExtension, RuleUse};
use quarterply::search::{EndReason, Finished, Iteration, Progress, Rule, ScoredLine};
use quarterply::units::{Bound, Depth, NodeKind, Score};

/// Its root: White threatens mate on f7.
pub(super) const ROOT: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

/// A position from a FEN.
pub(super) fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// Moves in SAN, one after the other.
pub(super) fn moves(position: &Position, words: &str) -> Vec<Move> {
    let mut position = *position;
    words
        .split_whitespace()
        .map(|word| {
            let mv = notation::parse_move(&position, word).unwrap();
            position = position.play(mv);
            mv
        })
        .collect()
}

/// A ledger with three active rules.
pub(super) fn ledger(line: Vec<LineExtension>) -> Ledger {
    let used = [
        (Rule::Check, 9_120, 61_000),
        (Rule::SingleReply, 3_004, 22_400),
        (Rule::Recapture, 12, 40),
    ];
    let rules = Rule::ALL
        .into_iter()
        .map(|rule| {
            let (fired, nodes) = used
                .iter()
                .find(|(used, ..)| *used == rule)
                .map_or((0, 0), |&(_, fired, nodes)| (fired, nodes));
            RuleUse { rule, fired, nodes, added: fired as i64 * 48 }
        })
        .collect();
    Ledger {
        rules,
        nodes: 100_000,
        plain_nodes: 16_560,
        denied: 7,
        cutoffs: 9_000,
        first_cutoffs: 8_500,
        line,
    }
}

/// The kinds of node, for samples that need one.
pub(super) const KINDS: [NodeKind; 3] = [NodeKind::Pv, NodeKind::Cut, NodeKind::All];

fn progress(depth: u32, nodes: u64, millis: u64) -> Progress {
    Progress {
        depth,
        seldepth: 2 * depth + 1,
        nodes,
        elapsed: Duration::from_millis(millis),
        hashfull: 17,
        ..Progress::default()
    }
}

fn iteration(depth: u32, nodes: u64, millis: u64, lines: Vec<ScoredLine>) -> Iteration {
    let progress = progress(depth, nodes, millis);
    Iteration { depth, seldepth: progress.seldepth, lines, progress }
}

/// The root and the events of the search.
pub(super) fn search() -> (Position, Vec<Event>) {
    let root = position(ROOT);
    let line = |score: Score, bound: Bound, words: &str| ScoredLine {
        score,
        bound,
        pv: moves(&root, words),
    };
    let mated = "Nf6 Qxf7#";
    let long = "g6 Qf3 Nf6 Ne2 Bg7 Nbc3 d6 d3 O-O h3 Be6 Bb3 Nd4 Nxd4 exd4 Ne2 d5 exd5 Bxd5";
    let last =
        iteration(12, 13_800_211, 61_000, vec![line(Score::mated_at(2), Bound::Exact, mated)]);
    let marks = vec![LineExtension {
        ply: 1,
        mv: last.lines[0].pv[1],
        rule: Rule::Check,
        amount: Depth::quarters(4),
    }];
    let finished = Finished {
        best: Some(last.lines[0].pv[0]),
        iteration: last.clone(),
        reason: EndReason::Time,
        ledger: ledger(marks),
    };
    let events = vec![
        Event::Iteration(iteration(1, 38, 0, vec![line(Score::cp(42), Bound::Exact, "Nf6")])),
        Event::RootMove { depth: 11, mv: moves(&root, "g6")[0], number: 3, line: Vec::new() },
        Event::Iteration(iteration(
            11,
            912_345,
            1_210,
            vec![
                line(Score::cp(-29), Bound::Exact, long),
                line(Score::cp(-128), Bound::Exact, "Qf6 Nf3 h6 O-O"),
            ],
        )),
        Event::Bound(iteration(
            12,
            2_400_000,
            2_520,
            vec![line(Score::cp(-51), Bound::Upper, "g6")],
        )),
        Event::Heartbeat(progress(12, 4_600_000, 3_520)),
        Event::Warning("the table could not be made larger".to_owned()),
        Event::Iteration(last),
        Event::Finished(Box::new(finished)),
    ];
    (root, events)
}
