//! Lines of UCI in the form that every GUI understands: `depth` first, `seldepth` only with it, the score directly followed by
//! its bound, integers only, moves last. Some clients split at single spaces.

use std::time::Duration;

use crate::chess::foreign::steers;
use crate::chess::{File, Move, Position, Rank, Square, uci};
use crate::engine::options::OptionSpec;
use crate::ink::number::rate;
use crate::search::{Iteration, Progress, ProverEffort, ScoredLine};
use crate::settings::SettingKind;
use crate::units::{self, Bound, Score, ScoreKind};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UciStyle {
    /// Castling is king takes rook.
    pub chess960: bool,
    pub show_wdl: bool,
}

impl UciStyle {
    pub fn mv(self, mv: Move) -> String {
        uci(mv, self.chess960)
    }

    pub fn iteration(self, iteration: &Iteration) -> Vec<String> {
        let lines = iteration.lines.iter().enumerate();
        lines.map(|(index, line)| self.variation(iteration, index + 1, line)).collect()
    }

    fn variation(self, iteration: &Iteration, number: usize, line: &ScoredLine) -> String {
        // A depth of 0 would mean that there is no legal move.
        let depth = iteration.depth.max(1);
        let seldepth = iteration.seldepth.max(depth);
        let wdl = match units::win_draw_loss(line.score) {
            [win, draw, loss] if self.show_wdl => format!(" wdl {win} {draw} {loss}"),
            _ => String::new(),
        };
        let moves: String = line.pv.iter().map(|&mv| format!(" {}", self.mv(mv))).collect();
        format!(
            "info depth {depth} seldepth {seldepth} multipv {number} score {}{wdl}{} pv{moves}",
            score(line),
            counters(&iteration.progress)
        )
    }

    /// `bestmove M ponder P`, or `bestmove (none)` without a legal move.
    pub fn best_move(self, best: Option<Move>, ponder: Option<Move>) -> String {
        match (best, ponder) {
            (None, _) => "bestmove (none)".to_owned(),
            (Some(best), None) => format!("bestmove {}", self.mv(best)),
            (Some(best), Some(ponder)) => {
                format!("bestmove {} ponder {}", self.mv(best), self.mv(ponder))
            }
        }
    }
}

/// Progress without a score.
pub fn heartbeat(progress: &Progress) -> String {
    let depth = progress.depth.max(1);
    format!("info depth {depth} seldepth {}{}", progress.seldepth.max(depth), counters(progress))
}

/// Cost of a concurrent prover, for people; `None` without one.
pub fn prover(progress: &Progress) -> Option<String> {
    let ProverEffort { nodes, elapsed } = progress.prover;
    let millis = elapsed.as_millis();
    (nodes > 0).then(|| info_string(&format!("prover {nodes} nodes in {millis} ms")))
}

/// Score of a position without a legal move.
pub fn no_move(mated: bool) -> &'static str {
    if mated { "info depth 0 score mate 0" } else { "info depth 0 score cp 0" }
}

/// A text for people. Control characters, which could end the line, become spaces.
pub fn info_string(text: &str) -> String {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || steers(c))
        .filter(|word| !word.is_empty())
        .collect();
    format!("info string {}", words.join(" "))
}

