//! Incremental updates give the same sums as computing them anew, after any moves.

use proptest::prelude::*;

use super::layers::MOST_INPUT;
use super::shape::{HEADS, WIDTHS};
use super::simd::Simd;
use super::*;
use crate::chess::Position;
use crate::eval::{ClassicalEvaluator, Evaluator};
use crate::units::Score;

/// Numbers of no meaning, the same each time.
fn scrambled(width: usize) -> Network {
    with_role(width, NetworkRole::Value)
}

/// The same, standing for something.
fn with_role(width: usize, role: NetworkRole) -> Network {
    let mut seed = 7_u64;
    let mut next = |most: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % (2 * most + 1)) as i64 - most as i64
    };
    let first = width * (shape::INPUTS + 1);
    let count = weight_count(width);
    let weights: Vec<i16> =
        (0..count).map(|at| next(if at < first { 60 } else { 127 }) as i16).collect();
    Network::new(width, &weights, [500, -300, 20, 7, -40, 90, 0, -250], 200, role).unwrap()
}

/// The value of a new evaluator with the vector instructions of the build.
fn fresh(network: &Network, position: &Position) -> Score {
    NetworkEvaluator::with_simd(network, Simd::Build).evaluate(position, 0).score
}

/// Plays the moves of `choices` up and down the tree, and evaluates every position on the way with all vector instructions that
/// the processor has; 255 passes, 254 goes back.
fn walk(network: &Network, start: Position, choices: &[u8]) {
    let supported = Simd::ALL.iter().filter(|simd| simd.is_supported());
    let mut evaluators: Vec<NetworkEvaluator> =
        supported.map(|&simd| NetworkEvaluator::with_simd(network, simd)).collect();
    let mut path = vec![start];
    for &choice in choices {
        let here = path[path.len() - 1];
        let moves = here.legal_moves();
        let next = match choice {
            254 => None,
            255 => here.pass(),
            _ if moves.is_empty() => None,
            _ => Some(here.play(moves[usize::from(choice) % moves.len()].mv)),
        };
        match next {
            Some(next) => path.push(next),
            None if path.len() > 1 => drop(path.pop()),
            None => {}
        }
        let ply = path.len() - 1;
        // Some are never asked about, as in a search.
        if choice % 5 != 0 {
            let position = &path[ply];
            let expected = fresh(network, position);
            for evaluator in &mut evaluators {
                assert_eq!(evaluator.evaluate(position, ply).score, expected, "{position:?}");
            }
        }
    }
}

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    // Castling on both wings, pawns about to promote and to be taken in passing.
    "r3k2r/pPp1qpb1/bn2pnp1/3PN3/1p2P3/2N2Q2/PPPBBPpP/R3K2R w KQkq - 0 1",
    // Chess960: the king may castle without moving, or with both crossing.
    "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn sums_kept_up_to_date_are_those_from_nothing(
        start in 0..STARTS.len(),
        choices in proptest::collection::vec(any::<u8>(), 1..80),
    ) {
        let start = Position::from_fen(STARTS[start]).unwrap();
        walk(&scrambled(32), start, &choices);
        walk(&with_role(32, NetworkRole::Residual), start, &choices);
    }
}

#[test]
fn every_width_is_walked_alike() {
    let choices: Vec<u8> = (0..120).map(|at: u32| (at * 89 % 251) as u8).collect();
    for width in WIDTHS {
        walk(&scrambled(width), Position::start(), &choices);
    }
}

#[test]
fn numbers_come_back_as_they_went_in() {
    for width in WIDTHS {
        let network = scrambled(width);
        let (weights, bias) = (network.weights(), network.head_bias());
        let role = network.role();
        assert_eq!(Network::new(width, weights, bias, network.scale(), role), Ok(network));
    }
}

#[test]
fn numbers_that_are_no_network_are_refused() {
    let weights = scrambled(32).weights().to_vec();
    let made = |width, weights: &[i16], scale| {
        Network::new(width, weights, [0; HEADS], scale, NetworkRole::Value).unwrap_err().to_string()
    };
    assert!(made(48, &weights, 200).starts_with("a network of 48 neurons a side; "));
    assert!(made(64, &weights, 200).contains(" weights where a network of 64 neurons "));
    assert!(made(32, &weights[1..], 200).contains(" weights where a network of 32 neurons "));
    assert!(made(32, &weights, 0).starts_with("a scale of 0 centipawns"));
    let mut large = weights.clone();
    large[3] = MOST_INPUT + 1;
    assert!(made(32, &large, 200).starts_with("weight 3 is "));
    let mut large = weights;
    *large.last_mut().unwrap() = -MOST_OUTPUT - 1;
    assert!(made(32, &large, 200).starts_with("weight "));
}

#[test]
fn a_mirrored_position_is_worth_the_same_to_the_other_side() {
    let network = scrambled(64);
    for fen in STARTS {
        let position = Position::from_fen(fen).unwrap();
        let mirrored = position.mirrored();
        assert_eq!(fresh(&network, &position), fresh(&network, &mirrored), "{fen}");
    }
}

#[test]
fn what_is_known_of_an_ending_stands_above_the_network() {
    for role in [NetworkRole::Value, NetworkRole::Residual] {
        let network = with_role(32, role);
        let value = |fen: &str| fresh(&network, &Position::from_fen(fen).unwrap());
        assert_eq!(value("8/8/4k3/8/8/3NK3/8/8 w - - 0 1"), Score::DRAW);
        assert!(value("8/8/4k3/8/8/3QK3/8/8 w - - 0 1") > Score::cp(1_500));
        assert!(value("8/8/4k3/8/8/3QK3/8/8 b - - 0 1") < Score::cp(-1_500));
    }
}

#[test]
fn a_residual_is_added_to_the_classical_evaluation() {
    let network = with_role(32, NetworkRole::Residual);
    for fen in STARTS {
        let position = Position::from_fen(fen).unwrap();
        let classical = ClassicalEvaluator::new().evaluate(&position, 0).score.raw();
        let residual =
            NetworkEvaluator::new(&network).raw(position.placement(), position.turn(), 0);
        assert_ne!(residual, 0);
        // Nothing is scaled down there; halves are rounded once instead of twice.
        let sum = fresh(&network, &position).raw();
        assert!((sum - classical - residual).abs() <= 1, "{fen}: {sum} {classical} {residual}");
        let mirrored = position.mirrored();
        assert_eq!(fresh(&network, &position), fresh(&network, &mirrored), "{fen}");
    }
}

#[test]
fn a_report_names_the_head_and_what_each_piece_is_worth() {
    let network = scrambled(32);
    let position = Position::from_fen(STARTS[1]).unwrap();
    let report = NetworkEvaluator::new(&network).report(&position);
    let share = report.network.unwrap();
    assert_eq!(share.head, 7);
    assert_eq!(share.mirrored.0, [true, true]);
    let own = fresh(&network, &position);
    assert_eq!(report.score, own.for_white(position.turn()));
    let pieces = report.pieces.0.iter().flatten().count();
    assert_eq!(pieces as u32, position.occupied().len() - 2);
}
