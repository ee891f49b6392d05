//! The weights of a network as the search uses them: integers, so that every machine computes the same.
//!
//! An input adds its column to the accumulator of a side, which is clamped to 0…[`QA`] and squared (SCReLU); the head of the
//! position weighs the side to move's half and the other's. One is [`QA`] in the first layer and [`QB`] in the second. The file
//! format is in `store/`.

use std::sync::Arc;

use super::shape::{HEADS, INPUTS, WIDTHS, WIDTHS_LISTED};

/// Quantisation of the first layer: the integer for one.
pub const QA: i32 = 255;

/// Quantisation of the second layer: the integer for one.
pub const QB: i32 = 64;

/// The largest weight of a head: times [`QA`] it still fits sixteen bits.
pub const MOST_OUTPUT: i16 = 127;

/// The largest weight or bias of the first layer: 32 men and the bias still fit sixteen bits.
pub(crate) const MOST_INPUT: i16 = 990;

/// The meaning of a network's output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NetworkRole {
    #[default]
    Value,
    /// The error of the classical evaluation: the two are added.
    Residual,
}

/// A network of any width; clones share their weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    width: usize,
    /// For each input its column, the bias, for each head the weights of the side to move's half and of the other's.
    weights: Arc<[i16]>,
    /// Bias of each head, in `QA · QB`ths.
    head_bias: [i32; HEADS],
    /// Centipawns of an output of one.
    scale: i32,
    role: NetworkRole,
}

/// The weights of a network with `N` neurons a side, in rows.
#[derive(Clone, Copy)]
pub(super) struct Layers<'n, const N: usize> {
    /// Weights of each input; [`INPUTS`] of them.
    pub columns: &'n [[i16; N]],
    /// The bias of the first layer.
    pub bias: &'n [i16; N],
    /// Two for each head.
    heads: &'n [[i16; N]],
    network: &'n Network,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NetworkFault(String);

impl NetworkFault {
    pub(crate) fn no_width(width: usize) -> NetworkFault {
        NetworkFault(format!(
            "a network of {width} neurons a side; this program has networks of {WIDTHS_LISTED}"
        ))
    }
}

/// Number of weights (16 bits each) of a network of this width, without the biases of its heads.
pub const fn weight_count(width: usize) -> usize {
    width * (INPUTS + 1 + 2 * HEADS)
}

impl Network {
    /// Creates a network from its numbers: [`weight_count`] weights (columns of the [`INPUTS`], the bias, for each head the
    /// weights of the side to move's half and of the other's), then the heads' biases in `QA · QB`ths, the centipawns of an
    /// output of one, and its role.
    ///
    /// # Errors
    /// If the width is invalid, or the numbers are too many, too few or too large.
    pub fn new(
        width: usize,
        weights: &[i16],
        head_bias: [i32; HEADS],
        scale: i32,
        role: NetworkRole,
    ) -> Result<Network, NetworkFault> {
        if !WIDTHS.contains(&width) {
            return Err(NetworkFault::no_width(width));
        }
        let (expected, found) = (weight_count(width), weights.len());
        if found != expected {
            return Err(NetworkFault(format!(
                "{found} weights where a network of {width} neurons a side has {expected}"
            )));
        }
        if !(1..=2_000).contains(&scale) {
            let why = format!("a scale of {scale} centipawns, which would be between 1 and 2000");
            return Err(NetworkFault(why));
        }
        let outputs = width * (INPUTS + 1);
        for (at, &found) in weights.iter().enumerate() {
            let most = if at < outputs { MOST_INPUT } else { MOST_OUTPUT };
            if found.unsigned_abs() > most.unsigned_abs() {
                return Err(NetworkFault(format!(
                    "weight {at} is {found}, and ±{most} is the most that can be worked with"
                )));
            }
        }
        // A bias of a thousand pawns means no more than one of a hundred.
        let head_bias = head_bias.map(|bias| bias.clamp(-(1 << 24), 1 << 24));
        Ok(Network { width, weights: weights.into(), head_bias, scale, role })
    }

    pub fn width(&self) -> usize {
        self.width
    }

    /// Its numbers, as [`Network::new`] takes them.
    pub fn weights(&self) -> &[i16] {
        &self.weights
    }

    pub fn head_bias(&self) -> [i32; HEADS] {
        self.head_bias
    }

    /// Centipawns of an output of one.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    pub fn role(&self) -> NetworkRole {
        self.role
    }

    /// Its weights in rows of its width, which is `N`.
    #[inline(always)]
    pub(super) fn layers<const N: usize>(&self) -> Layers<'_, N> {
        let (rows, _) = self.weights.as_chunks();
        let (columns, rest) = rows.split_at(INPUTS);
        Layers { columns, bias: &rest[0], heads: &rest[1..], network: self }
    }
}

impl<const N: usize> Layers<'_, N> {
    /// The output of a head, in centipawns for the side to move, given the accumulators of both sides.
    #[inline(always)]
    pub(super) fn output(&self, head: usize, own: &[i16; N], other: &[i16; N]) -> i32 {
        let sum = weigh(own, &self.heads[2 * head]) + weigh(other, &self.heads[2 * head + 1]);
        let output = sum / i64::from(QA) + i64::from(self.network.head_bias[head]);
        (output * i64::from(self.network.scale) / i64::from(QA * QB)) as i32
    }
}

/// Neurons whose sum fits 32 bits: at most 255² · 127 · 256 = 2.1 thousand million.
const PART: usize = 256;

/// The sum of squared neurons times their weights.
#[inline(always)]
fn weigh<const N: usize>(neurons: &[i16; N], weights: &[i16; N]) -> i64 {
    let parts = neurons.chunks(PART).zip(weights.chunks(PART));
    parts.map(|(neurons, weights)| i64::from(weigh_part(neurons, weights))).sum()
}

#[inline(always)]
fn weigh_part(neurons: &[i16], weights: &[i16]) -> i32 {
    let mut sum = 0_i32;
    for (&neuron, &weight) in neurons.iter().zip(weights) {
        let neuron = neuron.clamp(0, QA as i16);
        // Two factors of sixteen bits: processors multiply and add pairs of those in one step.
        sum = sum.wrapping_add(i32::from(neuron.wrapping_mul(weight)) * i32::from(neuron));
    }
    sum
}
