//! Single techniques of the search, each observed by a counting tracer: it fires where it should, and nowhere else.

use super::*;
use crate::chess::{Color, Move, Piece, Square};
use crate::search::Rule;
use crate::search::extend::LastMove;
use crate::search::history::{PieceTo, QuietKeys};
use crate::search::params;
use crate::search::report::Event;
use crate::search::stack::{NodeRequest, SearchNode};
use crate::search::trace::Prune;
use crate::units::{Bound, Depth, NodeKind, Score};

/// Counts prunings and extensions by kind.
#[derive(Default)]
struct Counting {
    prunes: Vec<Prune>,
    extensions: Vec<Rule>,
}

impl Tracer for Counting {
    fn prune(&mut self, prune: Prune) {
        self.prunes.push(prune);
    }

    fn extended(&mut self, rule: Rule, _amount: Depth) {
        self.extensions.push(rule);
    }
}

/// A search to a depth with one parameter changed, and what it counted.
fn counted(fen: &str, depth: u32, name: &str, value: &str) -> Counting {
    let mut params = Params::default();
    params.set(name, value).unwrap();
    let mut searcher = searcher(params, Counting::default());
    searcher.run(&task(fen, Limits::depth(depth)), &mut |_| {});
    searcher.tracer
}

fn prunes(fen: &str, depth: u32, name: &str, value: &str, kind: Prune) -> usize {
    counted(fen, depth, name, value).prunes.iter().filter(|&&prune| prune == kind).count()
}

/// A searcher at ply 1 of a position, after no move.
fn at_ply_one(fen: &str) -> (Searcher<ClassicalEvaluator, Counting>, Position) {
    let mut searcher = searcher(Params::default(), Counting::default());
    let task = task(fen, Limits::default());
    searcher.prepare(&task);
    (searcher.cap, searcher.nominal, searcher.budget) = (40, Depth::plies(6), Depth::plies(6));
    (searcher, task.root)
}

/// The request for a node that is expected to fail high far below its value.
fn cut_node(depth: i32, beta: i32) -> NodeRequest {
    let window = Window::null_below(Score::cp(beta));
    NodeRequest { ply: 1, depth: Depth::plies(depth), window, kind: NodeKind::Cut }
}

#[test]
fn null_moves_cut_but_not_with_pawns_alone() {
    assert!(prunes(KIWIPETE, 9, "null.depth", "2", Prune::NullMove) > 0);
    assert_eq!(prunes(KIWIPETE, 9, "null.depth", "64", Prune::NullMove), 0);
    // Kings and pawns: zugzwang.
    assert_eq!(prunes(FINE, 14, "null.depth", "2", Prune::NullMove), 0);
}

/// White is a rook up: passing is good enough.
const ROOK_UP: &str = "4k3/7p/8/8/8/8/4P3/3RK3 w - - 0 1";

#[test]
fn there_is_no_null_move_after_a_null_move_or_in_check() {
    let (mut searcher, position) = at_ply_one(ROOK_UP);
    let node = SearchNode {
        ply: 1,
        depth: Depth::plies(4),
        window: Window::null_below(Score::DRAW),
        kind: NodeKind::Cut,
        table_move: None,
        table_noisy: false,
        entry: None,
        raw_eval: None,
        eval: None,
        improving: false,
        mate_threat: false,
        kept_on: None,
        on_pv: false,
        excluded: None,
    };
    let values = (Score::cp(500), Score::cp(500));
    // The frame above is empty, as after a null move.
    assert_eq!(searcher.null_move(&position, &node, values), Ok(None));
    assert_eq!(searcher.nodes, 0, "after a null move");
    let mv = position.legal_moves()[0].mv;
    searcher.frames[0].last = Some(LastMove { mv, piece: Piece::King, victim: None });
    let check = Position::from_fen("4k3/8/8/8/8/8/4r3/R3K2R w - - 0 1").unwrap();
    assert_eq!(searcher.null_move(&check, &node, values), Ok(None));
    assert_eq!(searcher.nodes, 0, "in check");
    let below = (Score::cp(500), Score::cp(-1));
    assert_eq!(searcher.null_move(&position, &node, below), Ok(None));
    assert_eq!(searcher.nodes, 0, "below beta");
    let hardly = (Score::cp(10), Score::cp(500));
    assert_eq!(searcher.null_move(&position, &node, hardly), Ok(None));
    assert_eq!(searcher.nodes, 0, "only the table says that it is above");
    assert!(searcher.null_move(&position, &node, values).unwrap().is_some());
    assert_eq!(searcher.tracer.prunes.last(), Some(&Prune::NullMove));
}

