//! Properties of the search: the same nodes with any tracer, exact limits, bounded extensions, mates found by depth. Single
//! techniques are tested in `techniques.rs`.

mod rule_reach;
mod rules;
mod techniques;
mod typed_rules;

use std::sync::Arc;

use super::params::PARAMS;
use super::picker::MoveSet;
use super::profiles::PROFILES;
use super::quiescence_tree::{TreeBudget, TreeError, quiescence_tree};
use super::report::Finished;
use super::trace::{NoTrace, Recorder, ResolveMove, ResolveNode, Tally, Tracer, TreeRecorder};
use super::{EndReason, Params, Searcher, Shared, Table, Task};
use crate::chess::Game;
use crate::chess::{Position, notation};
use crate::control::{Clock, Limits, StopFlag};
use crate::eval::ClassicalEvaluator;
use crate::oracle::Endgames;
use crate::oracle::tables::NodeTables;
use crate::units::{Bound, ScoreKind, Window};

/// The params of a profile by name.
fn params_of(name: &str) -> Option<Params> {
    let profile = PROFILES.iter().find(|profile| profile.name == name)?;
    Some(profile.params())
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const SCHOLAR: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
/// Lasker and Reichhelm 1901, known as Fine 70: Kb1 wins, by triangulation.
const FINE: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
/// Four queens, two bare kings: checks without end.
const CHECKS: &str = "3qq2k/8/8/8/8/8/8/K2QQ3 w - - 0 1";

fn shared(params: Params) -> Shared {
    Shared::new(Table::new(4).unwrap(), &params, &StopFlag::new())
}

fn task(fen: &str, limits: Limits) -> Task {
    Task::new(&Game::new(Position::from_fen(fen).unwrap()), limits, Clock::unlimited())
}

fn searcher<T: Tracer>(params: Params, tracer: T) -> Searcher<ClassicalEvaluator, T> {
    Searcher::new(shared(params), 0, ClassicalEvaluator::new(), tracer)
}

fn run(fen: &str, params: Params, limits: Limits) -> (Finished, u64) {
    let mut searcher = searcher(params, Tally::default());
    let finished = searcher.run(&task(fen, limits), &mut |_| {});
    (finished, searcher.nodes)
}

fn best(finished: &Finished) -> String {
    finished.best.map(|mv| notation::uci(mv, false)).unwrap_or_default()
}

#[test]
fn watchers_change_nothing() {
    fn nodes<T: Tracer>(tracer: T) -> (u64, String) {
        let mut searcher = searcher(Params::default(), tracer);
        let finished = searcher.run(&task(KIWIPETE, Limits::depth(8)), &mut |_| {});
        (searcher.nodes, best(&finished))
    }
    let mv = Position::from_fen(KIWIPETE).unwrap().legal_moves()[3].mv;
    let plain = nodes(NoTrace);
    assert_eq!(nodes(NoTrace), plain, "twice the same");
    assert_eq!(nodes(Tally::default()), plain);
    assert_eq!(nodes(Recorder::new(mv)), plain);
    assert_eq!(nodes(TreeRecorder::keeping(1_000)), plain);
}

#[test]
fn nodes_take_what_tables_of_three_men_say() {
    // Taking the knight leaves a pawn that wins, and the tables know it a ply away.
    let fen = "4k3/8/3Kn3/4P3/8/8/8/8 w - - 0 1";
    let endgames = Endgames::default();
    endgames.make_three_men(&StopFlag::new()).unwrap();
    let tables = Arc::new(NodeTables::Own(endgames.made_so_far(), 3));
    let shared = Shared { tables: Some(tables), ..shared(Params::default()) };
    let mut searcher = Searcher::new(shared, 0, ClassicalEvaluator::new(), NoTrace);
    let finished = searcher.run(&task(fen, Limits::depth(3)), &mut |_| {});
    let score = finished.iteration.lines[0].score;
    assert!(score.is_from_table() && score.is_decisive_win(), "{score}");
    assert_eq!(best(&finished), "d6e6");
    assert!(finished.iteration.progress.table_hits > 0);
    // Without them it is an evaluation.
    let (finished, _) = run(fen, Params::default(), Limits::depth(3));
    assert!(!finished.iteration.lines[0].score.is_from_table());
    assert_eq!(finished.iteration.progress.table_hits, 0);
}

#[test]
fn weights_matter() {
    let nodes = |profile| run(KIWIPETE, params_of(profile).unwrap(), Limits::depth(7)).1;
    assert!(nodes("plain") != nodes("slow") && nodes("plain") != nodes("quarterply"));
}

/// The numbers that the searches after the five engines go by; all others are of the default profile alone. A change of the
/// default profile must change none of these.
#[test]
fn no_number_of_the_default_profile_moves_a_bare_one() {
    const FROZEN: [(&str, &str); 23] = [
        ("aspiration.delta", "slow 50 rdchess 50 exchess 15 expositor 10"),
        ("aspiration.depth", "slow 4 rdchess 4 exchess 4 expositor 5 diablo 64"),
        ("mate-in-one.depth", "slow 64 rdchess 64 exchess 64 expositor 64 diablo 64"),
        ("mate-threat.depth", "slow 0 rdchess 64 exchess 64 expositor 64 diablo 64"),
        ("null.depth", "slow 2 rdchess 2 exchess 1 expositor 4"),
        ("probcut.depth", "slow 64 rdchess 64 exchess 64 expositor 64 diablo 64"),
        ("iir.depth", "slow 64 rdchess 64 exchess 4 expositor 6 diablo 64"),
        ("iir.shallow", "exchess 64 expositor 64"),
        ("singular.depth", "exchess 8 expositor 9"),
        ("singular.margin", "exchess 3 expositor 2"),
        ("singular.double", "exchess 1000 expositor 1000"),
        ("singular.double-pv", "exchess 1000 expositor 1000"),
        ("singular.triple", "exchess 1000 expositor 1000"),
        ("singular.negative", "exchess 0 expositor 0"),
        ("resolve.delta", "slow 200 rdchess 200 exchess 50 expositor 330"),
        ("resolve.checks", "exchess 1 expositor 2"),
        ("resolve.active", "exchess 3 expositor 4"),
        ("resolve.neutral", "slow 2 exchess 2 expositor 2"),
        ("cap.percent", "slow 200 rdchess 200 exchess 200 expositor 200"),
        ("cap.plies", "slow 16 rdchess 16 exchess 16 expositor 16"),
        ("budget.percent", "slow 1000 rdchess 100 exchess 100 expositor 100"),
        ("budget.plies", "slow 200 rdchess 8 exchess 8 expositor 8"),
        ("budget.unforced", "slow 200 rdchess 200 exchess 200 expositor 200"),
    ];
    let mut wrong = Vec::new();
    for profile in ["slow", "rdchess", "exchess", "expositor", "diablo"] {
        let params = params_of(profile).unwrap();
        let nodes = |params: &Params| {
            [KIWIPETE, SCHOLAR].map(|fen| run(fen, params.clone(), Limits::depth(4)).1)
        };
        let before = nodes(&params);
        for spec in PARAMS.iter() {
            let crate::settings::SettingKind::Spin { min, max, .. } = spec.kind else { continue };
            let said = FROZEN.iter().find(|(name, _)| *name == spec.name);
            let value = spec.value(&params);
            let is_own = |said: &str| format!(" {said} ").contains(&format!(" {profile} {value} "));
            if said.is_some_and(|(_, said)| is_own(said)) {
                continue;
            }
            for other in [min, max] {
                let mut changed = params.clone();
                changed.set(&spec.name, &other.to_string()).unwrap();
                if nodes(&changed) != before {
                    wrong.push(format!("{profile}: {} = {value}", spec.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn without_weights_no_rule_fires() {
    for (fen, depth) in [(KIWIPETE, 7), (FINE, 12), (CHECKS, 8)] {
        let (finished, _) = run(fen, params_of("plain").unwrap(), Limits::depth(depth));
        assert!(finished.ledger.rules.iter().all(|row| row.fired == 0 && row.nodes == 0), "{fen}");
    }
}

#[test]
fn node_limits_are_exact() {
    for limit in [1, 2, 77, 1_023, 1_024, 1_025, 20_000] {
        let (finished, nodes) = run(KIWIPETE, Params::default(), Limits::nodes(limit));
        assert_eq!((nodes, finished.reason), (limit, EndReason::Nodes));
        assert!(finished.best.is_some() && !finished.iteration.lines[0].pv.is_empty());
    }
}

#[test]
fn mates_are_found_and_their_lines_are_whole() {
    let mates = [
        (SCHOLAR, 3, 1, "h5f7"),
        // Légal's mate, the smothered mate, Anastasia's mate.
        ("rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6", 4, 2, "c4f7"),
        ("r6k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1", 4, 2, "b3g8"),
        ("5r1k/1b2Nppp/8/2R5/4Q3/8/5PPP/6K1 w - - 0 1", 4, 2, "e4h7"),
    ];
    for (fen, depth, moves, key) in mates {
        let (finished, _) = run(fen, Params::default(), Limits::depth(depth));
        let line = &finished.iteration.lines[0];
        assert_eq!(line.score.kind(), ScoreKind::Mates(moves), "{fen}: {:?}", line.pv);
        assert_eq!((best(&finished).as_str(), line.bound), (key, Bound::Exact), "{fen}");
        let end = line.pv.iter().fold(Position::from_fen(fen).unwrap(), |position, &mv| {
            assert!(position.is_legal(mv));
            position.play(mv)
        });
        assert_eq!(line.pv.len(), 2 * moves as usize - 1);
        assert!(end.is_checkmate(), "{fen}");
    }
}

#[test]
fn explosions_end() {
    for profile in ["slow", "quarterply"] {
        let params = params_of(profile).unwrap();
        let cap = 8 * params.cap_percent as u32 / 100 + params.cap_plies as u32;
        for fen in
            [CHECKS, "3q3k/8/8/8/8/8/8/K3Q3 w - - 0 1", "1qqq3k/8/8/8/8/8/8/K2QQQ2 w - - 0 1"]
        {
            let (finished, nodes) = run(fen, params.clone(), Limits::depth(8));
            assert!(nodes < 2_000_000, "{profile} {fen}: {nodes} nodes");
            // The quiescing search below the cap may go on for a while.
            assert!(finished.iteration.seldepth < cap + 60, "{profile} {fen}");
        }
    }
}

#[test]
fn fine_70_is_solved() {
    let (finished, nodes) = run(FINE, Params::default(), Limits::depth(30));
    assert_eq!(best(&finished), "a1b1", "{nodes} nodes");
}

#[test]
fn the_root_keeps_to_the_moves_asked_for() {
    let position = Position::from_fen(KIWIPETE).unwrap();
    let legal = position.legal_moves();
    let only = vec![legal[5].mv, legal[9].mv];
    let limits = Limits { search_moves: only.clone(), ..Limits::depth(5) };
    let (finished, _) = run(KIWIPETE, Params::default(), limits);
    assert!(only.contains(&finished.best.unwrap()));
    let without = run(KIWIPETE, Params::default(), Limits::depth(5)).0.best.unwrap();
    let limits = Limits { excluded_moves: vec![without], ..Limits::depth(5) };
    assert_ne!(run(KIWIPETE, Params::default(), limits).0.best, Some(without));

    let mut searcher = searcher(Params::default(), NoTrace);
    let several = Task { multi_pv: 4, ..task(KIWIPETE, Limits::depth(6)) };
    let lines = searcher.run(&several, &mut |_| {}).iteration.lines;
    assert_eq!(lines.len(), 4);
    assert!(lines.is_sorted_by(|a, b| a.score >= b.score));
    assert!((0..4).all(|i| (0..i).all(|j| lines[i].pv[0] != lines[j].pv[0])));
    assert!(lines.iter().all(|line| line.bound == Bound::Exact));
}

#[test]
fn without_a_legal_move_there_is_none() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
        let (finished, _) = run(fen, Params::default(), Limits::depth(5));
        assert_eq!((finished.best, finished.reason), (None, EndReason::NoMove));
    }
}

#[test]
fn a_perpetual_is_a_draw() {
    // White is a rook down and about to be mated, but checks for ever on e8 and h5.
    let fen = "6k1/6p1/8/7Q/8/8/qr4PP/6BK w - - 0 1";
    let (finished, _) = run(fen, Params::default(), Limits::depth(12));
    assert_eq!(finished.iteration.lines[0].score.raw(), 0, "{}", best(&finished));
}

fn tree(fen: &str, budget: TreeBudget) -> Result<ResolveNode, TreeError> {
    let position = Position::from_fen(fen).unwrap();
    let evaluator = ClassicalEvaluator::new();
    quiescence_tree(&position, &Params::default(), evaluator, budget, &StopFlag::new())
}

/// Number of recorded nodes below a node.
fn kept(node: &ResolveNode) -> u64 {
    let below = node.moves.iter().map(|mv| match mv {
        ResolveMove::Tried(node) => 1 + kept(node),
        ResolveMove::Skipped(..) => 0,
    });
    below.sum()
}

#[test]
fn the_tree_of_the_quiescence_search_is_whole() {
    let fen = "3k3r/3p1p2/3P2p1/4N1P1/8/8/8/3K4 w - - 0 1";
    let root = tree(fen, TreeBudget::default()).unwrap();
    assert_eq!((root.mv, root.in_check), (None, false));
    assert!(root.value >= root.stand_pat.unwrap());
    assert_eq!((root.nodes, root.left_out), (1 + kept(&root), 0));
    // The fork wins the rook.
    assert!(root.moves.iter().any(|mv| matches!(mv, ResolveMove::Tried(node) if node.in_check)));
    // Every legal noisy move was tried or skipped, unless a cut made that needless.
    let position = Position::from_fen(fen).unwrap();
    let searcher = searcher(Params::default(), NoTrace);
    assert_eq!(searcher.selectivity(&position, 0, 0), MoveSet::NoisyAndChecks);
    let noisy = position.legal_moves().iter().filter(|legal| position.is_noisy(legal.mv)).count();
    assert!(root.cut || root.moves.len() >= noisy);
}

/// Nodes beyond the limit are counted: the value, the nodes and the first moves are those of the whole tree.
#[test]
fn a_tree_keeps_no_more_than_it_may() {
    let whole = tree(KIWIPETE, TreeBudget::default()).unwrap();
    let facts = |tree: &ResolveNode| (tree.value, tree.nodes, tree.moves.len());
    for most in [0, 20, 100, 1_000] {
        let cut = tree(KIWIPETE, TreeBudget { kept: most, ..TreeBudget::default() }).unwrap();
        assert_eq!(facts(&cut), facts(&whole));
        assert_eq!(cut.nodes, 1 + kept(&cut) + cut.left_out, "{most}");
        assert!(kept(&cut) <= most.max(cut.moves.len()) as u64, "{most}");
        assert!(most > 0 || cut.left_out > 0);
    }
}

/// Boards full of queens, whose captures and checks have no end.
#[test]
fn a_board_full_of_queens_is_refused_after_its_nodes() {
    let queens = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";
    let budget = TreeBudget { nodes: 30_000, kept: 2_000 };
    assert_eq!(tree(queens, budget), Err(TreeError::TooLarge(30_000)));

    let mut searcher = searcher(Params::default(), TreeRecorder::keeping(budget.kept));
    let task = task(queens, Limits::nodes(budget.nodes));
    searcher.prepare(&task);
    assert!(searcher.quiescence(&task.root, 0, 0, Window::FULL).is_err());
    assert!(searcher.tracer.kept() <= budget.kept);

    let stop = StopFlag::new();
    stop.raise();
    let (params, evaluator) = (Params::default(), ClassicalEvaluator::new());
    let stopped = quiescence_tree(&task.root, &params, evaluator, budget, &stop);
    assert_eq!(stopped, Err(TreeError::Stopped));
}
