//! Endgame tables at the root of a search: they answer positions with a known mate, restrict the search to the moves that keep
//! the result, and bound its scores.
//!
//! A bounded search of a position in our own tables is answered at once, with the mate and its line. A missing table of four men
//! is made if there is time for it and no Syzygy table to probe instead. That counts as time; limits of nodes or depth leave no
//! time, so that such a search takes the same nodes on every machine: it uses the tables that exist, ours or Syzygy's. If only
//! the result is known, the search continues among the moves that keep it (`keep`) and probes nothing below them, so that it
//! makes progress by its own evaluation and its mates are its own; its scores are bounded by the verdict. `go mate` has the
//! solvers build a proof, and reports the tables' mate if there is no proof in time. Games at limited strength do not use tables.
//!
//! Below any other root, nodes probe Syzygy tables; without them, and with few men, our own tables of three men, which take some
//! milliseconds to make. Ours of four men would take too long before every search.

use std::sync::Arc;
use std::time::Duration;

use super::guard;
use super::job::Job;
use super::lines::LineKeeper;
use crate::chess::{Key, Move, Position};
use crate::control::{Limits, StopFlag};
use crate::oracle::TableVerdict;
use crate::oracle::tables::{
    FIFTY_MOVES, LookUpError, NodeTables, TableMove, TableSet, TableValue, table_name,
};
use crate::search::{EndReason, Event, Finished, Iteration, Progress, ScoredLine};
use crate::units::{Bound, Score};

/// Maximum length of a tablebase line (no four-man mate is longer).
const LONGEST_LINE: usize = 254;

/// A move needs so much time for our own tables to be made before it. Where they are made already it needs none.
const TIME_TO_MAKE: Duration = Duration::from_secs(1);

/// Maximum number of men at the root for probing tables of three men: they must be within reach.
const MEN_WITHIN_REACH: u32 = 6;

const SMALL: u32 = 3;

/// The position and limits of a search, and the available tables.
pub(super) struct RootTables {
    tables: TableSet,
    root: Position,
    history: Vec<Key>,
    pub(crate) limits: Limits,
    lines: usize,
}

impl RootTables {
    pub(super) fn of(job: &Job, tables: TableSet, lines: usize) -> RootTables {
        let history = job.game.history_keys().to_vec();
        let limits = job.limits.clone();
        RootTables { tables, root: *job.game.position(), history, limits, lines }
    }

    /// Time for the move, or what a clock may come to; `None` where nothing limits it.
    fn time(&self) -> Option<Duration> {
        let clock = self.limits.clock[self.root.turn()];
        self.limits.movetime.or(clock.map(|clock| clock.remaining / 20))
    }

    fn is_in_time(&self) -> bool {
        self.time().is_none_or(|time| time >= TIME_TO_MAKE)
    }

    /// Allowed moves with their table values, best first; empty if the position is not covered or tables are not used.
    pub(super) fn moves(
        &self,
        stop: &StopFlag,
        sink: &dyn Fn(Event),
    ) -> Result<Vec<TableMove>, LookUpError> {
        let Limits { mate, nodes, soft_nodes, depth, .. } = self.limits;
        let counts = nodes.or(soft_nodes).is_some() || depth.is_some();
        if mate.is_some() {
            return Ok(Vec::new());
        }
        let mut found = self.tables.made_for(&self.root).moves(&self.root, stop)?;
        let takes_long = self.root.occupied().len() > SMALL;
        // If Syzygy tables have the result, only an unlimited analysis waits for the mate.
        let is_wanted = !takes_long || !counts && (found.is_none() || self.time().is_none());
        if is_wanted && self.tables.must_make(&self.root) && self.is_in_time() {
            if takes_long {
                sink(Event::Note(format!("making the table {}…", table_name(&self.root))));
            }
            // If the table is not done by then, its making resumes at the next move; half of the time is left for the search.
            let (making, most) = (StopFlag::new(), self.time().map(|time| time / 2));
            let look_up = || self.tables.moves(&self.root, &making);
            match stop.during(most, || making.raise(), look_up) {
                Err(LookUpError::Stopped) => {}
                made => found = made?,
            }
        }
        let mut moves = found.unwrap_or_default();
        moves.retain(|found| self.limits.admits(found.mv));
        Ok(moves)
    }