#[test]
fn a_node_without_one_of_its_moves_is_not_pruned_before_the_others() {
    let (mut searcher, position) = at_ply_one(ROOK_UP);
    searcher.node(&position, cut_node(4, -300)).unwrap();
    assert_eq!((searcher.nodes, &searcher.tracer.prunes[..]), (1, &[Prune::ReverseFutility][..]));
    let (mut searcher, position) = at_ply_one(ROOK_UP);
    searcher.frames[1].excluded = position.legal_moves().first().map(|legal| legal.mv);
    searcher.node(&position, cut_node(4, -300)).unwrap();
    assert!(searcher.nodes > 1);
    assert_eq!(searcher.shared.table.probe(position.key()), None, "and is not remembered");
}

/// White is two queens up, and mated on the back rank unless it does something about it.
const BACK_RANK: &str = "3r2k1/5ppp/8/8/8/8/QQ3PPP/6K1 w - - 0 1";

#[test]
fn a_mate_in_one_is_seen_without_a_search() {
    let (mut searcher, position) = at_ply_one("3r2k1/5ppp/8/8/8/8/QQ3PPP/6K1 b - - 0 1");
    let score = searcher.node(&position, cut_node(6, 100)).unwrap();
    assert_eq!((score, searcher.nodes), (Score::mates_at(2), 1));
    assert_eq!(searcher.tracer.prunes, [Prune::MateInOne]);
    assert_eq!(prunes(BACK_RANK, 4, "mate-in-one.depth", "64", Prune::MateInOne), 0);
}

#[test]
fn under_a_mate_threat_no_static_evaluation_is_believed() {
    let (mut searcher, position) = at_ply_one(BACK_RANK);
    let mv = position.legal_moves()[0].mv;
    searcher.frames[0].last = Some(LastMove { mv, piece: Piece::King, victim: None });
    searcher.node(&position, cut_node(2, 100)).unwrap();
    let cuts = [Prune::ReverseFutility, Prune::NullMove];
    assert!(!searcher.tracer.prunes.iter().any(|prune| cuts.contains(prune)));
    assert!(searcher.tracer.extensions.contains(&Rule::MateThreat));
    let blind = counted(BACK_RANK, 4, "mate-threat.depth", "64");
    assert!(!blind.extensions.contains(&Rule::MateThreat));
}

