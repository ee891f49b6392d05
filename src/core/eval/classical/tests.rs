//! Properties of the whole classical evaluation: symmetry, no effect of caches, reports that add up, and every feature used and
//! firing as named.

use super::*;
use crate::chess::Square;

/// Positions along random games.
fn walk(games: u64, mut visit: impl FnMut(&Position)) {
    for seed in 1..=games {
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut position = Position::start();
        for _ in 0..120 {
            visit(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            position = position.play(moves[random as usize % moves.len()].mv);
        }
    }
}

#[test]
fn the_start_is_worth_the_move() {
    let mut evaluator = ClassicalEvaluator::new();
    let verdict = evaluator.judge(Position::start().placement(), Color::White, &mut NoCoefficients);
    assert_eq!(verdict.sum, features::WEIGHTS[TEMPO.at(0)]);
}

#[test]
fn sides_are_treated_alike() {
    let mut evaluator = ClassicalEvaluator::new();
    walk(60, |position| {
        let mirrored = position.mirrored();
        let here = evaluator.judge(position.placement(), position.turn(), &mut NoCoefficients);
        let there = evaluator.judge(mirrored.placement(), mirrored.turn(), &mut NoCoefficients);
        assert_eq!(here.sum, -there.sum, "{}", position.to_fen());
        assert_eq!(evaluator.evaluate(position, 0), evaluator.evaluate(&mirrored, 0));
    });
}

#[test]
fn memory_and_witnesses_change_nothing() {
    let mut warm = ClassicalEvaluator::new();
    let mut trace = Coefficients::new(features::COUNT);
    walk(30, |position| {
        let kept = warm.evaluate(position, 0);
        assert_eq!(ClassicalEvaluator::new().evaluate(position, 0), kept);
        trace.clear();
        let traced = warm.judge(position.placement(), position.turn(), &mut trace);
        assert_eq!(traced.score(position.halfmoves()), kept.score.for_white(position.turn()));
    });
}

#[test]
fn a_report_adds_up() {
    let mut evaluator = ClassicalEvaluator::new();
    walk(20, |position| {
        let report = evaluator.report(position);
        let sum = report.terms.iter().fold(Pair::ZERO, |sum, term| sum + term.balance());
        assert_eq!(sum, report.total, "{}", position.to_fen());
        assert_eq!(report.score, evaluator.evaluate(position, 0).score.for_white(position.turn()));
        for square in Square::ALL {
            let man = position.at(square).filter(|man| man.piece != Piece::King);
            assert_eq!(report.pieces[square].is_some(), man.is_some());
        }
    });
}

/// Features that fire in a position, White's and Black's share.
fn noticed(fen: &str) -> Coefficients {
    let position = Position::from_fen(fen).unwrap();
    let mut trace = Coefficients::new(features::COUNT);
    ClassicalEvaluator::new().judge(position.placement(), position.turn(), &mut trace);
    trace
}

/// White's view in centipawns.
fn value(fen: &str) -> i32 {
    let position = Position::from_fen(fen).unwrap();
    let score = ClassicalEvaluator::new().evaluate(&position, 0).score;
    score.for_white(position.turn()).score().raw()
}

/// A pawn that no king can catch.
const RACE: &str = "8/8/8/P6k/8/8/8/K7 w - - 0 1";

/// The count of one weight for one side.
fn count(fen: &str, color: Color, weight: usize) -> i32 {
    noticed(fen).counts()[weight][color]
}

#[test]
fn every_feature_is_noticed_somewhere() {
    let mut evaluator = ClassicalEvaluator::new();
    let mut seen = Coefficients::new(features::COUNT);
    walk(80, |position| {
        evaluator.judge(position.placement(), position.turn(), &mut seen);
    });
    let race = Position::from_fen(RACE).unwrap();
    evaluator.judge(race.placement(), race.turn(), &mut seen);
    for group in &features::GROUPS {
        let range = group.start..group.start + group.len;
        let used = seen.counts()[range].iter().any(|counts| counts.0 != [0, 0]);
        assert!(used, "{} is never noticed", group.name);
    }
}

#[test]
fn men_are_paired_only_where_the_sides_differ() {
    use features::{IMBALANCE_ENEMY, IMBALANCE_OWN};
    let (white, black) = (Color::White, Color::Black);
    let rooks = "q3k3/8/8/8/8/8/3P4/RR2K3 w - - 0 1";
    assert_eq!(count(rooks, white, IMBALANCE_OWN.at(9)), 1, "rook and rook");
    assert_eq!(count(rooks, white, IMBALANCE_OWN.at(6)), 2, "rook and pawn");
    assert_eq!(count(rooks, black, IMBALANCE_ENEMY.at(9)), 2, "queen against rook");
    assert_eq!(count(rooks, black, IMBALANCE_ENEMY.at(6)), 1, "queen against pawn");
    assert_eq!(count(rooks, white, IMBALANCE_ENEMY.at(9)), 0);
    let even = "r3k3/3p4/8/8/8/8/3P4/R3K3 w - - 0 1";
    assert_eq!(count(even, white, IMBALANCE_OWN.at(6)), 0);
}

#[test]
fn queens_are_chased_and_room_is_counted() {
    use features::{BISHOP_XRAY, KNIGHT_CLOSEDNESS, PAWNLESS_FLANK, SPACE, THREAT_ON_QUEEN};
    let white = Color::White;
    // From c3 the knight reaches b5, d5 and others; from e4 and b5 it would attack the queen on d6.
    let chase = "6k1/5ppp/3q4/8/8/2N5/5PPP/6K1 w - - 0 1";
    assert_eq!(count(chase, white, THREAT_ON_QUEEN.at(0)), 2);
    assert_eq!(count(chase, white, KNIGHT_CLOSEDNESS.at(0)), 1);
    assert_eq!(count(chase, white, PAWNLESS_FLANK.at(0)), 0);
    assert_eq!(count("k7/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", Color::Black, PAWNLESS_FLANK.at(0)), 1);
    let bishop = "6k1/5p1p/8/3p4/8/1B6/8/6K1 w - - 0 1";
    assert_eq!(count(bishop, white, BISHOP_XRAY.at(0)), 2, "the second behind the first");
    // Twelve squares on files c to f, two pawns on them, four pieces: ten times four, a quarter of it.
    let room = "4k3/8/8/8/8/8/3PP3/R3KBNR w KQ - 0 1";
    assert_eq!(count(room, white, SPACE.at(0)), 10);
    assert_eq!(
        count(room, white, SPACE.at(1)),
        0,
        "nothing on the ranks two to four is behind them"
    );
}

#[test]
fn pawns_are_told_apart() {
    use features::{BACKWARD, CANDIDATE, DOUBLED, ISLAND, ISOLATED, PASSED, PHALANX, SUPPORTED};
    let white = Color::White;
    let torn = "4k3/pp3ppp/8/8/3P4/P6P/P6P/4K3 w - - 0 1";
    assert_eq!(count(torn, white, ISOLATED.at(1)), 1);
    assert_eq!(count(torn, white, ISOLATED.at(0)), 4);
    assert_eq!(count(torn, white, DOUBLED.at(1)), 2);
    assert_eq!(count(torn, white, PASSED.at(3)), 1);
    assert_eq!(count(torn, white, ISLAND.at(0)), 3);
    assert_eq!(count(torn, Color::Black, ISLAND.at(0)), 2);
    let chain = "4k3/8/2p5/3p4/2PP4/1P6/8/4K3 w - - 0 1";
    assert_eq!(count(chain, white, PHALANX.at(3)), 2);
    assert_eq!(count(chain, white, SUPPORTED.at(3)), 1);
    assert_eq!(count("4k3/8/p7/2p5/2P5/1P6/8/4K3 b - - 0 1", Color::Black, BACKWARD.at(1)), 0);
    assert_eq!(count("4k3/8/3p4/2p5/2P1P3/8/8/4K3 b - - 0 1", Color::Black, BACKWARD.at(1)), 1);
    assert_eq!(count("4k3/1p6/8/8/1PP5/8/8/4K3 w - - 0 1", white, CANDIDATE.at(3)), 1);
}

#[test]
fn pieces_are_told_apart() {
    use features::{
        BISHOP_PAIR, BISHOP_TRAPPED, HANGING, KNIGHT_OUTPOST, PASSED_UNSTOPPABLE, PINNED,
        ROOK_HALF_OPEN, ROOK_OPEN, ROOK_SEVENTH, THREAT_BY_PAWN,
    };
    let white = Color::White;
    let posted = "r3k3/1p3p2/3p4/3Np3/2P1P3/8/8/R1B1KB2 w - - 0 1";
    assert_eq!(count(posted, white, KNIGHT_OUTPOST.at(1)), 1);
    assert_eq!(count(posted, white, ROOK_OPEN.at(0)), 1);
    assert_eq!(count(posted, white, BISHOP_PAIR.at(0)), 1);
    assert_eq!(count("4k3/pR6/8/8/8/8/1P6/4K3 w - - 0 1", white, ROOK_SEVENTH.at(0)), 1);
    assert_eq!(count("4k3/pR6/8/8/8/8/P7/4K3 w - - 0 1", white, ROOK_OPEN.at(0)), 1);
    assert_eq!(count("4k3/1p6/8/8/8/8/P7/1R2K3 w - - 0 1", white, ROOK_HALF_OPEN.at(0)), 1);
    assert_eq!(count("4k3/B1p5/1p6/8/8/8/8/4K3 w - - 0 1", white, BISHOP_TRAPPED.at(0)), 1);
    let pinned = "4k3/8/8/4n3/3P4/8/8/4RK2 w - - 0 1";
    assert_eq!(count(pinned, Color::Black, PINNED.at(Piece::Knight.index())), 1);
    assert_eq!(count(pinned, white, THREAT_BY_PAWN.at(Piece::Knight.index())), 1);
    assert_eq!(count(pinned, white, HANGING.at(3)), 1);
    assert_eq!(count(RACE, white, PASSED_UNSTOPPABLE.at(0)), 1);
    let caught = "8/8/8/P2k4/8/8/8/K7 b - - 0 1";
    assert_eq!(count(caught, white, PASSED_UNSTOPPABLE.at(0)), 0);
}

#[test]
fn a_passed_pawn_grows_with_every_rank() {
    let on = |rank: usize| {
        let mut ranks = ["4k3", "8", "8", "8", "8", "8", "1n6", "4K1N1"];
        ranks[8 - rank] = "7P";
        value(&format!("{} w - - 0 1", ranks.join("/")))
    };
    assert!(on(7) > on(6) && on(6) > on(5) && on(5) > on(4), "{:?}", [on(4), on(5), on(6), on(7)]);
}

#[test]
fn a_king_under_fire_is_worth_less() {
    // The same pieces, Black's queen and rooks near White's king or far away.
    let near = value("6k1/5ppp/8/8/6q1/5r2/5PPP/r1B2NK1 w - - 0 1");
    let far = value("rrq3k1/5ppp/8/8/8/8/5PPP/2B2NK1 w - - 0 1");
    assert!(near + 50 < far, "{near} {far}");
    // The knight's check on e2 is safe, the one on h3 is not.
    let trace = noticed("q5k1/8/8/8/5n2/8/5PPP/6KR w - - 0 1");
    assert_eq!(trace.counts()[features::DANGER_SAFE_CHECKS.at(0)][Color::White], 1);
    assert_eq!(trace.counts()[features::DANGER_CHECKS.at(0)][Color::White], 1);
    // One piece that is no queen gives nothing to think about.
    let trace = noticed("6k1/8/8/8/5n2/8/5PPP/6KR w - - 0 1");
    assert_eq!(trace.counts()[features::DANGER_BASE.at(0)][Color::White], 0);
}

#[test]
fn weights_stand_under_the_names_of_their_groups() {
    let mut words = include_str!("weights.txt").split_whitespace().peekable();
    for group in features::GROUPS {
        assert_eq!(words.next(), Some(&*format!("{}:", group.name)));
        let mut numbers = 0;
        while words.next_if(|word| word.parse::<i32>().is_ok()).is_some() {
            numbers += 1;
        }
        assert_eq!(numbers, 2 * group.len, "{}", group.name);
    }
    assert_eq!(words.next(), None);
}