pub fn option(spec: &OptionSpec) -> String {
    let name = &spec.name;
    match &spec.kind {
        SettingKind::Spin { default, min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        SettingKind::Check { default } => {
            format!("option name {name} type check default {default}")
        }
        SettingKind::Combo { default, choices } => {
            let choices: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
            format!("option name {name} type combo default {default}{choices}")
        }
        SettingKind::Text { default } | SettingKind::Form { default, .. } => {
            let default = if default.is_empty() { "<empty>" } else { default };
            format!("option name {name} type string default {default}")
        }
        SettingKind::Button => format!("option name {name} type button"),
    }
}

pub fn board(position: &Position) -> Vec<String> {
    let rank = |rank: Rank| {
        let of = |file| position.at(Square::at(file, rank)).map_or('.', |piece| piece.letter());
        let row: Vec<String> = File::ALL.map(|file| of(file).to_string()).to_vec();
        info_string(&format!("{} {}", rank.letter(), row.join(" ")))
    };
    let mut lines: Vec<String> = Rank::ALL.into_iter().rev().map(rank).collect();
    lines.push("info string   a b c d e f g h".to_owned());
    lines.push(info_string(&format!("fen {}", position.to_fen())));
    lines.push(info_string(&format!("key {:016x}", position.key())));
    lines
}

/// Leaf counts, below each move and in total.
pub fn perft(below: impl Iterator<Item = (Move, u64)>, nodes: u64, style: UciStyle) -> Vec<String> {
    let rows = below.map(|(mv, leaves)| format!("{}: {leaves}", style.mv(mv)));
    rows.chain([format!("Nodes searched: {nodes}")]).collect()
}

pub fn bench(nodes: u64, elapsed: Duration) -> String {
    let speed = (nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
    format!("{nodes} nodes {speed} nps")
}

/// Only an exact mate is sent as `mate`: a bound "at least a mate" is sent as a large evaluation.
fn score(line: &ScoredLine) -> String {
    let promise = match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let is_certain = line.bound == Bound::Exact || line.score.is_from_table();
    let score = if is_certain { line.score } else { Score::cp(line.score.raw()) };
    match score.kind() {
        ScoreKind::Mates(moves) => format!("mate {moves}"),
        ScoreKind::Mated(moves) => format!("mate -{moves}"),
        // Tablebase results, as in other engines: 20000 minus the plies.
        ScoreKind::Centipawns(cp) => format!("cp {cp}{promise}"),
    }
}

fn counters(progress: &Progress) -> String {
    let &Progress { nodes, elapsed, hashfull, table_hits, .. } = progress;
    let speed = rate(nodes, elapsed).map_or_else(String::new, |speed| format!(" nps {speed}"));
    let time = elapsed.as_millis();
    format!(" nodes {nodes}{speed} hashfull {hashfull} tbhits {table_hits} time {time}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::chess::{Position, parse_move};
    use crate::engine::options::OPTIONS;

    fn iteration(score: Score, bound: Bound) -> Iteration {
        let mv = parse_move(&Position::start(), "e2e4").unwrap();
        let progress = Progress {
            depth: 12,
            seldepth: 31,
            nodes: 184_223,
            elapsed: Duration::from_millis(100),
            hashfull: 17,
            ..Progress::default()
        };
        Iteration {
            depth: 12,
            seldepth: 31,
            lines: vec![ScoredLine { score, bound, pv: vec![mv] }],
            progress,
        }
    }

    fn line(score: Score, bound: Bound) -> String {
        UciStyle::default().iteration(&iteration(score, bound)).remove(0)
    }

    #[test]
    fn fields_stand_in_the_order_that_parsers_expect() {
        assert_eq!(
            line(Score::cp(34), Bound::Exact),
            "info depth 12 seldepth 31 multipv 1 score cp 34 nodes 184223 nps 1842230 hashfull 17 tbhits 0 time 100 pv e2e4"
        );
        let wdl = UciStyle { show_wdl: true, ..UciStyle::default() };
        let text = wdl.iteration(&iteration(Score::cp(0), Bound::Lower)).remove(0);
        assert!(text.contains("score cp 0 lowerbound wdl 105 790 105 nodes"), "{text}");
    }

    #[test]
    fn chances_are_told_only_when_they_are_wanted() {
        let found = iteration(Score::cp(34), Bound::Exact);
        for show_wdl in [false, true] {
            let told = UciStyle { show_wdl, ..UciStyle::default() }.iteration(&found).remove(0);
            assert_eq!(told.contains(" wdl "), show_wdl, "{told}");
        }
    }

    #[test]
    fn only_exact_mates_are_mates() {
        assert!(line(Score::mates_at(5), Bound::Exact).contains("score mate 3 nodes"));
        assert!(line(Score::mated_at(4), Bound::Exact).contains("score mate -2 nodes"));
        assert!(line(Score::mates_at(5), Bound::Lower).contains("score cp 1451 lowerbound nodes"));
        assert!(line(Score::mated_at(4), Bound::Upper).contains("score cp -1451 upperbound nodes"));
    }

    #[test]
    fn without_time_there_is_no_speed() {
        let progress = Progress { nodes: 5, ..Progress::default() };
        assert_eq!(
            heartbeat(&progress),
            "info depth 1 seldepth 1 nodes 5 hashfull 0 tbhits 0 time 0"
        );
    }

    #[test]
    fn every_option_line_carries_every_field() {
        for spec in OPTIONS.iter() {
            let line = option(spec);
            let has = |word: &str| line.split(' ').any(|found| found == word);
            assert!(has("default") || has("button"), "{line}");
            assert_eq!(has("spin"), has("min") && has("max"), "{line}");
            assert!(!line.contains("  ") && line.trim() == line, "{line}");
        }
    }

    #[test]
    fn texts_for_people_stay_on_one_line() {
        assert_eq!(info_string("a\tb\r\nbestmove  x\u{0}"), "info string a b bestmove x");
    }
}