#[test]
fn a_quiet_move_without_a_good_answer_gains_history() {
    let start = Position::start();
    let (mv, none) = (Move::normal(Square::E2, Square::E4), QuietKeys::new(&start, [None; 3]));
    // Tests whether the move before was bad for White, and whether it was good.
    for (beta, gains) in [(-300, false), (300, true)] {
        let (mut searcher, position) =
            at_ply_one("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        searcher.frames[0].last = Some(LastMove { mv, piece: Piece::Pawn, victim: None });
        searcher.frames[0].piece_to = Some(PieceTo::new(Color::White, Piece::Pawn, Square::E4));
        searcher.frames[0].threats = none.threats;
        let asked = NodeRequest { kind: NodeKind::Pv, ..cut_node(3, beta) };
        assert_eq!(searcher.node(&position, asked).unwrap() < Score::cp(beta), gains);
        let history = searcher.history.quiet(&start, mv, &none);
        assert_eq!(history > 0, gains, "{history}");
    }
}

#[test]
fn quiescence_believes_a_share_of_standing_pat_where_no_exact_value_is_wanted() {
    let (mut searcher, position) = at_ply_one(ROOK_UP);
    let eval = searcher.quiescence(&position, 1, 0, Window::FULL).unwrap();
    let (mut searcher, position) = at_ply_one(ROOK_UP);
    let beta = Score::cp(100);
    let score = searcher.quiescence(&position, 1, 0, Window::null_below(beta)).unwrap();
    let believed = (eval.raw() - beta.raw()) * params::STAND_PAT_BELIEF / 64;
    assert_eq!(score.raw(), beta.raw() + believed);
    assert!(score > beta && score < eval);
    let stored = searcher.shared.table.probe(position.key()).unwrap();
    assert_eq!((stored.score, stored.bound, stored.mv), (eval, Bound::Lower, None));
}

#[test]
fn a_capture_that_may_leave_a_drawn_ending_is_not_called_hopeless() {
    // The rook that was promoted is taken, and the bishop does not rule the corner.
    for fen in ["R7/1k6/8/8/P7/8/1K6/6B1 b - - 0 1", "R7/1k5p/8/8/P7/8/1K6/6B1 b - - 0 1"] {
        let (mut searcher, position) = at_ply_one(fen);
        let window = Window::null_above(Score::cp(-18));
        let score = searcher.quiescence(&position, 1, 0, window).unwrap();
        assert!(score > window.alpha, "{fen}: {score}");
    }
}

#[test]
fn probcut_cuts_from_its_depth_on() {
    assert!(prunes(KIWIPETE, 8, "probcut.depth", "5", Prune::ProbCut) > 0);
    assert_eq!(prunes(KIWIPETE, 8, "probcut.depth", "64", Prune::ProbCut), 0);
}

#[test]
fn other_prunings_fire_and_can_be_switched_off() {
    for (name, kind) in [
        ("reverse-futility.depth", Prune::ReverseFutility),
        ("late-move.depth", Prune::LateMove),
        ("futility.depth", Prune::Futility),
        ("exchange.depth", Prune::Exchange),
    ] {
        assert!(prunes(KIWIPETE, 6, name, "8", kind) > 0, "{name}");
        let off = counted(KIWIPETE, 6, name, "0");
        // At depth zero come the last fraction of a ply, and nodes that late move reduction brings down to it.
        assert!(
            off.prunes.iter().filter(|&&prune| prune == kind).count()
                < prunes(KIWIPETE, 6, name, "8", kind),
            "{name}"
        );
    }
}

#[test]
fn moves_are_singular_from_their_depth_on() {
    let singular = |depth, least: &str| {
        let counted = counted(KIWIPETE, depth, "singular.depth", least);
        counted.extensions.iter().filter(|&&rule| rule == Rule::Singular).count()
    };
    assert!(singular(9, "5") > 0);
    assert_eq!(singular(7, "20"), 0);
}

#[test]
fn a_line_has_more_for_forced_moves_than_for_others() {
    let (mut searcher, _) = at_ply_one(KIWIPETE);
    searcher.params = Arc::new(Params { budget_unforced: 4, ..Params::default() });
    let left =
        |searcher: &Searcher<_, _>| [true, false].map(|forced| searcher.budget_left(1, forced));
    assert_eq!(left(&searcher), [6, 4].map(Depth::plies));
    (searcher.frames[1].spent, searcher.frames[1].spent_unforced) = (Depth::plies(3), Depth::PLY);
    assert_eq!(left(&searcher), [3, 3].map(Depth::plies));
    (searcher.frames[1].spent, searcher.frames[1].spent_unforced) =
        (Depth::plies(5), Depth::plies(5));
    assert_eq!(left(&searcher), [Depth::PLY, Depth::ZERO]);
}

#[test]
fn a_narrow_aspiration_window_fails_and_is_widened_to_the_same_score() {
    let search = |depth: &str| {
        let mut params = params_of("plain").unwrap();
        params.set("aspiration.delta", "1").unwrap();
        params.set("aspiration.depth", depth).unwrap();
        let mut searcher = searcher(params, NoTrace);
        let (mut failed, mut finished) = (0, 0);
        let end = searcher.run(&task(KIWIPETE, Limits::depth(8)), &mut |report| match report {
            Event::Bound(iteration) => {
                assert_ne!(iteration.lines[0].bound, Bound::Exact);
                failed += 1;
            }
            Event::Iteration(iteration) => {
                assert_eq!(iteration.lines[0].bound, Bound::Exact);
                finished += 1;
            }
            _ => {}
        });
        assert_eq!((finished, end.iteration.depth), (8, 8));
        failed
    };
    assert!(search("4") > 0);
    assert_eq!(search("64"), 0, "the whole window cannot fail");
}

/// Every step down is undone: after a search the path is the root's again, with any pruning.
#[test]
fn the_path_is_the_roots_again_after_a_search() {
    let mut searcher = searcher(Params::default(), NoTrace);
    let task = task(KIWIPETE, Limits::depth(7));
    searcher.run(&task, &mut |_| {});
    assert_eq!(searcher.path, [task.root.key()]);
}

#[test]
fn a_root_move_that_is_no_better_is_known_by_a_bound() {
    let mut searcher = searcher(Params::default(), NoTrace);
    searcher.run(&task(FINE, Limits::depth(12)), &mut |_| {});
    let moves = searcher.root.summary();
    let exact: Vec<Move> =
        moves.iter().filter(|row| row.bound == Bound::Exact).map(|row| row.mv).collect();
    assert_eq!((exact.len(), exact.first()), (1, moves.first().map(|row| &row.mv)));
}
