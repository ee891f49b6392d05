//! From what was learned to whole numbers: rounded, and on the scale of the classical evaluation.
//!
//! The search's margins are in centipawns of the classical evaluation. So the scale of the network is chosen such that on
//! quiet, undecided positions its values spread as far as those do. (The ratio of the two spreads, not the slope of a line of
//! regression: that one gets flatter the less two evaluations agree, which says nothing about how large their values are.)

use super::data_loader::{LearnedPosition, TrainingTarget, inputs_of};
use super::model::{SCALE, WeightOffsets, expectation, output};
use quarterply::chess::Position;
use quarterply::eval::network::shape::HEADS;
use quarterply::eval::network::{MOST_OUTPUT, NetworkFault, NetworkRole, QA, QB};
use quarterply::eval::{Network, NetworkEvaluator};

/// The most positions that scale and error are found out with.
const MOST: usize = 50_000;

/// Centipawns that both evaluations together stay within where the scale is found out.
const UNDECIDED: i32 = 600;

/// The scales of networks that have learned something.
const LEAST_SCALE: i32 = 100;
const MOST_SCALE: i32 = 400;

/// What rounding did, and on what scale the network speaks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rounding {
    /// Centipawns that rounding changed the value by, on average.
    pub mean_error: f64,
    pub largest_error: f64,
    /// The error of the classical evaluation on the same positions as the last held-out error.
    pub classical_error: f64,
    /// How well network and classical evaluation agree: the correlation of their values. A residual agrees with nothing.
    pub agreement: f64,
}

/// Rounds what was learned and finds its scale, by positions with what the classical evaluation says about them.
pub fn round<const N: usize>(
    numbers: &[f32],
    positions: &[LearnedPosition],
    target: TrainingTarget,
) -> Result<(Network, Rounding), NetworkFault> {
    let role = target.role;
    let classical_error = classical_error(positions, target);
    let positions = &positions[..positions.len().min(MOST)];
    let plain = whole(N, numbers, SCALE as i32, role)?;
    let (ratio, agreement) = spread(&plain, positions);
    let scale = match role {
        // Beyond these a network says hardly anything: it has not learned enough to tell its scale.
        NetworkRole::Value => ((SCALE / ratio).round() as i32).clamp(LEAST_SCALE, MOST_SCALE),
        // What it is added to is on the scale already.
        NetworkRole::Residual => SCALE as i32,
    };
    let network = whole(N, numbers, scale, role)?;
    let mut evaluator = NetworkEvaluator::new(&network);
    let (mut sum, mut largest, mut count) = (0.0, 0.0_f64, 0_u32);
    for ((position, _), board) in boards(positions) {
        let exact = f64::from(output::<N>(numbers, &inputs_of(position))) * f64::from(scale);
        let said = evaluator.raw(board.placement(), board.turn(), 0);
        let error = (exact - f64::from(said)).abs();
        (sum, largest, count) = (sum + error, largest.max(error), count + 1);
    }
    let rounding = Rounding {
        mean_error: sum / f64::from(count.max(1)),
        largest_error: largest,
        classical_error,
        agreement,
    };
    Ok((network, rounding))
}

/// The mean squared error of the classical evaluation: what a network has to beat.
fn classical_error(positions: &[LearnedPosition], target: TrainingTarget) -> f64 {
    let error = |(position, said): &LearnedPosition| {
        let miss = expectation(f64::from(*said) / SCALE) - target.of(position);
        miss * miss
    };
    positions.iter().map(error).sum::<f64>() / positions.len().max(1) as f64
}

fn boards(positions: &[LearnedPosition]) -> impl Iterator<Item = (&LearnedPosition, Position)> {
    // All of them can be played from: the classical evaluation has looked at each.
    positions.iter().filter_map(|position| Some((position, position.0.to_position()?)))
}

/// The numbers of a network as it learns on: [`whole`] the other way.
pub fn dequantize(network: &Network) -> Vec<f32> {
    let offsets = WeightOffsets { width: network.width() };
    // A network that stands alone speaks on a scale of its own.
    let louder = network.scale() as f32 / SCALE as f32;
    let weights = network.weights().iter().enumerate().map(|(at, &weight)| {
        let one = if at < offsets.output(0, 0) { QA as f32 } else { QB as f32 / louder };
        f32::from(weight) / one
    });
    let biases = network.head_bias().map(|bias| bias as f32 * louder / (QA * QB) as f32);
    weights.chain(biases).collect()
}

fn whole(
    width: usize,
    numbers: &[f32],
    scale: i32,
    role: NetworkRole,
) -> Result<Network, NetworkFault> {
    let offsets = WeightOffsets { width };
    let (first, rest) = numbers.split_at(offsets.output(0, 0));
    let (heads, biases) = rest.split_at(offsets.head_bias() - offsets.output(0, 0));
    let first = first.iter().map(|number| (number * QA as f32).round() as i16);
    let most = f32::from(MOST_OUTPUT);
    let heads = heads.iter().map(|number| (number * QB as f32).round().clamp(-most, most) as i16);
    let weights: Vec<i16> = first.chain(heads).collect();
    let mut head_bias = [0; HEADS];
    for (whole, number) in head_bias.iter_mut().zip(biases) {
        *whole = (number * (QA * QB) as f32).round() as i32;
    }
    Network::new(width, &weights, head_bias, scale, role)
}

/// How much farther the values of a network spread than those of the classical evaluation, and how well the two agree.
fn spread(network: &Network, positions: &[LearnedPosition]) -> (f64, f64) {
    let (mut classical, mut learned, mut both) = (0.0, 0.0, 0.0);
    let mut network = NetworkEvaluator::new(network);
    for ((_, by_hand), board) in boards(positions) {
        let by_hand = i32::from(*by_hand);
        let said = network.raw(board.placement(), board.turn(), 0);
        if (by_hand + said).abs() < UNDECIDED {
            let (x, y) = (f64::from(by_hand), f64::from(said));
            (classical, learned, both) = (classical + x * x, learned + y * y, both + x * y);
        }
    }
    let ratio = if classical > 0.0 && learned > 0.0 { (learned / classical).sqrt() } else { 1.0 };
    (ratio, both / (classical * learned).sqrt().max(1e-9))
}