    /// `go mate`: the end of a search whose solvers drew no proof in time, where the tables there are have a mate as short as
    /// was asked for.
    pub(super) fn mate_within(&self, most: u16, elapsed: Duration) -> Option<Finished> {
        if self.tables.must_make(&self.root) {
            return None;
        }
        let stop = StopFlag::new();
        let mut moves = self.tables.moves(&self.root, &stop).ok()??;
        let all = moves.len();
        moves.retain(|found| self.limits.admits(found.mv));
        let best = moves.first()?.value;
        // If some moves are excluded, being mated proves nothing.
        if best.mate? > most || best.verdict == TableVerdict::Loss && moves.len() < all {
            return None;
        }
        let found = self.mate(&moves, elapsed, &stop)?;
        found.iteration.lines.first().is_some_and(|line| line.score.is_mate()).then_some(found)
    }

    /// The mate that the best move leads to, as the result of a search.
    pub(super) fn mate(
        &self,
        moves: &[TableMove],
        elapsed: Duration,
        stop: &StopFlag,
    ) -> Option<Finished> {
        let best = moves.first()?;
        let is_decided = matches!(best.value.verdict, TableVerdict::Win | TableVerdict::Loss);
        if !is_decided || best.value.mate.is_none() {
            return None;
        }
        let lines: Vec<ScoredLine> =
            moves.iter().take(self.lines.max(1)).map(|found| self.line(found, stop)).collect();
        let depth = lines.first().map_or(1, |line| line.pv.len() as u32);
        let table_hits = moves.len() as u64;
        let progress =
            Progress { depth, seldepth: depth, elapsed, table_hits, ..Progress::default() };
        let iteration = Iteration { depth, seldepth: depth, lines, progress };
        Some(Finished::new(iteration, EndReason::Tables))
    }

    /// A move with best play behind it. A history that spoils the mate's line spoils the promise.
    fn line(&self, first: &TableMove, stop: &StopFlag) -> ScoredLine {
        let mut pv = vec![first.mv];
        let mut position = self.root.play(first.mv);
        while pv.len() < LONGEST_LINE
            && let Ok(Some(moves)) = self.tables.moves(&position, stop)
            && let Some(next) = moves.first()
        {
            pv.push(next.mv);
            position = position.play(next.mv);
        }
        let score = bounded(Score::DRAW, &first.value);
        let line = ScoredLine { score, bound: Bound::Exact, pv };
        let settled = LineKeeper::new(self.root, self.history.clone()).settle(line.clone());
        if settled.score == score {
            return settled;
        }
        let value = TableValue { mate: None, ..first.value };
        ScoredLine { score: bounded(Score::DRAW, &value), ..line }
    }

    /// The moves to search: those that keep the best result, and more if more lines are requested.
    pub(super) fn keep(&self, moves: &[TableMove]) -> Vec<Move> {
        let Some(best) = moves.first().map(|found| found.value) else { return Vec::new() };
        let is_best = |found: &&TableMove| {
            found.value.verdict == best.verdict
                && (self.has_leisure(&found.value, &best)
                    || found.value.distance() == best.distance())
        };
        let mut kept: Vec<Move> = moves.iter().filter(is_best).map(|found| found.mv).collect();
        for found in moves.iter().take(self.lines) {
            if !kept.contains(&found.mv) {
                kept.push(found.mv);
            }
        }
        kept
    }

