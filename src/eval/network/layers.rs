//! The weights of a network as the search uses them: whole numbers, so that every machine computes the same.
//!
//! An input adds its column to the accumulator of a side; what is in it is clamped to 0…[`QA`] and squared (SCReLU); the
//! head of the position weighs the side to move's half and the other's. One is [`QA`] in the first layer and [`QB`] in the
//! second. How a network is kept in a file is for `store/` to say.

use super::shape::{HEADS, INPUTS, WIDTHS_LISTED};

/// What the first layer calls one.
pub const QA: i32 = 255;

/// What the second layer calls one.
pub const QB: i32 = 64;

/// The largest weight of a head: times [`QA`] it still fits sixteen bits.
pub const MOST_OUTPUT: i16 = 127;

/// The largest weight or bias of the first layer: 32 men and the bias still fit sixteen bits.
pub const MOST_INPUT: i16 = 990;

/// What a network's output stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NetworkRole {
    #[default]
    Value,
    /// What the classical evaluation misses: the two are added.
    Residual,
}

/// The weights of a network with `N` neurons a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layers<const N: usize> {
    /// What each input adds; [`INPUTS`] of them.
    pub(super) columns: Vec<[i16; N]>,
    /// What is there before any input.
    pub(super) bias: [i16; N],
    /// What each head makes of the side to move's half and of the other's.
    pub(super) heads: [[[i16; N]; 2]; HEADS],
    /// What each head adds, in `QA · QB`ths.
    pub(super) head_bias: [i32; HEADS],
    /// Centipawns of an output of one.
    pub(super) scale: i32,
    /// What they add up to.
    pub(super) role: NetworkRole,
}

/// Why numbers are no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NetworkFault(String);

impl NetworkFault {
    pub fn no_width(width: usize) -> NetworkFault {
        NetworkFault(format!(
            "a network of {width} neurons a side; this program has networks of {WIDTHS_LISTED}"
        ))
    }
}

/// How many whole numbers of sixteen bits a network of this width is made of; its heads' biases are apart.
pub const fn weight_count(width: usize) -> usize {
    width * (INPUTS + 1 + 2 * HEADS)
}

impl<const N: usize> Layers<N> {
    /// From its numbers: the columns of the inputs, the bias, the heads.
    pub(super) fn new(
        weights: &[i16],
        head_bias: [i32; HEADS],
        scale: i32,
        role: NetworkRole,
    ) -> Result<Layers<N>, NetworkFault> {
        let (expected, found) = (weight_count(N), weights.len());
        if found != expected {
            return Err(NetworkFault(format!(
                "{found} weights where a network of {N} neurons a side has {expected}"
            )));
        }
        if !(1..=2_000).contains(&scale) {
            let why = format!("a scale of {scale} centipawns, which would be between 1 and 2000");
            return Err(NetworkFault(why));
        }
        let outputs = N * (INPUTS + 1);
        for (at, &found) in weights.iter().enumerate() {
            let most = if at < outputs { MOST_INPUT } else { MOST_OUTPUT };
            if found.unsigned_abs() > most.unsigned_abs() {
                return Err(NetworkFault(format!(
                    "weight {at} is {found}, and ±{most} is the most that can be worked with"
                )));
            }
        }
        let (rows, _) = weights.as_chunks::<N>();
        let (columns, rest) = rows.split_at(INPUTS);
        let half = |head: usize, side: usize| rest[1 + 2 * head + side];
        Ok(Layers {
            columns: columns.to_vec(),
            bias: rest[0],
            heads: std::array::from_fn(|head| [half(head, 0), half(head, 1)]),
            // A bias of a thousand pawns says nothing more than one of a hundred.
            head_bias: head_bias.map(|bias| bias.clamp(-(1 << 24), 1 << 24)),
            scale,
            role,
        })
    }

    pub(super) const fn width(&self) -> usize {
        N
    }

    /// Its numbers, as [`Layers::new`] takes them.
    pub(super) fn weights(&self) -> Vec<i16> {
        let columns = self.columns.iter().chain([&self.bias]);
        columns.chain(self.heads.iter().flatten()).flatten().copied().collect()
    }

    /// What a head says, in centipawns for the side to move, about the accumulators of both sides.
    #[inline(always)]
    pub(super) fn output(&self, head: usize, own: &[i16; N], other: &[i16; N]) -> i32 {
        let [of_own, of_other] = &self.heads[head];
        let sum = weigh(own, of_own) + weigh(other, of_other);
        let output = sum / i64::from(QA) + i64::from(self.head_bias[head]);
        (output * i64::from(self.scale) / i64::from(QA * QB)) as i32
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
