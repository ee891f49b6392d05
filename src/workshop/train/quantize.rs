//! Rounds a trained network to the integers of the search, and back.

use super::data_loader::{LearnedPosition, inputs_of, target};
use super::model::{ROWS, SCALE, TrainingSample, WeightOffsets, expectation, outputs};
use quarterply::eval::network::shape::{HEADS, INPUTS};
use quarterply::eval::network::{MOST_OUTPUT, NetworkFault, NetworkRole, QA, QB};
use quarterply::eval::{Network, NetworkEvaluator};

/// Maximum number of positions that rounding is measured on.
const MOST: usize = 50_000;

/// Scale of a network without the classical evaluation: centipawns for an output of one. Games show no difference between 155 and
/// 188 (src/workshop/README.md).
pub const VALUE_SCALE: i32 = 185;

/// Lower bound of the largest weight of a head.
const LEAST_HEAD: f32 = 0.1;

/// Effect of rounding.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rounding {
    /// Mean change of the value in centipawns.
    pub mean_error: f64,
    pub largest_error: f64,
    /// Error of the classical evaluation on the positions of the last validation error.
    pub classical_error: f64,
}

/// Rounds the weights of a network of `width` neurons, and measures the effect on `positions`.
pub fn round(
    (width, weights): (usize, &[f32]),
    positions: &[LearnedPosition],
    role: NetworkRole,
) -> Result<(Network, Rounding), NetworkFault> {
    let classical_error = classical_error(positions);
    let positions = &positions[..positions.len().min(MOST)];
    let scale = scale_of(role);
    let network = quantize(width, weights, scale, role)?;
    let mut evaluator = NetworkEvaluator::new(&network);
    let (mut sum, mut largest, mut count) = (0.0, 0.0_f64, 0_u32);
    let samples: Vec<TrainingSample> = positions.iter().map(|at| inputs_of(&at.0)).collect();
    for (exact, (position, _)) in outputs(weights, &samples).into_iter().zip(positions) {
        let Some(board) = position.to_position() else { continue };
        let exact = f64::from(exact) * f64::from(scale);
        let said = evaluator.raw(board.placement(), board.turn(), 0);
        let error = (exact - f64::from(said)).abs();
        (sum, largest, count) = (sum + error, largest.max(error), count + 1);
    }
    let rounding = Rounding {
        mean_error: sum / f64::from(count.max(1)),
        largest_error: largest,
        classical_error,
    };
    Ok((network, rounding))
}

/// Centipawns for an output of one.
fn scale_of(role: NetworkRole) -> i32 {
    match role {
        NetworkRole::Value => VALUE_SCALE,
        NetworkRole::Residual => SCALE as i32,
    }
}

/// Mean squared error of the classical evaluation, the baseline of a network.
fn classical_error(positions: &[LearnedPosition]) -> f64 {
    let error = |(position, said): &LearnedPosition| {
        let miss = expectation(f64::from(*said) / SCALE) - target(position);
        miss * miss
    };
    positions.iter().map(error).sum::<f64>() / positions.len().max(1) as f64
}

/// Returns the weights of a network for training to continue: the inverse of [`quantize`].
pub fn dequantize(network: &Network) -> Vec<f32> {
    let offsets = WeightOffsets { width: network.width() };
    let head_unit = scale_of(network.role()) as f32 / network.scale() as f32;
    let mut weights = vec![0.0; offsets.len()];
    for (row, values) in network.weights().chunks(network.width()).enumerate() {
        let one = if row <= INPUTS { QA as f32 } else { QB as f32 * head_unit };
        for (neuron, &value) in values.iter().enumerate() {
            weights[offsets.of(row, neuron)] = f32::from(value) / one;
        }
    }
    for (weight, bias) in weights[offsets.head_bias()..].iter_mut().zip(network.head_bias()) {
        *weight = bias as f32 / ((QA * QB) as f32 * head_unit);
    }
    weights
}

/// Rounds the weights. Those of the heads are multiplied so that the largest uses the whole range, and the scale is divided by
/// the same factor: most of the rounding error comes from the heads.
fn quantize(
    width: usize,
    weights: &[f32],
    scale: i32,
    role: NetworkRole,
) -> Result<Network, NetworkFault> {
    let offsets = WeightOffsets { width };
    let rows = (0..ROWS).flat_map(|row| (0..width).map(move |neuron| (row, neuron)));
    let rows = rows.map(|(row, neuron)| (row, weights[offsets.of(row, neuron)]));
    let heads = rows.clone().filter(|&(row, _)| row > INPUTS);
    let largest = heads.fold(LEAST_HEAD, |most, (_, weight)| most.max(weight.abs()));
    let divided = (scale as f32 * QB as f32 * largest / f32::from(MOST_OUTPUT)).ceil();
    let head_unit = scale as f32 / divided;
    let integers: Vec<i16> = rows
        .map(|(row, weight)| weight * if row > INPUTS { head_unit * QB as f32 } else { QA as f32 })
        .map(|weight| weight.round() as i16)
        .collect();
    let mut head_bias = [0; HEADS];
    for (integer, bias) in head_bias.iter_mut().zip(&weights[offsets.head_bias()..]) {
        *integer = (bias * head_unit * (QA * QB) as f32).round() as i32;
    }
    Network::new(width, &integers, head_bias, divided as i32, role)
}