    pub(super) fn for_nodes(&self, stop: &StopFlag) -> Option<NodeTables> {
        if let Some(syzygy) = &self.tables.syzygy {
            return Some(NodeTables::Syzygy(syzygy.clone()));
        }
        let own = self.tables.own.as_ref().filter(|_| self.root.has_legal_move())?;
        let men = self.root.occupied().len();
        if men <= MEN_WITHIN_REACH {
            // Otherwise they are made beside it, for the next one.
            if self.is_in_time() || own.has_three_men() {
                own.make_three_men(stop).ok()?;
                return Some(NodeTables::Own(own.made_so_far(), SMALL));
            }
            let own = Arc::clone(own);
            guard::beside("tables", move || own.make_three_men(&StopFlag::new()));
        }
        None
    }

    /// Returns whether a move may be played although another one converts sooner (or later, in a loss). Not when the fifty-move
    /// limit is close or the game has repeated positions: then only the fastest way is sure (the conditions are Stockfish's). Nor
    /// when the mate is known.
    fn has_leisure(&self, value: &TableValue, best: &TableValue) -> bool {
        let clock = u32::from(self.root.halfmoves());
        let in_time = |plies: u32| clock + plies < FIFTY_MOVES;
        match (value.verdict, value.zeroing, best.zeroing) {
            (TableVerdict::Draw, _, _) => true,
            (TableVerdict::Win | TableVerdict::Loss, _, _) if best.mate.is_some() => false,
            (TableVerdict::Win, Some(plies), _) => in_time(plies) && !self.has_repeated(),
            (TableVerdict::Loss, _, Some(longest)) => in_time(2 * longest),
            _ => false,
        }
    }

    /// Returns whether a position has repeated since the last capture or pawn move.
    fn has_repeated(&self) -> bool {
        let since = self.history.len().saturating_sub(usize::from(self.root.halfmoves()));
        let mut keys = self.history[since..].to_vec();
        keys.push(self.root.key());
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Bounds a search event by the verdict on each line's first move.
    pub(super) fn amend(&self, mut event: Event, moves: &[TableMove], stop: &StopFlag) -> Event {
        let iteration = match &mut event {
            Event::Iteration(iteration) | Event::Bound(iteration) => iteration,
            Event::Finished(finished) => &mut finished.iteration,
            _ => return event,
        };
        for line in &mut iteration.lines {
            let found = moves.iter().find(|found| Some(&found.mv) == line.pv.first());
            let Some(found) = found else { continue };
            let score = bounded(line.score, &found.value);
            if score == line.score {
                continue;
            }
            if score.is_mate() {
                *line = self.line(found, stop);
            } else {
                (line.score, line.bound) = (score, Bound::Exact);
            }
        }
        iteration.lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        if let Event::Finished(finished) = &mut event {
            finished.best = finished.iteration.first_move();
        }
        event
    }
}

/// A score as far as it can be true where a table's verdict is known: a win is worth this at least, or a mate, and a loss this at most.
fn bounded(searched: Score, value: &TableValue) -> Score {
    let plies = value.zeroing.unwrap_or_default() as usize;
    match (value.verdict, value.mate) {
        (TableVerdict::Win, Some(moves)) => Score::mate_in(i32::from(moves)),
        (TableVerdict::Loss, Some(moves)) => Score::mate_in(-i32::from(moves)),
        (TableVerdict::Win, None) => searched.max(Score::table_win_at(plies)),
        (TableVerdict::Loss, None) => searched.min(Score::table_loss_at(plies)),
        (TableVerdict::CursedWin, _) => Score::DRAW + 1,
        (TableVerdict::BlessedLoss, _) => Score::DRAW - 1,
        (TableVerdict::Draw, _) => Score::DRAW,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Engine;
    use super::*;
    use crate::chess::game::Step;
    use crate::chess::{ByColor, Game};
    use crate::control::SideClock;
    use crate::units::ScoreKind;

    fn job(game: &Game, limits: Limits) -> Job {
        Job::new(game.clone(), limits)
    }

    fn game(fen: &str) -> Game {
        Game::new(Position::from_fen(fen).unwrap())
    }

    #[test]
    fn a_won_ending_is_won_in_as_many_moves_as_were_told() {
        let mut engine = Engine::new();
        for fen in ["8/8/8/8/8/2k5/8/KR6 w - - 0 1", "8/8/8/3k4/8/8/8/KBN5 w - - 0 1"] {
            let mut game = game(fen);
            let own = engine.tables().own.unwrap();
            own.probe(game.position(), &StopFlag::new()).unwrap();
            let first = engine.start(job(&game, Limits::depth(1))).join().unwrap();
            let ScoreKind::Mates(moves) = first.iteration.lines[0].score.kind() else {
                panic!("{first:?}")
            };
            assert_eq!(first.reason, EndReason::Tables);
            assert_eq!(first.iteration.lines[0].pv.len() as u32, 2 * moves - 1);
            let hits = game.position().legal_moves().len() as u64;
            assert_eq!(first.iteration.progress.table_hits, hits);
            for _ in 0..2 * moves - 1 {
                let best = engine.start(job(&game, Limits::depth(1))).join().unwrap().best;
                game.step(Step::Move(best.unwrap())).unwrap();
            }
            assert!(game.position().is_checkmate(), "{}", game.position().to_fen());
        }
    }

    #[test]
    fn a_table_of_four_men_is_made_where_there_is_time_for_it_and_is_told() {
        let game = game("8/8/8/3k4/8/8/8/KBN5 w - - 0 1");
        let mut engine = Engine::new();
        let counted = |count: u64| Limits { soft_nodes: Some(count), ..Limits::default() };
        let mut nodes = Vec::new();
        for limits in [Limits::depth(3), Limits::nodes(500), counted(500), Limits::depth(3)] {
            let found = engine.start(job(&game, limits)).join().unwrap();
            nodes.push(found.iteration.progress.nodes);
            assert_ne!(found.reason, EndReason::Tables);
            assert!(engine.tables().must_make(game.position()));
            engine.new_game();
        }
        assert!(nodes[0] > 0 && nodes[0] == nodes[3], "{nodes:?}");
        // An endless search waits for the table; until it is made no other event is sent.
        let handle = engine.start(job(&game, Limits::infinite()));
        let told = Event::Note("making the table KBNvK…".to_owned());
        assert_eq!(handle.events().recv(), Ok(told));
        while !matches!(
            handle.events().recv().unwrap(),
            Event::Iteration(_) | Event::Bound(_) | Event::RootMove { .. }
        ) {}
        handle.stop();
        handle.join().unwrap();
        let found = engine.start(job(&game, Limits::nodes(500))).join().unwrap();
        assert_eq!(found.reason, EndReason::Tables);
    }

    #[test]
    fn go_mate_announces_what_tables_have_where_no_proof_is_drawn_in_time() {
        let game = game("8/8/8/8/8/2k5/8/KR6 w - - 0 1");
        let mut engine = Engine::new();
        let own = engine.tables().own.unwrap();
        own.probe(game.position(), &StopFlag::new()).unwrap();
        let mut told = |most| {
            let limits = Limits { mate: Some(most), nodes: Some(1), ..Limits::default() };
            engine.start(job(&game, limits)).join().unwrap().iteration.lines[0].clone()
        };
        let line = told(14);
        assert_eq!((line.score.kind(), line.pv.len()), (ScoreKind::Mates(14), 27));
        assert!(!told(13).score.is_mate());
    }

    /// A folder with a Syzygy table of one value: every position of rook against knight is a draw.
    fn drawn_rook_against_knight() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        // Two sides without pawns, and the men, both sides to move in one byte: K, R, k, n. Then for each side "one value", draw.
        let mut table =
            vec![0x71, 0xE8, 0x23, 0x5D, 1, 0, 0x66, 0x44, 0xEE, 0xAA, 0x80, 2, 0x80, 2];
        table.resize(80, 0);
        std::fs::write(folder.path().join("KRvKN.rtbw"), table).unwrap();
        folder
    }

    #[test]
    fn whatever_tables_can_answer_are_asked_under_every_limit() {
        // The rook takes nothing, and nothing takes it: only this table is looked up.
        let game = game("7k/7n/8/8/8/8/1R6/K7 w - - 0 1");
        let folder = drawn_rook_against_knight();
        let short = Duration::from_millis(20);
        let limits = [
            Limits::depth(1),
            Limits::nodes(500),
            Limits { movetime: Some(short), ..Limits::default() },
            Limits { movetime: Some(2 * TIME_TO_MAKE), ..Limits::default() },
            Limits::infinite(),
        ];
        for own in ["off", "unmade", "made"] {
            for has_syzygy in [false, cfg!(feature = "syzygy")] {
                for limits in &limits {
                    let mut engine = Engine::new();
                    engine.set_option("OwnTables", &(own != "off").to_string()).unwrap();
                    if has_syzygy {
                        engine.set_option("SyzygyPath", folder.path().to_str().unwrap()).unwrap();
                    }
                    let stop = StopFlag::new();
                    let tables = engine.tables();
                    if own == "made" {
                        tables.own.as_ref().unwrap().probe(game.position(), &stop).unwrap();
                    }
                    let root = RootTables::of(&job(&game, limits.clone()), tables, 1);
                    let moves = root.moves(&stop, &|_| {}).unwrap();
                    let may_make = limits.depth.is_none()
                        && limits.nodes.is_none()
                        && (limits.infinite || !has_syzygy && limits.movetime > Some(short));
                    let knows_mate = own == "made" || own == "unmade" && may_make;
                    let case = format!("{own} {has_syzygy} {limits:?}");
                    assert_eq!(moves.is_empty(), !knows_mate && !has_syzygy, "{case}");
                    if !knows_mate && has_syzygy {
                        assert!(
                            moves.iter().all(|found| found.value.verdict == TableVerdict::Draw)
                        );
                        assert_eq!(moves.len(), game.position().legal_moves().len(), "{case}");
                    }
                    if knows_mate {
                        assert_eq!(
                            root.tables.own.as_ref().map(|own| own.is_made(&root.root)),
                            Some(true)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_drawn_ending_is_searched_among_the_moves_that_hold_it() {
        // Kf8 would let the other king in.
        let game = game("4k3/8/3KP3/8/8/8/8/8 b - - 0 1");
        let mut engine = Engine::new();
        let held = engine.start(job(&game, Limits::depth(4))).join().unwrap();
        assert_eq!(held.reason, EndReason::Depth);
        assert_eq!(held.iteration.lines[0].score, Score::DRAW);
        assert_eq!(crate::chess::san(game.position(), held.best.unwrap()), "Kd8");
        assert_eq!(held.iteration.progress.table_hits, 2);
        // Without tables it is a pawn less, and with one of its moves forbidden it is lost.
        let mut alone = Engine::new();
        alone.set_option("OwnTables", "off").unwrap();
        let searched = alone.start(job(&game, Limits::depth(2))).join().unwrap();
        assert_eq!(searched.iteration.progress.table_hits, 0);
        let excluded_moves = vec![held.best.unwrap()];
        let lost = job(&game, Limits { excluded_moves, ..Limits::depth(4) });
        assert!(engine.start(lost).join().unwrap().iteration.lines[0].score.is_loss());
    }

    #[test]
    fn several_lines_are_told_in_the_order_of_the_tables() {
        let game = game("8/8/8/8/8/2k5/8/KR6 w - - 0 1");
        let mut engine = Engine::new();
        for infinite in [false, true] {
            let limits = Limits { infinite, ..Limits::depth(3) };
            let handle = engine.start(Job { multi_pv: Some(3), ..job(&game, limits) });
            if infinite {
                while !matches!(
                    handle.events().recv().unwrap(),
                    Event::Iteration(_) | Event::Bound(_) | Event::RootMove { .. }
                ) {}
                handle.stop();
            }
            let scores: Vec<ScoreKind> = handle
                .join()
                .unwrap()
                .iteration
                .lines
                .iter()
                .map(|line| line.score.kind())
                .collect();
            assert!(matches!(scores[0], ScoreKind::Mates(14)), "{scores:?}");
            assert_eq!(scores.len(), 3, "{scores:?}");
        }
    }

    #[test]
    fn small_tables_are_looked_up_below_larger_roots() {
        // The king takes the queen, and the rook the rook: three men are left.
        let game = game("k7/8/8/3r4/3R4/8/1q6/K7 w - - 0 1");
        let with = Engine::new().start(job(&game, Limits::depth(4))).join().unwrap();
        assert!(with.iteration.progress.table_hits > 0);
    }

    #[test]
    fn small_tables_are_made_beside_a_search_that_has_little_time() {
        let game = game("k7/8/8/3r4/3R4/8/1q6/K7 w - - 0 1");
        let side = SideClock { remaining: Duration::from_secs(10), increment: Duration::ZERO };
        let limits = Limits { clock: ByColor::new(Some(side), Some(side)), ..Limits::depth(4) };
        let mut engine = Engine::new();
        let first = engine.start(job(&game, limits.clone())).join().unwrap();
        assert_eq!(first.iteration.progress.table_hits, 0);
        // Wait for the thread that is making them.
        let own = engine.tables().own.unwrap();
        own.make_three_men(&StopFlag::new()).unwrap();
        let second = engine.start(job(&game, limits)).join().unwrap();
        assert!(second.iteration.progress.table_hits > 0);
    }

    fn found(mv: Move, verdict: TableVerdict, plies: u32) -> TableMove {
        TableMove { mv, value: TableValue { verdict, mate: None, zeroing: Some(plies) } }
    }

    /// Which of moves that Syzygy tables rank so are searched.
    fn kept(clock: u16, verdict: TableVerdict, plies: [u32; 3]) -> usize {
        let fen = format!("8/8/8/8/2k5/8/8/KR3R2 w - - {clock} 80");
        let tables = TableSet { own: None, syzygy: None };
        let root = RootTables::of(&job(&game(&fen), Limits::depth(1)), tables, 1);
        let legal = root.root.legal_moves();
        let mut moves: Vec<TableMove> = plies
            .iter()
            .zip(&legal)
            .map(|(&plies, legal)| found(legal.mv, verdict, plies))
            .collect();
        moves.push(found(legal[3].mv, TableVerdict::Draw, 1));
        root.keep(&moves).len()
    }

    #[test]
    fn a_win_is_kept_in_time_for_the_fiftieth_move() {
        assert_eq!(kept(0, TableVerdict::Win, [3, 9, 31]), 3, "there is time for any");
        assert_eq!(kept(80, TableVerdict::Win, [3, 9, 31]), 2, "31 plies are too many");
        assert_eq!(kept(97, TableVerdict::Win, [3, 9, 31]), 1, "only the quickest");
        assert_eq!(kept(0, TableVerdict::CursedWin, [101, 101, 109]), 2, "the quickest two");
        assert_eq!(kept(0, TableVerdict::Loss, [31, 9, 3]), 3);
        assert_eq!(kept(60, TableVerdict::Loss, [31, 9, 3]), 1, "the longest may reach the draw");
    }

    #[test]
    fn what_goes_round_in_circles_is_held_to_the_quickest_way() {
        let mut game = game("8/8/8/8/2k5/8/8/KR3R2 w - - 0 1");
        let tables = TableSet { own: None, syzygy: None };
        let is_circling = |game: &Game| {
            RootTables::of(&job(game, Limits::depth(1)), tables.clone(), 1).has_repeated()
        };
        for text in ["f1e1", "c4d4", "e1f1", "d4c4"] {
            assert!(!is_circling(&game));
            let mv = crate::chess::notation::parse_uci(game.position(), text).unwrap();
            game.step(Step::Move(mv)).unwrap();
        }
        assert!(is_circling(&game));
    }
}
